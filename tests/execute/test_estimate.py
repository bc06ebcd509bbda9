"""The memory that a run is said to need is what it takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from attentions import ATTENTIONS, FUSED
from torch import fx

from pytest_dtypegen.execute.estimate import Need, estimate_bytes
from pytest_dtypegen.execute.run import call_node, run_graph

WIDTH = 256
WEIGHT = WIDTH * WIDTH * 4
ROW = WIDTH * 4


def layers(count: int, dtype: torch.dtype = torch.float32) -> tuple[fx.Graph, Any]:
    """``count`` linear layers, each with its own weight [256, 256], on a row [1, 256]."""
    graph = fx.Graph()
    x = graph.placeholder("x")
    weights = [graph.placeholder(f"w{i}") for i in range(count)]
    for weight in weights:
        x = graph.call_function(F.linear, (x, weight))
    graph.output(x)

    def feed(node: fx.Node, device: str = "meta") -> torch.Tensor:
        return torch.empty((1, WIDTH) if node.name == "x" else (WIDTH, WIDTH), dtype=dtype, device=device)

    return graph, feed


def need(graph: fx.Graph, feed: Any) -> Need:
    """From meta tensors: shapes and aliases are all that counts."""
    values: dict[fx.Node, Any] = {}
    run_graph(graph, feed, observe=values.__setitem__)
    return estimate_bytes(graph, values)


def test_a_layer_at_a_time_is_what_a_model_takes() -> None:
    found = need(*layers(20))
    assert found.parameters == 20 * WEIGHT + ROW
    # one weight, the row that goes in, the row that comes out, and one more for the kernel
    assert found.peak == WEIGHT + 3 * ROW


def test_low_precision_works_in_float32() -> None:
    found = need(*layers(20, torch.float16))
    stored = WEIGHT // 2 + 2 * (ROW // 2)
    assert found.peak == stored + (WEIGHT + 2 * ROW)


def test_a_convolution_lays_its_operands_out_anew() -> None:
    graph = fx.Graph()
    x, weight = graph.placeholder("x"), graph.placeholder("w")
    graph.output(graph.call_function(F.conv2d, (x, weight)))
    sizes = {"x": (1, 8, 16, 16), "w": (8, 8, 1, 1)}
    found = need(graph, lambda node: torch.empty(sizes[node.name], device="meta"))
    image, kernel = 8 * 16 * 16 * 4, 8 * 8 * 4
    assert found == Need(2 * (image + kernel) + 2 * image, "conv2d", image + kernel)


def test_views_count_once_and_hold_their_base() -> None:
    graph = fx.Graph()
    x = graph.placeholder("x")
    view = graph.call_method("view", (x, -1))
    part = graph.call_method("narrow", (view, 0, 0, 1))
    small = graph.call_method("relu", (part,))
    graph.output((small, part))
    found = need(graph, lambda node: torch.empty(100, 100, device="meta"))
    assert found.parameters == 40_000
    assert found.peak == 40_000 + 2 * 4  # the base lives on through its views, which take nothing; relu of one number


def test_values_in_tuples_and_numbers() -> None:
    graph = fx.Graph()
    x = graph.placeholder("x")
    parts = graph.call_method("chunk", (x, 2))
    size = graph.call_method("size", (x, 0))
    graph.output(graph.call_function(torch.add, (graph.call_method("sum", (x,)), size)))
    found = need(graph, lambda node: torch.empty(100, 100, device="meta"))
    assert parts in graph.nodes and found.peak == 40_000 + 2 * 4


def test_an_unused_placeholder_takes_nothing() -> None:
    graph = fx.Graph()
    graph.placeholder("x")
    graph.output(())
    assert need(graph, lambda node: torch.empty(100, device="meta")) == Need(0, "", 0)


def test_the_runner_holds_no_more_than_was_said() -> None:
    """Storages alive while the graph really runs, without the kernels' own scratch."""
    graph, feed = layers(20)
    alive: dict[int, int] = {}
    most = 0

    def track(tensor: torch.Tensor) -> torch.Tensor:
        nonlocal most
        alive[id(tensor)] = tensor.untyped_storage().nbytes()
        weakref.finalize(tensor, alive.pop, id(tensor))
        most = max(most, sum(alive.values()))
        return tensor

    def execute(node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return track(call_node(node, args, kwargs))

    run_graph(graph, lambda node: track(feed(node, "cpu")), execute=execute)
    assert WEIGHT < most <= need(graph, feed).peak


# -- attention ---------------------------------------------------------------------------------------------------

MAP = 16 * 1024 * 1024 * 4
"""Bytes of one map of 16 heads, 1024 queries and keys."""

MEASURE = """
import json, sys
from pathlib import Path
sys.path.insert(0, {folder!r})
import torch
from attentions import ATTENTIONS, attention
from pytest_dtypegen.execute.estimate import estimate_bytes
from pytest_dtypegen.execute.run import run_graph

def status(key):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(key)) * 1024

torch.set_num_threads(1)
found = {{}}
for name in ATTENTIONS:
    graph, feed = attention(name, 16)
    run_graph(graph, feed)
    graph, feed = attention(name, 1024)
    values = {{}}
    run_graph(graph, lambda node: feed(node, "meta"), observe=values.__setitem__)
    need = estimate_bytes(graph, values).peak
    Path("/proc/self/clear_refs").write_text("5")
    before = status("VmRSS")
    run_graph(graph, feed)
    found[name] = need, status("VmHWM") - before
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def attentions() -> dict[str, tuple[int, int]]:
    """(estimated, measured) bytes of each, measured in a process of its own whose freed memory goes back at once."""
    environ = {**os.environ, "MALLOC_MMAP_THRESHOLD_": str(1 << 20)}
    script = MEASURE.format(folder=str(Path(__file__).parent))
    done = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="measured by /proc")
@pytest.mark.parametrize("name", ATTENTIONS)
def test_the_maps_inside_an_attention_are_counted(attentions: dict[str, tuple[int, int]], name: str) -> None:
    estimated, measured = attentions[name]
    assert measured < estimated * 5 // 4 + (8 << 20)  # a quarter is what ``Need.reserve`` adds
    assert (measured > MAP // 2) == (name not in FUSED)
    assert estimated < (MAP if name in FUSED else 5 * MAP)


# ----------------------------------------------------------------------------------------------------------------


def test_a_value_inside_vmap_counts_all_its_lanes():
    from pathlib import Path

    import pytest_dtypegen
    from pytest_dtypegen.dtypes.infer import infer
    from pytest_dtypegen.execute.estimate import estimate_bytes
    from pytest_dtypegen.samples.read import read_sample

    sample = read_sample(Path(pytest_dtypegen.__file__).parent / "samples/corpus/attention/vmap_mask")
    need = estimate_bytes(sample.graph, infer(sample.graph, sample.tensors).values)
    assert need.peak > sum(meta.numel for meta in sample.tensors.values())
