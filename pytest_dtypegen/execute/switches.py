"""What a case can leave switched in its process, so that the next one would be another case (torch only where it is
loaded already)."""

from __future__ import annotations

import builtins
import os
import signal
import sys
from collections.abc import Mapping
from typing import Any

#: Of torch's modules and classes: those whose members every case uses. A pass that replaces one (a tracer's patch that
#: an exception left in place) changes all that comes after it. Not torch's own namespace, in which parts that torch
#: loads late replace functions (its compiler, ``manual_seed``).
_PATCHED = ("fx.Graph", "fx.Node", "fx.node", "nn.functional", "Tensor")

_HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)


class Switches:
    """This process as it is now; ``left()`` names what is not so any more."""

    def __init__(self) -> None:
        self._state = _state()
        self._members = {name: dict(members) for name, members in _members().items()}
        self._modules = {name: module for name, module in sys.modules.items() if name.startswith("pytest_dtypegen")}

    def left(self) -> list[str]:
        """Names of what a case left otherwise than it was; empty where nothing is. Additions do not count: modules load
        parts of themselves late."""
        state = _state()
        found = [name for name, value in self._state.items() if state.get(name) != value]
        found += [name for name, module in self._modules.items() if sys.modules.get(name) is not module]
        now = _members()
        return found + [
            f"{owner}.{name}"
            for owner, members in self._members.items()
            for name, value in members.items()
            if now[owner].get(name, members) is not value
        ]


def _state() -> dict[str, object]:
    state: dict[str, object] = {
        "folder": _folder(),
        "recursion limit": sys.getrecursionlimit(),
        "timer": signal.getitimer(signal.ITIMER_REAL)[0] > 0,
        **{f"handler of {number.name}": signal.getsignal(number) for number in _HANDLED},
    }
    if "torch" not in sys.modules:
        return state
    import torch

    return {
        **state,
        "default dtype": torch.get_default_dtype(),
        "default device": torch.get_default_device(),
        "gradients": torch.is_grad_enabled(),
        "inference mode": torch.is_inference_mode_enabled(),
        "autocast": (torch.is_autocast_enabled("cpu"), torch.is_autocast_enabled("cuda")),
        "threads": torch.get_num_threads(),
        "matmul precision": torch.get_float32_matmul_precision(),
        "deterministic algorithms": torch.are_deterministic_algorithms_enabled(),
        "anomaly detection": torch.is_anomaly_enabled(),
        "dispatch modes": torch._C._len_torch_dispatch_stack(),
        "function modes": torch._C._len_torch_function_stack(),
        "functorch levels": torch._C._functorch.maybe_current_level(),
    }


def _members() -> dict[str, Mapping[str, Any]]:
    members: dict[str, Mapping[str, Any]] = {"builtins": vars(builtins), "os": vars(os)}
    if "torch" not in sys.modules:
        return members
    for name in _PATCHED:
        owner: Any = sys.modules["torch"]
        for part in name.split("."):
            owner = getattr(owner, part)
        members[f"torch.{name}"] = vars(owner)
    return members


def _folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - as the system names it
    except FileNotFoundError:
        return ""
