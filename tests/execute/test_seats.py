"""As many cases at once as there are cores: waits, holders that die or hang, and who does not wait."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from faults import target
from pooling import SHORT, case

from pytest_dtypegen.execute import budget, machine, pool
from pytest_dtypegen.execute.pool import CaseExecutor
from pytest_dtypegen.execute.seats import Seats, seats
from pytest_dtypegen.records import Record

SITTER = """
import sys
from pathlib import Path
from pytest_dtypegen.execute.seats import Seats
with Seats(int(sys.argv[2]), Path(sys.argv[1])).seat():
    print("sits", flush=True)
    sys.stdin.readline()
"""


class Sitter:
    """Another worker, which takes a seat and leaves it when it is told to."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._sits = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        if self.process.stdout.readline() == "sits\n":
            self._sits.set()

    def sits(self, within: float = 20.0) -> bool:
        return self._sits.wait(within)

    def leave(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()


@contextmanager
def sitter(file: Path, count: int = 1) -> Iterator[Sitter]:
    arguments = [sys.executable, "-c", SITTER, str(file), str(count)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Sitter(process)
        finally:
            process.kill()  # also one that is stopped, or still waits


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "seats"


def make_older(file: Path, index: int, seconds: float) -> None:
    """Who has this seat has had it for so long."""
    with file.open("r+b") as opened:
        opened.seek(8 * index)
        opened.write(struct.pack("d", time.monotonic() - seconds))


def test_who_finds_all_seats_taken_waits_for_one(file: Path) -> None:
    with sitter(file, 2) as first, sitter(file, 2) as second:
        assert first.sits()
        assert second.sits()
        with sitter(file, 2) as third:
            assert not third.sits(1.0)
            second.leave()
            assert third.sits()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_the_seat_of_one_that_died_is_free(file: Path, end: signal.Signals) -> None:
    with sitter(file) as first:
        assert first.sits()
        os.kill(first.process.pid, end)
        with sitter(file) as second:
            assert second.sits()


def test_one_that_is_stopped_or_hangs_is_not_counted_for_ever_and_stands_for_one_seat_only(file: Path) -> None:
    with sitter(file) as first:
        assert first.sits()
        os.kill(first.process.pid, signal.SIGSTOP)
        make_older(file, 0, 59.0)
        with sitter(file) as second, sitter(file) as third:
            assert not second.sits(0.5)
            assert not third.sits(0.1)
            make_older(file, 0, 61.0)
            deadline = time.monotonic() + 20
            while not (second.sits(0.05) or third.sits(0.05)):
                assert time.monotonic() < deadline
            waits, other = (third, second) if second.sits(0) else (second, third)
            assert not waits.sits(0.5)
            other.leave()
            assert waits.sits()


def test_a_moment_of_before_the_machine_started_is_nobodys(file: Path) -> None:
    file.write_bytes(struct.pack("d", time.monotonic() + 1e6))
    with sitter(file) as first:
        assert first.sits()
        with sitter(file) as second:
            assert not second.sits(0.5)


def test_a_seat_just_taken_with_the_last_holders_moment_is_not_long(file: Path) -> None:
    """Between the lock and the new moment."""
    waiting, seen = Seats(1, file), dict[int, bytes]()
    file.touch()
    with sitter(file) as first, file.open("r+b") as opened:
        assert first.sits()
        make_older(file, 0, 1000.0)
        assert not waiting._sit(opened.fileno(), seen)
        make_older(file, 0, 0.0)
        assert not waiting._sit(opened.fileno(), seen)
        make_older(file, 0, 1000.0)
        assert not waiting._sit(opened.fileno(), seen)
        assert waiting._sit(opened.fileno(), seen)


@pytest.mark.parametrize("spoiled", [b"x", b"\xff" * 7, b"\xff" * 100])
def test_a_spoiled_file_holds_nobody_up(file: Path, spoiled: bytes) -> None:
    file.write_bytes(spoiled)
    with sitter(file) as first:
        assert first.sits()


@pytest.mark.parametrize("kind", ["no folder", "a folder", "a link", "another user's"])
def test_without_a_file_to_lock_nobody_waits(tmp_path: Path, file: Path, kind: str, monkeypatch: Any) -> None:
    if kind == "no folder":
        (tmp_path / "text").write_text("")
        file = tmp_path / "text" / "seats"
    elif kind == "a folder":
        file.mkdir()
    elif kind == "a link":
        file.symlink_to(tmp_path / "elsewhere")
    else:
        monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1)
    with Seats(1, file).seat() as leave:
        leave()
    assert not (tmp_path / "elsewhere").exists()


def test_a_seat_is_left_after_an_exception_and_may_be_left_twice(file: Path) -> None:
    with pytest.raises(KeyError), Seats(1, file).seat() as leave:
        leave()
        raise KeyError
    with sitter(file) as other:
        assert other.sits()


def test_only_more_workers_than_cores_take_seats(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(machine, "cores", lambda: 2)
    monkeypatch.setattr(budget, "ledger_folder", lambda: tmp_path / "own")
    assert [seats(workers).count for workers in (1, 2, 3, 8)] == [0, 0, 2, 2]
    with seats(2).seat():
        assert not (tmp_path / "own").exists()
    with seats(3).seat():
        assert [path.name for path in (tmp_path / "own").iterdir()] == [seats(3).file.name]


def test_runs_on_other_cores_have_other_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    files = []
    for allowed in ({0, 1}, {2, 3}, {0, 1}):
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid, allowed=allowed: allowed, raising=False)
        files.append(seats(8).file)
    assert files[0] == files[2] != files[1]


@pytest.fixture
def crowded(file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This worker is one of more than there are cores: one."""
    monkeypatch.setattr(pool, "seats", lambda workers: Seats(1, file))
    return file


def test_a_case_waits_for_its_turn_which_is_not_its_time(crowded: Path) -> None:
    executor = CaseExecutor(SHORT, target=target)
    try:
        with sitter(crowded) as other:
            assert other.sits()
            threading.Timer(1.5, other.leave).start()
            started = time.monotonic()
            record = executor.run(case("a"))
            assert time.monotonic() - started > 1.4
        assert record.outcome == "passed"
        with sitter(crowded) as other:  # and it was left
            assert other.sits()
    finally:
        executor.close()


def waits_for_memory(case: Any, options: Any, passes: Any, comparers: Any, *, progress: Any) -> Record:
    assert budget._current is not None
    with budget._current.paused():
        deadline = time.monotonic() + 20
        while not Path(case.path).exists() and time.monotonic() < deadline:
            time.sleep(0.02)
    return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, outcome="passed")


def test_who_waits_for_memory_leaves_the_core_to_others(crowded: Path, tmp_path: Path) -> None:
    executor = CaseExecutor(SHORT, target=waits_for_memory)
    come = tmp_path / "come"
    one = replace(case("a"), path=str(come))
    records: list[Record] = []
    runner = threading.Thread(target=lambda: records.append(executor.run(one)))
    try:
        runner.start()
        with sitter(crowded) as other:
            assert other.sits()
            assert not records  # it still waits, for what is not there
            come.touch()
            runner.join(20)
    finally:
        executor.close()
    assert [record.outcome for record in records] == ["passed"]
