"""Ops whose kernels take operands of any floating dtypes together, by family.

They promote, they have one floating operand, or they do not look at values. The proof tries these too: an op is here
only where no combination is refused on the CPU.
"""

from __future__ import annotations

_BY_FAMILY: dict[str, str] = {
    "matmul": """
        ger kron linalg_matrix_power matrix_power outer
    """,
    "norm": """
        cosine_similarity dist local_response_norm normalize pairwise_distance renorm rms_norm
    """,
    "write": """
        as_strided_scatter copy_ diagonal_scatter select_scatter slice_scatter zero_
    """,
    "read": """
        bucketize combinations diagonal isin narrow nonzero searchsorted select tril_indices unique
        unique_consecutive
    """,
    "join": """
        block_diag broadcast_tensors
    """,
    "shape": """
        as_strided bfloat16 bool broadcast_to channel_shuffle chunk clone contiguous detach diag diag_embed
        diagflat double expand expand_as flatten flip float fold half int item long movedim permute
        pixel_shuffle pixel_unshuffle ravel repeat reshape reshape_as roll rot90 size split split_with_sizes
        squeeze t tensor_split tile to transpose tril triu type_as unbind unflatten unfold unsqueeze view
        view_as view_as_real
    """,
    "unary": """
        abs abs_ acos acosh alpha_dropout angle asin asinh atan atanh bernoulli ceil ceil_ celu conj cos cos_
        cosh deg2rad digamma dropout dropout1d dropout2d dropout3d elu erf erf_ erfc erfinv exp exp2 exp_ expm1
        expm1_ feature_alpha_dropout floor floor_ frac gelu glu hardsigmoid hardswish i0 isfinite isinf isnan
        isneginf isposinf isreal leaky_relu lgamma log log10 log1p log1p_ log2 log_ log_sigmoid logical_not
        logical_not_ logit mish mvlgamma nan_to_num nan_to_num_ neg neg_ polygamma positive rad2deg real
        reciprocal reciprocal_ relu relu6 relu_ resolve_conj round round_ rrelu rsqrt rsqrt_ selu sgn sigmoid
        sigmoid_ sign sign_ signbit silu sin sin_ sinc sinh softplus softshrink softsign special_entr
        special_gammaln special_i0e special_i1 special_i1e special_ndtr special_psi special_xlog1py sqrt sqrt_
        square square_ tan tanh tanh_ tanhshrink trunc trunc_
    """,
    "binary": """
        atan2 atan2_ copysign copysign_ eq eq_ equal float_power floor_divide fmax fmin fmod ge gt hypot hypot_
        ldexp ldexp_ le logaddexp logaddexp2 logical_and logical_and_ logical_or logical_xor lt lt_ maximum
        minimum ne nextafter nextafter_ remainder xlogy xlogy_
    """,
    "logical": """
        all any
    """,
    "reduction": """
        amax amin aminmax argmax argmin argsort bincount corrcoef count_nonzero cov cummax cummin cumprod cumsum
        cumsum_ cumulative_trapezoid diff frobenius_norm gumbel_softmax histc kthvalue log_softmax logcumsumexp
        logsumexp max mean median min mode nanmean nanmedian nansum prod softmax softmin sort std std_mean sum
        topk trace trapezoid var var_mean
    """,
    "factory": """
        arange as_tensor bernoulli_ empty empty_like exponential_ eye hann_window logspace multinomial new_empty
        new_ones new_tensor new_zeros normal normal_ ones ones_like poisson rand rand_like randn randn_like
        scalar_tensor tensor type zeros zeros_like
    """,
    "resampling": """
        affine_grid affine_grid_generator upsample upsample_bicubic2d upsample_bilinear2d upsample_linear1d
        upsample_nearest1d upsample_nearest2d upsample_nearest3d upsample_trilinear3d
    """,
    "pooling": """
        adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool2d
        adaptive_max_pool3d avg_pool1d avg_pool2d lp_pool1d lp_pool2d max_pool1d max_pool2d max_pool3d
        max_unpool1d max_unpool2d max_unpool3d
    """,
    "fft": """
        fft_fftfreq fft_fftshift fft_ifftshift istft
    """,
    "linalg": """
        linalg_matrix_exp
    """,
    "loss": """
        binary_cross_entropy_with_logits cosine_embedding_loss gaussian_nll_loss hinge_embedding_loss huber_loss
        kl_div l1_loss margin_ranking_loss mse_loss multilabel_soft_margin_loss poisson_nll_loss smooth_l1_loss
        soft_margin_loss triplet_margin_loss
    """,
}  # fmt: skip

# No tensor's dtype is looked at: shapes, symbols, devices, modes and what vmap leaves behind in a captured graph.
_NO_DTYPE = """
    FunctionCtx _add_batch_dim _assert_scalar _assert_tensor_metadata _check_is_size _enter_autocast _exit_autocast
    _local_scalar_dense _log_api_usage_once _remove_batch_dim _set_grad_enabled _vmap_decrement_nesting
    _vmap_increment_nesting device dim get_attr getattr lazy_load_decompositions numel output placeholder slice
    sym_float sym_int sym_max sym_min sym_not sym_numel sym_size sym_storage_offset sym_stride sym_sum
"""

TAKES_ANY = frozenset(name for names in (*_BY_FAMILY.values(), _NO_DTYPE) for name in names.split())
NO_DTYPE = frozenset(_NO_DTYPE.split())
