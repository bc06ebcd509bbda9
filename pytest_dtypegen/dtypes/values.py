"""What values hold: a graph's values are tensors, numbers, and tuples, lists and dicts of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

#: The low precisions.
LOW = frozenset({torch.float16, torch.bfloat16})


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every leaf of a value of tuples, lists and dicts, with where it stands (``[0]``, ``['x'][1]``), in order."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{place}[{key!r}]")
    elif isinstance(value, (tuple, list)) and not isinstance(value, torch.Size):
        for index, item in enumerate(value):
            yield from leaves(item, f"{place}[{index}]")
    else:
        yield place, value


def tensors_in(value: Any) -> list[torch.Tensor]:
    """The tensors in a value, in order."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return []
    return [tensor for item in value for tensor in tensors_in(item)]


def unwrapped(tensor: torch.Tensor) -> torch.Tensor:
    """Of a lane of ``vmap``, the batch; other tensors as they are."""
    while torch._C._functorch.is_functorch_wrapped_tensor(tensor):
        tensor = torch._C._functorch.get_unwrapped(tensor)
    return tensor


def in_vmap(value: Any) -> bool:
    """A tensor in the value is a lane of the graph's own ``vmap``: its elements cannot be asked for."""
    return any(torch._C._functorch.is_batchedtensor(tensor) for tensor in tensors_in(value))


def storages_in(value: Any) -> frozenset[int]:
    """What the tensors in a value lie in: views of one another share it. Of lanes of ``vmap``, the batch's; sparse
    tensors have none. Holds as long as the value lives."""
    found = map(unwrapped, tensors_in(value))
    return frozenset(int(tensor.untyped_storage()._cdata) for tensor in found if tensor.layout is torch.strided)


def like(tensor: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """A tensor of another's layout, without data."""
    return torch.empty_strided(tensor.shape, tensor.stride(), dtype=dtype, device="meta")


def stand_in(shape: Sequence[int], stride: Sequence[int], dtype: torch.dtype, integer: int = 0) -> torch.Tensor:
    """A real tensor on the CPU to call a kernel with: ones, or, of integers, which may be indices, ``integer``."""
    ones = dtype.is_floating_point or dtype is torch.bool
    return torch.empty_strided(tuple(shape), tuple(stride), dtype=dtype).fill_(1 if ones else integer)
