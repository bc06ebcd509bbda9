"""``index.html`` and ``results.json``."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from pytest_dtypegen.gate.key import CaseKey
from pytest_dtypegen.gate.verdict import KINDS, Finding, GateResult
from pytest_dtypegen.report import html, results
from pytest_dtypegen.report.folder import known_classes, rendered, start, write_report
from pytest_dtypegen.report.generations import generations
from pytest_dtypegen.report.journal import JournalData, write_entries
from pytest_dtypegen.report.summary import summarize

HOSTILE = '</script><script>alert("x")</script><img src=x onerror=alert(1)>&amp;\u2028'


class Page(HTMLParser):
    """The elements of a page, its text outside of scripts, and what the scripts hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.text = ""
        self._within = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self._within = tag
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag):
        self._within = ""
        self.text += " " if tag in ("dt", "dd", "p", "td") else ""

    def handle_data(self, data):
        if self._within == "script":
            self.scripts[-1] += data
        elif self._within != "style":
            self.text += data


@pytest.fixture
def page(data) -> Page:
    return Page(html.render(data, summarize(data.entries)))


def test_what_the_page_shows(page):
    text = re.sub(r"\s+", " ", page.text)
    for part in (
        "3 of 6 cases passed",
        "50.0% · 3 failed · 2 skipped · 1 of 9 without a verdict",
        "torch 2.13.0",
        "took 1 min 40 s",
        "DG402 attention-mask-dtype",
        "cast the additive mask to the query's dtype, or make it boolean.",
        "scaled_dot_product_attention 2",
        "52.5 dB",
    ):
        assert part in text
    links = [attrs for tag, attrs in page.tags if tag == "a" and "data-source" in attrs]
    assert {(a["data-source"], a["data-column"]) for a in links} >= {("timm", "float16-cpu"), ("nlp", "bfloat16-cpu")}


def test_the_page_stands_alone(page):
    for _, attrs in page.tags:
        assert "src" not in attrs
        assert not (attrs.get("href") or "#").startswith(("http", "//"))
    assert len(page.scripts) == 2


def test_the_cases_are_in_the_page(page):
    data = json.loads(page.scripts[0])
    assert len(data["cases"]) == 8
    case = data["cases"][2]
    assert case["id"] == "samples/timm/b[float16-cpu]"
    assert case["code"] == "DG402"
    assert case["line"] == 7
    assert case["at"] == "attn"
    assert case["node"] == "full.txt::samples/timm/b[float16-cpu]"
    assert "code" not in data["cases"][0]


def test_names_and_messages_are_text(entry):
    entries = (
        entry(f"samples/{HOSTILE}/x", code="DG999", message=HOSTILE, op=HOSTILE, operands=(HOSTILE,), origin=HOSTILE),
    )
    meta = {"sets": [HOSTILE], "level": HOSTILE}
    text = html.render(JournalData(meta, entries), summarize(entries), [{HOSTILE: HOSTILE}])
    page = Page(text)
    assert len(page.scripts) == 2
    assert not any(tag == "img" for tag, _ in page.tags)
    case = json.loads(page.scripts[0])["cases"][0]
    assert case["message"] == HOSTILE
    assert case["row"] == {HOSTILE: HOSTILE}
    assert "\u2028" not in page.scripts[0]


def test_five_thousand_cases_are_quick_and_small(entry):
    entries = tuple(
        entry(f"samples/source{i % 9}/sample{i}", dtype, "DG402" if i % 10 == 0 else None, op="op")
        for i in range(2500)
        for dtype in ("float16", "bfloat16")
    )
    text = html.render(JournalData({}, entries), summarize(entries))
    assert len(text) < 4_000_000


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0341, "34 ms"), (7.25, "7.2 s"), (59.99, "60.0 s"), (190, "3 min 10 s"), (7384, "2 h 3 min")],
)
def test_span(seconds, text):
    assert html.span(seconds) == text


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(1, 1, "100%"), (4901, 4902, "99.98%"), (99999, 100000, "99.99%"), (1, 3, "33.3%"), (0, 5, "0%"), (0, 0, "-")],
)
def test_percent_never_rounds_up_to_all(part, whole, text):
    assert html.percent(part, whole) == text


