"""How xdist hands out cases: the largest samples first, and never parting the cases of one sample.

The loading of a sample and its reference run are then done once for all of its dtypes, and no long case is left to be
started last, when the other workers have nothing more to do. (What a dead worker leaves is given on as it is.) Each way
of xdist's to distribute (``--dist``) keeps its own meaning for all other tests; cases come before them, in every mode
as samples: a list is no test module, of which one worker would have to run all.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from xdist.scheduler import (
    LoadFileScheduling,
    LoadGroupScheduling,
    LoadScheduling,
    LoadScopeScheduling,
    WorkStealingScheduling,
)

from pytest_dtypegen.cases import parse_id
from pytest_dtypegen.execute import machine
from pytest_dtypegen.options import DTYPES

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

_AHEAD = 2
"""Cases that a worker is sent at once; it needs the next one's name to end the one before."""

_WORTH_A_START = 50
"""Samples a worker from which on it pays that every one loads torch, though they share the cores: others go on while
some wait for memory, or hang."""


def sample_of(nodeid: str) -> str:
    """What the cases of one sample have in common: the id up to its bracket. Other tests stand for themselves."""
    return nodeid[: nodeid.rfind("[")] if is_case(nodeid) else nodeid


def is_case(nodeid: str) -> bool:
    """Whether an id is a case's; one that a user put into an xdist group is the group's."""
    case = parse_id(nodeid)
    return case is not None and case.dtype in DTYPES


class _Order:
    """Where a test stands among others: cases first, the largest samples first among them, else as collected."""

    sizes: Mapping[str, int]

    def rank(self, nodeid: str) -> tuple[bool, int]:
        case = parse_id(nodeid) if is_case(nodeid) else None
        return (True, 0) if case is None else (False, -self.sizes.get(case.sample, 0))


class _Pieces(_Order):
    """For the schedulers that keep a list of pending tests: ordered once, and cut only where a sample ends."""

    pending: list[int]
    collection: list[str] | None
    _ordered = False

    def _send_tests(self, node: WorkerController, num: int) -> None:
        if not self._ordered and self.collection is not None:
            self._ordered = True
            self.order()
        with suppress(OSError):  # it has died, which is not known yet: then the tests come back
            super()._send_tests(node, self.whole_samples(self.at_once(num)))  # type: ignore[misc] # xdist's

    def order(self) -> None:
        names = self.collection or []
        self.pending.sort(key=lambda index: self.rank(names[index]))

    def at_once(self, num: int) -> int:
        return num

    def whole_samples(self, num: int) -> int:
        """The smallest number, at least ``num``, of pending tests after which another sample begins."""
        pending, collection = self.pending, self.collection
        if collection is None or num <= 0:
            return num
        while num < len(pending) and sample_of(collection[pending[num - 1]]) == sample_of(collection[pending[num]]):
            num += 1
        return num


class SampleScheduling(_Pieces, LoadScheduling):  # type: ignore[misc] # xdist has no type information
    """``--dist=load``, what ``-n`` means: cases go out a sample at a time."""

    _short: bool | None = None

    def _send_tests(self, node: WorkerController, num: int) -> None:
        if not self.spare(node):
            super()._send_tests(node, num)

    def spare(self, node: WorkerController) -> bool:
        """Whether a worker is one more than there are cores, and the cases so few that loading torch there would take
        longer than it saves."""
        if self._short is None:
            names = self.collection or []
            samples = {sample_of(name) for name in names}
            self._short = all(map(is_case, names)) and len(samples) < _WORTH_A_START * len(self.nodes)
        here = [one for one in self.nodes if one.gateway.spec.popen]
        return self._short and node in here[max(2, machine.cores()) :]

    def at_once(self, num: int) -> int:
        first = self.collection[self.pending[0]] if self.collection and self.pending else ""
        return min(num, _AHEAD) if is_case(first) else num

    def schedule(self) -> None:
        super().schedule()
        # a worker that has one test only waits for more, or to be told that no more will come: xdist forgets to, where
        # the worker is in a dead one's place
        for node in self.nodes if self.collection else []:
            if not self.pending or len(self.node2pending[node]) < _AHEAD:
                self.check_schedule(node)


