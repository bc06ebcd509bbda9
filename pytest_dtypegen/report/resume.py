"""Which verdicts of an interrupted run still hold, so that they need not be found again (no torch)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pytest_dtypegen.cases import Case
from pytest_dtypegen.plan import SOURCE_PREFIX
from pytest_dtypegen.records import INCIDENTAL
from pytest_dtypegen.report.journal import COMPARER_CODE, PASS_CODE, SOURCE_CODE, Entry
from pytest_dtypegen.samples.files import sample_hash

LIMITED_BY = {"DG801": "timeout", "DG803": "memory", "DG804": "memory"}
"""Classes that say a limit was too small for a case: by which option, in ``Options`` and in a journal's meta."""

ASKED_AGAIN = frozenset({"DG101", "DG999"})
"""Classes that are no verdict on a sample: it was not there, or something around it went wrong."""

NOT_ITS_OWN = ("not_run", "expected", "xpass", INCIDENTAL)
"""Metrics of verdicts that rest on more than sample, pass and limits: on a rule, on a marker of the user's, on the
machine at that moment. They may be gone, and only asking again tells."""


@dataclass(frozen=True)
class Resumed:
    """What a run that goes on knows. ``cases``: its own, by id; ``terms``: its limits and the code of what users added;
    ``elsewhere``: cases run on other machines, whose samples need not be on this one."""

    cases: Mapping[str, Case]
    terms: Mapping[str, Any]
    elsewhere: bool = False
    _hashes: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def holds(self, entry: Entry) -> bool:
        """Whether a verdict is what the case would get now, by all that can be known without running it."""
        record = entry.record
        case = self.cases.get(entry.case_id)
        if case is None or record.code in ASKED_AGAIN or any(name in record.metrics for name in NOT_ITS_OWN):
            return False
        return self._same_code(entry) and not self._limit_raised(entry) and self._same_sample(entry, case)

    def _same_code(self, entry: Entry) -> bool:
        """Whether the pass is the one that it was, and so are all comparers and what made the sample."""
        before, now = (self._code(entry, terms) for terms in (entry.terms, self.terms))
        return before == now

    def _code(self, entry: Entry, terms: Mapping[str, Any]) -> tuple[Any, Any, Any]:
        passes, comparers, sources = (terms.get(kind) or {} for kind in (PASS_CODE, COMPARER_CODE, SOURCE_CODE))
        return passes.get(entry.record.pass_name), comparers, sources.get(self._source_of(entry))

    def _same_sample(self, entry: Entry, case: Case) -> bool:
        """Whether the sample's files are those that the verdict is of. A sample of a source is made anew; it is what
        the source makes."""
        known = entry.record.sample_hash
        if not known or self._source_of(entry):
            return bool(known)
        if not os.path.isdir(case.path):  # noqa: PTH112 - thousands of them
            return self.elsewhere  # there is nothing here to compare with
        if case.path not in self._hashes:
            self._hashes[case.path] = sample_hash(case.path)
        return known == self._hashes[case.path]

    def _source_of(self, entry: Entry) -> str | None:
        """The name of the user's source that the case's sample is of."""
        name = entry.nodeid.partition("::")[0]
        source = name.removeprefix(SOURCE_PREFIX)
        return source if source != name and source in self.terms.get(SOURCE_CODE, {}) else None

    def _limit_raised(self, entry: Entry) -> bool:
        """Whether the case failed at a limit, and may have more now. Where a run named no limit, what it had is not
        known: it depends on the machine and on the number of workers."""
        name = LIMITED_BY.get(entry.record.code or "")
        if name is None:
            return False
        before, now = entry.terms.get(name), self.terms.get(name)
        return before is None or now is None or bool(now > before)


def runs_elsewhere(specs: Sequence[str]) -> bool:
    """Whether xdist's workers (``--tx``) are others than processes in this folder.

    >>> runs_elsewhere(["popen", "2*popen//python=python3"]), runs_elsewhere(["popen//chdir=one"])
    (False, True)
    """
    kinds = [spec.partition("*")[2] or spec for spec in specs]
    return any(not kind.startswith("popen") or "chdir=" in kind or "via=" in kind for kind in kinds)
