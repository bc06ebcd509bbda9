"""What a case can leave switched in its process, so that the next one would be another case (torch only where it is
loaded already).

Each switch can be read and, most of them, be put back: what a user's own code switched is, as soon as it returns.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from pytest_dtypegen.execute.patches import Patches

_HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)

_LIMITS = {name: getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")}
"""By name; of ``RLIMIT_DATA`` only the hard one counts: the child sets the other for each case."""

_MOST_FILES = 64
"""Open files that a case may leave behind: libraries keep some."""


@dataclass(frozen=True)
class _Switch:
    """``put``: sets it to a value that ``get`` gave; None where nothing does. ``lasts``: what is left otherwise costs
    the process; torch itself may switch the others when it loads parts of itself."""

    name: str
    get: Callable[[], Any]
    put: Callable[[Any], object] | None = None
    lasts: bool = True


def _folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - as the system names it
    except FileNotFoundError:
        return ""


def _put_environment(value: Mapping[str, str]) -> None:
    for name in os.environ.keys() - value.keys():
        del os.environ[name]
    os.environ.update(value)


def _limits() -> dict[str, tuple[int, int]]:
    found = {name: resource.getrlimit(number) for name, number in _LIMITS.items()}
    found["RLIMIT_DATA"] = (0, found["RLIMIT_DATA"][1])
    return found


def _put_limits(value: Mapping[str, tuple[int, int]]) -> None:
    for name, limits in value.items():
        if name != "RLIMIT_DATA":
            resource.setrlimit(_LIMITS[name], limits)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _handler(number: signal.Signals) -> _Switch:
    return _Switch(
        f"handler of {number.name}", lambda: signal.getsignal(number), lambda value: signal.signal(number, value)
    )


_OF_PYTHON = (
    _Switch("recursion limit", sys.getrecursionlimit, sys.setrecursionlimit),  # first: the others take some depth
    _Switch("folder", _folder, os.chdir),
    _Switch("environment", lambda: dict(os.environ), _put_environment, lasts=False),
    _Switch("resource limits", _limits, _put_limits),
    _Switch("umask", _umask, os.umask),
    _Switch("garbage collection", gc.isenabled, lambda value: gc.enable() if value else gc.disable()),
    _Switch("standard streams", lambda: (sys.stdin, sys.stdout, sys.stderr)),
    _Switch("timer", lambda: signal.getitimer(signal.ITIMER_REAL)[0] > 0),
    *map(_handler, _HANDLED),
)


_PRECISIONS = (
    ("generic", "all"),
    *((backend, op) for backend in ("cuda", "mkldnn") for op in ("all", "matmul", "conv", "rnn")),
)
"""What torch knows a precision of float32 for; what comes first sets those that follow."""


def _float32_precision() -> tuple[str | None, tuple[str, ...]]:
    """The older setting, None where it cannot be told beside the newer ones, and these. "none" set, and "ieee", which
    it comes to, are the same."""
    import torch

    older = None
    with suppress(RuntimeError):
        older = torch.get_float32_matmul_precision()
    newer = (torch._C._get_fp32_precision_getter(*which) for which in _PRECISIONS)
    return older, tuple("none" if precision == "ieee" else precision for precision in newer)


def _put_float32_precision(value: tuple[str | None, tuple[str, ...]]) -> None:
    import torch

    older, newer = value
    if older is not None:
        torch.set_float32_matmul_precision(older)
    for (backend, op), precision in zip(_PRECISIONS, newer, strict=True):
        torch._C._set_fp32_precision_setter(backend, op, precision)


def _of_torch() -> tuple[_Switch, ...]:
    import torch
    from torch.overrides import _pop_mode as pop_function_mode
    from torch.utils._python_dispatch import _pop_mode as pop_dispatch_mode

    functorch: Any = torch._C._functorch

    def default_device() -> Any:
        context = getattr(torch._GLOBAL_DEVICE_CONTEXT, "device_context", None)
        return None if context is None else context.device

    def popping(depth: Callable[[], int], pop: Callable[[], object]) -> Callable[[int], None]:
        def put(value: int) -> None:
            while depth() > value:
                pop()

        return put

    def plain(name: str, getter: str, setter: str) -> _Switch:
        return _Switch(name, getattr(torch._C, getter), getattr(torch._C, setter))

    def autocast(device: str) -> tuple[_Switch, ...]:
        return (
            _Switch(f"autocast on {device}", lambda: torch.is_autocast_enabled(device),
                    lambda value: torch.set_autocast_enabled(device, value)),
            _Switch(f"autocast's dtype on {device}", lambda: torch.get_autocast_dtype(device),
                    lambda value: torch.set_autocast_dtype(device, value)),
        )  # fmt: skip

    def in_default_device(value: Any) -> None:
        torch.set_default_device(value)

    dispatch, function = torch._C._len_torch_dispatch_stack, torch._C._len_torch_function_stack
    return (
        _Switch("default dtype", torch.get_default_dtype, torch.set_default_dtype),
        _Switch("default device", default_device, in_default_device),
        _Switch("gradients", torch.is_grad_enabled, torch._C._set_grad_enabled),
        _Switch("inference mode", torch.is_inference_mode_enabled),
        *autocast("cpu"),
        *autocast("cuda"),
        _Switch("autocast's cache", torch.is_autocast_cache_enabled, torch.set_autocast_cache_enabled),
        _Switch("threads", torch.get_num_threads, torch.set_num_threads),
        _Switch("precision of float32", _float32_precision, _put_float32_precision),
        _Switch("deterministic algorithms",
                lambda: (torch.are_deterministic_algorithms_enabled(),
                         torch.is_deterministic_algorithms_warn_only_enabled()),
                lambda value: torch._C._set_deterministic_algorithms(value[0], warn_only=value[1])),
        plain("filling of uninitialized memory", "_get_deterministic_fill_uninitialized_memory",
              "_set_deterministic_fill_uninitialized_memory"),
        _Switch("anomaly detection", lambda: (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()),
                lambda value: torch.set_anomaly_enabled(*value)),
        # half of the smallest normal number
        _Switch("denormal numbers", lambda: sys.float_info.min * 0.5 > 0,
                lambda value: torch.set_flush_denormal(not value)),
        plain("oneDNN", "_get_mkldnn_enabled", "_set_mkldnn_enabled"),
        plain("cuDNN", "_get_cudnn_enabled", "_set_cudnn_enabled"),
        plain("cuDNN's benchmark", "_get_cudnn_benchmark", "_set_cudnn_benchmark"),
        plain("cuDNN's determinism", "_get_cudnn_deterministic", "_set_cudnn_deterministic"),
        plain("flash attention", "_get_flash_sdp_enabled", "_set_sdp_use_flash"),
        plain("memory-efficient attention", "_get_mem_efficient_sdp_enabled", "_set_sdp_use_mem_efficient"),
        plain("attention in plain ops", "_get_math_sdp_enabled", "_set_sdp_use_math"),
        plain("engine of quantized ops", "_get_qengine", "_set_qengine"),
        _Switch("dispatch modes", dispatch, popping(dispatch, pop_dispatch_mode)),
        _Switch("function modes", function, popping(function, pop_function_mode)),
        _Switch("functorch levels", functorch.get_dynamic_layer_stack_depth,
                functorch.pop_dynamic_layer_stack_and_undo_to_depth),
    )  # fmt: skip


_torchs: list[_Switch] = []


def _switches() -> tuple[_Switch, ...]:
    if "torch" in sys.modules and not _torchs:
        _torchs.extend(_of_torch())
    return (*_OF_PYTHON, *_torchs)


@contextmanager
def put_back() -> Iterator[list[str]]:
    """Puts back what the body switches, where there is a way to; what could not be put back stands in the list once the
    body is left."""
    left: list[str] = []
    before = [(switch, switch.put, switch.get()) for switch in _switches() if switch.put is not None]
    with warnings.catch_warnings():
        try:
            yield left
        finally:
            for switch, put, value in before:
                if switch.get() != value:
                    with suppress(Exception):  # whatever hinders it: it is looked at again
                        put(value)
                    left += [switch.name] * (switch.get() != value)


class Switches:
    """This process as it is now; ``left()`` names what is not so any more."""

    def __init__(self) -> None:
        self._patches = Patches()
        self._state = [(switch, switch.get()) for switch in _switches() if switch.lasts]
        self._files = _open_files()

    def left(self, *, patches: bool = True) -> list[str]:
        """Names of what a case left otherwise than it was; empty where nothing is. ``patches``: what was replaced in
        modules and classes, too, which takes some milliseconds."""
        found = self._patches.left() if patches else []
        found += [switch.name for switch, value in self._state if switch.get() != value]
        return found + (["open files"] if _open_files() > self._files + _MOST_FILES else [])


def _open_files() -> int:
    try:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - only how many
    except FileNotFoundError:  # not on this system
        return 0
    except OSError:  # there is no room for one more
        return sys.maxsize
