"""What a user's pass or comparer does to its process is its own case's, and no later one's."""

from __future__ import annotations

import builtins
import json
import os
import resource
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from pooling import CORPUS
from torch import fx

from pytest_dtypegen.cases import Case
from pytest_dtypegen.check import stages
from pytest_dtypegen.execute.pool import CaseExecutor, InProcessExecutor
from pytest_dtypegen.options import Options
from pytest_dtypegen.passes.autocast import Autocast

PLAIN = Case("plain", str(CORPUS / "norm/item_eps"), "float16", "cpu")


def zero_division(*args: Any, **kwargs: Any) -> Any:
    return 1 / 0


def patch_add() -> None:
    torch.Tensor.__add__ = zero_division  # type: ignore[method-assign,assignment]


def patch_from_base() -> None:
    for name in ("to", "item", "all"):
        setattr(torch.Tensor, name, zero_division)


def patch_json() -> None:
    json.dumps = None  # type: ignore[assignment]


def patch_builtins() -> None:
    del builtins.sorted  # type: ignore[attr-defined]


def patch_modules() -> None:
    torch._dynamo = None  # type: ignore[attr-defined,assignment]


def override_kernel() -> None:
    sys.kept = torch.library.Library("aten", "IMPL")  # type: ignore[attr-defined]
    sys.kept.impl("rsqrt", lambda x: x, "CPU")  # type: ignore[attr-defined]


def leak_files() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))
    try:
        while True:
            os.dup(0)
    except OSError:
        pass


def lower_for_good() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (10, 10))


LEAVE: dict[str, tuple[Callable[[], None], str]] = {
    "add": (patch_add, ""),
    "from_base": (patch_from_base, "DG999: division by zero"),
    "json": (patch_json, "the pass json changed json.dumps, which the rest of the case works with; then: "),
    "builtins": (patch_builtins, "the pass builtins changed builtins.sorted, which"),
    "modules": (patch_modules, "AttributeError: 'NoneType' object has no attribute 'config'"),
    "kernel": (override_kernel, ""),
    "files": (leak_files, ""),
    "limit": (lower_for_good, "the pass left switched: resource limits"),
}


class Leaves:
    """The built-in pass, after which something is left."""

    def __init__(self, name: str) -> None:
        self.name = name

    def rewrite(self, graph: fx.Graph, context: Any) -> Any:
        rewrite = Autocast().rewrite(graph, context)
        LEAVE[self.name][0]()
        return rewrite


class Quiet(Autocast):
    name = "quiet"


SAMPLES = ["attention", "audio", "graph", "quantized", "transformer"]


def test_a_process_in_which_nothing_is_left_is_kept(executor: CaseExecutor) -> None:
    """Neither torch nor this package replaces anything of its own, in whatever ops."""
    folders = [folder for kind in SAMPLES for folder in sorted((CORPUS / kind).iterdir())[:3]]
    outcomes = [executor.run(Case(one.name, str(one), "bfloat16", "cpu", "quiet")).outcome for one in folders]
    assert len(outcomes) >= 12 and set(outcomes) <= {"passed", "skipped"}
    assert executor.restarts == 0


def test_in_this_process_too_the_case_says_who_changed_what(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEAVE, "own", (lambda: monkeypatch.setattr(stages, "roundtrip", zero_division), ""))
    executor = InProcessExecutor(Options(level="static", inprocess=True), {"own": Leaves("own")})
    record = executor.run(Case("x", PLAIN.path, "float16", "cpu", "own"))
    monkeypatch.undo()
    assert record.failure is not None
    assert (record.code, record.failure.stage) == ("DG301", "roundtrip")
    assert record.failure.message.startswith(
        "the pass own changed pytest_dtypegen.check.stages.roundtrip, which the rest of the case works with; "
        "then: ZeroDivisionError: division by zero"
    )


@pytest.fixture(scope="module")
def executor() -> Iterator[CaseExecutor]:
    passes = {"quiet": Quiet(), **{name: Leaves(name) for name in LEAVE}}
    made = CaseExecutor(Options(level="run", timeout=120.0), passes)
    yield made
    made.close()


@pytest.mark.parametrize("name", LEAVE)
def test_what_a_pass_left_is_not_the_next_cases(executor: CaseExecutor, name: str) -> None:
    restarts, says = max(executor.restarts, 0), LEAVE[name][1]
    record = executor.run(Case("x", PLAIN.path, "float16", "cpu", name))
    assert record.code == ("DG301" if says else None)
    assert record.failure is None or record.failure.message.startswith(says)
    assert executor.run(PLAIN).outcome == "passed"
    assert executor.restarts == restarts + 1
