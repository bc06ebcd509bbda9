"""What becomes of verdicts: outcomes, the text of a failure, the journal, and the report, with and without xdist."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import chain
from xml.etree import ElementTree

import psutil
import pytest

from pytest_dtypegen.cli import main
from pytest_dtypegen.execute import machine
from pytest_dtypegen.report.journal import read_entries, read_journal

pytest_plugins = ["pytester"]

LIST = "--dtypegen-list=list.txt"
WORKERS = pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])


def outcomes(project) -> dict[str, str]:
    data = read_entries(project.report / "journal.jsonl")
    return {entry.case_id: entry.record.code or entry.record.outcome for entry in data.entries}


EXPECTED = {
    "samples/timm/plain[float16-cpu]": "passed",
    "samples/timm/plain[bfloat16-cpu]": "passed",
    "samples/timm/mask_a[float16-cpu]": "DG402",
    "samples/timm/mask_a[bfloat16-cpu]": "DG402",
    "samples/nlp/overflow[float16-cpu]": "DG404",
    "samples/nlp/overflow[bfloat16-cpu]": "passed",
    "samples/nlp/int_only[float16-cpu]": "DG203",
    "samples/nlp/int_only[bfloat16-cpu]": "DG203",
}


@WORKERS
def test_a_whole_run(listed, workers):
    result = listed.run(LIST, *workers)
    result.assert_outcomes(passed=3, failed=3, skipped=2)
    assert outcomes(listed) == EXPECTED
    result.stdout.fnmatch_lines(
        [
            "*dtypegen: 3 of 6 passed*",
            "source * float16-cpu  bfloat16-cpu  skipped",
            "nlp  * 0/1 * 1/1 * 2",
            "timm * 1/2 * 1/2",
            "total* 1/3 * 2/3 * 2",
            "error classes",
            "*2  DG402 attention-mask-dtype * scaled_dot_product_attention 2",
            "*1  DG404 literal-overflow * masked_fill 1",
            "*2  DG203 not-applicable (skipped): *",
            "slowest",
            "report: dtypegen-report/index.html",
        ]
    )
    data = read_entries(listed.report / "journal.jsonl")
    assert data.planned == 8
    assert data.exitstatus == pytest.ExitCode.TESTS_FAILED
    assert {bool(entry.worker) for entry in data.entries} == {bool(workers)}
    assert {path.name for path in listed.report.iterdir()} >= {
        "index.html",
        "results.json",
        "summary.md",
        "journal.jsonl",
    }
    results = json.loads((listed.report / "results.json").read_text())
    assert results["totals"] == {"passed": 3, "failed": 3, "skipped": 2}
    assert results["cases"][0]["metrics"]["snr_db"] == "Infinity"


@WORKERS
def test_a_failure_is_told_in_our_words_without_a_traceback(listed, workers):
    result = listed.run(LIST, "-k", "mask_a and bfloat16", *workers)
    result.stdout.fnmatch_lines(
        [
            "DG402 attention-mask-dtype: the attention mask's dtype is not the query's",
            "  case      samples/timm/mask_a bfloat16 cpu",
            "  stage     verify",
            "  op        scaled_dot_product_attention",
            "  node      attn",
            "  at        */samples/timm/mask_a/model.py:7",
            "  operands  query: float16[[]1, 2] cpu",
            "            attn_mask: float32[[]1, 2] cpu",
            "  origin    mask: float32",
            "  message   invalid dtype for bias - should match query's dtype",
            "  remedy    cast the additive mask to the query's dtype, or make it boolean",
            '  again     pytest "list.txt::samples/timm/mask_a[[]bfloat16-cpu]"',
            "FAILED list.txt::samples/timm/mask_a[[]bfloat16-cpu] - DG402 *",
        ]
    )
    assert "Traceback" not in result.stdout.str()
    assert "collect.py" not in result.stdout.str()


def test_a_failure_in_a_line_names_the_place_in_the_sample(listed):
    result = listed.run(LIST, "-k", "mask_a and bfloat16", "--tb=line")
    result.stdout.fnmatch_lines(
        ["*samples/timm/mask_a/model.py:7: DG402 attention-mask-dtype in scaled_dot_product_attention*"]
    )


def test_skips_give_their_reason(listed):
    result = listed.run(LIST, "-rs", "-k", "int_only")
    result.assert_outcomes(skipped=2, deselected=6)
    result.stdout.fnmatch_lines(["SKIPPED *list.txt:4: DG203 not-applicable: no float32 tensor"])


@WORKERS
def test_stopping_early_leaves_a_report_of_what_there_is(project, workers):
    project.list(*(f"samples/x/mask_{i}" for i in range(8)))
    result = project.run(LIST, "--maxfail=3", *workers)
    assert result.ret != 0
    data = read_entries(project.report / "journal.jsonl")
    assert 3 <= len(data.entries) < 16
    assert data.planned == 16
    assert (project.report / "index.html").exists()
    result.stdout.fnmatch_lines(["*cases without a verdict: * of 16; --dtypegen-resume goes on"])


def test_an_interrupt_leaves_a_report_and_closes_the_executor(project):
    project.list("samples/x/a", "samples/x/interrupt", "samples/x/b")
    result = project.run(LIST, subprocess=True)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert outcomes(project) == {"samples/x/a[float16-cpu]": "passed", "samples/x/a[bfloat16-cpu]": "passed"}
    assert (project.report / "index.html").exists()
    assert (project.path / "closed.txt").read_text() == "closed\n"


def test_a_key_press_under_xdist_leaves_a_report(project):
    project.list(*(f"samples/x/slow_{i}" for i in range(40)))
    running = subprocess.Popen(
        [sys.executable, "-m", "pytest", LIST, "-n", "2"],
        cwd=project.path,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    journal = project.report / "journal.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not journal.exists() or '"case"' not in journal.read_text()):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    assert 0 < len(outcomes(project)) < 80
    assert (project.report / "index.html").exists()
    assert b"cases without a verdict: " in out


def test_workers_end_at_once_where_pytest_is_killed(project):
    project.add_to_conftest("\nFake.run = lambda self, case: (Path(f'{os.getpid()}.pid').touch(), time.sleep(60))\n")
    project.list("samples/x/a", "samples/x/b")
    command = [sys.executable, "-m", "pytest", LIST, "-n", "2", "--dtypegen-dtypes=float16"]
    running = subprocess.Popen(command, cwd=project.path, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and len(list(project.path.glob("*.pid"))) < 2:
        time.sleep(0.05)
    workers = [psutil.Process(int(path.stem)) for path in project.path.glob("*.pid")]
    assert len(workers) == 2
    running.kill()
    running.wait()
    deadline = time.monotonic() + 1.0
    while time.monotonic() < deadline and any(map(_runs, workers)):
        time.sleep(0.02)
    assert not any(map(_runs, workers))


def _runs(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("dist", ["load", "worksteal", "loadscope", "loadfile", "loadgroup"])
def test_a_worker_that_dies_costs_its_case_alone(project, dist):
    names = ("a", "kill", "b", "c", "kill_too", "d")
    project.list(*(f"samples/x/{name}" for name in names))
    project.run(LIST, "--dtypegen-dtypes=float16", "-n", "2", f"--dist={dist}")
    found = outcomes(project)
    assert found == {f"samples/x/{name}[float16-cpu]": "DG802" if "kill" in name else "passed" for name in names}
    assert len(project.ran) == len(names), "no case is run twice"
    assert "crashed while running" in next(
        record.failure.message for record in read_journal(project.report / "journal.jsonl")[1] if record.failure
    )


@pytest.mark.parametrize("dist", ["loadscope", "loadfile", "loadgroup", "worksteal", "each"])
def test_every_dist_mode(listed, dist):
    listed.run(LIST, "-n", "2", f"--dist={dist}")
    assert outcomes(listed) == EXPECTED


def test_more_workers_than_samples(listed):
    listed.run(LIST, "-n", "5").assert_outcomes(passed=3, failed=3, skipped=2)
    assert outcomes(listed) == EXPECTED


def test_without_xdist_and_without_pytest_html(listed):
    listed.run(LIST, "-p", "no:xdist", "-p", "no:html", subprocess=True).assert_outcomes(passed=3, failed=3, skipped=2)


@pytest.mark.parametrize("dist", ["load", "loadscope", "loadfile", "loadgroup"])
def test_the_dtypes_of_a_sample_stay_on_one_worker(project, dist):
    project.list(*(f"samples/x/s{i}" for i in range(23)))
    options = ("-n", "3", f"--dist={dist}", "--dtypegen-dtypes=float16,bfloat16,float64")
    project.run(LIST, *options).assert_outcomes(passed=69)
    data = read_entries(project.report / "journal.jsonl")
    workers: dict[str, set[str]] = {}
    for entry in data.entries:
        workers.setdefault(entry.record.sample, set()).add(entry.worker)
    assert all(len(names) == 1 for names in workers.values())
    # load starts no more of them than there are cores, for so few
    assert len(set().union(*workers.values())) == (min(3, max(2, machine.cores())) if dist == "load" else 3)


@pytest.mark.parametrize("dist", ["load", "worksteal", "loadscope"])
def test_long_cases_start_early(project, dist):
    names = [f"samples/x/slow{i:02}" for i in range(12)]
    project.list(*names)
    for i, name in enumerate(names):
        project.write(f"{name}/model.py", "#" * 1000 * (i + 1))
    project.run(LIST, "-n", "2", f"--dist={dist}", "--dtypegen-dtypes=float16").assert_outcomes(passed=12)
    entries = read_entries(project.report / "journal.jsonl").entries
    for worker in ("gw0", "gw1"):
        mine = [entry.record.sample for entry in entries if entry.worker == worker]
        first = mine[: len(mine) // 2]
        assert first[0] in names[-4:]
        assert first == sorted(first, reverse=True)
    assert abs(sum(entry.worker == "gw0" for entry in entries) - 6) <= 2


def test_shares_are_of_one_weight_and_make_one_report(project):
    names = [f"samples/x/s{i:02}" for i in range(30)]
    project.list(*names)
    for i, name in enumerate(names):
        project.write(f"{name}/model.py", "#" * 2000 * (i + 1))
    parts = []
    for index in (1, 2, 3):
        options = ("--dtypegen-dtypes=float16", f"--dtypegen-shard={index}/3", f"--dtypegen-report=r{index}")
        project.run(LIST, *options, *(["-n", "2"] if index == 3 else []))
        parts.append([r.sample for r in read_journal(project.path / f"r{index}" / "journal.jsonl")[1]])
    assert sorted(chain(*parts)) == names
    weights = [sum(int(name[-2:]) + 1 + 4 for name in part) for part in parts]
    assert max(weights) < 1.1 * sum(weights) / 3
    assert main(["merge", "r1", "r2", "r3", "-o", "all"]) == 0
    assert len(read_entries(project.path / "all" / "journal.jsonl").entries) == 30
    # a checkout in which a sample is another divides otherwise: samples would be missing, or in two shares
    project.write(f"{names[0]}/model.py", "#" * 300_000)
    project.run(LIST, "--dtypegen-dtypes=float16", "--dtypegen-shard=2/3", "--dtypegen-report=r2")
    assert main(["merge", "r1", "r2", "r3", "-o", "other"]) == 2


def test_other_tests_are_shared_out_as_ever(listed):
    listed.pytester.makepyfile(
        test_own="""
        import os, pytest
        @pytest.mark.parametrize("i", range(40))
        def test_mine(i, worker_id):
            with open("own.txt", "a") as log:
                log.write(worker_id + "\\n")
        """
    )
    listed.run("-n", "2", "test_own.py", LIST).assert_outcomes(passed=43, failed=3, skipped=2)
    assert set((listed.path / "own.txt").read_text().split()) == {"gw0", "gw1"}


def test_an_executor_that_breaks_is_a_failed_case_and_no_end(project):
    project.list("samples/x/boom", "samples/x/a")
    result = project.run(LIST)
    result.assert_outcomes(passed=2, failed=2)
    assert outcomes(project)["samples/x/boom[float16-cpu]"] == "DG999"
    result.stdout.fnmatch_lines(["  message   RuntimeError: the executor broke"])
    assert "Traceback" not in result.stdout.str()


def test_a_hook_of_the_users_that_raises_is_a_verdict_too(listed):
    listed.add_to_conftest(
        """
