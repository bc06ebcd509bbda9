"""A journal that was edited, joined or damaged: read rightly, or refused in one line that names the line."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from pytest_dtypegen.cli import main
from pytest_dtypegen.report.journal import Entry, Journal, JournalError, read_entries

WRONG: tuple[Any, ...] = (
    None, True, -1, 0, 10**30, 10**400, 1e300, float("nan"), "", "x", "\ud800", "DG998", [], [None], ["x"], {},
    {"x": None}, {"x": "y"}, {"x": 10**400},
)  # fmt: skip

DROPPED = object()


def _places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in a JSON value, its containers too."""
    if way:
        yield way
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _places(item, (*way, key))


def _changed(rows: list[Any], way: tuple[Any, ...], value: Any) -> list[Any]:
    rows = copy.deepcopy(rows)
    at: Any = rows
    for key in way[:-1]:
        at = at[key]
    if value is DROPPED:
        del at[way[-1]]
    else:
        at[way[-1]] = value
    return rows


def _write(path: Any, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.fixture
def rows(tmp_path, record) -> list[Any]:
    """A good journal's lines, one of each kind."""
    path = tmp_path / "good" / "journal.jsonl"
    meta = {
        "versions": {"torch": "2"}, "level": "run", "options": {"seed": 0}, "sets": ["l.txt"], "dtypes": ["float16"],
        "devices": ["cpu"], "passes": ["autocast"], "shard": "1/1", "division": "ab", "started": 1.0,
    }  # fmt: skip
    journal = Journal.open(path, meta)
    journal.planned(2)
    failed = record("s/x/a", code="DG402", op="o", node="n", line=3, operands=("a: b",), origin="w: x")
    journal.append(failed, nodeid="l.txt::s/x/a[float16-cpu]", at=2.0)
    flaky = record("s/x/b", metrics={"flaky": ["DG402", "passed"], "snr_db": 3.0, "elements": 5, "peak_bytes": 7})
    journal.append(flaky, nodeid="l.txt::s/x/b[float16-cpu]", worker="gw0", at=2.0)
    journal.running("l.txt::s/x/b[float16-cpu]")
    journal.end(1, True)
    journal.close()
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_field_with_every_wrong_value(tmp_path, rows, capsys, monkeypatch):
    """Whatever a field holds: the line is refused by its number, or all that is made of the journal can be made."""
    monkeypatch.setenv("GITHUB_ACTIONS", "1")
    good, path = tmp_path / "good" / "journal.jsonl", tmp_path / "journal.jsonl"
    baseline = tmp_path / "baseline.txt"
    assert main(["gate", str(good), f"--baseline={baseline}", "--update-baseline"]) == 0
    refused = taken = 0
    for way in _places(rows):
        rendered: set[type] = set()
        for value in (*WRONG, DROPPED):
            changed = _changed(rows, way, value)
            _write(path, changed)
            try:
                read_entries(path)
            except JournalError as error:
                refused += 1
                assert "\n" not in str(error) and str(error).startswith(str(path)) and len(str(error)) < 400
                assert way[0] == 0 or f"{path}:{way[0] + (way[0] > 0 or len(way) > 1)}:" in str(error) or len(way) == 1
                continue
            taken += 1
            if type(value) in rendered:
                continue
            rendered.add(type(value))
            for command in (
                ["report", str(path), "-o", str(tmp_path / "page")],
                ["gate", str(path), f"--baseline={baseline}"],
                ["merge", str(path), str(good), "-o", str(tmp_path / "merged")],
                ["diff", str(path), str(good)],
            ):
                assert main(command) in (0, 1, 2), (way, value, command)
            (tmp_path / "merged" / "journal.jsonl").unlink(missing_ok=True)
    captured = capsys.readouterr()
    captured.out.encode()
    assert all(line.startswith("dtypegen: ") for line in captured.err.splitlines())
    assert refused > 400 and taken > 100


EDITS: dict[str, tuple[tuple[Any, ...], Any, str]] = {
    "at text": ((2, "at"), "soon", ":3: is damaged (case's at is 'soon', not a number of seconds)"),
    "at null": ((2, "at"), None, ":3: is damaged (case's at is None, not a number of seconds)"),
    "options": (
        (0, "meta", "options"),
        [],
        ":1: is damaged (meta's options is a list of 0, not limits by name)",
    ),
    "versions": ((0, "meta", "versions"), "2", ":1: is damaged (meta's versions is '2', not a mapping to text)"),
    "class": ((2, "record", "failure", "code"), "DG998", ":3: is damaged (failure's code is 'DG998', not a known"),
    "no failure": ((2, "record", "failure"), None, ":3: is damaged (outcome is 'failed' without a failure)"),
    "stages": ((2, "record", "stages", "load"), "x", ":3: is damaged (record's stages is a mapping of 2, not"),
    "planned": ((1, "cases"), "two", ":2: is damaged (planned's cases is 'two', not a whole number from 0 on)"),
    "which": (
        (1, "which"),
        [{"cases": [["float16"]], "samples": {}}],
        ":2: is damaged (planned's which is a list",
    ),
    "started": ((0, "meta", "started"), "now", ":1: is damaged (meta's started is 'now', not a number of seconds)"),
    "outcome": ((3, "record", "outcome"), "wonderful", ":4: is damaged (record's outcome is 'wonderful', not passed"),
    "second": ((3,), {"schema": "pytest-dtypegen/journal", "version": 1, "meta": {}}, ":4: another journal begins"),
}


@pytest.mark.parametrize("name", EDITS)
def test_what_is_wrong_is_named(tmp_path, rows, name, capsys):
    way, value, says = EDITS[name]
    path = tmp_path / "journal.jsonl"
    _write(path, _changed(rows, way, value))
    with pytest.raises(JournalError) as error:
        read_entries(path)
    assert str(error.value).startswith(f"{path}{says}")
    assert main(["report", str(path)]) == 2
    assert capsys.readouterr().err == f"dtypegen: {error.value}\n"


def test_joined_journals_are_told_to_merge(tmp_path, rows):
    path = tmp_path / "journal.jsonl"
    _write(path, [*rows, *rows])
    with pytest.raises(JournalError, match=r":7: another journal begins here; give the two .* to: dtypegen merge"):
        read_entries(path)


def test_half_a_character_becomes_its_escape(tmp_path, rows):
    path = tmp_path / "journal.jsonl"
    _write(path, _changed(rows, (3, "record", "sample"), "s/\ud800x"))
    entry = read_entries(path).entries[1]
    assert isinstance(entry, Entry) and entry.record.sample == "s/\\ud800x"


def test_a_nest_that_is_too_deep_is_a_damaged_line(tmp_path, rows):
    path = tmp_path / "journal.jsonl"
    _write(path, rows)
    with path.open("a") as stream:
        stream.write("[" * 100_000 + "\n")
    with pytest.raises(JournalError, match=r":7: is damaged \(it is no JSON\)"):
        read_entries(path)
