"""What a mask is filled with: a number far from all others, for which each dtype has its own.

``-3.4e38`` in float32 is ``-65504`` in float16. Compared as a number that is a total loss, and beside either no other
element would count.
"""

from __future__ import annotations

import torch

from pytest_dtypegen.check.probe import ONLY_A_FILL, SAMPLE, sample

#: On the way to an output, a fill is so many times most other values.
_FAR = 1e3
_LIMIT = torch.finfo(torch.float16).max


def may_be_fills(values: torch.Tensor) -> torch.Tensor:
    """Where values of the reference may be a fill: a number that only a fill can be, or one constant, the only number
    of its sign beyond float16's range, more than once."""
    far = torch.isfinite(values) & (values.abs() > _LIMIT)
    if not bool(far.any()):
        return far
    constant = _constant(values, far & (values > 0)) | _constant(values, far & (values < 0))
    return far & ((values.abs() >= ONLY_A_FILL) | constant)


def output_fills(reference: torch.Tensor, value: torch.Tensor, target: torch.dtype) -> torch.Tensor:
    """Where an output holds a fill that the value renders: to be left out of its score.

    In the value it is the same number as ``target`` rounds it, or, beyond the target's range, its own end (at least
    half of it: a mask is scaled, and added to). Where one is not rendered, none is left out.
    """
    found = may_be_fills(reference)
    if not bool(found.any()):
        return found
    sizes, limits = reference.abs(), torch.finfo(target)
    beyond = (sizes > limits.max) & (value.sign() == reference.sign()) & (value.abs() >= limits.max / 2)
    rounded = (value.double() - reference.double()).abs() <= limits.eps * sizes.double()
    return found if bool((beyond | rounded)[found].all()) else torch.zeros_like(found)


def _constant(reference: torch.Tensor, where: torch.Tensor) -> torch.Tensor:
    held = reference[where]
    return where if held.numel() > 1 and bool((held == held[0]).all()) else torch.zeros_like(where)


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
