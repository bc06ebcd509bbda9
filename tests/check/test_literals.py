"""Literals that lose their meaning without a kernel saying so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from making import ByHand, everything, lowered, node, run, sample, written

from pytest_dtypegen.check.literals import _DIVIDES_BY_EPS
from pytest_dtypegen.passes.protocol import PassContext, Rewrite

ARGUMENTS = "L_x_: torch.Tensor, L_w_: torch.nn.parameter.Parameter, L_m_: torch.Tensor, L_eps_: torch.Tensor"
META = "L_x_: float32[4, 4]\nL_w_: float32[4, 4]\nL_m_: bool[4, 4]\nL_eps_: float32[] = 1e-12"


def verdict(tmp_path: Path, body: str, dtype: str = "float16", make: Any = everything) -> Any:
    body = f"{body}\nz = torch.matmul(y, L_w_)\nreturn (z,)"
    return run(
        written(sample(ARGUMENTS, body, META), tmp_path / "s"), dtype, pass_=ByHand(make), level="static"
    ).failure


UNDERFLOW = [
    ("a = L_x_ + 1e-12\ny = L_x_ / a", "a", "div"),
    ("a = 1e-12 + L_x_\nb = torch.sqrt(a)\ny = L_x_ / b", "a", "div"),
    ("a = L_x_.abs() + 1e-08\ny = torch.log(a)", "a", "log"),
    ("a = L_x_.pow(2).mean(-1, keepdim = True)\nb = a + 1e-12\ny = L_x_ * torch.rsqrt(b)", "b", "rsqrt"),
    ("a = L_x_.clamp(min = 1e-12)\ny = L_x_ / a", "a", "div"),
    ("a = torch.full((4, 4), 1e-12, dtype = torch.float16)\ny = L_x_ / a", "a", "div"),
    ("a = torch.abs(L_x_)\nb = a.add_(1e-12)\nc = b.unsqueeze(0)\nd = c[0]\ny = L_x_ / d", "b", "div"),
    ("a = L_x_ + L_eps_\ny = L_x_ / a", "l_eps_", "div"),
    ("y = torch.nn.functional.normalize(L_x_)", "y", None),
    ("y = torch.nn.functional.normalize(L_x_, 2.0, 1, 1e-12)", "y", None),
]


@pytest.mark.parametrize(("body", "at", "divider"), UNDERFLOW)
def test_an_eps_that_vanishes_before_a_division(tmp_path: Path, body: str, at: str, divider: str | None) -> None:
    failure = verdict(tmp_path, body)
    assert failure is not None
    assert (failure.code, failure.node) == ("DG405", at)
    assert "becomes 0 in float16" in failure.message and failure.line


@pytest.mark.parametrize(("body", "at", "divider"), UNDERFLOW)
def test_bfloat16_holds_it(tmp_path: Path, body: str, at: str, divider: str | None) -> None:
    failure = verdict(tmp_path, body, "bfloat16")
    assert failure is None or (failure.code != "DG405" and "torch.float16" in body)


@pytest.mark.parametrize(
    "body",
    [
        "a = L_x_ + 1e-05\ny = L_x_ / a",  # a float16 number
        "a = L_x_ + 1e-12\ny = a * 2",  # nothing divides by it
        "a = L_x_ + 1e-12\nb = L_x_ + 1.0\ny = a / b",  # it is what is divided
        "a = L_x_.float() + 1e-12\nb = L_x_.float() / a\ny = b.to(torch.float16)",  # a float32 region
        "y = torch.nn.functional.layer_norm(L_x_, (4,), None, None, 1e-12)",  # the kernel computes in float32
        "a = L_x_ > 1e-12\ny = torch.where(a, L_x_, L_w_)",  # looked at, not computed with
    ],
)
def test_an_eps_that_does_no_harm(tmp_path: Path, body: str) -> None:
    failure = verdict(tmp_path, body)
    assert failure is None or failure.code != "DG405", failure


@pytest.mark.parametrize("op", sorted(_DIVIDES_BY_EPS))
def test_composites_divide_by_their_eps_in_the_operands_dtype(op: str) -> None:
    """The table against the real thing: a row of zeros gives NaN where eps has become zero."""
    zeros = torch.zeros(1, 4, dtype=torch.float16)
    eps = _DIVIDES_BY_EPS[op][2]
    assert torch.isnan(getattr(F, op)(zeros, eps=eps)).all()
    assert torch.equal(getattr(F, op)(zeros.float(), eps=eps), torch.zeros(1, 4))


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ("y = torch.where(L_m_, L_x_, -3.4028234663852886e+38)", "y"),
        ("a = torch.relu(L_x_)\na[L_m_] = -3.4028234663852886e+38\ny = a * 1", "setitem"),
        ("y = L_x_ + 1e+06", "y"),
    ],
)
def test_a_literal_that_silently_becomes_an_infinity(tmp_path: Path, body: str, at: str) -> None:
    failure = verdict(tmp_path, body)
    assert failure is not None
    assert (failure.code, failure.node) == ("DG404", at)
    assert "inf in float16" in failure.message


def _filled(value: float) -> Any:
    def make(graph: Any, context: PassContext) -> Rewrite:
        fill = node(graph, "y")
        fill.args = (*fill.args[:2], value)
        return everything(graph, context)

    return make


FILL = "y = L_x_.masked_fill(L_m_, -3.4028234663852886e+38)"


@pytest.mark.parametrize(
    ("dtype", "value", "code"),
    [
        ("float16", -65504.0, None),
        ("float16", -60000.0, None),
        ("float16", 65504.0, "DG404"),
        ("float16", -1.0, "DG404"),
        ("float16", float("-inf"), "DG404"),
        ("bfloat16", -3.3895313892515355e38, None),
        ("bfloat16", -65504.0, "DG404"),
        ("bfloat16", 3.3895313892515355e38, "DG404"),
    ],
)
def test_a_replaced_bound_keeps_its_end_and_sign(tmp_path: Path, dtype: str, value: float, code: str | None) -> None:
    failure = verdict(tmp_path, FILL, dtype, _filled(value))
    assert (failure and failure.code) == code
    if failure is not None:
        assert failure.node == "y" and "the literal -3.4028234663852886e+38 became" in failure.message


@pytest.mark.parametrize(("eps", "code"), [(6.103515625e-05, None), (1e-07, None), (0.01, "DG405"), (-1e-07, "DG405")])
def test_a_replaced_eps_stays_an_eps(tmp_path: Path, eps: float, code: str | None) -> None:
    def make(graph: Any, context: PassContext) -> Rewrite:
        node(graph, "a").args = (node(graph, "a").args[0], eps)
        return everything(graph, context)

    failure = verdict(tmp_path, "a = L_x_ + 1e-12\ny = L_x_ / a", make=make)
    assert (failure and failure.code) == code


def test_a_recorded_scalar_kept_as_it_is(tmp_path: Path) -> None:
    def keeps(graph: Any, context: PassContext) -> Rewrite:
        return Rewrite(graph, {**lowered(context), "L_eps_": context.tensors["L_eps_"]})

    item = "a = L_eps_.item()\ny = torch.nn.functional.layer_norm(L_x_, (4,), None, None, a)"
    assert verdict(tmp_path, item, make=keeps) is None
    failure = verdict(tmp_path / "again", item)
    assert failure is not None and (failure.code, failure.node) == ("DG405", "l_eps_")
