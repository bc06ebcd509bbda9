"""The gate at the end of a pytest run: what was covered, the exit status, the terminal's section (no torch)."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

import pytest

from pytest_dtypegen.gate import text
from pytest_dtypegen.gate.baseline import Coverage
from pytest_dtypegen.gate.journal import judge_run, list_names, write_baseline
from pytest_dtypegen.gate.key import CaseKey, key_of
from pytest_dtypegen.gate.verdict import GateResult
from pytest_dtypegen.plan import Plan
from pytest_dtypegen.records import Record


class GateReport:
    """What the gate makes of a run; in the process that the user started."""

    def __init__(
        self, config: pytest.Config, plan: Plan, records: Sequence[Record], selected: frozenset[CaseKey]
    ) -> None:
        self.config = config
        settings = plan.settings
        self._may_be_empty = bool(plan.done) or settings.shard.count > 1
        conformance = config.pluginmanager.get_plugin("dtypegen-conformance")
        self.of_whole_lists = plan.whole and not getattr(conformance, "narrowed", False)
        covered = Coverage(
            selected | frozenset(map(key_of, records)),
            self.of_whole_lists and settings.shard.count == 1,
            list_names(cases.name for cases in plan.sets),
            frozenset(settings.dtypes),
            frozenset(settings.devices),
            frozenset(settings.passes),
        )
        self._judged = write_baseline(judge_run(plan.gate, records, covered))
        self.result: GateResult = self._judged.result

    def exitstatus(self, status: int | pytest.ExitCode) -> int | pytest.ExitCode:
        """Pytest's exit status, red where the gate is and pytest alone was not: over cases that are missing, or in a
        resumed run that had its failures earlier. A resumed run that had nothing left to do is no empty run, nor is a
        share of a list that is too short for all of them."""
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return status
        if self.result.red:
            return pytest.ExitCode.TESTS_FAILED
        return pytest.ExitCode.OK if self._may_be_empty else status

    def tell(self, terminal: Any) -> None:
        """Print the gate's section through pytest's terminal reporter."""
        if not self.result.worth_telling and not self._judged.notes:
            return
        title, colour = text.title(self.result), "red" if self.result.red else "green"
        terminal.section(f"dtypegen gate: {title}", **{colour: True})
        for line, markup in text.lines(self.result, self._command()):
            terminal.write_line(line, **markup)
        for note in self._judged.notes:
            terminal.write_line(note, red=bool(self.result.besides))

    def _command(self) -> str:
        args = [str(arg) for arg in self.config.invocation_params.args]
        return shlex.join(["pytest", *args, "--dtypegen-update-baseline"])
