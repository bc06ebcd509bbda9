"""Whether two graphs are the same computation as written: node by node, in order."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import fx


def graph_difference(a: fx.Graph, b: fx.Graph) -> str | None:
    """The first place where two graphs differ, in words; None where they are the same.

    Compared: the nodes' order and kinds, targets (a placeholder's is its parameter's name), positional and keyword
    arguments with their types, NaN equal to NaN, -0.0 different from 0.0. Not compared: node names, types, meta, and
    where among the other nodes the placeholders stand: they are parameters, and come first wherever a graph is printed.
    """
    partner: dict[fx.Node, fx.Node] = {}
    for left, right in zip(_as_printed(a), _as_printed(b), strict=False):
        if left.op != right.op or left.target != right.target:
            return f"{_call(left)} became {_call(right)}"
        difference = _differs(left.args, right.args, partner) or _differs(
            dict(left.kwargs), dict(right.kwargs), partner
        )
        if difference:
            return f"{_call(left)}: {difference}"
        partner[left] = right
    if len(a.nodes) != len(b.nodes):
        return f"{len(a.nodes)} nodes became {len(b.nodes)}"
    return None


def _as_printed(graph: fx.Graph) -> list[fx.Node]:
    return sorted(graph.nodes, key=lambda node: node.op != "placeholder")


def _call(node: fx.Node) -> str:
    target = getattr(node.target, "__name__", node.target)
    return f"{node.name} ({node.op} {target})"


def _differs(a: Any, b: Any, partner: dict[fx.Node, fx.Node]) -> str | None:
    if isinstance(a, fx.Node) or isinstance(b, fx.Node):
        return None if isinstance(a, fx.Node) and isinstance(b, fx.Node) and partner.get(a) is b else f"{a} became {b}"
    if _kind(a) is not _kind(b):
        return f"{a!r} became {b!r}"
    if isinstance(a, (tuple, list)):
        if len(a) != len(b):
            return f"{a!r} became {b!r}"
        return next((d for x, y in zip(a, b, strict=True) if (d := _differs(x, y, partner))), None)
    if isinstance(a, dict):
        if a.keys() != b.keys():
            return f"{sorted(map(str, a))} became {sorted(map(str, b))}"
        return next((f"{k}: {d}" for k in a if (d := _differs(a[k], b[k], partner))), None)
    if isinstance(a, slice):
        return _differs((a.start, a.stop, a.step), (b.start, b.stop, b.step), partner)
    if isinstance(a, complex):
        return _differs((a.real, a.imag), (b.real, b.imag), partner)
    if isinstance(a, float):
        same = (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1.0, a) == math.copysign(1.0, b))
        return None if same else f"{a!r} became {b!r}"
    return None if a == b else f"{a!r} became {b!r}"


def _kind(value: Any) -> type:
    """The type as a graph's text tells it apart: fx's immutable containers are lists and dictionaries."""
    for kind in (torch.Size, tuple, list, dict, bool, int, float):
        if isinstance(value, kind):
            return kind
    return type(value)
