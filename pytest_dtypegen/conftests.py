"""What users' ``conftest.py`` files register, for a command that is no test run (no torch)."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_dtypegen.options import OptionError


class _Visit:
    """A pytest plugin that takes the place of the run, once the conftest.py files are loaded."""

    def __init__(self, call: Callable[[pytest.Config], Any]) -> None:
        self.call = call
        self.came = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_cmdline_main(self, config: pytest.Config) -> int:
        self.came = True
        self.call(config)
        return 0


def with_config(call: Callable[[pytest.Config], None], listed: Path | None = None) -> None:
    """Call with pytest's configuration, so that the hooks of conftest.py files can be asked as a run asks them.

    ``listed``: the list that a run would name; its folder's conftest.py is loaded too. Raises OptionError where a
    conftest.py cannot be loaded, else what ``call`` raises.
    """
    here = Path.cwd()
    folders = [here] if listed is None else [listed.absolute().parent]
    if here in folders[0].parents:
        folders.insert(0, here)
    visit = _Visit(call)
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        pytest.main([*map(str, folders), "-pno:cacheprovider"], plugins=[visit])
    if not visit.came:
        lines = [line for line in said.getvalue().splitlines() if line.strip()]
        raise OptionError(f"conftest.py: could not be loaded: {' | '.join([lines[0], lines[-1]] if lines else [])}")
