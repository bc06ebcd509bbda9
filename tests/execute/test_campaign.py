"""The fault campaign, shortened: a few faults of each kind. The whole of it is
``python tools/fault_campaign.py``."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def campaign() -> ModuleType:
    path = Path(__file__).resolve().parents[2] / "tools" / "fault_campaign.py"
    spec = importlib.util.spec_from_file_location("fault_campaign", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_crashes_and_a_killed_worker_cost_their_own_cases(campaign: ModuleType, tmp_path: Path) -> None:
    assert campaign.check_killed_worker(tmp_path / "project", 2) == []


def test_faults_cost_their_own_cases(campaign: ModuleType, tmp_path: Path) -> None:
    assert campaign.check_faults(tmp_path / "project", ["segfault", "exit", "grow_at_once"], 0) == []


def test_a_killed_controller_is_resumed(campaign: ModuleType, tmp_path: Path) -> None:
    assert campaign.check_killed_controller(tmp_path / "project", 2) == []


def test_differences_are_named(campaign: ModuleType) -> None:
    wanted = {"a": "passed", "b": "DG802", "c": "passed"}
    found = {"a": "passed", "b": "passed", "d": "passed"}
    assert campaign.differences(wanted, found) == [
        "b: passed instead of DG802",
        "c: no verdict instead of passed",
        "d: passed instead of no verdict",
    ]
