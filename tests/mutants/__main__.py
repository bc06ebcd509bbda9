"""``python -m tests.mutants [NAME ...]``: the kill rate, by class; 1 where a mutant lives."""

from __future__ import annotations

import sys
import warnings
from collections import defaultdict

from .model import WARNED, Mutant
from .table import MUTANTS


def main(names: list[str]) -> int:
    chosen = [m for m in MUTANTS if not names or any(name in f"{m.id} {m.sample}" for name in names)]
    dead: dict[str, list[bool]] = defaultdict(list)
    for mutant in chosen:
        problem = mutant.problem(mutant.verdict())
        dead[mutant.code].append(problem is None)
        if problem:
            print(_line(mutant, problem), flush=True)
    warned = dead.pop(WARNED, [])
    for code in sorted(dead):
        print(f"{code}: {sum(dead[code])} of {len(dead[code])}")
    if warned:
        print(f"beside these, {sum(warned)} of {len(warned)} that leave the outputs right are warned of at their node")
    killed, total = sum(map(sum, dead.values())), sum(map(len, dead.values()))
    print(f"{killed} of {total} mutants killed, in their class and at their node: {killed / max(total, 1):.1%}")
    return int(killed < total or not all(warned))


def _line(mutant: Mutant, problem: str) -> str:
    known = f" (known: {mutant.survives})" if mutant.survives else ""
    return f"{mutant.name} [{mutant.sample} {mutant.dtype}]: {problem}{known}"


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main(sys.argv[1:]))
