"""Inject faults into a run, and hold every other case's verdict to that of an undisturbed run.

    python tools/fault_campaign.py [--modes 0,2,8] [--faults NAME,...] [--keep DIR]

Samples are made for it: for each fault one whose pass does it in the process that runs the cases, and a sound one
beside it. Around the run: samples that are broken or vanish in mid-run, a pytest worker that is killed, a controller
that is killed again and again and resumed, and a disk that is full for the journal. Prints one line a check, and exits
with 1 where one fails.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pytest_dtypegen.report.journal import read_journal

FAULTS_FOLDER = Path(__file__).resolve().parents[1] / "tests" / "execute"
sys.path.insert(0, str(FAULTS_FOLDER))

from faults import FAULTS  # noqa: E402  # lies with the tests

CONFTEST = f"""
import os, resource, shutil, signal, sys
from pathlib import Path
sys.path.insert(0, {str(FAULTS_FOLDER)!r})

class Faulty:
    name = "faulty"

    def rewrite(self, graph, context):
        from faults import FAULTS
        from pytest_dtypegen.passes.autocast import Autocast
        if os.environ.get("CAMPAIGN") == "on":
            (name,) = [t.removeprefix("L_self_is_") for t in context.tensors if t.startswith("L_self_is_")]
            if name in FAULTS:
                FAULTS[name][1]()
            if name == "leaves_switches":
                from faults import leave_switches
                leave_switches()
            if name == "deletes_another":
                shutil.rmtree(Path("samples/vanishes"), ignore_errors=True)
            if name == "kills_its_worker":
                os.kill(os.getppid(), signal.SIGKILL)
        return Autocast().rewrite(graph, context)

def pytest_dtypegen_passes(config):
    return [Faulty()]

seen = []

def pytest_runtest_logfinish(nodeid):
    seen.append(nodeid)
    if len(seen) == int(os.environ.get("CAMPAIGN_ROOM_AFTER", -1)):
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
"""

MODEL = """import torch


class GraphModule(torch.nn.Module):
    def forward(self, L_x_: torch.Tensor, L_self_is_{name}: torch.nn.parameter.Parameter):
        y = torch._C._nn.linear(L_x_, L_self_is_{name}, None)
        return (y,)
"""

META = """class Program_weight_tensor_meta_{name}:
    name = "{name}"
    shape = {shape}
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0
    std = 1.0
    data = None
"""

BROKEN: dict[str, tuple[str, Callable[[Path], object]]] = {
    "is_missing": ("DG101", shutil.rmtree),
    "is_a_file": ("DG101", lambda path: (shutil.rmtree(path), path.write_text("no folder"))),
    "cut_off": ("DG102", lambda path: (path / "weight_meta.py").write_text("class Program_weight_tensor_meta_")),
    "unreadable": ("DG102", lambda path: ((path / "model.py").unlink(), (path / "model.py").mkdir())),
    "not_text": ("DG102", lambda path: (path / "model.py").write_bytes(b"\xff\xfe\x00")),
    "dangling": ("DG102", lambda path: ((path / "model.py").unlink(), (path / "model.py").symlink_to("nowhere"))),
    "runs_code": ("DG103", lambda path: (path / "weight_meta.py").write_text("import os\nos.abort()\n")),
}
"""By name: the class of a sample that is broken before the run, and how."""

Verdicts = dict[str, str]


@dataclass(frozen=True)
class Run:
    """A finished run: verdicts by sample ("passed" or the class), pytest's exit status, its output."""

    verdicts: Verdicts
    status: int
    output: str


