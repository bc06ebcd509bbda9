"""Models to check: each function gives a module and the arguments of its call."""

import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x):
        return x + torch.relu(self.norm(self.conv(x)))


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x, mask):
        q, k, v = (part.unflatten(-1, (self.heads, -1)).transpose(1, 2) for part in self.qkv(x).chunk(3, dim=-1))
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        scores = scores.masked_fill(mask[:, None, None, :] == 0, torch.finfo(scores.dtype).min)
        return self.out((scores.softmax(dim=-1) @ v).transpose(1, 2).flatten(2))


def mlp():
    return nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.LayerNorm(32), nn.Linear(32, 4)).eval(), (torch.randn(2, 16),)


def residual():
    return nn.Sequential(Residual(8), Residual(8)).eval(), (torch.randn(2, 8, 12, 12),)


def attention():
    mask = (torch.arange(6) < torch.tensor([[6], [4]])).long()
    return Attention(16, 2).eval(), (torch.randn(2, 6, 16), mask)
