"""A pass with known gaps, and two ways beside ``rules.toml`` to say so."""

import copy
from dataclasses import dataclass, replace

import pytest

CHOSEN = ("masked_fill_scores", "upcast_query", "layer_norm_float", "eps_literal", "fourier_mixing")


@dataclass(frozen=True)
class WholeGraph:
    """Every float32 tensor in the target dtype, and the graph as it is."""

    name: str = "whole-graph"

    def rewrite(self, graph, context):
        from pytest_dtypegen.passes.protocol import Rewrite

        target = str(context.dtype).removeprefix("torch.")
        tensors = {
            name: replace(meta, dtype=target) if meta.dtype == "float32" else meta
            for name, meta in context.tensors.items()
        }
        return Rewrite(copy.deepcopy(graph), tensors)


def pytest_dtypegen_passes(config):
    return [WholeGraph()]


def pytest_dtypegen_select_cases(config, cases):
    cases[:] = [case for case in cases if case.sample.endswith(CHOSEN)]


def pytest_dtypegen_rules(config):
    """Rules that are worked out: the same keys as in the file."""
    wide = "float16 reaches down to 6e-8 only"
    return [{"op": "add", "dtype": "float16", "class": "literal-underflow", "sample": "*/norm/*", "reason": wide}]


def pytest_collection_modifyitems(items):
    """Rules for cases that only code can choose: pytest's way, by a marker."""
    for item in items:
        if "upcast_query" in item.name:
            item.add_marker(pytest.mark.dtypegen_xfail("masks stay float32"))
