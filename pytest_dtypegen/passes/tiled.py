"""Parameters that repeat: one number a channel, found in what the graph makes of a shorter parameter."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import argument, op_name
from pytest_dtypegen.passes.grouped import VIEWS, Values, source_of


@dataclass(frozen=True)
class Tiled:
    """A 1-d parameter whose elements are those of ``source``, flattened, again and again. ``through``: the nodes that
    repeat it, in the graph's order; none where the source is the parameter itself."""

    source: fx.Node
    period: int
    through: tuple[fx.Node, ...] = ()


def tiled(node: fx.Node, values: Values) -> Iterator[Tiled]:
    """The ways to read a parameter as a repeated one, the longest period first."""
    value = values[node]
    if not isinstance(value, torch.Tensor) or value.dim() != 1 or value.is_quantized:
        return
    yield Tiled(node, value.numel())
    through: list[fx.Node] = []
    while node.op in ("call_function", "call_method"):
        source = source_of(node, values) if op_name(node) in VIEWS else _repeated(node, values)
        if source is None:
            return
        through.insert(0, node)
        node = source
        if values[source].numel() < value.numel():
            yield Tiled(source, values[source].numel(), tuple(through))


def _repeated(node: fx.Node, values: Values) -> fx.Node | None:
    """The operand that an op repeats as a whole, so that the result, flattened, is its elements again and again."""
    name, operands = op_name(node), node.all_input_nodes
    if name in ("cat", "stack", "hstack", "vstack"):
        parts = argument(node, 0, "tensors")
        dim = argument(node, 1, "dim", 0)
        same = isinstance(parts, (list, tuple)) and len(operands) == 1 and len(set(parts)) == 1
        return operands[0] if same and dim == 0 else None
    if name not in ("repeat", "tile", "expand", "expand_as", "broadcast_to") or not operands:
        return None
    return operands[0] if _leading(values[operands[0]], values[node]) else None


def _leading(before: Any, after: Any) -> bool:
    """Whether ``after`` repeats all of ``before`` and not parts of it: only in dimensions before its first real one."""
    if not isinstance(before, torch.Tensor) or not isinstance(after, torch.Tensor) or before.dtype != after.dtype:
        return False
    inner = list(before.shape)
    while inner and inner[0] == 1:
        inner.pop(0)
    if not inner:
        return True
    kept = list(after.shape)[after.dim() - len(inner) :]
    repeated_first = kept[1:] == inner[1:] and kept[0] % inner[0] == 0
    return repeated_first and math.prod(after.shape) % before.numel() == 0
