"""What a pass adds or takes away between the outputs, where no output need show it."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import torch
from making import EVERYTHING, ByHand, everything, node, run, sample, written
from torch import fx

from pytest_dtypegen.check.bound import roundings
from pytest_dtypegen.dtypes.infer import infer
from pytest_dtypegen.passes.protocol import PassContext, Rewrite

ARGUMENTS = "L_x_: torch.Tensor, L_w_: torch.nn.parameter.Parameter, L_i_: torch.Tensor"
META = "L_x_: float32[4, 8]\nL_w_: float32[8, 8]\nL_i_: int64[4, 8]"
BODY = """
big = torch._C._nn.linear(L_x_, L_w_, None)
wide = big.expand(400, 4, 8)
large = torch.matmul(wide, L_w_)
a = L_x_.abs()
b = a + 1e-05
y = torch._C._nn.linear(b, L_w_, None)
z = torch.log(b)
small = L_i_.to(torch.int32)
picked = torch.gather(big, 1, L_i_)
return (large, y, z, picked)
"""


def verdict(tmp_path: Path, change: Any, dtype: str = "float16", body: str = BODY) -> Any:
    def rewrite(graph: fx.Graph, context: PassContext) -> Rewrite:
        result = everything(graph, context)
        return result if any(node.meta.get("done") for node in result.graph.nodes) else change(result, context)

    return run(written(sample(ARGUMENTS, body, META), tmp_path / "s"), dtype, pass_=ByHand(rewrite), level="static")


def casts(user: str, operand: str, *dtypes: torch.dtype, reason: str = "") -> Any:
    """``user`` is given ``operand`` through a chain of casts, once."""

    def change(result: Rewrite, context: PassContext) -> Rewrite:
        graph, at = result.graph, node(result.graph, user)
        if any(operand_.target == "to" for operand_ in at.all_input_nodes):
            return result
        value = source = node(graph, operand)
        with graph.inserting_before(at):
            for dtype in dtypes:
                value = graph.call_method("to", (value, dtype))
        at.replace_input_with(source, value)
        return Rewrite(graph, result.tensors, {user: reason} if reason else {})

    return change


def widened(result: Rewrite, context: PassContext) -> Rewrite:
    """Indices through a wider integer dtype: nothing is lost."""
    graph, at = result.graph, node(result.graph, "picked")
    if at.args[2].target == "to":
        return result
    with graph.inserting_before(at):
        narrow = graph.call_method("to", (node(graph, "small"), torch.int64))
    at.replace_input_with(node(graph, "l_i_"), narrow)
    return result


HALF, BF16, F32, F64, I32 = torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int32


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (casts("a", "l_x_", F32, HALF), None),
        (casts("a", "l_x_", BF16, HALF), "to casts float16 to bfloat16, promised is float16 or float32"),
        (casts("a", "l_x_", F64, HALF), "to casts float16 to float64, promised is float16 or float32"),
        (widened, None),
        (casts("picked", "l_i_", I32), "to casts int64 to int32, promised is int64"),
    ],
)
def test_casts_that_the_pass_adds(tmp_path: Path, change: Any, words: str | None) -> None:
    failure = verdict(tmp_path, change).failure
    assert (failure and (failure.code, failure.node, failure.message)) == (words and ("DG408", "to", words))


def lifted(reason: str) -> Any:
    def change(result: Rewrite, context: PassContext) -> Rewrite:
        graph, at = result.graph, node(result.graph, "y")
        if at.args[0].target == "to":
            return result
        with graph.inserting_before(at):
            at.args = (*(graph.call_method("to", (operand, F32)) for operand in at.args[:2]), None)
        with graph.inserting_after(at):
            back = graph.call_method("to", (at, context.dtype))
        at.replace_all_uses_with(back, delete_user_cb=lambda user: user is not back)
        return Rewrite(graph, result.tensors, {"y": reason} if reason else {})

    return change


@pytest.mark.parametrize(("reason", "code"), [("", "DG302"), ("  ", "DG302"), ("its kernel is missing", None)])
def test_a_small_product_is_lifted_for_a_reason_only(tmp_path: Path, reason: str, code: str | None) -> None:
    record = verdict(tmp_path, lifted(reason))
    assert record.code == code, record.failure
    assert record.metrics.get("lowered_share", 1.0) > 0.95
    if code:
        assert record.failure.node == "y" and "without a reason" in record.failure.message


def without(floor: str) -> Any:
    def change(result: Rewrite, context: PassContext) -> Rewrite:
        found = [n for n in result.graph.nodes if n.name == floor]
        for gone in found:
            gone.replace_all_uses_with(gone.args[0])
            result.graph.erase_node(gone)
        return result

    return change


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_a_floor_that_is_gone(tmp_path: Path, dtype: str) -> None:
    failure = verdict(tmp_path, without("b"), dtype).failure
    assert failure is not None
    assert (failure.code, failure.node) == ("DG405", "y")
    assert failure.message == "the literal 1e-05 is gone: y is given a without it"


def test_what_a_write_brings_along_counts_from_then_on() -> None:
    body = """
    out = torch.zeros(4, 8, dtype = torch.float16)
    before = out * 2
    part = out[0]
    other = out.view(32)
    a = L_x_ * 2
    b = a + 1
    c = part.copy_(b[0])
    after = out * 2
    positive = torch.relu(out)
    d = positive.copy_(b)
    return (before, after, out)
    """
    made = sample("L_x_: torch.Tensor", body, "L_x_: float16[4, 8]")
    values = infer(made.graph, made.tensors).values
    first = {n.name: count for n, count in roundings(made.graph, values, {HALF}).items()}
    final = {n.name: count for n, count in roundings(made.graph, values, {HALF}, final=True).items()}
    assert first["out"] < final["out"] == first["c"] and first["b"] == 2
    assert first["after"] > first["before"]
    assert final["other"] == final["out"], "it lies in the same storage"
    assert final["positive"] > final["out"], "what is written into a result is not in what it was made of"


def test_every_output_s_numbers_are_recorded(tmp_path: Path) -> None:
    body = "y = torch.tanh(L_x_)\nz = y * 2\ni = torch.argmax(z, -1)\nreturn (y, z, i)"
    record = run(written(sample(ARGUMENTS, body, META), tmp_path / "s"), pass_=EVERYTHING)
    outputs = record.metrics["outputs"]
    assert list(outputs) == ["[0]", "[1]", "[2]"] and outputs["[2]"] == {"agreement": 1.0}
    assert outputs["[0]"]["snr_db"] > outputs["[0]"]["bound_db"] > outputs["[1]"]["bound_db"]
    assert min(outputs[place]["snr_db"] for place in ("[0]", "[1]")) == record.metrics["snr_db"]


def test_a_cast_before_the_author_s_own_is_the_added_one(tmp_path: Path) -> None:
    """Without ``origin``: the author's cast to bfloat16 keeps its part, by its spelling."""
    body = "to = L_x_.to(torch.bfloat16)\ny = to.float()\nz = torch._C._nn.linear(y, L_w_, None)\nreturn (z,)"

    def each_input(graph: fx.Graph, context: PassContext) -> Rewrite:
        result = copy.deepcopy(graph)
        if any(n.name.endswith("_in") for n in result.nodes):
            return Rewrite(result, context.tensors)
        x, w, linear = node(result, "l_x_"), node(result, "l_w_"), node(result, "z")
        with result.inserting_before(node(result, "to")):
            low = result.create_node("call_method", "to", (x, torch.float16), name="x_in")
        node(result, "to").replace_input_with(x, low)
        with result.inserting_before(linear):
            linear.replace_input_with(w, result.create_node("call_method", "to", (w, torch.float16), name="w_in"))
            y = node(result, "y")
            linear.replace_input_with(y, result.create_node("call_method", "to", (y, torch.float16), name="y_in"))
        return Rewrite(result, context.tensors)

    arguments = "L_x_: torch.Tensor, L_w_: torch.nn.parameter.Parameter"
    path = written(sample(arguments, body, "L_x_: float32[4, 8]\nL_w_: float32[8, 8]"), tmp_path / "s")
    record = run(path, "float16", pass_=ByHand(each_input), level="static")
    assert (record.outcome, record.failure) == ("passed", None)
