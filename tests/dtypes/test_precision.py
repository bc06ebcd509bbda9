"""The autocast table against the installed torch: its dispatcher, its header, and what autocast really does."""

import contextlib
import re
import warnings
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch._subclasses.fake_tensor import FakeTensorMode

from pytest_dtypegen.dtypes.ops import canonical
from pytest_dtypegen.dtypes.precision import COMPOSITES, CPU_LIST, CUDA_LIST, precision_class

LISTS = {"cpu": CPU_LIST, "cuda": CUDA_LIST}
# Compiled only where cuDNN is: registered with AutocastCUDA in torch's sources, absent from a CPU build's dispatcher.
CUDNN_ONLY = {"cudnn_convolution", "cudnn_convolution_transpose"}


def registered(key: str) -> set[str]:
    names = torch._C._dispatch_get_all_op_names()
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    return {canonical(n[6:].partition(".")[0]) for n in names if n.startswith("aten::") and has(n, key)}


@pytest.mark.parametrize("device,key", [("cpu", "AutocastCPU"), ("cuda", "AutocastCUDA")])
def test_every_op_that_torch_registers_with_autocast_is_in_the_table_and_no_other(device, key):
    ours = set(LISTS[device])
    there = registered(key)
    assert there - ours == set(), "registered in torch, missing here"
    assert ours - there - COMPOSITES[device] - CUDNN_ONLY == set(), "here, but torch does not register it"


def test_the_classes_of_the_cuda_list_are_those_of_torchs_own_header():
    header = Path(torch.__file__).parent / "include/ATen/autocast_mode.h"
    if not header.is_file():
        pytest.skip("this torch is installed without its headers")
    text = header.read_text()
    for macro, expected in (("LOWER_PRECISION_FP", "lower"), ("FP32", "float32"), ("FP32_SET_OPT_DTYPE", "float32"),
                            ("PROMOTE", "promote")):  # fmt: skip
        body = re.search(rf"#define AT_FORALL_{macro}\(_\)\s*\\\n((?:.*\\\n)*.*\n)", text)
        assert body is not None
        names = re.findall(r"_\((\w+)", body.group(1))
        assert len(names) > 8
        assert {n: precision_class(canonical(n), "cuda") for n in names} == dict.fromkeys(names, expected)


def test_other_devices_follow_the_cuda_list_and_writes_are_left_alone():
    assert precision_class("layer_norm", "xpu") == precision_class("layer_norm", "cuda") == "float32"
    assert precision_class("layer_norm", "cpu") == "alone"
    assert precision_class("scatter_add_", "cuda") == "alone"
    assert precision_class("an_op_that_does_not_exist", "cpu") == "alone"
    assert not [op for table in LISTS.values() for op in table if op.endswith("_")]


def ones(device):
    return lambda *shape: torch.ones(*shape, device=device)


