"""Sound: one-dimensional convolutions with weight norm, spectra, recurrences written out."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from pytest_dtypegen.samples.modules.entry import Entry, Made, settled

_TAG = "audio"


class WeightNormConv(nn.Module):
    """HiFi-GAN and WaveNet: weight-normed 1-d convolutions (dilated, transposed), gates, leaky units, tanh."""

    def __init__(self) -> None:
        super().__init__()
        self.g = nn.Parameter(torch.rand(16, 1, 1) + 0.5)
        self.v = nn.Parameter(torch.randn(16, 4, 3))
        self.bias = nn.Parameter(0.1 * torch.randn(16))
        self.up_g = nn.Parameter(torch.rand(8, 1, 1) + 0.5)
        self.up_v = nn.Parameter(torch.randn(8, 4, 4))
        self.post = nn.Conv1d(4, 1, 7, padding=3)

    def forward(self, x: Tensor) -> Tensor:
        weight = torch._weight_norm(self.v, self.g, 0)
        a, b = F.conv1d(x, weight, self.bias, padding=2, dilation=2).chunk(2, dim=1)
        y = F.leaky_relu(torch.tanh(a) * torch.sigmoid(b), 0.1)
        y = F.conv_transpose1d(y, torch._weight_norm(self.up_v, self.up_g, 0), None, stride=2, padding=1)
        return torch.tanh(self.post(F.leaky_relu(y, 0.1)))


class Spectrum(nn.Module):
    """Log-mel features: frames by ``unfold``, a real FFT of 24 points, power, a filter bank, log of a clamp."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("window", torch.hann_window(24))
        self.register_buffer("filters", torch.rand(13, 6))
        self.window: Tensor
        self.filters: Tensor
        self.linear = nn.Linear(6, 8)

    def forward(self, wave: Tensor) -> Tensor:
        frames = wave.unfold(-1, 24, 12) * self.window
        spectrum = torch.fft.rfft(frames)
        power = spectrum.abs().pow(2.0)
        mel = torch.matmul(power, self.filters)
        logarithm = torch.clamp(mel, min=1e-10).log10()
        logarithm = torch.maximum(logarithm, logarithm.amax((1, 2), keepdim=True) - 8.0)
        return self.linear((logarithm + 4.0) / 4.0)


class Recurrence(nn.Module):
    """Three steps of a GRU cell written out over a sequence, then ``stack``: weights read again at every step."""

    def __init__(self) -> None:
        super().__init__()
        self.inner, self.outer = nn.Linear(8, 24), nn.Linear(8, 24)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        hidden = x.new_zeros(x.shape[0], 8)
        states = []
        for step in range(3):
            a, b = self.inner(x[:, step]).chunk(3, -1), self.outer(hidden).chunk(3, -1)
            reset, update = torch.sigmoid(a[0] + b[0]), torch.sigmoid(a[1] + b[1])
            hidden = torch.lerp(torch.tanh(a[2] + reset * b[2]), hidden, update)
            states.append(hidden)
        return torch.stack(states, dim=1), hidden


def weight_norm_conv() -> Made:
    return settled(WeightNormConv()), (torch.randn(2, 4, 20),)


def spectrum() -> Made:
    return settled(Spectrum()), (torch.randn(2, 120) * 0.3,)


def recurrence() -> Made:
    return settled(Recurrence()), (torch.randn(3, 3, 8),)


ENTRIES = (
    Entry("audio/weight_norm_conv", weight_norm_conv, _TAG),
    Entry("audio/spectrum", spectrum, _TAG),
    Entry("audio/recurrence", recurrence, _TAG),
)
