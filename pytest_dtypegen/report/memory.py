"""Peak memory by sample size (no torch)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_dtypegen.report.journal import Entry
from pytest_dtypegen.report.text import one_line

_MILLION = 1_000_000
BOUNDS = (_MILLION, 10 * _MILLION, 100 * _MILLION, 1000 * _MILLION)
"""Elements of all tensors of a sample, where one row ends and the next begins."""


@dataclass(frozen=True)
class MemoryRow:
    """Cases of samples with ``least`` elements or more and, unless None, fewer than ``below``. Bytes are the largest
    resident size of the process that ran the case: Python, torch, and all that the case held at one time. ``most_of``:
    the case that took the most."""

    least: int
    below: int | None
    cases: int
    median: int
    p95: int
    most: int
    most_of: str

    @property
    def label(self) -> str:
        if self.below is None:
            return f"{self.least // _MILLION:,} M and more"
        return f"below {self.below // _MILLION:,} M"


def memory_rows(entries: Sequence[Entry]) -> list[MemoryRow]:
    """The table, smallest samples first; empty rows are left out. Cases that give neither number have no part in it."""
    groups: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for entry in entries:
        elements, peak = (entry.record.metrics.get(name) for name in ("elements", "peak_bytes"))
        if isinstance(elements, int) and isinstance(peak, int) and peak:
            groups[sum(elements >= bound for bound in BOUNDS)].append((peak, entry.case_id))
    rows = []
    for index in sorted(groups):
        found = sorted(groups[index])
        most, most_of = found[-1]
        rows.append(
            MemoryRow(
                least=BOUNDS[index - 1] if index else 0,
                below=BOUNDS[index] if index < len(BOUNDS) else None,
                cases=len(found),
                median=found[(len(found) - 1) // 2][0],
                p95=found[math.ceil(0.95 * len(found)) - 1][0],
                most=most,
                most_of=most_of,
            )
        )
    return rows


def memory_lines(rows: Sequence[MemoryRow]) -> list[str]:
    """The table as Markdown."""
    if not rows:
        return []
    lines = ["| elements | cases | median | 95% below | most | of |", "| --- | ---: | ---: | ---: | ---: | --- |"]
    for row in rows:
        sizes = " | ".join(f"{size / 2**30:.2f} GiB" for size in (row.median, row.p95, row.most))
        of = one_line(row.most_of).replace("|", "\\|").replace("`", "'")
        lines.append(f"| {row.label} | {row.cases:,} | {sizes} | `{of}` |")
    return lines
