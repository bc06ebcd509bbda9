"""The autocast pass's own rules, as data: what low precision cannot count or hold.

They come after torch's autocast lists (``dtypes/precision.py``), which say what runs in low precision at all.
"""

from __future__ import annotations

#: Squares, exponentials and sums leave float16's range (a square does at 256) or bfloat16's 8 bits, whatever the
#: device. torch keeps them in float32 under CUDA autocast; its CPU list is shorter, the arithmetic is the same.
WIDE_RANGE = frozenset(
    "pow square exp exp2 expm1 sinh cosh tan rsqrt reciprocal var std var_mean std_mean norm linalg_norm "
    "linalg_vector_norm linalg_matrix_norm frobenius_norm nuclear_norm renorm normalize logsumexp logcumsumexp cumsum "
    "cumprod prod sum nansum dist cdist pdist pairwise_distance cosine_similarity log log2 log10 log1p acos asin atanh "
    "acosh erfinv polar matrix_exp linalg_matrix_exp matrix_power linalg_matrix_power".split()
)

#: Reductions that divide a sum by its count: in float16 the sum leaves the range where the axis is long (values of
#: this size are allowed for).
LONG_AXIS = frozenset("mean nanmean adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d".split())
LONG_AXIS_VALUE = 64.0

#: Ops that share 1 out among an axis: where it is so long that a mean share is below the target's smallest normal
#: number, most of them are lost. Where the axis stands: (positional index, keyword).
SHARES: dict[str, tuple[int, str]] = {"softmax": (1, "dim"), "softmin": (1, "dim"), "_softmax": (1, "dim")}

#: Normalisation ops, and where their parameters and statistics stand: (positional index, keyword). Kept in float32
#: in the meta (mixed precision's usual practice), so that no kernel has to be fed casts.
NORM_PARAMETERS: dict[str, tuple[tuple[int, str], ...]] = {
    "layer_norm": ((2, "weight"), (3, "bias")),
    "native_layer_norm": ((2, "weight"), (3, "bias")),
    "group_norm": ((2, "weight"), (3, "bias")),
    "batch_norm": ((1, "running_mean"), (2, "running_var"), (3, "weight"), (4, "bias")),
    "instance_norm": ((1, "running_mean"), (2, "running_var"), (3, "weight"), (4, "bias")),
    # a scale is what a result's integers mean, and the kernels take it in float32 only
    "quantize_per_tensor": ((1, "scale"),),
    "quantize_per_channel": ((1, "scales"),),
}

#: Where positions come from: factories that count.
COUNTERS = frozenset("arange range linspace cumsum logspace".split())

#: An angle is what reaches one of these through arithmetic.
ANGLE_SINKS = frozenset("sin cos tan polar exp_complex sincos".split())

#: Arithmetic and views that a position or an angle passes through as what it is.
CARRIERS = frozenset(
    "add sub mul div rsub neg matmul mm bmm outer einsum ger mv pow floor_divide remainder fmod view reshape "
    "unsqueeze squeeze expand expand_as permute transpose t flatten unflatten repeat repeat_interleave tile getitem "
    "cat stack contiguous clone detach chunk split unbind index_select to float type type_as meshgrid flip roll "
    "select narrow broadcast_to add_ sub_ mul_ div_ _to_copy movedim view_as reshape_as T cumsum double".split()
)

#: Ops that bound their result: after one of these a value holds nothing beyond float16's range, and is no position.
BOUNDED = frozenset(
    "softmax log_softmax sigmoid tanh sin cos erf hardsigmoid hardtanh relu6 layer_norm group_norm batch_norm "
    "instance_norm rms_norm normalize embedding one_hot argmax argmin eq ne lt le gt ge logical_not logical_and "
    "logical_or isnan isinf isfinite sign shape size dtype device item".split()
)

#: Ops that count how often a scalar fits: one that the target does not hold exactly is off by as much each time, and
#: the result jumps where the count does.
MODULAR = frozenset("remainder fmod floor_divide".split())

#: Where an op takes a scalar that becomes part of a tensor: (positional index, keyword).
SCALAR_OPERANDS: dict[str, tuple[tuple[int, str], ...]] = {
    "masked_fill": ((2, "value"),), "masked_fill_": ((2, "value"),),
    "fill": ((1, "value"),), "fill_": ((1, "value"),),
    "full": ((1, "fill_value"),), "full_like": ((1, "fill_value"),), "new_full": ((2, "fill_value"),),
    "clamp": ((1, "min"), (2, "max")), "clamp_": ((1, "min"), (2, "max")),
    "clamp_min": ((1, "min"),), "clamp_max": ((1, "max"),), "clamp_min_": ((1, "min"),), "clamp_max_": ((1, "max"),),
    "hardtanh": ((1, "min_val"), (2, "max_val")), "threshold": ((1, "threshold"), (2, "value")),
    "where": ((1, "input"), (2, "other")), "pad": ((3, "value"),), "constant_pad_nd": ((2, "value"),),
    "setitem": ((2, "value"),), "index_fill": ((3, "value"),), "index_fill_": ((3, "value"),),
    "scatter": ((3, "value"),), "scatter_": ((3, "value"),), "nan_to_num": ((1, "nan"), (2, "posinf"), (3, "neginf")),
    "add": ((0, "input"), (1, "other")), "add_": ((1, "other"),), "sub": ((0, "input"), (1, "other")),
    "sub_": ((1, "other"),), "rsub": ((1, "other"),), "mul": ((0, "input"), (1, "other")), "mul_": ((1, "other"),),
    "div": ((0, "input"), (1, "other")), "div_": ((1, "other"),), "maximum": ((1, "other"),),
    "remainder": ((0, "input"), (1, "other")), "fmod": ((1, "other"),), "floor_divide": ((0, "input"), (1, "other")),
    "remainder_": ((1, "other"),), "fmod_": ((1, "other"),), "floor_divide_": ((1, "other"),),
    "minimum": ((1, "other"),), "max": ((1, "other"),), "min": ((1, "other"),),
    "normalize": ((3, "eps"),), "cosine_similarity": ((3, "eps"),), "logit": ((1, "eps"),),
    "eq": ((1, "other"),), "ne": ((1, "other"),), "lt": ((1, "other"),), "le": ((1, "other"),), "gt": ((1, "other"),),
    "ge": ((1, "other"),),
}  # fmt: skip

#: Scalars of these are only looked at (a bound, a comparison): nothing is lost where they round to zero.
COMPARISONS = frozenset("eq ne lt le gt ge hardtanh threshold".split())