class Project:
    """A folder with samples, a list and the faulty pass."""

    def __init__(self, folder: Path, faults: list[str]) -> None:
        self.folder = folder
        self.names: list[str] = []
        folder.mkdir(parents=True)
        (folder / "conftest.py").write_text(CONFTEST)
        for fault in faults:
            self.add(fault)
            self.add(f"sound_{fault}")

    def add(self, name: str) -> Path:
        sample = self.folder / "samples" / name
        sample.mkdir(parents=True)
        (sample / "model.py").write_text(MODEL.format(name=name))
        meta = {"L_x_": "[4, 8]", f"L_self_is_{name}": "[16, 8]"}
        (sample / "weight_meta.py").write_text("\n".join(META.format(name=n, shape=s) for n, s in meta.items()))
        (sample / "input_meta.py").write_text("")
        (sample / "graph_net.json").write_text(json.dumps({"framework": "torch", "source": "campaign"}))
        self.names.append(f"samples/{name}")
        (self.folder / "list.txt").write_text("\n".join(self.names) + "\n")
        return sample

    def command(self, workers: int, *more: str) -> list[str]:
        return [
            sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--dtypegen-list=list.txt",
            "--dtypegen-pass=faulty", "--dtypegen-dtypes=float16", "--dtypegen-timeout=10", "--dtypegen-memory=300MiB",
            *(["-n", str(workers)] if workers else []), *more,
        ]  # fmt: skip

    def run(
        self, workers: int, *more: str, faults: bool = True, file_size: int | None = None, room_after: int | None = None
    ) -> Run:
        """``file_size``: bytes that a file may have, until ``room_after`` cases are done."""

        def limit() -> None:
            if file_size is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, resource.RLIM_INFINITY))

        environment = _environment(faults)
        if room_after is not None:
            environment["CAMPAIGN_ROOM_AFTER"] = str(room_after)
        done = subprocess.run(
            self.command(workers, *more), cwd=self.folder, env=environment, preexec_fn=limit,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        return Run(self.verdicts(), done.returncode, done.stdout)

    def verdicts(self) -> Verdicts:
        try:
            _, records = read_journal(self.journal)
        except (OSError, ValueError):
            return {}
        return {record.sample: record.code or record.outcome for record in records}

    @property
    def journal(self) -> Path:
        return self.folder / "dtypegen-report" / "journal.jsonl"

    def run_killed(self, workers: int, after: int) -> None:
        """Starts a run and kills all of it, without warning, once ``after`` verdicts are written."""
        resumed = ["--dtypegen-resume"] if self.journal.exists() else []
        process = subprocess.Popen(
            self.command(workers, *resumed), cwd=self.folder, env=_environment(True), start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT,
        )  # fmt: skip
        while process.poll() is None and len(self.verdicts()) < after:
            time.sleep(0.05)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _environment(faults: bool) -> dict[str, str]:
    return {**os.environ, "CAMPAIGN": "on" if faults else "off", "PYTHONDONTWRITEBYTECODE": "1"}


IN_A_PASS = {"sys_exit": "DG301", "interrupt": "DG301"}
"""By fault: what it is where a pass does it. Whatever exception it raises is its own fault, and ends no process."""


def expected(names: list[str]) -> Verdicts:
    """What each sample's verdict is to be, faults on."""
    classes = {f: code for f, (code, _) in FAULTS.items()} | IN_A_PASS | {b: code for b, (code, _) in BROKEN.items()}
    return {name: classes.get(name.removeprefix("samples/"), "passed") for name in names}


def differences(wanted: Verdicts, found: Verdicts) -> list[str]:
    return [
        f"{name}: {found.get(name, 'no verdict')} instead of {wanted.get(name, 'no verdict')}"
        for name in sorted(wanted.keys() | found.keys())
        if wanted.get(name) != found.get(name)
    ]


def check_faults(folder: Path, faults: list[str], workers: int) -> list[str]:
    """Every fault in its class, and nothing else touched; before that, the same run without faults."""
    project = Project(folder, faults)
    calm = project.run(workers, faults=False)
    wrong = [] if calm.status == 0 else [f"the undisturbed run failed ({calm.status}): {calm.output[-600:]}"]
    wrong += differences(dict.fromkeys(project.names, "passed"), calm.verdicts)
    run = project.run(workers)
    wrong += [] if run.status == 1 else [f"exit status {run.status} instead of 1: {run.output[-600:]}"]
    return wrong + differences(expected(project.names), run.verdicts)


def check_broken_samples(folder: Path, workers: int) -> list[str]:
    project = Project(folder, [])
    for name, (_, spoil) in BROKEN.items():
        spoil(project.add(name))
        project.add(f"sound_{name}")
    return differences(expected(project.names), project.run(workers).verdicts)


def check_vanishing_sample(folder: Path, workers: int) -> list[str]:
    """With several workers it may be read before it vanishes."""
    project = Project(folder, [])
    for name in ("deletes_another", "sound", "sound_too", "vanishes"):
        project.add(name)
    found = project.run(workers).verdicts
    last = found.pop("samples/vanishes", "no verdict")
    wanted = {name: verdict for name, verdict in expected(project.names).items() if name in found}
    allowed = ("DG101",) if not workers else ("DG101", "DG102", "passed")
    return differences(wanted, found) + ([] if last in allowed else [f"samples/vanishes: {last}"])


def check_left_switches(folder: Path, workers: int) -> list[str]:
    """A pass that changes defaults of torch and of the process passes or not; the others are as ever."""
    project = Project(folder, [])
    for name in ("sound", "leaves_switches", "sound_too", "sound_after"):
        project.add(name)
    found = project.run(workers).verdicts
    found["samples/leaves_switches"] = "passed"
    return differences(expected(project.names), found)


def check_killed_worker(folder: Path, workers: int) -> list[str]:
    """pytest-xdist replaces the worker; the case that it died on is a crash."""
    project = Project(folder, ["abort", "exit"])
    project.add("kills_its_worker")
    project.add("sound_after")
    wanted = {**expected(project.names), "samples/kills_its_worker": "DG802"}
    return differences(wanted, project.run(workers).verdicts)


def check_killed_controller(folder: Path, workers: int) -> list[str]:
    """Killed after a few verdicts, twice, then left alone: the same verdicts as in one go."""
    project = Project(folder, ["segfault", "exit", "abort"])
    for after in (2, 4):
        project.run_killed(workers, after)
    run = project.run(workers, "--dtypegen-resume")
    return differences(expected(project.names), run.verdicts)


def check_full_disk(folder: Path, workers: int) -> list[str]:
    """The journal cannot be written to its end: the run goes on, is red, and says why. Where the disk has room again,
    nothing is lost."""
    project = Project(folder, ["exit"])
    for i in range(20):
        project.add(f"sound_{i}")
    run = project.run(workers, file_size=8192)
    counts = "1 failed" in run.output and "21 passed" in run.output
    wrong = [] if counts else [f"not every case ran: {run.output[-600:]}"]
    wrong += [] if "the journal lacks its last" in run.output else [f"nothing said of it: {run.output[-600:]}"]
    wrong += [] if run.status == 1 else [f"exit status {run.status}"]
    lost = len(project.names) - len(run.verdicts)
    wrong += [] if lost > 0 else ["the disk was never full"]
    run = project.run(workers, file_size=8192, room_after=len(project.names) - 2)
    wrong += [] if "the journal is whole" in run.output else [f"nothing said of room: {run.output[-600:]}"]
    return wrong + differences(expected(project.names), run.verdicts)


def checks(faults: list[str], modes: list[int]) -> Iterator[tuple[str, Callable[[Path], list[str]]]]:
    for n in modes:
        mode = f"-n {n}" if n else "no xdist"
        yield f"{len(faults)} faults in a case, {mode}", lambda path, n=n: check_faults(path, faults, n)
        yield f"{len(BROKEN)} broken samples, {mode}", lambda path, n=n: check_broken_samples(path, n)
        yield f"a sample vanishes, {mode}", lambda path, n=n: check_vanishing_sample(path, n)
        yield f"a pass leaves defaults changed, {mode}", lambda path, n=n: check_left_switches(path, n)
        if n:
            yield f"a worker is killed, {mode}", lambda path, n=n: check_killed_worker(path, n)
        yield f"the controller is killed and resumed, {mode}", lambda path, n=n: check_killed_controller(path, n)
        yield f"the disk is full for the journal, {mode}", lambda path, n=n: check_full_disk(path, n)


def campaign(faults: list[str], modes: list[int], folder: Path) -> Mapping[str, list[str]]:
    """What went wrong, by check; empty lists where nothing did."""
    results: dict[str, list[str]] = {}
    for i, (name, check) in enumerate(checks(faults, modes)):
        started = time.monotonic()
        results[name] = check(folder / f"check{i}")
        print(f"{'FAIL' if results[name] else 'ok  '} {name} ({time.monotonic() - started:.0f} s)", flush=True)
        for line in results[name]:
            print(f"     {line}", flush=True)
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modes", default="0,2,8", help="numbers of xdist workers; 0 is no xdist")
    parser.add_argument("--faults", default=",".join(FAULTS), help="faults in a case")
    parser.add_argument("--keep", type=Path, help="a folder for the projects, kept")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp()) if options.keep is None else options.keep.resolve()
    try:
        results = campaign(options.faults.split(","), [int(n) for n in options.modes.split(",")], folder)
    finally:
        if options.keep is None:
            shutil.rmtree(folder, ignore_errors=True)
    return 1 if any(results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
