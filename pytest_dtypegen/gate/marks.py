"""``@pytest.mark.dtypegen_xfail``: a rule for the cases that carry the marker (no torch)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_dtypegen.gate.rules import Rule, make_rule
from pytest_dtypegen.gate.verdict import Finding
from pytest_dtypegen.options import OptionError
from pytest_dtypegen.records import Record

MARKER = "dtypegen_xfail"


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
