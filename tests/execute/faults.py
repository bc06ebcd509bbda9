"""What a case can do to the process that it runs in: targets for the executors, by the sample's name."""

from __future__ import annotations

import builtins
import ctypes
import json
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


def killed_from_outside() -> None:
    subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -9 {os.getpid()}"])
    time.sleep(600)


def close_everything() -> None:
    os.closerange(3, 256)
    time.sleep(600)


def fork_and_leave() -> None:
    """The copy holds every pipe."""
    if os.fork():
        os._exit(5)
    time.sleep(600)


def grow_in_a_process() -> None:
    """Shared pages again: the allocator's limit is the started process's too."""
    code = "import mmap, time; page = mmap.mmap(-1, 1536 << 20); part = b'x' * (16 << 20); "
    code += "[page.write(part) for i in range(96)]; time.sleep(600)"
    subprocess.run([sys.executable, "-c", code], check=True)


def _answer(data: bytes) -> None:
    """Into the pipe on which the record is to go."""
    os.write(json.loads(sys.argv[2])[0], data)


def half_an_answer() -> None:
    _answer((1000).to_bytes(4, "big") + b'{"record": ')
    time.sleep(600)


def interrupt() -> None:
    raise KeyboardInterrupt


def leave_a_mode() -> None:
    """As a pass does whose exception passed its mode by."""
    from torch.utils._python_dispatch import TorchDispatchMode

    class Mode(TorchDispatchMode):
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            raise RuntimeError("left on")

    Mode().__enter__()


def leave_a_level() -> None:
    import torch

    torch._C._functorch._vmap_increment_nesting(2, "error")


def leave_a_patch() -> None:
    import torch

    torch.fx.Graph.nodes = property(lambda graph: [])  # type: ignore[assignment,method-assign]


def leave_a_timer() -> None:
    signal.setitimer(signal.ITIMER_REAL, 600)


def leave_a_handler() -> None:
    signal.signal(signal.SIGTERM, lambda *at: None)


def leave_no_open() -> None:
    builtins.open = None  # type: ignore[assignment]


def leave_no_modules() -> None:
    for name in [name for name in sys.modules if name.startswith("pytest_dtypegen.records")]:
        del sys.modules[name]


def forked_copies_return() -> None:
    """As a badly written pool of processes does: its copies go on with what the original does."""
    os.fork()


def become_a_daemon() -> None:
    """A helper that leaves session and parent."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp("sleep", ["sleep", "613"])
        os._exit(0)
    os.wait()


def leave_switches() -> None:
    """As a careless pass does; the next case is to know nothing of it."""
    import torch

    torch.set_default_dtype(torch.float64)
    torch.set_default_device("meta")
    sys.setrecursionlimit(120)
    os.chdir("/")


LEFT: dict[str, Callable[[], object]] = {
    made.__name__: made
    for made in (
        leave_switches, leave_a_mode, leave_a_level, leave_a_patch, leave_a_timer, leave_a_handler, leave_no_open,
        leave_no_modules,
    )
}  # fmt: skip
"""By name: what a case leaves in its process, which is to be replaced for it."""


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
    "killed_from_outside": ("DG802", killed_from_outside),
    "close_everything": ("DG802", close_everything),
    "fork_and_leave": ("DG802", fork_and_leave),
    "answer_nonsense": ("DG802", lambda: (_answer(b"\xff" * 64), time.sleep(600))),
    "answer_text": ("DG802", lambda: (_answer((4).to_bytes(4, "big") + b"yes!"), time.sleep(600))),
    "answer_list": ("DG802", lambda: (_answer((2).to_bytes(4, "big") + b"[]"), time.sleep(600))),
    "answer_no_verdict": ("DG802", lambda: (_answer((13).to_bytes(4, "big") + b'{"record": 1}'), time.sleep(600))),
    "interrupt": ("DG802", interrupt),
    "half_an_answer": ("DG801", half_an_answer),
    "stopped": ("DG801", lambda: os.kill(os.getpid(), signal.SIGSTOP)),
    "hang_python": ("DG801", lambda: time.sleep(600)),
    "hang_busy": ("DG801", lambda: all(True for _ in iter(int, 1))),
    "hang_native": ("DG801", lambda: ctypes.CDLL(None).pause()),
    "hang_native_with_gil": ("DG801", lambda: ctypes.PyDLL(None).sleep(600)),
    "close_output": ("DG801", close_output_and_hang),
    "grow_in_steps": ("DG803", grow_in_steps),
    "grow_at_once": ("DG803", grow_at_once),
    "grow_in_a_process": ("DG803", grow_in_a_process),
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
    if fault in LEFT:
        LEFT[fault]()
    if fault == "forked_copies_return":
        forked_copies_return()
    if fault == "become_a_daemon":
        become_a_daemon()
    if fault in FAULTS:
        FAULTS[fault][1]()
    return passed(case, options, {})


def passed(case: Case, options: Options, metrics: dict[str, Any]) -> Record:
    return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed", metrics=metrics)
