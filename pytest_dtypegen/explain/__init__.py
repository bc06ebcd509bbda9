"""One page an error class: what it means, why it is bad, a minimal graph that produces it, what to do (no torch).

A page's fenced blocks carry their role in the info string, so that the tests can run them: ``python model`` (a
sample's ``model.py``), ``python pass`` (a pass to run on it), ``python rewritten`` (a graph as a pass left it),
``text tensors`` (``name: dtype[shape]`` a line), ``text list`` (a list file).
"""

from __future__ import annotations

from pathlib import Path

from pytest_dtypegen.errors import ERROR_CLASSES

SECTIONS = ("What it means", "Why it is bad", "Minimal example", "What to do")


def page(code: str) -> str:
    """The page of an error class as Markdown, by code (``DG402``) or name (``attention-mask-dtype``), in any case.

    Raises KeyError for an unknown class.
    """
    wanted = code.strip()
    for row in ERROR_CLASSES.values():
        if wanted.upper() == row.code or wanted.lower().replace("_", "-") == row.name:
            return (Path(__file__).parent / f"{row.code}.md").read_text(encoding="utf-8")
    raise KeyError(code)
