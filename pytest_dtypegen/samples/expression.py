"""One expression of ``model.py`` to a value: a node of the graph, a constant, or a container of both."""

from __future__ import annotations

import ast
import builtins
import math
import operator
import re
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples import allow, refuse

BINARY: dict[type[ast.operator], Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.MatMult: operator.matmul,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}  # fmt: skip
UNARY: dict[type[ast.unaryop], Callable[..., Any]] = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert, ast.Not: operator.not_,
}  # fmt: skip
COMPARE: dict[type[ast.cmpop], Callable[..., Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
_FOLDED = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)
_GROWING: dict[Any, str] = {
    operator.mul: "a product", operator.imul: "a product", operator.pow: "a power", operator.ipow: "a power",
    operator.lshift: "a shift", operator.ilshift: "a shift",
}  # fmt: skip
"""What makes a large value of small ones, a repeated list or a number of any length: the graph is run later."""

MODULES = ("torch", "math", "operator")
_NAMED_CONSTANTS: dict[str, Any] = {"inf": math.inf, "nan": math.nan, "Ellipsis": ...}
_FLOAT_TEXT = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan, "+inf": math.inf, "infinity": math.inf}
_INDEXED_DEVICE = re.compile(r"(?:cuda|xpu|npu|mps|hpu|privateuseone):\d+")
_DEVICE_TEXT = re.compile(r"[a-z]+(?::\d+)?")
_DEVICE_TYPE_FIRST = frozenset({"_enter_autocast", "get_autocast_dtype", "is_autocast_enabled"})
_NUMBERS = (int, float, complex, bool)
_CONTAINERS = (tuple, list, dict, slice, str)

MAX_NODES = 1 << 15
"""Nodes of a graph; GraphNet's largest has 5,835."""

MAX_FALLS = 512
"""Names numbered lower than an earlier one of their kind (``x_9``, ``x_3``) that nodes keep. After each of them fx
looks for the next free number from there on, one by one."""

MAX_SHARED = 1 << 18
"""Elements and characters that a text may repeat by naming a constant again: a printed graph writes every one out, and
names doubled in a row are 2**n of them."""


def has_node(value: Any) -> bool:
    if isinstance(value, fx.Node):
        return True
    if isinstance(value, (tuple, list)):
        return any(has_node(v) for v in value)
    if isinstance(value, dict):
        return any(has_node(v) for v in value.values())
    return isinstance(value, slice) and (has_node(value.start) or has_node(value.stop) or has_node(value.step))


