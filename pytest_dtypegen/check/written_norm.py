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

from pytest_dtypegen.check.parameters import SEEN_THROUGH
from pytest_dtypegen.check.values import is_call
from pytest_dtypegen.dtypes.ops import argument, op_name
from pytest_dtypegen.execute.run import call_node
from pytest_dtypegen.samples.model import TensorMeta

#: Ops that make a deviation, or its inverse, of a variance.
_ROOTS = frozenset("rsqrt sqrt pow".split())
_HALF_POWERS = (0.5, -0.5)
_QUOTIENTS = frozenset("div div_".split())
_PRODUCTS = frozenset("mul mul_".split()) | _QUOTIENTS
_DIFFERENCES = frozenset("sub sub_".split())
_SHIFTS = frozenset("add add_".split()) | _DIFFERENCES

#: A norm's scale and shift follow from mean, variance, gain and bias, in no more steps than these.
_MOST_PARAMETERS = 4
_MOST_STEPS = 24


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

    @property
    def parameters(self) -> tuple[fx.Node, ...]:
        return tuple(one for one in (self.mean, self.variance, self.gain, self.bias) if one is not None)


def written_norms(
    graph: fx.Graph, tensors: Mapping[str, TensorMeta], inputs: frozenset[str]
) -> tuple[WrittenNorm, ...]:
    """The written-out batch norms of a graph, one for each value that is normed. ``inputs``: the placeholders that are
    data, not parameters."""
    fixed = _Fixed(graph, tensors, inputs)
    found: dict[fx.Node, WrittenNorm] = {}
    for node in graph.nodes:
        norm = _norm(node, fixed) if is_call(node) and op_name(node) in _PRODUCTS and node not in fixed else None
        if norm is not None:
            found.setdefault(norm.value, norm)
    return tuple(found.values())


class _Fixed:
    """The nodes that follow from a few parameters alone. ``[node]``: from which (scalars left out)."""

    def __init__(self, graph: fx.Graph, tensors: Mapping[str, TensorMeta], inputs: frozenset[str]) -> None:
        self._tensors = tensors
        self._parameters: dict[fx.Node, frozenset[fx.Node]] = {}
        self._shapes: dict[fx.Node, torch.Size | None] = {}
        for node in graph.nodes:
            if node.op == "placeholder" and str(node.target) not in inputs:
                self._parameters[node] = frozenset({node} if tensors[str(node.target)].numel > 1 else ())
            elif is_call(node) and node.all_input_nodes and all(operand in self for operand in node.all_input_nodes):
                parameters = frozenset[fx.Node]().union(*(self[operand] for operand in node.all_input_nodes))
                if len(parameters) <= _MOST_PARAMETERS:
                    self._parameters[node] = parameters

    def __contains__(self, node: object) -> bool:
        return node in self._parameters

    def __getitem__(self, node: fx.Node) -> frozenset[fx.Node]:
        return self._parameters[node]

    def axis(self, node: fx.Node) -> int | None:
        """The one dimension, counted from the end, in which a fixed value is not of size 1."""
        shape = self._shape(node)
        long = [] if shape is None else [axis for axis, size in enumerate(shape) if size != 1]
        return long[0] - len(shape) if shape is not None and len(long) == 1 else None

    def _shape(self, node: fx.Node) -> torch.Size | None:
        """Its shape, found on meta tensors; None where an op does not take these, or it is made in too many steps."""
        if node not in self._shapes:
            self._shapes[node] = self._computed(sorted(_within(node)), node)
        return self._shapes[node]

    def _computed(self, nodes: list[fx.Node], wanted: fx.Node) -> torch.Size | None:
        made: dict[fx.Node, Any] = {}
        try:
            for node in nodes:
                if node.op == "placeholder":
                    meta = self._tensors[str(node.target)]
                    made[node] = torch.empty(meta.shape, dtype=meta.torch_dtype, device="meta")
                else:
                    args, kwargs = fx.map_arg((node.args, dict(node.kwargs)), made.__getitem__)
                    made[node] = call_node(node, args, kwargs)
        except Exception:  # whatever torch says of the sample's own call is said where the call is run
            return None
        return made[wanted].shape if isinstance(made[wanted], torch.Tensor) else None


