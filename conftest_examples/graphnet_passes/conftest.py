"""GraphNet's own dtype-generalization passes as a pass under test, from a GraphNet checkout."""

import copy
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

#: Marks what GraphNet's earlier passes have made.
DONE = "graphnet_generated"


@dataclass(frozen=True)
class GraphNetPass:
    """GraphNet's pass class for the case's dtype, applied as GraphNet's ``DtypeGeneralizer`` applies it: dtypes put on
    the nodes, the rewrite, the meta of the tensors that it names, and then its redundant casts taken out. Where
    GraphNet runs the graph to learn the dtypes, they are inferred here, so that it works without data."""

    checkout: str
    name: str = "graphnet"

    def rewrite(self, graph, context):
        from torch import fx

        from pytest_dtypegen.passes.protocol import Rewrite

        if any(node.meta.get(DONE) for node in graph.nodes):
            return copy.deepcopy(graph)
        target = str(context.dtype).removeprefix("torch.")
        rewriting = self._pass_class(target)()
        module = fx.GraphModule({}, annotated(graph, context.tensors, context.device))
        if not rewriting.need_rewrite(module):
            return copy.deepcopy(graph)
        module = rewriting.rewrite(module)
        tensors = dict(context.tensors)
        if not hasattr(rewriting, "converted_tensor_names"):
            # before March 2026: casts behind the placeholders, all of them kept, and put there again the second time;
            # GraphNet never asks for that, since it leaves out samples that it generated
            for node in module.graph.nodes:
                node.meta[DONE] = True
            return Rewrite(module.graph, tensors)
        for name in rewriting.converted_tensor_names:
            tensors[name] = replace(tensors[name], dtype=target)
        try:
            module.graph = annotated(module.graph, tensors, context.device, contracts=True)
            module = rewriting.remove_redundant_to_calls(module)
        except Exception:
            pass  # the new graph does not run: GraphNet then leaves the casts in, and the case fails in its class
        return Rewrite(module.graph, tensors)

    def _pass_class(self, target):
        if self.checkout not in sys.path:
            sys.path.insert(0, self.checkout)
        from graph_net.torch.dtype_gen_passes.pass_mgr import get_dtype_generalization_pass

        return get_dtype_generalization_pass(f"dtype_generalization_pass_{target}")


def annotated(graph, tensors, device, contracts=False):
    """A copy of the graph with ``node.meta["tensor_meta"].dtype``, which GraphNet's passes read. Raises DtypegenError
    where a value cannot be inferred, or with ``contracts`` where a kernel would refuse its operands."""
    import torch

    from pytest_dtypegen.dtypes.infer import infer

    graph = copy.deepcopy(graph)
    for node, value in infer(graph, tensors, device, contracts=contracts).values.items():
        if isinstance(value, torch.Tensor):
            node.meta["tensor_meta"] = SimpleNamespace(dtype=value.dtype)
    return graph


def checkout(config):
    """The GraphNet checkout that the environment or the ini file names, as an absolute path; None where there is
    none."""
    named = os.environ.get("GRAPHNET") or config.getini("graphnet_checkout")
    path = Path(config.rootpath, named) if named else None
    return str(path.resolve()) if path and (path / "graph_net" / "torch" / "dtype_gen_passes").is_dir() else None


def pytest_addoption(parser):
    parser.addini("graphnet_checkout", "a checkout of GraphNet; the environment variable GRAPHNET goes before it")


def pytest_dtypegen_passes(config):
    return [GraphNetPass(checkout(config) or "")]


def pytest_collection_modifyitems(config, items):
    if checkout(config) is None:
        absent = pytest.mark.skip(reason="no GraphNet checkout: name one in GRAPHNET or graphnet_checkout")
        for item in items:
            if getattr(getattr(item, "case", None), "pass_name", "") == GraphNetPass.name:
                item.add_marker(absent)
