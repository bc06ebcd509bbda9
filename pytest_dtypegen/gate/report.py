"""The gate at a run's end: compare, write the baseline if asked, say what was found (no torch)."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

import pytest

from pytest_dtypegen.gate import text
from pytest_dtypegen.gate.baseline import Baseline, Coverage, format_baseline, update
from pytest_dtypegen.gate.key import CaseKey, key_of
from pytest_dtypegen.gate.load import environment_for
from pytest_dtypegen.gate.verdict import Gate, GateResult, compare, ruled_cases
from pytest_dtypegen.plan import Plan
from pytest_dtypegen.records import Record


class GateReport:
    """What the gate makes of a run; in the process that the user started."""

    def __init__(
        self, config: pytest.Config, plan: Plan, records: Sequence[Record], selected: frozenset[CaseKey]
    ) -> None:
        self.config = config
        self.notes: list[str] = []
        self._unwritten = False
        self._resumed = bool(plan.done)
        gate = plan.gate
        session = config.pluginmanager.get_plugin("dtypegen-conformance")
        whole = plan.whole and not getattr(session, "narrowed", False)
        covered = coverage(plan, whole, selected | frozenset(map(key_of, records)))
        if gate.updating and gate.baseline is not None:
            gate = self._update(gate, gate.baseline, records, covered)
        self.result: GateResult = compare(gate, records, covered, environment_for(gate.rules))

    def _update(self, gate: Gate, before: Baseline, records: Sequence[Record], covered: Coverage) -> Gate:
        from pytest_dtypegen.report.folder import write_text

        ruled = ruled_cases(gate, records, environment_for(gate.rules))
        after = update(before, records, covered, ruled)
        path = Path(before.path)
        try:
            write_text(path, format_baseline(after))
        except OSError as error:
            self.notes.append(f"{path}: could not be written ({error.strerror}); nothing was updated")
            self._unwritten = True
            return gate
        self.notes.append(text.changes(before, after))
        return replace(gate, baseline=after, updating=False)

    def exitstatus(self, status: int | pytest.ExitCode) -> int | pytest.ExitCode:
        """Pytest's exit status, red where the gate is and pytest alone was not: over cases that are missing, or in a
        resumed run that had its failures earlier. A resumed run that had nothing left to do is no empty run."""
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return status
        if self.result.red or self._unwritten:
            return pytest.ExitCode.TESTS_FAILED
        return pytest.ExitCode.OK if self._resumed else status

    def tell(self, terminal: Any) -> None:
        """Print the gate's section through pytest's terminal reporter."""
        if not self.result.worth_telling and not self.notes:
            return
        terminal.section(f"dtypegen gate: {text.title(self.result)}", **{"red" if self.result.red else "green": True})
        for line, markup in text.lines(self.result, self._command()):
            terminal.write_line(line, **markup)
        for note in self.notes:
            terminal.write_line(note, red=self._unwritten)

    def _command(self) -> str:
        args = [str(arg) for arg in self.config.invocation_params.args]
        return shlex.join(["pytest", *args, "--dtypegen-update-baseline"])


def coverage(plan: Plan, whole: bool, selected: frozenset[CaseKey]) -> Coverage:
    """What a run covers: its cases, and where it was about whole lists, all that these hold."""
    settings = plan.settings
    return Coverage(
        selected,
        whole and settings.shard.count == 1,
        frozenset(PurePath(cases.name).name for cases in plan.sets),
        frozenset(settings.dtypes),
        frozenset(settings.devices),
        frozenset(settings.passes),
    )
