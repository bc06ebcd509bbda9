"""A ``Sample`` to a directory that loads and runs in GraphNet itself."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import math
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples.difference import graph_difference
from pytest_dtypegen.samples.files import PASSES_KEY, dumped_like
from pytest_dtypegen.samples.model import Sample, TensorMeta
from pytest_dtypegen.samples.printer import print_graph

__all__ = [
    "graph_difference",
    "print_graph",
    "print_meta",
    "record_passes",
    "write_sample",
    "write_whole",
]


def write_sample(sample: Sample, directory: Path) -> None:
    """Write a sample's files: whole or not at all.

    The files are written into a temporary directory beside ``directory``, which is renamed when they are complete;
    a sample that was there before is replaced.

    Raises:
        DtypegenError: DG701 where the graph cannot be printed.
        OSError: the disk's own.
    """
    directory = Path(directory)
    model = print_graph(sample.graph)
    files = {
        **sample.extra_files,
        "model.py": model,
        "weight_meta.py": print_meta(sample.tensors.values(), is_input=False),
        "input_meta.py": print_meta(sample.tensors.values(), is_input=True),
        "graph_net.json": json.dumps(dict(sample.info), indent=4, ensure_ascii=False) + "\n",
        "graph_hash.txt": hashlib.sha256(model.encode()).hexdigest(),
    }
    write_whole({name: text.encode() for name, text in files.items()}, directory)


def write_whole(files: Mapping[str, bytes], directory: Path) -> None:
    """Put a directory of these files in place, all of them or none; what was there before is replaced.

    Raises:
        OSError: the disk's own.
    """
    directory.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{directory.name[:80]}.", dir=directory.parent))
    try:
        fresh = scratch / "new"
        fresh.mkdir()
        for name, content in files.items():
            (fresh / name).write_bytes(content)
        _replace(directory, fresh, scratch / "old")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _replace(directory: Path, fresh: Path, old: Path) -> None:
    """Put ``fresh`` in the place of ``directory``: at once where the system can, so that a kill at any time leaves one
    of both there; else what was there goes to ``old`` first, and back where the second step fails."""
    if not directory.exists():
        fresh.rename(directory)
    elif not _exchange(fresh, directory):
        directory.rename(old)
        try:
            fresh.rename(directory)
        except OSError:
            old.rename(directory)
            raise


_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # linux/fs.h


def _exchange(one: Path, other: Path) -> bool:
    """Swap two paths in one step, by Linux's ``renameat2``; whether the system can, on this file system."""
    try:
        renameat2 = ctypes.CDLL(None).renameat2
    except (AttributeError, OSError, TypeError):  # another system, or a C library without it
        return False
    paths = (_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other))
    return bool(renameat2(*paths, ctypes.c_uint(_RENAME_EXCHANGE)) == 0)


def print_meta(tensors: Iterable[TensorMeta], *, is_input: bool) -> str:
    """The text of ``weight_meta.py`` (or ``input_meta.py``): one class a tensor, every number exactly as it is."""
    kind = "input" if is_input else "weight"
    blocks: list[str] = []
    used: set[str] = set()
    for meta in tensors:
        if meta.is_input is not is_input:
            continue
        name = f"Program_{kind}_tensor_meta_" + re.sub(r"\W", "_", meta.name, flags=re.ASCII)
        while name in used:
            name += "_"
        used.add(name)
        fields = "".join(f"    {key} = {text}\n" for key, text in _fields(meta).items())
        blocks.append(f"class {name}:\n{fields}")
    return "\n\n".join(blocks)


def _fields(meta: TensorMeta) -> Mapping[str, str]:
    fields = {"name": _text(meta.name)}
    if meta.original_name is not None:
        fields["original_name"] = _text(meta.original_name)
    fields |= {
        "shape": str(list(meta.shape)),
        "dtype": f'"torch.{meta.dtype}"',
        "device": _text(meta.device),
        "mean": _number(meta.mean),
        "std": _number(meta.std),
    }
    if meta.data is not None or (meta.min_val is None and meta.max_val is None):
        fields["data"] = "None" if meta.data is None else f"[{', '.join(map(_number, meta.data))}]"
    if meta.min_val is not None:
        fields["min_val"] = _number(meta.min_val)
    if meta.max_val is not None:
        fields["max_val"] = _number(meta.max_val)
    return fields


def _text(value: str) -> str:
    return f'"{value}"' if value.isascii() and value.isprintable() and not set(value) & set('"\\') else repr(value)


def _number(value: Any) -> str:
    if isinstance(value, complex):
        return f"complex({_number(value.real)}, {_number(value.imag)})"
    if isinstance(value, float) and not math.isfinite(value):
        return f"float('{value}')"
    return repr(value)


def record_passes(sample_dir: str | Path, names: Iterable[str]) -> None:
    """Add pass names to ``data_type_generalization_passes`` in a sample's ``graph_net.json``, as GraphNet does.

    Other keys, their order and the file's indent stay; a name that is there already is not added twice; two
    processes that record at the same time both succeed. A file that does not change is not written.

    Raises:
        DtypegenError: DG102 where the file is no JSON object, or the passes in it are no list.
        OSError: the disk's own, also where there is no such file.
    """
    path = Path(sample_dir) / "graph_net.json"
    with _locked(path.parent):
        text = path.read_text(encoding="utf-8")
        info, known = _recorded(path, text)
        new = [name for name in dict.fromkeys(names) if name not in known]
        if not new:
            return
        known.extend(new)
        changed = dumped_like(text, info)
        handle, scratch = tempfile.mkstemp(prefix=".graph_net.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(changed)
            Path(scratch).chmod(path.stat().st_mode)
            Path(scratch).replace(path)
        except BaseException:
            Path(scratch).unlink(missing_ok=True)
            raise


def _recorded(path: Path, text: str) -> tuple[dict[str, Any], list[str]]:
    """The file's content, and the list in it that passes are added to."""
    try:
        info = json.loads(text)
        known = info.setdefault(PASSES_KEY, [])
    except (ValueError, RecursionError, AttributeError):
        raise DtypegenError("DG102", f"{path}: is no JSON object; extract the sample again", stage="load") from None
    if not isinstance(known, list):
        raise DtypegenError("DG102", f"{path}: {PASSES_KEY} is no list; make it one", stage="load")
    return info, known


@contextlib.contextmanager
def _locked(directory: Path) -> Iterator[None]:
    """One writer at a time in a directory, across processes, where the system can lock a directory."""
    try:
        import fcntl
    except ImportError:  # not a POSIX system
        yield
        return
    handle = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
