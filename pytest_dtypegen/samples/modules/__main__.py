"""Captures the built-in corpus again: ``python -m pytest_dtypegen.samples.modules [DIRECTORY]``."""

from __future__ import annotations

import sys
from pathlib import Path

from pytest_dtypegen.samples.capture import capture_corpus

_COMMITTED = Path(__file__).parent.parent / "corpus"


def main(arguments: list[str]) -> int:
    """Capture into the directory that is named, or over the committed corpus. Returns the exit status."""
    directory = Path(arguments[0]) if arguments else _COMMITTED
    folders = capture_corpus(directory)
    print(f"{len(folders)} samples in {directory}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
