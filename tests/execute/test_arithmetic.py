"""Python's own arithmetic in a graph is bounded; what sizes need is not."""

from __future__ import annotations

import operator
import time
from pathlib import Path
from typing import Any

import pytest

from pytest_dtypegen.cases import Case
from pytest_dtypegen.check.pipeline import run_case
from pytest_dtypegen.execute.arithmetic import MOST_BITS, MOST_ELEMENTS, too_large
from pytest_dtypegen.options import Options

HUGE = 1 << (MOST_BITS - 10)


@pytest.mark.parametrize(
    ("target", "a", "b"),
    [
        (operator.mul, HUGE, 1 << 20),
        (operator.imul, HUGE, -HUGE),
        (operator.pow, 2, 10**9),
        (operator.ipow, -3, 10**9),
        (operator.lshift, 1, 10**9),
        (operator.add, (1,) * (MOST_ELEMENTS // 2 + 1), (1,) * (MOST_ELEMENTS // 2)),
        (operator.mul, [0], 10**10),
        (operator.mul, 10**10, "ab"),
        (operator.iadd, "a" * MOST_ELEMENTS, "b"),
    ],
)
def test_what_would_grow_beyond_all_sizes_is_not_done(target: Any, a: Any, b: Any) -> None:
    assert "more than" in str(too_large(target, (a, b)))


@pytest.mark.parametrize(
    ("target", "a", "b"),
    [
        (operator.mul, 2**62, 2**62),
        (operator.pow, 2, 63),
        (operator.pow, 2.0, 10**9),
        (operator.pow, 10, -(10**9)),
        (operator.lshift, 1, 64),
        (operator.add, 10**300, 1),
        (operator.add, (1, 2), (3,)),
        (operator.mul, (1,), 1000),
        (operator.mul, (1,), -(10**10)),
        (operator.mul, 0.5, 10**10),
        (operator.sub, 1, 2),
    ],
)
def test_what_sizes_are_computed_with_is_done(target: Any, a: Any, b: Any) -> None:
    assert too_large(target, (a, b)) is None


@pytest.mark.parametrize(
    ("first", "line", "says"),
    [
        ("a_0 = x.size()", "a_{} = a_{} + a_{}", "a sequence of more"),
        ("a_0 = x.size(0)", "a_{} = a_{} * a_{}", "a whole number"),
    ],
)
def test_a_graph_that_doubles_its_sizes_is_a_verdict(tmp_path: Path, first: str, line: str, says: str) -> None:
    lines = [first, *(line.format(number + 1, number, number) for number in range(60))]
    meta = (
        "class Program_weight_tensor_meta_L_x_:\n    name = 'L_x_'\n    shape = [3, 3]\n    dtype = 'torch.float32'\n"
        "    device = 'cpu'\n    mean = 0.0\n    std = 1.0\n    data = None\n"
    )
    body = "\n".join(f"        {one}" for one in ["x = L_x_", *lines, "y = x + 1.0", "return (y, a_60)"])
    (tmp_path / "model.py").write_text(
        f"import torch\n\n\nclass GraphModule(torch.nn.Module):\n    def forward(self, L_x_: torch.Tensor):\n{body}\n"
    )
    (tmp_path / "weight_meta.py").write_text(meta)
    began = time.process_time()
    record = run_case(Case("s", str(tmp_path), "float16", "cpu"), Options(level="static"), {})
    assert record.code == "DG201" and record.failure is not None and says in record.failure.message
    assert time.process_time() - began < 20
