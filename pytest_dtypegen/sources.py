"""Users' own sample sources: samples that are made when they are needed, instead of lying in a list (no torch)."""

from __future__ import annotations

import os
import posixpath
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from pytest_dtypegen.cases import Entry, unlistable
from pytest_dtypegen.options import OptionError

FOLDER = ".dtypegen-sources"
"""Where in the report folder the samples of sources are kept: emptied when a run begins, so of a name that nobody else
uses."""


@runtime_checkable
class SampleSource(Protocol):
    """Samples that are no directories yet.

    ``samples`` gives their names (posix paths; the first folder is the report's row) without making them, the same
    in every process. ``write`` makes one as a directory in GraphNet's format; it may import torch, and is called
    once a sample, before its first case, in the process that runs the item.
    """

    name: str

    def samples(self) -> Iterable[str]: ...

    def write(self, sample: str, directory: Path) -> None: ...


def sources_by_name(given: Iterable[Any], asked: Iterable[str]) -> dict[str, SampleSource]:
    """What users' hooks gave, by name. Raises OptionError for what is no source, and for a name that none has."""
    sources: dict[str, SampleSource] = {}
    for source in given:
        missing = [name for name in ("name", "samples", "write") if not hasattr(source, name)]
        if missing:
            raise OptionError(f"pytest_dtypegen_sources: {source!r} has no {', '.join(missing)}; see SampleSource")
        sources[source.name] = source
    for name in asked:
        if name not in sources:
            known = ", ".join(["corpus", *sources])
            hint = "; add your own with the hook pytest_dtypegen_sources"
            raise OptionError(f"--dtypegen-source: unknown {name!r} (known: {known}{hint})")
    return sources


def source_entries(source: SampleSource, folder: Path) -> list[Entry]:
    """The samples of a source, with the directories that they will have in ``folder`` (the report folder)."""
    found = []
    for sample in dict.fromkeys(source.samples()):
        if posixpath.isabs(sample) or ".." in sample.split("/"):
            raise OptionError(f"dtypegen-{source.name}: the sample name {sample!r} leaves the folder; use a plain path")
        problem = unlistable(sample)
        if problem:
            raise OptionError(f"dtypegen-{source.name}: the sample name {sample!r} {problem}; give it another")
        found.append(Entry(sample, 1, str(folder / FOLDER / source.name / sample)))
    if not found:
        raise OptionError(f"dtypegen-{source.name}: the source has no samples; its samples() gave none")
    return found


def make_sample(source: SampleSource, sample: str, directory: Path) -> None:
    """Have a sample written, whole or not at all; of several workers the first one's stays. Raises what
    ``write`` raises, and OSError."""
    if directory.is_dir():
        return
    temporary = directory.with_name(f".{directory.name}.{os.getpid()}")
    temporary.mkdir(parents=True)
    try:
        source.write(sample, temporary)
        try:
            temporary.replace(directory)
        except OSError:
            if not directory.is_dir():
                raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