class SampleStealing(_Pieces, WorkStealingScheduling):  # type: ignore[misc] # as above
    """``--dist=worksteal``: every worker begins with its part of the largest, and the smallest are stolen, as whole
    samples: where no worker has one that it has not begun, nothing is."""

    steal_requested_from_node: WorkerController | None
    _asked: WorkerController | None = None

    def add_node(self, node: WorkerController) -> None:
        super().add_node(node)
        node.send_steal = partial(self._steal, node)

    def check_schedule(self) -> None:
        before = self.steal_requested_from_node
        super().check_schedule()
        if self.steal_requested_from_node is before:
            return
        self.steal_requested_from_node = self._asked
        if self._asked is None:  # as xdist does where there is nothing to steal
            for node in self.nodes:
                if not node.shutting_down and len(self.node2pending[node]) < _AHEAD:
                    node.shutdown()

    def _steal(self, node: WorkerController, indices: list[int]) -> None:
        """In place of a worker's ``send_steal``: xdist takes half of the longest queue, wherever that parts it."""
        up = [other for other in self.nodes if not other.shutting_down and other is not node]
        self._asked = None
        for victim in (node, *sorted(up, key=lambda other: -len(self.node2pending[other]))):
            if samples := self.to_spare(self.node2pending[victim]):
                self._asked = victim
                type(victim).send_steal(victim, samples)
                return

    def to_spare(self, queue: list[int]) -> list[int]:
        """The end of a worker's queue, half of it or less, where a sample begins; more where one sample is all of that
        half. Without what the worker is at, and what it knows to be next."""
        names, keep = self.collection or [], len(queue) - min(len(queue) // 2, max(0, len(queue) - _AHEAD))
        begins = [
            at for at in range(_AHEAD, len(queue)) if len({sample_of(names[i]) for i in queue[at - 1 : at + 1]}) > 1
        ]
        at = next((at for at in begins if at >= keep), begins[-1] if begins else len(queue))
        return queue[at:]

    def order(self) -> None:
        super().order()
        names, count = self.collection or [], max(1, len(self.nodes))
        samples: dict[str, list[int]] = {}
        for index in self.pending:
            samples.setdefault(sample_of(names[index]), []).append(index)
        dealt = [sample for start in range(count) for sample in list(samples.values())[start::count]]
        self.pending[:] = [index for sample in dealt for index in sample]


class _Scopes(_Order):
    """For the schedulers that hand out scopes: a sample is one, the largest go out first, and a worker that dies costs
    the test that it was in, which is not run again."""

    _ordered = False

    def _split_scope(self, nodeid: str) -> str:
        return sample_of(nodeid) if is_case(nodeid) else str(super()._split_scope(nodeid))  # type: ignore[misc]

    def _assign_work_unit(self: Any, node: WorkerController) -> None:
        if not self._ordered:
            self._ordered = True
            units = sorted(self.workqueue.items(), key=lambda unit: self.rank(next(iter(unit[1]))))
            self.workqueue = OrderedDict(units)
        with suppress(OSError):  # as above
            super()._assign_work_unit(node)  # type: ignore[misc]

    def _reschedule(self: Any, node: WorkerController) -> None:
        if node in self.registered_collections:  # else one in a dead one's place that is not ready yet
            super()._reschedule(node)  # type: ignore[misc]

    def schedule(self: Any) -> None:
        again = self.collection is not None
        super().schedule()  # type: ignore[misc]
        if again:
            self._feed()

    def _feed(self: Any) -> None:
        """A worker runs a test only when it knows the next one, or that there is none: xdist leaves one that came
        in a dead one's place waiting for that."""
        ready = [node for node in self.nodes if node in self.registered_collections]
        for node in ready:
            while self.workqueue and not node.shutting_down and self._pending_of(self.assigned_work[node]) < _AHEAD:
                self._assign_work_unit(node)
        if not self.workqueue:
            for node in ready:
                node.shutdown()

    def remove_node(self: Any, node: WorkerController) -> str | None:
        """The test that the worker died in; the others go back. xdist's own puts back that test, too."""
        workload = self.assigned_work.pop(node)
        crashed: str | None = None
        for scope, unit in workload.items():
            left = [nodeid for nodeid, done in unit.items() if not done]
            if left and crashed is None:
                crashed = left.pop(0)
                unit[crashed] = True
            if left:
                self.workqueue[scope] = unit
        for other in self.assigned_work:
            self._reschedule(other)
        return crashed


class ScopeScheduling(_Scopes, LoadScopeScheduling):  # type: ignore[misc] # as above
    """``--dist=loadscope``."""


class FileScheduling(_Scopes, LoadFileScheduling):  # type: ignore[misc] # as above
    """``--dist=loadfile``."""


class GroupScheduling(_Scopes, LoadGroupScheduling):  # type: ignore[misc] # as above
    """``--dist=loadgroup``: a case with ``xdist_group`` is its group's."""


SCHEDULERS: Mapping[str, Any] = {
    "load": SampleScheduling,
    "worksteal": SampleStealing,
    "loadscope": ScopeScheduling,
    "loadfile": FileScheduling,
    "loadgroup": GroupScheduling,
}
"""By ``--dist``. Under ``each`` every worker runs everything, in the order of the collection."""


def make_scheduler(config: Any, log: Any, sizes: Mapping[str, int]) -> Any:
    """The scheduler for ``--dist``; None leaves the choice to xdist. ``sizes``: by sample."""
    kind = SCHEDULERS.get(config.getvalue("dist"))
    if kind is None:
        return None
    scheduler = kind(config, log)
    scheduler.sizes = sizes
    return scheduler
