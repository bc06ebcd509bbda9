"""The modules that the built-in corpus is captured from, by theme.

``python -m pytest_dtypegen.samples.modules [DIRECTORY]`` captures all of them again.
"""

from __future__ import annotations

import importlib

from pytest_dtypegen.samples.modules.entry import Entry, Made

THEMES = (
    "convnet", "transformer", "attention", "norm", "audio", "graph", "indexing", "contract", "precision", "quantized",
)  # fmt: skip

__all__ = ["THEMES", "Entry", "Made", "entries"]


def entries() -> tuple[Entry, ...]:
    """Every built-in sample, theme by theme. Imports torch."""
    themes = (importlib.import_module(f"{__name__}.{theme}") for theme in THEMES)
    return tuple(entry for theme in themes for entry in theme.ENTRIES)
