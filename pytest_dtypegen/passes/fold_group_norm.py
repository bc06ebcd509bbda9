"""The quantized fold: ``reshape -> instance_norm -> reshape`` over grouped channels becomes one group norm.

For float tensors, and for torch's quantized ones. What the new node gives is an obligation that the replaced value
took on: storage type, scale, zero point and axis come from the arguments of the op that made them, never from the
input. Normalising changes the numbers; there is no reason why the input's scale should fit them.

The fold replaces the region's last value only. Where something else uses a value in between, that value and what it
is made of stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.infer import Inferrer
from pytest_dtypegen.dtypes.ops import is_write, op_name, written_nodes
from pytest_dtypegen.dtypes.quantized import quantization_of
from pytest_dtypegen.dtypes.values import storages_in
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.passes.grouped import (
    VIEWS,
    Region,
    arguments,
    as_norm,
    norm_arguments,
    regions,
    source_of,
    unsettled_values,
)
from pytest_dtypegen.passes.protocol import PassContext, Rewrite
from pytest_dtypegen.passes.tiled import Tiled, tiled

#: The arguments of the ops that quantize, by name.
QUANTIZERS: dict[str, tuple[str, ...]] = {
    "quantize_per_tensor": ("input", "scale", "zero_point", "dtype"),
    "quantize_per_channel": ("input", "scales", "zero_points", "axis", "dtype"),
}

#: Ops that change what the ops after them do (vmap, autocast): no region holds one, or lies between two.
STEERING = {
    "_enter_autocast": 1, "_exit_autocast": -1, "_vmap_increment_nesting": 1, "_vmap_decrement_nesting": -1,
}  # fmt: skip


@dataclass(frozen=True)
class Contract:
    """What an op that quantizes promises of its result, as arguments of the graph: literals or nodes.

    ``storage``: None where the kernel keeps its operand's. ``axis``: None for one scale a tensor.
    """

    scale: Any
    zero_point: Any
    storage: torch.dtype | None = None
    axis: int | None = None


def own_contract(node: fx.Node) -> Contract | None:
    """The contract that an op's own arguments state; None for an op that does not quantize."""
    if given := norm_arguments(node):
        return Contract(given["output_scale"], given["output_zero_point"]) if "output_scale" in given else None
    names = QUANTIZERS.get(op_name(node))
    if names is None:
        return None
    given = arguments(node, names)
    if "axis" in given:
        return Contract(given["scales"], given["zero_points"], given["dtype"], given["axis"])
    return Contract(given["scale"], given["zero_point"], given["dtype"])


@dataclass(frozen=True)
class FoldGroupNorm:
    """Folds grouped instance norms into group norms; every value keeps its dtype and quantization, whatever
    ``context.dtype`` is."""

    name: str = "fold_group_norm"
    lowers: bool = False

    def rewrite(self, graph: fx.Graph, context: PassContext) -> Rewrite:
        """The folded copy of ``graph``, which is left as it was; an unchanged copy where nothing matches.

        Raises DtypegenError where the given graph itself cannot be inferred.
        """
        copy = _copied(graph)
        with Inferrer(context.tensors, context.device, contracts=False) as walk:
            for node in copy.nodes:
                walk.run(node)
            walk.contracts = True
            folds = _Folds(self, copy, walk)
            folds.run()
        copy.lint()
        return Rewrite(copy, context.tensors, origin=folds.origin())

    def result_contract(self, replaced: fx.Node, region: Region) -> Contract | None:
        """What the node that stands for ``replaced`` (the norm, or a cast in the region) must promise: what
        ``replaced`` itself does."""
        return own_contract(replaced)

    def keeps(self, replaced: Any, value: Any) -> bool:
        """Whether a value is all that the value that it replaces was: the fold is done only where it is."""
        if (replaced.dtype, replaced.shape, replaced.device) != (value.dtype, value.shape, value.device):
            return False
        return replaced.stride() == value.stride() and quantization_of(replaced) == quantization_of(value)


def _copied(graph: fx.Graph) -> fx.Graph:
    copy, mapped = fx.Graph(), dict[fx.Node, fx.Node]()
    for node in graph.nodes:
        mapped[node] = copy.node_copy(node, mapped.__getitem__)
    return copy


