"""Passes that break a law: the caller's graph edited, another result the second time, or none at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.passes.protocol import Pass, PassContext, Rewrite

from .edit import Edit
from .model import F32, Mutant, good_rewrite


@dataclass
class Lawless:
    """``act`` is given the base pass's result and may do what it likes with it and with the caller's graph."""

    base: Pass
    act: Callable[[Lawless, Rewrite, fx.Graph, PassContext], Any]
    name: str = "lawless"
    calls: int = 0
    seen: dict[str, Any] = field(default_factory=dict)

    def rewrite(self, graph: fx.Graph, context: PassContext) -> Any:
        self.calls += 1
        return self.act(self, good_rewrite(self.base, graph, context), graph, context)


def _lawless(act: Callable[..., Any]) -> Callable[[Pass], Lawless]:
    return lambda base: Lawless(base, act)


def _in_place(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """Works on the caller's graph."""
    for node in graph.nodes:
        if node.target == "float":
            node.target, node.args = "to", (node.args[0], context.dtype)
    return result


def _literal_in_place(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """Fits the caller's literals, and raises at the first that it does not know."""
    for node in graph.nodes:
        if node.target == "masked_fill":
            node.args = (*node.args[:2], torch.finfo(context.dtype).min)
        if node.name == "softmax":
            raise KeyError("softmax")
    return result


def _meta_in_place(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    assert isinstance(context.tensors, dict)
    context.tensors.update(result.tensors)
    return result


def _cleaned_up(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """Takes out what the caller's graph does not need."""
    graph.eliminate_dead_code()
    return result


def _noted(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """Keeps its notes in the caller's nodes."""
    for node in graph.nodes:
        node.meta["precision"] = context.dtype
    return result


def _by_set(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """Values are given a copy in the order of a set of nodes, which is that of their addresses."""
    nodes = {node for node in result.graph.nodes if node.op.startswith("call")}
    self.seen[str(self.calls)] = graph
    (output,) = result.graph.find_nodes(op="output")
    with result.graph.inserting_before(output):
        for node in nodes:
            if node.name.startswith(("add", "mul", "sigmoid", "tanh", "linear")):
                result.graph.call_method("contiguous", (node,))
    return result


def _cached(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """A node is cast once for all graphs that the pass is ever given."""
    linear = next(node for node in result.graph.nodes if node.name == "linear_1")
    if "linear" not in self.seen:
        with result.graph.inserting_after(linear):
            cast = result.graph.call_method("contiguous", (linear,))
        linear.replace_all_uses_with(cast, delete_user_cb=lambda user: user is not cast)
        self.seen["linear"] = cast
    return result


def _counted(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """What is chosen depends on how often the pass was called."""
    name = sorted(result.tensors)[self.calls % len(result.tensors)]
    meta = replace(result.tensors[name], mean=float(self.calls))
    return replace(result, tensors={**result.tensors, name: meta})


def _outputs_again(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """Casts every output, whether it is cast already or not."""
    (output,) = result.graph.find_nodes(op="output")
    with result.graph.inserting_before(output):
        values = [result.graph.call_method("to", (value, context.dtype)) for value in output.args[0]]
    output.args = (tuple(values),)
    return result


def _wide_again(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """Each application puts the squares into float32 once more."""
    for node in list(result.graph.nodes):
        if node.name.startswith("pow"):
            with result.graph.inserting_before(node):
                cast = result.graph.call_method("to", (node.args[0], F32))
            node.replace_input_with(node.args[0], cast)
    return result


def _unknown_op(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    known = {"linear": 1, "matmul": 1}
    for node in graph.nodes:
        if node.op == "call_method":
            known[str(node.target)] += 1
    return result


def _own_result(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """Cannot read its own result."""
    if any(meta.torch_dtype is context.dtype for meta in context.tensors.values()):
        raise ValueError("expected float32")
    return result


def _folded_constant(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """Puts a value that it computed into the graph as an attribute."""
    node = next(node for node in result.graph.nodes if node.name == "arange")
    with result.graph.inserting_before(node):
        constant = result.graph.create_node("get_attr", "_folded_0", (), {})
    node.replace_all_uses_with(constant)
    return result


def _too_late(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """A cast placed behind its first user."""
    value = next(node for node in result.graph.nodes if node.name == "pow_1")
    user = next(iter(value.users))
    with result.graph.inserting_after(user):
        cast = result.graph.call_method("contiguous", (value,))
    user.replace_input_with(value, cast)
    return result


def _new_parameter(self: Lawless, result: Rewrite, graph: fx.Graph, context: PassContext) -> Rewrite:
    """Adds a converted weight as a parameter that no sample has."""
    first = next(iter(result.graph.nodes))
    with result.graph.inserting_before(first):
        result.graph.placeholder("L_weight_f16_")
    return result


def _foreign_function(edit: Edit) -> None:
    """Calls a function of its own, which no written sample can name."""
    value = edit.node("wide")
    with edit.graph.inserting_after(value):
        cast = edit.graph.call_function(_own_cast, (value,))
    value.replace_all_uses_with(cast, delete_user_cb=lambda user: user is not cast)


def _own_cast(value: torch.Tensor) -> torch.Tensor:
    return value.contiguous()


_ROTARY, _FILL, _RMS = "transformer/rotary_positions", "attention/masked_fill_scores", "norm/rms_upcast"

MUTANTS = (
    Mutant("the caller's graph edited", _ROTARY, "DG303", make=_lawless(_in_place)),
    Mutant("the caller's graph edited, then an exception", _FILL, "DG303", make=_lawless(_literal_in_place)),
    Mutant("the caller's meta edited", _FILL, "DG303", make=_lawless(_meta_in_place)),
    Mutant("the caller's graph cleaned up", "indexing/slice_writes", "DG303", make=_lawless(_cleaned_up)),
    Mutant("notes left in the caller's nodes", _FILL, "DG303", make=_lawless(_noted)),
    Mutant("a rewrite that depends on set order", "audio/recurrence", "DG304", make=_lawless(_by_set)),
    Mutant("a cache that outlives the graph", _RMS, "DG304", make=_lawless(_cached)),
    Mutant("a choice by the number of calls", _RMS, "DG304", make=_lawless(_counted)),
    Mutant("outputs cast again each time", _FILL, "DG304", make=_lawless(_outputs_again)),
    Mutant("islands cast again each time", _RMS, "DG304", make=_lawless(_wide_again)),
    Mutant("an exception at an op that it does not know", _RMS, "DG301", make=_lawless(_unknown_op)),
    Mutant("its own result not readable", _RMS, "DG301", make=_lawless(_own_result)),
    Mutant("no result", _RMS, "DG301", make=_lawless(lambda *_: None)),
    Mutant("a folded constant that no sample can hold", _ROTARY, "DG301", "_folded_0", make=_lawless(_folded_constant)),
    Mutant("a cast behind its user", _RMS, "DG301", make=_lawless(_too_late)),
    Mutant("a parameter that the sample does not have", _RMS, "DG301", "l_weight_f16_", make=_lawless(_new_parameter)),
    Mutant("a function that no sample can name", _RMS, "DG701", "_own_cast", _foreign_function),
)  # fmt: skip
