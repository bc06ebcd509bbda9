"""A part of a sample's graph as a sample of its own: some of its ops, and placeholders for what they are computed from.

What a left-out op would have given becomes a tensor of its shape and dtype, with its real values where they are known
and few; a number, a size or a dtype is written into the graph. Where neither can be, the op stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.values import is_call, short
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.values import leaves, tensors_in
from pytest_dtypegen.samples.model import Sample, TensorMeta

#: Values of so many elements are recorded one by one, larger ones by mean and deviation.
RECORDED = 4096

_INLINE = (int, float, bool, str, type(None), torch.dtype, torch.device)


class Seen:
    """An ``observe`` for the reference run: each value as a tensor's meta would record it, by node name."""

    def __init__(self) -> None:
        self.facts: dict[str, dict[str, Any]] = {}

    def __call__(self, node: fx.Node, value: Any) -> None:
        if isinstance(value, torch.Tensor) and value.numel() and not value.is_quantized and not value.dtype.is_complex:
            self.facts[node.name] = facts_of(value)


def facts_of(value: torch.Tensor) -> dict[str, Any]:
    """Fields of a ``TensorMeta`` that say what a tensor's values are."""
    value = value.detach()
    if value.numel() <= RECORDED:
        return {"data": tuple(value.flatten().tolist())}
    if value.dtype.is_floating_point:
        wide = value.double()
        return {"mean": float(wide.mean()), "std": float(wide.std())}
    if value.dtype is torch.bool:
        return {"mean": float(value.double().mean())}
    return {"min_val": int(value.min()), "max_val": int(value.max())}


@dataclass(frozen=True)
class Part:
    """Some ops of a graph, in its order, and which values are returned. ``made``: ops in whose place a factory stands:
    it makes a tensor of their shape and dtype, which no meta can convert."""

    ops: tuple[fx.Node, ...]
    outputs: tuple[fx.Node, ...]
    made: frozenset[fx.Node] = frozenset()

    @property
    def size(self) -> int:
        return len(self.ops) + len(self.made)


