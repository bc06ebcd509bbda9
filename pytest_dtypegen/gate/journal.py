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
    """The gate's result, and notes on what was done beside it."""

    result: GateResult
    notes: tuple[str, ...] = ()

    def red_for(self, what: str, note: str) -> Judged:
        """The same, red for something that is no finding."""
        return Judged(replace(self.result, besides=(*self.result.besides, what)), (*self.notes, note))


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
        held = Judged(compare(_written(gate, before), records, covered, environment))
        return held.red_for("the baseline could not be written", note)
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
    return judged.red_for("the journal is incomplete", note)
