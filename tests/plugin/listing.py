"""What the tests of whole runs of a list share: the list's run, and what comes of it."""

from __future__ import annotations

import pytest

from pytest_dtypegen.report.journal import read_entries

LIST = "--dtypegen-list=list.txt"
WORKERS = pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])


def outcomes(project) -> dict[str, str]:
    data = read_entries(project.report / "journal.jsonl")
    return {entry.case_id: entry.record.code or entry.record.outcome for entry in data.entries}


EXPECTED = {
    "samples/timm/plain[float16-cpu]": "passed",
    "samples/timm/plain[bfloat16-cpu]": "passed",
    "samples/timm/mask_a[float16-cpu]": "DG402",
    "samples/timm/mask_a[bfloat16-cpu]": "DG402",
    "samples/nlp/overflow[float16-cpu]": "DG404",
    "samples/nlp/overflow[bfloat16-cpu]": "passed",
    "samples/nlp/int_only[float16-cpu]": "DG203",
    "samples/nlp/int_only[bfloat16-cpu]": "DG203",
}
