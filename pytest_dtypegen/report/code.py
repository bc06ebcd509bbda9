"""Whether a user's own pass, comparer or source is what it was in an earlier run: hashes of code (no torch)."""

from __future__ import annotations

import ast
import hashlib
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest_dtypegen

_METHODS = ("rewrite", "compare", "write")
"""Of a pass, a comparer and a source: what is called."""


def code_of(own: Mapping[str, Any], registered_in: Iterable[str] = ()) -> dict[str, str]:
    """By name of a pass (comparer, source): the hash of the code of its module, and of all modules that this one has
    imported (and they, and so on), but for installed ones; and of the files in which they are registered, where their
    parameters stand. The same on every machine; what is imported later is not seen."""
    files = sorted(set(registered_in))
    return {name: hashlib.sha256(b"\0".join(sorted(_sources(one, files)))).hexdigest() for name, one in own.items()}


def _sources(one: Any, registered_in: Iterable[str]) -> Iterator[bytes]:
    module = sys.modules.get(type(one).__module__)
    codes = [getattr(getattr(one, name, None), "__code__", None) for name in _METHODS]
    package = getattr(module, "__package__", None) or ""
    # of several conftest.py files only the last is found by its name, but code knows its file
    own = {getattr(module, "__file__", None), *(getattr(code, "co_filename", None) for code in codes)}
    left = [(file, package) for file in own if file]
    seen = {file for file, _ in left}
    # by itself: it imports the other passes, too
    yield from (Path(file).read_bytes() for file in registered_in if file not in seen and Path(file).is_file())
    while left:
        file, package = left.pop()
        try:
            source = Path(file).read_bytes()
        except OSError:  # made in memory
            continue
        yield source
        for name in _imported(source, package):
            found = sys.modules.get(name)
            file = getattr(found, "__file__", None)
            if file and file not in seen and not _installed(file):
                seen.add(file)
                left.append((file, getattr(found, "__package__", None) or ""))


def _imported(source: bytes, package: str) -> Iterator[str]:
    """The modules that a source names in its imports, and names that may be modules."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # no Python, or deeper than the parser goes
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                parts = alias.name.split(".")
                yield from (".".join(parts[: i + 1]) for i in range(len(parts)))
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            name = ".".join([*filter(None, base), *filter(None, [node.module])])
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)


_FOLDERS = tuple(
    dict.fromkeys(
        [Path(pytest_dtypegen.__file__).parent]
        + [Path(sysconfig.get_path(kind)) for kind in ("stdlib", "platstdlib", "purelib", "platlib")]
    )
)


_INSTALLED = {"site-packages", "dist-packages"}
"""Of whichever interpreter or user: a virtual environment may be chained to another."""


def _installed(file: str) -> bool:
    path = Path(file)
    return not _INSTALLED.isdisjoint(path.parts) or any(path.is_relative_to(folder) for folder in _FOLDERS)
