"""An ``fx.Graph`` to the text of a ``model.py`` as GraphNet has them: what ``source.parse_graph`` reads back.

The text is printed here rather than by ``fx``'s own generator because it has to be exact: ``fx`` prints an in-place
operator as ``x += y`` also where the old ``x`` is read afterwards, and relies on names injected when it is executed.
"""

from __future__ import annotations

import builtins
import keyword
import math
import operator
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples import allow

_BINARY: dict[Callable[..., Any], str] = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.truediv: "/", operator.floordiv: "//",
    operator.mod: "%", operator.pow: "**", operator.matmul: "@", operator.and_: "&", operator.or_: "|",
    operator.xor: "^", operator.lshift: "<<", operator.rshift: ">>", operator.eq: "==", operator.ne: "!=",
    operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=", operator.is_: "is",
    operator.is_not: "is not",
}  # fmt: skip
_UNARY: dict[Callable[..., Any], str] = {
    operator.neg: "-", operator.pos: "+", operator.invert: "~", operator.not_: "not ",
}  # fmt: skip
_IN_PLACE: dict[Callable[..., Any], str] = {
    operator.iadd: "+=", operator.isub: "-=", operator.imul: "*=", operator.itruediv: "/=", operator.ifloordiv: "//=",
    operator.imod: "%=", operator.ipow: "**=", operator.imatmul: "@=", operator.iand: "&=", operator.ior: "|=",
    operator.ixor: "^=", operator.ilshift: "<<=", operator.irshift: ">>=",
}  # fmt: skip
_TYPE_NAMES = {kind: name for name, kind in reversed(allow.ANNOTATIONS.items())}
_NEEDED = frozenset({
    "self", "torch", "math", "operator", "device", "inf", "nan", "Ellipsis", "slice", "range", "getattr",
    *allow.PYTHON_CALLS,
})  # fmt: skip
"""Names that the text itself uses: a parameter, which keeps its name, may not hide them."""
_TAKEN = _NEEDED | {*dir(builtins), *keyword.kwlist}


def print_graph(graph: fx.Graph) -> str:
    """The whole text of a sample's ``model.py``.

    ``parse_graph`` of the text gives the same graph (``graph_difference`` is None); the text also runs by itself:
    ``GraphModule()(**tensors)``.

    Raises:
        DtypegenError: DG701 for a node that the format cannot express (``get_attr``, ``call_module``, a target or
            argument without a literal form).
    """
    return _Printer(graph).text()


