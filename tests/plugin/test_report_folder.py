"""The report folder through a run: a full disk, a second run, what others keep there."""

from __future__ import annotations

import pytest
from listing import EXPECTED, LIST, WORKERS, outcomes

from pytest_dtypegen.report.journal import read_entries

pytest_plugins = ["pytester"]


FULL_DISK = """
from io import FileIO
from pytest_dtypegen.report import journal

class Disk(FileIO):
    tries = 0

    def write(self, data):
        self.tries += 1
        room = len(data) if self.tries > {until} else 3000 - self.tell()
        if not room:
            raise OSError(28, "No space left on device")
        return super().write(data[:room])

journal.FileIO = Disk
"""


@WORKERS
@pytest.mark.parametrize("until", [10, 99])
def test_a_disk_that_is_full_for_the_journal(listed, workers, until):
    """No line is lost where it has room again, none is torn in the middle, and it is said when it happens."""
    listed.add_to_conftest(FULL_DISK.format(until=until))
    result = listed.run(LIST, *workers, subprocess=True)
    result.assert_outcomes(passed=3, failed=3, skipped=2)
    said = [i for i, line in enumerate(result.outlines) if "the journal cannot be written to" in line]
    assert len(said) == 1 and "(No space left on device)" in result.outlines[said[0]]
    assert said[0] < next(i for i, line in enumerate(result.outlines) if line.startswith("source "))
    found = read_entries(listed.report / "journal.jsonl")
    if until == 99:
        lost = f"the journal lacks its last {9 - len(found.entries)} lines"
        result.stdout.fnmatch_lines([f"dtypegen: {lost}: *journal.jsonl: No space left on device"])
        assert 0 < len(found.entries) < 8 and found.torn
    else:
        result.stdout.fnmatch_lines(["dtypegen: the journal is whole: *(No space left on device)*"])
        assert outcomes(listed) == EXPECTED and found.exitstatus == result.ret


@pytest.mark.parametrize("there", [True, False], ids=["an old folder", "a new folder"])
@WORKERS
def test_a_second_run_in_one_report_folder_is_refused_before_anything_is_touched(listed, workers, there):
    if there:
        listed.run(LIST)
        assert listed.ran
    listed.add_to_conftest(
        """
import subprocess, sys

def pytest_sessionstart(session):
    global in_worker
    in_worker = hasattr(session.config, "workerinput")

def pytest_runtest_logreport(report):
    if in_worker or report.when != "call" or Path("second.txt").exists():
        return
    Path("second.txt").touch()
    at = Path("dtypegen-report/journal.jsonl")
    before = at.read_bytes()
    for more in ([], ["--dtypegen-resume"], ["-n", "1"], ["--collect-only"], ["--dtypegen-report=other"]):
        command = [sys.executable, "-m", "pytest", "--dtypegen-list=list.txt", "-k", "plain", *more]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        found = [done.stdout.count(text) for text in ("Traceback", "another run is writing")]
        with open("second.txt", "a") as log:
            print(done.returncode, *found, file=log)
    assert at.read_bytes().startswith(before)
"""
    )
    listed.run(LIST, *workers, subprocess=True).assert_outcomes(passed=3, failed=3, skipped=2)
    assert (listed.path / "second.txt").read_text().splitlines() == ["4 0 1"] * 3 + ["0 0 0"] * 2
    assert outcomes(listed) == EXPECTED
    assert (listed.report / "journal.previous.jsonl").exists() == there
    listed.run(LIST).assert_outcomes(passed=3, failed=3, skipped=2)


def test_a_report_folder_that_cannot_be_made(listed):
    listed.write("block", "")
    result = listed.run(LIST, "--dtypegen-report=block/report")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "block/report" in result.stderr.str() + result.stdout.str()
    assert "Traceback" not in result.stderr.str() + result.stdout.str()


@WORKERS
def test_what_others_keep_in_the_report_folder_stays(listed, workers):
    """Also where it has the names of a report's own files; a report of an earlier run gives way."""
    listed.write("sources/main.c", "int main;")
    listed.run(LIST, "--dtypegen-report=.", *workers)
    assert listed.run(LIST, "--dtypegen-report=.", *workers).ret == pytest.ExitCode.TESTS_FAILED
    assert (listed.path / "sources/main.c").read_text() == "int main;"
    for name in ("index.html", "results.json", "summary.md"):
        ours = (listed.path / name).read_bytes()
        (listed.path / name).write_text("mine")
        result = listed.run(LIST, "--dtypegen-report=.", *workers)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert f"{name} was not written by a run; move it" in result.stderr.str()
        assert (listed.path / name).read_text() == "mine"
        (listed.path / name).write_bytes(ours)


@WORKERS
def test_a_report_folder_that_is_removed_during_the_run_is_there_again_after_it(listed, workers):
    listed.add_to_conftest(
        """
import shutil

def pytest_sessionstart(session):
    global in_worker
    in_worker = hasattr(session.config, "workerinput")

def pytest_runtest_logreport(report):
    if not in_worker and report.when == "call" and not Path("removed").exists():
        Path("removed").touch()
        shutil.rmtree("dtypegen-report")
"""
    )
    result = listed.run(LIST, *workers)
    result.assert_outcomes(passed=3, failed=3, skipped=2)
    result.stdout.fnmatch_lines(["dtypegen: the journal was removed during the run: *"])
    assert outcomes(listed) == EXPECTED
    listed.run(LIST, "--dtypegen-resume", *workers)
    assert outcomes(listed) == EXPECTED
