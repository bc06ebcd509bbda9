"""One journal from several: the shards of a run, or its dtypes, run on several machines (no torch)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from pytest_dtypegen.gate.journal import list_names
from pytest_dtypegen.gate.key import CaseKey, key_of
from pytest_dtypegen.report.journal import (
    COMPARER_CODE,
    PASS_CODE,
    SOURCE_CODE,
    Entry,
    JournalData,
    JournalError,
)
from pytest_dtypegen.report.meta import merge_key
from pytest_dtypegen.report.shape import CODES

_DIMENSIONS = ("dtypes", "devices", "passes")
"""In a journal's meta: what a sample's cases are made of."""


@dataclass(frozen=True)
class Merged:
    """The journal's data, and what a person should know of how they went together."""

    data: JournalData
    notes: tuple[str, ...]


def merge(named: Sequence[tuple[str, JournalData]]) -> Merged:
    """The data of journals, named for messages, as those of one run.

    Raises JournalError where options, versions or users' code differ that verdicts depend on, or shares do not fit
    together. A case that two journals hold counts with its later verdict; where they disagree it is flaky, and a note
    says so. A run that was interrupted counts as ended where the others did what it was to do.
    """
    first_name, first = named[0]
    for name, data in named[1:]:
        _check_same(first_name, first.meta, name, data.meta)
    _check_code(named)
    missing = _shard_notes(named)
    notes = [*missing]
    entries: dict[CaseKey, Entry] = {}
    for _, data in named:
        for entry in data.entries:
            key = key_of(entry.record)
            before = entries.get(key)
            if before is not None:
                entry = _later(before, entry)
                if "flaky" in entry.record.metrics:
                    notes.append(f"flaky: {entry.case_id}: {', '.join(entry.record.metrics['flaky'])}")
            entries[key] = entry
    cut_off = [(name, data) for name, data in named if data.exitstatus is None and not _is_done(data, entries)]
    if cut_off:
        notes.append(f"not every run came to its end: {', '.join(name for name, _ in cut_off)}")
    selected = _selected(named)
    planned = len(selected) if selected is not None else _planned(named)
    if planned is None:
        notes.append("how many cases there should be is not known: journals of an older version do not say which")
    merged = JournalData(
        meta=_merged_meta([data.meta for _, data in named]),
        entries=tuple(entries.values()),
        planned=planned,
        exitstatus=None if cut_off else max((s for _, d in named if (s := d.exitstatus) is not None), default=None),
        ended=None if cut_off else max((at for _, d in named if (at := d.ended) is not None), default=None),
        of_whole_lists=not missing and _is_of_whole_lists([data for _, data in named]),
        selected=selected,
    )
    return Merged(merged, tuple(notes))


def _is_done(data: JournalData, entries: Mapping[CaseKey, Entry]) -> bool:
    """Whether there is a verdict for all that a run was to do."""
    return data.selected is not None and data.selected <= entries.keys()


def _selected(named: Sequence[tuple[str, JournalData]]) -> frozenset[CaseKey] | None:
    """The cases of all runs together, None where one does not say which it had."""
    found = [data.selected for _, data in named]
    return frozenset().union(*(cases for cases in found if cases is not None)) if None not in found else None


def _planned(named: Sequence[tuple[str, JournalData]]) -> int | None:
    """How many cases there are, from the numbers alone: None where two runs may have had some in common."""
    counts = [data.planned for _, data in named]
    metas = [data.meta for _, data in named]
    if None in counts or any(_may_share(a, b) for a, b in combinations(metas, 2)):
        return None
    return sum(count for count in counts if count is not None)


