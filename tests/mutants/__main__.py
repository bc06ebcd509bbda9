"""``python -m tests.mutants [NAME ...]``: the kill rate, by class, and what survives for a known reason.

Exits with 1 where another mutant lives, or one that is told to survive is caught.
"""

from __future__ import annotations

import sys
import warnings
from collections import defaultdict

from .model import WARNED, Mutant
from .table import MUTANTS


def main(names: list[str]) -> int:
    chosen = [m for m in MUTANTS if not names or any(name in f"{m.id} {m.sample}" for name in names)]
    dead: dict[str, list[bool]] = defaultdict(list)
    alive: list[Mutant] = []
    wrong = 0
    for mutant in chosen:
        problem = mutant.problem(mutant.verdict())
        wrong += (problem is None) == bool(mutant.survives)
        if problem and mutant.survives:
            alive.append(mutant)
            continue
        dead[mutant.code].append(problem is None)
        if problem:
            print(f"{_place(mutant)}: {problem}", flush=True)
        elif mutant.survives:
            print(f"{_place(mutant)}: caught, though it is told to survive", flush=True)
    warned = dead.pop(WARNED, [])
    for code in sorted(dead):
        print(f"{code}: {sum(dead[code])} of {len(dead[code])}")
    killed, total = sum(map(sum, dead.values())), sum(map(len, dead.values()))
    print(f"{killed} of {total} mutants killed, in their class and at their node: {killed / max(total, 1):.1%}")
    if warned:
        print(f"beside these, {sum(warned)} of {len(warned)} that leave the outputs right are warned of at their node")
    if alive:
        every = total + len(warned) + len(alive)
        print(f"beside these, {len(alive)} survive; with them, {killed} of {every} are killed: {killed / every:.1%}")
    for mutant in alive:
        print(f"  {_place(mutant)}: {mutant.survives}")
    return int(wrong > 0)


def _place(mutant: Mutant) -> str:
    return f"{mutant.name} [{mutant.sample} {mutant.dtype}]"


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main(sys.argv[1:]))
