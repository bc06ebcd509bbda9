"""xdist's remote workers: each in a folder of its own, as on another machine; results come in the test reports."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import execnet.script.socketserver
import pytest

from pytest_dtypegen.options import Options, RunSettings
from pytest_dtypegen.plan import ANCHOR, CaseSet, Plan, moved
from pytest_dtypegen.report.journal import read_entries

pytest_plugins = ["pytester"]

NAMES = [f"samples/x/{name}" for name in ("a", "mask", "b", "c", "d", "e")]


@pytest.fixture
def machines(project) -> list[Path]:
    """Two folders with samples, list and conftest.py; the folder that pytest is started in keeps no sample."""
    project.list(*NAMES)
    project.write("pytest.ini", "[pytest]\n")
    folders = [project.path / "one", project.path / "two"]
    for folder in folders:
        folder.mkdir()
        for name in ("conftest.py", "list.txt", "pytest.ini"):
            shutil.copy(project.path / name, folder)
        shutil.copytree(project.path / "samples", folder / "samples")
    shutil.rmtree(project.path / "samples")
    return folders


@pytest.fixture
def servers(machines) -> Iterator[list[str]]:
    """execnet's socket server in each of the folders; the addresses."""
    started, addresses = [], []
    for folder in machines:
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{free.getsockname()[1]}"
        command = [sys.executable, execnet.script.socketserver.__file__, address]
        started.append(subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        addresses.append(address)
    for address in addresses:
        _await(address)
    yield addresses
    for server in started:
        server.kill()
        server.wait()


def _await(address: str) -> None:
    host, _, port = address.partition(":")
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with suppress(OSError), closing(socket.create_connection((host, int(port)), 1)):
            return
        time.sleep(0.05)
    raise AssertionError(f"no server at {address}")


def check(project, machines: list[Path], *specs: str) -> list[str]:
    """The command that the run was made with."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--dtypegen-list=list.txt", "--dist=load"]
    command += [part for spec in specs for part in ("--tx", spec)]
    done = subprocess.run(command, cwd=project.path, capture_output=True, text=True, timeout=120, check=False)
    data = read_entries(project.report / "journal.jsonl")
    found = {entry.case_id: entry.record.code or entry.record.outcome for entry in data.entries}
    wanted = {
        f"{name}[{d}-cpu]": "DG402" if "mask" in name else "passed" for name in NAMES for d in ("float16", "bfloat16")
    }
    assert found == wanted, done.stdout + done.stderr
    assert len({entry.worker for entry in data.entries}) == 2
    assert [len((folder / "ran.txt").read_text().split()) > 0 for folder in machines] == [True, True]
    assert not any((folder / "dtypegen-report").exists() for folder in machines)
    assert (project.report / "index.html").exists()
    return command


def test_a_run_on_other_machines_is_resumed(project, machines):
    """The samples are not where pytest runs; that a verdict has a sample's hash says that it was of one."""
    command = check(project, machines, *(f"popen//chdir={folder}" for folder in machines))
    journal = project.report / "journal.jsonl"
    lines = [line for line in journal.read_text().splitlines(keepends=True) if '"kind":"end"' not in line]
    journal.write_text("".join(lines[:-3]))
    for folder in machines:
        (folder / "ran.txt").unlink()
    subprocess.run([*command, "--dtypegen-resume"], cwd=project.path, capture_output=True, timeout=120, check=False)
    logs = [folder / "ran.txt" for folder in machines]
    assert sum(len(log.read_text().splitlines()) for log in logs if log.exists()) == 3
    assert len(read_entries(journal).entries) == 2 * len(NAMES)
    local = [*command[: command.index("--dist=load")], "--dtypegen-resume"]
    subprocess.run(local, cwd=project.path, capture_output=True, timeout=120, check=False)
    assert {entry.record.code for entry in read_entries(journal).entries} == {"DG101", "DG402"}, "run again here"


def test_popen_with_a_folder_for_each(project, machines):
    check(project, machines, *(f"popen//chdir={folder}" for folder in machines))


def test_sockets(project, machines, servers):
    check(project, machines, *(f"socket={at}//chdir={folder}" for at, folder in zip(servers, machines, strict=True)))


def test_a_plan_on_another_machine(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    (here / "data").mkdir(parents=True)
    (here / "list.txt").touch()
    sets = (CaseSet("list.txt", there / "list.txt", "list"), CaseSet("other", there / "no.txt", "list"))
    corpus = CaseSet("dtypegen-corpus", Path("/elsewhere/py.typed"), "corpus")
    options = Options(root=str(there / "data"), out=str(there / "out"))
    settings = RunSettings(options, lists=(there / "list.txt",), report=there / "report")
    plan = Plan(settings, (*sets, corpus), there, (f"{there / 'list.txt'}::a[x]", "/elsewhere/py.typed"))
    found = moved(plan, here)
    assert [cases.path for cases in found.sets] == [here / "list.txt", there / "no.txt", ANCHOR]
    assert [cases.name for cases in found.sets] == ["list.txt", "other", "dtypegen-corpus"]
    assert found.args == (f"{here / 'list.txt'}::a[x]", str(ANCHOR))
    assert (found.settings.options.root, found.settings.options.out) == (str(here / "data"), str(here / "out"))
    assert (found.settings.report, found.cwd) == (here / "report", here)
    there.mkdir()
    assert moved(plan, here).settings.options.out == str(there / "out"), "what is there is written to"
    assert moved(plan, there) is plan
