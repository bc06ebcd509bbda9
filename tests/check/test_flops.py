"""FLOPs from shapes, compared with torch's own counter on the same calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import fx
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from pytest_dtypegen.dtypes.flops import node_flops, product_operands


def _node(target: Callable[..., Any] | str, *args: Any, **kwargs: Any) -> tuple[fx.Node, dict[fx.Node, Any]]:
    """A graph of one call; tensors in ``args`` become placeholders. Its result is computed for real."""
    graph = fx.Graph()
    values: dict[fx.Node, Any] = {}

    def place(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(place(item) for item in value)
        if not isinstance(value, torch.Tensor):
            return value
        node = graph.placeholder(f"x{len(values)}")
        values[node] = value
        return node

    placed = tuple(place(arg) for arg in args)
    if isinstance(target, str):
        node = graph.call_method(target, placed, kwargs)
        values[node] = getattr(args[0], target)(*args[1:], **kwargs)
    else:
        node = graph.call_function(target, placed, kwargs)
        values[node] = target(*args, **kwargs)
    return node, values


def r(*shape: int) -> torch.Tensor:
    return torch.ones(shape)


PRODUCTS = [
    (torch.matmul, r(2, 3), r(3, 5)),
    (torch.matmul, r(7, 2, 3), r(7, 3, 5)),
    (torch.matmul, r(7, 2, 3), r(3, 5)),
    ("matmul", r(4, 3), r(3, 2)),
    (torch.mm, r(2, 3), r(3, 5)),
    (torch.bmm, r(4, 2, 3), r(4, 3, 5)),
    (torch.addmm, r(2, 5), r(2, 3), r(3, 5)),
    (torch.baddbmm, r(4, 2, 5), r(4, 2, 3), r(4, 3, 5)),
    (torch.tensordot, r(2, 3), r(3, 5), 1),
    (torch.inner, r(2, 3), r(5, 3)),
    (F.linear, r(2, 7, 3), r(5, 3), r(5)),
    (torch.conv2d, r(2, 6, 8, 9), r(4, 3, 3, 2), None, (1, 2), (1, 0), (1, 1), 2),
    (torch.conv1d, r(2, 6, 8), r(4, 6, 3)),
    (torch.conv3d, r(1, 2, 4, 5, 6), r(3, 2, 2, 2, 2)),
    (torch.conv_transpose2d, r(2, 4, 5, 6), r(4, 3, 2, 2)),
    (F.scaled_dot_product_attention, r(2, 3, 5, 8), r(2, 3, 7, 8), r(2, 3, 7, 8)),
    (torch.einsum, "bid,bjd->bij", r(2, 3, 4), r(2, 5, 4)),
    (torch.einsum, "...d,de->...e", r(2, 3, 4), r(4, 6)),
    (torch.einsum, "ij,jk->ik", [r(2, 3), r(3, 4)]),
]


@pytest.mark.parametrize(
    "call", PRODUCTS, ids=[f"{getattr(c[0], '__name__', c[0])}-{i}" for i, c in enumerate(PRODUCTS)]
)
def test_agrees_with_torchs_counter(call: tuple[Any, ...]) -> None:
    with sdpa_kernel(SDPBackend.MATH), FlopCounterMode(display=False) as counter:
        node, values = _node(*call)
    assert node_flops(node, values) == counter.get_total_flops() > 0


def test_shapes_are_enough() -> None:
    node, values = _node(F.linear, r(2, 3).to("meta"), r(5, 3).to("meta"))
    assert node_flops(node, values) == 2 * 2 * 3 * 5


def test_multi_head_attention() -> None:
    width, length, batch = 8, 5, 2
    args = (r(length, batch, width), r(length, batch, width), r(length, batch, width), width, 2)
    args += (r(3 * width, width), r(3 * width), None, None, False, 0.0, r(width, width), r(width))
    with sdpa_kernel(SDPBackend.MATH), FlopCounterMode(display=False) as counter:
        node, values = _node(F.multi_head_attention_forward, *args, need_weights=False)
    assert node_flops(node, values) == counter.get_total_flops() > 0


def test_recurrent_layer_counts_every_step() -> None:
    weights = [r(12, 3), r(12, 4)]
    node, values = _node(torch.gru, r(7, 2, 3), r(1, 2, 4), weights, False, 1, 0.0, False, False, False)
    assert node_flops(node, values) == 2 * 7 * 2 * (12 * 3 + 12 * 4)


@pytest.mark.parametrize("call", [(torch.relu, r(3)), (torch.add, r(3), r(3)), (torch.einsum, "ij->ji", r(2, 3))])
def test_no_product_no_flops(call: tuple[Any, ...]) -> None:
    node, values = _node(*call)
    assert node_flops(node, values) == 0
    assert product_operands(node, values) == []


def test_operands_are_those_multiplied() -> None:
    node, values = _node(torch.addmm, r(2, 5), r(2, 3), r(3, 5))
    assert [tuple(operand.shape) for operand in product_operands(node, values)] == [(2, 3), (3, 5)]
    node, values = _node(F.linear, r(2, 3), r(5, 3), r(5))
    assert [tuple(operand.shape) for operand in product_operands(node, values)] == [(2, 3), (5, 3)]
