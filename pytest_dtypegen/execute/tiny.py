"""The products that can be emulated: how much work each is, and what a tiny call of the same kind looks like.

The tiny call has the real one's dtypes, number of dimensions and settings, so that a kernel which refuses the real call
refuses the tiny one in the same words. Sizes are cut, not replaced: torch chooses kernels by size (a batched product of
less than 400 multiply-adds has its own, oneDNN starts at 4,096), and each has its own words. Inner sizes stay up to 64:
enough for a kernel that rounds while it sums to show.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

Args = tuple[Any, ...]
_ROWS, _INNER, _COLUMNS, _BATCH = 8, 64, 16, 2


@dataclass(frozen=True)
class Tiny:
    """A tiny operand. ``spread``: what its values are divided by. ``of``: an earlier argument that it is the same
    tensor as, or None. ``layout``: its memory format."""

    shape: tuple[int, ...]
    dtype: torch.dtype
    spread: int = 1
    of: int | None = None
    layout: torch.memory_format = torch.contiguous_format

    def make(self) -> torch.Tensor:
        """Numbers in 0.25 .. 0.75 in no order (zeros, where the dtype holds no fractions), on the CPU."""
        if not self.dtype.is_floating_point:
            return torch.zeros(self.shape, dtype=self.dtype).contiguous(memory_format=self.layout)
        steps = torch.arange(math.prod(self.shape), dtype=torch.float64) * 0.6180339887
        made = ((0.25 + 0.5 * steps.frac()) / self.spread).reshape(self.shape).to(self.dtype)
        return made.contiguous(memory_format=self.layout)


@dataclass(frozen=True)
class Product:
    """One aten op. ``work``: its multiply-adds. ``shrink``: its arguments with ``Tiny`` in place of tensors, hashable:
    that is the call's signature. ``layout``: the memory format of the kernel's result, where that depends on the
    operands' dtype; others are laid out alike in every dtype."""

    name: str
    work: Callable[[Args], int]
    shrink: Callable[[Args], Args]
    layout: Callable[[Args], torch.memory_format] = lambda args: torch.preserve_format


def make(signature: Args) -> Args:
    """The arguments of a tiny call."""
    made: list[Any] = []
    for arg in signature:
        if isinstance(arg, Tiny):
            made.append(arg.make() if arg.of is None else made[arg.of])
        else:
            made.append(list(arg) if isinstance(arg, tuple) else arg)
    return tuple(made)


def _cut(tensor: torch.Tensor, *most: int) -> Tiny:
    """Of the tensor's last dimensions, at most so much of each."""
    limits = most[len(most) - tensor.dim() :]
    return Tiny(tuple(min(size, limit) for size, limit in zip(tensor.shape, limits, strict=True)), tensor.dtype)


def _mm(args: Args) -> Args:
    a, b = args
    return _cut(a, _BATCH, _ROWS, _INNER), _cut(b, _BATCH, _INNER, _COLUMNS)


def _addmm(args: Args) -> Args:
    added, a, b = args[:3]
    return _cut(added, _BATCH, _ROWS, _COLUMNS), *_mm((a, b))


def _mm_work(args: Args) -> int:
    a, b = args
    return int(a.numel()) * int(b.shape[-1])


def _convolution(args: Args) -> Args:
    """[n, c, ...], [out, c / groups, ...] or transposed [c, out / groups, ...]; two groups at most, and a depthwise one
    stays depthwise."""
    x, weight, bias, stride, padding, dilation, transposed, output_padding, groups = args
    few = min(groups, 2)
    inside = weight.shape[0] if transposed else weight.shape[1] * groups
    outside = weight.shape[1] * groups if transposed else weight.shape[0]
    # channels: the same number a group for all, one where a group has one
    inner, outer = (few * min(n // groups, 16) for n in (inside, outside))
    kernel = tuple(min(size, 2) for size in weight.shape[2:])
    shape = (inner, outer // few) if transposed else (outer, inner // few)
    strides = tuple(min(s, 2) for s in stride)
    return (
        Tiny((1, inner, *[6] * len(kernel)), x.dtype, layout=_format(x)),
        Tiny((*shape, *kernel), weight.dtype, layout=_format(weight)),
        None if bias is None else Tiny((outer,), bias.dtype),
        strides,
        tuple(min(p, 1) for p in padding),
        tuple(min(d, 2) for d in dilation),
        transposed,
        tuple(min(p, s - 1) for p, s in zip(output_padding, strides, strict=True)),
        few,
    )


def _format(tensor: torch.Tensor) -> torch.memory_format:
    """Channels last, where the tensor is only that."""
    last = {4: torch.channels_last, 5: torch.channels_last_3d}.get(tensor.dim())
    only = last is not None and not tensor.is_contiguous() and tensor.is_contiguous(memory_format=last)
    return last if only and last is not None else torch.contiguous_format


def _convolution_layout(args: Args) -> torch.memory_format:
    """As torch decides it by the backend that it chooses for the operands: that of another dtype may be another."""
    x, weight = args[:2]
    if x.dim() < 4:  # one dimension is made contiguous first
        return torch.preserve_format
    backend = torch._C._select_conv_backend(*args)
    found: torch.memory_format = torch._C._conv_determine_backend_memory_format(x, weight, backend)
    return found


def _convolution_work(args: Args) -> int:
    """As if the stride were 1."""
    x, weight, transposed, groups = args[0], args[1], args[6], int(args[8])
    channels = weight.shape[0] if transposed else weight.shape[1] * groups
    return int(x.numel() * math.prod(weight.shape) // max(1, channels))


def _attention(args: Args) -> Args:
    """``_native_multi_head_attention``: query, key, value [batch, length, width], width, heads, parameters, mask."""
    query, key, value, _, heads, qkv, qkv_bias, out, out_bias, mask = (*args, None)[:10]
    width, few = 16, min(heads, 2)
    shape = (2, 3, width)
    return (
        Tiny(shape, query.dtype),
        Tiny(shape, key.dtype, of=0 if key is query else None),
        Tiny(shape, value.dtype, of=0 if value is query else 1 if value is key else None),
        width,
        few,
        Tiny((3 * width, width), qkv.dtype, width),
        Tiny((3 * width,), qkv_bias.dtype),
        Tiny((width, width), out.dtype, width),
        Tiny((width,), out_bias.dtype),
        None if mask is None else Tiny((2, 3) if mask.dim() == 2 else (2, few, 3, 3), mask.dtype),
        *args[10:],
    )


def _attention_work(args: Args) -> int:
    query: torch.Tensor = args[0]
    return 4 * query.numel() * query.shape[-1]


_aten = torch.ops.aten

EMULATED: dict[Any, Product] = {
    _aten.mm.default: Product("mm", _mm_work, _mm),
    _aten.bmm.default: Product("bmm", _mm_work, _mm),
    _aten.addmm.default: Product("addmm", lambda args: _mm_work(args[1:3]), _addmm),
    _aten.baddbmm.default: Product("baddbmm", lambda args: _mm_work(args[1:3]), _addmm),
    _aten.convolution.default: Product("convolution", _convolution_work, _convolution, _convolution_layout),
    _aten._native_multi_head_attention.default: Product("_native_multi_head_attention", _attention_work, _attention),
}
"""By overload, as the dispatcher has it below autograd and autocast. Writes (``addmm_``) go to the kernel."""
