"""The journal: written line by line, read back whole, torn or not."""

from __future__ import annotations

import json
import math

import pytest

from pytest_dtypegen.report.journal import Journal, JournalError, read_entries, read_journal, write_entries

META = {"level": "run"}


def write(path, *records):
    journal = Journal.open(path, META)
    for record in records:
        journal.append(record)
    journal.close()


def test_what_is_written_is_read(tmp_path, record):
    path = tmp_path / "report" / "journal.jsonl"
    first = record("samples/x/a", code="DG402", op="op", operands=("a: float16[2]",), line=3)
    second = record("samples/x/b", metrics={"snr_db": math.inf, "worst": -math.inf, "islands": {"eps": 2}})
    write(path, first, second)
    assert read_journal(path) == (META, [first, second])


def test_every_line_is_json_for_any_reader_and_there_as_soon_as_written(tmp_path, record):
    path = tmp_path / "journal.jsonl"
    journal = Journal.open(path, META)
    journal.append(record("samples/\ud800x", message="a\nb\u2028c", code="DG999", metrics={"snr_db": math.nan}))

    def refuse(name):
        raise AssertionError(f"{name} is not JSON")

    header, case = [json.loads(line, parse_constant=refuse) for line in path.read_bytes().splitlines()]
    journal.close()
    assert header == {"schema": "pytest-dtypegen/journal", "version": 1, "meta": META}
    assert case["record"]["metrics"] == {"snr_db": "NaN"}
    assert math.isnan(read_journal(path)[1][0].metrics["snr_db"])


def test_a_kill_at_any_byte_costs_the_last_line_at_most(tmp_path, record):
    path = tmp_path / "journal.jsonl"
    records = [record(f"samples/x/{i}") for i in range(3)]
    write(path, *records)
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    ends = {i + 1 for i in range(len(whole)) if whole[i : i + 1] == b"\n" and i >= header}
    for cut in sorted({*range(header, len(whole), 9), *ends, *(end - 1 for end in ends)}):
        path.write_bytes(whole[:cut])
        data = read_entries(path)
        assert [e.record for e in data.entries] == records[: whole[:cut].count(b"\n") - 1]
        assert data.torn == (not whole[:cut].endswith(b"\n"))


def test_going_on_after_a_torn_line(tmp_path, record):
    path = tmp_path / "journal.jsonl"
    records = [record(f"samples/x/{i}") for i in range(3)]
    write(path, *records[:2])
    path.write_bytes(path.read_bytes()[:-20])
    journal = Journal.open(path, {"other": "meta is not written again"}, append=True)
    journal.append(records[2])
    journal.close()
    assert read_journal(path) == (META, [records[0], records[2]])


def test_the_last_verdict_of_a_case_counts(tmp_path, record):
    path = tmp_path / "journal.jsonl"
    write(path, record("samples/x/a", code="DG402"), record("samples/x/b"), record("samples/x/a"))
    assert [(r.sample, r.outcome) for r in read_journal(path)[1]] == [
        ("samples/x/b", "passed"),
        ("samples/x/a", "passed"),
    ]


def test_plan_and_end(tmp_path, data):
    path = tmp_path / "journal.jsonl"
    write_entries(path, META, data.entries, 9, 1)
    found = read_entries(path)
    assert (found.planned, found.exitstatus, found.entries) == (9, 1, data.entries)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no dtypegen journal; give a journal.jsonl"),
        ("hello\n", "is no dtypegen journal"),
        ('{"schema":"other","version":1,"meta":{}}\n', "is no dtypegen journal"),
        ('{"schema":"pytest-dtypegen/journal","version":2,"meta":{}}\n', "journal version 2, this is for 1"),
        ('{"schema":"pytest-dtypegen/journal","version":1,"meta":{}}\n{"kind":\n', ":2: is damaged"),
        ('{"schema":"pytest-dtypegen/journal","version":1,"meta":{}}\n{"kind":"case"}\n', ":2: is damaged"),
        ('{"schema":"pytest-dtypegen/journal","version":1,"meta":{}}\n[1]\n', ":2: is damaged"),
    ],
)
def test_what_is_no_journal(tmp_path, text, says):
    path = tmp_path / "journal.jsonl"
    path.write_text(text)
    with pytest.raises(JournalError) as error:
        read_entries(path)
    assert str(path) in str(error.value)
    assert says in str(error.value)


def test_a_journal_that_is_not_there(tmp_path):
    with pytest.raises(JournalError, match="No such file"):
        read_entries(tmp_path / "journal.jsonl")
