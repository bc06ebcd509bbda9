"""Samples with other facts recorded, and what conditioning makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import torch
from making import sample
from torch import fx

from pytest_dtypegen.check.condition import Conditioner
from pytest_dtypegen.check.data import Data, input_names
from pytest_dtypegen.execute.run import run_graph
from pytest_dtypegen.samples.model import Sample

X = "L_x_: torch.Tensor"


def weights(*names: str) -> str:
    return ", ".join((X, *(f"L_self_parameters_{name}_: torch.nn.parameter.Parameter" for name in names)))


def recorded(made: Sample, **facts: Mapping[str, Any]) -> Sample:
    """The sample with other facts recorded of tensors whose name holds a key."""
    metas = dict(made.tensors)
    for name, meta in made.tensors.items():
        for key, change in facts.items():
            if f"_{key}_" in name or name == key:
                metas[name] = replace(meta, **change)
    return replace(made, tensors=metas)


def conditioned(made: Sample, seed: int = 0) -> tuple[dict[str, torch.Tensor], Data, Any]:
    """Every value of the reference run by node name, the data, and the outputs."""
    data = Data(
        made.tensors, torch.device("cpu"), seed=seed, rounded=True, inputs=input_names(made.graph, made.tensors)
    )
    values: dict[str, torch.Tensor] = {}

    def observe(node: fx.Node, value: Any) -> None:
        if isinstance(value, torch.Tensor):
            values[node.name] = value.clone()

    with torch.no_grad():
        outputs = run_graph(made.graph, data.feed, execute=Conditioner(made.graph, data), observe=observe)
    return values, data, outputs


def rms(tensor: torch.Tensor) -> float:
    return float(tensor.double().square().mean().sqrt())


DEPTH = 12
DEEP = sample(
    weights(*(f"w{i}" for i in range(DEPTH))),
    "\n".join(
        f"a{i} = torch._C._nn.linear({f'b{i - 1}' if i else 'L_x_'}, L_self_parameters_w{i}_, None)\n"
        f"b{i} = torch.relu(a{i})"
        for i in range(DEPTH)
    )
    + f"\nreturn (b{DEPTH - 1},)",
    "L_x_: float32[8, 64]\n" + "\n".join(f"L_self_parameters_w{i}_: float32[64, 64]" for i in range(DEPTH)),
)
