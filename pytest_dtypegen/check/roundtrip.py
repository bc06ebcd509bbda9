"""The stage ``roundtrip``: what would be written loads back to the same graph and the same tensors."""

from __future__ import annotations

from torch import fx

from pytest_dtypegen.check.laws import tensors_difference
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.passes.protocol import Rewrite
from pytest_dtypegen.samples.difference import graph_difference
from pytest_dtypegen.samples.meta import parse_meta
from pytest_dtypegen.samples.printer import print_graph
from pytest_dtypegen.samples.source import parse_graph
from pytest_dtypegen.samples.write import print_meta


def roundtrip(rewrite: Rewrite, device: str) -> fx.Graph:
    """The graph as it loads back from what is written.

    Raises DtypegenError DG701 where it cannot be printed, where the reader does not take it, or where graph or meta
    come back changed.
    """
    try:
        graph = parse_graph(print_graph(rewrite.graph), device)
        tensors = {
            **parse_meta(print_meta(rewrite.tensors.values(), is_input=True), "input_meta.py", is_input=True),
            **parse_meta(print_meta(rewrite.tensors.values(), is_input=False), "weight_meta.py"),
        }
    except DtypegenError as error:
        failure = error.failure
        if failure.code == "DG701":
            raise
        raise DtypegenError("DG701", f"the written sample does not load: {failure.code}: {failure.message}") from error
    difference = graph_difference(rewrite.graph, graph)
    if difference is not None:
        raise DtypegenError("DG701", f"the written graph loads back changed: {difference}")
    written = {meta.name: meta for meta in rewrite.tensors.values()}
    difference = tensors_difference(written, tensors)
    if difference is not None:
        raise DtypegenError("DG701", f"the written meta loads back changed: {difference}")
    return graph
