"""Small questions about values and nodes that several stages ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import CASTS, op_name, written_nodes
from pytest_dtypegen.dtypes.values import storages_in

#: Ops and attributes that read a tensor's shape or place and none of its values.
METADATA = frozenset(
    "size shape numel nelement dim ndim stride storage_offset element_size dtype device layout sym_size sym_numel "
    "sym_stride sym_storage_offset is_floating_point is_complex get_device".split()
)


def plain(tensor: torch.Tensor) -> torch.Tensor:
    """The numbers that a quantized tensor's integers stand for, a sparse one with its zeros; others as they are."""
    if tensor.is_quantized:
        return tensor.dequantize()
    return tensor if tensor.layout is torch.strided else tensor.to_dense()


def kind(dtype: torch.dtype) -> str:
    """``float``, ``int``, ``bool`` or ``complex``."""
    if dtype.is_floating_point:
        return "float"
    if dtype.is_complex:
        return "complex"
    return "bool" if dtype is torch.bool else "int"


def short(dtype: torch.dtype) -> str:
    """``float16`` for ``torch.float16``."""
    return str(dtype).removeprefix("torch.")


def is_call(node: fx.Node) -> bool:
    return node.op in ("call_function", "call_method")


def is_cast(node: fx.Node) -> bool:
    """The op is a cast by its name (``to`` may also be a move or nothing at all)."""
    return is_call(node) and op_name(node) in CASTS


def of_metadata(node: fx.Node) -> bool:
    """The op tells of a tensor what does not depend on its values."""
    name = op_name(node)
    return name in METADATA or (name == "getattr" and node.args[1] in METADATA)


def line_of(node: fx.Node | None) -> int | None:
    line = node.meta.get("line") if node is not None else None
    return line if isinstance(line, int) else None


class Sharing:
    """Which nodes' values lie in the same storage, of those that a walk along the graph has come by. ``values``: of an
    inference, for these live together: a storage's address means one storage."""

    def __init__(self, values: Mapping[fx.Node, Any]) -> None:
        self._values = values
        self._nodes: dict[int, list[fx.Node]] = {}

    def add(self, node: fx.Node) -> None:
        for storage in storages_in(self._values.get(node)):
            self._nodes.setdefault(storage, []).append(node)

    def written_by(self, write: fx.Node) -> list[fx.Node]:
        """The nodes so far that have another value once ``write`` is done: its targets, and their bases and views."""
        targets = written_nodes(write)
        storages = storages_in([self._values.get(target) for target in targets])
        return [*targets, *(node for storage in storages for node in self._nodes.get(storage, ()))]
