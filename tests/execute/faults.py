"""What a case can do to the process that it runs in: targets for the executors, by the sample's name."""

from __future__ import annotations

import ctypes
import mmap
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_dtypegen.cases import Case
from pytest_dtypegen.options import Options
from pytest_dtypegen.records import Record

Progress = Callable[[str], None]
MIB = 1 << 20


class Stubborn(Exception):
    """Neither picklable nor printable."""

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()

    def __str__(self) -> str:
        raise ValueError("no text")

    def __reduce__(self) -> Any:
        raise TypeError("no pickling")


def grow_in_steps() -> None:
    """Shared pages, which no allocator limit stops."""
    pages = []
    for _ in range(400):
        pages.append(mmap.mmap(-1, 8 * MIB))
        pages[-1].write(b"x" * (8 * MIB))
        time.sleep(0.001)


def grow_at_once() -> None:
    page = mmap.mmap(-1, 2048 * MIB)
    for at in range(0, len(page), mmap.PAGESIZE):
        page[at] = 1


def allocate_too_much() -> None:
    import torch

    torch.empty(1 << 40)


def hold_many_tensors() -> None:
    import torch

    tensors = []
    while True:
        tensors.append(torch.ones(4 * MIB))


def flood_output() -> None:
    for _ in range(4000):
        print("x" * 1000)
    sys.stdout.flush()
    os.abort()


def close_output_and_hang() -> None:
    os.close(1)
    os.close(2)
    time.sleep(600)


def leave_a_process_and_die() -> None:
    subprocess.Popen(["sleep", "600"])
    os.kill(os.getpid(), signal.SIGTERM)


def throw_in_cxx() -> None:
    """What an uncaught C++ exception looks like."""
    os.write(2, b"terminate called after throwing an instance of 'std::runtime_error'\n  what():  boom\n")
    os.abort()


FAULTS: dict[str, tuple[str, Callable[[], object]]] = {
    "segfault": ("DG802", lambda: ctypes.string_at(0)),
    "abort": ("DG802", os.abort),
    "exit": ("DG802", lambda: os._exit(3)),
    "sys_exit": ("DG802", lambda: sys.exit(4)),
    "killed": ("DG802", lambda: os.kill(os.getpid(), signal.SIGKILL)),
    "terminated": ("DG802", lambda: os.kill(os.getpid(), signal.SIGTERM)),
    "bus_error": ("DG802", lambda: os.kill(os.getpid(), signal.SIGBUS)),
    "cxx_exception": ("DG802", throw_in_cxx),
    "flood_output": ("DG802", flood_output),
    "leave_a_process": ("DG802", leave_a_process_and_die),
    "hang_python": ("DG801", lambda: time.sleep(600)),
    "hang_busy": ("DG801", lambda: all(True for _ in iter(int, 1))),
    "hang_native": ("DG801", lambda: ctypes.CDLL(None).pause()),
    "hang_native_with_gil": ("DG801", lambda: ctypes.PyDLL(None).sleep(600)),
    "close_output": ("DG801", close_output_and_hang),
    "grow_in_steps": ("DG803", grow_in_steps),
    "grow_at_once": ("DG803", grow_at_once),
    "allocate_too_much": ("DG803", allocate_too_much),
    "hold_many_tensors": ("DG803", hold_many_tensors),
}
"""By name: the class that the case gets, and what it does."""


def target(case: Case, options: Options, passes: Any, comparers: Any, progress: Progress) -> Record:
    """Passes, but for the samples that are named after a fault (``fault/ignored`` too)."""
    progress("run conv2d conv2d_7")
    fault = case.sample.partition("/")[0]
    if fault == "raise_stubborn":
        raise Stubborn
    if fault == "raise":
        raise KeyError("a defect")
    if fault == "no_record":
        return threading.Lock()  # type: ignore[return-value]
    if fault == "odd_metrics":
        import numpy
        import torch

        metrics = {"path": Path("x"), "snr": numpy.float32(2.5), "casts": torch.tensor(3), "nan": float("nan")}
        return passed(case, options, metrics)
    if fault == "lock_in_metrics":
        return passed(case, options, {"lock": threading.Lock()})
    if fault == "endless_metrics":
        loop: list[Any] = []
        loop.append(loop)
        return passed(case, options, {"loop": loop})
    if fault in FAULTS:
        FAULTS[fault][1]()
    return passed(case, options, {})


def passed(case: Case, options: Options, metrics: dict[str, Any]) -> Record:
    return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed", metrics=metrics)
