"""The two journals of a report folder: the last run's, and the one before it, which no run of a part of its cases
pushes out (no torch)."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_dtypegen.gate.key import CaseKey, key_of
from pytest_dtypegen.report.journal import JournalData, JournalError, never_began, read_entries, write_data
from pytest_dtypegen.report.meta import verdict_key

JOURNAL = "journal.jsonl"
PREVIOUS = "journal.previous.jsonl"
DAMAGED = "journal.damaged.jsonl"
"""What was the one before and can no longer be read: kept for whoever can mend it."""


@dataclass(frozen=True)
class Generations:
    """What the folder's journals hold; None where there is none, or none that can be read. ``damage``: why the last one
    cannot be; ``previous_damage``: why the one before."""

    last: JournalData | None = None
    previous: JournalData | None = None
    damage: str = ""
    previous_damage: str = ""

    @property
    def to_resume(self) -> JournalData | None:
        """What a run goes on with: the last journal; where that was of a part of the cases of the one before (one case
        again, ``--lf``), both together."""
        if self.last is None or self.previous is None or not _about(self.last) < _about(self.previous):
            return self.last
        return self.joined

    @property
    def joined(self) -> JournalData | None:
        """The journal before with the last one's verdicts on its cases; without them where they were got otherwise."""
        if self.last is None or self.previous is None or not _alike(self.last, self.previous):
            return self.previous
        entries = {key_of(entry.record): entry for entry in (*self.previous.entries, *self.last.entries)}
        return replace(self.previous, entries=tuple(entries.values()))

    def beyond(self, selected: frozenset[CaseKey]) -> int:
        """How many cases an earlier run had, where ``selected`` are some of them; else 0."""
        about = [_about(data) for data in (self.last, self.previous) if data is not None]
        return max((len(cases) for cases in about if selected < cases), default=0)


def generations(folder: Path) -> Generations:
    """The journals of a report folder."""
    last, damage = _read(folder / JOURNAL)
    previous, previous_damage = _read(folder / PREVIOUS)
    return Generations(last, previous, damage, previous_damage)


def rotate(folder: Path) -> None:
    """Make room for a new journal: the last one becomes the one before, or, where it reached only a part of what that
    has, is joined to it. Raises OSError."""
    there = generations(folder)
    if there.previous_damage:
        (folder / PREVIOUS).replace(folder / DAMAGED)
    if there.damage:
        (folder / JOURNAL).replace(folder / PREVIOUS)
    elif there.last is not None and there.last.entries:
        if there.previous is None or not _reached(there.last) < _reached(there.previous):
            (folder / JOURNAL).replace(folder / PREVIOUS)
        elif there.joined is not None and there.joined is not there.previous:
            write_data(folder / PREVIOUS, there.joined)


def keep_as_previous(folder: Path) -> None:
    """Keep the last journal as it is beside the one that takes its place. Raises OSError."""
    temporary = folder / f".{PREVIOUS}.{os.getpid()}"
    try:
        shutil.copyfile(folder / JOURNAL, temporary)
        temporary.replace(folder / PREVIOUS)
    finally:
        temporary.unlink(missing_ok=True)


def _read(path: Path) -> tuple[JournalData | None, str]:
    """What a journal holds, or why it cannot be read."""
    if not path.exists() or never_began(path):
        return None, ""
    try:
        return read_entries(path), ""
    except JournalError as error:
        return None, str(error)


def _alike(a: JournalData, b: JournalData) -> bool:
    return verdict_key(a.meta) == verdict_key(b.meta)


def _reached(data: JournalData) -> frozenset[CaseKey]:
    return frozenset(key_of(entry.record) for entry in data.entries)


def _about(data: JournalData) -> frozenset[CaseKey]:
    """The cases that the run was to do, as far as that is known."""
    return _reached(data) | (data.selected or frozenset())
