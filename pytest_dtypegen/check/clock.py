"""Where a case is, and how long each of its stages took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Clock:
    """``stage``: the one that the case is in. ``seconds``: by stage, in order, of those that ran.

    ``tell`` is given "stage" when a stage begins, and "stage op node" by ``at``.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.stage = "load"
        self.seconds: dict[str, float] = {}
        self._tell = tell

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        self.stage = stage
        self._tell(stage)
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] = round(self.seconds.get(stage, 0.0) + time.perf_counter() - start, 6)

    def at(self, op: str, node: str) -> None:
        self._tell(f"{self.stage} {op} {node}")