# op -> call(z, cast): z makes float32 ones, cast brings an operand to the dtype under test.
CALLS = {
    "conv1d": lambda z, c: F.conv1d(c(z(1, 2, 4)), c(z(3, 2, 2))),
    "conv2d": lambda z, c: F.conv2d(c(z(1, 2, 4, 4)), c(z(3, 2, 2, 2))),
    "conv3d": lambda z, c: F.conv3d(c(z(1, 2, 4, 4, 4)), c(z(3, 2, 2, 2, 2))),
    "conv_transpose1d": lambda z, c: F.conv_transpose1d(c(z(1, 2, 4)), c(z(2, 3, 2))),
    "conv_transpose2d": lambda z, c: F.conv_transpose2d(c(z(1, 2, 4, 4)), c(z(2, 3, 2, 2))),
    "conv_tbc": lambda z, c: torch.conv_tbc(c(z(4, 1, 2)), c(z(2, 2, 3)), c(z(3))),
    "linear": lambda z, c: F.linear(c(z(2, 3)), c(z(4, 3)), c(z(4))),
    "matmul": lambda z, c: c(z(2, 3)) @ c(z(3, 2)),
    "mm": lambda z, c: torch.mm(c(z(2, 3)), c(z(3, 2))),
    "bmm": lambda z, c: torch.bmm(c(z(1, 2, 3)), c(z(1, 3, 2))),
    "mv": lambda z, c: torch.mv(c(z(2, 3)), c(z(3))),
    "dot": lambda z, c: torch.dot(c(z(3)), c(z(3))),
    "addmm": lambda z, c: torch.addmm(c(z(2, 2)), c(z(2, 3)), c(z(3, 2))),
    "addmv": lambda z, c: torch.addmv(c(z(2)), c(z(2, 3)), c(z(3))),
    "addbmm": lambda z, c: torch.addbmm(c(z(2, 2)), c(z(1, 2, 3)), c(z(1, 3, 2))),
    "baddbmm": lambda z, c: torch.baddbmm(c(z(1, 2, 2)), c(z(1, 2, 3)), c(z(1, 3, 2))),
    "einsum": lambda z, c: torch.einsum("ij,kj->ik", c(z(2, 3)), c(z(4, 3))),
    "chain_matmul": lambda z, c: torch.chain_matmul(c(z(2, 3)), c(z(3, 2))),
    "linalg_multi_dot": lambda z, c: torch.linalg.multi_dot([c(z(2, 3)), c(z(3, 2))]),
    "matrix_power": lambda z, c: torch.matrix_power(c(z(3, 3)), 3),
    "prelu": lambda z, c: F.prelu(c(z(2, 3)), c(z(1))),
    "scaled_dot_product_attention": lambda z, c: F.scaled_dot_product_attention(*[c(z(1, 1, 2, 4))] * 3),
    "multi_head_attention_forward": lambda z, c: F.multi_head_attention_forward(
        *[c(z(2, 1, 4))] * 3, 4, 2, c(z(12, 4)), c(z(12)), None, None, False, 0.0, c(z(4, 4)), c(z(4)),
        need_weights=False)[0],
    "_native_multi_head_attention": lambda z, c: torch._native_multi_head_attention(
        *[c(z(1, 2, 4))] * 3, 4, 2, c(z(12, 4)), c(z(12)), c(z(4, 4)), c(z(4)), need_weights=False)[0],
    "affine_grid": lambda z, c: F.affine_grid(c(z(1, 2, 3)), [1, 1, 2, 2]),
    "tensordot": lambda z, c: torch.tensordot(c(z(2, 3)), c(z(3, 2)), 1),
    "inner": lambda z, c: torch.inner(c(z(2, 3)), c(z(2, 3))),
    "cov": lambda z, c: torch.cov(c(z(2, 3))),
    "layer_norm": lambda z, c: F.layer_norm(c(z(2, 3)), (3,)),
    "rms_norm": lambda z, c: F.rms_norm(c(z(2, 3)), (3,)),
    "group_norm": lambda z, c: F.group_norm(c(z(2, 4, 3)), 2),
    "batch_norm": lambda z, c: F.batch_norm(c(z(2, 3)), c(z(3)), c(z(3))),
    "softmax": lambda z, c: F.softmax(c(z(2, 3)), -1),
    "log_softmax": lambda z, c: F.log_softmax(c(z(2, 3)), -1),
    "softmin": lambda z, c: F.softmin(c(z(2, 3)), -1),
    "exp": lambda z, c: c(z(2)).exp(),
    "log": lambda z, c: c(z(2)).log(),
    "pow": lambda z, c: c(z(2)).pow(2),
    "rsqrt": lambda z, c: c(z(2)).rsqrt(),
    "softplus": lambda z, c: F.softplus(c(z(2))),
    "gelu": lambda z, c: F.gelu(c(z(2))),
    "sum": lambda z, c: c(z(2)).sum(),
    "mean": lambda z, c: c(z(2)).mean(),
    "prod": lambda z, c: c(z(2)).prod(),
    "cumsum": lambda z, c: c(z(2)).cumsum(0),
    "norm": lambda z, c: c(z(2, 3)).norm(dim=1),
    "linalg_norm": lambda z, c: torch.linalg.norm(c(z(2, 3))),
    "linalg_vector_norm": lambda z, c: torch.linalg.vector_norm(c(z(2, 3))),
    "normalize": lambda z, c: F.normalize(c(z(2, 3))),
    "pairwise_distance": lambda z, c: F.pairwise_distance(c(z(2, 3)), c(z(2, 3))),
    "cosine_similarity": lambda z, c: F.cosine_similarity(c(z(2, 3)), c(z(2, 3))),
    "_weight_norm": lambda z, c: torch._weight_norm(c(z(2, 3)), c(z(2, 1)), 0),
    "local_response_norm": lambda z, c: F.local_response_norm(c(z(1, 4, 3)), 2),
    "mse_loss": lambda z, c: F.mse_loss(c(z(2)), c(z(2))),
    "avg_pool3d": lambda z, c: F.avg_pool3d(c(z(1, 1, 2, 2, 2)), 2),
    "multilabel_soft_margin_loss": lambda z, c: F.multilabel_soft_margin_loss(c(z(2, 3)), c(z(2, 3))),
}  # fmt: skip
# Calls that need the device itself, not only fake tensors that claim to lie on it.
CPU_CALLS = {
    "interpolate": lambda z, c: F.interpolate(c(z(1, 2, 3)), scale_factor=2),
    "grid_sample": lambda z, c: F.grid_sample(c(z(1, 1, 2, 2)), c(z(1, 2, 2, 2)), align_corners=False),
    "cross_entropy": lambda z, c: F.cross_entropy(c(z(2, 3)), torch.zeros(2, dtype=torch.long)),
    "rnn_tanh_cell": lambda z, c: torch.rnn_tanh_cell(c(z(2, 3)), c(z(2, 4)), c(z(4, 3)), c(z(4, 4))),
    "lstm_cell": lambda z, c: torch.lstm_cell(c(z(2, 3)), [c(z(2, 4))] * 2, c(z(16, 3)), c(z(16, 4)))[0],
    "gru_cell": lambda z, c: torch.gru_cell(c(z(2, 3)), c(z(2, 4)), c(z(12, 3)), c(z(12, 4))),
    "fft_fft": lambda z, c: torch.fft.fft(c(z(4))).real,
    "stack": lambda z, c: torch.stack([c(z(2)), z(2)]),
    "cat": lambda z, c: torch.cat([c(z(2)), z(2)]),
    "linear_mixed": lambda z, c: F.linear(c(z(2, 3)), z(4, 3)),
}
# The fake implementation of these is another decomposition than the device's kernel.
NOT_FAKE = {"affine_grid", "tensordot", "inner", "cov", "multi_head_attention_forward", "_native_multi_head_attention"}


