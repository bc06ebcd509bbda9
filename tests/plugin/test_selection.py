"""Which cases are collected, and how one, some or last time's failures are run again."""

from __future__ import annotations

import re
import shutil
import sys

import pytest

from pytest_dtypegen.cli import main
from pytest_dtypegen.errors import ERROR_CLASSES
from pytest_dtypegen.report.journal import read_entries

pytest_plugins = ["pytester"]

LIST = "--dtypegen-list=list.txt"


def test_ids(listed):
    assert listed.ids(LIST)[:4] == [
        "list.txt::samples/timm/plain[float16-cpu]",
        "list.txt::samples/timm/plain[bfloat16-cpu]",
        "list.txt::samples/timm/mask_a[float16-cpu]",
        "list.txt::samples/timm/mask_a[bfloat16-cpu]",
    ]


def test_without_path_arguments_only_cases_and_with_them_those_too(listed):
    listed.pytester.makepyfile(test_own="def test_mine(): pass")
    assert not any("test_own" in line for line in listed.run(LIST, "--collect-only", "-q").outlines)
    both = listed.run(LIST, "test_own.py", "--collect-only", "-q").outlines
    assert "test_own.py::test_mine" in both
    assert "list.txt::samples/timm/plain[float16-cpu]" in both


def test_a_folder_as_argument_that_holds_the_list(listed):
    listed.pytester.makepyfile(test_own="def test_mine(): pass")
    result = listed.run(LIST, ".", "-k", "plain or mine")
    result.assert_outcomes(passed=3, deselected=6)


@pytest.mark.parametrize("with_list", [True, False])
def test_one_case_again(listed, with_list):
    args = [LIST] if with_list else []
    result = listed.run(*args, "list.txt::samples/timm/mask_a[bfloat16-cpu]")
    result.assert_outcomes(failed=1)
    assert listed.ran == ["samples/timm/mask_a[bfloat16-cpu]"]


def test_one_sample_again_in_all_its_dtypes(listed):
    listed.run("list.txt::samples/timm/plain").assert_outcomes(passed=2)


def test_one_case_again_with_xdist(listed):
    listed.run("list.txt::samples/timm/plain[float16-cpu]", "-n", "1").assert_outcomes(passed=1)


def test_an_id_that_is_not_there(listed):
    result = listed.run("list.txt::samples/timm/plain[float64-cpu]")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: not found: *list.txt::samples/timm/plain*"])


def test_the_corpus_and_one_of_its_cases_again(project):
    ids = project.ids("--dtypegen")
    assert len(ids) >= 60
    assert all(name.startswith("dtypegen-corpus::corpus/") for name in ids)
    assert project.ids(ids[3]) == [ids[3]]
    assert project.ids("--dtypegen", ids[3]) == [ids[3]]
    project.run(ids[3], "-n", "1").assert_outcomes(passed=1)
    assert project.ran == [ids[3].partition("::")[2]]


def test_keyword_and_marker_expressions(listed):
    assert len(listed.ids(LIST, "-k", "mask")) == 2
    assert len(listed.ids(LIST, "-m", "float16")) == 4
    assert listed.ids(LIST, "-m", "bfloat16 and timm and cpu", "-k", "plain") == [
        "list.txt::samples/timm/plain[bfloat16-cpu]"
    ]


def test_every_class_and_dtype_is_a_registered_marker(listed):
    shown = listed.run(LIST, "--markers").stdout.str()
    for row in ERROR_CLASSES.values():
        assert f"@pytest.mark.{row.marker}:" in shown


def test_last_failed(listed):
    listed.run(LIST).assert_outcomes(passed=3, failed=3, skipped=2)
    assert len(listed.ran) == 8
    listed.run(LIST, "--lf").assert_outcomes(failed=3, deselected=5)
    listed.run("--lf", "list.txt::samples/timm/mask_a[float16-cpu]").assert_outcomes(failed=1)


