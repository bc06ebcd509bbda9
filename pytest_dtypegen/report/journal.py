"""The journal: one JSON object a line, written as verdicts come, so that a run that dies leaves what it knew.

The first line names the schema and says what the run was asked; then come a line ``planned`` (how many cases there
are, and which), a line ``case`` for each verdict, and a line ``end``; with ``--dtypegen-inprocess`` also a line
``running`` before each case. A run that goes on with a journal adds a line ``terms``: its own, for what comes after
it. A last line that was torn by a kill is ignored on reading and cut off on appending. A case that stands there twice
(a flaky worker, a resumed run) counts with its last verdict.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from typing import Any

from pytest_dtypegen.cases import source_of
from pytest_dtypegen.gate.key import CaseKey, key_of
from pytest_dtypegen.records import Record
from pytest_dtypegen.report.planned import packed, unpacked
from pytest_dtypegen.report.shape import CODES, Misshapen, check_line, check_meta, without_surrogates
from pytest_dtypegen.report.text import one_line

SCHEMA = "pytest-dtypegen/journal"
VERSION = 1

LIMITS = ("timeout", "memory")
"""Options that say how much a case may take: what it failed at may be enough in a later run."""

PASS_CODE, COMPARER_CODE, SOURCE_CODE = CODES

_SHOWN_LINES = 10

_NOT_FINITE = {"Infinity": math.inf, "-Infinity": -math.inf, "NaN": math.nan}


class JournalError(ValueError):
    """A file that is no journal of ours; the text names it and says what to do."""


@dataclass(frozen=True)
class Entry:
    """A verdict with where it came from. ``at``: seconds since the epoch; ``worker``: xdist's name, or empty;
    ``terms``: those of its run, see ``terms_of``."""

    record: Record
    nodeid: str = ""
    worker: str = ""
    at: float = 0.0
    terms: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def case_id(self) -> str:
        return key_of(self.record).id

    @property
    def source(self) -> str:
        return source_of(self.record.sample)


@dataclass(frozen=True)
class JournalData:
    """A journal read back. ``planned``: the number of cases of the run, None where it never came so far;
    ``selected``: which these are, None where it is not known; ``exitstatus``: pytest's, None where the run did not end
    by itself; ``of_whole_lists``: the run was to be of whole lists, or of its share of them, nothing left out by ``-k``
    and the like, whether it reached them all or not; ``died_in``: the case during which a run inside of pytest's own
    process (``--dtypegen-inprocess``) was at its end, empty where it was not."""

    meta: Mapping[str, Any]
    entries: tuple[Entry, ...]
    planned: int | None = None
    exitstatus: int | None = None
    ended: float | None = None
    torn: bool = False
    of_whole_lists: bool = False
    died_in: str = ""
    selected: frozenset[CaseKey] | None = None

    @property
    def lacking(self) -> int:
        """How many of the planned cases have no verdict, as far as it is known which or how many there are."""
        if self.selected is not None:
            return len(self.selected - {key_of(entry.record) for entry in self.entries})
        return max((self.planned or 0) - len(self.entries), 0)

    @property
    def complete(self) -> bool:
        """Whether the run came to its end, with a verdict on every case that was planned."""
        return self.exitstatus is not None and self.planned is not None and not self.lacking


def terms_of(meta: Mapping[str, Any]) -> dict[str, Any]:
    """What of a journal's meta another run may have otherwise and still go on with it: the limits, by option, and the
    code of users' passes, comparers and sources."""
    options = meta.get("options", {})
    return {name: options.get(name) for name in LIMITS} | {name: meta.get(name, {}) for name in CODES}


