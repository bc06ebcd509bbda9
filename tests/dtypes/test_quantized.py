"""Quantized values in inference: what the kernels give, at any size, in the words of failures."""

from __future__ import annotations

import resource
import time
from typing import Any

import pytest
import torch

from pytest_dtypegen.dtypes.infer import Inference, infer
from pytest_dtypegen.dtypes.quantized import CPU_ONLY, CUT_TO, Quantization, missing_kernel, quantization_of
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.run import describe, run_graph
from pytest_dtypegen.samples.inputs import make_tensor
from pytest_dtypegen.samples.model import TensorMeta
from pytest_dtypegen.samples.source import parse_graph

QUANTIZE = "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\n"
NORM = "n = torch.ops.quantized.instance_norm(q, w, None, 1e-05, 0.08, 7)\n"


def model(body: str, *names: str) -> str:
    lines = "\n".join("        " + line for line in body.strip().splitlines())
    parameters = "".join(f", {name}: torch.Tensor" for name in names)
    return f"import torch\n\nclass GraphModule(torch.nn.Module):\n    def forward(self{parameters}):\n{lines}\n"


def inferred(body: str, *tensors: TensorMeta, device: str = "cpu") -> tuple[dict[str, Any], Inference]:
    graph = parse_graph(model(body, *(meta.name for meta in tensors)), device=device)
    inference = infer(graph, {meta.name: meta for meta in tensors}, device)
    return {node.name: value for node, value in inference.values.items()}, inference


def f32(name: str, *shape: int, **fields: Any) -> TensorMeta:
    return TensorMeta(name, shape, "float32", **fields)


PER_CHANNEL = (
    f32("x", 4, 3, 5), f32("s", 3, data=(0.1, 0.2, 0.3)), TensorMeta("z", (3,), "int64", data=(1, 0, -4)),
)  # fmt: skip
GRAPHS: dict[str, tuple[str, tuple[TensorMeta, ...]]] = {
    "norm": (QUANTIZE + NORM + "d = n.dequantize()\nreturn (q, n, d)", (f32("x", 2, 5, 7), f32("w", 5))),
    "views": (
        QUANTIZE + "r = q.reshape(5, -1)\nt = q.transpose(1, 2)\np = q[0]\nc = t.contiguous()\nreturn (r, t, p, c)",
        (f32("x", 2, 5, 7),)),
    "integers": (QUANTIZE + "i = q.int_repr()\nj = i.to(torch.int32)\nreturn (i, j)", (f32("x", 2, 5, 7),)),
    "arithmetic": (
        QUANTIZE + "a = torch.ops.quantized.add(q, q, 0.04, 6)\nr = torch.nn.functional.relu(a)\nreturn (a, r)",
        (f32("x", 2, 5, 7),)),
    "per channel": (
        "q = torch.quantize_per_channel(x, s, z, 1, torch.qint8)\nr = q.reshape(4, 3, 5, 1)\n"
        "d = r.dequantize()\nreturn (q, r, d)",
        PER_CHANNEL),
    "a strided input": (
        "t = x.transpose(1, 2)\nq = torch.quantize_per_tensor(t, 0.02, 3, torch.qint32)\nd = q.dequantize()\n"
        "return (q, d)",
        (f32("x", 2, 5, 7),)),
    "questions": (
        QUANTIZE + NORM + "a = n.q_scale()\nb = n.q_zero_point()\nc = n.dtype\ne = n.shape\ny = x * a + b\nreturn (y,)",
        (f32("x", 2, 5, 7), f32("w", 5))),
}  # fmt: skip


@pytest.mark.parametrize("which", GRAPHS)
def test_what_is_inferred_is_what_the_kernels_give(which: str) -> None:
    body, tensors = GRAPHS[which]
    _, inference = inferred(body, *tensors)
    graph = next(iter(inference.values)).graph
    metas, real = {meta.name: meta for meta in tensors}, dict[Any, Any]()
    run_graph(graph, lambda node: make_tensor(metas[str(node.target)]), observe=real.__setitem__)
    for node, value in real.items():
        found = inference.values[node]
        if not isinstance(value, torch.Tensor):
            assert found == value and type(found) is type(value)
            continue
        assert (found.dtype, found.shape, found.stride()) == (value.dtype, value.shape, value.stride()), node.name
        assert quantization_of(found) == quantization_of(value), node.name


