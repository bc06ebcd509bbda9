"""What pytest sees: a collector for each set of cases, and an item for each case (no torch)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from pytest_dtypegen.cases import DEFAULT_PASS, Case, marker_name
from pytest_dtypegen.errors import ERROR_CLASSES
from pytest_dtypegen.gate.marks import marker_rules
from pytest_dtypegen.gate.verdict import KINDS, Finding, Gate
from pytest_dtypegen.options import OptionError
from pytest_dtypegen.records import Record
from pytest_dtypegen.report.text import failure_lines, headline, one_line

if TYPE_CHECKING:
    from pytest_dtypegen.session import Conformance


class CaseFailed(Exception):
    """A case did not pass; only its record is shown, never a traceback of ours."""

    def __init__(self, record: Record, gate: str = "") -> None:
        super().__init__(headline(record.failure) if record.failure else gate or record.outcome)
        self.record = record
        self.gate = gate


class CaseCollector(pytest.Collector):
    """The cases of one list, of the built-in corpus or of a user's own source."""

    def __init__(self, *, conformance: Conformance, cases: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.conformance = conformance
        self.cases = cases

    def collect(self) -> Iterable[CaseItem]:
        try:
            pairs = self.conformance.cases_of(self.cases)
        except OptionError as error:
            raise self.CollectError(str(error)) from None
        for case, line in pairs:
            yield CaseItem.from_parent(
                self,
                name=case.id,
                nodeid=f"{self.nodeid}::{case.id}",
                case=case,
                line=line,
                conformance=self.conformance,
            )


class CaseItem(pytest.Item):
    """One case. Its record travels in the test report, to be journalled by the process that the user started."""

    def __init__(self, *, case: Case, line: int, conformance: Conformance, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.case = case
        self.line = line
        self.conformance = conformance
        self.record: Record | None = None
        for name in case_markers(case, conformance.plan.known.get(case.id)):
            conformance.register_marker(name)
            self.add_marker(name)

    def runtest(self) -> None:
        try:
            own = marker_rules(self)
        except OptionError as error:
            pytest.fail(str(error), pytrace=False)
        self.record, finding = self.conformance.run(self.case, own)
        self.user_properties.extend(properties(self.record, finding))
        said = None if self.config.option.runxfail else finding
        try:
            settle(self.record, said, self.conformance.plan.gate)
        except CaseFailed as failed:
            raise failed.with_traceback(self.conformance.post_mortem() or failed.__traceback__) from None

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, CaseFailed):
            return super().repr_failure(excinfo, style)
        record = excinfo.value.record
        failure = record.failure
        shown = excinfo.getrepr(style="value")
        lines = failure_lines(record, self.case.path, self._again(), excinfo.value.gate)
        shown.reprtraceback.reprentries[-1].lines = lines
        if shown.reprcrash is not None:
            place = (str(self.path), self.line)
            if failure and failure.line:
                place = (os.path.join(self.case.path, failure.file), failure.line)  # noqa: PTH118 - a string is wanted
            crash = replace(shown.reprcrash, path=place[0], lineno=place[1], message=str(excinfo.value))
            shown.reprcrash = crash
            # xdist sends the chain, and takes the crash from it
            shown.chain = [(shown.reprtraceback, crash, None)]  # type: ignore[union-attr]  # a chain by its kind
        return shown

    def _again(self) -> str:
        """The command that runs this case alone, with what is not the default."""
        settings = self.conformance.plan.settings
        options = {
            "pass": self.case.pass_name if self.case.pass_name != DEFAULT_PASS else "",
            "dtypes": self.case.dtype if settings.options.low_sources else "",
            "devices": self.case.device if self.case.device != "cpu" else "",
            "level": settings.options.level if settings.options.level != "run" else "",
        }
        given = "".join(f" --dtypegen-{name}={value}" for name, value in options.items() if value)
        return f'pytest "{self.nodeid}"{given}'

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        return self.path, self.line - 1, self.name


def settle(record: Record, finding: Finding | None = None, gate: Gate | None = None) -> None:
    """End the running item as its record and the gate say: return for a pass, else raise pytest's skip or xfail, or
    ``CaseFailed``."""
    said = f"{KINDS[finding.kind].title}: {finding.text}" if finding else ""
    if finding is not None and gate is not None:
        red = gate.turns_red(finding)
        if not red and (record.outcome == "failed" or finding.kind == "xfail"):
            pytest.xfail(said if record.failure is None else f"{said}: {one_line(record.failure.message)}")
        if red and record.outcome != "failed":
            raise CaseFailed(record, said)
    if record.outcome == "skipped":
        _skip(headline(record.failure) if record.failure else "skipped")
    if record.outcome == "failed":
        raise CaseFailed(record, said if gate and gate.baseline else "")


def _skip(reason: str) -> NoReturn:
    # The place of a skip is the case's line in the list, not this line: many skips of a reason are then one line.
    raise pytest.skip.Exception(reason, _use_item_location=True)


def case_markers(case: Case, known: str | None) -> list[str]:
    """The markers of a case: dtype, device type (and device, where it has an index), source, last known class."""
    names = [case.dtype, marker_name(case.device.partition(":")[0]), marker_name(case.device), marker_name(case.source)]
    if known in ERROR_CLASSES:
        names.append(ERROR_CLASSES[known].marker)
    return list(dict.fromkeys(names))


def properties(record: Record, finding: Finding | None = None) -> list[tuple[str, str]]:
    """What JUnit and other readers of test reports get of a record: short strings by name."""
    failure = record.failure
    pairs: Sequence[tuple[str, str | None]] = (
        ("dtypegen_sample", record.sample),
        ("dtypegen_dtype", record.dtype),
        ("dtypegen_device", record.device),
        ("dtypegen_pass", record.pass_name),
        ("dtypegen_level", record.level),
        ("dtypegen_class", str(failure.error_class) if failure else None),
        ("dtypegen_stage", failure.stage if failure else None),
        ("dtypegen_op", failure.op if failure else None),
        ("dtypegen_gate", finding.kind if finding else None),
    )
    return [(name, value) for name, value in pairs if value]


def collectors(conformance: Conformance, path: Path, parent: pytest.Collector) -> list[CaseCollector]:
    """A collector for each set of cases that a file stands for. Their parent is the session: the folders around a
    list have no part in its cases, and a package's ``__init__`` is not to be imported for them."""
    return [
        CaseCollector.from_parent(
            parent.session, name=cases.name, path=cases.path, nodeid=cases.name, conformance=conformance, cases=cases
        )
        for cases in conformance.plan.at(path)
    ]
