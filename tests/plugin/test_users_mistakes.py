"""What is asked for by mistake is said in one line before anything runs, and costs no earlier result."""

from __future__ import annotations

import pytest

from pytest_dtypegen.cases import unlistable
from pytest_dtypegen.cli import main
from pytest_dtypegen.report.journal import read_entries

pytest_plugins = ["pytester"]

PASSES = """
class Pass:
    def __init__(self, name):
        self.name = name
    def rewrite(self, graph, context):
        return graph

def pytest_dtypegen_passes(config):
    return {}
"""

WRONG_PASSES = {
    '[Pass("a b")]': "'a b' cannot be a pass's name; use letters, digits and _ . + -",
    '[Pass("mine]")]': "'mine]' cannot be a pass's name",
    '[Pass("")]': "'' cannot be a pass's name",
    '[Pass("mine"), Pass("mine")]': "two passes have the name mine; give one of them another",
    '[Pass("mine"), Pass("autocast")]': "autocast is the name of a built-in pass; give yours another",
    "[Pass]": "is a class: return an object of it; a pass has name and rewrite(graph, context)",
    "[object()]": "has no name, or no rewrite(); a pass has name and rewrite(graph, context)",
    "[Pass(None)]": "has no name, or no rewrite()",
}


@pytest.mark.parametrize("given", WRONG_PASSES)
def test_names_of_passes(listed, usage_error, given):
    listed.add_to_conftest(PASSES.format(given))
    said = usage_error("--dtypegen-list=list.txt", "--dtypegen-pass=mine")
    assert said.startswith("pytest_dtypegen_passes: ") and WRONG_PASSES[given] in said


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("--dtypegen-list=", "--dtypegen-list: is empty; give a path, or leave the option out"),
        ("--dtypegen-baseline=", "--dtypegen-baseline: is empty; give a path"),
        ("--dtypegen-rules=", "--dtypegen-rules: is empty; give a path"),
        ("--dtypegen-out=", "--dtypegen-out: is empty; give a path"),
        ("--dtypegen-report=", "--dtypegen-report: is empty; give a path"),
        ("--dtypegen-root=", "--dtypegen-root: is empty; give a path"),
        ("--dtypegen-source=", "--dtypegen-source: is empty; give a name"),
        ("--dtypegen-baseline=samples", "--dtypegen-baseline: {}/samples is a folder; give a file in it"),
        ("--dtypegen-rules=samples", "--dtypegen-rules: {}/samples is a folder; give a file in it"),
        ("--dtypegen-out=samples", "--dtypegen-out: {0}/samples lies in {0}/samples, among the samples themselves"),
        ("--dtypegen-out=samples/generated", "lies in {}/samples, among the samples themselves; give a folder outside"),
        ("--dtypegen-out=samples/timm/plain", "lies in {}/samples/timm/plain, among the samples themselves"),
        ("--dtypegen-out=samples/timm/plain/out", "lies in {}/samples/timm/plain, among the samples themselves"),
    ],
)
def test_paths(listed, usage_error, option, says):
    assert says.format(listed.path) in usage_error("--dtypegen-list=list.txt", option)
    assert usage_error("--dtypegen-list=list.txt", "--dtypegen-update-baseline", option)
    assert not [path for path in listed.path.rglob("*") if path.name in ("generated", "out", "dtypegen-report")]


def test_generated_samples_may_lie_beside_the_list_but_not_be_written_over_themselves(project, usage_error):
    project.list("a", "b")
    assert project.run("--dtypegen-list=list.txt", "--dtypegen-out=out", "-q").ret == 0
    assert "lies in" in usage_error("--dtypegen-list=list.txt", "--dtypegen-out=a")
    project.list("x", file="out/float32/list.txt", make=False)
    project.samples("out/float32/x")
    said = usage_error("--dtypegen-list=out/float32/list.txt", "--dtypegen-out=out")
    assert f"--dtypegen-out: {project.path}/out/float32/x would be written over itself" in said


def test_folder_names_that_pytest_cannot_find_again(project, usage_error, capsys, monkeypatch):
    project.list("samples/good", "samples/a::b")
    said = usage_error("--dtypegen-list=list.txt")
    assert said.endswith(
        "list.txt:2: the path 'samples/a::b' holds '::', which stands between a list and its cases in pytest's ids; "
        "rename the folder, or take the line out"
    )
    project.samples("samples/c #d")
    monkeypatch.chdir(project.path)
    capsys.readouterr()
    assert main(["list", "samples", "-o", "new.txt"]) == 0
    assert (project.path / "new.txt").read_text() == "samples/good\n"
    assert capsys.readouterr().err.count("dtypegen: left out: ") == 2
    assert unlistable("samples/a b/ü") == ""


