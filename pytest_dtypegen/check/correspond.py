"""Which node of the original graph a node of the rewritten graph stands for, and where a wrong dtype came from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.promise import Promise
from pytest_dtypegen.check.values import is_call, is_cast, line_of, short
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.values import tensors_in
from pytest_dtypegen.execute.run import describe
from pytest_dtypegen.passes.protocol import Rewrite


class Correspondence:
    """Rewritten nodes to original nodes: by ``Rewrite.origin`` where the pass gives it, else by structure and name.

    Placeholders correspond by their parameter, outputs to each other. By structure: the same op on operands that
    correspond, casts that the pass added left out; of several, the one of the same name.
    """

    def __init__(self, original: fx.Graph, rewrite: Rewrite) -> None:
        self.original = original
        self._pairs: dict[fx.Node, fx.Node] = {}
        by_parameter = {node.target: node for node in original.nodes if node.op == "placeholder"}
        by_name = {node.name: node for node in original.nodes}
        matcher = None if rewrite.origin else _Matcher(original, rewrite.graph, self._pairs)
        for node in rewrite.graph.nodes:
            if node.op == "placeholder":
                found = by_parameter.get(node.target)
            elif node.op == "output":
                found = by_name.get("output", next(iter(original.find_nodes(op="output")), None))
            elif matcher is not None:
                found = matcher.match(node)
            else:
                found = by_name.get(rewrite.origin.get(node.name, ""))
            if found is not None:
                self._pairs[node] = found
        self._back = {old: new for new, old in self._pairs.items()}

    def original_of(self, node: fx.Node) -> fx.Node | None:
        """The original node, None for one that the pass added."""
        return self._pairs.get(node)

    def behind_casts(self, node: fx.Node) -> fx.Node | None:
        """The original node of a value, casts that the pass added seen through."""
        return _behind_casts(node, self._pairs)

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


def _behind_casts(node: fx.Node, pairs: Mapping[fx.Node, fx.Node]) -> fx.Node | None:
    while node not in pairs and is_cast(node) and node.all_input_nodes:
        node = node.all_input_nodes[0]
    return pairs.get(node)


class _Matcher:
    """Finds the original of one node after the other, in the rewritten graph's order."""

    def __init__(self, original: fx.Graph, rewritten: fx.Graph, pairs: dict[fx.Node, fx.Node]) -> None:
        self._pairs = pairs
        self._taken: set[fx.Node] = set()
        self._by_name = {node.name: node for node in original.nodes}
        self._new_names = {node.name: node for node in rewritten.nodes}
        self._by_call: dict[tuple[object, ...], list[fx.Node]] = {}
        for node in original.nodes:
            self._by_call.setdefault((_family(node), *node.all_input_nodes), []).append(node)

    def match(self, node: fx.Node) -> fx.Node | None:
        operands = [_behind_casts(operand, self._pairs) for operand in node.all_input_nodes]
        same_call = self._by_call.get((_family(node), *operands), [])
        free = [old for old in same_call if old not in self._taken]
        named = self._by_name.get(node.name)
        unreserved = (old for old in free if not self._reserved(old))
        found = named if named in free else next(unreserved, None)
        if found is None and named is not None and named not in self._taken and self._fits(named, node, operands):
            found = named
        if found is not None and _leads_to(node, found):
            return None
        if found is not None:
            self._taken.add(found)
        return found

    def _reserved(self, old: fx.Node) -> bool:
        """Another new node has the name, and takes the operands of the same names."""
        other = self._new_names.get(old.name)
        return other is not None and [n.name for n in other.all_input_nodes] == [n.name for n in old.all_input_nodes]

    def _fits(self, old: fx.Node, new: fx.Node, operands: list[fx.Node | None]) -> bool:
        """The same op, on operands none of which is known to stand for another."""
        before = old.all_input_nodes
        if _family(old) != _family(new) or len(before) != len(operands):
            return False
        return all(one is None or one is other for one, other in zip(operands, before, strict=True))


def _leads_to(node: fx.Node, old: fx.Node) -> bool:
    """The node is a cast, and what it makes goes into a cast that is spelled as the original's is: it was added."""
    if not is_cast(node) or _cast_to(node) == _cast_to(old):
        return False
    return any(is_cast(user) and _cast_to(user) == _cast_to(old) for user in node.users)


def _cast_to(node: fx.Node) -> tuple[object, ...]:
    """What the cast is spelled with: its name, where that says the dtype, or the dtypes among its arguments."""
    found = tuple(value for value in (*node.args, *node.kwargs.values()) if isinstance(value, torch.dtype))
    return found or (op_name(node),)


def _family(node: fx.Node) -> object:
    """Casts are one family: ``float()`` and ``to(torch.float32)`` stand for each other."""
    return "cast" if is_cast(node) else (node.op, op_name(node) if is_call(node) else node.target)


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
    new_tensors, old_tensors = tensors_in(value), tensors_in(original)
    for new, before in zip(new_tensors, old_tensors, strict=False):
        allowed = promise.allowed(old, before.dtype)
        if new.dtype not in allowed:
            return " or ".join(sorted(short(dtype) for dtype in allowed))
    return None


def dtypes_in(value: Any) -> set[torch.dtype]:
    return {tensor.dtype for tensor in tensors_in(value)}
