"""A history played through pytest: each kind of change gives its exit code and its message, with xdist and without."""

from __future__ import annotations

import html
import json

import pytest

from pytest_dtypegen.cli import main
from pytest_dtypegen.gate.text import heading
from pytest_dtypegen.gate.verdict import KINDS
from pytest_dtypegen.report.journal import read_entries

pytest_plugins = ["pytester"]

OK, FAILED, USAGE = pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.USAGE_ERROR

FIRST = """\
# lists: list.txt

s/mask float16 cpu DG402 attention-mask-dtype
s/over float16 cpu DG404 literal-overflow
"""


def said(result: pytest.RunResult) -> str:
    """The gate's section."""
    lines = result.outlines
    starts = [index for index, line in enumerate(lines) if line.startswith("=") and " dtypegen gate: " in line]
    assert len(starts) == 1, result.stdout.str()
    return "\n".join(lines[starts[0] :])


RULE = '[[rule]]\nsample = "{}"\nreason = "no mask yet"\n{}'

EXPECTED = {"s/mask": "DG402", "s/over": "DG404"}

CHANGES = {
    "nothing": ({}, "", OK, OK, ["green", "2 expected failures (baseline)"]),
    "new": (
        {"s/good": "DG602"},
        "",
        FAILED,
        FAILED,
        ["red: 1 new failure", "s/good[float16-cpu]  DG602 precision-loss"],
    ),
    "changed": (
        {"s/mask": "DG404"},
        "",
        FAILED,
        FAILED,
        ["red: 1 changed class", "s/mask[float16-cpu]  was DG402 attention-mask-dtype, now DG404 literal-overflow"],
    ),
    "fixed": ({"s/mask": "passed"}, "", OK, FAILED, ["1 fixed", "no longer fails with DG402 attention-mask-dtype"]),
    "missing": ({}, "s/over", FAILED, FAILED, ["red: 1 missing", "s/over[float16-cpu]  its sample is in no list"]),
    "flaky": ({"s/good": ["DG402", "passed"]}, "", OK, OK, ["1 flaky", "s/good[float16-cpu]  attempts: DG402, passed"]),
    "crash": ({"s/over": "DG802"}, "", FAILED, FAILED, ["red: 1 crash", "s/over[float16-cpu]  DG802 crash, was DG404"]),
    "timeout": ({"s/good": "DG801"}, "", FAILED, FAILED, ["red: 1 timeout", "s/good[float16-cpu]  DG801 timeout"]),
    "skipped": ({"s/over": "DG804"}, "", FAILED, FAILED, ["red: 1 missing", "s/over[float16-cpu]  skipped: DG804"]),
    "rule": (
        {"s/good": "DG402"},
        RULE.format("s/good", 'class = "DG402"\n'),
        OK,
        OK,
        ["green", "1 expected failure (rule)"],
    ),
    "unmatched": (
        {},
        RULE.format("s/none*", ""),
        OK,
        FAILED,
        ["1 rule that matched nothing\n    no mask yet [rules.toml"],
    ),
    "expired": (
        {"s/good": "DG402"},
        RULE.format("s/good", "expires = 2020-01-01\n"),
        FAILED,
        FAILED,
        ["red: 1 new failure", "1 expired rule, which is none any more\n    since 2020-01-01: no mask yet"],
    ),
    "xpass": (
        {},
        RULE.format("s/good", ""),
        FAILED,
        FAILED,
        ["red: 1 XPASS", "s/good[float16-cpu]  no mask yet [rules.toml, rule 1]"],
    ),
    "xpass of an op": (
        {},
        RULE.format("s/good", 'op = "matmul"\n'),
        FAILED,
        FAILED,
        ["red: 1 XPASS", "its case passes: no mask yet [rules.toml, rule 1]"],
    ),
}
"""Change -> verdicts beside the expected ones, rules (or the sample that leaves the list), exit code, exit code with
``--dtypegen-strict``, texts."""


