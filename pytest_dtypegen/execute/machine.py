"""The cores and the memory that this process may use: the machine's, or its control group's (no torch)."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import psutil

GIB = 1 << 30
_ROOT = Path("/")
_UNLIMITED = 1 << 60  # cgroup v1 says "no limit" with a number near 2**63

_ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": str(1 << 20)}
"""glibc raises by itself, up to 32 MiB, the size from which memory has pages of its own and goes back when it is freed;
below it, small values that live on pin what lies around them. Other C libraries ignore this."""


def worker_count(environ: Mapping[str, str] = os.environ) -> int:
    """How many pytest workers this run has (pytest-xdist's number; 1 without it)."""
    return max(1, int(environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def worker_index(environ: Mapping[str, str] = os.environ) -> int:
    """This worker's number, from 0 (``gw3`` is 3): which of several GPUs it takes."""
    return int(re.sub(r"\D", "", environ.get("PYTEST_XDIST_WORKER", "")) or 0)


def cores(root: Path = _ROOT) -> int:
    """Cores that this process may run on, cut to the control group's quota."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quotas = [q for q in _quotas(root) if q > 0]
    return max(1, min(allowed, math.ceil(min(quotas, default=allowed))))


def threads(asked: int | None, environ: Mapping[str, str] = os.environ) -> int:
    """Threads for one child: as asked, else ``OMP_NUM_THREADS``, else this worker's share of the cores."""
    if asked:
        return asked
    if environ.get("OMP_NUM_THREADS", "").isdigit():
        return max(1, int(environ["OMP_NUM_THREADS"]))
    return max(1, cores() // worker_count(environ))


def environ_of_child(count: int, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """What a child's environment has on top: libraries read it when they are loaded. ``count``: its threads."""
    allocator = {name: value for name, value in _ALLOCATOR.items() if name not in environ}
    return {"OMP_NUM_THREADS": str(count), "MKL_NUM_THREADS": str(count), **allocator}


def total_bytes(root: Path = _ROOT) -> int:
    """The machine's memory, or the control group's limit where that is less."""
    return min((int(psutil.virtual_memory().total), *(limit for limit, _ in _memory_groups(root))))


def available_bytes(root: Path = _ROOT) -> int:
    """What can still be taken without swapping or meeting the control group's limit."""
    left = [limit - used for limit, used in _memory_groups(root)]
    return max(0, min((int(psutil.virtual_memory().available), *left)))


def oom_kills(root: Path = _ROOT) -> int:
    """How many processes the kernel has killed for memory since it started; 0 where it does not say."""
    for line in _read(root / "proc/vmstat").splitlines():
        if line.startswith("oom_kill "):
            return int(line.split()[1])
    return 0


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def _groups(root: Path, controller: str) -> Iterator[tuple[str, Path]]:
    """("v1" or "v2", folder) of every group that holds this process, innermost first.

    Inside a container the path in ``/proc/self/cgroup`` may be the host's; then only the mount's root is there.
    """
    for line in _read(root / "proc/self/cgroup").splitlines():
        _, names, inside = line.split(":", 2)
        if names == "" and (root / "sys/fs/cgroup/cgroup.controllers").exists():
            kind, mount = "v2", root / "sys/fs/cgroup"
        elif controller in names.split(","):
            kind, mount = "v1", root / "sys/fs/cgroup" / controller
        else:
            continue
        folder = mount / inside.lstrip("/")
        for group in (folder, *folder.parents):
            if group.is_dir():
                yield kind, group
            if group == mount:
                break


def _memory_groups(root: Path) -> Iterator[tuple[int, int]]:
    """(limit, use without the page cache that can be dropped) of every limited group."""
    for kind, group in _groups(root, "memory"):
        limit, usage, cache = {
            "v2": ("memory.max", "memory.current", "inactive_file"),
            "v1": ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
        }[kind]
        text = _read(group / limit).strip()
        if not text.isdigit() or int(text) >= _UNLIMITED:
            continue
        stat = dict(line.split()[:2] for line in _read(group / "memory.stat").splitlines() if line)
        used = int(_read(group / usage).strip() or 0) - int(stat.get(cache, 0))
        yield int(text), max(0, used)


def _quotas(root: Path) -> Iterator[float]:
    """Cores' worth of time of every limited group."""
    for kind, group in _groups(root, "cpu"):
        if kind == "v2":
            quota, _, period = _read(group / "cpu.max").strip().partition(" ")
        else:
            quota = _read(group / "cpu.cfs_quota_us").strip()
            period = _read(group / "cpu.cfs_period_us").strip()
        if quota.isdigit() and period.isdigit() and int(period):
            yield int(quota) / int(period)
