"""Ends from outside: a child or its parent is killed, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
from pooling import case, gone

from pytest_dtypegen.execute.pool import CaseExecutor
from pytest_dtypegen.records import INCIDENTAL


@pytest.mark.parametrize("idle", [True, False])
def test_killed_from_outside(executor: CaseExecutor, idle: bool) -> None:
    executor.run(case("before"))
    assert executor.pid is not None
    if idle:
        os.kill(executor.pid, signal.SIGKILL)
        time.sleep(0.1)
        assert executor.run(case("after")).outcome == "passed"
    else:
        threading.Timer(0.3, os.kill, (executor.pid, signal.SIGKILL)).start()
        record = executor.run(case("hang_native"))
        assert record.code == "DG802" and record.failure is not None and "SIGKILL" in record.failure.message
        assert record.metrics[INCIDENTAL]
        assert INCIDENTAL not in executor.run(case("segfault")).metrics


def test_ctrl_c_ends_the_child_at_once(executor: CaseExecutor) -> None:
    executor.run(case("before"))
    pid = executor.pid
    assert pid is not None
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        executor.run(case("hang_native_with_gil"))
    assert time.monotonic() - started < 10
    assert gone(pid) and executor.pid is None
    assert executor.run(case("after")).outcome == "passed"


PARENT = """
import sys
sys.path.insert(0, {folder!r})
from faults import FAULTS, target
import pytest_dtypegen
from pytest_dtypegen.cases import Case
from pytest_dtypegen.execute import budget, machine, pool
from pytest_dtypegen.execute.pool import CaseExecutor
from pytest_dtypegen.options import Options

def run():
    executor = CaseExecutor(Options(timeout=600), target=target)
    executor.run(Case("a", "/a", "float16", "cpu"))
    print(executor.pid, flush=True)
    executor.run(Case({fault!r}, "/b", "float16", "cpu"))

# no "if __name__" around this: the child must not run it again
if {thread}:
    import threading
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
else:
    run()
"""


@pytest.mark.parametrize(
    ("fault", "thread"), [("hang_native_with_gil", False), ("hang_native", True)], ids=["main", "thread"]
)
def test_no_orphan_when_the_parent_is_killed(fault: str, thread: bool) -> None:
    script = PARENT.format(folder=str(Path(__file__).parent), fault=fault, thread=thread)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert psutil.pid_exists(pid)
        parent.kill()
    assert gone(pid, within=2.0)
