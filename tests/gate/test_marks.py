"""``@pytest.mark.dtypegen_xfail`` on users' own tests."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

TESTS = """
import pytest
from pytest_dtypegen.cases import Case
from pytest_dtypegen.errors import DtypegenError

CASES = [Case("s/mask", "", dtype, "cpu") for dtype in ("float16", "bfloat16")]
cases = pytest.mark.parametrize("dtypegen_case", CASES, ids=lambda case: case.dtype)

@cases
@pytest.mark.dtypegen_xfail("not yet", dtype="float16")
def test_by_case(dtypegen_case):
    assert dtypegen_case.dtype != "float16"

@cases
@pytest.mark.dtypegen_xfail("not yet", dtype="bfloat16")
def test_strict(dtypegen_case):
    pass

@cases
@pytest.mark.dtypegen_xfail("not at all", sample="s/*", run=False)
def test_not_run(dtypegen_case):
    raise SystemExit

@cases
@pytest.mark.dtypegen_xfail("the op", op="torch.matmul", error_class="operand-dtype-mismatch")
def test_by_op(dtypegen_case):
    op = "matmul" if dtypegen_case.dtype == "float16" else "linear"
    raise DtypegenError("DG401", "a message", stage="run", op=op)

@pytest.mark.dtypegen_xfail("of no case")
def test_without_a_case():
    pass
"""


def test_own_tests_are_expected_to_fail_as_the_marker_says(history) -> None:
    history.list("s/good")
    history.pytester.makepyfile(test_own=TESTS)
    result = history.run("test_own.py", "-rxf", gate=False)
    result.assert_outcomes(passed=4, xfailed=4, failed=2)
    result.stdout.fnmatch_lines(
        [
            "XFAIL test_own.py::test_by_case[[]float16] - not yet [[]@dtypegen_xfail on test_own.py::test_by_case*",
            "XFAIL test_own.py::test_by_op[[]float16] - the op *",
            "FAILED test_own.py::test_strict[[]bfloat16] - [[]XPASS(strict)] not yet*",
            "FAILED test_own.py::test_by_op[[]bfloat16] - *",
        ],
        consecutive=False,
    )


def test_a_wrong_marker_is_a_usage_error(history) -> None:
    history.list("s/good")
    history.pytester.makepyfile(
        test_own=TESTS.replace('"not yet", dtype="float16"', '"not yet", dtyp="float16"'),
    )
    result = history.run("test_own.py", gate=False)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: @dtypegen_xfail on *: unknown key 'dtyp'; did you mean dtype? *"])


def test_the_marker_is_known_in_a_run_without_conformance_cases(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("import pytest\n@pytest.mark.dtypegen_xfail('x')\ndef test(): pass\n")
    pytester.runpytest_inprocess("--strict-markers").assert_outcomes(passed=1)


def test_pytests_own_xfail_marker_is_an_expectation_too(history) -> None:
    history.list("s/good", "s/mask")
    history.verdicts = {"s/mask": "DG402"}
    history.baseline.write_text("")
    with (history.path / "conftest.py").open("a") as conftest:
        conftest.write(
            """
import pytest

def pytest_collection_modifyitems(items):
    for item in items:
        if item.case.sample == "s/mask":
            item.add_marker(pytest.mark.xfail(reason="by hand"))
"""
        )
    result = history.run()
    assert result.ret == pytest.ExitCode.OK
    result.assert_outcomes(passed=1, xfailed=1)
    result.stdout.fnmatch_lines(["*dtypegen gate: green*", "1 expected failure (rule)"])
