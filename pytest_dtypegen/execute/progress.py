"""What the child is doing, written where the parent can read it after the child was killed (no torch).

One page of shared memory: nothing has to be sent, so a crash or a kill at any moment loses nothing.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pytest_dtypegen.records import STAGES

_SIZE = 4096
_HEADER = struct.Struct("<ddQI")  # waiting since, waited in all (seconds, monotonic), reserved bytes, text length


@dataclass(frozen=True)
class Progress:
    """``text``: "stage" or "stage op node". ``waited``: seconds so far that do not count against the time limit.
    ``reserved``: bytes of the shared budget that the case holds."""

    text: str = ""
    waited: float = 0.0
    reserved: int = 0

    def place(self) -> tuple[str, str | None, str | None]:
        """Stage, op and node; ``load`` before the first word, since that is the first stage."""
        words = self.text.split(maxsplit=2)
        stage = words[0] if words and words[0] in STAGES else STAGES[0]
        op = words[1] if len(words) > 1 else None
        node = words[2] if len(words) > 2 else None
        return stage, op, node


class ProgressPage:
    """The page. The parent makes it and hands ``fd`` to the child, which opens it from there."""

    def __init__(self, fd: int | None = None) -> None:
        self.fd = _new_file() if fd is None else fd
        self._page = mmap.mmap(self.fd, _SIZE)

    def clear(self) -> None:
        self._page[: _HEADER.size] = _HEADER.pack(0.0, 0.0, 0, 0)

    def tell(self, text: str) -> None:
        """Called before every op: no system call, and a reader sees either the old or the new length."""
        data = text.encode(errors="replace")[: _SIZE - _HEADER.size]
        since, waited, reserved, _ = _HEADER.unpack_from(self._page)
        _HEADER.pack_into(self._page, 0, since, waited, reserved, 0)
        self._page[_HEADER.size : _HEADER.size + len(data)] = data
        _HEADER.pack_into(self._page, 0, since, waited, reserved, len(data))

    def reserved(self, size: int) -> None:
        since, waited, _, length = _HEADER.unpack_from(self._page)
        _HEADER.pack_into(self._page, 0, since, waited, size, length)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """The body waits for others; its time is not the case's."""
        since = time.monotonic()
        _, waited, reserved, length = _HEADER.unpack_from(self._page)
        _HEADER.pack_into(self._page, 0, since, waited, reserved, length)
        try:
            yield
        finally:
            _, waited, reserved, length = _HEADER.unpack_from(self._page)
            waited += time.monotonic() - since
            _HEADER.pack_into(self._page, 0, 0.0, waited, reserved, length)

    def read(self) -> Progress:
        since, waited, reserved, length = _HEADER.unpack_from(self._page)
        text = self._page[_HEADER.size : _HEADER.size + min(length, _SIZE - _HEADER.size)]
        if since:
            waited += max(0.0, time.monotonic() - since)
        return Progress(text.decode(errors="replace"), waited, reserved)

    def close(self) -> None:
        self._page.close()
        os.close(self.fd)


def _new_file() -> int:
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("dtypegen-progress")
    else:
        with tempfile.TemporaryFile() as file:
            fd = os.dup(file.fileno())
    os.ftruncate(fd, _SIZE)
    return fd