def pytest_runtest_setup(item):
    if "plain" in item.name:
        raise ValueError("no setup today")
"""
    )
    listed.run(LIST)
    assert outcomes(listed)["samples/timm/plain[float16-cpu]"] == "DG999"


def test_retries_and_flaky_cases(project):
    project.list("samples/x/flaky", "samples/x/mask")
    project.run(LIST).assert_outcomes(failed=4)
    result = project.run(LIST, "--dtypegen-retries=2")
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(["2 flaky: another outcome when tried again"])
    records = {record.sample: record for record in read_journal(project.report / "journal.jsonl")[1]}
    assert records["samples/x/flaky"].metrics["flaky"] == ["DG802", "passed"]
    assert records["samples/x/mask"].metrics["attempts"] == 3
    assert "flaky" not in records["samples/x/mask"].metrics


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


def test_junit_has_class_op_and_dtype_as_properties(listed):
    listed.run(LIST, "--junitxml=junit.xml", "-n", "2")
    tree = ElementTree.parse(listed.path / "junit.xml")
    case = next(c for c in tree.iter("testcase") if c.get("name") == "samples/timm/mask_a[float16-cpu]")
    found = {p.get("name"): p.get("value") for p in case.iter("property")}
    assert found["dtypegen_class"] == "DG402 attention-mask-dtype"
    assert found["dtypegen_op"] == "scaled_dot_product_attention"
    assert found["dtypegen_dtype"] == "float16"
    failure = case.find("failure")
    assert failure is not None
    assert failure.get("message", "").startswith("DG402 attention-mask-dtype in scaled_dot_product_attention")


def test_the_hook_for_report_rows(listed):
    listed.add_to_conftest(
        """