def test_results(data):
    found = json.loads(results.render(data, summarize(data.entries), [{"family": "vit"}]))
    assert (found["schema"], found["version"]) == ("pytest-dtypegen/results", 1)
    assert found["totals"] == {"passed": 3, "failed": 3, "skipped": 2}
    assert {
        "source": "timm",
        "dtype": "float16",
        "device": "cpu",
        "pass": "autocast",
        "passed": 1,
        "failed": 1,
        "skipped": 0,
    } in found["matrix"]
    assert found["classes"][0] == {
        "code": "DG402",
        "name": "attention-mask-dtype",
        "count": 2,
        "ops": [{"op": "scaled_dot_product_attention", "count": 2}],
    }
    assert found["cases"][2]["failure"]["line"] == 7
    assert found["cases"][0]["row"] == {"family": "vit"}
    assert found["cases"][1]["seconds"] == 9


def test_files_are_written_whole_or_not_at_all(tmp_path, data, monkeypatch):
    write_report(tmp_path, data)
    before = (tmp_path / "index.html").read_text()

    def fails(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", fails)
    with pytest.raises(OSError):
        write_report(tmp_path, JournalData({}, ()))
    assert (tmp_path / "index.html").read_text() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "results.json", "summary.md"]


def test_known_classes_outlive_the_journal(tmp_path, data, entry):
    write_entries(tmp_path / "journal.jsonl", {}, data.entries, None, None)
    known = known_classes(tmp_path, generations(tmp_path).last)
    assert known == {
        "samples/timm/b[float16-cpu]": "DG402",
        "samples/timm/b[bfloat16-cpu]": "DG402",
        "samples/nlp/c[float16-cpu]": "DG404",
    }
    start(tmp_path, known, keep_journal=False)
    write_entries(tmp_path / "journal.jsonl", {}, [entry("samples/timm/b")], None, None)
    assert known_classes(tmp_path, generations(tmp_path).last) == {
        name: code for name, code in known.items() if name != "samples/timm/b[float16-cpu]"
    }
    (tmp_path / "known-classes.json").write_text("{broken")
    assert known_classes(tmp_path, generations(tmp_path).last) == {}


FINDINGS = tuple(
    Finding(kind, f"text of {kind} {HOSTILE}", CaseKey(f"samples/{kind}", "float16", "cpu"), "DG402", "DG404")
    for kind in KINDS
)


def test_the_gates_verdicts_are_in_the_page_without_a_script(data):
    gate = GateResult(FINDINGS, True, f"baseline {HOSTILE}.txt")
    page = Page(html.render(data, summarize(data.entries), gate=gate))
    text = re.sub(r"\s+", " ", page.text)
    assert "Gate: red: 1 new failure, 1 changed class, 1 crash, 1 timeout, 1 missing, 1 XPASS, 1 fixed, 1 rule" in text
    assert f"Held against baseline {HOSTILE}.txt, strict." in re.sub(r"[ \n]+", " ", page.text)
    kinds = [(attrs["data-kind"], "open" in attrs) for tag, attrs in page.tags if tag == "details"]
    assert dict(kinds) == {name: kind.news for name, kind in KINDS.items()}
    assert kinds[0][0] == "new" and kinds[-1][0] == "xfail"
    for name, kind in KINDS.items():
        assert f"1 {kind.title}" in text
        assert f"samples/{name}[float16-cpu] text of {name} </script>" in page.text
    assert not any(tag == "img" for tag, _ in page.tags) and len(page.scripts) == 2


def test_a_run_that_is_as_expected_says_so_and_one_without_a_gate_says_nothing(data):
    summary = summarize(data.entries)
    assert "Gate: green" in Page(html.render(data, summary, gate=GateResult(baseline="b.txt"))).text
    for gate in (None, GateResult((FINDINGS[0],))):  # a plain failure where there is no baseline
        assert "Gate" not in Page(html.render(data, summary, gate=gate)).text


def test_what_is_rendered_again_keeps_the_gate_and_users_columns(tmp_path, data, entry):
    gate = GateResult(FINDINGS, True, "b.txt")
    write_report(tmp_path, data, lambda one: {"mine": one.case_id}, gate)
    row, again = rendered(tmp_path, data)
    assert again == gate
    assert row(data.entries[0]) == {"mine": data.entries[0].case_id}
    other = JournalData({**data.meta, "started": 5.0}, data.entries)
    row, again = rendered(tmp_path, other)
    assert (row(data.entries[0]), again) == ({}, None), "of another run"
    (tmp_path / "results.json").write_text("{broken")
    assert rendered(tmp_path, data)[1] is None
