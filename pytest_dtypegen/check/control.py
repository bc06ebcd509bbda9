"""Controls: the original graph in low precision by other means, on the same data. What they lose as well is the graph's
own doing, not the pass's.

``autocast``: under ``torch.autocast`` of the case's device. ``by_cuda_lists``: each op by torch's CUDA lists, whatever
the device; the CPU's lists leave sums, powers and norms alone that CUDA's keep in float32. ``rounded``: every op in
float32, its result rounded to the target: what plain conversion can give at best. What depends on no data (positions,
counts, masks) it leaves exact: no conversion has to lower that.

A control is a yardstick only for outputs on whose way it rounded, or, for what is beyond the limit, kept an op in
float32 that is on its list and that the pass lowered. What it computed as the reference did because nothing there
concerns it (in float32 all the way, or in the low precision that the sample has by itself) says nothing of low
precision.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.bound import roundings
from pytest_dtypegen.check.compare import Score
from pytest_dtypegen.check.data import is_data
from pytest_dtypegen.check.once import once
from pytest_dtypegen.check.original import Original
from pytest_dtypegen.check.reference import Reference, Tell, run
from pytest_dtypegen.check.scale import pieces
from pytest_dtypegen.check.values import Sharing, is_call, is_cast
from pytest_dtypegen.dtypes.known import UNKNOWABLE
from pytest_dtypegen.dtypes.ops import is_write, op_name, written_nodes
from pytest_dtypegen.dtypes.precision import precision_class
from pytest_dtypegen.dtypes.values import LOW, storages_in, tensors_in
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.run import Execute, call_node
from pytest_dtypegen.samples.model import Sample

#: Ops that take of an operand only what it looks like.
BY_SHAPE = frozenset(
    "zeros_like ones_like full_like empty_like new_zeros new_ones new_full new_empty new_tensor size shape dim "
    "numel".split()
)

_FLOATS = frozenset({torch.float16, torch.bfloat16, torch.float32})


@dataclass(frozen=True)
class Control:
    """``scores``: of the original graph's output tensors. ``counts``: by its nodes, the roundings to the target on the
    way there. ``kept``: the nodes on whose way an op stays in float32 by the control's list, and not in the rewritten
    graph."""

    scores: list[Score]
    counts: Mapping[fx.Node, float]
    kept: Collection[fx.Node] = ()


class Controls:
    """Runs a control when it is first asked for; None where the graph does not run that way. ``lowered``: the nodes of
    the original whose op the rewritten graph gives low-precision operands. ``scored`` scores outputs beside the
    reference's; they themselves are not kept."""

    def __init__(
        self, original: Original, reference: Reference, target: torch.dtype, execute: Execute, tell: Tell, seed: int,
        lowered: Collection[fx.Node], scored: Callable[[Any], list[Score]],
    ) -> None:  # fmt: skip
        self._original, self._reference, self._target = original, reference, target
        self._execute, self._tell, self._seed = execute, tell, seed
        self._lowered, self._scored = lowered, scored
        self._exact = independent(original.sample, original.inference.values)

    @once
    def autocast(self) -> Control | None:
        if self._target not in LOW:
            return None
        device = self._original.device.type
        return self._run(self._execute, self._target, device, torch.autocast(device, dtype=self._target))

    @once
    def by_cuda_lists(self) -> Control | None:
        return self._run(_by_lists(self._target, self._execute), self._target, "cuda")

    @once
    def rounded(self) -> Control | None:
        return self._run(_rounding(self._target, self._exact), torch.float32)

    def _run(
        self, execute: Execute, rounds: torch.dtype, lists: str = "", mode: AbstractContextManager[Any] | None = None
    ) -> Control | None:
        """``rounds``: the dtype of what has been rounded to the target; ``lists``: by which device's lists, if any;
        ``mode``: to run the graph in."""
        graph, feed = self._original.sample.graph, self._reference.data.feed
        facts: dict[fx.Node, list[tuple[torch.Size, torch.dtype]]] = {}

        def observe(node: fx.Node, value: Any) -> None:
            # no tensors, not even such without data: small ones that stay among the run's large ones would keep the
            # allocator from giving these back
            facts[node] = [(t.shape, t.dtype) for t in tensors_in(value)]

        try:
            with mode or nullcontext():
                outputs = run(graph, feed, self._tell, execute=execute, observe=observe, seed=self._seed)
        except DtypegenError as error:
            if error.failure.code.startswith("DG8"):
                raise
            return None
        scores = self._scored(outputs)
        shapes = {
            node: [torch.empty(shape, dtype=dtype, device="meta") for shape, dtype in found]
            for node, found in facts.items()
        }
        held = self._original.inference.values
        counts = roundings(graph, shapes, {rounds}, exact=self._exact, final=True, held=held)
        return Control(scores, counts, self._behind_wide_ops(lists) if lists else ())

    def _behind_wide_ops(self, lists: str) -> set[fx.Node]:
        """The nodes with an op on their way that is on the float32 list, and that the pass lowered."""
        found: set[fx.Node] = set()
        for node in self._original.sample.graph.nodes:
            wide = node in self._lowered and precision_class(op_name(node), lists) == "float32"
            if node not in self._exact and (wide or any(operand in found for operand in node.all_input_nodes)):
                found.add(node)
        return found


def independent(sample: Sample, values: Mapping[fx.Node, Any]) -> set[fx.Node]:
    """The nodes whose values follow from no floating-point input or parameter: constants, recorded scalars, a module's
    buffers (tables of frequencies, masks), and what integers count or find."""
    depend: set[fx.Node] = set()
    sharing = Sharing(values)
    for node in sample.graph.nodes:
        sharing.add(node)
        name = op_name(node) if is_call(node) else ""
        holders = written_nodes(node) if name and is_write(node) else [node]
        if not any(_holds_data(t) for holder in holders for t in tensors_in(values.get(holder))):
            continue
        drawn = name in UNKNOWABLE and "empty" not in name
        read = name not in BY_SHAPE and any(operand in depend for operand in node.all_input_nodes)
        if drawn or read or (node.op == "placeholder" and is_data(sample.tensors[str(node.target)])):
            depend.add(node)
            if name and is_write(node):
                depend.update(sharing.written_by(node))
    return set(sample.graph.nodes) - depend


def _holds_data(tensor: torch.Tensor) -> bool:
    return tensor.dtype.is_floating_point or tensor.dtype.is_complex or tensor.is_quantized


def _rounding(target: torch.dtype, exact: Collection[fx.Node]) -> Execute:
    def execute(node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        result = call_node(node, args, kwargs)
        if node in exact:
            return result
        for tensor in tensors_in(args[0] if op_name(node) == "setitem" else result):
            fresh = is_write(node) or storages_in(tensor).isdisjoint(storages_in((args, kwargs)))
            if tensor.dtype is torch.float32 and fresh:  # a view of what is rounded is rounded
                for piece in pieces(tensor):
                    piece.copy_(piece.to(target))
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
