"""``weight_meta.py`` and ``input_meta.py``: one class of literals a tensor, read without executing them.

The text's own formatting carries nothing: the writer prints the files anew, values exactly as they were read.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from typing import Any

import torch

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples import refuse
from pytest_dtypegen.samples.model import TensorMeta

MAX_NUMEL = 1 << 36
"""Elements of one tensor beyond which a shape is taken for an attack: 256 GiB in float32, 14 times GraphNet's whole
largest sample."""

MAX_TENSORS = 1 << 15
"""Classes of a meta file; GraphNet's largest has 3,246."""

MAX_VALUES = 1 << 20
"""Recorded values of a meta file; GraphNet's largest tensor has 1,014 of them."""

_FLOATS: dict[str, float] = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}
DTYPES: Mapping[str, torch.dtype] = {
    str(value).removeprefix("torch."): value for value in vars(torch).values() if isinstance(value, torch.dtype)
}
_INTEGERS: dict[str, tuple[int, int]] = {
    name: (torch.iinfo(dtype).min, torch.iinfo(dtype).max)
    for name, dtype in DTYPES.items()
    if name in ("uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64")
}
_REQUIRED = ("name", "shape", "dtype")
_KNOWN = frozenset({*_REQUIRED, "device", "mean", "std", "data", "min_val", "max_val", "original_name"})


def parse_meta(text: str, filename: str, *, is_input: bool = False) -> dict[str, TensorMeta]:
    """What a meta file says of each tensor, by tensor name, in the file's order.

    Raises:
        DtypegenError: DG102 (cut off, a field missing or not what it should be, an impossible shape, more or fewer
            values than the shape has elements, more of them than any sample has), DG103 (anything but classes of
            literals), DG803 (no memory).
    """
    with refuse.memory_guarded(filename), refuse.collector_paused():
        printed = _printed(text, is_input, filename)
        return _parsed(text, filename, is_input) if printed is None else printed


def _parsed(text: str, filename: str, is_input: bool) -> dict[str, TensorMeta]:
    """The tensors of any text that Python could read: through its syntax tree."""
    tensors: dict[str, TensorMeta] = {}
    for block in refuse.syntax_tree(text, filename).body:
        if not isinstance(block, ast.ClassDef):
            if isinstance(block, ast.Expr) and isinstance(block.value, ast.Constant):
                continue
            raise refuse.not_graph_code(filename, block, " beside the tensors' classes")
        for extra in (*block.bases, *block.keywords, *block.decorator_list, *getattr(block, "type_params", ())):
            raise refuse.refusal(
                "DG103", filename, refuse.line_of(extra), "a base class or decorator is not a tensor's meta"
            )
        meta = _tensor(_fields(block, filename), filename, block.lineno, is_input)
        if meta.name in tensors:
            raise refuse.refusal("DG102", filename, block.lineno, f"the tensor {meta.name} is described twice")
        tensors[meta.name] = meta
    return tensors


_NUMBER = r"-?(?:0|[1-9][0-9]{0,400})(?:\.[0-9]{0,400})?(?:e[+-]?[0-9]{1,9})?"
_VALUE = rf"(?:{_NUMBER}|float\((?:'(?:inf|-inf|nan)'|\"(?:inf|-inf|nan)\")\)|True|False)"
_VALUES = r"\[[-+0-9A-Za-z.,()'\" \n]*\]"  # a repeated group costs 1 KB a repetition: see _SOME_VALUES
_PLAIN_TEXT = r'"[^"\\\n\r]*"'
_BLOCK = re.compile(
    rf"""\n*class[ ]Program_[A-Za-z0-9_]*:\n
    [ ]{{4}}name[ ]=[ ](?:(?P<name>{_PLAIN_TEXT})|\(\n[ ]{{8}}(?P<long_name>{_PLAIN_TEXT})\n[ ]{{4}}\))\n
    (?:[ ]{{4}}original_name[ ]=[ ](?P<original_name>None|{_PLAIN_TEXT})\n)?
    [ ]{{4}}shape[ ]=[ ](?P<shape>{_VALUES})\n
    [ ]{{4}}dtype[ ]=[ ](?P<dtype>{_PLAIN_TEXT})\n
    [ ]{{4}}device[ ]=[ ](?P<device>{_PLAIN_TEXT})\n
    [ ]{{4}}mean[ ]=[ ](?P<mean>None|{_VALUE})\n
    [ ]{{4}}std[ ]=[ ](?P<std>None|{_VALUE})\n
    (?:[ ]{{4}}data[ ]=[ ](?P<data>None|{_VALUES})\n)?
    (?:[ ]{{4}}min_val[ ]=[ ](?P<min_val>{_VALUE})\n)?
    (?:[ ]{{4}}max_val[ ]=[ ](?P<max_val>{_VALUE})\n)?
    """,
    re.VERBOSE,
)
"""A tensor's class exactly as GraphNet and our writer print it."""
_SOME_VALUES = re.compile(rf"(?:{_VALUE},\s*){{1,256}}")


