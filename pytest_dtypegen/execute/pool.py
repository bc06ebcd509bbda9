"""Where cases run: in one child process that is kept, watched and replaced, or in this process (no torch here)."""

from __future__ import annotations

import pickle
import re
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from pytest_dtypegen.cases import Case
from pytest_dtypegen.execute import budget, machine, verdict
from pytest_dtypegen.execute.progress import ProgressPage
from pytest_dtypegen.execute.seats import seats
from pytest_dtypegen.execute.setup import Kept, Setup, load_target, pack
from pytest_dtypegen.execute.switches import Switches
from pytest_dtypegen.execute.worker import GarbledAnswer, Worker
from pytest_dtypegen.options import Options
from pytest_dtypegen.records import Record

PIPELINE = "pytest_dtypegen.check.pipeline:run_case"

_START_LIMIT = 300.0
"""Seconds for a child to load torch and the user's passes; on a busy machine with cold disks this takes a minute."""
_PAUSES = (0.0, 1.0, 5.0)
"""Seconds before each try to start a child for one case: memory may be short for a moment."""
_MOST_FAILURES = 3 * len(_PAUSES)
"""Failed starts in a row, for whatever reasons, after which there are no more; of one reason ``len(_PAUSES)``."""
_NUMBER = re.compile(r"(0x)?[0-9a-f]*\d[0-9a-f]*")
_LONGEST_REASON = 2000
_TICK = 0.05
_UNDER_PRESSURE = 0.03
"""Share of the machine's memory below which a case that outgrew its reservation is ended, before the kernel picks."""
_BESIDES = 1 << 30
"""Bytes that a case may have beyond its reservation (``budget.beyond``) before it is ended for it."""


class Executor(Protocol):
    """Runs cases; ``close`` when there are no more."""

    def run(self, case: Case) -> Record: ...

    def close(self) -> None: ...


def make_executor(options: Options, passes: Mapping[str, Any] | None = None, comparers: Sequence[Any] = ()) -> Executor:
    """The executor that the options ask for."""
    kind = InProcessExecutor if options.inprocess else CaseExecutor
    return kind(options, passes, comparers)


