"""Runs a graph node by node, keeping each value only for as long as a later node needs it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.classify import classify, ran_out_of_memory
from pytest_dtypegen.dtypes.ops import Call, op_name
from pytest_dtypegen.dtypes.quantized import quantization_of
from pytest_dtypegen.errors import DtypegenError, text_of
from pytest_dtypegen.execute.ambient import Ambient, ambient
from pytest_dtypegen.execute.arithmetic import too_large
from pytest_dtypegen.execute.draws import Draws, mark_unwritten

Execute = Callable[[fx.Node, tuple[Any, ...], dict[str, Any]], Any]
Feed = Callable[[fx.Node], torch.Tensor]
Observe = Callable[[fx.Node, Any], None]


def run_graph(
    graph: fx.Graph,
    feed: Feed,
    *,
    execute: Execute | None = None,
    observe: Observe | None = None,
    enter: Callable[[fx.Node], None] | None = None,
    seed: int = 0,
) -> Any:
    """The graph's output, computed one node after the other.

    ``feed`` makes a placeholder's tensor when a node first needs it (never, where none does). A value is let go right
    after its last use; views and aliases hold their storage by themselves. ``execute(node, args, kwargs)`` computes a
    node in place of ``call_node``; ``enter`` is told of each node before it runs, ``observe`` of each node and value
    after (placeholders included, the output not; not inside a graph's own vmap levels, where no value can be read).
    Random ops draw the same numbers in two graphs that hold the same ones in the same order (see ``draws.py``).

    Raises DtypegenError with node, op, line and operands for whatever an op raises, classified by its message; a
    DtypegenError out of ``feed``, ``execute`` or ``observe`` passes through with the place filled in.
    """
    with ambient() as around:
        return _Run(graph, feed, execute or call_node, observe, enter, around, Draws(seed)).result()


def call_node(node: Call, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls the real op of a ``call_function`` or ``call_method`` node."""
    if node.op == "call_function":
        assert callable(node.target)
        if (what := too_large(node.target, args)) is not None:
            raise OverflowError(f"it would make {what}")
        return node.target(*args, **kwargs)
    if node.op == "call_method":
        assert isinstance(node.target, str)
        return getattr(args[0], node.target)(*args[1:], **kwargs)
    raise DtypegenError(
        "DG104", f"cannot run a node of kind {node.op!r}: {node.target}", node=getattr(node, "name", None)
    )


def last_uses(graph: fx.Graph) -> dict[fx.Node, list[fx.Node]]:
    """By node: the values that nothing needs any more once it has run (its own, where nothing uses it)."""
    freed: dict[fx.Node, list[fx.Node]] = {}
    seen: set[fx.Node] = set()
    for node in reversed(graph.nodes):
        if node.op == "placeholder":
            continue
        for value in (*node.all_input_nodes, node):
            if value not in seen:
                seen.add(value)
                freed.setdefault(node, []).append(value)
    return freed


class _Run:
    def __init__(
        self,
        graph: fx.Graph,
        feed: Feed,
        execute: Execute,
        observe: Observe | None,
        enter: Callable[[fx.Node], None] | None,
        around: Ambient,
        draws: Draws,
    ) -> None:
        self._graph, self._feed, self._execute, self._observe = graph, feed, execute, observe
        self._enter, self._around, self._draws = enter, around, draws
        self._values: dict[fx.Node, Any] = {}

    def result(self) -> Any:
        freed = last_uses(self._graph)
        for node in self._graph.nodes:
            if node.op == "placeholder":
                continue
            self._make_placeholders(node)
            if node.op == "output":
                return fx.map_arg(node.args[0], self._values.__getitem__)
            if self._enter is not None:
                self._enter(node)
            try:
                self._values[node] = self._call(node)
            except Exception as exception:
                raise failure_at(node, exception, self._values) from exception
            self._show(node)
            for value in freed.get(node, ()):
                self._values.pop(value, None)
        return None

    def _make_placeholders(self, node: fx.Node) -> None:
        for value in node.all_input_nodes:
            if value.op == "placeholder" and value not in self._values:
                if self._enter is not None:
                    self._enter(value)
                try:
                    with self._around.set_aside():
                        self._values[value] = self._feed(value)
                except Exception as exception:
                    raise failure_at(value, exception, self._values) from exception
                self._show(value)

    def _call(self, node: fx.Node) -> Any:
        op = op_name(node)
        args = fx.map_arg(node.args, self._values.__getitem__)
        kwargs = fx.map_arg(node.kwargs, self._values.__getitem__)
        seed = None if self._around.in_vmap else self._draws.seed(op, args, kwargs)
        result = self._execute(node, args, dict(kwargs))
        mark_unwritten(op, result)
        if seed is not None:
            self._draws.redraw(op, args, kwargs, result, seed)
        self._around.note(op, args, result)
        return result

    def _show(self, node: fx.Node) -> None:
        if self._observe is None or self._around.in_vmap:
            return
        try:
            with self._around.set_aside():
                self._observe(node, self._values[node])
        except Exception as exception:
            raise failure_at(node, exception, self._values) from exception


def failure_at(node: fx.Node, exception: Exception, values: Mapping[fx.Node, Any]) -> DtypegenError:
    """The exception as a failure at this node: class by message, and the operands as they are now."""
    op = None if node.op == "placeholder" else op_name(node)
    if isinstance(exception, DtypegenError):
        error = exception
    else:
        message = text_of(exception) or type(exception).__name__
        error = DtypegenError(_code(message, op, exception), message)
    return error.at(op=op, node=node.name, line=node.meta.get("line"), operands=operands(node, values))


def _code(message: str, op: str | None, exception: Exception) -> str:
    if ran_out_of_memory(exception):
        return "DG803"
    return classify(message, op=op, exception=type(exception).__name__)


def operands(node: fx.Node, values: Mapping[fx.Node, Any]) -> tuple[str, ...]:
    """The node's operands as ``name: dtype[shape] device`` (``name[0]: ...`` in a tuple; numbers as they are)."""
    return tuple(
        f"{value.name}{place}: {text}"
        for value in node.all_input_nodes
        if value in values
        for place, text in _leaves(values[value])
    )


def _leaves(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, torch.Tensor):
        yield place, describe(value)
    elif isinstance(value, (tuple, list)):
        for i, item in enumerate(value):
            yield from _leaves(item, f"{place}[{i}]")
    elif value is None or isinstance(value, (bool, int, float, complex, str, torch.dtype, torch.device)):
        yield place, str(value)


def describe(value: Any) -> str:
    """``float16[2, 3] cpu``, ``quint8(scale=0.02, zero_point=3)[2, 3] cpu``; a list of these in brackets; a Python
    value as it is. At most 200 characters."""
    if isinstance(value, torch.Tensor):
        kind = quantization_of(value) or str(value.dtype).removeprefix("torch.")
        text = f"{kind}{list(map(operator.index, value.shape))} {value.device}"
    elif isinstance(value, (tuple, list)):
        text = f"[{', '.join(map(describe, value))}]"
    else:
        text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."
