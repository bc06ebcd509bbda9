"""One budget of memory for all workers of a machine, and one for each of its GPUs (no torch here).

A ledger in a file, under a lock: who holds how much. Entries outlive a crash only until someone looks, since each names
its process (number and start time), and a dead process holds nothing.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

import psutil
from filelock import FileLock

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute import machine

WORKER_BASE = 500 << 20
"""What a worker takes before any tensor is made: torch and Python (300 MiB) and what the allocator keeps."""

MEMORY = "memory"

_SHARE = 0.9  # of the machine's memory: the rest is the system's
_PATIENCE = 60.0  # seconds for which smaller cases may overtake one that waits
_POLL = 0.1
_SHORT_WAIT = 0.2
_LOOK = 1.0  # seconds between two looks at what a case really takes
_LEDGER_ERRORS = (OSError, NotImplementedError)  # filelock raises the latter where the file system has no locks


@dataclass(frozen=True)
class Entry:
    """A case that holds memory (``granted``) or waits for it. ``started``: its process's start time. ``pool``: "memory"
    for the machine's, or a GPU (``cuda:0``)."""

    pid: int
    started: float
    size: int
    run: str
    since: float
    pool: str = MEMORY
    granted: bool = False

    def alive(self) -> bool:
        try:
            process = psutil.Process(self.pid)
            return process.status() != psutil.STATUS_ZOMBIE and abs(process.create_time() - self.started) < 2
        except psutil.Error:
            return False


@dataclass(frozen=True)
class Budget:
    """``size`` bytes of ``pool``, shared by the cases of ``run`` (by those of every run where ``run`` is empty).

    ``paused`` is entered while a case waits: the wait is not counted against its time. ``told``: what is held.
    """

    size: int
    run: str = ""
    pool: str = MEMORY
    folder: Path | None = None
    paused: Callable[[], AbstractContextManager[None]] = nullcontext
    told: Callable[[int], None] = lambda size: None

    @contextmanager
    def reserve(self, need: int) -> Iterator[None]:
        """Holds ``need`` bytes for the body, after a wait where others hold too much.

        Raises DtypegenError DG804 where the need is more than the whole budget.
        """
        if need > self.size:
            where = "the budget is" if self.pool == MEMORY else f"{self.pool} has"
            raise DtypegenError(
                "DG804", f"needs about {size_text(need)}, and {where} {size_text(self.size)} (--dtypegen-memory)"
            )
        claim, own = self._claim(need), os.getpid()
        try:
            self.told(need)
            yield
        finally:
            # a copy that the case forked gives nothing back: the room is its original's
            if os.getpid() == own:
                self.told(0)
            if claim is not None and os.getpid() == own:
                with suppress(*_LEDGER_ERRORS):
                    claim[0].leave(claim[1])

    def _claim(self, need: int) -> tuple[Ledger, Entry] | None:
        """The granted entry, after a wait; None where no ledger can be kept, since that is no fault of the case."""
        try:
            ledger = Ledger(self.folder or ledger_folder())
            entry = ledger.enter(need, self.run, self.pool)
        except _LEDGER_ERRORS as error:
            _warn(f"{type(error).__name__}: {error}")
            return None
        try:
            if not ledger.grant(entry, self.size):
                with self.paused():
                    while not ledger.grant(entry, self.size):
                        time.sleep(_POLL)
        except _LEDGER_ERRORS as error:
            _warn(f"{type(error).__name__}: {error}")
        except BaseException:
            with suppress(*_LEDGER_ERRORS):
                ledger.leave(entry)
            raise
        return ledger, entry


@cache
def _warn(why: str) -> None:
    """Once a process and reason."""
    sys.stderr.write(f"pytest-dtypegen: no memory is reserved among the workers of this machine ({why})\n")


