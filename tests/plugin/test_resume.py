"""``--dtypegen-resume``: what is left is done, and what no longer holds is done again."""

from __future__ import annotations

import os
import time

import pytest
from listing import EXPECTED, LIST, WORKERS, outcomes

from pytest_dtypegen.cli import main
from pytest_dtypegen.report.journal import read_entries

pytest_plugins = ["pytester"]


@WORKERS
def test_resume_does_what_is_left_and_ends_as_an_undisturbed_run(listed, workers):
    listed.run(LIST, "--dtypegen-resume", *workers)
    whole = outcomes(listed)
    journal = listed.report / "journal.jsonl"
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:5]) + lines[5][:40])
    assert len(outcomes(listed)) < 8
    left = 8 - len(outcomes(listed))
    assert listed.ran
    result = listed.run(LIST, "--dtypegen-resume", *workers)
    assert len(listed.ran) == left
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert outcomes(listed) == whole
    assert read_entries(journal).planned == 8
    result.stdout.fnmatch_lines(["dtypegen: resumed, * cases have their verdicts"])
    result.stdout.fnmatch_lines(["*dtypegen: 3 of 6 passed*"])


@pytest.mark.parametrize("left", [0, 10, 60])
def test_resume_after_a_kill_in_the_journals_first_line(listed, left):
    listed.run(LIST)
    journal = listed.report / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:left])
    listed.run(LIST, "--dtypegen-resume").assert_outcomes(passed=3, failed=3, skipped=2)
    assert outcomes(listed) == EXPECTED


def test_resume_takes_nothing_from_other_options(listed):
    listed.run(LIST)
    result = listed.run(LIST, "--dtypegen-resume", "--dtypegen-level=static")
    result.assert_outcomes(passed=3, failed=3, skipped=2)
    result.stdout.fnmatch_lines(["dtypegen: nothing resumed: the journal is of another level"])


def test_resume_runs_a_changed_sample_again(listed):
    listed.run(LIST)
    assert len(listed.ran) == 8
    later = time.time() + 60
    for name in ("plain", "mask_a"):  # written anew, with what stood there before: the same sample
        os.utime(listed.path / f"samples/timm/{name}/model.py", (later, later))
    listed.write("samples/timm/plain/weight_meta.py", "# another\n")
    listed.run(LIST, "--dtypegen-resume").assert_outcomes(passed=2)
    assert outcomes(listed) == EXPECTED


def test_resume_runs_again_what_was_edited_while_its_case_ran(project):
    project.list("s/edited", "s/plain")
    project.run(LIST, "--dtypegen-dtypes=float16")
    assert len(project.ran) == 2
    project.run(LIST, "--dtypegen-dtypes=float16", "--dtypegen-resume")
    assert project.ran == ["s/edited[float16-cpu]"]


def test_resume_takes_no_verdicts_of_other_samples_with_the_same_names(project):
    for root in ("one", "two"):
        project.write(f"{root}/s/a/model.py", f"# of {root}")
        project.write(f"{root}/s/same/model.py", "# of both")
    project.list("s/a", "s/same", make=False)
    options = (LIST, "--dtypegen-dtypes=float16", "--dtypegen-resume")
    project.run(*options, "--dtypegen-root=one")
    assert len(project.ran) == 2
    project.run(*options, "--dtypegen-root=two")
    assert project.ran == ["s/a[float16-cpu]"]


@pytest.mark.parametrize("name", ["unlucky", "boom"])
def test_resume_asks_again_where_the_verdict_told_nothing_of_the_case(project, name):
    """The machine had no room for a process, or what runs the cases broke."""
    project.list("s/plain", "s/mask", f"s/{name}")
    options = (LIST, "--dtypegen-dtypes=float16", "--dtypegen-resume")
    project.run(*options)
    assert len(project.ran) == 3
    project.run(*options)
    assert project.ran == [f"s/{name}[float16-cpu]"]


