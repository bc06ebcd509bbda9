"""What a baseline and a rule know a case by: four names (no torch)."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pytest_dtypegen.cases import DEFAULT_PASS, case_id


class HasKey(Protocol):
    """A ``Case`` or a ``Record``."""

    @property
    def sample(self) -> str: ...
    @property
    def dtype(self) -> str: ...
    @property
    def device(self) -> str: ...
    @property
    def pass_name(self) -> str: ...


class CaseKey(NamedTuple):
    """The names of a case, in the order in which a baseline is sorted."""

    sample: str
    dtype: str
    device: str
    pass_name: str = DEFAULT_PASS

    @property
    def id(self) -> str:
        return case_id(*self)


def key_of(thing: HasKey) -> CaseKey:
    return CaseKey(thing.sample, thing.dtype, thing.device, thing.pass_name)
