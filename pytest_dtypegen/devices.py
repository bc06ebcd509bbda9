"""Which devices torch can run on here, found without importing torch into this process."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from pytest_dtypegen.options import OptionError, RunSettings

_ASK = """
import torch
found = ["cpu"]
for name in ("cuda", "xpu", "mps"):
    module = getattr(torch, name, None)
    if module is not None and module.is_available():
        found.append(name)
print("devices:", ",".join(found))
"""

_TRACES = ("/dev/nvidiactl", "/dev/nvidia0", "/dev/kfd", "/dev/dxg", "/dev/accel")
"""Device files of accelerators' drivers. Only where one is there is torch asked, which costs seconds."""


def _torch_version() -> str:
    try:
        return importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return ""


def may_have_accelerator() -> bool:
    """Whether it is worth asking torch for more than the CPU."""
    if _torch_version().endswith("+cpu"):
        return False
    if sys.platform == "darwin":
        return platform.machine() == "arm64"
    if any(Path(trace).exists() for trace in _TRACES) or shutil.which("nvidia-smi"):
        return True
    return "+xpu" in _torch_version() or os.name == "nt"


def available_devices(timeout: float = 120.0) -> tuple[str, ...]:
    """Device types that torch can run on here: ``cpu``, and what a child process that imports torch finds."""
    if not may_have_accelerator():
        return ("cpu",)
    try:
        asked = subprocess.run([sys.executable, "-c", _ASK], capture_output=True, text=True, timeout=timeout)
    except (OSError, subprocess.TimeoutExpired):
        return ("cpu",)
    for line in asked.stdout.splitlines():
        if line.startswith("devices: "):
            return tuple(line.removeprefix("devices: ").split(","))
    return ("cpu",)


def with_devices(settings: RunSettings) -> RunSettings:
    """The settings with ``auto`` resolved. Raises OptionError for a device that is not here, but at level static."""
    if not settings.devices:
        return replace(settings, devices=available_devices())
    types = {device.partition(":")[0] for device in settings.devices}
    asked = types & {"cuda", "xpu", "mps"}
    if settings.options.level == "static" or not asked:
        return settings
    missing = asked - set(available_devices())
    if missing:
        raise OptionError(
            f"--dtypegen-devices: torch cannot run on {', '.join(sorted(missing))} here; "
            "take it out, or check without running: --dtypegen-level=static"
        )
    return settings
