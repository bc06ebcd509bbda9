"""``--dtypegen-resume``: what is left is done, and what no longer holds is done again."""

from __future__ import annotations

import os
import time

import pytest
from listing import EXPECTED, LIST, WORKERS, outcomes

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
    os.utime(listed.path / "samples/timm/plain/model.py", (later, later))
    listed.run(LIST, "--dtypegen-resume").assert_outcomes(passed=2)
    assert outcomes(listed) == EXPECTED


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


def test_the_former_journal_is_kept(listed):
    listed.run(LIST)
    listed.run("list.txt::samples/timm/plain[float16-cpu]")
    assert len(outcomes(listed)) == 1
    assert len(read_entries(listed.report / "journal.previous.jsonl").entries) == 8
