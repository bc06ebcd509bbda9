"""Starts of the child that fail: tried again, or a verdict."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest
from faults import target
from pooling import LIMITS, case

from pytest_dtypegen.execute import pool
from pytest_dtypegen.execute.pool import CaseExecutor
from pytest_dtypegen.options import Options

BAD_START = """
import os, time
from pathlib import Path
from faults import target

left = Path(os.environ["BAD_STARTS"])
if number := int(left.read_text()):
    left.write_text(str(number - 1))
    {what}
"""
SHORT_OF_MEMORY = 'raise ImportError(f"libtorch_cpu.so: failed to map segment {hex(id(left))}: Cannot allocate memory")'


@pytest.fixture
def bad_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int, str], CaseExecutor]:
    """An executor whose child's first starts do ``what``, and no long pauses between them."""

    def make(number: int, what: str) -> CaseExecutor:
        (tmp_path / "bad_start.py").write_text(BAD_START.format(what=what))
        (tmp_path / "left").write_text(str(number))
        return CaseExecutor(LIMITS, target="bad_start:target")

    monkeypatch.setenv("BAD_STARTS", str(tmp_path / "left"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(pool, "_PAUSES", (0.0, 0.1, 0.1))
    return make


@pytest.mark.parametrize("what", [SHORT_OF_MEMORY, "os.abort()", "time.sleep(600)"])
def test_a_start_that_fails_is_tried_again(bad_starts: Any, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(pool, "_START_LIMIT", 5.0)
    executor = bad_starts(1, what)
    assert [executor.run(case(name)).outcome for name in "ab"] == ["passed", "passed"]
    assert executor.restarts == 1
    executor.close()


@pytest.mark.parametrize(
    ("what", "text"),
    [
        (SHORT_OF_MEMORY, "failed to map segment"),
        ("os.abort()", "it ended with status -6"),
        ("time.sleep(600)", "it was not ready within 0.5 s"),
    ],
)
def test_what_comes_with_each_start_settles_it(
    bad_starts: Any, monkeypatch: pytest.MonkeyPatch, what: str, text: str
) -> None:
    monkeypatch.setattr(pool, "_START_LIMIT", 0.5 if "sleep" in what else 60.0)
    executor = bad_starts(100, what)
    for name in "ab":
        record = executor.run(case(name))
        assert record.code == "DG802" and record.failure is not None and text in record.failure.message
    assert executor.restarts == 2


def test_starts_that_fail_each_in_another_way_end_too(bad_starts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_MOST_FAILURES", 5)
    executor = bad_starts(100, 'raise OSError("x" * number)')
    assert {executor.run(case(name)).code for name in "abcd"} == {"DG802"}
    assert executor.restarts == 4


def test_no_room_for_a_process_is_a_verdict(bad_starts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fork(*args: Any) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    executor = bad_starts(0, "pass")
    monkeypatch.setattr(pool, "Worker", fork)
    record = executor.run(case("a"))
    assert record.code == "DG802" and record.failure is not None and "temporarily unavailable" in record.failure.message


def test_a_start_that_fails_leaves_no_file_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def fork(*args: Any, **kwargs: Any) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(subprocess, "Popen", fork)
    monkeypatch.setattr(pool, "_PAUSES", (0.0, 0.0, 0.0))
    before = psutil.Process().num_fds()
    record = CaseExecutor(LIMITS, target=target).run(case("a"))
    assert record.failure is not None and "Too many open files" in record.failure.message
    assert psutil.Process().num_fds() == before


def test_reasons_differ_by_numbers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """And are looked at in no time, whatever a library printed."""
    before = time.process_time()
    assert pool._NUMBER.sub("#", ("e" * 65536)[-pool._LONGEST_REASON :]).startswith("e")
    assert time.process_time() - before < 5


def test_a_target_that_does_not_exist_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_PAUSES", (0.0, 0.0, 0.0))
    executor = CaseExecutor(Options(), target="pytest_dtypegen.execute.nowhere:run_case")
    record = executor.run(case("a"))
    assert record.failure is not None and "nowhere" in record.failure.message


# ----------------------------------------------------------------------------------------------------------------
