"""What a run was asked to do, as values: ``Options`` travel to the worker, ``RunSettings`` stay here (no torch)."""

from __future__ import annotations

import difflib
import math
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

Level = Literal["static", "run"]

DTYPES = ("float16", "bfloat16", "float32", "float64")
"""The targets that a case can have."""

DEFAULT_DTYPES = ("float16", "bfloat16")

DEVICE_TYPES = ("cpu", "cuda", "xpu", "mps", "hpu", "mtia", "maia", "xla", "ipu", "vulkan", "privateuseone")
"""Device types that torch knows without a plugin; ``pytest_dtypegen_devices`` adds an own backend's."""

BUILTIN_PASSES = ("autocast", "fold_group_norm")
"""Names of ``passes.registry.builtin_passes()``, so that the pytest process can check a name without torch."""

LEVELS = ("static", "run")
DATA = ("conditioned", "recorded")
EXECS = ("auto", "kernels", "emulate")

T = TypeVar("T")


@dataclass(frozen=True)
class Options:
    """The options that a case's verdict depends on, and its limits.

    ``low_sources``: the target dtypes were asked for by name, so that a sample in the other low precision is
    generalized too, where it holds no float32. ``timeout`` in seconds; ``memory`` in bytes for all workers together,
    None for the machine's.
    """

    level: Level = "run"
    low_sources: bool = False
    data: Literal["conditioned", "recorded"] = "conditioned"
    calibrate: bool = True
    exec: Literal["auto", "kernels", "emulate"] = "auto"
    seed: int = 0
    out: str | None = None
    record: bool = False
    timeout: float = 600.0
    memory: int | None = None
    threads: int | None = None
    inprocess: bool = False
    root: str | None = None


@dataclass(frozen=True)
class Shard:
    """This run's share: part ``index`` (1-based) of ``count``."""

    index: int = 1
    count: int = 1

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"


@dataclass(frozen=True)
class RunSettings:
    """What the pytest process needs beside ``options``: which cases, and what becomes of their verdicts.

    ``devices`` is empty while ``auto`` is not resolved. ``asked``: the lists were given for this very run (on the
    command line), not by an ini file; then they are collected beside path arguments too.
    """

    options: Options = field(default_factory=Options)
    corpus: bool = False
    lists: tuple[Path, ...] = ()
    asked: bool = False
    dtypes: tuple[str, ...] = DEFAULT_DTYPES
    devices: tuple[str, ...] = ()
    passes: tuple[str, ...] = ("autocast",)
    shard: Shard = Shard()
    report: Path = Path("dtypegen-report")
    baseline: Path | None = None
    update_baseline: bool = False
    rules: Path | None = None
    strict: bool = False
    retries: int = 0
    resume: bool = False


class OptionError(ValueError):
    """An option's value that cannot be used; the text says which, what is wrong and what to do."""


def _choose(name: str, value: str, known: Iterable[str], hint: str = "") -> str:
    known = tuple(known)
    if value in known:
        return value
    close = difflib.get_close_matches(value, known, n=1, cutoff=0.5)
    meant = f"; did you mean {close[0]}?" if close else ""
    raise OptionError(f"{name}: unknown {value!r}{meant} (known: {', '.join(known)}{hint})")


def split_names(values: Sequence[str]) -> tuple[str, ...]:
    """``["a,b", "c"]`` as ``("a", "b", "c")``: commas and spaces separate, duplicates are dropped, order is kept."""
    return tuple(dict.fromkeys(name for value in values for name in re.split(r"[,\s]+", value) if name))


def parse_dtypes(values: Sequence[str], name: str = "--dtypegen-dtypes") -> tuple[str, ...]:
    """The target dtypes, without ``torch.``. Raises OptionError for an unknown one or none at all."""
    names = tuple(value.removeprefix("torch.") for value in split_names(values))
    if not names:
        raise OptionError(f"{name}: no dtype given (known: {', '.join(DTYPES)})")
    return tuple(dict.fromkeys(_choose(name, value, DTYPES) for value in names))


