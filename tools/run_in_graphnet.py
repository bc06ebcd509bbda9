"""Run generated samples in GraphNet's own runner, on the CPU.

    python tools/run_in_graphnet.py CHECKOUT DIR [--limit N] [--python PYTHON]

CHECKOUT is a GraphNet checkout; every folder below DIR that holds a ``model.py`` is run, by
``python -m graph_net.torch.run_model``. Prints one line a sample and exits with 1 where one fails.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path


def run_one(python: str, checkout: Path, sample: Path, timeout: float) -> str | None:
    """None where GraphNet runs the sample, else the last line that it said."""
    command = [python, "-m", "graph_net.torch.run_model", "--model-path", str(sample), "--device", "cpu"]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return f"no result after {timeout:.0f} s"
    if done.returncode == 0:
        return None
    said = done.stderr.strip().splitlines()
    return said[-1] if said else f"exit code {done.returncode}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, default=None, help="at most this many, evenly picked")
    parser.add_argument("--timeout", type=float, default=600.0, help="seconds a sample")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has torch")
    options = parser.parse_args()
    folder = options.folder.resolve()
    samples = sorted(path.parent for path in folder.rglob("model.py"))
    if not samples:
        print(f"{options.folder}: no sample in it (no model.py)", file=sys.stderr)
        return 2
    if options.limit and len(samples) > options.limit:
        samples = [samples[i * len(samples) // options.limit] for i in range(options.limit)]
    failed = 0
    for sample in samples:
        problem = run_one(options.python, options.checkout.resolve(), sample, options.timeout)
        failed += problem is not None
        verdict = "ok  " if problem is None else "FAIL"
        print(f"{verdict} {sample.relative_to(folder)}" + (f": {problem}" if problem else ""), flush=True)
    print(f"{len(samples) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
