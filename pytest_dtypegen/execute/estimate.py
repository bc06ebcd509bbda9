"""How much memory a graph's run takes, from shapes alone: its largest set of values that are needed at one time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.values import tensors_in, unwrapped
from pytest_dtypegen.execute.budget import reserve
from pytest_dtypegen.execute.run import last_uses
from pytest_dtypegen.execute.scratch import scratch_bytes


@dataclass(frozen=True)
class Need:
    """``peak``: bytes of tensors at the busiest node, ``node``; ``parameters``: bytes of all placeholders together."""

    peak: int
    node: str
    parameters: int

    @property
    def reserve(self) -> int:
        """Bytes to reserve: the peak, and what kernels and the allocator keep on top (measured: 25 to 120 MiB, and up
        to a fifth on large ones)."""
        return self.peak + self.peak // 4 + (64 << 20)


def estimate_bytes(graph: fx.Graph, values: Mapping[fx.Node, Any]) -> Need:
    """What ``run_graph`` will hold at most, placeholders made at first use and values let go after their last.

    ``values``: by node, fake tensors (``Inference.values``); aliases share a storage and count once. At each node come
    the copies on top that its kernel makes (``scratch.py``). Data that a caller keeps is the caller's to add.
    """
    freed = last_uses(graph)
    live: Counter[int] = Counter()
    sizes: dict[int, int] = {}
    total = peak = parameters = 0
    busiest = ""

    def hold(node: fx.Node) -> int:
        added = 0
        for key, size in _storages(values.get(node)):
            added += 0 if live[key] else size
            live[key] += 1
            sizes[key] = size
        return added

    held: set[fx.Node] = set()
    for node in graph.nodes:
        if node.op == "placeholder":
            continue
        for value in node.all_input_nodes:
            if value.op == "placeholder" and value not in held:
                added = hold(value)
                held.add(value)
                total += added
                parameters += added
        if node.op == "output":
            break
        total += hold(node)
        if (now := total + scratch_bytes(node, values)) > peak:
            peak, busiest = now, node.name
        for value in freed.get(node, ()):
            for key, _ in _storages(values.get(value)):
                live[key] -= 1
                total -= 0 if live[key] else sizes[key]
    return Need(peak, busiest, parameters)


def room_for(graph: fx.Graph, values: Mapping[fx.Node, Any], device: str) -> AbstractContextManager[None]:
    """Holds what running ``graph`` on ``device`` takes, while other cases are running; see ``budget.reserve``.

    Raises DtypegenError DG804 on entry where it can never fit.
    """
    return reserve(estimate_bytes(graph, values).reserve, device)


def _storages(value: Any) -> Iterator[tuple[int, int]]:
    """(identity, bytes) of each tensor's storage in a value."""
    for tensor in map(unwrapped, tensors_in(value)):  # one inside vmap: all its lanes
        if tensor.layout is torch.strided:
            storage = tensor.untyped_storage()
            yield storage._cdata, storage.nbytes()
        else:  # sparse: as if it were dense
            yield id(tensor), tensor.numel() * tensor.element_size()