def parse_devices(
    values: Sequence[str], extra: Iterable[str] = (), name: str = "--dtypegen-devices"
) -> tuple[str, ...]:
    """Devices as torch names them (``cpu``, ``cuda``, ``cuda:1``); ``()`` for ``auto``. Raises OptionError."""
    names = split_names(values)
    if not names:
        raise OptionError(f"{name}: no device given; leave the option out for what torch can run on here")
    if "auto" in names:
        if len(names) > 1:
            raise OptionError(f"{name}: 'auto' stands alone; name the devices, or leave them out")
        return ()
    known = tuple(dict.fromkeys((*DEVICE_TYPES, *extra)))
    for value in names:
        match = re.fullmatch(r"(\w+)(:\d+)?", value)
        if match is None:
            raise OptionError(f"{name}: {value!r} is no device; write it as torch does: cpu, cuda, cuda:1")
        _choose(name, match[1], known, ", auto")
    return names


def parse_passes(
    values: Sequence[str], own: Callable[[], Iterable[str]], name: str = "--dtypegen-pass"
) -> tuple[str, ...]:
    """Pass names. ``own`` gives the names that users registered; it is called only for a name that is not built in,
    since asking for them may import torch. Raises OptionError."""
    names = split_names(values)
    if not names:
        raise OptionError(f"{name}: no pass given (built in: {', '.join(BUILTIN_PASSES)})")
    if set(names) <= set(BUILTIN_PASSES):
        return names
    known = tuple(dict.fromkeys((*BUILTIN_PASSES, *own())))
    return tuple(_choose(name, value, known, "; add your own with the hook pytest_dtypegen_passes") for value in names)


def parse_shard(value: str, name: str = "--dtypegen-shard") -> Shard:
    """``I/N``, 1 <= I <= N. Raises OptionError."""
    match = re.fullmatch(r"\s*(\d{1,18})\s*/\s*(\d{1,18})\s*", value, re.ASCII)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise OptionError(f"{name}: {value[:40]!r} is no share; write I/N with I from 1 to N, for example 2/8")
    if int(match[2]) > MOST_SHARES:
        raise OptionError(f"{name}: {value[:40]!r} is of too many shares; there may be {MOST_SHARES:,} at most")
    return Shard(int(match[1]), int(match[2]))


#: More than this many shares, tries, seconds or bytes are a slip, and some of them no machine can count with.
MOST_SHARES = 10_000
MOST_RETRIES = 100
MOST_SECONDS = 366 * 24 * 3600.0
MOST_MEMORY = 1 << 50

#: Less than this is a slip (``8`` for ``8GiB``): every case would be skipped, and nothing red.
LEAST_MEMORY = 16 << 20

_SIZES = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def parse_size(value: str, name: str = "--dtypegen-memory") -> int:
    """Bytes of ``8GiB``, ``8G``, ``500M``, ``1048576`` (units are binary). Raises OptionError."""
    match = re.fullmatch(r"\s*(\d{1,18}(?:\.\d{1,18})?)\s*([kmgt]?)(?:i?b)?\s*", value.lower(), re.ASCII)
    size = int(float(match[1]) * _SIZES[match[2]]) if match else 0
    if size <= 0:
        raise OptionError(f"{name}: {value[:40]!r} is no size; write it as 8GiB, 500MiB or a number of bytes")
    return size


def parse_memory(value: str) -> int:
    """The memory of all workers together, in bytes. Raises OptionError."""
    size = parse_size(value)
    if size < LEAST_MEMORY:
        raise OptionError(f"--dtypegen-memory: {value!r} has room for no case; write at least {LEAST_MEMORY >> 20}MiB")
    if size > MOST_MEMORY:
        raise OptionError(f"--dtypegen-memory: {value!r} is more than any machine has; write at most 1024TiB")
    return size


