"""The laws that every pass is held to: the given graph untouched (DG303), the same result twice, and nothing left to
do the second time (DG304)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.passes.protocol import Rewrite
from pytest_dtypegen.samples.difference import graph_difference
from pytest_dtypegen.samples.model import TensorMeta


class Fingerprint:
    """A graph and its tensors' meta as they are now, in a form that later changes cannot reach."""

    def __init__(self, graph: fx.Graph, tensors: Mapping[str, TensorMeta]) -> None:
        self._nodes = [_facts(node) for node in graph.nodes]
        self._tensors = _meta_facts(tensors)

    def difference(self, graph: fx.Graph, tensors: Mapping[str, TensorMeta]) -> str | None:
        """What is not as it was, in words; None where everything is."""
        now = [_facts(node) for node in graph.nodes]
        for before, after in zip(self._nodes, now, strict=False):
            if before != after:
                return f"the pass changed the given graph: {_words(before)} became {_words(after)}"
        if len(now) != len(self._nodes):
            return f"the pass changed the given graph: {len(self._nodes)} nodes became {len(now)}"
        return None if _meta_facts(tensors) == self._tensors else "the pass changed the given tensors' meta"


def _meta_facts(tensors: Mapping[str, TensorMeta]) -> dict[str, dict[str, Any]]:
    """The meta as values: frozen, but a pass can get past that."""
    return {name: dict(vars(meta)) if isinstance(meta, TensorMeta) else {"": meta} for name, meta in tensors.items()}


def _facts(node: fx.Node) -> tuple[Any, ...]:
    return (
        node.name, node.op, node.target, _frozen(node.args), _frozen(dict(node.kwargs)), node.type,
        node.meta.get("line"), len(node.meta),
    )  # fmt: skip


def _frozen(value: Any) -> Any:
    """Arguments as values: nodes by name, containers as tuples, numbers with their type and sign."""
    if isinstance(value, fx.Node):
        return "node", value.name
    if isinstance(value, torch.Size):
        return "size", tuple(value)
    if isinstance(value, (list, tuple)):
        return "tuple" if isinstance(value, tuple) else "list", tuple(_frozen(item) for item in value)
    if isinstance(value, dict):
        return "dict", tuple((key, _frozen(item)) for key, item in value.items())
    if isinstance(value, slice):
        return "slice", _frozen(value.start), _frozen(value.stop), _frozen(value.step)
    return type(value).__name__, repr(value)


def _words(facts: tuple[Any, ...]) -> str:
    name, op, target, *_ = facts
    return f"{name} ({op} {getattr(target, '__name__', target)})"


def check_deterministic(first: Rewrite, second: Rewrite) -> None:
    """Raises DtypegenError DG304 where two applications to the same graph gave two results."""
    difference = rewrite_difference(first, second)
    if difference is not None:
        raise DtypegenError("DG304", f"a second application to the same graph gives another: {difference}")


def check_idempotent(once: Rewrite, twice: Rewrite) -> None:
    """Raises DtypegenError DG304 where the pass found something to do in its own result."""
    difference = rewrite_difference(once, twice)
    if difference is not None:
        raise DtypegenError("DG304", f"applied to its own result, the pass changes it: {difference}")


def rewrite_difference(a: Rewrite, b: Rewrite) -> str | None:
    """The first difference of two results' graphs or meta; None where they are the same."""
    return graph_difference(a.graph, b.graph) or tensors_difference(a.tensors, b.tensors)


def tensors_difference(a: Mapping[str, TensorMeta], b: Mapping[str, TensorMeta]) -> str | None:
    if a.keys() != b.keys():
        only = sorted(a.keys() ^ b.keys())
        return f"meta of {', '.join(only[:3])} on one side only"
    for name, meta in a.items():
        if meta != b[name] and repr(meta) != repr(b[name]):  # NaN is not equal to itself
            return f"{name}: {meta.dtype}{list(meta.shape)} became {b[name].dtype}{list(b[name].shape)}"
    return None
