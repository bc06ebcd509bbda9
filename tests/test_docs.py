"""Every command of the README is run as it stands, with fewer workers; .ci/run runs the two that install."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "pytest_dtypegen" / "samples" / "corpus"
README = (ROOT / "README.md").read_text()
SAMPLES = {"timm/resnet18": "convnet/residual_batch_norm", "timm/mask": "attention/additive_mask"}

#: What a command's exit code and output must be, where it is not 0 and anything.
EXPECTED = {"pytest --dtypegen --dtypegen-pass=unchanged": (1, "DG302 nothing-lowered")}


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def commands():
    lines = [re.sub(r"\s+# .*", "", line).strip() for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line]


def makes_environment(command):
    return command.startswith("python3 -m venv")


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A folder as the README's reader has it: a checkout of samples, a list, a conftest.py, two earlier reports."""
    folder = tmp_path_factory.mktemp("reader")
    for name, original in SAMPLES.items():
        shutil.copytree(CORPUS / original, folder / "samples" / name)
    for text in blocks("python"):  # each says in its first line which file it is
        (folder / re.match(r"# (\w+\.py)\n", text).group(1)).write_text(text)
    return folder


def run(command, folder):
    words = shlex.split(command.replace("-n 8", "-n 2"))
    module = {"pytest": "pytest", "dtypegen": "pytest_dtypegen.cli"}[words[0]]
    return subprocess.run(
        [sys.executable, "-m", module, *words[1:]], cwd=folder, capture_output=True, text=True, timeout=900, check=False
    )


def test_the_two_commands_are_what_ci_runs():
    ci = (ROOT / ".ci" / "run").read_text()
    assert [makes_environment(command) for command in commands()].count(True) == 2
    assert "README.md" in ci


def test_commands(project):
    """In order, as a reader would: later ones use what earlier ones wrote."""
    failures = []
    ran = [command for command in commands() if not makes_environment(command)]
    for command in ran:
        if command.startswith("dtypegen diff"):
            for name in ("before", "after"):
                shutil.copytree(project / "dtypegen-report", project / name)
        done = run(command, project)
        code, text = EXPECTED.get(command, (0, ""))
        output = done.stdout + done.stderr
        if done.returncode != code or text not in output or "Traceback" in output:
            failures.append(f"$ {command}\nexit code {done.returncode}, expected {code}\n{output[-3000:]}")
    assert len(ran) >= 14
    assert not failures, "\n\n".join(failures)
