"""The gate's result in words: the terminal's section and Markdown (no torch)."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_dtypegen.gate.baseline import Baseline
from pytest_dtypegen.gate.verdict import KINDS, Finding, GateResult
from pytest_dtypegen.report.text import first, one_line

Line = tuple[str, dict[str, bool]]
"""A line and its markup, as pytest's terminal writer takes it."""

SHOWN = 5


def title(result: GateResult) -> str:
    """``red: 2 new failures, 1 fixed``, or ``green``, with what was expected."""
    red = [kind for kind in result.counts if any(finding.red(result.strict) for finding in result.of(kind))]
    said = [*(_counted(kind, result.counts[kind]) for kind in red), *result.besides]
    return f"red: {', '.join(said)}" if said else "green"


def _counted(kind: str, count: int) -> str:
    return f"{count:,} {(KINDS[kind].title if count == 1 else KINDS[kind].titles).partition(':')[0]}"


def heading(kind: str, count: int) -> str:
    """``2 new failures``."""
    return f"{count:,} {KINDS[kind].title if count == 1 else KINDS[kind].titles}"


def _finding(finding: Finding) -> str:
    text = one_line(finding.text, 240)
    return f"{one_line(finding.subject, 160)}  {text}" if finding.subject else text


def lines(result: GateResult, command: str = "", shown: int = SHOWN) -> Iterator[Line]:
    """Each kind with its number and first findings. ``command``: what updates the baseline, told where it helps."""
    for kind, count in result.counts.items():
        found = result.of(kind)
        red = any(finding.red(result.strict) for finding in found)
        yield f"{heading(kind, count)}", {"red": True} if red else {"yellow": KINDS[kind].news}
        if not KINDS[kind].news:
            continue
        named = first(found, shown)
        for finding in named:
            yield f"    {_finding(finding)}", {}
        if count > len(named):
            yield f"    ... and {count - len(named):,} more", {}
    if command and result.baseline and any(kind in UPDATED for kind in result.counts):
        yield f"to take this run's verdicts into {result.baseline}:", {}
        yield f"    {command}", {"bold": True}


UPDATED = ("new", "changed", "crash", "timeout", "missing", "fixed")
"""The kinds that an update of the baseline settles."""


def changes(before: Baseline, after: Baseline) -> str:
    """What an update did: ``baseline.txt: 2 added, 1 changed, 3 removed``."""
    added = len(after.known.keys() - before.known.keys())
    removed = len(before.known.keys() - after.known.keys())
    changed = sum(after.known[key].code != before.known[key].code for key in after.known.keys() & before.known.keys())
    parts = [f"{n:,} {word}" for n, word in ((added, "added"), (changed, "changed"), (removed, "removed")) if n]
    return f"{after.path}: {', '.join(parts) or 'nothing changed'}, now {len(after.known):,} known"
