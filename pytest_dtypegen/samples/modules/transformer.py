"""Whole transformer layers, as the families of models in the field write them."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from pytest_dtypegen.samples.modules.entry import Entry, Made, parameter, settled


def _heads(x: Tensor, heads: int) -> Tensor:
    """``[batch, length, width]`` as ``[batch, heads, length, width / heads]``."""
    return x.view(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)


def _merged(x: Tensor) -> Tensor:
    return x.transpose(1, 2).reshape(x.shape[0], x.shape[2], -1)


class _Encoder(nn.Module):
    """A pre-norm encoder layer with a fused qkv projection."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width, eps=1e-6)
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width, eps=1e-6)
        self.fc1 = nn.Linear(width, 2 * width)
        self.fc2 = nn.Linear(2 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        batch, length, _ = x.shape
        qkv = self.qkv(self.norm1(x)).reshape(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        attended = F.scaled_dot_product_attention(q, k, v, dropout_p=0.1 if self.training else 0.0)
        x = x + F.dropout(self.proj(_merged(attended)), 0.1, self.training)
        return x + self.fc2(F.dropout(F.gelu(self.fc1(self.norm2(x))), 0.1, self.training))


class PatchEmbedding(nn.Module):
    """ViT: patches by convolution, a class token, learned positions, one layer, a head on the class token."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = nn.Conv2d(3, 16, 4, 4)
        self.token = parameter(1, 1, 16, scale=0.5)
        self.positions = parameter(1, 17, 16, scale=0.5)
        self.layer = _Encoder(16, 2)
        self.norm = nn.LayerNorm(16, eps=1e-6)
        self.head = nn.Linear(16, 5)

    def forward(self, image: Tensor) -> Tensor:
        x = self.patch(image).flatten(2).transpose(1, 2)
        x = torch.cat((self.token.expand(x.shape[0], -1, -1), x), dim=1) + self.positions
        return self.head(self.norm(self.layer(x))[:, 0])


class SharedEncoder(nn.Module):
    """ALBERT: token, type and position embeddings, a factorised projection, one layer's weights used three times."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(40, 8, padding_idx=0)
        self.types = nn.Embedding(2, 8)
        self.places = nn.Embedding(16, 8)
        self.norm = nn.LayerNorm(8, eps=1e-12)
        self.widen = nn.Linear(8, 16)
        self.layer = _Encoder(16, 2)
        self.register_buffer("position_ids", torch.arange(16)[None])
        self.position_ids: Tensor

    def forward(self, ids: Tensor) -> Tensor:
        length = ids.shape[1]
        types = torch.zeros(ids.shape, dtype=torch.long, device=ids.device)
        x = self.words(ids) + self.types(types) + self.places(self.position_ids[:, :length])
        x = self.widen(self.norm(x))
        for _ in range(3):
            x = self.layer(x)
        return x


class RelativePositionBias(nn.Module):
    """BEiT and T5: a learned bias table, indexed by relative position and added to the attention scores."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v = nn.Linear(16, 16), nn.Linear(16, 16, bias=False), nn.Linear(16, 16)
        self.table = parameter(31, 2, scale=0.5)
        place = torch.arange(16)
        self.register_buffer("index", place[:, None] - place[None, :] + 15)
        self.index: Tensor

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = _heads(self.q(x), 2), _heads(self.k(x), 2), _heads(self.v(x), 2)
        bias = self.table[self.index.view(-1)].view(16, 16, -1).permute(2, 0, 1).contiguous()
        scores = (q * 0.3535533905932738) @ k.transpose(-2, -1) + bias.unsqueeze(0)
        return _merged(scores.softmax(dim=-1) @ v)


class ShiftedWindows(nn.Module):
    """Swin: cyclic shift by ``roll``, windows, a mask of -100 built in the graph, cosine attention, shift back."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(16, 48)
        self.proj = nn.Linear(16, 16)
        self.logit_scale = nn.Parameter(torch.full((2, 1, 1), 2.3))

    def _mask(self, x: Tensor) -> Tensor:
        region = torch.zeros((1, 8, 8, 1), dtype=x.dtype, device=x.device)
        count = 0
        for rows in (slice(0, -4), slice(-4, -2), slice(-2, None)):
            for columns in (slice(0, -4), slice(-4, -2), slice(-2, None)):
                region[:, rows, columns, :] = count
                count += 1
        windows = self._windows(region).squeeze(-1)
        difference = windows.unsqueeze(1) - windows.unsqueeze(2)
        return difference.masked_fill(difference != 0, -100.0).masked_fill(difference == 0, 0.0)

    @staticmethod
    def _windows(x: Tensor) -> Tensor:
        batch, _, _, channels = x.shape
        return x.view(batch, 2, 4, 2, 4, channels).permute(0, 1, 3, 2, 4, 5).reshape(-1, 16, channels)

    def forward(self, x: Tensor) -> Tensor:
        windows = self._windows(torch.roll(x, shifts=(-2, -2), dims=(1, 2)))
        q, k, v = self.qkv(windows).view(-1, 16, 3, 2, 8).permute(2, 0, 3, 1, 4).unbind(0)
        scores = F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(-2, -1)
        scores = scores * torch.clamp(self.logit_scale, max=4.605170185988092).exp()
        scores = scores.view(x.shape[0], 4, 2, 16, 16) + self._mask(x).unsqueeze(1).unsqueeze(0)
        out = self.proj(_merged(scores.view(-1, 2, 16, 16).softmax(-1) @ v))
        out = out.view(-1, 2, 2, 4, 4, 16).permute(0, 1, 3, 2, 4, 5).reshape(x.shape)
        return x + torch.roll(out, shifts=(2, 2), dims=(1, 2))


class RotaryPositions(nn.Module):
    """LLaMA: RMS norm, angles from ``arange`` in float32, rotation, grouped key and value heads, causal attention."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.length = length
        self.embed = nn.Embedding(50, 16)
        self.norm_weight = nn.Parameter(1.0 + 0.1 * torch.randn(16))
        self.q, self.k, self.v = (nn.Linear(16, n, bias=False) for n in (16, 8, 8))
        self.o = nn.Linear(16, 16, bias=False)
        self.register_buffer("frequencies", 10000.0 ** (-torch.arange(0, 8, 2).float() / 8))
        self.frequencies: Tensor

    def _norm(self, x: Tensor) -> Tensor:
        wide = x.to(torch.float32)
        wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-6)
        return self.norm_weight * wide.to(x.dtype)

    @staticmethod
    def _rotated(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        low, high = x[..., : x.shape[-1] // 2], x[..., x.shape[-1] // 2 :]
        return x * cos + torch.cat((-high, low), dim=-1) * sin

    def forward(self, ids: Tensor) -> Tensor:
        x = self.embed(ids)
        positions = torch.arange(0, self.length, device=ids.device).unsqueeze(0)
        angles = self.frequencies[None, :, None].float() @ positions[:, None, :].float()
        angles = torch.cat((angles.transpose(1, 2), angles.transpose(1, 2)), dim=-1)
        cos, sin = angles.cos().to(x.dtype).unsqueeze(1), angles.sin().to(x.dtype).unsqueeze(1)
        y = self._norm(x)
        q = self._rotated(_heads(self.q(y), 2), cos, sin)
        k = self._rotated(_heads(self.k(y), 1), cos, sin)
        k, v = (t.expand(-1, 2, -1, -1).contiguous() for t in (k, _heads(self.v(y), 1)))
        return self.o(_merged(F.scaled_dot_product_attention(q, k, v, is_causal=True)))


class ComplexRotary(nn.Module):
    """LLaMA's first form: rotation as a product of complex numbers, from ``polar`` and ``view_as_complex``."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k = nn.Linear(16, 16, bias=False), nn.Linear(16, 16, bias=False)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        frequencies = 1.0 / (10000.0 ** (torch.arange(0, 8, 2, device=x.device).float() / 8))
        angles = torch.outer(torch.arange(x.shape[1], device=x.device), frequencies).float()
        turns = torch.polar(torch.ones_like(angles), angles)[None, :, None, :]
        q, k = (part(x).view(x.shape[0], x.shape[1], 2, 8) for part in (self.q, self.k))
        q, k = (torch.view_as_complex(t.float().reshape(*t.shape[:-1], -1, 2)) * turns for t in (q, k))
        q = torch.view_as_real(q).flatten(3).type_as(x)
        scores = q.transpose(1, 2) @ torch.view_as_real(k).flatten(3).type_as(x).permute(0, 2, 3, 1)
        return scores.softmax(-1), k


class GatedUnits(nn.Module):
    """Gates of every spelling: SwiGLU, GEGLU by ``chunk``, ``glu``, tanh times sigmoid."""

    def __init__(self) -> None:
        super().__init__()
        self.gate, self.up = nn.Linear(12, 24, bias=False), nn.Linear(12, 24, bias=False)
        self.down = nn.Linear(24, 12, bias=False)
        self.wide = nn.Linear(12, 48)
        self.narrow = nn.Linear(24, 24)
        self.last = nn.Linear(12, 24)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.down(F.silu(self.gate(x)) * self.up(x))
        value, gate = self.wide(x).chunk(2, dim=-1)
        x = x + F.glu(self.narrow(value * F.gelu(gate, approximate="tanh")), dim=-1)
        left, right = torch.split(self.last(x), 12, dim=-1)
        return torch.tanh(left) * torch.sigmoid(right)


class FourierMixing(nn.Module):
    """FNet: a 2-d Fourier transform over length and width (neither a power of two), its real part, a norm."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(12, eps=1e-12)
        self.dense = nn.Linear(12, 12)

    def forward(self, x: Tensor) -> Tensor:
        mixed = torch.fft.fftn(x, dim=(1, 2)).real
        return self.dense(self.norm(x + mixed))


def patch_embedding() -> Made:
    return settled(PatchEmbedding()), (torch.randn(2, 3, 16, 16),)


def shared_encoder() -> Made:
    return settled(SharedEncoder()), (torch.randint(1, 40, (2, 7)),)


def relative_position_bias() -> Made:
    return settled(RelativePositionBias()), (torch.randn(2, 16, 16),)


def shifted_windows() -> Made:
    return settled(ShiftedWindows()), (torch.randn(2, 8, 8, 16),)


def rotary_positions() -> Made:
    """Longer than bfloat16 can count (256), and sharp enough that positions which collide there show."""
    module = RotaryPositions(600)
    settled(module)
    for projection in (module.q, module.k):
        projection.weight.mul_(1.7)
    return module, (torch.randint(0, 50, (1, 600)),)


def complex_rotary() -> Made:
    return settled(ComplexRotary()), (torch.randn(1, 6, 16),)


def gated_units() -> Made:
    return settled(GatedUnits()), (torch.randn(2, 5, 12),)


def fourier_mixing() -> Made:
    return settled(FourierMixing()), (torch.randn(2, 13, 12),)


ENTRIES = (
    Entry("transformer/patch_embedding", patch_embedding, "computer_vision"),
    Entry("transformer/shared_encoder", shared_encoder, "nlp"),
    Entry("transformer/relative_position_bias", relative_position_bias, "computer_vision"),
    Entry("transformer/shifted_windows", shifted_windows, "computer_vision"),
    Entry("transformer/rotary_positions", rotary_positions, "nlp"),
    Entry("transformer/complex_rotary", complex_rotary, "nlp"),
    Entry("transformer/gated_units", gated_units, "nlp"),
    Entry("transformer/fourier_mixing", fourier_mixing, "nlp"),
)
