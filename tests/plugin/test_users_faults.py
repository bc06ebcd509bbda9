"""What users get wrong, and the one line that they get for it."""

import json

import pytest

from pytest_dtypegen.cases import marker_name, source_of

pytest_plugins = ["pytester"]

LISTED = ["good", ".", "_priv/x", "3d/x", "../../etc", "a b/c"]


@pytest.mark.parametrize("sample", LISTED)
def test_any_path_has_a_marker_that_pytest_takes(sample):
    name = marker_name(source_of(sample))
    assert name.isidentifier() and not name.startswith("_")


@pytest.mark.parametrize("top", ["", "checkout/", "../checkout/", "/data/checkout/"])
def test_the_row_does_not_depend_on_where_the_list_lies(top):
    assert source_of(f"{top}samples/timm/resnet18") == "timm"


HOOKS = {
    'raise RuntimeError("boom")': "conftest.py:2: pytest_dtypegen_passes raised RuntimeError: boom; it returns a list",
    "return 5": "conftest.py: pytest_dtypegen_passes returned 5; it returns a list",
}


@pytest.mark.parametrize("body", HOOKS)
def test_a_hook_that_raises_or_gives_no_list_is_one_line(pytester, body):
    pytester.makeconftest(f"def pytest_dtypegen_passes(config):\n    {body}\n")
    result = pytester.runpytest_subprocess("--dtypegen", "--collect-only", "--dtypegen-pass=mine")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{HOOKS[body]}"])
    assert "Traceback" not in result.stderr.str() and "INTERNALERROR" not in result.stdout.str()


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--dtypegen-seed=99999999999999999999999", "*--dtypegen-seed: '99999999999999999999999' is no whole number*"),
        ("--dtypegen-devices=meta", "*--dtypegen-devices: unknown*meta*"),
        ("--dtypegen-out=/proc/out", "*--dtypegen-out: cannot write to /proc/out*"),
    ],
)
def test_options_that_no_case_could_run_with(pytester, option, said):
    result = pytester.runpytest_subprocess("--dtypegen", "--collect-only", option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([said])


def test_the_command_that_runs_a_case_again_has_what_is_not_the_default(pytester):
    pytester.makefile(".txt", full="nowhere/x\n")
    result = pytester.runpytest_subprocess(
        "--dtypegen-list=full.txt",
        "--dtypegen-level=static",
        "--dtypegen-dtypes=bfloat16",
        "--dtypegen-pass=fold_group_norm",
    )
    command = (
        'pytest "full.txt::nowhere/x[[]bfloat16-cpu-fold_group_norm[]]" --dtypegen-pass=fold_group_norm'
        " --dtypegen-dtypes=bfloat16 --dtypegen-level=static"
    )
    result.stdout.fnmatch_lines([f"*again*{command}"])


LIST = "--dtypegen-list=list.txt"
PLAIN = ("--dtypegen-dtypes=float16", "-k", "plain or mask")

ROWS = {
    "return 5": ("pytest_dtypegen_report_row returned 5; it returns a mapping of titles to values", {}),
    'raise ValueError("mine")': (
        "pytest_dtypegen_report_row raised ValueError: mine; it returns a mapping or None",
        {},
    ),
    "raise SystemExit(3)": ("pytest_dtypegen_report_row raised SystemExit: 3; it returns a mapping or None", {}),
    "return {1: Odd()}": ("", {"1": "(its text cannot be had: RuntimeError)"}),
}


@pytest.mark.parametrize("body", ROWS)
def test_a_report_row_that_cannot_be_had_costs_no_report(listed, body):
    listed.add_to_conftest(
        "\nclass Odd:\n    def __str__(self):\n        raise RuntimeError\n"
        f"def pytest_dtypegen_report_row(config, record):\n    {body}\n"
    )
    result = listed.run(LIST, *PLAIN)
    said, row = ROWS[body]
    text = result.stdout.str() + result.stderr.str()
    assert result.ret == pytest.ExitCode.TESTS_FAILED and "Traceback" not in text and "INTERNALERROR" not in text
    assert (listed.report / "index.html").is_file()
    cases = json.loads((listed.report / "results.json").read_text())["cases"]
    assert len(cases) == 2
    for case in cases:
        assert case["row"] == row or (said and case["row"]["pytest_dtypegen_report_row"].endswith(said))
    warnings = [line for line in result.outlines if said and said in line]
    assert len(warnings) == (1 if said else 0)
    assert all(line.startswith("dtypegen: ") and "(and for 1 more cases)" in line for line in warnings)


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
@pytest.mark.parametrize("raised", ['ValueError("late")', 'SystemExit("late")'])
def test_an_executor_that_does_not_close_is_one_line(listed, workers, raised):
    listed.add_to_conftest(
        "\nclass Stuck(Fake):\n    def close(self):\n"
        f"        raise {raised}\ndef pytest_dtypegen_executor(options):\n    return Stuck(options)\n"
    )
    result = listed.run(LIST, *PLAIN, *workers)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "Traceback" not in result.stdout.str() + result.stderr.str()
    said = f"the executor's close() raised {raised.partition('(')[0]}: late"
    assert [line.startswith("dtypegen: ") for line in result.outlines if said in line] == [True]
    assert (listed.report / "index.html").is_file()


COMPARERS = {
    "[5, None]": "5 has no compare(); a comparer has compare(outputs)",
    "[Comparer]": "is a class: return an object of it",
}


@pytest.mark.parametrize("given", COMPARERS)
def test_what_is_no_comparer_is_said_at_the_start(listed, usage_error, given):
    listed.add_to_conftest(
        "\nclass Comparer:\n    def compare(self, outputs): return None\n"
        f"def pytest_dtypegen_comparers(config):\n    return {given}\n"
    )
    said = usage_error(LIST)
    assert said.startswith("pytest_dtypegen_comparers: ") and COMPARERS[given] in said


SELECTIONS = {
    'raise ValueError("sel")': "pytest_dtypegen_select_cases raised ValueError: sel; it drops and moves cases",
    "cases.append([])": "pytest_dtypegen_select_cases: the hook made up cases; it may only drop and move them",
}


@pytest.mark.parametrize("body", SELECTIONS)
def test_a_selection_that_fails_is_one_line(listed, body):
    listed.add_to_conftest(f"\ndef pytest_dtypegen_select_cases(config, cases):\n    {body}\n")
    result = listed.run(LIST)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    told = [line for line in result.outlines if SELECTIONS[body] in line and not line.startswith("ERROR")]
    assert len(told) == 1
    assert "_hookexec" not in result.stdout.str() and "session.py" not in result.stdout.str()


def test_a_page_that_is_not_there_is_not_pointed_to(listed):
    listed.add_to_conftest(
        """
from pytest_dtypegen.report import html
def full(*args):
    raise OSError(28, "No space left on device")
def pytest_configure(config):
    config.add_cleanup(lambda given=html.render: setattr(html, "render", given))
    html.render = full
"""
    )
    lines = listed.run(LIST, *PLAIN).outlines
    assert any("the report could not be written to" in line for line in lines)
    assert not any(line.startswith("report: ") for line in lines)
