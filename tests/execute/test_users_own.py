"""Passes and comparers of a user's conftest.py work in the child."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from faults import target
from pooling import case

from pytest_dtypegen.cases import Case
from pytest_dtypegen.execute.pool import CaseExecutor, InProcessExecutor
from pytest_dtypegen.options import Options
from pytest_dtypegen.records import Record

CONFTEST = """
import threading
from dataclasses import dataclass

SUFFIX = "from conftest"
HELD = threading.Lock()

def helper(name):
    return f"{name} {SUFFIX}"

@dataclass(frozen=True)
class MyPass:
    name: str = "mine"
    def rewrite(self, graph, context):
        return helper(graph)

class Locked:
    name = "locked"
    def __init__(self):
        self.lock = threading.Lock()
    def rewrite(self, graph, context):
        return graph

def compare(reference, candidate):
    return helper(reference)
"""


def _conftest(folder: Path, name: str) -> ModuleType:
    """The module as pytest loads one: under a name that another process cannot import."""
    folder.mkdir()
    path = folder / "conftest.py"
    path.write_text(CONFTEST)
    module = ModuleType(name)
    module.__file__ = str(path)
    # as pytest does: dataclasses look the module up while it is being made
    sys.modules[name] = module
    exec(compile(CONFTEST, str(path), "exec"), module.__dict__)
    return module


def call_passes(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
    metrics = {}
    for name, a_pass in passes.items():
        try:
            metrics[name] = a_pass.rewrite("graph", None)
        except RuntimeError as error:
            metrics[name] = str(error)
    metrics["compared"] = [comparer("x", "y") for comparer in comparers]
    return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed", metrics=metrics)


@pytest.mark.parametrize("inprocess", [False, True])
def test_passes_and_comparers_of_a_conftest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inprocess: bool) -> None:
    module = _conftest(tmp_path / "suite", "suite.conftest")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # taken out again at the end
    passes = {"mine": module.MyPass(), "locked": module.Locked()}
    kind = InProcessExecutor if inprocess else CaseExecutor
    executor = kind(Options(inprocess=inprocess), passes, [module.compare], target=call_passes)
    try:
        metrics = executor.run(case("a")).metrics
    finally:
        executor.close()
    assert metrics["mine"] == "graph from conftest"
    assert metrics["compared"] == ["x from conftest"]
    if inprocess:
        assert metrics["locked"] == "graph"
    else:
        # one pass that cannot be sent fails its own cases, and no others
        assert "the pass locked cannot be sent" in metrics["locked"]
        assert "--dtypegen-inprocess" in metrics["locked"]


def test_comparers_that_cannot_be_sent_fail_every_case_without_trying_again(tmp_path: Path) -> None:
    executor = CaseExecutor(Options(), {}, [threading.Lock()], target=target)
    first, second = executor.run(case("a")), executor.run(case("b"))
    assert first.code == second.code == "DG802"
    assert first.failure is not None and "cannot be sent" in first.failure.message
    assert executor.restarts == -1  # none was started
