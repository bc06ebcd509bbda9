"""Peak memory by sample size."""

from __future__ import annotations

from pytest_dtypegen.cli import main
from pytest_dtypegen.report.journal import write_entries
from pytest_dtypegen.report.markdown import render
from pytest_dtypegen.report.memory import memory_lines, memory_rows
from pytest_dtypegen.report.summary import summarize

GIB = 1 << 30
MILLION = 1_000_000


def test_rows_by_size(entry):
    entries = [entry(f"s/{i}", metrics={"elements": 25 * MILLION, "peak_bytes": (i + 1) * GIB}) for i in range(20)]
    entries += [
        entry("s/small", metrics={"elements": MILLION - 1, "peak_bytes": GIB}),
        entry("s/a|`b`", metrics={"elements": 4_860 * MILLION, "peak_bytes": 8 * GIB}),
        entry("s/none", metrics={"elements": 5}),
        entry("s/neither"),
    ]
    small, large, huge = memory_rows(entries)
    assert (small.least, small.below, small.cases, small.median) == (0, MILLION, 1, GIB)
    assert (large.label, large.cases) == ("below 100 M", 20)
    assert (large.median, large.p95, large.most) == (10 * GIB, 19 * GIB, 20 * GIB)
    assert large.most_of == "s/19[float16-cpu]"
    assert (huge.label, huge.cases) == ("1,000 M and more", 1)
    lines = memory_lines([small, huge])
    assert lines[2:] == [
        "| below 1 M | 1 | 1.00 GiB | 1.00 GiB | 1.00 GiB | `s/small[float16-cpu]` |",
        "| 1,000 M and more | 1 | 8.00 GiB | 8.00 GiB | 8.00 GiB | `s/a\\|'b'[float16-cpu]` |",
    ]
    assert "\n".join(memory_lines(memory_rows(entries))) in render(summarize(entries), entries, {})


def test_nothing_to_say(data):
    assert memory_lines(memory_rows(data.entries)) == []


def test_the_command(entry, tmp_path, capsys):
    entries = [entry("s/a", metrics={"elements": 5, "peak_bytes": GIB})]
    write_entries(tmp_path / "journal.jsonl", {}, entries, 1, 0)
    assert main(["report", str(tmp_path), "--memory"]) == 0
    assert capsys.readouterr().out == "\n".join(memory_lines(memory_rows(entries))) + "\n"
    assert not (tmp_path / "index.html").exists()
    write_entries(tmp_path / "journal.jsonl", {}, [entry("s/a")], 1, 0)
    assert main(["report", str(tmp_path), "--memory"]) == 2
