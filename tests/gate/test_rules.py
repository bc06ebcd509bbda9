"""Rules: how they are read, what they say of a bad file, and what they match."""

from __future__ import annotations

from datetime import date

import pytest

from pytest_dtypegen.cases import Case
from pytest_dtypegen.errors import Failure
from pytest_dtypegen.gate.environment import Environment, here, is_condition
from pytest_dtypegen.gate.rules import Rule, make_rule, match_before, match_failure, parse_rules
from pytest_dtypegen.gate.suggest import suggest
from pytest_dtypegen.options import OptionError
from pytest_dtypegen.records import Record

ENVIRONMENT = Environment("2.13.0+cpu", frozenset({"linux", "x86_64", "avx2"}), "", date(2026, 6, 1))


def rule(**keys: object) -> Rule:
    keys.setdefault("reason", "because")
    return make_rule({name.replace("class_", "class"): value for name, value in keys.items()}, "here")


def test_a_file_with_everything() -> None:
    (read,) = parse_rules(
        """
        [[rule]]
        op = "torch.fft.*"
        dtype = ["torch.float16", "bfloat16"]
        device = "cpu"
        sample = "samples/*"
        class = "kernel-missing"
        torch = ">=2.6,<2.15"
        hardware = ["x86_64", "!avx512_fp16"]
        reason = "no half FFT on CPUs"
        link = "https://example.org/1"
        strict = false
        expires = 2027-01-01
        """,
        "rules.toml",
    )
    assert read == Rule(
        reason="no half FFT on CPUs",
        op=("torch.fft.*",),
        dtype=("float16", "bfloat16"),
        device=("cpu",),
        sample=("samples/*",),
        error_class=("DG501",),
        torch=">=2.6,<2.15",
        hardware=("x86_64", "!avx512_fp16"),
        link="https://example.org/1",
        strict=False,
        expires=date(2027, 1, 1),
        origin="rules.toml, rule 1",
    )
    assert read.text == "no half FFT on CPUs (https://example.org/1) [rules.toml, rule 1]"


GOOD = '[[rule]]\nsample = "x"\nreason = "y"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[rule]\n", "rules.toml: is no TOML: "),
        ('[rule]\nreason = "x"\n', "rules.toml: [rule] in single brackets; begin each rule with [[rule]]"),
        ('[[rules]]\nreason = "x"\n', "rules.toml: unknown table 'rules'; begin each rule with [[rule]]"),
        (GOOD + '[[rule]]\nop = "x"\n', "rules.toml, rule 2: has no reason; say why"),
        ('[[rule]]\nreason = " "\n', "rules.toml, rule 1: has no reason"),
        ('[[rule]]\nreason = "x"\nopp = "y"\n', "rules.toml, rule 1: unknown key 'opp'; did you mean op?"),
        ('[[rule]]\nreason = "x"\nop = 3\n', "rule 1: op = 3; write a text or a list of texts"),
        ('[[rule]]\nreason = "x"\nop = []\n', "rule 1: op is an empty list"),
        ('[[rule]]\nreason = "x"\nop = "torch.*"\n', "rule 1: op = 'torch.*' would match every op"),
        ('[[rule]]\nreason = "x"\ndtype = "half"\n', "rule 1: dtype = 'half' is none; write one of float16"),
        ('[[rule]]\nreason = "x"\nclass = "DG40"\n', "rule 1: there is no class 'DG40'; did you mean DG4"),
        ('[[rule]]\nreason = "x"\nclass = "kernel-mising"\n', "did you mean kernel-missing?"),
        ('[[rule]]\nreason = "x"\ntorch = "2.6"\n', "rule 1: torch = '2.6' is no version range"),
        ('[[rule]]\nreason = "x"\nhardware = "A 100"\n', "rule 1: hardware = 'A 100' is no condition"),
        ('[[rule]]\nreason = "x"\nstrict = "no"\n', "rule 1: strict = 'no'; write true or false"),
        ('[[rule]]\nreason = "x"\nexpires = "soon"\n', "rule 1: expires = 'soon' is no date; write it as 2027-01-31"),
        ('[[rule]]\nreason = "x"\n', "rule 1: names no op, dtype, device, sample, class, torch or hardware"),
        ('[[rule]]\nreason = "x"\nop = "y"\nrun = false\n', "rule 1: run = false with op or class"),
    ],
)
def test_a_bad_file_is_one_error_that_names_file_and_rule(text: str, says: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_rules(text, "rules.toml")
    message = str(caught.value)
    assert says in message
    assert message.startswith("rules.toml")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("glob", "op", "matches"),
    [
        ("fft_*", "fft_fft2", True),
        ("torch.fft.*", "fft_fft2", True),
        ("torch.fft.fft", "fft_fft2", False),
        ("torch.fft.*", "matmul", False),
        ("torch.nn.functional.scaled_dot_product_attention", "scaled_dot_product_attention", True),
        ("torch.ops.aten.matmul.default", "matmul", True),
        ("torch.linalg.inv", "linalg_inv", True),
        ("torch.Tensor.add_", "add_", True),
        ("add", "add_", False),
        ("*conv*", "conv2d", True),
    ],
)
def test_an_op_is_a_glob_on_torchs_name_or_ours(glob: str, op: str, matches: bool) -> None:
    case = Case("samples/x", "", "float16", "cpu")
    found = match_failure([rule(op=glob)], case, Failure("DG501", "run", "m", op=op))
    assert (found is not None) is matches


