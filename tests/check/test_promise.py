"""What a generated sample promises of its outputs, and where a broken promise is reported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from making import ByHand, everything, lowered, node, run, sample, written

from pytest_dtypegen.check.promise import Promise
from pytest_dtypegen.dtypes.infer import infer
from pytest_dtypegen.passes.protocol import PassContext, Rewrite
from pytest_dtypegen.samples.read import read_sample

ARGUMENTS = "L_x_: torch.Tensor, L_w_: torch.nn.parameter.Parameter, L_i_: torch.Tensor"
META = "L_x_: float32[4, 4]\nL_w_: float32[4, 4]\nL_i_: int64[4]"

LOWERED, UPCAST, EITHER = {torch.float16}, {torch.float32}, {torch.float16, torch.float32}

# (body, the promise for the value called y)
PROMISES: list[tuple[str, set[torch.dtype]]] = [
    ("y = L_x_.view(16)", LOWERED),
    ("y = torch._C._nn.linear(L_x_, L_w_, None)", LOWERED),
    ("y = torch.relu(L_x_ + L_w_)", LOWERED),
    ("y = L_x_.float()", UPCAST),
    ("y = L_x_.to(torch.float32)", UPCAST),
    ("y = L_x_.to(dtype = torch.float32)", UPCAST),
    ("a = L_x_.float()\ny = a * 2", UPCAST),
    ("a = L_x_.float()\nb = a.pow(2)\ny = L_x_ * b", UPCAST),
    ("a = L_x_.float()\ny = a.to(torch.float32)", EITHER),  # back to what the input was, as captured in float32
    ("a = L_x_.float()\ny = a.type_as(L_x_)", LOWERED),
    ("a = L_x_.float()\ny = torch._C._nn.linear(a, L_w_, None)", LOWERED),
    ("y = torch.nn.functional.layer_norm(L_x_, (4,), L_w_[0], L_w_[0], 1e-05)", LOWERED),
    ("y = L_i_.float()", EITHER),
    ("a = torch.arange(4)\nb = a.float()\ny = L_x_ + b", EITHER),
    ("y = torch.zeros(4, 4)", EITHER),
    ("a = torch.tensor(2.0)\ny = L_x_ * a", LOWERED),  # a tensor without dimensions does not decide
    ("y = L_x_.mul_(L_w_.float())", LOWERED),  # a write keeps what it writes to
    ("y = torch.nn.functional.embedding(L_i_, L_w_)", LOWERED),
]


def promised(body: str) -> set[torch.dtype]:
    made = sample(ARGUMENTS, f"{body}\nreturn (y,)", META)
    values = infer(made.graph, made.tensors, contracts=False).values
    promise = Promise(
        made.graph, values, target=torch.float16, sources=[torch.float32], device_type="cpu", islands=["island"]
    )
    return set(promise.allowed(node(made.graph, "y"), torch.float32))


@pytest.mark.parametrize(("body", "expected"), PROMISES)
def test_promise(body: str, expected: set[torch.dtype]) -> None:
    assert promised(body) == expected


def test_an_op_that_torch_keeps_in_float32_may_stay_there() -> None:
    assert promised("y = torch.cdist(L_x_, L_w_)") == EITHER
    assert promised("a = torch.cdist(L_x_, L_w_)\nb = a + L_x_\ny = torch.matmul(b, L_w_)") == LOWERED


def test_an_island_with_a_reason_may_stay() -> None:
    assert promised("island = L_x_ * L_w_\ny = island + L_x_") == EITHER


@pytest.mark.parametrize("dtype", [torch.int64, torch.bool, torch.float64, torch.complex64])
def test_what_is_no_source_stays(dtype: torch.dtype) -> None:
    made = sample(ARGUMENTS, "y = torch.relu(L_x_)\nreturn (y,)", META)
    values = infer(made.graph, made.tensors, contracts=False).values
    promise = Promise(made.graph, values, target=torch.float16, sources=[torch.float32], device_type="cpu")
    assert promise.allowed(node(made.graph, "y"), dtype) == {dtype}


def _cast_output(position: int, dtype: torch.dtype) -> ByHand:
    """Casts one output; finds nothing to do where that is done."""

    def rewrite(graph: Any, context: PassContext) -> Rewrite:
        (output,) = graph.find_nodes(op="output")
        values = list(output.args[0])
        value = values[position]
        if not (value.op == "call_method" and value.args[1:] == (dtype,) and value.users == {output: None}):
            with graph.inserting_before(output):
                values[position] = graph.call_method("to", (value, dtype))
            output.args = (tuple(values),)
        return everything(graph, context)

    return ByHand(rewrite)


@pytest.fixture
def outputs(tmp_path: Path) -> Path:
    body = """
    linear = torch._C._nn.linear(L_x_, L_w_, None)
    argmax = torch.argmax(linear, -1)
    positive = linear > 0
    logits = linear.float()
    return (linear, argmax, positive, logits)
    """
    return written(sample(ARGUMENTS, body, META), tmp_path / "outputs")


@pytest.mark.parametrize(
    ("position", "dtype", "words"),
    [
        (0, torch.float32, "output[0] is float32, promised is float16"),
        (0, torch.bfloat16, "output[0] is bfloat16, promised is float16"),
        (0, torch.float64, "output[0] is float64, promised is float32"),
        (1, torch.int32, "output[1] is int32, promised is int64"),
        (1, torch.float16, "output[1] is float16, promised is int64"),
        (2, torch.int64, "output[2] is int64, promised is bool"),
        (3, torch.float16, "output[3] is float16, promised is float32"),
    ],
)
def test_a_broken_promise(outputs: Path, position: int, dtype: torch.dtype, words: str) -> None:
    failure = run(outputs, pass_=_cast_output(position, dtype), level="static").failure
    assert failure is not None
    assert (failure.code, failure.stage, failure.op, failure.message) == ("DG408", "verify", "to", words)
    assert failure.line and failure.operands


def test_kept_promises(outputs: Path) -> None:
    assert run(outputs, pass_=ByHand(everything), level="static").outcome == "passed"


def test_a_shape_that_changed(outputs: Path) -> None:
    def flat(graph: Any, context: PassContext) -> Rewrite:
        node(graph, "argmax").args = (node(graph, "linear"),)
        return everything(graph, context)

    failure = run(outputs, pass_=ByHand(flat), level="static").failure
    assert failure is not None
    assert (failure.code, failure.node) == ("DG408", "argmax")
    assert failure.message == "argmax has shape [], promised is [4]"


def test_float64_on_the_way_is_told_where_it_begins(outputs: Path) -> None:
    def leaks(graph: Any, context: PassContext) -> Rewrite:
        linear = node(graph, "linear")
        if not any(user.target == "double" for user in linear.users):
            with graph.inserting_after(linear):
                double = graph.call_method("double", (linear,))
            node(graph, "positive").replace_input_with(linear, double)
            node(graph, "logits").replace_input_with(linear, double)
            node(graph, "logits").target, node(graph, "logits").args = "relu", (double,)
        return everything(graph, context)

    failure = run(outputs, pass_=ByHand(leaks), level="static").failure
    assert failure is not None
    assert failure.code == "DG408" and "float64" in failure.message and failure.node in ("logits", "double")


def test_an_output_too_few(outputs: Path) -> None:
    def fewer(graph: Any, context: PassContext) -> Rewrite:
        (output,) = graph.find_nodes(op="output")
        output.args = (tuple(output.args[0])[:3],)
        return everything(graph, context)

    failure = run(outputs, pass_=ByHand(fewer), level="static").failure
    assert failure is not None and failure.code == "DG408" and "3 outputs" in failure.message


@pytest.mark.parametrize("change", ["int64", "shape", "bfloat16", "data"])
def test_meta_change_only_from_source_to_target(tmp_path: Path, change: str) -> None:
    made = sample(ARGUMENTS, "y = torch.matmul(L_x_, L_w_)[L_i_]\nreturn (y,)", META + " = 0, 1, 2, 3")
    path = written(made, tmp_path / "sample")

    def rewrite(graph: Any, context: PassContext) -> Rewrite:
        tensors = dict(lowered(context))
        if change == "int64":
            tensors["L_i_"] = replace(tensors["L_i_"], dtype="int32")
        elif change == "shape":
            tensors["L_x_"] = replace(tensors["L_x_"], shape=(5, 4))
        elif change == "bfloat16":
            tensors.update({name: replace(tensors[name], dtype="bfloat16") for name in ("L_x_", "L_w_")})
        else:
            tensors["L_i_"] = replace(tensors["L_i_"], data=(0, 1, 2, 2))
        return Rewrite(graph, tensors)

    failure = run(path, pass_=ByHand(rewrite), level="static").failure
    assert failure is not None
    assert (failure.code, failure.op) == ("DG408", "placeholder")


def test_where_a_wrong_dtype_came_from(tmp_path: Path) -> None:
    body = """
    view = L_x_.view(4, 4)
    relu = torch.relu(view)
    neg = -relu
    linear = torch._C._nn.linear(neg, L_w_, None)
    return (linear[L_i_],)
    """
    path = written(sample(ARGUMENTS, body, META), tmp_path / "sample")

    def forgot_the_input(graph: Any, context: PassContext) -> Rewrite:
        return Rewrite(graph, {**lowered(context), "L_x_": context.tensors["L_x_"]})

    failure = run(path, pass_=ByHand(forgot_the_input), level="static").failure
    assert failure is not None
    lines = {n.name: n.meta.get("line") for n in read_sample(path).graph.nodes}
    assert (failure.code, failure.node, failure.line) == ("DG401", "linear", lines["linear"])
    assert failure.operands == ("neg: float32[4, 4] cpu", "l_w_: float16[4, 4] cpu")
    line = lines["l_x_"]
    assert failure.origin == f"l_x_: float32[4, 4] cpu (placeholder, line {line}), by its own contract float16"