def _norm(product: fx.Node, fixed: _Fixed) -> WrittenNorm | None:
    """The norm that a product of a value and something fixed is part of."""
    value, scale = argument(product, 0, "input"), argument(product, 1, "other")
    if value in fixed and op_name(product) not in _QUOTIENTS:
        value, scale = scale, value
    if not isinstance(value, fx.Node) or value in fixed or scale not in fixed:
        return None
    variance, axis = _variance(scale, fixed), fixed.axis(scale)
    if variance is None or axis is None:
        return None
    gains = fixed[scale] - {variance}
    result, shift = _shifted(product, fixed)
    mean: fx.Node | None
    if (centred := _centred(value, fixed)) is not None:
        value, mean = centred
    else:
        mean = None if shift is None else _mean(shift, scale, fixed)
    if mean is None or mean in (variance, *gains):
        return None
    biases = frozenset[fx.Node]() if shift is None else fixed[shift] - {mean, variance, *gains}
    return WrittenNorm(value, mean, variance, _only(gains), _only(biases), axis, result)


def _variance(scale: fx.Node, fixed: _Fixed) -> fx.Node | None:
    """The one parameter under a root within a fixed value: ``rsqrt(variance + eps)``."""
    return _only(frozenset().union(*(fixed[node] for node in _within(scale) if is_call(node) and _is_root(node))))


def _is_root(node: fx.Node) -> bool:
    name = op_name(node)
    return name in _ROOTS and (name != "pow" or argument(node, 1, "exponent") in _HALF_POWERS)


def _centred(value: fx.Node, fixed: _Fixed) -> tuple[fx.Node, fx.Node] | None:
    """What a difference takes a parameter away from, and the parameter."""
    if not is_call(value) or op_name(value) not in _DIFFERENCES:
        return None
    taken, centre = argument(value, 0, "input"), argument(value, 1, "other")
    mean = _only(fixed[centre]) if centre in fixed else None
    return (taken, mean) if isinstance(taken, fx.Node) and mean is not None else None


def _mean(shift: fx.Node, scale: fx.Node, fixed: _Fixed) -> fx.Node | None:
    """The parameter that the shift has multiplied by the scale."""
    for node in _within(shift):
        if is_call(node) and op_name(node) in _PRODUCTS and scale in node.all_input_nodes:
            others = [operand for operand in node.all_input_nodes if operand is not scale]
            return _only(fixed[others[0]]) if len(others) == 1 else None
    return None


def _shifted(product: fx.Node, fixed: _Fixed) -> tuple[fx.Node, fx.Node | None]:
    """The node that adds something fixed to a product, behind further fixed factors, and what it adds."""
    node = product
    for _ in range(_MOST_STEPS):
        user = next(iter(node.users)) if len(node.users) == 1 else None
        if user is None or not is_call(user):
            break
        others = [operand for operand in user.all_input_nodes if operand is not node]
        if op_name(user) in _SHIFTS and len(others) == 1 and others[0] in fixed:
            return user, others[0]
        by_fixed = op_name(user) in _PRODUCTS and all(other in fixed for other in others)
        if not by_fixed and not (op_name(user) in SEEN_THROUGH and not others):
            break
        node = user
    return node, None


def _within(node: fx.Node) -> Iterator[fx.Node]:
    """A fixed value's node and what it is made of, nearest first; the first of these where they are many."""
    queue, seen = [node], {node}
    for one in queue:
        yield one
        if len(seen) > _MOST_STEPS:
            return
        new = [operand for operand in one.all_input_nodes if operand not in seen]
        seen.update(new)
        queue += new


def _only(found: frozenset[fx.Node]) -> fx.Node | None:
    return next(iter(found)) if len(found) == 1 else None
