"""All mutants."""

from __future__ import annotations

from . import casts, contracts, later, laws, literals, numbers, quantized
from .model import Mutant

MUTANTS: tuple[Mutant, ...] = (
    *casts.MUTANTS,
    *literals.MUTANTS,
    *contracts.MUTANTS,
    *laws.MUTANTS,
    *quantized.MUTANTS,
    *numbers.MUTANTS,
    *later.MUTANTS,
)
