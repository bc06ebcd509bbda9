"""A process that ends with the one that started it, however that ends (no torch)."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from contextlib import suppress

import psutil

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def starter() -> int | None:
    """This process's number, for one that it starts now and that is to end with it. None in any other thread than the
    main one: the kernel's signal comes when the *thread* that started the process ends."""
    return os.getpid() if threading.current_thread() is threading.main_thread() else None


def die_with(parent: int | None) -> None:
    """Have the kernel kill this process at once when ``parent`` (the ``starter``) ends, also where this one hangs with
    the interpreter's lock held. On other systems than Linux nothing happens, nor where the parent is another."""
    if parent is None or sys.platform != "linux" or os.getppid() != parent:
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the kernel knew
        os.kill(os.getpid(), signal.SIGKILL)


def adopt() -> None:
    """What this process's children leave behind becomes its own: a daemon that one of them makes of itself is found
    among its children. Nothing on other systems than Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_started() -> None:
    """Kill what this process and its children started and that still runs."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            process.kill()
