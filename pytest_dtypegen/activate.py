"""From pytest's configuration to a run's plan: read the options, resolve devices and lists, register the hooks."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import pytest

from pytest_dtypegen.devices import with_devices
from pytest_dtypegen.execute.parent import die_with
from pytest_dtypegen.execute.setup import pack
from pytest_dtypegen.gate.load import make_gate
from pytest_dtypegen.options import OptionError, check_file_writable, check_writable, settings_from, split_names
from pytest_dtypegen.plan import Plan, check_out, moved, plan_run, with_share
from pytest_dtypegen.report.code import code_of
from pytest_dtypegen.report.journal import COMPARER_CODE, PASS_CODE, SOURCE_CODE
from pytest_dtypegen.report.live import Report
from pytest_dtypegen.session import Conformance
from pytest_dtypegen.users import ask, file_of, passes_by_name, registered_in


class Values(Protocol):
    """Option values as ``plugin.py`` finds them."""

    def get(self, name: str) -> Any: ...
    def folder(self, name: str) -> Path: ...
    def from_command_line(self, name: str) -> bool: ...


def set_up(config: pytest.Config, values: Values) -> None:
    """Make this run one of conformance cases. Raises pytest.UsageError, one line, for what a user got wrong."""
    workerinput = getattr(config, "workerinput", None)
    if workerinput is not None:
        # a worker that is in the middle of a case would go on with it for seconds after pytest was killed
        die_with(workerinput.get("dtypegen_parent"))
        sent: Plan = pickle.loads(workerinput["dtypegen"])
        here = moved(sent, config.invocation_params.dir)
        config.args[:] = here.args
        config.pluginmanager.register(Conformance(config, here), "dtypegen-conformance")
        return
    try:
        plan = _make_plan(config, values)
        if plan is None:
            return
        conformance = Conformance(config, plan)
        report = None
        if plan.sets:
            passes, comparers = _own(conformance)
            report = Report(config, plan, _code_of_own(config, conformance, passes, comparers))
            _check_sendable(config, plan, passes, comparers)
            conformance.plan = report.prepared(conformance.all_cases)
    except OptionError as error:
        raise pytest.UsageError(str(error)) from None
    if getattr(config.option, "dist", "no") == "no":
        # xdist's controller collects nothing; its arguments go to the workers, which find root folder and
        # conftest.py files by them, and must find the same as this process
        config.args[:] = plan.args
    config.pluginmanager.register(conformance, "dtypegen-conformance")
    if report is not None:
        config.pluginmanager.register(report, "dtypegen-report")
        _join_pytest_html(config, report)


def _make_plan(config: pytest.Config, values: Values) -> Plan | None:

    def get(name: str) -> Any:
        return values.get("" if name == "corpus" else name)

    def own_passes() -> list[str]:
        return list(passes_by_name(ask(config, "pytest_dtypegen_passes")))

    own_devices = ask(config, "pytest_dtypegen_devices")
    settings = settings_from(get, values.folder, own_passes, own_devices)
    sources = split_names(values.get("source") or ())
    if values.get("source") and not sources:
        raise OptionError("--dtypegen-source: is empty; give a name, or leave the option out")
    settings = replace(
        settings,
        corpus=settings.corpus or "corpus" in sources,
        asked=any(values.from_command_line(name) for name in ("", "list", "source")),
    )
    given = config.args_source is pytest.Config.ArgsSource.ARGS
    cwd = config.invocation_params.dir
    own_sources = [name for name in sources if name != "corpus"]
    plan = plan_run(settings, own_sources, config.args, given, cwd, config.rootpath)
    if not plan.sets and not plan.subjects:
        return None
    check_out(plan)
    if settings.options.out is not None:
        check_writable(Path(settings.options.out), "--dtypegen-out")
    if settings.update_baseline and settings.baseline is not None:
        check_file_writable(settings.baseline, "--dtypegen-baseline")
    # where no cases are collected, devices are looked for when a test takes the first one, which may be never
    settings = with_devices(plan.settings) if plan.sets else plan.settings
    if getattr(config.option, "usepdb", False):
        # a debugger must be where the failure is
        settings = replace(settings, options=replace(settings.options, inprocess=True))
    return with_share(replace(plan, settings=settings, gate=make_gate(settings, ask(config, "pytest_dtypegen_rules"))))


def _own(conformance: Conformance) -> tuple[dict[str, Any], list[Any]]:
    """The users' passes by name, and comparers, that the run uses. Raises OptionError for what is wrong with them."""
    settings = conformance.plan.settings
    passes = {name: one for name, one in conformance.own_passes().items() if name in settings.passes}
    return passes, conformance.own_comparers() if settings.options.level == "run" else []


def _code_of_own(
    config: pytest.Config, conformance: Conformance, passes: dict[str, Any], comparers: Sequence[Any]
) -> dict[str, dict[str, str]]:
    """The hashes of what users added and the run uses, by kind and name. Raises OptionError for a source that is
    wrong."""
    named = {f"{index} {type(one).__qualname__}": one for index, one in enumerate(comparers, 1)}
    own: dict[str, tuple[dict[str, Any], str]] = {
        PASS_CODE: (passes, "pytest_dtypegen_passes"),
        COMPARER_CODE: (named, "pytest_dtypegen_comparers"),
        SOURCE_CODE: (dict(conformance.own_sources()), "pytest_dtypegen_sources"),
    }
    return {kind: code_of(ones, registered_in(config, hook)) for kind, (ones, hook) in own.items() if ones}


def _check_sendable(config: pytest.Config, plan: Plan, passes: Mapping[str, Any], comparers: Sequence[Any]) -> None:
    """Raises OptionError, naming it, for a pass or comparer that cannot get to the processes that run the cases."""
    own_executor = registered_in(config, "pytest_dtypegen_executor")  # which may run them wherever it likes
    if plan.settings.options.inprocess or own_executor or config.option.collectonly:
        return
    own = [(f"the pass {name}", one) for name, one in passes.items()]
    own += [(f"the comparer {type(one).__name__}", one) for one in comparers]
    for what, one in own:
        if isinstance(why := pack(one, what), str):
            raise OptionError(f"{file_of(one)}: {why}")


def _join_pytest_html(config: pytest.Config, report: Report) -> None:
    if getattr(config.option, "htmlpath", None):
        from pytest_dtypegen.report.pytest_html import HtmlColumns

        config.pluginmanager.register(HtmlColumns(report), "dtypegen-html")
