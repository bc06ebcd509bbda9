"""What an op's kernel takes besides its operands and its result, by op: copies, indices, intermediate results.

Rows are multiples, measured on torch 2.13 (x86-64, oneDNN and MKL); ``tests/execute/test_scratch.py`` holds each to the
real op. Ops without a row take their result once more at most. Products, whose needs depend on how torch puts them
together, are in ``products.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import argument, is_write, op_name
from pytest_dtypegen.dtypes.values import LOW, storages_in, tensors_in, unwrapped
from pytest_dtypegen.execute.products import PRODUCT_RULES, broadcast_size

Multiple = float | tuple[float, float]
"""Of float32 and of the low precisions, where they differ: what a kernel keeps in float32 or as indices (int64) is
twice as much of a low-precision operand."""


@dataclass(frozen=True)
class Operands:
    """A call's tensors, without data. ``largest``, ``broadcast``, ``result``: bytes of the largest operand, of the
    shape that all operands broadcast to (the largest's, where they do not), and of what the result newly holds; the
    first two in the operands' ``width`` (bytes of the widest floating one, else of the widest)."""

    node: fx.Node
    tensors: list[torch.Tensor]
    results: list[torch.Tensor]
    width: int
    low: bool
    largest: int
    broadcast: int
    result: int

    def argument(self, index: int, name: str, default: Any = None) -> Any:
        return argument(self.node, index, name, default)


@dataclass(frozen=True)
class Scratch:
    """Bytes, as multiples of what ``Operands`` says; they add up."""

    largest: Multiple = 0.0
    broadcast: Multiple = 0.0
    result: Multiple = 0.0

    def __call__(self, call: Operands) -> int:
        total = 0.0
        for multiple, size in ((self.largest, call.largest), (self.broadcast, call.broadcast),
                               (self.result, call.result)):  # fmt: skip
            total += size * (multiple[call.low] if isinstance(multiple, tuple) else multiple)
        return int(total)


def scratch_bytes(node: fx.Node, values: Mapping[fx.Node, Any]) -> int:
    """Bytes that the node's kernel takes besides operands and result; ``values``: fake tensors by node."""
    op = op_name(node)
    operands = [unwrapped(t) for value in node.all_input_nodes for t in tensors_in(values.get(value))]
    results = [unwrapped(tensor) for tensor in tensors_in(values.get(node))]
    rule = PRODUCT_RULES.get(op)
    if rule is not None:
        return rule(node, operands, results, values)
    return RULES.get(op, _DEFAULT)(_call(node, operands, results))


def _call(node: fx.Node, operands: list[torch.Tensor], results: list[torch.Tensor]) -> Operands:
    floating = [t for t in operands if t.is_floating_point() or t.is_complex()]
    width = max((t.element_size() for t in floating or operands), default=0)
    largest = max((t.numel() for t in operands), default=0)
    try:
        broadcast = broadcast_size([t.shape for t in operands])
    except RuntimeError:
        broadcast = largest
    return Operands(
        node=node,
        tensors=operands,
        results=results,
        width=width,
        low=any(t.dtype in LOW for t in operands),
        largest=largest * width,
        broadcast=broadcast * width,
        result=_new(node, operands, results),
    )


def _new(node: fx.Node, operands: list[torch.Tensor], results: list[torch.Tensor]) -> int:
    """Bytes of results that are no views of operands (a write makes a value first, where dtypes differ)."""
    old = frozenset() if is_write(node) else storages_in(operands)
    return sum(
        t.numel() * t.element_size() if t.layout is not torch.strided else min(_numbers(t), _stored(t))
        for t in results
        if not (storages_in(t) & old)
    )


def _numbers(tensor: torch.Tensor) -> int:
    return int(tensor.numel()) * tensor.element_size()


def _stored(tensor: torch.Tensor) -> int:
    return int(tensor.untyped_storage().nbytes())


# -- ops whose settings or sizes choose the kernel ------------------------------------------------------------------


def _selection(call: Operands) -> int:
    """``topk``: a row at a time as pairs of value and index (16 bytes)."""
    dim = call.argument(2, "dim", -1)
    first = call.tensors[0]
    return 16 * int(first.shape[dim]) if first.dim() and isinstance(dim, int) else 0


def _unique(call: Operands) -> int:
    """Of a flat tensor: sorted copies and int64 indices. Of slices (``dim``): a sorted copy. And the result, whose size
    is not known: as large as the operand at most."""
    flat = call.argument(4, "dim") is None
    return Scratch(largest=(5, 10) if flat else 2)(call)


def _isin(call: Operands) -> int:
    """Few test elements are compared one by one, many by sorting all (the bound is torch's own)."""
    few = len(call.tensors) < 2 or call.tensors[1].numel() < 10.0 * call.tensors[0].numel() ** 0.145
    return Scratch(largest=0.25 if few else 4)(call)


def _norm(call: Operands) -> int:
    """A ``dtype`` that is asked for: the operand in it."""
    dtype = call.node.kwargs.get("dtype")
    if not isinstance(dtype, torch.dtype) or not call.tensors:
        return call.result
    return call.result + call.largest // max(1, call.width) * dtype.itemsize


def _to_one(call: Operands) -> int:
    """``adaptive_avg_pool*``: to one place it is a mean, else the kernel averages as it reads."""
    one = all(result.shape[2:].numel() == 1 for result in call.results)
    return Scratch(largest=(0, 2))(call) if one else call.result


def _interpolate(call: Operands) -> int:
    """``antialias`` works along one dimension after the other."""
    return Scratch(result=2 if call.argument(6, "antialias", False) else 0.5)(call)


def _index(call: Operands) -> int:
    """The places of what a mask selects, int64; where one is written through (``index_put``, ``x[mask] = y``) too."""
    masks = [t for t in call.tensors[1:] if t.dtype in (torch.bool, torch.uint8)]
    return call.result + sum(8 * int(mask.numel()) * mask.dim() for mask in masks)


_DEFAULT = Scratch(result=1)

_LOSS_KEPT = Scratch(broadcast=(1, 3))
"""Losses that reduce into memory of the full size, and that do so in low precision through float32."""

_COMPARED = Scratch(broadcast=1)
"""Operands of unlike dtypes are cast to a common one first; the result, of bools, is a small part of it."""

_INDEXED = Scratch(result=(0.5, 2))
"""On low precision by a kernel that works in float32."""

RULES: Mapping[str, Callable[[Operands], int]] = {
    # distances
    "cosine_similarity": Scratch(broadcast=3),
    "pairwise_distance": Scratch(broadcast=2),
    "dist": Scratch(broadcast=1),
    # losses
    **dict.fromkeys(("mse_loss", "smooth_l1_loss", "binary_cross_entropy", "soft_margin_loss"), _LOSS_KEPT),
    "l1_loss": Scratch(broadcast=(2, 4)),
    "huber_loss": Scratch(broadcast=(1, 3)),
    "binary_cross_entropy_with_logits": Scratch(broadcast=(2, 4)),
    "kl_div": Scratch(broadcast=3),
    "multilabel_soft_margin_loss": Scratch(broadcast=5),
    "poisson_nll_loss": Scratch(broadcast=3),
    "hinge_embedding_loss": Scratch(broadcast=(5, 7)),
    "cross_entropy": Scratch(broadcast=2),
    "margin_ranking_loss": Scratch(broadcast=4),
    "cosine_embedding_loss": Scratch(largest=1),
    "triplet_margin_loss": Scratch(broadcast=2),
    "gaussian_nll_loss": Scratch(broadcast=4),
    # order
    "quantile": Scratch(largest=5),
    "nanquantile": Scratch(largest=5),
    "median": Scratch(largest=1),
    "nanmedian": Scratch(largest=1),
    "kthvalue": Scratch(largest=(3, 5)),
    "sort": Scratch(largest=(2, 4)),
    "msort": Scratch(largest=(2, 4)),
    "argsort": Scratch(largest=(3, 5)),
    "topk": _selection,
    "unique": _unique,
    "unique_consecutive": Scratch(largest=1),  # its result
    "isin": _isin,
    # reductions
    "mean": Scratch(largest=(0, 2)),
    "nanmean": Scratch(largest=(2.25, 4.5)),
    "all": Scratch(largest=(0.25, 0.5)),
    "any": Scratch(largest=(0.25, 0.5)),
    "logsumexp": Scratch(largest=1),
    "cov": Scratch(largest=1),
    "corrcoef": Scratch(largest=1),
    **dict.fromkeys(("norm", "linalg_norm", "linalg_vector_norm", "linalg_matrix_norm"), _norm),
    "gumbel_softmax": Scratch(result=4),
    **dict.fromkeys(("linalg_det", "logdet", "slogdet", "linalg_slogdet"), Scratch(largest=1)),
    "matrix_exp": Scratch(largest=12),
    "linalg_matrix_exp": Scratch(largest=12),
    # images
    "interpolate": _interpolate,
    "affine_grid": Scratch(result=1.5),
    **dict.fromkeys(("max_pool2d", "max_pool3d", "adaptive_max_pool2d", "adaptive_max_pool3d"),
                    Scratch(result=(2, 4))),  # indices
    **dict.fromkeys(("adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d"), _to_one),
    "lp_pool2d": Scratch(result=4),
    "local_response_norm": Scratch(result=2),
    # indices
    **dict.fromkeys(("scatter", "scatter_add", "scatter_", "scatter_add_", "gather"), _INDEXED),
    "scatter_reduce": Scratch(largest=1, result=(0.5, 2)),
    "take_along_dim": Scratch(result=(2, 6)),
    "masked_select": Scratch(largest=(2.5, 5)),
    **dict.fromkeys(("getitem", "setitem", "index", "index_put", "index_put_"), _index),
    "repeat_interleave": Scratch(largest=1),  # where counts are a tensor, the result's size is not known
    "combinations": Scratch(result=(4.5, 8.5)),
    # signals
    "stft": Scratch(result=1.5),
    # pointwise
    **dict.fromkeys(("eq", "ne", "lt", "le", "gt", "ge"), _COMPARED),
    "alpha_dropout": Scratch(result=2),
    "isfinite": Scratch(largest=(1.5, 2)),
    "isinf": Scratch(largest=1),
    "isclose": Scratch(broadcast=(4, 4.5)),
    "allclose": Scratch(broadcast=(4, 5)),
    "rms_norm": Scratch(result=(1, 3)),
}  # fmt: skip
