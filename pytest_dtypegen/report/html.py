"""``index.html``: one file that holds the whole report, and opens anywhere (no torch).

The template escapes everything that comes from a sample or a message; the cases travel as JSON in which ``<`` cannot
occur, and the page's script puts them in as text. Nothing in a sample's name or in an error becomes HTML.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_dtypegen.errors import ERROR_CLASSES
from pytest_dtypegen.gate.text import heading, title
from pytest_dtypegen.gate.verdict import KINDS, GateResult
from pytest_dtypegen.report.journal import Entry, JournalData, jsonable
from pytest_dtypegen.report.numbers import SNR_STEP, numbers
from pytest_dtypegen.report.summary import Cell, Summary, column_of, duration
from pytest_dtypegen.report.text import first, one_line

if TYPE_CHECKING:
    from jinja2 import Template

HERE = Path(__file__).parent
STAGE_LIMIT = 20_000
"""Characters of a message that the page keeps; a longer one stands whole in the journal."""
GATE_SHOWN = 500
"""Findings of a kind that the page names; all of them stand in ``results.json``."""


def script_json(value: Any) -> str:
    """``value`` as JSON that can stand in a ``<script>`` element whatever it holds."""
    text = json.dumps(jsonable(value), ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _case(entry: Entry, row: Mapping[str, Any]) -> dict[str, Any]:
    """A case as the page's script wants it; what is empty is left out."""
    record = entry.record
    case: dict[str, Any] = {
        "id": entry.case_id,
        "node": entry.nodeid,
        "sample": record.sample,
        "source": entry.source,
        "column": column_of(entry).label,
        "outcome": record.outcome,
        "seconds": round(duration(entry), 3),
        "stages": {name: round(float(seconds), 3) for name, seconds in record.stages.items()},
        "metrics": dict(record.metrics),
        "warnings": list(record.warnings),
        "row": dict(row),
    }
    failure = record.failure
    if failure is not None:
        case |= {
            "code": failure.code,
            "stage": failure.stage,
            "op": failure.op,
            "at": failure.node,
            "line": failure.line,
            "file": failure.file if failure.file != "model.py" else "",
            "operands": list(failure.operands),
            "origin": failure.origin,
            "message": failure.message[:STAGE_LIMIT],
            "remedy": failure.remedy or failure.error_class.remedy,
        }
    return {key: value for key, value in case.items() if value not in (None, "", [], {})}


def _facts(data: JournalData) -> list[tuple[str, str]]:
    """What was run, in words."""
    meta = data.meta
    started, ended = meta.get("started"), data.ended
    facts = [
        ("samples from", ", ".join(meta.get("sets", ()))),
        ("level", str(meta.get("level", ""))),
        ("pass", ", ".join(meta.get("passes", ()))),
        ("shard", str(meta.get("shard", ""))),
        ("versions", ", ".join(f"{name} {value}" for name, value in meta.get("versions", {}).items())),
        ("platform", str(meta.get("platform", ""))),
        ("started", time.strftime("%Y-%m-%d %H:%M", time.localtime(started)) if started else ""),
        ("took", span(ended - started) if started and ended else ""),
    ]
    return [(name, one_line(value)) for name, value in facts if value and (name, value) != ("shard", "1/1")]


def span(seconds: float) -> str:
    """A time as a person says it.

    >>> span(0.034), span(7.25), span(190), span(7384)
    ('34 ms', '7.2 s', '3 min 10 s', '2 h 3 min')
    """
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def percent(part: float, whole: float = 1.0) -> str:
    """A share with as many digits as keep "all but a few" from reading as all.

    >>> percent(1, 1), percent(4899, 4902), percent(1, 3), percent(0, 0)
    ('100%', '99.94%', '33.3%', '-')
    """
    if not whole:
        return "-"
    share = 100 * part / whole
    if share in (0, 100):
        return f"{share:.0f}%"
    return f"{min(share, 99.99):.2f}%" if share > 99 else f"{share:.1f}%"


@lru_cache(maxsize=1)
def _template() -> Template:
    import jinja2

    loader = jinja2.FileSystemLoader(HERE)
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters.update(first=first, percent=percent, span=span, num=lambda value: f"{value:,}")
    return environment.get_template("page.html")


def _gate(gate: GateResult | None) -> dict[str, Any] | None:
    """The gate's section: its kinds in order, those that turn the run red first; None where there is nothing to say."""
    if gate is None or not gate.worth_telling:
        return None
    kinds = []
    for kind, count in gate.counts.items():
        found = gate.of(kind)
        red = any(finding.red(gate.strict) for finding in found)
        kinds.append(
            {
                "name": kind,
                "heading": heading(kind, count).removeprefix(f"{count:,} "),
                "count": count,
                "tone": "bad" if red else "warn" if KINDS[kind].news else "none",
                "open": KINDS[kind].news,
                "findings": first(found, GATE_SHOWN),
            }
        )
    kinds.sort(key=lambda kind: kind["tone"] != "bad")
    return {"red": gate.red, "title": title(gate), "baseline": gate.baseline, "strict": gate.strict, "kinds": kinds}


def render(
    data: JournalData,
    summary: Summary,
    rows: Sequence[Mapping[str, Any]] = (),
    gate: GateResult | None = None,
) -> str:
    """The page. ``rows``: what users' hooks add to each entry, in the entries' order; ``gate``: what the gate found."""
    from markupsafe import Markup

    cases = [_case(entry, rows[i] if i < len(rows) else {}) for i, entry in enumerate(data.entries)]
    classes = {row.code: {"name": row.name, "summary": row.summary} for row in ERROR_CLASSES.values()}
    matrix = [
        (source, [(column.label, summary.cells.get((source, column), Cell())) for column in summary.columns])
        for source in summary.sources
    ]
    return _template().render(
        summary=summary,
        total=summary.total,
        matrix=matrix,
        totals=[summary.column(column) for column in summary.columns],
        facts=_facts(data),
        gate=_gate(gate),
        numbers=numbers(summary, data.entries),
        snr_step=SNR_STEP,
        missing=data.lacking,
        planned=data.planned,
        # our own files, and JSON made safe by script_json: all that is not escaped
        style=Markup((HERE / "page.css").read_text(encoding="utf-8")),
        script=Markup((HERE / "page.js").read_text(encoding="utf-8")),
        data=Markup(script_json({"cases": cases, "classes": classes})),
    )
