"""A mask's fill is left out of a score where the value renders it, and nothing else ever is."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from making import ByHand, run, sample, written
from torch import fx

from pytest_dtypegen.check.data import round_to_grid
from pytest_dtypegen.check.fills import output_fills
from pytest_dtypegen.passes.protocol import PassContext, Rewrite
from pytest_dtypegen.passes.registry import builtin_passes

F16, BF16 = torch.float16, torch.bfloat16
LOWEST = -3.4028234663852886e38


def t(*values: float) -> torch.Tensor:
    return torch.tensor(values)


@pytest.mark.parametrize(
    ("reference", "value", "target", "left_out"),
    [
        (t(1, LOWEST), t(1, -65504), F16, [1]),
        (t(1, LOWEST), t(1, torch.finfo(BF16).min), BF16, [1]),
        (t(1, LOWEST), t(1, -65504), BF16, []),  # another dtype's limit
        (t(1, LOWEST), t(1, 65504), F16, []),  # its sign lost
        (t(1, LOWEST), t(1, -9.0), F16, []),
        (t(1, -1e9, -1e9), t(1, -65504, -65504), F16, [1, 2]),
        (t(-1e9, -1e9, -1e9, 1), t(-65504, -65504, -65504, 1), F16, [0, 1, 2]),  # most of it is masked
        (t(1, -1e9, -1e9), t(1, -1e9, -1e9), BF16, [1, 2]),
        (t(1, 8e8, 7e8), t(1, 65504, 65504), F16, []),  # large numbers are numbers
        (t(1, 8e8), t(1, 65504), F16, []),
        (t(1, 8e8, 8e8), t(1, 4e4, 5e3), F16, []),  # one of them is not rendered
        (t(1, math.inf), t(1, math.inf), F16, []),
    ],
)
def test_fills(reference: torch.Tensor, value: torch.Tensor, target: torch.dtype, left_out: list[int]) -> None:
    fills = output_fills(reference, value, target)
    assert fills.within(reference).nonzero().flatten().tolist() == left_out


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("share", [2, 62])
def test_what_a_mask_leaves_is_judged(tmp_path: Path, dtype: str, share: int) -> None:
    """Beside fills that are most of the output, or few, an error in the other elements shows."""
    body = f"""
        y = torch._C._nn.linear(L_x_, L_w_, None)
        m = torch.arange(64) < {share}
        z = y.masked_fill(m, -1e9)
        return (z,)
    """
    arguments = "L_x_: torch.Tensor, L_w_: torch.nn.parameter.Parameter"
    path = written(sample(arguments, body, "L_x_: float32[64, 64]\nL_w_: float32[64, 64]"), tmp_path / "s")
    assert run(path, dtype).failure is None
    record = run(path, dtype, pass_=ByHand(changed("z", "mul", 1.05)))
    assert record.failure is not None and (record.code, record.failure.node) == ("DG602", "z")


def changed(name: str, method: str, *args: float, **kwargs: float) -> Callable[[fx.Graph, PassContext], Rewrite]:
    """The autocast pass, with one more op behind the node that is called ``name``."""

    def rewrite(graph: fx.Graph, context: PassContext) -> Rewrite:
        result = builtin_passes()["autocast"].rewrite(graph, context)
        if any(node.name == "changed" for node in result.graph.nodes):
            return result
        node = next(node for node in result.graph.nodes if node.name == name)
        with result.graph.inserting_after(node):
            new = result.graph.create_node("call_method", method, (node, *args), kwargs, name="changed")
        node.replace_all_uses_with(new, delete_user_cb=lambda user: user is not new)
        return result

    return rewrite


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_large_numbers_that_a_pass_cuts_off(tmp_path: Path, dtype: str) -> None:
    body = "b = torch.matmul(L_x_, L_w_)\nc = b * 2.5\nd = torch.exp(c)\nreturn (d,)"
    made = sample("L_x_: torch.Tensor, L_w_: torch.Tensor", body, "L_x_: float32[256, 16]\nL_w_: float32[16, 16]")
    record = run(written(made, tmp_path / "s"), dtype, pass_=ByHand(changed("d", "clamp", max=65504.0)))
    assert record.failure is not None and record.code == "DG602"


def test_an_ill_conditioned_output_excuses_no_other(tmp_path: Path) -> None:
    body = "b = torch.matmul(L_x_, L_w_)\ne = L_x_ * 60.0\nf = torch.sin(e)\nreturn (b, f)"
    made = sample("L_x_: torch.Tensor, L_w_: torch.Tensor", body, "L_x_: float32[64, 64]\nL_w_: float32[64, 64]")
    path = written(made, tmp_path / "s")
    clean = run(path, "bfloat16")
    assert clean.failure is not None and (clean.code, clean.failure.node) == ("DG603", "f")
    record = run(path, "bfloat16", pass_=ByHand(changed("b", "mul", 1.0234375)))
    assert record.failure is not None and record.code == "DG602" and "output[0]" in record.failure.message


def test_fills_stay_numbers_on_the_grid() -> None:
    values = round_to_grid(t(LOWEST, -LOWEST, 1.0001, math.inf))
    assert values[:2].tolist() == t(LOWEST, -LOWEST).tolist()
    assert values[2:].tolist() == [1.0, math.inf]