def test_resume_expects_no_failure_whose_marker_is_gone(listed):
    options = (LIST, "--dtypegen-resume", "--dtypegen-dtypes=float16")
    conftest = listed.path / "conftest.py"
    without = conftest.read_text()
    listed.add_to_conftest(
        """
import pytest

def pytest_collection_modifyitems(items):
    for item in items:
        if "mask_a" in item.name or "overflow" in item.name:
            item.add_marker(pytest.mark.dtypegen_xfail(reason="known"))
"""
    )
    assert listed.run(*options, subprocess=True).ret == pytest.ExitCode.OK
    assert len(listed.ran) == 4
    conftest.write_text(without)
    assert listed.run(*options, subprocess=True).ret == pytest.ExitCode.TESTS_FAILED
    assert {case.partition("[")[0].rpartition("/")[2] for case in listed.ran} == {"mask_a", "overflow"}


OWN = """
sys.path.insert(0, str(Path(__file__).parent))

def pytest_dtypegen_comparers(config):
    from own_comparer import Comparer
    return [Comparer()]

def pytest_dtypegen_sources(config):
    from own_source import Source
    return [Source("made"), Source("other")]
"""
COMPARER = "class Comparer:\n    compare = print\n"
SOURCE = """
class Source:
    def __init__(self, name):
        self.name = name
    def samples(self):
        return [f"{self.name}/a"]
    def write(self, sample, directory):
        (directory / "model.py").write_text("")
"""


def test_resume_runs_the_cases_of_changed_comparers_and_sources_again(project):
    project.add_to_conftest(OWN)
    project.write("own_comparer.py", COMPARER)
    project.write("own_source.py", SOURCE)
    project.list("s/plain")
    options = [LIST, "--dtypegen-source=made,other", "--dtypegen-dtypes=float16", "--dtypegen-resume"]

    def ran(*more: str) -> list[str]:
        project.run(*options, *more, subprocess=True)
        return [case.partition("[")[0] for case in project.ran]

    everything = ["made/a", "other/a", "s/plain"]
    assert ran() == everything
    assert ran() == []
    project.write("own_source.py", SOURCE + "# changed\n")
    assert ran() == everything[:2]
    project.write("own_comparer.py", COMPARER + "# changed\n")
    assert ran() == everything
    project.write("own_source.py", SOURCE.replace("/a", "/b"))
    assert ran() == ["made/b", "other/b"]
    assert set(outcomes(project)) == {f"{name}[float16-cpu]" for name in ("made/b", "other/b", "s/plain")}


@WORKERS
def test_the_journal_of_a_resumed_run_is_that_runs_own(project, workers):
    """Its header says what it was asked, and no case is in it that it was not about."""
    project.list("s/a", "s/b", "s/gone")
    project.run(LIST, "--dtypegen-dtypes=float16", *workers)
    project.list("s/a", "s/b", "s/new")
    project.run(LIST, "--dtypegen-dtypes=float16,bfloat16", "--dtypegen-resume", *workers)
    data = read_entries(project.report / "journal.jsonl")
    assert data.meta["dtypes"] == ["float16", "bfloat16"]
    assert {entry.case_id for entry in data.entries} == {
        f"s/{name}[{dtype}-cpu]" for name in ("a", "b", "new") for dtype in ("float16", "bfloat16")
    }
    assert data.planned == 6 and data.exitstatus == 0
    former = read_entries(project.report / "journal.previous.jsonl")
    assert {entry.record.sample for entry in former.entries} == {"s/a", "s/b", "s/gone"}


def test_a_share_that_was_resumed_for_a_longer_list_goes_with_no_share_of_the_shorter(project, capsys):
    project.list(*(f"s/{name}" for name in "abcd"))
    for index in "12":
        project.run(LIST, f"--dtypegen-shard={index}/2", f"--dtypegen-report=r{index}")
    project.list(*(f"s/{name}" for name in "abcde"))
    project.run(LIST, "--dtypegen-shard=1/2", "--dtypegen-report=r1", "--dtypegen-resume")
    capsys.readouterr()
    assert main(["merge", "r1", "r2", "-o", "both"]) == 2
    assert "the shares do not fit together" in capsys.readouterr().err


def test_one_case_again_of_a_sample_with_brackets_in_its_name(project):
    names = ["s/[", "s/b[float16-cpu]", "s/plain"]
    project.list(*names)
    for name in names:
        project.run(f"list.txt::{name}[float16-cpu]").assert_outcomes(passed=1)
        assert project.ran == [f"{name}[float16-cpu]"]