class CaseExecutor:
    """Runs each case in a child process that has torch loaded; nothing that a case does can hurt the next one.

    ``passes``: what users registered, by name (the built-in ones are loaded by the pipeline). ``target``: what the
    child calls, ``target(case, options, passes, comparers, progress=...) -> Record``, as "module:function" or a
    callable. ``leftover``: bytes that a case may leave behind before the child is replaced.
    """

    def __init__(
        self,
        options: Options,
        passes: Mapping[str, Any] | None = None,
        comparers: Sequence[Any] = (),
        *,
        target: str | Callable[..., Record] = PIPELINE,
        leftover: int = 1 << 30,
    ) -> None:
        workers = machine.worker_count()
        size = budget.budget_size(options.memory, workers)
        self._options = options
        self._limit = size + budget.WORKER_BASE
        self._threads = machine.threads(options.threads)
        self._seats = seats(workers)
        comparers = comparers if options.level == "run" else ()  # nothing is compared at the other
        packed = [pack(comparer, f"the comparer {type(comparer).__name__}") for comparer in comparers]
        self._setup = pickle.dumps(
            Setup(
                options=options,
                passes={name: pack(value, f"the pass {name}") for name, value in (passes or {}).items()},
                comparers=packed,
                target=target if isinstance(target, str) else pack(target, "the target"),
                threads=self._threads,
                worker=machine.worker_index(),
                budget=size,
                run=budget.run_of(options.memory),
                data_limit=size + budget.WORKER_BASE // 4,
                leftover=leftover,
            )
        )
        self._worker: Worker | None = None
        self._unable = next((why for why in packed if isinstance(why, str)), "")
        self._failures: list[str] = []
        self.restarts = -1

    def run(self, case: Case) -> Record:
        """The case's record. Time and memory beyond the limits, or the child's death, are DG801, DG803 and DG802."""
        try:
            with self._seats.seat() as leave_seat:
                worker = self._ready()
                if isinstance(worker, str):
                    return verdict.unable(case, self._options, worker)
                return self._watch(case, worker, leave_seat)
        # Ctrl-C, or pytest's own timeout: the child would go on with the case
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Ends the child."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    @property
    def pid(self) -> int | None:
        """The child's process number, None where there is none."""
        return self._worker.pid if self._worker else None

    def _ready(self) -> Worker | str:
        """A child that waits for a case, or why there is none."""
        if self._worker is not None and self._worker.status is not None:
            self.close()
        if self._worker is None and not self._unable and (why := self._start()):
            return why
        return self._worker or self._unable

    def _start(self) -> str:
        """Starts a child; else says why none starts. What may pass is tried again; a reason that comes with each try
        settles it for all further cases."""
        why = ""
        for pause in _PAUSES:
            time.sleep(pause)
            why = self._try_to_start()
            if not why:
                self._failures.clear()
                return ""
            self._failures.append(_NUMBER.sub("#", why[-_LONGEST_REASON:]))
            last = self._failures[-len(_PAUSES) :]
            if len(self._failures) >= _MOST_FAILURES or (len(last) == len(_PAUSES) and len(set(last)) == 1):
                self._unable = why
                break
        return why

    def _try_to_start(self) -> str:
        self.restarts += 1
        try:
            self._worker = Worker(self._setup, machine.environ_of_child(self._threads))
        except OSError as error:  # no memory for a process, no file descriptors
            return f"{type(error).__name__}: {error}"
        answer = self._first_answer(self._worker)
        if "ready" in answer:
            return ""
        self.close()
        return str(answer.get("cannot_start") or answer["gone"])

    @staticmethod
    def _first_answer(worker: Worker) -> dict[str, Any]:
        deadline = time.monotonic() + _START_LIMIT
        try:
            while time.monotonic() < deadline:
                answer = worker.receive(_TICK)
                if answer is not None:
                    return answer
        except GarbledAnswer:
            return {"gone": f"it {verdict.GARBLED}: {worker.output}"}
        except EOFError:
            worker.join(1.0)
            return {"gone": f"it ended with status {worker.status}: {worker.output}"}
        return {"gone": f"it was not ready within {_START_LIMIT:g} s"}

    def _watch(self, case: Case, worker: Worker, leave_seat: Callable[[], None]) -> Record:
        """Sends the case and waits for its record, its end, or its limits."""
        started, oom_kills = time.monotonic(), machine.oom_kills()
        outgrown = budget.Outgrown(worker.pid)
        worker.send(pickle.dumps(case))
        while True:
            try:
                answer = worker.receive(_TICK)
            except EOFError:
                return self._died(case, worker, oom_kills)
            except GarbledAnswer:
                return self._garbled(case, worker)
            if answer is not None:
                return self._answered(case, worker, answer)
            progress = worker.progress
            if progress.waiting:  # whoever holds the memory may need the core
                leave_seat()
            if time.monotonic() - started - progress.waited > self._options.timeout:
                return self._timed_out(case, worker)
            resident = worker.resident()
            outgrown.see(progress.reserved, resident)
            too_much = self._too_much(resident, progress.reserved)
            if too_much:
                self.close()
                # else it had what it asked for, and the machine had not
                incidental = resident <= self._limit
                return verdict.out_of_memory(case, self._options, progress, too_much, incidental)

    def _answered(self, case: Case, worker: Worker, answer: Mapping[str, Any]) -> Record:
        try:
            record, retire = Record.from_json(answer["record"]), answer["retire"]
        except (KeyError, TypeError, ValueError, AttributeError):  # an object, and no verdict all the same
            return self._garbled(case, worker)
        told = record.sample, record.dtype, record.device, record.pass_name
        if told != (case.sample, case.dtype, case.device, case.pass_name):
            return self._garbled(case, worker)
        _reprint(worker.output)
        if retire:
            worker.join(5.0)
            self.close()
        return record

    def _garbled(self, case: Case, worker: Worker) -> Record:
        progress, output = worker.progress, worker.output
        self.close()
        _reprint(output)
        return verdict.garbled(case, self._options, progress, output)

    def _timed_out(self, case: Case, worker: Worker) -> Record:
        progress = worker.progress
        worker.ask_where()
        worker.join(0.2)
        output = worker.output
        self.close()
        _reprint(output)
        return verdict.timed_out(case, self._options, progress, output)

    def _died(self, case: Case, worker: Worker, oom_kills: int) -> Record:
        # the pipe closes a moment before the process is gone
        status = worker.join(5.0)
        progress, output = worker.progress, worker.output
        self.close()
        _reprint(output)
        # the count is the whole machine's: what died of something else was not the one
        if status == -signal.SIGKILL and machine.oom_kills() > oom_kills:
            killed = "the system ran out of memory and killed it"
            return verdict.out_of_memory(case, self._options, progress, killed, incidental=True)
        return verdict.died(case, self._options, progress, status if status is not None else -9, output)

    def _too_much(self, resident: int, reserved: int) -> str | None:
        """How the child is beyond its memory, if it is."""
        if resident > self._limit:
            limit = budget.size_text(self._limit)
            return f"grew to {budget.size_text(resident)}, and the limit is {limit} (--dtypegen-memory)"
        outgrown = budget.beyond(reserved, resident) > _BESIDES
        if outgrown and machine.available_bytes() < _UNDER_PRESSURE * machine.total_bytes():
            return f"grew to {budget.size_text(resident)}, beyond what it reserved, while the machine was out of memory"
        return None