@pytest.mark.parametrize("change", CHANGES)
def test_each_kind_of_change(histories, change):
    verdicts, extra, calm, strict, texts = CHANGES[change]
    samples = ["s/good", "s/mask", "s/over"]
    histories.list(*(sample for sample in samples if sample != extra))
    histories.baseline.write_text(FIRST)
    histories.verdicts = {**EXPECTED, **verdicts}
    if extra.startswith("[[rule]]"):
        histories.rules(extra)
    for args, expected in (((), calm), (("--dtypegen-strict",), strict)):
        result = histories.run(*args)
        assert result.ret == expected
        for text in texts if expected == calm else texts[-1:]:
            assert text in said(result)
        assert ("dtypegen gate: red" in said(result)) == (expected == FAILED)
    told = json.loads((histories.report / "results.json").read_text())["gate"]
    page, summary = ((histories.report / name).read_text() for name in ("index.html", "summary.md"))
    for kind, count in told["counts"].items():
        assert f'data-kind="{kind}"' in page
        assert heading(kind, count) in html.unescape(summary)
    assert "### ❌ Gate: red" in summary if strict == FAILED else "### ✅ Gate: green" in summary


def test_the_history_has_each_kind_of_change():
    told = {change.partition(" ")[0] for change in CHANGES}
    assert told - {"nothing", "rule", "skipped"} == {name for name, kind in KINDS.items() if kind.news}


def test_a_worker_that_dies_with_its_case_is_a_crash(history):
    history.list("s/good", "s/over")
    history.baseline.write_text(FIRST.replace("s/mask float16 cpu DG402 attention-mask-dtype\n", ""))
    history.verdicts = {"s/over": "died"}
    result = history.run("-n2")
    assert result.ret == FAILED
    assert "red: 1 crash" in said(result)
    assert "s/over[float16-cpu]  DG802 crash, was DG404" in said(result)


@pytest.fixture
def started(history):
    """A history whose baseline was written from two failures."""
    history.list("s/good", "s/mask", "s/over")
    history.verdicts = dict(EXPECTED)
    result = history.run("--dtypegen-update-baseline")
    assert result.ret == OK
    assert "baseline.txt: 2 added, now 2 known" in said(result)
    assert history.baseline.read_text() == FIRST
    return history


def test_the_baseline_is_written_by_two_workers_as_by_one(histories):
    histories.list("s/good", "s/mask", "s/over")
    histories.verdicts = dict(EXPECTED)
    assert histories.run("--dtypegen-update-baseline").ret == OK
    assert histories.baseline.read_text() == FIRST


def test_what_is_deselected_is_not_missing(histories):
    histories.list("s/good", "s/mask", "s/over")
    histories.baseline.write_text(FIRST + "s/gone float16 cpu DG404\n")
    result = histories.run("-k", "good")
    assert result.ret == OK and "dtypegen gate: green" in said(result)


def test_known_failures_are_green_and_the_file_stays_as_it_is(started):
    result = started.run()
    assert result.ret == OK
    result.assert_outcomes(passed=1, xfailed=2)
    text = said(result)
    assert "dtypegen gate: green" in text and "2 expected failures (baseline)" in text
    assert "--dtypegen-update-baseline" not in text
    assert started.run("--dtypegen-update-baseline").ret == OK
    assert started.baseline.read_text() == FIRST


def test_a_new_failure_a_changed_class_and_a_crash_are_red_until_the_baseline_is_updated(started):
    started.verdicts = {"s/mask": "DG404", "s/over": "DG802", "s/good": "DG801"}
    result = started.run()
    assert result.ret == FAILED
    result.assert_outcomes(failed=3)
    text = said(result)
    assert "dtypegen gate: red: 1 changed class, 1 crash, 1 timeout" in text
    assert "s/mask[float16-cpu]  was DG402 attention-mask-dtype, now DG404 literal-overflow in masked_fill" in text
    assert "s/over[float16-cpu]  DG802 crash, was DG404" in text
    assert "s/good[float16-cpu]  DG801 timeout" in text
    assert "to take this run's verdicts into baseline.txt:\n    pytest --strict-markers" in text
    assert "--dtypegen-baseline=baseline.txt --dtypegen-update-baseline" in text
    assert "gate      changed class: another failure than the expected one: was DG402" in result.stdout.str()

    updated = started.run("--dtypegen-update-baseline")
    assert updated.ret == OK
    assert "baseline.txt: 1 added, 2 changed, now 3 known" in said(updated)
    assert started.run().ret == OK


