"""The gate of a run, from its settings: the files read, the built-in rules added (no torch)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pytest_dtypegen.gate.baseline import read_baseline
from pytest_dtypegen.gate.environment import Environment, here
from pytest_dtypegen.gate.rules import Rule, bounded_rule, builtin_rules, read_rules
from pytest_dtypegen.gate.verdict import Gate
from pytest_dtypegen.options import RunSettings


def make_gate(settings: RunSettings, own: Iterable[Any] = ()) -> Gate:
    """The gate that the settings ask for. ``own``: rules from the hook. Raises OptionError for a file that is wrong."""
    baseline = None
    if settings.baseline is not None:
        baseline = read_baseline(_short(settings.baseline), missing_ok=settings.update_baseline)
    rules = read_rules(_short(settings.rules)) if settings.rules else ()
    hooked = tuple(bounded_rule(row, f"pytest_dtypegen_rules, rule {number}") for number, row in enumerate(own, 1))
    return Gate(baseline, (*rules, *hooked, *builtin_rules()), settings.strict, settings.update_baseline)


def _short(path: Path) -> Path:
    """A path as it is told: from the working folder, where it lies in it."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links
    try:
        return absolute.relative_to(Path.cwd())
    except ValueError:
        return absolute


def environment_for(rules: Iterable[Rule]) -> Environment:
    """This machine, its hardware looked at only where a rule asks for it."""
    return here(hardware=any(rule.hardware for rule in rules))