@pytest.mark.parametrize(
    "command",
    [
        ["list", "samples"],
        ["report", "dtypegen-report"],
        ["merge", "dtypegen-report"],
        ["rules", "suggest", "dtypegen-report"],
    ],
    ids=lambda command: command[0],
)
def test_output_that_cannot_be_written_is_named_as_it_was_given(listed, monkeypatch, capsys, command):
    listed.run("--dtypegen-list=list.txt")
    monkeypatch.chdir(listed.path)
    capsys.readouterr()
    assert main([*command, "-o", "/proc/x"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("dtypegen: /proc/x: cannot be written (") and error.endswith("; give another with -o\n")


@pytest.mark.parametrize("workers", [(), ("-n2",)], ids=["alone", "n2"])
def test_a_run_that_selects_nothing_leaves_the_last_report(listed, workers):
    listed.run("--dtypegen-list=list.txt", "-k", "plain")
    before = {path.name: path.read_bytes() for path in listed.report.iterdir()}
    result = listed.run("--dtypegen-list=list.txt", "-k", "nothing_of_that_name", *workers)
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert {path.name: path.read_bytes() for path in listed.report.iterdir()} == before
    listed.run("--dtypegen-list=list.txt", *workers)
    assert len(read_entries(listed.report / "journal.jsonl").entries) == 8
    assert (listed.report / "journal.previous.jsonl").is_file()


def test_what_ends_the_run_from_within_is_told_by_the_journal_and_the_next_run(project, capsys, monkeypatch):
    project.list("s/plain", "s/kill")
    args = ("--dtypegen-list=list.txt", "--dtypegen-dtypes=float16")
    project.run(*args, "--dtypegen-inprocess", subprocess=True)
    data = read_entries(project.report / "journal.jsonl")
    assert [entry.case_id for entry in data.entries] == ["s/plain[float16-cpu]"]
    assert (data.died_in, data.exitstatus) == ("list.txt::s/kill[float16-cpu]", None)
    monkeypatch.chdir(project.path)
    assert main(["report", "dtypegen-report"]) == 0
    assert "the run was ended by its case list.txt::s/kill[float16-cpu]" in capsys.readouterr().out
    result = project.run(*args, "-k", "plain")
    result.stdout.fnmatch_lines(["dtypegen: the last run was ended by its case list.txt::s/kill?float16-cpu?, *"])
    assert read_entries(project.report / "journal.jsonl").died_in == ""


def test_each_marker_is_told_once(listed):
    for args in ((), ("--dtypegen-list=list.txt",)):
        lines = [line for line in listed.run("--markers", *args).outlines if line.startswith("@pytest.mark.")]
        assert len(lines) == len(set(lines))
        assert sum("dtypegen_xfail" in line for line in lines) == 1


LOCKED = """
import threading

class Pass:
    name = "mine"
    def rewrite(self, graph, context):
        return graph

class Comparer:
    def compare(self, outputs):
        return None

def locked(one):
    one.lock = threading.Lock()
    return one

def pytest_dtypegen_passes(config):
    return [PASS]

def pytest_dtypegen_comparers(config):
    return [COMPARER]
"""
UNSENDABLE = {
    "the pass mine": ("locked(Pass())", "Comparer()"),
    "the comparer Comparer": ("Pass()", "locked(Comparer())"),
}
LATER = ("--dtypegen", "--dtypegen-pass=mine", "--dtypegen-level=run", "-k", "no_case_of_that_name")


@pytest.mark.parametrize("what", UNSENDABLE)
@pytest.mark.parametrize("workers", [(), ("-n2",)], ids=["alone", "n2"])
def test_what_cannot_be_sent_to_a_child_is_said_at_the_start(pytester, what, workers):
    one, other = UNSENDABLE[what]
    pytester.makeconftest(LOCKED.replace("PASS", one).replace("COMPARER", other))
    result = pytester.runpytest_subprocess(*LATER, *workers)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in result.errlines if line.startswith("ERROR: ")]
    assert line == (
        f"ERROR: {pytester.path}/conftest.py: {what} cannot be sent to the process that runs the cases: "
        "TypeError: cannot pickle '_thread.lock' object; make it picklable, or use --dtypegen-inprocess"
    )
    assert "Traceback" not in result.stderr.str() + result.stdout.str()


@pytest.mark.parametrize(
    ("args", "more"),
    [
        (("--dtypegen-inprocess",), ""),
        (("--pdb",), ""),
        (("--collect-only",), ""),
        (("--dtypegen-level=static",), ""),
        ((), "\ndef pytest_dtypegen_executor(options):\n    return None\n"),
    ],
    ids=["inprocess", "pdb", "collect", "static", "own executor"],
)
def test_what_need_not_be_sent_may_be_unsendable(pytester, args, more):
    one = "Pass()" if "--dtypegen-level=static" in args else "locked(Pass())"
    pytester.makeconftest(LOCKED.replace("PASS", one).replace("COMPARER", "locked(Comparer())") + more)
    assert pytester.runpytest_inprocess(*LATER, *args).ret == pytest.ExitCode.NO_TESTS_COLLECTED
