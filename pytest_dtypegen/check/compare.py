"""The stage ``compare``: each output of the rewritten graph beside the reference's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

import torch
from torch import fx

from pytest_dtypegen.check.bound import DOUBTFUL, EXPLAINED, bound_db
from pytest_dtypegen.check.fills import output_fills
from pytest_dtypegen.check.probe import SELECTS, difference
from pytest_dtypegen.check.scale import aligned_pieces
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.values import leaves

#: Integer and boolean outputs may differ in this share of their elements (values near a threshold, ties).
DISAGREEMENT = 0.02


@dataclass(frozen=True)
class Score:
    """How one output compares. ``place``: which (``[0]``). ``node``: that gives it, in the rewritten graph.

    ``snr_db`` and its ``bound_db`` for floating-point and complex outputs, ``agreement`` (share of equal elements, ties
    allowed) for others. ``max_eps``: the largest error in units of the dtype's epsilon at the output's scale.
    ``non_finite``: elements that are not finite where the reference is. ``ok``: within the bound. ``far``: beyond the
    limit to which a control that does no better is all that a verdict needs. ``roundings``: on the way to it.
    """

    place: str
    node: fx.Node | None
    ok: bool
    far: bool = False
    snr_db: float = math.inf
    bound_db: float = -math.inf
    roundings: float = 1.0
    max_eps: float = 0.0
    non_finite: int = 0
    agreement: float = 1.0

    @property
    def gap(self) -> float:
        """How far below its bound, in dB; for outputs that are judged by agreement, the percentage that disagrees."""
        return self.bound_db - self.snr_db if self.agreement == 1.0 else 100 * (1 - self.agreement)


@dataclass(frozen=True)
class Outputs:
    """What a comparer is given: the outputs as the graphs return them (tensors on the CPU), and the target dtype.

    ``places``: for each tensor, where it stands in both (``[0]``).
    """

    reference: Any
    result: Any
    dtype: torch.dtype
    sample: str
    device: str

    @property
    def pairs(self) -> list[tuple[str, torch.Tensor, torch.Tensor]]:
        """(place, reference, result) of every output tensor."""
        return [
            (place, one, other)
            for (place, one), (_, other) in zip(leaves(self.reference), leaves(self.result), strict=True)
            if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor)
        ]


@dataclass(frozen=True)
class Judgement:
    """A comparer's verdict. ``message``: why not, in one line. ``code``: the class of the failure."""

    ok: bool
    message: str = ""
    code: str = "DG602"


class Comparer(Protocol):
    """A judge of outputs, from a user's ``conftest.py``: the first that gives a judgement decides the case."""

    def compare(self, outputs: Outputs) -> Judgement | None:
        """None leaves the case to the next comparer, and at last to the built-in comparison."""


def score_outputs(
    reference: Any,
    result: Any,
    *,
    output: fx.Node,
    counts: Mapping[fx.Node, float],
    dtype: torch.dtype,
    finds: Mapping[str, torch.Tensor],
) -> list[Score]:
    """A score for each output tensor. ``output``: the rewritten graph's output node; ``counts``: its values' roundings
    (``bound.roundings``); ``finds``: by node name, the reference's values that index-giving ops chose from."""
    scores = []
    for (place, one), (_, other) in zip(leaves(reference), leaves(result), strict=True):
        if not isinstance(one, torch.Tensor) or not isinstance(other, torch.Tensor) or not one.numel():
            continue
        node = giver(output, place)
        count = counts.get(node, 1.0) if node is not None else 1.0
        if one.dtype.is_floating_point or one.dtype.is_complex:
            score = _score_floats(place, node, one, other, count, dtype)
        elif one.is_quantized:
            score = _score_quantized(place, node, one, other)
        else:
            score = _score_others(place, node, one, other, bound_db(dtype, count), finds)
        scores.append(replace(score, roundings=count))
    return scores


