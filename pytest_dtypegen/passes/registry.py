"""The passes that come with the package, by name."""

from __future__ import annotations

from pytest_dtypegen.passes.autocast import Autocast
from pytest_dtypegen.passes.fold_group_norm import FoldGroupNorm
from pytest_dtypegen.passes.protocol import Pass


def builtin_passes() -> dict[str, Pass]:
    """A new dict of the built-in passes: ``autocast`` and ``fold_group_norm``."""
    passes: tuple[Pass, ...] = (Autocast(), FoldGroupNorm())
    return {pass_.name: pass_ for pass_ in passes}
