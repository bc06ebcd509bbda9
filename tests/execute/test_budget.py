"""One budget for all workers: waits, crashes, and what can never fit."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute import budget, machine
from pytest_dtypegen.execute.budget import Budget, Ledger, budget_size
from pytest_dtypegen.execute.progress import ProgressPage

HOLDER = """
import sys, time
from pathlib import Path
from pytest_dtypegen.execute.budget import Budget
with Budget(100, run="r", folder=Path(sys.argv[1])).reserve(int(sys.argv[2])):
    print("held", flush=True)
    sys.stdin.readline()
"""

TELLER = """
import json, sys
from pytest_dtypegen.execute.progress import ProgressPage
page = ProgressPage(int(sys.argv[1]))
places = json.loads(sys.argv[2])
page.tell(places[0])
print("telling", flush=True)
while True:
    for place in places:
        page.tell(place)
"""


@contextmanager
def holder(folder: Path, size: int) -> Iterator[subprocess.Popen[str]]:
    """Another worker that holds ``size`` bytes until it is told to go on."""
    arguments = [sys.executable, "-c", HOLDER, str(folder), str(size)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_room_is_taken_and_given_back(tmp_path: Path) -> None:
    shared = Budget(100, folder=tmp_path)
    ledger = Ledger(tmp_path)
    with shared.reserve(60):
        assert [(e.size, e.granted, e.pid) for e in ledger.entries()] == [(60, True, os.getpid())]
        with shared.reserve(40):
            assert sum(e.size for e in ledger.entries()) == 100
    assert ledger.entries() == []


def test_room_is_given_back_after_an_exception(tmp_path: Path) -> None:
    with pytest.raises(KeyError), Budget(100, folder=tmp_path).reserve(60):
        raise KeyError
    assert Ledger(tmp_path).entries() == []


def test_a_large_case_waits_for_room_and_its_wait_is_not_its_time(tmp_path: Path) -> None:
    page = ProgressPage()
    told: list[int] = []
    with holder(tmp_path, 60) as other:
        assert other.stdin is not None
        threading.Timer(0.5, other.stdin.close).start()
        started = time.monotonic()
        with Budget(100, run="r", folder=tmp_path, paused=page.waiting, told=told.append).reserve(70):
            waited = time.monotonic() - started
    assert 0.4 < waited < 5
    assert page.read().waited == pytest.approx(waited, abs=0.3)
    assert told == [70, 0]


def test_what_a_killed_worker_held_is_free_again(tmp_path: Path) -> None:
    with holder(tmp_path, 60) as other:
        os.kill(other.pid, signal.SIGKILL)
        with Budget(100, run="r", folder=tmp_path).reserve(70):
            assert [e.size for e in Ledger(tmp_path).entries()] == [70]


def test_another_process_with_a_dead_ones_number_holds_nothing(tmp_path: Path) -> None:
    row = {"pid": os.getpid(), "started": 5.0, "size": 90, "run": "", "since": 0.0, "granted": True}
    (tmp_path / "memory.json").write_text(json.dumps([row]))
    assert Ledger(tmp_path).entries() == []


@pytest.mark.parametrize("text", ["", "[{", "{}", '[{"pid": 1}]', "[3]", "\x00\x00"])
def test_a_spoiled_ledger_is_an_empty_one(tmp_path: Path, text: str) -> None:
    (tmp_path / "memory.json").write_text(text)
    with Budget(100, folder=tmp_path).reserve(70):
        assert [e.size for e in Ledger(tmp_path).entries()] == [70]


def test_small_cases_may_overtake_one_that_waits_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = Ledger(tmp_path)
    held = ledger.enter(60, "")
    assert ledger.grant(held, 100)
    large = ledger.enter(70, "")
    assert not ledger.grant(large, 100)
    small = ledger.enter(30, "")
    assert ledger.grant(small, 100)
    ledger.leave(small)
    monkeypatch.setattr(budget, "_PATIENCE", 0.0)
    time.sleep(0.01)
    late = ledger.enter(30, "")
    assert not ledger.grant(late, 100)
    ledger.leave(held)
    assert ledger.grant(large, 100)
    assert ledger.grant(late, 100)


def test_a_runs_own_size_is_not_taken_by_other_runs(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    assert ledger.grant(ledger.enter(80, "first"), 100)
    assert ledger.grant(ledger.enter(80, "second"), 100)
    assert not ledger.grant(ledger.enter(80, "first"), 100)
    # the machine's memory is everybody's
    assert not ledger.grant(ledger.enter(80, ""), 200)


def test_a_gpus_memory_is_its_own(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    assert ledger.grant(ledger.enter(80, ""), 100)
    assert ledger.grant(ledger.enter(80, "", "cuda:0"), 100)
    assert ledger.grant(ledger.enter(80, "", "cuda:1"), 100)
    assert not ledger.grant(ledger.enter(80, "", "cuda:0"), 100)
    with pytest.raises(DtypegenError, match=r"cuda:1 has 1\.00 GiB"):
        Budget(1 << 30, pool="cuda:1", folder=tmp_path).reserve(2 << 30).__enter__()


def test_what_a_process_takes_beyond_its_reservation_is_nobody_elses(tmp_path: Path) -> None:
    ledger, own = Ledger(tmp_path), os.getpid()
    large = ledger.enter(40, "")
    ledger.raise_to(own, 60)  # it waits, and holds nothing yet
    assert ledger.grant(large, 100)
    with holder(tmp_path, 20):
        ledger.raise_to(own, 70)
        ledger.raise_to(own, 50)  # it never falls before the case's end
        assert sorted(e.size for e in ledger.entries()) == [20, 70]
        assert not ledger.grant(ledger.enter(30, ""), 100)
        ledger.leave(large)
        assert ledger.grant(ledger.enter(30, ""), 100)


def test_a_stopped_worker_with_the_lock_does_not_stop_who_watches_another(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    with FileLock(tmp_path / "memory.lock"), pytest.raises(OSError, match="could not be acquired"):
        ledger.raise_to(os.getpid(), 60)


def test_what_can_never_fit_is_over_budget(tmp_path: Path) -> None:
    with pytest.raises(DtypegenError) as caught, Budget(2 << 30, folder=tmp_path).reserve(3 << 30):
        pass
    assert caught.value.failure.code == "DG804"
    assert "3.00 GiB" in str(caught.value) and "2.00 GiB" in str(caught.value)
    assert Ledger(tmp_path).entries() == []


@pytest.mark.parametrize(
    ("device", "count", "text"), [("cuda:5", 2, "2 GPUs"), ("cuda:1", 1, "1 GPU"), ("cuda", 0, "0 GPUs")]
)
def test_a_gpu_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch, device: str, count: int, text: str) -> None:
    monkeypatch.setattr("torch.cuda.device_count", lambda: count)
    with pytest.raises(DtypegenError) as caught:
        budget.reserve(1, device)
    assert caught.value.failure.code == "DG410"
    assert str(caught.value).endswith(f"there is no {device} here: torch sees {text}")


# -- where no ledger can be kept ---------------------------------------------------------------------------------


def _a_file_in_its_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write_text("")


def _another_users(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: number + 1)


def _no_locks(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def acquire(lock: object) -> None:
        raise NotImplementedError("FileSystem does not appear to support flock")

    monkeypatch.setattr(FileLock, "__enter__", acquire)


def _full_from_the(write: int) -> Callable[[Path, pytest.MonkeyPatch], None]:
    """The disk is full from this write on: 1 is the entry, 2 its grant, 3 its end."""

    def fill(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        real, count = Ledger._write, 0

        def write_if_room(ledger: Ledger, entries: list[budget.Entry]) -> None:
            nonlocal count
            count += 1
            if count >= write:
                raise OSError(28, "No space left on device")
            real(ledger, entries)

        monkeypatch.setattr(Ledger, "_write", write_if_room)

    return fill


@pytest.mark.parametrize(
    ("obstacle", "told"),
    [
        (_a_file_in_its_place, "File exists"),
        (_another_users, "is another user's"),
        (_no_locks, "does not appear to support flock"),
        (_full_from_the(1), "No space left"),
        (_full_from_the(2), "No space left"),
        (_full_from_the(3), "No space left"),  # said at the second case; the first one's end costs nothing
    ],
)
def test_without_a_ledger_the_case_runs_and_its_verdict_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], obstacle: Any, told: str
) -> None:
    folder = tmp_path / "ledger"
    obstacle(folder, monkeypatch)
    budget._warn.cache_clear()
    reached: list[int] = []
    for _ in range(2):
        with pytest.raises(KeyError), Budget(100, folder=folder, told=reached.append).reserve(60):
            raise KeyError
    assert reached == [60, 0, 60, 0]
    error = capsys.readouterr().err
    assert told in error and error.count("no memory is reserved") == 1
    with pytest.raises(DtypegenError, match="needs about"):
        Budget(100, folder=folder).reserve(101).__enter__()


def test_what_could_not_be_given_back_does_not_stand_in_ones_own_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        _full_from_the(3)(tmp_path, patch)
        with Budget(100, folder=tmp_path).reserve(60):
            pass
    with Budget(100, folder=tmp_path, paused=lambda: pytest.fail("it waits for itself")).reserve(70):
        assert [e.size for e in Ledger(tmp_path).entries()] == [70]


def test_the_folder_is_the_users_whatever_the_user_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container the user may have no name; a root shell may still have another's in USER."""

    def no_such_user(number: int) -> None:
        raise KeyError("getpwuid(): uid not found")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    found = set()
    for name in ("alice", "bob", None):
        for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
            monkeypatch.delenv(variable, raising=False)
        if name:
            monkeypatch.setenv("USER", name)
        monkeypatch.setattr("pwd.getpwuid", no_such_user)
        found.add(budget.ledger_folder())
    assert len(found) == 1
    monkeypatch.setattr(os, "getuid", lambda: 1234)
    assert budget.ledger_folder() not in found


