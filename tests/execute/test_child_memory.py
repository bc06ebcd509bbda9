"""What a child may take, gives back, and shows to the others."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from pooling import MIB, case

from pytest_dtypegen.cases import Case
from pytest_dtypegen.execute import budget, machine
from pytest_dtypegen.execute.pool import CaseExecutor
from pytest_dtypegen.options import Options
from pytest_dtypegen.records import Record


def fragment(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
    """Makes and frees 60 tensors' worth of memory of 4 MiB each, a small value that lives on after each."""
    import ctypes
    from pathlib import Path

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    lib = ctypes.CDLL(None)
    lib.malloc.restype, lib.malloc.argtypes, lib.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
    lib.free(lib.malloc(20 << 20))  # from here on glibc, left to itself, takes up to 20 MiB from the heap
    before = resident()
    large = []
    for _ in range(60):
        large.append(lib.malloc(4 << 20))
        ctypes.memset(large[-1], 1, 4 << 20)
        lib.malloc(100_000)  # too large for what was freed before
    for address in large:
        lib.free(address)
    metrics = {"kept": resident() - before, "threshold": os.environ.get("MALLOC_MMAP_THRESHOLD_")}
    return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed", metrics=metrics)


@pytest.mark.skipif(sys.platform != "linux", reason="about glibc")
@pytest.mark.parametrize(("own", "kept"), [(None, False), (str(32 << 20), True)], ids=["default", "the user's"])
def test_what_a_tensor_had_goes_back(monkeypatch: pytest.MonkeyPatch, own: str | None, kept: bool) -> None:
    monkeypatch.delenv("MALLOC_MMAP_THRESHOLD_", raising=False)
    if own:
        monkeypatch.setenv("MALLOC_MMAP_THRESHOLD_", own)
    executor = CaseExecutor(Options(), target=fragment)
    try:
        metrics = executor.run(case("a")).metrics
    finally:
        executor.close()
    assert metrics["threshold"] == (own or str(1 << 20))
    assert (metrics["kept"] > 100 * MIB) == kept


LIMITED = """
import resource, sys
sys.path.insert(0, {folder!r})
resource.setrlimit(resource.RLIMIT_DATA, ({hard}, {hard}))
from faults import target
import pytest_dtypegen
from pytest_dtypegen.cases import Case
from pytest_dtypegen.execute.pool import CaseExecutor
from pytest_dtypegen.options import Options
executor = CaseExecutor(Options(memory=8 << 30), target=target)
print([executor.run(Case("a", "/a", "float16", device)).outcome for device in ("cpu", "cuda:0")])
executor.close()
"""


def test_a_limit_that_the_user_set_is_kept() -> None:
    """``ulimit -d``, below what the case may take."""
    script = LIMITED.format(folder=str(Path(__file__).parent), hard=2 << 30)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['passed', 'passed']", done.stdout + done.stderr


@pytest.mark.parametrize(("fault", "code"), [("killed", "DG803"), ("segfault", "DG802"), ("abort", "DG802")])
def test_only_what_was_killed_was_killed_for_memory(
    executor: CaseExecutor, monkeypatch: pytest.MonkeyPatch, fault: str, code: str
) -> None:
    """While the kernel kills some process of the machine for memory every moment."""
    kills = count()
    monkeypatch.setattr(machine, "oom_kills", lambda: next(kills))
    assert executor.run(case(fault)).code == code


def outgrow(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
    """Reserves 10 MiB, takes 200 MiB, and tells what others see of it."""

    from pytest_dtypegen.execute.budget import Ledger, ledger_folder, reserve

    with reserve(10 << 20):
        taken, deadline, size = b"x" * (200 << 20), time.monotonic() + 5, 0
        while taken and size < 150 << 20 and time.monotonic() < deadline:
            time.sleep(0.05)
            (size,) = (entry.size for entry in Ledger(ledger_folder()).entries())
    metrics = {"seen": size, "after": len(Ledger(ledger_folder()).entries())}
    return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed", metrics=metrics)


def test_others_see_what_a_case_really_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    executor = CaseExecutor(Options(memory=1 << 30), target=outgrow)
    monkeypatch.setattr(budget, "WORKER_BASE", 30 * MIB)
    try:
        metrics = executor.run(case("a")).metrics
    finally:
        executor.close()
    assert 150 * MIB < metrics["seen"] < 300 * MIB
    assert metrics["after"] == 0
