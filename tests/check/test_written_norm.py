"""Batch norms that a graph writes out are conditioned as the norms that they are."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import torch
from making import EVERYTHING, node, run, sample, written
from test_condition import conditioned, recorded

from pytest_dtypegen.check.data import input_names
from pytest_dtypegen.check.written_norm import written_norms
from pytest_dtypegen.samples.model import Sample

ARGUMENTS = (
    "L_x_: torch.Tensor, L_self_parameters_w_: torch.nn.parameter.Parameter, "
    "L_self_buffers_gain_, L_self_buffers_bias_, L_self_buffers_mean_, L_self_buffers_var_"
)
VECTORS = "\n".join(f"L_self_buffers_{name}_: float32[5]" for name in ("gain", "bias", "mean", "var"))
META = f"L_x_: float32[2, 3, 8, 8]\nL_self_parameters_w_: float32[5, 3, 3, 3]\n{VECTORS}"

FROZEN = """
gain = L_self_buffers_gain_.reshape(1, -1, 1, 1)
bias = L_self_buffers_bias_.reshape(1, -1, 1, 1)
var = L_self_buffers_var_.reshape(1, -1, 1, 1)
mean = L_self_buffers_mean_.reshape(1, -1, 1, 1)
root = (var + 1e-05).rsqrt()
scale = gain * root
shift = bias - mean * scale
y = x * scale + shift
"""
CENTRED = """
centred = x - L_self_buffers_mean_[None, :, None, None]
root = torch.sqrt(L_self_buffers_var_ + 1e-05)
scale = root[None, :, None, None]
normed = centred / scale
y = normed * L_self_buffers_gain_[None, :, None, None] + L_self_buffers_bias_[None, :, None, None]
"""
BY_INVERSE = """
root = torch.reciprocal(torch.sqrt(torch.add(L_self_buffers_var_, 1e-05))) * 1
scale = torch.unsqueeze(torch.unsqueeze(root, -1), -1)
centred = torch.sub(x, torch.unsqueeze(torch.unsqueeze(L_self_buffers_mean_, -1), -1))
normed = torch.mul(centred, scale)
gained = torch.mul(normed, torch.unsqueeze(torch.unsqueeze(L_self_buffers_gain_, -1), -1))
y = torch.add(gained, torch.unsqueeze(torch.unsqueeze(L_self_buffers_bias_, -1), -1))
"""
POWER_ON_CHANNELS_LAST = """
last = x.permute(0, 2, 3, 1)
scale = (L_self_buffers_var_ + 1e-05) ** -0.5 * L_self_buffers_gain_
y = scale * last + (L_self_buffers_bias_ - scale * L_self_buffers_mean_)
y = y.permute(0, 3, 1, 2)
"""
BY_KEYWORD = """
root = torch.pow(input=torch.add(input=L_self_buffers_var_, other=1e-05), exponent=0.5)
centred = torch.sub(input=x, other=L_self_buffers_mean_.view(5, 1, 1))
normed = torch.div(input=centred, other=root.view(5, 1, 1))
y = torch.add(input=normed, other=L_self_buffers_bias_.view(5, 1, 1))
"""
#: The value that the norm takes is changed in place before it does.
CHANGED = """
changed = x.mul_(100.0)
centred = x - L_self_buffers_mean_.view(5, 1, 1)
y = centred * (L_self_buffers_var_ + 1e-05).rsqrt().view(5, 1, 1)
"""
SPELLINGS = {"frozen": FROZEN, "centred": CENTRED, "by_inverse": BY_INVERSE, "channels_last": POWER_ON_CHANNELS_LAST,
             "by_keyword": BY_KEYWORD, "changed": CHANGED}  # fmt: skip


def made(norm: str, end: str = "return (y,)") -> Sample:
    found = sample(ARGUMENTS, f"x = torch.conv2d(L_x_, L_self_parameters_w_)\n{norm}\n{end}", META)
    return recorded(
        found, mean={"mean": 300.0, "std": 60.0}, var={"mean": 1e-9, "std": 0.0}, gain={"mean": 0.9, "std": 0.05},
        bias={"mean": 0.0, "std": 0.1},
    )  # fmt: skip


@pytest.mark.parametrize("norm", list(SPELLINGS.values()), ids=list(SPELLINGS))
def test_each_spelling_gets_the_statistics_of_what_flows_in(norm: str) -> None:
    values, data, (y,) = conditioned(made(norm))
    normed = values.get("changed", values["x"])
    assert normed.shape == (2, 5, 6, 6)
    assert torch.allclose(data.value("L_self_buffers_var_"), normed.var((0, 2, 3)), rtol=0.1)
    means, deviations = y.mean((0, 2, 3)), y.std((0, 2, 3))
    assert means.abs().max() < 3 and deviations.min() > 0.6 and deviations.max() < 1.4


@pytest.mark.parametrize("norm", list(SPELLINGS.values()), ids=list(SPELLINGS))
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_the_input_shows_in_the_output(norm: str, dtype: str, tmp_path: Path) -> None:
    record = run(written(made(norm), tmp_path / "s"), dtype)
    assert record.outcome == "passed" and record.metrics["snr_db"] > 30


def test_before_an_activation_most_values_are_on_its_straight_side() -> None:
    _, _, (y,) = conditioned(made(FROZEN, "z = torch.relu(y)\nreturn (y,)"))
    assert 0.7 < float((y > 0).double().mean()) < 0.98


def test_statistics_that_were_used_before_are_left() -> None:
    early = FROZEN.replace("y = x * scale + shift", "")
    late = "x = torch.conv2d(L_x_, L_self_parameters_w_)\ny = x * scale + shift\nreturn (y,)"
    found = sample(ARGUMENTS, f"{early}\n{late}", META)
    _, data, _ = conditioned(found)
    assert "L_self_buffers_var_" not in data.adjustments and "L_self_buffers_mean_" not in data.adjustments


CENTRE = "(x - L_self_buffers_mean_.view(5, 1, 1))"


@pytest.mark.parametrize(
    ("other", "norms"),
    [
        (f"y = {CENTRE} * L_self_buffers_var_.rsqrt().view(5, 1, 1)", 1),
        (f"y = {CENTRE} / L_self_buffers_var_.sqrt().view(5, 1, 1)", 1),
        (f"y = L_self_buffers_var_.sqrt().view(5, 1, 1) / {CENTRE}", 0),  # divides by the value
        ("y = x * L_self_buffers_var_.rsqrt().view(5, 1, 1)", 0),  # takes no mean away
        (f"y = {CENTRE} * L_self_buffers_var_.view(5, 1, 1)", 0),  # no root
        (f"y = {CENTRE} * (L_self_buffers_var_ ** 2).view(5, 1, 1)", 0),
        (f"y = {CENTRE} * torch.pow(L_self_buffers_var_, exponent=2).view(5, 1, 1)", 0),
        ("y = (x - x.mean(1, keepdim=True)) * L_self_buffers_var_.rsqrt().view(5, 1, 1)", 0),  # of its own mean
        # of two variances
        (f"y = {CENTRE} * (L_self_buffers_var_.rsqrt() * L_self_buffers_gain_.rsqrt()).view(5, 1, 1)", 0),
        # of no channels
        (f"y = {CENTRE} * L_self_buffers_var_.sum().rsqrt()", 0),
    ],
)
def test_what_is_a_batch_norm(other: str, norms: int) -> None:
    found = made(other)
    assert len(written_norms(found.graph, found.tensors, input_names(found.graph, found.tensors))) == norms


def test_a_norm_of_an_input() -> None:
    found = sample(
        ARGUMENTS,
        "y = (L_x_ - L_self_buffers_mean_.view(5, 1, 1)) * L_self_buffers_var_.rsqrt().view(5, 1, 1)\nreturn (y,)",
        f"L_x_: float32[2, 5, 8, 8]\nL_self_parameters_w_: float32[5, 3, 3, 3]\n{VECTORS}",
    )
    _, _, (y,) = conditioned(recorded(found, mean={"mean": 300.0, "std": 60.0}, var={"mean": 1e-9, "std": 0.0}))
    assert y.mean((0, 2, 3)).abs().max() < 3 and 0.6 < y.std() < 1.4


def test_a_norm_inside_of_vmap_is_left(tmp_path: Path) -> None:
    body = (
        "torch._functorch.predispatch._vmap_increment_nesting(2, 'error')\n"
        "b = torch._functorch.predispatch._add_batch_dim(L_x_, 0, 1)\n"
        "x = b * 1\n"
        "n = (x - L_self_buffers_mean_.view(5, 1, 1)) * (L_self_buffers_var_.abs() + 0.1).rsqrt().view(5, 1, 1)\n"
        "y = torch._functorch.predispatch._remove_batch_dim(n, 1, 2, 0)\n"
        "torch._functorch.predispatch._vmap_decrement_nesting()\nreturn (y,)"
    )
    meta = f"L_x_: float32[2, 5, 8, 8]\nL_self_parameters_w_: float32[5, 3, 3, 3]\n{VECTORS}"
    assert run(written(sample(ARGUMENTS, body, meta), tmp_path / "s")).outcome == "passed"


def test_many_norms_are_found_in_time() -> None:
    layers, found = 600, ["x = L_x_ * 1"]
    for i in range(layers):
        found.append(
            f"x = (x - L_self_buffers_mean_.view(5, 1, 1)) * (L_self_buffers_var_ + {i + 1}).rsqrt().view(5, 1, 1)"
        )
    found += ["for_all = L_self_buffers_gain_ + 0"] + ["for_all = for_all + L_self_buffers_gain_"] * 2000
    graph = sample(
        ARGUMENTS, "\n".join(found) + "\nreturn (x, for_all)",
        f"L_x_: float32[2, 5, 8, 8]\nL_self_parameters_w_: float32[5, 3, 3, 3]\n{VECTORS}",
    )  # fmt: skip
    start = time.process_time()
    assert len(written_norms(graph.graph, graph.tensors, input_names(graph.graph, graph.tensors))) == layers
    assert time.process_time() - start < 3


def test_what_a_norm_is_made_of() -> None:
    found = made(FROZEN)
    (norm,) = written_norms(found.graph, found.tensors, input_names(found.graph, found.tensors))
    names = {"mean": norm.mean, "var": norm.variance, "gain": norm.gain, "bias": norm.bias}
    assert all(one is not None and one.target == f"L_self_buffers_{name}_" for name, one in names.items())
    assert norm.value is node(found.graph, "x") and norm.axis == -3 and norm.result.name == "y"


def test_a_naive_conversion_of_such_a_norm_is_still_found_out(tmp_path: Path) -> None:
    """With eps below float16's range a channel of no variance is divided by zero."""
    body = FROZEN.replace("var + 1e-05", "var * 0.0 + 1e-12")
    record = run(written(made(body), tmp_path / "s"), pass_=EVERYTHING)
    assert record.code == "DG405" and record.failure is not None and record.failure.node == "add"
