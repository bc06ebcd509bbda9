"""Attentions of 16 heads of width 16 as graphs of one op, fused by torch and not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import fx

HEADS = WIDTH = 16
FULL = HEADS * WIDTH

Sizes = dict[str, tuple[int, ...]]


def _product(query: tuple[int, ...], value_width: int = WIDTH, mask: Any = None, **more: Any) -> Any:
    """``scaled_dot_product_attention`` on operands [*query, length, width]."""

    def make(length: int) -> tuple[Any, Sizes, list[str], dict[str, Any]]:
        sizes = {"q": (*query, length, WIDTH), "k": (*query, length, WIDTH), "v": (*query, length, value_width)}
        if mask is not None:
            sizes["mask"] = (*mask, length, length)
        return F.scaled_dot_product_attention, sizes, list(sizes), more

    return make


def _strided(length: int) -> tuple[Any, Sizes, list[str], dict[str, Any]]:
    return F.scaled_dot_product_attention, dict.fromkeys("qkv", (1, HEADS, WIDTH, length)), ["q.mT", "k.mT", "v.mT"], {}


def _grouped(length: int) -> tuple[Any, Sizes, list[str], dict[str, Any]]:
    sizes = {"q": (1, HEADS, length, WIDTH), "k": (1, 4, length, WIDTH), "v": (1, 4, length, WIDTH)}
    return F.scaled_dot_product_attention, sizes, list(sizes), {"enable_gqa": True}


def _layer(**more: Any) -> Any:
    def make(length: int) -> tuple[Any, Sizes, list[Any], dict[str, Any]]:
        sizes = {"x": (length, 1, FULL), "w": (3 * FULL, FULL), "b": (3 * FULL,), "o": (FULL, FULL), "c": (FULL,)}
        given = ["x", "x", "x", FULL, HEADS, "w", "b", None, None, False, 0.0, "o", "c", False]
        return F.multi_head_attention_forward, sizes, given, more

    return make


def _native(length: int) -> tuple[Any, Sizes, list[Any], dict[str, Any]]:
    sizes = {"x": (1, length, FULL), "w": (3 * FULL, FULL), "b": (3 * FULL,), "o": (FULL, FULL), "c": (FULL,)}
    return torch._native_multi_head_attention, sizes, ["x", "x", "x", FULL, HEADS, "w", "b", "o", "c"], {}


ATTENTIONS: dict[str, Callable[[int], tuple[Any, Sizes, list[Any], dict[str, Any]]]] = {
    "fused": _product((1, HEADS)),
    "fused with a mask": _product((1, HEADS), mask=()),
    "fused in groups": _grouped,
    "fused layer": _layer(need_weights=False),
    "three dimensions": _product((HEADS,)),
    "three dimensions, causal": _product((HEADS,), is_causal=True),
    "values of another width": _product((1, HEADS), 32),
    "a mask of three dimensions": _product((1, HEADS), mask=(1,)),
    "dropout": _product((1, HEADS), dropout_p=0.1),
    "strided": _strided,
    "layer": _layer(),
    "layer that tells each head": _layer(average_attn_weights=False),
    "native layer": _native,
}
FUSED = [name for name in ATTENTIONS if name.startswith("fused")]


def attention(name: str, length: int) -> tuple[fx.Graph, Callable[..., torch.Tensor]]:
    """The graph, and ``feed(node, device)`` for its placeholders."""
    target, sizes, given, more = ATTENTIONS[name](length)
    graph = fx.Graph()
    nodes: dict[Any, Any] = {size: graph.placeholder(size) for size in sizes}

    def argument(word: Any) -> Any:
        if not isinstance(word, str):
            return word
        node = nodes[word.removesuffix(".mT")]
        return graph.call_method("transpose", (node, -1, -2)) if word.endswith(".mT") else node

    graph.output(graph.call_function(target, tuple(map(argument, given)), more))
    return graph, lambda node, device="cpu": torch.rand(sizes[node.name], device=device)
