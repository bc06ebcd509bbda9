"""Indices and writes: what stays integer or boolean, and what is written into what."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from pytest_dtypegen.samples.modules.entry import Entry, Made, settled


class IntegerOutputs(nn.Module):
    """A classifier's whole answer: logits, ``topk`` indices, ``argmax``, a boolean mask, a count."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 12)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        logits = self.linear(x)
        values, places = logits.topk(3, dim=-1)
        certain = logits.softmax(-1).amax(-1) > 0.25
        return logits, values, places, logits.argmax(-1), certain, (logits > 0).sum(-1)


class SliceWrites(nn.Module):
    """Writes into slices of float32 zeros made in the graph: by index, ``copy_`` into a view, ``+=``, ``fill_``."""

    def __init__(self) -> None:
        super().__init__()
        self.left, self.right = nn.Linear(6, 4), nn.Linear(6, 4)

    def forward(self, x: Tensor) -> Tensor:
        out = torch.zeros((x.shape[0], 5, 10), device=x.device)
        out[:, :, :4] = self.left(x)
        out[:, :, 4:8].copy_(self.right(x))
        out[:, 0] += 0.5
        out[:, -1, 8:].fill_(2.0)
        middle = out[:, 1:3]
        middle.mul_(0.5)
        return out * 2.0


class IndexWrites(nn.Module):
    """Writes by index: ``index_put`` (also accumulating), ``masked_scatter``, ``scatter_``, ``index_copy``."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(6, 6)

    def forward(self, x: Tensor, index: Tensor, mask: Tensor) -> Tensor:
        y = self.linear(x)
        out = torch.zeros((8, 6), device=x.device)
        out[index] = y
        out = torch.index_put(out, (index,), y, accumulate=True)
        out = out.index_copy(0, index, y * 2.0)
        filled = torch.zeros((8, 6), device=x.device).masked_scatter(mask, y)
        scattered = torch.zeros((8, 6), device=x.device).scatter_(0, index[:, None].expand(-1, 6), y)
        return torch.cat([out, filled, scattered], dim=-1)


class TokenMerge(nn.Module):
    """Vision-language models: image features scattered into the places of image tokens among word embeddings."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(20, 8)
        self.image = nn.Linear(5, 8)
        self.head = nn.Linear(8, 6, bias=False)

    def forward(self, ids: Tensor, pixels: Tensor) -> Tensor:
        words = self.embed(ids)
        places = (ids == 19).unsqueeze(-1).expand_as(words)
        merged = words.masked_scatter(places, self.image(pixels).to(words.dtype))
        return self.head(merged)


class PositionIds(nn.Module):
    """OPT and RoBERTa: positions counted from the mask by ``cumsum``, then looked up; ids cast to float beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(600, 8), nn.Embedding(14, 8)
        self.linear = nn.Linear(9, 8)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        positions = (torch.cumsum(mask, dim=1).type_as(mask) * mask).long() + 1
        x = self.words(ids) + self.places(positions)
        return self.linear(torch.cat([x, ids.to(torch.float32)[..., None] / 599.0], dim=-1))


class IntegerOnly(nn.Module):
    """No float tensor at all: nothing to generalize."""

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        positions = torch.cumsum(mask, dim=1) * mask
        first = (ids == 3).to(torch.int32).argmax(-1)
        return positions + ids, first


def integer_outputs() -> Made:
    return settled(IntegerOutputs()), (torch.randn(5, 8),)


def slice_writes() -> Made:
    return settled(SliceWrites()), (torch.randn(2, 5, 6),)


def index_writes() -> Made:
    mask = torch.zeros(8, 6, dtype=torch.bool)
    mask[::2] = True
    return settled(IndexWrites()), (torch.randn(4, 6), torch.tensor([1, 3, 4, 6]), mask)


def token_merge() -> Made:
    ids = torch.randint(0, 19, (2, 7))
    ids[:, 2:4] = 19
    return settled(TokenMerge()), (ids, torch.randn(4, 5))


def position_ids() -> Made:
    mask = torch.ones(2, 12, dtype=torch.int64)
    mask[0, :4] = 0
    return settled(PositionIds()), (torch.randint(0, 600, (2, 12)), mask)


def integer_only() -> Made:
    mask = torch.ones(2, 9, dtype=torch.int64)
    mask[1, :3] = 0
    return IntegerOnly().eval(), (torch.randint(0, 9, (2, 9)), mask)


ENTRIES = (
    Entry("indexing/integer_outputs", integer_outputs, "nlp"),
    Entry("indexing/slice_writes", slice_writes),
    Entry("indexing/index_writes", index_writes),
    Entry("indexing/token_merge", token_merge, "multimodal"),
    Entry("indexing/position_ids", position_ids, "nlp"),
    Entry("indexing/integer_only", integer_only, "nlp"),
)
