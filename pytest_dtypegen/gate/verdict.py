"""The gate's verdict: what of a run is news, what was expected, and what turns it red (no torch, no pytest)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pytest_dtypegen.cases import parse_id
from pytest_dtypegen.errors import ERROR_CLASSES
from pytest_dtypegen.gate.baseline import Baseline, Coverage
from pytest_dtypegen.gate.environment import Environment
from pytest_dtypegen.gate.key import CaseKey, HasKey, key_of
from pytest_dtypegen.gate.rules import Rule, applying, match_before, match_failure
from pytest_dtypegen.records import Record

Red = Literal["always", "strict", "never"]


@dataclass(frozen=True)
class Kind:
    """A kind of finding. ``title`` for one, ``titles`` for several; ``news``: its cases are named in the summary."""

    name: str
    title: str
    titles: str
    red: Red
    news: bool = True


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("new", "new failure", "new failures", "always"),
        Kind("changed", "changed class: another failure than the expected one", "changed classes", "always"),
        Kind("crash", "crash", "crashes", "always"),
        Kind("timeout", "timeout", "timeouts", "always"),
        Kind("missing", "missing: in the baseline, not reached", "missing: in the baseline, not reached", "always"),
        Kind("xpass", "XPASS: a strict rule's failure is gone", "XPASS: failures of strict rules are gone", "always"),
        Kind("fixed", "fixed: in the baseline, passes now", "fixed: in the baseline, pass now", "strict"),
        Kind("unmatched", "rule that matched nothing", "rules that matched nothing", "strict"),
        Kind("expired", "expired rule, which is none any more", "expired rules, which are none any more", "never"),
        Kind("flaky", "flaky: another outcome when tried again", "flaky: other outcomes when tried again", "never"),
        Kind("expected", "expected failure (baseline)", "expected failures (baseline)", "never", news=False),
        Kind("xfail", "expected failure (rule)", "expected failures (rules)", "never", news=False),
    )
}
"""The kinds of change, in the order in which they are told. What is unremarkable has none."""

_OWN_KIND = {"DG801": "timeout", "DG802": "crash"}


@dataclass(frozen=True)
class Finding:
    """One thing that the gate has to say: of a case (``key``), or of a rule. ``code`` is the class now, ``before`` the
    baseline's; ``line`` the baseline's, 0 where it has none."""

    kind: str
    text: str
    key: CaseKey | None = None
    code: str | None = None
    before: str | None = None
    line: int = 0

    @property
    def subject(self) -> str:
        return self.key.id if self.key else ""

    def red(self, strict: bool = False) -> bool:
        red = KINDS[self.kind].red
        return red == "always" or (strict and red == "strict")


@dataclass(frozen=True)
class Gate:
    """What a run's verdicts are held against. ``baseline`` is None where none was given: every failure is then simply
    a failure, and only rules expect any. ``updating``: the baseline will be written, so what fails is accepted."""

    baseline: Baseline | None = None
    rules: tuple[Rule, ...] = ()
    strict: bool = False
    updating: bool = False
    _active: dict[Environment, tuple[Rule, ...]] = field(default_factory=dict, repr=False, compare=False)

    def applying(self, environment: Environment) -> tuple[Rule, ...]:
        """The rules that hold in an environment; found once, for it is asked for every case."""
        if environment not in self._active:
            self._active[environment] = applying(self.rules, environment)
        return self._active[environment]

    def before(self, case: HasKey, environment: Environment, own: Sequence[Rule] = ()) -> Rule | None:
        """The rule that says before a case runs that it will fail."""
        return match_before((*applying(own, environment), *self.applying(environment)), case)

    def rule_for(self, record: Record, environment: Environment, own: Sequence[Rule] = ()) -> Rule | None:
        """The rule that expects a record's failure, or that expected one where it passed. ``own``: the case's own
        rules, from markers, which go before."""
        rules = (*applying(own, environment), *self.applying(environment))
        early = match_before(rules, record)
        if early is not None or record.outcome != "failed" or record.failure is None:
            return early
        return match_failure(rules, record, record.failure)

    def judge(self, record: Record, environment: Environment, own: Sequence[Rule] = ()) -> Finding | None:
        """What there is to say of one case's verdict; None for a plain pass or skip."""
        rule = self.rule_for(record, environment, own)
        expected = rule.text if rule else record.metrics.get("expected")
        if expected and (record.outcome == "failed" or "not_run" in record.metrics):
            return self._finding("xfail", str(expected), record)
        if record.outcome == "failed":
            return self._failed(record)
        known = self.baseline.known.get(key_of(record)) if self.baseline else None
        if record.outcome == "skipped":
            return self._finding("missing", f"skipped: {_class_of(record)}", record) if known else None
        if "flaky" in record.metrics:
            return self._finding("flaky", _attempts(record), record)
        gone = rule.text if rule and rule.strict else record.metrics.get("xpass")
        if gone:
            return self._finding("xpass", str(gone), record)
        if known:
            return self._finding("fixed", f"no longer fails with {ERROR_CLASSES[known.code]}", record)
        return None

    def settled(self, record: Record, finding: Finding | None) -> bool:
        """Whether a verdict needs no other try: it is no failure, or one that is known. A failure that is about to be
        written into the baseline is not known yet."""
        if record.outcome != "failed":
            return True
        if finding is None:
            return False
        if self.updating and finding.kind == "expected":
            return finding.before == record.code
        return not finding.red()

    def turns_red(self, finding: Finding) -> bool:
        """Whether a case's finding fails its item. Where the baseline is being written, a fixed case only leaves it."""
        return finding.red(self.strict and not self.updating)

    def _failed(self, record: Record) -> Finding:
        known = self.baseline.known.get(key_of(record)) if self.baseline else None
        code = record.code or "DG999"
        attempts = record.metrics.get("flaky", ())
        text = _class_of(record) + (f"; {_attempts(record)}" if attempts else "")
        if known and known.code == code:
            return self._finding("flaky" if attempts else "expected", text, record)
        if known and known.code in attempts:
            return self._finding("flaky", text, record)
        if self.updating:
            return self._finding("expected", text, record)
        if code in _OWN_KIND:
            return self._finding(_OWN_KIND[code], text + (f", was {known.code}" if known else ""), record)
        if known:
            return self._finding("changed", f"was {ERROR_CLASSES[known.code]}, now {text}", record)
        return self._finding("new", text, record)

    def _finding(self, kind: str, text: str, record: Record) -> Finding:
        key = key_of(record)
        known = self.baseline.known.get(key) if self.baseline else None
        before, line = (known.code, known.number) if known else (None, 0)
        return Finding(kind, text, key, record.code, before, line)


