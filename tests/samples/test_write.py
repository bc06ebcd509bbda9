"""``write_sample`` and ``record_passes``: files that GraphNet runs, whole or not at all."""

from __future__ import annotations

import hashlib
import inspect
import json
import math
import multiprocessing
import os
import runpy
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import torch
from sample_texts import CONSTRAINTS, INFO, MODEL, model, tensor, write
from torch import fx

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples import write as write_module
from pytest_dtypegen.samples.model import Sample, TensorMeta
from pytest_dtypegen.samples.read import read_sample
from pytest_dtypegen.samples.source import parse_graph
from pytest_dtypegen.samples.write import (
    graph_difference,
    print_graph,
    print_meta,
    record_passes,
    write_sample,
    write_whole,
)

FILES = {
    "graph_hash.txt", "graph_net.json", "input_meta.py", "input_tensor_constraints.py", "model.py", "weight_meta.py",
}  # fmt: skip


def run_as_graphnet_does(directory: Path) -> Any:
    """Execute a written sample the way GraphNet's runner does: both files as code, the tensors by keyword."""
    module = runpy.run_path(str(directory / "model.py"))["GraphModule"]()
    tensors = {}
    for value in runpy.run_path(str(directory / "weight_meta.py")).values():
        if inspect.isclass(value):
            dtype = getattr(torch, value.dtype.removeprefix("torch."))  # type: ignore[attr-defined]
            data = getattr(value, "data", None)
            tensors[value.name] = (  # type: ignore[attr-defined]
                torch.ones(value.shape, dtype=dtype)
                if data is None
                else torch.tensor(data, dtype=dtype).reshape(value.shape)  # type: ignore[attr-defined]
            )
    return module(**tensors)


def test_a_written_sample_reads_back(tmp_path: Path) -> None:
    sample = read_sample(write(tmp_path / "original"))
    write_sample(sample, tmp_path / "a" / "b" / "written")
    again = read_sample(tmp_path / "a" / "b" / "written")
    assert graph_difference(sample.graph, again.graph) is None
    assert repr(again.tensors) == repr(sample.tensors)
    assert (again.info, again.extra_files) == (sample.info, sample.extra_files)


def test_its_files(tmp_path: Path) -> None:
    sample = read_sample(write(tmp_path / "original"))
    target = tmp_path / "written"
    write_sample(sample, target)
    assert {p.name for p in target.iterdir()} == FILES
    text = (target / "model.py").read_text()
    assert text == print_graph(sample.graph)
    assert (target / "graph_hash.txt").read_text() == hashlib.sha256(text.encode()).hexdigest()
    assert (target / "input_tensor_constraints.py").read_text() == CONSTRAINTS
    assert json.loads((target / "graph_net.json").read_text()) == json.loads(INFO)
    assert (target / "input_meta.py").read_text() == ""
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_writing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    sample = read_sample(write(tmp_path / "original"))
    write_sample(sample, tmp_path / "one")
    write_sample(read_sample(tmp_path / "one"), tmp_path / "two")
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_a_written_sample_runs_by_itself(tmp_path: Path) -> None:
    write_sample(read_sample(write(tmp_path / "original")), tmp_path / "written")
    (y,) = run_as_graphnet_does(tmp_path / "written")
    assert y.shape == (1, 6)


def test_what_the_text_imports_is_all_that_it_needs(tmp_path: Path) -> None:
    """Every kind of literal and call, executed with nothing but the file's own imports."""
    body = """
x = torch.full((2, 3), -inf, dtype=torch.float32, device=device(type="cpu"))
x[(0, slice(None, None, None))] = torch.nan
y = operator.add(2, 3)
z = math.sqrt(y)
w = x * z
w += 1.5
v = torch.tensor(complex(1.0, -2.0))
n = int(z)
p = (-2) ** torch.tensor(2)
return (w, v, n, p, x.shape, ..., None, slice(1, None, 2), "a'b", {"k": [nan, -0.0]}, torch.Size([1]))
""".strip()
    text = model(
        body,
        "s0: torch.SymInt",
        "import torch\nimport math\nimport operator\nfrom torch import device\nfrom torch import inf, nan",
    )
    graph = parse_graph(text)
    target = tmp_path / "sample"
    write_sample(Sample(graph, {"s0": TensorMeta("s0", (), "int64", data=(1,))}), target)
    w, v, n, p, shape, dots, none, part, quoted, mapping, size = run_as_graphnet_does(target)
    assert torch.isnan(w[0]).all()
    assert (w[1] == -math.inf).all()
    assert (v.item(), n, p.item(), shape, dots, none) == (1 - 2j, 2, 4, (2, 3), ..., None)
    assert (part, quoted, size) == (slice(1, None, 2), "a'b", (1,))
    assert math.isnan(mapping["k"][0])
    assert math.copysign(1.0, mapping["k"][1]) == -1.0


