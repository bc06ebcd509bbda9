"""Graphs for the fold's tests, and what holds for every rewrite of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import fx

import pytest_dtypegen
from pytest_dtypegen.dtypes.infer import infer
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.quantized import Quantization, quantization_of
from pytest_dtypegen.execute.run import run_graph
from pytest_dtypegen.passes.fold_group_norm import FoldGroupNorm
from pytest_dtypegen.passes.protocol import Pass, PassContext, Rewrite
from pytest_dtypegen.samples.inputs import make_tensor
from pytest_dtypegen.samples.model import TensorMeta
from pytest_dtypegen.samples.source import parse_graph
from pytest_dtypegen.samples.write import graph_difference, print_graph

CORPUS = Path(pytest_dtypegen.__file__).parent / "samples" / "corpus"


def f32(name: str, *shape: int, **fields: Any) -> TensorMeta:
    return TensorMeta(name, shape, "float32", std=1.0, **fields)


X = f32("x", 1, 10, 3, 7)
#: A different gamma and beta in every group.
W = f32("w", 5, data=(0.6, 0.8, 1.0, 1.3, 1.5))
B = f32("b", 5, data=(-0.3, 0.2, 0.4, 0.0, 0.7))


def graph_of(body: str, tensors: list[TensorMeta], device: str = "cpu") -> fx.Graph:
    lines = "\n".join("        " + line for line in body.strip().splitlines())
    names = "".join(f", {meta.name}: torch.Tensor" for meta in tensors)
    return parse_graph(
        "import torch\nfrom torch import device\n\nclass GraphModule(torch.nn.Module):\n"
        f"    def forward(self{names}):\n{lines}\n",
        device=device,
    )


@dataclass(frozen=True)
class Case:
    graph: fx.Graph
    tensors: dict[str, TensorMeta]
    device: str = "cpu"

    @property
    def context(self) -> PassContext:
        return PassContext(torch.float16, torch.device(self.device), self.tensors)

    def run(self) -> list[Any]:
        return list(run_graph(self.graph, lambda node: make_tensor(self.tensors[str(node.target)])))

    def values(self) -> dict[str, Any]:
        return {node.name: value for node, value in infer(self.graph, self.tensors, self.device).values.items()}

    def result(self) -> Any:
        """The first output's inferred value."""
        return self.values()["output"][0]

    def ops(self) -> list[str]:
        return [op_name(node) for node in self.graph.nodes]


def case_of(body: str, *tensors: TensorMeta, device: str = "cpu") -> Case:
    return Case(graph_of(body, list(tensors), device), {meta.name: meta for meta in tensors}, device)


FOLD = FoldGroupNorm()


def rewritten(case: Case, fold: Pass = FOLD) -> Case:
    """The case folded, and the laws that hold for every rewrite: the given graph untouched, twice the same, nothing
    left to do, and printed and loaded the same graph."""
    before = print_graph(case.graph)
    result = fold.rewrite(case.graph, case.context)
    assert isinstance(result, Rewrite)
    assert print_graph(case.graph) == before
    again = fold.rewrite(case.graph, case.context)
    assert isinstance(again, Rewrite) and graph_difference(result.graph, again.graph) is None
    twice = fold.rewrite(result.graph, replace(case.context, tensors=result.tensors))
    assert isinstance(twice, Rewrite) and graph_difference(result.graph, twice.graph) is None
    assert graph_difference(parse_graph(print_graph(result.graph)), result.graph) is None
    assert result.tensors == case.tensors
    return Case(result.graph, dict(result.tensors), case.device)


def applied(case: Case, fold: Pass) -> Case:
    result = fold.rewrite(case.graph, case.context)
    assert isinstance(result, Rewrite)
    return Case(result.graph, dict(result.tensors), case.device)


def count(case: Case) -> tuple[int, int]:
    """How many instance norms and group norms the graph holds."""
    return case.ops().count("instance_norm"), case.ops().count("group_norm")


def same_numbers(case: Case, other: Case) -> None:
    """Quantized outputs are the same to the integer; floats differ by what float32 rounds."""
    for one, two in zip(case.run(), other.run(), strict=True):
        assert one.dtype == two.dtype and one.shape == two.shape and one.stride() == two.stride()
        assert quantization_of(one) == quantization_of(two)
        if one.is_quantized:
            assert torch.equal(one.int_repr(), two.int_repr())
        else:
            torch.testing.assert_close(two, one, rtol=1e-5, atol=1e-6)


@dataclass(frozen=True)
class Type:
    """A quantized type as the graphs below are written with. ``axis``: None for one scale a tensor."""

    scale: float = 0.02
    zero_point: int = 3
    storage: str = "quint8"
    axis: int | None = None

    def quantize(self, result: str, value: str) -> str:
        if self.axis is None:
            call = f"torch.quantize_per_tensor({value}, {self.scale}, {self.zero_point}, torch.{self.storage})"
            return f"{result} = {call}\n"
        sizes = {0: 2, 3: 7}
        return (
            f"{result}_s = torch.full(({sizes[self.axis]},), {self.scale})\n"
            f"{result}_z = torch.full(({sizes[self.axis]},), {self.zero_point})\n"
            f"{result} = torch.quantize_per_channel("
            f"{value}, {result}_s, {result}_z, {self.axis}, torch.{self.storage})\n"
        )

    def agrees(self, found: Quantization | None) -> bool:
        if found is None or str(found.storage) != f"torch.{self.storage}" or found.axis != self.axis:
            return False
        scale = found.scale[0] if isinstance(found.scale, tuple) else found.scale
        zero_point = found.zero_point[0] if isinstance(found.zero_point, tuple) else found.zero_point
        return scale == pytest.approx(self.scale, rel=1e-6) and zero_point == self.zero_point


def quantized_norm(given: Type, promised: Type) -> Case:
    """torch's own quantized norm; its kernel keeps the storage type."""
    assert given.storage == promised.storage
    return case_of(
        given.quantize("q", "x") + "r = q.reshape(1, 5, 42)\n"
        f"n = torch.ops.quantized.instance_norm(r, w, b, 1e-05, {promised.scale}, {promised.zero_point})\n"
        "f = n.reshape(1, 10, 3, 7)\nreturn (f, f)",
        X, W, B,
    )  # fmt: skip


def requantized_norm(given: Type, promised: Type) -> Case:
    """A float norm between dequantize and quantize, all of it between the reshapes."""
    return case_of(
        given.quantize("q", "x") + "r = q.view(2, 5, 6, 7)\nd = r.dequantize()\n"
        "n = torch.nn.functional.instance_norm(d, weight=w, bias=b)\n"
        + promised.quantize("s", "n") + "f = s.view(2, 10, 3, 7)\nreturn (f, f)",
        f32("x", 2, 10, 3, 7), W, B,
    )  # fmt: skip


Make = Callable[[Type, Type], Case]

GIVEN, PROMISED = Type(0.02, 3), Type(0.08, 7)
