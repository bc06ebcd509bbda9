"""Batch norms that a graph writes out: ``x * (gain * rsqrt(variance + eps)) + shift``, or ``(x - mean) / sqrt(...)``.

Detection models freeze their backbone's batch norms this way, and decompositions leave the like. Conditioning has to
see them as the norms that they are: with running statistics that are recorded by mean and deviation only, the shift
would drown what flows in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.values import is_call
from pytest_dtypegen.dtypes.ops import CASTS, op_name
from pytest_dtypegen.execute.run import call_node
from pytest_dtypegen.samples.model import TensorMeta

#: Ops whose result is their operand in another shape or dtype.
_SEEN_THROUGH = CASTS | frozenset(
    "view reshape unsqueeze squeeze flatten contiguous detach clone getitem expand".split()
)

#: Ops that make a deviation, or its inverse, of a variance.
_ROOTS = frozenset("rsqrt sqrt pow".split())
_HALF_POWERS = (0.5, -0.5)
_SCALES = frozenset("mul mul_ div div_".split())
_SHIFTS = frozenset("add add_ sub sub_".split())


#: A norm's scale and shift follow from mean, variance, gain and bias.
_MOST_PARAMETERS = 4


@dataclass(frozen=True)
class WrittenNorm:
    """One such norm: the value that it takes, its running statistics, and its gain and bias where they are found (all
    but the value are placeholders). ``axis``: the channels' dimension of the value, counted from the end (-1: last).
    ``result``: the last node of the norm that was found."""

    value: fx.Node
    mean: fx.Node
    variance: fx.Node
    gain: fx.Node | None
    bias: fx.Node | None
    axis: int
    result: fx.Node


def written_norms(
    graph: fx.Graph, tensors: Mapping[str, TensorMeta], inputs: frozenset[str]
) -> dict[fx.Node, WrittenNorm]:
    """The written-out batch norms of a graph by the value that each takes. ``inputs``: the placeholders that are data,
    not parameters."""
    fixed = _fixed(graph, tensors, inputs)
    products = [node for node in graph.nodes if is_call(node) and node not in fixed and op_name(node) in _SCALES]
    found: dict[fx.Node, WrittenNorm] = {}
    for product in products:
        norm = _norm(product, fixed, tensors)
        if norm is not None:
            found.setdefault(norm.value, norm)
    return found


def _fixed(
    graph: fx.Graph, tensors: Mapping[str, TensorMeta], inputs: frozenset[str]
) -> dict[fx.Node, frozenset[fx.Node]]:
    """The nodes that follow from a few parameters alone, in the graph's order, and from which (scalars left out)."""
    fixed: dict[fx.Node, frozenset[fx.Node]] = {}
    for node in graph.nodes:
        if node.op == "placeholder" and str(node.target) not in inputs:
            fixed[node] = frozenset({node} if tensors[str(node.target)].numel > 1 else ())
        elif is_call(node) and node.all_input_nodes and all(operand in fixed for operand in node.all_input_nodes):
            parameters = frozenset[fx.Node]().union(*(fixed[operand] for operand in node.all_input_nodes))
            if len(parameters) <= _MOST_PARAMETERS:
                fixed[node] = parameters
    return fixed


def _norm(
    product: fx.Node, fixed: Mapping[fx.Node, frozenset[fx.Node]], tensors: Mapping[str, TensorMeta]
) -> WrittenNorm | None:
    """The norm that a product of a value and something fixed is part of."""
    scale = next((operand for operand in product.all_input_nodes if operand in fixed), None)
    value: Any = next((operand for operand in product.all_input_nodes if operand not in fixed), None)
    if op_name(product) in ("div", "div_") and value is not product.args[0]:
        return None
    variance = None if scale is None else _variance(scale, fixed)
    if scale is None or value is None or variance is None:
        return None
    axis = _channel_axis(scale, fixed, tensors)
    gains = fixed[scale] - {variance}
    result, shift = _shifted(product, fixed)
    centre = value.all_input_nodes[-1] if is_call(value) and op_name(value) in ("sub", "sub_") else None
    if centre is not None and centre in fixed and value.args[0] is not centre:
        mean = _only(fixed[centre])
        value = value.args[0]
    else:
        mean = None if shift is None else _mean(shift, scale, fixed)
    if axis is None or mean is None or not isinstance(value, fx.Node) or mean in (variance, *gains):
        return None
    biases = frozenset[fx.Node]() if shift is None else fixed[shift] - {mean, variance, *gains}
    return WrittenNorm(value, mean, variance, _only(gains), _only(biases), axis, result)


