"""Valid texts, damaged at random: both parsers either read them or refuse them in one line, and nothing else happens.

A fixed budget here; more by one command: ``python tools/fuzz.py --seconds 3600``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sample_texts import INFO, MODEL, WEIGHT_META
from torch import fx

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples.meta import parse_meta
from pytest_dtypegen.samples.model import TensorMeta
from pytest_dtypegen.samples.source import parse_graph
from pytest_dtypegen.samples.write import graph_difference, print_graph

EXAMPLES = int(os.environ.get("DTYPEGEN_TEST_EXAMPLES", "300"))
SETTINGS = settings(
    max_examples=EXAMPLES,
    deadline=5000,
    derandomize=EXAMPLES <= 300,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
)

TOKENS = st.sampled_from([
    "import os", "__import__('os')", "eval('1')", "lambda: 0", "f'{x}'", "b'x'", "__class__", ".__globals__",
    "torch.load", "torch.ops.load_library", "numpy", "self", "None", "True", "...", "float('inf')", "-", "~",
    "not ", "**", "*", "@", ",", "(", ")", "[", "]", "{", "}", ":", "=", "+=", ":=", "->", ";", "\\", "\n",
    "        ", "\t", "\0", "\r", "#", "'", '"', '"""', "10**10**10", "1e999", "9" * 50, "-1", "0x", "1_0",
    "1j", "if x:", "for i in x:", "while 1:", "with x:", "return", "yield x", "class A:", "def f():", "@x",
    "del x", "global x", "async ", "await x", "*x", "**x", "é", "\ud800", "\u2028", "\ufeff", "x" * 300,
    "(" * 120, "[" * 300, "-" * 3000, ".T" * 300, "torch.", "torch.ops.aten.", "L_x_", "l_x_",
    "getattr(l_x_, 'data')", "slice(1, 2)", "[0] * 9**9", "shape = [1000000, 1000000]", "data = [1]",
    "x = (x, x)\n        " * 30, "x = {'a': x, 'b': [x]}\n        " * 30, "x = slice(x, x)\n        " * 30,
    "x = x * x\n        " * 12, "x *= x\n        " * 12, "x = 3\n        ", "x = (1,)\n        ",
    "x = l_x_[0:1],\n        ",
    "[x] * 9 ** 2", "operator.mul([x], 10000000000)", "0x" + "f" * 400, "shape = [-0x" + "f" * 5000 + "]",
    "data = [" + "0, " * 3000 + "]", "class X:\n    name = 'x'", "float('nan')", "complex(1, 2)",
])  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """The text with one to four places cut out, doubled, moved, replaced, or filled with something else."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12) | st.integers(0, 400)))
        kind = draw(st.sampled_from(["cut", "double", "token", "character", "move", "truncate"]))
        if kind == "cut":
            text = text[:start] + text[end:]
        elif kind == "double":
            text = text[:end] + text[start:]
        elif kind == "token":
            text = text[:start] + draw(TOKENS) + text[end:]
        elif kind == "character":
            text = text[:start] + draw(st.characters()) + text[min(len(text), start + 1) :]
        elif kind == "move":
            place = draw(st.integers(0, len(text)))
            text = text[:place] + text[start:end] + text[place:]
        elif draw(st.integers(0, 3)) == 0:
            text = text[:start]
    return text


@st.composite
def words(draw: st.DrawFn) -> str:
    """A body that is put together from words that are each known somewhere."""
    pieces = TOKENS | st.sampled_from(
        ["x", " ", "torch.sin(", "x = ", "l_x_.view(", "1", ")", "\n        ", "mask[", "]"]
    )
    body = "".join(draw(st.lists(pieces, max_size=12)))
    return MODEL.replace("scores = x * 0.5", f"scores = {body}")


def attempt(parse: Any, text: str) -> Any:
    """What the parser gives; None where it refuses, which it may do in one way only."""
    try:
        return parse(text, filename="file.py")
    except DtypegenError as error:
        assert error.failure.code in ("DG102", "DG103", "DG104"), text
        assert error.failure.stage == "load"
        assert str(error).startswith("file.py")
        assert "\n" not in str(error)
        assert len(str(error)) < 600
        return None


def check_graph(text: str) -> None:
    graph = attempt(parse_graph, text)
    if graph is not None:
        assert isinstance(graph, fx.Graph)
        graph.lint()
        assert graph_difference(graph, parse_graph(print_graph(graph))) is None, text


def check_meta(text: str) -> None:
    tensors = attempt(parse_meta, text)
    if tensors is not None:
        for name, meta in tensors.items():
            assert isinstance(meta, TensorMeta)
            assert meta.name == name
            assert meta.numel <= 2**36
            assert meta.data is None or len(meta.data) == meta.numel
            assert meta.torch_dtype


def check_both(text: str) -> None:
    check_graph(text)
    check_meta(text)


PROPERTIES: tuple[tuple[str, st.SearchStrategy[str], Callable[[str], None]], ...] = (
    ("damaged model", damaged(MODEL), check_graph),
    ("model of words", words(), check_graph),
    ("damaged meta", damaged(WEIGHT_META), check_meta),
    ("any text", st.text(max_size=60) | damaged(INFO) | damaged(MODEL) | damaged(WEIGHT_META), check_both),
)


@pytest.mark.parametrize(("name", "texts", "check"), PROPERTIES, ids=[name for name, _, _ in PROPERTIES])
def test_texts_are_read_or_refused(name: str, texts: st.SearchStrategy[str], check: Callable[[str], None]) -> None:
    SETTINGS(given(texts)(check))()
