"""What a user's comparer does wrong is named as its own, and costs its case alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from making import EVERYTHING, sample, written
from making import run as run_one

from pytest_dtypegen.cases import Case
from pytest_dtypegen.check.compare import Judgement, Outputs
from pytest_dtypegen.check.pipeline import run_case
from pytest_dtypegen.options import Options
from pytest_dtypegen.records import Record


@pytest.fixture
def linear(tmp_path: Path) -> Path:
    made = sample(
        "x, w", "y = torch.nn.functional.linear(x, w)\nreturn (y, y.argmax())", "x: float32[2, 8]\nw: float32[4, 8]"
    )
    return written(made, tmp_path / "linear")


class Does:
    def __init__(self, what: Callable[[Outputs], Any]) -> None:
        self.what = what

    def compare(self, outputs: Outputs) -> Any:
        return self.what(outputs)


def run(linear: Path, what: Callable[[Outputs], Any]) -> Record:
    return run_one(linear, pass_=EVERYTHING, comparers=[Does(what)])


class Text(str):
    __slots__ = ()

    def __str__(self) -> str:
        raise RuntimeError("no text")


JUNK: dict[str, tuple[Any, str]] = {
    "a list": (Judgement(False, ["<b>", 1]), "message is list, not text"),  # type: ignore[arg-type]
    "no message": (Judgement(True, None), "message is NoneType, not text"),  # type: ignore[arg-type]
    "text for ok": (Judgement("x", None), "ok is str, not True or False"),  # type: ignore[arg-type]
    "none for ok": (Judgement(None), "ok is NoneType, not True or False"),  # type: ignore[arg-type]
    "a number for ok": (Judgement(np.float32(0.5)), "ok is float, not True or False"),  # type: ignore[arg-type]
    "a number for code": (Judgement(False, "x", 602), "code is int, not text"),  # type: ignore[arg-type]
    "another code": (Judgement(True, "x", b"DG602"), "code is bytes, not text"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("name", JUNK)
def test_a_judgement_of_other_things_is_named(linear: Path, name: str) -> None:
    judgement, said = JUNK[name]
    failure = run(linear, lambda outputs: judgement).failure
    assert failure is not None
    assert (failure.code, failure.stage) == ("DG301", "compare")
    assert failure.message == f"the comparer Does returned a Judgement whose {said}"


@pytest.mark.parametrize("ok", [np.bool_(True), torch.tensor(True), torch.ones(1, dtype=torch.bool)], ids=type)
def test_a_scalar_is_as_good(linear: Path, ok: Any) -> None:
    assert run(linear, lambda outputs: Judgement(ok)).outcome == "passed"
    assert run(linear, lambda outputs: Judgement(~ok, "no")).code == "DG602"


def test_several_elements_are_its_own_error(linear: Path) -> None:
    failure = run(linear, lambda outputs: Judgement(torch.ones(2, dtype=torch.bool))).failure  # type: ignore[arg-type]
    assert failure is not None and failure.code == "DG301"
    assert failure.message.startswith("the comparer Does raised RuntimeError: ")


def test_text_of_its_own_kind_becomes_text(linear: Path) -> None:
    failure = run(linear, lambda outputs: Judgement(False, Text("far"), Text("DG603"))).failure
    assert failure is not None
    assert (failure.code, failure.message, type(failure.message), type(failure.code)) == ("DG603", "far", str, str)


CHANGES: dict[str, tuple[Callable[[Outputs], Any], str]] = {
    "zero_": (lambda outputs: outputs.reference[0].zero_(), "the reference[0]"),
    "numpy": (lambda outputs: outputs.result[0].numpy().fill(0), "the result[0]"),
    "data": (lambda outputs: outputs.reference[0].data.add_(1), "the reference[0]"),
    "a view": (lambda outputs: outputs.result[1].view(1).add_(1), "the result[1]"),
    "shape": (lambda outputs: outputs.reference[0].t_(), "the reference[0]"),
    "inference": (torch.inference_mode()(lambda outputs: outputs.reference[0].zero_()), "the reference[0]"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_outputs_are_to_look_at_only(linear: Path, name: str) -> None:
    change, what = CHANGES[name]
    failure = run(linear, lambda outputs: [change(outputs), Judgement(True)][1]).failure
    assert failure is not None
    assert (failure.code, failure.stage) == ("DG301", "compare")
    assert failure.message == f"the comparer Does changed {what}, which it was only to look at"


@pytest.mark.parametrize("raises", [False, True])
def test_the_next_dtype_has_the_reference_as_it_was(linear: Path, raises: bool) -> None:
    def change(outputs: Outputs) -> None:
        outputs.reference[0].zero_()
        if raises:
            raise ValueError("wrong")

    case = Case("linear", str(linear), "float16", "cpu", "everything")
    passes, options = {"everything": EVERYTHING}, Options(level="run")
    assert run_case(case, options, passes, [Does(change)]).code == "DG301"  # type: ignore[dict-item]
    assert run_case(replace(case, dtype="bfloat16"), options, passes).outcome == "passed"  # type: ignore[dict-item]


def test_what_it_switches_is_put_back(linear: Path) -> None:
    def switch(outputs: Outputs) -> Judgement:
        torch.set_default_device("meta")
        torch.set_default_dtype(torch.float64)
        return Judgement(True)

    assert run(linear, switch).outcome == "passed"
    assert torch.get_default_device() == torch.device("cpu") and torch.get_default_dtype() == torch.float32
