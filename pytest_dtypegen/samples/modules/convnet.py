"""Convolutional networks: batch norm, depthwise blocks, decoders, sampling."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from pytest_dtypegen.samples.modules.entry import Entry, Made, settled

_TAG = "computer_vision"


class _ResidualBlock(nn.Module):
    def __init__(self, channels: int, out: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(channels, out, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(out)
        self.conv2 = nn.Conv2d(out, out, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(out)
        self.shortcut: nn.Module = nn.Identity()
        if stride != 1 or channels != out:
            self.shortcut = nn.Sequential(nn.Conv2d(channels, out, 1, stride, bias=False), nn.BatchNorm2d(out))

    def forward(self, x: Tensor) -> Tensor:
        out = F.relu(self.bn1(self.conv1(x)), inplace=True)
        out = self.bn2(self.conv2(out))
        out += self.shortcut(x)
        return F.relu(out)


class ResidualConvnet(nn.Module):
    """ResNet in small: convolutions without bias, batch norms, in-place adds, max pool, global pool, classifier."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 7, 2, 3, bias=False), nn.BatchNorm2d(8), nn.ReLU(inplace=True))
        self.pool = nn.MaxPool2d(3, 2, 1)
        self.block1 = _ResidualBlock(8, 8, 1)
        self.block2 = _ResidualBlock(8, 16, 2)
        self.fc = nn.Linear(16, 10)

    def forward(self, x: Tensor) -> Tensor:
        x = self.block2(self.block1(self.pool(self.stem(x))))
        return self.fc(torch.flatten(F.adaptive_avg_pool2d(x, 1), 1))


