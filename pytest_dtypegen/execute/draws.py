"""The same random numbers in the reference and in its rewrite.

Each op that draws is seeded by its name and by how many of that name drew before it, so that ops without randomness
can come and go between two graphs. torch draws other numbers for other dtypes (``rand`` masks the generator's bits to
the mantissa, and vector and scalar code paths differ); dropout's mask alone is the same for every dtype. So a draw in
another floating dtype is made in float32 and rounded.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch


@dataclass(frozen=True)
class Active:
    """When an op draws: its argument at ``position`` or by ``keyword`` is truthy; ``default`` where it is not given."""

    position: int | None = None
    keyword: str = ""
    default: Any = True

    def __call__(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
        if self.position is None:
            return True
        value = args[self.position] if self.position < len(args) else kwargs.get(self.keyword, self.default)
        return bool(value)


_ALWAYS = Active()
_IF_TRAINING = Active(2, "training", True)

DRAWS: dict[str, Active] = {
    **dict.fromkeys(
        ("rand", "randn", "rand_like", "randn_like", "randint", "randint_like", "randperm", "normal", "bernoulli",
         "multinomial", "poisson", "bernoulli_", "uniform_", "normal_", "exponential_", "cauchy_", "log_normal_",
         "geometric_", "random_", "gumbel_softmax", "native_dropout"),
        _ALWAYS,
    ),
    "dropout": _IF_TRAINING,
    "dropout_": _IF_TRAINING,
    "alpha_dropout": Active(2, "training", False),
    "feature_alpha_dropout": Active(2, "training", False),
    "feature_dropout": _IF_TRAINING,
    "dropout1d": _IF_TRAINING,
    "dropout2d": _IF_TRAINING,
    "dropout3d": _IF_TRAINING,
    "rrelu": Active(3, "training", False),
    "rrelu_with_noise": Active(4, "training", False),
    "scaled_dot_product_attention": Active(4, "dropout_p", 0.0),
    "multi_head_attention_forward": Active(13, "training", True),
}  # fmt: skip
"""Ops that draw random numbers, and when."""

#: Ops whose result is whatever memory held before.
UNWRITTEN = frozenset("empty empty_like new_empty empty_strided new_empty_strided empty_permuted".split())

_UNIFORM = ("rand", "rand_like")
_NORMAL = ("randn", "randn_like")
_IN_PLACE = ("uniform_", "normal_", "exponential_", "cauchy_", "log_normal_")


class Draws:
    """Seeds the drawing ops of one run of a graph."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._drawn: Counter[str] = Counter()

    def seed(self, op: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> int | None:
        """Seeds torch for the op that is about to run; the seed, or None where the op does not draw."""
        active = DRAWS.get(op)
        if active is None or not active(args, kwargs):
            return None
        self._drawn[op] += 1
        seed = zlib.crc32(f"{self._seed}/{op}/{self._drawn[op]}".encode())
        torch.manual_seed(seed)
        return seed

    @staticmethod
    def redraw(op: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], result: Any, seed: int) -> None:
        """Writes float32's numbers into ``result``, a fresh draw in another floating dtype."""
        if not isinstance(result, torch.Tensor) or not result.is_floating_point() or result.dtype == torch.float32:
            return
        drawn = torch.empty(result.shape, dtype=torch.float32, device=result.device)
        torch.manual_seed(seed)
        if op in _UNIFORM:
            drawn.uniform_()
        elif op in _NORMAL:
            drawn.normal_()
        elif op in _IN_PLACE:
            getattr(drawn, op)(*args[1:], **kwargs)
        else:
            return
        result.copy_(drawn)


def mark_unwritten(op: str, result: Any) -> None:
    """Fills memory that an op leaves unwritten with NaN (integers: the largest), so that a graph which reads it cannot
    look right by chance. The values are those of torch's ``fill_uninitialized_memory``."""
    if op not in UNWRITTEN or not isinstance(result, torch.Tensor) or result.is_quantized:
        return
    if result.is_floating_point() or result.is_complex():
        result.fill_(float("nan"))
    else:
        result.fill_(True if result.dtype is torch.bool else torch.iinfo(result.dtype).max)