def test_a_known_case_that_is_skipped_now_is_missing(started):
    started.verdicts["s/over"] = "DG804"
    result = started.run()
    assert result.ret == FAILED
    result.assert_outcomes(passed=1, xfailed=1, failed=1)
    assert "s/over[float16-cpu]  skipped: DG804 over-budget" in said(result)


def test_a_fixed_case_is_reported_and_red_with_strict(started):
    del started.verdicts["s/mask"]
    result = started.run()
    assert result.ret == OK
    assert "1 fixed: in the baseline, passes now" in said(result)
    assert "s/mask[float16-cpu]  no longer fails with DG402 attention-mask-dtype" in said(result)
    strict = started.run("--dtypegen-strict")
    assert strict.ret == FAILED
    strict.assert_outcomes(passed=1, xfailed=1, failed=1)
    assert "red: 1 fixed" in said(strict)
    updated = started.run("--dtypegen-strict", "--dtypegen-update-baseline")
    assert updated.ret == OK
    assert "baseline.txt: 1 removed, now 1 known" in said(updated)
    assert "s/mask" not in started.baseline.read_text()
    assert started.run("--dtypegen-strict").ret == OK


def test_what_a_run_leaves_out_by_choice_is_not_missing_and_not_updated(started):
    started.verdicts = {}
    assert "1 fixed" in said(started.run("-k", "over"))
    for args in ("-kgood", "--dtypegen-shard=1/2"):
        result = started.run(args)
        assert result.ret == OK and "missing" not in said(result)
    assert started.run(dtypes="bfloat16").ret == OK
    assert started.run("-k", "mask", "--dtypegen-update-baseline").ret == OK
    assert started.baseline.read_text() == FIRST.replace("s/mask float16 cpu DG402 attention-mask-dtype\n", "")


def test_another_outcome_at_another_try_is_flaky(started):
    started.verdicts["s/good"] = ["DG402", "passed"]
    result = started.run()
    assert result.ret == OK
    assert "1 flaky: another outcome when tried again" in said(result)
    assert "s/good[float16-cpu]  attempts: DG402, passed" in said(result)
    assert started.ran().count("s/mask[float16-cpu]") == 1, "what is expected is not tried again"
    assert started.run("--dtypegen-retries=0").ret == FAILED


def test_an_update_writes_no_failure_that_another_try_does_not_confirm(started):
    before = started.baseline.read_text()
    started.verdicts |= {"s/good": ["DG802", "passed"], "s/mask": ["DG404", "DG402"]}
    result = started.run("--dtypegen-update-baseline")
    assert result.ret == OK
    assert started.baseline.read_text() == before
    assert "2 flaky: other outcomes when tried again" in said(result)
    assert "s/good[float16-cpu]  attempts: DG802, passed" in said(result)
    assert "s/mask[float16-cpu]  DG402 attention-mask-dtype" in said(result)
    assert started.ran().count("s/over[float16-cpu]") == 1, "what is known already is not tried again"
    started.verdicts["s/good"] = "DG802"
    assert started.run("--dtypegen-update-baseline").ret == OK
    assert "s/good float16 cpu DG802" in started.baseline.read_text()
    assert started.ran().count("s/good[float16-cpu]") == 2


