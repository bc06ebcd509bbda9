"""run_graph: values, lifetimes, failures, random numbers, and nothing left switched on."""

from __future__ import annotations

import operator
import weakref
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import fx

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.ambient import vmap_depth
from pytest_dtypegen.execute.run import call_node, describe, last_uses, run_graph


def graph_of(build: Callable[[fx.Graph], Any]) -> fx.Graph:
    graph = fx.Graph()
    graph.output(build(graph))
    for line, node in enumerate(graph.nodes, start=10):
        node.meta["line"] = line
    return graph


def ones(node: fx.Node) -> torch.Tensor:
    return torch.ones(2, 3)


def mlp(graph: fx.Graph) -> fx.Node:
    x, w = graph.placeholder("x"), graph.placeholder("w")
    y = graph.call_function(torch._C._nn.linear, (x, w))
    return graph.call_method("relu", (y,))


def test_result_is_that_of_the_ops() -> None:
    assert torch.equal(run_graph(graph_of(mlp), ones), torch.full((2, 2), 3.0))


def test_output_keeps_its_structure() -> None:
    graph = graph_of(lambda g: ((x := g.placeholder("x")), [g.call_method("sum", (x,)), 3]))
    a, (b, c) = run_graph(graph, ones)
    assert a.shape == (2, 3) and b.item() == 6 and c == 3


def test_placeholder_is_made_at_its_first_use_and_never_without_one() -> None:
    def build(g: fx.Graph) -> fx.Node:
        x, w, _unused = g.placeholder("x"), g.placeholder("w"), g.placeholder("unused")
        y = g.call_method("relu", (x,), {})
        return g.call_function(torch.add, (y, w))

    order: list[str] = []

    def feed(node: fx.Node) -> torch.Tensor:
        order.append(f"feed {node.name}")
        return torch.ones(2)

    run_graph(graph_of(build), feed, enter=lambda node: order.append(node.name))
    assert order == ["x", "feed x", "relu", "w", "feed w", "add"]


