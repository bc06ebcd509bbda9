"""The examples do what their READMEs say: each command, as it stands, in a copy of the folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from pytest_dtypegen import hookspecs

EXAMPLES = Path(__file__).parent.parent / "conftest_examples"

EXIT_CODES = {
    "minimal_list": [0],
    "custom_pass": [0, 1],
    "graphnet_passes": [0],
    "xfail_rules": [0, 1],
    "ci_gate": [0, 0, 0, 0, 0],
    "custom_comparer": [0, 1],
    "own_device": [0],
    "own_source": [0, 0],
    "own_tests": [0],
}
"""What the commands of each README end with, in order: 0 for green, 1 for red."""

_BLOCK = re.compile(r"^```sh\n(?P<command>.*?)^```\n(?:```text\n(?P<text>.*?)^```$)?", re.DOTALL | re.MULTILINE)

HIDDEN = ("PYTEST_", "GITHUB_", "GRAPHNET", "COV_")
"""Variables of this run, or of the machine's, that an example is not to see."""


@dataclass(frozen=True)
class Command:
    """A command of a README, and parts of lines that its output has in this order; ``...`` stands for any text."""

    command: str
    lines: tuple[str, ...]


def commands(name: str) -> list[Command]:
    text = (EXAMPLES / name / "README.md").read_text(encoding="utf-8")
    return [Command(m["command"].strip(), tuple((m["text"] or "").splitlines())) for m in _BLOCK.finditer(text)]


class Copy:
    """A copy of an example to run commands in, with this environment's ``pytest`` and ``dtypegen`` first."""

    def __init__(self, name: str, folder: Path) -> None:
        self.path = folder / name
        ignored = shutil.ignore_patterns("__pycache__", ".pytest_cache", "dtypegen-report")
        shutil.copytree(EXAMPLES / name, self.path, ignore=ignored)
        kept = {key: value for key, value in os.environ.items() if not key.startswith(HIDDEN)}
        scripts = Path(sys.executable).parent
        self.environ = {**kept, "PATH": f"{scripts}{os.pathsep}{kept.get('PATH', '')}", "COLUMNS": "120"}

    def run(self, command: str, **environ: str) -> tuple[int, str]:
        """The exit code and all output."""
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.path,
            env={**self.environ, **environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=900,
        )
        return done.returncode, done.stdout


def missing(lines: tuple[str, ...], output: str) -> str | None:
    """The first of ``lines`` that is in no line of the output after the one where the last was found."""
    patterns = [(line, re.compile(re.escape(line.strip()).replace(re.escape("..."), ".*"))) for line in lines]
    rest = iter(output.splitlines())
    return next((line for line, pattern in patterns if not any(map(pattern.search, rest))), None)


@pytest.fixture
def copy(tmp_path: Path, request: pytest.FixtureRequest) -> Copy:
    return Copy(request.param, tmp_path)


