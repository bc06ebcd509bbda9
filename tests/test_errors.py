"""The table of error classes, and its pages: each has all its parts, and its example produces what it says."""

from __future__ import annotations

import copy
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_dtypegen.errors import ERROR_CLASSES, LONGEST_TEXT, DtypegenError, text_of
from pytest_dtypegen.explain import SECTIONS, page

CODES = sorted(ERROR_CLASSES)
BLOCK = re.compile(r"^```(?P<info>[^\n]*)\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)

#: Classes of the process around a case, and the one that nothing should produce: no graph shows them.
NO_GRAPH = {"DG801", "DG802", "DG803", "DG804", "DG999"}


def blocks(code: str) -> dict[str, str]:
    return {match["info"]: match["text"] for match in BLOCK.finditer(page(code))}


@pytest.mark.parametrize("code", CODES)
def test_page_has_all_its_parts(code: str) -> None:
    text = page(code)
    assert text.startswith(f"# {code} {ERROR_CLASSES[code].name}\n")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert headings == list(SECTIONS)
    parts = re.split(r"^## .*$", text, flags=re.MULTILINE)[1:]
    assert all(len(part.split()) >= (1 if part == parts[2] else 8) for part in parts)
    assert all(len(line) <= 120 for line in text.splitlines() if "scaled_dot_product" not in line)


@pytest.mark.parametrize("code", [code for code in CODES if code != "DG999"])
def test_page_shows_an_example(code: str) -> None:
    assert blocks(code)
    if code not in NO_GRAPH | {"DG101"}:
        assert {"python model", "python rewritten"} & set(blocks(code))


def test_every_page_belongs_to_a_class() -> None:
    directory = Path(sys.modules["pytest_dtypegen.explain"].__file__ or "").parent
    assert {path.stem for path in directory.glob("*.md")} == set(CODES)


def test_page_by_code_or_name_in_any_spelling() -> None:
    assert page("dg402") == page("attention-mask-dtype") == page("attention_mask_dtype") == page("DG402")
    with pytest.raises(KeyError):
        page("DG000")


def test_table_is_sound() -> None:
    names = [row.name for row in ERROR_CLASSES.values()]
    assert len(set(names)) == len(names)
    for code, row in ERROR_CLASSES.items():
        assert row.code == code and re.fullmatch(r"DG\d{3}", code) and re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", row.name)
        assert row.summary and row.remedy and row.marker.isidentifier()
    assert {code for code, row in ERROR_CLASSES.items() if row.skip} == {"DG203", "DG804"}


def test_error_keeps_the_first_place_it_is_given() -> None:
    error = DtypegenError("DG401", "no", node="a").at(node="b", line=3, stage="run")
    assert (error.failure.node, error.failure.line, error.failure.stage) == ("a", 3, "run")
    assert error.failure.remedy == ERROR_CLASSES["DG401"].remedy


def test_no_torch_is_imported() -> None:
    code = "import sys; from pytest_dtypegen.explain import page; page('DG401'); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("code", [code for code in CODES if code not in NO_GRAPH | {"DG101"}])
def test_example_produces_its_class(code: str, tmp_path: Path) -> None:
    found = blocks(code)
    record = _rewritten(code, found, tmp_path) if "python rewritten" in found else _case(code, found, tmp_path)
    assert record.code == code, record.failure
    assert record.outcome == ("skipped" if ERROR_CLASSES[code].skip else "failed")


def test_example_of_a_missing_sample(tmp_path: Path) -> None:
    line = blocks("DG101")["text list"].strip()
    assert _run(tmp_path / line, "static", None).code == "DG101"


def _write(directory: Path, model: str, tensors: str) -> None:
    from check.making import tensors as parse

    from pytest_dtypegen.samples.write import print_meta

    directory.mkdir()
    meta = [replace(meta, dtype=meta.dtype) for meta in parse(tensors).values()]
    (directory / "model.py").write_text(model)
    (directory / "weight_meta.py").write_text(print_meta(meta, is_input=False))


def _run(directory: Path, level: Any, pass_: Any, dtype: str = "float16", device: str = "cpu") -> Any:
    from check.making import run

    return run(directory, dtype, pass_=pass_, level=level, device=device)


def _case(code: str, found: dict[str, str], tmp_path: Path) -> Any:
    """The page's model, with its own pass or the built-in one."""
    from pytest_dtypegen.passes.protocol import Rewrite

    _write(tmp_path / "sample", found["python model"], found["text tensors"])
    pass_ = None
    if "python pass" in found:
        import torch

        names: dict[str, Any] = {"copy": copy, "replace": replace, "torch": torch, "Rewrite": Rewrite}
        exec(found["python pass"], names)
        (made,) = (value for value in names.values() if hasattr(value, "rewrite"))
        pass_ = made()
    level = "run" if code[:3] in ("DG2", "DG6") else "static"
    return _run(tmp_path / "sample", level, pass_, "bfloat16" if code == "DG602" else "float16")


def _rewritten(code: str, found: dict[str, str], tmp_path: Path) -> Any:
    """The page's graph as what a pass made of the same graph in float32."""
    from check.making import ByHand
    from check.making import tensors as parse

    from pytest_dtypegen.passes.protocol import Rewrite

    after = parse(found["text tensors"])
    text = re.sub(r"b?float16", "float32", found["text tensors"])
    _write(tmp_path / "sample", found["python rewritten"], text)

    def rewrite(graph: Any, context: Any) -> Any:
        changed = {name: replace(meta, dtype=after[name].dtype) for name, meta in context.tensors.items()}
        return Rewrite(graph, changed)

    device = "cuda" if code == "DG502" else "cpu"
    return _run(tmp_path / "sample", "static", ByHand(rewrite), device=device)


def test_a_very_long_text_is_cut_before_it_is_looked_at():
    class Huge(Exception):
        def __str__(self) -> str:
            return "x" * 50_000_000

    assert text_of(Huge()) == "x" * LONGEST_TEXT
    assert text_of(ValueError("short")) == "short"