def _may_share(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Whether two runs may have had the same cases: in the same share, with a dtype, a device and a pass in common."""
    if _shard(a) != _shard(b):
        return False
    return all(set(a.get(name, ())) & set(b.get(name, ())) for name in _DIMENSIONS)


def _shard(meta: Mapping[str, Any]) -> str:
    return str(meta.get("shard", "1/1"))


def _is_of_whole_lists(runs: Sequence[JournalData]) -> bool:
    """Whether every share of every list was run on every dtype, device and pass that any of the runs had, nothing left
    out: runs of one list in float16 and of another in bfloat16 are whole only each by itself."""

    def parts(metas: Iterable[Mapping[str, Any]]) -> set[tuple[str, ...]]:
        names = [(list_names(meta.get("sets", ())), *(meta.get(name, ()) for name in _DIMENSIONS)) for meta in metas]
        return {part for one in names for part in product(*one)}

    by_shard: dict[str, list[Mapping[str, Any]]] = {_shard(data.meta): [] for data in runs}
    for data in runs:
        if data.of_whole_lists:
            by_shard[_shard(data.meta)].append(data.meta)
    every = parts([_merged_meta([data.meta for data in runs])])
    return all(metas and parts(metas) >= every for metas in by_shard.values())


def _check_same(first: str, a: Mapping[str, Any], second: str, b: Mapping[str, Any]) -> None:
    ours, theirs = merge_key(a), merge_key(b)
    for name in sorted(ours.keys() | theirs.keys()):
        if ours.get(name) != theirs.get(name):
            raise JournalError(
                f"{second}: {name} is {theirs.get(name)!r}, but {ours.get(name)!r} in {first}; "
                "verdicts of different runs do not make one report: run both the same way"
            )


def _check_code(named: Sequence[tuple[str, JournalData]]) -> None:
    """Each pass of a user's has the same code in all verdicts about it, and each comparer and source in all."""
    found: dict[str, tuple[Any, str]] = {}
    for name, data in named:
        for entry in data.entries:
            code = {kind: entry.terms.get(kind, data.meta.get(kind)) or {} for kind in CODES}
            passed = entry.record.pass_name
            said = {
                f"the pass {passed}": code[PASS_CODE].get(passed),
                "the comparer": code[COMPARER_CODE],
                **{f"the source {source}": value for source, value in code[SOURCE_CODE].items()},
            }
            for what, value in said.items():
                before, where = found.setdefault(what, (value, name))
                if value != before:
                    raise JournalError(_other_code(what, before, value, where, name))


def _other_code(what: str, before: Any, now: Any, first: str, second: str) -> str:
    if isinstance(before, Mapping):
        names = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
        what = f"{what} {', '.join(names)}"
    where = f"is other code than in {first}" if first != second else "is of two versions in it"
    return f"{second}: {what} {where}; of two versions comes no one report: run again what is of the old one"


def _shard_notes(named: Sequence[tuple[str, JournalData]]) -> list[str]:
    shards = {name: str(data.meta.get("shard", "1/1")) for name, data in named}
    counts = {shard.partition("/")[2] for shard in shards.values()}
    if len(counts) > 1:
        listed = ", ".join(f"{name} is {shard}" for name, shard in shards.items())
        raise JournalError(f"the shares do not fit together: {listed}; merge the shares of one division")
    divided: dict[Any, str] = {}
    for name, data in named:
        divided.setdefault(data.meta.get("division"), name)
    if len(divided) > 1:
        raise JournalError(
            f"the shares do not fit together: {' and '.join(divided.values())} divided other lists, or samples whose "
            "files differ; run every share on the same lists and the same checkout"
        )
    count = int(counts.pop())
    missing = sorted(set(range(1, count + 1)) - {int(shard.partition("/")[0]) for shard in shards.values()})
    return [f"missing: share {', '.join(f'{index}/{count}' for index in missing)}"] if missing else []


def _later(a: Entry, b: Entry) -> Entry:
    if a.at > b.at:
        a, b = b, a
    before, after = (one.record.code or one.record.outcome for one in (a, b))
    if before == after:
        return b
    metrics = {**b.record.metrics, "flaky": [before, after]}
    return replace(b, record=replace(b.record, metrics=metrics))


def _merged_meta(metas: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    merged = dict(metas[0])
    for name in ("sets", "dtypes", "devices", "passes"):
        merged[name] = list(dict.fromkeys(value for meta in metas for value in meta.get(name, ())))
    for name in CODES:
        merged[name] = {key: value for meta in metas for key, value in meta.get(name, {}).items()}
        if not merged[name]:
            del merged[name]
    merged["shard"] = "1/1"
    merged.pop("division", None)
    merged["merged"] = len(metas)
    merged["started"] = min(meta.get("started", 0.0) for meta in metas)
    return merged