def test_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "total_bytes", lambda: 10 << 30)
    assert budget_size(3, 8) == 3
    assert budget_size(None, 2) == (9 * 2**30) - 2 * budget.WORKER_BASE
    assert budget_size(None, 100) == (10 << 30) // 4


def test_the_process_wide_budget(tmp_path: Path) -> None:
    budget.use(Budget(50, folder=tmp_path))
    try:
        with budget.reserve(20):
            assert [e.size for e in Ledger(tmp_path).entries()] == [20]
        with pytest.raises(DtypegenError):
            budget.reserve(60).__enter__()
    finally:
        budget.use(None)


# -- the page ----------------------------------------------------------------------------------------------------


def test_progress_survives_in_the_page() -> None:
    page = ProgressPage()
    page.tell("run torch.conv2d conv2d_12")
    page.reserved(12)
    other = ProgressPage(os.dup(page.fd))
    assert other.read().place() == ("run", "torch.conv2d", "conv2d_12")
    assert other.read().reserved == 12
    page.tell("compare")
    assert other.read().place() == ("compare", None, None)
    page.clear()
    assert other.read().place() == ("load", None, None)
    assert other.read().reserved == 0


@pytest.mark.parametrize("text", ["x" * 10_000, "run " + "\N{SNOWMAN}" * 3000, "\ud800", "", "nonsense"])
def test_any_text_can_be_told(text: str) -> None:
    page = ProgressPage()
    page.tell(text)
    assert page.read().place()[0] in ("run", "load")


