"""The fold: every spelling, neighbour and shape that becomes one group norm."""

from __future__ import annotations

import math

import pytest
import torch
from folding import (
    FOLD,
    B,
    W,
    X,
    applied,
    case_of,
    count,
    f32,
    rewritten,
    same_numbers,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.quantized import Quantization, quantization_of

NORMS = {
    "functional": "torch.nn.functional.instance_norm({r}, weight=w, bias=b, eps=0.001)",
    "functional, by position": "torch.nn.functional.instance_norm({r}, None, None, w, b, True, 0.1, 0.001)",
    "torch": "torch.instance_norm({r}, w, b, None, None, True, 0.1, 0.001, False)",
    "aten": "torch.ops.aten.instance_norm.default({r}, w, b, None, None, True, 0.1, 0.001, False)",
    "no parameters": "torch.nn.functional.instance_norm({r}, eps=0.001)",
    "no bias": "torch.nn.functional.instance_norm({r}, weight=w, eps=0.001)",
    "quantized": "torch.ops.quantized.instance_norm({r}, w, b, 0.001, 0.05, 9)",
    "quantized overload": "torch.ops.quantized.instance_norm.default({r}, w, None, 0.001, 0.05, 9)",
    "quantized, by name": (
        "torch.ops.quantized.instance_norm({r}, weight=None, bias=b, eps=0.001, output_scale=0.05, output_zero_point=9)"
    ),
}
VIEWS = {
    "reshape": ("r = {x}.reshape(1, 5, 42)", "f = n.reshape(1, 10, 3, 7)"),
    "view": ("r = {x}.view(1, 5, -1)", "f = n.view((1, 10, 3, 7))"),
    "function": ("r = torch.reshape({x}, (1, 5, 6, 7))", "f = torch.reshape(n, [1, 10, 3, 7])"),
    "unflatten": ("a = {x}.unflatten(1, (5, 2))\nr = a.flatten(2)", "f = n.unflatten(2, (2, 3, 7)).flatten(1, 2)"),
    "aten": ("r = torch.ops.aten.view.default({x}, [1, 5, 42])", "f = torch.ops.aten._unsafe_view(n, [1, 10, 3, 7])"),
    "as another": ("e = torch.zeros(1, 5, 42)\nr = {x}.view_as(e)", "f = n.reshape_as(x)"),
    "sizes": ("z = x.shape\nz0 = z[0]\nr = {x}.reshape(z0, 5, -1)", "f = n.contiguous().view(z)"),
    "in steps": ("a = {x}.flatten(2)\nr = a.reshape(1, 5, 42)", "f = n.reshape(1, 10, 21).view(1, 10, 3, 7)"),
    "squeezed": ("a = {x}.squeeze(0).reshape(5, 42)\nr = a.unsqueeze(0)", "f = n.squeeze(0).reshape(1, 10, 3, 7)"),
}


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("views", VIEWS)
def test_every_spelling_becomes_one_group_norm(norm: str, views: str) -> None:
    before, after = VIEWS[views]
    quantized = norm.startswith("quantized")
    body = "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\n" if quantized else ""
    body += f"{before.format(x='q' if quantized else 'x')}\nn = {NORMS[norm].format(r='r')}\n{after}\nreturn (f,)"
    case = case_of(body, X, W, B)
    done = rewritten(case)
    assert count(done) == (0, 1)
    assert not {"reshape", "view", "flatten", "unflatten", "contiguous"} & set(done.ops())
    (norm_node,) = (node for node in done.graph.nodes if op_name(node) == "group_norm")
    assert norm_node.args[1] == 5 and norm_node.args[4] == 0.001
    same_numbers(case, done)


@pytest.mark.parametrize("inside", [True, False], ids=["inside", "outside"])
@pytest.mark.parametrize("quantized_last", [True, False], ids=["quantize", "dequantize"])
def test_with_neighbours_that_quantize_and_dequantize(inside: bool, quantized_last: bool) -> None:
    """Between the reshapes they move with the norm; around them they stay where they are."""
    down, up = "torch.quantize_per_tensor({}, 0.07, 11, torch.qint8)", "{}.dequantize()"
    start = "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\n"
    if quantized_last:  # dequantize -> float norm -> quantize
        norm = "torch.nn.functional.instance_norm(c, weight=w, bias=b)"
        first, last = up, down
    else:  # quantized norm -> dequantize
        norm = "torch.ops.quantized.instance_norm(c, w, b, 1e-05, 0.05, 9)"
        first, last = "{}.contiguous()", up
    grouped, back = "{}.reshape(1, 5, 42)", "{}.reshape(1, 10, 3, 7)"
    one, two = (grouped, first) if inside else (first, grouped)
    three, four = (last, back) if inside else (back, last)
    body = (
        f"{start}a = {one.format('q')}\nc = {two.format('a')}\nn = {norm}\n"
        f"m = {three.format('n')}\nf = {four.format('m')}\nreturn (f,)"
    )
    case = case_of(body, X, W, B)
    done = rewritten(case)
    assert count(done) == (0, 1) and "reshape" not in done.ops()
    found = quantization_of(done.result())
    assert found == (Quantization(torch.qint8, 0.07, 11) if quantized_last else None)
    same_numbers(case, done)


PARAMETERS = {
    "itself": "p = w",
    "repeat": "p = w.repeat(3)",
    "tile": "p = torch.tile(w, (3,))",
    "cat": "p = torch.cat([w, w, w])",
    "stack": "p = torch.stack((w, w, w)).flatten()",
    "expand": "p = w.expand(3, 4).reshape(-1)",
    "expand after unsqueeze": "p = w[None].reshape(1, 4).expand(3, -1).reshape(12)",
}


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_parameters_that_repeat_for_each_sample(parameter: str) -> None:
    """Samples and groups in one dimension, [1, N * G, ...]: the parameters are one period of what repeats."""
    shape = "3, 4, 45" if parameter == "itself" else "1, 12, 45"
    body = (
        f"{PARAMETERS[parameter]}\nr = x.reshape({shape})\n"
        "n = torch.nn.functional.instance_norm(r, weight=p)\nf = n.reshape(3, 12, 3, 5)\nreturn (f,)"
    )
    case = case_of(body.replace("p = w\n", "").replace("=p)", "=w)") if parameter == "itself" else body,
                   f32("x", 3, 12, 3, 5), f32("w", 4, data=(0.6, 0.8, 1.0, 1.3)))  # fmt: skip
    done = rewritten(case)
    assert count(done) == (0, 1)
    assert "cat" not in done.ops() and "expand" not in done.ops()
    same_numbers(case, done)


@pytest.mark.parametrize("shape", ["12, 1, 45", "6, 2, 45", "2, 6, 45", "1, 12, 9, 5"])
def test_any_split_of_the_groups_over_the_first_two_dimensions(shape: str) -> None:
    """[A, B, ...] with A * B = N * G: with no parameters it is the same norm, wherever the sizes stand."""
    body = f"r = x.reshape({shape})\nn = torch.nn.functional.instance_norm(r)\nf = n.reshape(3, 12, 3, 5)\nreturn (f,)"
    case = case_of(body, f32("x", 3, 12, 3, 5))
    done = rewritten(case)
    assert count(done) == (0, 1)
    same_numbers(case, done)


def test_a_value_in_between_that_others_use_keeps_what_it_is() -> None:
    body = (
        "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\nr = q.reshape(1, 5, 42)\n"
        "n = torch.ops.quantized.instance_norm(r, w, b, 1e-05, 0.08, 7)\nf = n.reshape(1, 10, 3, 7)\n"
        "m = n.dequantize().amax(-1)\nk = r.int_repr()\nreturn (f, m, k, n)"
    )
    case = case_of(body, X, W, B)
    done = rewritten(case)
    assert count(done) == (1, 1)
    before, after = case.values()["output"], done.values()["output"]
    assert [quantization_of(v) for v in before] == [quantization_of(v) for v in after]
    same_numbers(case, done)


def test_every_way_back_is_folded() -> None:
    body = (
        "r = x.reshape(1, 5, 42)\nn = torch.nn.functional.instance_norm(r, weight=w)\n"
        "f = n.reshape(1, 10, 3, 7)\ng = n.view(1, 10, 3, 7)\ny = f + g.relu()\nreturn (y,)"
    )
    case = case_of(body, X, W)
    done = rewritten(case)
    assert done.ops().count("instance_norm") == 0 and "view" not in done.ops()
    same_numbers(case, done)


def test_what_is_written_into_afterwards_is_folded_where_nobody_else_sees_it() -> None:
    body = (
        "y = x * 2\nr = y.reshape(1, 5, 42)\nn = torch.nn.functional.instance_norm(r, weight=w)\n"
        "f = n.reshape(1, 10, 3, 7)\ng = torch.nn.functional.relu(f, inplace=True)\ny += 1\nreturn (g, y)"
    )
    case = case_of(body, X, W)
    done = rewritten(case)
    assert count(done) == (0, 1)
    same_numbers(case, done)


def test_one_after_the_other() -> None:
    body = (
        "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\n"
        "n = torch.ops.quantized.instance_norm(q.reshape(1, 5, 42), w, b, 1e-05, 0.08, 7)\nf = n.reshape(1, 10, 3, 7)\n"
        "m = torch.ops.quantized.instance_norm(f.reshape(1, 2, 15, 7), None, None, 1e-05, 0.05, 9)\n"
        "g = m.reshape(1, 10, 3, 7)\nd = g.dequantize()\n"
        "e = torch.nn.functional.instance_norm(d.view(1, 5, 42), weight=w).view(1, 10, 3, 7)\nreturn (f, g, e)"
    )
    case = case_of(body, X, W, B)
    done = rewritten(case)
    assert count(done) == (0, 3) and "reshape" not in done.ops()
    same_numbers(case, done)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.data())
