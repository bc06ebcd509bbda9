"""Casts: how many a rewritten graph holds, and how many ``torch.autocast`` would do on the original."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.promise import FOLLOW_FIRST
from pytest_dtypegen.check.values import is_call, is_cast
from pytest_dtypegen.dtypes.ops import is_write, op_name
from pytest_dtypegen.dtypes.precision import precision_class
from pytest_dtypegen.dtypes.values import tensors_in


def count_casts(graph: fx.Graph, values: Mapping[fx.Node, Any]) -> int:
    """The nodes of ``graph`` that turn one floating-point dtype into another."""
    return sum(1 for node in graph.nodes if is_cast(node) and _changes_precision(node, values))


def _changes_precision(node: fx.Node, values: Mapping[fx.Node, Any]) -> bool:
    before, after = values.get(node.all_input_nodes[0]) if node.all_input_nodes else None, values.get(node)
    if not isinstance(before, torch.Tensor) or not isinstance(after, torch.Tensor):
        return False
    return before.dtype.is_floating_point and after.dtype.is_floating_point and before.dtype != after.dtype


def autocast_casts(
    graph: fx.Graph,
    values: Mapping[fx.Node, Any],
    *,
    target: torch.dtype,
    device_type: str,
    weights: Iterable[str],
) -> int:
    """The casts that ``torch.autocast`` would do when it runs the original graph.

    Simulated from torch's lists: a lower op casts each float32 operand down (a weight, named by its placeholder's
    target in ``weights``, once: autocast keeps it), a float32 op casts each low operand up, a promoting op casts to
    the widest. Nothing is kept for values that are no leaves.
    """
    cast_weights: set[fx.Node] = set()
    leaf = frozenset(weights)
    low: dict[fx.Node, bool] = {}
    count = 0
    for node in graph.nodes:
        floats = [operand for operand in node.all_input_nodes if _is_float32(values.get(operand))]
        if not is_call(node):
            low[node] = False
            continue
        kind = "alone" if is_write(node) else precision_class(op_name(node), device_type)
        to_low = kind == "lower" or (kind == "promote" and bool(floats) and all(low[operand] for operand in floats))
        if kind == "lower":
            for operand in floats:
                kept = operand.op == "placeholder" and operand.target in leaf
                if not low[operand] and not (kept and operand in cast_weights):
                    count += 1
                if kept:
                    cast_weights.add(operand)
        elif kind == "float32" or (kind == "promote" and not to_low):
            count += sum(1 for operand in floats if low[operand])
        low[node] = to_low or (kind == "alone" and _stays_low(node, floats, low, values))
    return count


def _stays_low(
    node: fx.Node, floats: list[fx.Node], low: Mapping[fx.Node, bool], values: Mapping[fx.Node, Any]
) -> bool:
    """What type promotion makes of the operands of an op that autocast leaves alone."""
    if is_cast(node) or not floats:
        return False
    if is_write(node) or op_name(node) in FOLLOW_FIRST:
        return low[floats[0]]
    deciding = [operand for operand in floats if any(t.dim() for t in tensors_in(values[operand]))] or floats
    return all(low[operand] for operand in deciding)


def _is_float32(value: Any) -> bool:
    return any(tensor.dtype is torch.float32 for tensor in tensors_in(value))