def parse_seconds(value: str, name: str = "--dtypegen-timeout") -> float:
    """Seconds of ``600``, ``90s``, ``10m``, ``2h``. Raises OptionError."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([smh]?)\s*", value.lower(), re.ASCII)
    seconds = float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]] if match else 0.0
    if seconds <= 0 or not math.isfinite(seconds):
        raise OptionError(f"{name}: {value[:40]!r} is no time limit; write seconds, or 10m, or 2h")
    if seconds > MOST_SECONDS:
        raise OptionError(f"{name}: {value[:40]!r} is longer than a year; write at most 8784h")
    return seconds


def parse_int(value: str, name: str, least: int = 0, most: int = 2**63 - 1) -> int:
    """A whole number from ``least`` to ``most``. Raises OptionError."""
    try:
        number = int(value)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        bound = "on, below 2**63" if most == 2**63 - 1 else f"to {most}"
        raise OptionError(f"{name}: {value[:40]!r} is no whole number from {least} {bound}")
    return number


def parse_choice(value: str, known: Sequence[str], name: str) -> Any:
    """``value``, which must be one of ``known``. Raises OptionError."""
    return _choose(name, value, known)


def settings_from(
    get: Callable[[str], Any],
    folder: Callable[[str], Path],
    own_passes: Callable[[], Iterable[str]] = tuple,
    own_devices: Iterable[str] = (),
) -> RunSettings:
    """All options, checked. ``get(name)`` is an option's value (a bool, a string, a list of strings, or None where it
    is not given), ``folder(name)`` what its relative paths are relative to. Raises OptionError."""

    def use(name: str, parse: Callable[[Any], T], default: T) -> T:
        value = get(name)
        return default if value is None or value == [] else parse(value)

    def path(name: str) -> Path | None:
        value = get(name)
        if value is None:
            return None
        _check_given(name, value)
        return folder(name) / str(value)

    for value in get("list") or ():
        _check_given("list", value)

    out = path("out")
    root = path("root")
    if root is not None and not root.is_dir():
        raise OptionError(f"--dtypegen-root: {root} is no folder; give the one that the list's paths are relative to")
    options = Options(
        low_sources=use("dtypes", bool, False),
        level=use("level", lambda v: parse_choice(v, LEVELS, "--dtypegen-level"), "run"),
        data=use("data", lambda v: parse_choice(v, DATA, "--dtypegen-data"), "conditioned"),
        calibrate=use("calibrate", bool, True),
        exec=use("exec", lambda v: parse_choice(v, EXECS, "--dtypegen-exec"), "auto"),
        seed=use("seed", lambda v: parse_int(v, "--dtypegen-seed"), 0),
        out=str(out) if out else None,
        record=use("record", bool, False),
        timeout=use("timeout", parse_seconds, 600.0),
        memory=use("memory", parse_memory, None),
        inprocess=use("inprocess", bool, False),
        root=str(root) if root else None,
    )
    settings = RunSettings(
        options=options,
        corpus=use("corpus", bool, False),
        lists=use("list", lambda v: tuple(dict.fromkeys(folder("list") / name for name in v)), ()),
        dtypes=use("dtypes", parse_dtypes, DEFAULT_DTYPES),
        devices=use("devices", lambda v: parse_devices(v, own_devices), ()),
        passes=use("pass", lambda v: parse_passes(v, own_passes), ("autocast",)),
        shard=use("shard", parse_shard, Shard()),
        report=path("report") or folder("report") / "dtypegen-report",
        baseline=path("baseline"),
        update_baseline=use("update_baseline", bool, False),
        rules=path("rules"),
        strict=use("strict", bool, False),
        retries=use(
            "retries", lambda v: parse_int(v, "--dtypegen-retries", most=MOST_RETRIES), 1 if path("baseline") else 0
        ),
        resume=use("resume", bool, False),
    )
    _check_files(settings)
    return settings


def _check_given(name: str, value: str) -> None:
    if not value.strip():
        raise OptionError(f"--dtypegen-{name}: is empty; give a path, or leave the option out")


def _check_files(settings: RunSettings) -> None:
    for file, name in ((settings.baseline, "--dtypegen-baseline"), (settings.rules, "--dtypegen-rules")):
        if file is not None and file.is_dir():
            raise OptionError(f"{name}: {file} is a folder; give a file in it")
    if settings.update_baseline and settings.baseline is None:
        raise OptionError("--dtypegen-update-baseline: which file? give --dtypegen-baseline=FILE too")
    if settings.baseline and not settings.baseline.is_file() and not settings.update_baseline:
        raise OptionError(
            f"--dtypegen-baseline: {settings.baseline} does not exist; add --dtypegen-update-baseline to write it"
        )
    if settings.rules and not settings.rules.is_file():
        raise OptionError(f"--dtypegen-rules: {settings.rules} does not exist; check the path")
    for folder, name in ((settings.report, "--dtypegen-report"), (settings.options.out, "--dtypegen-out")):
        if folder is not None and Path(folder).exists() and not Path(folder).is_dir():
            raise OptionError(f"{name}: {folder} is a file; give a folder")


def check_file_writable(path: Path, name: str) -> None:
    """Whether a file can be put in place that is written at the end of a run. Raises OptionError."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.touch()
        scratch.unlink()
    except OSError as error:
        raise OptionError(f"{name}: cannot write {path} ({error.strerror}); give another file") from None


def check_writable(folder: Path, name: str) -> None:
    """Make the folder, so that what cannot be written is known before a case is run for it. Raises OptionError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"{name}: cannot write to {folder} ({error.strerror}); give another folder") from None
