"""The quantized fold: what the result's type follows, what is folded, what is not, and that nothing else changes.

The essay's mistake, an element type taken from the input, is put back as ``TypeFromInput``: whatever is said here of a
quantized result must fail for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from torch import fx
from type_from_input import TypeFromInput

import pytest_dtypegen
from pytest_dtypegen.check.correspond import Correspondence
from pytest_dtypegen.check.quantized import check_quantized
from pytest_dtypegen.dtypes.infer import infer
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.quantized import Quantization, quantization_of
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.run import run_graph
from pytest_dtypegen.passes.autocast import Autocast
from pytest_dtypegen.passes.fold_group_norm import FoldGroupNorm
from pytest_dtypegen.passes.protocol import Pass, PassContext, Rewrite, lowers
from pytest_dtypegen.samples.inputs import make_tensor
from pytest_dtypegen.samples.model import TensorMeta
from pytest_dtypegen.samples.read import read_sample
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


# -- what the result's type follows ------------------------------------------------------------------------------------


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
VARIED: list[tuple[Make, Type, Type, dict[str, Any]]] = [
    (quantized_norm, GIVEN, PROMISED, {"scale": 0.05}),
    (quantized_norm, GIVEN, PROMISED, {"zero_point": 19}),
    (requantized_norm, GIVEN, PROMISED, {"scale": 0.05}),
    (requantized_norm, GIVEN, PROMISED, {"zero_point": 19}),
    (requantized_norm, GIVEN, PROMISED, {"storage": "qint8"}),
    (requantized_norm, GIVEN, PROMISED, {"storage": "qint32"}),
    (requantized_norm, GIVEN, PROMISED, {"axis": 0}),
    (requantized_norm, replace(GIVEN, axis=3), replace(PROMISED, axis=0), {"axis": 3}),
    (requantized_norm, replace(GIVEN, axis=0), replace(PROMISED, axis=3, storage="qint8"), {"axis": 0}),
    (requantized_norm, replace(GIVEN, axis=3), replace(PROMISED, axis=0), {"axis": None}),
]
by_variation = pytest.mark.parametrize(
    ("make", "given", "promised", "change"), VARIED, ids=lambda v: getattr(v, "__name__", str(v).replace(" ", ""))
)


def result_follows_the_output(fold: Pass, make: Make, given: Type, promised: Type, change: dict[str, Any]) -> None:
    for wanted in (promised, replace(promised, **change)):
        done = applied(make(given, wanted), fold)
        assert count(done) == (0, 1)
        assert wanted.agrees(quantization_of(done.result()))
        same_numbers(make(given, wanted), done)


def result_ignores_the_input(fold: Pass, make: Make, given: Type, promised: Type, change: dict[str, Any]) -> None:
    for other in (given, replace(given, **change)):
        done = applied(make(other, promised), fold)
        assert count(done) == (0, 1)
        assert promised.agrees(quantization_of(done.result()))
        same_numbers(make(other, promised), done)


@by_variation
def test_the_result_follows_the_output_s_type(make: Make, given: Type, promised: Type, change: dict[str, Any]) -> None:
    result_follows_the_output(FOLD, make, given, promised, change)
    with pytest.raises(AssertionError):
        result_follows_the_output(TypeFromInput(), make, given, promised, change)


@by_variation
def test_the_result_ignores_the_input_s_type(make: Make, given: Type, promised: Type, change: dict[str, Any]) -> None:
    if make is quantized_norm and "storage" in change:
        pytest.skip("the kernel keeps the storage type")
    result_ignores_the_input(FOLD, make, given, promised, change)
    with pytest.raises(AssertionError):
        result_ignores_the_input(TypeFromInput(), make, given, promised, change)


@pytest.mark.parametrize("storage", ["quint8", "qint8", "qint32"])
def test_the_quantized_kernel_s_storage_type_is_kept(storage: str) -> None:
    case = quantized_norm(Type(0.02, 3, storage), Type(0.08, 7, storage))
    done = rewritten(case)
    assert count(done) == (0, 1)
    assert Type(0.08, 7, storage).agrees(quantization_of(done.result()))
    same_numbers(case, done)


def test_equal_types_hide_the_mistake() -> None:
    """Why the tests above vary them: with one type throughout, the wrong fold looks right."""
    case = quantized_norm(GIVEN, GIVEN)
    assert graph_difference(rewritten(case).graph, rewritten(case, TypeFromInput()).graph) is None


def test_scale_and_zero_point_that_are_values_of_the_graph_are_taken_as_they_are() -> None:
    body = (
        "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\nr = q.reshape(1, 5, 42)\n"
        "s = scale.item()\nz = zero.item()\n"
        "n = torch.ops.quantized.instance_norm(r, w, b, 1e-05, s, z)\nf = n.reshape(1, 10, 3, 7)\nreturn (f,)"
    )
    scale, zero = TensorMeta("scale", (), "float64", data=(0.05,)), TensorMeta("zero", (), "int64", data=(9,))
    case = case_of(body, X, W, B, scale, zero)
    done = rewritten(case)
    assert count(done) == (0, 1)
    (norm,) = (node for node in done.graph.nodes if op_name(node) == "group_norm")
    assert [op_name(argument) for argument in norm.args[-2:]] == ["item", "item"]
    same_numbers(case, done)


# -- what is folded ----------------------------------------------------------------------------------------------------

NORMS = {
    "functional": "torch.nn.functional.instance_norm({r}, weight=w, bias=b, eps=0.001)",
    "functional, by position": "torch.nn.functional.instance_norm({r}, None, None, w, b, True, 0.1, 0.001)",
    "torch": "torch.instance_norm({r}, w, b, None, None, True, 0.1, 0.001, False)",
    "aten": "torch.ops.aten.instance_norm.default({r}, w, b, None, None, True, 0.1, 0.001, False)",
    "no parameters": "torch.nn.functional.instance_norm({r}, eps=0.001)",
    "no bias": "torch.nn.functional.instance_norm({r}, weight=w, eps=0.001)",
    "quantized": "torch.ops.quantized.instance_norm({r}, w, b, 0.001, 0.05, 9)",
    "quantized overload": "torch.ops.quantized.instance_norm.default({r}, w, None, 0.001, 0.05, 9)",
    "quantized, by name": (
        "torch.ops.quantized.instance_norm({r}, weight=None, bias=b, eps=0.001, output_scale=0.05, output_zero_point=9)"
    ),
}
VIEWS = {
    "reshape": ("r = {x}.reshape(1, 5, 42)", "f = n.reshape(1, 10, 3, 7)"),
    "view": ("r = {x}.view(1, 5, -1)", "f = n.view((1, 10, 3, 7))"),
    "function": ("r = torch.reshape({x}, (1, 5, 6, 7))", "f = torch.reshape(n, [1, 10, 3, 7])"),
    "unflatten": ("a = {x}.unflatten(1, (5, 2))\nr = a.flatten(2)", "f = n.unflatten(2, (2, 3, 7)).flatten(1, 2)"),
    "aten": ("r = torch.ops.aten.view.default({x}, [1, 5, 42])", "f = torch.ops.aten._unsafe_view(n, [1, 10, 3, 7])"),
    "as another": ("e = torch.zeros(1, 5, 42)\nr = {x}.view_as(e)", "f = n.reshape_as(x)"),
    "sizes": ("z = x.shape\nz0 = z[0]\nr = {x}.reshape(z0, 5, -1)", "f = n.contiguous().view(z)"),
    "in steps": ("a = {x}.flatten(2)\nr = a.reshape(1, 5, 42)", "f = n.reshape(1, 10, 21).view(1, 10, 3, 7)"),
    "squeezed": ("a = {x}.squeeze(0).reshape(5, 42)\nr = a.unsqueeze(0)", "f = n.squeeze(0).reshape(1, 10, 3, 7)"),
}


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("views", VIEWS)
def test_every_spelling_becomes_one_group_norm(norm: str, views: str) -> None:
    before, after = VIEWS[views]
    quantized = norm.startswith("quantized")
    body = "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\n" if quantized else ""
    body += f"{before.format(x='q' if quantized else 'x')}\nn = {NORMS[norm].format(r='r')}\n{after}\nreturn (f,)"
    case = case_of(body, X, W, B)
    done = rewritten(case)
    assert count(done) == (0, 1)
    assert not {"reshape", "view", "flatten", "unflatten", "contiguous"} & set(done.ops())
    (norm_node,) = (node for node in done.graph.nodes if op_name(node) == "group_norm")
    assert norm_node.args[1] == 5 and norm_node.args[4] == 0.001
    same_numbers(case, done)


@pytest.mark.parametrize("inside", [True, False], ids=["inside", "outside"])
@pytest.mark.parametrize("quantized_last", [True, False], ids=["quantize", "dequantize"])
def test_with_neighbours_that_quantize_and_dequantize(inside: bool, quantized_last: bool) -> None:
    """Between the reshapes they move with the norm; around them they stay where they are."""
    down, up = "torch.quantize_per_tensor({}, 0.07, 11, torch.qint8)", "{}.dequantize()"
    start = "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\n"
    if quantized_last:  # dequantize -> float norm -> quantize
        norm = "torch.nn.functional.instance_norm(c, weight=w, bias=b)"
        first, last = up, down
    else:  # quantized norm -> dequantize
        norm = "torch.ops.quantized.instance_norm(c, w, b, 1e-05, 0.05, 9)"
        first, last = "{}.contiguous()", up
    grouped, back = "{}.reshape(1, 5, 42)", "{}.reshape(1, 10, 3, 7)"
    one, two = (grouped, first) if inside else (first, grouped)
    three, four = (last, back) if inside else (back, last)
    body = (
        f"{start}a = {one.format('q')}\nc = {two.format('a')}\nn = {norm}\n"
        f"m = {three.format('n')}\nf = {four.format('m')}\nreturn (f,)"
    )
    case = case_of(body, X, W, B)
    done = rewritten(case)
    assert count(done) == (0, 1) and "reshape" not in done.ops()
    found = quantization_of(done.result())
    assert found == (Quantization(torch.qint8, 0.07, 11) if quantized_last else None)
    same_numbers(case, done)


PARAMETERS = {
    "itself": "p = w",
    "repeat": "p = w.repeat(3)",
    "tile": "p = torch.tile(w, (3,))",
    "cat": "p = torch.cat([w, w, w])",
    "stack": "p = torch.stack((w, w, w)).flatten()",
    "expand": "p = w.expand(3, 4).reshape(-1)",
    "expand after unsqueeze": "p = w[None].reshape(1, 4).expand(3, -1).reshape(12)",
}


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_parameters_that_repeat_for_each_sample(parameter: str) -> None:
    """Samples and groups in one dimension, [1, N * G, ...]: the parameters are one period of what repeats."""
    shape = "3, 4, 45" if parameter == "itself" else "1, 12, 45"
    body = (
        f"{PARAMETERS[parameter]}\nr = x.reshape({shape})\n"
        "n = torch.nn.functional.instance_norm(r, weight=p)\nf = n.reshape(3, 12, 3, 5)\nreturn (f,)"
    )
    case = case_of(body.replace("p = w\n", "").replace("=p)", "=w)") if parameter == "itself" else body,
                   f32("x", 3, 12, 3, 5), f32("w", 4, data=(0.6, 0.8, 1.0, 1.3)))  # fmt: skip
    done = rewritten(case)
    assert count(done) == (0, 1)
    assert "cat" not in done.ops() and "expand" not in done.ops()
    same_numbers(case, done)


@pytest.mark.parametrize("shape", ["12, 1, 45", "6, 2, 45", "2, 6, 45", "1, 12, 9, 5"])
def test_any_split_of_the_groups_over_the_first_two_dimensions(shape: str) -> None:
    """[A, B, ...] with A * B = N * G: with no parameters it is the same norm, wherever the sizes stand."""
    body = f"r = x.reshape({shape})\nn = torch.nn.functional.instance_norm(r)\nf = n.reshape(3, 12, 3, 5)\nreturn (f,)"
    case = case_of(body, f32("x", 3, 12, 3, 5))
    done = rewritten(case)
    assert count(done) == (0, 1)
    same_numbers(case, done)


def test_a_value_in_between_that_others_use_keeps_what_it_is() -> None:
    body = (
        "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\nr = q.reshape(1, 5, 42)\n"
        "n = torch.ops.quantized.instance_norm(r, w, b, 1e-05, 0.08, 7)\nf = n.reshape(1, 10, 3, 7)\n"
        "m = n.dequantize().amax(-1)\nk = r.int_repr()\nreturn (f, m, k, n)"
    )
    case = case_of(body, X, W, B)
    done = rewritten(case)
    assert count(done) == (1, 1)
    before, after = case.values()["output"], done.values()["output"]
    assert [quantization_of(v) for v in before] == [quantization_of(v) for v in after]
    same_numbers(case, done)


def test_every_way_back_is_folded() -> None:
    body = (
        "r = x.reshape(1, 5, 42)\nn = torch.nn.functional.instance_norm(r, weight=w)\n"
        "f = n.reshape(1, 10, 3, 7)\ng = n.view(1, 10, 3, 7)\ny = f + g.relu()\nreturn (y,)"
    )
    case = case_of(body, X, W)
    done = rewritten(case)
    assert done.ops().count("instance_norm") == 0 and "view" not in done.ops()
    same_numbers(case, done)


def test_what_is_written_into_afterwards_is_folded_where_nobody_else_sees_it() -> None:
    body = (
        "y = x * 2\nr = y.reshape(1, 5, 42)\nn = torch.nn.functional.instance_norm(r, weight=w)\n"
        "f = n.reshape(1, 10, 3, 7)\ng = torch.nn.functional.relu(f, inplace=True)\ny += 1\nreturn (g, y)"
    )
    case = case_of(body, X, W)
    done = rewritten(case)
    assert count(done) == (0, 1)
    same_numbers(case, done)


def test_one_after_the_other() -> None:
    body = (
        "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\n"
        "n = torch.ops.quantized.instance_norm(q.reshape(1, 5, 42), w, b, 1e-05, 0.08, 7)\nf = n.reshape(1, 10, 3, 7)\n"
        "m = torch.ops.quantized.instance_norm(f.reshape(1, 2, 15, 7), None, None, 1e-05, 0.05, 9)\n"
        "g = m.reshape(1, 10, 3, 7)\nd = g.dequantize()\n"
        "e = torch.nn.functional.instance_norm(d.view(1, 5, 42), weight=w).view(1, 10, 3, 7)\nreturn (f, g, e)"
    )
    case = case_of(body, X, W, B)
    done = rewritten(case)
    assert count(done) == (0, 3) and "reshape" not in done.ops()
    same_numbers(case, done)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.data())
def test_any_shape(data: st.DataObject) -> None:
    """Whatever the sizes: what is folded computes the same, and what is a group norm is folded."""
    samples, groups, each = (data.draw(st.integers(1, 4), label=name) for name in ("N", "G", "channels a group"))
    spatial = data.draw(st.lists(st.integers(1, 4), max_size=3), label="sizes")
    run, shape = each * math.prod(spatial), [samples, groups * each, *spatial]
    first = data.draw(
        st.sampled_from([d for d in range(1, samples * groups + 1) if samples * groups % d == 0]), label="A"
    )
    second = samples * groups // first
    inner = [first, second, run]
    assume(run > 1 and inner != shape)
    quantized, affine = data.draw(st.booleans(), label="quantized"), data.draw(st.booleans(), label="affine")
    weight = "w" if affine else "None"
    norm = (
        f"torch.ops.quantized.instance_norm(r, {weight}, None, 1e-05, 0.05, 9)" if quantized
        else f"torch.nn.functional.instance_norm(r, weight={weight})"
    )  # fmt: skip
    start = "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\n" if quantized else "q = x + 1\n"
    body = f"{start}r = q.reshape({inner})\nn = {norm}\nf = n.reshape({shape})\nreturn (f,)"
    tensors = [f32("x", *shape), *([f32("w", second, mean=1.0)] if affine else [])]
    case = case_of(body, *tensors)
    done = applied(case, FOLD)
    fits = not affine or groups % second == 0
    fits &= not quantized or len(shape) > 2  # the quantized kernel takes no matrices
    assert count(done) == ((0, 1) if fits else (1, 0))
    same_numbers(case, done)


# -- what is left exactly as it was ------------------------------------------------------------------------------------

NORM = "torch.nn.functional.instance_norm(r, weight=w, bias=b)"
AROUND = "r = x.reshape(1, 5, 42)\n{}\nf = n.reshape(1, 10, 3, 7)\n"
V = f32("v", 5, data=(0.5, 1.0, 1.5, 2.0, 0.7))
SIZE = TensorMeta("size", (), "int64", data=(5,))
LEFT: dict[str, tuple[str, tuple[TensorMeta, ...]]] = {
    "no reshape": ("n = torch.nn.functional.instance_norm(x)\nreturn (n,)", (X,)),
    "the shape does not return": (f"r = x.reshape(1, 5, 42)\nn = {NORM}\nf = n.reshape(1, 10, 7, 3)\nreturn (f,)",
        (X, W, B)),
    "groups that divide no channels": (
        "r = x.reshape(1, 6, 35)\nn = torch.nn.functional.instance_norm(r)\nf = n.reshape(1, 10, 3, 7)\nreturn (f,)",
        (X,)),
    "a parameter for each sample's group": (
        "r = x.reshape(1, 20, 42)\nn = torch.nn.functional.instance_norm(r, weight=w20)\n"
        "f = n.reshape(4, 10, 3, 7)\nreturn (f,)",
        (f32("x", 4, 10, 3, 7), f32("w20", 20))),
    "a parameter that repeats element by element": (
        "p = w.repeat_interleave(4)\nr = x.reshape(1, 20, 42)\nn = torch.nn.functional.instance_norm(r, weight=p)\n"
        "f = n.reshape(4, 10, 3, 7)\nreturn (f,)", (f32("x", 4, 10, 3, 7), W)),
    "a parameter repeated across its elements": (
        "p = w.reshape(5, 1).expand(5, 4).reshape(20)\nr = x.reshape(1, 20, 42)\n"
        "n = torch.nn.functional.instance_norm(r, weight=p)\nf = n.reshape(4, 10, 3, 7)\nreturn (f,)",
        (f32("x", 4, 10, 3, 7), W)),
    "axes in another order": (
        f"r = x.reshape(1, 5, 42)\nn = {NORM}\nt = n.transpose(1, 2)\nf = t.reshape(1, 10, 3, 7)\nreturn (f,)",
        (X, W, B)),
    "axes in another order before": (
        f"t = x.permute(0, 2, 1, 3)\nr = t.reshape(1, 5, 42)\nn = {NORM}\nf = n.reshape(1, 10, 3, 7)\nreturn (f,)",
        (X, W, B)),
    "running statistics": (
        AROUND.format("n = torch.nn.functional.instance_norm(r, b, v, w, use_input_stats=False)") + "return (f,)",
        (X, W, B, V)),
    "running statistics that are written": (
        AROUND.format("n = torch.nn.functional.instance_norm(r, b, v, w, momentum=0.2)") + "return (f, v)",
        (X, W, B, V)),
    "a group count that is data": (
        f"s = size.item()\nr = x.reshape(1, s, -1)\nn = {NORM}\nf = n.reshape(1, 10, 3, 7)\nreturn (f,)",
        (X, W, B, SIZE)),
    "a group count that is nobody's": (
        "s = size.item()\nr = x.reshape(1, s, -1)\nn = torch.nn.functional.instance_norm(r)\n"
        "f = n.reshape(1, 10, 3, 7)\n"
        "return (f,)", (X, replace(SIZE, data=None))),
    "a size that is data": (
        "m = x.masked_select(x > 0)\nr = m.reshape(1, 5, -1)\nn = torch.nn.functional.instance_norm(r)\n"
        "f = n.reshape(m.shape)\nreturn (f,)", (X,)),
    "a write in between": (
        f"y = x * 2\nr = y.reshape(1, 5, 42)\ny += 1\nn = {NORM}\nf = n.reshape(1, 10, 3, 7)\nreturn (f, y)",
        (X, W, B)),
    "a write into the norm's result": (AROUND.format(f"n = {NORM}\nn[:, 0] = 0.5") + "return (f,)", (X, W, B)),
    "a write into a parameter": (
        "p = w * 2\nr = x.reshape(1, 5, 42)\np.mul_(2)\nn = torch.nn.functional.instance_norm(r, weight=p)\n"
        "f = n.reshape(1, 10, 3, 7)\nreturn (f, p)", (X, W)),
    "a later write that another user sees": (AROUND.format(f"n = {NORM}") + "f.add_(1)\ny = n * 2\nreturn (f, y)",
        (X, W, B)),
    "a layout that the result does not have": (
        "t = x.permute(0, 3, 1, 2)\nr = t.reshape(1, 7, 30)\nn = torch.nn.functional.instance_norm(r)\n"
        "f = n.reshape(1, 7, 10, 3)\nreturn (f,)", (X,)),
    "the author's autocast region": (
        "e = torch.amp.autocast_mode._enter_autocast('cpu', torch.bfloat16, True, None)\n"
        + AROUND.format(f"n = {NORM}")
        + "o = torch.amp.autocast_mode._exit_autocast(e)\nreturn (f,)", (X, W, B)),
    "an axis that the reshape moves": (
        "q = torch.quantize_per_channel(x, s, z, 1, torch.qint8)\nr = q.reshape(1, 10, 21)\nd = r.dequantize()\n"
        "e = d.reshape(1, 5, 42)\n"
        f"n = {NORM.replace('(r', '(e')}\nk = torch.quantize_per_channel(n, v, c, 1, torch.quint8)\n"
        "g = k.dequantize()\nf = g.reshape(1, 10, 3, 7)\nreturn (f,)",
        (X, W, B, V, f32("s", 10, data=(0.02,) * 10), TensorMeta("z", (10,), "int64", data=(0,) * 10),
         TensorMeta("c", (5,), "int64", data=(128,) * 5))),
}  # fmt: skip


@pytest.mark.parametrize("why", LEFT)
def test_it_is_left_as_it_was(why: str) -> None:
    body, tensors = LEFT[why]
    case = case_of(body, *tensors)
    result = FOLD.rewrite(case.graph, case.context)
    assert graph_difference(result.graph, case.graph) is None
    assert print_graph(result.graph) == print_graph(case.graph)
    assert not result.origin and result.graph is not case.graph


def test_a_device_without_the_kernel_keeps_the_graph() -> None:
    case = case_of(
        "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\nr = q.reshape(1, 5, 42)\n"
        "n = torch.ops.quantized.instance_norm(r, w, b, 1e-05, 0.08, 7)\nf = n.reshape(1, 10, 3, 7)\nreturn (f,)",
        X, W, B, device="cuda",
    )  # fmt: skip
    assert graph_difference(rewritten(case).graph, case.graph) is None


def test_the_given_graph_is_untouched_when_the_fold_breaks_off() -> None:
    @dataclass(frozen=True)
    class Breaks(FoldGroupNorm):
        def keeps(self, replaced: Any, value: Any) -> bool:
            raise RuntimeError("at the last moment")

    case = quantized_norm(GIVEN, PROMISED)
    before, names = print_graph(case.graph), [node.name for node in case.graph.nodes]
    with pytest.raises(RuntimeError, match="at the last moment"):
        Breaks().rewrite(case.graph, case.context)
    assert print_graph(case.graph) == before and [node.name for node in case.graph.nodes] == names


# -- the corpus, alone and with autocast -------------------------------------------------------------------------------

FOLDED = {
    "grouped_norm": (0, 1), "storage_change": (0, 1), "per_channel": (0, 1), "float_grouped": (0, 1),
    "batch_in_channels": (0, 1), "shared_intermediate": (1, 1), "no_fold": (3, 0),
}  # fmt: skip


def corpus_case(name: str) -> Case:
    sample = read_sample(CORPUS / "quantized" / name)
    return Case(sample.graph, dict(sample.tensors))


def test_the_corpus_holds_these_samples() -> None:
    assert {path.name for path in (CORPUS / "quantized").iterdir()} == set(FOLDED)


@pytest.mark.parametrize("name", FOLDED)
def test_on_the_corpus(name: str) -> None:
    case = corpus_case(name)
    done = rewritten(case)
    assert count(done) == FOLDED[name]
    same_numbers(case, done)


def in_order(case: Case, passes: tuple[Pass, ...], dtype: torch.dtype) -> Case:
    for one in passes:
        result = one.rewrite(case.graph, replace(case.context, dtype=dtype))
        assert isinstance(result, Rewrite)
        case = Case(result.graph, dict(result.tensors), case.device)
    return case


def composes(name: str, passes: tuple[Pass, ...], dtype: torch.dtype) -> None:
    """The graph is folded, keeps every output's quantization, and computes what autocast alone computes."""
    case = corpus_case(name)
    alone, both = in_order(case, (Autocast(),), dtype), in_order(case, passes, dtype)
    assert count(both) == FOLDED[name]
    before, after = case.values()["output"], both.values()["output"]
    assert [quantization_of(value) for value in after] == [quantization_of(value) for value in before]
    for one, two in zip(alone.run(), both.run(), strict=True):
        assert one.dtype == two.dtype
        a, b = (value.dequantize().double() if value.is_quantized else value.double() for value in (one, two))
        assert (a - b).square().mean().sqrt() <= 6 * torch.finfo(dtype).eps * a.square().mean().sqrt()


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("order", ["autocast first", "fold first"])
@pytest.mark.parametrize("name", FOLDED)
def test_with_autocast_in_both_orders(name: str, order: str, dtype: torch.dtype) -> None:
    def passes(fold: Pass) -> tuple[Pass, ...]:
        return (Autocast(), fold) if order == "autocast first" else (fold, Autocast())

    composes(name, passes(FOLD), dtype)
    if any(quantization_of(value) for value in corpus_case(name).values()["output"]):
        with pytest.raises(AssertionError):
            composes(name, passes(TypeFromInput()), dtype)


