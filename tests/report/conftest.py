"""Verdicts to make reports of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_dtypegen.errors import Failure
from pytest_dtypegen.records import Record
from pytest_dtypegen.report.journal import Entry, JournalData

META = {
    "versions": {"pytest-dtypegen": "0.1.0", "torch": "2.13.0", "python": "3.11.7"},
    "level": "run",
    "options": {"level": "run", "seed": 0, "timeout": 600.0, "memory": None},
    "sets": ["full.txt"],
    "dtypes": ["float16", "bfloat16"],
    "devices": ["cpu"],
    "passes": ["autocast"],
    "shard": "1/1",
    "started": 1_700_000_000.0,
}


@pytest.fixture
def record() -> Callable[..., Record]:
    """Make a record: ``record("samples/timm/a", "float16", "DG402", op="x", seconds=2)``."""

    def make(
        sample: str, dtype: str = "float16", code: str | None = None, *, seconds: float = 0.5, **facts: Any
    ) -> Record:
        metrics = facts.pop("metrics", {"snr_db": 52.5, "lowered_share": 1.0, "casts": 2, "autocast_casts": 6})
        pass_name, device = facts.pop("pass_name", "autocast"), facts.pop("device", "cpu")
        failure = Failure(code, facts.pop("stage", "verify"), facts.pop("message", "no"), **facts) if code else None
        outcome = "passed" if failure is None else "skipped" if failure.error_class.skip else "failed"
        stages = {"load": seconds / 4, "run": 3 * seconds / 4}
        return Record(sample, dtype, device, pass_name, "run", outcome, failure, stages, metrics)

    return make


@pytest.fixture
def entry(record) -> Callable[..., Entry]:
    def make(*args: Any, at: float = 1.0, **kwargs: Any) -> Entry:
        made = record(*args, **kwargs)
        return Entry(made, f"full.txt::{made.sample}[{made.dtype}-cpu]", "", at)

    return make


@pytest.fixture
def data(entry) -> JournalData:
    """Eight verdicts: three sources, two dtypes, two classes, one skip."""
    entries = (
        entry("samples/timm/a"),
        entry("samples/timm/a", "bfloat16", seconds=9),
        entry("samples/timm/b", "float16", "DG402", op="scaled_dot_product_attention", line=7, node="attn"),
        entry("samples/timm/b", "bfloat16", "DG402", op="scaled_dot_product_attention"),
        entry("samples/nlp/c", "float16", "DG404", op="masked_fill"),
        entry("samples/nlp/c", "bfloat16"),
        entry("d", "float16", "DG203", message="no float32 tensor"),
        entry("d", "bfloat16", "DG203", message="no float32 tensor"),
    )
    return JournalData(META, entries, planned=9, exitstatus=1, ended=1_700_000_100.0)
