"""A run's records held against the gate, at its end or from its journal; and the baseline written where asked."""

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
class Update:
    """A baseline that is to be written. ``otherwise``: the gate's result where it cannot be."""

    before: Baseline
    after: Baseline
    otherwise: GateResult


@dataclass(frozen=True)
class Judged:
    """The gate's result, and notes on what else there is to say. ``update``: what ``write_baseline`` is to write."""

    result: GateResult
    notes: tuple[str, ...] = ()
    update: Update | None = None

    def red_for(self, what: str, note: str) -> Judged:
        """The same, red for something that is no finding."""
        update = self.update and replace(self.update, otherwise=_red_for(self.update.otherwise, what))
        return Judged(_red_for(self.result, what), (*self.notes, note), update)


def _red_for(result: GateResult, what: str) -> GateResult:
    return replace(result, besides=(*result.besides, what))


def list_names(names: Iterable[str]) -> frozenset[str]:
    """The names of sets of cases as a baseline's ``# lists:`` has them: without their folders."""
    return frozenset(PurePath(name).name for name in names)


def judge_run(gate: Gate, records: Sequence[Record], covered: Coverage) -> Judged:
    """A run held against the gate: where that is ``updating``, against the baseline as it will be. Writes nothing."""
    environment = environment_for(gate.rules)
    before = gate.baseline
    if not gate.updating or before is None:
        return Judged(compare(gate, records, covered, environment))
    after = update(before, records, covered, ruled_cases(gate, records, environment))
    result, otherwise = (compare(_final(gate, one), records, covered, environment) for one in (after, before))
    return Judged(result, update=Update(before, after, otherwise))


def _final(gate: Gate, baseline: Baseline) -> Gate:
    return Gate(baseline, gate.rules, gate.strict)


def write_baseline(judged: Judged) -> Judged:
    """Write the baseline that was asked for, if one was, and note what that changed. One that cannot be written is
    red, beside what there is without it."""
    wanted = judged.update
    if wanted is None:
        return judged
    path, text = Path(wanted.after.path), format_baseline(wanted.after)
    try:
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_text(path, text)
    except OSError as error:
        note = f"{path}: could not be written ({error.strerror}); nothing was updated"
        return Judged(wanted.otherwise, judged.notes).red_for("the baseline could not be written", note)
    return Judged(judged.result, (changes(wanted.before, wanted.after), *judged.notes))


def judge_journal(data: JournalData, gate: Gate) -> Judged:
    """``judge_run`` of a journal's run: for several merged into one, and for a run that had no gate. Red where the
    journal is incomplete."""
    judged = judge_run(gate, [entry.record for entry in data.entries], covered_by(data))
    if data.complete:
        return judged
    planned = "?" if data.planned is None else f"{data.planned:,}"
    note = f"the journal is incomplete: cases without a verdict: {data.lacking:,} of {planned}"
    return judged.red_for("the journal is incomplete", note)


def covered_by(data: JournalData) -> Coverage:
    """What a journal's run was to do. Where the journal does not say which cases it lacks, none has vanished."""
    meta = data.meta
    known = data.complete or data.selected is not None
    return Coverage(
        frozenset(key_of(entry.record) for entry in data.entries) | (data.selected or frozenset()),
        known and data.of_whole_lists and meta.get("shard", "1/1") == "1/1",
        list_names(meta.get("sets", ())),
        frozenset(meta.get("dtypes", ())),
        frozenset(meta.get("devices", ())),
        frozenset(meta.get("passes", ())),
    )
