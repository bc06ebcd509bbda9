"""What a result promises: its dtype, its aliases, its device, and operands that are not there."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from pytest_dtypegen.samples.modules.entry import Entry, Made, settled


class Float64Scalars(nn.Module):
    """Float64 beside float32: 0-d scalars that promote nothing, a float64 branch that must come out as float64."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)
        self.register_buffer("scale", torch.tensor(0.125, dtype=torch.float64))
        self.register_buffer("table", torch.linspace(0.0, 1.0, 8, dtype=torch.float64))
        self.scale: Tensor
        self.table: Tensor

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        y = self.linear(x) * self.scale
        exact = (y.double() * self.table).sum(-1)
        return y, exact, exact.to(torch.float32)


class NoneOperands(nn.Module):
    """Operands that may be ``None``, and are: biases, norm parameters, running statistics, an attention mask."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, bias=False)
        self.qkv = nn.Linear(8, 24, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        y = F.batch_norm(self.conv(x), None, None, None, None, True, 0.1, 1e-05)
        y = F.layer_norm(y.flatten(2).transpose(1, 2), (8,), None, None, 1e-05)
        q, k, v = self.qkv(y).unsqueeze(1).chunk(3, dim=-1)
        attended = F.scaled_dot_product_attention(q, k, v, attn_mask=None, scale=None)
        y = F.group_norm(attended.squeeze(1).transpose(1, 2), 2, None, None)
        return F.instance_norm(y, None, None, None, None, True)


class AliasedOutputs(nn.Module):
    """Several outputs of one storage: a value, a view of it, a write through the view that all of them see."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(6, 12)

    def forward(self, x: Tensor) -> dict[str, Tensor]:
        y = self.linear(x)
        head = y[:, :4]
        head.add_(1.0)
        folded = y.view(-1, 3, 4)
        return {"whole": y, "head": head, "folded": folded, "turned": folded.transpose(1, 2), "sum": y + x.sum()}


class UpcastOutput(nn.Module):
    """Language-model heads: logits that the author upcast, hidden states that he did not, a loss, the last token."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(8)
        self.head = nn.Linear(8, 20, bias=False)

    def forward(self, x: Tensor, labels: Tensor) -> tuple[Tensor, ...]:
        hidden = self.norm(x)
        logits = self.head(hidden).float()
        loss = F.cross_entropy(logits.view(-1, 20), labels.view(-1))
        return loss, logits, hidden, logits[:, -1].argmax(-1)


class AutocastRegion(nn.Module):
    """Regions of autocast inside the graph: one that lowers a matmul, one that is switched off around a norm."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(8, 16), nn.Linear(16, 8)

    def forward(self, x: Tensor) -> Tensor:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = F.gelu(self.first(x))
        with torch.autocast("cpu", enabled=False):
            y = y.float()
            y = y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-5)
        return self.second(y)


class RandomOps(nn.Module):
    """Random values in the graph: stochastic depth from ``rand``, noise like the input, a dropout that is off."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x: Tensor) -> Tensor:
        keep = 0.9 + torch.rand((x.shape[0], 1), dtype=x.dtype, device=x.device)
        y = self.linear(x).div(0.9) * keep.floor_()
        return F.dropout(y + 0.01 * torch.randn_like(y), 0.5, self.training)


class Factories(nn.Module):
    """Tensors made in the graph with their device and without dtype, met by converted ones in strict operators."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x: Tensor) -> Tensor:
        length = x.shape[1]
        ramp = torch.arange(length, device=x.device) / length
        table = torch.outer(ramp, torch.linspace(0.5, 1.5, 8, device=x.device))
        mixing = torch.eye(length, device=x.device) + torch.full((length, length), 0.1, device=x.device).tril(-1)
        padded = torch.cat([self.linear(x), torch.zeros((x.shape[0], 1, 8), device=x.device)], dim=1)
        return torch.matmul(mixing, padded[:, :length] * torch.cos(table)) + x.new_ones(8)


class JoinedParts(nn.Module):
    """Lists of tensors (``cat``, ``stack``, ``einsum``): of integers that no pass converts, of floats."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(12, 6)
        self.linear = nn.Linear(6, 6)

    def forward(self, left: Tensor, right: Tensor, extra: Tensor) -> Tensor:
        ids = torch.cat([left, right], dim=-1)
        x = self.embed(ids)
        y = torch.stack([x, self.linear(x), extra.to(torch.float32)], dim=2)
        return torch.einsum("blkd,bld->blk", y, torch.cat([extra, x], dim=-1)[..., 3:9])


class QueriedDtypes(nn.Module):
    """Dtypes that the graph spells out: ``to``, ``type_as``, ``zeros_like``, ``full`` with one, limits as literals."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        y = self.linear(x)
        lowest = torch.finfo(y.dtype).min
        scores = torch.where(mask, y, torch.tensor(lowest, dtype=y.dtype, device=y.device))
        bias = torch.zeros_like(y, dtype=torch.float32).masked_fill_(~mask, lowest)
        weights = torch.softmax((y.float() + bias), dim=-1).to(dtype=y.dtype)
        shares = scores.softmax(-1, dtype=torch.float32).type_as(x)
        clean = torch.nan_to_num(torch.clamp(y, min=lowest, max=torch.finfo(y.dtype).max) + shares)
        return clean * weights, weights.to(torch.float32).amax(-1)


def float64_scalars() -> Made:
    return settled(Float64Scalars()), (torch.randn(4, 8),)


def none_operands() -> Made:
    return settled(NoneOperands()), (torch.randn(2, 3, 6, 6),)


def aliased_outputs() -> Made:
    return settled(AliasedOutputs()), (torch.randn(3, 6),)


def upcast_output() -> Made:
    return settled(UpcastOutput()), (torch.randn(2, 5, 8), torch.randint(0, 20, (2, 5)))


def autocast_region() -> Made:
    return settled(AutocastRegion()), (torch.randn(4, 8),)


def random_ops() -> Made:
    return settled(RandomOps()), (torch.randn(6, 8),)


def factories() -> Made:
    return settled(Factories()), (torch.randn(2, 7, 8),)


def joined_parts() -> Made:
    left, right = torch.randint(0, 12, (2, 3)), torch.randint(0, 12, (2, 2))
    return settled(JoinedParts()), (left, right, torch.randn(2, 5, 6))


def queried_dtypes() -> Made:
    mask = torch.ones(4, 8, dtype=torch.bool)
    mask[:, 5:] = False
    return settled(QueriedDtypes()), (torch.randn(4, 8), mask)


ENTRIES = (
    Entry("contract/float64_scalars", float64_scalars),
    Entry("contract/none_operands", none_operands, "computer_vision"),
    Entry("contract/aliased_outputs", aliased_outputs),
    Entry("contract/upcast_output", upcast_output, "nlp"),
    Entry("contract/autocast_region", autocast_region, "multimodal"),
    Entry("contract/random_ops", random_ops),
    Entry("contract/factories", factories),
    Entry("contract/joined_parts", joined_parts, "nlp"),
    Entry("contract/queried_dtypes", queried_dtypes, "nlp"),
)
