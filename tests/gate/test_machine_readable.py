"""What machines read: results.json by its schema, JUnit properties, GitHub's summary and annotations."""

from __future__ import annotations

import json
import math
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from pytest_dtypegen.errors import Failure
from pytest_dtypegen.gate.key import CaseKey, key_of
from pytest_dtypegen.gate.verdict import KINDS, Finding, GateResult
from pytest_dtypegen.records import Record
from pytest_dtypegen.report.github import LIMIT, SHOWN, annotate, append_summary, command
from pytest_dtypegen.report.journal import Entry, JournalData
from pytest_dtypegen.report.results import results
from pytest_dtypegen.report.summary import summarize

pytest_plugins = ["pytester"]

SCHEMA: dict[str, Any] = json.loads((files("pytest_dtypegen") / "report" / "results.schema.json").read_text())
META = {
    "versions": {"torch": "2.13.0"},
    "level": "run",
    "options": {},
    "sets": ["list.txt"],
    "dtypes": ["float16"],
    "devices": ["cpu"],
    "passes": ["autocast"],
    "shard": "1/1",
}
FAILED = Record(
    "s/x",
    "float16",
    "cpu",
    "autocast",
    "run",
    "failed",
    Failure("DG402", "run", "a message", "sdpa", "node", 7, ("query: float16[1]",), "mask: float32", "a remedy"),
    {"load": 0.1},
    {"snr_db": math.inf, "islands": {"eps": 2}, "flaky": ["DG402", "passed"]},
    ("a warning",),
    "0" * 64,
)


def valid(whole: dict[str, Any]) -> bool:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(whole)]
    assert errors == []
    return True


def results_of(*records: Record, gate: GateResult | None = None, **changes: Any) -> dict[str, Any]:
    entries = tuple(Entry(record, f"list.txt::{key_of(record).id}") for record in records)
    return results(JournalData(META, entries, **changes), summarize(entries), [{"mine": 1}] * len(entries), gate)


def test_the_schema_is_one_and_takes_what_is_written() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    passed = Record("s/y", "bfloat16", "cuda:0", "mine", "static", "passed")
    skipped = Record("s/z", "float16", "cpu", "autocast", "run", "skipped", Failure("DG203", "load", "none"))
    gate = GateResult(tuple(Finding(kind, "a text", key_of(FAILED), "DG402", "DG404") for kind in KINDS), True, "b.txt")
    assert valid(results_of(FAILED, passed, skipped, gate=gate, planned=3, exitstatus=1))
    assert valid(results_of())


def test_the_schema_refuses_what_is_not_promised() -> None:
    whole = results_of(FAILED)
    for change in ({"version": 2}, {"planned": -1}, {"surprise": 1}, {"cases": [{}]}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**whole, **change}, SCHEMA)
    assert set(SCHEMA["$defs"]["kind"]["enum"]) == set(KINDS)


def test_what_the_gate_found_comes_back_as_it_was() -> None:
    found = tuple(Finding(kind, "a text", key_of(FAILED), "DG402", "DG404", line=7) for kind in KINDS)
    gate = GateResult((*found, Finding("unmatched", "a rule")), True, "b.txt", ("a journal cut off",))
    assert GateResult.from_json(json.loads(json.dumps(gate.to_json()))) == gate
    earlier = gate.to_json()
    for row in earlier["findings"]:
        del row["line"]
    del earlier["besides"]
    assert [one.line for one in GateResult.from_json(earlier).findings] == [0] * (len(found) + 1)
    assert GateResult.from_json(earlier).besides == ()
    assert valid(results_of(FAILED, gate=gate))


