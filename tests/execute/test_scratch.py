"""What an op is said to take is what it takes: each row of the table against the real op, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from scratches import CALLS, graph_of

from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.execute.emulate import PRODUCTS
from pytest_dtypegen.execute.products import PRODUCT_RULES
from pytest_dtypegen.execute.scratch import RULES

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="measured by /proc")

DTYPES = ("float32", "float16", "bfloat16")
NOISE = 3 << 19
"""Bytes that the allocator and the kernel's own count of pages are off by."""

MEASURE = """
import json, sys
from pathlib import Path
sys.path.insert(0, {folder!r})
import torch
from scratches import CALLS, CRASHES, graph_of, operand
from pytest_dtypegen.dtypes.infer import infer
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.emulate import PRODUCTS, Emulator
from pytest_dtypegen.execute.estimate import estimate_bytes
from pytest_dtypegen.execute.run import run_graph
from pytest_dtypegen.samples.model import TensorMeta

def status(key):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(key)) * 1024

def measured(name, dtype):
    graph, emulator = graph_of(name), Emulator("emulate")
    feed = {{size: operand(name, size, dtype) for size in CALLS[name][1]}}
    run_graph(graph, lambda node: feed[node.target], execute=emulator)  # what libraries keep is there from now on
    stored = sum(tensor.untyped_storage().nbytes() for tensor in feed.values())
    values = {{}}
    Path("/proc/self/clear_refs").write_text("5")
    before = status("VmRSS")
    run_graph(graph, lambda node: feed[node.target], execute=emulator, observe=values.__setitem__)
    real = status("VmHWM") - before + stored
    tensors = {{name: TensorMeta(name, tuple(t.shape), str(t.dtype)[6:]) for name, t in feed.items()}}
    try:
        values = infer(graph, tensors, torch.device("cpu"), contracts=False).values
    except DtypegenError:  # sizes that depend on data: as the run found them
        pass
    return estimate_bytes(graph, values).peak, real

torch.set_num_threads(1)
dtype = getattr(torch, {dtype!r})
found = {{}}
for name in CALLS:
    if dtype is not torch.float32 and name in CRASHES:
        continue
    if dtype is torch.float16 and not any(op_name(node) in PRODUCTS for node in graph_of(name).nodes):
        continue  # the table has one multiple for both low precisions
    try:
        found[name] = measured(name, dtype)
    except DtypegenError:  # refused in this dtype
        assert dtype is not torch.float32, name
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, tuple[int, int]]]:
    """By dtype and call: (estimated, measured) bytes."""
    environ = {**os.environ, "MALLOC_MMAP_THRESHOLD_": str(1 << 20), "OMP_NUM_THREADS": "1"}
    found = {}
    for dtype in DTYPES:
        script = MEASURE.format(folder=str(Path(__file__).parent), dtype=dtype)
        done = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        found[dtype] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("dtype", DTYPES)
def test_an_estimate_is_what_the_op_takes(found: dict[str, dict[str, tuple[int, int]]], dtype: str) -> None:
    low = {n: (e >> 10, r >> 10) for n, (e, r) in found[dtype].items() if e < 0.9 * r - NOISE}
    high = {n: (e >> 10, r >> 10) for n, (e, r) in found[dtype].items() if e > 2.5 * r + NOISE}
    assert (low, high) == ({}, {})


def test_most_is_measured_in_each_dtype(found: dict[str, dict[str, tuple[int, int]]]) -> None:
    assert len(found["float32"]) == len(CALLS)
    assert len(found["bfloat16"]) > 0.85 * len(CALLS)
    assert len(found["float16"]) > 40


def test_every_row_is_measured() -> None:
    measured = {op_name(node) for name in CALLS for node in graph_of(name).nodes}
    spelled_otherwise = {
        "linalg_matrix_exp", "adaptive_max_pool3d", "adaptive_avg_pool1d", "adaptive_avg_pool3d", "scatter_",
        "scatter_add_", "setitem", "index_put_", "logdet", "slogdet", "linalg_slogdet", "index", "index_put", "ne",
        "le", "gt", "ge",
    }  # fmt: skip
    assert set(RULES) - measured <= spelled_otherwise
    assert set(PRODUCT_RULES) == PRODUCTS | {"dot"}