def test_a_list_may_have_the_name_of_a_source(project):
    project.list("s/a", "s/b", file="dtypegen-list.txt")
    options = ("--dtypegen-list=dtypegen-list.txt", "--dtypegen-dtypes=float16", "--dtypegen-resume")
    project.run(*options)
    assert len(project.ran) == 2
    project.write("s/a/model.py", "# another")
    project.run(*options)
    assert project.ran == ["s/a[float16-cpu]"]


@WORKERS
def test_resume_tries_again_what_failed_at_a_limit_that_is_larger_now(project, workers):
    project.list(*(f"s/{name}" for name in ("long", "big", "never", "mask")))
    options = (LIST, "--dtypegen-dtypes=float16", "--dtypegen-resume", *workers)

    def ran(*more: str) -> list[str]:
        project.run(*options, *more)
        return [case.removeprefix("s/").partition("[")[0] for case in project.ran]

    memory = "--dtypegen-memory=500MiB"
    assert len(ran(memory)) == 4
    assert ran(memory) == ran(memory, "--dtypegen-timeout=60") == ran("--dtypegen-memory=100MiB") == []
    assert ran(memory, "--dtypegen-timeout=650") == ["long"]
    assert ran(memory, "--dtypegen-timeout=650") == [], "the limit is now that of its last try"
    assert ran("--dtypegen-memory=600MiB") == ["big", "never"]
    assert ran() == ["big", "never"], "what the machine has is not known to be less"
    assert ran() == ["big", "never"], "nor is what it had then"
    assert ran("--dtypegen-timeout=700", "--dtypegen-memory=1GiB") == ["big", "long", "never"]
    assert ran("--dtypegen-timeout=900", "--dtypegen-memory=2GiB") == []
    assert outcomes(project) == {
        "s/long[float16-cpu]": "passed",
        "s/big[float16-cpu]": "passed",
        "s/never[float16-cpu]": "passed",
        "s/mask[float16-cpu]": "DG402",
    }


@WORKERS
def test_resume_runs_the_cases_of_a_changed_pass_again(project, workers):
    """Changed in a module that it uses; the other pass, of another module, is as it was."""
    project.list("s/a", "s/mask")
    project.write("used.py", "SHARE = 0.5\n")
    project.write("one.py", "from used import SHARE\nclass One:\n    name = 'one'\n    rewrite = print\n")
    project.write("two.py", "class Two:\n    name = 'two'\n    rewrite = print\n")
    project.add_to_conftest(
        """
sys.path.insert(0, str(Path(__file__).parent))

def pytest_dtypegen_passes(config):
    from one import One
    from two import Two
    return [One(), Two()]
"""
    )
    options = (LIST, "--dtypegen-dtypes=float16", "--dtypegen-pass=autocast,one,two", *workers)

    def ran(*more: str) -> list[str]:
        project.run(*options, *more, subprocess=True)
        return project.ran

    assert len(ran()) == 6
    assert ran("--dtypegen-resume") == []
    project.write("used.py", "SHARE = 0.25\n")
    assert ran("--dtypegen-resume") == ["s/a[float16-cpu-one]", "s/mask[float16-cpu-one]"]
    assert ran("--dtypegen-resume") == [], "the code is now that of the last run"
    assert len(read_entries(project.report / "journal.jsonl").entries) == 6


def test_resume_runs_what_a_rule_no_longer_leaves_out(listed):
    rules = listed.write("rules.toml", '[[rule]]\nsample = "samples/nlp/*"\nreason = "slow"\nrun = false\n')
    listed.run(LIST, "--dtypegen-rules=rules.toml")
    assert len(listed.ran) == 4
    listed.run(LIST, "--dtypegen-rules=rules.toml", "--dtypegen-resume")
    assert listed.ran == []
    rules.write_text("")
    listed.run(LIST, "--dtypegen-rules=rules.toml", "--dtypegen-resume")
    assert {case.partition("[")[0] for case in listed.ran} == {"samples/nlp/overflow", "samples/nlp/int_only"}
    assert outcomes(listed) == EXPECTED


