"""A project to run pytest in: samples, a list, and an executor that needs no torch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

EXECUTOR = '''
import os, sys, time
from pathlib import Path
from pytest_dtypegen.errors import Failure
from pytest_dtypegen.records import Record
from pytest_dtypegen.samples.files import sample_hash

MASK = "invalid dtype for bias - should match query's dtype"
OVERFLOW = "value cannot be converted to type at::Half without overflow"
ATTENTION = "scaled_dot_product_attention"
OPERANDS = ("query: float16[1, 2] cpu", "attn_mask: float32[1, 2] cpu")


class Fake:
    """A verdict by the sample's name, at once."""

    def __init__(self, options):
        self.options = options
        self.tries = {}

    def run(self, case):
        with Path("ran.txt").open("a") as log:
            log.write(case.id + " " + os.environ.get("PYTEST_XDIST_WORKER", "main") + "\\n")
        name = case.sample.rsplit("/", 1)[-1]
        failure, outcome, found, more = None, "passed", "", {}
        if os.path.isdir(case.path):
            found = sample_hash(case.path)
        tries = self.tries[case.id] = self.tries.get(case.id, 0) + 1
        if name.startswith("mask"):
            failure = Failure("DG402", "verify", MASK, ATTENTION, "attn", 7, OPERANDS, "mask: float32")
        elif name.startswith("overflow") and case.dtype == "float16":
            failure = Failure("DG404", "verify", OVERFLOW, "masked_fill")
        elif name.startswith("int_"):
            failure, outcome = Failure("DG203", "load", "no float32 tensor"), "skipped"
        elif name.startswith("html"):
            failure = Failure("DG999", "run", "<script>alert(1)</script>")
        elif name.startswith("flaky") and tries == 1:
            failure = Failure("DG802", "run", "died")
        elif name.startswith("unlucky"):
            failure, more = Failure("DG802", "load", "no process could start"), {"incidental": True}
        elif name.startswith("edited"):
            Path(case.path, "model.py").write_text("# edited while its case ran")
        elif name.startswith("boom"):
            raise RuntimeError("the executor broke")
        elif name.startswith("kill"):
            os._exit(9)
        elif name.startswith("interrupt"):
            raise KeyboardInterrupt
        elif name.startswith("long") and self.options.timeout < 700:
            failure = Failure("DG801", "run", "took too long")
        elif name.startswith("big") and (self.options.memory or 0) < 2**30:
            failure = Failure("DG803", "run", "took too much")
        elif name.startswith("never") and (self.options.memory or 0) < 2**30:
            failure, outcome = Failure("DG804", "run", "has no room"), "skipped"
        elif name.startswith("slow"):
            time.sleep(0.2)
        elif not os.path.isdir(case.path):
            failure = Failure("DG101", "load", case.path + ": there is no directory here")
        if failure is not None and outcome == "passed":
            outcome = "failed"
        return Record(
            case.sample, case.dtype, case.device, case.pass_name, self.options.level, outcome, failure,
            {"load": 0.1, "run": 0.2}, {"snr_db": float("inf"), "casts": 3, "autocast_casts": 9, **more},
            sample_hash=found,
        )

    def close(self):
        with Path("closed.txt").open("a") as log:
            log.write("closed\\n")


def pytest_dtypegen_executor(options):
    return Fake(options)
'''

SAMPLES = ("samples/timm/plain", "samples/timm/mask_a", "samples/nlp/overflow", "samples/nlp/int_only")


class Project:
    """Runs pytest in a folder of its own; ``report`` is the report folder there."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.path = pytester.path
        self.report = pytester.path / "dtypegen-report"
        pytester.makeconftest(EXECUTOR)

    def samples(self, *names: str) -> None:
        for name in names:
            folder = self.path / name
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "model.py").touch()

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def list(self, *names: str, file: str = "list.txt", make: bool = True) -> Path:
        if make:
            self.samples(*names)
        return self.write(file, "".join(f"{name}\n" for name in names))

    def add_to_conftest(self, text: str) -> None:
        with (self.path / "conftest.py").open("a") as stream:
            stream.write(text)

    def run(self, *args: str, subprocess: bool = False) -> pytest.RunResult:
        run = self.pytester.runpytest_subprocess if subprocess else self.pytester.runpytest_inprocess
        return run("--strict-markers", *args)

    def ids(self, *args: str) -> list[str]:
        """The node ids that are collected."""
        result = self.run("--collect-only", "-q", *args)
        return [line for line in result.outlines if "::" in line and "[" in line]

    @property
    def ran(self) -> list[str]:
        """The ids of the cases that the executor was given, sorted, since the last time this was asked."""
        log = self.path / "ran.txt"
        if not log.exists():
            return []
        lines = log.read_text().splitlines()
        log.unlink()
        return sorted(line.split()[0] for line in lines)


@pytest.fixture
def project(pytester: pytest.Pytester) -> Project:
    return Project(pytester)


@pytest.fixture
def listed(project: Project) -> Project:
    """A project with ``list.txt``: a sample that passes, one that fails, one that fails in float16, one skipped."""
    project.list(*SAMPLES)
    return project


@pytest.fixture
def usage_error(project: Project) -> Callable[..., str]:
    """Run with arguments that cannot be used, and give the one line that says why."""

    def run(*args: str) -> str:
        result = project.run(*args)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        errors = [line for line in result.errlines if line.startswith("ERROR: ")]
        assert len(errors) == 1, result.errlines
        assert "Traceback" not in result.stderr.str() + result.stdout.str()
        return errors[0].removeprefix("ERROR: ")

    return run
