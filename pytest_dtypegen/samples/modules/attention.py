"""Attention and its masks, in every form that models give them."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from pytest_dtypegen.samples.modules.entry import Entry, Made, settled

LOWEST = torch.finfo(torch.float32).min


class _Projections(nn.Module):
    def __init__(self, width: int = 16, heads: int = 2) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.output = nn.Linear(width, width)

    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Query, key and value, each ``[batch, heads, length, width / heads]``."""
        shape = (x.shape[0], x.shape[1], self.heads, -1)
        q, k, v = (part(x).view(shape).transpose(1, 2) for part in (self.query, self.key, self.value))
        return q, k, v

    def merge(self, x: Tensor) -> Tensor:
        return self.output(x.transpose(1, 2).contiguous().flatten(2))


class MaskedFillLowest(_Projections):
    """BERT: an integer mask inverted, filled with float32's lowest value, added to the scores; and again by fill."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(16, eps=1e-12)

    def forward(self, x: Tensor, attention_mask: Tensor) -> Tensor:
        inverted = 1.0 - attention_mask[:, None, None, :].to(torch.float32)
        extended = inverted.masked_fill(inverted.to(torch.bool), LOWEST)
        q, k, v = self.project(x)
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(8) + extended
        scores = scores.masked_fill(attention_mask[:, None, None, :] == 0, LOWEST)
        attended = torch.matmul(F.dropout(F.softmax(scores, dim=-1), 0.1, self.training), v)
        return self.norm(self.merge(attended) + x)


class MaskedFillScores(_Projections):
    """DistilBERT before its sdpa form: the scores themselves are filled with float32's lowest value."""

    def forward(self, x: Tensor, attention_mask: Tensor) -> Tensor:
        q, k, v = self.project(x / 1.5)
        scores = torch.matmul(q * 0.3535533905932738, k.transpose(2, 3))
        mask = (attention_mask == 0).view(2, 1, 1, -1).expand_as(scores)
        return self.merge(torch.matmul(scores.masked_fill(mask, LOWEST).softmax(-1), v))


class AdditiveMask(_Projections):
    """DistilBERT: a float32 mask, made in the graph, given to ``scaled_dot_product_attention`` as it is."""

    def forward(self, x: Tensor, attention_mask: Tensor) -> Tensor:
        mask = attention_mask[:, None, None, :].expand(-1, 1, x.shape[1], -1).to(torch.float32)
        mask = (1.0 - mask) * LOWEST
        q, k, v = self.project(x)
        return self.merge(F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=0.0, is_causal=False))


class MaskInput(_Projections):
    """A float32 mask that is an input, and a float32 bias table beside it: both meet the query in one call."""

    def __init__(self) -> None:
        super().__init__()
        self.bias = nn.Parameter(torch.randn(1, 2, 9, 9))

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        q, k, v = self.project(x)
        return self.merge(F.scaled_dot_product_attention(q, k, v, mask + self.bias))


class UpcastQuery(_Projections):
    """Attention that its author runs in float32, with a bias table that is a parameter and would be converted."""

    def __init__(self) -> None:
        super().__init__()
        self.bias = nn.Parameter(torch.randn(1, 2, 9, 9))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (t.float() for t in self.project(x))
        q = q * torch.rsqrt(q.square().mean(-1, keepdim=True) + 1e-6)
        return self.merge(F.scaled_dot_product_attention(q, k, v, attn_mask=self.bias).to(x.dtype))


class VmapMask(_Projections):
    """A mask made by ``vmap`` over rows and columns, as masking helpers of recent transformers make it."""

    def forward(self, x: Tensor, attention_mask: Tensor) -> Tensor:
        padding = attention_mask.bool()

        def allowed(batch: Tensor, row: Tensor, column: Tensor) -> Tensor:
            return (column <= row) & padding[batch, column]

        for dims in ((None, None, 0), (None, 0, None), (0, None, None)):
            allowed = torch.vmap(allowed, in_dims=dims, out_dims=0)
        place = torch.arange(x.shape[1], device=x.device)
        mask = allowed(torch.arange(x.shape[0], device=x.device), place, place)[:, None]
        q, k, v = self.project(x)
        return self.merge(F.scaled_dot_product_attention(q, k, v, attn_mask=mask))


