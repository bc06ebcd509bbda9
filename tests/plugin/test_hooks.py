"""What users add by hooks reaches the executor, with and without xdist."""

from __future__ import annotations

import inspect

import pytest

from pytest_dtypegen import hookspecs

pytest_plugins = ["pytester"]

LIST = "--dtypegen-list=list.txt"

ADDED = """
class Mine:
    name = "mine"
    def rewrite(self, graph, context):
        return graph

def pytest_dtypegen_passes(config):
    return [Mine()]

class Comparer:
    def __init__(self, name):
        self.name = name
    def compare(self, outputs):
        return None

def pytest_dtypegen_comparers(config):
    return [Comparer("first"), Comparer("second")]

def pytest_dtypegen_devices(config):
    return ["npu"]

class Telling(Fake):
    def run(self, case):
        from dataclasses import replace
        return replace(super().run(case), metrics=self.told)

def pytest_dtypegen_executor(config, options, passes, comparers):
    fake = Telling(options)
    fake.told = {"passes": sorted(passes), "comparers": [one.name for one in comparers], "inprocess": options.inprocess}
    return fake
"""


def told(project) -> dict[str, object]:
    from pytest_dtypegen.report.journal import read_journal

    records = read_journal(project.report / "journal.jsonl")[1]
    assert records
    return dict(records[0].metrics)


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_passes_comparers_and_devices(listed, workers):
    listed.add_to_conftest(ADDED)
    args = [LIST, "--dtypegen-pass=autocast", "--dtypegen-pass=mine", "--dtypegen-devices=npu"]
    listed.run(*args, "-k", "plain and bfloat16", *workers).assert_outcomes(passed=2)
    assert told(listed) == {"passes": ["mine"], "comparers": ["first", "second"], "inprocess": False}
    assert listed.ids(*args, "-k", "plain and bfloat16") == [
        "list.txt::samples/timm/plain[bfloat16-npu]",
        "list.txt::samples/timm/plain[bfloat16-npu-mine]",
    ]


def test_own_passes_are_named_where_a_name_is_unknown(listed, usage_error):
    listed.add_to_conftest(ADDED)
    said = usage_error(LIST, "--dtypegen-pass=minee")
    assert "did you mean mine? (known: autocast, fold_group_norm, mine; add your own with" in said


def test_the_debugger_runs_cases_in_this_process(listed):
    listed.add_to_conftest(ADDED)
    listed.run(LIST, "--pdb", "-k", "plain").assert_outcomes(passed=2)
    assert told(listed)["inprocess"] is True


def test_a_source_that_is_none_is_refused(project, usage_error):
    project.add_to_conftest(
        """
def pytest_dtypegen_sources(config):
    return [object()]
"""
    )
    said = usage_error("--dtypegen-source=mine")
    assert "has no name, samples, write; see SampleSource" in said


@pytest.mark.parametrize(
    ("samples", "says"),
    [("['../out']", "the sample name '../out' leaves the folder"), ("[]", "the source has no samples")],
)
def test_names_that_a_source_may_not_give(project, samples, says):
    project.add_to_conftest(
        f"""
class Mine:
    name = "mine"
    def samples(self):
        return {samples}
    def write(self, sample, directory):
        raise AssertionError

def pytest_dtypegen_sources(config):
    return [Mine()]
"""
    )
    project.run("--dtypegen-source=mine").stdout.fnmatch_lines([f"dtypegen-mine: {says}*"])


def test_every_hook_is_documented_with_its_arguments():
    hooks = {name: hook for name, hook in vars(hookspecs).items() if name.startswith("pytest_dtypegen_")}
    assert len(hooks) >= 7
    for hook in hooks.values():
        text = inspect.getdoc(hook) or ""
        for argument in inspect.signature(hook).parameters:
            assert f":param {argument}:" in text
