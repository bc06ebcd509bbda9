"""Python's own arithmetic on sizes, numbers and tuples in a graph: bounded before it is done, for forty additions of a
tuple to itself are a line each, and more memory than there is (no torch)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

MOST_BITS = 1024
"""Of a whole number; sizes of tensors have 63."""

MOST_ELEMENTS = 1 << 20
"""Of a tuple, a list or a text."""

_NUMBERS: Mapping[Any, Callable[[int, int], int]] = {
    **dict.fromkeys((operator.mul, operator.imul), lambda a, b: a.bit_length() + b.bit_length()),
    **dict.fromkeys((operator.pow, operator.ipow), lambda a, b: a.bit_length() * max(b, 0)),
    **dict.fromkeys((operator.lshift, operator.ilshift), lambda a, b: a.bit_length() + max(b, 0)),
}
"""Bits of the result of two whole numbers, at most."""

_SEQUENCES = frozenset((operator.add, operator.iadd, operator.concat, operator.iconcat, operator.mul, operator.imul))


def too_large(target: Any, args: tuple[Any, ...]) -> str | None:
    """What ``target`` would make of ``args``, where that is larger than anything that sizes are computed with."""
    if len(args) != 2 or not (target in _NUMBERS or target in _SEQUENCES):
        return None
    a, b = args
    if isinstance(a, int) and isinstance(b, int):
        if target in _NUMBERS and _NUMBERS[target](a, b) > MOST_BITS:
            return f"a whole number of more than {MOST_BITS} bits"
    elif target in _SEQUENCES and _length(a) + _length(b) and _joined_length(a, b) > MOST_ELEMENTS:
        return f"a sequence of more than {MOST_ELEMENTS:,} elements"
    return None


def _joined_length(a: Any, b: Any) -> int:
    """Of two sequences joined, or of one repeated."""
    if isinstance(a, int) or isinstance(b, int):
        return max(int(a) if isinstance(a, int) else _length(a), 0) * (b if isinstance(b, int) else _length(b))
    return _length(a) + _length(b)


def _length(value: Any) -> int:
    return len(value) if isinstance(value, (tuple, list, str)) else 0
