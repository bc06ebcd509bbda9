"""The report as Markdown, for a GitHub job summary or a comment (no torch)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pytest_dtypegen.gate.text import heading, title
from pytest_dtypegen.gate.verdict import KINDS, GateResult
from pytest_dtypegen.report.journal import Entry
from pytest_dtypegen.report.memory import memory_lines, memory_rows
from pytest_dtypegen.report.summary import Cell, Summary
from pytest_dtypegen.report.text import first, one_line


def escape(text: str) -> str:
    """``text`` as text: nothing in it is taken for Markdown or HTML, in a table cell either."""
    text = one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|~#])", r"\\\1", text)


def code(text: str) -> str:
    """``text`` as a code span that holds in a table cell."""
    flat = one_line(text).replace("|", "\\|")
    fence = "``" if "`" in flat else "`"
    return f"{fence} {flat} {fence}" if "`" in flat else f"`{flat}`"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(cell: Cell) -> str:
    mark = "" if not cell.total else "✅ " if not cell.failed else "❌ "
    return f"{mark}{cell}" + (f" ({cell.skipped} skipped)" if cell.skipped else "")


def gate_lines(gate: GateResult, shown: int = 20) -> list[str]:
    """What the gate found, as Markdown."""
    text = ["", f"### {'❌' if gate.red else '✅'} Gate: {escape(title(gate))}", ""]
    for kind, count in gate.counts.items():
        text.append(f"- **{escape(heading(kind, count))}**")
        named = first(gate.of(kind), shown) if KINDS[kind].news else ()
        for finding in named:
            subject = f"{code(finding.subject)} " if finding.subject else ""
            text.append(f"  - {subject}{escape(finding.text)}")
        if KINDS[kind].news and count > len(named):
            text.append(f"  - ... and {count - len(named):,} more")
    return text


def render(
    summary: Summary,
    entries: Sequence[Entry],
    meta: Mapping[str, Any],
    gate: GateResult | None = None,
    failures: int = 50,
) -> str:
    """The matrix, what the gate found, the error classes and the first failures."""
    total = summary.total
    lines = [f"## dtypegen: {total.passed:,} of {total.total:,} cases passed", ""]
    lines += [_row(["source", *(escape(column.label) for column in summary.columns)])]
    lines += [_row(["---"] + ["---:"] * len(summary.columns))]
    for source in summary.sources:
        cells = [_cell(summary.cells.get((source, column), Cell())) for column in summary.columns]
        lines.append(_row([escape(source), *cells]))
    lines.append(_row(["**total**", *(_cell(summary.column(column)) for column in summary.columns)]))
    if gate is not None and gate.worth_telling:
        lines += gate_lines(gate)
    if summary.classes:
        lines += ["", "| cases | error class | ops |", "| ---: | --- | --- |"]
        for row in summary.classes:
            ops = ", ".join(f"{code(op)} {count}" for op, count in row.ops[:3])
            lines.append(_row([f"{row.count:,}", escape(str(row.error_class)), ops]))
    failed = [entry for entry in entries if entry.record.outcome == "failed"]
    if failed:
        more = f", the first {failures}" if len(failed) > failures else ""
        lines += ["", f"<details><summary>{len(failed):,} failed cases{more}</summary>", ""]
        lines += ["| case | class | op | message |", "| --- | --- | --- | --- |"]
        for entry in failed[:failures]:
            failure = entry.record.failure
            assert failure is not None
            op = code(failure.op) if failure.op else ""
            lines.append(_row([code(entry.case_id), failure.code, op, escape(failure.message)]))
        lines += ["", "</details>"]
    memory = memory_lines(memory_rows(entries))
    if memory:
        lines += ["", "<details><summary>Peak memory by sample size</summary>", "", *memory, "", "</details>"]
    versions = ", ".join(f"{name} {value}" for name, value in meta.get("versions", {}).items())
    lines += ["", f"<sub>level {escape(str(meta.get('level', '?')))}; {escape(versions)}</sub>", ""]
    return "\n".join(lines)
