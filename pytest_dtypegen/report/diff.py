"""What changed from one run to another, case by case (no torch)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_dtypegen.report.journal import Entry, JournalData
from pytest_dtypegen.report.text import first

WORSE = ("new failure", "changed class", "missing")
BETTER = ("fixed", "new case")
KINDS = (*WORSE, *BETTER)


@dataclass(frozen=True)
class Change:
    """A case whose verdict is another one. ``before``, ``after``: an error class, an outcome, or empty."""

    kind: str
    case_id: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.case_id}: {self.before or 'not there'} -> {self.after or 'not there'}"


def _verdict(entry: Entry | None) -> str:
    if entry is None:
        return ""
    record = entry.record
    return str(record.failure.error_class) if record.failure else record.outcome


def changes(a: JournalData, b: JournalData) -> list[Change]:
    """The changes from ``a`` to ``b``: what is worse first, each kind in the order of the cases."""
    before = {entry.case_id: entry for entry in a.entries}
    after = {entry.case_id: entry for entry in b.entries}
    found = []
    for case_id in sorted(before.keys() | after.keys()):
        old, new = before.get(case_id), after.get(case_id)
        kind = _kind(old, new)
        if kind:
            found.append(Change(kind, case_id, _verdict(old), _verdict(new)))
    return sorted(found, key=lambda change: KINDS.index(change.kind))


def _kind(old: Entry | None, new: Entry | None) -> str | None:
    if new is None:
        return "missing"
    failed = new.record.outcome == "failed"
    if old is None:
        return "new failure" if failed else "new case"
    if failed and old.record.outcome != "failed":
        return "new failure"
    if old.record.code == new.record.code:
        return None
    return "changed class" if failed else "fixed" if old.record.outcome == "failed" else "changed class"


def lines(found: Sequence[Change], shown: int = 20) -> Iterator[str]:
    """The changes in words, a kind at a time, the first few of each."""
    for kind in KINDS:
        group = [change for change in found if change.kind == kind]
        if not group:
            continue
        yield f"{kind}: {len(group):,}"
        named = first(group, shown)
        for change in named:
            yield f"  {change}"
        if len(group) > len(named):
            yield f"  and {len(group) - len(named):,} more (--all)"
    if not found:
        yield "no change"