def test_a_run_writes_results_by_the_schema_and_junit_properties(history) -> None:
    history.list("s/good", "s/mask", "s/over")
    history.verdicts = {"s/mask": "DG402", "s/over": "DG404"}
    history.baseline.write_text("s/over float16 cpu DG404\n")
    result = history.run("--junitxml=junit.xml")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    whole = json.loads((history.report / "results.json").read_text())
    assert valid(whole)
    assert whole["gate"]["counts"] == {"new": 1, "expected": 1}
    assert whole["gate"]["findings"][0]["case"] == "s/mask[float16-cpu]"

    cases = {
        case.attrib["name"]: (case, {one.attrib["name"]: one.attrib["value"] for one in case.iter("property")})
        for case in ElementTree.parse(history.path / "junit.xml").getroot().iter("testcase")
    }
    failed, properties = cases["s/mask[float16-cpu]"]
    assert failed.find("failure") is not None
    assert properties["dtypegen_class"] == "DG402 attention-mask-dtype"
    assert properties["dtypegen_op"] == "scaled_dot_product_attention"
    assert (properties["dtypegen_dtype"], properties["dtypegen_gate"]) == ("float16", "new")
    expected, properties = cases["s/over[float16-cpu]"]
    skipped = expected.find("skipped")
    assert skipped is not None and skipped.attrib["type"] == "pytest.xfail"
    assert properties["dtypegen_gate"] == "expected"


# GitHub


@pytest.fixture
def summary(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("github") / "summary.md"
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    return path


def test_a_job_gets_a_summary_and_annotations(history, summary, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(history.path))
    summary.write_text("# before\n")
    history.list("s/good", "s/mask", "s/over")
    history.baseline.write_text("s/gone float16 cpu DG404\ns/over float16 cpu DG404\n")
    history.verdicts = {"s/mask": "DG402"}
    result = history.run()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    notes = [line for line in result.outlines if line.startswith("::")]
    assert notes == [
        "::error file=s/mask/model.py,line=7,title=dtypegen%3A new failure::s/mask[float16-cpu]: "
        "DG402 attention-mask-dtype in scaled_dot_product_attention: the message of DG402",
        "::error file=baseline.txt,line=1,title=dtypegen%3A missing::s/gone[float16-cpu]: "
        "its sample is in no list of this run",
        "::notice file=baseline.txt,line=2,title=dtypegen%3A fixed::s/over[float16-cpu]: "
        "no longer fails with DG404 literal-overflow",
    ]
    text = summary.read_text()
    assert text.startswith("# before\n## dtypegen: 2 of 3 cases passed")
    assert "| source | float16-cpu |" in text
    assert "### ❌ Gate: red: 1 new failure, 1 missing" in text
    assert "`s/gone[float16-cpu]` its sample is in no list of this run" in text


def test_outside_of_github_nothing_is_annotated(history) -> None:
    history.list("s/mask")
    history.verdicts = {"s/mask": "DG402"}
    assert not [line for line in history.run(gate=False).outlines if line.startswith("::")]


def test_texts_cannot_be_commands() -> None:
    line = command("error", "100%\n::error::x", file="a,b:c%\r", line=0)
    assert line == "::error file=a%2Cb%3Ac%25%0D::100%25%0A::error::x"
    assert command("notice", "text") == "::notice::text"


def test_annotations_are_few_and_name_only_files_of_the_workspace(tmp_path: Path) -> None:
    keys = [CaseKey(f"s/{index:02}", "float16", "cpu") for index in range(SHOWN + 5)]
    found = tuple(Finding("new", "a text", key, "DG402") for key in keys)
    entry = Entry(FAILED)
    entries = dict.fromkeys(keys, entry)
    inside = {key.sample: str(tmp_path / key.sample) for key in keys}
    lines = list(annotate(GateResult(found), entries, inside, tmp_path))
    assert len(lines) == SHOWN
    assert lines[0].startswith("::error file=s/00/model.py,line=7,title=")
    outside = list(annotate(GateResult(found[:1]), entries, inside, tmp_path / "other"))
    assert outside[0].startswith("::error title=")


def test_the_summary_is_cut_where_github_would_refuse_it(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    path.write_bytes(b"x" * (LIMIT - 100))
    assert append_summary("y" * 200, str(path)) == ""
    assert path.stat().st_size == LIMIT
    assert path.read_text().endswith("(cut off: the summary is full)\n")
    assert append_summary("z", str(path)) == "" and path.stat().st_size == LIMIT
    assert "GITHUB_STEP_SUMMARY" in append_summary("z", str(tmp_path))
