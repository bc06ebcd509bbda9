"""Every mutant dies, in its class and at its node; without its fault, the same case is clean."""

from __future__ import annotations

import pytest

from .model import Mutant
from .table import MUTANTS


@pytest.mark.filterwarnings("ignore:Casting complex values to real")
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_a_mutant_is_caught(mutant: Mutant, request: pytest.FixtureRequest) -> None:
    if mutant.survives:
        request.applymarker(pytest.mark.xfail(reason=mutant.survives, strict=True))
    assert mutant.problem(mutant.verdict()) is None


CASES = {(m.sample, m.dtype, m.device, m.base, m.level): m for m in MUTANTS}


@pytest.mark.parametrize("mutant", CASES.values(), ids=lambda m: f"{m.sample}-{m.dtype}-{m.device}-{m.base}-{m.level}")
def test_without_its_fault_the_case_is_clean(mutant: Mutant) -> None:
    record = mutant.good()
    assert record.outcome == "passed", record.failure


def test_names_are_unique_and_there_are_enough() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 60
