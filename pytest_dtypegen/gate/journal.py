"""A run's records held against the gate, and the baseline written where asked: at a run's end, or from its journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from pytest_dtypegen.gate.baseline import Baseline, Coverage, format_baseline, update
from pytest_dtypegen.gate.key import key_of
from pytest_dtypegen.gate.load import environment_for
from pytest_dtypegen.gate.text import changes
from pytest_dtypegen.gate.verdict import Gate, GateResult, compare, ruled_cases
from pytest_dtypegen.records import Record
from pytest_dtypegen.report.folder import write_text
from pytest_dtypegen.report.journal import JournalData


@dataclass(frozen=True)
class Judged:
    """The gate's result, and what else there is to say. ``unwritten``: the baseline could not be written;
    ``incomplete``: the journal ends before its run did."""

    result: GateResult
    notes: tuple[str, ...] = ()
    unwritten: bool = False
    incomplete: bool = False

    @property
    def red(self) -> bool:
        return self.result.red or bool(self.besides)

    @property
    def besides(self) -> list[str]:
        """What makes it red beside the findings, in words."""
        said = {"the journal is incomplete": self.incomplete, "the baseline could not be written": self.unwritten}
        return [words for words, holds in said.items() if holds]


def list_names(names: Iterable[str]) -> frozenset[str]:
    """The names of sets of cases as a baseline's ``# lists:`` has them: without their folders."""
    return frozenset(PurePath(name).name for name in names)


def judge_run(gate: Gate, records: Sequence[Record], covered: Coverage) -> Judged:
    """Compare; where the gate is ``updating``, write the baseline first."""
    environment = environment_for(gate.rules)
    before = gate.baseline
    if not gate.updating or before is None:
        return Judged(compare(gate, records, covered, environment))
    after = update(before, records, covered, ruled_cases(gate, records, environment))
    try:
        _write(after)
    except OSError as error:
        note = f"{before.path}: could not be written ({error.strerror}); nothing was updated"
        return Judged(compare(_written(gate, before), records, covered, environment), (note,), unwritten=True)
    updated = _written(gate, after)
    return Judged(compare(updated, records, covered, environment), (changes(before, after),))


def _written(gate: Gate, baseline: Baseline) -> Gate:
    return Gate(baseline, gate.rules, gate.strict)


def _write(baseline: Baseline) -> None:
    path, text = Path(baseline.path), format_baseline(baseline)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        write_text(path, text)


def judge_journal(data: JournalData, gate: Gate) -> Judged:
    """``judge_run`` of a journal's run: for several merged into one, and for a run that had no gate."""
    records = [entry.record for entry in data.entries]
    meta = data.meta
    covered = Coverage(
        frozenset(map(key_of, records)),
        data.whole and meta.get("shard", "1/1") == "1/1",
        list_names(meta.get("sets", ())),
        frozenset(meta.get("dtypes", ())),
        frozenset(meta.get("devices", ())),
        frozenset(meta.get("passes", ())),
    )
    judged = judge_run(gate, records, covered)
    lacking = (data.planned or 0) - len(records)
    if data.exitstatus is not None and lacking <= 0:
        return judged
    note = f"the journal is incomplete: cases without a verdict: {max(lacking, 0):,} of {data.planned or '?'}"
    return replace(judged, notes=(*judged.notes, note), incomplete=True)