def giver(output: fx.Node, place: str) -> fx.Node | None:
    """The node that gives the output at a place: there, or, where it returns several tensors, at a prefix of it."""
    givers = {at: leaf for at, leaf in leaves(output.args[0]) if isinstance(leaf, fx.Node)}
    return next((givers[at] for at in (place, *_prefixes(place)) if at in givers), None)


def _prefixes(place: str) -> list[str]:
    """``[0][1]`` -> ``[0]``: an output node may itself return several tensors."""
    parts = place.split("[")
    return ["[".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)]


def _score_floats(
    place: str, node: fx.Node | None, one: torch.Tensor, other: torch.Tensor, count: float, dtype: torch.dtype
) -> Score:
    if one.dtype.is_complex:
        one, other = torch.view_as_real(one.to(torch.complex64)), torch.view_as_real(other.to(torch.complex64))
    lost = sum(int((torch.isfinite(a) & ~torch.isfinite(b)).count_nonzero()) for a, b in aligned_pieces(one, other))
    found = difference(one, other, output_fills(one, other, dtype).within)
    snr = found.snr_db
    scale = math.sqrt(found.signal / found.count) if found.count else 0.0
    error = math.inf if lost else found.largest
    units = error / (torch.finfo(dtype).eps * scale) if scale else (math.inf if error else 0.0)
    bound, far = bound_db(dtype, count, EXPLAINED), snr < bound_db(dtype, count, DOUBTFUL)
    return Score(place, node, lost == 0 and snr >= bound, far, snr, bound, max_eps=units, non_finite=lost)


def _score_quantized(place: str, node: fx.Node | None, one: torch.Tensor, other: torch.Tensor) -> Score:
    """By their integers, which may be one step apart: a value on the edge of a step falls to either side."""
    pairs = aligned_pieces(one.int_repr(), other.int_repr())
    close = sum(int(((a.long() - b.long()).abs() <= 1).count_nonzero()) for a, b in pairs)
    agreement = close / one.numel()
    ok = 1 - agreement <= DISAGREEMENT
    return Score(place, node, ok, not ok, agreement=agreement)


def _score_others(
    place: str, node: fx.Node | None, one: torch.Tensor, other: torch.Tensor, bound: float,
    finds: Mapping[str, torch.Tensor],
) -> Score:  # fmt: skip
    same = one == other
    if not bool(same.all()) and node is not None:
        same |= _ties(node, one, other, bound, finds)
    differing = same.numel() - int(same.count_nonzero())
    ok = differing <= DISAGREEMENT * same.numel()
    return Score(place, node, ok, not ok, agreement=1 - differing / same.numel())


def _ties(
    node: fx.Node, one: torch.Tensor, other: torch.Tensor, bound: float, finds: Mapping[str, torch.Tensor]
) -> torch.Tensor:
    """Where both indices point at values that the dtype cannot tell apart."""
    none = torch.zeros_like(one, dtype=torch.bool)
    if op_name(node) == "getitem" and node.all_input_nodes:
        node = node.all_input_nodes[0]
    values = finds.get(node.args[0].name) if node.args and isinstance(node.args[0], fx.Node) else None
    if op_name(node) not in SELECTS or values is None or one.dtype is torch.bool:
        return none
    dim = node.kwargs.get("dim", next((arg for arg in node.args[1:] if isinstance(arg, int)), None))
    if op_name(node) in ("topk", "sort", "argsort", "kthvalue"):
        dim = -1 if op_name(node) == "topk" and len(node.args) < 3 and "dim" not in node.kwargs else dim
    try:
        first, second = _chosen(values, one.long(), dim), _chosen(values, other.long(), dim)
    except (RuntimeError, IndexError):
        return none  # not laid out as this op's result is: no tie can be shown
    return (first - second).abs() <= 10 ** (-bound / 20) * values.abs().max()


def _chosen(values: torch.Tensor, index: torch.Tensor, dim: Any) -> torch.Tensor:
    if not isinstance(dim, int):
        return values.flatten()[index]
    if index.dim() == values.dim():
        return values.gather(dim, index)
    return values.gather(dim, index.unsqueeze(dim)).squeeze(dim)
