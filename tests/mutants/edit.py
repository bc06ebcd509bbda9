"""What a fault does to a good rewrite: small edits of its own graph and meta, in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.passes.protocol import PassContext, Rewrite

Change = Callable[["Edit"], object]


class Edit:
    """A rewrite being broken. Nodes are given by name; ``dtype`` is the case's target."""

    def __init__(self, rewrite: Rewrite, context: PassContext) -> None:
        self.graph = rewrite.graph
        self.tensors = dict(rewrite.tensors)
        self.islands = dict(rewrite.islands)
        self.origin = dict(rewrite.origin)
        self.dtype = context.dtype
        self.original = context

    def done(self) -> Rewrite:
        names = {node.name for node in self.graph.nodes}
        islands = {name: reason for name, reason in self.islands.items() if name in names}
        origin = {new: old for new, old in self.origin.items() if new in names}
        return Rewrite(self.graph, self.tensors, islands, origin)

    def node(self, name: str) -> fx.Node:
        found = next((node for node in self.graph.nodes if node.name == name), None)
        assert found is not None, f"the good rewrite holds no {name}: the mutant is out of date"
        return found

    # -- operands and arguments ------------------------------------------------------------------------------------

    def bypass(self, *names: str) -> None:
        """Each node's users use its first operand instead: a cast dropped."""
        for name in names:
            node = self.node(name)
            node.replace_all_uses_with(node.all_input_nodes[0])
            self.graph.erase_node(node)

    def miss(self, user: str, cast: str) -> None:
        """Only ``user`` is given what ``cast`` was made of."""
        node = self.node(cast)
        self.node(user).replace_input_with(node, node.all_input_nodes[0])

    def use(self, user: str, old: str, new: str | fx.Node) -> None:
        self.node(user).replace_input_with(self.node(old), self.node(new) if isinstance(new, str) else new)

    def give(self, name: str, place: int | str, value: Any) -> None:
        """Another argument: a literal, or None for an operand."""
        node = self.node(name)
        if isinstance(place, int):
            node.args = (*node.args[:place], value, *node.args[place + 1 :])
        else:
            node.kwargs = {**node.kwargs, place: value}

    def without(self, name: str, keyword: str) -> None:
        node = self.node(name)
        assert keyword in node.kwargs
        node.kwargs = {key: value for key, value in node.kwargs.items() if key != keyword}

    def target(self, name: str, target: Any) -> None:
        node = self.node(name)
        node.op, node.target = ("call_method" if isinstance(target, str) else "call_function"), target

    # -- added nodes -----------------------------------------------------------------------------------------------

    def before(self, user: str, operand: str, method: str, *args: Any, name: str | None = None) -> fx.Node:
        """``user`` is given ``operand.method(*args)``."""
        node, source = self.node(user), self.node(operand)
        with self.graph.inserting_before(node):
            new = self.graph.create_node("call_method", method, (source, *args), {}, name=name)
        node.replace_input_with(source, new)
        return new

    def after(self, name: str, method: str, *args: Any) -> fx.Node:
        """All users of a value are given ``value.method(*args)``."""
        node = self.node(name)
        with self.graph.inserting_after(node):
            new = self.graph.call_method(method, (node, *args))
        node.replace_all_uses_with(new, delete_user_cb=lambda user: user is not new)
        return new

    def again(self, name: str) -> fx.Node:
        """The node a second time, right behind it."""
        node = self.node(name)
        with self.graph.inserting_after(node):
            return self.graph.node_copy(node, lambda operand: operand)

    # -- islands and meta ------------------------------------------------------------------------------------------

    def lower(self, *names: str) -> None:
        """The ops compute in the target: what was cast up for them is not, and they are no islands."""
        for name in names:
            for operand in list(self.node(name).all_input_nodes):
                made = self.origin.get(operand.name) is None and operand.op == "call_method"
                if made and operand.target == "to" and operand.args[1] is torch.float32:
                    self.node(name).replace_input_with(operand, operand.all_input_nodes[0])
            self.islands.pop(name, None)

    def meta(self, parameter: str, dtype: str | None = None) -> None:
        """A tensor's dtype in the meta file: the target, or the one that is given."""
        wanted = dtype or str(self.dtype).removeprefix("torch.")
        assert self.tensors[parameter].dtype != wanted
        self.tensors[parameter] = replace(self.tensors[parameter], dtype=wanted)
        self.islands.pop(parameter.lower(), None)
