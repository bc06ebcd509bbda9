"""The report folder: its files, and how they are written (no torch)."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from pytest_dtypegen.gate.verdict import GateResult
from pytest_dtypegen.report import html, markdown, results
from pytest_dtypegen.report.generations import JOURNAL, rotate
from pytest_dtypegen.report.journal import Entry, JournalData
from pytest_dtypegen.report.summary import Summary, summarize

PAGE = "index.html"
RESULTS = "results.json"
MARKDOWN = "summary.md"
KNOWN = "known-classes.json"
LOCK = ".lock"

#: What the beginning of each file says that a run writes anew.
_OURS = {PAGE: b"dtypegen", RESULTS: b"pytest-dtypegen/results", MARKDOWN: b"dtypegen"}
_BEGINNING = 4096

Row = Mapping[str, Any]


#: What file systems without locks say.
_NO_LOCKS = {errno.ENOSYS, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP}


class ReportInUse(Exception):
    """Another run writes into the report folder."""


def lock(folder: Path) -> FileLock:
    """A lock on the folder, which ends with the process at the latest, however that ends. Raises ReportInUse where a
    run has it, OSError where the folder cannot be written to. A file system without locks is no reason not to run: what
    is given then holds nothing."""
    held = FileLock(folder / LOCK, timeout=0)
    try:
        held.acquire()
    except Timeout:
        raise ReportInUse(folder) from None
    except NotImplementedError:  # as filelock has it
        pass
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    return held


def journal_path(path: Path) -> Path:
    """The journal of a report folder, or the file itself."""
    return path / JOURNAL if path.is_dir() else path


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all: under a temporary name, then renamed. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_report(
    folder: Path, data: JournalData, row: Callable[[Entry], Row] | None = None, gate: GateResult | None = None
) -> Summary:
    """Write page, results and Markdown of a journal's data. ``row`` gives users' extra columns, ``gate`` what the gate
    found. Raises OSError."""
    summary = summarize(data.entries)
    rows: Sequence[Row] = [row(entry) for entry in data.entries] if row else ()
    write_text(folder / RESULTS, results.render(data, summary, rows, gate))
    write_text(folder / MARKDOWN, markdown.render(summary, data.entries, data.meta, gate))
    write_text(folder / PAGE, html.render(data, summary, rows, gate))
    return summary


def rendered(folder: Path, data: JournalData) -> tuple[Callable[[Entry], Row], GateResult | None]:
    """What ``results.json`` knows of a journal's run beyond the journal: users' own columns, and the gate's findings.

    Nothing where the file is missing, damaged or of another run.
    """
    try:
        found = json.loads((folder / RESULTS).read_text(encoding="utf-8"))
        same = found["meta"].get("started") == data.meta.get("started") and len(found["cases"]) == len(data.entries)
        rows = {case["nodeid"]: dict(case["row"]) for case in found["cases"]} if same else {}
        gate = GateResult.from_json(found["gate"]) if same and found["gate"] else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        rows, gate = {}, None
    return (lambda entry: rows.get(entry.nodeid, {})), gate


def known_classes(folder: Path, last: JournalData | None, listed: Mapping[str, str] | None = None) -> dict[str, str]:
    """Case id -> code of the class that it last failed in: from the folder's earlier runs, and where these do not
    know a case, as ``listed`` (in the baseline).

    A run that covers a few cases must not make the classes of all others forgotten, so they are kept beside the
    journal; the ``last`` run's journal is newer than them. A file that cannot be read counts as none.
    """
    try:
        stored = json.loads((folder / KNOWN).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        stored = {}
    known = dict(listed or {})
    known.update({str(k): str(v) for k, v in stored.items()} if isinstance(stored, dict) else {})
    for entry in last.entries if last is not None else ():
        if entry.record.outcome == "failed" and entry.record.code:
            known[entry.case_id] = entry.record.code
        else:
            known.pop(entry.case_id, None)
    return known


def foreign_file(folder: Path) -> str | None:
    """The name of a file in the way of a report that is not a report's own, as far as its beginning shows."""
    for name, mark in {JOURNAL: b"", **_OURS}.items():
        path = folder / name
        if path.exists() and not path.is_file() and not path.is_dir():  # a pipe would be waited for
            return name
        try:
            with path.open("rb") as file:
                if (text := file.read(_BEGINNING)) and mark not in text:
                    return name
        except OSError:
            continue  # not there, or to be reported when it is written
    return None


def start(folder: Path, known: Mapping[str, str], keep_journal: bool) -> None:
    """Make the folder ready for a run: keep what was known, and one generation of the journal. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    if known or (folder / KNOWN).exists():
        write_text(folder / KNOWN, json.dumps(dict(sorted(known.items())), indent=0) + "\n")
    if not keep_journal and (folder / JOURNAL).is_file():
        rotate(folder)
