"""Conditioned data: activations at unit scale, whatever the sample records, and the same values in every run."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import torch
from conditioning import DEEP, DEPTH, conditioned, recorded, rms, weights
from making import CORPUS, run, sample, written

from pytest_dtypegen.check import reference
from pytest_dtypegen.check.condition import Conditioner
from pytest_dtypegen.check.data import Data, input_names
from pytest_dtypegen.check.norms import leads_to_activation
from pytest_dtypegen.check.reference import steering_names
from pytest_dtypegen.check.scale import LEAST_DEVIATION, MEAN_OFFSET, channel_statistics
from pytest_dtypegen.check.values import plain
from pytest_dtypegen.dtypes.values import leaves
from pytest_dtypegen.execute.run import run_graph
from pytest_dtypegen.samples.read import read_sample


@pytest.mark.parametrize("std", [1e-3, 0.02, 1.0, 30.0])
def test_every_layer_has_unit_scale(std: float) -> None:
    made = recorded(DEEP, **{f"w{i}": {"std": std} for i in range(DEPTH)})
    values, _, _ = conditioned(made)
    for i in range(DEPTH):
        assert 0.7 <= rms(values[f"a{i}"]) <= 1.42


def test_scales_are_powers_of_two_and_make_the_same_values_again() -> None:
    made = recorded(DEEP, **{f"w{i}": {"std": 0.003} for i in range(DEPTH)})
    _, data, (output,) = conditioned(made)
    scales = [adjustment.scale for adjustment in data.adjustments.values()]
    assert len(scales) == DEPTH and all(torch.frexp(torch.tensor(scale))[0] == 0.5 for scale in scales)
    with torch.no_grad():
        (again,) = run_graph(made.graph, data.feed)
    assert torch.allclose(again, output, rtol=1e-5)
    for name in made.tensors:
        value = data.value(name)
        assert torch.equal(value, value.bfloat16().float())


def test_deterministic_by_name_and_seed() -> None:
    (one,), (same,), (other,) = (conditioned(DEEP, seed)[2] for seed in (0, 0, 1))
    assert torch.equal(one, same) and not torch.equal(one, other)


def test_a_shared_weight_is_decided_by_its_first_use() -> None:
    made = sample(
        weights("w"),
        """
        a = torch._C._nn.linear(L_x_, L_self_parameters_w_, None)
        b = a * 1000
        c = torch._C._nn.linear(b, L_self_parameters_w_, None)
        return (c,)
        """,
        "L_x_: float32[8, 32]\nL_self_parameters_w_: float32[32, 32]",
    )
    values, data, _ = conditioned(recorded(made, w={"std": 0.01}))
    assert 0.7 <= rms(values["a"]) <= 1.42 and rms(values["c"]) > 100
    assert len(data.adjustments) == 1


def test_a_weight_that_was_used_as_recorded_is_left() -> None:
    made = sample(
        weights("w"),
        """
        a = L_x_ * L_self_parameters_w_
        b = torch.matmul(a, L_self_parameters_w_)
        return (b,)
        """,
        "L_x_: float32[32, 32]\nL_self_parameters_w_: float32[32, 32]",
    )
    assert not conditioned(recorded(made, w={"std": 0.01}))[1].adjustments


@pytest.mark.parametrize(
    "product",
    [
        "b = L_self_parameters_w_.t()\nc = torch.matmul(L_x_, b)",
        "b = L_self_parameters_w_.transpose(0, 1)\nc = L_x_ @ b",
        "b = L_self_parameters_w_.unsqueeze(0)\nd = b[0]\nc = torch.mm(L_x_, d)",
        "b = torch.zeros(64)\nc = torch.addmm(b, L_x_, L_self_parameters_w_)",
        "c = torch.functional.einsum('bi,ij->bj', L_x_, L_self_parameters_w_)",
        "b = L_self_parameters_w_.to(torch.float32)\nc = torch._C._nn.linear(L_x_, b, None)",
        "c = torch.matmul(L_self_parameters_w_, L_x_.t())",
    ],
)
def test_weights_are_found_behind_views_and_in_any_product(product: str) -> None:
    made = sample(
        weights("w"), f"{product}\nreturn (c,)", "L_x_: float32[8, 64]\nL_self_parameters_w_: float32[64, 64]"
    )
    made = recorded(made, w={"std": 1e-4})
    values, data, (output,) = conditioned(made)
    assert 0.7 <= rms(values["c"]) <= 1.42
    with torch.no_grad():
        (again,) = run_graph(made.graph, data.feed)
    assert torch.allclose(again, output, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("std", [1e-3, 1.0, 30.0])
@pytest.mark.parametrize(
    "layer",
    [
        "c = torch._C._nn.linear(L_x_, L_self_parameters_w_, L_self_parameters_b_)",
        "c = torch._C._nn.linear(L_x_, L_self_parameters_w_, bias=L_self_parameters_b_)",
        "c = torch.addmm(L_self_parameters_b_, L_x_, L_self_parameters_w_)",
        "c = torch.addmm(input=L_self_parameters_b_, mat1=L_x_, mat2=L_self_parameters_w_)",
        "c = torch.addmm(L_self_parameters_b_, L_x_, L_self_parameters_w_, beta=0.5, alpha=2)",
        "c = torch.addmm(L_self_parameters_b_, L_x_, L_self_parameters_w_, beta=0)",
        "c = L_self_parameters_b_.addmm(L_x_, L_self_parameters_w_)",
        "b = L_self_parameters_b_ * 1\nc = torch.addmm(b, L_x_, L_self_parameters_w_)",
        "x = L_x_.unsqueeze(-1)\nw = L_self_parameters_w_.unsqueeze(-1)\nc = torch.conv1d(x, w, L_self_parameters_b_)",
        "b = L_self_parameters_b_.reshape(1, -1)\nc = torch.addmm(b, L_x_, L_self_parameters_w_)",
    ],
)
def test_the_reference_is_what_a_plain_run_on_its_data_gives(layer: str, std: float) -> None:
    """What the reference computed with before it decided must not be left in it."""
    made = sample(
        weights("w", "b"),
        f"{layer}\nd = torch.relu(c)\nreturn (c, d)",
        "L_x_: float32[8, 16]\nL_self_parameters_w_: float32[16, 16]\nL_self_parameters_b_: float32[16]",
    )
    made = recorded(made, w={"std": std}, b={"std": 2.0, "mean": 3.0})
    _, data, outputs = conditioned(made)
    with torch.no_grad():
        again = run_graph(made.graph, data.feed)
    assert all(torch.allclose(one, other, rtol=1e-5, atol=1e-5) for one, other in zip(again, outputs, strict=True))


@pytest.mark.parametrize(
    "body",
    [
        "n = L_b_ + 3\ny = torch._C._nn.linear(L_x_, L_w_, L_b_)\nz = y + n",
        "n = L_b_ + 3\ny = torch.nn.functional.layer_norm(L_x_, (16,), L_b_)\nz = y + n",
        "n = L_w_.sum(0)\ny = torch.nn.functional.embedding(L_i_, L_w_)\nz = y + n",
        "n = L_v_ + 1e-5\ny = torch.nn.functional.batch_norm(L_x_, L_b_, L_v_)\nz = y * n",
        "n = L_v_[None] + 1e-5\ny = torch.nn.functional.batch_norm(L_x_, L_b_, L_v_)\nz = y * n",
        "t = L_w_.t()\nn = t.sum(0)\ny = L_x_ @ t\nz = y + n",
        "c = L_w_.clone()\ny = L_x_ @ L_w_\nz = y @ c",
        "c = L_w_.clone()\nv = c.t()\ny = L_x_ @ v\nz = y @ v",
        "c = L_w_.clone()\nv = c.t()\nu = c.t()\ny = L_x_ @ v\nz = y @ u",
        "x = L_x_.half()\nt = L_w_.half()\ny = x.matmul(t)\nz = y.float() + L_w_.sum() * 0.0",
        "x = L_x_.half()\nt = L_w_.half()\ny = x.matmul(t)\nz = y.float() @ t.float()",
        "m = L_x_ * L_b_\ny = m * L_b_\nz = torch._C._nn.linear(y, L_w_, L_b_)",
        "d = L_w_.dtype\ns = L_w_.size(0)\ny = L_x_.to(d) @ L_w_\nz = y / s",
    ],
)
@pytest.mark.parametrize("std", [1e-4, 30.0])
def test_what_was_used_before_stays_as_it_was_used(body: str, std: float) -> None:
    made = sample(
        "L_x_: torch.Tensor, L_i_: torch.Tensor, " + ", ".join(f"L_{n}_: torch.nn.parameter.Parameter" for n in "wbv"),
        f"{body}\nreturn (z,)",
        "L_x_: float32[8, 16]\nL_i_: int64[8]\nL_w_: float32[16, 16]\nL_b_: float32[16]\nL_v_: float32[16]",
    )
    made = recorded(made, L_w_={"std": std}, L_b_={"std": 0.0, "mean": 0.0 if std < 1 else 9.0},
                    L_v_={"mean": 4.0, "std": 0.1})  # fmt: skip
    _, data, (found,) = conditioned(made)
    with torch.no_grad():
        (again,) = run_graph(made.graph, data.feed)
    assert torch.allclose(again, found, rtol=1e-3, atol=1e-3 * rms(found))


@pytest.mark.parametrize("path", sorted(CORPUS.rglob("model.py")), ids=lambda path: path.parent.name)
def test_so_it_is_on_the_whole_corpus(path: Path) -> None:
    made = read_sample(path.parent)
    data = Data(
        made.tensors, torch.device("cpu"), seed=0, rounded=True, inputs=input_names(made.graph, made.tensors),
        steering=steering_names(made.graph),
    )  # fmt: skip
    found = reference.run(made.graph, data.feed, lambda op, node: None, execute=Conditioner(made.graph, data))
    again = reference.run(made.graph, data.feed, lambda op, node: None)
    for (place, one), (_, other) in zip(leaves(found), leaves(again), strict=True):
        if isinstance(one, torch.Tensor):
            one, other = (plain(tensor).to(torch.complex128) for tensor in (one, other))
            assert torch.allclose(one, other, rtol=1e-4, atol=1e-4, equal_nan=True), place


def test_views_seen_before_their_weight_was_scaled_are_forgotten(tmp_path: Path) -> None:
    made = sample(
        weights("w", "v"),
        "t = L_self_parameters_w_.t()\nc = L_x_ @ t\nu = L_self_parameters_v_.t()\ns = u * 1\nd = c @ s\nreturn (d,)",
        "L_x_: float32[8, 16]\nL_self_parameters_w_: float32[16, 16]\nL_self_parameters_v_: float32[16, 16]",
    )
    data = Data(made.tensors, torch.device("cpu"), seed=0, rounded=True, inputs=input_names(made.graph, made.tensors))
    conditioner = Conditioner(made.graph, data)
    with torch.no_grad():
        run_graph(made.graph, data.feed, execute=conditioner)
    assert {node.name for node in conditioner.stale} == {"l_self_parameters_w_", "t"}
    record = run(written(recorded(made, w={"std": 1e-3}), tmp_path / "s"))
    assert record.outcome == "passed" and not record.warnings


def test_a_layer_recorded_as_all_zero_is_given_values() -> None:
    made = recorded(DEEP, **{f"w{i}": {"mean": 0.0, "std": 0.0} for i in range(DEPTH)})
    values, _, _ = conditioned(made)
    assert 0.7 <= rms(values[f"a{DEPTH - 1}"]) <= 1.42


def test_weights_of_one_sign_do_not_close_every_relu() -> None:
    made = recorded(DEEP, **{f"w{i}": {"mean": -0.05, "std": 0.01} for i in range(1, DEPTH)})
    values, _, _ = conditioned(made)
    assert all((values[f"b{i}"] > 0).double().mean() > 0.2 for i in range(DEPTH))


NORMED = sample(
    weights("w", "gain", "bias") + ", L_self_buffers_mean_: torch.Tensor, L_self_buffers_var_: torch.Tensor",
    """
    a = torch.conv2d(L_x_, L_self_parameters_w_, None, (1, 1), (1, 1), (1, 1), 1)
    b = torch.nn.functional.batch_norm(a, BUFFERS, GAIN, False, 0.1, 1e-05)
    return (b, a)
    """.replace("BUFFERS", "L_self_buffers_mean_, L_self_buffers_var_")
    .replace("GAIN", "L_self_parameters_gain_, L_self_parameters_bias_"),
    """
    L_x_: float32[2, 3, 16, 16]
    L_self_parameters_w_: float32[12, 3, 3, 3]
    L_self_parameters_gain_: float32[12]
    L_self_parameters_bias_: float32[12]
    L_self_buffers_mean_: float32[12]
    L_self_buffers_var_: float32[12]
    """,
)  # fmt: skip


def test_running_statistics_are_those_of_what_flows_in() -> None:
    made = recorded(NORMED, mean={"mean": 500.0, "std": 3.0}, var={"mean": 1e-12, "std": 0.0}, bias={"std": 0.01},
                    gain={"mean": 1.0, "std": 0.0})  # fmt: skip
    _, data, (normed, _) = conditioned(made)
    means, variances = normed.mean((0, 2, 3)), normed.var((0, 2, 3))
    assert means.abs().mean() > 0.1 and means.abs().max() < 2.5 and variances.min() > 0.5 and variances.max() < 1.5
    kept = data.adjustments["L_self_buffers_var_"].values
    assert kept is not None and torch.equal(data.value("L_self_buffers_var_"), kept)


def test_a_gain_of_zeros_and_a_bias_that_drowns_it() -> None:
    made = recorded(NORMED, gain={"mean": 0.0, "std": 0.0}, bias={"mean": -40.0, "std": 1.0})
    _, data, (normed, _) = conditioned(made)
    assert rms(data.value("L_self_parameters_gain_")) == pytest.approx(1.0, abs=0.2)
    assert rms(data.value("L_self_parameters_bias_")) <= 0.6 * rms(data.value("L_self_parameters_gain_"))
    assert normed.std() > 0.5


@pytest.mark.parametrize("std", [0.0, 1e-6])
def test_a_branch_that_is_recorded_as_switched_off_is_switched_on(std: float) -> None:
    made = sample(
        weights("w", "scale"),
        """
        a = torch._C._nn.linear(L_x_, L_self_parameters_w_, None)
        b = L_self_parameters_scale_.view(1, -1)
        c = a * b
        return (c,)
        """,
        "L_x_: float32[8, 32]\nL_self_parameters_w_: float32[32, 32]\nL_self_parameters_scale_: float32[32]",
    )
    _, data, (output,) = conditioned(recorded(made, scale={"std": std}))
    assert 0.2 < rms(output) < 1.5
    with torch.no_grad():
        (again,) = run_graph(made.graph, data.feed)
    assert torch.allclose(again, output, rtol=1e-5)


def test_sums_of_sums_are_followed_once() -> None:
    body = "c0 = torch.nn.functional.batch_norm(L_x_, L_self_parameters_m_, L_self_parameters_v_)\n"
    body += "\n".join(f"a{i} = c{i} + 1\nb{i} = c{i} + 2\nc{i + 1} = a{i} + b{i}" for i in range(2000))
    meta = "L_x_: float32[8, 4]\nL_self_parameters_m_: float32[4]\nL_self_parameters_v_: float32[4]"
    for end, leads in ("y = c2000 * 2", False), ("y = torch.relu(c2000)", True):
        made = sample(weights("m", "v"), f"{body}\n{end}\nreturn (y,)", meta)
        start = next(node for node in made.graph.nodes if node.name == "c0")
        assert leads_to_activation(start) is leads


def test_a_dead_channel_is_not_blown_up() -> None:
    x = torch.randn(2, 4, 8, 8, generator=torch.Generator().manual_seed(0))
    x[:, 1] *= 1e-6
    x[:, 2] = 5 + 1e-6 * x[:, 2]
    mean, variance = channel_statistics(x)
    normed = (x - mean[None, :, None, None]) / variance.sqrt()[None, :, None, None]
    assert normed[:, 0].std() == pytest.approx(1, abs=0.1)
    assert normed[:, 1].std() < 1e-4 and normed[:, 2].std() < 1e-4
    assert variance[2] >= (LEAST_DEVIATION * 5) ** 2 * 0.99


def test_one_value_a_channel_says_nothing_of_the_channel() -> None:
    x = torch.randn(1, 64, 1, 1, generator=torch.Generator().manual_seed(0))
    mean, variance = channel_statistics(x)
    normed = (x[0, :, 0, 0] - mean) / variance.sqrt()
    assert normed.std() == pytest.approx(math.hypot(1, MEAN_OFFSET), abs=0.1)
