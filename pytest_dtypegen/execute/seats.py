"""Turns at the cores, where a run has more workers than cores (no torch here).

Processes that share a core by the system's time slices drive each other's data out of its caches: eight workers on two
cores take 1.28 times as long as two (400 samples at level static). So as many cases run as there are cores; the others
wait for a seat before they begin, which is not their time.

A seat is eight bytes of a file that all of a user's runs on the same cores share. Whoever has it has them locked, so
that it is free once that process is gone; they hold since when (a double, seconds of the monotonic clock).
"""

from __future__ import annotations

import fcntl
import os
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from pytest_dtypegen.execute import budget, machine

_LONG = 60.0
"""Seconds after which a taken seat is not counted: others go on beside a case that hangs, or is as large as that."""
_POLL = 0.05
_MOMENT = struct.Struct("d")


@dataclass(frozen=True)
class Seats:
    """``count`` seats in ``file``; no limit where ``count`` is 0."""

    count: int
    file: Path

    @contextmanager
    def seat(self) -> Iterator[Callable[[], None]]:
        """Has a seat for the body, after a wait where all are taken; gives what leaves it before the body's end.

        Without a file that can be locked nobody waits: that is no fault of the case.
        """
        fd = self._wait() if self.count else None

        def leave() -> None:
            nonlocal fd
            if fd is not None:
                os.close(fd)  # which ends its locks
            fd = None

        try:
            yield leave
        finally:
            leave()

    def _wait(self) -> int | None:
        """The open file with one seat locked; None where that cannot be had."""
        try:
            budget.make_own(self.file.parent)
            fd = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except OSError:
            return None
        seen: dict[int, bytes] = {}
        try:
            while not self._sit(fd, seen):
                time.sleep(_POLL)
        except OSError:
            os.close(fd)
            return None
        except BaseException:
            os.close(fd)
            raise
        return fd

    def _sit(self, fd: int, seen: dict[int, bytes]) -> bool:
        """Whether a seat was free. Raises OSError where the file system has no locks, or no room.

        ``seen``: by seat, the moment read at the last look. One that was just taken may have the last holder's still.
        """
        index = long = 0
        while index < self.count + long:
            start = index * _MOMENT.size
            try:
                fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB, _MOMENT.size, start)
            except (BlockingIOError, PermissionError):  # either says that another process has it
                since = os.pread(fd, _MOMENT.size, start)
                long += since == seen.get(index) and _is_long(since)
                seen[index] = since
            else:
                os.pwrite(fd, _MOMENT.pack(time.monotonic()), start)
                return True
            index += 1
        return False


def _is_long(since: bytes) -> bool:
    return len(since) == _MOMENT.size and time.monotonic() - float(_MOMENT.unpack(since)[0]) > _LONG


def seats(workers: int) -> Seats:
    """Those for a run of so many workers on this machine: one a core; no limit where there is a core for each."""
    cores = machine.cores()
    which = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    name = f"seats-{cores}-{crc32(repr(which).encode()):08x}"
    return Seats(cores if workers > cores else 0, budget.ledger_folder() / name)
