"""Kill a run again and again, resume it, and hold its results to those of a run that was left alone.

    python tools/kill_and_resume.py LIST [--workers 0,2,8] [--kills 3] [--level static] [--root DIR] [--seed 0]

Killed with SIGKILL, at random times of the undisturbed run: pytest alone at odd kills (its workers and their children
are then to end by themselves), the whole of it at even ones. The records must be the same, byte for byte, but for times
and memory. Prints one line a check, and exits with 1 where one fails.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

from pytest_dtypegen.report.journal import jsonable, read_entries

MEASURED = ("peak_bytes", "reference_seconds", "attempts")
"""Metrics that two runs of a case need not agree on."""

OUTLIVE = 2.0
"""Seconds within which everything that a killed pytest started is to be gone."""


def results(report: Path) -> dict[str, str]:
    """What is to be the same, by case id, as text."""
    found = {}
    for entry in read_entries(report / "journal.jsonl").entries:
        row: dict[str, Any] = jsonable(entry.record.to_json())
        row.pop("stages")
        row["metrics"] = {name: value for name, value in row["metrics"].items() if name not in MEASURED}
        found[entry.case_id] = json.dumps(row, sort_keys=True)
    return found


def start(command: list[str], cwd: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command, cwd=cwd, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
    )


def kill(process: subprocess.Popen[bytes], alone: bool) -> list[int]:
    """Kill pytest, or all of it; the processes that are still there a little later."""
    family = psutil.Process(process.pid).children(recursive=True)
    if alone:
        process.kill()
    else:
        for one in [psutil.Process(process.pid), *family]:
            with suppress(psutil.NoSuchProcess):
                one.send_signal(signal.SIGKILL)
    process.wait()
    deadline = time.monotonic() + OUTLIVE
    while (alive := [one.pid for one in family if runs(one)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    return alive


def runs(process: psutil.Process) -> bool:
    """Whether it is there; one that only waits to be buried is not."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def check(args: argparse.Namespace, workers: int, folder: Path, chance: random.Random) -> list[str]:
    """What differs, and what outlived its pytest."""
    cwd = Path(args.root or ".").resolve()
    common = [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, f"--rootdir={cwd}",
        f"--dtypegen-list={Path(args.list).resolve()}", f"--dtypegen-level={args.level}", f"--dtypegen-root={cwd}",
        *(["-n", str(workers)] if workers else []),
    ]  # fmt: skip
    began = time.monotonic()
    start([*common, f"--dtypegen-report={folder / 'calm'}"], cwd).wait()
    took = time.monotonic() - began
    wrong = []
    disturbed = [*common, f"--dtypegen-report={folder / 'killed'}", "--dtypegen-resume"]
    killed = 0
    for turn in range(args.kills):
        process = start(disturbed, cwd)
        try:
            process.wait(chance.uniform(0.2, 1.0) * took / 2)
        except subprocess.TimeoutExpired:
            killed += 1
            wrong += [f"process {pid} outlived pytest" for pid in kill(process, alone=turn % 2 == 0)]
    start(disturbed, cwd).wait()
    calm, found = results(folder / "calm"), results(folder / "killed")
    wrong += [f"{case}: no verdict" for case in sorted(calm.keys() - found.keys())]
    wrong += [
        f"{case}:\n  {calm[case]}\n  {found[case]}" for case in calm if case in found and calm[case] != found[case]
    ]
    print(
        f"{'FAIL' if wrong else 'ok  '} -n {workers}: {len(calm)} cases, {killed} kills, {took:.0f} s undisturbed",
        flush=True,
    )
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("--workers", default="0,2,8")
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--level", default="static")
    parser.add_argument("--root")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    failed = False
    for workers in map(int, args.workers.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            wrong = check(args, workers, Path(folder), chance)
        failed |= bool(wrong)
        for line in wrong:
            print(f"     {line}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
