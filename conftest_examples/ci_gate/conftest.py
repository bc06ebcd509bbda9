"""The pass that the gate watches over."""

import copy
from dataclasses import dataclass, replace

CONVERTS = ("float32",)


@dataclass(frozen=True)
class WholeGraph:
    """Every float32 tensor in the target dtype, and the graph as it is."""

    name: str = "whole-graph"

    def rewrite(self, graph, context):
        from pytest_dtypegen.passes.protocol import Rewrite

        target = str(context.dtype).removeprefix("torch.")
        tensors = {
            name: replace(meta, dtype=target) if meta.dtype in CONVERTS else meta
            for name, meta in context.tensors.items()
        }
        return Rewrite(copy.deepcopy(graph), tensors)


def pytest_dtypegen_passes(config):
    return [WholeGraph()]
