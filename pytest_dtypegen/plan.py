"""Which cases a run is about: from the options and the path arguments to sets of cases (no torch).

A set of cases is a list file, the built-in corpus or a user's own source. To pytest each is a path argument, so that
``full.txt::samples/x[float16-cpu]`` is found, selected and run again by pytest's own rules. Sets without a list file
stand on ``ANCHOR``, a file that is always there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from pytest_dtypegen import sizes
from pytest_dtypegen.cases import CORPUS, CORPUS_NAME, Entry, folder_entries, list_entries, read_list
from pytest_dtypegen.gate.verdict import Gate
from pytest_dtypegen.options import OptionError, RunSettings

ANCHOR = Path(__file__).parent / "py.typed"
SOURCE_PREFIX = "dtypegen-"


def source_of_set(name: str, folder: Path) -> str | None:
    """The source whose cases' ids begin with ``name::``; None where that is the corpus, or a list: one whose file's
    name begins as a source's does is there, in the ``folder`` that names of sets are relative to.

    >>> source_of_set("dtypegen-mine", Path("/")), source_of_set("full.txt", Path("/"))
    ('mine', None)
    """
    if name == CORPUS_NAME or not name.startswith(SOURCE_PREFIX) or (folder / name).exists():
        return None
    return name.removeprefix(SOURCE_PREFIX)


@dataclass(frozen=True)
class CaseSet:
    """``name`` stands before ``::`` in the cases' ids; ``path`` is the file that pytest collects it from."""

    name: str
    path: Path
    kind: Literal["list", "corpus", "source"]


@dataclass(frozen=True)
class Plan:
    """What every process of the run agrees on, so that all collect the same items; the workers are sent it.

    ``whole``: the sets are collected entirely, so a sample that two lists name is one. ``known``: case id -> error
    class code of the last run or the baseline. ``done``: case ids that a resumed run already has a verdict for.
    ``cwd``: the working folder that relative paths were found from. ``args``: the path arguments that make pytest
    collect the sets. ``gate``: what the verdicts are held against. ``subjects``: the sets that users' own tests are
    about (the fixture ``dtypegen_case``): all that are named, also those that are not collected themselves. ``share``:
    the samples of lists and corpus in this run's share, None for all; ``division``: how they were divided.
    """

    settings: RunSettings
    sets: tuple[CaseSet, ...]
    cwd: Path
    args: tuple[str, ...] = ()
    whole: bool = True
    known: Mapping[str, str] = field(default_factory=dict)
    done: frozenset[str] = frozenset()
    gate: Gate = field(default_factory=Gate)
    subjects: tuple[CaseSet, ...] = ()
    share: frozenset[str] | None = None
    division: str = ""

    def at(self, path: Path) -> tuple[CaseSet, ...]:
        """The sets that are collected from a file."""
        return tuple(cases for cases in self.sets if cases.path == path)


def absolute(path: Path | str, base: Path) -> Path:
    """``path`` as pytest names it: absolute, without ``..``, links left alone."""
    return Path(os.path.abspath(base / path))  # noqa: PTH100 - resolve() would follow links, absolute() keeps ..


def set_name(path: Path, rootpath: Path) -> str:
    """A list's name in ids: relative to pytest's root folder, absolute where it lies elsewhere."""
    try:
        return path.relative_to(rootpath).as_posix()
    except ValueError:
        return path.as_posix()


def _holds(path: Path, selector: str) -> bool:
    """Whether a file is a list that holds the sample of a ``::`` selector, though no option names the list."""
    if path.suffix in (".py", ".pyc") or not path.is_file():
        return False
    try:
        samples = {sample for sample, _ in read_list(path)}
    except OptionError:
        return False
    # a sample's own name may hold brackets
    return selector in samples or any(selector[:at] in samples for at, sign in enumerate(selector) if sign == "[")


def plan_run(
    settings: RunSettings,
    sources: Iterable[str],
    args: Sequence[str],
    given: bool,
    cwd: Path,
    rootpath: Path,
) -> Plan:
    """The plan of a run.

    ``given``: whether the user gave ``args``; else they are only where pytest would look by itself, and are dropped
    for the cases. An argument that selects in a set (``full.txt::...``) means just that, not the whole set; lists
    from an ini file stand back where there are path arguments. Raises OptionError for a list that cannot be used.
    """
    lists = {absolute(path, cwd): None for path in settings.lists}
    named = [CaseSet(set_name(path, rootpath), path, "list") for path in lists]
    if settings.corpus:
        named.append(CaseSet(CORPUS_NAME, ANCHOR, "corpus"))
    named += [CaseSet(SOURCE_PREFIX + source, ANCHOR, "source") for source in sources]

    used: dict[CaseSet, None] = {}
    selected = False
    rewritten = []
    for arg in args if given else ():
        base, colons, selector = arg.partition("::")
        cases = _set_of(base, selector, named, cwd, rootpath)
        if cases is not None:
            used[cases] = None
            selected |= bool(colons)
            arg = f"{cases.path}{colons}{selector}"
        rewritten.append(arg)
    if not selected and (settings.asked or not given):
        used.update(dict.fromkeys(named))
    for path in dict.fromkeys(cases.path for cases in used):
        if not any(arg.partition("::")[0] == str(path) for arg in rewritten):
            rewritten.append(str(path))
    if settings.options.root is None or not settings.lists:
        _check_clashes([cases for cases in used if cases.kind == "list"], settings, cwd)
    else:
        for cases in used:
            if cases.kind == "list":
                read_list(cases.path)
    return Plan(settings, tuple(used), cwd, tuple(rewritten), whole=not selected, subjects=tuple(named) or tuple(used))


