"""What a mask is filled with: a number far from all others, for which each dtype has its own.

``-3.4e38`` in float32 is ``-65504`` in float16. Compared as a number that is a total loss, and beside either no other
element would count.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch

from pytest_dtypegen.check.probe import ONLY_A_FILL, SAMPLE, sample
from pytest_dtypegen.check.scale import aligned_pieces, pieces

#: On the way to an output, a fill is so many times most other values.
_FAR = 1e3
_LIMIT = torch.finfo(torch.float16).max


@dataclass(frozen=True)
class Fills:
    """Which numbers of a tensor may be fills: of those beyond float16's range (``far``: there are any), the ones that
    only a fill can be, and the positive or the negative ones where those are one constant, more than once."""

    far: bool = False
    positive: bool = False
    negative: bool = False

    def within(self, piece: torch.Tensor) -> torch.Tensor:
        """Where they are in a piece of the tensor, bool."""
        if not self.far:
            return torch.zeros_like(piece, dtype=torch.bool)
        found = piece.abs() >= ONLY_A_FILL
        if self.positive:
            found |= piece > 0
        if self.negative:
            found |= piece < 0
        return found & _far(piece)


NO_FILLS = Fills()


def fills_of(values: torch.Tensor) -> Fills:
    """What may be a fill in values of the reference."""
    count, low, high = [0, 0], [math.inf, math.inf], [-math.inf, -math.inf]
    for piece in pieces(values):
        far = _far(piece)
        if not bool(far.any()):
            continue
        for sign, where in enumerate((far & (piece > 0), far & (piece < 0))):
            count[sign] += int(where.count_nonzero())
            low[sign] = min(low[sign], float(torch.where(where, piece, math.inf).min()))
            high[sign] = max(high[sign], float(torch.where(where, piece, -math.inf).max()))
    constant = [count[sign] > 1 and low[sign] == high[sign] for sign in (0, 1)]
    return Fills(any(count), *constant)


def output_fills(reference: torch.Tensor, value: torch.Tensor, target: torch.dtype) -> Fills:
    """What an output holds of fills that the value renders: to be left out of its score.

    In the value it is the same number as ``target`` rounds it, or, beyond the target's range, its own end (at least
    half of it: a mask is scaled, and added to). Where one is not rendered, none is left out.
    """
    fills = fills_of(reference)
    if not fills.far or all(_renders(fills, a, b, target) for a, b in aligned_pieces(reference, value)):
        return fills
    return NO_FILLS


def _renders(fills: Fills, reference: torch.Tensor, value: torch.Tensor, target: torch.dtype) -> bool:
    sizes, limits = reference.abs(), torch.finfo(target)
    beyond = (sizes > limits.max) & (value.sign() == reference.sign()) & (value.abs() >= limits.max / 2)
    rounded = (value.double() - reference.double()).abs() <= limits.eps * sizes.double()
    return bool((beyond | rounded | ~fills.within(reference)).all())


def _far(piece: torch.Tensor) -> torch.Tensor:
    return torch.isfinite(piece) & (piece.abs() > _LIMIT)


def inner_fills(reference: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """Where a value on the way holds what may be a fill: to be left out of what is told of the way.

    In the reference a number that float16 cannot hold, and a thousand times most others; in the value one of the same
    sign, and no smaller than a fill in float16 is.
    """
    sizes = reference.abs()
    if not bool((sizes > _LIMIT).any()):
        return torch.zeros_like(sizes, dtype=torch.bool)
    some = sample(sizes, SAMPLE)
    common = float(some[some > 0].quantile(0.05)) if bool((some > 0).any()) else 0.0
    far = (sizes > _LIMIT) & ((sizes > _FAR * common) | (sizes > ONLY_A_FILL))
    return far & (value.abs() >= _LIMIT / 2) & (value.sign() == reference.sign())
