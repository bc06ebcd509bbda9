"""GitHub Actions: the job summary, and annotations on the samples' lines (no torch).

``GITHUB_ACTIONS`` says that the run is there, ``GITHUB_STEP_SUMMARY`` names the file for Markdown (at most 1 MiB a
step); a step shows at most 10 annotations of a kind, so the most telling come first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pytest_dtypegen.gate.key import CaseKey, key_of
from pytest_dtypegen.gate.verdict import KINDS, Finding, GateResult
from pytest_dtypegen.options import OptionError
from pytest_dtypegen.plan import Plan, set_entries
from pytest_dtypegen.report import markdown
from pytest_dtypegen.report.journal import Entry, JournalData
from pytest_dtypegen.report.summary import summarize
from pytest_dtypegen.report.text import one_line

SHOWN = 10
LIMIT = 2**20


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def command(level: str, message: str, **properties: object) -> str:
    """A workflow command, ``::error file=...,line=3,title=...::message``, in which nothing of the texts is one."""
    given = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items() if value)
    return f"::{level} {given}::{_data(message)}" if given else f"::{level}::{_data(message)}"


def annotate(
    result: GateResult, entries: Mapping[CaseKey, Entry], paths: Mapping[str, str], workspace: Path
) -> Iterator[str]:
    """An annotation for each of the first red findings (an error), and of the other news (a notice).

    ``paths``: sample -> its directory; a file is named only where it lies in the ``workspace``.
    """
    red = [finding for finding in result.findings if finding.red(result.strict)]
    news = [finding for finding in result.findings if KINDS[finding.kind].news and not finding.red(result.strict)]
    for level, findings in (("error", red), ("notice", news)):
        for finding in findings[:SHOWN]:
            yield _annotation(level, finding, result, entries, paths, workspace)


def _annotation(
    level: str,
    finding: Finding,
    result: GateResult,
    entries: Mapping[CaseKey, Entry],
    paths: Mapping[str, str],
    workspace: Path,
) -> str:
    entry = entries.get(finding.key) if finding.key else None
    failure = entry.record.failure if entry else None
    file, line = None, 0
    if failure is not None and failure.line and finding.key and finding.key.sample in paths:
        file, line = _inside(Path(paths[finding.key.sample], failure.file), workspace), failure.line
    if file is None and finding.line and result.baseline:
        file, line = _inside(Path(result.baseline), workspace), finding.line
    subject = f"{finding.subject}: " if finding.subject else ""
    said = f": {failure.message}" if failure else ""
    title = KINDS[finding.kind].title.partition(":")[0]
    text = one_line(f"{subject}{finding.text}{said}", 1000)
    return command(level, text, file=file, line=line if file else 0, title=f"dtypegen: {title}")


def _inside(path: Path, workspace: Path) -> str | None:
    try:
        return path.absolute().relative_to(workspace).as_posix()
    except ValueError:
        return None


def append_summary(text: str, path: str) -> str:
    """Append Markdown to the job's summary, cut where GitHub would refuse it; what went wrong, or an empty text."""
    encoded = text.encode("utf-8", "backslashreplace")
    try:
        room = LIMIT - (Path(path).stat().st_size if Path(path).exists() else 0)
        if len(encoded) > room:
            note = b"\n\n(cut off: the summary is full)\n"
            encoded = encoded[: max(room - len(note), 0)] + note if room > len(note) else b""
        with Path(path).open("ab") as stream:
            stream.write(encoded)
    except OSError as error:
        return f"GITHUB_STEP_SUMMARY: {path}: {error.strerror}"
    return ""


def sample_paths(plan: Plan) -> dict[str, str]:
    """Sample -> directory, of the lists and the corpus of a run."""
    with suppress(OptionError):  # the list was there when the run began
        sets = [cases for cases in plan.sets if cases.kind != "source"]
        return {entry.sample: entry.path for cases in sets for entry in set_entries(cases, plan)}
    return {}


def tell(write: Callable[[str], Any], data: JournalData, result: GateResult, plan: Plan | None = None) -> None:
    """In a GitHub job: write annotations, and add matrix and changes to its summary."""
    if not os.environ.get("GITHUB_ACTIONS"):
        return
    workspace = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd())
    entries = {key_of(entry.record): entry for entry in data.entries}
    for line in annotate(result, entries, sample_paths(plan) if plan else {}, workspace):
        write(line)
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        text = markdown.render(summarize(data.entries), data.entries, data.meta, result)
        problem = append_summary(text, summary)
        if problem:
            write(problem)
