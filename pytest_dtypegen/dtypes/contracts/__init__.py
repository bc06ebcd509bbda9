"""Operand contracts: which operands a real kernel takes, by op and device, known before the op runs.

One row an op, in tables by family. On the CPU every row is proven: a test tries every combination of dtypes against the
kernel itself (``dtypes/proof.py``). Other devices follow the CUDA rules, from torch's sources and from field reports;
``tools/prove_contracts.py`` runs the same proof on a machine that has the device.

Fake tensors alone are not enough: in torch 2.13 ``FakeTensorMode`` lets through most of what these rows refuse (matrix
products with mixed operands, norm parameters, index writes, kernels that are missing, literals out of range). What it
does refuse, no kernel takes either, but for results that depend on data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import torch

from pytest_dtypegen.dtypes.contracts import attention, norms, pointwise, products, recurrent, transforms, writes
from pytest_dtypegen.dtypes.contracts.rules import Check, Contract, Refusal
from pytest_dtypegen.dtypes.contracts.takes_any import NO_DTYPE, TAKES_ANY
from pytest_dtypegen.dtypes.values import tensors_in

__all__ = ["CONTRACTS", "READS_NUMBER", "TAKES_ANY", "Contract", "Refusal", "known_ops", "refusal"]

_TABLES: tuple[Sequence[Contract], ...] = (
    products.MATMUL, products.CONVOLUTION, recurrent.RECURRENT, attention.ATTENTION, norms.NORM, writes.WRITES,
    pointwise.ARITHMETIC, pointwise.FACTORIES, pointwise.JOINS, transforms.RESAMPLING, transforms.FFT,
    transforms.LINALG, transforms.DISTANCES, transforms.LOSSES, transforms.SPECIAL,
)  # fmt: skip
CONTRACTS: dict[str, Contract] = {row.op: row for table in _TABLES for row in table}

# Ops that read the number in a 0-d tensor and refuse it like a literal (``masked_fill(x, mask, tensor(-3.4e38))``):
# give ``refusal`` the real tensor where it is known.
READS_NUMBER = frozenset(op for op, row in CONTRACTS.items() if any(rule.reads for rule in row.rules))

# Ops that take tensors of several devices: moves, copies, and those that only look at shapes or read indices.
_ANY_DEVICE = NO_DTYPE | {
    "to", "type_as", "type", "copy_", "item", "size", "view_as", "expand_as", "reshape_as", "getitem", "index",
    "setitem", "index_put", "index_put_", "tensor_split", "tensor", "as_tensor", "tile", "repeat",
}  # fmt: skip
_DEVICES = "Expected all tensors to be on the same device, but found at least two devices, {0} and {1}!"

# Ops whose first argument may be None: comparing with None is an answer.
_MAYBE_NONE = NO_DTYPE | {"eq", "ne", "tensor", "as_tensor"}
_NO_INPUT = "{0}(): argument 'input' (position 1) must be Tensor, not NoneType"


@cache
def _checks(device_type: str) -> dict[str, Check]:
    return {op: Check(row, device_type) for op, row in CONTRACTS.items()}


def known_ops() -> frozenset[str]:
    """Every op that has a row: a contract, or the word that it takes any operands."""
    return TAKES_ANY | CONTRACTS.keys()


def refusal(op: str, device_type: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Refusal | None:
    """What the kernel would say to these operands, or None where it takes them (or the op is not known).

    ``op``: a name from ``dtypes/ops.py``. ``args`` and ``kwargs``: the call's own, with real, fake or meta tensors,
    numbers and None. Nothing is run; no data is read but that of a 0-d tensor that is used as a literal.
    """
    check = _checks(device_type).get(op)
    if check is None and (op in NO_DTYPE or op not in TAKES_ANY):
        return None
    tensors = tensors_in((*args, *kwargs.values()) if kwargs else args)
    if check is not None:
        first = tensors[0].dtype if tensors else None
        found = check(args, kwargs, mixed=any(t.dtype is not first for t in tensors))
        if found is not None:
            return found
    if args and args[0] is None and op not in _MAYBE_NONE:
        return Refusal("DG407", _NO_INPUT.format(op))
    return _device_refusal(tensors) if len(tensors) > 1 and op not in _ANY_DEVICE else None


def _device_refusal(tensors: Sequence[torch.Tensor]) -> Refusal | None:
    """DG410: operands on two devices; a 0-d tensor on the CPU goes with any."""
    first = tensors[0]
    for tensor in tensors:
        if tensor.device == first.device or _goes_anywhere(tensor):
            continue
        if not _goes_anywhere(first):
            return Refusal("DG410", _DEVICES.format(first.device, tensor.device))
        first = tensor
    return None


def _goes_anywhere(tensor: torch.Tensor) -> bool:
    return tensor.device.type == "cpu" and not tensor.dim()