class DepthwiseHardswish(nn.Module):
    """MobileNetV3's inverted residual: depthwise convolution, squeeze-and-excite, hard-swish and hard-sigmoid."""

    def __init__(self) -> None:
        super().__init__()
        self.expand = nn.Conv2d(8, 24, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(24, eps=0.001, momentum=0.01)
        self.depthwise = nn.Conv2d(24, 24, 5, padding=2, groups=24, bias=False)
        self.bn2 = nn.BatchNorm2d(24, eps=0.001, momentum=0.01)
        self.reduce = nn.Conv2d(24, 8, 1)
        self.excite = nn.Conv2d(8, 24, 1)
        self.project = nn.Conv2d(24, 8, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(8, eps=0.001, momentum=0.01)

    def forward(self, x: Tensor) -> Tensor:
        y = F.hardswish(self.bn1(self.expand(x)), inplace=True)
        y = F.hardswish(self.bn2(self.depthwise(y)), inplace=True)
        scale = F.relu6(self.reduce(y.mean((2, 3), keepdim=True)), inplace=True)
        y = y * F.hardsigmoid(self.excite(scale))
        return self.bn3(self.project(y)) + x


class TransposedDecoder(nn.Module):
    """U-Net's way down and up: transposed convolution, interpolation, padding, a skip that is concatenated."""

    def __init__(self) -> None:
        super().__init__()
        self.down1 = nn.Conv2d(3, 8, 3, padding=1)
        self.down2 = nn.Conv2d(8, 16, 3, stride=2, padding=1)
        self.up = nn.ConvTranspose2d(16, 8, 2, stride=2)
        self.bn = nn.BatchNorm2d(16)
        self.out = nn.Conv2d(16, 2, 1)

    def forward(self, x: Tensor) -> Tensor:
        skip = F.leaky_relu(self.down1(x), 0.1)
        y = self.up(F.silu(self.down2(skip)))
        y = F.pad(y, (0, skip.shape[3] - y.shape[3], 0, skip.shape[2] - y.shape[2]))
        y = self.bn(torch.cat([skip, y], dim=1))
        y = F.interpolate(self.out(y), scale_factor=2.0, mode="bilinear", align_corners=False)
        return torch.sigmoid(y)


class GroupNormBlock(nn.Module):
    """The residual block of diffusion models: group norm, SiLU, a time embedding that is broadcast in."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1 = nn.GroupNorm(4, 16, eps=1e-6)
        self.conv1 = nn.Conv2d(16, 16, 3, padding=1)
        self.time = nn.Linear(12, 16)
        self.norm2 = nn.GroupNorm(4, 16, eps=1e-6)
        self.conv2 = nn.Conv2d(16, 16, 3, padding=1)

    def forward(self, x: Tensor, step: Tensor) -> Tensor:
        y = self.conv1(F.silu(self.norm1(x)))
        y = y + self.time(F.silu(step))[:, :, None, None]
        y = self.conv2(F.dropout(F.silu(self.norm2(y)), 0.1, self.training))
        return (x + y) / 1.4142135623730951


class DeformableSampling(nn.Module):
    """Deformable attention's core: a grid from ``linspace``, learned offsets, ``grid_sample``, weighted sums."""

    def __init__(self) -> None:
        super().__init__()
        self.value = nn.Conv2d(8, 8, 1)
        self.offsets = nn.Conv2d(8, 4 * 2, 1)
        self.weights = nn.Conv2d(8, 4, 1)

    def forward(self, x: Tensor) -> Tensor:
        batch, _, height, width = x.shape
        rows = torch.linspace(-1.0, 1.0, height, device=x.device)
        columns = torch.linspace(-1.0, 1.0, width, device=x.device)
        y, x_ = torch.meshgrid(rows, columns, indexing="ij")
        grid = torch.stack((x_, y), dim=-1)
        offsets = self.offsets(x).view(batch, 4, 2, height, width).permute(0, 1, 3, 4, 2).tanh()
        weights = self.weights(x).softmax(1)
        value = self.value(x)
        out = torch.zeros_like(value)
        for point in range(4):
            location = grid + 0.25 * offsets[:, point]
            sampled = F.grid_sample(value, location, mode="bilinear", padding_mode="zeros", align_corners=False)
            out = out + sampled * weights[:, point : point + 1]
        return out


class SharedInput(nn.Module):
    """Inception in small: one input read by many ops, of every kind of precision."""

    def __init__(self) -> None:
        super().__init__()
        self.one = nn.Conv2d(4, 4, 1)
        self.three = nn.Conv2d(4, 4, 3, padding=1)
        self.norm = nn.BatchNorm2d(4)

    def forward(self, x: Tensor) -> Tensor:
        branches = [self.one(x), self.three(x), F.max_pool2d(x, 3, 1, 1), F.avg_pool2d(x, 3, 1, 1), self.norm(x)]
        gate = torch.softmax(x.flatten(2), dim=-1).view_as(x) * torch.exp(-x.abs())
        positive = (x > 0).to(x.dtype)
        return torch.cat([*branches, x * gate, x - x.mean((2, 3), keepdim=True), x * positive], 1)


class SuperResolution(nn.Module):
    """Upsampling: ``prelu``, ``pixel_shuffle``, bicubic and nearest interpolation, a clamp to the image's range."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(3, 8, 3, padding=1, padding_mode="reflect")
        self.act = nn.PReLU(8, init=0.2)
        self.conv2 = nn.Conv2d(8, 12, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        y = F.pixel_shuffle(self.conv2(self.act(self.conv1(x))), 2)
        y = y + F.interpolate(x, scale_factor=2, mode="nearest")
        base = F.interpolate(x, size=(14, 14), mode="bicubic", align_corners=False)
        return torch.clamp(base + 0.25 * F.elu(y), 0.0, 1.0)


class Video(nn.Module):
    """Three dimensions: a 3-d convolution in groups, a 3-d pool, a temporal mean, ``unfold`` of the frames."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv3d(3, 6, 3, padding=1, groups=3)
        self.linear = nn.Linear(24, 5)

    def forward(self, x: Tensor) -> Tensor:
        y = F.max_pool3d(F.softplus(self.conv(x)), 2).mean(2)
        patches = F.unfold(y, kernel_size=2, stride=2)
        return F.mish(self.linear(patches.transpose(1, 2)))


def residual_batch_norm() -> Made:
    return settled(ResidualConvnet()), (torch.randn(2, 3, 32, 32),)


def depthwise_hardswish() -> Made:
    module = DepthwiseHardswish()
    settled(module)
    for layer in (module.reduce, module.excite):  # the means that come in are small: the gates should still differ
        layer.weight.mul_(4.0)
    return module, (torch.randn(2, 8, 12, 12),)


def transposed_decoder() -> Made:
    return settled(TransposedDecoder()), (torch.rand(1, 3, 15, 15),)


def group_norm() -> Made:
    return settled(GroupNormBlock()), (torch.randn(2, 16, 8, 8), torch.randn(2, 12))


def deformable_sampling() -> Made:
    return settled(DeformableSampling()), (torch.randn(2, 8, 8, 10),)


def super_resolution() -> Made:
    return settled(SuperResolution()), (torch.rand(1, 3, 7, 7),)


def video() -> Made:
    return settled(Video()), (torch.randn(1, 3, 4, 8, 8),)


def shared_input() -> Made:
    return settled(SharedInput()), (torch.randn(2, 4, 8, 8),)


ENTRIES = (
    Entry("convnet/residual_batch_norm", residual_batch_norm, _TAG),
    Entry("convnet/depthwise_hardswish", depthwise_hardswish, _TAG),
    Entry("convnet/transposed_decoder", transposed_decoder, _TAG),
    Entry("convnet/group_norm", group_norm, _TAG),
    Entry("convnet/deformable_sampling", deformable_sampling, _TAG),
    Entry("convnet/super_resolution", super_resolution, _TAG),
    Entry("convnet/video", video, _TAG),
    Entry("convnet/shared_input", shared_input, _TAG),
)
