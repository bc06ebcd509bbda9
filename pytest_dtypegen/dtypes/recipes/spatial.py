"""Resampling, pooling, padding, transforms, linear algebra and losses."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from pytest_dtypegen.dtypes.recipes.call import call, f, i, t

_2D = f(1, 2, 4, 4)
_3D = f(1, 2, 4, 4, 4)
_1D = f(1, 2, 4)
_pad = torch._C._nn.pad
_BIG = -3.4028234663852886e38

RESAMPLING = (
    call(F.interpolate, _2D, scale_factor=2.0, mode="nearest"),
    call(F.interpolate, _2D, (8, 8), None, "bilinear", False),
    call(F.interpolate, _2D, size=(3, 3), mode="bicubic", align_corners=False),
    call(F.interpolate, _2D, size=(2, 2), mode="bilinear", antialias=True),
    call(F.interpolate, _2D, size=(2, 2), mode="bicubic", antialias=True),
    call(F.interpolate, _2D, size=(2, 2), mode="area"),
    call(F.interpolate, _2D, size=(3, 3), mode="nearest-exact"),
    call(F.interpolate, _1D, scale_factor=2, mode="linear"),
    call(F.interpolate, _1D, scale_factor=2),
    call(F.interpolate, _3D, scale_factor=2, mode="trilinear"),
    call(F.interpolate, _3D, scale_factor=2),
    call(F.upsample, _2D, scale_factor=2),
    call(torch._C._nn.upsample_nearest2d, _2D, (8, 8)),
    call(torch._C._nn.upsample_bilinear2d, _2D, (8, 8), False),
    call(torch._C._nn.upsample_bicubic2d, _2D, (8, 8), False),
    call(torch._C._nn.upsample_linear1d, _1D, (8,), False),
    call(torch._C._nn.upsample_nearest1d, _1D, (8,)),
    call(torch._C._nn.upsample_nearest3d, _3D, (8, 8, 8)),
    call(torch._C._nn.upsample_trilinear3d, _3D, (8, 8, 8), False),
    call(F.grid_sample, _2D, f(1, 3, 3, 2), "bilinear", "zeros", False),
    call(F.grid_sample, _2D, f(1, 3, 3, 2), mode="nearest", padding_mode="border", align_corners=True),
    call(F.grid_sample, _2D, f(1, 3, 3, 2), mode="bicubic", align_corners=False),
    call(F.grid_sample, _3D, f(1, 2, 2, 2, 3), align_corners=False),
    call(torch.grid_sampler, _2D, f(1, 3, 3, 2), 0, 0, False),
    call(torch.ops.aten.grid_sampler_2d.default, _2D, f(1, 3, 3, 2), 0, 0, False),
    call(torch.ops.aten.grid_sampler_3d.default, _3D, f(1, 2, 2, 2, 3), 0, 0, False),
    call(F.affine_grid, f(1, 2, 3), [1, 1, 2, 2], False),
    call(torch.affine_grid_generator, f(1, 2, 3), [1, 1, 2, 2], False),
)

POOLING = (
    call(F.max_pool1d, _1D, 2),
    call(F.max_pool2d, _2D, 2, 2, 0, 1, ceil_mode=False, return_indices=False),
    call(F.max_pool2d, _2D, 2, return_indices=True),
    call(F.max_pool3d, _3D, 2),
    call(torch._C._nn.avg_pool2d, _2D, 2, 2, 0, False, True, None),
    call(torch._C._nn.avg_pool3d, _3D, 2),
    call(torch.avg_pool1d, _1D, 2),
    call(F.adaptive_avg_pool2d, _2D, (1, 1)),
    call(F.adaptive_avg_pool2d, _2D, (2, 2)),
    call(F.adaptive_avg_pool3d, _3D, 1),
    call(F.adaptive_avg_pool3d, _3D, 2),
    call(torch.adaptive_avg_pool1d, _1D, 1),
    call(F.adaptive_max_pool1d, _1D, 2),
    call(F.adaptive_max_pool2d, _2D, 2),
    call(F.adaptive_max_pool3d, _3D, 2),
    call(F.lp_pool1d, _1D, 2, 2),
    call(F.lp_pool2d, _2D, 2, 2),
    call(F.lp_pool3d, _3D, 2, 2),
    call(F.fractional_max_pool2d, _2D, 2, output_size=2, _random_samples=f(1, 2, 2)),
    call(F.fractional_max_pool2d, _2D, 2, output_size=2),
    call(F.fractional_max_pool3d, _3D, 2, output_size=2),
    call(F.max_unpool1d, f(1, 2, 2), i(1, 2, 2), 2),
    call(F.max_unpool2d, f(1, 2, 2, 2), i(1, 2, 2, 2), 2),
    call(F.max_unpool3d, f(1, 2, 2, 2, 2), i(1, 2, 2, 2, 2), 2),
)

PADDING = (
    call(_pad, _2D, (1, 1, 1, 1), "constant", None),
    call(_pad, _2D, (1, 1, 1, 1), "constant", 0.5),
    call(_pad, _2D, (1, 1), value=_BIG),
    call(_pad, _2D, (1, 1), "constant", float("-inf")),
    call(_pad, _2D, (1, 1), mode="constant", value=-65520.0),
    call(_pad, _2D, (0, 0), value=_BIG),
    call(torch.constant_pad_nd, _2D, (1, 1), 70000.0),
    *(call(_pad, x, (1,) * (2 * n), mode) for mode in ("reflect", "replicate", "circular")
      for n, x in ((1, _1D), (2, _2D), (3, _3D))),
)  # fmt: skip

_C = t(torch.complex64, 4)

FFT = (
    *(call(getattr(torch.fft, n), f(4)) for n in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")),
    *(call(getattr(torch.fft, n), f(4, 4)) for n in ("fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn",
                                                      "irfftn", "hfft2", "ihfft2", "hfftn", "ihfftn")),
    call(torch.fft.fftn, f(1, 3, 6), dim=(-2, -1)),
    call(torch.fft.irfft, _C, n=6),
    call(torch.fft.fft, _C),
    call(torch.fft.fftshift, f(4)),
    call(torch.fft.ifftshift, f(4)),
    call(torch.fft.fftfreq, 4, dtype=torch.float32),
    call(torch.functional.stft, f(16), 8, 4, 8, f(8), return_complex=True),
    call(torch.functional.stft, f(16), 8, return_complex=True, center=False),
    call(torch.functional.istft, t(torch.complex64, 5, 3, fill="one"), 8, 4, 8, f(8, fill="one")),
)  # fmt: skip

_S = f(3, 3, fill="eye")
_LINALG = """
    inv det slogdet cholesky cholesky_ex qr svd svdvals eig eigvals eigh eigvalsh pinv matrix_exp lu lu_factor
    matrix_rank cond inv_ex ldl_factor
