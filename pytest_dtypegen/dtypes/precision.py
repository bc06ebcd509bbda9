"""What ``torch.autocast`` does with an op: compute it lower, in float32, in the widest operand dtype, or nothing.

The rows are torch's own autocast lists (``aten/src/ATen/autocast_mode.h`` for CUDA-like devices, ``autocast_mode.cpp``
for the CPU), under the names of ``dtypes/ops.py``; the tests compare them with the dispatcher of the installed torch in
both directions. Composites carry no registration of their own: autocast acts on the ops inside them. They are listed
beside the registered ops, in the class that their result shows under autocast, also proven by a test.

Autocast has no row for a write (``add_``, ``scatter_add_``): its result keeps the dtype of the tensor that is written,
so writes are always ``"alone"``.
"""

from __future__ import annotations

from typing import Literal

PrecisionClass = Literal["lower", "float32", "promote", "alone"]

_CUDA_LOWER = """
    _convolution conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d convolution
    cudnn_convolution cudnn_convolution_transpose prelu addmm addmv addr matmul einsum mm mv linalg_vecdot linear addbmm
    baddbmm bmm chain_matmul linalg_multi_dot _thnn_fused_lstm_cell _thnn_fused_gru_cell lstm_cell gru_cell
    rnn_tanh_cell rnn_relu_cell _scaled_dot_product_flash_attention scaled_dot_product_attention
"""
_CUDA_FLOAT32 = """
    acos asin cosh erfinv exp expm1 log log10 log2 log1p reciprocal rsqrt sinh tan pow softplus layer_norm
    native_layer_norm rms_norm group_norm frobenius_norm nuclear_norm cosine_similarity poisson_nll_loss
    cosine_embedding_loss nll_loss nll_loss2d hinge_embedding_loss kl_div l1_loss smooth_l1_loss huber_loss mse_loss
    margin_ranking_loss multilabel_margin_loss soft_margin_loss triplet_margin_loss multi_margin_loss
    binary_cross_entropy_with_logits dist pdist cdist renorm logsumexp upsample_nearest1d _upsample_nearest_exact1d
    upsample_nearest2d _upsample_nearest_exact2d upsample_nearest3d _upsample_nearest_exact3d upsample_linear1d
    upsample_bilinear2d _upsample_bilinear2d_aa upsample_trilinear3d upsample_bicubic2d _upsample_bicubic2d_aa
    prod softmax log_softmax cumprod cumsum linalg_vector_norm linalg_matrix_norm sum norm
"""
_CUDA_PROMOTE = """
    addcdiv addcmul atan2 bilinear cross dot vdot grid_sampler index_put tensordot scatter_add
"""
_CPU_LOWER = """
    conv1d conv2d conv3d bmm mm linalg_vecdot baddbmm addmm _addmm_activation addbmm linear _convolution matmul conv_tbc
    mkldnn_rnn_layer conv_transpose1d conv_transpose2d conv_transpose3d prelu scaled_dot_product_attention
    _native_multi_head_attention
"""
_CPU_FLOAT32 = """
    avg_pool3d binary_cross_entropy grid_sampler polar prod quantile nanquantile stft cdist grid_sampler_2d
    _grid_sampler_2d_cpu_fallback grid_sampler_3d trace view_as_complex cholesky cholesky_inverse cholesky_solve
    linalg_inv lu_solve orgqr ormqr pinverse max_pool3d max_unpool2d max_unpool3d adaptive_avg_pool3d reflection_pad1d
    reflection_pad2d replication_pad1d replication_pad2d replication_pad3d mse_loss cosine_embedding_loss nll_loss
    nll_loss2d hinge_embedding_loss poisson_nll_loss smooth_l1_loss cross_entropy_loss l1_loss huber_loss
    margin_ranking_loss soft_margin_loss triplet_margin_loss multi_margin_loss ctc_loss kl_div multilabel_margin_loss
    multilabel_margin_loss_forward binary_cross_entropy_with_logits fft_fft fft_ifft fft_fft2 fft_ifft2 fft_fftn
    fft_ifftn fft_rfft fft_irfft fft_rfft2 fft_irfft2 fft_rfftn fft_irfftn fft_hfft fft_ihfft linalg_cond
    linalg_matrix_rank linalg_solve linalg_cholesky linalg_svdvals linalg_eigvals linalg_eigvalsh
    linalg_householder_product linalg_tensorinv linalg_tensorsolve fake_quantize_per_tensor_affine geqrf _lu_with_info
    qr svd triangular_solve fractional_max_pool2d fractional_max_pool3d adaptive_max_pool3d linalg_qr
    linalg_cholesky_ex linalg_svd linalg_eig linalg_eigh linalg_lstsq linalg_inv_ex
"""
_CPU_PROMOTE = "stack cat index_copy"

