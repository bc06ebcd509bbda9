"""Rules from a journal: what its failures would look like as expected failures, grouped by op (no torch)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pytest_dtypegen.errors import ERROR_CLASSES
from pytest_dtypegen.records import Record
from pytest_dtypegen.report.text import first, one_line

_SHOWN = 3


@dataclass
class _Group:
    records: list[Record] = field(default_factory=list)

    def values(self, name: str) -> list[str]:
        return sorted({str(getattr(record, name)) for record in self.records})


def suggest(records: Iterable[Record]) -> str:
    """TOML rules for the failures among ``records``: one for each op, class, device and set of dtypes.

    Failures without an op (a timeout, a malformed sample) are named by their samples. Every reason quotes the
    message; it is for a person to replace by why the failure is acceptable. Defects of this project (DG999) are
    left out: they are to be reported, not expected.
    """
    groups: defaultdict[tuple[str, str, str], _Group] = defaultdict(_Group)
    for record in records:
        failure = record.failure
        if record.outcome == "failed" and failure is not None and failure.code != "DG999":
            groups[failure.op or "", failure.code, record.device].records.append(record)
    ranked = sorted(groups.items(), key=lambda item: (item[0][0] == "", item[0][0], -len(item[1].records), item[0]))
    blocks = [
        "# Expected failures, suggested by dtypegen from a journal: check each, and say why it is acceptable.\n"
        if ranked
        else "# No failures in this journal.\n"
    ]
    for (op, code, device), group in ranked:
        blocks.append(_block(op, code, device, group))
    return "\n".join(blocks)


def _block(op: str, code: str, device: str, group: _Group) -> str:
    records = group.records
    samples = group.values("sample")
    failure = records[0].failure
    assert failure is not None
    named = first(samples, _SHOWN)
    some = ", ".join(named) + (f", {len(samples) - len(named):,} more" if len(samples) > len(named) else "")
    count = f"{len(records):,} case{'s' if len(records) > 1 else ''}"
    lines = [f"# {count}: {_text(one_line(some, 200))[1:-1]}", "[[rule]]"]
    lines += [f"op = {_text(_literal(op))}"] if op else [f"sample = {_list([_literal(name) for name in samples])}"]
    lines.append(f'class = "{code}"  # {ERROR_CLASSES[code].name}')
    lines.append(f"dtype = {_list(group.values('dtype'))}")
    lines.append(f"device = {_text(device)}")
    lines.append(f"reason = {_text(one_line(failure.message, 160) or str(failure.error_class))}")
    return "\n".join(lines) + "\n"


def _literal(name: str) -> str:
    """A name as a glob that matches just it."""
    return "".join(f"[{char}]" if char in "*?[" else char for char in name)


def _text(text: str) -> str:
    # a TOML basic string takes JSON's escapes, but for pairs of surrogates, which are written out
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")


def _list(values: Sequence[str]) -> str:
    if len(values) == 1:
        return _text(values[0])
    inner = ", ".join(map(_text, values))
    return f"[{inner}]" if len(inner) < 90 else "[\n" + "".join(f"    {_text(value)},\n" for value in values) + "]"
