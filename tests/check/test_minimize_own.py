"""``dtypegen minimize`` of a case of a user's own pass, or of their own source: as a run has them, from conftest.py."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_dtypegen.cases import CORPUS
from pytest_dtypegen.cli import _case
from pytest_dtypegen.samples.read import read_sample

CONFTEST = """
import copy
from dataclasses import replace

class Careless:
    name = "{name}"

    def rewrite(self, graph, context):
        from pytest_dtypegen.passes.protocol import Rewrite

        target = str(context.dtype).removeprefix("torch.")
        lowered = {{name: replace(meta, dtype=target) if meta.dtype == "float32" else meta
                   for name, meta in context.tensors.items()}}
        return Rewrite(copy.deepcopy(graph), lowered)

class Store:
    name = "store"

    def samples(self):
        return ["own/masked"]

    def write(self, sample, directory):
        import shutil
        shutil.copytree("{corpus}/attention/masked_fill_lowest", directory, dirs_exist_ok=True)

def pytest_dtypegen_passes(config):
    return [Careless()]

def pytest_dtypegen_sources(config):
    return [Store()]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(CORPUS / "attention/masked_fill_lowest", tmp_path / "data/samples/masked")
    (tmp_path / "data/list.txt").write_text("samples/masked\n")
    (tmp_path / "conftest.py").write_text(CONFTEST.format(name="careless", corpus=CORPUS))
    return tmp_path


def dtypegen(folder: Path, *args: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "pytest_dtypegen.cli", *args], cwd=folder, capture_output=True, text=True, timeout=300
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    "case",
    [
        "data/list.txt::samples/masked[float16-cpu-careless]",
        "dtypegen-store::own/masked[float16-cpu-careless]",
    ],
)
def test_a_pass_of_the_root_folders_conftest(project: Path, case: str) -> None:
    code, output = dtypegen(project, "minimize", case, "--level=static", "-o", "small")
    assert code == 0, output
    assert re.fullmatch(r"small: \d of \d+ ops still fail as DG401 operand-dtype-mismatch at \w+: .*\n", output)
    ops = [node for node in read_sample(project / "small").graph.nodes if node.op.startswith("call")]
    assert len(ops) <= 3


def test_a_pass_of_the_conftest_beside_the_list(project: Path) -> None:
    (project / "data/conftest.py").write_text(CONFTEST.format(name="deeper", corpus=CORPUS))
    case = "data/list.txt::samples/masked[float16-cpu-deeper]"
    code, output = dtypegen(project, "minimize", case, "--level=static", "-o", "small")
    assert code == 0 and "still fail as DG401" in output, output


def test_a_list_whose_name_begins_like_a_sources_is_a_list(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "data/list.txt").rename(project / "data/dtypegen-list.txt")
    monkeypatch.chdir(project / "data")
    case = _case("dtypegen-list.txt::samples/masked[float16-cpu]", None)
    assert Path(case.path) == project / "data/samples/masked"
    assert _case("dtypegen-store::own/masked[float16-cpu]", None).path == ""
    monkeypatch.chdir(project)
    assert Path(_case("dtypegen-list.txt::samples/masked[float16-cpu]", "data").path).is_dir()


def test_a_case_of_the_corpus_is_found_by_its_id() -> None:
    case = _case("dtypegen-corpus::corpus/attention/masked_fill_lowest[float16-cpu]", None)
    assert Path(case.path) == CORPUS / "attention/masked_fill_lowest"


def test_a_pass_that_nobody_has_and_a_conftest_that_does_not_load_are_one_line(project: Path) -> None:
    case = "data/list.txt::samples/masked[float16-cpu-mine]"
    code, output = dtypegen(project, "minimize", case, "-o", "small")
    assert code == 2 and output.count("\n") == 1
    assert "unknown 'mine' (known: autocast, fold_group_norm, careless; add your own with the hook" in output
    (project / "conftest.py").write_text("import nothing_of_that_name\n")
    code, output = dtypegen(project, "minimize", case, "-o", "small")
    assert code == 2 and output.count("\n") == 1, output
    assert "conftest.py" in output and "nothing_of_that_name" in output
