"""One name for an op, however the graph spells it.

``torch.matmul``, ``Tensor.matmul``, ``operator.matmul`` and ``torch.ops.aten.matmul.default`` are all ``matmul``;
the tables of precision and operand contracts are keyed by that name. A write keeps its trailing underscore
(``x += y``, ``operator.iadd`` and ``Tensor.add_`` are ``add_``).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import torch
from torch import fx


class Call(Protocol):
    """A call_function or call_method node, or one about to be made."""

    @property
    def op(self) -> str: ...
    @property
    def target(self) -> Any: ...
    @property
    def args(self) -> tuple[Any, ...]: ...
    @property
    def kwargs(self) -> Mapping[str, Any]: ...


#: Ops that change a tensor's dtype and nothing else.
CASTS = frozenset("to type type_as float half bfloat16 double _to_copy convert_element_type to_dtype".split())

_PYTHON_SPELLINGS: dict[str, str] = {
    "truediv": "div", "itruediv": "div_", "floordiv": "floor_divide", "ifloordiv": "floor_divide_",
    "iadd": "add_", "isub": "sub_", "imul": "mul_", "imatmul": "matmul_", "ipow": "pow_", "imod": "remainder_",
    "mod": "remainder", "and_": "bitwise_and", "or_": "bitwise_or", "xor": "bitwise_xor", "invert": "bitwise_not",
    "iand": "bitwise_and_", "ior": "bitwise_or_", "ixor": "bitwise_xor_", "inv": "bitwise_not",
    "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift", "pos": "positive",
    "__add__": "add", "__radd__": "add", "__sub__": "sub", "__rsub__": "rsub", "__mul__": "mul", "__rmul__": "mul",
    "__truediv__": "div", "__rtruediv__": "rdiv", "__matmul__": "matmul", "__pow__": "pow", "__neg__": "neg",
    "__and__": "bitwise_and", "__or__": "bitwise_or", "__xor__": "bitwise_xor", "__invert__": "bitwise_not",
    "__eq__": "eq", "__ne__": "ne", "__lt__": "lt", "__le__": "le", "__gt__": "gt", "__ge__": "ge",
    "__getitem__": "getitem", "__setitem__": "setitem",
}  # fmt: skip

_SYNONYMS: dict[str, str] = {
    "multiply": "mul", "multiply_": "mul_", "divide": "div", "divide_": "div_", "true_divide": "div",
    "true_divide_": "div_", "subtract": "sub", "subtract_": "sub_", "negative": "neg", "absolute": "abs",
    "clip": "clamp", "clip_": "clamp_", "concat": "cat", "concatenate": "cat", "not_equal": "ne", "greater": "gt",
    "greater_equal": "ge", "less": "lt", "less_equal": "le", "swapaxes": "transpose", "swapdims": "transpose",
    "moveaxis": "movedim", "arccos": "acos", "arcsin": "asin", "arctan": "atan", "arctan2": "atan2", "fix": "trunc",
    "special_expit": "sigmoid", "special_logit": "logit", "special_erf": "erf", "special_softmax": "softmax",
    "special_log_softmax": "log_softmax", "special_expm1": "expm1", "special_log1p": "log1p", "det": "linalg_det",
    "inverse": "linalg_inv",
}  # fmt: skip


def canonical(name: str) -> str:
    """The name under which the tables know the op that a spelling ends in (``"truediv"`` -> ``"div"``)."""
    name = _PYTHON_SPELLINGS.get(name, name)
    return _SYNONYMS.get(name, name)


@functools.cache  # asked for each node many times, of a few hundred targets
def target_op(target: str | Callable[..., Any]) -> str:
    """The op's name for an fx target: a method's name, or a function."""
    if isinstance(target, str):
        return canonical(target.rpartition(".")[2])
    if isinstance(target, torch._ops.OpOverload):
        return canonical(target._schema.name.rpartition("::")[2])
    if isinstance(target, torch._ops.OpOverloadPacket):
        return canonical(target._qualified_op_name.rpartition("::")[2])
    return canonical(getattr(target, "__name__", str(target)))


def argument(call: Call, index: int, keyword: str, default: Any = None) -> Any:
    """What a call takes at a place, ``default`` where nothing stands there."""
    return given(call.args, call.kwargs, index, keyword, default)


def given(args: Sequence[Any], kwargs: Mapping[str, Any], index: int, keyword: str, default: Any = None) -> Any:
    """``argument`` of what a call is given."""
    return kwargs[keyword] if keyword in kwargs else args[index] if index < len(args) else default


def op_name(node: fx.Node) -> str:
    """The op's name for a node; ``placeholder`` and ``output`` for these."""
    if node.op in ("placeholder", "output", "get_attr"):
        return node.op
    return target_op(node.target)


#: Where the functional spelling of an op takes ``inplace`` positionally.
_INPLACE_POSITION: dict[str, int] = {
    "relu": 1, "relu6": 1, "silu": 1, "mish": 1, "hardswish": 1, "hardsigmoid": 1, "selu": 1, "celu": 2, "elu": 2,
    "leaky_relu": 2, "hardtanh": 3, "threshold": 3, "rrelu": 4, "dropout": 3, "dropout1d": 3, "dropout2d": 3,
    "dropout3d": 3, "alpha_dropout": 3, "feature_alpha_dropout": 3,
}  # fmt: skip


def is_write(node: fx.Node) -> bool:
    """The op writes into its first operand (or into ``out``)."""
    if node.op not in ("call_function", "call_method"):
        return False
    name = op_name(node)
    if name == "setitem" or (name.endswith("_") and not name.endswith("__")):
        return True
    position = _INPLACE_POSITION.get(name, len(node.args))
    return argument(node, position, "inplace") is True or node.kwargs.get("out") is not None


def written_nodes(write: fx.Node) -> list[fx.Node]:
    """What a write (``is_write``) writes into: ``out``, or else the first operand; of lists, all that is in them."""
    out = write.kwargs.get("out")
    found: list[fx.Node] = []
    fx.map_arg(out if out is not None else write.args[:1], found.append)
    return found or write.all_input_nodes[:1]