def test_any_shape(data: st.DataObject) -> None:
    """Whatever the sizes: what is folded computes the same, and what is a group norm is folded."""
    samples, groups, each = (data.draw(st.integers(1, 4), label=name) for name in ("N", "G", "channels a group"))
    spatial = data.draw(st.lists(st.integers(1, 4), max_size=3), label="sizes")
    run, shape = each * math.prod(spatial), [samples, groups * each, *spatial]
    first = data.draw(
        st.sampled_from([d for d in range(1, samples * groups + 1) if samples * groups % d == 0]), label="A"
    )
    second = samples * groups // first
    inner = [first, second, run]
    assume(run > 1 and inner != shape)
    quantized, affine = data.draw(st.booleans(), label="quantized"), data.draw(st.booleans(), label="affine")
    weight = "w" if affine else "None"
    norm = (
        f"torch.ops.quantized.instance_norm(r, {weight}, None, 1e-05, 0.05, 9)" if quantized
        else f"torch.nn.functional.instance_norm(r, weight={weight})"
    )  # fmt: skip
    start = "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\n" if quantized else "q = x + 1\n"
    body = f"{start}r = q.reshape({inner})\nn = {norm}\nf = n.reshape({shape})\nreturn (f,)"
    tensors = [f32("x", *shape), *([f32("w", second, mean=1.0)] if affine else [])]
    case = case_of(body, *tensors)
    done = applied(case, FOLD)
    fits = not affine or groups % second == 0
    fits &= not quantized or len(shape) > 2  # the quantized kernel takes no matrices
    assert count(done) == ((0, 1) if fits else (1, 0))
    same_numbers(case, done)
