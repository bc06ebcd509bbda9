"""The quantized contract (DG409): the integers of a rewritten value mean what the original's do.

Held for every value that stands for one of the original, not for outputs alone: a value that is returned may be used
by other ops too, and a requantization behind it hides that it was wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.quantized import Quantization, quantization_of
from pytest_dtypegen.dtypes.values import tensors_in
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.run import describe, operands

Values = Mapping[fx.Node, Any]

#: Ops that hand their operand's quantization on; any other op sets its result's.
HANDED_ON = frozenset(
    "reshape view _unsafe_view flatten unflatten squeeze unsqueeze view_as reshape_as contiguous detach clone permute "
    "transpose t select slice getitem expand narrow chunk split unbind".split()
)


class Pairs(Protocol):
    """Rewritten nodes and the original nodes that they stand for."""

    def items(self) -> Iterable[tuple[fx.Node, fx.Node]]: ...

    def line(self, node: fx.Node | None) -> int | None: ...


def requantized(was: Any, now: Any) -> str | None:
    """How a value's quantization differs from the original's, in words; None where it does not, or none has one."""
    before, after = quantization_of(was), quantization_of(now)
    if before == after:
        return None
    if before is None or after is None:
        return f"is {describe(now)}, its own contract says {describe(was)}"
    for what, one, other in _facts(before, after):
        if one != other:
            return f"has {what} {other}, its own contract says {one}"
    return None


def _facts(before: Quantization, after: Quantization) -> Iterator[tuple[str, Any, Any]]:
    yield "storage type", _short(before.storage), _short(after.storage)
    yield "axis", before.axis, after.axis
    yield "scale", before.scale, after.scale
    yield "zero point", before.zero_point, after.zero_point


def _short(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def check_quantized(graph: fx.Graph, original: fx.Graph, values: Values, original_values: Values, pairs: Pairs) -> None:
    """Every output, and every value that stands for one of the original, has the original's storage type, scale, zero
    point and axis.

    Raises DtypegenError DG409 at the node that set what the first wrong value has, in the graph's order.
    """
    if not _any_quantized(values) and not _any_quantized(original_values):
        return
    for node, old in (*pairs.items(), *_outputs(graph, original)):
        if node.op == "output" or node not in values or old not in original_values:
            continue
        for was, now in zip(tensors_in(original_values[old]), tensors_in(values[node]), strict=False):
            if (problem := requantized(was, now)) is not None:
                raise _error(node, problem, now, values, pairs)


def _any_quantized(values: Values) -> bool:
    return any(quantization_of(tensor) is not None for value in values.values() for tensor in tensors_in(value))


def _outputs(graph: fx.Graph, original: fx.Graph) -> list[tuple[fx.Node, fx.Node]]:
    """The nodes that stand at the same place in both graphs' outputs; none where these differ in structure."""
    found: list[list[Any]] = []
    for one in (graph, original):
        (output,), leaves = one.find_nodes(op="output"), list[Any]()
        fx.node.map_aggregate(output.args[0], leaves.append)
        found.append(leaves)
    if len(found[0]) != len(found[1]):
        return []
    return [(a, b) for a, b in zip(*found, strict=True) if isinstance(a, fx.Node) and isinstance(b, fx.Node)]


def _error(node: fx.Node, problem: str, value: torch.Tensor, values: Values, pairs: Pairs) -> DtypegenError:
    """The failure, at the op that set the value's quantization: views before ``node`` only hand it on."""
    setter = node
    while op_name(setter) in HANDED_ON and setter.all_input_nodes:
        setter = setter.all_input_nodes[0]
    line = pairs.line(setter)
    place = f"{op_name(setter)}, line {line}" if line else op_name(setter)
    return DtypegenError(
        "DG409", f"{node.name} {problem}", op=op_name(setter), node=setter.name, line=line,
        operands=operands(setter, values), origin=f"{setter.name}: {describe(value)} ({place})",
    )  # fmt: skip
