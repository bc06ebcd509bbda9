"""Finds grouped instance norms: a value reshaped so that its groups become channels, normalised, and reshaped back.

A ``Region`` is matched on a graph whose values are inferred. Nothing here changes a graph.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.quantized import of_quantized_library, quantization_of

Values = Mapping[fx.Node, Any]

#: Ops that give another shape to the same elements in the same order.
VIEWS = frozenset(
    "reshape view _unsafe_view flatten unflatten squeeze unsqueeze view_as reshape_as contiguous detach".split()
)

#: Ops that give every element another type by itself: they mean the same before and after a reshape.
ELEMENTWISE = frozenset(
    "dequantize quantize_per_tensor quantize_per_channel to float half bfloat16 double type type_as _to_copy".split()
)

#: Ops whose result's size is found in their operands' values.
SIZED_BY_DATA = frozenset("nonzero argwhere unique unique_consecutive masked_select bincount repeat_interleave".split())

#: Ops whose integers (a zero point, an addend) are no sizes: their result has the size of their tensors.
SIZE_BLIND = ELEMENTWISE | frozenset("instance_norm group_norm add sub mul div pow clamp masked_fill where".split())

#: Ops that read a number out of a tensor.
READS_NUMBER = frozenset("item _local_scalar_dense tolist __int__ __index__ is_nonzero equal".split())


@dataclass(frozen=True)
class Norm:
    """An instance norm over the statistics of its input. ``quantized``: of torch's quantized library."""

    node: fx.Node
    input: fx.Node
    weight: fx.Node | None
    bias: fx.Node | None
    eps: Any
    quantized: bool


@dataclass(frozen=True)
class Region:
    """``base`` -> ``before`` -> ``norm`` -> ``after``, whose last value has ``base``'s shape again.

    ``before`` and ``after`` hold views and elementwise casts in the graph's order. ``groups``: of each sample.
    """

    base: fx.Node
    before: tuple[fx.Node, ...]
    norm: Norm
    after: tuple[fx.Node, ...]
    groups: int

    @property
    def result(self) -> fx.Node:
        """The value that the fold replaces."""
        return self.after[-1]

    @property
    def nodes(self) -> tuple[fx.Node, ...]:
        """The region's nodes, in the graph's order, the result the last."""
        return (*self.before, self.norm.node, *self.after)


@lru_cache(maxsize=1)
def _parameters() -> dict[Any, tuple[str, ...]]:
    """The parameters' names of each spelling of instance norm."""
    aten, quantized = torch.ops.aten.instance_norm, torch.ops.quantized.instance_norm
    names = {op.default: tuple(a.name for a in op.default._schema.arguments) for op in (aten, quantized)}
    functional = tuple(inspect.signature(torch.nn.functional.instance_norm).parameters)
    return {
        **names,
        aten: names[aten.default],
        torch.instance_norm: names[aten.default],
        quantized: names[quantized.default],
        torch.nn.functional.instance_norm: functional,
    }


def arguments(node: fx.Node, names: Sequence[str]) -> dict[str, Any]:
    """The call's arguments by name."""
    return {**dict(zip(names, node.args, strict=False)), **node.kwargs}


def norm_arguments(node: fx.Node) -> dict[str, Any]:
    """The arguments by name of a node that calls an instance norm; empty for another."""
    names = _parameters().get(node.target) if node.op == "call_function" else None
    return {} if names is None else arguments(node, names)


def as_norm(node: fx.Node) -> Norm | None:
    """The node as an instance norm; None where it is none, or uses or writes running statistics."""
    given = norm_arguments(node)
    if not given or not isinstance(given.get("input"), fx.Node):
        return None
    if given.get("running_mean") is not None or given.get("running_var") is not None:
        return None
    if given.get("use_input_stats", True) is not True:
        return None
    weight, bias = given.get("weight"), given.get("bias")
    return Norm(node, given["input"], weight, bias, given.get("eps", 1e-5), of_quantized_library(node.target))


def regions(norm: Norm, values: Values, unsettled: frozenset[fx.Node]) -> Iterator[Region]:
    """The regions around a norm, at most one for each way in which its result is reshaped back.

    ``unsettled``: values whose size is not known from the graph alone; a region with one is none.
    """
    chain = [*_chain_to(norm.input, values)]
    yield from _regions_from(norm.node, (), norm, chain, values, unsettled)


def _chain_to(node: fx.Node, values: Values) -> Iterator[fx.Node]:
    """The views and casts that ``node`` comes from, itself first."""
    while (source := source_of(node, values)) is not None:
        yield node
        node = source


def source_of(node: fx.Node, values: Values) -> fx.Node | None:
    """The value that a view or an elementwise cast carries on; None for other ops."""
    if node.op not in ("call_function", "call_method"):
        return None
    name = op_name(node)
    source = node.args[0] if node.args else node.kwargs.get("input", node.kwargs.get("self"))
    if name not in VIEWS | ELEMENTWISE or not isinstance(source, fx.Node):
        return None
    before, after = values[source], values[node]
    if not isinstance(before, torch.Tensor) or not isinstance(after, torch.Tensor):
        return None
    if before.device != after.device or node.kwargs.get("out") is not None:
        return None
    carried = _same_elements(before, after) if name in VIEWS else before.shape == after.shape
    return source if carried and node.kwargs.get("memory_format") is None else None


