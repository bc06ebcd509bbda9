"""Small questions about values and nodes that several stages ask."""

from __future__ import annotations

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import CASTS, op_name


def plain(tensor: torch.Tensor) -> torch.Tensor:
    """The numbers that a quantized tensor's integers stand for, a sparse one with its zeros; others as they are."""
    if tensor.is_quantized:
        return tensor.dequantize()
    return tensor if tensor.layout is torch.strided else tensor.to_dense()


def kind(dtype: torch.dtype) -> str:
    """``float``, ``int``, ``bool`` or ``complex``."""
    if dtype.is_floating_point:
        return "float"
    if dtype.is_complex:
        return "complex"
    return "bool" if dtype is torch.bool else "int"


def short(dtype: torch.dtype) -> str:
    """``float16`` for ``torch.float16``."""
    return str(dtype).removeprefix("torch.")


def is_call(node: fx.Node) -> bool:
    return node.op in ("call_function", "call_method")


def is_cast(node: fx.Node) -> bool:
    """The op is a cast by its name (``to`` may also be a move or nothing at all)."""
    return is_call(node) and op_name(node) in CASTS


def line_of(node: fx.Node | None) -> int | None:
    line = node.meta.get("line") if node is not None else None
    return line if isinstance(line, int) else None