def _class_of(record: Record) -> str:
    failure = record.failure
    if failure is None:
        return str(record.metrics.get("not_run", record.outcome))
    return f"{failure.error_class}{f' in {failure.op}' if failure.op else ''}"


def _attempts(record: Record) -> str:
    return "attempts: " + ", ".join(map(str, record.metrics["flaky"]))


@dataclass(frozen=True)
class GateResult:
    """Everything that the gate found, in the order of ``KINDS``; ``baseline``: its path, empty where there is none.
    ``besides``: what makes it red beside the findings, in words."""

    findings: tuple[Finding, ...] = ()
    strict: bool = False
    baseline: str = ""
    besides: tuple[str, ...] = ()

    def of(self, kind: str) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.kind == kind)

    @property
    def counts(self) -> Mapping[str, int]:
        """Kind -> number, of the kinds that there are."""
        counts = {name: len(self.of(name)) for name in KINDS}
        return {name: count for name, count in counts.items() if count}

    @property
    def red(self) -> bool:
        return bool(self.besides) or any(finding.red(self.strict) for finding in self.findings)

    @property
    def worth_telling(self) -> bool:
        """Whether there is a baseline, or anything to say beyond plain failures."""
        return bool(self.baseline or self.besides) or bool(self.counts.keys() - {"new", "crash", "timeout"})

    @property
    def exit_code(self) -> int:
        """Pytest's: 0 all as expected, 1 something failed."""
        return int(self.red)

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> GateResult:
        """What ``to_json`` gave. Raises KeyError or TypeError where it is not that."""
        findings = []
        for found in row["findings"]:
            case = parse_id(found["case"]) if found["case"] else None
            key = key_of(case) if case else None
            kind, line = KINDS[found["kind"]].name, int(found.get("line", 0))  # earlier versions wrote none
            findings.append(Finding(kind, found["text"], key, found["class"], found["before"], line))
        besides = tuple(map(str, row.get("besides", ())))  # nor these
        return cls(tuple(findings), bool(row["strict"]), str(row["baseline"]), besides)

    def to_json(self) -> dict[str, Any]:
        """For ``results.json``: kind -> findings."""
        return {
            "red": self.red,
            "strict": self.strict,
            "baseline": self.baseline,
            "besides": list(self.besides),
            "counts": dict(self.counts),
            "findings": [
                {
                    "kind": f.kind,
                    "case": f.subject or None,
                    "class": f.code,
                    "before": f.before,
                    "line": f.line,
                    "text": f.text,
                }
                for f in self.findings
            ],
        }


