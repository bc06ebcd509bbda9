"""How xdist's pending tests are ordered, cut into chunks, and given on when a worker dies."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from execnet import XSpec

from pytest_dtypegen.schedule import (
    FileScheduling,
    GroupScheduling,
    SampleScheduling,
    SampleStealing,
    ScopeScheduling,
    sample_of,
)


class Worker:
    """Stands for xdist's: what it was sent, and whether it was told that no more will come."""

    def __init__(self, spec: str = "popen") -> None:
        self.gateway = SimpleNamespace(spec=XSpec(spec))
        self.sent: list[int] = []
        self.shutting_down = False
        self.asked: list[int] = []

    def send_steal(self, indices: list[int]) -> None:
        self.asked = indices

    def send_runtest_some(self, indices: list[int]) -> None:
        self.sent += indices

    def shutdown(self) -> None:
        self.shutting_down = True


CASES = [f"l.txt::s/{name}[{dtype}-cpu]" for name in "abc" for dtype in ("float16", "bfloat16", "float64")]
OWN = [f"test_own.py::test_mine[{i}]" for i in range(6)]
SIZES = {"s/a": 1, "s/b": 30, "s/c": 20}


def list_scheduler(kind: Any, ids: list[str], *workers: Worker) -> Any:
    made = object.__new__(kind)
    made.collection, made.pending, made.sizes = list(ids), list(range(len(ids))), SIZES
    made.node2pending = {worker: [] for worker in workers}
    made.maxschedchunk = len(ids)
    made.log = lambda *args: None
    return made


def scope_scheduler(kind: Any, ids: list[str], *workers: Worker) -> Any:
    made = object.__new__(kind)
    made.collection, made.sizes = list(ids), SIZES
    made.workqueue = {}
    for nodeid in ids:
        made.workqueue.setdefault(made._split_scope(nodeid), {})[nodeid] = False
    made.assigned_work = {worker: {} for worker in workers}
    made.registered_collections = {worker: list(ids) for worker in workers}
    made.numnodes = len(workers)
    made.log = lambda *args: None
    return made


@pytest.mark.parametrize(("asked", "given"), [(0, 0), (1, 3), (3, 3), (4, 6), (8, 9), (20, 20)])
def test_chunks_end_where_a_sample_does(asked, given):
    assert list_scheduler(SampleScheduling, CASES).whole_samples(asked) == given


def test_parameters_of_other_tests_are_parted():
    ids = [f"test_a.py::test_b[{i}]" for i in range(9)]
    assert list_scheduler(SampleScheduling, ids).whole_samples(2) == 2


def test_what_the_cases_of_a_sample_share():
    assert sample_of("l.txt::s/a[1][float16-cpu]") == "l.txt::s/a[1]"
    assert sample_of("test_a.py::test_b[x-cpu]") == "test_a.py::test_b[x-cpu]"
    assert sample_of("l.txt::s/a[float16-cpu]@group") == "l.txt::s/a[float16-cpu]@group"


def test_the_largest_sample_goes_out_first_and_alone_and_other_tests_last_in_larger_pieces():
    one, two = Worker(), Worker()
    made = list_scheduler(SampleScheduling, OWN[:3] + CASES + OWN[3:], one, two)
    made._send_tests(one, 5)
    made._send_tests(two, 5)
    assert (one.sent, two.sent) == ([6, 7, 8], [9, 10, 11])  # b, then c
    made._send_tests(one, 5)
    made._send_tests(two, 5)
    assert one.sent[3:] == [3, 4, 5]
    assert two.sent[3:] == [0, 1, 2, 12, 13]


def test_more_workers_than_cores_are_not_started_for_a_few_cases(monkeypatch):
    monkeypatch.setattr("pytest_dtypegen.execute.machine.cores", lambda: 2)
    workers = [Worker(), Worker(), Worker(), Worker("socket=host:1")]
    made = list_scheduler(SampleScheduling, CASES, *workers)
    assert [made.spare(worker) for worker in workers] == [False, False, True, False]
    made._send_tests(workers[2], 3)
    assert workers[2].sent == [] and len(made.pending) == 9
    many = [f"l.txt::s/{i}[float16-cpu]" for i in range(200)]
    assert not any(map(list_scheduler(SampleScheduling, many, *workers).spare, workers))
    assert not any(map(list_scheduler(SampleScheduling, CASES + OWN, *workers).spare, workers))


def test_work_to_steal_is_dealt_so_that_every_worker_begins_with_large_samples():
    one, two = Worker(), Worker()
    made = list_scheduler(SampleStealing, [*CASES, "l.txt::s/d[float16-cpu]"], one, two)
    made._send_tests(one, 5)
    made._send_tests(two, 4)
    assert one.sent == [3, 4, 5, 0, 1, 2]  # b, a
    assert two.sent == [6, 7, 8, 9]  # c, d


