"""A child process, as its parent holds it: started, asked, watched, killed (no torch).

Neither pebble nor concurrent.futures: a pool of one process that is killed while it idles, or while it writes its
result, leaves their shared queue locked or cut off, and every later case fails. Here each child has its own pipe, which
goes with it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

import psutil

from pytest_dtypegen.execute.parent import starter
from pytest_dtypegen.execute.progress import Progress, ProgressPage

_BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from pytest_dtypegen.execute.child import main; main(*json.loads(sys.argv[2]))"
)
_OUTPUT_KEPT = 64 << 10
_LENGTH = 4
_MOST_READ = 1 << 20
_LONGEST_ANSWER = 256 << 20


class GarbledAnswer(Exception):
    """What the child wrote is no answer: the pipe can no longer be followed, though the child may live."""


class Worker:
    """One child. ``setup`` is the pickled ``Setup``; ``environ`` is added to this process's environment."""

    def __init__(self, setup: bytes, environ: Mapping[str, str]) -> None:
        with ExitStack() as made:
            self._open(environ, made)
            made.pop_all()
        self._memory = psutil.Process(self._process.pid)
        self._started: list[psutil.Process] = []
        self._family, self._next_family = 0, time.monotonic() + 1.0
        self.send(setup)

    def _open(self, environ: Mapping[str, str], made: ExitStack) -> None:
        """Starts the process. Raises OSError, with what was ``made`` to be undone."""
        self._page = ProgressPage()
        made.callback(self._page.close)
        self._connection, theirs = Pipe()
        made.callback(self._connection.close)
        made.callback(theirs.close)
        self._output, output = os.pipe()
        made.callback(os.close, self._output)
        made.callback(os.close, output)
        os.set_blocking(self._output, False)
        self._waited_for: list[Connection | int] = [self._connection, self._output]
        self._text = b""
        self._answer = b""
        orders = [theirs.fileno(), self._page.fd, os.getpid(), starter() is not None]
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-c", _BOOT, json.dumps(list(map(str, sys.path))), json.dumps(orders)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            pass_fds=[theirs.fileno(), self._page.fd],
            env={**os.environ, **environ},
            # Ctrl-C goes to the parent alone, and what a case starts can be killed with it
            start_new_session=True,
        )
        os.close(output)
        theirs.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def status(self) -> int | None:
        """The exit status (negative: the signal), None while the child lives."""
        return self._process.poll()

    @property
    def progress(self) -> Progress:
        return self._page.read()

    @property
    def output(self) -> str:
        """The tail of what the child printed since the last call, its own and its libraries'."""
        self._read_output()
        text, self._text = self._text, b""
        return text.decode(errors="replace")

    def resident(self) -> int:
        """Bytes of memory that the child holds, and (looked up once a second) what it started; 0 once it is gone."""
        try:
            own = int(self._memory.memory_info().rss)
            # finding children means reading every process of the machine
            if time.monotonic() > self._next_family:
                self._next_family = time.monotonic() + 1.0
                self._started = self._memory.children(recursive=True)
                self._family = sum(map(_resident, self._started))
        except psutil.Error:
            return 0
        return own + self._family

    def send(self, message: bytes) -> None:
        """Gives the child its next orders; one that is gone is found by ``receive``."""
        self._page.clear()
        with suppress(OSError):
            self._connection.send_bytes(message)

    def receive(self, timeout: float) -> dict[str, Any] | None:
        """The child's answer, None where none came in time. Raises EOFError where none will come, GarbledAnswer for
        what is none."""
        ready = wait(self._waited_for, timeout)
        self._read_output()
        if self._connection in ready or self._connection.poll():
            return self._read_answer()
        # something that the child started may still hold the other end
        if self.status is not None and not self._connection.poll():
            raise EOFError
        return None

    def _read_answer(self) -> dict[str, Any] | None:
        """What has come so far, if it is whole: a case may leave the child hanging in the middle of an answer, or write
        where it should not. Framed as ``Connection.send_bytes`` does it: four bytes of length, then the text."""
        try:
            data = os.read(self._connection.fileno(), _MOST_READ)
        except OSError as error:
            raise EOFError from error
        if not data:
            raise EOFError
        self._answer += data
        if len(self._answer) < _LENGTH:
            return None
        length = int.from_bytes(self._answer[:_LENGTH], "big", signed=True)
        if not 0 < length <= _LONGEST_ANSWER:
            raise GarbledAnswer
        if len(self._answer) < _LENGTH + length:
            return None
        text, self._answer = self._answer[_LENGTH : _LENGTH + length], b""
        try:
            answer = json.loads(text)
        except ValueError as error:
            raise GarbledAnswer from error
        if not isinstance(answer, dict):
            raise GarbledAnswer
        return answer

    def ask_where(self) -> None:
        """Has the child print its Python frames; works while it is in native code."""
        with suppress(OSError):
            os.kill(self.pid, signal.SIGUSR1)

    def join(self, timeout: float) -> int | None:
        """The exit status, once it has come or the time is over."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout)
        return self.status

    def kill(self) -> None:
        """Ends the child and all it started, at once: what left its group or session is its child still, or, of those
        whose parent is gone, has become so (``parent.adopt``)."""
        with suppress(psutil.Error):  # of one that is gone, what was seen last
            self._started = self._memory.children(recursive=True)
        with suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)
        for process in self._started:
            with suppress(psutil.Error):
                process.kill()
        self._process.wait()

    def close(self) -> None:
        self.kill()
        self._connection.close()
        os.close(self._output)
        self._page.close()

    def _read_output(self) -> None:
        with suppress(BlockingIOError):
            while data := os.read(self._output, _OUTPUT_KEPT):
                self._text = (self._text + data)[-_OUTPUT_KEPT:]
            # closed by the child: always ready from here on
            self._waited_for = [self._connection]


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0
