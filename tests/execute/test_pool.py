"""A case cannot hurt another: every fault costs its own case, in its class, and the next one is unaffected."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from faults import FAULTS, target
from pooling import CORPUS, LIMITS, MIB, case

from pytest_dtypegen.cases import Case
from pytest_dtypegen.execute import budget
from pytest_dtypegen.execute.pool import CaseExecutor, InProcessExecutor, make_executor
from pytest_dtypegen.options import Options
from pytest_dtypegen.records import Record


def test_importing_the_room_loads_no_torch() -> None:
    code = "import sys, pytest_dtypegen.execute.pool, pytest_dtypegen.execute.child; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_one_process_runs_case_after_case(executor: CaseExecutor) -> None:
    first = executor.run(case("a"))
    pid, restarts = executor.pid, executor.restarts
    second = executor.run(case("b"))
    assert (first.outcome, second.outcome, second.sample) == ("passed", "passed", "b")
    assert (executor.pid, executor.restarts) == (pid, restarts)
    assert pid != os.getpid()
    assert first.metrics["peak_bytes"] > 5 * MIB


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("segfault", "SIGSEGV"),
        ("abort", "SIGABRT"),
        ("cxx_exception", "what():  boom"),
        ("exit", "status 3"),
        ("sys_exit", "status 4"),
        ("killed", "SIGKILL"),
        ("terminated", "SIGTERM"),
        ("bus_error", "SIGBUS"),
        ("flood_output", "SIGABRT"),
        ("leave_a_process", "SIGTERM"),
        ("killed_from_outside", "SIGKILL"),
        ("close_everything", "SIGKILL"),
        ("fork_and_leave", "status 5"),
        ("answer_nonsense", "wrote something else than a verdict where its answer belongs"),
        ("answer_text", "wrote something else than a verdict where its answer belongs"),
        ("answer_list", "wrote something else than a verdict where its answer belongs"),
        ("answer_no_verdict", "wrote something else than a verdict where its answer belongs"),
        ("interrupt", "KeyboardInterrupt"),
        ("half_an_answer", "faults.py"),
        ("stopped", "still running after 1 s"),
        ("grow_in_a_process", ", and the limit is "),
        ("hang_python", "faults.py"),
        ("hang_busy", "faults.py"),
        ("hang_native", "faults.py"),
        ("hang_native_with_gil", "still running after 1 s"),
        ("close_output", "still running after 1 s"),
        ("grow_in_steps", "MiB, and the limit is "),
        ("grow_at_once", "MiB, and the limit is "),
    ],
)
def test_a_fault_costs_its_own_case(
    executor: CaseExecutor, hasty_executor: CaseExecutor, fault: str, text: str
) -> None:
    code, _ = FAULTS[fault]
    executor = hasty_executor if code == "DG801" else executor
    record = executor.run(case(fault))
    assert record.failure is not None
    failure = record.failure
    assert (record.outcome, failure.code) == ("failed", code), failure.message
    assert (failure.stage, failure.op, failure.node) == ("run", "conv2d", "conv2d_7")
    assert text in failure.message
    assert "conv2d_7" in failure.message or code == "DG803"
    assert len(failure.message) < 4000
    assert failure.remedy
    assert executor.run(case("after")).outcome == "passed"


def test_a_process_that_garbles_its_answer_is_replaced_at_once(executor: CaseExecutor) -> None:
    executor.run(case("before"))
    started, restarts = time.monotonic(), executor.restarts
    assert executor.run(case("answer_nonsense")).code == "DG802"
    assert executor.pid is None and time.monotonic() - started < 4
    executor.run(case("after"))
    assert executor.restarts == restarts + 1


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("raise", "KeyError: 'a defect' (faults.py:"),
        ("raise_stubborn", "Stubborn: (its text cannot be had: ValueError)"),
        ("no_record", "the pipeline returned lock and no record"),
        ("lock_in_metrics", "cannot be written as JSON"),
        ("endless_metrics", "cannot be written as JSON"),
    ],
)
def test_what_cannot_travel_is_a_verdict_too(executor: CaseExecutor, fault: str, text: str) -> None:
    assert executor.run(case("before")).outcome == "passed"
    restarts = executor.restarts
    record = executor.run(case(fault))
    assert record.failure is not None and record.failure.code == "DG999"
    assert text in record.failure.message
    assert executor.run(case("after")).outcome == "passed"
    assert executor.restarts == restarts


def test_odd_metrics_travel_as_numbers_or_text(torch_executor: CaseExecutor) -> None:
    metrics = torch_executor.run(case("odd_metrics")).metrics
    assert (metrics["snr"], metrics["casts"]) == (2.5, 3)
    assert metrics["nan"] != metrics["nan"]
    assert metrics["path"] == repr(Path("x"))


def test_a_case_of_a_device_that_is_not_here_costs_nothing(torch_executor: CaseExecutor) -> None:
    torch_executor.run(case("before"))
    pid = torch_executor.pid
    assert torch_executor.run(replace(case("static"), device="cuda")).outcome == "passed"
    assert torch_executor.pid == pid


@pytest.mark.parametrize("fault", ["allocate_too_much", "hold_many_tensors"])
def test_an_allocation_that_is_refused_does_not_cost_the_process(torch_executor: CaseExecutor, fault: str) -> None:
    torch_executor.run(case("before"))
    pid = torch_executor.pid
    record = torch_executor.run(case(fault))
    assert record.failure is not None
    assert (record.failure.code, record.failure.op) == ("DG803", "conv2d")
    assert "can't allocate memory" in record.failure.message
    assert torch_executor.pid == pid


def test_native_output_is_shown_with_the_case(executor: CaseExecutor, capfd: pytest.CaptureFixture[str]) -> None:
    executor.run(case("cxx_exception"))
    assert "what():  boom" in capfd.readouterr().err


def test_threads_are_shared_among_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    def report(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
        import os

        import torch

        metrics = {"threads": torch.get_num_threads(), "omp": os.environ["OMP_NUM_THREADS"]}
        return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed", metrics=metrics)

    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", "64")
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    executor = CaseExecutor(Options(), target=report)
    try:
        metrics = executor.run(case("a")).metrics
    finally:
        executor.close()
    assert (metrics["threads"], metrics["omp"]) == (1, "1")


def test_in_process(capfd: pytest.CaptureFixture[str]) -> None:
    executor = InProcessExecutor(LIMITS, target=target)
    assert executor.run(case("a")).outcome == "passed"
    record = executor.run(case("raise"))
    assert record.failure is not None
    assert (record.failure.code, record.failure.stage, record.failure.op) == ("DG999", "run", "conv2d")
    executor.close()


@pytest.mark.parametrize("kind", [CaseExecutor, InProcessExecutor])
def test_what_can_never_fit_is_said_in_either_process(kind: Any) -> None:
    """And the budget that held before holds after."""
    sample = min(path.parent for path in CORPUS.rglob("model.py"))
    given = Case(sample.name, str(sample), "float16", "cpu")
    before = budget.use(own := budget.Budget(1 << 40))
    executor = kind(replace(LIMITS, memory=1 << 20, timeout=120.0))
    try:
        failure = executor.run(given).failure
    finally:
        executor.close()
        now = budget.use(before)
    assert failure is not None and (failure.code, failure.stage) == ("DG804", "reference")
    assert "the budget is 1.0 MiB" in failure.message
    assert now is own


@pytest.mark.parametrize(("inprocess", "kind"), [(True, InProcessExecutor), (False, CaseExecutor)])
def test_the_options_choose(inprocess: bool, kind: type) -> None:
    executor = make_executor(Options(inprocess=inprocess))
    assert type(executor) is kind
    executor.close()


def test_sound_cases_share_a_process() -> None:
    """What the real pipeline does leaves nothing for which it would be replaced."""
    executor = CaseExecutor(Options(timeout=120.0))
    samples = sorted(path.parent for path in CORPUS.rglob("model.py"))[:3]
    records = [
        executor.run(Case(sample.name, str(sample), dtype, "cpu"))
        for sample in samples
        for dtype in ("float16", "bfloat16")
    ]
    executor.close()
    assert {record.outcome for record in records} == {"passed"}
    assert executor.restarts == 0
