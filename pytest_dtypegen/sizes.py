"""How much work a sample is, guessed from its files in milliseconds, and the shares of a run by it (no torch).

Shares and the order of work need no exact times: a long case that is started last, or a share that holds all the large
models, is what they are to avoid.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from pytest_dtypegen.cases import Entry
from pytest_dtypegen.options import Level

FLOOR = 8 << 10
"""What every sample costs besides, as bytes of ``model.py``: also the size of one whose files cannot be read."""

ELEMENTS = 512
"""At level ``run``: so many tensor elements, drawn and rounded and run through, take the time of a byte."""

LARGEST_TEXT = 64 << 20
"""Bytes beyond which a meta file is not looked into."""

SLACK = 1.02
"""How far a share may be above its part; the limit moves in steps of this, so that one sample more moves few."""

_SHAPE = re.compile(rb"    shape = \[([0-9, ]*)\]")


def sizes(entries: Iterable[Entry], level: Level) -> dict[str, int]:
    """The size of each sample, by name, in bytes of ``model.py`` (at level ``static`` a case's time goes with it)."""
    return {entry.sample: _size(entry.path, level) for entry in entries}


def _size(path: str, level: Level) -> int:
    size = FLOOR + _bytes(os.path.join(path, "model.py"))  # noqa: PTH118 - for every sample; Path costs ten times it
    if level == "run":
        size += sum(_elements(Path(path, name)) for name in ("weight_meta.py", "input_meta.py")) // ELEMENTS
    return size


def _bytes(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116 - as above
    except (OSError, ValueError):
        return 0


def _elements(path: Path) -> int:
    """Elements of all tensors of a meta file, as far as plain text shows; what it says otherwise is no matter here."""
    if not 0 < _bytes(str(path)) <= LARGEST_TEXT or not path.is_file():
        return 0
    try:
        text = path.read_bytes()
    except OSError:
        return 0
    shapes = (found[1].replace(b",", b" ").split()[:64] for found in _SHAPE.finditer(text))
    return sum(min(math.prod(int(size[:12]) for size in shape), 1 << 40) for shape in shapes)


def shares(weights: Mapping[str, int], count: int) -> dict[str, int]:
    """The share, from 1 to ``count``, of each sample: by a hash of its name, where there is room for its weight.

    Consistent hashing with bounded loads: every sample has its own order of the shares, the heaviest choose first, and
    take the first that is not full. So a share is at most a few per cent above its part, and a list that grows by one
    leaves nearly every other sample where it was. The same on every machine that has the same files.
    """
    room = SLACK ** math.ceil(math.log(max(1.0, sum(weights.values()) / count), SLACK) + 1)
    loads = [0] * count
    found: dict[str, int] = {}
    for sample, weight in sorted(weights.items(), key=lambda item: (-item[1], _digest(item[0]))):
        order = sorted(range(count), key=lambda index: _digest(f"{index}:{sample}"))
        index = next((i for i in order if loads[i] + weight <= room), None)
        if index is None:  # one that is more than a share by itself
            index = min(order, key=loads.__getitem__)
        loads[index] += weight
        found[sample] = index + 1
    return found


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()


def division(found: Mapping[str, int]) -> str:
    """A name for a division into shares: journals of shares that were divided otherwise do not go together."""
    return _digest("\n".join(f"{sample}\t{index}" for sample, index in sorted(found.items()))).hex()[:16]
