"""A case cannot hurt another: every fault costs its own case, in its class, and the next one is unaffected."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import psutil
import pytest
from faults import FAULTS, LEFT, target

import pytest_dtypegen
from pytest_dtypegen.cases import Case
from pytest_dtypegen.execute import budget, machine, pool
from pytest_dtypegen.execute.pool import CaseExecutor, InProcessExecutor, make_executor
from pytest_dtypegen.options import Options
from pytest_dtypegen.records import Record

MIB = 1 << 20
CORPUS = Path(pytest_dtypegen.__file__).parent / "samples" / "corpus"
LIMITS = Options(timeout=60.0, memory=64 * MIB)
SHORT = Options(timeout=1.0, memory=64 * MIB)


def case(sample: str) -> Case:
    return Case(sample, f"/nowhere/{sample}", "float16", "cpu")


@pytest.fixture(scope="module")
def executor() -> Iterator[CaseExecutor]:
    made = CaseExecutor(LIMITS, target=target)
    yield made
    made.close()


@pytest.fixture(scope="module")
def hasty_executor() -> Iterator[CaseExecutor]:
    """With a second for each case, for those that would never end."""
    made = CaseExecutor(SHORT, target=target)
    yield made
    made.close()


@pytest.fixture(scope="module")
def torch_executor() -> Iterator[CaseExecutor]:
    """With torch loaded from the start, as the pipeline has it; this takes a second a process."""
    made = CaseExecutor(LIMITS, target="faults_with_torch:target")
    yield made
    made.close()


def gone(pid: int, within: float = 5.0) -> bool:
    """Whether the process ends in time (a zombie has ended)."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.02)
    return False


def test_importing_the_room_loads_no_torch() -> None:
    code = "import sys, pytest_dtypegen.execute.pool, pytest_dtypegen.execute.child; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_one_process_runs_case_after_case(executor: CaseExecutor) -> None:
    first = executor.run(case("a"))
    pid, restarts = executor.pid, executor.restarts
    second = executor.run(case("b"))
    assert (first.outcome, second.outcome, second.sample) == ("passed", "passed", "b")
    assert (executor.pid, executor.restarts) == (pid, restarts)
    assert pid != os.getpid()
    assert first.metrics["peak_bytes"] > 5 * MIB


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("segfault", "SIGSEGV"),
        ("abort", "SIGABRT"),
        ("cxx_exception", "what():  boom"),
        ("exit", "status 3"),
        ("sys_exit", "status 4"),
        ("killed", "SIGKILL"),
        ("terminated", "SIGTERM"),
        ("bus_error", "SIGBUS"),
        ("flood_output", "SIGABRT"),
        ("leave_a_process", "SIGTERM"),
        ("killed_from_outside", "SIGKILL"),
        ("close_everything", "SIGKILL"),
        ("fork_and_leave", "status 5"),
        ("answer_nonsense", "wrote something else than a verdict where its answer belongs"),
        ("answer_text", "wrote something else than a verdict where its answer belongs"),
        ("answer_list", "wrote something else than a verdict where its answer belongs"),
        ("answer_no_verdict", "wrote something else than a verdict where its answer belongs"),
        ("interrupt", "KeyboardInterrupt"),
        ("half_an_answer", "faults.py"),
        ("stopped", "still running after 1 s"),
        ("grow_in_a_process", ", and the limit is "),
        ("hang_python", "faults.py"),
        ("hang_busy", "faults.py"),
        ("hang_native", "faults.py"),
        ("hang_native_with_gil", "still running after 1 s"),
        ("close_output", "still running after 1 s"),
        ("grow_in_steps", "MiB, and the limit is "),
        ("grow_at_once", "MiB, and the limit is "),
    ],
)
def test_a_fault_costs_its_own_case(
    executor: CaseExecutor, hasty_executor: CaseExecutor, fault: str, text: str
) -> None:
    code, _ = FAULTS[fault]
    executor = hasty_executor if code == "DG801" else executor
    record = executor.run(case(fault))
    assert record.failure is not None
    failure = record.failure
    assert (record.outcome, failure.code) == ("failed", code), failure.message
    assert (failure.stage, failure.op, failure.node) == ("run", "conv2d", "conv2d_7")
    assert text in failure.message
    assert "conv2d_7" in failure.message or code == "DG803"
    assert len(failure.message) < 4000
    assert failure.remedy
    assert executor.run(case("after")).outcome == "passed"