class InProcessExecutor:
    """Runs cases in this process, for debuggers: no limits but the memory budget (DG804), and a crash is a crash.

    ``raised``: what ended the last case, None where it passed.
    """

    def __init__(
        self,
        options: Options,
        passes: Mapping[str, Any] | None = None,
        comparers: Sequence[Any] = (),
        *,
        target: str | Callable[..., Record] = PIPELINE,
    ) -> None:
        self._options, self._passes, self._comparers = options, dict(passes or {}), list(comparers)
        self._target = target
        self._kept: Kept | None = None
        self._page = ProgressPage()
        size = budget.budget_size(options.memory, machine.worker_count())
        self._budget = budget.Budget(
            size, budget.run_of(options.memory), paused=self._page.waiting, told=self._page.reserved
        )
        self.raised: BaseException | None = None

    def run(self, case: Case) -> Record:
        """The case's record."""
        import torch

        self.raised = None
        more = {"raised": self._keep} if self._target == PIPELINE else {}

        if self._options.threads:
            torch.set_num_threads(self._options.threads)
        target = load_target(self._target) if isinstance(self._target, str) else self._target
        self._kept = self._kept or Kept(target)
        self._kept.before(case)
        self._page.clear()
        own = verdict.own_code(case, self._passes, self._comparers)
        before, budget_before = Switches() if own else None, budget.use(self._budget)
        try:
            record = target(case, self._options, self._passes, self._comparers, progress=self._page.tell, **more)
        except Exception as exception:
            self.raised = exception
            record = verdict.unhandled(case, self._options, exception, self._page.read())
        finally:
            budget.use(budget_before)
        return record if before is None else verdict.changed_by(record, own, before.left())

    def _keep(self, exception: BaseException) -> None:
        self.raised = exception

    def close(self) -> None:
        """Nothing else is kept."""
        self._page.close()


def _reprint(output: str) -> None:
    """The child's output as this process's own, so that pytest shows it with the case."""
    if output:
        with suppress(OSError, ValueError):
            sys.stderr.write(output)
