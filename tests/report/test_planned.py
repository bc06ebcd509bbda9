"""The cases of a run in one line of its journal."""

from __future__ import annotations

import json

import pytest

from pytest_dtypegen.gate.key import CaseKey
from pytest_dtypegen.report.planned import is_packed, packed, unpacked

CASES = [
    CaseKey(sample, dtype, device)
    for sample in ("samples/timm/a", "samples/timm/b", "alone", "/root", "/x/y", "../up/a", "samples/a b [c]")
    for dtype in ("float16", "bfloat16")
    for device in ("cpu", "cuda:1")
]


@pytest.mark.parametrize(
    "keys",
    [[], CASES[:1], CASES, CASES[:-1], [*CASES, CaseKey("alone", "float16", "cpu", "my-pass")]],
    ids=["none", "one", "all", "one missing", "another pass"],
)
def test_what_is_packed_is_unpacked(keys):
    rows = json.loads(json.dumps(packed(reversed(keys))))
    assert is_packed(rows)
    assert unpacked(rows) == set(keys)
    assert rows == packed([*keys, *keys])


def test_it_is_small():
    keys = [CaseKey(f"samples/source{i % 9}/{'model' * 5}{i}", d, "cpu") for i in range(2500) for d in ("a", "b")]
    assert len(json.dumps(packed(keys), separators=(",", ":"))) < 100_000


@pytest.mark.parametrize(
    "value",
    [
        None, {}, [None], [{}], [{"cases": [], "samples": []}], [{"cases": [["a", "b"]], "samples": {}}],
        [{"cases": [["a", "b", 1]], "samples": {}}], [{"cases": {}, "samples": {}}],
        [{"cases": [["a", "b", "c"]], "samples": {"s/": "x"}}], [{"cases": [], "samples": {"s/": [1]}}],
    ],
)  # fmt: skip
def test_what_is_no_such_list(value):
    assert not is_packed(value)