def test_last_failed_of_the_corpus_beside_a_list(listed):
    listed.add_to_conftest(
        """
class Failing(Fake):
    def run(self, case):
        record = super().run(case)
        if case.sample.startswith("corpus/") and case.dtype == "float16":
            from dataclasses import replace
            record = replace(record, outcome="failed", failure=Failure("DG602", "compare", "far"))
        return record

def pytest_dtypegen_executor(options):
    return Failing(options)
"""
    )
    args = ["--dtypegen", LIST, "-k", "plain or int_only or residual"]
    first = listed.run(*args).parseoutcomes()
    assert first["failed"] >= 1
    again = listed.run(*args, "--lf").parseoutcomes()
    assert again["failed"] == first["failed"]
    assert "passed" not in again


def test_what_failed_in_a_class_last_time(listed):
    assert listed.ids(LIST, "-m", "attention_mask_dtype") == []
    listed.run(LIST)
    masks = [f"list.txt::samples/timm/mask_a[{dtype}-cpu]" for dtype in ("float16", "bfloat16")]
    assert listed.ids(LIST, "-m", "attention_mask_dtype") == masks
    assert listed.ids(LIST, "-m", "float16 and attention_mask_dtype") == masks[:1]
    assert listed.ids(LIST, "-m", "literal_overflow") == ["list.txt::samples/nlp/overflow[float16-cpu]"]
    # a run of one class leaves what is known of the others
    listed.run(LIST, "-m", "literal_overflow").assert_outcomes(failed=1, deselected=7)
    listed.run(LIST, "-m", "attention_mask_dtype", "-n", "2").assert_outcomes(failed=2)
    assert listed.ids(LIST, "-m", "literal_overflow") == ["list.txt::samples/nlp/overflow[float16-cpu]"]


def test_a_case_that_passes_now_is_known_for_nothing(listed):
    listed.run(LIST)
    conftest = listed.path / "conftest.py"
    conftest.write_text(conftest.read_text().replace('startswith("mask")', 'startswith("never")'))
    listed.run(LIST, "-m", "attention_mask_dtype").assert_outcomes(passed=2, deselected=6)
    assert listed.ids(LIST, "-m", "attention_mask_dtype") == []


def test_collect_only_writes_nothing(listed):
    listed.run(LIST, "--collect-only")
    assert not listed.report.exists()


def test_the_hook_that_selects_cases(listed):
    listed.add_to_conftest(
        """
def pytest_dtypegen_select_cases(config, cases):
    cases[:] = [case for case in reversed(cases) if case.source == "timm"]
"""
    )
    assert [name.partition("::")[2] for name in listed.ids(LIST)] == [
        "samples/timm/mask_a[bfloat16-cpu]",
        "samples/timm/mask_a[float16-cpu]",
        "samples/timm/plain[bfloat16-cpu]",
        "samples/timm/plain[float16-cpu]",
    ]


def test_cases_that_a_hook_made_up_are_refused(listed):
    listed.add_to_conftest(
        """
def pytest_dtypegen_select_cases(config, cases):
    from dataclasses import replace
    cases.append(replace(cases[0], sample="samples/new"))
"""
    )
    result = listed.run(LIST)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["pytest_dtypegen_select_cases: the hook made up cases; *"])


def test_samples_from_a_source_of_ones_own(project):
    project.add_to_conftest(
        """
class Modules:
    name = "mine"
    def samples(self):
        return ["mlp/small", "mlp/mask_big", "mlp/bad"]
    def write(self, sample, directory):
        if sample == "mlp/bad":
            raise ValueError("cannot be captured")
        (directory / "model.py").write_text("pass")

def pytest_dtypegen_sources(config):
    return [Modules()]
"""
    )
    ids = project.ids("--dtypegen-source=mine")
    assert ids[0] == "dtypegen-mine::mlp/small[float16-cpu]"
    result = project.run("--dtypegen-source=mine")
    result.assert_outcomes(passed=2, failed=4)
    result.stdout.fnmatch_lines(["DG102 sample-malformed: *", "  message   ValueError: cannot be captured"])
    assert (project.report / ".dtypegen-sources/mine/mlp/small/model.py").exists()
    project.run(ids[0]).assert_outcomes(passed=1)
    project.run("--dtypegen-source=mine", "-n", "2").assert_outcomes(passed=2, failed=4)


