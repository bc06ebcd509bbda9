"""Operand contracts: which operands a real kernel takes, by op and device, known before the op runs.

One row an op, in tables by family. On the CPU every row is proven: a test tries every combination of dtypes against the
kernel itself (``dtypes/proof.py``). Other devices follow the CUDA rules, from torch's sources and from field reports;
``tools/prove_contracts.py`` runs the same proof on a machine that has the device.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import torch

from pytest_dtypegen.dtypes.contracts import (
    attention, norms, pointwise, products, recurrent, transforms, writes,
)  # fmt: skip
from pytest_dtypegen.dtypes.contracts.rules import Check, Contract, Refusal

__all__ = ["CONTRACTS", "TAKES_ANY", "Refusal", "known_ops", "refusal"]

_TABLES: tuple[Sequence[Contract], ...] = (
    products.MATMUL, products.CONVOLUTION, recurrent.RECURRENT, attention.ATTENTION, norms.NORM, writes.WRITES,
    pointwise.ARITHMETIC, pointwise.FACTORIES, pointwise.JOINS, transforms.RESAMPLING, transforms.FFT,
    transforms.LINALG, transforms.DISTANCES, transforms.LOSSES, transforms.SPECIAL,
)  # fmt: skip
CONTRACTS: dict[str, Contract] = {row.op: row for table in _TABLES for row in table}

# Ops whose kernels take operands of any floating dtypes together: they promote, they have one operand, or they do not
# look at values. The proof tries these too.
TAKES_ANY: frozenset[str] = frozenset()

# Ops that take tensors of several devices: moves, copies, and those that only look at shapes or read indices.
_ANY_DEVICE = frozenset({
    "to", "type_as", "type", "copy_", "item", "size", "view_as", "expand_as", "reshape_as", "getitem", "index", "setitem",
    "index_put", "index_put_", "tensor_split", "_local_scalar_dense", "tensor", "as_tensor", "tile", "repeat",
})  # fmt: skip
_DEVICES = "Expected all tensors to be on the same device, but found at least two devices, {0} and {1}!"


@cache
def _checks(device_type: str) -> dict[str, Check]:
    return {op: Check(row, device_type) for op, row in CONTRACTS.items()}


def known_ops() -> frozenset[str]:
    """Every op that has a row: a contract, or the word that it takes any operands."""
    return TAKES_ANY | CONTRACTS.keys()


def refusal(op: str, device_type: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Refusal | None:
    """What the kernel would say to these operands, or None where it takes them (or the op is not known).

    ``op``: a name from ``dtypes/ops.py``. ``args`` and ``kwargs``: the call's own, with real, fake or meta tensors, numbers
    and None. Nothing is run, no data is read but a 0-d tensor's that is used as a literal.
    """
    check = _checks(device_type).get(op)
    found = check(args, kwargs) if check is not None else None
    return found or _device_refusal(op, args, kwargs)


def _device_refusal(op: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Refusal | None:
    """DG410: operands on two devices; a 0-d tensor on the CPU goes with any."""
    if op in _ANY_DEVICE:
        return None
    first: torch.device | None = None
    for value in _tensors((*args, *kwargs.values())):
        device = value.device
        if first is None or device == first:
            first = first or device
            continue
        return Refusal("DG410", _DEVICES.format(first, device))
    return None


def _tensors(values: Sequence[Any]) -> Iterator[torch.Tensor]:
    for value in values:
        if isinstance(value, torch.Tensor):
            if value.dim() or value.device.type != "cpu":
                yield value
        elif isinstance(value, list | tuple):
            yield from _tensors(value)
