"""The first wrong node: from a bad output back to the value at which the numbers went wrong."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.bound import DOUBTFUL, EXPLAINED, bound_db
from pytest_dtypegen.check.correspond import Correspondence
from pytest_dtypegen.check.fills import inner_fills
from pytest_dtypegen.check.probe import Probes, sample, snr_db
from pytest_dtypegen.check.scale import largest_magnitude
from pytest_dtypegen.check.values import plain
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.values import tensors_in

#: How many steps of the error's growth are told.
_STEPS = 6


@dataclass(frozen=True)
class Seen:
    """A value of the rewritten graph beside the reference's. ``finite``: all of it, or as the reference's is not."""

    snr_db: float
    finite: bool


class Beside:
    """An ``observe`` for the rewritten graph: compares each value with the reference's sample of it."""

    def __init__(self, pairs: Correspondence, probes: Probes, size: int) -> None:
        self.seen: dict[fx.Node, Seen] = {}
        self._pairs, self._probes, self._size = pairs, probes, size

    def __call__(self, node: fx.Node, value: Any) -> None:
        old = self._pairs.original_of(node)
        probe = self._probes.get(old.name) if old is not None else None
        found = [plain(tensor) for tensor in tensors_in(value)[:1]]
        if probe is None or not found or found[0].shape != probe.shape or not found[0].dtype.is_floating_point:
            return
        new = sample(found[0], self._size)
        finite = not probe.finite or math.isfinite(largest_magnitude(found[0]))
        told = ~inner_fills(probe.sample, new)
        self.seen[node] = Seen(snr_db(probe.sample[told], new[told]), finite)


def first_wrong(
    start: fx.Node, seen: Mapping[fx.Node, Seen], counts: Mapping[fx.Node, float], dtype: torch.dtype
) -> list[fx.Node]:
    """The way of the error from the first wrong node to ``start``: each is wrong, and each but the first has the one
    before among what it is computed from. Empty where ``start`` itself was not seen.

    Where ``start`` is within the bound (and failed beside a control), so is the way: then what is wrong is what is
    further off than rounding explains at once.
    """

    def off(node: fx.Node, headroom: float) -> bool:
        return not seen[node].finite or seen[node].snr_db < bound_db(dtype, counts.get(node, 1.0), headroom)

    node = next(iter(_nearest_seen([start], seen)), None)
    headroom = DOUBTFUL if node is None or off(node, DOUBTFUL) else EXPLAINED

    def wrong(node: fx.Node) -> bool:
        return off(node, headroom)

    way: list[fx.Node] = []
    while node is not None:
        way.append(node)
        before = [operand for operand in _nearest_seen(node.all_input_nodes, seen) if wrong(operand)]
        lost = [operand for operand in before if not seen[operand].finite]
        node = min(lost or before, key=lambda operand: seen[operand].snr_db, default=None)
    return way[::-1]


def inner_losses(
    seen: Mapping[fx.Node, Seen], counts: Mapping[fx.Node, float], dtype: torch.dtype
) -> list[tuple[fx.Node, Seen]]:
    """Values that lose more than the dtype explains at once, whatever came of it: those at which the loss begins."""

    def wrong(node: fx.Node) -> bool:
        return not seen[node].finite or seen[node].snr_db < bound_db(dtype, counts.get(node, 1.0))

    found = [
        (node, value)
        for node, value in seen.items()
        if wrong(node) and not any(wrong(operand) for operand in _nearest_seen(node.all_input_nodes, seen))
    ]
    return sorted(found, key=lambda pair: pair[1].snr_db)


def _nearest_seen(nodes: list[fx.Node], seen: Mapping[fx.Node, Seen]) -> list[fx.Node]:
    """The nodes, or, in place of those that were not seen (casts that the pass added), what they are made of."""
    found: list[fx.Node] = []
    todo, visited = list(nodes), set(nodes)
    while todo:
        node = todo.pop(0)
        if node in seen:
            found.append(node)
            continue
        fresh = [operand for operand in node.all_input_nodes if operand not in visited]
        visited.update(fresh)
        todo.extend(fresh)
    return found


def growth(way: list[fx.Node], seen: Mapping[fx.Node, Seen], pairs: Correspondence) -> str:
    """How the error grew: the operands of the first wrong node, that node, and some of the way to the output."""
    first = way[0]
    before = [f"{n.name} {_db(seen[n])}" for n in _nearest_seen(first.all_input_nodes, seen)]
    line = pairs.line(first)
    text = f"{first.name} ({op_name(first)}{f', line {line}' if line else ''}) {_db(seen[first])}"
    if before:
        text += f" from {', '.join(before[:3])}"
    rest = way[1:]
    chosen = rest if len(rest) <= _STEPS else [*rest[: _STEPS - 1], rest[-1]]
    return "; then ".join([text, *(f"{node.name} {_db(seen[node])}" for node in chosen)])


def _db(seen: Seen) -> str:
    if not seen.finite:
        return "not finite"
    return "exact" if seen.snr_db == math.inf else f"{seen.snr_db:.1f} dB"
