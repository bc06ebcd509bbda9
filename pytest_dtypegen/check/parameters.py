"""A graph's parameters while the reference run decides what becomes of them (``condition.py``)."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.data import Adjustment, Data
from pytest_dtypegen.check.scale import all_finite, largest_magnitude, root_mean_square
from pytest_dtypegen.check.values import is_call, of_metadata
from pytest_dtypegen.dtypes.ops import CASTS, op_name

#: No weight is scaled beyond this magnitude: a layer that is fed next to nothing is not blown up to noise.
LARGEST_WEIGHT = 64.0

#: Ops that surely make no copy of their operand (of several operands, ``getitem`` copies).
_VIEWS = frozenset("view t T transpose permute detach unsqueeze squeeze chunk split unbind".split())

#: Ops whose result is their operand seen otherwise, or a copy of it: scaling commutes with them.
SEEN_THROUGH = CASTS | frozenset(
    "view reshape unsqueeze squeeze permute transpose t T flatten unflatten contiguous detach clone movedim getitem "
    "chunk split unbind narrow select flip".split()
)


class Parameters:
    """Each parameter is decided once, by the first node that may: not where an earlier one has computed with what was
    recorded. What is decided goes into the tensor that the run holds (views follow) and into ``data.adjustments``.

    ``stale``: the nodes that were seen before the parameter that they show was adjusted; what was seen is not so.
    """

    def __init__(self, graph: fx.Graph, data: Data) -> None:
        self.data = data
        self.stale: set[fx.Node] = set()
        self._order = {node: index for index, node in enumerate(graph.nodes)}
        self._placeholders = {str(node.target): node for node in graph.nodes if node.op == "placeholder"}
        self._decided: set[str] = set()
        self._at = -1

    def reach(self, node: fx.Node) -> None:
        """The run is about to compute ``node``."""
        self._at = self._order[node]

    def position(self, node: fx.Node) -> int:
        """Where the node stands in the run."""
        return self._order[node]

    def decide(self, operand: Any) -> tuple[str, torch.Tensor | None]:
        """The parameter that an operand is, and its tensor: this use decides it. None where that cannot be."""
        if not isinstance(operand, fx.Node) or operand.op != "placeholder":
            return "", None
        name = str(operand.target)
        if not self.is_free(name):
            return name, None
        self._decided.add(name)
        live = self.made(name)
        return name, live if all_finite(live) else None

    def is_free(self, name: str, path: Collection[fx.Node] = ()) -> bool:
        """Nothing is decided, and no node has computed with it yet. ``path``: what leads from it to the node that asks,
        and is computed anew or scaled by that."""
        if name in self._decided:
            return False
        stack, seen = [self._placeholders[name]], set[fx.Node]()
        while stack:
            earlier = [user for user in stack.pop().users if self._order[user] < self._at and not of_metadata(user)]
            if any(user not in path and not is_view(user) for user in earlier):
                return False
            stack += [user for user in earlier if user not in seen]
            seen.update(earlier)
        return True

    def mark_decided(self, *names: str) -> None:
        self._decided.update(names)

    def made(self, name: str) -> torch.Tensor:
        """The tensor that the run holds, or, before its first use, one of the same values."""
        live = self.data.live(name)
        return self.data.value(name) if live is None else live

    def scale_for(self, rms: float, name: str) -> float:
        """The power of two that brings a root mean square to about 1, as far as the weight may grow."""
        live = self.data.live(name)
        if not math.isfinite(rms) or rms == 0 or live is None:
            return 1.0
        largest = largest_magnitude(live.detach())
        if largest == 0 or not math.isfinite(largest):
            return 1.0
        exponent = min(round(-math.log2(rms)), math.floor(math.log2(LARGEST_WEIGHT / largest)))
        return math.ldexp(1.0, exponent)

    def scale(self, name: str, scale: float) -> None:
        before = self.data.adjustments.get(name, Adjustment())
        self.data.adjustments[name] = replace(before, scale=before.scale * scale)
        live = self.data.live(name)
        if live is not None:
            live.mul_(scale)
        self._mark_stale(name)

    def bring_down(self, name: str, live: torch.Tensor, limit: float) -> None:
        """Scales a parameter, by a power of two, whose root mean square is above ``limit``."""
        if (rms := root_mean_square(live)) > limit > 0:
            self.scale(name, math.ldexp(1.0, math.floor(math.log2(limit / rms))))

    def remake(self, name: str, adjustment: Adjustment) -> None:
        self.data.adjustments[name] = adjustment
        live = self.data.live(name)
        if live is not None:
            live.copy_(self.data.value(name))
        self._mark_stale(name)

    def _mark_stale(self, name: str) -> None:
        stack = [self._placeholders[name]]
        while stack:
            node = stack.pop()
            if node not in self.stale and self._order[node] < self._at:
                self.stale.add(node)
                stack += [user for user in node.users if is_call(user) and op_name(user) in SEEN_THROUGH]


def is_view(node: fx.Node) -> bool:
    """The op surely makes no copy of its operand."""
    if not is_call(node):
        return False
    name = op_name(node)
    if name == "getitem":
        return len(node.all_input_nodes) == 1
    return name in _VIEWS