class BooleanMask(_Projections):
    """A causal mask from comparing two ``arange``: boolean to the end, so that it meets any query."""

    def forward(self, x: Tensor) -> Tensor:
        place = torch.arange(x.shape[1], device=x.device)
        mask = place[None, :] <= place[:, None]
        q, k, v = self.project(x)
        return self.merge(F.scaled_dot_product_attention(q, k, v, attn_mask=mask[None, None]))


class CausalFill(_Projections):
    """GPT-2: a triangle of float32's lowest value by ``full`` and ``triu``, ``where`` with a ``full`` scalar."""

    def forward(self, x: Tensor) -> Tensor:
        length = x.shape[1]
        triangle = torch.full((length, length), LOWEST, dtype=torch.float32, device=x.device).triu(1)
        q, k, v = self.project(x)
        scores = q @ k.transpose(-1, -2) * 0.3535533905932738
        allowed = torch.ones((length, length), dtype=torch.bool, device=x.device).tril()
        scores = torch.where(allowed, scores, torch.full([], LOWEST, dtype=scores.dtype, device=x.device))
        scores = torch.clamp(scores + triangle, min=LOWEST)
        return self.merge(scores.softmax(-1, dtype=torch.float32).type_as(v) @ v)


class AlibiBaddbmm(_Projections):
    """BLOOM: slopes times positions counted by ``cumsum`` over the mask, added inside ``baddbmm``."""

    def forward(self, x: Tensor, attention_mask: Tensor) -> Tensor:
        batch, length, _ = x.shape
        base = torch.tensor(0.0625, device=x.device, dtype=torch.float32)
        slopes = torch.pow(base, torch.arange(1, 1 + self.heads, device=x.device, dtype=torch.int32))
        counted = ((attention_mask.cumsum(dim=-1) - 1) * attention_mask)[:, None, :]
        alibi = (slopes[..., None] * counted).reshape(batch * self.heads, 1, length).to(x.dtype)
        q, k, v = (t.reshape(batch * self.heads, length, -1) for t in self.project(x))
        scores = alibi.baddbmm(batch1=q, batch2=k.transpose(1, 2), beta=1.0, alpha=0.3535533905932738)
        scores = scores.view(batch, self.heads, length, length)
        scores = scores.masked_fill((attention_mask == 0)[:, None, None, :], LOWEST)
        weights = F.softmax(scores, dim=-1, dtype=torch.float32).to(x.dtype)
        attended = torch.bmm(weights.view(batch * self.heads, length, length), v)
        return self.merge(attended.view(batch, self.heads, length, -1))


class EinsumAttention(nn.Module):
    """XLNet: projections and scores by ``einsum``, a one-hot segment matrix, a mask scaled by 1e30."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Parameter(torch.randn(12, 2, 6) * 0.3) for _ in range(4))
        self.segment = nn.Parameter(torch.randn(2, 2, 6) * 0.3)

    def forward(self, x: Tensor, segments: Tensor, mask: Tensor) -> Tensor:
        q, k, v = (torch.einsum("ibh,hnd->ibnd", x, weight) for weight in (self.q, self.k, self.v))
        scores = torch.einsum("ibnd,jbnd->bnij", q, k) * 0.408248290463863
        different = F.one_hot((segments[:, None] != segments[None, :]).long(), num_classes=2).to(torch.float32)
        scores = scores + torch.einsum("ijbs,ibns->bnij", different, torch.einsum("ibnd,snd->ibns", q, self.segment))
        scores = scores - 1e30 * mask.to(torch.float32)[:, None, None, :]
        weights = scores.softmax(dim=3)
        return torch.einsum("ibnd,hnd->ibh", torch.einsum("bnij,jbnd->ibnd", weights, v), self.o)


class EncoderFastPath(nn.Module):
    """``nn.MultiheadAttention``'s way in eval mode, as older captures hold it: fused, with its packed weights."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.proj = nn.Linear(16, 48), nn.Linear(16, 16)

    def forward(self, x: Tensor) -> Tensor:
        attended, _ = torch._native_multi_head_attention(
            x, x, x, 16, 2, self.qkv.weight, self.qkv.bias, self.proj.weight, self.proj.bias, None, False, True, None
        )
        return F.layer_norm(x + attended, (16,))


