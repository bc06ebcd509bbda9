"""How xdist hands out cases: as its ``load`` does, but never parting the cases of one sample.

The loading of a sample and its reference run are then done once for all of its dtypes. ``loadgroup`` and
``loadscope`` would keep them together too, but run the test that a worker crashed on again, and can hang after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xdist.scheduler import LoadScheduling

from pytest_dtypegen.cases import parse_id
from pytest_dtypegen.options import DTYPES

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController


def sample_of(nodeid: str) -> str:
    """What the cases of one sample have in common: the id up to its bracket. Other tests stand for themselves."""
    case = parse_id(nodeid)
    return nodeid[: nodeid.rfind("[")] if case is not None and case.dtype in DTYPES else nodeid


class SampleScheduling(LoadScheduling):  # type: ignore[misc] # xdist has no type information
    """``LoadScheduling`` whose chunks end where a sample does."""

    def _send_tests(self, node: WorkerController, num: int) -> None:
        super()._send_tests(node, self._whole_samples(num))

    def _whole_samples(self, num: int) -> int:
        """The smallest number, at least ``num``, of pending tests after which another sample begins."""
        pending, collection = self.pending, self.collection
        if collection is None or num <= 0:
            return num
        while num < len(pending) and sample_of(collection[pending[num - 1]]) == sample_of(collection[pending[num]]):
            num += 1
        return num


def make_scheduler(config: Any, log: Any) -> SampleScheduling | None:
    """The scheduler for ``--dist=load`` (what ``-n`` means); None leaves the choice to xdist."""
    return SampleScheduling(config, log) if config.getvalue("dist") == "load" else None
