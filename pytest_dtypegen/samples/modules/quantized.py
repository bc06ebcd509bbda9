"""Grouped instance norms, quantized and not: what a result's integers mean is its own affair, not its input's.

No two dimensions are the same, every group has its own gamma, no zero point is zero, and an input's scale, zero point
and storage type are never the output's: nothing comes out right by coincidence.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from pytest_dtypegen.samples.modules.entry import Entry, Made, settled


def _gammas(groups: int) -> nn.Parameter:
    """A factor for each group, all different."""
    return nn.Parameter(torch.linspace(0.6, 1.5, groups))


class GroupedNorm(nn.Module):
    """The essay's graph on torch's quantized tensors: 5 groups of 2 channels; scale and zero point change at the norm.

    The result is returned and used: a repair on one of the two ways out would leave the other wrong.
    """

    def __init__(self) -> None:
        super().__init__()
        self.gamma, self.beta = _gammas(5), nn.Parameter(torch.linspace(-0.3, 0.5, 5))
        self.conv = nn.Conv2d(10, 6, 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q = torch.quantize_per_tensor(x, 0.02, -3, torch.qint8)
        grouped = q.reshape(1, 5, 42)
        grouped = torch.ops.quantized.instance_norm(grouped, self.gamma, self.beta, 1e-5, 0.035, 11)
        y = grouped.reshape(1, 10, 3, 7)
        return y, self.conv(y.dequantize())


class StorageChange(nn.Module):
    """The norm between dequantize and quantize, all of it between the reshapes: the storage type changes as well."""

    def __init__(self) -> None:
        super().__init__()
        self.gamma = _gammas(5)
        self.linear = nn.Linear(7, 4)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q = torch.quantize_per_tensor(x, 0.04, 101, torch.quint8)
        grouped = q.reshape(1, 5, 6, 7).dequantize()
        grouped = F.instance_norm(grouped, weight=self.gamma, eps=1e-6)
        y = torch.quantize_per_tensor(grouped, 0.03, -9, torch.qint8).reshape(1, 10, 3, 7)
        return y, self.linear(y.dequantize())


class PerChannel(nn.Module):
    """One scale for each column comes in, one for each sample goes out: the axis is the output's own, too."""

    def __init__(self) -> None:
        super().__init__()
        self.gamma = _gammas(4)
        self.register_buffer("column_scales", torch.linspace(0.015, 0.03, 7))
        self.register_buffer("column_zeros", torch.arange(7) - 2)
        self.register_buffer("sample_scales", torch.tensor([0.03, 0.045]))
        self.register_buffer("sample_zeros", torch.tensor([110, 131]))
        self.column_scales: Tensor
        self.column_zeros: Tensor
        self.sample_scales: Tensor
        self.sample_zeros: Tensor
        self.linear = nn.Linear(7, 4)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        q = torch.quantize_per_channel(x, self.column_scales, self.column_zeros, 3, torch.qint8)
        grouped = F.instance_norm(q.reshape(2, 4, 9, 7).dequantize(), weight=self.gamma)
        y = torch.quantize_per_channel(grouped, self.sample_scales, self.sample_zeros, 0, torch.quint8)
        y = y.reshape(2, 12, 3, 7)
        return y, self.linear(y.dequantize())


class FloatGrouped(nn.Module):
    """The same without quantization, where a type taken from the input cannot be told from the right one."""

    def __init__(self) -> None:
        super().__init__()
        self.gamma, self.beta = _gammas(5), nn.Parameter(torch.linspace(-0.3, 0.5, 5))
        self.conv1, self.conv2 = nn.Conv2d(4, 10, 1), nn.Conv2d(10, 6, 1)

    def forward(self, x: Tensor) -> Tensor:
        y = self.conv1(x)
        grouped = F.instance_norm(y.view(2, 5, -1), weight=self.gamma, bias=self.beta, eps=1e-3)
        return self.conv2(F.silu(grouped.view(2, 10, 3, 7)))