# -- the contract, checked ---------------------------------------------------------------------------------------------


def checked(case: Case, rewrite: Rewrite) -> None:
    check_quantized(
        rewrite.graph, case.graph, infer(rewrite.graph, rewrite.tensors).values,
        infer(case.graph, case.tensors).values, Correspondence(case.graph, rewrite),
    )  # fmt: skip


@pytest.mark.parametrize(("make", "op"), [(quantized_norm, "group_norm"), (requantized_norm, "quantize_per_tensor")])
def test_a_type_taken_from_the_input_is_dg409_at_the_new_node(make: Make, op: str) -> None:
    case = make(GIVEN, PROMISED)
    checked(case, FoldGroupNorm().rewrite(case.graph, case.context))
    wrong = TypeFromInput().rewrite(case.graph, case.context)
    with pytest.raises(DtypegenError, match=r"has scale 0\.02, its own contract says 0\.08") as caught:
        checked(case, wrong)
    failure = caught.value.failure
    assert (failure.code, failure.op, failure.node) == ("DG409", op, op)
    assert failure.line is not None and failure.origin is not None
    assert failure.origin.startswith(f"{op}: quint8(scale=0.02, zero_point=3)")


def test_a_wrong_value_beside_a_right_output_is_dg409_too() -> None:
    """A requantization behind the wrong value makes the output right again; its other user still gets it wrong."""
    case = case_of(
        "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\nr = q.reshape(1, 5, 42)\n"
        "n = torch.ops.quantized.instance_norm(r, w, b, 1e-05, 0.08, 7)\nf = n.reshape(1, 10, 3, 7)\n"
        "a = f.dequantize()\ns = torch.quantize_per_tensor(a, 0.1, 5, torch.quint8)\nreturn (s, a)",
        X, W, B,
    )  # fmt: skip
    with pytest.raises(DtypegenError) as caught:
        checked(case, TypeFromInput().rewrite(case.graph, case.context))
    assert (caught.value.failure.code, caught.value.failure.node) == ("DG409", "group_norm")


def test_the_fold_itself_does_nothing_rather_than_break_the_contract() -> None:
    @dataclass(frozen=True)
    class Careful(TypeFromInput):
        def keeps(self, replaced: Any, value: Any) -> bool:
            return FoldGroupNorm.keeps(self, replaced, value)

    case = quantized_norm(GIVEN, PROMISED)
    assert graph_difference(rewritten(case, Careful()).graph, case.graph) is None


def test_it_is_a_pass_that_lowers_nothing() -> None:
    assert isinstance(FoldGroupNorm(), Pass)
    assert not lowers(FoldGroupNorm()) and lowers(Autocast())