def test_values_are_let_go_after_their_last_use() -> None:
    def build(g: fx.Graph) -> fx.Node:
        x = g.placeholder("x")
        for _ in range(20):
            x = g.call_method("relu", (x,))
        return x

    alive: set[int] = set()
    most = 0

    def track(value: torch.Tensor) -> torch.Tensor:
        key = id(value)
        alive.add(key)
        weakref.finalize(value, alive.discard, key)
        return value

    def execute(node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        nonlocal most
        result = track(call_node(node, args, kwargs))
        most = max(most, len(alive))
        return result

    run_graph(graph_of(build), lambda node: track(torch.ones(2, 3)), execute=execute)
    assert most == 2


def test_a_write_into_a_view_changes_the_base() -> None:
    def build(g: fx.Graph) -> Any:
        x = g.placeholder("x")
        view = g.call_function(operator.getitem, (x, 0))
        write = g.call_method("zero_", (view,))
        return x, write

    base, view = run_graph(graph_of(build), ones)
    assert base.tolist() == [[0, 0, 0], [1, 1, 1]]
    assert view.untyped_storage().data_ptr() == base.untyped_storage().data_ptr()


def test_last_uses_frees_each_value_once_and_an_unused_one_at_once() -> None:
    graph = graph_of(lambda g: (g.call_method("relu", (g.placeholder("x"),)), 1)[1])
    (relu,) = (n for n in graph.nodes if n.op == "call_method")
    assert [v.name for v in last_uses(graph)[relu]] == ["x", "relu"]


def test_failure_names_node_op_line_and_operands() -> None:
    def build(g: fx.Graph) -> fx.Node:
        x, w = g.placeholder("x"), g.placeholder("w")
        return g.call_function(torch._C._nn.linear, (x, w), name="projection")

    def feed(node: fx.Node) -> torch.Tensor:
        return torch.ones(2, 3, dtype=torch.float16 if node.target == "x" else torch.float32)

    with pytest.raises(DtypegenError) as caught:
        run_graph(graph_of(build), feed)
    failure = caught.value.failure
    assert (failure.op, failure.node, failure.line) == ("linear", "projection", 12)
    assert failure.operands == ("x: float16[2, 3] cpu", "w: float32[2, 3] cpu")
    assert "dtype" in failure.message
    assert caught.value.__cause__ is not None


def test_operands_of_tuples_and_numbers() -> None:
    def build(g: fx.Graph) -> fx.Node:
        x = g.placeholder("x")
        parts = g.call_method("chunk", (x, 2))
        size = g.call_method("size", (x, 0))
        return g.call_function(torch.add, (parts, size))

    with pytest.raises(DtypegenError) as caught:
        run_graph(graph_of(build), ones)
    assert caught.value.failure.operands == ("chunk[0]: float32[1, 3] cpu", "chunk[1]: float32[1, 3] cpu", "size: 2")


def test_a_feeds_own_failure_keeps_its_class_and_gets_the_place() -> None:
    def feed(node: fx.Node) -> torch.Tensor:
        raise DtypegenError("DG102", "no meta", node="other")

    with pytest.raises(DtypegenError) as caught:
        run_graph(graph_of(mlp), feed)
    assert (caught.value.failure.code, caught.value.failure.node) == ("DG102", "other")
    assert caught.value.failure.line == 10


def test_running_out_of_memory_has_its_class() -> None:
    def execute(node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise MemoryError

    with pytest.raises(DtypegenError) as caught:
        run_graph(graph_of(mlp), ones, execute=execute)
    assert caught.value.failure.code == "DG803"
    assert caught.value.failure.message == "MemoryError"


def test_interrupts_are_not_failures() -> None:
    def execute(node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_graph(graph_of(mlp), ones, execute=execute)


def test_observe_sees_placeholders_and_values_but_not_the_output() -> None:
    seen: dict[str, str] = {}
    run_graph(graph_of(mlp), ones, observe=lambda node, value: seen.update({node.name: describe(value)}))
    assert seen == {
        "x": "float32[2, 3] cpu",
        "w": "float32[2, 3] cpu",
        "linear": "float32[2, 2] cpu",
        "relu": "float32[2, 2] cpu",
    }


# -- what a graph opens ------------------------------------------------------------------------------------------


def vmapped(fail: bool) -> fx.Graph:
    """``x * 2`` under one vmap level, with a placeholder that is first used inside it."""
    functorch = torch._C._functorch

    def build(g: fx.Graph) -> fx.Node:
        x, inside = g.placeholder("x"), g.placeholder("inside")
        g.call_function(functorch._vmap_increment_nesting, (2, "error"))
        row = g.call_function(functorch._add_batch_dim, (x, 0, 1))
        y = g.call_method("nonsense" if fail else "mul", (row, inside))
        whole = g.call_function(functorch._remove_batch_dim, (y, 1, 2, 0))
        g.call_function(functorch._vmap_decrement_nesting, ())
        return whole

    return graph_of(build)


def random_feed(node: fx.Node) -> torch.Tensor:
    """Draws, which is an error inside a vmap level of randomness "error"."""
    return torch.randn(2, 3) if node.target == "x" else torch.full((3,), 2.0) + 0 * torch.randn(3)


def test_vmap_levels_work_and_placeholders_inside_them_are_ordinary_tensors() -> None:
    seen: list[str] = []
    result = run_graph(vmapped(fail=False), random_feed, observe=lambda node, value: seen.append(node.name))
    assert result.shape == (2, 3)
    assert "mul" not in seen
    assert vmap_depth() == 0


def test_interrupted_vmap_level_is_closed() -> None:
    with pytest.raises(DtypegenError, match="nonsense"):
        run_graph(vmapped(fail=True), random_feed)
    assert vmap_depth() == 0
    assert torch.randn(2).shape == (2,)


@pytest.mark.parametrize("method", ["relu", "nonsense"])
@pytest.mark.parametrize("exits", [True, False])
def test_autocast_region_ends_with_the_run(method: str, exits: bool) -> None:
    def build(g: fx.Graph) -> fx.Node:
        x, w = g.placeholder("x"), g.placeholder("w")
        region = g.call_function(torch.amp.autocast_mode._enter_autocast, ("cpu", torch.bfloat16, True, None))
        y = g.call_function(torch._C._nn.linear, (x, w))
        z = g.call_method(method, (y,))
        if exits:
            g.call_function(torch.amp.autocast_mode._exit_autocast, (region,))
        return z

    assert not torch.is_autocast_enabled("cpu")
    if method == "relu":
        assert run_graph(graph_of(build), ones).dtype == torch.bfloat16
    else:
        with pytest.raises(DtypegenError):
            run_graph(graph_of(build), ones)
    assert not torch.is_autocast_enabled("cpu")
    assert F.linear(torch.ones(2, 3), torch.ones(2, 3)).dtype == torch.float32


def test_gradients_switched_on_by_the_graph_do_not_stay_on() -> None:
    def build(g: fx.Graph) -> fx.Node:
        g.call_function(torch._C._set_grad_enabled, (True,))
        return g.placeholder("x")

    with torch.no_grad():
        run_graph(graph_of(build), ones)
        assert not torch.is_grad_enabled()
    assert torch.is_grad_enabled()


# -- random numbers ----------------------------------------------------------------------------------------------


def drawing(dtype: torch.dtype, extra: bool) -> fx.Graph:
    def build(g: fx.Graph) -> Any:
        x = g.placeholder("x")
        if extra:
            g.call_function(F.dropout, (x, 0.5, False))
            g.call_function(torch.randint, (0, 9, (4,)))
        a = g.call_function(torch.rand, ((4096,),), {"dtype": dtype})
        b = g.call_function(torch.randn, ((4096,),), {"dtype": dtype})
        c = g.call_method("uniform_", (g.call_function(torch.empty, (4096,), {"dtype": dtype}), -1, 1))
        d = g.call_function(F.dropout, (g.call_method("to", (x, dtype)), 0.5, True))
        return a, b, c, d

    return graph_of(build)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
@pytest.mark.parametrize("extra", [False, True])
def test_the_same_numbers_in_another_dtype(dtype: torch.dtype, extra: bool) -> None:
    def feed(node: fx.Node) -> torch.Tensor:
        return torch.ones(4096)

    reference = run_graph(drawing(torch.float32, False), feed)
    rewritten = run_graph(drawing(dtype, extra), feed)
    for expected, got in zip(reference, rewritten, strict=True):
        assert got.dtype == dtype
        assert torch.equal(got, expected.to(dtype))
    assert not torch.equal(reference[0], run_graph(drawing(torch.float32, False), feed, seed=1)[0])


def test_the_callers_random_state_is_kept() -> None:
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    run_graph(drawing(torch.float32, False), lambda node: torch.ones(4096))
    assert torch.equal(torch.rand(3), expected)


UNWRITTEN = {
    "empty": lambda g, x: g.call_function(torch.empty, (3,)),
    "empty_like": lambda g, x: g.call_function(torch.empty_like, (x,)),
    "new_empty": lambda g, x: g.call_method("new_empty", (x, (3,)), {"dtype": torch.complex64}),
    "new_empty_strided": lambda g, x: g.call_method("new_empty_strided", (x, (2, 2), (2, 1))),
    "empty_strided": lambda g, x: g.call_function(torch.empty_strided, ((2, 2), (1, 2))),
    "empty_permuted": lambda g, x: g.call_function(torch.empty_permuted, ((2, 3), (1, 0))),
}


@pytest.mark.parametrize("op", UNWRITTEN)
def test_memory_that_nobody_wrote_holds_no_numbers(op: str) -> None:
    def build(g: fx.Graph) -> Any:
        x = g.placeholder("x")
        unwritten = UNWRITTEN[op](g, x)
        return unwritten, g.call_method("zero_", (g.call_function(torch.empty_like, (x,)),))

    unwritten, written = run_graph(graph_of(build), ones)
    assert unwritten.isnan().all() and not written.any()


def test_integers_that_nobody_wrote_are_no_indices() -> None:
    def build(g: fx.Graph) -> Any:
        x = g.placeholder("x")
        index = g.call_function(torch.empty, (2,), {"dtype": torch.int64})
        return g.call_function(torch.index_select, (x, 0, index))

    with pytest.raises(DtypegenError, match="index out of range"):
        run_graph(graph_of(build), ones)