def test_rules_that_match_expire_or_are_beside_the_point(started):
    started.baseline.write_text("")
    started.verdicts = {"s/mask": "DG402"}

    started.rules(RULE.format("s/mask", "") + '[[rule]]\nop = "*attention"\nsample = "s/[gm]*"\nreason = "too"\n')
    result = started.run()
    assert result.ret == OK
    result.assert_outcomes(passed=2, xfailed=1)
    assert "1 expected failure (rule)" in said(result)
    assert "1 rule that matched nothing" in said(result), "the first rule that expects a failure has it"
    assert started.run("--dtypegen-strict").ret == FAILED

    started.rules(RULE.format("s/none*", "") + RULE.format("s/mask", "expires = 2020-01-01\n"))
    result = started.run()
    assert result.ret == FAILED
    assert "1 rule that matched nothing\n    no mask yet [rules.toml, rule 1]" in said(result)
    assert "1 expired rule, which is none any more\n    since 2020-01-01: no mask yet [rules.toml, rule 2]" in said(
        result
    )
    assert "red: 1 new failure" in said(result)


def test_a_strict_rule_whose_failure_is_gone_is_an_xpass(started):
    started.baseline.write_text("")
    started.verdicts = {}
    started.rules(RULE.format("s/mask", "") + '[[rule]]\nop = "masked_fill"\nsample = "s/over"\nreason = "an op"\n')
    result = started.run()
    assert result.ret == FAILED
    result.assert_outcomes(passed=2, failed=1)
    text = said(result)
    assert "red: 2 XPASS" in text
    assert "s/mask[float16-cpu]  no mask yet [rules.toml, rule 1]" in text
    assert "    its case passes: an op [rules.toml, rule 2]" in text
    started.rules(RULE.format("s/mask", "strict = false"))
    assert started.run().ret == OK


def test_a_case_that_must_not_run_does_not(started):
    started.baseline.write_text("")
    started.verdicts = {"s/over": "DG404"}
    started.rules(RULE.format("s/mask", "run = false\n") + '[[rule]]\nclass = "literal-overflow"\nreason = "later"\n')
    result = started.run()
    assert result.ret == OK
    result.assert_outcomes(passed=1, xfailed=2)
    assert started.ran() == ["s/good[float16-cpu]", "s/over[float16-cpu]"]
    assert started.run("--dtypegen-update-baseline").ret == OK
    assert started.baseline.read_text() == "# lists: list.txt\n\n", "what a rule expects needs no line"


def test_markers_and_the_hook_are_rules_too(started):
    started.baseline.write_text("")
    started.verdicts = {"s/mask": "DG402", "s/over": "DG404"}
    with (started.path / "conftest.py").open("a") as conftest:
        conftest.write(
            """
import pytest

def pytest_dtypegen_rules():
    return [{"op": "torch.Tensor.masked_fill", "reason": "from the hook"}]

def pytest_collection_modifyitems(items):
    for item in items:
        if item.case.sample in ("s/mask", "s/good"):
            item.add_marker(pytest.mark.dtypegen_xfail("from a marker", error_class="attention-mask-dtype"))
"""
        )
    result = started.run()
    assert result.ret == OK
    result.assert_outcomes(passed=1, xfailed=2)
    assert "2 expected failures (rules)" in said(result)
    strict = started.run("-rx", gate=False)
    assert strict.ret == OK
    assert "from a marker [@dtypegen_xfail on list.txt::s/mask[float16-cpu]]" in strict.stdout.str()
    assert "from the hook [pytest_dtypegen_rules, rule 1]" in strict.stdout.str()


def test_without_a_baseline_failures_are_failures_and_say_nothing_of_a_gate(history):
    history.list("s/mask")
    history.verdicts = {"s/mask": "DG402"}
    result = history.run(gate=False)
    assert result.ret == FAILED
    assert "dtypegen gate" not in result.stdout.str()
    history.verdicts = {"s/mask": "DG501"}
    result = history.run(gate=False)
    assert result.ret == OK, "torch has no such kernel: a built-in rule"
    assert "1 expected failure (rule)" in said(result)
    assert history.run("--runxfail", gate=False).ret == FAILED


