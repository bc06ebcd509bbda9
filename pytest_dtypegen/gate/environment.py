"""What a rule's conditions are held against: torch's version, the hardware, the date. Found without torch."""

from __future__ import annotations

import functools
import importlib.metadata
import platform
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

_CONDITION = re.compile(r"(?P<no>!?)(?P<name>[a-z0-9_.]+)|cuda\s*(?P<op>[<>=!~]=|[<>])\s*(?P<capability>\d+(\.\d+)?)")


@dataclass(frozen=True)
class Environment:
    """``torch``: its version, empty where it is not installed. ``features``: the operating system (``linux``), the
    machine (``x86_64``), and the CPU's flags as Linux names them (``avx512_fp16``, ``amx_bf16``, on ARM ``fphp``).
    ``capability``: the CUDA compute capability of the first device, empty where there is none."""

    torch: str = ""
    features: frozenset[str] = frozenset()
    capability: str = ""
    today: date = field(default_factory=date.today)

    def has_torch(self, specifier: str) -> bool:
        """Whether torch's version is in a PEP 440 range; a nightly build counts as the version it leads to."""
        return _in_range(self.torch, specifier)

    def meets(self, condition: str) -> bool:
        """Whether a hardware condition holds: ``avx512_fp16``, ``!amx_bf16``, ``cuda>=8.0``."""
        match = _CONDITION.fullmatch(condition)
        if match is None:
            return False
        if match["op"]:
            return bool(self.capability) and Version(self.capability) in SpecifierSet(match["op"] + match["capability"])
        return (match["name"] in self.features) != bool(match["no"])


@functools.cache
def _in_range(version: str, specifier: str) -> bool:
    try:
        parsed = Version(version)
    except InvalidVersion:
        return False
    wanted = SpecifierSet(specifier)
    return wanted.contains(parsed) or wanted.contains(parsed.base_version)


def is_condition(text: str) -> bool:
    return _CONDITION.fullmatch(text) is not None


@functools.cache
def here(hardware: bool = True) -> Environment:
    """This machine's environment. ``hardware`` False leaves out what takes time to find."""
    try:
        torch = importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        torch = ""
    if not hardware:
        return Environment(torch)
    features = {platform.system().lower(), platform.machine().lower(), *_cpu_flags()}
    return Environment(torch, frozenset(features), _cuda_capability())


def _cpu_flags() -> set[str]:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return set()
    match = re.search(r"^(?:flags|Features)\s*:(.*)$", text, re.MULTILINE)
    return set(match[1].lower().split()) if match else set()


def _cuda_capability() -> str:
    """``9.0``: the driver's tool is asked, which needs no torch."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return ""
    try:
        asked = subprocess.run(
            [tool, "--query-gpu=compute_cap", "--format=csv,noheader"], capture_output=True, text=True, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    first = asked.stdout.split("\n", 1)[0].strip()
    return first if re.fullmatch(r"\d+\.\d+", first) else ""
