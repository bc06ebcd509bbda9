"""Controls: the original graph in low precision by other means, on the same data. What they lose as well is the graph's
own doing, not the pass's.

``autocast``: under ``torch.autocast`` of the case's device. ``by_cuda_lists``: each op by torch's CUDA lists, whatever
the device; the CPU's lists leave sums, powers and norms alone that CUDA's keep in float32. ``rounded``: every op in
float32, its result rounded to the target: what plain conversion can give at best.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.original import Original
from pytest_dtypegen.check.reference import Reference, Tell, run
from pytest_dtypegen.check.values import is_cast
from pytest_dtypegen.dtypes.ops import is_write, op_name
from pytest_dtypegen.dtypes.precision import precision_class
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.run import Execute, call_node

_FLOATS = frozenset({torch.float16, torch.bfloat16, torch.float32})


class Controls:
    """Runs a control when it is asked for; None where the graph does not run that way."""

    def __init__(
        self, original: Original, reference: Reference, target: torch.dtype, execute: Execute, tell: Tell, seed: int
    ) -> None:
        self._original, self._reference, self._target = original, reference, target
        self._execute, self._tell, self._seed = execute, tell, seed

    def autocast(self) -> Any | None:
        with torch.autocast(self._original.device.type, dtype=self._target):
            return self._run(self._execute)

    def by_cuda_lists(self) -> Any | None:
        return self._run(_by_lists(self._target, self._execute))

    def rounded(self) -> Any | None:
        return self._run(_rounding(self._target))

    def _run(self, execute: Execute) -> Any | None:
        graph, feed = self._original.sample.graph, self._reference.data.feed
        try:
            return run(graph, feed, self._tell, execute=execute, seed=self._seed)
        except DtypegenError as error:
            if error.failure.code.startswith("DG8"):
                raise
            return None


def _rounding(target: torch.dtype) -> Execute:
    def execute(node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        result = call_node(node, args, kwargs)
        if isinstance(result, torch.Tensor) and result.dtype is torch.float32 and result._base is None:
            result.copy_(result.to(target))
        return result

    return execute


def _by_lists(target: torch.dtype, execute: Execute) -> Execute:
    """Casts operands as autocast on CUDA does, then computes."""

    def cast(value: Any, dtype: torch.dtype) -> Any:
        if isinstance(value, torch.Tensor) and value.dtype in _FLOATS:
            return value.to(dtype)
        return value

    def cast_all(args: Any, kwargs: Any, dtype: torch.dtype) -> tuple[Any, Any]:
        return tuple(fx.node.map_aggregate(part, lambda value: cast(value, dtype)) for part in (args, kwargs))

    def run_node(node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        kind = "alone" if is_write(node) or is_cast(node) else precision_class(op_name(node), "cuda")
        if kind == "lower":
            args, kwargs = cast_all(args, kwargs, target)
        elif kind == "float32" or (kind == "promote" and _any_float32(args, kwargs)):
            args, kwargs = cast_all(args, kwargs, torch.float32)
        return execute(node, args, kwargs)

    return run_node


def _any_float32(args: Any, kwargs: Any) -> bool:
    found = False

    def look(value: Any) -> Any:
        nonlocal found
        found = found or (isinstance(value, torch.Tensor) and value.dtype is torch.float32)
        return value

    fx.node.map_aggregate((args, kwargs), look)
    return found
