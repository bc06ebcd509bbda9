"""What the lines of a journal may hold, as tables: a journal may have been edited, joined or damaged (no torch)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_args

from pytest_dtypegen.errors import ERROR_CLASSES, Failure
from pytest_dtypegen.options import OptionError, parse_shard
from pytest_dtypegen.records import Outcome, Record
from pytest_dtypegen.report.planned import is_packed

Check = tuple[str, Callable[[Any], bool]]
"""What is wanted, in words, and whether a value is that."""

LATEST = 1e11
"""Seconds since the epoch, or of a stage, that are still a time: the year 5138."""


CODES = ("pass_code", "comparer_code", "source_code")
"""In a journal's meta and terms: the hashes of users' own passes, comparers and sources, by name."""


class Misshapen(ValueError):
    """A field that does not hold what it should; the text names it."""


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < LATEST  # false for NaN too


def _is_metric(value: Any) -> bool:
    """Whatever the report can show. A whole number that is no float any more is none."""
    if isinstance(value, Mapping):
        return all(map(_is_metric, value.values()))
    if isinstance(value, list):
        return all(map(_is_metric, value))
    return not (type(value) is int and abs(value) >= 2**63)


def _is_shard(value: Any) -> bool:
    try:
        return isinstance(value, str) and parse_shard(value) is not None
    except OptionError:
        return False


def _has_limits(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    limits = [value.get("timeout"), value.get("memory")]
    return all(limit is None or (_is_metric(limit) and type(limit) in (int, float)) for limit in limits)


def _has_code(value: Mapping[str, Any]) -> bool:
    codes = [value.get(name, {}) for name in CODES]
    return all(isinstance(code, dict) and all(map(_is_text, code.values())) for code in codes)


def _mapping_of(check: Check) -> Check:
    return f"a mapping to {check[0]}", lambda value: isinstance(value, dict) and all(map(check[1], value.values()))


def _list_of(check: Check) -> Check:
    return f"a list of {check[0]}", lambda value: isinstance(value, list) and all(map(check[1], value))


def _or_null(check: Check) -> Check:
    return f"{check[0]}, or null", lambda value: value is None or check[1](value)


TEXT: Check = ("text", _is_text)
NAME: Check = ("text that is not empty", lambda value: isinstance(value, str) and bool(value))
COUNT: Check = ("a whole number from 0 on", _is_count)
TIME: Check = ("a number of seconds", _is_time)
FLAG: Check = ("true or false", lambda value: isinstance(value, bool))
STATUS: Check = ("a whole number", lambda value: type(value) is int and abs(value) < 2**31)
MAPPING: Check = ("a mapping", lambda value: isinstance(value, dict))
CODE: Check = ("a known error class", lambda value: isinstance(value, str) and value in ERROR_CLASSES)

LIMITED: Check = ("limits by name", _has_limits)
TERMS: Check = (
    "a run's limits, and the code of what users added",
    lambda value: _has_limits(value) and _has_code(value),
)

META: Mapping[str, Check] = {
    "versions": _mapping_of(TEXT),
    "platform": TEXT,
    "level": TEXT,
    "options": LIMITED,
    "sets": _list_of(TEXT),
    "dtypes": _list_of(TEXT),
    "devices": _list_of(TEXT),
    "passes": _list_of(TEXT),
    "shard": ("a share, I/N", _is_shard),
    "division": TEXT,
    "started": TIME,
    "merged": COUNT,
    **dict.fromkeys(CODES, _mapping_of(TEXT)),
}

CASE: Mapping[str, Check] = {"record": MAPPING, "nodeid": TEXT, "worker": TEXT, "at": TIME}

RECORD: Mapping[str, Check] = {
    **dict.fromkeys(("sample", "dtype", "device", "pass_name"), NAME),
    "level": TEXT,
    "outcome": (" or ".join(get_args(Outcome)), lambda value: value in get_args(Outcome)),
    "failure": _or_null(MAPPING),
    "stages": _mapping_of(TIME),
    "metrics": ("a mapping of names to numbers and texts", lambda value: isinstance(value, dict) and _is_metric(value)),
    "warnings": _list_of(TEXT),
    "sample_hash": TEXT,
}

METRICS: Mapping[str, Check] = {"flaky": _list_of(TEXT), "islands": MAPPING}

FAILURE: Mapping[str, Check] = {
    "code": CODE,
    **dict.fromkeys(("stage", "message", "remedy", "file"), TEXT),
    **dict.fromkeys(("op", "node", "origin"), _or_null(TEXT)),
    "line": _or_null(COUNT),
    "operands": _list_of(TEXT),
}

OTHERS: Mapping[str, Mapping[str, Check]] = {
    "planned": {"cases": COUNT, "which": ("groups of cases", is_packed)},
    "running": {"nodeid": TEXT},
    "end": {"exitstatus": STATUS, "whole": FLAG, "at": TIME},
    "terms": {"terms": TERMS},
}
"""By kind of line."""

_NEEDED = {
    "record": ("sample", "dtype", "device", "pass_name", "level", "outcome"),
    "failure": ("code", "stage", "message"),
    "case": ("record",),
    "planned": ("cases",),
    "end": ("exitstatus",),
    "terms": ("terms",),
}


def check_meta(meta: Mapping[str, Any]) -> None:
    """The first line's ``meta``. Raises Misshapen."""
    _check("meta", meta, META)


def check_line(row: Any) -> None:
    """A line after the first. Raises Misshapen."""
    if not isinstance(row, dict) or not isinstance(row.get("kind"), str):
        raise Misshapen("it has no kind")
    if row["kind"] != "case":
        _check(row["kind"], row, OTHERS.get(row["kind"], {}))
        return
    _check("case", row, CASE)
    record = row["record"]
    _check("record", record, RECORD, {field.name for field in fields(Record)})
    _check("metrics", record.get("metrics", {}), METRICS)
    failure = record.get("failure")
    if failure is not None:
        _check("failure", failure, FAILURE, {field.name for field in fields(Failure)})
    if (record["outcome"] == "failed") != (failure is not None) and record["outcome"] != "skipped":
        raise Misshapen(f"outcome is {record['outcome']!r} {'with a' if failure else 'without a'} failure")


def _check(what: str, row: Mapping[str, Any], table: Mapping[str, Check], known: set[str] | None = None) -> None:
    for name in _NEEDED.get(what, ()):
        if name not in row:
            raise Misshapen(f"{what} has no {name}")
    for name, value in row.items():
        if known is not None and name not in known:
            raise Misshapen(f"{what} holds {name[:80]!r}, which no {what} has")
        if name in table and not table[name][1](value):
            raise Misshapen(f"{what}'s {name} is {_shown(value)}, not {table[name][0]}")


def _shown(value: Any) -> str:
    if isinstance(value, (dict, list)):
        return f"a {'mapping' if isinstance(value, dict) else 'list'} of {len(value)}"
    if type(value) is int and not -(2**63) < value < 2**63:
        return "a very long number"
    text = repr(value) if not isinstance(value, float) or math.isfinite(value) else str(value)
    return text if len(text) <= 80 else f"{text[:80]}..."


def without_surrogates(value: Any) -> Any:
    """A JSON value whose texts can be encoded: what is half of a character becomes its escape, ``\\\\ud800``."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {without_surrogates(key): without_surrogates(item) for key, item in value.items()}
    return value