def _set_of(base: str, selector: str, named: Sequence[CaseSet], cwd: Path, rootpath: Path) -> CaseSet | None:
    path = absolute(base, cwd)
    for cases in named:
        if (cases.kind == "list" and cases.path == path) or (cases.kind != "list" and cases.name == base):
            return cases
    if base == CORPUS_NAME:
        return CaseSet(CORPUS_NAME, ANCHOR, "corpus")
    if selector and source_of_set(base, cwd) is not None:
        return CaseSet(base, ANCHOR, "source")
    if selector and _holds(path, selector):
        return CaseSet(set_name(path, rootpath), path, "list")
    return None


def _check_clashes(lists: Sequence[CaseSet], settings: RunSettings, cwd: Path) -> None:
    """Two lists may name the same sample, but one name must not mean two samples: results are kept by name."""
    where: dict[str, tuple[str, CaseSet]] = {}
    for cases in lists:
        for entry in list_entries(cases.path, settings, cwd):
            path, other = where.setdefault(entry.sample, (entry.path, cases))
            if path != entry.path:
                raise OptionError(
                    f"{cases.path}: {entry.sample} is another sample than in {other.path}; "
                    "run the lists apart, each with its own --dtypegen-report"
                )


def check_out(plan: Plan) -> None:
    """Generated samples must not lie among the samples that they are made of: the next list would hold both. Raises
    OptionError."""
    out, settings = plan.settings.options.out, plan.settings
    if out is None:
        return
    given = absolute(out, plan.cwd)
    around = {str(folder) for one in (given, given.resolve()) for folder in (one, *one.parents)}
    for cases in plan.sets:
        for entry in set_entries(cases, plan) if cases.kind != "source" else ():
            path = os.path.normpath(entry.path)
            inside = next((folder for folder in (path, _top(path, entry.sample)) if folder in around), None)
            if inside is not None:
                raise OptionError(
                    f"--dtypegen-out: {out} lies in {inside}, among the samples themselves; give a folder outside of it"
                )
            if path in (f"{given}{os.sep}{dtype}{os.sep}{entry.sample}" for dtype in ("float32", *settings.dtypes)):
                raise OptionError(f"--dtypegen-out: {path} would be written over itself; give another folder")


def _top(path: str, sample: str) -> str:
    """The folder that a list's samples lie in: the first of a path as listed; the sample itself where it is alone."""
    below = sample.split("/")[1:]
    if not below or sample.startswith(("/", "..")):
        return path
    return path.removesuffix("/".join(below)).rstrip(os.sep)


def set_entries(cases: CaseSet, plan: Plan) -> list[Entry]:
    """The samples of a list or of the corpus; of a list, those that no earlier list has. Raises OptionError."""
    if cases.kind == "corpus":
        return folder_entries(CORPUS, "corpus")
    entries = list_entries(cases.path, plan.settings, plan.cwd)
    if not plan.whole:
        return entries
    earlier: set[str] = set()
    for other in plan.sets:
        if other == cases:
            break
        if other.kind == "list":
            earlier.update(sample for sample, _ in read_list(other.path))
    return [entry for entry in entries if entry.sample not in earlier]


def file_entries(plan: Plan) -> list[Entry]:
    """The samples of every list of the run, and of the corpus: those that are files already. Raises OptionError."""
    sets = dict.fromkeys((*plan.sets, *plan.subjects))
    return [entry for cases in sets if cases.kind != "source" for entry in set_entries(cases, plan)]


def with_share(plan: Plan) -> Plan:
    """The plan with this run's share of the samples: divided here, so that no worker reads what it is not to run, and
    all agree. Raises OptionError."""
    shard = plan.settings.shard
    if shard.count == 1:
        return plan
    divided = sizes.shares(sizes.sizes(file_entries(plan), plan.settings.options.level), shard.count)
    share = frozenset(sample for sample, index in divided.items() if index == shard.index)
    return replace(plan, share=share, division=sizes.division(divided))


def moved(plan: Plan, here: Path) -> Plan:
    """The plan for a worker that runs in another folder, or on another machine: what lay below the working folder is
    looked for below ``here``, and taken from where it was only if it is not there. The ids stay the same."""
    if here == plan.cwd:
        return plan
    elsewhere = not plan.cwd.is_dir()

    def to(path: Path, *, made: bool = False) -> Path:
        """``made``: a folder that the run makes."""
        if not path.is_relative_to(plan.cwd):
            return path
        new = here / path.relative_to(plan.cwd)
        return new if new.exists() or (made and elsewhere) else path

    def to_set(cases: CaseSet) -> CaseSet:
        return replace(cases, path=to(cases.path) if cases.kind == "list" else ANCHOR)

    def to_arg(arg: str) -> str:
        base, colons, selector = arg.partition("::")
        anchors = {str(cases.path) for cases in plan.sets if cases.kind != "list"}
        return f"{ANCHOR if base in anchors else to(Path(base))}{colons}{selector}"

    settings = plan.settings
    options = replace(
        settings.options,
        root=settings.options.root and str(to(Path(settings.options.root))),
        out=settings.options.out and str(to(Path(settings.options.out), made=True)),
    )
    settings = replace(
        settings, options=options, lists=tuple(map(to, settings.lists)), report=to(settings.report, made=True)
    )
    return replace(
        plan,
        settings=settings,
        cwd=here,
        sets=tuple(map(to_set, plan.sets)),
        subjects=tuple(map(to_set, plan.subjects)),
        args=tuple(map(to_arg, plan.args)),
    )
