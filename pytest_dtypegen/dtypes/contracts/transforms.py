"""Contracts of resampling, pooling, FFT, linear algebra, distances, norms and losses."""

from __future__ import annotations

from typing import Any

import torch

from pytest_dtypegen.dtypes.contracts.rules import Contract, Operands, Rule, dtype_of, missing, same
from pytest_dtypegen.dtypes.contracts.spelling import scalar_type
from pytest_dtypegen.dtypes.values import LOW

_FOUND = "expected scalar type {%s:s} but found {%s:s}"
_GRID = (same("input", "grid", _FOUND % ("input", "grid")),)
_ANTIALIAS = missing("input", "compute_index_ranges_weights", when=lambda o: o.get("antialias") is True)

RESAMPLING = (
    *(Contract(n, "input grid", _GRID) for n in ("grid_sample", "grid_sampler", "grid_sampler_2d", "grid_sampler_3d")),
    Contract(
        "interpolate",
        "input size scale_factor mode align_corners recompute_scale_factor antialias",
        (_ANTIALIAS,),
        (),
    ),
    *(Contract(n, "input", (missing("input", "avg_pool3d_out_frame"),), ()) for n in ("avg_pool3d", "lp_pool3d")),
    Contract("fractional_max_pool2d", "input kernel_size output_size output_ratio return_indices _random_samples", (
        same("input", "_random_samples", "Expect _random_samples to have the same dtype as input"),
    )),
    Contract("fractional_max_pool3d", "input kernel_size output_size output_ratio return_indices _random_samples", (
        same("input", "_random_samples", "Expect _random_samples to have the same dtype as input"),
    )),
)  # fmt: skip

# FFT: the CPU computes in float32 and float64 only; cuFFT also in float16, over sizes that are powers of two.
_ONE = "fft ifft rfft irfft hfft ihfft"
_TWO = "fft2 ifft2 rfft2 irfft2 hfft2 ihfft2"
_MANY = "fftn ifftn rfftn irfftn hfftn ihfftn"
_HALVES = frozenset({torch.float16, torch.complex32})
_UNSUPPORTED = "Unsupported dtype {input:s}"


def _signal(o: Operands, *, real_result: bool) -> list[int]:
    """The sizes along the axes that are transformed, after ``n`` or ``s`` has padded or cut them."""
    x = o["input"]
    dims, given = o.get("dim"), o.get("s", o.get("n"))
    dims = (dims,) if isinstance(dims, int) else dims
    given = (given,) if isinstance(given, int) else given
    if dims is None:
        dims = range(-len(given), 0) if given is not None else range(x.dim())
    sizes = [int(x.shape[d]) for d in dims]
    if real_result and given is None and sizes:
        sizes[-1] = 2 * (sizes[-1] - 1)
    return [int(g) if g not in (None, -1) else n for g, n in zip(given or [None] * len(sizes), sizes, strict=False)]


def _half_size(name: str) -> Rule:
    real = name.startswith(("irfft", "hfft"))
    default = -1 if name in _ONE.split() else (-2, -1) if name in _TWO.split() else None

    def broken(o: Operands) -> bool | dict[str, Any]:
        if dtype_of(o.get("input")) not in _HALVES:
            return False
        sizes = _signal({"dim": default, **o}, real_result=real)
        return {"sizes": sizes} if any(n & (n - 1) or n < 1 for n in sizes) else False

    return Rule(
        broken,
        "cuFFT only supports dimensions whose sizes are powers of two when computing in half precision, but got a"
        " signal size of{sizes}",
        "DG502",
    )


_NO_FFT = (missing("input", "", LOW | {torch.complex32}, text=_UNSUPPORTED),)
_NO_BFLOAT16 = missing("input", "", frozenset({torch.bfloat16}), text=_UNSUPPORTED)


def _low_signal(o: Operands) -> bool | dict[str, Any]:
    found = [x for x in (o.get("input"), o.get("window")) if isinstance(x, torch.Tensor)]
    if not found or not all(x.is_floating_point() for x in found):
        return False
    result = torch.result_type(found[0], found[-1])
    return {"result": result} if result in LOW else False


FFT = (
    *(Contract(f"fft_{n}", "input n dim" if n in _ONE.split() else "input s dim", _NO_FFT,
               (_NO_BFLOAT16, _half_size(n))) for n in f"{_ONE} {_TWO} {_MANY}".split()),
    Contract("stft", "input n_fft hop_length win_length window", (
        Rule(_low_signal, "MKL FFT doesn't support tensors of type: {result:s}", "DG501"),
    ), (_NO_BFLOAT16,)),
)  # fmt: skip

