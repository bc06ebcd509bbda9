"""Which cases a run was to do, small enough for a line of its journal (no torch).

A list of groups, each of samples that have the same cases: ``{"cases": [["float16", "cpu", "autocast"], ...],
"samples": {"samples/timm/": ["resnet18", ...]}}``. 5,000 cases of 2,500 samples take about 60 KB.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pytest_dtypegen.gate.key import CaseKey


def packed(keys: Iterable[CaseKey]) -> list[dict[str, Any]]:
    """The groups, sorted: the same for the same cases."""
    of_sample: dict[str, list[tuple[str, str, str]]] = {}
    for key in sorted(set(keys)):
        of_sample.setdefault(key.sample, []).append((key.dtype, key.device, key.pass_name))
    groups: dict[tuple[tuple[str, str, str], ...], dict[str, list[str]]] = {}
    for sample, cases in of_sample.items():
        folder, slash, name = sample.rpartition("/")
        groups.setdefault(tuple(cases), {}).setdefault(folder + slash, []).append(name)
    return [{"cases": list(map(list, cases)), "samples": samples} for cases, samples in groups.items()]


def unpacked(groups: Iterable[Mapping[str, Any]]) -> frozenset[CaseKey]:
    """The cases of groups that are ``is_packed``."""
    return frozenset(
        CaseKey(folder + name, *case)
        for group in groups
        for folder, names in group["samples"].items()
        for name in names
        for case in group["cases"]
    )


def is_packed(value: Any) -> bool:
    """Whether a JSON value is such a list."""
    return isinstance(value, list) and all(map(_is_group, value))


def _is_group(value: Any) -> bool:
    if not isinstance(value, dict) or value.keys() != {"cases", "samples"} or not isinstance(value["samples"], dict):
        return False
    cases = value["cases"]
    rows = [*cases, *value["samples"].values()] if isinstance(cases, list) else [None]
    texts = all(isinstance(row, list) and all(isinstance(text, str) for text in row) for row in rows)
    return texts and all(len(case) == 3 for case in cases)
