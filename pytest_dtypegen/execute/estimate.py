"""How much memory a graph's run takes, from shapes alone: its largest set of values that are needed at one time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import argument, op_name
from pytest_dtypegen.dtypes.values import LOW, tensors_in, unwrapped
from pytest_dtypegen.execute.budget import reserve
from pytest_dtypegen.execute.emulate import PRODUCTS
from pytest_dtypegen.execute.run import last_uses


@dataclass(frozen=True)
class Need:
    """``peak``: bytes of tensors at the busiest node, ``node``; ``parameters``: bytes of all placeholders together."""

    peak: int
    node: str
    parameters: int

    @property
    def reserve(self) -> int:
        """Bytes to reserve: the peak, and what kernels and the allocator keep on top (measured: 25 to 120 MiB, and up
        to a fifth on large ones)."""
        return self.peak + self.peak // 4 + (64 << 20)


def estimate_bytes(graph: fx.Graph, values: Mapping[fx.Node, Any]) -> Need:
    """What ``run_graph`` will hold at most, placeholders made at first use and values let go after their last.

    ``values``: by node, fake tensors (``Inference.values``); aliases share a storage and count once. At each node come
    the copies on top that its kernel makes. Data that a caller keeps is the caller's to add.
    """
    freed = last_uses(graph)
    live: Counter[int] = Counter()
    sizes: dict[int, int] = {}
    total = peak = parameters = 0
    busiest = ""

    def hold(node: fx.Node) -> int:
        added = 0
        for key, size in _storages(values.get(node)):
            added += 0 if live[key] else size
            live[key] += 1
            sizes[key] = size
        return added

    held: set[fx.Node] = set()
    for node in graph.nodes:
        if node.op == "placeholder":
            continue
        for value in node.all_input_nodes:
            if value.op == "placeholder" and value not in held:
                added = hold(value)
                held.add(value)
                total += added
                parameters += added
        if node.op == "output":
            break
        total += hold(node)
        if (now := total + _scratch(node, values)) > peak:
            peak, busiest = now, node.name
        for value in freed.get(node, ()):
            for key, _ in _storages(values.get(value)):
                live[key] -= 1
                total -= 0 if live[key] else sizes[key]
    return Need(peak, busiest, parameters)


def room_for(graph: fx.Graph, values: Mapping[fx.Node, Any], device: str) -> AbstractContextManager[None]:
    """Holds what running ``graph`` on ``device`` takes, while other cases are running; see ``budget.reserve``.

    Raises DtypegenError DG804 on entry where it can never fit.
    """
    return reserve(estimate_bytes(graph, values).reserve, device)


def _storages(value: Any) -> Iterator[tuple[int, int]]:
    """(identity, bytes) of each tensor's storage in a value."""
    for tensor in map(unwrapped, tensors_in(value)):  # one inside vmap: all its lanes
        if tensor.layout is torch.strided:
            storage = tensor.untyped_storage()
            yield storage._cdata, storage.nbytes()
        else:  # sparse: as if it were dense
            yield id(tensor), tensor.numel() * tensor.element_size()


def _scratch(node: fx.Node, values: Mapping[fx.Node, Any]) -> int:
    """Bytes that the kernel takes besides operands and result.

    A convolution: its operands once more, in the kernel's own layout. A product in low precision: operands and result
    in float32 (emulated, or by a kernel that works so). An attention: its maps, where the kernel is not fused. Others:
    their result once more.
    """
    result = sum(_float32(value) for value in tensors_in(values.get(node)))
    op = op_name(node)
    if op not in PRODUCTS:
        return result
    result = max(result, _maps(op, node, values))
    operands = [tensor for value in node.all_input_nodes for tensor in tensors_in(values.get(value))]
    low = any(tensor.dtype in LOW for tensor in operands)
    return result + (sum(map(_float32, operands)) if low or op.startswith("conv") else 0)


def _maps(op: str, node: fx.Node, values: Mapping[fx.Node, Any]) -> int:
    """Bytes of the attention maps (batch x heads x queries x keys, float32) that an attention makes inside itself."""
    rule = _MAPS.get(op)
    if rule is None:
        return 0
    operands = [argument(node, index, name) for index, name in enumerate(("query", "key", "value"))]
    tensors = [unwrapped(value) for operand in operands for value in tensors_in(values.get(operand))]
    if len(tensors) != len(operands) or any(tensor.dim() < 2 for tensor in tensors):
        return 0
    return 4 * rule(node, *tensors, values)


def _product_maps(node: fx.Node, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, values: Any) -> int:
    """``scaled_dot_product_attention``: none in torch's fused kernel (its conditions: ``sdp_utils_cpp.h``), else those
    before and after the softmax, and what is dropped."""
    mask = argument(node, 3, "attn_mask")
    mask = values.get(mask) if isinstance(mask, fx.Node) else None
    tensors = (query, key, value)
    fused = (
        all(t.dim() == 4 and t.stride(-1) == 1 and t.shape[0] == query.shape[0] for t in tensors)
        and query.shape[-1] == key.shape[-1] == value.shape[-1]
        and (key.shape[1] == query.shape[1] or bool(argument(node, 7, "enable_gqa", False)))
        and (not isinstance(mask, torch.Tensor) or mask.dim() in (2, 4))
        and argument(node, 4, "dropout_p", 0.0) == 0.0
    )
    return 0 if fused else 3 * query.shape[:-1].numel() * key.shape[-2]


def _layer_maps(node: fx.Node, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, values: Any) -> int:
    """``multi_head_attention_forward`` [length, (batch,) width], heads at 4: the fused kernel tells no weights."""
    if argument(node, 15, "need_weights", True) is False:
        return 0
    batch = query.shape[1] if query.dim() == 3 else 1
    return 2 * batch * _heads(node) * query.shape[0] * key.shape[0]


def _native_maps(node: fx.Node, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, values: Any) -> int:
    """``_native_multi_head_attention`` [batch, length, width], heads at 4: the softmax is done in place."""
    return query.shape[0] * _heads(node) * query.shape[1] * key.shape[-2]


def _heads(node: fx.Node) -> int:
    heads = argument(node, 4, "num_heads", argument(node, 4, "num_head", 1))
    return heads if isinstance(heads, int) else 1


_MAPS: Mapping[str, Callable[..., int]] = {
    "scaled_dot_product_attention": _product_maps,
    "multi_head_attention_forward": _layer_maps,
    "_native_multi_head_attention": _native_maps,
}
"""By op: how many numbers its maps have at most at one time; measured."""


def _float32(tensor: torch.Tensor) -> int:
    return 4 * int(tensor.numel())
