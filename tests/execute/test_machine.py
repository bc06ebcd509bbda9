"""Cores and memory, from control groups of both kinds, in trees made for the test."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from pytest_dtypegen.execute import machine

GIB = machine.GIB


def tree(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.fixture(autouse=True)
def big_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    class Memory:
        total = 64 * GIB
        available = 60 * GIB

    monkeypatch.setattr(psutil, "virtual_memory", lambda: Memory)
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: set(range(16)))


V2 = {
    "sys/fs/cgroup/cgroup.controllers": "cpu memory",
    "proc/self/cgroup": "0::/outer/inner\n",
    "sys/fs/cgroup/outer/memory.max": f"{8 * GIB}\n",
    "sys/fs/cgroup/outer/memory.current": f"{3 * GIB}\n",
    "sys/fs/cgroup/outer/memory.stat": f"anon 1\ninactive_file {1 * GIB}\n",
    "sys/fs/cgroup/outer/cpu.max": "250000 100000\n",
    "sys/fs/cgroup/outer/inner/memory.max": "max\n",
    "sys/fs/cgroup/outer/inner/cpu.max": "max 100000\n",
}
V1 = {
    "proc/self/cgroup": "5:memory:/job\n3:cpuacct,cpu:/job\n0::/\n",
    "sys/fs/cgroup/memory/job/memory.limit_in_bytes": f"{8 * GIB}\n",
    "sys/fs/cgroup/memory/job/memory.usage_in_bytes": f"{3 * GIB}\n",
    "sys/fs/cgroup/memory/job/memory.stat": f"cache 1\ntotal_inactive_file {1 * GIB}\n",
    "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
    "sys/fs/cgroup/cpu/job/cpu.cfs_quota_us": "250000\n",
    "sys/fs/cgroup/cpu/job/cpu.cfs_period_us": "100000\n",
    "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
    "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
}
# a container that sees the host's path in /proc, and its own group at the mount's root
INSIDE = {
    "sys/fs/cgroup/cgroup.controllers": "cpu memory",
    "proc/self/cgroup": "0::/docker/abc\n",
    "sys/fs/cgroup/memory.max": f"{8 * GIB}\n",
    "sys/fs/cgroup/memory.current": f"{2 * GIB}\n",
    "sys/fs/cgroup/cpu.max": "250000 100000\n",
}


@pytest.mark.parametrize("files", [V2, V1, INSIDE], ids=["v2", "v1", "container"])
def test_the_groups_limits_count(tmp_path: Path, files: dict[str, str]) -> None:
    root = tree(tmp_path, files)
    assert machine.total_bytes(root) == 8 * GIB
    assert machine.available_bytes(root) == 6 * GIB
    assert machine.cores(root) == 3


@pytest.mark.parametrize("files", [{}, {"proc/self/cgroup": "0::/\n"}, {"sys/fs/cgroup/memory.max": "max"}])
def test_without_limits_it_is_the_machine(tmp_path: Path, files: dict[str, str]) -> None:
    root = tree(tmp_path, files)
    assert machine.total_bytes(root) == 64 * GIB
    assert machine.available_bytes(root) == 60 * GIB
    assert machine.cores(root) == 16


def test_kernel_kills_are_counted(tmp_path: Path) -> None:
    assert machine.oom_kills(tree(tmp_path, {"proc/vmstat": "pgfault 12\noom_kill 7\n"})) == 7
    assert machine.oom_kills(tmp_path / "nothing") == 0


@pytest.mark.parametrize(
    ("asked", "environ", "expected"),
    [
        (None, {}, 16),
        (None, {"PYTEST_XDIST_WORKER_COUNT": "4"}, 4),
        (None, {"PYTEST_XDIST_WORKER_COUNT": "40"}, 1),
        (None, {"PYTEST_XDIST_WORKER_COUNT": "4", "OMP_NUM_THREADS": "2"}, 2),
        (7, {"OMP_NUM_THREADS": "2"}, 7),
    ],
)
def test_threads(asked: int | None, environ: dict[str, str], expected: int) -> None:
    assert machine.threads(asked, environ) == expected


def test_worker_numbers() -> None:
    assert machine.worker_index({"PYTEST_XDIST_WORKER": "gw3"}) == 3
    assert machine.worker_index({}) == 0
    assert machine.worker_count({}) == 1
