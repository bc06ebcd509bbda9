"""What a run shows of its values on the way: ranges, and a sample of each value that another run is compared with."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.scale import aligned_pieces, largest_magnitude, pieces
from pytest_dtypegen.check.values import is_call, plain
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.values import tensors_in
from pytest_dtypegen.passes.protocol import Range

#: Elements of a value that are kept of the reference run, at most, and of all values together.
SAMPLE = 2048
TOTAL = 1 << 24

#: Ops whose integer result says where in their operand something was found: the operand is kept to judge ties.
SELECTS = frozenset("argmax argmin topk sort argsort max min kthvalue".split())
_KEPT_OPERAND = 1 << 20


#: Larger than any value that is not a mask's fill.
ONLY_A_FILL = 1e29


@dataclass(frozen=True)
class Probe:
    """A sample of one value (its first tensor): float64, at evenly spread positions, and whether all of it was
    finite."""

    sample: torch.Tensor
    shape: torch.Size
    finite: bool


class Watch:
    """An ``observe`` for ``run_graph``. ``ranges`` and ``probes``: by node name, of the floating-point values.

    ``finds``: by node name, the whole value that an op of ``SELECTS`` chooses from, where it is small enough to keep.
    """

    def __init__(self, graph: fx.Graph) -> None:
        self.ranges: dict[str, Range] = {}
        self.probes: dict[str, Probe] = {}
        self.finds: dict[str, torch.Tensor] = {}
        self.size = max(64, min(SAMPLE, TOTAL // max(len(graph.nodes), 1)))
        self._chosen_from = {
            node.args[0] for node in graph.nodes if is_call(node) and op_name(node) in SELECTS and node.args
        }

    def __call__(self, node: fx.Node, value: Any) -> None:
        found = tensors_in(value)
        if not found:
            return
        first = plain(found[0])
        if not first.dtype.is_floating_point or not first.numel():
            return
        self.ranges[node.name] = seen = value_range(first)
        self.probes[node.name] = Probe(sample(first, self.size), first.shape, seen.finite)
        if node in self._chosen_from and first.numel() <= _KEPT_OPERAND:
            self.finds[node.name] = first.detach().float().cpu().clone()


def value_range(tensor: torch.Tensor) -> Range:
    """Largest magnitude and finiteness of all elements; the smallest non-zero magnitude of a sample of them. What can
    only be a mask's fill is no magnitude: every dtype has its own."""
    largest = largest_magnitude(tensor)
    finite = math.isfinite(largest)
    if finite and largest >= ONLY_A_FILL:
        sizes = (piece.abs() for piece in pieces(tensor))
        largest = max(float(torch.where(size < ONLY_A_FILL, size, 0.0).max()) for size in sizes)
    if math.isnan(largest):
        largest = math.inf
    some = sample(tensor, SAMPLE).abs()
    some = some[some > 0]
    return Range(largest, float(some.min()) if some.numel() else 0.0, finite)


def sample(tensor: torch.Tensor, size: int) -> torch.Tensor:
    """At most ``size`` elements at evenly spread positions, the same for tensors of the same shape, in float64."""
    tensor = tensor.detach()
    n = tensor.numel()
    if n <= size:
        return tensor.flatten().double().cpu()
    positions = (torch.arange(size, dtype=torch.float64) * (n / size)).long().clamp_(max=n - 1)
    return tensor.take(positions.to(tensor.device)).double().cpu()


@dataclass(frozen=True)
class Difference:
    """How far a value is from its reference, over the ``count`` elements that are finite in the reference and told of.

    ``signal``, ``noise``: sums of squares, of the reference and of the difference; ``largest``: difference. ``same``:
    whether what is not finite in the reference is the same in the value.
    """

    count: int
    signal: float
    noise: float
    largest: float
    same: bool

    @property
    def snr_db(self) -> float:
        """Signal-to-noise ratio in dB; inf for equal values, -inf where the value is not finite and the reference
        is, or not ``same``."""
        if not self.same or not math.isfinite(self.noise):
            return -math.inf
        if self.noise == 0:
            return math.inf
        return 10 * math.log10(self.signal / self.noise) if self.signal > 0 else -math.inf


def difference(
    reference: torch.Tensor, value: torch.Tensor, left_out: Callable[[torch.Tensor], torch.Tensor] | None = None
) -> Difference:
    """The difference of two tensors of one shape. ``left_out``: where the reference holds what is not to be told of."""
    count, signal, noise, largest, same = 0, 0.0, 0.0, 0.0, True
    for one, other in aligned_pieces(reference, value):
        told = torch.isfinite(one)
        alike = told | (one == other) | (one.isnan() & other.isnan())
        same = same and bool(alike.all())
        if left_out is not None:
            told = told & ~left_out(one)
        one = one.double()
        off = torch.where(told, other.double() - one, 0.0)
        count += int(told.count_nonzero())
        signal += float(torch.where(told, one, 0.0).square().sum())
        noise += float(off.square().sum())
        largest = max(largest, float(off.abs().max()))
    return Difference(count, signal, noise, largest, same)


def snr_db(reference: torch.Tensor, value: torch.Tensor) -> float:
    """Signal-to-noise ratio in dB; inf for equal values, -inf where the value is not finite and the reference is.

    Elements that are not finite in the reference are left out where they are the same in the value.
    """
    return difference(reference, value).snr_db


Probes = Mapping[str, Probe]
