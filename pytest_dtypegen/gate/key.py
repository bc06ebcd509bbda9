"""What a baseline and a rule know a case by: four names (no torch)."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pytest_dtypegen.cases import DEFAULT_PASS


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
        """As ``Case.id``: ``samples/timm/resnet18[float16-cpu]``."""
        tail = "" if self.pass_name == DEFAULT_PASS else f"-{self.pass_name}"
        return f"{self.sample}[{self.dtype}-{self.device}{tail}]"


def key_of(thing: HasKey) -> CaseKey:
    return CaseKey(thing.sample, thing.dtype, thing.device, thing.pass_name)
