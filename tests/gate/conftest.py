"""A project whose cases end as a file says, so that a history can be played through the gate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

EXECUTOR = '''
import json, os
from pathlib import Path
from pytest_dtypegen.errors import ERROR_CLASSES, Failure
from pytest_dtypegen.records import Record

OPS = {"DG402": "scaled_dot_product_attention", "DG404": "masked_fill", "DG501": "fft_fft2"}


class Scripted:
    """A verdict from ``verdicts.json``: sample -> a code, or one for each attempt; samples that it lacks pass."""

    def __init__(self, options):
        self.options = options
        self.attempts = {}

    def run(self, case):
        with Path("ran.txt").open("a") as log:
            log.write(case.id + "\\n")
        script = json.loads(Path("verdicts.json").read_text()).get(case.sample, "passed")
        codes = [script] if isinstance(script, str) else script
        attempt = self.attempts[case.id] = self.attempts.get(case.id, -1) + 1
        code = codes[min(attempt, len(codes) - 1)]
        names = (case.sample, case.dtype, case.device, case.pass_name, self.options.level)
        if code == "died":
            os._exit(9)
        if code == "passed":
            return Record(*names, "passed")
        failure = Failure(code, "run", f"the message of {code}", OPS.get(code), "node", 7)
        return Record(*names, "skipped" if ERROR_CLASSES[code].skip else "failed", failure)

    def close(self):
        pass


def pytest_dtypegen_executor(options):
    return Scripted(options)
'''


QUICK = [f"-pno:{name}" for name in ("cacheprovider", "html", "metadata", "hypothesispytest")]
"""Plugins that take a third of such a run's time, and have no part in it."""


class History:
    """Runs of one list, ``list.txt``, against ``baseline.txt``, in float16 on the CPU."""

    def __init__(self, pytester: pytest.Pytester, args: tuple[str, ...]) -> None:
        self.pytester = pytester
        self.args = args
        self.path = pytester.path
        self.baseline = pytester.path / "baseline.txt"
        self.verdicts: dict[str, str | list[str]] = {}
        pytester.makeconftest(EXECUTOR)

    def list(self, *samples: str) -> None:
        for sample in samples:
            folder = self.path / sample
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "model.py").touch()
        (self.path / "list.txt").write_text("".join(f"{sample}\n" for sample in samples))

    def rules(self, text: str) -> None:
        (self.path / "rules.toml").write_text(text)

    def run(self, *args: str, gate: bool = True, dtypes: str = "float16") -> pytest.RunResult:
        """One run. ``gate``: with the baseline; with the rules too, where there are some."""
        (self.path / "verdicts.json").write_text(json.dumps(self.verdicts))
        (self.path / "ran.txt").unlink(missing_ok=True)
        given = ["--dtypegen-list=list.txt", f"--dtypegen-dtypes={dtypes}", "--dtypegen-devices=cpu", *self.args, *args]
        if gate:
            given.append("--dtypegen-baseline=baseline.txt")
        if (self.path / "rules.toml").exists():
            given.append("--dtypegen-rules=rules.toml")
        return self.pytester.runpytest_inprocess("--strict-markers", *QUICK, *given)

    def ran(self) -> list[str]:
        log = self.path / "ran.txt"
        return sorted(log.read_text().split()) if log.exists() else []

    @property
    def report(self) -> Path:
        return self.path / "dtypegen-report"


@pytest.fixture(autouse=True)
def outside_of_github(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def history(pytester: pytest.Pytester) -> History:
    return History(pytester, ())


@pytest.fixture(params=[(), ("-n2",)], ids=["alone", "n2"])
def histories(request: pytest.FixtureRequest, pytester: pytest.Pytester) -> History:
    """The same without xdist and with two workers."""
    return History(pytester, request.param)
