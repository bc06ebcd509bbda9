"""Quantized tensors in inference: what a value's integers mean, and how an op's result is found without data.

Fake tensors cannot be quantized (``quantize_per_tensor`` of one is a float32 tensor). So an op that makes or takes
quantized tensors runs for real, on the CPU, on stand-in operands of the actual shape: what it returns carries the
storage type, scale, zero point and axis that the kernel itself gives, and what it raises is what the kernel says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx
from torch._prims_common import make_contiguous_strides_for
from torch._subclasses.fake_tensor import FakeTensor

from pytest_dtypegen.dtypes.ops import op_name, target_op
from pytest_dtypegen.dtypes.values import like, stand_in, tensors_in

#: Stand-in operands of more elements than this are cut down where the op's rule (``CUT_TO``) is known.
STAND_IN_LIMIT = 1 << 20

#: Ops that make a quantized tensor of plain operands, or of none.
MAKERS = frozenset(
    "quantize_per_tensor quantize_per_channel quantize_per_tensor_dynamic empty_quantized _empty_affine_quantized "
    "_empty_per_channel_affine_quantized _make_per_tensor_quantized_tensor _make_per_channel_quantized_tensor".split()
)

#: Ops whose result has their operand's shape, and whose quantization no other dimensions than these have a say in.
CUT_TO: dict[str, tuple[int, ...]] = {
    **dict.fromkeys("quantize_per_tensor relu relu6 sigmoid tanh leaky_relu clamp".split(), ()),
    "instance_norm": (1,), "group_norm": (1,),
}  # fmt: skip

#: Ops of which torch registers a kernel for quantized tensors on the CPU only (``qnormalization.cpp``).
CPU_ONLY = frozenset({"instance_norm", "group_norm", "layer_norm"})

_INTEGERS = {torch.quint8: torch.uint8, torch.qint8: torch.int8, torch.qint32: torch.int32}
_PER_TENSOR = (torch.per_tensor_affine, torch.per_tensor_symmetric)


@dataclass(frozen=True)
class Quantization:
    """What a quantized tensor's integers mean: ``scale * (integer - zero_point)``.

    Per channel, ``axis`` is the dimension and ``scale`` and ``zero_point`` hold one number a channel.
    """

    storage: torch.dtype
    scale: float | tuple[float, ...]
    zero_point: int | tuple[float, ...]
    axis: int | None = None

    def __str__(self) -> str:
        storage = str(self.storage).removeprefix("torch.")
        if isinstance(self.scale, tuple):
            return f"{storage}(axis={self.axis}, {len(self.scale)} channels)"
        return f"{storage}(scale={self.scale:.6g}, zero_point={self.zero_point})"


def quantization_of(value: Any) -> Quantization | None:
    """The quantization of a value; None where it is no quantized tensor."""
    if not isinstance(value, torch.Tensor) or not value.is_quantized:
        return None
    if value.qscheme() in _PER_TENSOR:
        return Quantization(value.dtype, value.q_scale(), value.q_zero_point())
    scales, zero_points = value.q_per_channel_scales().tolist(), value.q_per_channel_zero_points().tolist()
    return Quantization(value.dtype, tuple(scales), tuple(zero_points), value.q_per_channel_axis())


def of_quantized_library(target: Any) -> bool:
    """Whether a call's target is a ``torch.ops.quantized.x``."""
    if isinstance(target, torch._ops.OpOverload):
        return target.namespace == "quantized"
    return isinstance(target, torch._ops.OpOverloadPacket) and target._qualified_op_name.startswith("quantized::")


def missing_kernel(target: Any, device_type: str) -> str | None:
    """What torch says where the device has no kernel for the quantized op; None where it may have one."""
    if device_type == "cpu" or not of_quantized_library(target) or target_op(target) not in CPU_ONLY:
        return None
    backend = "Quantized" + {"cuda": "CUDA", "xpu": "XPU"}.get(device_type, device_type.upper())
    return f"Could not run 'quantized::{target_op(target)}' with arguments from the '{backend}' backend"


def run_on_stand_ins(
    node: fx.Node, lookup: Callable[[fx.Node], Any], call: Callable[[tuple[Any, ...], dict[str, Any]], Any]
) -> Any:
    """What ``call`` of the node's op makes of stand-ins for its operands, which ``lookup`` gives: known values as they
    are, others as fake tensors. Raises what the op raises. Call it with no tensor mode active.

    The values in a result are meaningless, plain tensors may be meta ones; beyond ``STAND_IN_LIMIT`` elements strides
    may be contiguous ones.
    """
    name, shape = op_name(node), _first_shape(node, lookup)
    if name == "dequantize" and shape is not None:
        return like(lookup(node.all_input_nodes[0]), torch.float32)
    if name == "int_repr" and shape is not None:
        operand = lookup(node.all_input_nodes[0])
        return like(operand, _INTEGERS.get(operand.dtype, torch.uint8))
    kept = CUT_TO.get(name) if shape is not None and shape.numel() > STAND_IN_LIMIT else None
    cut = shape if kept is not None else None

    def stands_in(operand: fx.Node) -> Any:
        return fx.node.map_aggregate(lookup(operand), lambda value: _stand_in(value, cut, kept or ()))

    result = call(fx.map_arg(node.args, stands_in), fx.map_arg(node.kwargs, stands_in))
    return result if cut is None else _grown(result, cut)


def _first_shape(node: fx.Node, lookup: Callable[[fx.Node], Any]) -> torch.Size | None:
    first = lookup(node.all_input_nodes[0]) if node.all_input_nodes else None
    return first.shape if isinstance(first, torch.Tensor) else None


def _stand_in(value: Any, cut: torch.Size | None, kept: tuple[int, ...]) -> Any:
    """A real tensor for a fake one: ones (zeros for integers, which may be indices). One of the shape ``cut`` is cut
    to one element in all but the ``kept`` dimensions. Real tensors are their own stand-ins."""
    if not isinstance(value, torch.Tensor):
        return value
    shape = [size if dim in kept or value.shape != cut else min(size, 1) for dim, size in enumerate(value.shape)]
    if not isinstance(value, FakeTensor):
        return value[tuple(slice(size) for size in shape)] if value.shape == cut else value
    stride = value.stride() if value.shape != cut else make_contiguous_strides_for(shape)
    return stand_in(shape, stride, value.dtype)


def _grown(result: Any, shape: torch.Size) -> Any:
    """The quantized result of cut operands in its actual shape, unwritten: so it takes address space, no memory (there
    are no quantized meta tensors)."""
    scale, zero_point = result.q_scale(), result.q_zero_point()
    return torch._empty_affine_quantized(shape, scale=scale, zero_point=zero_point, dtype=result.dtype)


def holds_quantized(value: Any) -> bool:
    return any(tensor.is_quantized for tensor in tensors_in(value))
