"""How far low precision may take a value from the reference: from the dtype, and the roundings on the way to it.

Each op that gives a low-precision result rounds it once: a relative error of at most ``u`` (half the dtype's epsilon),
with random sign. Along a path the squares add, so after ``n`` roundings the error is about ``u * sqrt(n)``. A sum over
``k`` elements that is itself accumulated in low precision (pairwise) rounds ``log2(k)`` times; products accumulate in
float32 and round once. ``EXPLAINED`` is what any graph may multiply that by (a norm's division, a softmax, a difference
of near values): the bound. What misses it is held against the controls (``judge.py``). ``DOUBTFUL`` is the limit up to
which a case that no control does better than is good; beyond, the graph itself is ill-conditioned.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.values import Sharing, is_call, is_cast
from pytest_dtypegen.dtypes.ops import is_write, op_name
from pytest_dtypegen.dtypes.values import tensors_in

EXPLAINED = 2.0
DOUBTFUL = 8.0

#: Reductions that are accumulated in low precision where their operand is.
_SUMS = frozenset("sum mean cumsum nansum nanmean logsumexp logcumsumexp norm linalg_vector_norm prod cumprod".split())

_VIEWS = frozenset(
    "view reshape unsqueeze squeeze expand expand_as permute transpose t T flatten unflatten getitem contiguous detach "
    "chunk split unbind narrow select broadcast_to movedim view_as reshape_as repeat tile clone dropout cat stack pad "
    "relu roll flip index_select embedding max_pool2d".split()
)


def roundings(
    graph: fx.Graph,
    values: Mapping[fx.Node, Any],
    dtypes: Collection[torch.dtype],
    *,
    exact: Collection[fx.Node] = (),
    final: bool = False,
    held: Mapping[fx.Node, Any] | None = None,
) -> dict[fx.Node, float]:
    """By node: the most roundings to one of ``dtypes`` on any path from the inputs to its value. A converted input
    counts as none: the reference is given the rounded values. So does what is ``exact``.

    Of a value when it is made, or, ``final``, when all writes into it have been done. ``held``: the inferred values
    that tell what is a view of what, where ``values`` are others.
    """
    sharing = Sharing(values if held is None else held)
    made: dict[fx.Node, float] = {}
    now: dict[fx.Node, float] = {}
    for node in graph.nodes:
        before = max((now[operand] for operand in node.all_input_nodes), default=0.0)
        made[node] = 0.0 if node in exact else before + (_own(node, values, dtypes) if is_call(node) else 0.0)
        now[node] = made[node]
        sharing.add(node)
        if is_write(node):  # what it brings along is from then on in its target, and in whatever shares that's storage
            now |= {holder: max(now[holder], now[node]) for holder in sharing.written_by(node)}
    return now if final else made


def _own(node: fx.Node, values: Mapping[fx.Node, Any], dtypes: Collection[torch.dtype]) -> float:
    low = [tensor for tensor in tensors_in(values.get(node)) if tensor.dtype in dtypes]
    name = op_name(node)
    if not low or name in _VIEWS:
        return 0.0
    if is_cast(node):
        return 1.0
    if name in _SUMS:
        read = sum(t.numel() for operand in node.all_input_nodes for t in tensors_in(values.get(operand)))
        return max(1.0, math.log2(max(read, 1) / max(low[0].numel(), 1)))
    return 1.0


def bound_db(dtype: torch.dtype, count: float, headroom: float = DOUBTFUL) -> float:
    """The least signal-to-noise ratio, in dB, that ``count`` roundings to ``dtype`` explain, within ``headroom``."""
    unit = torch.finfo(dtype).eps / 2
    return -20 * math.log10(headroom * unit * math.sqrt(max(count, 1.0)))
