"""Two passes under test, one right on the chosen graphs and one wrong, and the choice."""

import copy
from dataclasses import dataclass, replace

CHOSEN = ("boolean_mask", "residual_batch_norm", "patch_embedding")
"""Graphs without a literal, a mask or a sum that float16 cannot hold: there a naive pass is enough."""


@dataclass(frozen=True)
class WholeGraph:
    """Every float32 tensor in the target dtype, and the graph as it is. ``biases``: those with one axis too."""

    name: str
    biases: bool = True

    def rewrite(self, graph, context):
        from pytest_dtypegen.passes.protocol import Rewrite  # brings torch: not at the top of a conftest.py

        target = str(context.dtype).removeprefix("torch.")
        tensors = {
            name: replace(meta, dtype=target) if self.converts(meta) else meta for name, meta in context.tensors.items()
        }
        return Rewrite(copy.deepcopy(graph), tensors)

    def converts(self, meta):
        return meta.dtype == "float32" and (self.biases or len(meta.shape) > 1)


def pytest_dtypegen_passes(config):
    return [WholeGraph("whole-graph"), WholeGraph("biases-forgotten", biases=False)]


def pytest_dtypegen_select_cases(config, cases):
    cases[:] = [case for case in cases if case.sample.endswith(CHOSEN)]
