"""What a child is told at its start, and how a user's own objects get there (no torch).

A ``conftest.py`` cannot be imported by name in another process (there may be several of that name, and pytest may have
loaded it under none), so what it defines travels by value. Each pass travels by itself: one that cannot be sent, or
that the child cannot load, fails its own cases and no others.
"""

from __future__ import annotations

import importlib
import io
import sys
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, ClassVar

import cloudpickle

from pytest_dtypegen.cases import Case
from pytest_dtypegen.errors import quoted
from pytest_dtypegen.options import Options

_LONGEST = 300
"""Characters of what an exception says."""


@dataclass(frozen=True)
class Setup:
    """The child's orders. ``passes`` and ``comparers``: pickled by themselves, or why that could not be done.

    ``target``: pickled callable, or "module:function". ``budget``: bytes shared by the workers; ``run``: whose they
    are. ``data_limit``: bytes that the child may add to what it has once torch is loaded;
    ``leftover``: bytes that a case may leave behind in it before it is replaced.
    """

    options: Options
    passes: Mapping[str, bytes | str]
    comparers: Sequence[bytes | str]
    target: bytes | str
    threads: int
    worker: int
    budget: int
    run: str
    data_limit: int
    leftover: int


class Kept:
    """What the target keeps of a sample for its next case: dropped, by ``forget`` of the target's module where there is
    one, before another sample's case, and before the same case once more: that is another try, and must see it all
    anew."""

    def __init__(self, target: Callable[..., Any]) -> None:
        self._forget = getattr(sys.modules.get(target.__module__), "forget", None)
        self._last: Case | None = None

    def before(self, case: Case) -> bool:
        """Whether the case starts with nothing kept."""
        last, self._last = self._last, case
        if last is not None and last.path == case.path and last != case:
            return False
        if self._forget is not None:
            self._forget()
        return True


class UnloadablePass:
    """Stands for a pass that did not arrive in the child, and says so when a case asks for it."""

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self._reason = reason

    def rewrite(self, graph: Any, context: Any) -> Any:
        raise RuntimeError(self._reason)


def pack(value: object, what: str) -> bytes | str:
    """``value`` pickled, with user modules by value; else the reason, for a person."""
    try:
        with _by_value(_user_modules(value)):
            return _dumps(value)
    # whatever a user's __reduce__ raises
    except Exception as exception:
        return (
            f"{what} cannot be sent to the process that runs the cases: {quoted(exception)[:_LONGEST]}; "
            "make it picklable, or use --dtypegen-inprocess"
        )


def _named_code(make: Callable[..., CodeType], parts: tuple[Any, ...], filename: str) -> CodeType:
    return make(*parts).replace(co_filename=filename)


def _reduce_code(code: CodeType) -> tuple[Any, ...]:
    make, parts = cloudpickle.Pickler.dispatch_table[CodeType](code)
    return _named_code, (make, parts, code.co_filename)


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]  # ships no types
    """cloudpickle's, but code keeps the name of its file: an error in a ``conftest.py`` is to name it."""

    dispatch_table: ClassVar[Any] = ChainMap({CodeType: _reduce_code}, cloudpickle.Pickler.dispatch_table)


def _dumps(value: object) -> bytes:
    with io.BytesIO() as file:
        _Pickler(file).dump(value)
        return file.getvalue()


def unpack(packed: bytes | str, what: str) -> Any:
    """The value that ``pack`` was given. RuntimeError, for a person, where it cannot be had here."""
    if isinstance(packed, str):
        raise RuntimeError(packed)
    try:
        return cloudpickle.loads(packed)
    # whatever a user's __setstate__ or import raises
    except Exception as exception:
        raise RuntimeError(
            f"{what} cannot be loaded in the process that runs the cases: {quoted(exception)}"
        ) from exception


def unpack_passes(packed: Mapping[str, bytes | str]) -> dict[str, Any]:
    """The passes by name, with an ``UnloadablePass`` for each that cannot be had."""
    passes: dict[str, Any] = {}
    for name, value in packed.items():
        try:
            passes[name] = unpack(value, f"the pass {name}")
        except RuntimeError as error:
            passes[name] = UnloadablePass(name, str(error))
    return passes


def load_target(packed: bytes | str) -> Callable[..., Any]:
    """The function that runs a case, from "module:function" or pickled."""
    if isinstance(packed, str):
        module, _, name = packed.partition(":")
        return getattr(importlib.import_module(module), name)  # type: ignore[no-any-return]  # named by this package
    return unpack(packed, "the target")  # type: ignore[no-any-return]  # as packed by this package's own tests


def _user_modules(value: object) -> set[ModuleType]:
    """The modules to send by value: every ``conftest.py``, and the value's own where the child could not import it."""
    modules = {m for m in sys.modules.values() if Path(getattr(m, "__file__", None) or "").name == "conftest.py"}
    for kind in (value, type(value)):
        module = sys.modules.get(getattr(kind, "__module__", None) or "")
        if module is not None and not _importable(module):
            modules.add(module)
    return modules


def _importable(module: ModuleType) -> bool:
    """Whether importing the module's name, with this process's path, would give this very file."""
    if module.__name__ == "__main__":
        return False
    file = getattr(module, "__file__", None)
    if file is None:
        return True
    # not importlib.util.find_spec: that answers from sys.modules, where pytest put the module
    parent = sys.modules.get(module.__name__.rpartition(".")[0])
    path = getattr(parent, "__path__", None)
    found = (finder.find_spec(module.__name__, path) for finder in sys.meta_path)
    return any(spec is not None and spec.origin == file for spec in found)


@contextmanager
def _by_value(modules: set[ModuleType]) -> Iterator[None]:
    with ExitStack() as stack:
        for module in modules - _registered():
            cloudpickle.register_pickle_by_value(module)
            stack.callback(cloudpickle.unregister_pickle_by_value, module)
        yield


def _registered() -> set[ModuleType]:
    """What the user registered: that stays so."""
    return {sys.modules[name] for name in cloudpickle.list_registry_pickle_by_value() if name in sys.modules}
