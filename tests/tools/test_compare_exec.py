"""What the comparison of emulated and real kernels says."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tooling import load_tool

from pytest_dtypegen.errors import Failure
from pytest_dtypegen.records import Record
from pytest_dtypegen.report.journal import Journal

CORPUS = Path(__file__).resolve().parents[2] / "pytest_dtypegen" / "samples" / "corpus"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return load_tool("compare_exec")


def record(name: str, ran: float, code: str | None = None, used: str = "emulated") -> Record:
    failure = Failure(code, "run", "no") if code else None
    metrics: dict[str, Any] = {"reference_seconds": 0.5, "exec": used}
    outcome = "failed" if code else "passed"
    return Record(name, "float16", "cpu", "autocast", "run", outcome, failure, {"reference": 0.5, "run": ran}, metrics)  # type: ignore[arg-type]


def write(path: Path, *records: Record) -> str:
    journal = Journal.open(path, {})
    for one in records:
        journal.append(one)
    journal.close()
    return str(path)


@pytest.mark.parametrize(
    ("auto", "kernels", "status", "says"),
    [
        ([record("a", 0.6), record("b", 0.7)], [record("a", 40.0), record("b", 9.0)], 0, "median 1.30"),
        ([record("a", 0.6)], [record("a", 600.0, "DG801")], 0, "1 cases in both, 0 with other verdicts"),
        ([record("a", 0.6)], [record("a", 9.0, "DG602")], 1, "a[float16-cpu]: passed with auto, DG602 with kernels"),
        ([record("a", 1.6)], [record("a", 9.0)], 1, "median 3.20"),
        ([record("a", 0.6), record("b", 9.0, "DG801")], [record("a", 0.6)], 1, "1 timeouts"),
    ],
)
def test_verdicts_and_costs(
    tool: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    auto: Any,
    kernels: Any,
    status: int,
    says: str,
) -> None:
    paths = [write(tmp_path / "auto.jsonl", *auto), write(tmp_path / "kernels.jsonl", *kernels)]
    assert tool.main(["--journals", *paths]) == status
    assert says in capsys.readouterr().out


def test_a_list_is_run_both_ways(tool: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = sorted(str(path.parent) for path in CORPUS.glob("convnet/*/model.py"))[:2]
    (tmp_path / "list.txt").write_text("\n".join(names) + "\n")
    out = ["--exec=emulate", "--out", str(tmp_path / "out")]
    tool.main([str(tmp_path / "list.txt"), *out, "--", "--dtypegen-dtypes=float16"])
    said = capsys.readouterr().out
    assert "2 cases, 2 emulated" in said
    assert "2 cases in both, 0 with other verdicts" in said
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"emulate", "kernels"}
