"""Shares: every sample in one, none overfull, and nearly all where they were when the list grows."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_dtypegen.cases import Entry
from pytest_dtypegen.sizes import ELEMENTS, FLOOR, SLACK, division, shares, sizes

HEAVY = {f"samples/x/{i}": 100 + (7919 * i % 1000) ** 2 // 100 for i in range(400)}
"""Weights from 100 to 10,080: the heaviest tenth is a quarter of the whole."""


@pytest.mark.parametrize("count", [2, 3, 8, 16])
def test_shares_part_the_samples_and_are_of_one_weight(count: int) -> None:
    found = shares(HEAVY, count)
    assert found.keys() == HEAVY.keys()
    loads = [sum(HEAVY[sample] for sample in HEAVY if found[sample] == index) for index in range(1, count + 1)]
    part = sum(HEAVY.values()) / count
    assert sum(loads) == sum(HEAVY.values())
    assert max(loads) <= part * SLACK**2
    assert min(loads) > part * 0.75


@pytest.mark.parametrize("count", [2, 8])
def test_a_sample_more_leaves_the_others_where_they_were(count: int) -> None:
    whole = shares(HEAVY, count)
    moved = []
    for gone in list(HEAVY)[::20]:
        fewer = shares({sample: weight for sample, weight in HEAVY.items() if sample != gone}, count)
        moved.append(sum(whole[sample] != share for sample, share in fewer.items()))
    # dealt out by weight alone, nearly all would move
    assert sum(moved) / len(moved) <= 0.05 * len(HEAVY)
    assert max(moved) <= 0.15 * len(HEAVY)


def test_shares_do_not_depend_on_the_order_of_the_list() -> None:
    assert shares(dict(reversed(HEAVY.items())), 5) == shares(HEAVY, 5)
    assert division(shares(dict(reversed(HEAVY.items())), 5)) == division(shares(HEAVY, 5))
    assert division(shares(HEAVY, 5)) != division(shares({**HEAVY, "samples/x/new": 1}, 5))


def test_one_sample_that_is_more_than_a_share() -> None:
    found = shares({"huge": 1000, "a": 1, "b": 1, "c": 1}, 2)
    assert {found[name] for name in "abc"} == {3 - found["huge"]}
    assert shares({"a": 1}, 4)["a"] in (1, 2, 3, 4)
    assert shares({}, 3) == {}


def test_the_size_of_a_sample(tmp_path: Path) -> None:
    sample = tmp_path / "a"
    sample.mkdir()
    (sample / "model.py").write_text("x" * 1000)
    (sample / "weight_meta.py").write_text("class A:\n    shape = [512, 10]\nclass B:\n    shape = []\n")
    (sample / "input_meta.py").write_text("class C:\n    shape = [512]\n    shape = [999999999999999, 999999999999]\n")
    entries = [Entry("a", 1, str(sample)), Entry("gone", 2, str(tmp_path / "gone")), Entry("odd", 3, "\0")]
    assert sizes(entries, "static") == {"a": FLOOR + 1000, "gone": FLOOR, "odd": FLOOR}
    assert sizes(entries, "run")["a"] == FLOOR + 1000 + (5120 + 1) // ELEMENTS + (512 + (1 << 40)) // ELEMENTS
