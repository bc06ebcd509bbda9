"""The journal: written line by line, read back whole, torn or not."""

from __future__ import annotations

import json
import math
import resource
from contextlib import suppress

import pytest

from pytest_dtypegen.report.journal import Journal, JournalError, never_began, read_entries, read_journal, write_entries

META = {"level": "run"}


def write(path, *records):
    journal = Journal.open(path, META)
    for record in records:
        journal.append(record, at=1.0)
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


def test_a_kill_at_any_byte_costs_the_last_line_at_most_and_the_run_goes_on(tmp_path, record):
    """Cut at every byte, from the empty file on: what is whole is read, and what follows makes it whole again."""
    path = tmp_path / "journal.jsonl"
    records = [record("samples/x/a"), record("samples/x/b", "float16", "DG402", message="é\n\u2028"), record("s/c")]
    write(path, *records)
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        left: list = []
        assert never_began(path) == (cut < header)
        if cut >= header:
            data = read_entries(path)
            left = [entry.record for entry in data.entries]
            assert data.torn == (not whole[:cut].endswith(b"\n"))
        assert left == records[: max(0, whole[:cut].count(b"\n") - 1)]
        journal = Journal.open(path, META, append=True)
        for one in records[len(left) :]:
            journal.append(one)
        journal.close()
        assert read_journal(path) == (META, records)


def test_a_disk_that_is_full_at_any_byte_costs_nothing_once_it_has_room(tmp_path, record):
    path = tmp_path / "journal.jsonl"
    records = [record("samples/x/a"), record("samples/x/b"), record("samples/x/c")]
    write(path, *records)
    whole = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    header = whole.index(b"\n") + 1
    for room in range(header, len(whole), 7):
        journal = Journal.open(path, META)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
        try:
            for one in records[:2]:
                with suppress(OSError):
                    journal.append(one, at=1.0)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert journal.unwritten == max(0, 3 - whole[:room].count(b"\n"))
        assert [entry.record for entry in read_entries(path).entries] == records[: 2 - journal.unwritten]
        journal.append(records[2])
        assert journal.unwritten == 0
        journal.close()
        assert read_journal(path) == (META, records)


def test_a_whole_journal_is_written_all_or_nothing(tmp_path, entry):
    path = tmp_path / "journal.jsonl"
    write_entries(path, META, [entry("s/a"), entry("s/b")], 2, 0)
    before = path.read_bytes()

    def stops():
        yield entry("s/c")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write_entries(path, META, stops(), 2, 0)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_each_verdict_knows_the_terms_of_its_run(tmp_path, record):
    path = tmp_path / "journal.jsonl"
    first = {"timeout": 60.0, "memory": None}
    no_code = {"pass_code": {}, "comparer_code": {}, "source_code": {}}
    terms = [{**first, **no_code}, {**no_code, "timeout": 90.0, "memory": 1 << 30, "pass_code": {"mine": "a hash"}}]
    meta = {**META, "options": first}
    journal = Journal.open(path, meta)
    journal.append(record("s/a"))
    journal.close()
    journal = Journal.open(path, meta, append=True)
    journal.terms(terms[1])
    journal.append(record("s/b"))
    journal.close()
    found = read_entries(path).entries
    assert [entry.terms for entry in found] == terms
    write_entries(path, meta, found, 2, 0)
    assert [entry.terms for entry in read_entries(path).entries] == terms


@pytest.mark.parametrize("text", ["", '{"sch', '{"schema":"pytest-dtypegen/journal","version":1,"meta":{"lev'])
def test_a_journal_that_was_cut_off_in_its_first_line(tmp_path, text):
    (tmp_path / "journal.jsonl").write_text(text)
    assert never_began(tmp_path / "journal.jsonl")


@pytest.mark.parametrize("text", ["notes", '{"schema":"other"', '{"schema":"pytest-dtypegen/journal"}\n', "\n"])
def test_what_is_not_the_beginning_of_one(tmp_path, text):
    (tmp_path / "journal.jsonl").write_text(text)
    assert not never_began(tmp_path / "journal.jsonl")
    assert not never_began(tmp_path / "none")


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


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([5], "; take the line out"),
        ([5, 9], ", and so is line 9; take the 2 lines out"),
        (range(3, 33), ", and so are lines 4, 5, 6, 7, 8, 9, 10, 11, 12 and 20 more; take the 30 lines out"),
    ],
)
def test_all_damaged_lines_are_named_at_once(tmp_path, record, lines, says):
    path = tmp_path / "journal.jsonl"
    write(path, *(record(f"s/{i}") for i in range(40)))
    text = path.read_text().splitlines()
    for number in lines:
        text[number - 1] = text[number - 1][:30]
    path.write_text("\n".join(text) + "\n")
    with pytest.raises(JournalError) as error:
        read_entries(path)
    assert str(error.value).startswith(f"{path}:{lines[0]}: is damaged (")
    assert str(error.value).endswith(")" + says)


def test_a_journal_that_is_not_there(tmp_path):
    with pytest.raises(JournalError, match="No such file"):
        read_entries(tmp_path / "journal.jsonl")