def test_a_process_that_garbles_its_answer_is_replaced_at_once(executor: CaseExecutor) -> None:
    executor.run(case("before"))
    started, restarts = time.monotonic(), executor.restarts
    assert executor.run(case("answer_nonsense")).code == "DG802"
    assert executor.pid is None and time.monotonic() - started < 4
    executor.run(case("after"))
    assert executor.restarts == restarts + 1


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("raise", "KeyError: 'a defect' (faults.py:"),
        ("raise_stubborn", "Stubborn: (its text cannot be had: ValueError)"),
        ("no_record", "the pipeline returned lock and no record"),
        ("lock_in_metrics", "cannot be written as JSON"),
        ("endless_metrics", "cannot be written as JSON"),
    ],
)
def test_what_cannot_travel_is_a_verdict_too(executor: CaseExecutor, fault: str, text: str) -> None:
    assert executor.run(case("before")).outcome == "passed"
    restarts = executor.restarts
    record = executor.run(case(fault))
    assert record.failure is not None and record.failure.code == "DG999"
    assert text in record.failure.message
    assert executor.run(case("after")).outcome == "passed"
    assert executor.restarts == restarts


def test_odd_metrics_travel_as_numbers_or_text(torch_executor: CaseExecutor) -> None:
    metrics = torch_executor.run(case("odd_metrics")).metrics
    assert (metrics["snr"], metrics["casts"]) == (2.5, 3)
    assert metrics["nan"] != metrics["nan"]
    assert metrics["path"] == repr(Path("x"))


def test_a_case_of_a_device_that_is_not_here_costs_nothing(torch_executor: CaseExecutor) -> None:
    torch_executor.run(case("before"))
    pid = torch_executor.pid
    assert torch_executor.run(replace(case("static"), device="cuda")).outcome == "passed"
    assert torch_executor.pid == pid


@pytest.mark.parametrize("fault", ["allocate_too_much", "hold_many_tensors"])
def test_an_allocation_that_is_refused_does_not_cost_the_process(torch_executor: CaseExecutor, fault: str) -> None:
    torch_executor.run(case("before"))
    pid = torch_executor.pid
    record = torch_executor.run(case(fault))
    assert record.failure is not None
    assert (record.failure.code, record.failure.op) == ("DG803", "conv2d")
    assert "can't allocate memory" in record.failure.message
    assert torch_executor.pid == pid


