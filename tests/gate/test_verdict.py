"""What the gate says of a run: every kind of change, its message and whether it is red."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from pytest_dtypegen.errors import ERROR_CLASSES, Failure
from pytest_dtypegen.gate.baseline import Coverage, parse_baseline, update
from pytest_dtypegen.gate.environment import Environment
from pytest_dtypegen.gate.key import CaseKey, key_of
from pytest_dtypegen.gate.rules import Rule, make_rule
from pytest_dtypegen.gate.text import changes, lines, title
from pytest_dtypegen.gate.verdict import KINDS, Finding, Gate, GateResult, compare, ruled_cases
from pytest_dtypegen.records import Record
from pytest_dtypegen.report.markdown import gate_lines

ENVIRONMENT = Environment("2.13.0", frozenset({"linux"}), today=date(2026, 6, 1))


def record(sample: str, code: str | None = None, op: str | None = None, **metrics: Any) -> Record:
    outcome = "passed" if code is None else "skipped" if ERROR_CLASSES[code].skip else "failed"
    failure = None if code is None else Failure(code, "run", "a message", op=op)
    return Record(sample, "float16", "cpu", "autocast", "run", outcome, failure, metrics=metrics)  # type: ignore[arg-type]


def rule(**keys: Any) -> Rule:
    keys.setdefault("reason", "because")
    return make_rule({name.replace("class_", "class"): value for name, value in keys.items()}, "rules.toml, rule 1")


def whole(*samples: str) -> Coverage:
    return Coverage(
        frozenset(CaseKey(sample, "float16", "cpu") for sample in samples),
        whole=True,
        lists=frozenset({"full.txt"}),
        dtypes=frozenset({"float16"}),
        devices=frozenset({"cpu"}),
    )


def judge(
    baseline: str | None = None,
    records: Sequence[Record] = (),
    rules: Sequence[Rule] = (),
    strict: bool = False,
    coverage: Coverage | None = None,
) -> GateResult:
    known = None if baseline is None else parse_baseline(baseline, "baseline.txt")
    covered = coverage or whole(*(one.sample for one in records))
    return compare(Gate(known, tuple(rules), strict), records, covered, ENVIRONMENT)


KNOWN = "x float16 cpu DG402 attention-mask-dtype\n"

CASES: list[tuple[str, str | None, Record | None, bool, bool, str]] = [
    ("new", "", record("x", "DG402", "sdpa"), True, True, "DG402 attention-mask-dtype in sdpa"),
    ("new", "", record("x", "DG803"), True, True, "DG803 out-of-memory"),
    ("changed", KNOWN, record("x", "DG404"), True, True, "was DG402 attention-mask-dtype, now DG404 literal-overflow"),
    ("crash", "", record("x", "DG802", "conv2d"), True, True, "DG802 crash in conv2d"),
    ("crash", KNOWN, record("x", "DG802"), True, True, "DG802 crash, was DG402"),
    ("timeout", "", record("x", "DG801"), True, True, "DG801 timeout"),
    ("missing", KNOWN, record("x", "DG203"), True, True, "skipped: DG203 not-applicable"),
    ("fixed", KNOWN, record("x"), False, True, "no longer fails with DG402 attention-mask-dtype"),
    ("expected", KNOWN, record("x", "DG402"), False, False, "DG402 attention-mask-dtype"),
    ("expected", "x float16 cpu DG802\n", record("x", "DG802"), False, False, "DG802 crash"),
    ("flaky", "", record("x", flaky=["DG402", "passed"]), False, False, "attempts: DG402, passed"),
    ("flaky", KNOWN, record("x", flaky=["DG404", "passed"]), False, False, "attempts: DG404, passed"),
    ("flaky", KNOWN, record("x", "DG404", flaky=["DG402", "DG404"]), False, False, "attempts: DG402, DG404"),
    ("new", "", record("x", "DG404", flaky=["DG402", "DG404"]), True, True, "attempts: DG402, DG404"),
    ("xfail", "", record("x", "DG402", expected="a marker's reason"), False, False, "a marker's reason"),
    ("xpass", "", record("x", xpass="a marker's reason"), True, True, "a marker's reason"),
]


@pytest.mark.parametrize(("kind", "baseline", "one", "red", "strict_red", "says"), CASES)
def test_kinds(kind: str, baseline: str, one: Record, red: bool, strict_red: bool, says: str) -> None:
    result = judge(baseline, [one])
    assert dict(result.counts) == {kind: 1}
    assert says in result.findings[0].text
    assert (result.red, result.exit_code) == (red, int(red))
    assert judge(baseline, [one], strict=True).red is strict_red


def test_a_pass_and_a_skip_are_no_news() -> None:
    result = judge("", [record("x"), record("y", "DG203"), record("z", "DG804")])
    assert result.findings == ()
    assert title(result) == "green"


def test_a_case_that_the_run_did_not_reach_is_missing() -> None:
    ended = judge(KNOWN, [], coverage=whole("x"))
    assert [finding.text for finding in ended.of("missing")] == ["the run ended before it"]
    assert ended.red
    unlisted = judge(KNOWN, [record("y")])
    assert [finding.text for finding in unlisted.of("missing")] == ["its sample is in no list of this run"]
    assert unlisted.red


@pytest.mark.parametrize(
    "coverage",
    [
        Coverage(),  # -k, ids, a shard
        Coverage(frozenset(), True, frozenset({"full.txt"}), frozenset({"bfloat16"}), frozenset({"cpu"})),
        Coverage(frozenset(), True, frozenset({"full.txt"}), frozenset({"float16"}), frozenset({"cuda"})),
        Coverage(
            frozenset(), True, frozenset({"full.txt"}), frozenset({"float16"}), frozenset({"cpu"}), frozenset({"mine"})
        ),
        Coverage(frozenset(), True, frozenset({"small.txt"}), frozenset({"float16"}), frozenset({"cpu"})),
    ],
)
def test_what_the_run_does_not_cover_is_not_missing(coverage: Coverage) -> None:
    assert judge("# lists: full.txt\n\n" + KNOWN, [], coverage=coverage).findings == ()


def test_without_a_baseline_nothing_is_missing_or_fixed() -> None:
    assert dict(judge(None, [record("x", "DG402"), record("y")]).counts) == {"new": 1}


# Rules


def test_a_rule_expects_before_the_baseline_is_asked() -> None:
    result = judge(KNOWN, [record("x", "DG404")], [rule(class_="DG404")])
    assert dict(result.counts) == {"xfail": 1}
    assert result.findings[0].text == "because [rules.toml, rule 1]"


def test_a_strict_rule_by_case_that_no_longer_fails_is_an_xpass() -> None:
    passed = judge(None, [record("x"), record("y", "DG402")], [rule(sample="[xy]")])
    assert dict(passed.counts) == {"xpass": 1, "xfail": 1}
    assert passed.red
    assert passed.of("xpass")[0].text == "because [rules.toml, rule 1]"
    assert judge(None, [record("x")], [rule(sample="x", strict=False)]).findings == ()


def test_a_rule_by_op_is_an_xpass_where_every_case_that_it_names_passes() -> None:
    by_op = rule(op="matmul", sample="x*")
    gone = judge(None, [record("x1"), record("x2"), record("y", "DG402")], [by_op])
    assert "all of its 2 cases pass: because" in gone.of("xpass")[0].text
    assert gone.red
    other = judge(None, [record("x1"), record("x2", "DG404")], [by_op])
    assert "unmatched" in other.counts and "xpass" not in other.counts
    still = judge(None, [record("x1"), record("x2", "DG401", "matmul")], [by_op])
    assert dict(still.counts) == {"xfail": 1}
    everywhere = judge(None, [record("x1")], [rule(op="matmul")])
    assert dict(everywhere.counts) == {"unmatched": 1}, "a rule about an op does not claim that there is one"


def test_a_rule_is_judged_only_where_the_run_covers_it() -> None:
    part = Coverage(frozenset({CaseKey("x1", "float16", "cpu")}))
    assert judge(None, [record("x1")], [rule(op="matmul", sample="x*"), rule(sample="z")], coverage=part).findings == ()
    one = rule(op="matmul", sample="x1", dtype="float16", device="cpu")
    assert dict(judge(None, [record("x1")], [one], coverage=part).counts) == {"xpass": 1}


def test_a_rule_that_matches_nothing_is_red_only_with_strict() -> None:
    result = judge(None, [record("x")], [rule(sample="y")])
    assert dict(result.counts) == {"unmatched": 1}
    assert not result.red
    assert judge(None, [record("x")], [rule(sample="y")], strict=True).red
    elsewhere = rule(sample="y", torch=">=99")
    assert judge(None, [record("x")], [elsewhere], strict=True).findings == (), "it does not apply here at all"


def test_an_expired_rule_is_no_rule() -> None:
    result = judge(None, [record("x", "DG402")], [rule(sample="x", expires=date(2026, 5, 31))])
    assert dict(result.counts) == {"new": 1, "expired": 1}
    assert result.red
    assert result.of("expired")[0].text == "since 2026-05-31: because [rules.toml, rule 1]"


def test_a_case_that_a_rule_kept_from_running_is_expected() -> None:
    one = Record("x", "float16", "cpu", "autocast", "run", "skipped", metrics={"not_run": "because"})
    never = rule(sample="x", run=False)
    assert Gate(None, (never,)).before(one, ENVIRONMENT) is never
    assert dict(judge(KNOWN, [one], [never]).counts) == {"xfail": 1}


def test_the_cases_that_rules_expect_need_no_line() -> None:
    records = [record("x", "DG402"), record("y", "DG404"), record("z", "DG402", expected="a marker")]
    gate = Gate(parse_baseline(""), (rule(class_="DG404"),))
    assert ruled_cases(gate, records, ENVIRONMENT) == {key_of(records[1]), key_of(records[2])}


def test_a_run_that_ended_early_says_nothing_of_rules() -> None:
    rules = [rule(sample="a*", class_="DG404", strict=True), rule(sample="z")]
    ended = [judge(records=[record("a1")], rules=rules, coverage=whole("a1", *more)) for more in ((), ("a2",))]
    assert [dict(result.counts) for result in ended] == [{"xpass": 1, "unmatched": 1}, {}]


def test_after_an_update_the_run_is_as_expected() -> None:
    records = [record("a", "DG402"), record("b", "DG802"), record("x"), record("y", flaky=["DG402", "passed"])]
    before = parse_baseline(KNOWN + "gone float16 cpu DG402\ny float16 cpu DG402\n")
    covered = whole("a", "b", "x", "y")
    assert compare(Gate(before), records, covered, ENVIRONMENT).red
    after = update(before, records, covered)
    result = compare(Gate(after, strict=True), records, covered, ENVIRONMENT)
    assert dict(result.counts) == {"flaky": 1, "expected": 2}
    assert not result.red
    assert changes(before, after) == "baseline: 2 added, 2 removed, now 3 known"
    assert changes(after, after) == "baseline: nothing changed, now 3 known"


def test_while_the_baseline_is_written_what_fails_is_accepted() -> None:
    gate = Gate(parse_baseline(KNOWN), strict=True, updating=True)
    for one in (record("new", "DG402"), record("x", "DG404"), record("x", "DG802")):
        finding = gate.judge(one, ENVIRONMENT)
        assert finding and finding.kind == "expected"
    fixed = gate.judge(record("x"), ENVIRONMENT)
    assert fixed and fixed.kind == "fixed" and not gate.turns_red(fixed)


# Text


def test_the_text_names_each_kind_with_its_number_the_first_cases_and_the_command() -> None:
    records = [*(record(f"new{i}", "DG402", "sdpa") for i in range(7)), record("x"), record("y", "DG402")]
    result = judge(KNOWN + "y float16 cpu DG402\n", records)
    text = [line for line, _ in lines(result, "pytest --dtypegen-update-baseline", shown=2)]
    assert text == [
        "7 new failures",
        "    new0[float16-cpu]  DG402 attention-mask-dtype in sdpa",
        "    new1[float16-cpu]  DG402 attention-mask-dtype in sdpa",
        "    ... and 5 more",
        "1 fixed: in the baseline, passes now",
        "    x[float16-cpu]  no longer fails with DG402 attention-mask-dtype",
        "1 expected failure (baseline)",
        "to take this run's verdicts into baseline.txt:",
        "    pytest --dtypegen-update-baseline",
    ]
    assert title(result) == "red: 7 new failures"
    quiet = judge(KNOWN, [record("x", "DG402")])
    assert [line for line, _ in lines(quiet, "pytest ...")] == ["1 expected failure (baseline)"]


def test_markdown_shows_names_as_text() -> None:
    text = "\n".join(gate_lines(judge("", [record("<b>x</b>|`y`", "DG402", "<i>")])))
    assert "### ❌ Gate: red: 1 new failure" in text
    assert "<i>" not in text and "&lt;i&gt;" in text


def test_every_kind_has_a_text_and_a_colour() -> None:
    result = GateResult(tuple(Finding(kind, "a text") for kind in KINDS), strict=True, baseline="b.txt")
    told = list(lines(result, "update"))
    for kind in KINDS.values():
        (markup,) = [markup for line, markup in told if line == f"1 {kind.title}"]
        assert markup.get("red", False) is (kind.red != "never")
    assert list(result.to_json()["counts"]) == list(KINDS)
