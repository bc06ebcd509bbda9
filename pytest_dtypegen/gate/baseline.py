"""The baseline: one sorted text file, a line for each case that is known not to pass (no torch).

::

    # lists: full.txt

    # BERT: the additive mask stays float32, issue 123
    samples/x float16 cpu DG402 attention-mask-dtype
    samples/y bfloat16 cpu DG802 crash pass=mine    # only on the old machine

It is made for code review: a run that changes nothing writes the same bytes, and a changed case changes its own line.
Comments above a case's line go with it, or to the line after it where it leaves. A sample's name that
holds a blank, or begins like a comment, is written as a JSON string. ``# lists:`` names the lists (by their last
name) that the file is about, so that a run of another list is not told that cases are missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pytest_dtypegen.cases import DEFAULT_PASS
from pytest_dtypegen.errors import ERROR_CLASSES
from pytest_dtypegen.gate.key import CaseKey, key_of
from pytest_dtypegen.options import OptionError
from pytest_dtypegen.records import Record

_FORM = "SAMPLE DTYPE DEVICE CODE NAME, for example: samples/x float16 cpu DG402 attention-mask-dtype"

_LINE = re.compile(
    r"(?P<sample>\"(?:[^\"\\]|\\.)*\"|\S+)\s+(?P<dtype>\w+)\s+(?P<device>\w+(?::\d+)?)\s+(?P<code>\S+)"
    r"(?:\s+(?P<name>[\w-]+))?(?:\s+pass=(?P<pass>\S+))?(?:\s+#(?P<comment>.*))?\s*"
)
_LISTS = re.compile(r"#\s*lists:\s*(.*)")


@dataclass(frozen=True)
class Known:
    """A case that is known not to pass. ``above``: the comment and blank lines over it, ``comment``: the one behind
    it, ``raw``: the line as it stands in the file, kept as long as its class stays; ``number``: 1-based, 0 if new."""

    key: CaseKey
    code: str
    comment: str = ""
    above: tuple[str, ...] = ()
    raw: str = ""
    number: int = 0

    @property
    def line(self) -> str:
        if self.raw:
            return self.raw
        key = self.key
        words = [_written(key.sample), key.dtype, key.device, str(ERROR_CLASSES[self.code])]
        if key.pass_name != DEFAULT_PASS:
            words.append(f"pass={key.pass_name}")
        return " ".join(words) + (f"  # {self.comment}" if self.comment else "")


@dataclass(frozen=True)
class Baseline:
    """``lists``: the lists that the file says it is about, empty where it does not say."""

    path: str = "baseline"
    known: Mapping[CaseKey, Known] = field(default_factory=dict)
    head: tuple[str, ...] = ()
    tail: tuple[str, ...] = ()

    @property
    def lists(self) -> frozenset[str]:
        found = (_LISTS.fullmatch(line.strip()) for line in self.head)
        return frozenset(name for match in found if match for name in re.split(r"[,\s]+", match[1]) if name)


@dataclass(frozen=True)
class Coverage:
    """What a run was to do. ``selected``: its cases, whether they were reached or not. ``whole``: nothing was left out
    (by ``-k``, ``-m``, ids, shards, ...), so a case of these dtypes, devices and passes that is not selected is in none
    of the ``lists`` (names as in a baseline's ``# lists:``)."""

    selected: frozenset[CaseKey] = frozenset()
    whole: bool = False
    lists: frozenset[str] = frozenset()
    dtypes: frozenset[str] = frozenset()
    devices: frozenset[str] = frozenset()
    passes: frozenset[str] = frozenset({DEFAULT_PASS})

    def vanished(self, key: CaseKey, baseline: Baseline) -> bool:
        """Whether a known case should have been among the selected ones and is not: its sample left the list."""
        if key in self.selected or not self.whole or not baseline.lists <= self.lists:
            return False
        return key.dtype in self.dtypes and key.device in self.devices and key.pass_name in self.passes


def _written(sample: str) -> str:
    plain = re.fullmatch(r"[^\s\"#]\S*", sample) and sample.isprintable()
    return sample if plain else json.dumps(sample)


def parse_baseline(text: str, path: str = "baseline") -> Baseline:
    """The baseline in ``text``. Raises OptionError, one line that names file and line, for a line that is none."""
    known: dict[CaseKey, Known] = {}
    above: list[str] = []
    head: tuple[str, ...] = ()
    for number, raw in enumerate(re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff")), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            above.append(line)
            continue
        if not known:
            split = _end_of_head(above)
            head, above = tuple(above[:split]), above[split:]
        row = _parse_line(line, f"{path}:{number}")
        if row.key in known:
            first = known[row.key].number
            raise OptionError(f"{path}:{number}: {row.key.id} stands in line {first} already; take one of them out")
        known[row.key] = replace(row, above=tuple(above), number=number)
        above = []
    if above and not above[-1]:
        above.pop()  # what follows the last line's end
    if not known:
        return Baseline(path, {}, head=tuple(above))
    return Baseline(path, known, head, tuple(above))


def _end_of_head(lines: list[str]) -> int:
    """How many of the lines over the first case are about the file: those up to the last blank or ``# lists:``."""
    ends = [index for index, line in enumerate(lines, 1) if not line or _LISTS.fullmatch(line)]
    return ends[-1] if ends else 0


def _parse_line(line: str, place: str) -> Known:
    match = _LINE.fullmatch(line)
    if match is None:
        raise OptionError(f"{place}: {line[:120]!r} is no known failure; write {_FORM}")
    code, name = match["code"], match["name"]
    error_class = ERROR_CLASSES.get(code)
    if error_class is None:
        raise OptionError(f"{place}: there is no class {code!r}; write one of the codes that dtypegen explain lists")
    if name is not None and name != error_class.name:
        raise OptionError(f"{place}: {code} is {error_class.name}, not {name}; write {error_class}")
    sample = match["sample"]
    if sample.startswith('"'):
        try:
            sample = json.loads(sample)
        except ValueError:
            raise OptionError(f"{place}: {sample} is no JSON string; write the sample's path plainly") from None
    key = CaseKey(sample, match["dtype"], match["device"], match["pass"] or DEFAULT_PASS)
    return Known(key, code, (match["comment"] or "").strip(), raw=line)


def read_baseline(path: Path, missing_ok: bool = False) -> Baseline:
    """A baseline file; with ``missing_ok`` an empty one where there is none. Raises OptionError."""
    try:
        return parse_baseline(path.read_text(encoding="utf-8-sig"), str(path))
    except FileNotFoundError:
        if missing_ok:
            return Baseline(str(path))
        raise OptionError(
            f"{path}: there is no such baseline; write it with --dtypegen-baseline={path} --dtypegen-update-baseline"
        ) from None
    except UnicodeDecodeError as error:
        raise OptionError(f"{path}: is not UTF-8 text (byte {error.start}); save the baseline as UTF-8") from None
    except OSError as error:
        raise OptionError(f"{path}: cannot be read ({error.strerror}); check its permissions") from None


def format_baseline(baseline: Baseline) -> str:
    """The file's text: head, cases sorted by sample, dtype, device and pass, tail."""
    lines = list(baseline.head)
    for key in sorted(baseline.known):
        row = baseline.known[key]
        lines += [*row.above, row.line]
    lines += baseline.tail
    return "".join(f"{line}\n" for line in lines)


def update(
    baseline: Baseline, records: Iterable[Record], coverage: Coverage, ruled: frozenset[CaseKey] = frozenset()
) -> Baseline:
    """The baseline after a run: failures added or their class changed, passed and vanished cases taken out.

    Everything that the run did not cover stays, and so does a case that was skipped, or that passed only when it was
    tried again. ``ruled``: cases that a rule expects to fail; no lines are added for them.
    """
    known = dict(baseline.known)
    gone = {key for key in known if coverage.vanished(key, baseline)}
    for record in records:
        key = key_of(record)
        old = known.get(key)
        if record.outcome == "passed" and "flaky" not in record.metrics:
            gone.add(key)
        elif record.outcome == "failed" and record.failure and key not in ruled:
            code = record.failure.code
            if old is None:
                known[key] = Known(key, code)
            elif old.code != code:
                known[key] = replace(old, code=code, raw="")
    head = _head_after(baseline, coverage, added=known.keys() > baseline.known.keys())
    changed, tail = _without(known, gone, baseline.tail)
    return Baseline(baseline.path, changed, head, tail)


def _without(
    known: Mapping[CaseKey, Known], gone: set[CaseKey], tail: tuple[str, ...]
) -> tuple[dict[CaseKey, Known], tuple[str, ...]]:
    """The cases without those that are gone, whose comments above pass to the next case."""
    left: dict[CaseKey, Known] = {}
    homeless: tuple[str, ...] = ()
    for key in sorted(known):
        row = known[key]
        if key in gone:
            homeless += row.above
        elif homeless:
            left[key] = replace(row, above=homeless + row.above)
            homeless = ()
        else:
            left[key] = row
    return left, homeless + tail


def _head_after(baseline: Baseline, coverage: Coverage, added: bool) -> tuple[str, ...]:
    """The head with the run's lists named: in a new file, and where a run of further lists added cases."""
    if not baseline.known and not baseline.head and coverage.lists:
        return (f"# lists: {' '.join(sorted(coverage.lists))}", "")
    if not added or not baseline.lists or coverage.lists <= baseline.lists:
        return baseline.head
    text = f"# lists: {' '.join(sorted(baseline.lists | coverage.lists))}"
    return tuple(text if _LISTS.fullmatch(line) else line for line in baseline.head)
