"""Controls: what is a yardstick, and what a case is held to beside one."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest
import torch
from making import EVERYTHING, run, sample, written
from torch import fx

from pytest_dtypegen.cases import Case
from pytest_dtypegen.check.compare import Score, giver
from pytest_dtypegen.check.control import Controls, independent
from pytest_dtypegen.check.judge import MARGIN, _worse
from pytest_dtypegen.check.original import load
from pytest_dtypegen.check.reference import reference_run
from pytest_dtypegen.dtypes.infer import infer
from pytest_dtypegen.execute.run import call_node
from pytest_dtypegen.options import Options

ARGUMENTS = "L_x_: torch.Tensor, L_w_: torch.nn.parameter.Parameter"


def controls(directory: Path, body: str, dtype: str = "float32", target: torch.dtype = torch.float16) -> dict[str, Any]:
    """By control, the roundings on the way to the one output; None where it did not run."""
    path = written(sample(ARGUMENTS, body, f"L_x_: {dtype}[16, 64]\nL_w_: {dtype}[64, 64]"), directory / "s")
    original = load(Case("s", str(path), "float16", "cpu"))
    reference = reference_run(original, Options(), target, lambda op, node: None)
    made = Controls(original, reference, target, call_node, lambda op, node: None, 0, (), lambda outputs: [])
    (output,) = original.sample.graph.find_nodes(op="output")
    node = giver(output, "[0]")
    assert node is not None
    results = {"autocast": made.autocast(), "lists": made.by_cuda_lists(), "rounded": made.rounded()}
    return {name: None if result is None else result.counts[node] for name, result in results.items()}


@pytest.mark.parametrize(
    ("body", "dtype", "expected"),
    [
        ("y = torch._C._nn.linear(L_x_, L_w_, None)", "float32", {"autocast": 1, "lists": 1, "rounded": 1}),
        # autocast has nothing to lower: it is the reference
        ("a = L_x_ + L_w_[:16]\ny = torch.tanh(a)", "float32", {"autocast": 0, "lists": 0, "rounded": 2}),
        # bfloat16 by itself: each op's result is what the reference's is
        ("a = L_x_ + 1\ny = torch.tanh(a)", "bfloat16", {"autocast": 0, "lists": 0, "rounded": 0}),
        # positions are no data
        ("a = torch.arange(64.0)\ny = L_x_ * torch.sin(a)", "float32", {"autocast": 0, "lists": 0, "rounded": 1}),
    ],
)  # fmt: skip
def test_roundings_of_a_control(tmp_path: Path, body: str, dtype: str, expected: dict[str, float]) -> None:
    assert controls(tmp_path, f"{body}\nreturn (y,)", dtype) == expected


def test_plain_rounding_rounds_every_result(tmp_path: Path) -> None:
    """Also that of a linear on three axes, which torch makes as a view, and what is written in place."""
    body = """
    a = L_x_.view(2, 8, 64)
    b = torch._C._nn.linear(a, L_w_, None)
    c = b[0]
    d = c.add_(0.1)
    return (b,)
    """
    path = written(sample(ARGUMENTS, body, "L_x_: float32[16, 64]\nL_w_: float32[64, 64]"), tmp_path / "s")
    original = load(Case("s", str(path), "float16", "cpu"))
    reference = reference_run(original, Options(), torch.float16, lambda op, node: None)
    seen: list[torch.Tensor] = []
    controls = Controls(original, reference, torch.float16, call_node, lambda op, node: None, 0, (),
                        lambda outputs: seen.extend(outputs) or [])  # fmt: skip
    control = controls.rounded()
    assert control is not None and controls.rounded() is control  # a whole run: once is enough
    (result,) = seen
    assert torch.equal(result, result.half().float())


def test_a_control_keeps_no_tensor(tmp_path: Path) -> None:
    """Neither its outputs, beside which those of two more controls would stand, nor what its values looked like: small
    tensors that are made while the large ones live are in the way when these are given back."""
    body = "y = torch._C._nn.linear(L_x_, L_w_, None)\nz = torch.relu(y)\nreturn (z, y)"
    path = written(sample(ARGUMENTS, body, "L_x_: float32[16, 64]\nL_w_: float32[64, 64]"), tmp_path / "s")
    original = load(Case("s", str(path), "float16", "cpu"))
    reference = reference_run(original, Options(), torch.float16, lambda op, node: None)
    alive: list[int] = []
    outputs: list[weakref.ref[torch.Tensor]] = []

    def execute(node: fx.Node, args: Any, kwargs: Any) -> Any:
        alive.append(sum(isinstance(thing, torch.Tensor) and thing.is_meta for thing in gc.get_objects()))
        return call_node(node, args, kwargs)

    def scored(result: Any) -> list[Score]:
        assert not torch.is_autocast_enabled("cpu")
        outputs.extend(weakref.ref(tensor) for tensor in result)
        return []

    made = Controls(original, reference, torch.float16, execute, lambda op, node: None, 0, (), scored)
    for control in (made.autocast(), made.by_cuda_lists(), made.rounded()):
        assert control is not None and control.scores == []
    assert len(outputs) == 6 and all(ref() is None for ref in outputs)
    assert len(set(alive)) == 1, "a tensor without data stays for each node"


def test_what_depends_on_no_data() -> None:
    body = """
    arange = torch.arange(64)
    float_1 = arange.float()
    ones = torch.ones_like(L_x_)
    total = ones.cumsum(1)
    noise = torch.rand(64)
    table = torch.zeros(16, 64)
    table[0] = L_x_[0]
    shifted = table + float_1
    positive = L_x_ > 0
    count = positive.float()
    y = L_x_ + total + noise + shifted + count
    return (y,)
    """
    made = sample("L_x_: torch.Tensor", body, "L_x_: float32[16, 64]")
    names = {node.name for node in independent(made, infer(made.graph, made.tensors).values)}
    assert {"arange", "float_1", "ones", "total", "positive", "count"} <= names
    assert not {"l_x_", "noise", "table", "shifted", "y"} & names


def dependent(body: str, meta: str = "L_self_buffers_f_: float32[4, 8]\nL_x_: float32[8]") -> set[str]:
    made = sample("L_self_buffers_f_: torch.Tensor, L_x_: torch.Tensor", body, meta)
    exact = independent(made, infer(made.graph, made.tensors).values)
    return {node.name for node in made.graph.nodes if node not in exact and node.op != "output"}


@pytest.mark.parametrize(
    ("write", "expected"),
    [
        # what an op made anew is written into, not what it was made of
        ("a = torch.relu(L_self_buffers_f_)\nc = a + 1\nc[0] = L_x_\nd = a + 1", {"c"}),
        ("a = L_self_buffers_f_.clone()\nb = a * 2\na[0] = L_x_\nd = b + 1", {"a"}),
        # views made before it, views of views, and bases
        ("a = torch.relu(L_self_buffers_f_)\nv = a[0]\na[0] = L_x_\nd = v + 1", {"a", "v", "d"}),
        ("v = L_self_buffers_f_[0]\nw = L_self_buffers_f_.t()\nv[:] = L_x_\nd = w + 1",
         {"l_self_buffers_f_", "v", "w", "d"}),
        ("a, b = L_self_buffers_f_.chunk(2)\na[0] = L_x_\nd = L_self_buffers_f_ + 1",
         {"l_self_buffers_f_", "chunk", "a", "b", "d"}),
        # not the first operand
        ("a = torch.zeros(8)\nb = torch.ones(8)\nc = torch.add(b, L_x_, out = a)\nd = a + 1\ne = b + 1",
         {"a", "c", "d"}),
    ],
)  # fmt: skip
def test_a_write_makes_dependent_what_shares_its_storage_and_nothing_else(write: str, expected: set[str]) -> None:
    assert dependent(f"{write}\nreturn (d,)") - {"setitem"} == {"l_x_", *expected}


@pytest.mark.parametrize(("dtype", "zero"), [("quint8", 128), ("qint8", 0), ("qint32", 0)])
def test_quantized_values_carry_data(dtype: str, zero: int) -> None:
    body = (
        f"q = torch.quantize_per_tensor(L_x_, 0.05, {zero}, torch.{dtype})\nd = q.dequantize()\ny = d + 1\nreturn (y,)"
    )
    assert dependent(body) == {"l_x_", "q", "d", "y"}


def test_plain_rounding_is_a_yardstick_behind_a_quantized_value(tmp_path: Path) -> None:
    body = (
        "q = torch.quantize_per_tensor(L_x_, 0.05, 0, torch.qint8)\nd = q.dequantize()\ny = torch.sin(d)\nreturn (y,)"
    )
    assert controls(tmp_path, body)["rounded"] == 2


def test_what_is_written_counts_in_views_made_before(tmp_path: Path) -> None:
    """The control's values are not kept: the original's say what is a view of what."""
    body = "a = torch.zeros(16, 64)\nv = a[0]\na[:] = torch.tanh(L_x_)\ny = v * 2\nreturn (y,)"
    assert controls(tmp_path, body)["rounded"] == 2


def case(tmp_path: Path, body: str, **options: Any) -> Any:
    made = sample("L_x_: torch.Tensor", f"{body}\nreturn (y,)", "L_x_: float32[16, 64]")
    return run(written(made, tmp_path / "s"), pass_=EVERYTHING, **options)


def test_a_control_in_float32_all_the_way_is_no_yardstick(tmp_path: Path) -> None:
    """Rounded at 16 and taken back, float16 keeps 47 of the 57 dB that are explained; autocast leaves sums alone."""
    near = case(tmp_path, "a = L_x_ + 16\ny = a - 16")
    assert near.metrics["snr_db"] < near.metrics["bound_db"]
    assert (near.outcome, near.metrics["control"]) == ("passed", "rounded")
    far = case(tmp_path, "a = L_x_ + 1000\ny = a - 1000")
    assert far.code == "DG603" and "the control, rounded: " in far.failure.message


def test_what_misses_no_bound_is_not_held_against_anything(tmp_path: Path) -> None:
    record = case(tmp_path, "a = L_x_ + 1\ny = torch.tanh(a)")
    assert record.outcome == "passed" and "control" not in record.metrics
    assert record.metrics["snr_db"] >= record.metrics["bound_db"]


def test_a_float32_op_of_autocasts_list_is_a_choice(tmp_path: Path) -> None:
    """What autocast keeps in float32, the pass lowered: beyond the limit that is its fault."""
    made = sample("L_x_: torch.Tensor", "a = L_x_ + 1\ntotal = a.cumsum(0)\ny = torch.sin(total)\nreturn (y,)",
                  "L_x_: float32[4096, 8]")  # fmt: skip
    record = run(written(made, tmp_path / "s"), "bfloat16", pass_=EVERYTHING)
    assert (record.code, record.metrics["control"]) == ("DG602", "autocast by cuda's lists")


def score(snr: float = 40.0, agreement: float = 1.0, roundings: float = 1.0) -> Score:
    return Score("[0]", None, False, True, snr_db=snr, agreement=agreement, roundings=roundings)


@pytest.mark.parametrize(
    ("ours", "control", "worse"),
    [
        (score(40), score(42), False),
        (score(40), score(44), True),
        (score(40, roundings=16), score(50, roundings=1), False),  # 12 dB are sixteen roundings' own
        (score(40, roundings=16), score(56, roundings=1), True),
        (score(40, roundings=1), score(44, roundings=16), True),
        (score(agreement=0.90), score(agreement=0.92), False),  # as bad: the share grows with the error
        (score(agreement=0.90), score(agreement=0.99), True),
        (score(agreement=0.90), score(agreement=1.0), True),
    ],
)
def test_worse_than_the_control(ours: Score, control: Score, worse: bool) -> None:
    assert _worse(ours, control, MARGIN) is worse


ILL = """
    a = L_x_.abs()
    b = a + 1.0
    c = torch.log(b)
    d = c + 1e-06
    e = L_x_ / d
    return (e,)
"""


def test_a_list_that_the_pass_keeps_to_is_no_yardstick(tmp_path: Path) -> None:
    """The logarithm stays in float32 in the control and in the rewritten graph: what is lost before it is the graph's
    own, as plain rounding shows. Lowered, it is the pass's."""
    path = written(sample("L_x_: torch.Tensor", ILL, "L_x_: float32[16, 64]"), tmp_path / "s")
    record = run(path, "float16")
    assert record.failure is not None and record.code == "DG603" and "rounded" in record.failure.message
