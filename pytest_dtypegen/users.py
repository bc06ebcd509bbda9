"""What users add through hooks, asked for and checked: what is wrong with it is said in one line (no torch)."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pytest_dtypegen.cases import Case
from pytest_dtypegen.errors import quoted, text_of
from pytest_dtypegen.options import BUILTIN_PASSES, OptionError
from pytest_dtypegen.records import Record
from pytest_dtypegen.report.text import one_line


def ask(config: pytest.Config, hook: str) -> list[Any]:
    """What the users' implementations of a hook gave, in the order in which they were registered (pluggy's is the
    reverse). Raises OptionError, naming the file, where one raises or gives no list."""
    results = _call(config, hook, "it returns a list")
    for result in results:
        if result is not None and not isinstance(result, (list, tuple, dict)):
            raise OptionError(f"{_implemented_in(config, hook)}: {hook} returned {_shown(result)}; it returns a list")
    return [one for result in reversed(results) for one in (result or ())]


def _call(config: pytest.Config, hook: str, does: str, **arguments: Any) -> list[Any]:
    try:
        return list(getattr(config.hook, hook)(config=config, **arguments))
    except (OptionError, pytest.UsageError, pytest.exit.Exception, KeyboardInterrupt):
        raise
    except BaseException as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        raise OptionError(f"{frame.filename}:{frame.lineno}: {hook} raised {quoted(error)}; {does}") from error


def registered_in(config: pytest.Config, hook: str) -> list[str]:
    """The files of the users' implementations of a hook."""
    codes = (getattr(one.function, "__code__", None) for one in getattr(config.hook, hook).get_hookimpls())
    return [code.co_filename for code in codes if code is not None]


def file_of(one: Any) -> str:
    """The file of an object's class. Its code knows it: of several ``conftest.py`` only the last is found by name."""
    codes = (getattr(member, "__code__", None) for member in vars(type(one)).values())
    found = next((code.co_filename for code in codes if code is not None), None)
    module = sys.modules.get(type(one).__module__)
    return found or getattr(module, "__file__", None) or type(one).__module__


def _shown(value: Any) -> str:
    try:
        return one_line(repr(value), 80)
    except Exception:
        return f"an object of {type(value).__name__}"


def select_cases(config: pytest.Config, cases: list[Case]) -> None:
    """Let the users' hooks drop and move cases. Raises OptionError where one raises, or makes up cases."""
    hook, does = "pytest_dtypegen_select_cases", "it may only drop and move them"
    found = set(cases)
    _call(config, hook, "it drops and moves cases", cases=cases)
    try:
        made_up = not found >= set(cases)
    except TypeError:  # what has no hash is no case
        made_up = True
    if made_up:
        raise OptionError(f"{hook}: the hook made up cases; {does}")


_PASS_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")


def passes_by_name(given: Sequence[Any]) -> dict[str, Any]:
    """What users' hooks gave as passes, by name. Raises OptionError for what is no pass, for a name that cannot stand
    in a case's id and on the command line, and for one that two passes have."""
    passes: dict[str, Any] = {}
    hook = "pytest_dtypegen_passes"
    for one in given:
        name = getattr(one, "name", None)
        if not isinstance(name, str) or isinstance(one, type) or not callable(getattr(one, "rewrite", None)):
            what = "is a class: return an object of it" if isinstance(one, type) else "has no name, or no rewrite()"
            raise OptionError(f"{hook}: {_shown(one)} {what}; a pass has name and rewrite(graph, context)")
        if not _PASS_NAME.fullmatch(name):
            raise OptionError(
                f"{hook}: {name!r} cannot be a pass's name; use letters, digits and _ . + - (it stands in ids)"
            )
        if name in BUILTIN_PASSES:
            raise OptionError(f"{hook}: {name} is the name of a built-in pass; give yours another")
        if name in passes:
            raise OptionError(f"{hook}: two passes have the name {name}; give one of them another")
        passes[name] = one
    return passes


def checked_comparers(given: Sequence[Any]) -> list[Any]:
    """What users' hooks gave as comparers. Raises OptionError for what is none."""
    for one in given:
        if isinstance(one, type) or not callable(getattr(one, "compare", None)):
            what = "is a class: return an object of it" if isinstance(one, type) else "has no compare()"
            raise OptionError(f"pytest_dtypegen_comparers: {_shown(one)} {what}; a comparer has compare(outputs)")
    return list(given)


def close(executor: Any) -> list[str]:
    """Close where cases ran; a line for what went wrong in a user's own one. The cases have their verdicts."""
    try:
        executor.close()
    except (KeyboardInterrupt, pytest.exit.Exception):
        raise
    except BaseException as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return [f"{frame.filename}:{frame.lineno}: the executor's close() raised {quoted(error)}"]
    return []


class OwnColumns:
    """The columns that users' hooks add to the report. ``warnings``: one, where a hook could not say them."""

    HOOK = "pytest_dtypegen_report_row"

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._faults = 0
        self._first = ""

    @property
    def warnings(self) -> list[str]:
        if not self._faults:
            return []
        more = f" (and for {self._faults - 1:,} more cases)" if self._faults > 1 else ""
        return [f"{self._first}{more}; the report has its other columns"]

    def of(self, record: Record) -> dict[str, Any]:
        """A case's columns, text and numbers; what a hook did wrong stands in a column with the hook's name."""
        row: dict[str, Any] = {}
        try:
            for columns in reversed(_call(self._config, self.HOOK, "it returns a mapping or None", record=record)):
                if not isinstance(columns, Mapping):
                    where = _implemented_in(self._config, self.HOOK)
                    raise OptionError(
                        f"{where}: {self.HOOK} returned {_shown(columns)}; it returns a mapping of titles to values"
                    )
                row.update((_text(title), _plain(value)) for title, value in columns.items())
        except Exception as error:
            said = one_line(text_of(error))
            self._faults += 1
            self._first = self._first or said
            row[self.HOOK] = said
        return row


def _plain(value: Any) -> Any:
    return value if value is None or type(value) in (bool, int, float, str) else _text(value)


def _text(value: Any) -> str:
    try:
        return str(value)
    except Exception as error:
        return f"(its text cannot be had: {type(error).__name__})"


def _implemented_in(config: pytest.Config, hook: str) -> str:
    found = [one.function.__code__.co_filename for one in getattr(config.hook, hook).get_hookimpls()]
    return found[-1] if found else "conftest.py"
