"""Fuzz the parsers of ``model.py`` and of the meta files for a while.

    python tools/fuzz.py [--seconds 60] [--seed N]
    python tools/fuzz.py --atheris [--seconds 60] [--corpus DIR]

Damages valid texts at random, as ``tests/samples/test_fuzz.py`` does for a fixed budget: each is read, or refused in
one line by its class, and nothing else happens. With ``--atheris`` (``pip install atheris``) the damage is led by which
lines of the parsers it reaches. Prints what was tried; a finding is a traceback with the smallest text, and status 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests" / "samples"
sys.path.insert(0, str(TESTS))

_ROUND = 200
"""Examples between two looks at the clock."""


def fuzz(seconds: float, seed: int) -> int:
    """Hypothesis, round after round with new seeds until the time is over; the number of examples."""
    import hypothesis
    from test_fuzz import PROPERTIES

    settings = hypothesis.settings(
        max_examples=_ROUND, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
    )
    chance = random.Random(seed)
    deadline, tried = time.monotonic() + seconds, 0
    while time.monotonic() < deadline:
        for _, texts, check in PROPERTIES:
            settings(hypothesis.seed(chance.getrandbits(32))(hypothesis.given(texts)(check)))()
            tried += _ROUND
    return tried


def fuzz_with_atheris(seconds: float, corpus: Path | None) -> None:
    """Never returns: libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["pytest_dtypegen.samples"]):
        import pytest_dtypegen.samples.meta
        import pytest_dtypegen.samples.source  # noqa: F401 - to be instrumented
    import test_fuzz
    from sample_texts import MODEL, WEIGHT_META

    if corpus is not None and not any(corpus.glob("*")):
        corpus.mkdir(parents=True, exist_ok=True)
        (corpus / "model").write_text("m" + MODEL)
        (corpus / "meta").write_text("w" + WEIGHT_META)

    def one(data: bytes) -> None:
        text = data[1:].decode("utf-8", "surrogateescape")
        (test_fuzz.check_graph if data[:1] < b"p" else test_fuzz.check_meta)(text)

    given = [f"-max_total_time={int(seconds)}", "-max_len=8192", *([str(corpus)] if corpus else [])]
    atheris.Setup([sys.argv[0], *given], one)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, help="of the first round (default: another each time)")
    parser.add_argument("--atheris", action="store_true", help="led by coverage")
    parser.add_argument("--corpus", type=Path, help="where atheris keeps what it found worth keeping")
    args = parser.parse_args()
    if args.atheris:
        fuzz_with_atheris(args.seconds, args.corpus)
    seed = random.SystemRandom().getrandbits(32) if args.seed is None else args.seed
    print(f"seed {seed}", flush=True)
    print(f"{fuzz(args.seconds, seed):,} texts, none of them did anything but be read or refused")
    return 0


if __name__ == "__main__":
    sys.exit(main())