class MultiHeadModule(nn.Module):
    """``nn.MultiheadAttention`` as a call of one function, with averaged weights as a second output."""

    def __init__(self) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(16, 2)
        self.norm = nn.LayerNorm(16)

    def forward(self, x: Tensor, memory: Tensor) -> tuple[Tensor, Tensor]:
        attended, weights = self.attention(x, memory, memory, need_weights=True)
        return self.norm(x + attended), weights


def _sequence(length: int = 9) -> Tensor:
    return torch.randn(2, length, 16)


def _padding(length: int = 9) -> Tensor:
    """An integer mask whose second row ends in three padded places."""
    mask = torch.ones(2, length, dtype=torch.int64)
    mask[1, -3:] = 0
    return mask


def masked_fill_lowest() -> Made:
    return settled(MaskedFillLowest()), (_sequence(), _padding())


def masked_fill_scores() -> Made:
    return settled(MaskedFillScores()), (_sequence(), _padding())


def additive_mask() -> Made:
    return settled(AdditiveMask()), (_sequence(), _padding())


def mask_input() -> Made:
    return settled(MaskInput()), (_sequence(), torch.randn(9, 9))


def upcast_query() -> Made:
    return settled(UpcastQuery()), (_sequence(),)


def vmap_mask() -> Made:
    mask = torch.ones(2, 9, dtype=torch.int64)
    mask[1, 5:] = 0
    return settled(VmapMask()), (_sequence(), mask)


def boolean_mask() -> Made:
    return settled(BooleanMask()), (_sequence(),)


def causal_fill() -> Made:
    return settled(CausalFill()), (_sequence(),)


def alibi_baddbmm() -> Made:
    return settled(AlibiBaddbmm()), (_sequence(), _padding())


def einsum_attention() -> Made:
    mask = _padding(7) == 0
    segments = torch.tensor([[0, 0, 0, 1, 1, 1, 1], [0, 1, 1, 1, 1, 0, 0]]).t().contiguous()
    return settled(EinsumAttention()), (torch.randn(7, 2, 12), segments, mask)


def encoder_fast_path() -> Made:
    return settled(EncoderFastPath()), (_sequence(),)


def multi_head_module() -> Made:
    return settled(MultiHeadModule()), (torch.randn(5, 2, 16), torch.randn(7, 2, 16))


ENTRIES = (
    Entry("attention/masked_fill_lowest", masked_fill_lowest, "nlp"),
    Entry("attention/masked_fill_scores", masked_fill_scores, "nlp"),
    Entry("attention/additive_mask", additive_mask, "nlp"),
    Entry("attention/mask_input", mask_input, "nlp"),
    Entry("attention/upcast_query", upcast_query, "multimodal"),
    Entry("attention/vmap_mask", vmap_mask, "nlp"),
    Entry("attention/boolean_mask", boolean_mask, "nlp"),
    Entry("attention/causal_fill", causal_fill, "nlp"),
    Entry("attention/alibi_baddbmm", alibi_baddbmm, "nlp"),
    Entry("attention/einsum", einsum_attention, "nlp"),
    Entry("attention/encoder_fast_path", encoder_fast_path, "nlp"),
    Entry("attention/multi_head_module", multi_head_module, "multimodal"),
)