# Linear algebra is LAPACK's: float32 and float64. op: the kernel's name, or the whole message after a blank.
_LAPACK = {
    "linalg_det": "lu", "linalg_cholesky": "cholesky", "linalg_cholesky_ex": "cholesky", "cholesky": "cholesky",
    "linalg_qr": "geqrf", "geqrf": "geqrf", "linalg_svd": "linalg_svd", "linalg_svdvals": "linalg_svd",
    "svd": "linalg_svd", "linalg_cond": "linalg_svd", "linalg_eig": "linalg_eig_out",
    "linalg_eigvals": "linalg_eig_out", "linalg_eigh": "linalg_eigh", "linalg_eigvalsh": "linalg_eigh",
    "linalg_lu": "lu", "linalg_lu_factor": "lu", "linalg_ldl_factor": "ldl_factor_kernel",
    "cholesky_inverse": "cholesky_inverse_out",
}  # fmt: skip
_LOW_PRECISION = "%s: Low precision dtypes not supported. Got {input:s}"
_PINV = "linalg.pinv({shown}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types"
_NO_OTHER = "This function doesn't handle types other than float and double"
_TEXTS = {
    "linalg_inv": _LOW_PRECISION % "linalg.inv", "linalg_inv_ex": _LOW_PRECISION % "linalg.inv",
    "linalg_tensorinv": _LOW_PRECISION % "linalg.inv", "linalg_slogdet": _LOW_PRECISION % "linalg.slogdet",
    "logdet": _LOW_PRECISION % "logdet", "nuclear_norm": _LOW_PRECISION % "linalg.matrix_norm",
    "linalg_matrix_rank": _NO_OTHER,
    "linalg_vander": "linalg.vander supports floating point, complex, and integer tensors, but got {input:s}",
}  # fmt: skip
_PAIR = "Expected b and A to have the same dtype, but found b of type {input:s} and A of type {other:s} instead."
_SOLVE = (
    "linalg.solve: Expected A and B to have the same dtype, but found A of type {input:s} and B of type {other:s}"
    " instead"
)
_LSTSQ = (
    "torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype {input:s} and other's"
    " dtype {other:s}"
)
_HOUSEHOLDER = "torch.linalg.householder_product: tau dtype {tau:s} does not match input dtype {input:s}"


def _no_pseudo_inverse(o: Operands) -> bool | dict[str, Any]:
    x = o.get("input")
    if not isinstance(x, torch.Tensor) or x.dtype not in LOW:
        return False
    return {"shown": f"{scalar_type(x.dtype)}{{{list(x.shape)}}}"}


def _lapack(kernel: str) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """The CPU's row and CUDA's."""
    return (missing("input", f"{kernel}_cpu"),), (missing("input", f"{kernel}_cuda"),)


_PINVERSE = (Rule(_no_pseudo_inverse, _PINV, "DG501"),)

LINALG = (
    *(Contract(op, "input", *_lapack(kernel)) for op, kernel in _LAPACK.items()),
    *(Contract(op, "input", (missing("input", "", text=text),)) for op, text in _TEXTS.items()),
    Contract("linalg_pinv", "input", _PINVERSE),
    Contract("pinverse", "input", _PINVERSE),
    Contract("linalg_solve", "input other", (same("input", "other", _SOLVE), missing("input", "lu_cpu"))),
    Contract("linalg_solve_triangular", "input other", (missing("input", "triangular_solve_cpu"),)),
    Contract("linalg_lstsq", "input other", (
        same("input", "other", _LSTSQ), missing("input", "", text=_NO_OTHER),
    )),
    Contract("cholesky_solve", "input other", (same("input", "other", _PAIR), missing("input", "cholesky_solve_cpu"))),
    Contract("triangular_solve", "input other", (
        same("input", "other", _PAIR), missing("input", "triangular_solve_cpu"),
    )),
    Contract("linalg_householder_product", "input tau", (
        same("input", "tau", _HOUSEHOLDER), missing("input", "orgqr_cpu"),
    )),
)  # fmt: skip

# Norms: with an explicit dtype the input may not be narrowed. The nuclear and spectral ones go through an SVD.
_WIDER = {
    torch.float16: {torch.float16, torch.float32, torch.float64},
    torch.bfloat16: {torch.bfloat16, torch.float32, torch.float64},
    torch.float32: {torch.float32, torch.float64},
    torch.float64: {torch.float64},
}


def _narrowed(o: Operands) -> bool:
    own, wanted = dtype_of(o.get("input")), o.get("dtype")
    return own is not None and isinstance(wanted, torch.dtype) and wanted not in _WIDER.get(own, {wanted})


