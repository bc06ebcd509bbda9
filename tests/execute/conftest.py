"""Executors with the faulty target."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from faults import target
from pooling import LIMITS, SHORT

from pytest_dtypegen.execute.pool import CaseExecutor


@pytest.fixture(scope="module")
def executor() -> Iterator[CaseExecutor]:
    made = CaseExecutor(LIMITS, target=target)
    yield made
    made.close()


@pytest.fixture(scope="module")
def hasty_executor() -> Iterator[CaseExecutor]:
    """With a second for each case, for those that would never end."""
    made = CaseExecutor(SHORT, target=target)
    yield made
    made.close()


@pytest.fixture(scope="module")
def torch_executor() -> Iterator[CaseExecutor]:
    """With torch loaded from the start, as the pipeline has it; this takes a second a process."""
    made = CaseExecutor(LIMITS, target="faults_with_torch:target")
    yield made
    made.close()
