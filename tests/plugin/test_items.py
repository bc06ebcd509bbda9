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
from listing import EXPECTED, LIST, WORKERS, outcomes

from pytest_dtypegen.cli import main
from pytest_dtypegen.execute import machine
from pytest_dtypegen.report.journal import read_entries, read_journal

pytest_plugins = ["pytester"]


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


TWO_CORES = """
from pytest_dtypegen.execute import machine
from pytest_dtypegen.execute.pool import CaseExecutor

if "PYTEST_XDIST_WORKER" in os.environ:
    machine.cores = lambda: 2

def timed(case, options, passes, comparers, *, progress):
    began = time.monotonic()
    time.sleep(0.2)
    with open("times.txt", "a") as times:
        times.write(f"{began} {time.monotonic()}\\n")
    return Record(case.sample, case.dtype, case.device, case.pass_name, options.level, "passed")

def pytest_dtypegen_executor(options):
    return CaseExecutor(options, target=timed)
"""


def test_more_workers_than_cores_take_turns(project):
    project.list(*(f"samples/x/s{i}" for i in range(10)))
    project.add_to_conftest(TWO_CORES)
    project.run(LIST, "-n", "5", "--dist=loadscope").assert_outcomes(passed=20)
    times = [tuple(map(float, line.split())) for line in (project.path / "times.txt").read_text().splitlines()]
    at_once = [sum(began <= moment < ended for began, ended in times) for moment, _ in times]
    assert max(at_once) == 2
    assert len({entry.worker for entry in read_entries(project.report / "journal.jsonl").entries}) == 5


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