_NARROWED = Rule(
    _narrowed,
    "linalg.vector_norm: the dtype of the input ({input:s}) should be convertible without narrowing to the specified"
    " dtype ({dtype:s})",
)


def _by_svd(o: Operands) -> bool:
    return o.get("ord") in ("nuc", 2, -2, 2.0, -2.0) and _is_matrix_norm(o)


def _is_matrix_norm(o: Operands) -> bool:
    x, dim = o.get("input"), o.get("dim")
    if isinstance(dim, int):
        return False
    axes = len(dim) if isinstance(dim, list | tuple) else x.dim() if isinstance(x, torch.Tensor) else 0
    return axes == 2


_SPECTRAL = missing("input", "", text=_LOW_PRECISION % "linalg.matrix_norm", when=_by_svd)
_QUANTILE = (
    missing("input", "", text="quantile() input tensor must be either float or double dtype"),
    same("input", "q", "quantile() q tensor must be same dtype as the input tensor"),
)


def _by_product(o: Operands) -> bool:
    """Whether cdist is a matrix product: euclidean, and asked for or worth it."""
    mode = o.get("compute_mode", "use_mm_for_euclid_dist_if_necessary")
    if o.get("p", 2.0) != 2 or mode == "donot_use_mm_for_euclid_dist":
        return False
    rows = [x.shape[-2] for x in (o.get("x1"), o.get("x2")) if isinstance(x, torch.Tensor)]
    return mode == "use_mm_for_euclid_dist" or any(n > 25 for n in rows)


DISTANCES = (
    Contract("linalg_norm", "input ord dim keepdim", (_SPECTRAL, _NARROWED)),
    Contract("linalg_matrix_norm", "input ord dim keepdim", (_SPECTRAL, _NARROWED)),
    Contract("linalg_vector_norm", "input ord dim keepdim", (_NARROWED,)),
    Contract("norm", "input p dim keepdim out dtype", (_NARROWED,)),
    Contract("quantile", "input q dim", _QUANTILE),
    Contract("nanquantile", "input q dim", _QUANTILE),
    Contract("pdist", "input", (missing("input", "pdist"),)),
    Contract("cdist", "x1 x2 p compute_mode", (
        same("x1", "x2", "expected m1 and m2 to have the same dtype, but got: {x1:c} != {x2:c}", when=_by_product),
        missing("x1", "cdist", when=lambda o: not _by_product(o)), same("x1", "x2", _FOUND % ("x1", "x2")),
    )),
)  # fmt: skip

# Losses. binary_cross_entropy compares target and input; class weights meet the input in a kernel that does not
# promote.
_WEIGHT = same("input", "weight", _FOUND % ("input", "weight"))
_NO_TARGET = Rule(
    lambda o: (dtype_of(o.get("target")) or torch.int64).is_floating_point,
    "expected target dtype to be Long or Byte, but got {target:s}",
)


def _by_class(o: Operands) -> bool:
    """Class indices, not class probabilities: only these go through nll_loss."""
    target = dtype_of(o.get("target"))
    return target is not None and not target.is_floating_point


LOSSES = (
    Contract("binary_cross_entropy", "input target weight", (
        same("input", "target", "Found dtype {target:s} but expected {input:s}"),
    )),
    Contract("cross_entropy", "input target weight", (
        same("input", "weight", _FOUND % ("input", "weight"), when=_by_class),
    )),
    Contract("nll_loss", "input target weight", (_NO_TARGET, _WEIGHT)),
    Contract("multi_margin_loss", "input target p margin weight", (
        missing("input", "multi_margin_loss_cpu_kernel"), _WEIGHT,
    ), (_WEIGHT,)),
    Contract("multilabel_margin_loss", "input target", (
        missing("input", "multilabel_margin_loss_forward_out_frame"),
    ), ()),
    Contract("ctc_loss", "input targets", (missing("input", "ctc_loss_cpu"),), (missing("input", "ctc_loss_cuda"),)),
    *(Contract(f"special_{n}", "input", (missing("input", f"{n}_cpu"),), (missing("input", f"{n}_cuda"),))
      for n in ("ndtri", "log_ndtr", "erfcx", "bessel_j0")),
)  # fmt: skip


def _both_low(o: Operands) -> bool | dict[str, Any]:
    found = [x for x in (o.get("input"), o.get("other")) if isinstance(x, torch.Tensor)]
    result = torch.result_type(*found) if len(found) == 2 else None
    return {"result": result} if result in LOW else False


SPECIAL = (Contract("special_zeta", "input other", (
    Rule(_both_low, "\"zeta_cpu\" not implemented for '{result:s}'", "DG501"),
)),)  # fmt: skip
