"""Whether a user's own pass is the one that it was in an earlier run: a hash of its source (no torch)."""

from __future__ import annotations

import ast
import hashlib
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest_dtypegen


def pass_code(passes: Mapping[str, Any]) -> dict[str, str]:
    """By name of a pass: the hash of the source of its module, and of all modules that this one has imported (and they,
    and so on), but for installed ones. The same on every machine; what is imported later is not seen."""
    return {name: hashlib.sha256(b"\0".join(sorted(_sources(one)))).hexdigest() for name, one in passes.items()}


def _sources(one: Any) -> Iterator[bytes]:
    module = sys.modules.get(type(one).__module__)
    code = getattr(getattr(one, "rewrite", None), "__code__", None)
    package = getattr(module, "__package__", None) or ""
    # of several conftest.py files only the last is found by its name, but code knows its file
    left = [(file, package) for file in {getattr(module, "__file__", None), getattr(code, "co_filename", None)} if file]
    seen = {file for file, _ in left}
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
    except (SyntaxError, ValueError):  # no Python
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


def _installed(file: str) -> bool:
    return any(Path(file).is_relative_to(folder) for folder in _FOLDERS)
