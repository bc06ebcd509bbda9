"""Which verdicts of an interrupted run still hold, so that they need not be found again (no torch)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_dtypegen.plan import SOURCE_PREFIX
from pytest_dtypegen.report.journal import PASS_CODE, Entry

SAMPLE_FILES = ("model.py", "weight_meta.py", "input_meta.py")

LIMITED_BY = {"DG801": "timeout", "DG803": "memory", "DG804": "memory"}
"""Classes that say a limit was too small for a case: by which option, in ``Options`` and in a journal's meta."""


@dataclass(frozen=True)
class Resumed:
    """What a run that goes on knows. ``paths``: where each sample of lists and corpus lies; ``terms``: its limits
    and the code of users' passes; ``elsewhere``: cases run on other machines, whose samples need not be on this one."""

    paths: Mapping[str, str]
    terms: Mapping[str, Any]
    elsewhere: bool = False

    def holds(self, entry: Entry) -> bool:
        """Whether a verdict is what the case would get now."""
        # a rule said not to run it; asking again costs nothing, and the rule may be gone
        if "not_run" in entry.record.metrics:
            return False
        return self._same_sample(entry) and self._same_pass(entry) and not self._limit_raised(entry)

    def _same_pass(self, entry: Entry) -> bool:
        name = entry.record.pass_name
        before, now = (terms.get(PASS_CODE, {}).get(name) for terms in (entry.terms, self.terms))
        return bool(before == now)

    def _same_sample(self, entry: Entry) -> bool:
        """Whether a sample is as it was at its verdict: there, and none of its files written since."""
        path = self.paths.get(entry.record.sample)
        if path is None:
            return entry.nodeid.startswith(SOURCE_PREFIX)
        times = [_written(os.path.join(path, name)) for name in SAMPLE_FILES]  # noqa: PTH118 - thousands of them
        if times[0] is None and self.elsewhere:
            # nothing here to compare with; a hash says that there was a sample where the case ran
            return bool(entry.record.sample_hash)
        return entry.record.code != "DG101" and times[0] is not None and all(t is None or t < entry.at for t in times)

    def _limit_raised(self, entry: Entry) -> bool:
        """Whether the case failed at a limit, and may have more now. What a run had that named no limit is not known,
        nor is what this one has."""
        name = LIMITED_BY.get(entry.record.code or "")
        if name is None:
            return False
        before, now = entry.terms.get(name), self.terms.get(name)
        return bool(before != now and (before is None or now is None or now > before))


def runs_elsewhere(specs: Sequence[str]) -> bool:
    """Whether xdist's workers (``--tx``) are others than processes in this folder.

    >>> runs_elsewhere(["popen", "2*popen//python=python3"]), runs_elsewhere(["popen//chdir=one"])
    (False, True)
    """
    kinds = [spec.partition("*")[2] or spec for spec in specs]
    return any(not kind.startswith("popen") or "chdir=" in kind or "via=" in kind for kind in kinds)


def _written(path: str) -> float | None:
    """When a file was last written, or put there: an older file that replaces it (``cp -p``, an archive) keeps the
    time of its writing, not that of its coming here."""
    try:
        found = os.stat(path)  # noqa: PTH116 - thousands of them
        return max(found.st_mtime, found.st_ctime)
    except (OSError, ValueError):
        return None
