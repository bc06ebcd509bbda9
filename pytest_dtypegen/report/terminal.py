"""The section that pytest prints after a run: matrix, error classes, slowest cases (no torch)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_dtypegen.report.journal import JournalData
from pytest_dtypegen.report.summary import Cell, Summary
from pytest_dtypegen.report.text import first, one_line

_SHOWN_CLASSES = 20
_SHOWN_OPS = 3

Line = tuple[str, dict[str, bool]]
"""A line and its markup, as pytest's terminal writer takes it."""


def _matrix(summary: Summary) -> Iterator[Line]:
    labels = [column.label for column in summary.columns]
    rows = [(source, [summary.cells.get((source, c), Cell()) for c in summary.columns]) for source in summary.sources]
    if len(rows) > 1:
        rows.append(("total", [summary.column(column) for column in summary.columns]))
    skips = any(cell.skipped for _, cells in rows for cell in cells)
    first = max([len("source"), *(len(name) for name, _ in rows)])
    widths = [max([len(label), *(len(str(cells[i])) for _, cells in rows)]) for i, label in enumerate(labels)]
    head = "  ".join(
        [f"{'source':<{first}}", *(f"{label:>{width}}" for label, width in zip(labels, widths, strict=True))]
    )
    yield head + ("  skipped" if skips else ""), {"bold": True}
    for name, cells in rows:
        texts = [f"{cell!s:>{width}}" for cell, width in zip(cells, widths, strict=True)]
        skipped = sum(cell.skipped for cell in cells)
        line = "  ".join([f"{name:<{first}}", *texts]) + (f"  {skipped or '':>7}" if skips else "")
        failed = any(cell.failed for cell in cells)
        yield line.rstrip(), {"red": True} if failed else {"green": True}


def _classes(summary: Summary) -> Iterator[Line]:
    if summary.classes:
        yield "", {}
        yield "error classes", {"bold": True}
    width = max((len(str(row.error_class)) for row in summary.classes), default=0)
    shown = first(summary.classes, _SHOWN_CLASSES)
    for row in shown:
        named = first(row.ops, _SHOWN_OPS)
        ops = ", ".join(f"{one_line(op, 60)} {count}" for op, count in named)
        more = f", {len(row.ops) - len(named)} more" if len(row.ops) > len(named) else ""
        yield f"{row.count:>7,}  {row.error_class!s:<{width}}  {ops}{more}".rstrip(), {"red": True}
    rest = summary.classes[len(shown) :]
    if rest:
        yield f"{sum(row.count for row in rest):>7,}  in {len(rest)} more classes", {"red": True}
    for row in summary.skips:
        yield f"{row.count:>7,}  {row.error_class} (skipped): {row.error_class.summary}", {"yellow": True}


def _slowest(summary: Summary) -> Iterator[Line]:
    if summary.slowest:
        yield "", {}
        yield "slowest", {"bold": True}
    for seconds, entry in summary.slowest:
        stage, longest = max(entry.record.stages.items(), key=lambda pair: pair[1])
        yield f"{seconds:>7.1f} s  {one_line(entry.case_id, 120)} ({stage} {longest:.1f} s)", {}


def lines(summary: Summary, planned: int | None = None, lacking: int | None = None) -> Iterator[Line]:
    """The section, line by line. ``planned``: how many cases there should be; ``lacking``: how many of these have no
    verdict, where it is known better than by counting."""
    yield from _matrix(summary)
    yield from _classes(summary)
    yield from _slowest(summary)
    if summary.flaky:
        yield f"{summary.flaky:,} flaky: another outcome when tried again", {"yellow": True}
    if summary.emulated:
        yield f"{summary.emulated:,} computed partly in float32 and rounded (--dtypegen-exec=kernels is exact)", {}
    if planned is not None and lacking is None:
        lacking = planned - summary.total.total - summary.total.skipped
    if planned is not None and lacking is not None and lacking > 0:
        yield f"cases without a verdict: {lacking:,} of {planned:,}; --dtypegen-resume goes on", {"yellow": True}


def write(terminal: Any, summary: Summary, data: JournalData, places: list[str]) -> None:
    """Print the section through pytest's terminal reporter."""
    total = summary.total
    colour = {"red": True} if total.failed else {"green": True}
    terminal.section(f"dtypegen: {total.passed:,} of {total.total:,} passed", **colour)
    for text, markup in lines(summary, data.planned, data.lacking):
        terminal.write_line(text, **markup)
    if places:
        terminal.write_line("")
    for place in places:
        terminal.write_line(place)
