"""What users' code replaced in modules and classes that every case uses: of torch, of Python and of this package (torch
only where it is loaded already).

Everything that can be called, of every module that is loaded: a patch stays in the process, and the next case would be
another one. What torch loads late adds names, and replaces hardly any.
"""

from __future__ import annotations

import builtins
import operator
import sys
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

_PACKAGES = ("torch", "pytest_dtypegen")
"""All of their modules."""

_MODULES = (
    "ast", "builtins", "collections", "contextlib", "copy", "dataclasses", "functools", "gc", "hashlib", "inspect",
    "io", "itertools", "json", "json.decoder", "json.encoder", "math", "multiprocessing.connection", "operator", "os",
    "pathlib", "pickle", "posixpath", "re", "resource", "signal", "stat", "sys", "tempfile", "threading", "time",
    "traceback", "types", "typing", "warnings",
)  # fmt: skip
"""Of Python: those that this package and torch's eager mode work with."""

_CLASSES = (
    "torch.Tensor", "torch.fx.Graph", "torch.fx.Node", "torch.fx.GraphModule", "torch.fx.Interpreter", "torch.fx.Proxy",
    "torch.fx.Tracer", "torch.nn.Module", "torch.nn.Parameter", "torch._ops.OpOverload", "torch._ops.OpOverloadPacket",
    "torch._subclasses.fake_tensor.FakeTensor", "torch._subclasses.fake_tensor.FakeTensorMode",
    "torch.utils._python_dispatch.TorchDispatchMode", "torch.overrides.TorchFunctionMode", "torch.autocast",
    "torch.no_grad", "json.JSONEncoder", "json.JSONDecoder", "pathlib.Path", "pathlib.PurePath",
)  # fmt: skip

#: Replaced by torch itself, when it loads its compiler.
_BY_TORCH = {"torch.manual_seed"}

_sorted = sorted
"""Which a user's code may have taken away."""

_BATCHED = "/FuncTorchBatched"
"""The kernels of torch's own ops that torch registers late, with ``functorch``."""


class Patches:
    """Modules, classes and kernels as they are now; ``left()`` names what is not so any more."""

    def __init__(self) -> None:
        self._modules = dict(_loaded())
        self._owners = {name: (owner, dict(vars(owner))) for name, owner in _owners(self._modules)}
        self._kernels = _kernels()

    def left(self) -> list[str]:
        """What was replaced or taken away since, by name, and what was added where it hides something."""
        found = []
        for name, (owner, members) in self._owners.items():
            now = vars(owner)
            if len(now) != len(members) or not all(map(operator.is_, members.values(), map(now.get, members))):
                found += [f"{name}.{member}" for member in _changed(owner, members, now)]
        found += [name for name, module in self._modules.items() if sys.modules.get(name) is not module]
        found += [name for name in _taken_away() if name not in found]
        return [name for name in (*found, *self._new_kernels()) if name not in _BY_TORCH]

    def _new_kernels(self) -> Iterator[str]:
        """Those for ops that were there before, torch's own among them."""
        if new := _kernels() - self._kernels:
            ops = {kernel.rpartition("/")[0] for kernel in self._kernels}
            for kernel in _sorted(new):
                own = kernel.startswith("aten/") or kernel.rpartition("/")[0] in ops
                if own and not kernel.endswith(_BATCHED):
                    yield f"kernel {kernel}"


def _changed(owner: Any, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    counts = _is_code if isinstance(owner, type) else _is_used
    yield from (name for name, value in before.items() if now.get(name, before) is not value and counts(value))
    hidden: list[Mapping[str, Any]] = [vars(builtins)] if type(owner) is ModuleType else []
    if isinstance(owner, type):
        hidden += [vars(base) for base in owner.__mro__[1:]]
    for name in now.keys() - before.keys():
        if any(counts(base[name]) for base in hidden if name in base):
            yield name


def _taken_away() -> Iterator[str]:
    """Modules, those too that were loaded since, that are None in the package that they are of."""
    for name, module in _loaded():
        package, _, member = name.rpartition(".")
        if package in sys.modules and vars(sys.modules[package]).get(member, module) is None:
            yield name


def _is_used(value: object) -> bool:
    """A function, a class, or a module within a module."""
    return callable(value) or isinstance(value, ModuleType)


def _is_code(value: object) -> bool:
    """A function, a property, a slot: no counter or cache, which a class may keep for itself."""
    return callable(value) or hasattr(type(value), "__get__")


def _loaded() -> Iterator[tuple[str, Any]]:
    for name, module in list(sys.modules.items()):
        if (name in _MODULES or name.partition(".")[0] in _PACKAGES) and hasattr(module, "__dict__"):
            yield name, module


def _owners(loaded: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The modules, and by their full names the classes and ops in them."""
    yield from loaded.items()
    for name in _CLASSES:
        module, _, member = name.rpartition(".")
        if module in loaded:
            yield name, getattr(loaded[module], member)
    for name, module in loaded.items():
        if name.startswith("pytest_dtypegen"):
            own = ((member, value) for member, value in vars(module).items() if isinstance(value, type))
            yield from ((f"{name}.{member}", value) for member, value in own if value.__module__ == name)
    if "torch" in loaded:
        ops = loaded["torch"].ops.aten
        found = ((f"torch.ops.aten.{name}", packet) for name, packet in list(vars(ops).items()))
        yield from ((name, packet) for name, packet in found if hasattr(packet, "_qualified_op_name"))


def _kernels() -> frozenset[str]:
    """What ``torch.library`` has registered, as ``namespace/op/key``."""
    impls: object = getattr(sys.modules.get("torch.library"), "_impls", None)
    return frozenset(impls) if isinstance(impls, set) else frozenset()
