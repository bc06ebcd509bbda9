"""A sample's files as bytes: read within limits, and what they are together (no torch)."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_dtypegen.errors import SHORTAGES, DtypegenError

MAX_META_TEXT = 64 * 1024 * 1024
"""Bytes; a larger file is no sample's."""

PASSES_KEY = "data_type_generalization_passes"
"""In ``graph_net.json``: where passes are recorded."""

MAX_INFO_TEXT = 1024 * 1024
"""Bytes; a larger ``graph_net.json`` is no sample's, and hashed as it is."""

_INFO = "graph_net.json"
_HASHED = ("model.py", "weight_meta.py", "input_meta.py", _INFO)


def file_content(directory: Path, home: Path, name: str, limit: int) -> bytes | None:
    """A file's bytes; None where there is no such file. ``home``: the folder that no link may leave.

    Raises DtypegenError DG102 for what is no regular file, leads out, or is larger than ``limit`` bytes; it is never
    waited for. DG803 where there is no memory or open file left to read it with.
    """
    path = directory / name
    try:
        if path.is_symlink() and not path.resolve(strict=True).is_relative_to(home):
            raise _refused("DG102", path, "a link that leads out of the sample; replace it by the file")
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        if path.is_symlink():
            raise _refused("DG102", path, "a link to nothing; extract the sample again") from None
        return None
    except (OSError, RuntimeError) as error:
        raise _unreadable(path, error) from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise _refused("DG102", path, "is no regular file")
    try:
        with os.fdopen(handle, "rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        raise _unreadable(path, error) from None
    if len(content) > limit:
        raise _refused("DG102", path, f"is larger than {limit >> 20} MiB: no sample's file")
    return content


def _unreadable(path: Path, error: OSError | RuntimeError) -> DtypegenError:
    """DG102; DG803 where it is not the file's fault, but the process or the machine has run out of something."""
    what = f"{path}: cannot be read: {getattr(error, 'strerror', None) or 'a link that loops'}"
    remedy = SHORTAGES.get(getattr(error, "errno", None) or 0, "")
    return DtypegenError("DG803" if remedy else "DG102", what, stage="load", remedy=remedy)


def _refused(code: str, path: Path, what: str) -> DtypegenError:
    return DtypegenError(code, f"{path}: {what}", stage="load")


def dumped_like(text: str, info: Mapping[str, Any]) -> str:
    """JSON with the indent of ``text``, its escapes and its end."""
    match = re.search(r"\n([ \t]+)\"", text)
    indent = match.group(1) if match else None
    return json.dumps(info, indent=indent, ensure_ascii=text.isascii()) + text[len(text.rstrip()) :]


def without_passes(content: bytes) -> bytes:
    """A ``graph_net.json`` as it is whatever passes have been recorded in it, laid out as ``record_passes`` would; what
    is no JSON object, as it is."""
    try:
        text = content.decode().replace("\r\n", "\n").replace("\r", "\n")
        info = json.loads(text)
        if not isinstance(info, dict):
            return content
        info.pop(PASSES_KEY, None)
        return dumped_like(text, info).encode()
    except (ValueError, RecursionError):
        return content


def sample_hash(path: str) -> str:
    """The sha256 of the sample's files, as far as they can be read, whatever passes are recorded in them: it is the
    same before a case has been recorded and after."""
    digest = hashlib.sha256()
    directory = Path(path)
    try:
        home = directory.resolve()
    except (OSError, RuntimeError, ValueError):
        home = directory
    for name in _HASHED:
        try:  # what is not to be read is refused by its class when the sample is
            content = file_content(directory, home, name, MAX_META_TEXT) or b""
        except (DtypegenError, ValueError):
            content = b""
        if name == _INFO and len(content) <= MAX_INFO_TEXT:
            content = without_passes(content)
        digest.update(f"{name}:{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