"""

LINALG = (
    *(call(getattr(torch.linalg, n), _S) for n in _LINALG.split()),
    *(call(getattr(torch, n), _S) for n in ("logdet", "pinverse", "geqrf", "cholesky", "cholesky_inverse")),
    call(torch.linalg.solve, _S, f(3, 2)),
    call(torch.linalg.solve_triangular, _S, f(3, 2), upper=True),
    call(torch.linalg.lstsq, _S, f(3, 2)),
    call(torch.cholesky_solve, f(3, 2), _S),
    call(torch.triangular_solve, f(3, 2), _S),
    call(torch.linalg.tensorinv, _S, ind=1),
    call(torch.linalg.householder_product, _S, f(3)),
    call(torch.linalg.vander, f(3)),
    call(torch.svd, _S),
    call(torch.trace, _S),
)

_X = f(2, 3)
_W = f(3)

LOSSES = (
    call(F.mse_loss, _X, f(2, 3)),
    call(F.l1_loss, _X, f(2, 3)),
    call(F.smooth_l1_loss, _X, f(2, 3)),
    call(F.huber_loss, _X, f(2, 3)),
    call(F.kl_div, _X, f(2, 3), reduction="batchmean"),
    call(F.binary_cross_entropy, _X, f(2, 3)),
    call(F.binary_cross_entropy, _X, f(2, 3), f(2, 3)),
    call(F.binary_cross_entropy_with_logits, _X, f(2, 3)),
    call(F.binary_cross_entropy_with_logits, _X, f(2, 3), f(2, 3), pos_weight=f(3)),
    call(F.cross_entropy, _X, i(2)),
    call(F.cross_entropy, _X, i(2), _W),
    call(F.cross_entropy, _X, f(2, 3)),
    call(F.cross_entropy, _X, f(2, 3), _W),
    call(F.cross_entropy, _X, i(2), label_smoothing=0.1),
    call(F.nll_loss, _X, i(2)),
    call(F.nll_loss, _X, i(2), _W),
    call(F.nll_loss, f(1, 3, 2, 2), i(1, 2, 2), _W),
    call(F.nll_loss, _X, f(2)),
    call(F.poisson_nll_loss, _X, f(2, 3)),
    call(F.gaussian_nll_loss, _X, f(2, 3), f(2, 3)),
    call(F.hinge_embedding_loss, _X, f(2, 3)),
    call(F.margin_ranking_loss, f(2), f(2), f(2)),
    call(F.soft_margin_loss, _X, f(2, 3)),
    call(F.multi_margin_loss, _X, i(2)),
    call(F.multi_margin_loss, _X, i(2), weight=_W),
    call(F.multilabel_margin_loss, _X, i(2, 3)),
    call(F.multilabel_soft_margin_loss, _X, f(2, 3)),
    call(F.multilabel_soft_margin_loss, _X, f(2, 3), _W),
    call(F.triplet_margin_loss, _X, f(2, 3), f(2, 3)),
    call(F.cosine_embedding_loss, _X, f(2, 3), f(2)),
    call(F.ctc_loss, f(3, 1, 4), t(torch.int64, 1, 2, fill="one"), (3,), (2,)),
)
