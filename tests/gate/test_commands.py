"""``dtypegen gate`` and ``dtypegen rules suggest``: the gate over a journal, and rules from one."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from pytest_dtypegen.cli import main
from pytest_dtypegen.errors import Failure
from pytest_dtypegen.gate.key import CaseKey
from pytest_dtypegen.gate.rules import read_rules
from pytest_dtypegen.records import Record
from pytest_dtypegen.report.journal import Journal

META = {"sets": ["a/list.txt"], "dtypes": ["float16"], "devices": ["cpu"], "passes": ["autocast"], "shard": "1/1"}


def write_journal(
    path: Path,
    codes: dict[str, str | None],
    whole: bool = True,
    planned: int | None = None,
    shard: str = "1/1",
    selected: tuple[str, ...] | None = None,
    ended: bool = True,
) -> str:
    journal = Journal.open(path / "journal.jsonl", {**META, "shard": shard})
    cases = None if selected is None else [CaseKey(sample, "float16", "cpu") for sample in selected]
    journal.planned(len(selected or codes) if planned is None else planned, cases)
    for sample, code in codes.items():
        failure = Failure(code, "run", "a message", op="masked_fill") if code else None
        outcome = "failed" if failure else "passed"
        journal.append(Record(sample, "float16", "cpu", "autocast", "run", outcome, failure))  # type: ignore[arg-type]
    if ended:
        journal.end(0, whole)
    journal.close()
    return str(path)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_journal_is_held_against_a_baseline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = write_journal(tmp_path / "run", {"s/x": "DG404", "s/y": None})
    gate = ["gate", journal, "--baseline=baseline.txt"]
    assert main(gate) == 2
    assert "there is no such baseline" in capsys.readouterr().err
    assert main([*gate, "--update-baseline"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "gate: green",
        "1 expected failure (baseline)",
        "baseline.txt: 1 added, now 1 known",
    ]
    assert Path("baseline.txt").read_text() == "# lists: list.txt\n\ns/x float16 cpu DG404 literal-overflow\n"
    assert main(gate) == 0

    other = write_journal(tmp_path / "other", {"s/x": "DG402", "s/y": "DG404"})
    capsys.readouterr()
    assert main(["gate", other, "--baseline=baseline.txt"]) == 1
    text = capsys.readouterr().out
    assert text.startswith("gate: red: 1 new failure, 1 changed class\n")
    assert f"dtypegen gate {other} --baseline=baseline.txt --update-baseline" in text
    fixed = write_journal(tmp_path / "fixed", {"s/x": None})
    assert main(["gate", fixed, "--baseline=baseline.txt"]) == 0
    assert main(["gate", fixed, "--baseline=baseline.txt", "--strict"]) == 1


def test_a_share_says_nothing_of_what_is_missing_and_the_whole_does(tmp_path: Path) -> None:
    Path("baseline.txt").write_text("s/gone float16 cpu DG404\n")
    one = write_journal(tmp_path / "1", {"s/x": None}, shard="1/2")
    two = write_journal(tmp_path / "2", {"s/y": None}, shard="2/2")
    assert main(["gate", one, "--baseline=baseline.txt"]) == 0
    assert main(["merge", one, two, "-o", "merged"]) == 0
    assert main(["gate", "merged", "--baseline=baseline.txt"]) == 1
    part = write_journal(tmp_path / "3", {"s/y": None}, whole=False, shard="2/2")
    assert main(["merge", one, part, "-o", "part"]) == 0
    assert main(["gate", "part", "--baseline=baseline.txt"]) == 0


def test_a_journal_that_is_incomplete_is_red(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("baseline.txt").write_text("")
    journal = write_journal(tmp_path / "run", {"s/x": None}, planned=3)
    assert main(["gate", journal, "--baseline=baseline.txt"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "gate: red: the journal is incomplete",
        "the journal is incomplete: cases without a verdict: 2 of 3",
    ]


FOUR = "".join(f"s/{name} float16 cpu DG404 literal-overflow\n" for name in "abcd")


@pytest.mark.parametrize("ended", [True, False], ids=["as with -x", "killed"])
@pytest.mark.parametrize("selected", [None, ("s/a", "s/b", "s/c", "s/d")], ids=["by number", "by name"])
def test_what_an_incomplete_run_did_not_reach_stays_in_the_baseline(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], selected: tuple[str, ...] | None, ended: bool
) -> None:
    Path("baseline.txt").write_text(FOUR)
    run = write_journal(tmp_path / "run", {"s/a": "DG402"}, planned=4, selected=selected, ended=ended)
    assert main(["gate", run, "--baseline=baseline.txt", "--update-baseline"]) == 1
    out = capsys.readouterr().out
    assert "baseline.txt: 1 changed, now 4 known\n" in out
    assert "the journal is incomplete: cases without a verdict: 3 of 4\n" in out
    assert ("s/d[float16-cpu]  the run ended before it" in out) is (selected is not None)
    known = FOUR.replace("s/a float16 cpu DG404 literal-overflow", "s/a float16 cpu DG402 attention-mask-dtype")
    assert Path("baseline.txt").read_text() == known


def test_a_case_that_left_the_list_leaves_the_baseline_of_a_whole_run_only(tmp_path: Path) -> None:
    Path("baseline.txt").write_text(FOUR)
    run = write_journal(tmp_path / "run", {"s/a": "DG404"}, selected=("s/a", "s/b"))
    assert main(["gate", run, "--baseline=baseline.txt", "--update-baseline"]) == 1
    assert Path("baseline.txt").read_text() == "".join(FOUR.splitlines(keepends=True)[:2])


def test_a_verdict_beyond_the_plan_stands_for_none_that_is_lacking(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("baseline.txt").write_text("")
    run = write_journal(tmp_path / "run", {"s/a": None, "s/other": None}, selected=("s/a", "s/b"))
    assert main(["gate", run, "--baseline=baseline.txt"]) == 1
    assert "the journal is incomplete: cases without a verdict: 1 of 2\n" in capsys.readouterr().out
    assert main(["report", run]) == 0
    assert "cases without a verdict: 1 of 2; --dtypegen-resume goes on\n" in capsys.readouterr().out


def test_a_baseline_that_cannot_be_written_is_red_in_the_report_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    run = write_journal(tmp_path / "run", {"s/x": None})
    Path("baseline.txt").write_text("")
    assert main(["report", run]) == 0
    monkeypatch.setattr("pytest_dtypegen.gate.journal.write_text", refuse)
    capsys.readouterr()
    assert main(["gate", run, "--baseline=baseline.txt", "--update-baseline"]) == 1
    assert capsys.readouterr().out.splitlines()[:2] == [
        "gate: red: the baseline could not be written",
        "baseline.txt: could not be written (No space left on device); nothing was updated",
    ]
    assert "Gate: red: the baseline could not be written" in (tmp_path / "run/summary.md").read_text()
    assert ">red: the baseline could not be written</span>" in (tmp_path / "run/index.html").read_text()
    assert json.loads((tmp_path / "run/results.json").read_text())["gate"]["red"] is True


def test_a_run_that_had_ended_and_was_gone_on_with_has_not_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("baseline.txt").write_text("")
    path = write_journal(tmp_path / "run", {"s/x": None})
    ended = write_journal(tmp_path / "other", {"s/z": None})
    resumed = Journal.open(tmp_path / "run" / "journal.jsonl", {}, append=True)
    resumed.planned(2)
    resumed.append(Record("s/y", "float16", "cpu", "autocast", "run", "passed"))
    resumed.close()
    assert main(["gate", path, "--baseline=baseline.txt"]) == 1
    assert capsys.readouterr().out.startswith("gate: red: the journal is incomplete\n")
    assert main(["merge", path, ended, "-o", "merged"]) == 0
    assert f"not every run came to its end: {path}\n" in capsys.readouterr().out


@pytest.mark.parametrize("given", ["1", "1/journal.jsonl", "./2/../1"])
def test_a_merge_overwrites_no_journal_that_it_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    write_journal(tmp_path / "1", {"s/x": None}, shard="1/2")
    write_journal(tmp_path / "2", {"s/y": None}, shard="2/2")
    before = (tmp_path / "1" / "journal.jsonl").read_bytes()
    assert main(["merge", "2", given, "-o", "1"]) == 2
    assert capsys.readouterr().err == "dtypegen: 1: is one of the reports to merge; give another folder with -o\n"
    assert (tmp_path / "1" / "journal.jsonl").read_bytes() == before


def test_rules_are_suggested_that_the_gate_then_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = write_journal(tmp_path / "run", {"s/x": "DG404", "s/y": "DG404", "s/z": None})
    assert main(["rules", "suggest", journal]) == 0
    printed = capsys.readouterr().out
    assert main(["rules", "suggest", journal, "-o", "rules.toml"]) == 0
    assert Path("rules.toml").read_text() == printed
    assert [rule.op for rule in read_rules(Path("rules.toml"))] == [("masked_fill",)]
    Path("baseline.txt").write_text("")
    assert main(["gate", journal, "--baseline=baseline.txt"]) == 1
    assert main(["gate", journal, "--baseline=baseline.txt", "--rules=rules.toml"]) == 0
    assert main(["rules", "suggest", journal, "-o", "rules.toml"]) == 2
    assert "is there already" in capsys.readouterr().err


def test_the_gates_verdict_comes_into_the_report_and_stays_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = write_journal(tmp_path / "run", {"s/x": "DG404", "s/y": None})
    Path("baseline.txt").write_text("s/x float16 cpu DG402\n")
    page = tmp_path / "run/index.html"
    assert main(["gate", journal, "--baseline=baseline.txt"]) == 1
    assert not page.exists(), "a journal alone is left alone"
    assert main(["report", journal]) == 0
    assert 'id="gate"' not in page.read_text()
    assert main(["gate", journal, "--baseline=baseline.txt"]) == 1
    assert 'data-kind="changed" open' in page.read_text()
    assert main(["report", journal]) == 0
    assert 'data-kind="changed" open' in page.read_text()
    capsys.readouterr()
    assert main(["report", journal, "--markdown"]) == 0
    assert "Gate: red: 1 changed class" in capsys.readouterr().out
