"""What users get wrong, and the one line that they get for it."""

import pytest

from pytest_dtypegen.cases import marker_name, source_of

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
