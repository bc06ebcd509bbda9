"""Samples and passes for these tests, made of text."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.cases import Case
from pytest_dtypegen.check.pipeline import run_case
from pytest_dtypegen.options import Options
from pytest_dtypegen.passes.protocol import PassContext, Rewrite
from pytest_dtypegen.records import Record
from pytest_dtypegen.samples.model import Sample, TensorMeta
from pytest_dtypegen.samples.source import parse_graph
from pytest_dtypegen.samples.write import write_sample

CORPUS = Path(__file__).parents[2] / "pytest_dtypegen" / "samples" / "corpus"

_TENSOR = re.compile(r"(?P<name>\w+): (?P<dtype>\w+)\[(?P<shape>[\d, ]*)\](?: = (?P<data>.*))?")


def tensors(text: str) -> dict[str, TensorMeta]:
    """Meta from lines ``name: dtype[shape]``, with ``= 1.0, 2.0`` where values are recorded."""
    found = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        match = _TENSOR.fullmatch(line)
        assert match is not None, line
        shape = tuple(int(size) for size in match["shape"].split(",") if size.strip())
        data = tuple(map(float, match["data"].split(","))) if match["data"] else None
        dtype, name = match["dtype"], match["name"]
        is_float = "float" in dtype
        found[name] = TensorMeta(
            name, shape, dtype, mean=0.0 if is_float else None, std=1.0 if is_float else None, data=data,
            min_val=None if is_float else 0, max_val=None if is_float else 1,
        )  # fmt: skip
    return found


def module(arguments: str, body: str) -> str:
    """A ``model.py`` of one ``forward``."""
    lines = "".join(f"        {line.strip()}\n" for line in body.strip().splitlines())
    return f"import torch\n\n\nclass GraphModule(torch.nn.Module):\n    def forward(self, {arguments}):\n{lines}"


def sample(arguments: str, body: str, meta: str) -> Sample:
    return Sample(parse_graph(module(arguments, body)), tensors(meta), {"framework": "torch"})


def written(made: Sample, directory: Path) -> Path:
    write_sample(made, directory)
    return directory


def run(
    directory: Path,
    dtype: str = "float16",
    *,
    pass_: Any = None,
    level: str = "run",
    device: str = "cpu",
    **kwargs: Any,
) -> Record:
    """The verdict of one case, by the built-in pass or the given one."""
    options = {key: kwargs.pop(key) for key in list(kwargs) if key in Options.__dataclass_fields__}
    name = "autocast" if pass_ is None else pass_.name
    case = Case(directory.name, str(directory), dtype, device, name)
    return run_case(case, Options(level=level, **options), {} if pass_ is None else {name: pass_}, **kwargs)  # type: ignore[arg-type]


@dataclass(frozen=True)
class ByHand:
    """A pass that is given what to return: a function of a copy of the graph and the context."""

    make: Callable[[fx.Graph, PassContext], Any]
    name: str = "by-hand"

    def rewrite(self, graph: fx.Graph, context: PassContext) -> Any:
        return self.make(copy.deepcopy(graph), context)


def lowered(context: PassContext) -> Mapping[str, TensorMeta]:
    """All float32 meta in the target dtype."""
    target = str(context.dtype).removeprefix("torch.")
    return {
        name: replace(meta, dtype=target) if meta.dtype == "float32" else meta for name, meta in context.tensors.items()
    }


def everything(graph: fx.Graph, context: PassContext) -> Rewrite:
    """All tensors converted in the meta, the graph as it is."""
    return Rewrite(graph, lowered(context))


EVERYTHING = ByHand(everything, "everything")


def node(graph: fx.Graph, name: str) -> fx.Node:
    return next(node for node in graph.nodes if node.name == name)


def float32(value: str) -> torch.Tensor:
    return torch.tensor([float(number) for number in value.split()])