def test_no_more_is_imported_than_needed() -> None:
    text = print_graph(parse_graph(model("return (torch.sin(L_x_),)")))
    assert text.startswith("import torch\n\n\nclass GraphModule(torch.nn.Module):\n    def forward(\n        self,\n")
    assert "L_x_: torch.Tensor,\n" in text


def test_an_in_place_result_and_the_old_value_both_used() -> None:
    """``fx`` itself prints ``x += 1`` here and then reads ``x`` for the old value."""
    graph = fx.Graph()
    old = graph.placeholder("s0")
    new = graph.call_function(__import__("operator").iadd, (old, 1))
    graph.output((old, new))
    text = print_graph(graph)
    assert "operator.iadd(" in text
    assert graph_difference(graph, parse_graph(text)) is None
    namespace: dict[str, Any] = {}
    exec(text, namespace)
    assert namespace["GraphModule"]()(5) == (5, 6)


def test_small_numbers_survive(tmp_path: Path) -> None:
    metas = [
        TensorMeta("eps", (), "float64", data=(1e-12,), mean=1e-300, std=0.1 + 0.2),
        TensorMeta("mask", (2,), "float32", data=(-3.4028234663852886e38, -0.0), mean=-math.inf, std=math.nan),
        TensorMeta("ids", (3,), "int64", min_val=0, max_val=2**40),
        TensorMeta("flags", (2,), "bool", data=(True, False)),
        TensorMeta("x", (1,), "float32", original_name='a"b', is_input=True),
    ]
    graph = fx.Graph()
    graph.output(tuple(graph.placeholder(meta.name) for meta in metas))
    write_sample(Sample(graph, {meta.name: meta for meta in metas}), tmp_path / "sample")
    again = read_sample(tmp_path / "sample")
    assert repr(list(again.tensors.values())) == repr(metas)


def test_an_older_sample_is_replaced(tmp_path: Path) -> None:
    target = write(tmp_path / "target")
    (target / "stale.txt").write_text("from before")
    write_sample(read_sample(write(tmp_path / "original")), target)
    assert not (target / "stale.txt").exists()
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


class Killed(BaseException):
    """Stands for a kill: nothing of the code after it is run, but for what tidies up."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux swaps two folders in one step")
def test_a_kill_at_any_rename_leaves_the_old_sample_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "target"
    write_whole({"model.py": b"old"}, target)
    real = Path.rename

    def killed_after(self: Path, to: Path) -> Path:
        real(self, to)
        raise Killed

    monkeypatch.setattr(Path, "rename", killed_after)
    with suppress(Killed):
        write_whole({"model.py": b"new"}, target)
    assert (target / "model.py").read_bytes() in (b"old", b"new")


@pytest.mark.parametrize("can", [True, False], ids=["in one step", "in two"])
def test_what_cannot_be_put_in_place_leaves_the_old_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can: bool
) -> None:
    target = tmp_path / "target"
    write_whole({"model.py": b"old", "more.py": b""}, target)
    if not can:
        monkeypatch.setattr(write_module, "_exchange", lambda one, other: False)
    write_whole({"model.py": b"new"}, target)
    assert [(p.name, p.read_bytes()) for p in target.iterdir()] == [("model.py", b"new")]
    real = Path.rename

    def fails(self: Path, to: Path) -> Path:
        if self.name == "new":
            raise OSError(5, "Input/output error")
        return real(self, to)

    monkeypatch.setattr(Path, "rename", fails)
    monkeypatch.setattr(write_module, "_exchange", lambda one, other: False)
    with pytest.raises(OSError, match="Input/output"):
        write_whole({"model.py": b"newer"}, target)
    assert (target / "model.py").read_bytes() == b"new"
    assert [p.name for p in tmp_path.iterdir()] == ["target"]


def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fills up while the files are written: the old sample is whole, the new one is nowhere."""
    target = write(tmp_path / "target")
    before = {p.name: p.read_bytes() for p in target.iterdir()}
    real, written = Path.write_bytes, []

    def full(self: Path, *args: Any, **kwargs: Any) -> int:
        written.append(self)
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        return real(self, *args, **kwargs)

    sample = read_sample(target)
    monkeypatch.setattr(Path, "write_bytes", full)
    for directory in (target, tmp_path / "new"):
        written.clear()
        with pytest.raises(OSError, match="No space"):
            write_sample(sample, directory)
    assert {p.name: p.read_bytes() for p in target.iterdir()} == before
    assert [p.name for p in tmp_path.iterdir()] == ["target"]


