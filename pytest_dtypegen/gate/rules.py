"""Rules: expected failures by op, sample, dtype, device, class, torch version and hardware (no torch).

::

    [[rule]]
    op = "torch.fft.*"              # a glob on the op's name, torch's or ours; like dtype, device, sample and
    dtype = "float16"               # class it may be a list, of which one must match; left out, all do
    device = "cpu"
    sample = "samples/timm/*"
    class = "kernel-missing"        # a code or a name
    torch = ">=2.6,<2.15"           # PEP 440
    hardware = "!avx512_fp16"       # CPU flags, machine, system, cuda>=8.0; a list: all must hold
    reason = "no half FFT on CPUs"  # required: it is what the report shows
    link = "https://..."
    strict = true                   # a failure that is gone turns the run red
    run = true                      # false: do not even start the case
    expires = 2027-01-01            # the last day on which the rule holds
"""

from __future__ import annotations

import contextlib
import difflib
import fnmatch
import functools
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from pathlib import Path
from typing import Any

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from pytest_dtypegen.errors import ERROR_CLASSES, Failure
from pytest_dtypegen.gate.environment import Environment, is_condition
from pytest_dtypegen.gate.key import HasKey
from pytest_dtypegen.options import DTYPES, OptionError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

BUILTIN = Path(__file__).parent / "builtin_rules.toml"

Globs = tuple[str, ...]

_WILD = re.compile(r"[*?\[]")

_TORCH_NAMES: tuple[tuple[str, str], ...] = (
    ("torch.nn.functional.", ""),
    ("torch.ops.aten.", ""),
    ("torch._C._nn.", ""),
    ("torch.Tensor.", ""),
    ("torch.fft.", "fft_"),
    ("torch.linalg.", "linalg_"),
    ("torch.special.", "special_"),
    ("torch.", ""),
    ("Tensor.", ""),
    ("operator.", ""),
)
"""How torch's qualified names become the op names that failures carry (``torch.fft.fft2`` is ``fft_fft2``)."""


@dataclass(frozen=True)
class Rule:
    """One expected failure. ``origin`` says where it is written, as ``rules.toml, rule 3``; ``builtin`` rules are
    about torch, not about a list, so it is no news where they match nothing."""

    reason: str
    op: Globs = ()
    dtype: Globs = ()
    device: Globs = ()
    sample: Globs = ()
    error_class: Globs = ()
    torch: str = ""
    hardware: Globs = ()
    link: str = ""
    strict: bool = True
    run: bool = True
    expires: date | None = None
    origin: str = "rule"
    builtin: bool = False

    @property
    def before(self) -> bool:
        """Whether it is known before a case runs that the rule is about it: it names no op and no class."""
        return not self.op and not self.error_class

    @property
    def text(self) -> str:
        """The reason, with the link and where the rule stands."""
        return f"{self.reason}{f' ({self.link})' if self.link else ''} [{self.origin}]"

    def expired(self, environment: Environment) -> bool:
        return self.expires is not None and environment.today > self.expires

    def applies(self, environment: Environment) -> bool:
        """Whether the rule holds here and today."""
        if self.expired(environment) or (self.torch and not environment.has_torch(self.torch)):
            return False
        return all(environment.meets(condition) for condition in self.hardware)

    def selects(self, case: HasKey) -> bool:
        """Whether a case is in the rule's scope: by sample, dtype and device."""
        return (
            _matches(case.sample, self.sample)
            and _matches(case.dtype, self.dtype)
            and (_matches(case.device, self.device) or _matches(case.device.partition(":")[0], self.device))
        )

    def explains(self, failure: Failure) -> bool:
        """Whether a failure of a selected case is the one that the rule is about: by op and class."""
        if self.error_class and failure.code not in self.error_class:
            return False
        return not self.op or (failure.op is not None and _matches(failure.op, _op_globs(self.op)))

    @property
    def names_one_case(self) -> bool:
        """Whether sample, dtype and device are each written out."""
        parts = (self.sample, self.dtype, self.device)
        return all(len(part) == 1 and not _WILD.search(part[0]) for part in parts)


@functools.cache
def _pattern(globs: Globs) -> re.Pattern[str]:
    return re.compile("|".join(fnmatch.translate(glob) for glob in globs))


