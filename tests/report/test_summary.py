"""What the verdicts come to: matrix, classes, numbers, and how the terminal and Markdown tell it."""

from __future__ import annotations

import math
import re

from pytest_dtypegen.report import markdown
from pytest_dtypegen.report.journal import JournalData
from pytest_dtypegen.report.numbers import numbers
from pytest_dtypegen.report.summary import Cell, summarize
from pytest_dtypegen.report.terminal import lines


def test_matrix(data):
    summary = summarize(data.entries)
    assert summary.sources == ("timm", "(top)", "nlp")
    assert [column.label for column in summary.columns] == ["float16-cpu", "bfloat16-cpu"]
    half, brain = summary.columns
    assert summary.cells["timm", half] == Cell(passed=1, failed=1)
    assert summary.cells["nlp", half] == Cell(failed=1)
    assert summary.cells["(top)", brain] == Cell(skipped=1)
    assert summary.column(half) == Cell(1, 2, 1)
    assert summary.total == Cell(3, 3, 2)
    assert str(summary.total) == "3/6"


def test_columns_by_device_and_pass(entry):
    entries = [
        entry("s/a/x", dtype, device=device, pass_name=name)
        for name in ("mine", "autocast")
        for device in ("cuda", "cpu")
        for dtype in ("bfloat16", "float16")
    ]
    assert [column.label for column in summarize(entries).columns] == [
        "float16-cpu",
        "bfloat16-cpu",
        "float16-cpu-mine",
        "bfloat16-cpu-mine",
        "float16-cuda",
        "bfloat16-cuda",
        "float16-cuda-mine",
        "bfloat16-cuda-mine",
    ]


def test_classes_the_most_frequent_first_with_their_ops(data):
    summary = summarize(data.entries)
    assert [(row.error_class.code, row.count, row.ops) for row in summary.classes] == [
        ("DG402", 2, (("scaled_dot_product_attention", 2),)),
        ("DG404", 1, (("masked_fill", 1),)),
    ]
    assert [(row.error_class.code, row.count) for row in summary.skips] == [("DG203", 2)]


def test_slowest(data):
    seconds, entry = summarize(data.entries, slowest=1).slowest[0]
    assert (seconds, entry.case_id) == (9, "samples/timm/a[bfloat16-cpu]")


def test_numbers(entry):
    entries = [
        entry("s/a/x", metrics={"snr_db": 20.0, "lowered_share": 1.0, "casts": 2, "autocast_casts": 6}, seconds=1),
        entry("s/a/y", metrics={"snr_db": 40.0, "lowered_share": 0.5, "casts": 4, "autocast_casts": 4}, seconds=3),
        entry("s/a/z", metrics={"snr_db": math.inf}, seconds=8),
        entry("s/a/v", "float16", "DG301", metrics={}, seconds=2),
    ]
    (row,) = numbers(summarize(entries), entries)
    assert (row.compared, row.exact, row.snr_median, row.snr_least) == (3, 1, 30.0, 20.0)
    assert row.snr_bins == (0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1)
    assert (row.lowered_median, row.casts_median, row.fewer_casts) == (0.75, 3, 0.5)
    assert (row.seconds_median, row.seconds_most) == (2.5, 8)


def test_terminal_section(data):
    text = [line for line, _ in lines(summarize(data.entries), planned=9)]
    assert text == [
        "source  float16-cpu  bfloat16-cpu  skipped",
        "timm            1/2           1/2",
        "(top)             -             -        2",
        "nlp             0/1           1/1",
        "total           1/3           2/3        2",
        "",
        "error classes",
        "      2  DG402 attention-mask-dtype  scaled_dot_product_attention 2",
        "      1  DG404 literal-overflow      masked_fill 1",
        "      2  DG203 not-applicable (skipped): the sample holds no tensor of the source dtype",
        "",
        "slowest",
        "    9.0 s  samples/timm/a[bfloat16-cpu] (run 6.8 s)",
        "    0.5 s  samples/timm/a[float16-cpu] (run 0.4 s)",
        "    0.5 s  samples/timm/b[float16-cpu] (run 0.4 s)",
        "    0.5 s  samples/timm/b[bfloat16-cpu] (run 0.4 s)",
        "    0.5 s  samples/nlp/c[float16-cpu] (run 0.4 s)",
        "cases without a verdict: 1 of 9; --dtypegen-resume goes on",
    ]


def test_a_run_without_verdicts(data):
    summary = summarize(())
    assert summary.total == Cell()
    assert [line for line, _ in lines(summary, planned=4)][-1].startswith("cases without a verdict: 4 of 4")
    assert "0 of 0 cases passed" in markdown.render(summary, (), data.meta)


def test_markdown(data):
    text = markdown.render(summarize(data.entries), data.entries, data.meta)
    assert "## dtypegen: 3 of 6 cases passed" in text
    assert "| timm | ❌ 1/2 | ❌ 1/2 |" in text
    assert "| **total** | ❌ 1/3 (1 skipped) | ❌ 2/3 (1 skipped) |" in text
    assert "| 2 | DG402 attention-mask-dtype | `scaled_dot_product_attention` 2 |" in text
    assert "| `samples/nlp/c[float16-cpu]` | DG404 | `masked_fill` | no |" in text


def test_markdown_takes_names_and_messages_as_text(entry):
    hostile = "a|b</td><script>alert(1)</script> [x](y) `z` **bold**"
    entries = [entry(f"samples/{hostile}/x", code="DG999", message=hostile, op="o`p|q")]
    text = markdown.render(summarize(entries), entries, {"level": "<b>"})
    assert "<script>" not in re.sub(r"`` .*? ``", "", text)  # in a code span it is text
    assert "\\[x\\](y)" in text
    assert "\\*\\*bold\\*\\*" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.replace("\\|", "").count("|") in (3, 4, 5) for line in rows)


def test_flaky_and_emulated_cases_are_counted(entry):
    entries = [entry("s/a/x", metrics={"flaky": ["DG802", "passed"]}), entry("s/a/y", metrics={"exec": "emulated"})]
    summary = summarize(entries)
    assert (summary.flaky, summary.emulated) == (1, 1)
    text = "\n".join(line for line, _ in lines(summary))
    assert "1 flaky" in text
    assert "--dtypegen-exec=kernels is exact" in text
    assert JournalData({}, tuple(entries)).planned is None