def under_autocast(device: str, low: torch.dtype, call, given: torch.dtype) -> torch.dtype:
    fake = FakeTensorMode() if device == "cuda" else contextlib.nullcontext()
    was = torch.is_autocast_enabled(device), torch.get_autocast_dtype(device)
    torch.set_autocast_enabled(device, True)
    torch.set_autocast_dtype(device, low)
    try:
        with fake, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return call(ones(device), lambda t: t.to(given)).dtype
    finally:
        torch.set_autocast_enabled(device, was[0])
        torch.set_autocast_dtype(device, was[1])


def results_allowed(row: str, given: torch.dtype, low: torch.dtype) -> set[torch.dtype]:
    if row == "lower":
        return {low}
    return {torch.float32} if row == "float32" else {given}


@pytest.mark.parametrize("op", sorted([*CALLS, *CPU_CALLS]))
def test_the_cpu_does_what_the_table_says(op):
    low = torch.bfloat16
    call = {**CALLS, **CPU_CALLS}[op]
    for given in (torch.float32, low):
        if op in ("stack", "cat"):  # one operand low, one float32
            assert precision_class(op, "cpu") == "promote"
            assert under_autocast("cpu", low, call, given) is torch.float32
            continue
        if op == "gru_cell" or op == "lstm_cell":  # the gates are computed low, then meet the state
            assert precision_class(op, "cpu") == "lower"
            assert under_autocast("cpu", low, call, given) is given
            continue
        row = precision_class(op.removesuffix("_mixed"), "cpu")
        assert under_autocast("cpu", low, call, given) in results_allowed(row, given, low), (row, given)


@pytest.mark.parametrize("op", sorted(set(CALLS) - NOT_FAKE))
def test_cuda_does_what_the_table_says_as_far_as_fake_tensors_can_tell(op):
    torch._C._ensureCUDADeviceGuardSet()
    low = torch.float16
    row = precision_class(op, "cuda")
    for given in (torch.float32, low):
        assert under_autocast("cuda", low, CALLS[op], given) in results_allowed(row, given, low), (row, given)
