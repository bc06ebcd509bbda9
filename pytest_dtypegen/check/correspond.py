"""Which node of the original graph a node of the rewritten graph stands for, and where a wrong dtype came from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.promise import Promise
from pytest_dtypegen.check.values import line_of, short, tensors
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.execute.run import describe
from pytest_dtypegen.passes.protocol import Rewrite


class Correspondence:
    """Rewritten nodes to original nodes: by ``Rewrite.origin`` where the pass gives it, else by name and op.

    Placeholders correspond by their parameter, outputs to each other.
    """

    def __init__(self, original: fx.Graph, rewrite: Rewrite) -> None:
        by_name = {node.name: node for node in original.nodes}
        by_parameter = {node.target: node for node in original.nodes if node.op == "placeholder"}
        self._pairs: dict[fx.Node, fx.Node] = {}
        for node in rewrite.graph.nodes:
            if node.op == "placeholder":
                found = by_parameter.get(node.target)
            elif rewrite.origin:
                found = by_name.get(rewrite.origin.get(node.name, ""))
            else:
                found = by_name.get(node.name)
            if found is not None and (found.op == node.op or rewrite.origin):
                self._pairs[node] = found
        self._back = {old: new for new, old in self._pairs.items()}

    def original_of(self, node: fx.Node) -> fx.Node | None:
        """The original node, None for one that the pass added."""
        return self._pairs.get(node)

    def rewritten_of(self, node: fx.Node) -> fx.Node | None:
        return self._back.get(node)

    def items(self) -> list[tuple[fx.Node, fx.Node]]:
        """(rewritten, original) pairs in the rewritten graph's order."""
        return list(self._pairs.items())

    def line(self, node: fx.Node | None) -> int | None:
        """The line in ``model.py`` of the original node, or, for an added one, of the nearest value that it uses."""
        seen = 0
        while node is not None and seen < 100:
            found = line_of(self._pairs.get(node)) or line_of(node)
            if found is not None:
                return found
            node = next(iter(node.all_input_nodes), None)
            seen += 1
        return None


def wrong_dtype_origin(
    node: fx.Node,
    values: Mapping[fx.Node, Any],
    original_values: Mapping[fx.Node, Any],
    pairs: Correspondence,
    promise: Promise,
) -> str | None:
    """The first value, walking back from ``node``, whose dtype is not what its own contract says, in words.

    The walk follows operands that break their promise until one is reached none of whose operands does. None where
    every operand keeps its promise (then the fault is the node's own).
    """

    def broken(candidate: fx.Node) -> bool:
        old = pairs.original_of(candidate)
        return old is not None and _mismatch(values.get(candidate), original_values.get(old), old, promise) is not None

    current = next((operand for operand in node.all_input_nodes if broken(operand)), None)
    if current is None:
        return None
    for _ in range(len(node.graph.nodes)):
        earlier = next((operand for operand in current.all_input_nodes if broken(operand)), None)
        if earlier is None:
            break
        current = earlier
    old = pairs.original_of(current)
    assert old is not None
    wanted = _mismatch(values.get(current), original_values.get(old), old, promise)
    line = pairs.line(current)
    place = f"{op_name(current)}, line {line}" if line else op_name(current)
    return f"{current.name}: {describe(values[current])} ({place}), by its own contract {wanted}"


def _mismatch(value: Any, original: Any, old: fx.Node, promise: Promise) -> str | None:
    """What the value should have been, in words; None where it is as promised."""
    new_tensors, old_tensors = tensors(value), tensors(original)
    for new, before in zip(new_tensors, old_tensors, strict=False):
        allowed = promise.allowed(old, before.dtype)
        if new.dtype not in allowed:
            return " or ".join(sorted(short(dtype) for dtype in allowed))
    return None


def dtypes_in(value: Any) -> set[torch.dtype]:
    return {tensor.dtype for tensor in tensors(value)}
