"""The built-in corpus: what is committed is what the modules give, it means something, and naive passes break on it."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import torch
from naive import BREAKS, NAIVE, Break
from torch import Tensor, fx
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils import _pytree as pytree

import pytest_dtypegen
from pytest_dtypegen.passes.protocol import PassContext, Rewrite
from pytest_dtypegen.samples.capture import capture_entry, made, trace
from pytest_dtypegen.samples.inputs import make_tensor
from pytest_dtypegen.samples.model import Sample, TensorMeta
from pytest_dtypegen.samples.modules import THEMES, Entry, entries
from pytest_dtypegen.samples.read import read_sample
from pytest_dtypegen.samples.write import graph_difference, print_graph, write_sample

CORPUS = Path(pytest_dtypegen.__file__).parent / "samples" / "corpus"
PINNED = re.search(
    r"^torch==(\S+)", (Path(__file__).parents[2] / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE
)

by_entry = pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.path)


@functools.cache
def load(path: str, device: str = "cpu") -> Sample:
    return read_sample(CORPUS / path, device)


def run(graph: fx.Graph, tensors: Mapping[str, Tensor]) -> list[Tensor]:
    """The graph's outputs on copies of the tensors, random values seeded."""
    module = fx.GraphModule({}, graph)
    feed = [tensors[node.target].clone() for node in graph.nodes if node.op == "placeholder"]
    with torch.no_grad(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        return list(fx.Interpreter(module).run(*feed))


def made_up(tensors: Mapping[str, TensorMeta], seed: int = 0) -> dict[str, Tensor]:
    return {name: make_tensor(meta, seed=seed) for name, meta in tensors.items()}


def wide(tensor: Tensor) -> Tensor:
    if tensor.is_quantized:
        tensor = tensor.dequantize()
    return tensor.to(torch.complex128 if tensor.is_complex() else torch.float64)


def signal_to_noise(reference: list[Tensor], outputs: list[Tensor]) -> float:
    """The worst output's ratio in dB; minus infinity where one is not finite."""
    worst = float("inf")
    for a, b in zip(reference, outputs, strict=True):
        noise = (wide(a) - wide(b)).abs().square().sum()
        if not wide(b).isfinite().all():
            return float("-inf")
        if noise > 0:
            worst = min(worst, float(10 * torch.log10(wide(a).abs().square().sum() / noise)))
    return worst


def test_the_folders_are_the_entries_and_stay_small() -> None:
    folders = {path.parent.relative_to(CORPUS).as_posix() for path in CORPUS.rglob("model.py")}
    paths = [entry.path for entry in entries()]
    assert folders == set(paths)
    assert len(paths) == len(set(paths)) >= 30
    assert {entry.theme for entry in entries()} == set(THEMES)
    assert sum(path.stat().st_size for path in CORPUS.rglob("*") if path.is_file()) < 1_000_000


@by_entry
def test_the_committed_sample_is_what_the_module_gives(entry: Entry) -> None:
    """Captured again it is the same sample, and the loaded graph computes exactly what the module computes."""
    committed = load(entry.path)
    module, args = made(entry)
    traced = trace(module, args, float_scalars=entry.float_scalars)
    with torch.no_grad(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        expected = [leaf for leaf in pytree.tree_leaves(module(*made(entry)[1])) if isinstance(leaf, Tensor)]
    if PINNED is None or torch.__version__.partition("+")[0] != PINNED[1]:
        pytest.skip(f"captured with torch {PINNED and PINNED[1]}; other versions may trace other graphs")
    assert graph_difference(traced.graph, committed.graph) is None
    assert print_graph(traced.graph) == (CORPUS / entry.path / "model.py").read_text(encoding="utf-8")
    assert list(traced.metas) == list(committed.tensors)
    for name, meta in traced.metas.items():
        assert_same_meta(committed.tensors[name], meta)
    outputs = run(committed.graph, traced.tensors)
    assert [(o.dtype, o.shape) for o in outputs] == [(e.dtype, e.shape) for e in expected]
    assert all(torch.equal(output, value) for output, value in zip(outputs, expected, strict=True))


def assert_same_meta(committed: TensorMeta, fresh: TensorMeta) -> None:
    """The same but for the last digits of random values, in which processors may differ."""
    for field in ("name", "shape", "dtype", "device", "min_val", "max_val", "is_input"):
        assert getattr(committed, field) == getattr(fresh, field), (committed.name, field)
    for field in ("mean", "std", "data"):
        a, b = getattr(committed, field), getattr(fresh, field)
        assert a == b or a == pytest.approx(b, rel=1e-4, abs=1e-6), (committed.name, field)


def test_what_is_committed_beside_the_graph_is_what_a_capture_writes(tmp_path: Path) -> None:
    """One sample byte by byte, every sample's ``graph_net.json``."""
    (entry,) = (entry for entry in entries() if entry.path == "indexing/integer_only")
    write_sample(capture_entry(entry), tmp_path / "again")
    for path in (CORPUS / entry.path).glob("*.*"):
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes(), path.name
    for entry in entries():
        info = load(entry.path).info
        assert f"{info['source']}/{info['model_name']}" == entry.path
        assert info["heuristic_tag"] == entry.tag


@by_entry
def test_its_outputs_are_finite_not_constant_and_depend_on_the_inputs(entry: Entry) -> None:
    sample = load(entry.path)
    tensors = made_up(sample.tensors)
    outputs = run(sample.graph, tensors)
    again = run(sample.graph, made_up(sample.tensors))
    assert all(torch.equal(a, b) for a, b in zip(outputs, again, strict=True))
    for position, output in enumerate(outputs):
        assert wide(output).isfinite().all(), position
        assert output.numel() == 1 or (wide(output) != wide(output).flatten()[0]).any(), position
    changed = run(sample.graph, {name: nudged(name, tensor) for name, tensor in tensors.items()})
    assert any(not torch.equal(a, b) for a, b in zip(outputs, changed, strict=True))


def nudged(name: str, tensor: Tensor) -> Tensor:
    """An input a little off; ids in another order. The module's own tensors and masks stay."""
    if name.startswith("L_self_") or tensor.dtype == torch.bool or "mask" in name:
        return tensor
    return tensor + 0.125 if tensor.is_floating_point() else tensor.roll(1, -1)


def rewritten(sample: Sample, name: str, dtype: torch.dtype, device: str = "cpu") -> Rewrite:
    return NAIVE[name].rewrite(sample.graph, PassContext(dtype, torch.device(device), sample.tensors))


@pytest.mark.filterwarnings("ignore:Casting complex values to real")  # that is what one of them does
@pytest.mark.parametrize("broken", BREAKS, ids=lambda b: f"{b.code}-{b.sample}-{b.naive}-{b.dtype}")
def test_a_naive_pass_breaks_on_it(broken: Break) -> None:
    sample, dtype = load(broken.sample), getattr(torch, broken.dtype)
    rewrite = rewritten(sample, broken.naive, dtype)
    tensors = made_up(rewrite.tensors)
    if broken.fails is not None:
        with pytest.raises((RuntimeError, TypeError, IndexError), match=broken.fails):
            run(rewrite.graph, tensors)
        return
    reference, outputs = run(sample.graph, made_up(sample.tensors)), run(rewrite.graph, tensors)
    pairs = zip(reference, outputs, strict=True)
    kept = all(b.dtype == a.dtype or (a.dtype, b.dtype) == (torch.float32, dtype) for a, b in pairs)
    ratio = signal_to_noise(reference, outputs)
    if broken.code == "DG408":
        assert not kept
    elif broken.code in ("DG405", "DG601"):
        assert kept and ratio == float("-inf")
    else:
        assert kept and float("-inf") < ratio < (32 if dtype == torch.float16 else 16)


def test_every_class_of_a_rewrite_has_a_sample_that_breaks_in_it() -> None:
    """DG409 needs quantized tensors, DG410 a second device: see below."""
    assert {broken.code for broken in BREAKS} >= {f"DG4{n:02}" for n in range(1, 9)}


def test_a_factory_without_its_device_meets_the_others_on_another_one() -> None:
    """DG410, shown with fake tensors: no such device is needed."""
    sample = load("contract/factories", "cuda")
    rewrite = rewritten(sample, "devices_dropped", torch.float16, "cuda")
    with FakeTensorMode(), pytest.raises(RuntimeError, match="at least two devices, cuda:0 and cpu"):
        feed = [torch.empty(m.shape, dtype=m.torch_dtype, device="cuda") for m in rewrite.tensors.values()]
        fx.Interpreter(fx.GraphModule({}, rewrite.graph)).run(*feed)


@by_entry
def test_naive_passes_leave_what_they_are_given_alone(entry: Entry) -> None:
    """They are wrong in one way each, not in every way."""
    sample = load(entry.path)
    before = print_graph(sample.graph)
    for name in NAIVE:
        rewrite = rewritten(sample, name, torch.bfloat16)
        assert print_graph(sample.graph) == before
        assert list(rewrite.tensors) == list(sample.tensors)


def test_samples_of_each_precision_are_there() -> None:
    dtypes = {meta.dtype for entry in entries() for meta in load(entry.path).tensors.values()}
    assert dtypes >= {"float32", "float64", "float16", "bfloat16", "int64", "bool"}
    only_integers = load("indexing/integer_only")
    assert {meta.dtype for meta in only_integers.tensors.values()} == {"int64"}
