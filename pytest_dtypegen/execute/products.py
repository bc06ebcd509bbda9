"""What products take besides operands and result: how torch puts them together, and the float32 they are emulated in.

In low precision the estimate is that of the emulation (operands and result in float32 besides those that are stored).
Kernels that a CPU has for it take less or as much, by the CPU: oneDNN's work in the dtype itself where the instruction
set has it, and upcast as well where it has not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import fx
from torch.multiprocessing.reductions import StorageWeakRef

from pytest_dtypegen.dtypes.ops import argument, op_name
from pytest_dtypegen.dtypes.values import LOW, like, tensors_in, unwrapped
from pytest_dtypegen.execute.ambient import EagerMode
from pytest_dtypegen.execute.maps import maps
from pytest_dtypegen.execute.run import call_node
from pytest_dtypegen.execute.tiny import EMULATED

Tensors = Sequence[torch.Tensor]
Values = Mapping[fx.Node, Any]
Rule = Callable[[fx.Node, Tensors, Tensors, Values], int]

_UNFOLDED = 20480
"""Numbers (batch x channels x the first two dimensions) up to which torch does not give a convolution to oneDNN
(``use_mkldnn`` in aten's ``Convolution.cpp``)."""


def _float32(tensors: Tensors) -> int:
    return sum(4 * int(tensor.numel()) for tensor in tensors)


def _stored(tensors: Tensors) -> list[int]:
    return [int(tensor.numel()) * tensor.element_size() for tensor in tensors]


def broadcast_size(shapes: Sequence[torch.Size]) -> int:
    """Numbers in what the shapes broadcast to. Raises RuntimeError where they do not."""
    found: torch.Size = torch.broadcast_shapes(*shapes)  # type: ignore[no-untyped-call]  # torch's
    return int(found.numel())


def _low(tensors: Tensors) -> bool:
    return any(tensor.dtype in LOW for tensor in tensors)


def _single(node: fx.Node, operands: Tensors, results: Tensors, values: Values) -> int:
    """One product by one kernel: its result once more; of low precision all in float32."""
    result = max(_float32(results), 4 * maps(op_name(node), node, values))
    return result + (_float32(operands) if _low(operands) else 0)


def _vector(node: fx.Node, operands: Tensors, results: Tensors, values: Values) -> int:
    """By kernels that are not emulated: nothing but the result."""
    return _float32(results)


def _convolution(node: fx.Node, operands: Tensors, results: Tensors, values: Values) -> int:
    """Operands and result once more in the kernel's own layout; a transposed one's result twice. A small batch in three
    dimensions is unfolded, each place's neighbourhood a column. Emulated, all that in float32, and the float32 operands
    and result."""
    transposed = op_name(node).startswith("conv_transpose") or argument(node, 6, "transposed", False) is True
    own = _float32(operands) + (2 if transposed else 1) * _float32(results)
    if not transposed and len(operands) > 1:
        own = max(own, _columns(node, operands[0], operands[1], results))
    if not _low(operands):
        return own
    return own + _float32(operands) + _float32(results) - sum(_stored(results))


def _columns(node: fx.Node, x: torch.Tensor, weight: torch.Tensor, results: Tensors) -> int:
    """Bytes of the unfolded operand; 0 where oneDNN does the work."""
    if x.dim() != 5 or weight.dim() != 5 or x.shape[0] > 1 or weight.shape[1] != x.shape[1]:
        return 0
    if x.shape[:4].numel() > _UNFOLDED or (weight.shape[-1] > 3 and weight.shape[-2] > 3):
        return 0
    places = sum(result.shape[2:].numel() for result in results)
    return 4 * int(weight.shape[1:].numel()) * places


def _distances(node: fx.Node, operands: Tensors, results: Tensors, values: Values) -> int:
    """``cdist`` by a product: both operands, batches broadcast, scaled and with their norms beside them."""
    batch = broadcast_size([tensor.shape[:-2] for tensor in operands])
    return 2 * batch * sum(tensor.shape[-2:].numel() * tensor.element_size() for tensor in operands)


def _bilinear(node: fx.Node, operands: Tensors, results: Tensors, values: Values) -> int:
    """A place of the result at a time: one operand's product with it. Not emulated."""
    return sum(_stored(results)) + max(_stored(operands[:2]))


def _recurrent(node: fx.Node, operands: Tensors, results: Tensors, values: Values) -> int:
    """The gates of all steps; of one layer at a time. An LSTM of low precision is not emulated (oneDNN has it)."""
    x = operands[0]
    widest = max((tensor.shape[0] for tensor in operands[1:] if tensor.dim() == 2), default=0)
    gates = x.shape[:-1].numel() * widest
    if not _low(operands):
        return int(gates) * 4
    return int(gates) * (2 if op_name(node).startswith("lstm") else 6)


def _matmul(node: fx.Node, operands: Tensors, results: Tensors, values: Values) -> int:
    """Folded into one product where an operand is a matrix; of two batches each is laid out for ``bmm`` first."""
    dims = [tensor.dim() for tensor in operands]
    if min(dims, default=0) < 2:
        return _vector(node, operands, results, values)
    if min(dims) > 2:
        return _composed(node, operands, results, values)
    return _single(node, operands, results, values)


def _composed(node: fx.Node, operands: Tensors, results: Tensors, values: Values) -> int:
    """What is alive at one time while torch computes the op out of others, by its own order of contraction: found by
    letting it do so on tensors without data."""
    if any(tensor.layout is not torch.strided or tensor.is_quantized for tensor in operands):
        return _single(node, operands, results, values)
    made: dict[Any, Any] = {value: _without_data(values.get(value)) for value in node.all_input_nodes}
    args, kwargs = fx.map_arg((node.args, node.kwargs), made.__getitem__)
    key = (node.target, _described(args), _described(kwargs))
    if key not in _found:
        try:
            _found[key] = _peak_inside(node, args, dict(kwargs))
        # whatever the op says of its operands: that is for the run to find
        except Exception:
            _found[key] = _single(node, operands, results, values)
    return _found[key]


_found: dict[Any, int] = {}
"""By call: a model's layers are alike."""


def _described(value: Any) -> Any:
    """A call's arguments as a key: of tensors what they look like."""
    if isinstance(value, torch.Tensor):
        return tuple(value.shape), value.stride(), value.dtype
    if isinstance(value, Mapping):
        return tuple((name, _described(item)) for name, item in value.items())
    if isinstance(value, (list, tuple)):
        return tuple(map(_described, value))
    return repr(value)


def _peak_inside(node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
    watch = _Watch()
    with torch.no_grad(), watch:
        result = call_node(node, args, kwargs)
    kept = sum(int(t.untyped_storage().nbytes()) for t in tensors_in(result))
    return max(0, watch.peak - kept)


def _without_data(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return like(unwrapped(value), value.dtype)
    if isinstance(value, (list, tuple)):
        return [_without_data(item) for item in value]
    return value


class _Watch(EagerMode):
    """``peak``: the most bytes that were alive at one time of what was made within, emulated products' float32 too."""

    def __init__(self) -> None:
        super().__init__()
        self.peak = 0
        self._live: dict[Any, int] = {}
        self._given: set[int] = set()

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        operands = tensors_in((args, kwargs or {}))
        for tensor in operands:
            storage = tensor.untyped_storage()
            if _weak(storage) not in self._live:
                self._given.add(storage._cdata)  # the caller keeps these alive
        result = func(*args, **(kwargs or {}))
        results = tensors_in(result)
        for tensor in results:
            storage = tensor.untyped_storage()
            if storage._cdata not in self._given:
                self._live[_weak(storage)] = int(storage.nbytes())
        self._live = {ref: size for ref, size in self._live.items() if not ref.expired()}
        emulated = func in EMULATED and _low(operands)
        taken = _float32([*operands, *results]) if emulated else 0
        self.peak = max(self.peak, sum(self._live.values()) + taken)
        return result


def _weak(storage: torch.UntypedStorage) -> Any:
    return StorageWeakRef(storage)  # type: ignore[no-untyped-call]  # torch's


PRODUCT_RULES: Mapping[str, Rule] = {
    **dict.fromkeys("linear mm bmm addmm addmm_ baddbmm baddbmm_ scaled_dot_product_attention "
                    "multi_head_attention_forward _native_multi_head_attention lstm_cell gru_cell".split(), _single),
    **dict.fromkeys("mv addmv addbmm dot".split(), _vector),
    **dict.fromkeys("matmul matmul_ __rmatmul__ linalg_matmul".split(), _matmul),
    **dict.fromkeys("inner tensordot einsum chain_matmul multi_dot linalg_multi_dot".split(), _composed),
    "cdist": _distances,
    "bilinear": _bilinear,
    **dict.fromkeys("conv1d conv2d conv3d convolution conv_transpose1d conv_transpose2d conv_transpose3d".split(),
                    _convolution),
    **dict.fromkeys("lstm gru rnn_tanh rnn_relu".split(), _recurrent),
}  # fmt: skip
"""By op, ``emulate.PRODUCTS`` all of them."""