def _matches(name: str, globs: Globs) -> bool:
    return not globs or _pattern(globs).match(name) is not None


@functools.cache
def _op_globs(globs: Globs) -> Globs:
    return tuple(dict.fromkeys(op for glob in globs for op in (glob, _op_name(glob))))


def _op_name(glob: str) -> str:
    for prefix, instead in _TORCH_NAMES:
        if glob.startswith(prefix):
            return instead + glob.removeprefix(prefix).removesuffix(".default")
    return glob


# Reading


def read_rules(path: Path, *, builtin: bool = False) -> tuple[Rule, ...]:
    """The rules of a TOML file. Raises OptionError, one line: file, rule, what is wrong, what to do."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise OptionError(f"{path}: there is no such file; check the path given to --dtypegen-rules") from None
    except UnicodeDecodeError as error:
        raise OptionError(f"{path}: is not UTF-8 text (byte {error.start}); save the rules as UTF-8") from None
    except OSError as error:
        raise OptionError(f"{path}: cannot be read ({error.strerror}); check its permissions") from None
    return parse_rules(text, str(path), builtin=builtin)


def parse_rules(text: str, path: str = "rules.toml", *, builtin: bool = False) -> tuple[Rule, ...]:
    """The rules in a TOML text. Raises OptionError as ``read_rules``."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"{path}: is no TOML: {error}; rules begin with [[rule]], texts stand in quotes") from None
    unknown = sorted(document.keys() - {"rule"})
    rows = document.get("rule", [])
    if unknown or not isinstance(rows, list):
        what = f"unknown table {unknown[0]!r}" if unknown else "[rule] in single brackets"
        raise OptionError(f"{path}: {what}; begin each rule with [[rule]]")
    name = "built-in rules" if builtin else path
    return tuple(bounded_rule(row, f"{name}, rule {number}", builtin) for number, row in enumerate(rows, 1))


def bounded_rule(row: Any, origin: str, builtin: bool = False) -> Rule:
    """The same as ``make_rule``, for where nothing but the rule itself says which cases it is about: one that says
    nothing of that is refused."""
    rule = make_rule(row, origin, builtin)
    scope = (rule.op, rule.dtype, rule.device, rule.sample, rule.error_class, rule.torch, rule.hardware)
    if not any(scope):
        raise OptionError(
            f"{origin}: names no op, dtype, device, sample, class, torch or hardware, and would expect every case to "
            'fail; write sample = "*" if that is meant'
        )
    return rule


def make_rule(row: Any, origin: str, builtin: bool = False) -> Rule:
    """A rule from a table with the keys of the file format, as TOML and the hook give it. Raises OptionError."""
    if isinstance(row, Rule):
        return row
    if not isinstance(row, Mapping):
        raise OptionError(f"{origin}: {row!r} is no rule; write a table with a reason")
    unknown = [key for key in row if key not in _KEYS]
    if unknown:
        close = difflib.get_close_matches(str(unknown[0]), _KEYS, n=1)
        meant = f"; did you mean {close[0]}?" if close else ""
        raise OptionError(f"{origin}: unknown key {unknown[0]!r}{meant} (known: {', '.join(_KEYS)})")
    reason = row.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise OptionError(f'{origin}: has no reason; say why the failure is expected: reason = "..."')
    rule = Rule(
        reason=" ".join(reason.split()),
        op=_ops(_texts(row, "op", origin), origin),
        dtype=_dtypes(_texts(row, "dtype", origin), origin),
        device=_texts(row, "device", origin),
        sample=_texts(row, "sample", origin),
        error_class=_codes(_texts(row, "class", origin), origin),
        torch=_specifier(row, origin),
        hardware=_hardware(_texts(row, "hardware", origin), origin),
        link=_one(row, "link", str, "", "a text", origin),
        strict=_one(row, "strict", bool, True, "true or false", origin),
        run=_one(row, "run", bool, True, "true or false", origin),
        expires=_day(row, origin),
        origin=origin,
        builtin=builtin,
    )
    if not rule.run and not rule.before:
        raise OptionError(
            f"{origin}: run = false with op or class: which op a case fails in is known only after it ran; "
            "name its sample instead"
        )
    return rule