def test_shards_are_disjoint_and_whole(project):
    project.list(*(f"samples/x/s{i}" for i in range(12)))
    shares = [project.ids(LIST, f"--dtypegen-shard={i}/2") for i in (1, 2)]
    assert sorted(shares[0] + shares[1]) == sorted(project.ids(LIST))
    assert all(len(share) % 2 == 0 for share in shares)


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_a_share_may_be_empty(project, workers):
    project.list("samples/x/s0")
    reports = [f"--dtypegen-report={i}" for i in (1, 2)]
    codes = [project.run(LIST, f"--dtypegen-shard={i}/2", reports[i - 1], *workers).ret for i in (1, 2)]
    assert codes == [pytest.ExitCode.OK] * 2
    assert len(project.ran) == 2
    assert main(["merge", "1", "2", "-o", "whole"]) == 0
    parts = [read_entries(project.path / name / "journal.jsonl") for name in ("1", "2", "whole")]
    assert sorted(part.planned for part in parts[:2]) == [0, 2]
    assert parts[2].planned == 2 and parts[2].of_whole_lists and all(part.complete for part in parts)


def test_a_case_that_two_lists_name_by_its_id_is_one(project):
    project.list("samples/x/s0")
    shutil.copy(project.path / "list.txt", project.path / "other.txt")
    lists = [LIST, "--dtypegen-list=other.txt"]
    project.run(*lists, *(f"{name}.txt::samples/x/s0[float16-cpu]" for name in ("list", "other")))
    found = read_entries(project.report / "journal.jsonl")
    assert (found.planned, found.lacking, found.complete) == (1, 0, True)


def test_collecting_a_large_list_takes_seconds_and_no_torch(project):
    project.list(*(f"samples/source{i % 9}/sample{i}" for i in range(2451)), make=False)
    project.add_to_conftest(
        """
def pytest_collection_finish(session):
    print("items:", len(session.items), "torch:", "torch" in sys.modules, "cpu:", time.process_time())
"""
    )
    project.add_to_conftest("import time\n")
    result = project.run(LIST, "--collect-only", "-qq", "-s", subprocess=True)
    found = re.search(r"items: 4902 torch: False cpu: ([0-9.]+)", result.stdout.str())
    assert found is not None
    assert float(found[1]) < 5  # about one second; of the processor's time, for the machine may be busy


def test_a_run_that_does_not_use_the_plugin_loads_none_of_it(pytester):
    pytester.makepyfile(
        """
        import sys
        def test_it():
            ours = {name for name in sys.modules if name.startswith("pytest_dtypegen")}
            assert ours == {"pytest_dtypegen", "pytest_dtypegen.plugin", "pytest_dtypegen.hookspecs"}
            assert "torch" not in sys.modules
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_a_run_of_cases_imports_no_torch_here(listed):
    listed.add_to_conftest(
        """
def pytest_unconfigure():
    print("torch:", "torch" in sys.modules)
"""
    )
    result = listed.run(LIST, "-s", subprocess=True)
    result.stdout.fnmatch_lines(["*torch: False"])


@pytest.mark.skipif(sys.platform == "win32", reason="executable paths")
def test_a_text_file_that_is_no_list_stays_a_doctest(pytester):
    pytester.maketxtfile(test_doc=">>> 1 + 1\n2\n")
    pytester.runpytest_inprocess("test_doc.txt::test_doc.txt").assert_outcomes(passed=1)
