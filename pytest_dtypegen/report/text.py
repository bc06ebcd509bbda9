"""A failure in words: the short text that pytest prints, and one line of it (no torch)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pytest_dtypegen.errors import Failure
from pytest_dtypegen.records import Record

_WIDTH = 10

T = TypeVar("T")


def one_line(text: str, limit: int = 300) -> str:
    """``text`` without line breaks, cut off at ``limit`` characters."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def first(items: Sequence[T], limit: int) -> Sequence[T]:
    """The first ``limit`` of the items, or all where only one would be left out: it takes no more room than "1 more".

    >>> first("abc", 2), first("abcd", 2)
    ('abc', 'ab')
    """
    return items if len(items) <= limit + 1 else items[:limit]


def headline(failure: Failure) -> str:
    """``DG402 attention-mask-dtype in scaled_dot_product_attention: invalid dtype for bias - ...``"""
    where = f" in {failure.op}" if failure.op else ""
    return f"{failure.error_class}{where}: {one_line(failure.message)}"


def _row(name: str, value: str) -> list[str]:
    first, *rest = value.splitlines() or [""]
    return [f"  {name:<{_WIDTH}}{first}", *(" " * (_WIDTH + 2) + line for line in rest)]


def failure_lines(record: Record, path: str = "", again: str = "", gate: str = "") -> list[str]:
    """What is known of a failed case, a fact a line: class, stage, op, node, place, operands, origin, remedy.

    ``path``: the sample's directory, ``again``: the command that runs the case alone, ``gate``: what the gate says of
    it; each left out where empty.
    """
    failure = record.failure
    if failure is None:
        return [gate, *_row("case", f"{record.sample} {record.dtype} {record.device}"), *_row("again", again)]
    what = failure.error_class
    lines = [f"{what}: {what.summary}"]
    case = f"{record.sample} {record.dtype} {record.device}"
    lines += _row("case", case if record.pass_name == "autocast" else f"{case} pass {record.pass_name}")
    facts = (
        ("stage", failure.stage),
        ("op", failure.op),
        ("node", failure.node),
        ("at", f"{path}/{failure.file}:{failure.line}" if path and failure.line else None),
        ("line", f"{failure.file}:{failure.line}" if failure.line and not path else None),
        ("operands", "\n".join(failure.operands)),
        ("origin", failure.origin),
        ("message", failure.message),
        ("remedy", failure.remedy or what.remedy),
        ("gate", gate),
        ("again", again),
    )
    for name, value in facts:
        if value:
            lines += _row(name, value)
    return lines
