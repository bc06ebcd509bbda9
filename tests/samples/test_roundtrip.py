"""Whatever graph or meta is printed loads again as the same graph or meta."""

from __future__ import annotations

import ast
import os
import warnings

import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sample_texts import MODEL, WEIGHT_META
from strategies import graphs, metas
from torch import fx

from pytest_dtypegen.samples import meta
from pytest_dtypegen.samples.meta import parse_meta
from pytest_dtypegen.samples.model import TensorMeta
from pytest_dtypegen.samples.source import parse_graph
from pytest_dtypegen.samples.write import graph_difference, print_graph, print_meta

EXAMPLES = int(os.environ.get("DTYPEGEN_TEST_EXAMPLES", "100"))
"""Random graphs a test; more of them, and new ones, in a longer run: ``DTYPEGEN_TEST_EXAMPLES=20000 pytest ...``."""

SETTINGS = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=EXAMPLES <= 100,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
)


def test_a_printed_sample_is_the_same_graph() -> None:
    graph = parse_graph(MODEL)
    again = parse_graph(print_graph(graph))
    assert graph_difference(graph, again) is None
    assert [n.name for n in again.nodes] == [n.name for n in graph.nodes]
    assert [n.type for n in again.nodes] == [n.type for n in graph.nodes]


def described(graph: fx.Graph) -> list[tuple[str, ...]]:
    return [(n.op, str(n.target), n.name, str(n.args), str(n.kwargs)) for n in graph.nodes]


@SETTINGS
@given(graphs())
def test_a_printed_graph_is_the_same_graph(graph: fx.Graph) -> None:
    before = described(graph)
    text = print_graph(graph)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "is" with a literal
        compile(text, "model.py", "exec")
    again = parse_graph(text)
    again.lint()
    assert graph_difference(graph, again) is None, text
    assert graph_difference(again, graph) is None, text
    assert print_graph(graph) == text
    assert described(graph) == before


@SETTINGS
@given(graphs())
def test_a_printed_graph_clears_what_is_read_no_more(graph: fx.Graph) -> None:
    """At the return only parameters, and what is returned, are still held: memory follows the live set."""
    forward = ast.parse(print_graph(graph)).body[-1].body[0]  # type: ignore[attr-defined]
    held: set[str] = set()
    for statement in forward.body[:-1]:
        if isinstance(statement, ast.Assign):
            cleared = isinstance(statement.value, ast.Constant) and statement.value.value is None
            names = {target.id for target in statement.targets if isinstance(target, ast.Name)}
            held = held - names if cleared else held | names
    returned = {n.id for n in ast.walk(forward.body[-1]) if isinstance(n, ast.Name)}
    read = {n.id for n in ast.walk(forward) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    unused = sum(node.op == "placeholder" and not node.users for node in graph.nodes)
    assert not (held - returned) & read
    assert len(held - returned) <= unused


@SETTINGS
@given(st.lists(metas(), max_size=4, unique_by=lambda m: m.name))
def test_printed_meta_is_the_same_meta(tensors: list[TensorMeta]) -> None:
    weights = parse_meta(print_meta(tensors, is_input=False), "weight_meta.py")
    inputs = parse_meta(print_meta(tensors, is_input=True), "input_meta.py", is_input=True)
    assert repr({**weights, **inputs}) == repr({t.name: t for t in sorted(tensors, key=lambda t: t.is_input)})


@SETTINGS
@given(st.lists(metas(), max_size=4, unique_by=lambda m: m.name))
def test_the_quick_way_reads_the_same(tensors: list[TensorMeta]) -> None:
    text = print_meta(tensors, is_input=False)
    quick = meta._printed(text, False)
    assert quick is None or repr(quick) == repr(meta._parsed(text, "weight_meta.py", False))


def test_the_quick_way_takes_printed_files() -> None:
    for text in (WEIGHT_META, WEIGHT_META.replace("float('nan')", 'float("nan")'), WEIGHT_META.rstrip(), "", "\n\n"):
        quick = meta._printed(text, False)
        assert quick is not None
        assert repr(quick) == repr(meta._parsed(text, "weight_meta.py", False))
    again = print_meta(parse_meta(WEIGHT_META, "x").values(), is_input=False)
    assert repr(meta._printed(again, False)) == repr(meta._printed(WEIGHT_META, False))


@settings(SETTINGS, max_examples=6 * EXAMPLES)
@given(st.data())
def test_the_quick_way_reads_nothing_that_the_other_refuses(data: st.DataObject) -> None:
    """A character of a printed file is changed: either both ways read the same, or the quick one steps aside."""
    position = data.draw(st.integers(0, len(WEIGHT_META) - 1))
    text = (
        WEIGHT_META[:position] + data.draw(st.sampled_from(list("0-e.,[]\"' \n=x_()\\"))) + WEIGHT_META[position + 1 :]
    )
    quick = meta._printed(text, False)
    if quick is not None:
        assert repr(quick) == repr(meta._parsed(text, "weight_meta.py", False))


def test_where_placeholders_stand_is_no_difference() -> None:
    """A pass may put a cast right behind each; printed, all are parameters. Their own order is one."""

    def cast_behind_each(first: str, second: str) -> fx.Graph:
        graph = fx.Graph()
        casts = [graph.call_method("to", (graph.placeholder(name), torch.float16)) for name in (first, second)]
        graph.output((graph.call_function(torch.add, tuple(casts)),))
        return graph

    graph = cast_behind_each("x", "y")
    assert graph_difference(graph, parse_graph(print_graph(graph))) is None
    assert graph_difference(graph, cast_behind_each("y", "x")) is not None
