"""The fold on the corpus, alone and with autocast in both orders."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from folding import (
    CORPUS,
    FOLD,
    Case,
    count,
    rewritten,
    same_numbers,
)
from type_from_input import TypeFromInput

from pytest_dtypegen.dtypes.quantized import quantization_of
from pytest_dtypegen.passes.autocast import Autocast
from pytest_dtypegen.passes.protocol import Pass, Rewrite
from pytest_dtypegen.samples.read import read_sample

FOLDED = {
    "grouped_norm": (0, 1), "storage_change": (0, 1), "per_channel": (0, 1), "float_grouped": (0, 1),
    "batch_in_channels": (0, 1), "shared_intermediate": (1, 1), "no_fold": (3, 0),
}  # fmt: skip


def corpus_case(name: str) -> Case:
    sample = read_sample(CORPUS / "quantized" / name)
    return Case(sample.graph, dict(sample.tensors))


def test_the_corpus_holds_these_samples() -> None:
    assert {path.name for path in (CORPUS / "quantized").iterdir()} == set(FOLDED)


@pytest.mark.parametrize("name", FOLDED)
def test_on_the_corpus(name: str) -> None:
    case = corpus_case(name)
    done = rewritten(case)
    assert count(done) == FOLDED[name]
    same_numbers(case, done)


def in_order(case: Case, passes: tuple[Pass, ...], dtype: torch.dtype) -> Case:
    for one in passes:
        result = one.rewrite(case.graph, replace(case.context, dtype=dtype))
        assert isinstance(result, Rewrite)
        case = Case(result.graph, dict(result.tensors), case.device)
    return case


def composes(name: str, passes: tuple[Pass, ...], dtype: torch.dtype) -> None:
    """The graph is folded, keeps every output's quantization, and computes what autocast alone computes."""
    case = corpus_case(name)
    alone, both = in_order(case, (Autocast(),), dtype), in_order(case, passes, dtype)
    assert count(both) == FOLDED[name]
    before, after = case.values()["output"], both.values()["output"]
    assert [quantization_of(value) for value in after] == [quantization_of(value) for value in before]
    for one, two in zip(alone.run(), both.run(), strict=True):
        assert one.dtype == two.dtype
        a, b = (value.dequantize().double() if value.is_quantized else value.double() for value in (one, two))
        assert (a - b).square().mean().sqrt() <= 6 * torch.finfo(dtype).eps * a.square().mean().sqrt()


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("order", ["autocast first", "fold first"])
@pytest.mark.parametrize("name", FOLDED)
def test_with_autocast_in_both_orders(name: str, order: str, dtype: torch.dtype) -> None:
    def passes(fold: Pass) -> tuple[Pass, ...]:
        return (Autocast(), fold) if order == "autocast first" else (fold, Autocast())

    composes(name, passes(FOLD), dtype)
    if any(quantization_of(value) for value in corpus_case(name).values()["output"]):
        with pytest.raises(AssertionError):
            composes(name, passes(TypeFromInput()), dtype)
