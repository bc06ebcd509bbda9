"""Prove the operand contracts on a device of this machine: every combination of dtypes, contract against kernel.

    python tools/prove_contracts.py                      # the CPU, as the tests do
    python tools/prove_contracts.py --device cuda        # on a machine with a GPU
    python tools/prove_contracts.py --family norm attention --verbose

Prints one line a family and each disagreement's first combination; exits with 1 where contract and kernel differ.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence

import torch

from pytest_dtypegen.dtypes.proof import Outcome, outcomes
from pytest_dtypegen.dtypes.recipes import FAMILIES


def prove(family: str, device: str, verbose: bool) -> tuple[int, int]:
    """Tries one family; prints what differs. The numbers of calls and of disagreements."""
    calls, refused, said_alike, differing = 0, 0, 0, 0
    for recipe in FAMILIES[family]:
        wrong: list[Outcome] = []
        for outcome in outcomes(recipe, device):
            calls += 1
            refused += outcome.error is not None
            said_alike += outcome.contract is not None and outcome.contract.message == outcome.message
            if not outcome.agrees:
                wrong.append(outcome)
        differing += len(wrong)
        for outcome in wrong if verbose else wrong[:1]:
            print(f"  {len(wrong):5d} of {4 ** len(recipe.holes)}: {outcome}")
    print(f"{family}: {calls} calls, {refused} refused ({said_alike} in the same words), {differing} disagreements")
    return calls, differing


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--family", nargs="*", choices=list(FAMILIES), default=list(FAMILIES))
    parser.add_argument("--verbose", action="store_true", help="every combination that differs, not each call's first")
    args = parser.parse_args(argv)
    try:
        torch.empty(1, device=args.device)
    except (RuntimeError, AssertionError) as error:
        print(f"no device {args.device!r} here: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    warnings.simplefilter("ignore")
    print(f"torch {torch.__version__} on {args.device}")
    results = [prove(family, args.device, args.verbose) for family in args.family]
    calls, differing = (sum(column) for column in zip(*results, strict=True))
    print(f"in all: {calls} calls, {differing} disagreements")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