def test_known_data_stays_known_through_quantization() -> None:
    x = f32("x", 1, 2, 2, data=(0.0, 0.1, 0.2, 0.3))
    _, inference = inferred("q = torch.quantize_per_tensor(x, 0.1, 3, torch.quint8)\ni = q.int_repr()\nreturn (i,)", x)
    known = {node.name: value for node, value in inference.known.items()}
    assert known["i"].tolist() == [[[3, 4], [5, 6]]]


def test_a_huge_tensor_costs_neither_memory_nor_time() -> None:
    body = QUANTIZE + NORM + "r = torch.nn.functional.relu(n)\nd = r.dequantize()\ni = r.int_repr()\nreturn (d, i)"
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    values, _ = inferred(body, f32("x", 1, 5, 30_000, 30_000), f32("w", 5))
    assert time.process_time() - start < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000  # KiB; a copy takes 4.5 GB
    assert describe(values["r"]) == "quint8(scale=0.08, zero_point=7)[1, 5, 30000, 30000] cpu"
    assert (values["d"].dtype, values["i"].dtype) == (torch.float32, torch.uint8)


@pytest.mark.parametrize("op", sorted(CUT_TO))
def test_cut_stand_ins_give_what_whole_ones_give(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = {
        "quantize_per_tensor": "y = torch.quantize_per_tensor(x, 0.05, 9, torch.qint8)",
        "instance_norm": "y = torch.ops.quantized.instance_norm(q, w, w, 1e-05, 0.08, 7)",
        "group_norm": "y = torch.ops.quantized.group_norm(q, 1, w, w, 1e-05, 0.08, 7)",
        "clamp": "y = torch.clamp(q, 0.0, 1.0)", "relu6": "y = torch.nn.functional.relu6(q)",
        "leaky_relu": "y = torch.nn.functional.leaky_relu(q, 0.1)",
    }  # fmt: skip
    body = QUANTIZE + calls.get(op, f"y = torch.{op}(q)") + "\nreturn (y,)"
    tensors = f32("x", 2, 5, 7, 3), f32("w", 5)
    whole = inferred(body, *tensors)[0]["y"]
    monkeypatch.setattr("pytest_dtypegen.dtypes.quantized.STAND_IN_LIMIT", 1)
    cut = inferred(body, *tensors)[0]["y"]
    assert (cut.dtype, cut.shape, quantization_of(cut)) == (whole.dtype, whole.shape, quantization_of(whole))


def test_what_a_kernel_refuses_is_said_in_its_words() -> None:
    with pytest.raises(DtypegenError, match="expected scalar type Float but found Half") as caught:
        inferred(QUANTIZE + NORM + "return (n,)", f32("x", 2, 5, 7), TensorMeta("w", (5,), "float16"))
    failure = caught.value.failure
    assert (failure.code, failure.op, failure.line) == ("DG403", "instance_norm", 6)
    assert failure.operands == ("q: quint8(scale=0.02, zero_point=3)[2, 5, 7] cpu", "w: float16[5] cpu")


def test_quantized_norms_have_a_kernel_on_the_cpu_only() -> None:
    with pytest.raises(DtypegenError, match="QuantizedCUDA") as caught:
        inferred(QUANTIZE + NORM + "return (n,)", f32("x", 2, 5, 7), f32("w", 5), device="cuda")
    assert caught.value.failure.code == "DG501"
    for op in CPU_ONLY:
        assert torch._C._dispatch_has_kernel_for_dispatch_key(f"quantized::{op}", "QuantizedCPU")
        assert missing_kernel(getattr(torch.ops.quantized, op), "cpu") is None
        assert missing_kernel(getattr(torch.ops.quantized, op), "cuda")
    assert missing_kernel(torch.nn.functional.group_norm, "cuda") is None


def test_in_words() -> None:
    values, _ = inferred(GRAPHS["per channel"][0], *PER_CHANNEL)
    assert describe(values["q"]) == "qint8(axis=1, 3 channels)[4, 3, 5] cpu"
    assert quantization_of(values["d"]) is None
    assert str(Quantization(torch.quint8, 0.02, 3)) == "quint8(scale=0.02, zero_point=3)"
