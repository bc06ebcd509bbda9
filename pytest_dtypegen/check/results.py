"""The result contract: what every value of the rewritten graph, and every output, owes to the original's."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.correspond import Correspondence, wrong_dtype_origin
from pytest_dtypegen.check.promise import Promise
from pytest_dtypegen.check.quantized import requantized
from pytest_dtypegen.check.values import is_cast, kind, short
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.values import leaves, tensors_in
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.run import describe

Values = Mapping[fx.Node, Any]


def check_values(values: Values, original_values: Values, pairs: Correspondence, target: torch.dtype) -> None:
    """Every value that stands for one of the original keeps its shape and kind; none becomes float64 by the way.

    Raises DtypegenError DG408 (DG409 for quantized tensors) at the first that does not, in the graph's order.
    """
    for node, old in pairs.items():
        if node.op == "output" or node not in values or old not in original_values:
            continue
        before, after = list(leaves(original_values[old])), list(leaves(values[node]))
        if len(before) != len(after):
            continue  # another spelling of the op may return more or less; its users' values tell
        for (_, was), (place, now) in zip(before, after, strict=True):
            problem = _changed(was, now, target)
            if problem:
                raise _error(node, old, values, pairs, f"{node.name}{place} {problem}")


def check_added_casts(graph: fx.Graph, values: Values, original_values: Values, pairs: Correspondence,
                      allowed: Collection[torch.dtype]) -> None:  # fmt: skip
    """Casts that the pass added go between what it was given and what it is to make: floating-point values to one of
    ``allowed`` or, for a user that is float64 in the original, to that; integers and booleans to no narrower ones.

    Raises DtypegenError DG408 at the first that does not. What it rounds off or cuts off may be averaged away before an
    output shows it.
    """
    for node in graph.nodes:
        if not is_cast(node) or pairs.original_of(node) is not None or not node.all_input_nodes:
            continue
        before, now = values.get(node.all_input_nodes[0]), values.get(node)
        if not isinstance(before, torch.Tensor) or not isinstance(now, torch.Tensor) or before.dtype == now.dtype:
            continue
        if now.dtype in allowed or now.dtype.is_complex or _widens(before.dtype, now.dtype):
            continue
        if now.dtype is torch.float64 and _has_wide_user(node, original_values, pairs):
            continue
        told = " or ".join(sorted(map(short, allowed))) if now.dtype.is_floating_point else short(before.dtype)
        problem = f"{node.name} casts {short(before.dtype)} to {short(now.dtype)}, promised is {told}"
        raise _error(node, node, values, pairs, problem)


def _widens(before: torch.dtype, now: torch.dtype) -> bool:
    """From one integer dtype to another that holds all of its values."""
    return not (before.is_floating_point or now.is_floating_point) and torch.promote_types(before, now) == now


def _has_wide_user(node: fx.Node, original_values: Values, pairs: Correspondence) -> bool:
    olds = (pairs.original_of(user) for user in node.users)
    held = (t.dtype for old in olds if old is not None for t in tensors_in(original_values.get(old)))
    return torch.float64 in held


def check_outputs(
    graph: fx.Graph,
    original: fx.Graph,
    values: Values,
    original_values: Values,
    pairs: Correspondence,
    promise: Promise,
) -> None:
    """Every output is what the sample promises: structure, shape, dtype.

    Raises DtypegenError DG408 (DG409 for quantized tensors) at the node that gives the output.
    """
    (output,), (old_output,) = graph.find_nodes(op="output"), original.find_nodes(op="output")
    before, after = list(leaves(old_output.args[0])), list(leaves(output.args[0]))
    if [place for place, _ in before] != [place for place, _ in after]:
        raise DtypegenError("DG408", f"{len(after)} outputs where the original has {len(before)}", op="output",
                            node=output.name, line=pairs.line(old_output))  # fmt: skip
    for (place, old), (_, new) in zip(before, after, strict=True):
        was = original_values[old] if isinstance(old, fx.Node) else old
        now = values[new] if isinstance(new, fx.Node) else new
        for (inner, one), (_, other) in zip(leaves(was), leaves(now), strict=False):
            problem = _changed(one, other, promise.target) or _breaks_promise(one, other, old, promise)
            if problem:
                node = new if isinstance(new, fx.Node) else output
                error = _error(node, old if isinstance(old, fx.Node) else old_output, values, pairs,
                               f"output{place}{inner} {problem}")  # fmt: skip
                raise error.at(origin=wrong_dtype_origin(node, values, original_values, pairs, promise))


def check_structure(reference: Any, result: Any, target: torch.dtype) -> None:
    """Real outputs: as many, of the same shapes and kinds. Raises DtypegenError DG408 or DG409."""
    before, after = list(leaves(reference)), list(leaves(result))
    if [place for place, _ in before] != [place for place, _ in after]:
        raise DtypegenError("DG408", f"{len(after)} outputs where the reference has {len(before)}")
    for (place, was), (_, now) in zip(before, after, strict=True):
        problem = _changed(was, now, target)
        if problem:
            raise DtypegenError("DG409" if _is_quantized(was, now) else "DG408", f"output{place} {problem}")


def _is_quantized(was: Any, now: Any) -> bool:
    return any(isinstance(value, torch.Tensor) and value.is_quantized for value in (was, now))


def _changed(was: Any, now: Any, target: torch.dtype) -> str | None:
    """How a value broke with the original's shape or kind, whatever the precision; None where it did not."""
    if isinstance(was, torch.Tensor) != isinstance(now, torch.Tensor):
        return f"is {describe(now)}, the original's is {describe(was)}"
    if not isinstance(was, torch.Tensor):
        return None
    if tuple(was.shape) != tuple(now.shape):
        return f"has shape {list(now.shape)}, promised is {list(was.shape)}"
    if was.is_quantized or now.is_quantized:
        return requantized(was, now)
    if kind(was.dtype) != kind(now.dtype):
        return f"is {short(now.dtype)}, promised is {short(was.dtype)}"
    if kind(was.dtype) == "int" and was.dtype != now.dtype:
        return f"is {short(now.dtype)}, promised is {short(was.dtype)}"
    leaked = torch.float64 in (was.dtype, now.dtype) and was.dtype != now.dtype and target is not torch.float64
    if leaked and was.dim() + now.dim() > 0:
        return f"is {short(now.dtype)}, promised is {short(was.dtype)}"
    return None


def _breaks_promise(was: Any, now: Any, old: Any, promise: Promise) -> str | None:
    if not isinstance(was, torch.Tensor) or was.is_quantized or not isinstance(old, fx.Node):
        return None
    allowed = promise.allowed(old, was.dtype)
    if now.dtype in allowed:
        return None
    return f"is {short(now.dtype)}, promised is {' or '.join(sorted(short(dtype) for dtype in allowed))}"


def _error(node: fx.Node, old: fx.Node, values: Values, pairs: Correspondence, message: str) -> DtypegenError:
    code = "DG409" if "its own contract says" in message or " quantized" in message else "DG408"
    operands = tuple(f"{operand.name}: {describe(values.get(operand))}" for operand in node.all_input_nodes)
    return DtypegenError(code, message, op=op_name(node), node=node.name, line=pairs.line(node), operands=operands)
