"""The fault campaign, shortened: a few faults of each kind. The whole of it is
``python tools/fault_campaign.py``."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from tooling import load_tool


@pytest.fixture(scope="module")
def campaign() -> ModuleType:
    return load_tool("fault_campaign")


def test_crashes_and_a_killed_worker_cost_their_own_cases(campaign: ModuleType, tmp_path: Path) -> None:
    assert campaign.check_killed_worker(tmp_path / "project", 2) == []


def test_faults_cost_their_own_cases(campaign: ModuleType, tmp_path: Path) -> None:
    assert (
        campaign.check_faults(tmp_path / "project", ["segfault", "exit", "sys_exit", "interrupt", "grow_at_once"], 0)
        == []
    )


def test_a_killed_controller_is_resumed(campaign: ModuleType, tmp_path: Path) -> None:
    assert campaign.check_killed_controller(tmp_path / "project", 2) == []


def test_a_full_disk_costs_no_verdict_once_it_has_room(campaign: ModuleType, tmp_path: Path) -> None:
    assert campaign.check_full_disk(tmp_path / "project", 0) == []


def test_differences_are_named(campaign: ModuleType) -> None:
    wanted = {"a": "passed", "b": "DG802", "c": "passed"}
    found = {"a": "passed", "b": "passed", "d": "passed"}
    assert campaign.differences(wanted, found) == [
        "b: passed instead of DG802",
        "c: no verdict instead of passed",
        "d: passed instead of no verdict",
    ]