class Expressions:
    """Evaluates expressions in the order in which Python would, adding a node to ``graph`` for each operation.

    ``names``: the values that the code's variables hold now. ``device``: what every baked-in device becomes.
    """

    def __init__(self, graph: fx.Graph, device: str, filename: str) -> None:
        self.graph = graph
        self.device = torch.device(device)
        self.filename = filename
        self.names: dict[str, Any] = {}
        self.line = 0
        self._depth = 0
        self._nodes = 0
        self._shared = 0
        self._falls = 0
        self._highest: dict[str, int] = {}

    # -- limits

    def named(self, name: str | None) -> str | None:
        """The name to give fx for one more node; None for one of fx's own."""
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise self.refuse("DG102", f"more than {MAX_NODES} values: not a printed graph")
        if name is not None and len(name) > refuse.MAX_WORD:
            raise self.refuse("DG102", f"a name of {len(name)} characters")
        base, _, number = (name or "").rpartition("_")
        if number.isdecimal():
            highest = self._highest.get(base, -1)
            self._highest[base] = max(highest, int(number))
            self._falls += int(number) < highest
            if self._falls > MAX_FALLS:
                return None
        return name

    def share(self, value: Any) -> Any:
        """``value``, that stands in the graph once more without being written once more. What is shared in a whole text
        is bounded, and so are therefore all values that a text can make: they are what it writes out and this."""
        if isinstance(value, _CONTAINERS):
            self._count(value, 0)
        return value

    def _count(self, value: Any, depth: int) -> None:
        self._shared += 1 + (len(value) if isinstance(value, str) else 0)
        if self._shared > MAX_SHARED:
            raise self.refuse("DG102", f"constants that are named again have more than {MAX_SHARED} elements")
        if depth > refuse.MAX_DEPTH:
            raise self.refuse("DG102", "a constant nested too deeply to be a printed graph's")
        if isinstance(value, dict):
            value = [*value, *value.values()]
        elif isinstance(value, slice):
            value = (value.start, value.stop, value.step)
        if isinstance(value, (tuple, list)):
            for element in value:
                self._count(element, depth + 1)

    def _bounded(self, value: Any) -> Any:
        """A number, refused where it is one that no printed graph holds."""
        if isinstance(value, int) and value.bit_length() > refuse.MAX_BITS:
            raise self.refuse("DG102", f"a whole number of {value.bit_length()} bits")
        return value

    # -- nodes and refusals

    def emit(
        self, target: str | Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], hint: str | None = None
    ) -> fx.Node:
        if target in _GROWING and not has_node([arg for arg in args if not isinstance(arg, (tuple, list))]):
            raise self.refuse("DG104", f"{_GROWING[target]} of constants")
        hint = self.named(hint)
        op = "call_method" if isinstance(target, str) else "call_function"
        node = self.graph.create_node(op, target, (), {}, hint)
        # Set afterwards: create_node itself walks all arguments once more, for a warning that does not concern us.
        node.args = args
        if kwargs:
            node.kwargs = kwargs
        node.meta["line"] = self.line
        return node

    def refuse(self, code: str, what: str) -> DtypegenError:
        return refuse.refusal(code, self.filename, self.line, what)

    def _allowed(self, table: Callable[[str], Any], name: str) -> Any:
        try:
            return table(name)
        except allow.Refused as refused:
            raise self.refuse(refused.code, str(refused)) from None

    # -- expressions

    def value(self, e: ast.expr, hint: str | None = None) -> Any:
        """The value of an expression; a node made for its outermost operation is called ``hint``."""
        evaluate = _EVALUATE.get(type(e))
        if evaluate is None:
            raise refuse.not_graph_code(self.filename, e)
        self._depth += 1
        if self._depth > refuse.MAX_DEPTH:
            raise self.refuse("DG102", "an expression nested too deeply to be a printed graph")
        result = evaluate(self, e, hint)
        self._depth -= 1
        return result

    def _constant(self, e: ast.Constant, hint: str | None) -> Any:
        if isinstance(e.value, bytes):
            raise self.refuse("DG103", "a bytes literal is not graph code")
        return self._bounded(e.value)

    def _name(self, e: ast.Name, hint: str | None) -> Any:
        name = e.id
        if name in self.names:
            return self.share(self.names[name])
        if name in _NAMED_CONSTANTS:
            return _NAMED_CONSTANTS[name]
        if name in _BUILTINS or name.startswith("__") or name in MODULES or name == "self":
            raise self.refuse("DG103", f"the name {name} is not graph code")
        raise self.refuse("DG102", f"{name} is used before it is assigned")

    def _tuple(self, e: ast.Tuple, hint: str | None) -> tuple[Any, ...]:
        return tuple(self._elements(e.elts))

    def _list(self, e: ast.List, hint: str | None) -> list[Any]:
        return list(self._elements(e.elts))

    def _elements(self, elements: Iterable[ast.expr]) -> Iterable[Any]:
        return [self.value(element) for element in elements]

    def _dict(self, e: ast.Dict, hint: str | None) -> dict[Any, Any]:
        result: dict[Any, Any] = {}
        for key, item in zip(e.keys, e.values, strict=True):
            if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
                raise self.refuse("DG104", "a dictionary whose keys are not strings")
            result[key.value] = self.value(item)
        return result

    def _slice(self, e: ast.Slice, hint: str | None) -> slice:
        return slice(*(None if part is None else self.value(part) for part in (e.lower, e.upper, e.step)))

    def _unary(self, e: ast.UnaryOp, hint: str | None) -> Any:
        operand = self.value(e.operand)
        if has_node(operand):
            return self.emit(UNARY[type(e.op)], (operand,), {}, hint)
        if isinstance(operand, _NUMBERS) and isinstance(e.op, (ast.USub, ast.UAdd)):
            return UNARY[type(e.op)](operand)
        raise refuse.not_graph_code(self.filename, e)

    def _binary(self, e: ast.BinOp, hint: str | None) -> Any:
        return self.binary(e, BINARY, self.value(e.left), self.value(e.right), hint)

    def binary(
        self,
        e: ast.BinOp | ast.AugAssign,
        table: dict[type[ast.operator], Callable[..., Any]],
        left: Any,
        right: Any,
        hint: str | None,
    ) -> Any:
        """``left op right``: a node, or a number where both are numbers (never an unbounded power or repetition)."""
        if isinstance(left, str) or isinstance(right, str):
            raise self.refuse("DG103", "text arithmetic is not graph code")
        if has_node(left) or has_node(right):
            return self.emit(table[type(e.op)], (left, right), {}, hint)
        if not (isinstance(left, _NUMBERS) and isinstance(right, _NUMBERS) and isinstance(e.op, _FOLDED)):
            raise self.refuse("DG104", f"{refuse.construct(e)} between constants")
        try:
            return self._bounded(BINARY[type(e.op)](left, right))
        except (ArithmeticError, TypeError) as error:
            raise self.refuse("DG102", f"{refuse.construct(e)}: {error}") from None

    def _comparison(self, e: ast.Compare, hint: str | None) -> Any:
        if len(e.ops) != 1 or type(e.ops[0]) not in COMPARE:
            raise self.refuse("DG104", f"{refuse.construct(e)} is a comparison that the loader does not read")
        left, right = self.value(e.left), self.value(e.comparators[0])
        if not (has_node(left) or has_node(right)):
            raise self.refuse("DG104", f"{refuse.construct(e)} between constants")
        return self.emit(COMPARE[type(e.ops[0])], (left, right), {}, hint)

    def _subscript(self, e: ast.Subscript, hint: str | None) -> Any:
        return self.item(self.value(e.value), self.value(e.slice), hint)

    def item(self, base: Any, index: Any, hint: str | None = None) -> Any:
        """``base[index]``: a node, or the element of a tuple or list that stands in the code."""
        if isinstance(base, fx.Node) or (isinstance(base, (tuple, list)) and has_node(index)):
            return self.emit(operator.getitem, (base, index), {}, hint)
        if isinstance(base, (tuple, list)) and isinstance(index, int) and -len(base) <= index < len(base):
            return base[index]
        raise self.refuse("DG103", "a subscript of a constant is not graph code")

    def _attribute(self, e: ast.Attribute, hint: str | None) -> Any:
        path = self._module_path(e)
        if path is not None:
            found = self._allowed(allow.resolve, path)
            if isinstance(found, allow.CONSTANTS):
                return found
            raise self.refuse("DG104", f"{path} is used as a value, not called")
        return self._read(self._owner(e.value), e.attr, hint)

    def _owner(self, e: ast.expr) -> Any:
        """The value whose attribute or method is named; a name that the graph did not assign is somebody's module."""
        if isinstance(e, ast.Name) and e.id not in self.names:
            raise self.refuse("DG103", f"{e.id} is no value of the graph")
        return self.value(e)

    def _read(self, base: Any, name: str, hint: str | None) -> fx.Node:
        self._allowed(allow.attribute_allowed, name)
        if not isinstance(base, fx.Node):
            raise self.refuse("DG103", f"attribute .{name} of a constant is not graph code")
        return self.emit(getattr, (base, name), {}, hint)

    def _module_path(self, e: ast.expr) -> str | None:
        """``torch.x.y`` as text where the expression is a chain from a module's name; else None."""
        path = refuse.dotted(e)
        root = path.partition(".")[0] if path else None
        return path if root in MODULES and root not in self.names else None

    # -- calls

    def _call(self, e: ast.Call, hint: str | None) -> Any:
        func = e.func
        if isinstance(func, ast.Attribute):
            path = self._module_path(func)
            if path is None:
                return self._method(e, func, hint)
            if path == "torch.device":
                return self._device(*self._arguments(e))
            target = self._allowed(allow.resolve, path)
            if isinstance(target, allow.CONSTANTS):
                raise self.refuse("DG104", f"{path} is a constant, not a function")
            args, kwargs = self._arguments(e)
            if target in allow.TEXT_ARITHMETIC and any(isinstance(arg, str) for arg in args):
                raise self.refuse("DG103", "text arithmetic is not graph code")
            return self.emit(target, *self._moved(func.attr, args, kwargs), hint)
        if isinstance(func, ast.Name):
            if func.id in self.names:
                raise self.refuse("DG103", f"a call of the value {func.id} is not graph code")
            return self._python_call(e, func.id, hint)
        raise refuse.not_graph_code(self.filename, e)

    def _arguments(self, e: ast.Call) -> tuple[tuple[Any, ...], dict[str, Any]]:
        args = tuple([self.value(a) for a in e.args])
        kwargs: dict[str, Any] = {}
        for keyword in e.keywords:
            if keyword.arg is None:
                raise self.refuse("DG104", "an unpacked argument (**)")
            kwargs[keyword.arg] = self.value(keyword.value)
        return args, kwargs

    def _method(self, e: ast.Call, func: ast.Attribute, hint: str | None) -> fx.Node:
        base = self._owner(func.value)
        if not isinstance(base, fx.Node):
            raise self.refuse("DG103", f"method .{func.attr}() of a constant is not graph code")
        self._allowed(allow.method_allowed, func.attr)
        args, kwargs = self._arguments(e)
        if func.attr in ("cuda", "cpu"):
            return self.emit("to", (base, self.device), {}, hint)
        args, kwargs = self._moved(func.attr, args, kwargs)
        return self.emit(func.attr, (base, *args), kwargs, hint)

    def _python_call(self, e: ast.Call, name: str, hint: str | None) -> Any:
        if name not in allow.PYTHON_CALLS and name not in ("slice", "device", "getattr", "range"):
            raise self.refuse("DG103", f"a call of {name}() is not graph code")
        args, kwargs = self._arguments(e)
        if name == "device":
            return self._device(args, kwargs)
        if name == "getattr" and len(args) == 2 and isinstance(args[1], str) and not kwargs:
            return self._read(args[0], args[1], hint)
        if name in ("getattr", "slice", "range") and (kwargs or not 1 <= len(args) <= 3 or name == "getattr"):
            raise self.refuse("DG103", f"{refuse.construct(e)} is not graph code")
        if name == "slice":
            return slice(*args)
        if has_node(args):
            return self.emit(range if name == "range" else allow.PYTHON_CALLS[name], args, kwargs, hint)
        return self._folded(e, name, args, kwargs)

    def _folded(self, e: ast.Call, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A builtin on constants that stands for a literal: ``float('inf')``, ``complex(0.0, 1.0)``, ``range(3)``."""
        if name == "float" and len(args) == 1 and isinstance(args[0], str) and args[0].lower() in _FLOAT_TEXT:
            return _FLOAT_TEXT[args[0].lower()]
        try:
            if name == "range" and all(type(a) is int for a in args):
                return range(*args)
            if name in ("int", "float", "bool") and len(args) == 1 and isinstance(args[0], _NUMBERS) and not kwargs:
                return self._bounded({"int": int, "float": float, "bool": bool}[name](args[0]))
            if name == "complex" and args and all(isinstance(a, _NUMBERS) for a in args) and not kwargs:
                return complex(*args)
        except (ArithmeticError, TypeError, ValueError) as error:
            raise self.refuse("DG102", f"{refuse.construct(e)}: {error}") from None
        raise self.refuse("DG104", f"{refuse.construct(e)} on constants")

    # -- devices

    def _device(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> torch.device:
        """Any device that was baked in becomes the case's; ``meta`` stays."""
        kind = kwargs.get("type", args[0] if args else None)
        if not (isinstance(kind, str) and _DEVICE_TEXT.fullmatch(kind)) and not isinstance(kind, (int, torch.device)):
            raise self.refuse("DG104", "a device that is not named by a literal")
        return torch.device("meta") if kind == "meta" else self.device

    def _moved(self, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The call's arguments with devices given as text or number moved to the case's device."""
        if "device" in kwargs and type(kwargs["device"]) in (str, int):
            kwargs = {**kwargs, "device": self._device((kwargs["device"],), {})}
        if args and op == "to" and type(args[0]) is str:
            args = (self._device(args[:1], {}), *args[1:])
        elif args and op in _DEVICE_TYPE_FIRST and type(args[0]) is str:
            args = (self.device.type, *args[1:])
        elif any(type(a) is str and _INDEXED_DEVICE.fullmatch(a) for a in args):
            args = tuple(self.device if type(a) is str and _INDEXED_DEVICE.fullmatch(a) else a for a in args)
        return args, kwargs


_BUILTINS = frozenset(dir(builtins))

_EVALUATE: dict[type[ast.expr], Callable[[Any, Any, str | None], Any]] = {
    ast.Constant: Expressions._constant,
    ast.Name: Expressions._name,
    ast.Tuple: Expressions._tuple,
    ast.List: Expressions._list,
    ast.Dict: Expressions._dict,
    ast.Slice: Expressions._slice,
    ast.UnaryOp: Expressions._unary,
    ast.BinOp: Expressions._binary,
    ast.Compare: Expressions._comparison,
    ast.Subscript: Expressions._subscript,
    ast.Attribute: Expressions._attribute,
    ast.Call: Expressions._call,
}
