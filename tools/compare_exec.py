"""Run a list with emulated and with real kernels: the same verdicts, and what a low-precision run costs.

    python tools/compare_exec.py LIST [--exec auto|emulate] [--out DIR] [-- OPTIONS OF PYTEST]
    python tools/compare_exec.py --journals AUTO KERNELS

A case's cost is its stage ``run``, as a multiple of the float32 reference's: of its stage ``reference``, where the case
did that itself, and of one plain run, without the observers that both stages have. With ``auto`` the first is to be 2
at most in the median. Where the CPU has fast kernels ``auto`` uses them; ``--exec emulate`` emulates there too.

Cases that ``kernels`` could not finish in time are left out of the comparison of verdicts. Exits with 1 where verdicts
differ, where a case of ``auto`` ran into its limit, or where it costs more.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from pytest_dtypegen.records import Record
from pytest_dtypegen.report.folder import journal_path
from pytest_dtypegen.report.journal import read_journal

TIMEOUT = "DG801"
MOST = 2.0
"""Times the float32 reference run that a case with ``auto`` may cost in the median."""

LEAST_SECONDS = 0.002
"""Reference runs shorter than this say nothing about cost, or are an earlier case's."""

Records = Mapping[tuple[str, str, str, str], Record]


def by_case(records: Sequence[Record]) -> Records:
    return {(r.sample, r.dtype, r.device, r.pass_name): r for r in records}


def cost(record: Record, plain: bool = False) -> float | None:
    """The stage ``run`` over the stage ``reference``, or over one ``plain`` float32 run; None where a case did not come
    so far, or took the reference from the case before."""
    reference = record.metrics.get("reference_seconds") if plain else record.stages.get("reference")
    ran = record.stages.get("run")
    if not isinstance(reference, float) or reference < LEAST_SECONDS or ran is None:
        return None
    return ran / reference


def verdict(record: Record) -> str:
    return record.code or record.outcome


def differences(auto: Records, kernels: Records) -> list[str]:
    """Cases with two verdicts, of those that ``kernels`` finished."""
    return [
        f"{key[0]}[{key[1]}-{key[2]}]: {verdict(auto[key])} with auto, {verdict(kernels[key])} with kernels"
        for key in sorted(auto.keys() & kernels.keys())
        if verdict(auto[key]) != verdict(kernels[key]) and verdict(kernels[key]) != TIMEOUT
    ]


def cost_line(name: str, dtype: str, records: Records) -> tuple[str, float | None]:
    """One line about the costs of a dtype, and their median."""
    mine = [record for record in records.values() if record.dtype == dtype]
    emulated = sum(record.metrics.get("exec") == "emulated" for record in mine)
    timeouts = sum(record.code == TIMEOUT for record in mine)
    text = f"{name:<8}{dtype:<9}{len(mine):>5} cases, {emulated} emulated, {timeouts} timeouts"
    medians = []
    for beside, plain in (("the reference", False), ("a plain run", True)):
        costs = sorted(found for record in mine if (found := cost(record, plain)) is not None)
        medians.append(statistics.median(costs) if costs else None)
        if costs:
            most = costs[math.ceil(0.9 * len(costs)) - 1]
            text += f"; times {beside}: median {medians[-1]:.2f}, 90% below {most:.2f}, most {costs[-1]:.2f}"
    return text, medians[0]


def judge(auto: Records, kernels: Records) -> tuple[list[str], bool]:
    """The lines to print, and whether all is well."""
    lines, well = [], True
    for dtype in sorted({record.dtype for record in auto.values()}):
        line, median = cost_line("auto", dtype, auto)
        lines += [line, cost_line("kernels", dtype, kernels)[0]]
        well &= median is None or median <= MOST
    well &= not any(record.code == TIMEOUT for record in auto.values())
    found = differences(auto, kernels)
    lines.append(f"{len(auto.keys() & kernels.keys())} cases in both, {len(found)} with other verdicts")
    return lines + [f"     {line}" for line in found], well and not found


def run(list_file: Path, mode: str, report: Path, options: Sequence[str]) -> Records:
    command = [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--dtypegen-list={list_file}",
        f"--dtypegen-exec={mode}", f"--dtypegen-report={report}", *options,
    ]  # fmt: skip
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, env={**os.environ})
    return by_case(read_journal(report / "journal.jsonl")[1])


def main(argv: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if argv is None else argv)
    options = given[given.index("--") + 1 :] if "--" in given else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", nargs="?", type=Path)
    parser.add_argument("--exec", default="auto", choices=["auto", "emulate"], help="what to hold against kernels")
    parser.add_argument("--out", type=Path, help="keep the reports here")
    parser.add_argument("--journals", nargs=2, type=Path, metavar=("AUTO", "KERNELS"), help="of runs that were made")
    args = parser.parse_args(given[: given.index("--")] if "--" in given else given)
    if args.journals:
        auto, kernels = (by_case(read_journal(journal_path(path))[1]) for path in args.journals)
    elif args.list:
        with tempfile.TemporaryDirectory() as scratch:
            out = (args.out or Path(scratch)).resolve()
            auto, kernels = (run(args.list, mode, out / mode, options) for mode in (args.exec, "kernels"))
    else:
        parser.error("give a list, or --journals")
    lines, well = judge(auto, kernels)
    print("\n".join(lines))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
