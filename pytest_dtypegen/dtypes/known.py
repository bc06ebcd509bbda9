"""Partial evaluation: what depends only on known data is computed for real.

Recorded scalars, factories, masks built from constants: their values steer graphs through ``.item()``, data-dependent
sizes and guards. Known tensors lie on the CPU, alias as the graph's do, and stop being known when something unknown
is written into their storage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.ops import given
from pytest_dtypegen.dtypes.places import call_on_cpu
from pytest_dtypegen.dtypes.values import in_vmap, storages_in, tensors_in

#: Values of more elements than this are not computed for real; 2**20 float32 elements are 4 MiB.
KNOWN_LIMIT = 1 << 20

#: Ops whose value is drawn or left uninitialised: never known.
UNKNOWABLE = frozenset(
    "rand randn randint randperm rand_like randn_like randint_like bernoulli bernoulli_ multinomial normal normal_ "
    "uniform_ exponential_ empty empty_like new_empty empty_strided".split()
)

MISSING = object()

Lookup = Callable[[fx.Node], Any]


class KnownValues:
    """Real values by node, beside the ``values`` (fake ones) of an inference."""

    def __init__(self, values: Mapping[fx.Node, Any]) -> None:
        self._values = values
        self._known: dict[fx.Node, Any] = {}
        self._stale: set[int] = set()  # storages that unknown data was written into

    def __setitem__(self, node: fx.Node, value: Any) -> None:
        self._known[node] = value

    def get(self, node: fx.Node) -> Any:
        """The node's real value; MISSING where it is not known (any more)."""
        value = self._known.get(node, MISSING)
        return MISSING if value is not MISSING and self._is_stale(value) else value

    def items(self) -> dict[fx.Node, Any]:
        return {node: value for node, value in self._known.items() if not self._is_stale(value)}

    def or_value(self, node: fx.Node) -> Any:
        """The real value where it is known, else the fake one."""
        known = self.get(node)
        return self._values[node] if known is MISSING else known

    def scalar_or_value(self, node: fx.Node) -> Any:
        """A known 0-d tensor, which some kernels read like a literal; else the fake value."""
        known = self.get(node)
        return known if isinstance(known, torch.Tensor) and not known.dim() else self._values[node]

    def number(self, node: fx.Node) -> float | None:
        """The node's value as a number: a Python scalar, or a known 0-d tensor; else None."""
        value = self._values[node]
        if isinstance(value, torch.Tensor):
            value = self.get(node)
            if not isinstance(value, torch.Tensor) or value.dim() or value.dtype.is_complex:
                return None
            # inside vmap there is one number a lane
            return None if in_vmap(value) else float(value)
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None

    def written(self, node: fx.Node) -> None:
        """Unknown data was written into the node's tensor: it and whatever shares its storage is not known any more."""
        self._stale |= storages_in(self._known.get(node))

    def evaluate(self, node: fx.Node, name: str, result: Any = None) -> Any:
        """The op's real result where all its tensor operands are known and it is small, else MISSING.

        ``result``: the fake result, which tells how large the real one would be.
        """
        if name in UNKNOWABLE or (name.startswith("dropout") and not self._dropout_is_identity(node)):
            return MISSING
        operands = [operand for operand in node.all_input_nodes if _numel(self._values[operand])]
        if any(self.get(operand) is MISSING for operand in operands):
            return MISSING
        if max([_numel(result), *(_numel(self._values[operand]) for operand in operands)]) > KNOWN_LIMIT:
            return MISSING
        return self.compute(node, self._real)

    def assumed(self, node: fx.Node, name: str) -> Any:
        """A result that depends on data that is not recorded: what the op makes of ones (of zeros for integers, which
        may be indices), so that every mask selects and the sizes are the largest that the shapes allow. MISSING where
        the op does not run on these."""
        if name in ("item", "_local_scalar_dense"):
            kind = self._values[node.all_input_nodes[0]].dtype
            return 1.0 if kind.is_floating_point else kind is torch.bool or 1
        return self.compute(node, self._stand_in)

    def compute(self, node: fx.Node, lookup: Lookup) -> Any:
        """The op run for real on the CPU; MISSING where it raises (the fake side says what is wrong) or is large."""
        args, kwargs = fx.map_arg(node.args, lookup), fx.map_arg(dict(node.kwargs), lookup)
        try:
            real = call_on_cpu(node, args, kwargs)
        except Exception:
            return MISSING
        return MISSING if _numel(real) > KNOWN_LIMIT else real

    def _real(self, node: fx.Node) -> Any:
        """The real value; of what is not known for having no elements, as much."""
        known = self.get(node)
        return fx.node.map_aggregate(self._values[node], _empty) if known is MISSING else known

    def _stand_in(self, node: fx.Node) -> Any:
        known = self.get(node)
        return fx.node.map_aggregate(self._values[node], _ones) if known is MISSING else known

    def _dropout_is_identity(self, node: fx.Node) -> bool:
        args = fx.map_arg(node.args, self._values.__getitem__)
        kwargs = fx.map_arg(dict(node.kwargs), self._values.__getitem__)
        p = given(args, kwargs, 1, "p", 0.5)
        training = given(args, kwargs, 2, "training", True)
        return not training or bool(p == 0)

    def _is_stale(self, value: Any) -> bool:
        return bool(self._stale) and not self._stale.isdisjoint(storages_in(value))


def _ones(value: Any) -> Any:
    if not isinstance(value, torch.Tensor) or value.is_quantized:
        return value
    whole = not value.dtype.is_floating_point and value.dtype is not torch.bool
    return torch.full(value.shape, 0 if whole else 1, dtype=value.dtype)


def _empty(value: Any) -> Any:
    return torch.empty(value.shape, dtype=value.dtype) if isinstance(value, torch.Tensor) else value


def _numel(value: Any) -> int:
    return sum(tensor.numel() for tensor in tensors_in(value))
