"""What pytest-html's own report gains: columns for sample, dtype, device, class and op, and the matrix (no torch)."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import pytest

from pytest_dtypegen.errors import ERROR_CLASSES
from pytest_dtypegen.report.summary import Cell, Summary, summarize
from pytest_dtypegen.report.text import one_line

if TYPE_CHECKING:
    from pytest_dtypegen.report.live import Report

COLUMNS = ("sample", "dtype", "device", "class", "op")


class HtmlColumns:
    """Registered only in a run with ``--html``; other tests' rows have the columns too, empty."""

    def __init__(self, report: Report) -> None:
        self._report = report

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_table_header(self, cells: list[str]) -> None:
        titles = [f'<th class="sortable" data-column-type="{name}">{name}</th>' for name in COLUMNS]
        cells[2:2] = titles

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_table_row(self, report: Any, cells: list[str]) -> None:
        record = getattr(report, "dtypegen", None) or {}
        failure = record.get("failure") or {}
        code = failure.get("code")
        name = str(ERROR_CLASSES[code]) if code in ERROR_CLASSES else code
        values = (record.get("sample"), record.get("dtype"), record.get("device"), name, failure.get("op"))
        if record and len(cells) > 1:
            # pytest-html writes the id as it is; a sample's name is not ours and must not become HTML
            cells[1] = f'<td class="col-testId">{escape(report.nodeid)}</td>'
        pairs = zip(COLUMNS, values, strict=True)
        cells[2:2] = [f'<td class="col-{column}">{escape(one_line(str(value or "")))}</td>' for column, value in pairs]

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_summary(self, prefix: list[str]) -> None:
        prefix.append(matrix_html(summarize(list(self._report.entries.values()))))


def matrix_html(summary: Summary) -> str:
    """The matrix as a table, sources by dtype and device."""
    if not summary.columns:
        return ""
    head = "".join(f'<th style="text-align:right;padding:2px 12px">{escape(c.label)}</th>' for c in summary.columns)
    rows = [(source, [summary.cells.get((source, c), Cell()) for c in summary.columns]) for source in summary.sources]
    rows.append(("total", [summary.column(column) for column in summary.columns]))
    body = "".join(
        f"<tr><th style='text-align:left;padding:2px 12px 2px 0'>{escape(name)}</th>{''.join(map(_cell, cells))}</tr>"
        for name, cells in rows
    )
    return f'<table id="dtypegen-matrix"><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>'


def _cell(cell: Cell) -> str:
    colour = "#b3261e" if cell.failed else "#1b7f3b" if cell.total else "#777"
    return f'<td style="text-align:right;padding:2px 12px;color:{colour}">{cell}</td>'