def compare(gate: Gate, records: Iterable[Record], coverage: Coverage, environment: Environment) -> GateResult:
    """Hold a run's records (each case's last) against the gate.

    A known case that the run should have reached and did not is missing. A rule by op or class is judged by all the
    cases that it selects: where every one of them passed and the rule says which samples it is about, its failure is
    gone (``xpass``); where it merely explains nothing, it is ``unmatched``. Both are said only where the run covered
    everything that the rule is about.
    """
    records = list(records)
    found = [finding for record in records if (finding := gate.judge(record, environment)) is not None]
    reached = {key_of(record) for record in records}
    if gate.baseline is not None:
        found += _missing(gate.baseline, reached, coverage)
    found += _about_rules(gate, records, coverage.whole and coverage.selected <= reached, environment)
    order = list(KINDS)
    found.sort(key=lambda finding: (order.index(finding.kind), finding.key or ("",), finding.text))
    return GateResult(tuple(found), gate.strict, gate.baseline.path if gate.baseline else "")


def _missing(baseline: Baseline, reached: set[CaseKey], coverage: Coverage) -> list[Finding]:
    found = []
    for key, known in baseline.known.items():
        if key in reached:
            continue
        if key in coverage.selected:
            text = "the run ended before it"
        elif coverage.vanished(key, baseline):
            text = "its sample is in no list of this run"
        else:
            continue
        found.append(Finding("missing", text, key, None, known.code, known.number))
    return found


def _about_rules(
    gate: Gate, records: Sequence[Record], everything: bool, environment: Environment
) -> Iterable[Finding]:
    """``everything``: these are the verdicts of whole lists, and the run did not end before some of their cases."""
    used = {id(gate.rule_for(record, environment)) for record in records}
    for rule in gate.rules:
        if rule.expired(environment):
            if not rule.builtin:
                yield Finding("expired", f"since {rule.expires}: {rule.text}")
            continue
        if rule.builtin or id(rule) in used or not rule.applies(environment):
            continue
        scope = [record for record in records if rule.selects(record)]
        if not everything and not (rule.names_one_case and scope):
            continue
        passed = bool(scope) and all(record.outcome == "passed" for record in scope)
        if passed and rule.sample and rule.strict:
            cases = "its case passes" if len(scope) == 1 else f"all of its {len(scope):,} cases pass"
            yield Finding("xpass", f"{cases}: {rule.text}")
        else:
            yield Finding("unmatched", rule.text)


def ruled_cases(gate: Gate, records: Iterable[Record], environment: Environment) -> frozenset[CaseKey]:
    """The cases whose failure a rule or a marker expects: a baseline needs no line for them."""
    kinds = ((record, gate.judge(record, environment)) for record in records)
    return frozenset(key_of(record) for record, finding in kinds if finding and finding.kind == "xfail")
