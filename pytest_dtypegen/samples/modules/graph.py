"""Message passing over edges: gather, scatter, and sums that count."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from pytest_dtypegen.samples.modules.entry import Entry, Made, settled


class MessagePassing(nn.Module):
    """A graph convolution: degrees by ``scatter_add_`` of float32 ones, symmetric weights, ``index_select``, sums."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(8, 16, bias=False), nn.Linear(16, 4)

    def _aggregate(self, x: Tensor, edges: Tensor, weights: Tensor) -> Tensor:
        messages = x.index_select(0, edges[0]) * weights.view(-1, 1)
        index = edges[1].view(-1, 1).expand_as(messages)
        return messages.new_zeros(x.shape[0], messages.shape[1]).scatter_add_(0, index, messages)

    def forward(self, x: Tensor, edges: Tensor) -> Tensor:
        ones = torch.ones(edges.shape[1], dtype=torch.float32, device=x.device)
        degree = torch.zeros(x.shape[0], dtype=torch.float32, device=x.device).scatter_add_(0, edges[1], ones)
        inverse = degree.pow(-0.5)
        inverse = inverse.masked_fill_(inverse == float("inf"), 0)
        weights = inverse[edges[0]] * inverse[edges[1]]
        x = F.relu(self._aggregate(self.first(x), edges, weights))
        return self._aggregate(self.second(x), edges, weights)


class ScatterSoftmax(nn.Module):
    """Graph attention: a softmax over each node's edges by ``scatter_reduce_``, ``gather`` and ``exp``."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 12, bias=False)
        self.source, self.target = (nn.Parameter(torch.randn(1, 12) * 0.3) for _ in range(2))

    def forward(self, x: Tensor, edges: Tensor) -> Tensor:
        count = x.shape[0]
        x = self.linear(x)
        a, b = (x * self.source).sum(-1), (x * self.target).sum(-1)
        scores = F.leaky_relu(a[edges[0]] + b[edges[1]], 0.2)
        largest = torch.full((count,), -torch.inf, device=x.device, dtype=scores.dtype)
        largest.scatter_reduce_(0, edges[1], scores, reduce="amax", include_self=False)
        shares = torch.exp(scores - largest.gather(0, edges[1]))
        total = torch.zeros(count, device=x.device, dtype=shares.dtype).index_add_(0, edges[1], shares)
        shares = shares / (total.gather(0, edges[1]) + 1e-16)
        out = torch.zeros((count, 12), device=x.device, dtype=x.dtype)
        return out.index_add(0, edges[1], x[edges[0]] * shares[:, None])


class ScatterMean(nn.Module):
    """Pooling of nodes into graphs: sums into a float32 buffer of zeros, counts, a mean; an ``index_put`` head."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x: Tensor, batch: Tensor) -> Tensor:
        y = F.elu(self.linear(x))
        total = torch.zeros((3, 8), device=x.device)
        total = total.scatter_add(0, batch[:, None].expand(-1, 8), y)
        count = torch.bincount(batch, minlength=3).clamp(min=1)
        pooled = total / count[:, None]
        table = torch.zeros((5, 8), device=x.device)
        table[torch.tensor([0, 2, 4], device=x.device)] = pooled
        return table


def _edges() -> Tensor:
    """Every one of ten nodes has an edge from itself, and twenty more run between them."""
    loops = torch.arange(10).repeat(2, 1)
    return torch.cat([loops, torch.randint(0, 10, (2, 20))], dim=1)


def message_passing() -> Made:
    return settled(MessagePassing()), (torch.randn(10, 8), _edges())


def scatter_softmax() -> Made:
    return settled(ScatterSoftmax()), (torch.randn(10, 8), _edges())


def scatter_mean() -> Made:
    return settled(ScatterMean()), (torch.randn(10, 8), torch.tensor([0, 0, 0, 1, 1, 1, 1, 2, 2, 2]))


ENTRIES = (
    Entry("graph/message_passing", message_passing),
    Entry("graph/scatter_softmax", scatter_softmax),
    Entry("graph/scatter_mean", scatter_mean),
)
