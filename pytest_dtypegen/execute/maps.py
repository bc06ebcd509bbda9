"""The maps of an attention: what its kernels hold of them, where they are not fused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import argument
from pytest_dtypegen.dtypes.values import tensors_in, unwrapped


def maps(op: str, node: fx.Node, values: Mapping[fx.Node, Any]) -> int:
    """Numbers in the maps (batch x heads x queries x keys) that an attention makes inside itself."""
    rule = _MAPS.get(op)
    if rule is None:
        return 0
    operands = [argument(node, index, name) for index, name in enumerate(("query", "key", "value"))]
    tensors = [unwrapped(value) for operand in operands for value in tensors_in(values.get(operand))]
    if len(tensors) != len(operands) or any(tensor.dim() < 2 for tensor in tensors):
        return 0
    return rule(node, *tensors, values)


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
