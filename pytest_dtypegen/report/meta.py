"""What a run was asked, of which versions: the journal's first line, and what of it must agree (no torch)."""

from __future__ import annotations

import importlib.metadata
import platform
import time
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import pytest_dtypegen
from pytest_dtypegen.plan import Plan


def run_meta(plan: Plan, code: Mapping[str, Mapping[str, str]] | None = None) -> dict[str, Any]:
    """What the journal's first line says of a run: what was asked, of what versions. ``code``: hashes of users' own
    passes, comparers and sources, by the names in ``shape.CODES``."""
    settings = plan.settings
    options = asdict(settings.options)
    try:
        torch = importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        torch = "none"
    return {
        "versions": {
            "pytest-dtypegen": pytest_dtypegen.__version__,
            "torch": torch,
            "python": platform.python_version(),
        },
        "platform": platform.platform(),
        "level": settings.options.level,
        "options": options,
        "sets": [cases.name for cases in plan.sets],
        "dtypes": list(settings.dtypes),
        "devices": list(settings.devices),
        "passes": list(settings.passes),
        "shard": str(settings.shard),
        **({"division": plan.division} if plan.division else {}),
        **{name: dict(hashes) for name, hashes in (code or {}).items() if hashes},
        "started": round(time.time(), 3),
    }


NOT_OF_VERDICTS = ("timeout", "memory", "threads", "inprocess", "root")
"""Options that a verdict does not depend on, where it is reached."""

KEPT = ("out", "record")
"""Options that say what else is kept of a case, and where: no verdict depends on them either, but a run that goes on
with another's verdicts would leave things unwritten."""


def verdict_key(meta: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a journal's meta that must agree for its verdicts to count in another run."""
    options = {k: v for k, v in meta.get("options", {}).items() if k not in NOT_OF_VERDICTS}
    versions = {k: v for k, v in meta.get("versions", {}).items() if k != "python"}
    return {**{f"version of {k}": v for k, v in versions.items()}, **options}


def merge_key(meta: Mapping[str, Any]) -> dict[str, Any]:
    """The part of it that must agree for its verdicts to stand in one report with another run's."""
    return {name: value for name, value in verdict_key(meta).items() if name not in KEPT}