def pytest_dtypegen_report_row(config, record):
    return {"family": record.sample.split("/")[1]}
"""
    )
    listed.run(LIST)
    results = json.loads((listed.report / "results.json").read_text())
    assert results["cases"][0]["row"] == {"family": "timm"}
    assert '"row":{"family":"timm"}' in (listed.report / "index.html").read_text()


@WORKERS
def test_pytest_html_gains_columns_and_the_matrix(listed, workers):
    listed.samples("samples/timm/html_<b>x")
    with (listed.path / "list.txt").open("a") as stream:
        stream.write("samples/timm/html_<b>x\n")
    listed.pytester.makepyfile(test_own="def test_mine(): pass")
    listed.run(LIST, "test_own.py", "--html=report.html", "--self-contained-html", *workers)
    page = (listed.path / "report.html").read_text()
    for name in ("sample", "dtype", "device", "class", "op"):
        assert f'data-column-type="{name}"' in page
    assert "DG402 attention-mask-dtype" in page
    assert "scaled_dot_product_attention" in page
    assert 'id="dtypegen-matrix"' in page
    assert "1/3" in page  # timm, float16
    assert "html_<b>x" not in page.replace("&lt;", "").replace("\\u003c", "")


def test_pytest_html_is_left_alone_without_html(listed):
    listed.add_to_conftest(
        """
def pytest_unconfigure():
    print("columns:", "pytest_dtypegen.report.pytest_html" in sys.modules)
"""
    )
    listed.run(LIST, "-s", subprocess=True).stdout.fnmatch_lines(["*columns: False"])


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
