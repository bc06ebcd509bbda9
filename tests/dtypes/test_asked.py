"""Ops outside the tables: the CPU's kernel is asked, and what it lacks becomes a float32 island, not a crash at run."""

from __future__ import annotations

import pytest
import torch
from torch import fx

from pytest_dtypegen.dtypes.asked import LIMIT, OF_DTYPES, asks, kernel_refusal
from pytest_dtypegen.dtypes.contracts import known_ops
from pytest_dtypegen.dtypes.infer import infer
from pytest_dtypegen.dtypes.ops import target_op
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples.model import TensorMeta

#: Ops that no table has, with operands: (target, arguments by shape).
OUTSIDE = {
    "lu": (torch.functional.lu, ((4, 4),), {}),
    "lu_factor_ex": (torch.linalg.lu_factor_ex, ((4, 4),), {}),
    "antialiased": (
        torch.ops.aten._upsample_bilinear2d_aa, ((1, 1, 4, 4),), {"output_size": (3, 3), "align_corners": False}
    ),
    "airy_ai": (torch.special.airy_ai, ((3,),), {}),
    "igamma": (torch.igamma, ((3,), (3,)), {}),
    "msort": (torch.msort, ((3,),), {}),
    "fliplr": (torch.fliplr, ((3, 3),), {}),
}  # fmt: skip


def graph_of(name: str, dtype: torch.dtype) -> tuple[fx.Graph, dict[str, TensorMeta]]:
    target, shapes, kwargs = OUTSIDE[name]
    graph = fx.Graph()
    names = [f"x{index}" for index in range(len(shapes))]
    tensors = {n: TensorMeta(n, shape, str(dtype)[6:]) for n, shape in zip(names, shapes, strict=True)}
    result = graph.call_function(target, tuple(graph.placeholder(n) for n in names), kwargs)
    graph.output((result,))
    return graph, tensors


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
@pytest.mark.parametrize("name", OUTSIDE)
def test_inference_says_what_the_kernel_says(name: str, dtype: torch.dtype) -> None:
    target, shapes, kwargs = OUTSIDE[name]
    graph, tensors = graph_of(name, dtype)
    assert target_op(target) not in known_ops(), "it has a row now: take another op"
    try:
        target(*(torch.rand(shape, dtype=torch.float32).to(dtype) for shape in shapes), **kwargs)
        said = None
    except Exception as error:
        said = str(error).split("\n")[0]
    if said is None:
        infer(graph, tensors, "cpu")
    else:
        with pytest.raises(DtypegenError, match="not implemented for") as refused:
            infer(graph, tensors, "cpu")
        assert refused.value.failure.message == said and refused.value.failure.code == "DG501"
    infer(graph, tensors, "cuda")  # not at hand: taken to run


def test_some_are_refused_and_some_run() -> None:
    """The test above proves both sides."""
    outcomes = set()
    for name in OUTSIDE:
        try:
            infer(*graph_of(name, torch.float16), "cpu")
            outcomes.add("runs")
        except DtypegenError:
            outcomes.add("refused")
    assert outcomes == {"runs", "refused"}


class Call:
    op = "call_function"

    def __init__(self, target, *args, **kwargs):
        self.target, self.args, self.kwargs = target, args, kwargs


def test_an_op_that_looks_at_its_integers_first() -> None:
    solve = Call(
        torch.linalg.lu_solve,
        *(torch.empty(3, 3, dtype=torch.float16, device="meta"), torch.empty(3, dtype=torch.int32, device="meta")),
        torch.empty(3, 2, dtype=torch.float16, device="meta"),
    )
    refused = kernel_refusal(solve, solve.args, solve.kwargs)
    assert refused is not None and refused.code == "DG501"


def test_what_an_op_says_of_values_is_not_about_dtypes() -> None:
    singular = Call(torch.linalg.inv_ex, torch.ones(2, 2, dtype=torch.float64, device="meta"), check_errors=True)
    assert "DG201" not in OF_DTYPES and kernel_refusal(singular, singular.args, singular.kwargs) is None


@pytest.mark.parametrize(
    ("operands", "asked"),
    [
        ([torch.empty(3, dtype=torch.float16)], True),
        ([torch.empty(3, dtype=torch.float32)], False),
        ([torch.empty(3, dtype=torch.float32), torch.empty(3, dtype=torch.float64)], True),
        ([torch.empty(3, dtype=torch.int64)], False),
        ([torch.empty(LIMIT + 1, dtype=torch.float16, device="meta")], False),
    ],
)
def test_only_low_or_mixed_operands_of_a_small_size_are_asked(operands: list[torch.Tensor], asked: bool) -> None:
    call = Call(torch.igamma, *operands)
    assert asks(call, call.args, call.kwargs) is asked


def test_nothing_large_is_made_for_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """``vander`` of n elements makes n squared: without data no such thing comes to be."""
    graph = fx.Graph()
    graph.output((graph.call_function(torch.vander, (graph.placeholder("x"),)),))
    asked = []
    monkeypatch.setattr("pytest_dtypegen.dtypes.asked.call_on_cpu", lambda *args: asked.append(args))
    for size, times in ((LIMIT, 0), (64, 1)):
        infer(graph, {"x": TensorMeta("x", (size,), "float16")}, "cpu")
        assert len(asked) == times


def test_tables_speak_of_dense_operands() -> None:
    """A product of a sparse matrix has another kernel than its row tells of."""
    graph = fx.Graph()
    x, w = graph.placeholder("x"), graph.placeholder("w")
    rows = graph.call_method("to_sparse_csr", (x,))
    graph.output((graph.call_function(torch.matmul, (rows, w)),))
    tensors = {name: TensorMeta(name, (4, 4), "float16") for name in "xw"}
    with pytest.raises(DtypegenError) as refused:
        infer(graph, tensors, "cpu")
    real = torch.rand(4, 4).half()
    with pytest.raises(RuntimeError) as kernel:
        torch.matmul(real.to_sparse_csr(), real)
    assert refused.value.failure.code == "DG501" and refused.value.failure.message == str(kernel.value).split("\n")[0]
