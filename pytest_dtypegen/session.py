"""The state and hooks of a pytest run that uses the plugin; other runs never import this (no torch)."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import pytest

from pytest_dtypegen import collect
from pytest_dtypegen.cases import Case, Entry, expand
from pytest_dtypegen.devices import with_devices
from pytest_dtypegen.errors import ERROR_CLASSES, DtypegenError, Failure, text_of
from pytest_dtypegen.execute.parent import starter
from pytest_dtypegen.gate.environment import Environment
from pytest_dtypegen.gate.load import environment_for
from pytest_dtypegen.gate.marks import expect_own_failure, mark_own_tests, with_own_rules
from pytest_dtypegen.gate.rules import Rule
from pytest_dtypegen.gate.verdict import Finding
from pytest_dtypegen.options import BUILTIN_PASSES, OptionError, Options
from pytest_dtypegen.plan import SOURCE_PREFIX, CaseSet, Plan, file_entries, set_entries
from pytest_dtypegen.records import Outcome, Record
from pytest_dtypegen.samples.files import sample_hash
from pytest_dtypegen.sizes import sizes
from pytest_dtypegen.sources import SampleSource, make_sample, source_entries, sources_by_name
from pytest_dtypegen.users import ask, checked_comparers, close, passes_by_name, select_cases

if TYPE_CHECKING:
    from pytest_dtypegen.execute.pool import Executor


class Conformance:
    """One per pytest process, xdist's controller and workers too: it makes items of cases and runs them."""

    def __init__(self, config: pytest.Config, plan: Plan) -> None:
        self.config = config
        self.plan = plan
        self._executor: Executor | None = None
        self._markers: set[str] = set()
        self._sources: dict[str, SampleSource] | None = None
        self._source_of_path: dict[str, SampleSource] = {}
        self._found: dict[CaseSet, list[tuple[Case, int]]] = {}
        self.narrowed = False
        """Whether cases of the sets were left out, by options such as ``-k`` or by a hook."""
        self.faults: list[str] = []
        """What users' own code did wrong around the cases, to be told at the end."""
        for row in ERROR_CLASSES.values():
            self.register_marker(row.marker, f"cases that failed with {row} last time")

    # Cases

    def register_marker(self, name: str, text: str = "cases of this dtype, device or source (pytest-dtypegen)") -> None:
        if name not in self._markers:
            self._markers.add(name)
            self.config.addinivalue_line("markers", f"{name}: {text}")

    def cases_of(self, cases: CaseSet) -> list[tuple[Case, int]]:
        """The cases of a set in this run's share that have no verdict yet, each with its line. Raises OptionError."""
        return [(case, line) for case, line in self._chosen(cases) if case.id not in self.plan.done]

    def subjects(self) -> list[Case]:
        """The cases that users' own tests are about. Raises OptionError."""
        if not self.plan.settings.devices:
            self.plan = replace(self.plan, settings=with_devices(self.plan.settings))
        return list({case.id: case for cases in self.plan.subjects for case, _ in self._chosen(cases)}.values())

    def _chosen(self, cases: CaseSet) -> list[tuple[Case, int]]:
        if cases not in self._found:
            found = self._all(cases)
            chosen = list(found)
            select_cases(self.config, chosen)
            self.narrowed |= len(chosen) < len(found)
            self._found[cases] = [(case, found[case]) for case in chosen]
        return self._found[cases]

    def all_cases(self) -> list[Case]:
        """The cases of all sets in this run's share, whatever is left out of them. Raises OptionError."""
        return [case for cases in self.plan.sets for case in self._all(cases)]

    def _all(self, cases: CaseSet) -> dict[Case, int]:
        share = None if cases.kind == "source" else self.plan.share
        return dict(expand(self._entries(cases), self.plan.settings, share))

    def _entries(self, cases: CaseSet) -> list[Entry]:
        if cases.kind != "source":
            return set_entries(cases, self.plan)
        source = self._source(cases.name.removeprefix(SOURCE_PREFIX))
        entries = source_entries(source, self.plan.settings.report)
        self._source_of_path.update((entry.path, source) for entry in entries)
        return entries

    def pytest_collection_modifyitems(self, items: Sequence[pytest.Item]) -> None:
        try:
            mark_own_tests(items, self.environment)
        except OptionError as error:
            raise pytest.UsageError(str(error)) from None

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.narrowed |= any(isinstance(item, collect.CaseItem) for item in items)

    def _source(self, name: str) -> SampleSource:
        if self._sources is None:
            given = ask(self.config, "pytest_dtypegen_sources")
            self._sources = sources_by_name(given, [name])
        return self._sources[name]

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> Generator[None, Any, Any]:
        others = yield
        return collect.collectors(self, file_path, parent) or others

    # Running

    def executor(self) -> Executor:
        """Where cases run; made at the first case."""
        if self._executor is None:
            self._executor = self.config.hook.pytest_dtypegen_executor(
                config=self.config,
                options=self.plan.settings.options,
                passes=self.own_passes(),
                comparers=self.own_comparers(),
            )
            assert self._executor is not None
        return self._executor

    @pytest.hookimpl(trylast=True)
    def pytest_dtypegen_executor(self, options: Options, passes: Mapping[str, Any], comparers: Sequence[Any]) -> Any:
        from pytest_dtypegen.execute.pool import make_executor

        return make_executor(options, passes, comparers)

    def make(self, case: Case) -> None:
        """Have the sample of a case of a source written, where it is not there yet. Raises what the source raises."""
        source = self._source_of_path.get(case.path)
        if source is not None:
            make_sample(source, case.sample, Path(case.path))

    def own_sources(self) -> dict[str, SampleSource]:
        """The users' sources that are asked for, by name. Raises OptionError."""
        named = [cases.name.removeprefix(SOURCE_PREFIX) for cases in self.plan.sets if cases.kind == "source"]
        if named and self._sources is None:
            self._sources = sources_by_name(ask(self.config, "pytest_dtypegen_sources"), named)
        return {name: self._source(name) for name in named}

    def own_passes(self) -> dict[str, Any]:
        """The users' passes, by name; none where only built-in ones are asked for."""
        if set(self.plan.settings.passes) <= set(BUILTIN_PASSES):
            return {}
        return passes_by_name(ask(self.config, "pytest_dtypegen_passes"))

    def own_comparers(self) -> list[Any]:
        """The users' comparers. Raises OptionError."""
        return checked_comparers(ask(self.config, "pytest_dtypegen_comparers"))

    @functools.cached_property
    def environment(self) -> Environment:
        return environment_for(self.plan.gate.rules)

    def run(self, case: Case, own: Sequence[Rule] = ()) -> tuple[Record, Finding | None]:
        """A case's verdict, and what the gate says of it. ``own``: rules from the case's markers."""
        gate = self.plan.gate
        rule = gate.before(case, self.environment, own)
        if rule is not None and not rule.run:
            record = self._record(case, "skipped", metrics={"not_run": rule.text})
        else:
            record = self._run(case, own)
        finding = gate.judge(record, self.environment, own)
        return (with_own_rules(record, finding) if own else record), finding

    def _run(self, case: Case, own: Sequence[Rule]) -> Record:
        """A failing case, unless its failure is expected, is tried again as often as asked; a change of mind is
        recorded."""
        first = record = self._run_once(case)
        outcomes = [first.code or first.outcome]
        for _ in range(self.plan.settings.retries):
            if self.plan.gate.settled(record, self.plan.gate.judge(record, self.environment, own)):
                break
            record = self._run_once(case)
            outcomes.append(record.code or record.outcome)
        if len(outcomes) > 1:
            metrics = {**record.metrics, "attempts": len(outcomes)}
            if len(set(outcomes)) > 1:
                metrics["flaky"] = outcomes
            record = replace(record, metrics=metrics)
        return record

    def _run_once(self, case: Case) -> Record:
        record = self._executed(case)
        # what died, or never began, could not tell of which files the verdict is
        return record if record.sample_hash else replace(record, sample_hash=sample_hash(case.path))

    def _executed(self, case: Case) -> Record:
        try:
            self.make(case)
            return self.executor().run(case)
        except DtypegenError as error:
            failure = error.at(stage="load").failure
        except Exception as error:  # whatever goes wrong around a case is that case's failure, and never ends the run
            code = "DG102" if case.path in self._source_of_path and not Path(case.path).is_dir() else "DG999"
            failure = Failure(code, "load", f"{type(error).__name__}: {text_of(error)}")
        return self._record(case, "failed", failure)

    def post_mortem(self) -> TracebackType | None:
        """For a debugger, where the last case went wrong: in the pass, or at the op; None where nobody debugs."""
        found = getattr(self._executor, "raised", None) if self.config.getoption("usepdb", False) else None
        while found is not None and found.__cause__ not in (None, found):
            found = found.__cause__
        return found.__traceback__ if found is not None else None

    def _record(
        self, case: Case, outcome: Outcome, failure: Failure | None = None, metrics: Mapping[str, Any] | None = None
    ) -> Record:
        level = self.plan.settings.options.level
        names = (case.sample, case.dtype, case.device, case.pass_name)
        return Record(*names, level, outcome, failure, metrics=metrics or {})

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        report = yield
        if not self.config.option.runxfail:
            expect_own_failure(item, call, report, self.environment)
        if report.when == "call" and isinstance(item, collect.CaseItem) and item.record is not None:
            reason = getattr(report, "wasxfail", "")
            finding = self.plan.gate.judge(item.record, self.environment)
            if reason and finding is not None and finding.red():
                # by pytest's own xfail marker, which the gate knows nothing of
                item.record = replace(item.record, metrics={**item.record.metrics, "expected": reason})
            report.dtypegen = item.record.to_json()
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        if self._executor is not None:
            executor, self._executor = self._executor, None
            self.faults += close(executor)
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["dtypegen_narrowed"] = self.narrowed
            self.config.workeroutput["dtypegen_faults"] = self.faults

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for fault in dict.fromkeys(self.faults):
            terminalreporter.write_line(f"dtypegen: {fault}", yellow=True)

    # xdist

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["dtypegen"] = pickle.dumps(self.plan)
        spec = node.gateway.spec
        if spec.popen and not spec.via:
            node.workerinput["dtypegen_parent"] = starter()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        output = getattr(node, "workeroutput", {})
        self.narrowed |= output.get("dtypegen_narrowed", False)
        self.faults += output.get("dtypegen_faults", ())

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        from pytest_dtypegen.schedule import make_scheduler

        return make_scheduler(config, log, self._sizes())

    def _sizes(self) -> dict[str, int]:
        """The sizes of the samples that are files, to start the long cases early."""
        try:
            return sizes(file_entries(self.plan), self.plan.settings.options.level)
        except OptionError:  # said at the collection
            return {}