def stealing(ids: list[str], *workers: Worker) -> Any:
    made = list_scheduler(SampleStealing, ids)
    made.steal_requested_from_node = None
    made.numnodes, made.node2collection = len(workers), dict.fromkeys(workers, ids)
    for worker in workers:
        made.add_node(worker)
    return made


@pytest.mark.parametrize(
    ("queue", "stolen"),
    [
        ([0, 1, 2, 3, 4, 5, 6], [6]),  # xdist: 4, 5, 6
        ([1, 2, 3, 4, 5], [3, 4, 5]),  # xdist: 4, 5
        ([0, 1, 2, 3], [3]),
        ([2, 3, 4, 5], []),  # the second is about to begin
        ([0, 1, 2], []),
        ([0, 3], []),
        ([9, 10, 11, 12, 13], [12, 13]),
    ],
)
def test_whole_samples_are_stolen(queue: list[int], stolen: list[int]) -> None:
    busy, idle = Worker(), Worker()
    made = stealing(CASES + OWN, busy, idle)
    made.pending, made.node2pending[busy] = [], queue
    made.check_schedule()
    assert busy.asked == stolen
    assert made.steal_requested_from_node is (busy if stolen else None)
    assert idle.shutting_down is not bool(stolen)


def test_where_the_longest_queue_is_one_sample_another_is_stolen_from() -> None:
    longest, other, idle = Worker(), Worker(), Worker()
    ids = ["l.txt::s/x[float16-cpu]"] * 6
    made = stealing(ids + CASES, longest, other, idle)
    made.pending, made.node2pending = [], {longest: [0, 1, 2, 3, 4, 5], other: [7, 8, 9, 10], idle: []}
    made.check_schedule()
    assert (longest.asked, other.asked) == ([], [9, 10])
    assert made.steal_requested_from_node is other and not idle.shutting_down


@pytest.mark.parametrize("seed", range(50))
def test_no_sample_is_parted_however_the_workers_run(seed: int) -> None:
    draw = random.Random(seed)
    dtypes = ("float16", "bfloat16", "float64", "float32")
    ids = [f"l.txt::s/{i}[{dtype}-cpu]" for i in range(draw.randint(1, 30)) for dtype in dtypes[: draw.randint(1, 4)]]
    ids += OWN[: draw.randint(0, 6)]
    workers = [Worker() for _ in range(draw.randint(2, 4))]
    made = stealing(ids, *workers)
    queues: dict[Worker, list[int]] = {worker: [] for worker in workers}
    ran: dict[str, set[Worker]] = {}
    done = 0
    made.check_schedule()
    for _ in range(100 * len(ids)):
        worker = draw.choice(workers)
        queues[worker] += worker.sent
        worker.sent = []
        queue = queues[worker]
        if worker.asked and draw.random() < 0.5:
            given = worker.asked if set(worker.asked) <= set(queue[2:]) else []
            queues[worker], worker.asked = [i for i in queue if i not in given], []
            made.remove_pending_tests_from_node(worker, given)
        elif len(queue) > 1 or (queue and worker.shutting_down):
            index = queue.pop(0)
            ran.setdefault(sample_of(ids[index]), set()).add(worker)
            done += 1
            made.mark_test_complete(worker, index)
        if made.tests_finished:
            for one in workers:
                one.shutdown()  # as xdist does, so that the last of each is run
    assert done == len(ids)
    assert all(len(by) == 1 for by in ran.values())


@pytest.mark.parametrize("kind", [ScopeScheduling, FileScheduling, GroupScheduling])
def test_a_sample_is_a_scope_and_the_largest_goes_out_first(kind):
    worker = Worker()
    made = scope_scheduler(kind, OWN[:1] + CASES, worker)
    made._assign_work_unit(worker)
    made._assign_work_unit(worker)
    assert worker.sent == [4, 5, 6, 7, 8, 9]


def test_a_group_of_the_users_stays_one():
    ids = [f"{nodeid}@mine" for nodeid in CASES[::3]]
    assert list(scope_scheduler(GroupScheduling, ids).workqueue) == ["mine"]


@pytest.mark.parametrize("kind", [ScopeScheduling, FileScheduling, GroupScheduling])
def test_a_test_that_a_worker_died_in_is_not_given_on(kind):
    died, other = Worker(), Worker()
    made = scope_scheduler(kind, CASES[:3], died, other)
    other.shutdown()  # nothing was left for it
    made._assign_work_unit(died)
    made.mark_test_complete(died, 0)
    assert made.remove_node(died) == CASES[1]
    late = Worker()
    made.assigned_work[late], made.registered_collections[late] = {}, list(CASES[:3])
    made.schedule()
    assert late.sent == [2]
    assert late.shutting_down  # or it would wait for the name of the next
    assert made.remove_node(late) == CASES[2]
    assert not made.has_pending
