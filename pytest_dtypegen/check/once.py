"""Work that an object does at the first call and then has."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")

_RESULTS = "_results_of_once"


def once(method: Callable[[S], T]) -> Callable[[S], T]:
    """The method, run at its first call; later calls on the same object give the same result."""

    @functools.wraps(method)
    def call(self: S) -> T:
        results: dict[Any, T] = self.__dict__.setdefault(_RESULTS, {})
        if method not in results:
            results[method] = method(self)
        return results[method]

    return call


def forget(owner: object) -> None:
    """Drops the results that the object has."""
    owner.__dict__.pop(_RESULTS, None)