class _Folds:
    """All folds of one graph, which is changed in place, region by region in the graph's order."""

    def __init__(self, rules: FoldGroupNorm, graph: fx.Graph, walk: Inferrer) -> None:
        self.rules = rules
        self.graph = graph
        self.walk = walk
        self.values = walk.values
        self.position = {node: index for index, node in enumerate(graph.nodes)}
        self.unsettled = unsettled_values(graph, walk.values)
        self.writes = [node for node in graph.nodes if is_write(node)]
        self.steered = _steered(graph)
        self._stands_for: dict[str, str] = {}
        self._added: set[fx.Node] = set()

    def run(self) -> None:
        norms = [norm for node in self.graph.nodes if (norm := as_norm(node)) is not None]
        for norm in norms:
            for region in list(regions(norm, self.values, self.unsettled)):
                self._fold(region)

    def origin(self) -> dict[str, str]:
        """New names to old ones; empty where nothing was folded."""
        if not self._stands_for:
            return {}
        kept = {node.name: node.name for node in self.graph.nodes if node not in self._added}
        return {**kept, **self._stands_for}

    # -- one region --------------------------------------------------------------------------------------------

    def _fold(self, region: Region) -> None:
        parameters = self._parameters(region)
        if parameters is None or not self._undisturbed(region, parameters):
            return
        added: list[fx.Node] = []
        try:
            for node in self._emit(region, parameters):
                added.append(node)
                self.walk.run(node)
            done = self.rules.keeps(self.values[region.result], self.values[added[-1]])
        except DtypegenError:
            done = False  # the device has no such kernel
        if not done:
            for node in reversed(added):
                self.graph.erase_node(node)
            return
        self._added.update(added)
        self._stands_for[added[-1].name] = region.result.name
        region.result.replace_all_uses_with(added[-1])
        for node in sorted({*_repeating(parameters), *region.nodes}, key=self.position.__getitem__, reverse=True):
            if not node.users:
                self.graph.erase_node(node)

    def _parameters(self, region: Region) -> tuple[Tiled | None, Tiled | None] | None:
        """Weight and bias as what repeats group by group; None where one is not uniform within every group."""
        found: list[Tiled | None] = []
        for parameter in (region.norm.weight, region.norm.bias):
            if parameter is None:
                found.append(None)
                continue
            fitting = (t for t in tiled(parameter, self.values) if region.groups % t.period == 0)
            one = next(fitting, None)
            if one is None:
                return None
            found.append(one)
        return found[0], found[1]

    def _undisturbed(self, region: Region, parameters: Sequence[Tiled | None]) -> bool:
        """Nothing steers or writes between the region's first node and its result; and where a value in between is
        kept for others, nothing later writes into what it shares with the result."""
        nodes = {*_repeating(parameters), *region.nodes}
        first, last = min(self.position[node] for node in nodes), self.position[region.result]
        if any(self.steered[first : last + 1]):
            return False
        read = self._storages({operand for node in nodes for operand in node.all_input_nodes})
        made = self._storages({region.norm.node, *region.after})
        kept = any(user not in nodes for node in (region.norm.node, *region.after[:-1]) for user in node.users)
        for write in self.writes:
            position, touched = self.position[write], self._storages(written_nodes(write))
            if first < position < last and touched & (read | made):
                return False
            if kept and position > last and touched & made:
                return False
        return True

    def _storages(self, nodes: Iterable[fx.Node]) -> frozenset[int]:
        return storages_in([self.values[node] for node in nodes])

    # -- the new nodes: each is inferred before the next is made -----------------------------------------------

    def _emit(self, region: Region, parameters: Sequence[Tiled | None]) -> Iterator[fx.Node]:
        norm, value = region.norm, region.base
        with self.graph.inserting_before(norm.node):
            for node in region.before:
                if op_name(node) not in VIEWS:
                    yield (value := self._moved(node, value, region))
            expanded: list[fx.Node | None] = []
            for one in parameters:
                parameter = None if one is None else one.source
                for added in () if one is None else self._per_channel(one, region):
                    yield (parameter := added)
                expanded.append(parameter)
            yield (value := self._group_norm(region, value, expanded))
        for node in region.after:
            if op_name(node) not in VIEWS:
                with self.graph.inserting_before(node):
                    yield (value := self._moved(node, value, region))

    def _per_channel(self, one: Tiled, region: Region) -> Iterator[fx.Node]:
        """What makes one number a channel of a parameter's source, the last node of all; none where it is that."""
        node, channels = one.source, self.values[region.base].shape[1]
        if self.values[node].dim() != 1:
            yield (node := self._call("reshape", node, -1))
        if region.groups != one.period:
            yield (node := self._call("repeat", node, region.groups // one.period))
        if channels != region.groups:
            yield (node := self._call("repeat_interleave", node, channels // region.groups))

    def _call(self, method: str, *args: Any) -> fx.Node:
        return self.graph.call_method(method, args)

    def _group_norm(self, region: Region, value: fx.Node, parameters: Sequence[fx.Node | None]) -> fx.Node:
        norm, (weight, bias) = region.norm, parameters
        if not norm.quantized:
            given: tuple[Any, ...] = (value, region.groups, weight, bias, norm.eps)
            return self._made(torch.nn.functional.group_norm, given, norm.node)
        contract = self.rules.result_contract(norm.node, region)
        assert contract is not None
        given = (value, region.groups, weight, bias, norm.eps, contract.scale, contract.zero_point)
        return self._made(torch.ops.quantized.group_norm, given, norm.node)

    def _moved(self, node: fx.Node, value: fx.Node, region: Region) -> fx.Node:
        """An elementwise cast of the region, on ``value``: with its own arguments, or its result's contract."""
        contract = self.rules.result_contract(node, region)
        if contract is None:
            source = source_of(node, self.values)
            return self.graph.node_copy(node, lambda operand: value if operand is source else operand)
        parameters = (contract.scale, contract.zero_point)
        if contract.axis is None:
            return self._made(torch.quantize_per_tensor, (value, *parameters, contract.storage), node)
        return self._made(torch.quantize_per_channel, (value, *parameters, contract.axis, contract.storage), node)

    def _made(self, target: Callable[..., Any], args: tuple[Any, ...], model: fx.Node) -> fx.Node:
        node = self.graph.call_function(target, args)
        node.meta = dict(model.meta)
        return node


def _repeating(parameters: Iterable[Tiled | None]) -> list[fx.Node]:
    return [node for one in parameters if one is not None for node in one.through]


def _steered(graph: fx.Graph) -> list[bool]:
    """By position: whether the node steers, or stands between nodes that do."""
    depth = dict.fromkeys(("autocast", "vmap"), 0)
    found = []
    for node in graph.nodes:
        step = STEERING.get(op_name(node), 0)
        kind = "autocast" if "autocast" in op_name(node) else "vmap"
        found.append(step != 0 or any(depth.values()))
        depth[kind] += step
    return found