class BatchInChannels(nn.Module):
    """Samples and groups in one dimension: the norm's parameters repeat for each sample."""

    def __init__(self) -> None:
        super().__init__()
        self.gamma = _gammas(4)
        self.linear = nn.Linear(5, 8)

    def forward(self, x: Tensor) -> Tensor:
        grouped = torch.flatten(x, 2).reshape(1, 12, 45)
        grouped = torch.instance_norm(grouped, self.gamma.repeat(3), None, None, None, True, 0.1, 1e-5, False)
        return self.linear(torch.unflatten(grouped.reshape(3, 12, 15), 2, (3, 5)))


class SharedIntermediate(nn.Module):
    """The grouped form is used by itself as well: that value stays what it is, only the last one may be folded."""

    def __init__(self) -> None:
        super().__init__()
        self.gamma = _gammas(5)
        self.conv, self.gate = nn.Conv2d(10, 6, 1), nn.Linear(5, 6)

    def forward(self, x: Tensor) -> Tensor:
        q = torch.quantize_per_tensor(x, 0.04, 101, torch.quint8)
        grouped = torch.ops.quantized.instance_norm(q.view(1, 5, 42), self.gamma, None, 1e-5, 0.03, 117)
        strongest = grouped.dequantize().amax(-1)
        y = self.conv(grouped.view(1, 10, 3, 7).dequantize())
        return y * self.gate(strongest)[:, :, None, None]


class NoFold(nn.Module):
    """Three that are no group norm: a gamma for each sample's group, axes in another order, running statistics."""

    def __init__(self) -> None:
        super().__init__()
        self.gamma, self.gammas = _gammas(4), _gammas(12)
        self.register_buffer("mean", torch.linspace(-0.2, 0.2, 4))
        self.register_buffer("variance", torch.linspace(0.5, 1.5, 4))
        self.mean: Tensor
        self.variance: Tensor
        self.linear = nn.Linear(5, 8)

    def forward(self, x: Tensor) -> Tensor:
        y = F.instance_norm(x.reshape(1, 12, 45), weight=self.gammas).reshape(3, 12, 3, 5)
        y = F.instance_norm(y.reshape(3, 4, 45), weight=self.gamma).transpose(1, 2).reshape(3, 12, 3, 5)
        y = F.instance_norm(y.reshape(3, 4, 45), self.mean, self.variance, self.gamma, use_input_stats=False)
        return self.linear(y.reshape(3, 12, 3, 5))


def grouped_norm() -> Made:
    return settled(GroupedNorm()), (torch.randn(1, 10, 3, 7),)


def storage_change() -> Made:
    return settled(StorageChange()), (torch.randn(1, 10, 3, 7),)


def per_channel() -> Made:
    return settled(PerChannel()), (torch.randn(2, 12, 3, 7),)


def float_grouped() -> Made:
    return settled(FloatGrouped()), (torch.randn(2, 4, 3, 7),)


def batch_in_channels() -> Made:
    return settled(BatchInChannels()), (torch.randn(3, 12, 3, 5),)


def shared_intermediate() -> Made:
    return settled(SharedIntermediate()), (torch.randn(1, 10, 3, 7),)


def no_fold() -> Made:
    return settled(NoFold()), (torch.randn(3, 12, 3, 5),)


ENTRIES = (
    Entry("quantized/grouped_norm", grouped_norm, "computer_vision"),
    Entry("quantized/storage_change", storage_change, "computer_vision"),
    Entry("quantized/per_channel", per_channel, "computer_vision"),
    Entry("quantized/float_grouped", float_grouped, "computer_vision"),
    Entry("quantized/batch_in_channels", batch_in_channels, "computer_vision"),
    Entry("quantized/shared_intermediate", shared_intermediate, "computer_vision"),
    Entry("quantized/no_fold", no_fold, "computer_vision"),
)
