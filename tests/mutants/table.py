"""All mutants."""

from __future__ import annotations

from mutants import casts, contracts, laws, literals, numbers, quantized
from mutants.model import Mutant

MUTANTS: tuple[Mutant, ...] = (
    *casts.MUTANTS,
    *literals.MUTANTS,
    *contracts.MUTANTS,
    *laws.MUTANTS,
    *quantized.MUTANTS,
    *numbers.MUTANTS,
)
