"""What values hold: a graph's values are tensors, numbers, and tuples, lists and dicts of them."""

from __future__ import annotations

from collections.abc import Iterator
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


def storages_in(value: Any) -> frozenset[int]:
    """What the tensors in a value lie in: views of one another share it. Of lanes of ``vmap``, the batch's; sparse
    tensors have none. Holds as long as the value lives."""
    found = set()
    for tensor in tensors_in(value):
        while torch._C._functorch.is_functorch_wrapped_tensor(tensor):
            tensor = torch._C._functorch.get_unwrapped(tensor)
        if tensor.layout is torch.strided:
            found.add(int(tensor.untyped_storage()._cdata))
    return frozenset(found)