def _printed(text: str, is_input: bool, filename: str = "") -> dict[str, TensorMeta] | None:
    """The tensors of a text of such classes, read five times as fast; None where anything at all is out of the
    ordinary, for ``_parsed`` to say what. Raises DtypegenError DG102 for more of them than any sample has."""
    tensors: dict[str, TensorMeta] = {}
    text = text.rstrip("\n") + "\n"
    end, length, values = 0, len(text) - 1, 0
    try:
        while end < length:
            match = _BLOCK.match(text, end)
            if match is None:
                return None
            values += sum(match[key].count(",") for key in ("shape", "data") if match[key])
            if values > MAX_VALUES or len(tensors) >= MAX_TENSORS:
                break
            fields = {key: _text_value(value) for key, value in match.groupdict().items() if value is not None}
            fields.setdefault("name", fields.get("long_name"))
            meta = _tensor(fields, "", 0, is_input)
            if meta.name in tensors:
                return None
            tensors[meta.name] = meta
            end = match.end()
    except (DtypegenError, ValueError):
        return None
    if end < length:
        what = f"more than {MAX_TENSORS} tensors or {MAX_VALUES} values: no sample's file"
        raise refuse.refusal("DG102", filename, text.count("\n", 0, end) + 1, what)
    return tensors


def _text_value(text: str) -> Any:
    """The value of a text that ``_BLOCK`` has matched; raises ValueError for a list of anything but values."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] == '"':
        return text[1:-1]
    if text[0] == "[":
        return _list_value(text[1:-1].strip().removesuffix(","))
    return int(text) if text.lstrip("-").isdigit() else float(text)


def _list_value(text: str) -> list[Any]:
    if not text:
        return []
    end, text = 0, text + ","
    while end < len(text):
        match = _SOME_VALUES.match(text, end)
        if match is None:
            raise ValueError(text[end : end + 40])
        end = match.end()
    return [_text_value(item) for item in text.replace(",", " ").split()]


_WORDS: dict[str, Any] = {
    "None": None, "True": True, "False": False,
    **{f"float({quote}{name}{quote})": value for name, value in _FLOATS.items() for quote in "'\""},
}  # fmt: skip


def _fields(block: ast.ClassDef, filename: str) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for statement in block.body:
        if (
            not isinstance(statement, ast.Assign)
            or len(statement.targets) != 1
            or not isinstance(target := statement.targets[0], ast.Name)
        ):
            if isinstance(statement, ast.Pass) or (
                isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            ):
                continue
            raise refuse.not_graph_code(filename, statement, " in a tensor's class")
        fields[target.id] = _literal(statement.value, filename)
    return fields


def _literal(e: ast.expr, filename: str, depth: int = 0) -> Any:
    """A number, text, None, a list of these, ``float('inf')`` and its like, or ``complex(0.0, float('nan'))``."""
    if isinstance(e, ast.Constant) and not isinstance(e.value, (bytes, type(...))):
        if not _fits_float(e.value):
            raise refuse.refusal("DG102", filename, e.lineno, "a whole number beyond any dtype")
        return e.value
    if isinstance(e, (ast.List, ast.Tuple)):
        if depth > 3:
            raise refuse.refusal("DG102", filename, e.lineno, "lists nested too deeply for a tensor's meta")
        return [_literal(element, filename, depth + 1) for element in e.elts]
    if isinstance(e, ast.UnaryOp) and isinstance(e.op, (ast.USub, ast.UAdd)) and isinstance(e.operand, ast.Constant):
        operand = _literal(e.operand, filename)
        if type(operand) in (int, float, complex):
            return -operand if isinstance(e.op, ast.USub) else operand
    if isinstance(e, ast.BinOp) and isinstance(e.op, (ast.Add, ast.Sub)) and depth < 4:  # (0.5-2j)
        real, imaginary = _literal(e.left, filename, depth + 1), _literal(e.right, filename, depth + 1)
        if type(real) in (int, float) and type(imaginary) is complex:
            return real + imaginary if isinstance(e.op, ast.Add) else real - imaginary
    if isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and not e.keywords:
        values = [argument.value for argument in e.args if isinstance(argument, ast.Constant)]
        if e.func.id == "float" and len(e.args) == 1 and values and values[0] in _FLOATS:
            return _FLOATS[values[0]]
        if e.func.id == "complex" and len(e.args) == 2:
            parts = [_literal(argument, filename, depth + 1) for argument in e.args]
            if all(type(part) is float for part in parts):
                return complex(*parts)
    raise refuse.not_graph_code(filename, e, " in a tensor's meta")


def _tensor(fields: Mapping[str, Any], filename: str, line: int, is_input: bool) -> TensorMeta:
    def bad(what: str) -> DtypegenError:
        return refuse.refusal("DG102", filename, line, what)

    for required in _REQUIRED:
        if required not in fields:
            raise bad(f"a tensor's class without {required}: cut off?")
    name = fields["name"]
    if not (isinstance(name, str) and name):
        raise bad("a tensor's name is not text")
    shape = _shape(fields["shape"], name, bad)
    dtype = _dtype(fields["dtype"], name, bad)
    device = fields.get("device", "cpu")
    if not isinstance(device, str):
        raise bad(f"{name}: device is not text")
    original = fields.get("original_name")
    if not (original is None or isinstance(original, str)):
        raise bad(f"{name}: original_name is not text")
    numbers = {key: _number(fields.get(key), name, key, bad) for key in ("mean", "std", "min_val", "max_val")}
    if (
        numbers["min_val"] is not None
        and numbers["max_val"] is not None
        and not numbers["min_val"] <= numbers["max_val"]
    ):
        raise bad(f"{name}: min_val is not below max_val")
    if numbers["std"] is not None and numbers["std"] < 0:
        raise bad(f"{name}: std is negative")
    data = None if fields.get("data") is None else _data(fields["data"], name, dtype, shape, bad)
    return TensorMeta(
        name=name, shape=shape, dtype=dtype, device=device, data=data, original_name=original, is_input=is_input,
        **numbers,
    )  # fmt: skip


_Bad = Callable[[str], DtypegenError]


def _shape(shape: Any, name: str, bad: _Bad) -> tuple[int, ...]:
    if not isinstance(shape, list) or len(shape) > 64:
        raise bad(f"{name}: shape is not a list of at most 64 sizes")
    if any(type(size) is not int or size < 0 for size in shape):
        raise bad(f"{name}: shape {_short(shape)} holds what is not a size")
    if math.prod(max(size, 1) for size in shape) > MAX_NUMEL:
        raise bad(f"{name}: shape {_short(shape)} has more than 2**36 elements")
    return tuple(shape)


def _dtype(text: Any, name: str, bad: _Bad) -> str:
    if not isinstance(text, str):
        raise bad(f"{name}: dtype is not text")
    dtype = text.removeprefix("torch.")
    if dtype not in DTYPES:
        raise bad(f"{name}: torch has no dtype {text[:40]}")
    return dtype


def _number(value: Any, name: str, key: str, bad: _Bad) -> Any:
    if value is not None and type(value) not in (int, float, bool):
        raise bad(f"{name}: {key} is not a number")
    if not _fits_float(value):
        raise bad(f"{name}: {key} is beyond any dtype")
    return value


def _fits_float(value: Any) -> bool:
    """Whether a number can be made one of a dtype: a whole one may have as many digits as its file has room for."""
    return type(value) is not int or abs(value) < 2**1023


def _data(data: Any, name: str, dtype: str, shape: tuple[int, ...], bad: _Bad) -> tuple[Any, ...]:
    """The recorded values, checked to be as many and of a kind as the tensor's own."""
    if type(data) in (int, float, bool) and shape == ():
        data = [data]
    if not isinstance(data, list) or not {type(value) for value in data} <= {int, float, bool, complex}:
        raise bad(f"{name}: data is not a flat list of numbers")
    if not all(map(_fits_float, data)):
        raise bad(f"{name}: data is beyond any dtype")
    if len(data) != math.prod(shape):
        raise bad(f"{name}: {len(data)} values for shape {_short(shape)}")
    if dtype in _INTEGERS and data:
        low, high = _INTEGERS[dtype]
        if any(type(value) in (float, complex) and not value.is_integer() for value in data if type(value) is not int):
            raise bad(f"{name}: data of dtype {dtype} holds a fraction")
        if not (low <= min(data) and max(data) <= high):
            raise bad(f"{name}: data does not fit {dtype}")
    return tuple(data)


def _short(value: Any) -> str:
    text = str(list(value))
    return text if len(text) < 60 else text[:57] + "..."
