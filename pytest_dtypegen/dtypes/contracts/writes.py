"""Contracts of writes by index or mask, of in-place arithmetic, and of selections and joins."""

from __future__ import annotations

from typing import Any

import torch

from pytest_dtypegen.dtypes.contracts.rules import (
    Contract,
    Operands,
    Rule,
    boolean,
    fits,
    index,
    none_of,
    same,
)  # fmt: skip

_WRITE = "DG406"
_INDEX_PUT = (
    "Index put requires the source and destination dtypes match, got {input:s} for the destination and {value:s} for"
    " the source."
)
_INDICES = "tensors used as indices must be long, int, byte or bool tensors"
_NO_INDEX = frozenset({torch.float32, torch.float64, torch.float16, torch.bfloat16})


def _tensors_in(value: Any) -> list[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value]
    return [x for x in value if isinstance(x, torch.Tensor)] if isinstance(value, list | tuple) else []


def _floating_index(o: Operands) -> bool:
    return any(x.dtype in _NO_INDEX for x in _tensors_in(o.get("index")))


def _is_masked_fill(o: Operands) -> bool:
    """One bool mask and one value on the CPU: index_put_ then is masked_fill_, which takes a value of any dtype."""
    found, value = _tensors_in(o.get("index")), o.get("value")
    if len(found) != 1 or found[0].dtype not in (torch.bool, torch.uint8) or o.get("accumulate"):
        return False
    return isinstance(value, torch.Tensor) and value.numel() == 1 and value.device.type == "cpu"


def _by_tensor(o: Operands) -> bool:
    """A subscript with tensors in it is an index_put_; one of numbers and slices is a copy_, which takes any dtype."""
    return _has_tensor_index(o) and not _is_masked_fill(o)


def _has_tensor_index(o: Operands) -> bool:
    return bool(_tensors_in(o.get("index")))


_FLOATING_INDEX = Rule(_floating_index, _INDICES)
_PUT = (
    _FLOATING_INDEX,
    fits("value", "input", known=True, when=_is_masked_fill),
    same("input", "value", _INDEX_PUT, _WRITE, when=_by_tensor),
)
# On a GPU the value lies there too, and index_put_ stays what it is.
_CUDA_PUT = _FLOATING_INDEX, same("input", "value", _INDEX_PUT, _WRITE, when=_has_tensor_index)


def _scatter(*more: Rule) -> tuple[Rule, ...]:
    return (
        index("index", "scatter(): Expected dtype int32/int64 for index"),
        same("input", "src", "scatter(): Expected self.dtype to be equal to src.dtype", _WRITE),
        *more,
    )


def _by_row(name: str, message: str, found: str) -> tuple[Rule, ...]:
    return index("index", found), same("input", "source", message, _WRITE)


_INDEX_COPY = _by_row(
    "index_copy",
    "index_copy_(): self and source expected to have the same dtype, but got (self) {input:s} and (source) {source:s}",
    "index_copy_(): Expected a long tensor for index, but got {index:s}",
)
_INDEX_ADD = (
    *_by_row(
        "index_add",
        "index_add_(): self ({input:s}) and source ({source:s}) must have the same scalar type",
        "index_add_(): Expected dtype int32/int64 for index but got: {index:s}",
    ),
    fits("alpha", "input"),
)
_INDEX_REDUCE = _by_row(
    "index_reduce",
    "index_reduce_(): self ({input:s}) and source ({source:s}) must have the same scalar type",
    "index_reduce_(): Expected dtype int32/int64 for index but got: {index:s}",
)
_PUT_FLAT = _by_row(
    "put",
    "put_(): self and source expected to have the same dtype, but got self.dtype = {input:s} and source.dtype ="
    " {source:s}",
    "put_(): Expected a long tensor for index, but got {index:s}",
)
_INDEX_FILL = (
    index("index", "index_fill_(): Expected dtype int64 for index.", frozenset({torch.int64})),
    fits("value", "input", known=True),
)
_MASKED_FILL = (
    *none_of("masked_fill", "input mask"),
    boolean("mask", "masked_fill_ only supports boolean masks, but got mask with dtype {mask:c}"),
    fits("value", "input", known=True),
)
_UNLIKE = "masked_scatter: expected self and source to have same dtypes but got{input:s} and {source:s}"
_MASKED_SCATTER = (
    same("input", "source", _UNLIKE, _WRITE),
    boolean("mask", "masked_scatter_ only supports boolean masks, but got mask with dtype {mask:s}"),
)  # fmt: skip


_SCATTER = _scatter(fits("src", "input"), fits("value", "input"))

WRITES = (
    *(
        Contract(name, "input index value accumulate", _PUT, _CUDA_PUT)
        for name in ("setitem", "index_put", "index_put_")
    ),
    *(Contract(name, "input dim index source", _INDEX_COPY) for name in ("index_copy", "index_copy_")),
    *(Contract(name, "input dim index source", _INDEX_ADD) for name in ("index_add", "index_add_")),
    *(Contract(name, "input dim index source", _INDEX_REDUCE) for name in ("index_reduce", "index_reduce_")),
    *(Contract(name, "input dim index value", _INDEX_FILL) for name in ("index_fill", "index_fill_")),
    *(Contract(name, "input index source", _PUT_FLAT) for name in ("put", "put_")),
    *(Contract(name, "input dim index src", _SCATTER) for name in ("scatter", "scatter_")),
    *(Contract(name, "input dim index src", _scatter()) for name in ("scatter_add", "scatter_add_")),
    *(Contract(name, "input dim index src", _scatter()) for name in ("scatter_reduce", "scatter_reduce_")),
    *(Contract(name, "input mask value", _MASKED_FILL) for name in ("masked_fill", "masked_fill_")),
    *(Contract(name, "input mask source", _MASKED_SCATTER) for name in ("masked_scatter", "masked_scatter_")),
    Contract("fill_", "input value", (fits("value", "input"),)),
    Contract("fill_diagonal_", "input value", (fits("value", "input"),)),
)
