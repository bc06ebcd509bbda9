"""What a run was asked to do, as one value that travels from the pytest process to the worker (no torch)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["static", "run"]


@dataclass(frozen=True)
class Options:
    """The options that a case's verdict depends on, and its limits.

    ``timeout`` in seconds; ``memory`` in bytes for all workers together, None for the machine's.
    """

    level: Level = "run"
    data: Literal["conditioned", "recorded"] = "conditioned"
    calibrate: bool = True
    exec: Literal["auto", "kernels", "emulate"] = "auto"
    seed: int = 0
    out: str | None = None
    record: bool = False
    timeout: float = 600.0
    memory: int | None = None
    threads: int | None = None
    inprocess: bool = False
    root: str | None = None