def test_a_rule_by_op_or_class_matches_only_failures() -> None:
    case = Case("samples/x", "", "float16", "cuda:1")
    by_op, by_class = rule(op="matmul"), rule(class_="DG501")
    by_case = rule(sample="samples/*", device="cuda")
    assert match_before([by_op, by_class, by_case], case) is by_case
    assert match_failure([by_op, by_class], case, Failure("DG501", "run", "m")) is by_class
    assert match_failure([by_op, by_class], case, Failure("DG401", "run", "m", op="matmul")) is by_op
    assert match_failure([by_op, by_class], case, Failure("DG401", "run", "m")) is None
    assert match_before([rule(device="cuda:0"), rule(dtype="bfloat16"), rule(sample="x")], case) is None


@pytest.mark.parametrize(
    ("keys", "applies"),
    [
        ({}, True),
        ({"torch": ">=2.6,<2.14"}, True),
        ({"torch": "<=2.13.0"}, True),
        ({"torch": "==2.13.*"}, True),
        ({"torch": ">=2.14"}, False),
        ({"hardware": "avx2"}, True),
        ({"hardware": "!avx2"}, False),
        ({"hardware": ["linux", "!avx512_fp16"]}, True),
        ({"hardware": ["linux", "avx512_fp16"]}, False),
        ({"hardware": "cuda>=8.0"}, False),
        ({"expires": date(2026, 6, 1)}, True),
        ({"expires": date(2026, 5, 31)}, False),
        ({"expires": "2026-06-02"}, True),
    ],
)
def test_conditions(keys: dict[str, object], applies: bool) -> None:
    assert rule(**keys).applies(ENVIRONMENT) is applies


def test_conditions_on_other_machines() -> None:
    hopper = Environment("2.14.0.dev20260701+cu126", frozenset({"linux"}), "9.0")
    assert hopper.meets("cuda>=8.0")
    assert not hopper.meets("cuda < 8")
    assert hopper.has_torch(">=2.14"), "a nightly build counts as the version it leads to"
    assert not Environment("").has_torch(">=1")
    assert not is_condition("cuda>=x")


def test_this_machine_is_found_without_torch() -> None:
    environment = here()
    assert environment.torch.split(".")[0].isdigit()
    assert environment.features & {"linux", "darwin", "windows"}


def failed(
    sample: str, code: str, op: str | None, dtype: str = "float16", message: str = 'no "kernel"\nfor it'
) -> Record:
    return Record(sample, dtype, "cpu", "autocast", "run", "failed", Failure(code, "run", message, op=op))


def test_suggested_rules_are_grouped_by_op_and_expect_just_these_failures() -> None:
    records = [
        failed("samples/a", "DG501", "fft_fft2"),
        failed("samples/a", "DG501", "fft_fft2", "bfloat16"),
        failed("samples/b", "DG402", "scaled_dot_product_attention"),
        failed("samples/c[1]", "DG801", None),
        failed("samples/d", "DG999", "matmul"),
        Record("samples/e", "float16", "cpu", "autocast", "run", "passed"),
    ]
    text = suggest(records)
    rules = parse_rules(text)
    assert [(one.op, one.dtype, one.error_class) for one in rules] == [
        (("fft_fft2",), ("bfloat16", "float16"), ("DG501",)),
        (("scaled_dot_product_attention",), ("float16",), ("DG402",)),
        ((), ("float16",), ("DG801",)),
    ]
    assert "# 2 cases: samples/a\n" in text
    for record in records[:4]:
        assert record.failure and match_failure(rules, record, record.failure)
    assert records[4].failure and match_failure(rules, records[4], records[4].failure) is None
    assert parse_rules(suggest([])) == ()


def test_suggested_rules_hold_any_text() -> None:
    record = failed('s/"\\\x00\x7f\ud800*', "DG102", None, message="a\x01\u2028b'''\"\"\"\\")
    (read,) = parse_rules(suggest([record]))
    assert read.reason
