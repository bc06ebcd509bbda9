"""Modules to samples: what is lifted, what is recorded, and what is refused with a clear word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from pytest_dtypegen.samples import capture as capture_module
from pytest_dtypegen.samples.capture import CaptureError, capture, capture_corpus, capture_spec, describe, trace
from pytest_dtypegen.samples.modules import __main__ as command
from pytest_dtypegen.samples.modules import entries
from pytest_dtypegen.samples.read import read_sample
from pytest_dtypegen.samples.write import graph_difference, write_sample


class Small(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(9, 7)
        self.register_buffer("ids", torch.arange(100) - 3)
        self.register_buffer("variance", torch.rand(80))
        self.dropout = 0.25

    def forward(self, x: Tensor, *, flag: bool = False) -> Tensor:
        y = self.linear(x).sum() + self.ids.sum() + self.variance.sum()
        return y * self.dropout if flag else y


def test_every_tensor_is_lifted_under_its_name_in_the_field() -> None:
    sample = capture(Small().eval(), (torch.randn(2, 9),), source="mine", name="small", tag="nlp")
    assert set(sample.tensors) == {
        "L_x_",
        "L_self_modules_linear_parameters_weight_",
        "L_self_modules_linear_parameters_bias_",
        "L_self_buffers_ids_",
        "L_self_buffers_variance_",
    }
    assert [node.target for node in sample.graph.nodes if node.op == "placeholder"] == list(sample.tensors)
    assert {node.op for node in sample.graph.nodes} == {"placeholder", "call_function", "call_method", "output"}
    assert (sample.info["source"], sample.info["model_name"], sample.info["heuristic_tag"]) == ("mine", "small", "nlp")


def test_what_is_recorded_of_a_tensor_follows_graphnet_s_extractor() -> None:
    small = describe("small", torch.full((63,), 0.5))
    assert (small.data, small.mean, small.std) == ((0.5,) * 63, 0.5, 0.0)
    large = describe("large", torch.cat([torch.zeros(32), -torch.ones(32)]))
    assert (large.data, large.mean, large.min_val, large.max_val) == (None, -0.5, None, None)
    assert describe("variance", torch.rand(64)).min_val == 0
    ids = describe("ids", torch.arange(100) - 3)
    assert (ids.data, ids.mean, ids.min_val, ids.max_val) == (None, None, -3, 96)
    assert describe("few", torch.tensor([[3, -1]], dtype=torch.int32)).data == (3, -1)
    mask = describe("mask", torch.tensor([True, False]))
    assert (mask.data, mask.dtype, mask.mean) == ((True, False), "bool", None)
    eps = describe("eps", torch.tensor(1e-12, dtype=torch.float64))
    assert (eps.data, eps.shape, eps.dtype) == ((1e-12,), (), "float64")


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16, torch.bfloat16])
def test_recorded_values_are_short_and_exact(dtype: torch.dtype) -> None:
    values = torch.tensor([0.1, 1e-12, -3.4e38, 1 / 3, 65504.0, float("inf"), float("-inf"), 0.0], dtype=torch.float64)
    tensor = values.to(dtype)
    data = describe("x", tensor).data
    assert data is not None
    assert torch.equal(torch.tensor(data, dtype=torch.float64).to(dtype), tensor)
    if dtype == torch.float32:
        assert data[0] == 0.1  # not 0.10000000149011612


def test_keyword_arguments_steer_the_capture() -> None:
    module, x = Small().eval(), torch.randn(2, 9)
    without, with_flag = capture(module, (x,)), capture(module, (x,), {"flag": True})
    assert len(with_flag.graph.nodes) == len(without.graph.nodes) + 1
    assert capture(module, (), {"x": x}).tensors["L_x_"].shape == (2, 9)


def test_float_attributes_become_scalars_that_the_graph_reads() -> None:
    sample = capture(Small().eval(), (torch.randn(2, 9),), {"flag": True}, float_scalars=True)
    scalar = sample.tensors["L_self_dropout"]
    assert (scalar.shape, scalar.dtype, scalar.data) == ((), "float64", (0.25,))
    assert any(node.op == "call_method" and node.target == "item" for node in sample.graph.nodes)
    assert sample.tensors["L_x_"].shape == (2, 9)


def test_the_graph_computes_what_the_module_does_and_the_module_is_left_alone() -> None:
    module, x = Small().eval(), torch.randn(2, 9)
    before = {name: value.clone() for name, value in module.state_dict().items()}
    traced = trace(module, (x,))
    graph_module = torch.fx.GraphModule({}, traced.graph)
    assert torch.equal(graph_module(*traced.tensors.values())[0], module(x))
    assert all(torch.equal(value, before[name]) for name, value in module.state_dict().items())


def test_a_captured_sample_reads_back_as_it_was(tmp_path: Path) -> None:
    sample = capture(Small().eval(), (torch.randn(2, 9),), {"flag": True}, float_scalars=True)
    write_sample(sample, tmp_path / "small")
    again = read_sample(tmp_path / "small")
    assert graph_difference(sample.graph, again.graph) is None
    assert dict(again.tensors) == dict(sample.tensors)
    assert again.info == sample.info
    assert (tmp_path / "small" / "input_meta.py").read_text() == ""


class Writes(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("count", torch.zeros(()))

    def forward(self, x: Tensor) -> Tensor:
        self.count.add_(1.0)
        return x.mul_(self.count + 2.0) + 1.0


def test_tensors_are_recorded_as_they_were_before_the_call_wrote_to_them() -> None:
    sample = capture(Writes(), (torch.ones(2),))
    assert sample.tensors["L_x_"].data == (1.0, 1.0)
    assert sample.tensors["L_self_buffers_count_"].data == (0.0,)


class Breaks(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x + 1 if x.sum() > 0 else x - 1


class Symbolic(nn.Module):
    def forward(self, x: Tensor, size: int) -> Tensor:
        return x * size


class Nested(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return torch.cond(x.sum() > 0, lambda t: t + 1, lambda t: t - 1, (x,))


class Raises(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x @ torch.zeros(5, 5)


@pytest.mark.parametrize(
    ("module", "args", "float_scalars", "says"),
    [
        (Breaks(), (torch.randn(3),), False, "Breaks does not capture as one graph: Data-dependent branching"),
        (Symbolic(), (torch.randn(3), 4), True, "Symbolic: the graph reads .*, a SymInt and no tensor"),
        (Nested(), (torch.randn(3),), False, "Nested: the graph holds get_attr cond_true_0, which a sample cannot"),
        (Raises(), (torch.randn(3, 3),), False, "Raises does not capture as one graph: .*"),
    ],
    ids=["graph break", "symbolic size", "subgraph", "module that fails"],
)
def test_what_is_no_straight_line_graph_is_refused_in_one_line(
    module: nn.Module, args: tuple[Any, ...], float_scalars: bool, says: str
) -> None:
    with pytest.raises(CaptureError, match=says) as caught:
        capture(module, args, float_scalars=float_scalars)
    assert "\n" not in str(caught.value)


def test_a_spec_names_a_function_that_returns_a_module_and_its_arguments() -> None:
    spec = "pytest_dtypegen.samples.modules.indexing:integer_outputs"
    first, second = capture_spec(spec, source="mine"), capture_spec(spec)
    assert first.info["model_name"] == "integer_outputs"
    assert (first.info["source"], second.info["source"]) == ("mine", "captured")
    assert dict(first.tensors) == dict(second.tensors)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("json", "'json' is not of the form package.module:function"),
        ("json:", "not of the form"),
        ("no_such_package.module:make", "No module named 'no_such_package'"),
        ("json:make", "has no attribute 'make'"),
        ("json:__doc__", "is not a function"),
        ("os:getcwd", r"returned str; it must return \(module, args\)"),
    ],
)
def test_a_spec_that_names_no_such_function_is_refused(spec: str, says: str) -> None:
    with pytest.raises(CaptureError, match=says):
        capture_spec(spec)


def test_capturing_leaves_the_global_generator_alone() -> None:
    before = torch.random.get_rng_state()
    capture_spec("pytest_dtypegen.samples.modules.contract:random_ops")
    assert torch.equal(torch.random.get_rng_state(), before)


def test_one_command_captures_the_corpus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    some = [entry for entry in entries() if entry.path in ("indexing/integer_only", "norm/eps_tensor")]
    monkeypatch.setattr(capture_module, "entries", lambda: some)
    assert command.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.strip() == f"2 samples in {tmp_path}"
    assert read_sample(tmp_path / "norm" / "eps_tensor").tensors["L_self_buffers_eps_"].data == (1e-12,)
    assert capture_corpus(tmp_path) == [tmp_path / entry.path for entry in some]
