"""``results.json``: the run for other programs (no torch).

``{"schema": "pytest-dtypegen/results", "version": 1, "meta": {...}, "planned": int | null, "exitstatus": int | null,
"totals": {passed, failed, skipped}, "matrix": [{source, dtype, device, pass, passed, failed, skipped}],
"classes": [{code, name, count, ops: [{op, count}]}], "gate": {red, strict, baseline, counts, findings} | null,
"cases": [a record, with nodeid, source, seconds, row]}``; ``results.schema.json`` says it in full.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pytest_dtypegen.gate.verdict import GateResult
from pytest_dtypegen.report.journal import JournalData, jsonable
from pytest_dtypegen.report.summary import Summary, duration

SCHEMA = "pytest-dtypegen/results"
VERSION = 1


def results(
    data: JournalData, summary: Summary, rows: Sequence[Mapping[str, Any]] = (), gate: GateResult | None = None
) -> dict[str, Any]:
    """The whole as JSON's own types. ``rows``: what users' hooks add to each entry, in the entries' order."""
    cases = []
    for index, entry in enumerate(data.entries):
        case = entry.record.to_json()
        case.update(nodeid=entry.nodeid, source=entry.source, seconds=round(duration(entry), 4))
        case["row"] = dict(rows[index]) if index < len(rows) else {}
        cases.append(case)
    matrix = [
        {
            "source": source,
            "dtype": c.dtype,
            "device": c.device,
            "pass": c.pass_name,
            **asdict(summary.cells[source, c]),
        }
        for source in summary.sources
        for c in summary.columns
        if (source, c) in summary.cells
    ]
    classes = [
        {
            "code": row.error_class.code,
            "name": row.error_class.name,
            "count": row.count,
            "ops": [{"op": op, "count": count} for op, count in row.ops],
        }
        for row in (*summary.classes, *summary.skips)
    ]
    whole = {
        "schema": SCHEMA,
        "version": VERSION,
        "meta": dict(data.meta),
        "planned": data.planned,
        "exitstatus": data.exitstatus,
        "totals": asdict(summary.total),
        "matrix": matrix,
        "classes": classes,
        "gate": gate.to_json() if gate else None,
        "cases": cases,
    }
    cleaned: dict[str, Any] = jsonable(whole)
    return cleaned


def render(
    data: JournalData, summary: Summary, rows: Sequence[Mapping[str, Any]] = (), gate: GateResult | None = None
) -> str:
    """The whole as text, a case a line: quick to write, and to look at."""
    whole = results(data, summary, rows, gate)
    cases = whole.pop("cases")
    head = json.dumps(whole, indent=1, allow_nan=False).removesuffix("\n}")
    lines = ",\n".join(json.dumps(case, allow_nan=False) for case in cases)
    return f'{head},\n "cases": [\n{lines}\n]}}\n'
