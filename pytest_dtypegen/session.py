"""The state and hooks of a pytest run that uses the plugin; other runs never import this (no torch)."""

from __future__ import annotations

import pickle
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_dtypegen import collect
from pytest_dtypegen.cases import Case, expand
from pytest_dtypegen.errors import ERROR_CLASSES, DtypegenError, Failure
from pytest_dtypegen.options import OptionError, Options
from pytest_dtypegen.plan import SOURCE_PREFIX, CaseSet, Plan, set_entries
from pytest_dtypegen.records import Record
from pytest_dtypegen.sources import SampleSource, make_sample, source_entries, sources_by_name

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
        for row in ERROR_CLASSES.values():
            self.register_marker(row.marker, f"cases that failed with {row} last time")

    # Cases

    def register_marker(self, name: str, text: str = "cases of this dtype, device or source (pytest-dtypegen)") -> None:
        if name not in self._markers:
            self._markers.add(name)
            self.config.addinivalue_line("markers", f"{name}: {text}")

    def cases_of(self, cases: CaseSet) -> list[tuple[Case, int]]:
        """The cases of a set in this run's share, each with its line. Raises OptionError."""
        if cases.kind == "source":
            source = self._source(cases.name.removeprefix(SOURCE_PREFIX))
            entries = source_entries(source, self.plan.settings.report)
            self._source_of_path.update((entry.path, source) for entry in entries)
        else:
            entries = set_entries(cases, self.plan)
        found = dict(expand(entries, self.plan.settings))
        chosen = list(found)
        self.config.hook.pytest_dtypegen_select_cases(config=self.config, cases=chosen)
        if not found.keys() >= set(chosen):
            raise OptionError("pytest_dtypegen_select_cases: the hook made up cases; it may only drop and move them")
        return [(case, found[case]) for case in chosen if case.id not in self.plan.done]

    def _source(self, name: str) -> SampleSource:
        if self._sources is None:
            given = all_of(self.config.hook.pytest_dtypegen_sources(config=self.config))
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
            hook = self.config.hook
            passes = {one.name: one for one in all_of(hook.pytest_dtypegen_passes(config=self.config))}
            comparers = all_of(hook.pytest_dtypegen_comparers(config=self.config))
            self._executor = hook.pytest_dtypegen_executor(
                config=self.config, options=self.plan.settings.options, passes=passes, comparers=comparers
            )
            assert self._executor is not None
        return self._executor

    @pytest.hookimpl(trylast=True)
    def pytest_dtypegen_executor(self, options: Options, passes: Mapping[str, Any], comparers: Sequence[Any]) -> Any:
        from pytest_dtypegen.execute.pool import make_executor

        return make_executor(options, passes, comparers)

    def run(self, case: Case) -> Record:
        """A case's verdict; a failing case is tried again as often as asked, and a change of mind is recorded."""
        first = record = self._run_once(case)
        outcomes = [first.code or first.outcome]
        for _ in range(self.plan.settings.retries):
            if record.outcome != "failed":
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
        try:
            source = self._source_of_path.get(case.path)
            if source is not None:
                make_sample(source, case.sample, Path(case.path))
            return self.executor().run(case)
        except DtypegenError as error:
            failure = error.at(stage="load").failure
        except Exception as error:  # whatever goes wrong around a case is that case's failure, and never ends the run
            code = "DG102" if case.path in self._source_of_path and not Path(case.path).is_dir() else "DG999"
            failure = Failure(code, "load", f"{type(error).__name__}: {error}")
        level = self.plan.settings.options.level
        return Record(case.sample, case.dtype, case.device, case.pass_name, level, "failed", failure)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        report = yield
        if report.when == "call" and isinstance(item, collect.CaseItem) and item.record is not None:
            report.dtypegen = item.record.to_json()
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        if self._executor is not None:
            executor, self._executor = self._executor, None
            executor.close()

    # xdist

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["dtypegen"] = pickle.dumps(self.plan)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        from pytest_dtypegen.schedule import make_scheduler

        return make_scheduler(config, log)


def all_of(results: Iterable[Iterable[Any] | None]) -> list[Any]:
    """What the implementations of a hook gave, in the order in which they were registered (pluggy's is the reverse)."""
    return [one for result in reversed(list(results)) for one in (result or ())]