_KEYS = tuple(
    "class" if f.name == "error_class" else f.name for f in fields(Rule) if f.name not in ("origin", "builtin")
)


def _one(row: Mapping[str, Any], key: str, kind: type, default: Any, what: str, origin: str) -> Any:
    value = row.get(key, default)
    if type(value) is not kind:
        raise OptionError(f"{origin}: {key} = {value!r}; write {what}")
    return value


def _texts(row: Mapping[str, Any], key: str, origin: str) -> Globs:
    value = row.get(key, ())
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, (list, tuple)) or not all(isinstance(one, str) and one for one in values):
        raise OptionError(f"{origin}: {key} = {value!r}; write a text or a list of texts")
    if key in row and not values:
        raise OptionError(f"{origin}: {key} is an empty list, which matches nothing; leave it out to match all")
    return tuple(values)


def _ops(globs: Globs, origin: str) -> Globs:
    for glob in globs:
        if glob != "*" and _op_name(glob) in ("*", ""):
            raise OptionError(f"{origin}: op = {glob!r} would match every op; name the op, or leave it out")
    return globs


def _dtypes(globs: Globs, origin: str) -> Globs:
    globs = tuple(glob.removeprefix("torch.") for glob in globs)
    for glob in globs:
        if not any(_matches(dtype, (glob,)) for dtype in DTYPES):
            raise OptionError(f"{origin}: dtype = {glob!r} is none; write one of {', '.join(DTYPES)}")
    return globs


def _codes(names: Globs, origin: str) -> Globs:
    by_name = {row.name: row.code for row in ERROR_CLASSES.values()}
    by_name.update({row.marker: row.code for row in ERROR_CLASSES.values()})
    by_name.update({code: code for code in ERROR_CLASSES})
    for name in names:
        if name not in by_name:
            close = difflib.get_close_matches(name, by_name, n=1)
            meant = f"did you mean {close[0]}?" if close else "write a code such as DG501, or its name"
            raise OptionError(f"{origin}: there is no class {name!r}; {meant}")
    return tuple(by_name[name] for name in names)


def _specifier(row: Mapping[str, Any], origin: str) -> str:
    text: str = _one(row, "torch", str, "", "a version range in quotes", origin)
    try:
        SpecifierSet(text)
    except InvalidSpecifier:
        raise OptionError(f"{origin}: torch = {text!r} is no version range; write it as >=2.6,<2.15") from None
    return text


def _hardware(conditions: Globs, origin: str) -> Globs:
    for condition in conditions:
        if not is_condition(condition):
            raise OptionError(
                f"{origin}: hardware = {condition!r} is no condition; write a CPU flag, machine or system in lower "
                "case (avx512_fp16, !amx_bf16, aarch64, linux), or cuda>=8.0"
            )
    return conditions


def _day(row: Mapping[str, Any], origin: str) -> date | None:
    value = row.get("expires")
    if isinstance(value, str):
        with contextlib.suppress(ValueError):
            value = date.fromisoformat(value)
    if isinstance(value, datetime):
        return value.date()
    if value is not None and not isinstance(value, date):
        raise OptionError(f"{origin}: expires = {value!r} is no date; write it as 2027-01-31")
    return value


@functools.cache
def builtin_rules() -> tuple[Rule, ...]:
    """What torch itself does not have, whatever the samples are."""
    return read_rules(BUILTIN, builtin=True)


# Matching


def match_before(rules: Iterable[Rule], case: HasKey) -> Rule | None:
    """The first of the (applying) rules that says, before a case runs, that it will fail."""
    return next((rule for rule in rules if rule.before and rule.selects(case)), None)


def match_failure(rules: Iterable[Rule], case: HasKey, failure: Failure) -> Rule | None:
    """The first of the (applying) rules that expects this failure of this case."""
    return next((rule for rule in rules if rule.selects(case) and rule.explains(failure)), None)


def applying(rules: Sequence[Rule], environment: Environment) -> tuple[Rule, ...]:
    """The rules that hold here and today, in their order."""
    return tuple(rule for rule in rules if rule.applies(environment))
