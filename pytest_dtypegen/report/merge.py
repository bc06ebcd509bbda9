"""One journal from several: the shards of a run, or its dtypes, run on several machines (no torch)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pytest_dtypegen.report.journal import Entry, JournalData, JournalError
from pytest_dtypegen.report.meta import verdict_key


@dataclass(frozen=True)
class Merged:
    """The journal's data, and what a person should know of how they went together."""

    data: JournalData
    notes: tuple[str, ...]


def merge(named: Sequence[tuple[str, JournalData]]) -> Merged:
    """The data of journals, named for messages, as those of one run.

    Raises JournalError where options or versions differ that verdicts depend on, or shares do not fit together. A
    case that two journals hold counts with its later verdict; where they disagree it is flaky, and a note says so.
    """
    first_name, first = named[0]
    for name, data in named[1:]:
        _check_same(first_name, first.meta, name, data.meta)
    missing = _shard_notes(named)
    notes = [*missing]
    entries: dict[str, Entry] = {}
    shared = 0
    for _, data in named:
        for entry in data.entries:
            before = entries.get(entry.case_id)
            if before is not None:
                shared += 1
                entry = _later(before, entry)
                if "flaky" in entry.record.metrics:
                    notes.append(f"flaky: {entry.case_id}: {', '.join(entry.record.metrics['flaky'])}")
            entries[entry.case_id] = entry
    planned = [data.planned for _, data in named]
    whole = sum(count for count in planned if count is not None) - shared if None not in planned else None
    ends = [data.ended for _, data in named]
    statuses = [data.exitstatus for _, data in named]
    if any(status is None for status in statuses):
        notes.append("not every run came to its end: " + _names(named, lambda data: data.exitstatus is None))
    merged = JournalData(
        meta=_merged_meta([data.meta for _, data in named]),
        entries=tuple(entries.values()),
        planned=whole,
        exitstatus=None if None in statuses else max(status for status in statuses if status is not None),
        ended=None if None in ends else max(end for end in ends if end is not None),
        whole=not missing and all(data.whole for _, data in named),
    )
    return Merged(merged, tuple(notes))


def _names(named: Sequence[tuple[str, JournalData]], which: Any) -> str:
    return ", ".join(name for name, data in named if which(data))


def _check_same(first: str, a: Mapping[str, Any], second: str, b: Mapping[str, Any]) -> None:
    ours, theirs = verdict_key(a), verdict_key(b)
    for name in sorted(ours.keys() | theirs.keys()):
        if ours.get(name) != theirs.get(name):
            raise JournalError(
                f"{second}: {name} is {theirs.get(name)!r}, but {ours.get(name)!r} in {first}; "
                "verdicts of different runs do not make one report: run both the same way"
            )


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
    merged["shard"] = "1/1"
    merged.pop("division", None)
    merged["merged"] = len(metas)
    merged["started"] = min(meta.get("started", 0.0) for meta in metas)
    return merged
