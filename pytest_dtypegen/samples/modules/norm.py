"""Normalisation: explicit upcasts, eps that steers the result, parameters that must fit the kernel."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from pytest_dtypegen.samples.modules.entry import Entry, Made, settled


class RmsUpcast(nn.Module):
    """RMS norm as T5 and LLaMA write it: up to float32, mean of squares, back to the input's dtype, weight."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(1.0 + 0.1 * torch.randn(24))
        self.linear = nn.Linear(24, 24, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        y = self.linear(x)
        variance = y.to(torch.float32).pow(2).mean(-1, keepdim=True)
        y = self.weight * (y * torch.rsqrt(variance + 1e-6)).to(x.dtype)
        wide = y.float()
        wide = wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + 1e-5)
        return self.linear(wide.type_as(x) * self.weight)


class LayerNormFloat(nn.Module):
    """CLIP's "subclass torch's LayerNorm to handle fp16": the norm runs on a float32 copy, with its own parameters."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(16), nn.LayerNorm(16, bias=False)
        self.fc1, self.fc2 = nn.Linear(16, 32), nn.Linear(32, 16)

    def forward(self, x: Tensor) -> Tensor:
        y = self.norm1(x.to(torch.float32)).to(x.dtype)
        x = x + self.fc2(F.gelu(self.fc1(y)))
        return self.norm2(x.float())


class ItemEps(nn.Module):
    """Norms whose eps, and a dropout whose p, the graph reads from 0-d float64 tensors with ``.item()``."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(4, 8, 3, padding=1)
        self.bn = nn.BatchNorm2d(8, eps=0.001, momentum=0.03)
        self.norm = nn.LayerNorm(8, eps=1e-12)
        self.scale = 0.3535533905932738

    def forward(self, x: Tensor) -> Tensor:
        y = F.relu(self.bn(self.conv(x))).flatten(2).transpose(1, 2)
        y = y - y[:, :1]  # the first row is all zero: its variance is, too
        return F.dropout(self.norm(y), 0.25, self.training) * self.scale


class EpsTensor(nn.Module):
    """An eps that is a float32 buffer of 1e-12, added under a root and below a division; some rows are all zero."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(12, 12)
        self.register_buffer("eps", torch.tensor(1e-12))
        self.eps: Tensor

    def forward(self, x: Tensor) -> Tensor:
        total = x.abs().sum(-1, keepdim=True)
        shares = x / (total + self.eps)
        scale = torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)
        return self.linear(shares) + x * scale


class EpsLiteral(nn.Module):
    """The same with literals: ``+ 1e-12`` under a division, ``clamp(min=1e-10)`` under a logarithm, normalize."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(12, 12)

    def forward(self, x: Tensor) -> Tensor:
        y = x / (x.norm(dim=-1, keepdim=True) + 1e-12)
        entropy = -(y.abs() * torch.log(y.abs().clamp(min=1e-10))).sum(-1, keepdim=True)
        return self.linear(F.normalize(y, p=2.0, dim=-1, eps=1e-12)) + entropy


class ChannelsFirst(nn.Module):
    """ConvNeXt and SAM: layer norm over channels by hand, instance norm, a layer scale, ``var`` without correction."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(4, 8, 7, padding=3)
        self.weight = nn.Parameter(1.0 + 0.1 * torch.randn(8))
        self.bias = nn.Parameter(0.1 * torch.randn(8))
        self.gamma = nn.Parameter(torch.rand(8, 1, 1))
        self.instance = nn.InstanceNorm2d(8, affine=True)

    def forward(self, x: Tensor) -> Tensor:
        y = self.conv(x)
        mean = y.mean(1, keepdim=True)
        spread = (y - mean).pow(2).mean(1, keepdim=True)
        y = (y - mean) / torch.sqrt(spread + 1e-6)
        y = self.weight[:, None, None] * y + self.bias[:, None, None]
        z = self.instance(y)
        return y + self.gamma * z / (1.0 + z.var(dim=(2, 3), keepdim=True, unbiased=False))


def _with_zero_row() -> Tensor:
    x = torch.randn(4, 12)
    x[1] = 0.0
    return x


def rms_upcast() -> Made:
    return settled(RmsUpcast()), (torch.randn(2, 6, 24),)


def layer_norm_float() -> Made:
    return settled(LayerNormFloat()), (torch.randn(2, 6, 16),)


def item_eps() -> Made:
    return settled(ItemEps()), (torch.randn(2, 4, 6, 6),)


def eps_tensor() -> Made:
    return settled(EpsTensor()), (_with_zero_row(),)


def eps_literal() -> Made:
    return settled(EpsLiteral()), (_with_zero_row(),)


def channels_first() -> Made:
    return settled(ChannelsFirst()), (torch.randn(2, 4, 9, 9),)


ENTRIES = (
    Entry("norm/rms_upcast", rms_upcast, "nlp"),
    Entry("norm/layer_norm_float", layer_norm_float, "multimodal"),
    Entry("norm/item_eps", item_eps, "computer_vision", float_scalars=True),
    Entry("norm/eps_tensor", eps_tensor, "nlp"),
    Entry("norm/eps_literal", eps_literal, "nlp"),
    Entry("norm/channels_first", channels_first, "computer_vision"),
)