def test_resume_with_nothing_left_ends_as_the_whole_run_did(listed):
    listed.run(LIST)
    result = listed.run(LIST, "--dtypegen-resume")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    listed.run(LIST, "-k", "plain")
    assert listed.run(LIST, "-k", "plain", "--dtypegen-resume").ret == pytest.ExitCode.OK
    assert len(outcomes(listed)) == 2, "it goes on with what it asks for"
    assert listed.run(LIST, "--dtypegen-resume").ret == pytest.ExitCode.TESTS_FAILED
    assert outcomes(listed) == EXPECTED


ONE, OTHER = "list.txt::samples/timm/plain[float16-cpu]", "list.txt::samples/timm/mask_a[float16-cpu]"


def former(project) -> dict[str, str]:
    entries = read_entries(project.report / "journal.previous.jsonl").entries
    return {entry.case_id: entry.record.code or entry.record.outcome for entry in entries}


def test_the_former_journal_is_kept(listed):
    listed.run(LIST)
    listed.run(ONE)
    assert len(outcomes(listed)) == 1
    assert former(listed) == EXPECTED


def test_runs_of_a_part_push_out_no_larger_one_and_are_joined_to_it(listed):
    listed.run(LIST)
    listed.write("samples/timm/mask_a/model.py", "# mended")
    fixed = (listed.path / "conftest.py").read_text().replace('startswith("mask")', 'startswith("mask_b")')
    listed.write("conftest.py", fixed)
    result = listed.run(OTHER, subprocess=True)
    kept = "the 8 cases of an earlier run are in dtypegen-report/journal.previous.jsonl; *-resume goes on with them"
    result.stdout.fnmatch_lines([kept])
    listed.run(ONE, subprocess=True).stdout.fnmatch_lines([kept])
    listed.run(LIST, "-k", "overflow", subprocess=True)
    mended = {**EXPECTED, "samples/timm/mask_a[float16-cpu]": "passed"}
    assert former(listed) == mended
    assert listed.ran
    result = listed.run(LIST, "--dtypegen-resume", subprocess=True)
    assert listed.ran == ["samples/timm/mask_a[bfloat16-cpu]"], "of the mended sample, what was not run since"
    assert outcomes(listed) == {**mended, "samples/timm/mask_a[bfloat16-cpu]": "passed"}
    result.stdout.no_fnmatch_line("*of an earlier run*")


@pytest.mark.parametrize("more", [[], ["--dtypegen-resume"]])
def test_a_former_journal_that_is_damaged_is_said_and_kept(listed, more):
    listed.run(LIST)
    listed.run(ONE)
    previous = listed.report / "journal.previous.jsonl"
    lines = previous.read_text().splitlines(keepends=True)
    previous.write_text("".join([*lines[:4], "zzz\n", *lines[5:]]))
    damaged = previous.read_bytes()
    listed.run(OTHER, *more).stdout.fnmatch_lines(["dtypegen: *journal.previous.jsonl:5: is damaged*"])
    assert damaged in [path.read_bytes() for path in listed.report.glob("journal.*.jsonl")]


def test_a_part_that_was_run_otherwise_is_not_joined(listed):
    listed.run(LIST)
    for _ in range(3):
        listed.run(ONE, "--dtypegen-level=static")
        assert former(listed) == EXPECTED
    listed.run(LIST, "--dtypegen-level=static")
    listed.run(LIST, "--dtypegen-level=static", "-k", "plain")
    assert read_entries(listed.report / "journal.previous.jsonl").meta["level"] == "static", "it was a whole run too"


def test_a_run_that_was_begun_anew_takes_nothing_from_the_one_before(listed):
    listed.run(LIST)
    listed.run(LIST)
    journal = listed.report / "journal.jsonl"
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:5]))
    assert len(outcomes(listed)) == 3 and listed.ran
    listed.run(LIST, "--dtypegen-resume")
    assert len(listed.ran) == 5
    assert outcomes(listed) == EXPECTED


@pytest.mark.parametrize("more", [[], ["--dtypegen-resume"]])
def test_a_journal_that_is_no_file_is_not_waited_for(listed, more):
    listed.report.mkdir()
    os.mkfifo(listed.report / "journal.jsonl")
    result = listed.run(LIST, *more, subprocess=True)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --dtypegen-re*: *journal.jsonl*"])
