"""A failing case is cut down to a few ops, in a sample of its own that fails in the same class."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from making import ByHand, sample, written
from naive import BREAKS, NAIVE, Break

from pytest_dtypegen.cases import CORPUS, Case
from pytest_dtypegen.check.minimize import minimize_case
from pytest_dtypegen.check.pipeline import run_case
from pytest_dtypegen.cli import main
from pytest_dtypegen.options import OptionError, Options
from pytest_dtypegen.samples.read import read_sample

#: Classes that need no numbers.
STATIC = [b for b in BREAKS if not b.code.startswith("DG6")]
NUMBERS = [
    Break("DG601", "precision/mean_large_axis", "all"),
    Break("DG601", "precision/square_overflow", "all"),
    Break("DG602", "precision/cumsum_long", "all", None, "bfloat16"),
    Break("DG602", "precision/sinusoid", "retargeted", None, "bfloat16"),
]


def ops_of(directory: Path) -> list[str]:
    return [node.name for node in read_sample(directory).graph.nodes if node.op.startswith("call")]


def case_of(broken: Break, path: Path | None = None) -> Case:
    return Case(broken.sample, str(path or CORPUS / broken.sample), broken.dtype, "cpu", broken.naive)


def minimized(broken: Break, options: Options, directory: Path) -> str:
    return minimize_case(case_of(broken), options, directory, {broken.naive: NAIVE[broken.naive]})


@pytest.mark.filterwarnings("ignore:Casting complex values to real")
@pytest.mark.parametrize("broken", STATIC, ids=lambda b: f"{b.code}-{b.sample}-{b.naive}-{b.dtype}")
def test_a_static_failure_takes_at_most_five_ops(broken: Break, tmp_path: Path) -> None:
    options = Options(level="static")
    text = minimized(broken, options, tmp_path / "small")
    assert len(ops_of(tmp_path / "small")) <= 5, text
    again = run_case(case_of(broken, tmp_path / "small"), options, {broken.naive: NAIVE[broken.naive]})
    assert again.code == broken.code
    assert broken.code in text and str(tmp_path / "small") in text


@pytest.mark.parametrize("broken", NUMBERS, ids=lambda b: f"{b.code}-{b.sample}-{b.naive}-{b.dtype}")
def test_a_failure_of_the_numbers_takes_the_values_along(broken: Break, tmp_path: Path) -> None:
    options = Options(calibrate=False)
    minimized(broken, options, tmp_path / "small")
    assert len(ops_of(tmp_path / "small")) <= 5
    again = run_case(case_of(broken, tmp_path / "small"), options, {broken.naive: NAIVE[broken.naive]})
    assert again.code == broken.code


def test_the_same_sample_each_time(tmp_path: Path) -> None:
    broken = next(b for b in STATIC if b.sample == "graph/message_passing")
    for name in "ab":
        minimized(broken, Options(level="static"), tmp_path / name)
    texts = [{path.name: path.read_text() for path in (tmp_path / name).iterdir()} for name in "ab"]
    assert texts[0] == texts[1]


def test_what_was_there_and_what_does_not_fail_is_refused(tmp_path: Path) -> None:
    good = Case("convnet/video", str(CORPUS / "convnet/video"), "float16", "cpu")
    with pytest.raises(OptionError, match="nothing to minimize"):
        minimize_case(good, Options(level="static"), tmp_path / "new")
    with pytest.raises(OptionError, match="is there already"):
        minimize_case(good, Options(level="static"), tmp_path.parent)
    integers = Case("indexing/integer_only", str(CORPUS / "indexing/integer_only"), "float16", "cpu")
    with pytest.raises(OptionError, match="no failure of its rewrite"):
        minimize_case(integers, Options(level="static"), tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_law_s_failure_without_a_node(tmp_path: Path) -> None:
    """The pass raises at one op of many: that op is what is left."""

    def raises(graph, context):
        if any(node.target is torch.relu for node in graph.nodes):
            raise KeyError("relu")
        return graph

    body = "a = x + 1.0\nb = torch.relu(a)\nc = b * 2.0\nd = c + a\nreturn (d,)"
    path = written(sample("x: torch.Tensor", body, "x: float32[4, 4]"), tmp_path / "whole")
    under_test = ByHand(raises, "raises")
    text = minimize_case(
        Case("whole", str(path), "float16", "cpu", "raises"), Options(level="static"), tmp_path / "small",
        {"raises": under_test},
    )  # fmt: skip
    assert ops_of(tmp_path / "small") == ["b"] and "1 of 4 ops" in text and "DG301" in text


def test_the_command_says_why_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["convnet/video[float16-cpu]", "-o", str(tmp_path / "x"), "--root", str(CORPUS), "--level", "static"]
    assert main(["minimize", *arguments]) == 2
    assert "nothing to minimize" in capsys.readouterr().err