class Cutter:
    """Cuts parts out of ``sample``. ``values``: of its graph, by node (fake tensors do). ``facts``: what is known of
    the values, by node name, as fields of ``TensorMeta``."""

    def __init__(self, sample: Sample, values: Mapping[fx.Node, Any], facts: Mapping[str, Mapping[str, Any]]) -> None:
        self._sample, self._values, self._facts = sample, values, facts
        self.ops = [node for node in sample.graph.nodes if is_call(node)]
        (output,) = sample.graph.find_nodes(op="output")
        self._returned = {leaf for _, leaf in leaves(output.args[0]) if isinstance(leaf, fx.Node)}

    def part(self, ops: Iterable[fx.Node], made: Iterable[fx.Node] = ()) -> Part:
        """The ops, with those without which they cannot stand, and as outputs what the graph returned of them or
        nothing in them uses."""
        makeable = set(made)
        kept = set(ops) - makeable
        todo = list(kept)
        while todo:
            for operand in todo.pop().all_input_nodes:
                if operand not in kept | makeable and is_call(operand) and not self._replaceable(operand):
                    kept.add(operand)
                    todo.append(operand)
        outputs: dict[fx.Node, None] = {}
        for node in self.ops:
            if node in kept and (node in self._returned or not any(user in kept for user in node.users)):
                given = node if tensors_in(self._values.get(node)) else next(iter(node.all_input_nodes), None)
                if given is not None:
                    outputs[given] = None
        used = {operand for node in kept for operand in node.all_input_nodes} & makeable
        return Part(tuple(node for node in self.ops if node in kept), tuple(outputs), frozenset(used))

    def makeable(self, node: fx.Node) -> bool:
        """Whether a factory can stand for what the op gives."""
        value = self._values.get(node)
        return isinstance(value, torch.Tensor) and value.dtype.is_floating_point and self._replaceable(node)

    def before(self, node: fx.Node, ops: Collection[fx.Node]) -> set[fx.Node]:
        """The ops that only serve to compute ``node``, with it."""
        found = {node}
        for one in reversed(self.ops):
            if one in ops and one not in found and one.users:
                users = [user for user in one.users if user in ops]
                if users and all(user in found for user in users):
                    found.add(one)
        return found

    def sample(self, part: Part, info: Mapping[str, Any]) -> Sample:
        """The part as a sample; its other files are left out."""
        needed = {operand for node in part.ops for operand in node.all_input_nodes} | set(part.outputs)
        kept = set(part.ops)
        graph, mapped, metas = fx.Graph(), dict[fx.Node, Any](), dict[str, TensorMeta]()
        for node in self._sample.graph.nodes:
            if node in needed and node not in kept:
                mapped[node] = None if node in part.made else self._stand_in(node, graph, metas)
        for node in (node for node in self.ops if node in part.made):
            value = self._values[node]
            where = {"dtype": value.dtype, "device": value.device}
            mapped[node] = graph.create_node("call_function", torch.ones, (tuple(value.shape),), where, name=node.name)
        for node in part.ops:
            args, kwargs = fx.map_arg((node.args, node.kwargs), mapped.__getitem__)
            mapped[node] = graph.create_node(node.op, node.target, args, kwargs, name=node.name)
        graph.output(tuple(mapped[node] for node in part.outputs))
        return replace(self._sample, graph=graph, tensors=metas, info=dict(info), extra_files={}, path="")

    def _stand_in(self, node: fx.Node, graph: fx.Graph, metas: dict[str, TensorMeta]) -> Any:
        """A placeholder, or the value itself where it is none of a tensor."""
        if node.op == "placeholder":
            meta = self._sample.tensors[str(node.target)]
            if meta.data is None:
                meta = replace(meta, **self._known(node))
            metas[meta.name] = meta
            return graph.create_node("placeholder", node.target, type_expr=node.type, name=node.name)
        value = self._values.get(node)
        if not isinstance(value, torch.Tensor):
            return tuple(value) if isinstance(value, torch.Size) else value
        name = f"L_{node.name}_"
        while name in self._sample.tensors or name in metas:
            name += "_"
        known = self._known(node) or ({"mean": 0.0, "std": 1.0} if value.dtype.is_floating_point else {})
        metas[name] = TensorMeta(name, tuple(value.shape), short(value.dtype), str(value.device), **known)
        return graph.create_node("placeholder", name, type_expr=torch.Tensor, name=name.lower())

    def _known(self, node: fx.Node) -> dict[str, Any]:
        return dict(self._facts.get(node.name, {}))

    def _replaceable(self, node: fx.Node) -> bool:
        """Whether a placeholder or a literal can stand for what the op gives."""
        if node not in self._values:
            return False
        value = self._values[node]
        if isinstance(value, torch.Tensor):
            return not value.is_quantized and not getattr(value, "is_nested", False) and not _batched(node)
        if isinstance(value, (tuple, list)):
            return bool(value) and all(isinstance(item, (int, float)) for item in value)
        return type(value) in _INLINE


def _batched(node: fx.Node) -> bool:
    """Made inside vmap: its shape is not what it looks like."""
    return op_name(node) == "_add_batch_dim"


def around(node: fx.Node, back: int, forth: int, allowed: Collection[fx.Node]) -> set[fx.Node]:
    """The node, what it is computed from up to ``back`` steps, and what is computed from all these, ``forth`` steps."""

    def grown(found: set[fx.Node], near: Callable[[fx.Node], Iterable[fx.Node]], steps: int) -> set[fx.Node]:
        for _ in range(steps):
            found = found | {other for one in found for other in near(one) if other in allowed}
        return found

    found = grown({node} & set(allowed), lambda one: one.all_input_nodes, back)
    return grown(found, lambda one: one.users, forth)