def jsonable(value: Any) -> Any:
    """``value`` in JSON's own types: a float that is not finite becomes its name, other objects their text."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [jsonable(item) for item in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def _restored(numbers: Mapping[str, Any]) -> dict[str, Any]:
    return {k: _NOT_FINITE.get(v, v) if isinstance(v, str) else v for k, v in numbers.items()}


def dump_line(row: Mapping[str, Any]) -> str:
    """A row as one line of JSON that any parser takes: no NaN, no line break, no lone surrogate."""
    return json.dumps(jsonable(row), ensure_ascii=True, allow_nan=False, separators=(",", ":")) + "\n"


class Journal:
    """An open journal. Every line is in the file once its call returns.

    What could not be written (the disk is full) is kept, and goes before the next line, from the very byte on at which
    it stopped: the file is at all times a beginning of what was to be written.
    """

    def __init__(self, path: Path, stream: FileIO) -> None:
        self.path = path
        self._stream = stream
        self._left = bytearray()

    @classmethod
    def open(cls, path: Path | str, meta: Mapping[str, Any], *, append: bool = False) -> Journal:
        """Start a journal, or with ``append`` go on with the one that is there. Raises OSError."""
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if append and path.is_file() and _cut_torn_line(path):
            return cls(path, FileIO(path, "a"))
        journal = cls(path, FileIO(path, "w"))
        try:
            journal.write({"schema": SCHEMA, "version": VERSION, "meta": meta})
        except OSError:
            journal.close()
            raise
        return journal

    @property
    def unwritten(self) -> int:
        """Lines that are not in the file, or not whole."""
        return self._left.count(b"\n")

    def write(self, row: Mapping[str, Any]) -> None:
        """Append one row, after those that are left. Raises OSError; the row is then left to be written."""
        self._left += dump_line(row).encode()
        while self._left:
            del self._left[: self._stream.write(self._left)]

    def append(self, record: Record, *, nodeid: str = "", worker: str = "", at: float | None = None) -> None:
        """Append a verdict. Raises OSError."""
        when = round(time.time() if at is None else at, 3)
        self.write({"kind": "case", "nodeid": nodeid, "worker": worker, "at": when, "record": record.to_json()})

    def running(self, nodeid: str) -> None:
        """Note which case is next, where its process is this one: what ends it ends the journal too."""
        self.write({"kind": "running", "nodeid": nodeid})

    def terms(self, terms: Mapping[str, Any]) -> None:
        """Note the terms of what follows."""
        self.write({"kind": "terms", "terms": terms})

    def planned(self, cases: int, selected: Iterable[CaseKey] | None = None) -> None:
        """Note how many cases there are, and where it is known, which."""
        which = {} if selected is None else {"which": packed(selected)}
        self.write({"kind": "planned", "cases": cases, **which})

    def end(self, exitstatus: int, of_whole_lists: bool = False) -> None:
        self.write({"kind": "end", "exitstatus": exitstatus, "whole": of_whole_lists, "at": round(time.time(), 3)})

    def close(self) -> None:
        self._stream.close()


def _cut_torn_line(path: Path) -> int:
    """Cut the file after its last whole line; the bytes that are left."""
    with path.open("rb+") as stream:
        data = stream.read()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            stream.truncate(whole)
            stream.flush()
            os.fsync(stream.fileno())
        return whole


def never_began(path: Path) -> bool:
    """Whether a journal was cut off in its first line: its run was killed before it had anything to tell."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as stream:
            start = stream.read(1 << 20)
    except OSError:
        return False
    first = f'{{"schema":"{SCHEMA}"'.encode()
    return b"\n" not in start and (start.startswith(first) or first.startswith(start))


