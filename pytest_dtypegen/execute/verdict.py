"""Records of cases that could not give their own: the process died, ran too long, took too much (no torch)."""

from __future__ import annotations

import re
import signal
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_dtypegen.cases import Case
from pytest_dtypegen.classify import ran_out_of_memory
from pytest_dtypegen.errors import ERROR_CLASSES, Failure, text_of
from pytest_dtypegen.execute.progress import Progress
from pytest_dtypegen.options import Options
from pytest_dtypegen.records import INCIDENTAL, Record

_LAST_LINES = 8
_LONGEST_LINE = 300
_MOST_CHANGED = 5

#: What a process did whose answer cannot be read.
GARBLED = "wrote something else than a verdict where its answer belongs"


def ended(
    case: Case, options: Options, code: str, message: str, progress: Progress, incidental: bool = False
) -> Record:
    """A failed record of ``code``, at the place where the case last said it was. ``incidental``: it tells of the
    machine at that moment, not of the case, which may pass in another run."""
    stage, op, node = progress.place()
    failure = Failure(code, stage, message, op, node, remedy=ERROR_CLASSES[code].remedy)
    names = (case.sample, case.dtype, case.device, case.pass_name)
    return Record(*names, options.level, "failed", failure, metrics={INCIDENTAL: True} if incidental else {})


def timed_out(case: Case, options: Options, progress: Progress, output: str) -> Record:
    """DG801, with the innermost Python frames that the child printed when it was asked where it is."""
    message = f"still running after {options.timeout:g} s in {_where(progress)}"
    frames = _frames(output)
    return ended(case, options, "DG801", f"{message}, at {frames[0]}" if frames else message, progress)


def died(case: Case, options: Options, progress: Progress, status: int, output: str) -> Record:
    """DG802, for a child that ended with this exit status (negative: the signal's number)."""
    message = f"the process {_ending(status)} in {_where(progress)}"
    from_outside = status == -signal.SIGKILL  # nothing that a graph does ends like this
    return ended(case, options, "DG802", "\n".join([message, *_last_words(output)]), progress, from_outside)


def garbled(case: Case, options: Options, progress: Progress, output: str) -> Record:
    """DG802, for a child that may live, and whose answer is none."""
    message = f"the process {GARBLED}, in {_where(progress)}"
    return ended(case, options, "DG802", "\n".join([message, *_last_words(output)]), progress)


def out_of_memory(case: Case, options: Options, progress: Progress, what: str, incidental: bool = False) -> Record:
    """DG803."""
    return ended(case, options, "DG803", f"{what}, in {_where(progress)}", progress, incidental)


def unable(case: Case, options: Options, why: str) -> Record:
    """DG802, for a case whose process could not even start."""
    return ended(
        case, options, "DG802", f"the process that runs the cases cannot start: {why.strip()}", Progress(), True
    )


def unhandled(case: Case, options: Options, exception: Exception, progress: Progress) -> Record:
    """The record of a case that the pipeline let raise: DG803 where memory ran out, else this project's defect."""
    memory = ran_out_of_memory(exception)
    where = traceback.extract_tb(exception.__traceback__)[-1:]
    place = f" ({Path(where[0].filename).name}:{where[0].lineno})" if where else ""
    message = f"{type(exception).__name__}: {text_of(exception)}{place}"
    return ended(case, options, "DG803" if memory else "DG999", message, progress)


_OTHERS_FAULT = ("DG1", "DG2", "DG7", "DG9")
"""What begins so blames the sample, or this project."""


def changed_by(record: Record, own: str, changed: Sequence[str]) -> Record:
    """The record of a case whose own code (``own``: whose) changed the process that it ran in: what failed after that
    is no other's fault."""
    failure = record.failure
    if failure is None or not changed or record.outcome != "failed" or not failure.code.startswith(_OTHERS_FAULT):
        return record
    what = ", ".join(changed[:_MOST_CHANGED]) + (", ..." if len(changed) > _MOST_CHANGED else "")
    message = f"{own} changed {what}, which the rest of the case works with; then: {failure.message}"
    remedy = "leave the process as it was, on success and on failure; nothing of torch or Python may be replaced"
    return replace(record, failure=replace(failure, code="DG301", message=message, remedy=remedy))


def own_code(case: Case, passes: Mapping[str, Any], comparers: Sequence[Any]) -> str:
    """Whose code, of what users added, a case runs; empty where it runs none."""
    names = [f"the comparer {type(comparer).__name__}" for comparer in comparers]
    return " or ".join([f"the pass {case.pass_name}"] * (case.pass_name in passes) + names)


def unwritable(record: Record, error: Exception) -> Record:
    """In place of a record that has no form as JSON."""
    message = f"the record cannot be written as JSON: {error}"
    failure = Failure("DG999", "roundtrip", message, remedy=ERROR_CLASSES["DG999"].remedy)
    return Record(record.sample, record.dtype, record.device, record.pass_name, record.level, "failed", failure)


def _where(progress: Progress) -> str:
    stage, op, node = progress.place()
    return f"stage {stage}" + (f", op {op}" if op else "") + (f" (node {node})" if node else "")


def _ending(status: int) -> str:
    if status >= 0:
        return f"exited by itself with status {status}"
    try:
        number = signal.Signals(-status)
    except ValueError:
        return f"was killed by signal {-status}"
    return f"was killed by {number.name} ({(signal.strsignal(number) or '').lower()})"


# faulthandler's report of where every thread was: a hundred lines that would push out what the library said
_FRAME = re.compile(r'^  File "(?P<file>.*)", line (?P<line>\d+) in (?P<name>.*)$')
_REPORT = re.compile(r"^(Current thread|Thread|Extension modules:|  \.\.\.|  <no Python frame>)")


def _frames(output: str) -> list[str]:
    found = [match for line in output.splitlines() if (match := _FRAME.match(line))]
    return [f"{Path(m['file']).name}:{m['line']} in {m['name']}" for m in found]


def _last_words(output: str) -> list[str]:
    lines = [line[:_LONGEST_LINE] for line in output.splitlines() if line.strip()]
    return [line for line in lines if not _FRAME.match(line) and not _REPORT.match(line)][-_LAST_LINES:]
