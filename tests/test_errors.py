"""Each error class: its page, and that the page's minimal example really ends in it."""

import copy
import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import torch

import pytest_dtypegen
from pytest_dtypegen.cases import Case
from pytest_dtypegen.check.pipeline import run_case
from pytest_dtypegen.errors import ERROR_CLASSES, DtypegenError
from pytest_dtypegen.options import Options
from pytest_dtypegen.passes.protocol import Rewrite
from pytest_dtypegen.samples.model import TensorMeta
from pytest_dtypegen.samples.source import parse_graph
from pytest_dtypegen.samples.write import print_meta

PAGES = Path(pytest_dtypegen.__file__).parent / "explain"
SECTIONS = ("What it means", "Why it is bad", "What to do")

#: Classes of the process, not of a graph: tests/execute provokes them; DG999 has no example, since the aim is none.
OF_THE_PROCESS = {"DG801", "DG802", "DG803", "DG804", "DG999"}
#: Examples that show a fault that only a GPU's kernel has.
ON_CUDA = {"DG502"}


def page(code):
    return (PAGES / f"{code}.md").read_text()


def block(code, kind):
    found = re.search(rf"```{kind}\n(.*?)```", page(code), re.DOTALL)
    return found.group(1) if found else None


def metas(code):
    """The page's ``text tensors``, a line a tensor: ``L_x_: float32[2, 4]``, with ``= [...]`` for recorded data."""
    found = {}
    for line in block(code, "text tensors").strip().splitlines():
        name, dtype, shape, _, data = re.fullmatch(r"(\w+): (\w+)\[([\d, ]*)\](,? ?= ?(.*))?.*", line).groups()
        values = tuple(float(v) for v in re.findall(r"[-\d.e+]+", data)) if data else None
        sizes = tuple(int(size) for size in shape.split(",") if size.strip())
        found[name] = TensorMeta(name, sizes, dtype, mean=0.0, std=1.0, data=values)
    return found


@dataclass(frozen=True)
class Given:
    """A pass that gives the page's rewritten graph, whatever it is given."""

    rewrite_: Rewrite
    name: str = "given"

    def rewrite(self, graph, context):
        return self.rewrite_


def its_pass(code):
    """The page's ``python pass``, or one that gives its ``python rewritten``."""
    text = block(code, "python pass")
    if text is None:
        rewritten = block(code, "python rewritten")
        return Given(Rewrite(parse_graph(rewritten), metas(code))) if rewritten else None
    scope = {"copy": copy, "torch": torch, "replace": replace, "Rewrite": Rewrite}
    exec(text, scope)
    (made,) = [value for value in scope.values() if isinstance(value, type) and "rewrite" in vars(value)]
    return made()


def written_sample(code, folder):
    """The sample that the page speaks of: its ``python model``, or the float32 original of its rewritten graph."""
    sample = folder / "sample"
    sample.mkdir()
    tensors = metas(code)
    if block(code, "python rewritten"):
        tensors = {
            name: replace(meta, dtype="float32") if meta.torch_dtype.is_floating_point else meta
            for name, meta in tensors.items()
        }
    (sample / "model.py").write_text(block(code, "python model") or block(code, "python rewritten"))
    (sample / "weight_meta.py").write_text(print_meta(tensors.values(), is_input=False))
    (sample / "input_meta.py").write_text("")
    (sample / "graph_net.json").write_text('{"framework": "torch"}')
    return sample


def test_codes_and_names_are_unique_and_markers_are_identifiers():
    names = [row.name for row in ERROR_CLASSES.values()]
    assert len(set(names)) == len(names) == 32
    assert all(row.marker.isidentifier() and row.remedy and row.summary for row in ERROR_CLASSES.values())


@pytest.mark.parametrize("code", ERROR_CLASSES)
def test_every_class_has_a_whole_page(code):
    text = page(code)
    assert text.startswith(f"# {code} {ERROR_CLASSES[code].name}\n")
    for section in SECTIONS:
        body = re.search(rf"## {section}\n\n(.+?)(\n## |\Z)", text, re.DOTALL)
        assert body and len(body.group(1).split()) >= 5, section


def test_no_page_without_a_class():
    assert {path.stem for path in PAGES.glob("*.md")} == set(ERROR_CLASSES)


@pytest.mark.parametrize("code", sorted(set(ERROR_CLASSES) - OF_THE_PROCESS - {"DG101"}))
def test_a_page_s_example_ends_in_its_class(code, tmp_path):
    device = "cuda" if code in ON_CUDA else "cpu"
    under_test = its_pass(code)
    name = under_test.name if under_test else "autocast"
    dtype = "bfloat16" if "bfloat16" in (block(code, "python pass") or block(code, "text tensors")) else "float16"
    sample = written_sample(code, tmp_path)
    case = Case("sample", str(sample), dtype, device, name)
    level = "static" if code in ON_CUDA else "run"
    record = run_case(case, Options(level=level, data="recorded"), {name: under_test} if under_test else {})
    assert record.code == code, record.failure


def test_a_folder_that_is_not_there(tmp_path):
    record = run_case(Case("nowhere", str(tmp_path / "nowhere"), "float16", "cpu"), Options(), {})
    assert record.code == "DG101" and "nowhere" in record.failure.message


def test_an_error_takes_the_places_that_it_did_not_know():
    error = DtypegenError("DG401", "no", node="a").at(node="b", line=3, stage="run")
    assert (error.failure.node, error.failure.line, error.failure.stage) == ("a", 3, "run")
    assert error.failure.remedy == ERROR_CLASSES["DG401"].remedy