def test_every_example_has_a_readme_and_is_run() -> None:
    folders = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir())
    assert folders == sorted(EXIT_CODES)
    listed = re.findall(r"^\| \[(\w+)\]\(\1\) ", (EXAMPLES / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == folders
    assert {name: len(commands(name)) for name in folders} == {name: len(codes) for name, codes in EXIT_CODES.items()}


def test_every_hook_is_used_in_an_example() -> None:
    hooks = {name for name in vars(hookspecs) if name.startswith("pytest_dtypegen_")} - {"pytest_dtypegen_executor"}
    conftests = "".join(path.read_text() for path in EXAMPLES.glob("*/conftest.py"))
    listed = (EXAMPLES / "README.md").read_text()
    assert {hook for hook in hooks if f"def {hook}(" not in conftests or f"`{hook}`" not in listed} == set()


@pytest.mark.parametrize("copy", EXIT_CODES, indirect=True)
def test_the_commands_of_the_readme(copy: Copy) -> None:
    name = copy.path.name
    for command, code in zip(commands(name), EXIT_CODES[name], strict=True):
        ended, output = copy.run(command.command)
        assert (command.command, ended) == (command.command, code), output
        assert missing(command.lines, output) is None, output
        assert "Traceback" not in output


def test_the_gate_goes_red_on_a_regression_and_green_when_the_baseline_is_updated(tmp_path: Path) -> None:
    copy = Copy("ci_gate", tmp_path)
    conftest = copy.path / "conftest.py"
    conftest.write_text(conftest.read_text().replace('CONVERTS = ("float32",)', "CONVERTS = ()"))
    ended, output = copy.run("pytest")
    assert ended == 1, output
    assert (
        missing(("dtypegen gate: red: 2 new failures, 2 changed class", "... --dtypegen-update-baseline"), output)
        is None
    ), output
    ended, output = copy.run("pytest --dtypegen-update-baseline && pytest")
    assert ended == 0, output
    assert missing(("baseline.txt: ...", "dtypegen gate: green"), output) is None, output


def test_the_workflow_runs_what_the_readme_says() -> None:
    workflow = (EXAMPLES / "ci_gate" / ".github" / "workflows" / "dtypegen.yml").read_text()
    steps = [step for step in re.findall(r"run: (.*)", workflow) if not step.startswith("pip ")]
    said = " ".join(command.command for command in commands("ci_gate"))
    (shards,) = re.findall(r"shard: \[(.*)\]", workflow)
    assert re.search(rf"SHARDS: {len(shards.split(','))}$", workflow, re.MULTILINE)
    for shard in shards.split(", "):
        for step in steps:
            command = step.replace("-n auto ", "").replace("${{ matrix.shard }}", shard).replace("$SHARDS", "2")
            assert command in said


STAND_IN = """
import torch
from torch import fx

def get_dtype_generalization_pass(name):
    return {"dtype_generalization_pass_float16": Half, "dtype_generalization_pass_bfloat16": BFloat16}[name]

class Lowering:
    def need_rewrite(self, module):
        return any(node.op == "placeholder" and is_float(node) for node in module.graph.nodes)

    def rewrite(self, module):
        self.converted_tensor_names = [
            node.target for node in module.graph.nodes if node.op == "placeholder" and is_float(node)
        ]
        for node in module.graph.nodes:
            if node.target is torch.nn.functional.linear:
                with module.graph.inserting_before(node):
                    cast = module.graph.call_method("to", (node.args[0], self.dtype))
                node.args = (cast, *node.args[1:])
        return module

    def remove_redundant_to_calls(self, module):
        for node in module.graph.find_nodes(op="call_method", target="to"):
            if node.args[0].meta["tensor_meta"].dtype is self.dtype:
                node.replace_all_uses_with(node.args[0])
                module.graph.erase_node(node)
        return module

class Half(Lowering):
    dtype = torch.float16

class BFloat16(Lowering):
    dtype = torch.bfloat16

def is_float(node):
    return node.meta["tensor_meta"].dtype is torch.float32
"""
"""What the adapter asks of GraphNet, in the fewest words: the names, and what they are called with."""


def test_the_adapter_of_graphnets_passes(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    package = checkout / "graph_net" / "torch" / "dtype_gen_passes"
    package.mkdir(parents=True)
    (package / "pass_mgr.py").write_text(STAND_IN)
    copy = Copy("graphnet_passes", tmp_path)
    (command,) = commands("graphnet_passes")
    ended, output = copy.run(command.command, GRAPHNET=str(checkout))
    assert ended == 1, output
    assert missing(("DG404 literal-overflow", "4 failed, 2 passed"), output) is None, output
    cases = json.loads((copy.path / "dtypegen-report" / "results.json").read_text())["cases"]
    assert {case["failure"]["code"] for case in cases if "masked_fill_scores" in case["sample"]} == {"DG404"}
    assert {case["metrics"]["casts"] for case in cases if "shared_encoder" in case["sample"]} == {0}
