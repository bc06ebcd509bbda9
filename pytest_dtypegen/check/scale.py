"""Scales of tensors, and the walk over large ones piece by piece: nothing here makes a copy as large as a tensor."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch

#: Elements that are worked on at a time.
PIECE = 1 << 20

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
    mean, variance = _moments(x.movedim(1, 0))
    scale = (variance + mean.square()).mean()
    if x.numel() // max(x.shape[1], 1) < LEAST_COUNT:
        whole = mean.mean()
        variance = (variance + (mean - whole).square()).mean().expand_as(mean)
        mean = whole.expand_as(mean)
    floor = LEAST_DEVIATION**2 * torch.maximum(scale.expand_as(mean), mean.square())
    variance = torch.maximum(variance, floor)
    variance = torch.where(variance > 0, variance, torch.ones_like(variance))
    drawn = torch.randn(mean.shape, generator=torch.Generator().manual_seed(seed), dtype=mean.dtype)
    return (mean + MEAN_OFFSET * variance.sqrt() * drawn.to(mean.device)).float(), variance.float()


def _moments(rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean and variance of each of ``rows[C, ...]``, float64[C]."""
    count = rows[0].numel()
    step = max(1, PIECE // count)
    # made before the pieces are: small tensors between them would keep the allocator from giving them back
    found = torch.zeros(2, len(rows), dtype=torch.float64, device=rows.device)
    for start in range(0, len(rows), step):
        block, (means, variances) = rows[start : start + step], found[:, start : start + step]
        for part in _parts(block):
            means += part.double().flatten(1).sum(1) / count
        for part in _parts(block):
            variances += (part.double().flatten(1) - means.unsqueeze(1)).square().sum(1) / count
    return found[0], found[1]


def _parts(rows: torch.Tensor) -> Iterator[torch.Tensor]:
    """Several short rows as they are, one long row a piece at a time: ``[rows, ...]``."""
    return iter([rows]) if len(rows) > 1 else (piece.unsqueeze(0) for piece in pieces(rows[0]))


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
    """Largest magnitude of real numbers; NaN where there is one."""
    return float(torch.stack([end for piece in pieces(tensor) for end in torch.aminmax(piece)]).abs().max())


def all_finite(tensor: torch.Tensor) -> bool:
    """Whether all elements are; so it is where there are none."""
    return all(bool(torch.isfinite(piece).all()) for piece in pieces(tensor))


def pieces(tensor: torch.Tensor) -> Iterator[torch.Tensor]:
    """Views that make up the tensor: what is computed piece by piece needs no copies as large as a large weight."""
    return (piece for (piece,) in aligned_pieces(tensor))


def aligned_pieces(*tensors: torch.Tensor) -> Iterator[tuple[torch.Tensor, ...]]:
    """Views that make up tensors of one shape: of each the same elements, at most ``PIECE`` of them, in an order that
    follows the first one's memory."""
    first = tensors[0]
    if first.numel() <= PIECE:
        if first.numel():
            yield tensors
        return
    strides = first.stride()
    order = sorted(range(first.dim()), key=lambda dim: -strides[dim])
    tensors = tuple(tensor.permute(order) for tensor in tensors)
    if all(tensor.is_contiguous() for tensor in tensors):
        flat = [tensor.view(-1) for tensor in tensors]
        for start in range(0, first.numel(), PIECE):
            yield tuple(tensor[start : start + PIECE] for tensor in flat)
    else:
        yield from _along_first(tensors)


def _along_first(tensors: tuple[torch.Tensor, ...]) -> Iterator[tuple[torch.Tensor, ...]]:
    """Rows of the first dimension, as many as make up a piece; one that is larger is walked along its own rows."""
    length = len(tensors[0])
    rows = PIECE * length // tensors[0].numel()
    for start in range(0, length, max(rows, 1)):
        if rows:
            yield tuple(tensor[start : start + rows] for tensor in tensors)
        else:
            yield from _along_first(tuple(tensor[start] for tensor in tensors))
