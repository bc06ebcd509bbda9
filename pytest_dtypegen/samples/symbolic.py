"""Capture without fake tensors: for modules whose quantized ops dynamo cannot run, by torch.fx's symbolic tracing.

The result looks like dynamo's: every parameter, buffer and input a placeholder under the name that it would have there,
in the order of first use.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

import torch
from torch import fx


class _Tracer(fx.Tracer):
    """Traces through every module, down to functions and methods."""

    def is_leaf_module(self, m: torch.nn.Module, module_qualified_name: str) -> bool:
        return False


def trace_symbolically(module: torch.nn.Module, args: tuple[Any, ...]) -> tuple[fx.GraphModule, list[torch.Tensor]]:
    """``module``'s graph for tensors as positional arguments, and the tensors of its placeholders in order.

    Raises torch.fx.proxy.TraceError where the module's control flow depends on its inputs.
    """
    traced = _Tracer().trace(module)
    names = [node for node in traced.nodes if node.op == "placeholder"]
    inputs = dict(zip(names, args, strict=True))
    lifted = fx.Graph()
    values: dict[fx.Node, fx.Node] = {}
    tensors: list[torch.Tensor] = []
    found: dict[str, fx.Node] = {}
    for node in _by_first_use(traced):
        tensor = inputs[node] if node.op == "placeholder" else _attribute(module, str(node.target))
        name = f"L_{node.target}_" if node.op == "placeholder" else _field_name(str(node.target), tensor)
        if name not in found:
            kind = torch.nn.Parameter if isinstance(tensor, torch.nn.Parameter) else torch.Tensor
            found[name] = lifted.placeholder(name, type_expr=kind)
            tensors.append(tensor)
        values[node] = found[name]
    for node in traced.nodes:
        if node.op not in ("placeholder", "get_attr"):
            values[node] = lifted.node_copy(node, values.__getitem__)
    (output,) = lifted.find_nodes(op="output")
    if not isinstance(output.args[0], (tuple, list)):
        output.args = ((output.args[0],),)
    return fx.GraphModule({}, lifted), tensors


def _by_first_use(graph: fx.Graph) -> list[fx.Node]:
    """The graph's inputs and attributes that something uses, in the order of their first use."""
    used = (operand for node in graph.nodes for operand in node.all_input_nodes)
    return list(dict.fromkeys(operand for operand in used if operand.op in ("placeholder", "get_attr")))


def _attribute(module: torch.nn.Module, path: str) -> torch.Tensor:
    found: Any = reduce(getattr, path.split("."), module)
    assert isinstance(found, torch.Tensor)
    return found


def _field_name(path: str, tensor: torch.Tensor) -> str:
    """``conv.weight`` as GraphNet's samples have it: ``L_self_modules_conv_parameters_weight_``."""
    *modules, leaf = path.split(".")
    kind = "parameters" if isinstance(tensor, torch.nn.Parameter) else "buffers"
    return "_".join(["L_self", *(f"modules_{name}" for name in modules), kind, leaf, ""])
