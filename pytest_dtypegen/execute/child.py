"""The child: one process that loads torch once and runs one case after the other.

Started by ``worker.py`` as ``python -c``, so that the parent's ``__main__`` is never run again. All that it sends back
is JSON text: nothing a case returns or raises has to be picklable.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import json
import os
import pickle
import resource
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pytest_dtypegen.cases import Case
from pytest_dtypegen.errors import quoted
from pytest_dtypegen.execute import budget
from pytest_dtypegen.execute.parent import adopt, die_with, end_started
from pytest_dtypegen.execute.progress import ProgressPage
from pytest_dtypegen.execute.setup import Kept, Setup, load_target, unpack, unpack_passes
from pytest_dtypegen.execute.switches import Switches
from pytest_dtypegen.execute.verdict import changed_by, own_code, unhandled, unwritable
from pytest_dtypegen.records import Record

_PIPELINE = "pytest_dtypegen.check.pipeline"
"""Where the target is from, but in this package's tests: it runs users' code and samples, and no more."""


def main(connection_fd: int, page_fd: int, parent: int, die_with_thread: bool) -> None:
    """Runs cases until the parent closes the connection."""
    for fd in (connection_fd, page_fd):
        os.set_inheritable(fd, False)
    faulthandler.enable(all_threads=False)
    faulthandler.register(signal.SIGUSR1, all_threads=False)
    _die_with_parent(parent, die_with_thread)
    adopt()
    connection, own = Connection(connection_fd), os.getpid()
    send, encode = connection.send_bytes, _encode  # as they are before any case runs
    setup: Setup = pickle.loads(connection.recv_bytes())
    page = ProgressPage(page_fd)
    try:
        child = _Child(setup, page)
    # the child cannot do its work at all: torch does not load, or the user's comparers do not
    except Exception:
        send(json.dumps({"cannot_start": traceback.format_exc()}).encode())
        return
    send(json.dumps({"ready": True}).encode())
    while True:
        try:
            case: Case = pickle.loads(connection.recv_bytes())
        except EOFError:
            return
        record, retire = child.run(case)
        if os.getpid() != own:  # a copy that the case forked, and that came here: the answer is not for it to give
            os._exit(1)
        send(encode(record, retire))
        if retire:
            end_started()
            return


class _Child:
    def __init__(self, setup: Setup, page: ProgressPage) -> None:
        self._setup, self._page = setup, page
        # loads torch, unless it is a test's
        self._target = load_target(setup.target)
        _set_threads(setup.threads)
        self._passes = unpack_passes(setup.passes)
        self._kept = Kept(self._target)
        self._comparers = [unpack(comparer, "a comparer") for comparer in setup.comparers]
        _settle()
        budget.use(budget.Budget(setup.budget, setup.run, paused=page.waiting, told=page.reserved))
        self._switches = Switches()
        self._base = _status("VmRSS")
        self._data_base = _status("VmData")

    def run(self, case: Case) -> tuple[Record, bool]:
        """The case's record, and whether this process should be replaced after it."""
        self._page.tell("load")
        if self._kept.before(case):
            _settle()
        _reset_peak()
        try:
            self._limit_data(case)
            self._choose_gpu(case)
            record = self._target(case, self._setup.options, self._passes, self._comparers, progress=self._page.tell)
            if not isinstance(record, Record):
                raise TypeError(f"the pipeline returned {type(record).__name__} and no record")
        # a defect of the pipeline: it is to turn whatever a case does into a record
        except Exception as exception:
            record = unhandled(case, self._setup.options, exception, self._page.read())
        own = own_code(case, self._passes, self._comparers)
        try:
            changed = self._switches.left(patches=bool(own) or self._target.__module__ != _PIPELINE)
            record = changed_by(record, own, changed) if own else record
            record = replace(record, metrics={**record.metrics, "peak_bytes": _status("VmHWM")})
            broken = _device_broken(case) or bool(changed)
            _trim()
            return record, broken or _status("VmRSS") > self._base + self._setup.leftover
        # the case changed what is needed even for this
        except Exception as exception:
            return changed_by(record, own, [f"the process ({quoted(exception)})"]) if own else record, True

    def _limit_data(self, case: Case) -> None:
        """What the allocator cannot get fails as an exception in its op; the parent's watch is for all other growth."""
        limit = self._data_base + self._setup.data_limit
        # a GPU's driver maps far more than it uses
        if case.device != "cpu" or not self._data_base:
            limit = resource.RLIM_INFINITY
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        # one that the user set (ulimit -d) stands
        if hard != resource.RLIM_INFINITY and not 0 <= limit <= hard:
            limit = hard
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))

    def _choose_gpu(self, case: Case) -> None:
        """Round robin by worker, where the case names no GPU of its own."""
        if case.device == "cuda":
            import torch

            if (count := torch.cuda.device_count()) > 1:
                torch.cuda.set_device(self._setup.worker % count)


def _device_broken(case: Case) -> bool:
    """Whether a kernel's assertion or bad address spoiled the device for this process; lets go what the case cached."""
    if not case.device.startswith("cuda"):
        return False
    import torch

    if not torch.cuda.is_initialized():  # type: ignore[no-untyped-call] # torch gives it none
        return False  # no data at level static: the device may be another machine's
    try:
        torch.cuda.synchronize()
        torch.cuda.empty_cache()
    except RuntimeError:
        return True
    return False


def _set_threads(count: int) -> None:
    if "torch" in sys.modules:
        import torch

        torch.set_num_threads(count)
        torch.set_num_interop_threads(count)


def _encode(record: Record, retire: bool) -> bytes:
    """As JSON; numbers of numpy and torch as numbers, what JSON has no form for as its text."""
    try:
        return _JSON.encode({"record": record.to_json(), "retire": retire}).encode()
    except (ValueError, TypeError, RecursionError) as error:
        return _JSON.encode({"record": unwritable(record, error).to_json(), "retire": retire}).encode()


def _plain(value: Any) -> Any:
    item: Callable[[], Any] | None = getattr(value, "item", None)
    if callable(item):
        try:
            number = item()
        except (RuntimeError, ValueError, TypeError):
            return repr(value)
        if isinstance(number, (bool, int, float, str)):
            return number
    return repr(value)


_JSON = json.JSONEncoder(default=_plain)
"""Made before any case runs: a user's code may replace parts of ``json``."""


def _die_with_parent(parent: int, die_with_thread: bool) -> None:
    """No orphan, however the parent ends.

    Where the kernel cannot be asked to see to it, and for what this process started, there is a watch.
    """
    if die_with_thread:
        die_with(parent)

    def watch() -> None:
        while os.getppid() == parent:
            threading.Event().wait(0.2)
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=watch, daemon=True, name="dtypegen-parent-watch").start()


def _status(key: str) -> int:
    """A size in bytes from ``/proc/self/status``; 0 where there is none."""
    try:
        text = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    for line in text.splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) * 1024
    return 0


def _reset_peak() -> None:
    """Starts the kernel's high-water mark anew (``VmHWM``), where it lets us."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def _settle() -> None:
    """What is here now stays (torch, answers that serve other samples): a collection after a case looks only at what
    that case made, and does not take longer with each sample."""
    gc.collect()
    gc.freeze()


def _trim() -> None:
    """Frees what hangs in cycles (graphs do), and gives it back to the system where the C library has a call for it."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
