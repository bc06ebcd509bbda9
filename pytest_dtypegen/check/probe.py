"""What a run shows of its values on the way: ranges, and a sample of each value that another run is compared with."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

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
    low, high = torch.aminmax(tensor)
    largest = max(abs(float(low)), abs(float(high)))
    finite = math.isfinite(largest)
    if finite and largest >= ONLY_A_FILL:
        rest = tensor[tensor.abs() < ONLY_A_FILL]
        largest = float(rest.abs().max()) if rest.numel() else 0.0
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


def snr_db(reference: torch.Tensor, value: torch.Tensor) -> float:
    """Signal-to-noise ratio in dB; inf for equal values, -inf where the value is not finite and the reference is.

    Elements that are not finite in the reference are left out where they are the same in the value.
    """
    reference, value = reference.double().flatten(), value.double().flatten()
    finite = torch.isfinite(reference)
    if not bool(finite.all()):
        same = torch.where(reference.isnan(), value.isnan(), reference == value) | finite
        if not bool(same.all()):
            return -math.inf
        reference, value = reference[finite], value[finite]
    if not reference.numel():
        return math.inf
    noise = float((value - reference).square().sum())
    signal = float(reference.square().sum())
    if math.isnan(noise) or math.isinf(noise):
        return -math.inf
    if noise == 0:
        return math.inf
    return 10 * math.log10(signal / noise) if signal > 0 else -math.inf


Probes = Mapping[str, Probe]