# Composites, and torch.nn.functional names that differ from the op they call: not registered, but autocast acts on the
# op inside, and their result shows its class. multi_head_attention_forward: linear, attention, linear. einsum, inner
# and tensordot on the CPU: mm or bmm. affine_grid: bmm. interpolate: upsample_*. normalize, pairwise_distance: norm.
# cross_entropy: log_softmax and nll_loss on CUDA. lstm, gru, rnn_*: linear, or one fused low-precision layer; where
# they make their own initial state it is float32, and so then is the result. local_response_norm: pow on CUDA.
# binary_cross_entropy: autocast on CUDA refuses to run it at all, since log(0) is near; float32 is what it then needs.
_CUDA_COMPOSITES: dict[str, PrecisionClass] = {
    "multi_head_attention_forward": "lower", "_native_multi_head_attention": "lower", "affine_grid": "lower",
    "affine_grid_generator": "lower", "lstm": "lower", "gru": "lower", "rnn_tanh": "lower", "rnn_relu": "lower",
    "_addmm_activation": "lower", "matrix_power": "lower", "linalg_matrix_power": "lower",
    "interpolate": "float32", "upsample": "float32", "upsample_bilinear": "float32", "upsample_nearest": "float32",
    "normalize": "float32", "pairwise_distance": "float32", "linalg_norm": "float32", "cross_entropy": "float32",
    "cross_entropy_loss": "float32", "softmin": "float32", "gumbel_softmax": "float32",
    "triplet_margin_with_distance_loss": "float32", "gaussian_nll_loss": "float32", "local_response_norm": "float32",
    "multilabel_soft_margin_loss": "float32", "binary_cross_entropy": "float32", "grid_sample": "promote",
    "grid_sampler_2d": "promote", "grid_sampler_3d": "promote", "inner": "promote",
}  # fmt: skip
_CPU_COMPOSITES: dict[str, PrecisionClass] = {
    "multi_head_attention_forward": "lower", "einsum": "lower", "tensordot": "lower", "inner": "lower",
    "affine_grid": "lower", "affine_grid_generator": "lower", "lstm": "lower", "gru": "lower", "rnn_tanh": "lower",
    "rnn_relu": "lower", "lstm_cell": "lower", "gru_cell": "lower", "rnn_tanh_cell": "lower", "rnn_relu_cell": "lower",
    "chain_matmul": "lower", "linalg_multi_dot": "lower", "matrix_power": "lower", "linalg_matrix_power": "lower",
    "cov": "lower", "corrcoef": "lower", "grid_sample": "float32", "cross_entropy": "float32",
}  # fmt: skip


def _table(lower: str, float32: str, promote: str, composites: dict[str, PrecisionClass]) -> dict[str, PrecisionClass]:
    table: dict[str, PrecisionClass] = dict(composites)
    rows: tuple[tuple[str, PrecisionClass], ...] = ((lower, "lower"), (float32, "float32"), (promote, "promote"))
    for names, row in rows:
        table.update(dict.fromkeys(names.split(), row))
    return table


CUDA_LIST = _table(_CUDA_LOWER, _CUDA_FLOAT32, _CUDA_PROMOTE, _CUDA_COMPOSITES)
CPU_LIST = _table(_CPU_LOWER, _CPU_FLOAT32, _CPU_PROMOTE, _CPU_COMPOSITES)
COMPOSITES = {"cpu": frozenset(_CPU_COMPOSITES), "cuda": frozenset(_CUDA_COMPOSITES)}


def precision_class(op: str, device_type: str) -> PrecisionClass:
    """How ``torch.autocast`` treats ``op`` (a name from ``dtypes/ops.py``) on a device.

    ``"lower"``: floating operands are cast to the target dtype. ``"float32"``: they are cast to float32.
    ``"promote"``: to the widest of them. ``"alone"``: the op runs on what it is given. Device types other than ``cpu``
    follow the CUDA list, as torch's own XPU, MTIA and out-of-tree backends do.
    """
    return (CPU_LIST if device_type == "cpu" else CUDA_LIST).get(op, "alone")