def test_the_class_in_the_baseline_can_be_selected_by(history):
    history.list("s/good", "s/mask", "s/over")
    history.baseline.write_text(FIRST)
    history.verdicts = {"s/mask": "DG402"}
    history.run("-m", "float16 and attention_mask_dtype")
    assert history.ran() == ["s/mask[float16-cpu]"]
    history.run()
    history.run("-m", "literal_overflow")
    assert history.ran() == [], "it passed in the last run"


def test_a_run_that_ends_early_says_what_it_did_not_reach(history):
    history.list("s/first", "s/mask", "s/over")
    history.baseline.write_text(FIRST)
    history.verdicts = {"s/first": "DG404"}
    result = history.run("-x", "--dtypegen-retries=0")
    assert result.ret == FAILED
    assert "s/over[float16-cpu]  the run ended before it" in said(result)
    history.run("-x", "--dtypegen-update-baseline", "--dtypegen-retries=0")
    assert "s/over" not in history.baseline.read_text(), "it passed, as the run went on"


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("baseline.txt", "s/x float16\n", "baseline.txt:1: 's/x float16' is no known failure; write SAMPLE DTYPE"),
        ("rules.toml", "[[rule]]\n", "rules.toml, rule 1: has no reason; say why"),
        ("rules.toml", "x", "rules.toml: is no TOML: "),
    ],
)
def test_a_file_that_is_wrong_is_a_usage_error_of_one_line(history, file, text, says):
    history.list("s/x")
    history.baseline.write_text("")
    (history.path / file).write_text(text)
    result = history.run()
    assert result.ret == USAGE
    (line,) = [line for line in result.errlines if line.startswith("ERROR: ")]
    assert line.startswith(f"ERROR: {says}")


def test_a_missing_baseline_is_a_usage_error_that_says_how_to_write_it(history):
    history.list("s/x")
    result = history.run()
    assert result.ret == USAGE
    assert "add --dtypegen-update-baseline to write it" in result.stderr.str()


def test_a_baseline_that_cannot_be_written_is_known_before_the_run(history):
    history.list("s/x")
    (history.path / "file").touch()
    result = history.run("--dtypegen-baseline=file/baseline.txt", "--dtypegen-update-baseline", gate=False)
    assert result.ret == USAGE
    (line,) = [line for line in result.errlines if line.startswith("ERROR: ")]
    assert line.startswith("ERROR: --dtypegen-baseline: cannot write ") and line.endswith("; give another file")


def test_a_marker_that_is_wrong_fails_its_case(history):
    history.list("s/x")
    with (history.path / "conftest.py").open("a") as conftest:
        conftest.write(
            """
import pytest

def pytest_collection_modifyitems(items):
    items[0].add_marker(pytest.mark.dtypegen_xfail(op="matmul"))
"""
        )
    result = history.run(gate=False)
    assert result.ret == FAILED
    assert "@dtypegen_xfail on list.txt::s/x[float16-cpu]: has no reason" in result.stdout.str()


def test_a_run_that_stopped_early_takes_no_line_from_the_baseline_later_either(histories, monkeypatch) -> None:
    """The journal is held against the baseline as the run itself was."""
    histories.list("s/good", "s/mask", "s/over")
    histories.verdicts = dict(EXPECTED)
    histories.run("--dtypegen-update-baseline")
    assert histories.baseline.read_text() == FIRST
    histories.verdicts = {**EXPECTED, "s/good": "DG602"}
    histories.run("-x", "--maxfail=1", gate=False)
    journal = read_entries(histories.report / "journal.jsonl")
    monkeypatch.chdir(histories.path)
    main(["gate", "dtypegen-report", "--baseline=baseline.txt", "--update-baseline"])
    assert set(FIRST.splitlines()) <= set(histories.baseline.read_text().splitlines())
    assert (journal.planned, journal.lacking) == (3, 3 - len(journal.entries))