def _same_elements(before: torch.Tensor, after: torch.Tensor) -> bool:
    if before.dtype != after.dtype or before.numel() != after.numel():
        return False
    quantization = quantization_of(before)
    if quantization is None or quantization.axis is None:
        return True
    return quantization == quantization_of(after) and _axis_kept(before.shape, after.shape, quantization.axis)


def _axis_kept(one: Sequence[int], other: Sequence[int], axis: int) -> bool:
    """Whether dimension ``axis`` of both shapes counts the same runs of elements."""
    if max(axis + 1, 0) > min(len(one), len(other)):
        return False
    return one[axis] == other[axis] and math.prod(one[axis + 1 :]) == math.prod(other[axis + 1 :])


def _regions_from(
    node: fx.Node, after: tuple[fx.Node, ...], norm: Norm, chain: list[fx.Node], values: Values,
    unsettled: frozenset[fx.Node],
) -> Iterator[Region]:  # fmt: skip
    """The regions that begin at ``norm`` and go on from ``node``: the nearest value that fits ends each, or a further
    one of another shape that only this way leads to."""
    for user in list(node.users):
        if source_of(user, values) is not node or user in unsettled:
            continue
        path = (*after, user)
        found = _region(norm, chain, path, values, unsettled)
        if found is None:
            yield from _regions_from(user, path, norm, chain, values, unsettled)
        else:
            yield _widened(found, chain, values, unsettled)


def _widened(region: Region, chain: list[fx.Node], values: Values, unsettled: frozenset[fx.Node]) -> Region:
    """The region with the reshapes around it, as far as nobody else uses what they give."""
    widest, path = region, region.after
    while len(path[-1].users) == 1:
        (user,) = path[-1].users
        if source_of(user, values) is not path[-1] or user in unsettled:
            break
        path = (*path, user)
        if values[user].shape != values[widest.result].shape:
            widest = _region(region.norm, chain, path, values, unsettled) or widest
    return widest


def _region(
    norm: Norm, chain: list[fx.Node], after: tuple[fx.Node, ...], values: Values, unsettled: frozenset[fx.Node]
) -> Region | None:
    """The region that ends with ``after``: its base is the nearest value before the norm that has the end's shape."""
    shape = values[after[-1]].shape
    if shape == values[norm.input].shape:
        return None
    for length, node in enumerate(chain, start=1):
        base = source_of(node, values)
        assert base is not None
        if node in unsettled or base in unsettled:
            return None
        if values[base].shape == shape:
            groups = group_count(shape, values[norm.input].shape)
            before = tuple(reversed(chain[:length]))
            if groups is None or not _casts_may_move((*before, *after), shape, values):
                return None
            return Region(base, before, norm, after, groups)
    return None


def _casts_may_move(nodes: Sequence[fx.Node], shape: Sequence[int], values: Values) -> bool:
    """Whether every elementwise cast means the same on a value of ``shape``: per channel, its axis must be there."""
    for node in nodes:
        source = source_of(node, values)
        if op_name(node) in VIEWS or source is None:
            continue
        for value in (values[source], values[node]):
            quantization = quantization_of(value)
            axis = None if quantization is None else quantization.axis
            if axis is not None and not _axis_kept(value.shape, shape, axis):
                return False
    return True


def group_count(shape: Sequence[int], inner: Sequence[int]) -> int | None:
    """How many groups a group norm over ``shape`` [N, C, ...] has that normalises the same runs of elements as an
    instance norm over ``inner`` [A, B, ...]: N * groups == A * B. None where there is no such group norm."""
    if len(shape) < 2 or len(inner) < 3 or 0 in shape:
        return None
    groups, rest = divmod(inner[0] * inner[1], shape[0])
    return None if rest or not groups or shape[1] % groups else groups


def unsettled_values(graph: fx.Graph, values: Values) -> frozenset[fx.Node]:
    """The values whose size, or which as a size, depend on data: another run of the graph may have others.

    Also where the sample records the data: a rewrite must not write what a tensor holds into the graph.
    """
    found: set[fx.Node] = set()
    for node in graph.nodes:
        if node.op not in ("call_function", "call_method"):
            continue
        name, scalar = op_name(node), not isinstance(values[node], torch.Tensor)
        reads = name in READS_NUMBER or _sized_by_data(node, name, values)
        sizes = (n for n in node.all_input_nodes if scalar or _may_be_size(values[n], name))
        if reads or not found.isdisjoint(sizes):
            found.add(node)
    return frozenset(found)


def _sized_by_data(node: fx.Node, name: str, values: Values) -> bool:
    others = [values[operand] for operand in node.all_input_nodes[1:]]
    if name in ("getitem", "index"):
        return any(isinstance(mask, torch.Tensor) and mask.dtype in (torch.bool, torch.uint8) for mask in others)
    return name in SIZED_BY_DATA and (name != "repeat_interleave" or bool(others))


def _may_be_size(value: Any, name: str) -> bool:
    """Whether an operand of ``name`` has a say in its result's size: a tensor, and what a size is made of."""
    return isinstance(value, torch.Tensor) or not (isinstance(value, float) or name in SIZE_BLIND)