class Ledger:
    """The file. Every public method does its work under the lock; it reads what the living hold, and what it changes
    it writes as a new file.

    Raises OSError, or NotImplementedError, where the folder cannot be had or the file not be locked or written.
    """

    def __init__(self, folder: Path) -> None:
        make_own(folder)
        self._file = folder / "memory.json"
        self._lock = FileLock(folder / "memory.lock")

    def enter(self, size: int, run: str, pool: str = MEMORY) -> Entry:
        """A waiting entry for this process."""
        entry = Entry(os.getpid(), psutil.Process().create_time(), size, run, time.time(), pool)
        with self._lock:
            self._write([*self._read(), entry])
        return entry

    def grant(self, entry: Entry, size: int) -> bool:
        """Whether the entry's bytes are now held: ``size`` has room, and nobody has waited too long for it."""
        with self._lock:
            entries = self._read()
            counted = [e for e in entries if e.pool == entry.pool and (not entry.run or e.run == entry.run)]
            held = sum(e.size for e in counted if e.granted)
            first = min((e.since for e in counted if not e.granted), default=entry.since)
            overtakes = first < entry.since and time.time() - first > _PATIENCE
            if held + entry.size > size or overtakes:
                return False
            self._write([replace(e, granted=True) if e == entry else e for e in entries])
            return True

    def leave(self, entry: Entry) -> None:
        """The entry holds and waits for nothing any more; for this process also where that cannot be written."""
        key = (entry.pid, entry.since)
        _left.add(key)
        with self._lock:
            self._write([e for e in self._read() if (e.pid, e.since) != key])
        _left.discard(key)

    def raise_to(self, pid: int, size: int) -> None:
        """What the process holds of the machine's memory is ``size`` at least; nothing for one that holds none."""
        # whoever has the lock may be stopped, and the caller has others to watch
        with self._lock.acquire(timeout=_SHORT_WAIT):
            entries = self._read()
            held = [e for e in entries if e.pid == pid and e.pool == MEMORY and e.granted]
            more = size - sum(e.size for e in held)
            if held and more > 0:
                self._write([replace(e, size=e.size + more) if e is held[-1] else e for e in entries])

    def entries(self) -> list[Entry]:
        """Who is in the ledger and alive."""
        with self._lock:
            return self._read()

    # the lock is held by whoever calls these two

    def _read(self) -> list[Entry]:
        # a file that another version wrote, or a full disk cut off, is an empty ledger
        with suppress(OSError, ValueError, TypeError):
            entries = [Entry(**row) for row in json.loads(self._file.read_text())]
            return [entry for entry in entries if (entry.pid, entry.since) not in _left and entry.alive()]
        return []

    def _write(self, entries: list[Entry]) -> None:
        new = self._file.with_suffix(".new")
        new.write_text(json.dumps([asdict(entry) for entry in entries]))
        new.replace(self._file)


class Outgrown:
    """Sees to it that what a process takes beyond its reservation is granted to nobody else (its parent does this)."""

    def __init__(self, pid: int) -> None:
        self._pid, self._next = pid, 0.0

    def see(self, reserved: int, resident: int) -> None:
        """``resident``: bytes that the process has, what earlier cases left in it too."""
        more = beyond(reserved, resident)
        if not reserved or more <= 0 or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _LOOK
        with suppress(*_LEDGER_ERRORS):
            Ledger(ledger_folder()).raise_to(self._pid, reserved + more)


def beyond(reserved: int, resident: int) -> int:
    """Bytes that a worker has beyond what its case reserved and its own base; negative where it has less."""
    return resident - WORKER_BASE - reserved


def ledger_folder() -> Path:
    """One folder a user and machine. By the user's number: in a container it may have no name, and USER may lie."""
    return Path(tempfile.gettempdir()) / f"pytest-dtypegen-{os.getuid()}"


def make_own(folder: Path) -> None:
    """The folder is there, and this user's. Raises OSError where that cannot be had."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} is another user's")


def budget_size(asked: int | None, workers: int) -> int:
    """The budget in bytes: as asked, else the machine's share that is left beside the workers themselves.

    A quarter of the memory at least, so that too many workers wait for each other rather than run nothing.
    """
    total = machine.total_bytes()
    return asked or max(total // 4, int(total * _SHARE) - workers * WORKER_BASE)


def run_of(asked: int | None) -> str:
    """Whose budget it is: one of a size of one's own (``asked``) is shared by this run's workers, the machine's by
    everybody's."""
    return (os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"{os.getpid()}") if asked else ""


def size_text(size: int) -> str:
    """A size as a person says it, never rounded to nothing.

    >>> size_text(5), size_text(2000), size_text(30 << 20), size_text(3 << 30)
    ('5 bytes', '2.0 KiB', '30.0 MiB', '3.00 GiB')
    """
    for unit, name, digits in ((1 << 30, "GiB", 2), (1 << 20, "MiB", 1), (1 << 10, "KiB", 1)):
        if size >= unit:
            return f"{size / unit:.{digits}f} {name}"
    return f"{size} byte{'' if size == 1 else 's'}"


_left: set[tuple[int, float]] = set()
"""What this process left and could not take out of the file: ``_read`` passes over it."""

_current: Budget | None = None


def use(budget: Budget | None) -> Budget | None:
    """Sets the budget that ``reserve`` takes from in this process (the child does it once, at its start); gives the one
    before it."""
    global _current
    before, _current = _current, budget
    return before


def reserve(need: int, device: str = "cpu") -> AbstractContextManager[None]:
    """Holds ``need`` bytes of this process's budget; the machine's, where none was set. See ``Budget.reserve``.

    On a GPU (``cuda`` is the current one) the bytes are that GPU's, shared by everyone who uses it through here. Raises
    DtypegenError DG410 where there is no such GPU.
    """
    budget = _current or Budget(budget_size(None, machine.worker_count()))
    if device.startswith("cuda"):
        import torch

        named, count = torch.device(device).index, torch.cuda.device_count()
        if (named or 0) >= count:
            raise DtypegenError(
                "DG410", f"there is no {device} here: torch sees {count} GPU{'' if count == 1 else 's'}"
            )
        number = torch.cuda.current_device() if named is None else named
        size = int(torch.cuda.get_device_properties(number).total_memory * _SHARE)
        budget = replace(budget, size=size, run="", pool=f"cuda:{number}", told=lambda size: None)
    return budget.reserve(need)
