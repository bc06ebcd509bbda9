"""What the tests of the child processes share."""

from __future__ import annotations

import time
from pathlib import Path

import psutil

import pytest_dtypegen
from pytest_dtypegen.cases import Case
from pytest_dtypegen.options import Options

MIB = 1 << 20
CORPUS = Path(pytest_dtypegen.__file__).parent / "samples" / "corpus"
LIMITS = Options(timeout=60.0, memory=64 * MIB)
SHORT = Options(timeout=1.0, memory=64 * MIB)


def case(sample: str) -> Case:
    return Case(sample, f"/nowhere/{sample}", "float16", "cpu")


def gone(pid: int, within: float = 5.0) -> bool:
    """Whether the process ends in time (a zombie has ended)."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.02)
    return False
