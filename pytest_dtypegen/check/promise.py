"""What a generated sample promises of each value, taken from the original graph under ideal lowering.

Integers, booleans and complex numbers stay what they were, and so does float64. A value of a source dtype becomes the
target, or stays float32 exactly where the author upcast it, where its op stays in float32 under autocast or has no
kernel for the target on the device, or where the pass named the reason (an island); what is made of such a value may
be either, until the next op that is lowered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.values import is_call
from pytest_dtypegen.dtypes.asked import lacks_kernel
from pytest_dtypegen.dtypes.ops import CASTS, argument, is_write, op_name
from pytest_dtypegen.dtypes.precision import precision_class
from pytest_dtypegen.dtypes.values import tensors_in

Allowed = frozenset[torch.dtype]

#: Ops whose result follows their first tensor operand, whatever the dtypes of the others.
FOLLOW_FIRST = frozenset(
    "layer_norm group_norm batch_norm instance_norm rms_norm native_layer_norm masked_fill index_fill scatter "
    "scatter_add scatter_reduce index_put index_copy index_add masked_scatter slice_scatter select_scatter clamp "
    "new_zeros new_ones new_full new_empty zeros_like ones_like full_like empty_like rand_like randn_like "
    "dropout".split()
)
_CAST_TARGETS = {"float": torch.float32, "half": torch.float16, "bfloat16": torch.bfloat16, "double": torch.float64}


class Promise:
    """By node of the original graph: the dtypes that its floating-point results of a source dtype may have.

    ``islands``: names of original nodes that the pass keeps in float32 for a reason that it gives.
    """

    def __init__(
        self,
        graph: fx.Graph,
        values: Mapping[fx.Node, Any],
        *,
        target: torch.dtype,
        sources: Iterable[torch.dtype],
        device_type: str,
        islands: Iterable[str] = (),
    ) -> None:
        self._values = values
        self.target = target
        self._sources = frozenset(sources)
        self._device_type = device_type
        self._islands = frozenset(islands)
        self._both: Allowed = frozenset({target, torch.float32})
        self._in_region = 0
        self._allowed: dict[fx.Node, Allowed] = {}
        for node in graph.nodes:
            self._allowed[node] = self._of(node)

    def allowed(self, node: fx.Node, dtype: torch.dtype) -> Allowed:
        """What a result of ``node`` that is of ``dtype`` in the original may be in the rewritten graph."""
        return self._allowed[node] if dtype in self._sources else frozenset({dtype})

    def _of(self, node: fx.Node) -> Allowed:
        if node.op == "placeholder":
            # a pass may keep what it names a reason for, and norm parameters: the kernels take them in float32
            return frozenset({self.target}) if node.name not in self._islands else self._both
        if not is_call(node):
            return self._both
        name = op_name(node)
        self._in_region += {"_enter_autocast": 1, "_exit_autocast": -1}.get(name, 0)
        if node.name in self._islands or self._in_region:
            return self._both
        base = name.removesuffix("_") if is_write(node) and not name.startswith("_") else name
        if base in CASTS:
            return self._cast(node, base)
        kind = precision_class(base, self._device_type)
        if kind == "lower" and not is_write(node):
            return frozenset({self.target})
        asked = self._dtype_argument(node)
        if asked is not None:
            return frozenset({asked}) if asked not in self._sources else self._both
        if kind == "float32" or self._lacks_kernel(node):
            return self._both
        return self._from_operands(node, first=base in FOLLOW_FIRST or is_write(node))

    def _cast(self, node: fx.Node, name: str) -> Allowed:
        (operand, *_) = [*node.all_input_nodes, None]
        if operand is None or not self._source_operands(operand):
            return self._both
        if name == "type_as":
            other = argument(node, 1, "other")
            return self._allowed.get(other, self._both) if isinstance(other, fx.Node) else self._both
        asked = _CAST_TARGETS.get(name) or self._dtype_argument(node)
        before = self._allowed[operand]
        if asked is None:
            others = [n for n in node.all_input_nodes[1:] if self._source_operands(n)]
            return self._allowed[others[0]] if others else before
        if asked in self._sources and asked is torch.float32 and before == {self.target}:
            return frozenset({torch.float32})
        return self._both if asked in self._sources else frozenset({asked})

    def _dtype_argument(self, node: fx.Node) -> torch.dtype | None:
        asked = node.kwargs.get("dtype")
        if isinstance(asked, torch.dtype):
            return asked
        return next((arg for arg in node.args if isinstance(arg, torch.dtype)), None)

    def _source_operands(self, node: fx.Node) -> list[torch.Tensor]:
        return [tensor for tensor in tensors_in(self._values.get(node)) if tensor.dtype in self._sources]

    def _lacks_kernel(self, node: fx.Node) -> bool:
        operands = (operand for operand in node.all_input_nodes if self._source_operands(operand))
        if next(operands, None) is None:
            return False
        return lacks_kernel(node, self._values, self._device_type, self._sources, self.target)

    def _from_operands(self, node: fx.Node, *, first: bool) -> Allowed:
        """What type promotion makes of the operands: those with a dimension decide, if there are any."""
        operands = [(operand, self._source_operands(operand)) for operand in node.all_input_nodes]
        operands = [(operand, found) for operand, found in operands if found]
        if not operands:
            return self._both
        if first:
            return self._allowed[operands[0][0]]
        with_dims = [operand for operand, found in operands if any(tensor.dim() for tensor in found)]
        sets = [self._allowed[operand] for operand in with_dims or [operand for operand, _ in operands]]
        reachable = frozenset[torch.dtype]().union(*sets)
        if all(self.target in allowed for allowed in sets):
            return reachable
        return frozenset(dtype for dtype in reachable if dtype is not self.target) or self._both
