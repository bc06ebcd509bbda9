"""``@pytest.mark.dtypegen_xfail``: a rule for the cases that carry the marker (no torch).

On a conformance case (added in ``pytest_collection_modifyitems``) it is asked before all other rules. On a user's own
test that takes ``dtypegen_case`` it makes the test ``xfail`` for the cases that it selects: a rule without op and class
as pytest's own marker does, one with them where the test ends in a ``DtypegenError`` that it explains.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from pytest_dtypegen.cases import Case
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.gate.environment import Environment
from pytest_dtypegen.gate.rules import Rule, applying, make_rule, match_before, match_failure
from pytest_dtypegen.gate.verdict import Finding
from pytest_dtypegen.options import OptionError
from pytest_dtypegen.records import Record

MARKER = "dtypegen_xfail"
FIXTURE = "dtypegen_case"


def marker_rules(item: pytest.Item) -> tuple[Rule, ...]:
    """The rules in an item's markers, the nearest first. Its arguments are the keys of the rules file; the reason may
    stand alone, and ``class``, which Python keeps for itself, is ``error_class``. Raises OptionError."""
    rules = []
    for mark in item.iter_markers(MARKER):
        origin = f"@{MARKER} on {item.nodeid}"
        row = dict(mark.kwargs)
        if len(mark.args) > 1 or (mark.args and "reason" in row):
            raise OptionError(f'{origin}: takes the reason alone without a name; write op="...", dtype="...", ...')
        if mark.args:
            row["reason"] = mark.args[0]
        if "error_class" in row:
            row["class"] = row.pop("error_class")
        rules.append(make_rule(row, origin))
    return tuple(rules)


def with_own_rules(record: Record, finding: Finding | None) -> Record:
    """The record of a case that has markers, with what they made of it: the process that gathers the records does not
    see the markers."""
    name = {"xfail": "expected", "xpass": "xpass"}.get(finding.kind) if finding else None
    if name is None or finding is None:
        return record
    return replace(record, metrics={**record.metrics, name: finding.text})


def case_of(item: pytest.Item) -> Case | None:
    """The case that a user's own test is about: its parameter ``dtypegen_case``."""
    callspec = getattr(item, "callspec", None)
    case = callspec.params.get(FIXTURE) if callspec is not None else None
    return case if isinstance(case, Case) else None


def mark_own_tests(items: Iterable[pytest.Item], environment: Environment) -> None:
    """Give users' own tests pytest's ``xfail`` where a marker's rule says so before they run. Raises OptionError."""
    for item in items:
        case = case_of(item)
        rule = None if case is None else match_before(applying(marker_rules(item), environment), case)
        if rule is not None:
            item.add_marker(pytest.mark.xfail(reason=rule.text, strict=rule.strict, run=rule.run))


def expect_own_failure(
    item: pytest.Item, call: pytest.CallInfo[None], report: pytest.TestReport, environment: Environment
) -> None:
    """Turn the report of a user's own test into an ``xfail`` where a marker's rule explains its failure."""
    case = case_of(item)
    error = call.excinfo.value if call.excinfo is not None else None
    if case is None or not report.failed or not isinstance(error, DtypegenError):
        return
    rule = match_failure(applying(marker_rules(item), environment), case, error.failure)
    if rule is not None:
        report.outcome = "skipped"
        report.wasxfail = rule.text
