"""The data of a case: what is recorded, what are inputs, other values for them, and what nothing can be proven on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import torch
from conditioning import DEEP, DEPTH, X, conditioned, recorded, weights
from making import EVERYTHING, run, sample, written

from pytest_dtypegen.check.data import input_names, round_to_grid


def test_recorded_data_are_real() -> None:
    made = sample(
        weights("w") + ", L_i_: torch.Tensor, L_eps_: torch.Tensor",
        "a = torch._C._nn.linear(L_x_, L_self_parameters_w_, None)\nb = a[L_i_] + L_eps_\nreturn (b,)",
        "L_x_: float32[4, 4]\nL_self_parameters_w_: float32[4, 4]\nL_i_: int64[2] = 3, 1\nL_eps_: float32[] = 1e-12",
    )
    values = torch.linspace(-2, 2, 16).bfloat16().float() * 1e-3
    made = recorded(made, w={"data": tuple(values.tolist())})
    data = conditioned(made)[1]
    scale = data.adjustments["L_self_parameters_w_"].scale
    assert torch.equal(data.value("L_self_parameters_w_"), values.view(4, 4).bfloat16().float() * scale)
    assert data.value("L_i_").tolist() == [3, 1]
    assert data.value("L_eps_").item() == pytest.approx(1e-12, rel=1e-6)  # a scalar steers the graph: not rounded
    assert data.value("L_i_").dtype == torch.int64


def test_inputs_are_told_from_weights() -> None:
    graph = sample(
        "L_x_: torch.Tensor, L_self_buffers_b_: torch.Tensor, w: torch.nn.parameter.Parameter, s1: torch.SymInt, G_g_: "
        "torch.Tensor",
        "a = L_x_ + L_self_buffers_b_ + w + G_g_\nreturn (a,)",
        "L_x_: float32[2]\nL_self_buffers_b_: float32[2]\nw: float32[2]\ns1: int64[2]\nG_g_: float32[2]",
    )
    assert input_names(graph.graph, graph.tensors) == {"L_x_"}


def test_the_grid_serves_both_dtypes_and_commutes_with_scales() -> None:
    values = torch.randn(4096, generator=torch.Generator().manual_seed(0)) * torch.logspace(-9, 4, 4096)
    rounded = round_to_grid(values.clone())
    assert torch.equal(rounded, rounded.bfloat16().float())
    normal = (rounded.abs() >= torch.finfo(torch.float16).tiny) & (rounded.abs() <= torch.finfo(torch.float16).max)
    assert torch.equal(rounded[normal], rounded[normal].half().float()) and normal.sum() > 2000
    assert torch.equal(round_to_grid(values * 2.0**20), rounded * 2.0**20)


@pytest.mark.parametrize(
    ("body", "facts", "code"),
    [
        ("y = L_x_ * 0.0", {}, "DG202"),
        ("y = torch.ones(4, 8)", {}, "DG202"),
        ("a = L_x_ * 0\ny = a + torch.arange(8)", {}, "DG202"),  # not constant, but the same for any input
        ("a = L_x_ * 0\ny = a / a", {}, "DG202"),
        ("y = torch.relu(L_x_)", {}, None),
        ("y = torch.relu(L_x_)", {"mean": -1.0, "std": 0.0}, None),  # an image recorded as one colour
        ("y = torch.relu(L_x_)", {"mean": 0.0, "std": 0.0}, None),
        ("y = L_x_ @ torch.zeros(8, 8)", {}, "DG202"),
    ],
)
def test_what_nothing_can_be_proven_on(tmp_path: Path, body: str, facts: Mapping[str, Any], code: str | None) -> None:
    made = recorded(sample(X, f"{body}\nreturn (y,)", "L_x_: float32[4, 8]"), L_x_=facts)
    record = run(written(made, tmp_path / "s"))
    assert record.code == code
    if record.failure is not None:
        assert record.failure.stage == "reference" and record.failure.message


IDS = "L_i_: torch.Tensor, L_m_: torch.Tensor, L_self_parameters_w_: torch.nn.parameter.Parameter"
ONES = "L_m_: int64[1, 4] = 1, 1, 1, 1"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("body", "ids", "code", "warned"),
    [
        # two recorded ids have few other orders
        ("y = torch.nn.functional.embedding(L_i_, L_self_parameters_w_)", "L_i_: int64[2] = 5, 3", None, False),
        ("y = L_i_.float().sin()", "L_i_: int64[2] = 999, 3", None, False),
        ("y = L_i_.float().sin() + L_m_.sum()", "L_i_: int64[1] = 7", None, False),
        # a mask of ones has none: zeros are put in
        ("y = L_m_.float() @ L_self_parameters_w_[:4]", "L_i_: int64[2] = 1, 1", None, False),
        ("m = L_m_ == 1\ny = m.float() @ L_self_parameters_w_[:4]", "L_i_: int64[2] = 1, 1", None, False),
        # or what padding would be
        ("p = L_m_.cumsum(1) - 1\ny = torch.nn.functional.embedding(p, L_self_parameters_w_)",
         "L_i_: int64[1] = 0", None, False),
        # which a graph may refuse: its positions are then below zero
        ("p = (L_m_.flip(1).cumsum(1) - 1)\ny = torch.nn.functional.embedding(p, L_self_parameters_w_)",
         "L_i_: int64[2] = 5, 3", "DG202", False),
        ("p = (L_m_.flip(1).cumsum(1) - 1)\ny = torch.nn.functional.embedding(p, L_self_parameters_w_)",
         "L_i_: int64[1] = 0", None, True),
        ("y = L_i_ * 0.0 + L_m_.sum() * 0.0 + L_self_parameters_w_[0, :2]", "L_i_: int64[2] = 5, 3", "DG202", False),
        ("y = torch.zeros(2) * L_i_ + L_self_parameters_w_[0, :2]", "L_i_: int64[2] = 0, 0", "DG202", False),
    ],
)  # fmt: skip
def test_recorded_integers_have_other_values(
    tmp_path: Path, body: str, ids: str, code: str | None, warned: bool, seed: int
) -> None:
    made = sample(IDS, f"{body}\nreturn (y,)", f"{ids}\n{ONES}\nL_self_parameters_w_: float32[8, 4]")
    record = run(written(made, tmp_path / "s"), seed=seed)
    assert record.code == code
    assert any("not shown" in warning for warning in record.warnings) == warned


def test_recorded_data_on_demand(tmp_path: Path) -> None:
    """Without conditioning, tiny weights give a result that is nothing but the bias' rounding."""
    made = recorded(DEEP, **{f"w{i}": {"std": 1e-5} for i in range(DEPTH)})
    path = written(made, tmp_path / "s")
    assert run(path, pass_=EVERYTHING).outcome == "passed"
    naive = run(path, pass_=EVERYTHING, data="recorded")
    assert naive.code == "DG202" or naive.metrics["snr_db"] < 20


def test_the_same_data_again_where_a_case_is_rerun(tmp_path: Path) -> None:
    path = written(DEEP, tmp_path / "s")
    first = run(path, pass_=EVERYTHING)
    second = run(path, pass_=EVERYTHING)
    assert first.metrics == second.metrics
    assert run(path, pass_=EVERYTHING, seed=1).metrics["snr_db"] != first.metrics["snr_db"]
