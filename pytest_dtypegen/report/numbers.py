"""What the metrics of the cases come to, by dtype and device (no torch)."""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pytest_dtypegen.report.journal import Entry
from pytest_dtypegen.report.summary import Column, Summary, column_of, duration

SNR_STEP = 10
SNR_BINS = 13
"""The histogram of signal-to-noise ratios: bins of 10 dB from 0 on; the first holds all below, the last all above."""


@dataclass(frozen=True)
class Numbers:
    """Of one column of the matrix. ``snr``: the worst output's, in dB, of cases that were compared; an exact result
    counts into the last bin and not into the median. None where no case has the number. ``seconds`` by case."""

    column: Column
    compared: int
    exact: int
    snr_median: float | None
    snr_least: float | None
    snr_bins: tuple[int, ...]
    lowered_median: float | None
    casts_median: float | None
    fewer_casts: float | None
    seconds_median: float | None
    seconds_most: float | None


def _values(entries: Sequence[Entry], name: str) -> list[float]:
    found = (entry.record.metrics.get(name) for entry in entries)
    return [float(value) for value in found if isinstance(value, (int, float)) and not isinstance(value, bool)]


def _median(values: Sequence[float]) -> float | None:
    return statistics.median(values) if values else None


def _bins(values: Sequence[float]) -> tuple[int, ...]:
    counts = [0] * SNR_BINS
    for value in values:
        counts[max(0, min(SNR_BINS - 1, int(min(value, 1e6) // SNR_STEP)))] += 1
    return tuple(counts)


def _fewer_casts(entries: Sequence[Entry]) -> float | None:
    """The share of cases that insert fewer casts than ``torch.autocast`` would."""
    pairs: list[tuple[Any, Any]] = [
        (entry.record.metrics.get("casts"), entry.record.metrics.get("autocast_casts")) for entry in entries
    ]
    known = [(ours, theirs) for ours, theirs in pairs if isinstance(ours, int) and isinstance(theirs, int)]
    return sum(ours < theirs for ours, theirs in known) / len(known) if known else None


def numbers(summary: Summary, entries: Sequence[Entry]) -> list[Numbers]:
    """One row a column of the matrix, in its order."""
    by_column: defaultdict[Column, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_column[column_of(entry)].append(entry)
    rows = []
    for column in summary.columns:
        group = by_column[column]
        snr = [value for value in _values(group, "snr_db") if not math.isnan(value)]
        finite = [value for value in snr if math.isfinite(value)]
        seconds = [duration(entry) for entry in group if entry.record.stages]
        rows.append(
            Numbers(
                column=column,
                compared=len(snr),
                exact=sum(value == math.inf for value in snr),
                snr_median=_median(finite),
                snr_least=min(snr, default=None),
                snr_bins=_bins(snr),
                lowered_median=_median(_values(group, "lowered_share")),
                casts_median=_median(_values(group, "casts")),
                fewer_casts=_fewer_casts(group),
                seconds_median=_median(seconds),
                seconds_most=max(seconds, default=None),
            )
        )
    return rows