def test_what_a_case_leaves_behind_costs_the_process_and_not_the_case(executor: CaseExecutor) -> None:
    def hoard(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
        import sys

        sys.hoard = [*getattr(sys, "hoard", []), b"x" * (100 << 20)]  # type: ignore[attr-defined]
        return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed")

    made = CaseExecutor(Options(), target=hoard, leftover=50 * MIB)
    try:
        assert [made.run(case(name)).outcome for name in "abc"] == ["passed"] * 3
        assert made.restarts == 2
    finally:
        made.close()


def test_a_collection_after_a_case_looks_only_at_its_sample() -> None:
    """What other samples' cases have left to be used again is not looked through after each case."""

    def remember(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
        import gc
        import sys

        tracked = len(gc.get_objects())
        sys.answers = [*getattr(sys, "answers", []), [[number] for number in range(50_000)]]  # type: ignore[attr-defined]
        metrics = {"tracked": tracked, "answers": len(sys.answers)}  # type: ignore[attr-defined]
        return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed", metrics=metrics)

    made = CaseExecutor(Options(), target=remember)
    try:
        cases = [case("a"), case("b"), replace(case("b"), dtype="bfloat16"), case("c"), case("d")]
        found = [made.run(one).metrics for one in cases]
    finally:
        made.close()
    assert [metrics["answers"] for metrics in found] == [1, 2, 3, 4, 5]  # all in one process
    assert [metrics["tracked"] > 50_000 for metrics in found] == [False, False, True, False, False]


KEEPER = """
from pytest_dtypegen.records import Record

kept = []

def forget():
    kept.clear()

def target(case, options, passes, comparers, progress):
    kept.append(case.dtype)
    metrics = {"kept": len(kept)}
    return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "failed", metrics=metrics)
"""


@pytest.mark.parametrize("kind", [CaseExecutor, InProcessExecutor])
def test_the_next_dtype_finds_what_is_kept_and_another_try_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Any
) -> None:
    (tmp_path / "keeper.py").write_text(KEEPER)
    monkeypatch.syspath_prepend(tmp_path)
    executor = kind(LIMITS, target="keeper:target")
    half, brain = case("a"), replace(case("a"), dtype="bfloat16")
    try:
        found = [executor.run(one).metrics["kept"] for one in (half, brain, brain, half, half, case("b"))]
    finally:
        executor.close()
        sys.modules.pop("keeper", None)
    assert found == [1, 2, 1, 2, 1, 1]


@pytest.mark.parametrize("left", LEFT)
def test_what_a_case_leaves_switched_costs_the_process_and_not_the_next_case(
    torch_executor: CaseExecutor, left: str
) -> None:
    assert torch_executor.run(case("before")).outcome == "passed"
    restarts = torch_executor.restarts
    assert torch_executor.run(case("odd_metrics")).outcome == "passed"
    assert torch_executor.restarts == restarts
    assert torch_executor.run(case(left)).outcome == "passed"
    assert torch_executor.run(case("odd_metrics")).metrics["casts"] == 3  # a tensor on the CPU
    assert torch_executor.restarts == restarts + 1


def test_what_a_case_started_goes_with_it(executor: CaseExecutor) -> None:
    executor.run(case("before"))
    assert executor.pid is not None
    child = executor.pid
    executor.run(case("leave_a_process"))
    left = [p for p in psutil.process_iter() if p.name() == "sleep" and _group(p.pid) == child]
    assert all(gone(p.pid) for p in left)


def test_a_forked_copy_gives_no_answer(executor: CaseExecutor) -> None:
    names = ["before", *["forked_copies_return", "after"] * 5]
    assert [executor.run(case(name)).sample for name in names] == names


def test_a_daemon_of_a_case_ends_with_the_child() -> None:
    executor, began = CaseExecutor(LIMITS, target=target), time.time() - 1
    assert executor.run(case("become_a_daemon")).outcome == "passed"
    left: list[psutil.Process] = []
    deadline = time.monotonic() + 20
    while not left and time.monotonic() < deadline:  # until it has become a ``sleep``
        left = [
            p
            for p in psutil.process_iter(["cmdline", "create_time"])
            if p.info["cmdline"] == ["sleep", "613"] and p.info["create_time"] > began
        ]
    assert left
    executor.close()
    assert all(gone(p.pid) for p in left)


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


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


def test_native_output_is_shown_with_the_case(executor: CaseExecutor, capfd: pytest.CaptureFixture[str]) -> None:
    executor.run(case("cxx_exception"))
    assert "what():  boom" in capfd.readouterr().err


def test_threads_are_shared_among_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    def report(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
        import os

        import torch

        metrics = {"threads": torch.get_num_threads(), "omp": os.environ["OMP_NUM_THREADS"]}
        return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed", metrics=metrics)

    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", "64")
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    executor = CaseExecutor(Options(), target=report)
    try:
        metrics = executor.run(case("a")).metrics
    finally:
        executor.close()
    assert (metrics["threads"], metrics["omp"]) == (1, "1")


def fragment(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
    """Makes and frees 60 tensors' worth of memory of 4 MiB each, a small value that lives on after each."""
    import ctypes
    import os
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


# -- users' own passes -------------------------------------------------------------------------------------------

CONFTEST = """
import threading
from dataclasses import dataclass

SUFFIX = "from conftest"
HELD = threading.Lock()

def helper(name):
    return f"{name} {SUFFIX}"

@dataclass(frozen=True)
class MyPass:
    name: str = "mine"
    def rewrite(self, graph, context):
        return helper(graph)

class Locked:
    name = "locked"
    def __init__(self):
        self.lock = threading.Lock()
    def rewrite(self, graph, context):
        return graph

def compare(reference, candidate):
    return helper(reference)
"""


def _conftest(folder: Path, name: str) -> ModuleType:
    """The module as pytest loads one: under a name that another process cannot import."""
    folder.mkdir()
    path = folder / "conftest.py"
    path.write_text(CONFTEST)
    module = ModuleType(name)
    module.__file__ = str(path)
    # as pytest does: dataclasses look the module up while it is being made
    sys.modules[name] = module
    exec(compile(CONFTEST, str(path), "exec"), module.__dict__)
    return module


def call_passes(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
    metrics = {}
    for name, a_pass in passes.items():
        try:
            metrics[name] = a_pass.rewrite("graph", None)
        except RuntimeError as error:
            metrics[name] = str(error)
    metrics["compared"] = [comparer("x", "y") for comparer in comparers]
    return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed", metrics=metrics)


@pytest.mark.parametrize("inprocess", [False, True])
def test_passes_and_comparers_of_a_conftest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inprocess: bool) -> None:
    module = _conftest(tmp_path / "suite", "suite.conftest")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # taken out again at the end
    passes = {"mine": module.MyPass(), "locked": module.Locked()}
    kind = InProcessExecutor if inprocess else CaseExecutor
    executor = kind(Options(inprocess=inprocess), passes, [module.compare], target=call_passes)
    try:
        metrics = executor.run(case("a")).metrics
    finally:
        executor.close()
    assert metrics["mine"] == "graph from conftest"
    assert metrics["compared"] == ["x from conftest"]
    if inprocess:
        assert metrics["locked"] == "graph"
    else:
        # one pass that cannot be sent fails its own cases, and no others
        assert "pass 'locked' cannot be sent" in metrics["locked"]
        assert "--dtypegen-inprocess" in metrics["locked"]


def test_comparers_that_cannot_be_sent_fail_every_case_without_trying_again(tmp_path: Path) -> None:
    executor = CaseExecutor(Options(), {}, [threading.Lock()], target=target)
    first, second = executor.run(case("a")), executor.run(case("b"))
    assert first.code == second.code == "DG802"
    assert first.failure is not None and "cannot be sent" in first.failure.message
    assert executor.restarts == -1  # none was started


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
    import time

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


# -- starts that fail --------------------------------------------------------------------------------------------

BAD_START = """
import os, time
from pathlib import Path
from faults import target

left = Path(os.environ["BAD_STARTS"])
if number := int(left.read_text()):
    left.write_text(str(number - 1))
    {what}
"""
SHORT_OF_MEMORY = 'raise ImportError(f"libtorch_cpu.so: failed to map segment {hex(id(left))}: Cannot allocate memory")'


@pytest.fixture
def bad_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int, str], CaseExecutor]:
    """An executor whose child's first starts do ``what``, and no long pauses between them."""

    def make(number: int, what: str) -> CaseExecutor:
        (tmp_path / "bad_start.py").write_text(BAD_START.format(what=what))
        (tmp_path / "left").write_text(str(number))
        return CaseExecutor(LIMITS, target="bad_start:target")

    monkeypatch.setenv("BAD_STARTS", str(tmp_path / "left"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(pool, "_PAUSES", (0.0, 0.1, 0.1))
    return make


@pytest.mark.parametrize("what", [SHORT_OF_MEMORY, "os.abort()", "time.sleep(600)"])
def test_a_start_that_fails_is_tried_again(bad_starts: Any, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(pool, "_START_LIMIT", 5.0)
    executor = bad_starts(1, what)
    assert [executor.run(case(name)).outcome for name in "ab"] == ["passed", "passed"]
    assert executor.restarts == 1
    executor.close()


@pytest.mark.parametrize(
    ("what", "text"),
    [
        (SHORT_OF_MEMORY, "failed to map segment"),
        ("os.abort()", "it ended with status -6"),
        ("time.sleep(600)", "it was not ready within 0.5 s"),
    ],
)
def test_what_comes_with_each_start_settles_it(
    bad_starts: Any, monkeypatch: pytest.MonkeyPatch, what: str, text: str
) -> None:
    monkeypatch.setattr(pool, "_START_LIMIT", 0.5 if "sleep" in what else 60.0)
    executor = bad_starts(100, what)
    for name in "ab":
        record = executor.run(case(name))
        assert record.code == "DG802" and record.failure is not None and text in record.failure.message
    assert executor.restarts == 2


def test_starts_that_fail_each_in_another_way_end_too(bad_starts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_MOST_FAILURES", 5)
    executor = bad_starts(100, 'raise OSError("x" * number)')
    assert {executor.run(case(name)).code for name in "abcd"} == {"DG802"}
    assert executor.restarts == 4


def test_no_room_for_a_process_is_a_verdict(bad_starts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fork(*args: Any) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    executor = bad_starts(0, "pass")
    monkeypatch.setattr(pool, "Worker", fork)
    record = executor.run(case("a"))
    assert record.code == "DG802" and record.failure is not None and "temporarily unavailable" in record.failure.message


def test_a_start_that_fails_leaves_no_file_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def fork(*args: Any, **kwargs: Any) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(subprocess, "Popen", fork)
    monkeypatch.setattr(pool, "_PAUSES", (0.0, 0.0, 0.0))
    before = psutil.Process().num_fds()
    record = CaseExecutor(LIMITS, target=target).run(case("a"))
    assert record.failure is not None and "Too many open files" in record.failure.message
    assert psutil.Process().num_fds() == before


def test_reasons_differ_by_numbers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """And are looked at in no time, whatever a library printed."""
    before = time.process_time()
    assert pool._NUMBER.sub("#", ("e" * 65536)[-pool._LONGEST_REASON :]).startswith("e")
    assert time.process_time() - before < 5


def test_a_target_that_does_not_exist_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_PAUSES", (0.0, 0.0, 0.0))
    executor = CaseExecutor(Options(), target="pytest_dtypegen.execute.nowhere:run_case")
    record = executor.run(case("a"))
    assert record.failure is not None and "nowhere" in record.failure.message


# ----------------------------------------------------------------------------------------------------------------


def test_in_process(capfd: pytest.CaptureFixture[str]) -> None:
    executor = InProcessExecutor(LIMITS, target=target)
    assert executor.run(case("a")).outcome == "passed"
    record = executor.run(case("raise"))
    assert record.failure is not None
    assert (record.failure.code, record.failure.stage, record.failure.op) == ("DG999", "run", "conv2d")
    executor.close()


@pytest.mark.parametrize(("inprocess", "kind"), [(True, InProcessExecutor), (False, CaseExecutor)])
def test_the_options_choose(inprocess: bool, kind: type) -> None:
    executor = make_executor(Options(inprocess=inprocess))
    assert type(executor) is kind
    executor.close()


def test_sound_cases_share_a_process() -> None:
    """What the real pipeline does leaves nothing for which it would be replaced."""
    executor = CaseExecutor(Options(timeout=120.0))
    samples = sorted(path.parent for path in CORPUS.rglob("model.py"))[:3]
    records = [
        executor.run(Case(sample.name, str(sample), dtype, "cpu"))
        for sample in samples
        for dtype in ("float16", "bfloat16")
    ]
    executor.close()
    assert {record.outcome for record in records} == {"passed"}
    assert executor.restarts == 0
