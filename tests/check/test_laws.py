"""The laws of rewriting: the given graph untouched, the same twice, nothing left to do, and what is written loads."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from making import ByHand, everything, lowered, node, run, sample, written
from torch import fx

from pytest_dtypegen.check.laws import Fingerprint
from pytest_dtypegen.passes.protocol import PassContext, Rewrite


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = sample(
        "L_x_: torch.Tensor, L_w_: torch.nn.parameter.Parameter",
        """
        linear = torch._C._nn.linear(L_x_, L_w_, None)
        relu = torch.nn.functional.relu(linear, inplace = False)
        return (relu,)
        """,
        "L_x_: float32[3, 8]\nL_w_: float32[5, 8]",
    )
    return written(made, tmp_path / "sample")


class InPlace:
    """Edits the graph that it is given."""

    name = "in-place"

    def __init__(self, edit: Callable[[fx.Graph, PassContext], None], fails: bool = False) -> None:
        self.edit, self.fails = edit, fails

    def rewrite(self, graph: fx.Graph, context: PassContext) -> Rewrite:
        result = everything(copy.deepcopy(graph), context)
        self.edit(graph, context)
        if self.fails:
            raise ValueError("gave up")
        return result


def _keyword(graph: fx.Graph, context: PassContext) -> None:
    node(graph, "relu").kwargs = {"inplace": True}


def _target(graph: fx.Graph, context: PassContext) -> None:
    node(graph, "relu").target = torch.sigmoid


def _renamed(graph: fx.Graph, context: PassContext) -> None:
    node(graph, "relu").name = "other"


def _more(graph: fx.Graph, context: PassContext) -> None:
    with graph.inserting_after(node(graph, "relu")):
        graph.call_function(torch.neg, (node(graph, "relu"),))


def _meta(graph: fx.Graph, context: PassContext) -> None:
    context.tensors.update(lowered(context))  # type: ignore[attr-defined]  # a pass gets a mapping and may try


def _in_meta(graph: fx.Graph, context: PassContext) -> None:
    for meta in context.tensors.values():  # frozen, and the next case's too
        object.__setattr__(meta, "shape", (1, *meta.shape))


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("edit", [_keyword, _target, _renamed, _more, _meta, _in_meta])
def test_the_given_graph_is_left_alone(path: Path, edit: Callable[..., None], fails: bool) -> None:
    record = run(path, pass_=InPlace(edit, fails), level="static")
    assert record.failure is not None
    assert (record.code, record.failure.stage) == ("DG303", "rewrite")
    assert ("gave up" in record.failure.message) is fails
    assert run(path, level="static").outcome == "passed"  # what was changed is not used again


def test_a_fingerprint_sees_what_equality_hides() -> None:
    graph = sample("L_x_: torch.Tensor", "add = L_x_ + 1\nreturn (add,)", "L_x_: float32[2]").graph
    add = next(n for n in graph.nodes if n.op == "call_function")
    for before, after in ((1, 1.0), (0.0, -0.0), (1, True), ([1], (1,))):
        add.args = (add.args[0], before)
        seen = Fingerprint(graph, {})
        assert seen.difference(graph, {}) is None
        add.args = (add.args[0], after)
        assert seen.difference(graph, {}) is not None


def test_a_pass_that_depends_on_what_came_before_is_not_deterministic(path: Path) -> None:
    calls: list[int] = []

    def counting(graph: fx.Graph, context: PassContext) -> Rewrite:
        calls.append(1)
        node(graph, "linear").args = (*node(graph, "linear").args[:2], None)
        with graph.inserting_before(node(graph, "relu")):
            graph.call_function(torch.full, ((1,), len(calls)))
        return everything(graph, context)

    record = run(path, pass_=ByHand(counting), level="static")
    assert record.failure is not None
    assert (record.code, record.failure.stage) == ("DG304", "rewrite")
    assert "1 became 2" in record.failure.message


def test_meta_that_differ_are_not_deterministic(path: Path) -> None:
    calls: list[int] = []

    def second_time_less(graph: fx.Graph, context: PassContext) -> Rewrite:
        calls.append(1)
        return Rewrite(graph, lowered(context) if len(calls) == 1 else context.tensors)

    record = run(path, pass_=ByHand(second_time_less), level="static")
    assert record.code == "DG304" and "L_x_: float16[3, 8] became float32[3, 8]" in str(record.failure)


def test_a_pass_leaves_nothing_to_do(path: Path) -> None:
    def again_and_again(graph: fx.Graph, context: PassContext) -> Rewrite:
        (output,) = graph.find_nodes(op="output")
        (value,) = output.args[0]
        with graph.inserting_before(output):
            output.args = ((graph.call_method("to", (value, context.dtype)),),)
        return everything(graph, context)

    record = run(path, pass_=ByHand(again_and_again), level="static")
    assert record.failure is not None
    assert (record.code, record.failure.stage) == ("DG304", "verify")
    assert "own result" in record.failure.message


def helper(x: torch.Tensor) -> torch.Tensor:
    return torch.relu(x)


@pytest.mark.parametrize("fault", ["function", "literal"])
def test_what_is_written_loads_back(path: Path, fault: str) -> None:
    def unprintable(graph: fx.Graph, context: PassContext) -> Rewrite:
        relu = node(graph, "relu")
        if fault == "function":
            relu.target, relu.kwargs = helper, {}
        else:
            relu.target, relu.args, relu.kwargs = torch.mul, (relu.args[0], Odd(1)), {}
        return everything(graph, context)

    record = run(path, pass_=ByHand(unprintable), level="static")
    assert record.failure is not None
    assert (record.code, record.failure.stage) == ("DG701", "roundtrip")


class Odd(int):
    def __repr__(self) -> str:
        return "Odd(1)"


@pytest.mark.parametrize(
    "result",
    [None, 3, "graph", {}, fx.Graph()],
    ids=["None", "int", "str", "dict", "empty"],
)
def test_no_graph_is_a_failed_rewrite(path: Path, result: Any) -> None:
    record = run(path, pass_=ByHand(lambda graph, context: result), level="static")
    assert record.failure is not None
    assert (record.code, record.failure.stage) == ("DG301", "rewrite")


def test_a_bare_graph_or_module_is_taken(path: Path) -> None:
    def inner_casts(graph: fx.Graph, context: PassContext) -> fx.Graph:
        linear = node(graph, "linear")
        if any(operand.op == "placeholder" for operand in linear.all_input_nodes):
            with graph.inserting_before(linear):
                linear.args = tuple(
                    graph.call_method("to", (arg, context.dtype)) if isinstance(arg, fx.Node) else arg
                    for arg in linear.args
                )
        return graph

    assert run(path, pass_=ByHand(inner_casts), level="static").outcome == "passed"
    as_module = ByHand(lambda graph, context: fx.GraphModule(torch.nn.Module(), inner_casts(graph, context)))
    assert run(path, pass_=as_module, level="static").outcome == "passed"


def test_an_unknown_parameter_is_a_failed_rewrite(path: Path) -> None:
    def renamed(graph: fx.Graph, context: PassContext) -> Rewrite:
        next(iter(graph.nodes)).target = "other"
        return everything(graph, context)

    record = run(path, pass_=ByHand(renamed), level="static")
    assert record.code == "DG301" and "other" in str(record.failure)


def test_a_raise_is_quoted_with_its_place(path: Path) -> None:
    def raises(graph: fx.Graph, context: PassContext) -> Rewrite:
        raise LookupError("no rule for this")

    failure = run(path, pass_=ByHand(raises), level="static").failure
    assert failure is not None
    assert failure.code == "DG301"
    assert re.fullmatch(r"LookupError: no rule for this \(\S*test_laws\.py:\d+\)", failure.message)


def test_what_is_written_gives_the_same_results(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def other(rewrite: Rewrite, device: str) -> fx.Graph:
        loaded = copy.deepcopy(rewrite.graph)
        relu = node(loaded, "relu")
        relu.target, relu.kwargs = torch.nn.functional.gelu, {}
        return loaded

    assert run(path).outcome == "passed"
    monkeypatch.setattr("pytest_dtypegen.check.stages.roundtrip", other)
    record = run(path)
    assert record.failure is not None
    assert (record.code, record.failure.stage) == ("DG701", "roundtrip")
    assert "output[0]" in record.failure.message