@pytest.mark.parametrize(
    ("size", "text"),
    [(1, "1 byte"), (999, "999 bytes"), (1 << 10, "1.0 KiB"), (1500 << 10, "1.5 MiB"), (3 << 29, "1.50 GiB")],
)
def test_a_small_size_is_not_told_as_nothing(size: int, text: str) -> None:
    assert budget.size_text(size) == text


def test_a_reader_never_sees_half_of_what_is_written() -> None:
    """While another process tells a place after the other, what was waited and reserved stands."""
    page = ProgressPage()
    with suppress(ZeroDivisionError), page.waiting():
        raise ZeroDivisionError
    before = page.read().waited
    page.reserved(5 << 30)
    places = ["run torch.matmul matmul_1", "compare", "run torch.nn.functional.conv2d conv2d_23"]
    child = subprocess.Popen(
        [sys.executable, "-c", TELLER, str(page.fd), json.dumps(places)], pass_fds=[page.fd], stdout=subprocess.PIPE
    )
    with child:
        assert child.stdout is not None and child.stdout.readline() == b"telling\n"
        end = time.monotonic() + 1.0
        seen = [page.read()]
        while time.monotonic() < end:
            seen.append(page.read())
        child.kill()
    assert {progress.waited for progress in seen} == {before}
    assert {progress.reserved for progress in seen} == {5 << 30}
    assert {progress.text for progress in seen} == set(places)


def test_a_wait_that_ends_never_looks_shorter() -> None:
    """A second thread waits again and again; what the first one reads of it only grows."""
    page = ProgressPage()
    done = threading.Event()

    def wait_often() -> None:
        while not done.is_set():
            with page.waiting():
                time.sleep(0)

    thread = threading.Thread(target=wait_often)
    thread.start()
    seen = [page.read().waited for _ in range(20_000)]
    done.set()
    thread.join()
    # the clock's last digits are rounded off
    assert all(later > sooner - 1e-6 for sooner, later in pairwise(seen))
    assert 0 < seen[-1] <= page.read().waited


def test_a_forked_copy_leaves_the_room_to_its_original(tmp_path: Path) -> None:
    told: list[int] = []
    with ExitStack() as stack:
        stack.enter_context(Budget(1 << 30, "run", folder=tmp_path, told=told.append).reserve(1 << 20))
        if (copy := os.fork()) == 0:
            stack.close()
            os._exit(len(told))
        assert os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]) == 1
        assert [entry.size for entry in Ledger(tmp_path).entries()] == [1 << 20]
    assert Ledger(tmp_path).entries() == []
    assert told == [1 << 20, 0]
