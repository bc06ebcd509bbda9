"""A run's report while it goes on: each verdict journalled as it comes, the files written at the end (no torch)."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_dtypegen.cases import Case, parse_id
from pytest_dtypegen.collect import CaseItem
from pytest_dtypegen.errors import ERROR_CLASSES, Failure
from pytest_dtypegen.gate.key import CaseKey, key_of
from pytest_dtypegen.gate.report import GateReport
from pytest_dtypegen.options import OptionError
from pytest_dtypegen.plan import Plan
from pytest_dtypegen.records import Record
from pytest_dtypegen.report import folder as report_folder
from pytest_dtypegen.report import github, terminal
from pytest_dtypegen.report.generations import DAMAGED, JOURNAL, PREVIOUS, Generations, generations, keep_as_previous
from pytest_dtypegen.report.journal import (
    Entry,
    Journal,
    JournalData,
    terms_of,
    write_data,
    write_entries,
)
from pytest_dtypegen.report.meta import run_meta, verdict_key
from pytest_dtypegen.report.resume import Resumed, runs_elsewhere
from pytest_dtypegen.report.summary import summarize
from pytest_dtypegen.report.text import one_line
from pytest_dtypegen.sources import FOLDER
from pytest_dtypegen.users import OwnColumns

#: Options whose name says nothing to a user.
_SAID = {"low_sources": "--dtypegen-dtypes (given by name, or by default)"}


class Report:
    """Gathers the verdicts, journals each as it comes, and writes the report at the end. It runs in the process that
    the user started. ``code``: hashes of what users added, as ``run_meta`` takes them."""

    def __init__(self, config: pytest.Config, plan: Plan, code: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self.config = config
        self.plan = plan
        self.folder = plan.settings.report
        self.entries: dict[CaseKey, Entry] = {}
        self.planned: int | None = None
        self.selected: frozenset[CaseKey] = frozenset()
        self._resumed: frozenset[CaseKey] = frozenset()
        self._noted: frozenset[CaseKey] | None = None
        self.gate: GateReport | None = None
        self._remembered: dict[str, str] = {}
        self.meta = run_meta(plan, code)
        self.warnings: list[str] = []
        self._journal: Journal | None = None
        self._unwritten = ""
        self._locked = False
        self._begun = False
        self._may_begin = False
        self._earlier = Generations()
        self._dropped = False
        self._page_is_written = False
        self._names = tuple(f"{cases.name}::" for cases in plan.sets)
        self._data: JournalData | None = None

    # What is there from earlier runs

    def prepared(self, all_cases: Callable[[], Iterable[Case]]) -> Plan:
        """The plan with what the report folder knows: last classes, and where resumed, the cases that are done, of
        ``all_cases`` of the run. Raises OptionError."""
        settings = self.plan.settings
        # else the run is to take the folder when it begins to write, and one that selects nothing not at all
        if settings.resume and self.folder.is_dir() and not self.config.option.collectonly:
            with suppress(OSError):  # a folder that cannot be written to is said where the run begins
                self._lock()
        done: frozenset[str] = frozenset()
        self._earlier = generations(self.folder)
        last = self._earlier.last
        if last is not None and last.died_in:
            self.warnings.append(
                f"the last run was ended by its case {last.died_in}, and left no report (--dtypegen-inprocess isolates "
                "nothing)"
            )
        if self._earlier.previous_damage:
            self.warnings.append(f"{self._earlier.previous_damage} (kept as {DAMAGED} where a run takes its place)")
        if settings.resume:
            done = self._resume(all_cases)
        self._remembered = report_folder.known_classes(self.folder, last)
        baseline = self.plan.gate.baseline
        listed = {key.id: row.code for key, row in baseline.known.items()} if baseline else {}
        known = report_folder.known_classes(self.folder, last, listed) if listed else self._remembered
        self.plan = replace(self.plan, known=known, done=done)
        return self.plan

    def _lock(self) -> None:
        """Keep other runs out of the folder until this one is over. Raises OptionError, OSError."""
        if self._locked:
            return
        try:
            held = report_folder.lock(self.folder)
        except report_folder.ReportInUse:
            raise OptionError(
                f"--dtypegen-report: another run is writing to {self.folder}; wait for it, or give this one a folder "
                "of its own with --dtypegen-report=FOLDER"
            ) from None
        self._locked = True
        self.config.add_cleanup(held.release)

    def _resume(self, all_cases: Callable[[], Iterable[Case]]) -> frozenset[str]:
        if self._earlier.damage:
            raise OptionError(f"--dtypegen-resume: {self._earlier.damage}")
        data = self._earlier.last if self._is_narrowed() else self._earlier.to_resume
        if data is None:
            return frozenset()
        before, now = verdict_key(data.meta), verdict_key(self.meta)
        changed = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
        if changed:
            self.warnings.append(
                f"nothing resumed: the journal is of another {', '.join(_SAID.get(name, name) for name in changed)}"
            )
            return frozenset()
        elsewhere = runs_elsewhere(getattr(self.config.option, "tx", None) or ())
        resumed = Resumed({case.id: case for case in all_cases()}, terms_of(self.meta), elsewhere)
        fresh = [entry for entry in data.entries if resumed.holds(entry)]
        for entry in fresh:
            self._keep(entry)
        self._dropped = data is self._earlier.last and len(fresh) < len(data.entries)
        if fresh:
            self.meta["started"] = data.meta.get("started", self.meta["started"])
        self._resumed = frozenset(self.entries)
        return frozenset(entry.case_id for entry in fresh)

    def _is_narrowed(self) -> bool:
        """Whether the user asks for some of the cases: by their ids, or with ``-k``, ``-m`` or ``--lf``."""
        option = self.config.option
        chosen = (getattr(option, name, None) for name in ("keyword", "markexpr", "lf"))
        return not self.plan.whole or any(chosen)

    # Hooks

    def pytest_report_header(self) -> list[str]:
        settings = self.plan.settings
        sets = ", ".join(cases.name for cases in self.plan.sets)
        parts = [sets, " ".join(settings.dtypes), " ".join(settings.devices), f"level {settings.options.level}"]
        if settings.passes != ("autocast",):
            parts.append("pass " + " ".join(settings.passes))
        if settings.shard.count > 1:
            parts.append(f"shard {settings.shard}")
        lines = ["dtypegen: " + "; ".join(parts)]
        if self.plan.done:
            lines.append(f"dtypegen: resumed, {len(self.plan.done):,} cases have their verdicts")
        return lines + [f"dtypegen: {text}" for text in self.warnings]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if not self.planned:
            self._select(item.case for item in session.items if isinstance(item, CaseItem))

    def _select(self, cases: Iterable[Case]) -> None:
        """These are the run's cases; one that two lists name is one."""
        self.selected = frozenset(map(key_of, cases))
        self.planned = len(self.selected)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        cases = [parse_id(_plain_id(nodeid)) for nodeid in ids if nodeid.startswith(self._names)]
        self._select(case for case in cases if case is not None)
        if self._begun:
            self._plan_line()
        elif self._may_begin and self._has_cases():
            try:
                self._begin()
            except OSError as error:
                self.warnings.append(f"no report: cannot write to {self.folder}: {error.strerror}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        if session.testsfailed and not session.config.option.continue_on_collection_errors:
            return
        if self.config.option.collectonly:
            return
        try:
            if self._has_cases() or self.planned is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._lock()
                self._look_for_foreign_files()
            if self._has_cases():
                self._begin()
        except OSError as error:
            raise pytest.UsageError(
                f"--dtypegen-report: cannot write to {self.folder} ({error.strerror}); give another folder"
            ) from None
        except OptionError as error:
            raise pytest.UsageError(str(error)) from None
        self._may_begin = True

    def _look_for_foreign_files(self) -> None:
        name = report_folder.foreign_file(self.folder)
        if name is not None:
            raise OptionError(
                f"--dtypegen-report: {self.folder / name} was not written by a run; move it, or give another folder"
            )

    def _has_cases(self) -> bool:
        """Whether there is something to report. A run that selects nothing leaves the last report as it is; a share may
        be empty, but ``merge`` asks for it."""
        return bool(self.planned or self.entries or (self.planned == 0 and self.plan.settings.shard.count > 1))

    def _begin(self) -> None:
        """Start the journal. Raises OSError."""
        resumed = bool(self.entries)
        shutil.rmtree(self.folder / FOLDER, ignore_errors=True)
        report_folder.start(self.folder, self._remembered, keep_journal=resumed)
        path = self.folder / JOURNAL
        if resumed:  # as this run's own: what no longer holds, or is of other cases, stays in the former one
            if self._dropped:
                keep_as_previous(self.folder)
            write_entries(path, self.meta, self.entries.values(), None, None)
        self._journal = Journal.open(path, self.meta, append=resumed)
        self._begun = True
        if resumed:
            self._write(lambda journal: journal.terms(terms_of(self.meta)))
        self._plan_line()

    def _plan_line(self) -> None:
        """Note the cases, those included that a resumed run need not do; once, though each worker tells them."""
        if self.planned is None or self._noted == self._all_selected():
            return
        self._noted = cases = self._all_selected()
        self._write(lambda journal: journal.planned(len(cases), cases))

    def _all_selected(self) -> frozenset[CaseKey]:
        return self.selected | self._resumed

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        if self.plan.settings.options.inprocess and nodeid.startswith(self._names):
            self._write(lambda journal: journal.running(_plain_id(nodeid)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        record = self._record_of(report)
        if record is None:
            return
        node = getattr(report, "node", None)
        worker = node.gateway.id if node is not None else ""
        entry = Entry(record, _plain_id(report.nodeid), worker, round(time.time(), 3))
        self._keep(entry)
        self._write(lambda journal: journal.append(record, nodeid=entry.nodeid, worker=worker, at=entry.at))

    def _record_of(self, report: pytest.TestReport) -> Record | None:
        sent = getattr(report, "dtypegen", None)
        if sent is not None:
            return Record.from_json(sent)
        if not report.failed or not report.nodeid.startswith(self._names):
            return None
        # The item ended without a verdict: its worker died, or a hook of the user's raised around it.
        case = parse_id(_plain_id(report.nodeid))
        if case is None:
            return None
        crashed = report.when not in ("setup", "call", "teardown")
        if not crashed and self._known(case):
            return None
        code, stage = ("DG802", "run") if crashed else ("DG999", report.when or "setup")
        failure = Failure(code, stage, one_line(report.longreprtext, 2000), remedy=ERROR_CLASSES[code].remedy)
        level = self.plan.settings.options.level
        return Record(case.sample, case.dtype, case.device, case.pass_name, level, "failed", failure)

    def _known(self, case: Case) -> bool:
        return key_of(case) in self.entries

    def _keep(self, entry: Entry) -> None:
        self.entries[key_of(entry.record)] = entry

    def _write(self, action: Callable[[Journal], None]) -> None:
        if self._journal is None:
            return
        try:
            action(self._journal)
        except OSError as error:  # a full disk must not cost the run its remaining verdicts
            if not self._unwritten:
                self._say_at_once(
                    f"the journal cannot be written to {self._journal.path} ({error.strerror}); verdicts are kept, and "
                    "written as soon as that goes"
                )
            self._unwritten = error.strerror or str(error)

    def _say_at_once(self, text: str) -> None:
        terminal = self.config.pluginmanager.getplugin("terminalreporter")
        if terminal is not None:
            terminal.ensure_newline()
            terminal.write_line(f"dtypegen: {text}", yellow=True)

    def _close_journal(self) -> None:
        if self._journal is None:
            return
        lacking = self._journal.unwritten
        if lacking:
            lines = f"last {lacking:,} lines" if lacking > 1 else "last line"
            self.warnings.append(f"the journal lacks its {lines}: {self._journal.path}: {self._unwritten}")
        elif self._unwritten:
            self.warnings.append(f"the journal is whole: what could not be written ({self._unwritten}) came later")
        with suppress(OSError):
            self._journal.close()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int | pytest.ExitCode) -> None:
        if not self._begun:
            return
        records = [entry.record for entry in self.entries.values()]
        self.gate = GateReport(self.config, self.plan, records, self.selected)
        exitstatus = session.exitstatus = self.gate.exitstatus(exitstatus)
        status = int(exitstatus)
        whole = self.gate.of_whole_lists
        self._write(lambda journal: journal.end(status, whole))
        self._close_journal()
        selected = None if self.planned is None else self._all_selected()
        planned = None if selected is None else len(selected)
        entries, ended = tuple(self.entries.values()), round(time.time(), 3)
        self._data = JournalData(self.meta, entries, planned, status, ended, of_whole_lists=whole, selected=selected)
        columns = OwnColumns(self.config)
        try:
            self._restore_journal(self._data)
            report_folder.write_report(
                self.folder, self._data, lambda entry: columns.of(entry.record), self.gate.result
            )
            self._page_is_written = True
        except OSError as error:
            self.warnings.append(f"the report could not be written to {self.folder}: {error.strerror}")
        self.warnings.extend(columns.warnings)

    def _restore_journal(self, data: JournalData) -> None:
        """A journal that somebody removed while the run went on is written anew. Raises OSError."""
        path = self.folder / JOURNAL
        if not path.exists():
            self.warnings.append(f"the journal was removed during the run: {path} is written anew")
            write_data(path, data)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self._data is None:
            return
        places = [f"dtypegen: {text}" for text in self.warnings]
        if self._data.entries and self._page_is_written:
            places.append(f"report: {_shown(self.folder / report_folder.PAGE, self.config)}")
        earlier = 0 if self._resumed else self._earlier.beyond(self.selected)
        if earlier:
            kept = _shown(self.folder / PREVIOUS, self.config)
            places.append(f"the {earlier:,} cases of an earlier run are in {kept}; --dtypegen-resume goes on with them")
        terminal.write(terminalreporter, summarize(self._data.entries), self._data, places)
        if self.gate is not None:
            self.gate.tell(terminalreporter)
            github.tell(terminalreporter.write_line, self._data, self.gate.result, self.plan)


def _plain_id(nodeid: str) -> str:
    """A node id without the group that ``--dist=loadgroup`` adds to it."""
    end = nodeid.rfind("]@")
    return nodeid if end < 0 else nodeid[: end + 1]


def _shown(path: Path, config: pytest.Config) -> str:
    try:
        return os.path.relpath(path, config.invocation_params.dir)
    except ValueError:
        return str(path)
