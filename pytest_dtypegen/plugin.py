"""The plugin's entry: options, hook specifications, the fixture, and nothing more in a run that does not use it.

``session.py`` holds the hooks of a run that does. Importing this module imports neither torch nor the other rooms.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import pytest

if TYPE_CHECKING:
    from pytest_dtypegen.fixture import CaseUnderTest


class _Option(NamedTuple):
    """An option ``--dtypegen-NAME`` that is also an ini option ``dtypegen_NAME``; ``values`` may be repeated."""

    name: str
    kind: Literal["flag", "value", "values"]
    metavar: str
    help: str


_OPTIONS = (
    _Option("list", "values", "FILE", "run every sample of a list: one path a line, # comments"),
    _Option(
        "source", "values", "NAME", "run the samples of a source that a conftest.py defines (corpus: the built-in)"
    ),
    _Option("root", "value", "DIR", "what the lists' relative paths are relative to (default: found from the list)"),
    _Option("dtypes", "values", "A,B", "target dtypes (default: float16,bfloat16)"),
    _Option("devices", "values", "A,B", "devices as torch names them (default: auto, what torch can run on here)"),
    _Option("pass", "values", "NAME", "the rewrite under test; may be repeated (default: autocast)"),
    _Option("level", "value", "static|run", "static: no tensor data at all; run: real kernels (default)"),
    _Option("data", "value", "conditioned|recorded", "scale the data layer by layer (default), or use it as recorded"),
    _Option("calibrate", "flag", "", "let passes know the ranges of the reference run (default at level run)"),
    _Option("exec", "value", "auto|kernels|emulate", "what to do where the device's kernels are very slow"),
    _Option("seed", "value", "N", "seed of the data (default: 0)"),
    _Option("out", "value", "DIR", "keep the generated samples: DIR/DTYPE/SAMPLE"),
    _Option("record", "flag", "", "write the passes that succeeded into each sample's graph_net.json"),
    _Option("report", "value", "DIR", "where the report goes (default: dtypegen-report)"),
    _Option("baseline", "value", "FILE", "known failures: red on changes only"),
    _Option("update-baseline", "flag", "", "write what this run found into the baseline"),
    _Option("rules", "value", "FILE", "expected failures by op, sample, dtype and device (TOML)"),
    _Option("strict", "flag", "", "also red: fixed cases, rules and baseline lines that match nothing"),
    _Option(
        "retries", "value", "N", "try a failing case again, tell of other outcomes (default: 0; with a baseline 1)"
    ),
    _Option("timeout", "value", "S", "a case's time limit: seconds, 10m, 2h (default: 600)"),
    _Option("memory", "value", "SIZE", "memory of all workers together: 8GiB (default: the machine's)"),
    _Option("resume", "flag", "", "skip the cases that the report folder's journal holds already"),
    _Option("shard", "value", "I/N", "this run's share of the cases; 'dtypegen merge' joins the reports"),
    _Option(
        "inprocess", "flag", "", "run cases inside the pytest process, for debugging: no limits, a crash ends the run"
    ),
)


XFAIL_MARKER = (
    "dtypegen_xfail(reason, *, op, dtype, device, sample, error_class, torch, hardware, link, strict, run, expires): "
    "these cases are expected to fail, as a rule of pytest-dtypegen says it"
)


def _dest(name: str) -> str:
    return "dtypegen_" + name.replace("-", "_")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dtypegen", "dtype-generalization conformance (pytest-dtypegen)")
    group.addoption("--dtypegen", action="store_true", default=None, dest="dtypegen", help="run the built-in corpus")
    parser.addini("dtypegen", "run the built-in corpus", type="bool", default=None)
    for option in _OPTIONS:
        flag, dest = f"--dtypegen-{option.name}", _dest(option.name)
        if option.kind == "flag":
            group.addoption(flag, action="store_true", default=None, dest=dest, help=option.help)
            parser.addini(dest, option.help, type="bool", default=None)
            continue
        many = option.kind == "values"
        action = "append" if many else "store"
        group.addoption(flag, action=action, default=None, dest=dest, metavar=option.metavar, help=option.help)
        initype: Literal["linelist", "string"] = "linelist" if many else "string"
        parser.addini(dest, option.help, type=initype, default=None)
    group.addoption(
        "--no-dtypegen-calibrate", action="store_false", dest="dtypegen_calibrate", help="no ranges for passes"
    )


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    from pytest_dtypegen import hookspecs

    pluginmanager.add_hookspecs(hookspecs)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if XFAIL_MARKER not in config.getini("markers"):  # a process may configure itself twice
        config.addinivalue_line("markers", XFAIL_MARKER)
    if _is_asked_for(config):
        from pytest_dtypegen.activate import set_up

        set_up(config, _Values(config))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "dtypegen_case" in metafunc.fixturenames:
        from pytest_dtypegen.fixture import parametrize

        parametrize(metafunc)


@pytest.fixture
def dtypegen_case(request: pytest.FixtureRequest) -> CaseUnderTest:
    """One conformance case: its sample, the rewritten graph, and the stages as calls.

    A test that takes it runs once for each case of the lists, of the sources and of the corpus that are asked for.
    """
    from pytest_dtypegen.fixture import case_under_test

    return case_under_test(request)


def _is_asked_for(config: pytest.Config) -> bool:
    """Whether this run has conformance cases: by an option, or by an argument such as ``full.txt::samples/x``."""
    workerinput = getattr(config, "workerinput", None)
    if workerinput is not None:
        return "dtypegen" in workerinput
    values = _Values(config)
    if any(values.get(name) for name in ("", "list", "source")):
        return True
    bases = (arg.partition("::") for arg in config.args)
    return any(colons and not base.endswith(".py") for base, colons, _ in bases)


class _Values:
    """Option values: the command line's where given, else the ini file's, else None."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def from_command_line(self, name: str) -> bool:
        return self._config.getoption(_dest(name) if name else "dtypegen") is not None

    def get(self, name: str) -> Any:
        dest = _dest(name) if name else "dtypegen"
        value = self._config.getoption(dest)
        return self._config.getini(dest) if value is None else value

    def folder(self, name: str) -> Path:
        """What a relative path in this option is relative to: the working folder, or, where the ini file gives it, that
        one's. Defaults are relative to the working folder."""
        inipath = self._config.inipath
        if inipath is None or self.from_command_line(name) or not self.get(name):
            return self._config.invocation_params.dir
        return inipath.parent