def write_entries(
    path: Path,
    meta: Mapping[str, Any],
    entries: Iterable[Entry],
    planned: int | None,
    exitstatus: int | None,
    of_whole_lists: bool = False,
    selected: frozenset[CaseKey] | None = None,
) -> None:
    """A whole journal at once, as ``merge`` makes it: all of it or nothing. Raises OSError."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        _write_all(Journal.open(temporary, meta), meta, entries, planned, exitstatus, of_whole_lists, selected)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_data(path: Path, data: JournalData) -> None:
    """``write_entries`` of what was read, or merged."""
    write_entries(path, data.meta, data.entries, data.planned, data.exitstatus, data.of_whole_lists, data.selected)


def _write_all(
    journal: Journal,
    meta: Mapping[str, Any],
    entries: Iterable[Entry],
    planned: int | None,
    exitstatus: int | None,
    of_whole_lists: bool,
    selected: frozenset[CaseKey] | None,
) -> None:
    try:
        if planned is not None:
            journal.planned(planned, selected)
        terms: Mapping[str, Any] = terms_of(meta)
        for entry in entries:
            if entry.terms and entry.terms != terms:
                terms = entry.terms
                journal.terms(terms)
            journal.append(entry.record, nodeid=entry.nodeid, worker=entry.worker, at=entry.at)
        if exitstatus is not None:
            journal.end(exitstatus, of_whole_lists)
    finally:
        journal.close()


def read_entries(path: Path | str) -> JournalData:
    """A journal with everything in it. Raises JournalError for a missing, foreign, newer or damaged file."""
    path = Path(path)
    if path.exists() and not path.is_file():  # a pipe would be waited for
        raise JournalError(f"{path}: is no file; give a journal.jsonl or its folder")
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise JournalError(f"{path}: cannot be read ({error.strerror}); give a journal.jsonl or its folder") from None
    lines = text.split("\n")
    torn = lines[-1] != ""
    lines = lines[:-1]
    meta = _read_header(path, lines[0] if lines else "")
    entries: dict[CaseKey, Entry] = {}
    found: dict[str, Any] = {}
    damaged: list[str] = []
    terms = terms_of(meta)
    for number, line in enumerate(lines[1:], 2):
        try:
            row = _read_line(line)
            if "schema" in row:
                raise JournalError(
                    f"{path}:{number}: another journal begins here; give the two files, whole, to: dtypegen merge"
                )
            check_line(row)
            found.pop("end", None)  # whatever follows it is of a run that went on with the journal
            if row["kind"] == "case":
                entry = _read_case(row, terms)
                key = key_of(entry.record)
                entries.pop(key, None)
                entries[key] = entry
            elif row["kind"] == "terms":
                terms = dict(row["terms"])
            else:
                found[row["kind"]] = row
        except JournalError:
            raise
        except (Misshapen, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            damaged.append(f"{path}:{number}: is damaged ({_said(error)})" if not damaged else str(number))
    if damaged:
        raise JournalError(_damage(damaged))
    end = found.get("end", {})
    running = found.get("running", {}).get("nodeid", "")
    done = any(entry.nodeid == running for entry in entries.values())
    planned = found.get("planned", {})
    return JournalData(
        meta=meta,
        entries=tuple(entries.values()),
        planned=planned.get("cases"),
        selected=unpacked(planned["which"]) if "which" in planned else None,
        exitstatus=end.get("exitstatus"),
        ended=end.get("at"),
        of_whole_lists=end.get("whole", False),
        torn=torn,
        died_in="" if end or done else running,
    )


def _damage(found: Sequence[str]) -> str:
    """What to say of damaged lines: the first in full, of the others the numbers of some."""
    if len(found) == 1:
        return f"{found[0]}; take the line out"
    more = found[1:_SHOWN_LINES]
    rest = len(found) - 1 - len(more)
    named = f"{', '.join(more)}{f' and {rest:,} more' if rest else ''}"
    are = "is line" if len(found) == 2 else "are lines"
    return f"{found[0]}, and so {are} {named}; take the {len(found):,} lines out"


def _read_header(path: Path, line: str) -> Mapping[str, Any]:
    try:
        header = _read_line(line)
        schema, version, meta = header["schema"], header["version"], header["meta"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise JournalError(f"{path}: is no dtypegen journal; give a journal.jsonl or its folder") from None
    if schema != SCHEMA or not isinstance(meta, dict):
        raise JournalError(f"{path}: is no dtypegen journal; give a journal.jsonl or its folder")
    if version != VERSION:
        said = one_line(repr(version), 40)
        raise JournalError(f"{path}: journal version {said}, this is for {VERSION}; use the version that wrote it")
    try:
        check_meta(meta)
    except Misshapen as error:
        raise JournalError(f"{path}:1: is damaged ({error}); run again, or mend the line") from None
    return meta


def _said(error: Exception) -> str:
    """What is wrong with a line, in few words."""
    if isinstance(error, Misshapen):
        return str(error)
    return "it is no JSON" if isinstance(error, (ValueError, RecursionError)) else repr(error)[:200]


def _read_line(line: str) -> Any:
    row = json.loads(line)
    return without_surrogates(row) if "\\ud" in line.lower() else row


def _read_case(row: Mapping[str, Any], terms: Mapping[str, Any]) -> Entry:
    fields = dict(row["record"])
    fields["metrics"] = _restored(fields.get("metrics", {}))
    fields["stages"] = _restored(fields.get("stages", {}))
    return Entry(Record.from_json(fields), row.get("nodeid", ""), row.get("worker", ""), row.get("at", 0.0), terms)


def read_journal(path: Path | str) -> tuple[Mapping[str, Any], list[Record]]:
    """A journal's meta and records, each case's last. Raises JournalError."""
    data = read_entries(path)
    return data.meta, [entry.record for entry in data.entries]
