"""Float16 and bfloat16 products on CPUs that have no fast kernels for them.

There, matrix products and convolutions take 10 to 90 times what they take in float32. They are computed in float32 on
the upcast operands instead, and the result is rounded once: what a kernel that accumulates in float32 does. That is
done at the dispatcher (aten's ``mm``, ``addmm``, ``bmm``, ``convolution``, ...), so that shapes, broadcasting and all
that a composite op checks by itself (``linear``, ``einsum``, ``multi_head_attention_forward``) stay torch's.

What the kernel refuses stays refused: for each signature (op, operands' dtypes and dimensions, settings) the real
kernel is called once on tiny operands, its exception is the node's, and the emulation must agree with it in strides and
to rounding, or the kernel is used.

Fused attention is left to its kernel: that works in float32 blocks, and takes the same time in every dtype.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Literal

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.values import LOW
from pytest_dtypegen.execute.ambient import EagerMode, vmap_depth
from pytest_dtypegen.execute.run import call_node
from pytest_dtypegen.execute.tiny import EMULATED, Product, make

Mode = Literal["auto", "kernels", "emulate"]

SMALL = 1 << 18
"""Multiply-adds below which ``auto`` uses the kernel: a quarter of a millisecond where that is slow."""

_SLOW = 4.0
"""How many times float32's time a kernel must take to count as slow."""

_ROUNDING = 2.0
"""How far emulation and kernel may be apart, in units of the dtype's epsilon at the result's largest value: one
rounding each way, and the order of the sum."""

PRODUCTS = frozenset(
    "linear matmul matmul_ __rmatmul__ mm bmm mv addmm addmm_ addmv baddbmm baddbmm_ addbmm inner tensordot einsum "
    "bilinear chain_matmul multi_dot linalg_multi_dot linalg_matmul conv1d conv2d conv3d convolution "
    "conv_transpose1d conv_transpose2d conv_transpose3d scaled_dot_product_attention "
    "multi_head_attention_forward _native_multi_head_attention lstm gru rnn_tanh rnn_relu lstm_cell gru_cell "
    "cdist".split()
)
"""Nodes inside which products are looked for."""


class Emulator:
    """An ``execute`` for ``run_graph`` on one device.

    ``auto``: where the CPU's kernels for a dtype are slow, and the op is not small. ``emulate``: wherever it can be
    done on a CPU. ``kernels``: never. ``emulated`` and ``kernels`` count the products by aten op; ``disagreements``
    are signatures on which emulation and kernel differ by more than rounding.
    """

    def __init__(self, mode: Mode = "auto", device: str | torch.device = "cpu") -> None:
        self.emulated: Counter[str] = Counter()
        self.kernels: Counter[str] = Counter()
        self.disagreements: set[str] = set()
        self._mode = mode
        on_cpu = torch.device(device).type == "cpu"
        self._dtypes = frozenset(dtype for dtype in LOW if on_cpu and _wanted(mode, dtype))

    @property
    def used(self) -> Literal["kernels", "emulated"]:
        """For the record: whether any product was emulated."""
        return "emulated" if self.emulated else "kernels"

    def __call__(self, node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The node's value. Raises what the real kernel raises."""
        if not self._dtypes or vmap_depth() or op_name(node) not in PRODUCTS:
            return call_node(node, args, kwargs)
        with _Intercept(self):
            return call_node(node, args, kwargs)

    def product(self, op: Product, func: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """One aten product: emulated, or by its kernel."""
        name = op.name
        if not self._applies(args) or (self._mode == "auto" and op.work(args) < SMALL):
            self.kernels[name] += 1
            return func(*args, **kwargs)
        call = op.shrink(args)
        signature = (name, call, tuple(kwargs.items()))
        if signature not in _agreed:
            try:
                _agreed[signature] = _agrees(op, func, make(call), kwargs)
            # refused, for whatever reason: the kernel says it again, with the real sizes in its words
            except Exception:
                self.kernels[name] += 1
                return func(*args, **kwargs)
        dtype = _agreed[signature]
        if dtype is None:
            self.kernels[name] += 1
            self.disagreements.add(f"{name} {call}")
            return func(*args, **kwargs)
        self.emulated[name] += 1
        return _in_float32(op, func, args, kwargs, dtype)

    def _applies(self, args: tuple[Any, ...]) -> bool:
        tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
        return any(t.dtype in self._dtypes for t in tensors) and all(
            t.device.type == "cpu" and t.layout == torch.strided for t in tensors
        )


class _Intercept(EagerMode):
    def __init__(self, emulator: Emulator) -> None:
        super().__init__()
        self._emulator = emulator

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        op = EMULATED.get(func)
        if op is None:
            return func(*args, **(kwargs or {}))
        return self._emulator.product(op, func, args, kwargs or {})


_agreed: dict[Any, torch.dtype | None] = {}
"""By signature: the kernel's result dtype, or None where the emulation does not agree with it."""


def _agrees(
    op: Product, func: Callable[..., Any], tiny: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> torch.dtype | None:
    """Calls the kernel on tiny operands; raises what it raises."""
    real = func(*tiny, **kwargs)
    first = _first(real)
    if first.dtype not in LOW:
        return None
    emulated = _first(_in_float32(op, func, tiny, kwargs, first.dtype))
    if (emulated.shape, emulated.stride()) != (first.shape, first.stride()):
        return None
    expected = first.float()
    bound = _ROUNDING * torch.finfo(first.dtype).eps * float(expected.abs().max())
    off = float((emulated.float() - expected).abs().max())
    return first.dtype if off <= bound else None


def _in_float32(
    op: Product, func: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any], dtype: torch.dtype
) -> Any:
    """``func`` on upcast operands, rounded to ``dtype`` once and laid out as the kernel's result."""
    upcast = [arg.float() if isinstance(arg, torch.Tensor) and arg.dtype in LOW else arg for arg in args]
    result = func(*upcast, **kwargs)
    if isinstance(result, torch.Tensor):
        return result.to(dtype, memory_format=op.layout(args))
    return tuple(part.to(dtype) if isinstance(part, torch.Tensor) else part for part in result)


def _first(result: Any) -> torch.Tensor:
    tensor = result if isinstance(result, torch.Tensor) else result[0]
    assert isinstance(tensor, torch.Tensor)
    return tensor


_measured: dict[torch.dtype, bool] = {}


def _wanted(mode: Mode, dtype: torch.dtype) -> bool:
    if mode == "auto":
        return slow(dtype)
    return mode == "emulate"


def slow(dtype: torch.dtype) -> bool:
    """Whether this CPU's products in ``dtype`` are slow: as oneDNN says of the CPU, else measured (milliseconds)."""
    if dtype not in _measured:
        name = {torch.float16: "_is_mkldnn_fp16_supported", torch.bfloat16: "_is_mkldnn_bf16_supported"}[dtype]
        supported = getattr(torch.ops.mkldnn, name, None) if torch._C._has_mkldnn else None
        _measured[dtype] = not supported() if supported is not None else measured_slowness(dtype) > _SLOW
    return _measured[dtype]


def measured_slowness(dtype: torch.dtype, size: int = 192) -> float:
    """A matrix product's time in ``dtype`` over its time in float32."""
    times = []
    for kind in (dtype, torch.float32):
        a, b = torch.ones(size, size, dtype=kind), torch.ones(size, size, dtype=kind)
        best = float("inf")
        for _ in range(3):
            started = time.perf_counter()
            torch.mm(a, b)
            best = min(best, time.perf_counter() - started)
        times.append(best)
    return times[0] / times[1]
