"""Verdicts on numbers: how far, against which bound, whose fault, and where it began."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import torch
from making import EVERYTHING, ByHand, everything, node, run, sample, written

from pytest_dtypegen.check.bound import DOUBTFUL, bound_db, roundings
from pytest_dtypegen.check.compare import score_outputs
from pytest_dtypegen.check.probe import sample as sampled
from pytest_dtypegen.check.probe import snr_db, value_range
from pytest_dtypegen.dtypes.infer import infer
from pytest_dtypegen.passes.protocol import PassContext, Rewrite

INF, NAN = math.inf, math.nan


def t(*values: float) -> torch.Tensor:
    return torch.tensor(values)


@pytest.mark.parametrize(
    ("reference", "value", "expected"),
    [
        (t(3, 4), t(3, 4), INF),
        (t(3, 4), t(3, 4.5), 20.0),
        (t(0, 0), t(0, 0), INF),
        (t(0, 0), t(0, 1), -INF),
        (t(3, 4), t(3, NAN), -INF),
        (t(3, 4), t(3, INF), -INF),
        (t(3, 4, INF), t(3, 4.5, INF), 20.0),  # what is infinite in the reference too is left out
        (t(3, 4, INF), t(3, 4, -INF), -INF),
        (t(3, 4, -INF), t(3, 4, -65504), -INF),
        (t(NAN, 1), t(NAN, 1), INF),
        (t(), t(), INF),
    ],
)
def test_snr(reference: torch.Tensor, value: torch.Tensor, expected: float) -> None:
    assert snr_db(reference, value) == pytest.approx(expected)


def test_a_sample_is_the_same_place_in_the_same_shape() -> None:
    x = torch.arange(100_000.0).reshape(100, 1000)
    assert torch.equal(sampled(x, 64), sampled(x.clone(), 64))
    assert torch.equal(sampled(x.t().contiguous().t(), 64), sampled(x, 64))
    assert sampled(x, 64).numel() == 64 and sampled(x[:3, :3], 64).numel() == 9


def test_ranges() -> None:
    seen = value_range(t(-3, 0, 0.5))
    assert (seen.largest, seen.smallest, seen.finite) == (3.0, 0.5, True)
    assert not value_range(t(1, NAN)).finite and value_range(t(1, NAN)).largest == INF
    assert not value_range(t(1, -INF)).finite
    assert value_range(t(1, -3.4e38)).largest == 1 and value_range(t(-3.4e38)).largest == 0


def _counts(body: str) -> dict[str, float]:
    made = sample("L_x_: torch.Tensor", f"{body}\nreturn (y,)", "L_x_: float16[4, 1024]")
    values = infer(made.graph, made.tensors).values
    return {n.name: count for n, count in roundings(made.graph, values, {torch.float16}).items()}


def test_the_bound_follows_from_the_dtype_and_the_graph() -> None:
    chain = _counts("a = L_x_ * 2\nb = a + 1\nc = b.view(-1)\nd = c.float()\ne = d * 2\ny = e.half()")
    assert (chain["a"], chain["b"], chain["c"], chain["d"], chain["e"], chain["y"]) == (1, 2, 2, 2, 2, 3)
    widest = _counts("a = L_x_ * 2\nb = a * 2\nc = b * 2\ny = a + c")
    assert widest["y"] == 4  # the longest path
    assert _counts("y = L_x_.sum(-1)")["y"] == 10  # pairwise over 1024 elements
    assert bound_db(torch.float16, 1) - bound_db(torch.bfloat16, 1) == pytest.approx(18.06, abs=0.01)
    assert bound_db(torch.float16, 1) - bound_db(torch.float16, 100) == pytest.approx(20.0)
    assert bound_db(torch.float16, 1) == pytest.approx(-20 * math.log10(DOUBTFUL * 2**-11))


def _scores(graph_body: str, reference: Any, result: Any, finds: dict[str, torch.Tensor]) -> Any:
    graph = sample("L_x_: torch.Tensor", graph_body, "L_x_: float32[2, 5]").graph
    (output,) = graph.find_nodes(op="output")
    return score_outputs(reference, result, output=output, counts={}, dtype=torch.float16, finds=finds)


def test_ties_are_no_disagreement() -> None:
    values = torch.tensor([[0.0, 1.0, 1.0001, 0.5, 0.1], [2.0, 0.0, 1.0, 1.5, 0.2]])
    body = "argmax = torch.argmax(L_x_, -1)\nreturn (argmax,)"
    (tie,) = _scores(body, (torch.tensor([2, 0]),), (torch.tensor([1, 0]),), {"l_x_": values})
    assert tie.ok and tie.agreement == 1.0
    (wrong,) = _scores(body, (torch.tensor([2, 0]),), (torch.tensor([3, 0]),), {"l_x_": values})
    assert not wrong.ok and wrong.agreement == 0.5
    top = "topk = torch.topk(L_x_, 2)\nindices = topk[1]\nreturn (indices,)"
    (swapped,) = _scores(top, (torch.tensor([[2, 1], [0, 3]]),), (torch.tensor([[1, 2], [0, 3]]),), {"l_x_": values})
    assert swapped.ok and swapped.agreement == 1.0
    (flat,) = _scores("y = L_x_.argmax()\nreturn (y,)", (torch.tensor(5),), (torch.tensor(8),), {"l_x_": values})
    assert not flat.ok


def test_few_may_differ_at_a_threshold() -> None:
    body = "y = L_x_ > 0\nreturn (y,)"
    reference = torch.zeros(1000, dtype=torch.bool)
    for flipped, ok in ((0, True), (20, True), (21, False)):
        result = reference.clone()
        result[:flipped] = True
        (score,) = _scores(body, (reference,), (result,), {})
        assert score.ok is ok and score.agreement == pytest.approx(1 - flipped / 1000)


def test_outputs_in_structures_are_scored_by_place() -> None:
    body = "split = torch.split(L_x_, 1)\na = L_x_ + 1\nreturn (split, a)"
    one, two = torch.ones(1, 5), torch.full((1, 5), 2.0)
    scores = _scores(body, ((one, two), one), ((one, two * 1.5), one), {})
    assert [score.place for score in scores] == ["[0][0]", "[0][1]", "[1]"]
    assert [score.ok for score in scores] == [True, False, True]
    assert [score.node.name for score in scores] == ["split", "split", "a"]


ARGUMENTS = "L_x_: torch.Tensor, L_self_parameters_w_: torch.nn.parameter.Parameter"
META = "L_x_: float32[16, 64]\nL_self_parameters_w_: float32[64, 64]"


def case(tmp_path: Path, body: str, pass_: Any = EVERYTHING, dtype: str = "float16", **options: Any) -> Any:
    return run(written(sample(ARGUMENTS, body, META), tmp_path / "s"), dtype, pass_=pass_, **options)


def test_an_infinity_is_found_where_it_begins(tmp_path: Path) -> None:
    body = """
    linear = torch._C._nn.linear(L_x_, L_self_parameters_w_, None)
    mul = linear * 1000
    square = mul * mul
    root = square.sqrt()
    y = root / 1000
    return (y,)
    """
    record = case(tmp_path, body)
    failure = record.failure
    assert failure is not None
    assert (failure.code, failure.stage, failure.op, failure.node) == ("DG601", "compare", "mul", "square")
    assert failure.line and failure.operands == ("mul: float16[16, 64] cpu",)
    assert "square (mul" in failure.origin and "not finite from mul" in failure.origin
    assert record.metrics["non_finite"] > 0
    assert case(tmp_path, body, dtype="bfloat16").outcome == "passed"


COUNTING = """
arange = torch.arange(1024, dtype = torch.float32)
grid = arange.view(16, 64)
angle = grid * 0.7
sin = torch.sin(angle)
y = L_x_ + 4 * sin
z = torch.relu(y)
return (z,)
"""


def _in(dtype: torch.dtype) -> ByHand:
    def rewrite(graph: Any, context: PassContext) -> Rewrite:
        node(graph, "arange").kwargs = {"dtype": dtype}
        return everything(graph, context)

    return ByHand(rewrite)


def test_a_loss_that_the_control_does_not_have_is_the_passs(tmp_path: Path) -> None:
    record = case(tmp_path, COUNTING, _in(torch.bfloat16), "bfloat16")
    failure = record.failure
    assert failure is not None
    assert (failure.code, failure.node, failure.op) == ("DG602", "sin", "sin")
    assert "from angle" in failure.origin and "then" in failure.origin
    assert record.metrics["control_snr_db"] > record.metrics["snr_db"] + 3
    assert failure.message.startswith("output[0]: ") and "explained" in failure.message
    good = case(tmp_path, COUNTING, _in(torch.float32), "bfloat16")
    assert good.code != "DG602"


def test_a_loss_that_the_control_has_too_is_the_graphs(tmp_path: Path) -> None:
    chaotic = """
    linear = torch._C._nn.linear(L_x_, L_self_parameters_w_, None)
    mul = linear * 3000
    y = torch.sin(mul)
    return (y,)
    """
    record = case(tmp_path, chaotic)
    assert record.failure is not None
    assert (record.code, record.failure.node) == ("DG603", "y")
    assert record.metrics["control_snr_db"] < record.metrics["bound_db"]


def test_a_value_that_is_lost_inside_is_warned_of(tmp_path: Path) -> None:
    body = """
    linear = torch._C._nn.linear(L_x_, L_self_parameters_w_, None)
    mul = linear * 3000
    sin = torch.sin(mul)
    y = linear + 0.001 * sin
    return (y,)
    """
    record = case(tmp_path, body)
    assert record.outcome == "passed"
    (warning,) = record.warnings
    assert warning.startswith("sin (sin, line ") and "loses more than float16 explains" in warning


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda linear: setattr(linear, "args", (linear.args[0], linear.args[1], None)), None),
        (
            lambda linear: linear.replace_all_uses_with(linear.args[0], delete_user_cb=lambda u: u.op != "output"),
            "DG602",
        ),
    ],
)
def test_a_layer_that_is_skipped_is_seen(tmp_path: Path, change: Any, code: str | None) -> None:
    def rewrite(graph: Any, context: PassContext) -> Rewrite:
        change(node(graph, "again"))
        return everything(graph, context)

    body = """
    linear = torch._C._nn.linear(L_x_, L_self_parameters_w_, None)
    again = torch._C._nn.linear(linear, L_self_parameters_w_, None)
    y = torch.relu(again)
    return (y,)
    """
    assert case(tmp_path, body, ByHand(rewrite)).code == code


def test_a_write_that_is_lost_is_seen(tmp_path: Path) -> None:
    body = """
    base = torch._C._nn.linear(L_x_, L_self_parameters_w_, None)
    part = base[(slice(0, 8),)]
    fill = part.fill_(3.0)
    return (base,)
    """

    def copies(graph: Any, context: PassContext) -> Rewrite:
        part = node(graph, "part")
        if not any(user.target == "clone" for user in part.users):
            with graph.inserting_after(part):
                clone = graph.call_method("clone", (part,))
            part.replace_all_uses_with(clone, delete_user_cb=lambda user: user is not clone)
        return everything(graph, context)

    assert case(tmp_path, body).outcome == "passed"
    record = case(tmp_path, body, ByHand(copies))
    assert record.code == "DG602"


def test_integer_outputs_of_the_real_thing(tmp_path: Path) -> None:
    body = """
    linear = torch._C._nn.linear(L_x_, L_self_parameters_w_, None)
    argmax = torch.argmax(linear, -1)
    topk = torch.topk(linear, 3)
    indices = topk[1]
    positive = linear > 0
    return (argmax, indices, positive)
    """
    assert case(tmp_path, body).outcome == "passed"

    def lowest(graph: Any, context: PassContext) -> Rewrite:
        node(graph, "argmax").target = torch.argmin
        return everything(graph, context)

    record = case(tmp_path, body, ByHand(lowest))
    assert record.code == "DG602" and record.metrics["agreement"] < 0.1
    assert "elements differ" in str(record.failure)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_what_a_mask_is_filled_with_is_no_loss(tmp_path: Path, dtype: str) -> None:
    """-3.4e38 becomes float16's own lowest, also where it is what the graph returns."""
    made = sample("L_x_: torch.Tensor", """
        m = L_x_ > 1
        y = L_x_.masked_fill(m, -3.4028234663852886e+38)
        return (y,)
    """, "L_x_: float32[64, 64]")  # fmt: skip
    for level in ("static", "run"):
        record = run(written(made, tmp_path / level), dtype, level=level)
        assert (record.outcome, record.failure) == ("passed", None)
        assert not record.metrics["islands"]
