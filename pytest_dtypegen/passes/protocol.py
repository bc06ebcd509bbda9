"""What a pass is. The laws that every pass is held to are in ``check/laws.py``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import torch
from torch import fx

from pytest_dtypegen.samples.model import TensorMeta


@dataclass(frozen=True)
class Range:
    """What a value's magnitudes were in the reference run: the largest, and the smallest that is not zero.

    ``finite``: whether every element was finite.
    """

    largest: float
    smallest: float
    finite: bool = True


@dataclass(frozen=True)
class PassContext:
    """What a pass may know of the case. ``tensors``: the placeholders' meta, by ``node.target``.

    ``ranges``: by node name, from the reference run; empty at level ``static`` and without calibration.
    ``sources``: the dtypes to be converted to ``dtype``.
    """

    dtype: torch.dtype
    device: torch.device
    tensors: Mapping[str, TensorMeta]
    ranges: Mapping[str, Range] = field(default_factory=dict)
    sources: frozenset[torch.dtype] = frozenset({torch.float32})


@dataclass(frozen=True)
class Rewrite:
    """A pass's result: a new graph, the meta of its placeholders, and why parts stay in the source dtype.

    ``islands``: new node name -> reason, for every matmul or convolution that is not lowered and every other op that
    is kept in float32 on purpose. ``origin``: new node name -> name of the node of the given graph that it stands for
    (casts that the pass added have none); where empty, nodes of the same name are taken to correspond.
    """

    graph: fx.Graph
    tensors: Mapping[str, TensorMeta]
    islands: Mapping[str, str] = field(default_factory=dict)
    origin: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class Pass(Protocol):
    """A rewrite under test.

    ``rewrite`` is given the float32 graph and must leave it as it was, on success and on failure. It returns a
    ``Rewrite``, or a bare ``fx.Graph`` or ``fx.GraphModule`` where no tensor's meta changes. Whatever it raises is
    DG301. The same call must give the same graph, and applied to its own result it must change nothing.

    A pass that is not there to change precision (a fold) sets ``lowers = False``, see ``lowers``.
    """

    @property
    def name(self) -> str: ...

    def rewrite(self, graph: fx.Graph, context: PassContext) -> Rewrite | fx.Graph | fx.GraphModule: ...


def lowers(a_pass: Pass) -> bool:
    """Whether the pass is there to bring the graph to ``context.dtype``: its attribute ``lowers``, True without one.

    Where it is False, every sample is applicable (no DG203), a graph with nothing to rewrite may come back as it was
    (no DG302), and the contract is exact: every output keeps its dtype and its quantization, whatever the case's dtype.
    """
    return bool(getattr(a_pass, "lowers", True))