class _Printer:
    def __init__(self, graph: fx.Graph) -> None:
        self.nodes = list(graph.nodes)
        self.names = _unique_names(self.nodes)
        self.imports: set[str] = set()
        self.last_uses = _last_uses(self.nodes)

    def text(self) -> str:
        parameters = [node for node in self.nodes if node.op == "placeholder"]
        body: list[str] = []
        for node in parameters:
            if node.target in _NEEDED or not str(node.target).isidentifier():
                raise _unprintable(node, f"a parameter that is called {node.target}")
            if self.names[node] != node.target:
                body.append(f"{self.names[node]} = {node.target}")
        for node in self.nodes:
            if node.op != "placeholder":
                body.extend(self._statements(node))
        lines = ["import torch", *sorted(self.imports)]
        if len(lines) > 1:
            lines.insert(1, "")
        lines += ["", "", "class GraphModule(torch.nn.Module):"]
        if parameters:
            lines += ["    def forward(", "        self,"]
            lines += [f"        {node.target}: {_annotation(node)}," for node in parameters]
            lines += ["    ):"]
        else:
            lines += ["    def forward(self):"]
        lines += [f"        {statement}" for statement in body]
        return "\n".join(lines) + "\n"

    def _statements(self, node: fx.Node) -> Iterator[str]:
        if node.op == "output":
            yield f"return {self.value(node.args[0], node)}"
            return
        if node.op not in ("call_function", "call_method"):
            raise _unprintable(node, f"a {node.op} node")
        name, args = self.names[node], node.args
        dead = [self.names[n] for n in self.last_uses.get(node, ())]
        if node.target is operator.setitem and len(args) == 3 and isinstance(args[0], fx.Node) and not node.users:
            yield f"{self.names[args[0]]}[{self.value(args[1], node)}] = {self.value(args[2], node)}"
            name = ""
        elif node.target in _IN_PLACE and self._renames(node):
            left = self.names[args[0]]  # type: ignore[index]  # a Node: see _renames
            yield f"{left} {_IN_PLACE[node.target]} {self.value(args[1], node)}"
            yield f"{name} = {left}"
        else:
            yield f"{name} = {self._expression(node)}"
        if not node.users and name:
            dead.append(name)
        if dead:
            yield " = ".join([*dead, "None"])

    def _renames(self, node: fx.Node) -> bool:
        """Whether ``x += y`` says what the node does: nothing reads the old ``x`` afterwards."""
        if len(node.args) != 2 or node.kwargs or not isinstance(node.args[0], fx.Node):
            return False
        return node.args[0] in self.last_uses.get(node, ()) and not isinstance(node.args[1], str)

    def _expression(self, node: fx.Node) -> str:
        target, args = node.target, node.args
        if isinstance(target, str):
            if not args or not isinstance(args[0], fx.Node):
                raise _unprintable(node, f"method {target} of a constant")
            return f"{self.names[args[0]]}.{target}({self._arguments(args[1:], node)})"
        plain = not node.kwargs and not any(isinstance(arg, str) for arg in args)
        if plain and len(args) == 2 and target in _BINARY and any(isinstance(arg, fx.Node) for arg in args):
            return f"{self._operand(args[0], node)} {_BINARY[target]} {self._operand(args[1], node)}"
        if plain and len(args) == 1 and target in _UNARY and isinstance(args[0], fx.Node):
            return f"{_UNARY[target]}{self.names[args[0]]}"
        if not node.kwargs and len(args) == 2 and isinstance(args[0], fx.Node):
            if target is operator.getitem:
                return f"{self.names[args[0]]}[{self.value(args[1], node)}]"
            if target is getattr and isinstance(args[1], str) and args[1].isidentifier():
                return f"{self.names[args[0]]}.{args[1]}"
        path = self._path(target, node)
        module = path.partition(".")[0]
        if module in ("operator", "math"):
            self.imports.add(f"import {module}")
        return f"{path}({self._arguments(args, node)})"

    def _path(self, target: Callable[..., Any], node: fx.Node) -> str:
        """The dotted name of a function, where a call of it reads back as this node."""
        constant = not node.all_input_nodes and (target is range or target in allow.PYTHON_CALLS.values())
        text = target in allow.TEXT_ARITHMETIC and any(isinstance(arg, str) for arg in node.args)
        try:
            if not constant and not text:
                return "range" if target is range else allow.path_of(target)
        except ValueError:
            pass
        raise _unprintable(node, f"a call of {target!r} with {node.args!r:.60}")

    def _arguments(self, args: tuple[Any, ...], node: fx.Node) -> str:
        parts = [self.value(arg, node) for arg in args]
        parts += [f"{key}={self.value(value, node)}" for key, value in node.kwargs.items()]
        return ", ".join(parts)

    def _operand(self, value: Any, node: fx.Node) -> str:
        text = self.value(value, node)
        return f"({text})" if text.startswith("-") else text

    def value(self, value: Any, node: fx.Node) -> str:
        """The literal of an argument; notes the imports that it needs."""
        if isinstance(value, fx.Node):
            return self.names[value]
        if isinstance(value, torch.Size):
            return f"torch.Size([{', '.join(self.value(v, node) for v in value)}])"
        if isinstance(value, tuple):
            items = [self.value(v, node) for v in value]
            return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
        if isinstance(value, list):
            return f"[{', '.join([self.value(v, node) for v in value])}]"
        if isinstance(value, dict) and all(isinstance(key, str) for key in value):
            return "{" + ", ".join(f"{key!r}: {self.value(v, node)}" for key, v in value.items()) + "}"
        if isinstance(value, slice):
            parts = [self.value(part, node) for part in (value.start, value.stop, value.step)]
            return f"slice({', '.join(parts)})"
        if isinstance(value, float):
            return self._float(value)
        if isinstance(value, torch.device):
            self.imports.add("from torch import device")
            index = "" if value.index is None else f", index={value.index}"
            return f"device(type={value.type!r}{index})"
        if value is ...:
            return "Ellipsis"
        if value is None or isinstance(value, (bool, int, str, range)):
            return repr(value)
        if isinstance(value, complex):
            return f"complex({self._float(value.real)}, {self._float(value.imag)})"
        if isinstance(value, (torch.dtype, torch.layout, torch.memory_format, torch.qscheme)):
            return str(value)
        raise _unprintable(node, f"an argument of type {type(value).__name__}")

    def _float(self, value: float) -> str:
        if math.isfinite(value):
            return repr(float(value))
        name = "nan" if math.isnan(value) else "inf"
        self.imports.add(f"from torch import {name}")
        return f"-{name}" if value < 0 else name


def _unprintable(node: fx.Node, what: str) -> DtypegenError:
    return DtypegenError(
        "DG701", f"{node.name}: {what} cannot be written into model.py", stage="roundtrip", node=node.name
    )


def _annotation(node: fx.Node) -> str:
    try:
        return _TYPE_NAMES.get(node.type, "torch.Tensor")
    except TypeError:  # an unhashable annotation
        return "torch.Tensor"


def _unique_names(nodes: list[fx.Node]) -> dict[fx.Node, str]:
    """Each node's variable: its name, unless that would hide a parameter, a module or a builtin."""
    parameters = {str(node.target) for node in nodes if node.op == "placeholder"}
    names: dict[fx.Node, str] = {}
    used: set[str] = set()
    for node in nodes:
        own = {node.target} if node.op == "placeholder" else set()
        name, number = node.name, 0
        while name in used or name in _TAKEN or (name in parameters and name not in own) or not name.isidentifier():
            number += 1
            name = f"{node.name if node.name.isidentifier() else '_value'}_{number}"
        used.add(name)
        names[node] = name
    return names


def _last_uses(nodes: list[fx.Node]) -> dict[fx.Node, list[fx.Node]]:
    """For each node, the values that nothing reads after it: their variables are cleared there, to free memory."""
    last: dict[fx.Node, list[fx.Node]] = {}
    seen: set[fx.Node] = set()
    for node in reversed(nodes):
        for used in node.all_input_nodes:
            if used not in seen:
                seen.add(used)
                last.setdefault(node, []).append(used)
    return last