@pytest.mark.parametrize(
    ("build", "what"),
    [
        (lambda g, x: g.get_attr("weight"), "get_attr"),
        (lambda g, x: g.call_function(print, (x,)), "print"),
        (lambda g, x: g.call_function(torch.add, (x, object())), "object"),
        (lambda g, x: g.call_function(torch.add, (x, torch.Generator())), "Generator"),
        (lambda g, x: g.call_method("sin", (1,)), "constant"),
        (lambda g, x: g.call_function(max, (1, 2)), "max"),
        (lambda g, x: g.call_function(__import__("operator").mod, ("%s", x)), "mod"),
    ],
)
def test_what_has_no_words_is_named(build: Any, what: str) -> None:
    graph = fx.Graph()
    x = graph.placeholder("x")
    graph.output(build(graph, x))
    with pytest.raises(DtypegenError, match=what) as caught:
        print_graph(graph)
    assert (caught.value.failure.code, caught.value.failure.stage) == ("DG701", "roundtrip")
    assert caught.value.failure.node


def test_a_parameter_that_hides_a_module() -> None:
    graph = fx.Graph()
    graph.output(graph.placeholder("device"))
    with pytest.raises(DtypegenError, match="device"):
        print_graph(graph)


def record(sample: Path, names: list[str]) -> None:
    for name in names:
        record_passes(sample, [name])


def test_passes_are_recorded_beside_what_is_there(tmp_path: Path) -> None:
    sample = write(tmp_path)
    before = INFO.replace('float16"\n', 'float16",\n        "dtype_generalization_pass_bfloat16"\n')
    record_passes(sample, ["dtype_generalization_pass_float16", "dtype_generalization_pass_bfloat16"])
    assert (sample / "graph_net.json").read_text() == before
    assert {p.name for p in sample.iterdir()} == FILES


def test_nothing_new_leaves_the_file_alone(tmp_path: Path) -> None:
    sample = write(tmp_path)
    path = sample / "graph_net.json"
    os.utime(path, (1, 1))
    record_passes(sample, ["dtype_generalization_pass_float16"])
    assert path.stat().st_mtime == 1
    assert path.read_text() == INFO


@pytest.mark.parametrize(
    "text",
    [
        '{"framework": "torch"}',
        '{\n  "framework": "torch"\n}',
        '{\n\t"framework": "torch",\n\t"x": [\n\t\t1\n\t]\n}\n',
        '{\n    "framework": "torché",\n    "z": 1,\n    "a": 2\n}\n\n',
    ],
)
def test_the_files_own_formatting_stays(tmp_path: Path, text: str) -> None:
    sample = write(tmp_path, graph_net_json=text)
    record_passes(sample, ["p"])
    changed = (sample / "graph_net.json").read_text(encoding="utf-8")
    info = json.loads(changed)
    assert info.pop("data_type_generalization_passes") == ["p"]
    assert list(info.items()) == list(json.loads(text).items())
    start = text.rstrip().removesuffix("}").rstrip()
    assert changed.startswith(start)
    assert changed.endswith(text[len(text.rstrip()) :])


