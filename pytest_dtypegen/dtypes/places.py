"""Where values are: devices without devices.

Inference keeps its fake tensors on the CPU whatever the case's device, since a torch without CUDA refuses even to
index a fake CUDA tensor. What a graph puts elsewhere is kept account of here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import Call
from pytest_dtypegen.dtypes.values import tensors_in
from pytest_dtypegen.execute.run import call_node

#: Ops that take operands from different devices: they copy, or index with what lies on the CPU.
CROSSES_DEVICES = frozenset(
    "to _to_copy type type_as copy_ setitem getitem index index_put index_put_ cpu cuda xpu getattr item".split()
)

_METHODS = frozenset("cpu cuda xpu".split())
_NAMES = ("cpu", "cuda", "xpu", "mps", "hpu", "mtia", "xla")
CPU = torch.device("cpu")


class Places:
    """The device types of the values that are not on the case's device."""

    def __init__(self, device_type: str) -> None:
        self._home = device_type
        self._elsewhere: dict[fx.Node, str] = {}

    def track(self, node: fx.Node, name: str, values: Mapping[fx.Node, Any]) -> str | None:
        """Note where the node's value will be. In torch's words, what is wrong where operands from different devices
        meet (0-d ones may); else None."""
        given = _given(node)
        if given is None and not any(operand in self._elsewhere for operand in node.all_input_nodes):
            return None
        operands = node.all_input_nodes
        place = given or self._elsewhere.get(operands[0], self._home)
        if place != self._home:
            self._elsewhere[node] = place
        if name in CROSSES_DEVICES:
            return None
        places = {
            self._elsewhere.get(operand, self._home)
            for operand in operands
            for tensor in tensors_in(values[operand])
            if tensor.dim()
        }
        if len(places) < 2:
            return None
        a, b = sorted(places)
        return f"Expected all tensors to be on the same device, but found at least two devices, {a} and {b}!"

    def told(self, text: str) -> str:
        """An operand's description (``x: float32[2] cpu``) with the device where it is, in place of the CPU."""
        name = text.partition(":")[0].partition("[")[0]
        place = next((where for operand, where in self._elsewhere.items() if operand.name == name), self._home)
        return text.removesuffix(" cpu") + f" {place}" if text.endswith(" cpu") else text


def call_on_cpu(node: Call, args: Any, kwargs: Any) -> Any:
    """Call the node's op with every device that it names replaced by the CPU."""
    if node.op == "call_method" and node.target in _METHODS:
        return args[0]
    return call_node(node, fx.node.map_aggregate(args, _to_cpu), fx.node.map_aggregate(kwargs, _to_cpu))


def _to_cpu(value: Any) -> Any:
    if isinstance(value, torch.device):
        return CPU
    return "cpu" if _is_name(value) else value


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and value.partition(":")[0] in _NAMES


def _given(node: fx.Node) -> str | None:
    """The device type that a call names, or None."""
    if node.op == "call_method" and node.target in _METHODS:
        return str(node.target)
    for value in (*node.args, *node.kwargs.values()):
        if isinstance(value, torch.device):
            return value.type
        if _is_name(value):
            return str(value).partition(":")[0]
    return None
