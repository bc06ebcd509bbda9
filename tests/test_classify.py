"""Messages to classes: the field's wordings, and torch's own, provoked on the CPU and under fake tensors."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch._subclasses.fake_tensor import FakeTensorMode

from pytest_dtypegen.classify import RULES, UNCLASSIFIED, classify
from pytest_dtypegen.errors import ERROR_CLASSES

HALF = torch.float16
TORCH_2_13 = torch.__version__.startswith("2.13.")

# The messages of the field reports: (message, op where the report names it, class).
FIELD = [
    ("expected scalar type Half but found Float", "torch.matmul", "DG401"),
    ("expected scalar type BFloat16 but found Float", "torch.matmul", "DG401"),
    ("mat1 and mat2 must have the same dtype, but got Float and Half", "torch.nn.functional.linear", "DG401"),
    ("mat1 and mat2 must have the same dtype, but got Float and BFloat16", None, "DG401"),
    ("expected mat1 and mat2 to have the same dtype, but got: float != c10::Half", None, "DG401"),
    ("Input type (torch.cuda.FloatTensor) and weight type (torch.cuda.HalfTensor) should be the same", None, "DG401"),
    ("Input dtypes must be the same, got: input float, batch1: c10::Half, batch2: c10::Half", None, "DG401"),
    ("invalid dtype for bias - should match query's dtype", None, "DG402"),
    ("mixed dtype (CPU): expect parameter to have scalar type of Float", None, "DG403"),
    ("expected scalar type Float but found Half", "torch.nn.functional.layer_norm", "DG403"),
    ("value cannot be converted to type at::Half without overflow", None, "DG404"),
    ("expected Tensor as element 0 in argument 1, but got NoneType", None, "DG407"),
    ("Unsupported dtype Half", None, "DG501"),
    (
        "cuFFT only supports dimensions whose sizes are powers of two when computing in half precision, "
        "but got a signal size of[13, 768]",
        None,
        "DG502",
    ),
]

# Wordings that a CPU does not produce: CUDA, older torch, limits.
ELSEWHERE = [
    ("Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!", "DG410"),
    ("Unhandled FakeTensor Device Propagation for aten.add.Tensor, found two different devices cuda:0, cpu", "DG410"),
    ("Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor) should be the same", "DG410"),
    ("Tensor for argument #2 'mat2' is on CPU, but expected it to be on GPU", "DG410"),
    ("CUDA out of memory. Tried to allocate 2.00 GiB.", "DG803"),
    ("CUDA error: an illegal memory access was encountered", "DG802"),
    ("\"addmm_impl_cpu_\" not implemented for 'Half'", "DG501"),
    ("\"slow_conv2d_cpu\" not implemented for 'Half'", "DG501"),
    ("FlashAttention only support fp16 and bf16 data type", "DG501"),
    ("No available kernel. Aborting execution.", "DG501"),
    ("Input type (CUDABFloat16Type) and weight type (torch.cuda.FloatTensor) should be the same", "DG401"),
    ("Input and hidden tensors are not the same dtype, found input tensor with Half and hidden tensor with Float",
     "DG401"),
]  # fmt: skip


def t(*shape: int, d: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.ones(shape, dtype=d)


def h(*shape: int) -> torch.Tensor:
    return torch.ones(shape, dtype=HALF)


def q() -> torch.Tensor:
    return torch.quantize_per_tensor(torch.ones(2, 4, 3), 0.1, 0, torch.quint8)


_I = torch.tensor([0])
_M = torch.tensor([True, False])
_NOTHING: Any = None

Row = tuple[str, Callable[[], Any], str, str]

# (op, call, class, the wording of torch 2.13 on the CPU)
REAL: list[Row] = [
    ("matmul", lambda: torch.matmul(t(2, 3), h(3, 2)), "DG401",
     "expected m1 and m2 to have the same dtype, but got: float != c10::Half"),
    ("matmul", lambda: torch.matmul(t(2, 2, 3), h(2, 3, 2)), "DG401", "expected scalar type Float but found Half"),
    ("mv", lambda: torch.mv(t(2, 3), h(3)), "DG401",
     "addmv input tensors must have the same dtype, but got Half, Float, and Half"),
    ("dot", lambda: torch.dot(t(3), h(3)), "DG401",
     "dot : expected both vectors to have same dtype, but found Float and Half"),
    ("baddbmm", lambda: torch.baddbmm(t(2, 2, 2), h(2, 2, 3), h(2, 3, 2)), "DG401",
     "Input dtypes must be the same, got: input float, batch1: c10::Half, batch2: c10::Half"),
    ("addmm", lambda: torch.addmm(t(2, 2), h(2, 3), h(3, 2)), "DG401",
     "self and mat2 must have the same dtype, but got Float and Half"),
    ("linear", lambda: F.linear(t(2, 3), h(2, 3), h(2)), "DG401",
     "mat1 and mat2 must have the same dtype, but got Float and Half"),
    ("bilinear", lambda: F.bilinear(t(2, 3), t(2, 3), h(2, 3, 3)), "DG401", "All tensors must have the same dtype"),
    ("conv2d", lambda: F.conv2d(t(1, 2, 4, 4), h(2, 2, 3, 3)), "DG401", "expected scalar type Float but found Half"),
    ("conv2d", lambda: F.conv2d(h(1, 2, 4, 4), t(2, 2, 3, 3)), "DG401",
     "Input type (torch.HalfTensor) and weight type (torch.FloatTensor) should be the same"),
    ("conv2d", lambda: F.conv2d(t(1, 2, 4, 4, d=torch.bfloat16), t(2, 2, 3, 3)), "DG401",
     "Input type (CPUBFloat16Type) and weight type (torch.FloatTensor) should be the same"),
    ("conv2d", lambda: F.conv2d(h(1, 2, 4, 4), h(2, 2, 3, 3), t(2)), "DG401",
     "Input type (c10::Half) and bias type (float) should be the same"),
    ("scaled_dot_product_attention",
     lambda: F.scaled_dot_product_attention(t(1, 1, 4, 8), h(1, 1, 4, 8), h(1, 1, 4, 8)),
     "DG401", "Expected query, key, and value to have the same dtype"),
    ("tensordot", lambda: torch.tensordot(t(2, 3), h(3, 2), 1), "DG401", "both inputs should have same dtype"),
    ("grid_sample", lambda: F.grid_sample(h(1, 1, 2, 2), t(1, 2, 2, 2), align_corners=False), "DG401",
     "expected scalar type Half but found Float"),
    ("lerp", lambda: torch.lerp(h(2), t(2), h(2)), "DG401", "expected dtype c10::Half for `end` but got dtype float"),
    ("prelu", lambda: F.prelu(t(2, 2), h(2)), "DG401", "prelu: Type promoting not supported. Got Float and Half"),
    ("binary_cross_entropy", lambda: F.binary_cross_entropy(t(2), h(2)), "DG401",
     "Found dtype Half but expected Float"),
    ("embedding", lambda: F.embedding(t(2), t(2, 2)), "DG401",
     "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int"),
    ("where", lambda: torch.where(t(2), t(2), t(2)), "DG401", "where expected condition to be a boolean tensor"),
    ("getitem", lambda: t(2)[t(2)], "DG401", "tensors used as indices must be long, int, byte or bool tensors"),
    ("complex", lambda: torch.complex(t(2), h(2)), "DG401", "Expected object of scalar type Float but got scalar type"),
    ("scaled_dot_product_attention",
     lambda: F.scaled_dot_product_attention(t(1, 1, 4, 8), t(1, 1, 4, 8), t(1, 1, 4, 8), attn_mask=h(4, 4)), "DG402",
     "Expected attn_mask dtype to be bool or float or to match query dtype"),
    ("layer_norm", lambda: F.layer_norm(t(2, 4), (4,), h(4), h(4)), "DG403",
     "mixed dtype (CPU): expect parameter to have scalar type of Float"),
    ("layer_norm", lambda: F.layer_norm(h(2, 4), (4,), h(4), t(4)), "DG403",
     "expected scalar type Half but found Float"),
    ("group_norm", lambda: F.group_norm(t(2, 4, 3), 2, h(4), h(4)), "DG403",
     "mixed dtype (CPU): expect parameter to have scalar type of Float"),
    ("batch_norm", lambda: F.batch_norm(h(2, 4, 3), t(4), t(4), h(4), h(4)), "DG403",
     "expected scalar type Half but found Float"),
    ("masked_fill", lambda: h(2).masked_fill(_M, -3.4028234663852886e38), "DG404",
     "value cannot be converted to type c10::Half without overflow"),
    ("full", lambda: torch.full((2,), 1e39, dtype=torch.bfloat16), "DG404",
     "value cannot be converted to type c10::BFloat16 without overflow"),
    ("pad", lambda: F.pad(h(2), (1, 1), value=-3.4e38), "DG404",
     "value cannot be converted to type c10::Half without overflow"),
    ("index_put", lambda: t(2).index_put((_I,), h(1)), "DG406",
     "Index put requires the source and destination dtypes match, got Float for the destination and Half for the"),
    ("scatter", lambda: h(2).scatter(0, _I, t(1)), "DG406", "scatter(): Expected self.dtype to be equal to src.dtype"),
    ("masked_scatter", lambda: h(2).masked_scatter(_M, t(1)), "DG406",
     "masked_scatter: expected self and source to have same dtypes"),
    ("index_add", lambda: h(2).index_add(0, _I, t(1)), "DG406",
     "index_add_(): self (Half) and source (Float) must have the same scalar type"),
    ("index_copy", lambda: h(2).index_copy(0, _I, t(1)), "DG406",
     "index_copy_(): self and source expected to have the same dtype"),
    ("put_", lambda: h(2).put_(_I, t(1)), "DG406", "put_(): self and source expected to have the same dtype"),
    ("add_", lambda: t(2, d=torch.int64).add_(t(2)), "DG406",
     "result type Float can't be cast to the desired output type Long"),
    ("cat", lambda: torch.cat([_NOTHING, t(2)]), "DG407",
     "expected Tensor as element 0 in argument 0, but got NoneType"),
    ("linear", lambda: F.linear(_NOTHING, t(2, 2)), "DG407",
     "linear(): argument 'input' (position 1) must be Tensor, not NoneType"),
    ("add", lambda: t(2) + _NOTHING, "DG407", "unsupported operand type(s) for +: 'Tensor' and 'NoneType'"),
    ("view", lambda: t(2, 3).view(5), "DG408", "shape '[5]' is invalid for input of size 6"),
    ("add", lambda: t(2) + t(3), "DG408", "The size of tensor a (2) must match the size of tensor b (3)"),
    ("add", lambda: q() + t(2, 4, 3), "DG409", "promoteTypes with quantized numbers is not handled yet"),
    ("group_norm", lambda: F.group_norm(q(), 2, t(4), t(4)), "DG409",
     "Could not run 'aten::var_mean.correction' with arguments from the 'QuantizedCPU' backend"),
    ("add", lambda: t(2) + torch.ones(2, device="meta"), "DG410",
     "Tensor on device meta is not on the expected device"),
    ("fft_fft", lambda: torch.fft.fft(h(13)), "DG501", "Unsupported dtype Half"),
    ("linalg_svd", lambda: torch.linalg.svd(h(2, 2)), "DG501", "\"linalg_svd_cpu\" not implemented for 'Half'"),
    ("linalg_inv", lambda: torch.linalg.inv(h(2, 2)), "DG501",
     "linalg.inv: Low precision dtypes not supported. Got Half"),
    ("view_as_complex", lambda: torch.view_as_complex(t(2, 2, d=torch.bfloat16)), "DG501",
     "view_as_complex is only supported for half, float and double tensors"),
    ("quantile", lambda: torch.quantile(h(2), 0.5), "DG501",
     "quantile() input tensor must be either float or double dtype"),
    ("embedding", lambda: F.embedding(torch.tensor([7]), t(2, 2)), "DG602", "index out of range in self"),
    ("empty", lambda: torch.empty(10**15), "DG803", "can't allocate memory: you tried to allocate"),
    ("relu", lambda: F.relu(t(2), **{"foo": 1}), "DG301", "relu() got an unexpected keyword argument 'foo'"),
]  # fmt: skip

# (op, call, class, the wording of torch 2.13's meta kernels)
FAKE: list[Row] = [
    ("matmul", lambda: torch.matmul(t(2, 2, 3), h(2, 3, 2)), "DG401",
     "expected scalar type torch.float32 but found torch.float16"),
    ("dot", lambda: torch.dot(t(3), h(3)), "DG401",
     "dot : expected both vectors to have same dtype, but found torch.float32 and torch.float16"),
    ("baddbmm", lambda: torch.baddbmm(t(2, 2, 2), h(2, 2, 3), h(2, 3, 2)), "DG401",
     "Input dtypes must be the same, got: input: torch.float32, batch1: torch.float16"),
    ("conv2d", lambda: F.conv2d(t(1, 2, 4, 4), h(2, 2, 3, 3)), "DG401",
     "Input type (torch.float32) and weight type (torch.float16) should be the same"),
    ("lerp", lambda: torch.lerp(h(2), t(2), h(2)), "DG401",
     "expected dtype torch.float16 for `end`, but got dtype torch.float32"),
    ("where", lambda: torch.where(t(2), t(2), t(2)), "DG401", "expected predicate to be bool, got torch.float32"),
    ("masked_scatter", lambda: h(2).masked_scatter(torch.zeros(2, dtype=torch.bool), t(1)), "DG406",
     "masked_scatter: expected self and source to have same dtypes but got torch.float16 and torch.float32"),
    ("add_", lambda: t(2, d=torch.int64).add_(t(2)), "DG406",
     "in in-place ops are not possible due to element size change"),
    ("add", lambda: t(2) + torch.ones(2, device="meta"), "DG410",
     "Expected all tensors to be on the same device, but found at least two devices, cpu and meta!"),
    ("fft_fft", lambda: torch.fft.fft(h(13)), "DG501", "Unsupported dtype Half"),
    ("linalg_inv", lambda: torch.linalg.inv(h(2, 2)), "DG501", "Low precision dtypes not supported. Got torch.float16"),
]  # fmt: skip


def _names(rows: list[Row]) -> list[str]:
    return [f"{code}-{op}-{number}" for number, (op, _, code, _) in enumerate(rows)]


@pytest.mark.parametrize(("message", "op", "code"), FIELD)
def test_field_message(message: str, op: str | None, code: str) -> None:
    assert classify(message, op=op, exception="RuntimeError") == code


@pytest.mark.parametrize(("message", "op", "code"), FIELD)
def test_field_message_quoted_with_its_line(message: str, op: str | None, code: str) -> None:
    log = f"    x_1 = {op or 'torch.add'}(x, to_1);  x = to_1 = None\nRuntimeError: {message}"
    assert classify(log, op=op) == code


@pytest.mark.parametrize(("message", "code"), ELSEWHERE)
def test_wording_from_elsewhere(message: str, code: str) -> None:
    assert classify(message, exception="RuntimeError") == code


def _check(op: str, call: Callable[[], Any], code: str, wording: str) -> None:
    with pytest.raises(Exception) as raised:
        call()
    message = str(raised.value)
    assert classify(message, op=op, exception=type(raised.value).__name__) == code
    assert classify(wording, op=op, exception=type(raised.value).__name__) == code
    if TORCH_2_13:
        assert wording in message


@pytest.mark.parametrize(("op", "call", "code", "wording"), REAL, ids=_names(REAL))
def test_real_kernel(op: str, call: Callable[[], Any], code: str, wording: str) -> None:
    _check(op, call, code, wording)


@pytest.mark.parametrize(("op", "call", "code", "wording"), FAKE, ids=_names(FAKE))
def test_meta_kernel(op: str, call: Callable[[], Any], code: str, wording: str) -> None:
    with FakeTensorMode():
        _check(op, call, code, wording)


def test_op_in_any_spelling() -> None:
    message = "expected scalar type Float but found Half"
    for op in ("layer_norm", "torch.nn.functional.layer_norm", "aten::layer_norm", "torch.ops.aten.layer_norm.default"):
        assert classify(message, op=op) == "DG403"
    for op in (None, "torch.matmul", "weird_layer_norm_like"):
        assert classify(message, op=op) == "DG401"
    assert classify(message, op="Tensor.copy_") == "DG406"


@pytest.mark.parametrize(
    "message",
    ["", "something else entirely", "KeyError: 'x'", "the same thing happened", "value is fine", "Tensor", "dtype"],
)
def test_unknown_is_unclassified(message: str) -> None:
    assert classify(message) == UNCLASSIFIED
    assert classify(message, op="linear", exception="KeyError") == UNCLASSIFIED


def test_exception_alone_decides_where_it_says_enough() -> None:
    assert classify("", exception="MemoryError") == "DG803"
    assert classify("whatever", exception="OutOfMemoryError") == "DG803"


def test_table_names_known_classes_and_repeats_nothing() -> None:
    assert {rule.code for rule in RULES} <= set(ERROR_CLASSES)
    assert len({(rule.pattern.pattern, rule.ops, rule.exceptions) for rule in RULES}) == len(RULES)


def test_no_torch_is_imported() -> None:
    code = "import sys; import pytest_dtypegen.classify; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_class_torch_can_raise_has_a_rule() -> None:
    raised = {code for code in ERROR_CLASSES if re.match(r"DG(4|501|502|80[123])", code)}
    assert raised <= {rule.code for rule in RULES}
