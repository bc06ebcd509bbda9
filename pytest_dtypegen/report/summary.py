"""What the records of a run come to: the matrix, the error classes, the slowest cases (no torch, no text)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pytest_dtypegen.cases import DEFAULT_PASS
from pytest_dtypegen.errors import ERROR_CLASSES, ErrorClass
from pytest_dtypegen.options import DTYPES
from pytest_dtypegen.report.journal import Entry

NOTABLE = 0.1
"""Seconds from which on a case can be called slow."""


@dataclass(frozen=True, order=True)
class Column:
    """A column of the matrix: what varies beside the sample."""

    device: str
    pass_name: str
    dtype: str

    @property
    def label(self) -> str:
        tail = "" if self.pass_name == DEFAULT_PASS else f"-{self.pass_name}"
        return f"{self.dtype}-{self.device}{tail}"


@dataclass(frozen=True)
class Cell:
    """Counts of verdicts. Skipped cases (not applicable, over budget) are no part of ``total``."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    @property
    def total(self) -> int:
        return self.passed + self.failed

    def __add__(self, other: Cell) -> Cell:
        return Cell(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        return f"{self.passed}/{self.total}" if self.total else "-"


@dataclass(frozen=True)
class ClassCount:
    """How often an error class came up, and in which ops: the most frequent first."""

    error_class: ErrorClass
    count: int
    ops: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Summary:
    """``cells`` by (source, column); ``sources`` and ``columns`` in the order to show them."""

    sources: tuple[str, ...]
    columns: tuple[Column, ...]
    cells: Mapping[tuple[str, Column], Cell]
    classes: tuple[ClassCount, ...]
    skips: tuple[ClassCount, ...]
    slowest: tuple[tuple[float, Entry], ...]
    flaky: int
    emulated: int

    def row(self, source: str) -> Cell:
        return sum((self.cells.get((source, column), Cell()) for column in self.columns), Cell())

    def column(self, column: Column) -> Cell:
        return sum((self.cells.get((source, column), Cell()) for source in self.sources), Cell())

    @property
    def total(self) -> Cell:
        return sum((self.column(column) for column in self.columns), Cell())


def duration(entry: Entry) -> float:
    """Seconds that a case's stages took together."""
    return sum(float(seconds) for seconds in entry.record.stages.values())


def column_of(entry: Entry) -> Column:
    record = entry.record
    return Column(record.device, record.pass_name, record.dtype)


def _column_order(column: Column) -> tuple[str, str, int, str]:
    rank = DTYPES.index(column.dtype) if column.dtype in DTYPES else len(DTYPES)
    return column.device, column.pass_name, rank, column.dtype


def _class_counts(entries: Iterable[Entry]) -> tuple[ClassCount, ...]:
    counts: Counter[str] = Counter()
    ops: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for entry in entries:
        failure = entry.record.failure
        if failure is None:
            continue
        counts[failure.code] += 1
        if failure.op:
            ops[failure.code][failure.op] += 1
    ranked = sorted(counts, key=lambda code: (-counts[code], code))
    return tuple(ClassCount(ERROR_CLASSES[code], counts[code], tuple(ops[code].most_common())) for code in ranked)


def summarize(entries: Sequence[Entry], slowest: int = 5) -> Summary:
    """The summary of a run's verdicts; sources with the most cases first."""
    cells: defaultdict[tuple[str, Column], Cell] = defaultdict(Cell)
    for entry in entries:
        outcome = entry.record.outcome
        one = Cell(int(outcome == "passed"), int(outcome == "failed"), int(outcome == "skipped"))
        key = entry.source, column_of(entry)
        cells[key] = cells[key] + one
    sizes: Counter[str] = Counter()
    for (source, _), cell in cells.items():
        sizes[source] += cell.total + cell.skipped
    timed = sorted(((duration(entry), entry) for entry in entries), key=lambda pair: -pair[0])
    return Summary(
        sources=tuple(sorted(sizes, key=lambda source: (-sizes[source], source))),
        columns=tuple(sorted({column for _, column in cells}, key=_column_order)),
        cells=dict(cells),
        classes=_class_counts(entry for entry in entries if entry.record.outcome == "failed"),
        skips=_class_counts(entry for entry in entries if entry.record.outcome == "skipped"),
        slowest=tuple(pair for pair in timed[:slowest] if pair[0] >= NOTABLE),
        flaky=sum("flaky" in entry.record.metrics for entry in entries),
        emulated=sum(entry.record.metrics.get("exec") == "emulated" for entry in entries),
    )
