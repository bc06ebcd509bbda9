"""A recipe: one tiny call of an op, with holes where the operands' dtypes go."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.utils import _pytree as pytree

from pytest_dtypegen.dtypes.ops import target_op

FLOATING = (torch.float32, torch.float16, torch.bfloat16, torch.float64)


@dataclass(frozen=True)
class Operand:
    """A hole in a recipe's arguments. ``dtype`` None: it is filled from the combination that is tried.

    ``group``: operands of one group are given the same dtype together; None: one of its own. ``shape`` None: the hole
    is for the dtype itself (``sum(dtype=...)``). ``fill``: ``"ramp"`` values in 0.25..0.75, ``"eye"``, ``"index"``
    0, 1, 0, 1, ..., ``"mask"``, ``"one"``, or ``"lowest"``: float32's lowest finite value, infinite in float16.
    ``strided``: the last two axes are swapped in memory, so that the tensor is not contiguous.
    """

    shape: tuple[int, ...] | None
    dtype: torch.dtype | None = None
    group: str | None = None
    fill: str = "ramp"
    strided: bool = False

    def make(self, dtype: torch.dtype, device: str) -> Any:
        """The operand itself: a new tensor of ``dtype``, or ``dtype``."""
        if self.shape is None:
            return dtype
        if self.strided:
            swapped = (*self.shape[:-2], self.shape[-1], self.shape[-2])
            return Operand(swapped, fill=self.fill).make(dtype, device).transpose(-1, -2)
        count = 1
        for size in self.shape:
            count *= size
        if self.fill == "eye":
            return torch.eye(self.shape[-1], device=device, dtype=dtype).expand(self.shape).clone()
        if self.fill in ("one", "lowest"):
            value = 1.0 if self.fill == "one" else torch.finfo(torch.float32).min
            return torch.ones(self.shape, device=device, dtype=dtype) * value
        steps = torch.arange(count, device=device)
        if self.fill in ("index", "mask"):
            return (steps % 2).reshape(self.shape).to(dtype)
        return (0.25 + 0.5 * steps / max(count, 1)).reshape(self.shape).to(dtype)


def f(*shape: int, group: str | None = None, fill: str = "ramp", strided: bool = False) -> Operand:
    """A floating operand, tried in every dtype."""
    return Operand(shape, None, group, fill, strided)


def i(*shape: int) -> Operand:
    """An int64 operand of 0, 1, 0, 1, ..."""
    return Operand(shape, torch.int64, fill="index")


def b(*shape: int) -> Operand:
    """A bool operand of False, True, False, ..."""
    return Operand(shape, torch.bool, fill="mask")


def t(dtype: torch.dtype, *shape: int, fill: str = "ramp") -> Operand:
    """An operand of one dtype only."""
    return Operand(shape, dtype, fill=fill)


def d() -> Operand:
    """A dtype argument, tried in every dtype."""
    return Operand(None)


@dataclass(frozen=True)
class Recipe:
    """``target``, ``args`` and ``kwargs`` as an fx node has them; ``Operand`` where a tensor (or a dtype) goes."""

    target: str | Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]

    @property
    def op(self) -> str:
        return target_op(self.target)

    @property
    def operands(self) -> tuple[Operand, ...]:
        """All holes, in the order of the arguments."""
        leaves, _ = pytree.tree_flatten((self.args, self.kwargs))
        return tuple(leaf for leaf in leaves if isinstance(leaf, Operand))

    @property
    def holes(self) -> tuple[str, ...]:
        """One name for each dtype that may be chosen: a group's name, or the operand's place among the operands."""
        names = [o.group or str(n) for n, o in enumerate(self.operands) if o.dtype is None]
        return tuple(dict.fromkeys(names))

    def combinations(self, dtypes: Sequence[torch.dtype] = FLOATING) -> Iterator[tuple[torch.dtype, ...]]:
        """Every choice of a dtype for each hole."""
        return itertools.product(dtypes, repeat=len(self.holes))

    def fill(self, combination: Sequence[torch.dtype], device: str = "cpu") -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments with new tensors on ``device``, of the dtypes of one combination."""
        chosen = dict(zip(self.holes, combination, strict=True))
        counter = itertools.count()

        def make(leaf: Any) -> Any:
            if not isinstance(leaf, Operand):
                return leaf
            place = str(next(counter))
            return leaf.make(leaf.dtype or chosen[leaf.group or place], device)

        args, kwargs = pytree.tree_map(make, (self.args, dict(self.kwargs)))
        return args, kwargs

    def call(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Runs the op as the graph would."""
        if isinstance(self.target, str):
            return getattr(args[0], self.target)(*args[1:], **kwargs)
        return self.target(*args, **kwargs)

    def __str__(self) -> str:
        def text(leaf: Any) -> str:
            if isinstance(leaf, Operand):
                if leaf.shape is None:
                    return "dtype"
                kind = "f" if leaf.dtype is None else str(leaf.dtype)[6:]
                return f"{kind}{list(leaf.shape)}"
            if isinstance(leaf, tuple | list):
                return f"[{', '.join(map(text, leaf))}]"
            return str(leaf)

        parts = [text(a) for a in self.args] + [f"{k}={text(v)}" for k, v in self.kwargs.items()]
        return f"{self.op}({', '.join(parts)})"


def call(target: str | Callable[..., Any], *args: Any, **kwargs: Any) -> Recipe:
    """A recipe, written as the call that it stands for; a method is given by name, with its tensor first."""
    return Recipe(target, args, kwargs)
