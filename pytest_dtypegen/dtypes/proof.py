"""The proof of the contracts: every combination of dtypes of every recipe, the contract's word against the kernel's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch

from pytest_dtypegen.classify import classify
from pytest_dtypegen.dtypes.contracts import Refusal, refusal
from pytest_dtypegen.dtypes.recipes import Recipe


@dataclass(frozen=True)
class Outcome:
    """One call: what the contract said and what the kernel did. ``error``: the exception, None where it ran."""

    recipe: Recipe
    dtypes: tuple[torch.dtype, ...]
    contract: Refusal | None
    error: Exception | None

    @property
    def message(self) -> str:
        """The first line of the kernel's message, empty where it ran."""
        return str(self.error).partition("\n")[0] if self.error is not None else ""

    @property
    def kernel_class(self) -> str | None:
        """The error class of the kernel's message."""
        if self.error is None:
            return None
        return classify(str(self.error), op=self.recipe.op, exception=type(self.error).__name__)

    @property
    def agrees(self) -> bool:
        """Both took the operands, or both refused them in one error class."""
        return (self.contract.code if self.contract else None) == self.kernel_class

    def __str__(self) -> str:
        dtypes = ", ".join(str(d)[6:] for d in self.dtypes)
        ours = f"{self.contract.code} {self.contract.message}" if self.contract else "takes it"
        theirs = f"{self.kernel_class} {self.message}" if self.error is not None else "ran"
        return f"{self.recipe} with {dtypes}: the contract says: {ours} | the kernel: {theirs}"


def outcomes(recipe: Recipe, device: str = "cpu") -> Iterator[Outcome]:
    """Every combination of dtypes of one recipe, tried on ``device``."""
    device_type = torch.device(device).type
    for dtypes in recipe.combinations():
        args, kwargs = recipe.fill(dtypes, device)
        said = refusal(recipe.op, device_type, args, kwargs)
        error: Exception | None = None
        try:
            recipe.call(args, kwargs)
        except Exception as raised:  # whatever a kernel raises is its answer
            error = raised.with_traceback(None)  # its frames hold the tensors
        yield Outcome(recipe, dtypes, said, error)
