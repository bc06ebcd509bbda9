"""Quantized values through the stages, and what a pass that lowers nothing is held to."""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import torch
from torch import fx
from type_from_input import TypeFromInput

import pytest_dtypegen
from pytest_dtypegen.cases import Case
from pytest_dtypegen.check.compare import score_outputs
from pytest_dtypegen.check.pipeline import run_case
from pytest_dtypegen.check.quantized import requantized
from pytest_dtypegen.options import Options
from pytest_dtypegen.passes.fold_group_norm import FoldGroupNorm
from pytest_dtypegen.passes.protocol import Pass, PassContext, Rewrite
from pytest_dtypegen.records import Record

CORPUS = Path(pytest_dtypegen.__file__).parent / "samples" / "corpus"


def verdict(sample: str, pass_: Pass, dtype: str = "float16", level: str = "run") -> Record:
    case = Case(sample=sample, path=str(CORPUS / sample), dtype=dtype, device="cpu", pass_name=pass_.name)
    return run_case(case, Options(level=level), {pass_.name: pass_})


@dataclass(frozen=True)
class Bare:
    """A pass that returns the graph alone, with no word on which node stands for which."""

    inner: Pass
    lowers: bool = False

    @property
    def name(self) -> str:
        return f"bare_{self.inner.name}"

    def rewrite(self, graph: fx.Graph, context: PassContext) -> fx.Graph:
        result = self.inner.rewrite(graph, context)
        assert isinstance(result, Rewrite)
        return result.graph


@dataclass(frozen=True)
class Copies:
    """Does nothing."""

    lowers: bool
    name: str = "copies"

    def rewrite(self, graph: fx.Graph, context: PassContext) -> fx.Graph:
        return copy.deepcopy(graph)


@pytest.mark.parametrize("level", ["static", "run"])
@pytest.mark.parametrize("sample", ["grouped_norm", "storage_change", "per_channel", "shared_intermediate", "no_fold"])
def test_the_fold_passes_on_the_corpus(sample: str, level: str) -> None:
    record = verdict(f"quantized/{sample}", FoldGroupNorm(), level=level)
    assert (record.outcome, record.failure) == ("passed", None)


@pytest.mark.parametrize("bare", [False, True], ids=["with its origins", "a bare graph"])
@pytest.mark.parametrize(
    ("sample", "op", "says"),
    [
        ("grouped_norm", "group_norm", "has scale 0.02, its own contract says 0.035"),
        ("storage_change", "quantize_per_tensor", "has storage type quint8, its own contract says qint8"),
        ("per_channel", "quantize_per_channel", "has storage type qint8, its own contract says quint8"),
    ],
)
def test_a_type_taken_from_the_input_fails_verify(sample: str, op: str, says: str, bare: bool) -> None:
    mutant = Bare(TypeFromInput()) if bare else TypeFromInput()
    failure = verdict(f"quantized/{sample}", mutant, level="static").failure
    assert failure is not None
    assert (failure.code, failure.stage, failure.op) == ("DG409", "verify", op)
    assert says in failure.message and str(failure.node).startswith(op) and failure.line is not None


def test_the_same_mistake_is_not_seen_on_floats() -> None:
    assert verdict("quantized/float_grouped", TypeFromInput()).outcome == "passed"


def test_every_sample_is_for_a_pass_that_lowers_nothing() -> None:
    assert verdict("indexing/integer_only", Copies(lowers=False)).outcome == "passed"
    assert verdict("indexing/integer_only", Copies(lowers=True)).code == "DG203"


def test_nothing_rewritten_is_a_failure_only_where_something_was_to_be_lowered() -> None:
    assert verdict("quantized/no_fold", Copies(lowers=True)).code == "DG302"
    record = verdict("quantized/no_fold", Copies(lowers=False))
    assert record.outcome == "passed" and record.metrics["snr_db"] >= 300


@pytest.mark.parametrize("sample", ["precision/float16_already", "contract/autocast_region"])
def test_a_graph_of_low_precision_is_judged_in_it(sample: str) -> None:
    assert verdict(sample, Copies(lowers=False), "bfloat16").outcome == "passed"


def test_a_pass_that_lowers_nothing_may_not_lower() -> None:
    @dataclass(frozen=True)
    class Halves(Copies):
        name: str = "halves"

        def rewrite(self, graph: fx.Graph, context: PassContext) -> fx.Graph:
            result = super().rewrite(graph, context)
            (output,) = result.find_nodes(op="output")
            (value,) = output.args[0]
            if value.target != "half":
                with result.inserting_before(output):
                    output.args = ((result.call_method("half", (value,)),),)
            return result

    failure = verdict("quantized/float_grouped", Halves(lowers=False)).failure
    assert failure is not None and (failure.code, failure.op) == ("DG408", "half")


def quantized(
    *integers: int, scale: float = 0.1, zero_point: int = 3, storage: torch.dtype = torch.quint8
) -> torch.Tensor:
    values = torch.tensor([scale * (integer - zero_point) for integer in integers])
    return torch.quantize_per_tensor(values, scale, zero_point, storage)


def test_each_fact_of_a_quantization_is_compared() -> None:
    one = quantized(1, 2)
    assert requantized(one, quantized(7, 9)) is None
    assert requantized(one, quantized(1, 2, scale=0.2)) == "has scale 0.2, its own contract says 0.1"
    assert requantized(one, quantized(1, 2, zero_point=4)) == "has zero point 4, its own contract says 3"
    assert (
        requantized(one, quantized(1, 2, storage=torch.qint8)) == "has storage type qint8, its own contract says quint8"
    )
    assert "is float32[2] cpu" in str(requantized(one, one.dequantize()))
    assert requantized(one.dequantize(), one.dequantize()) is None
    scales, zeros = torch.tensor([0.1, 0.2]), torch.tensor([1, 2])
    matrix = torch.rand(2, 2)
    channels = torch.quantize_per_channel(matrix, scales, zeros, 1, torch.quint8)
    assert requantized(channels, torch.quantize_per_channel(matrix, scales, zeros, 1, torch.quint8)) is None
    for other, what in (
        (torch.quantize_per_channel(matrix, scales, zeros, 0, torch.quint8), "axis 0"),
        (torch.quantize_per_channel(matrix, scales * 2, zeros, 1, torch.quint8), "scale"),
        (torch.quantize_per_channel(matrix, scales, zeros + 1, 1, torch.quint8), "zero point"),
        (torch.quantize_per_tensor(matrix, 0.1, 1, torch.quint8), "axis None"),
    ):
        assert str(requantized(channels, other)).startswith(f"has {what}")


def test_quantized_outputs_are_judged_by_their_integers() -> None:
    graph = fx.Graph()
    node = graph.placeholder("x")
    output = graph.output((node,))

    def agreement(*integers: int) -> tuple[bool, float]:
        (score,) = score_outputs(
            (quantized(10, 20, 30, 40),),
            (quantized(*integers),),
            output=output,
            counts={},
            dtype=torch.float32,
            finds={},
        )
        return score.ok, score.agreement

    assert agreement(10, 20, 30, 40) == (True, 1.0)
    assert agreement(11, 19, 30, 40) == (True, 1.0)  # the next step, to either side
    assert agreement(12, 20, 30, 40) == (False, 0.75)


def test_a_value_is_judged_beside_the_output() -> None:
    """The mutant's wrong value is found where it is made, though the output itself could be repaired behind it."""
    record = verdict("quantized/grouped_norm", replace(TypeFromInput(), name="again"), level="static")
    assert record.failure is not None and record.failure.operands[0].startswith("quantize_per_tensor: qint8(scale=0.02")