def test_two_processes_record_at_once(tmp_path: Path) -> None:
    sample = write(tmp_path)
    context = multiprocessing.get_context("fork")
    workers = [
        context.Process(target=record, args=(sample, [f"pass_{w}_{i}" for i in range(20)])) for w in range(3)
    ]  # fmt: skip
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    passes = json.loads((sample / "graph_net.json").read_text())["data_type_generalization_passes"]
    assert len(passes) == len(set(passes)) == 61


def test_recording_into_what_is_no_list(tmp_path: Path) -> None:
    for text in ("[]", '{"data_type_generalization_passes": 1}', "{"):
        sample = write(tmp_path, graph_net_json=text)
        with pytest.raises(DtypegenError, match=r"graph_net\.json") as caught:
            record_passes(sample, ["p"])
        assert caught.value.failure.code == "DG102"
        assert (sample / "graph_net.json").read_text() == text


def test_class_names_of_meta_are_names() -> None:
    text = print_meta([TensorMeta("a.b", (1,), "float32"), TensorMeta("a-b", (1,), "float32")], is_input=False)
    assert "class Program_weight_tensor_meta_a_b:" in text
    assert "class Program_weight_tensor_meta_a_b_:" in text
    assert write_module.PASSES_KEY == "data_type_generalization_passes"


def difference(a: str, b: str) -> str | None:
    first, second = parse_graph(model(a)), parse_graph(model(b))
    found = graph_difference(first, second)
    assert (found is None) == (graph_difference(second, first) is None)
    return found


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("torch.add(L_x_, 1)", "torch.sub(L_x_, 1)"),
        ("torch.add(L_x_, 1)", "torch.add(L_x_, 2)"),
        ("torch.add(L_x_, 1)", "torch.add(L_x_, 1.0)"),
        ("torch.add(L_x_, 1)", "torch.add(L_x_, True)"),
        ("torch.add(L_x_, 0.0)", "torch.add(L_x_, -0.0)"),
        ("torch.add(L_x_, 0.0)", "torch.add(L_x_, nan)"),
        ("torch.add(L_x_, 1)", "torch.add(L_x_, other=1)"),
        ("torch.add(L_x_, 1, alpha=1)", "torch.add(L_x_, 1, alpha=2)"),
        ("torch.add(L_x_, (1, 2))", "torch.add(L_x_, [1, 2])"),
        ("torch.add(L_x_, (1, 2))", "torch.add(L_x_, (1, 2, 3))"),
        ("torch.add(L_x_, slice(1, None, None))", "torch.add(L_x_, slice(2, None, None))"),
        ("torch.add(L_x_, torch.float16)", "torch.add(L_x_, torch.float32)"),
        ("torch.add(L_x_, {'a': 1})", "torch.add(L_x_, {'b': 1})"),
        ("torch.add(L_x_, 1j)", "torch.add(L_x_, -1j)"),
        ("torch.add(L_x_, None)", "torch.add(L_x_, L_x_)"),
        ("torch.sin(L_x_)", "L_x_.sin()"),
        ("torch.relu(L_x_)", "torch.nn.functional.relu(L_x_)"),
    ],
)
def test_differences(a: str, b: str) -> None:
    body = "x = {}\nreturn (x,)"
    assert difference(body.format(a), body.format(a)) is None
    found = difference(body.format(a), body.format(b))
    assert found
    assert "became" in found


def test_differences_of_structure() -> None:
    two = "a = torch.sin(L_x_)\nb = torch.cos(L_x_)\n"
    assert difference(two + "return (a, b)", two + "return (b, a)")
    assert difference(two + "return (a, b)", two + "return (a, a)")
    assert difference(two + "return (a,)", two + "return a")
    assert difference("a = torch.sin(L_x_)\nreturn (a,)", two + "return (a,)")
    assert difference(two + "return (a,)", two.replace("a", "c") + "return (c,)") is None
    renamed = parse_graph(model("return (y,)", "y"))
    assert graph_difference(parse_graph(model("return (L_x_,)")), renamed)
    assert graph_difference(parse_graph(MODEL), parse_graph(MODEL)) is None


def test_tensor_text_is_valid(tmp_path: Path) -> None:
    sample = read_sample(write(tmp_path, model_py=model("return (L_x_,)"), weight_meta_py=tensor(mean="1e-05")))
    assert sample.tensors["L_x_"].mean == 1e-05