def _variance(scale: fx.Node, fixed: Mapping[fx.Node, frozenset[fx.Node]]) -> fx.Node | None:
    """The one parameter under a root within a fixed value: ``rsqrt(variance + eps)``."""
    return _only(frozenset().union(*(fixed[node] for node in _within(scale) if _is_root(node))))


def _is_root(node: fx.Node) -> bool:
    name = op_name(node)
    return name in _ROOTS and (name != "pow" or node.args[-1] in _HALF_POWERS)


def _mean(shift: fx.Node, scale: fx.Node, fixed: Mapping[fx.Node, frozenset[fx.Node]]) -> fx.Node | None:
    """The parameter that the shift has multiplied by the scale."""
    for node in _within(shift):
        if op_name(node) in _SCALES and scale in node.all_input_nodes:
            others = [operand for operand in node.all_input_nodes if operand is not scale]
            return _only(fixed[others[0]]) if len(others) == 1 else None
    return None


def _shifted(product: fx.Node, fixed: Mapping[fx.Node, Any]) -> tuple[fx.Node, fx.Node | None]:
    """The node that adds something fixed to a product, behind further fixed factors, and what it adds."""
    node = product
    while len(node.users) == 1:
        user = next(iter(node.users))
        if not is_call(user):
            break
        others = [operand for operand in user.all_input_nodes if operand is not node]
        if op_name(user) in _SHIFTS and len(others) == 1 and others[0] in fixed:
            return user, others[0]
        by_fixed = op_name(user) in _SCALES and all(other in fixed for other in others)
        if not by_fixed and not (op_name(user) in _SEEN_THROUGH and not others):
            break
        node = user
    return node, None


def _within(node: fx.Node) -> Iterator[fx.Node]:
    """The calls that a fixed value is made by, itself included."""
    stack, seen = [node], {node}
    while stack:
        node = stack.pop()
        if is_call(node):
            yield node
            new = [operand for operand in node.all_input_nodes if operand not in seen]
            seen.update(new)
            stack += new


def _channel_axis(scale: fx.Node, fixed: Mapping[fx.Node, Any], tensors: Mapping[str, TensorMeta]) -> int | None:
    """The one dimension, counted from the end, in which a fixed value is not of size 1."""
    shape = _shape(scale, fixed, tensors)
    long = [axis for axis, size in enumerate(shape) if size != 1]
    return long[0] - len(shape) if len(long) == 1 else None


def _shape(node: fx.Node, fixed: Mapping[fx.Node, Any], tensors: Mapping[str, TensorMeta]) -> torch.Size:
    """The shape of a fixed value, found on meta tensors; that of a number where an op does not take these."""
    needed = set(_within(node))
    made: dict[fx.Node, Any] = {}
    for inner in fixed:  # in the graph's order
        if inner.op == "placeholder":
            meta = tensors[str(inner.target)]
            made[inner] = torch.empty(meta.shape, dtype=meta.torch_dtype, device="meta")
        elif inner in needed:
            args = fx.map_arg(inner.args, made.__getitem__)
            kwargs = fx.map_arg(inner.kwargs, made.__getitem__)
            try:
                made[inner] = call_node(inner, args, kwargs)
            except Exception:  # whatever torch says of the sample's own call is said where the call is run
                return torch.Size()
    return made[node].shape if isinstance(made[node], torch.Tensor) else torch.Size()


def _only(found: frozenset[fx.Node]) -> fx.Node | None:
    return next(iter(found)) if len(found) == 1 else None
