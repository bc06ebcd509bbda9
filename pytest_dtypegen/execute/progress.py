"""What the child is doing, written where the parent can read it after the child was killed (no torch).

One page of shared memory: nothing has to be sent, so a crash or a kill at any moment loses nothing.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pytest_dtypegen.records import STAGES

_SIZE = 4096
_WORDS = 32
"""Bytes before the text: numbers of eight bytes, each written by one store, so that no reader sees half of one."""
_WAITED, _RESERVED, _TEXT = range(3)
_SLOT = (_SIZE - _WORDS) // 2
_TRIES = 1_000_000
"""Looks at a text that changes each time before it is taken as it is (a second): a child that tells one after the other
can be in step with a reader for thousands of them."""


@dataclass(frozen=True)
class Progress:
    """``text``: "stage" or "stage op node". ``waited``: seconds so far that do not count against the time limit.
    ``reserved``: bytes of the shared budget that the case holds. ``waiting``: whether it waits for them now."""

    text: str = ""
    waited: float = 0.0
    reserved: int = 0
    waiting: bool = False

    def place(self) -> tuple[str, str | None, str | None]:
        """Stage, op and node; ``load`` before the first word, since that is the first stage."""
        words = self.text.split(maxsplit=2)
        stage = words[0] if words and words[0] in STAGES else STAGES[0]
        op = words[1] if len(words) > 1 else None
        node = words[2] if len(words) > 2 else None
        return stage, op, node


class ProgressPage:
    """The page. The parent makes it and hands ``fd`` to the child, which opens it from there.

    Three words: what was waited (a double: seconds; while waiting, the negative of the moment on the monotonic clock
    at which one wait as long as all would have begun), the reserved bytes, and which text holds: how many were told,
    shifted by 16 bits, and the length of the last. Texts go to two slots in turn.
    """

    def __init__(self, fd: int | None = None) -> None:
        self.fd = _new_file() if fd is None else fd
        self._page = mmap.mmap(self.fd, _SIZE)
        self._view = memoryview(self._page)
        self._doubles, self._words = self._view[:_WORDS].cast("d"), self._view[:_WORDS].cast("Q")

    def clear(self) -> None:
        self._doubles[_WAITED] = 0.0
        self._words[_RESERVED] = 0
        self.tell("")

    def tell(self, text: str) -> None:
        """Called before every op: no system call, and a reader sees either the old or the new text."""
        data = text.encode(errors="replace")[:_SLOT]
        count = (self._words[_TEXT] >> 16) + 1
        start = _slot(count)
        self._view[start : start + len(data)] = data
        self._words[_TEXT] = count << 16 | len(data)

    def reserved(self, size: int) -> None:
        self._words[_RESERVED] = size

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """The body waits for others; its time is not the case's."""
        self._doubles[_WAITED] -= time.monotonic()
        try:
            yield
        finally:
            self._doubles[_WAITED] += time.monotonic()

    def read(self) -> Progress:
        waited = self._doubles[_WAITED]
        waiting = waited < 0
        if waiting:
            waited = max(0.0, waited + time.monotonic())
        return Progress(self._text(), waited, self._words[_RESERVED], waiting)

    def _text(self) -> str:
        data = b""
        for _ in range(_TRIES):
            word = self._words[_TEXT]
            start = _slot(word >> 16)
            data = bytes(self._view[start : start + min(word & 0xFFFF, _SLOT)])
            # the next text goes to the other slot: this one is whole as long as that is not done
            if self._words[_TEXT] == word:
                break
        return data.decode(errors="replace")

    def close(self) -> None:
        for view in (self._doubles, self._words, self._view):
            view.release()
        self._page.close()
        os.close(self.fd)


def _slot(count: int) -> int:
    return _WORDS + count % 2 * _SLOT


def _new_file() -> int:
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("dtypegen-progress")
    else:
        with tempfile.TemporaryFile() as file:
            fd = os.dup(file.fileno())
    os.ftruncate(fd, _SIZE)
    return fd
