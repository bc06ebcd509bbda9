"""What only a machine with a GPU can show: its memory, a spoiled context, its random numbers. Skipped elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import torch
from torch import fx

from pytest_dtypegen.cases import Case
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute import budget
from pytest_dtypegen.execute.emulate import Emulator
from pytest_dtypegen.execute.pool import CaseExecutor
from pytest_dtypegen.execute.run import run_graph
from pytest_dtypegen.options import Options
from pytest_dtypegen.records import Record

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")


def on_gpu(case: Case, options: Options, passes: Any, comparers: Any, progress: Any) -> Record:
    """Does what the sample's name says, on the GPU."""
    import torch

    progress("run embedding embedding_3")
    if case.sample == "hoard":
        held = []
        while True:
            held.append(torch.empty(4 << 30, dtype=torch.uint8, device="cuda"))
    if case.sample == "bad_index":
        table, ids = torch.ones(4, 4, device="cuda"), torch.tensor([1 << 40], device="cuda")
        float(torch.nn.functional.embedding(ids, table).sum())
    total = float(torch.ones(1000, device="cuda").sum())
    metrics = {"total": total, "held": torch.cuda.memory_reserved()}
    return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed", metrics=metrics)


@pytest.fixture(scope="module")
def executor() -> Iterator[CaseExecutor]:
    made = CaseExecutor(Options(timeout=120.0), target=on_gpu)
    yield made
    made.close()


def gpu_case(sample: str) -> Case:
    return Case(sample, f"/nowhere/{sample}", "float16", "cuda")


def test_gpu_memory_that_runs_out_costs_its_case_alone(executor: CaseExecutor) -> None:
    assert executor.run(gpu_case("first")).metrics["total"] == 1000
    restarts = executor.restarts
    record = executor.run(gpu_case("hoard"))
    assert record.code == "DG803", record.failure
    after = executor.run(gpu_case("after"))
    assert after.outcome == "passed" and after.metrics["held"] < 1 << 30
    assert executor.restarts == restarts


def test_a_spoiled_device_costs_the_process_and_not_the_next_case(executor: CaseExecutor) -> None:
    executor.run(gpu_case("before"))
    restarts = executor.restarts
    record = executor.run(gpu_case("bad_index"))
    assert record.outcome == "failed" and record.failure is not None
    assert executor.run(gpu_case("after")).outcome == "passed"
    assert executor.restarts == restarts + 1


def test_a_gpus_budget() -> None:
    size = torch.cuda.get_device_properties(0).total_memory
    with budget.reserve(size // 2, "cuda:0"):
        pass
    with pytest.raises(DtypegenError) as caught:
        budget.reserve(size, "cuda").__enter__()
    assert caught.value.failure.code == "DG804" and "cuda:0" in str(caught.value)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_the_same_numbers_in_another_dtype(dtype: torch.dtype) -> None:
    def drawing(kind: torch.dtype) -> fx.Graph:
        graph = fx.Graph()
        a = graph.call_function(torch.rand, ((4096,),), {"dtype": kind, "device": "cuda"})
        b = graph.call_function(torch.randn, ((4096,),), {"dtype": kind, "device": "cuda"})
        graph.output((a, b))
        return graph

    def feed(node: fx.Node) -> torch.Tensor:
        raise AssertionError(node)

    reference, rewritten = (run_graph(drawing(kind), feed) for kind in (torch.float32, dtype))
    for expected, got in zip(reference, rewritten, strict=True):
        assert torch.equal(got, expected.to(dtype))


def test_a_gpus_products_are_its_own() -> None:
    graph = fx.Graph()
    x = graph.placeholder("x")
    graph.output(graph.call_function(torch.mm, (x, x)))
    emulator = Emulator("emulate", "cuda")
    value = torch.ones(64, 64, dtype=torch.float16, device="cuda")
    assert run_graph(graph, lambda node: value, execute=emulator)[0, 0] == 64
    assert emulator.used == "kernels" and not emulator.kernels
