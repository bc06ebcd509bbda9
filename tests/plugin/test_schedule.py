"""How xdist's pending tests are cut into chunks."""

from __future__ import annotations

import pytest

from pytest_dtypegen.schedule import SampleScheduling, sample_of


def scheduler(*ids: str) -> SampleScheduling:
    made = object.__new__(SampleScheduling)
    made.collection, made.pending = list(ids), list(range(len(ids)))
    return made


CASES = [f"l.txt::s/{name}[{dtype}-cpu]" for name in "abc" for dtype in ("float16", "bfloat16", "float64")]


@pytest.mark.parametrize(("asked", "given"), [(0, 0), (1, 3), (3, 3), (4, 6), (8, 9), (20, 20)])
def test_chunks_end_where_a_sample_does(asked, given):
    assert scheduler(*CASES)._whole_samples(asked) == given


def test_parameters_of_other_tests_are_parted():
    assert scheduler(*(f"test_a.py::test_b[{i}]" for i in range(9)))._whole_samples(2) == 2


def test_what_the_cases_of_a_sample_share():
    assert sample_of("l.txt::s/a[1][float16-cpu]") == "l.txt::s/a[1]"
    assert sample_of("test_a.py::test_b[x-cpu]") == "test_a.py::test_b[x-cpu]"
