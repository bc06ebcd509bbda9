"""What a low precision cannot count or hold, and samples that are in one already."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from pytest_dtypegen.samples.modules.entry import Entry, Made, settled


class CumsumLong(nn.Module):
    """A moving average from a running sum over 4,096 places, and positions counted past 256 and 2,048 by ``cumsum``."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        total = torch.cumsum(torch.sigmoid(self.linear(x)), dim=1)
        average = (total[:, 32:] - total[:, :-32]) / 32.0
        count = torch.ones_like(total).cumsum(1)[:, 32:]
        return average + 0.1 * torch.sin(count * 0.5)


class MeanLargeAxis(nn.Module):
    """Means and variances over 16,384 values whose sum, and whose sum of squares, float16 cannot hold."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 1)
        self.linear = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        y = self.conv(x) + 6.0
        level, power = y.sum((2, 3)) / 16384.0, (y * y).mean((2, 3)).sqrt()
        return self.linear(torch.cat([level, power], dim=-1)) + y.var((2, 3)).repeat(1, 2)


class LongSoftmax(nn.Module):
    """A softmax over 2,048 keys, each of whose shares is small, and a log-softmax beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k = nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, queries: Tensor, keys: Tensor) -> tuple[Tensor, Tensor]:
        scores = self.q(queries) @ self.k(keys).transpose(-1, -2)
        return torch.softmax(scores, dim=-1) @ keys, torch.logsumexp(scores, dim=-1)


class VanishingShares(nn.Module):
    """A softmax over 524,288 places: most shares are below float16's smallest normal number."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x: Tensor) -> Tensor:
        return torch.softmax(self.linear(x).flatten(1), dim=-1)


class SquareOverflow(nn.Module):
    """Activations in the hundreds whose squares are above float16's 65,504, brought back by a root."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x: Tensor) -> Tensor:
        y = self.linear(x) * 400.0
        length = torch.sqrt((y * y).sum(-1, keepdim=True))
        softened = torch.log(torch.exp(y / 40.0) + torch.exp(-y / 40.0))
        return y / length + softened.tanh()


class Sinusoid(nn.Module):
    """Diffusion time embedding: frequencies by ``exp`` of a ramp, angles of up to a thousand, sine and cosine."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(16, 8)

    def forward(self, steps: Tensor) -> Tensor:
        exponent = -9.210340371976184 * torch.arange(0, 8, dtype=torch.float32, device=steps.device) / 8
        angles = steps[:, None].float() * torch.exp(exponent)[None, :]
        embedding = torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
        return F.silu(self.linear(embedding))


class SmallProducts(nn.Module):
    """Probabilities multiplied until float16 cannot hold them, then their logarithm; and a power of a small one."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x: Tensor) -> Tensor:
        shares = self.linear(x).softmax(-1)
        return torch.log(shares.prod(-1, keepdim=True) + 1e-30) + shares.pow(8).sum(-1, keepdim=True).pow(0.125)


class Already(nn.Module):
    """A layer in one precision throughout, as a sample that another pass, or its author, has lowered before."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(8)
        self.fc1, self.fc2 = nn.Linear(8, 16), nn.Linear(16, 8)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        y = self.fc2(F.gelu(self.fc1(self.norm(x))))
        y = y.masked_fill(mask, torch.finfo(x.dtype).min)
        return x + y.softmax(-1, dtype=torch.float32).to(x.dtype)


def cumsum_long() -> Made:
    return settled(CumsumLong()), (torch.randn(1, 4096, 4),)


def mean_large_axis() -> Made:
    return settled(MeanLargeAxis()), (torch.randn(2, 1, 128, 128),)


def long_softmax() -> Made:
    return settled(LongSoftmax()), (torch.randn(1, 3, 8), torch.randn(1, 2048, 8))


def vanishing_shares() -> Made:
    return settled(VanishingShares()), (torch.randn(1, 65536, 8),)


def square_overflow() -> Made:
    return settled(SquareOverflow()), (torch.randn(4, 8),)


def sinusoid() -> Made:
    return settled(Sinusoid()), (torch.tensor([0, 1, 250, 257, 511, 999]),)


def small_products() -> Made:
    return settled(SmallProducts()), (torch.randn(4, 8),)


def _already(dtype: torch.dtype) -> Made:
    mask = torch.zeros(4, 8, dtype=torch.bool)
    mask[:, 6:] = True
    return settled(Already()).to(dtype), (torch.randn(4, 8).to(dtype), mask)


def float16_already() -> Made:
    return _already(torch.float16)


def bfloat16_already() -> Made:
    return _already(torch.bfloat16)


ENTRIES = (
    Entry("precision/cumsum_long", cumsum_long),
    Entry("precision/mean_large_axis", mean_large_axis, "computer_vision"),
    Entry("precision/long_softmax", long_softmax, "nlp"),
    Entry("precision/vanishing_shares", vanishing_shares),
    Entry("precision/square_overflow", square_overflow),
    Entry("precision/sinusoid", sinusoid, "computer_vision"),
    Entry("precision/small_products", small_products),
    Entry("precision/float16_already", float16_already, "nlp"),
    Entry("precision/bfloat16_already", bfloat16_already, "nlp"),
)
