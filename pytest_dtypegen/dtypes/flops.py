"""FLOPs of matmuls, convolutions and attentions, from shapes: two for each multiply-add; 0 for every other op."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import op_name

Operands = list[Any]


@dataclass(frozen=True)
class _Row:
    """``operands``: position and keyword of the two (or three) operands whose product the op computes, in order.
    ``flops(operands, out)``, both as the graph's values."""

    operands: tuple[tuple[int, str], ...]
    flops: Callable[[Operands, Any], int]


def _matmul(ops: Operands, out: Any) -> int:
    return 2 * _numel(out) * _last(ops[0])


def _addbmm(ops: Operands, out: Any) -> int:
    return 2 * _numel(out) * int(ops[0].shape[0]) * _last(ops[0])


def _tensordot(ops: Operands, out: Any) -> int:
    # |a| = M K, |b| = K N, |out| = M N
    a, b, n = _numel(ops[0]), _numel(ops[1]), _numel(out)
    return 2 * n * math.isqrt(a * b // n) if n else 0


def _conv(ops: Operands, out: Any) -> int:
    return 2 * _numel(out) * _numel(ops[1][:1])


def _conv_transpose(ops: Operands, out: Any) -> int:
    return 2 * _numel(ops[0]) * _numel(ops[1][:1])


def _attention(ops: Operands, out: Any) -> int:
    query, key, value = ops
    rows, columns = _numel(query) // max(_last(query), 1), int(key.shape[-2])
    return 2 * rows * columns * (_last(query) + _last(value))


def _multi_head(ops: Operands, out: Any) -> int:
    """Projections in and out, and the two products between them; [length, batch, width] or [batch, length, width]."""
    query, key = ops[0], ops[1]
    width = _last(query)
    rows, columns = _numel(query) // max(width, 1), _numel(key) // max(width, 1)
    batch = min(query.shape[0], query.shape[1]) if query.dim() == 3 else 1
    return 2 * width * (2 * rows * width + 2 * columns * width) + 4 * rows * (columns // max(batch, 1)) * width


def _bilinear(ops: Operands, out: Any) -> int:
    return 2 * _numel(out) * _last(ops[0]) * (1 + _last(ops[1]))


def _recurrent(ops: Operands, out: Any) -> int:
    """Every step multiplies by every weight matrix once."""
    steps = _numel(ops[0]) // max(_last(ops[0]), 1)
    return 2 * steps * sum(_numel(weight) for weight in ops[1] if weight.dim() == 2)


def _numel(value: Any) -> int:
    return int(value.numel()) if isinstance(value, torch.Tensor) else 0


def _last(value: Any) -> int:
    return int(value.shape[-1]) if value.dim() else 1


_PRODUCT = ((0, "input"), (1, "other"))
_ADDED = ((1, "mat1"), (2, "mat2"))
_BATCHED = ((1, "batch1"), (2, "batch2"))
_LAYER = ((0, "input"), (1, "weight"))

_TABLE: dict[str, _Row] = {
    **dict.fromkeys(("matmul", "__rmatmul__", "matmul_", "inner"), _Row(_PRODUCT, _matmul)),
    **dict.fromkeys(("mm", "bmm", "_int_mm"), _Row(((0, "input"), (1, "mat2")), _matmul)),
    "mv": _Row(((0, "input"), (1, "vec")), _matmul),
    "dot": _Row(((0, "input"), (1, "tensor")), _matmul),
    **dict.fromkeys(("addmm", "addmm_", "_addmm_activation"), _Row(_ADDED, _matmul)),
    "addmv": _Row(((1, "mat"), (2, "vec")), _matmul),
    **dict.fromkeys(("baddbmm", "baddbmm_"), _Row(_BATCHED, _matmul)),
    "addbmm": _Row(_BATCHED, _addbmm),
    "linear": _Row(_LAYER, _matmul),
    "tensordot": _Row(((0, "a"), (1, "b")), _tensordot),
    "bilinear": _Row(((0, "input1"), (1, "input2"), (2, "weight")), _bilinear),
    **dict.fromkeys(("conv1d", "conv2d", "conv3d"), _Row(_LAYER, _conv)),
    **dict.fromkeys(("conv_transpose1d", "conv_transpose2d", "conv_transpose3d"), _Row(_LAYER, _conv_transpose)),
    "scaled_dot_product_attention": _Row(((0, "query"), (1, "key"), (2, "value")), _attention),
    "multi_head_attention_forward": _Row(((0, "query"), (1, "key"), (2, "value")), _multi_head),
    "_native_multi_head_attention": _Row(((0, "query"), (1, "key"), (2, "value")), _multi_head),
    **dict.fromkeys(("lstm", "gru", "rnn_tanh", "rnn_relu"), _Row(((0, "input"), (2, "params")), _recurrent)),
}  # fmt: skip


def product_operands(node: fx.Node, values: Mapping[fx.Node, Any]) -> list[Any]:
    """The values of the operands that the op multiplies (not its bias or mask); empty for an op that is no product."""
    name = op_name(node)
    if name == "einsum":
        operands = node.args[1:]
        if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
            operands = tuple(operands[0])
        return [_value(operand, values) for operand in operands] if len(operands) > 1 else []
    row = _TABLE.get(name)
    if row is None:
        return []
    found = []
    for index, keyword in row.operands:
        if keyword in node.kwargs:
            found.append(node.kwargs[keyword])
        elif index < len(node.args):
            found.append(node.args[index])
    return [_value(operand, values) for operand in found] if len(found) == len(row.operands) else []


def node_flops(node: fx.Node, values: Mapping[fx.Node, Any]) -> int:
    """The FLOPs of a product (matmul, linear, einsum, convolution, attention, recurrent layer); 0 for other nodes.

    ``values``: by node, tensors of any kind (fake, meta or real); only their shapes are read.
    """
    if node.op not in ("call_function", "call_method"):
        return 0
    operands = product_operands(node, values)
    if not operands or any(isinstance(operand, fx.Node) or operand is None for operand in operands):
        return 0
    if op_name(node) == "einsum":
        return _einsum(str(node.args[0]), operands)
    out = values.get(node)
    return int(_TABLE[op_name(node)].flops(operands, out if isinstance(out, torch.Tensor) else operands[0]))


def _einsum(equation: str, operands: Operands) -> int:
    """The size of the whole index space; an ellipsis stands for the operand's own leading sizes."""
    left = equation.replace(" ", "").split("->")[0].split(",")
    if len(left) != len(operands):
        return 0
    sizes: dict[str, int] = {}
    for letters, operand in zip(left, operands, strict=True):
        named = letters.replace("...", "")
        hidden = operand.dim() - len(named)
        before, dots, after = letters.partition("...")
        names = [*before, *(f"...{i - hidden}" for i in range(hidden if dots else 0)), *after]
        for name, size in zip(names, operand.shape, strict=False):
            sizes[name] = max(sizes.get(name, 1), int(size))
    return 2 * math.prod(sizes.values())


def _value(operand: Any, values: Mapping[fx.Node, Any]) -> Any:
    if isinstance(operand, (list, tuple)):
        return [_value(item, values) for item in operand]
    return values.get(operand, operand) if isinstance(operand, fx.Node) else operand
