"""The fold: whose type its result has, and that another's is caught.

The essay's mistake, an element type taken from the input, is put back as ``TypeFromInput``: whatever is said here of a
quantized result must fail for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from folding import (
    FOLD,
    GIVEN,
    PROMISED,
    B,
    Case,
    Make,
    Type,
    W,
    X,
    applied,
    case_of,
    count,
    quantized_norm,
    requantized_norm,
    rewritten,
    same_numbers,
)
from type_from_input import TypeFromInput

from pytest_dtypegen.check.correspond import Correspondence
from pytest_dtypegen.check.quantized import check_quantized
from pytest_dtypegen.dtypes.infer import infer
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.quantized import quantization_of
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.passes.autocast import Autocast
from pytest_dtypegen.passes.fold_group_norm import FoldGroupNorm
from pytest_dtypegen.passes.protocol import Pass, Rewrite, lowers
from pytest_dtypegen.samples.model import TensorMeta
from pytest_dtypegen.samples.write import graph_difference

VARIED: list[tuple[Make, Type, Type, dict[str, Any]]] = [
    (quantized_norm, GIVEN, PROMISED, {"scale": 0.05}),
    (quantized_norm, GIVEN, PROMISED, {"zero_point": 19}),
    (requantized_norm, GIVEN, PROMISED, {"scale": 0.05}),
    (requantized_norm, GIVEN, PROMISED, {"zero_point": 19}),
    (requantized_norm, GIVEN, PROMISED, {"storage": "qint8"}),
    (requantized_norm, GIVEN, PROMISED, {"storage": "qint32"}),
    (requantized_norm, GIVEN, PROMISED, {"axis": 0}),
    (requantized_norm, replace(GIVEN, axis=3), replace(PROMISED, axis=0), {"axis": 3}),
    (requantized_norm, replace(GIVEN, axis=0), replace(PROMISED, axis=3, storage="qint8"), {"axis": 0}),
    (requantized_norm, replace(GIVEN, axis=3), replace(PROMISED, axis=0), {"axis": None}),
]
by_variation = pytest.mark.parametrize(
    ("make", "given", "promised", "change"), VARIED, ids=lambda v: getattr(v, "__name__", str(v).replace(" ", ""))
)


def result_follows_the_output(fold: Pass, make: Make, given: Type, promised: Type, change: dict[str, Any]) -> None:
    for wanted in (promised, replace(promised, **change)):
        done = applied(make(given, wanted), fold)
        assert count(done) == (0, 1)
        assert wanted.agrees(quantization_of(done.result()))
        same_numbers(make(given, wanted), done)


def result_ignores_the_input(fold: Pass, make: Make, given: Type, promised: Type, change: dict[str, Any]) -> None:
    for other in (given, replace(given, **change)):
        done = applied(make(other, promised), fold)
        assert count(done) == (0, 1)
        assert promised.agrees(quantization_of(done.result()))
        same_numbers(make(other, promised), done)


@by_variation
def test_the_result_follows_the_output_s_type(make: Make, given: Type, promised: Type, change: dict[str, Any]) -> None:
    result_follows_the_output(FOLD, make, given, promised, change)
    with pytest.raises(AssertionError):
        result_follows_the_output(TypeFromInput(), make, given, promised, change)


@by_variation
def test_the_result_ignores_the_input_s_type(make: Make, given: Type, promised: Type, change: dict[str, Any]) -> None:
    if make is quantized_norm and "storage" in change:
        pytest.skip("the kernel keeps the storage type")
    result_ignores_the_input(FOLD, make, given, promised, change)
    with pytest.raises(AssertionError):
        result_ignores_the_input(TypeFromInput(), make, given, promised, change)


@pytest.mark.parametrize("storage", ["quint8", "qint8", "qint32"])
def test_the_quantized_kernel_s_storage_type_is_kept(storage: str) -> None:
    case = quantized_norm(Type(0.02, 3, storage), Type(0.08, 7, storage))
    done = rewritten(case)
    assert count(done) == (0, 1)
    assert Type(0.08, 7, storage).agrees(quantization_of(done.result()))
    same_numbers(case, done)


def test_equal_types_hide_the_mistake() -> None:
    """Why the tests above vary them: with one type throughout, the wrong fold looks right."""
    case = quantized_norm(GIVEN, GIVEN)
    assert graph_difference(rewritten(case).graph, rewritten(case, TypeFromInput()).graph) is None


def test_scale_and_zero_point_that_are_values_of_the_graph_are_taken_as_they_are() -> None:
    body = (
        "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\nr = q.reshape(1, 5, 42)\n"
        "s = scale.item()\nz = zero.item()\n"
        "n = torch.ops.quantized.instance_norm(r, w, b, 1e-05, s, z)\nf = n.reshape(1, 10, 3, 7)\nreturn (f,)"
    )
    scale, zero = TensorMeta("scale", (), "float64", data=(0.05,)), TensorMeta("zero", (), "int64", data=(9,))
    case = case_of(body, X, W, B, scale, zero)
    done = rewritten(case)
    assert count(done) == (0, 1)
    (norm,) = (node for node in done.graph.nodes if op_name(node) == "group_norm")
    assert [op_name(argument) for argument in norm.args[-2:]] == ["item", "item"]
    same_numbers(case, done)


def checked(case: Case, rewrite: Rewrite) -> None:
    check_quantized(
        rewrite.graph, case.graph, infer(rewrite.graph, rewrite.tensors).values,
        infer(case.graph, case.tensors).values, Correspondence(case.graph, rewrite),
    )  # fmt: skip


@pytest.mark.parametrize(("make", "op"), [(quantized_norm, "group_norm"), (requantized_norm, "quantize_per_tensor")])
def test_a_type_taken_from_the_input_is_dg409_at_the_new_node(make: Make, op: str) -> None:
    case = make(GIVEN, PROMISED)
    checked(case, FoldGroupNorm().rewrite(case.graph, case.context))
    wrong = TypeFromInput().rewrite(case.graph, case.context)
    with pytest.raises(DtypegenError, match=r"has scale 0\.02, its own contract says 0\.08") as caught:
        checked(case, wrong)
    failure = caught.value.failure
    assert (failure.code, failure.op, failure.node) == ("DG409", op, op)
    assert failure.line is not None and failure.origin is not None
    assert failure.origin.startswith(f"{op}: quint8(scale=0.02, zero_point=3)")


def test_a_wrong_value_beside_a_right_output_is_dg409_too() -> None:
    """A requantization behind the wrong value makes the output right again; its other user still gets it wrong."""
    case = case_of(
        "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\nr = q.reshape(1, 5, 42)\n"
        "n = torch.ops.quantized.instance_norm(r, w, b, 1e-05, 0.08, 7)\nf = n.reshape(1, 10, 3, 7)\n"
        "a = f.dequantize()\ns = torch.quantize_per_tensor(a, 0.1, 5, torch.quint8)\nreturn (s, a)",
        X, W, B,
    )  # fmt: skip
    with pytest.raises(DtypegenError) as caught:
        checked(case, TypeFromInput().rewrite(case.graph, case.context))
    assert (caught.value.failure.code, caught.value.failure.node) == ("DG409", "group_norm")


def test_the_fold_itself_does_nothing_rather_than_break_the_contract() -> None:
    @dataclass(frozen=True)
    class Careful(TypeFromInput):
        def keeps(self, replaced: Any, value: Any) -> bool:
            return FoldGroupNorm.keeps(self, replaced, value)

    case = quantized_norm(GIVEN, PROMISED)
    assert graph_difference(rewritten(case, Careful()).graph, case.graph) is None


def test_it_is_a_pass_that_lowers_nothing() -> None:
    assert isinstance(FoldGroupNorm(), Pass)
    assert not lowers(FoldGroupNorm()) and lowers(Autocast())
