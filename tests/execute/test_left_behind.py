"""What a case leaves behind - memory, switches, processes - is not the next case's."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from faults import LEFT, target
from pooling import LIMITS, MIB, case, gone

from pytest_dtypegen.cases import Case
from pytest_dtypegen.execute.pool import CaseExecutor, InProcessExecutor
from pytest_dtypegen.options import Options
from pytest_dtypegen.records import Record


def test_what_a_case_leaves_behind_costs_the_process_and_not_the_case(executor: CaseExecutor) -> None:
    def hoard(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
        import sys

        sys.hoard = [*getattr(sys, "hoard", []), b"x" * (100 << 20)]  # type: ignore[attr-defined]
        return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed")

    made = CaseExecutor(Options(), target=hoard, leftover=50 * MIB)
    try:
        assert [made.run(case(name)).outcome for name in "abc"] == ["passed"] * 3
        assert made.restarts == 2
    finally:
        made.close()


def test_a_collection_after_a_case_looks_only_at_its_sample() -> None:
    """What other samples' cases have left to be used again is not looked through after each case."""

    def remember(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
        import gc
        import sys

        tracked = len(gc.get_objects())
        sys.answers = [*getattr(sys, "answers", []), [[number] for number in range(50_000)]]  # type: ignore[attr-defined]
        metrics = {"tracked": tracked, "answers": len(sys.answers)}  # type: ignore[attr-defined]
        return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed", metrics=metrics)

    made = CaseExecutor(Options(), target=remember)
    try:
        cases = [case("a"), case("b"), replace(case("b"), dtype="bfloat16"), case("c"), case("d")]
        found = [made.run(one).metrics for one in cases]
    finally:
        made.close()
    assert [metrics["answers"] for metrics in found] == [1, 2, 3, 4, 5]  # all in one process
    assert [metrics["tracked"] > 50_000 for metrics in found] == [False, False, True, False, False]


KEEPER = """
from pytest_dtypegen.records import Record

kept = []

def forget():
    kept.clear()

def target(case, options, passes, comparers, progress):
    kept.append(case.dtype)
    metrics = {"kept": len(kept)}
    return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "failed", metrics=metrics)
"""


@pytest.mark.parametrize("kind", [CaseExecutor, InProcessExecutor])
def test_the_next_dtype_finds_what_is_kept_and_another_try_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Any
) -> None:
    (tmp_path / "keeper.py").write_text(KEEPER)
    monkeypatch.syspath_prepend(tmp_path)
    executor = kind(LIMITS, target="keeper:target")
    half, brain = case("a"), replace(case("a"), dtype="bfloat16")
    try:
        found = [executor.run(one).metrics["kept"] for one in (half, brain, brain, half, half, case("b"))]
    finally:
        executor.close()
        sys.modules.pop("keeper", None)
    assert found == [1, 2, 1, 2, 1, 1]


@pytest.mark.parametrize("left", LEFT)
def test_what_a_case_leaves_switched_costs_the_process_and_not_the_next_case(
    torch_executor: CaseExecutor, left: str
) -> None:
    assert torch_executor.run(case("before")).outcome == "passed"
    restarts = torch_executor.restarts
    assert torch_executor.run(case("odd_metrics")).outcome == "passed"
    assert torch_executor.restarts == restarts
    assert torch_executor.run(case(left)).outcome == "passed"
    assert torch_executor.run(case("odd_metrics")).metrics["casts"] == 3  # a tensor on the CPU
    assert torch_executor.restarts == restarts + 1


def test_what_a_case_started_goes_with_it(executor: CaseExecutor) -> None:
    executor.run(case("before"))
    assert executor.pid is not None
    child = executor.pid
    executor.run(case("leave_a_process"))
    left = [p for p in psutil.process_iter() if p.name() == "sleep" and _group(p.pid) == child]
    assert all(gone(p.pid) for p in left)


def test_a_forked_copy_gives_no_answer(executor: CaseExecutor) -> None:
    names = ["before", *["forked_copies_return", "after"] * 5]
    assert [executor.run(case(name)).sample for name in names] == names


def test_a_daemon_of_a_case_ends_with_the_child() -> None:
    executor, began = CaseExecutor(LIMITS, target=target), time.time() - 1
    assert executor.run(case("become_a_daemon")).outcome == "passed"
    left: list[psutil.Process] = []
    deadline = time.monotonic() + 20
    while not left and time.monotonic() < deadline:  # until it has become a ``sleep``
        left = [
            p
            for p in psutil.process_iter(["cmdline", "create_time"])
            if p.info["cmdline"] == ["sleep", "613"] and p.info["create_time"] > began
        ]
    assert left
    executor.close()
    assert all(gone(p.pid) for p in left)


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0
