"""Scales of tensors, for conditioning."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch

#: Elements that are worked on at a time.
PIECE = 1 << 22

#: A running standard deviation is at least this share of the whole tensor's scale, and of its channel's mean: a channel
#: that is nearly dead, or nearly constant, must not be blown up to the noise that it is made of.
LEAST_DEVIATION = 0.1

#: Fewer values a channel than this say nothing of the channel: the whole tensor's statistics are taken.
LEAST_COUNT = 8

#: Running means lie this many deviations, at random, beside the means of what flows in: a trained net's batch is not
#: the one that it sees, and were they equal, a mean over the normed values would be nothing but rounding.
MEAN_OFFSET = 0.5


def channel_statistics(x: torch.Tensor, seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Running mean and variance by channel (dimension 1) for a batch norm that is fed ``x``, float32: those of ``x``,
    with the mean a little beside, and the variance kept off zero."""
    dims = [dim for dim in range(x.dim()) if dim != 1]
    count = x.numel() // max(x.shape[1], 1)
    x = x.double()
    scale = x.square().mean()
    if count < LEAST_COUNT:
        mean = x.mean().expand(x.shape[1])
        variance = x.var(correction=0).expand(x.shape[1])
    else:
        mean, variance = x.mean(dims), x.var(dims, correction=0)
    floor = LEAST_DEVIATION**2 * torch.maximum(scale.expand_as(mean), mean.square())
    variance = torch.maximum(variance, floor)
    variance = torch.where(variance > 0, variance, torch.ones_like(variance))
    drawn = torch.randn(mean.shape, generator=torch.Generator().manual_seed(seed), dtype=mean.dtype)
    return (mean + MEAN_OFFSET * variance.sqrt() * drawn.to(mean.device)).float(), variance.float()


def offset(tensor: torch.Tensor) -> float:
    """The mean of all elements in units of their deviation; 0 where either is not finite."""
    deviation, mean = float(tensor.std()), float(tensor.mean())
    return abs(mean) / deviation if math.isfinite(mean) and math.isfinite(deviation) and deviation > 0 else 0.0


def root_mean_square(tensor: torch.Tensor) -> float:
    """Root mean square; safe for values whose squares leave float32."""
    if not tensor.numel() or not tensor.dtype.is_floating_point:
        return 0.0
    largest = largest_magnitude(tensor)
    if largest == 0 or not math.isfinite(largest):
        return largest
    squares = sum(float((piece / largest).square().sum(dtype=torch.float64)) for piece in pieces(tensor))
    return largest * math.sqrt(squares / tensor.numel())


def largest_magnitude(tensor: torch.Tensor) -> float:
    """Largest magnitude; NaN where there is one."""
    return float(torch.stack([piece.abs().max() for piece in pieces(tensor)]).max())


def pieces(tensor: torch.Tensor) -> Iterator[torch.Tensor]:
    """Views that make up the tensor: what is computed piece by piece needs no copies as large as a large weight."""
    if tensor.is_contiguous():
        flat = tensor.view(-1)
        for start in range(0, flat.numel(), PIECE):
            yield flat[start : start + PIECE]
    else:
        yield tensor
