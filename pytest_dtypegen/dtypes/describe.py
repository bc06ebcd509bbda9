"""Values in words, for failures: ``x: float16[2, 3] cpu``, ``q: quint8(scale=0.02, zero_point=3)[1, 10] cpu``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.quantized import quantization_of


def describe(value: Any) -> str:
    """A value's dtype, shape and device, or a scalar itself; shortened to 200 characters."""
    if isinstance(value, torch.Tensor):
        what = quantization_of(value) or str(value.dtype).removeprefix("torch.")
        text = f"{what}{list(value.shape)} {value.device.type}"
    elif isinstance(value, (list, tuple)):
        text = "[" + ", ".join(describe(item) for item in value) + "]"
    else:
        text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."


def describe_operands(node: fx.Node, values: Mapping[fx.Node, Any]) -> tuple[str, ...]:
    """``name: description`` for each operand of the node that is a node itself, in order."""
    return tuple(f"{operand.name}: {describe(values.get(operand))}" for operand in node.all_input_nodes)
