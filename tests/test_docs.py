"""Every command of the README is run as it stands, with fewer workers; .ci/run runs the two that install."""

import re
import shlex
import shutil
import subprocess
import sys
import time
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
    for text in (*blocks("python"), *blocks("toml")):  # each says in its first line which file it is
        (folder / re.match(r"# (\w+\.\w+)\n", text).group(1)).write_text(text)
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
    assert not failures, "\n\n".join(failures)
    assert len(ran) == 25


def test_every_subcommand_is_in_the_readme():
    said = {words[1] for words in map(shlex.split, commands()) if words[0] == "dtypegen"}
    assert said == {"list", "explain", "diff", "report", "capture", "minimize", "merge", "gate", "rules"}


def test_the_gate_is_set_up_with_the_readme_and_an_own_list_alone(tmp_path):
    """As a new user would: the section's commands in order, a planted regression, and the update that it asks for."""
    for name, original in SAMPLES.items():
        shutil.copytree(CORPUS / original, tmp_path / "samples" / name)
    section = README.partition("## The gate")[2].partition("\n## ")[0]
    make_list = next(command for command in commands() if command.startswith("dtypegen list"))
    gate = [command for command in commands() if "--dtypegen-baseline" in command and command.split(" #")[0] in section]
    write, check = gate[:2]
    assert write == f"{check} --dtypegen-update-baseline"
    began = time.monotonic()

    def ends(command, code, *texts):
        done = run(command, tmp_path)
        assert done.returncode == code, done.stdout + done.stderr
        for text in texts:
            assert text in done.stdout
        return done.stdout

    ends(make_list, 0)
    ends(write, 0, "baseline.txt: nothing changed, now 0 known")
    ends(check, 0, "dtypegen gate: green")
    assert time.monotonic() - began < 600

    weights = tmp_path / "samples/timm/mask/weight_meta.py"
    weights.write_text(weights.read_text().replace("shape = [", "shape = [-1, ", 1))  # the planted regression
    red = ends(check, 1, "dtypegen gate: red: 2 new failures", "samples/timm/mask[float16-cpu]  DG102 sample-malformed")
    asked = red.partition("to take this run's verdicts into baseline.txt:\n")[2].split("\n")[0].strip()
    assert asked == write.replace("-n 8", "-n 2")
    place = r"weight_meta\.py:\d+"
    assert re.search(rf"at +\S+/samples/timm/mask/{place}\n", red), "the file that is wrong, and its line"
    page = (tmp_path / "dtypegen-report/index.html").read_text()
    assert "<b>2</b> new failures" in page

    ends(asked, 0, "baseline.txt: 2 added, now 2 known")
    ends(check, 0, "dtypegen gate: green", "2 expected failures (baseline)")
