"""The control: the original graph under ``torch.autocast``, on the same data. What it loses is the graph's own."""

from __future__ import annotations

from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.original import Original
from pytest_dtypegen.check.reference import Reference, Tell, run
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.run import Execute, call_node


def control_run(original: Original, reference: Reference, target: torch.dtype, execute: Execute, tell: Tell,
                seed: int) -> tuple[Any, str]:  # fmt: skip
    """The outputs of the original graph in ``target``, and how they came about: "autocast", or, where autocast does not
    take the graph, "rounded" (every result in float32, rounded to the target op by op)."""
    graph, data = original.sample.graph, reference.data
    try:
        with torch.autocast(original.device.type, dtype=target):
            return run(graph, data.feed, tell, execute=execute, seed=seed), "autocast"
    except DtypegenError as error:
        if error.failure.code.startswith("DG8"):
            raise
    return run(graph, data.feed, tell, execute=_rounding(target), seed=seed), "rounded"


def _rounding(target: torch.dtype) -> Execute:
    def execute(node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        result = call_node(node, args, kwargs)
        if isinstance(result, torch.Tensor) and result.dtype is torch.float32 and result._base is None:
            result.copy_(result.to(target))
        return result

    return execute
