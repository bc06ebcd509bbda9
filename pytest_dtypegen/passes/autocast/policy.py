"""First half of the autocast pass: what each op of the original graph is to run in, and why.

Reads the original graph only. The second half (``emit``) builds the new graph from these decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import torch
from torch import fx

from pytest_dtypegen.dtypes.infer import Inferrer
from pytest_dtypegen.dtypes.ops import CASTS, Call, argument, is_write, op_name, target_op
from pytest_dtypegen.dtypes.precision import precision_class
from pytest_dtypegen.dtypes.values import LOW, tensors_in
from pytest_dtypegen.passes.autocast import tables
from pytest_dtypegen.passes.protocol import PassContext
from pytest_dtypegen.samples.model import TensorMeta

Kind = Literal["lower", "float32", "alone"]


@dataclass(frozen=True)
class Decision:
    """``kind``: bring floating operands to the target, to float32, or leave them. ``reason``: for float32, why."""

    kind: Kind
    reason: str = ""


@dataclass(frozen=True)
class Policy:
    """``ops``: a decision for each call. ``placeholders``: names of those to convert in the meta. ``kept``: the names
    of those that could be converted and are not, and why."""

    ops: Mapping[fx.Node, Decision]
    placeholders: frozenset[str]
    kept: Mapping[str, str]


class PolicyMaker:
    """Decides on one graph. ``sources``: the dtypes that the pass converts to ``context.dtype``."""

    def __init__(self, graph: fx.Graph, context: PassContext) -> None:
        self.graph = graph
        self.context = context
        self.sources = context.sources
        self.narrowing = context.dtype in LOW and torch.float32 in self.sources
        self.limits = torch.finfo(context.dtype)
        with Inferrer(context.tensors, context.device, contracts=False) as walk:
            for node in graph.nodes:
                walk.run(node)
            self.values = walk.values
            self.known = walk.known.items()
            self.numbers = {node: walk.known.number(node) for node in graph.nodes}
        self.positions = self._find_positions() if self.narrowing else frozenset()
        self.angles = self._find_angles() if self.narrowing else frozenset()

    def policy(self) -> Policy:
        regions = self._autocast_regions()
        ops = {
            node: self._decide(node, regions.get(node))
            for node in self.graph.nodes
            if node.op in ("call_function", "call_method")
        }
        stays = {
            str(node.target): self._stays(node, ops)
            for node in self.graph.nodes
            if node.op == "placeholder" and self.context.tensors[str(node.target)].torch_dtype in self.sources
        }
        converted = frozenset(name for name, reason in stays.items() if not reason)
        return Policy(ops, converted, {name: reason for name, reason in stays.items() if reason})

    # -- ops ---------------------------------------------------------------------------------------------------

    def _decide(self, node: fx.Node, region: str | None) -> Decision:
        name = op_name(node)
        base = name.removesuffix("_") if not name.startswith("_") else name
        kind = precision_class(base, self.context.device.type)
        if not self._touches_source(node):
            return Decision("alone")
        if region is not None:
            return Decision("alone", region)
        if self.narrowing and (reason := self._needs_float32(node, base)):
            return Decision("float32", reason)
        if kind == "lower":
            return Decision("lower")
        if kind == "float32" and self.narrowing:
            return Decision("float32", f"torch keeps {base} in float32 under autocast")
        return Decision("alone")

    def _needs_float32(self, node: fx.Node, base: str) -> str:
        """Why the op cannot run in the target, or ""."""
        if not self._gives_float(node):
            return ""
        if node in self.positions and node in self.angles and not is_write(node):
            return "positions and their angles"
        if self._makes_complex(node):
            return "complex values stay complex64"
        if base in tables.WIDE_RANGE:
            return f"{base} leaves the target's range"
        if base == "mul" and len(node.args) == 2 and node.args[0] is node.args[1]:
            return "a square leaves the target's range"
        if base in tables.LONG_AXIS and self._reduced(node) * tables.LONG_AXIS_VALUE > self.limits.max:
            return f"{base} over {self._reduced(node)} elements"
        if (among := self._shared_among(node, base)) * self.limits.tiny > 1:
            return f"{base} over {among} elements"
        if base not in tables.COMPARISONS and any(self._vanishes(value) for value in self.scalars(node)):
            return "a literal below the target's smallest normal"
        counts = base in tables.MODULAR or (base == "div" and node.kwargs.get("rounding_mode") is not None)
        if counts and not all(self._holds(value) for value in self.scalars(node)):
            return f"{base} by a scalar that the target rounds"
        if is_write(node):
            return ""  # it ends in the tensor that is written, whatever it is computed in
        seen = self.context.ranges.get(node.name)
        if seen is not None and seen.finite and seen.largest > self.limits.max / 2:
            return "values beyond the target's range in the reference run"
        if seen is not None and 0 < seen.largest < self.limits.tiny:
            return "values below the target's smallest normal in the reference run"
        return ""

    def _touches_source(self, node: fx.Node) -> bool:
        return any(tensor.dtype in self.sources for tensor in self._operand_tensors(node))

    def _gives_float(self, node: fx.Node) -> bool:
        return any(t.dtype.is_floating_point or t.dtype.is_complex for t in tensors_in(self.values[node]))

    def _makes_complex(self, node: fx.Node) -> bool:
        """Complex values are made of real ones here (half of a complex64 is a complex32, which few kernels take)."""
        made = any(t.dtype.is_complex for t in tensors_in(self.values[node]))
        return made and not any(t.dtype.is_complex for t in self._operand_tensors(node))

    def _operand_tensors(self, node: fx.Node) -> Iterator[torch.Tensor]:
        for operand in node.all_input_nodes:
            yield from tensors_in(self.values[operand])

    def _reduced(self, node: fx.Node) -> int:
        """Elements that one result of a reduction is made of."""
        read = sum(t.numel() for t in self._operand_tensors(node))
        made = sum(t.numel() for t in tensors_in(self.values[node]))
        return read // max(made, 1)

    def _shared_among(self, node: fx.Node, base: str) -> int:
        """Elements among which the op shares 1 out; 0 where it does not, or the axis is not written in the graph."""
        place = tables.SHARES.get(base)
        axis = argument(node, *place) if place is not None else None
        value = next(self._operand_tensors(node), None)
        if not isinstance(axis, int) or value is None or not -value.dim() <= axis < value.dim():
            return 0
        return int(value.shape[axis])

    def scalars(self, node: fx.Node) -> Iterator[float]:
        """The scalars that become part of a tensor in this op, as numbers, where known."""
        yield from (value for _, value in scalar_operands(node, self.numbers.__getitem__))

    def _vanishes(self, value: float) -> bool:
        return 0 < abs(value) < self.limits.tiny

    def _holds(self, value: float) -> bool:
        return float(torch.tensor(value, dtype=torch.float64).to(self.context.dtype)) == value

    # -- positions and angles ----------------------------------------------------------------------------------

    def _find_positions(self) -> frozenset[fx.Node]:
        """Floats that count: made by a counting factory or from integer ids, and what arithmetic makes of them."""
        found: set[fx.Node] = set()
        for node in self.graph.nodes:
            if node.op not in ("call_function", "call_method"):
                continue
            name = op_name(node)
            carried = name in tables.CARRIERS and any(operand in found for operand in node.all_input_nodes)
            if carried or name in tables.COUNTERS or self._counts(node, name):
                found.add(node)
        return frozenset(node for node in found if self._gives_float(node) or self._counts(node, op_name(node)))

    def _counts(self, node: fx.Node, name: str) -> bool:
        """Integer values become floats here, and may be too large for the target to count."""
        if not self._gives_float(node) or not (name in CASTS or name in tables.CARRIERS):
            return False
        for operand in node.all_input_nodes:
            value = self.values[operand]
            if not isinstance(value, torch.Tensor) or value.dtype not in (torch.int64, torch.int32, torch.int16):
                continue
            if not self._countable(operand):
                return True
        return False

    def _countable(self, node: fx.Node) -> bool:
        """The integers are known to be small enough that the target holds each exactly (to 2/eps)."""
        exact = 2 / self.limits.eps
        known = self.known.get(node)
        if isinstance(known, torch.Tensor) and known.numel():
            return float(known.abs().max()) <= exact
        meta = self.context.tensors.get(str(node.target)) if node.op == "placeholder" else None
        if meta is not None and meta.min_val is not None and meta.max_val is not None:
            return max(abs(meta.min_val), abs(meta.max_val)) <= exact
        return False

    def _find_angles(self) -> frozenset[fx.Node]:
        found: set[fx.Node] = set()
        for node in reversed(self.graph.nodes):
            for user in node.users:
                name = op_name(user)
                if name in tables.ANGLE_SINKS or (user in found and name in tables.CARRIERS):
                    found.add(node)
                    break
        return frozenset(found)

    # -- placeholders ------------------------------------------------------------------------------------------

    def _stays(self, node: fx.Node, ops: Mapping[fx.Node, Decision]) -> str:
        """Why a placeholder of a source dtype is not converted, or ""."""
        if not self.narrowing:
            return ""
        if self._cannot_hold(self.context.tensors[str(node.target)]):
            return "recorded values that the target cannot hold"
        wanted = {demand for user in node.users for demand in self._demands(node, user, ops)}
        if not wanted or "target" in wanted:
            return ""
        return "read back as a number" if wanted == {"scalar"} else "wanted in float32 by all that use it"

    def _demands(self, value: fx.Node, user: fx.Node, ops: Mapping[fx.Node, Decision]) -> Iterator[str]:
        """In what the users of a placeholder want it: ``target``, ``float32`` or ``scalar`` (read back as a number)."""
        if user.op == "output":
            yield "target"
            return
        name = op_name(user)
        if name in ("item", "_local_scalar_dense", "tolist"):
            yield "scalar"
        elif ops[user].kind == "float32" or ops[user].reason or value in norm_parameters(user, name):
            yield "float32"
        elif name in VIEWS | CASTS and len(user.all_input_nodes) == 1 and user.users:
            for further in user.users:
                yield from self._demands(user, further, ops)
        else:
            yield "target"

    def _cannot_hold(self, meta: TensorMeta) -> bool:
        """Recorded values that the target turns into zero or infinity, or integers that it cannot count."""
        if meta.data is not None:
            data = torch.tensor(meta.data, dtype=torch.float64)
            finite = data[torch.isfinite(data)]
            cast = finite.to(self.context.dtype).to(torch.float64)
            lost = ((cast == 0) & (finite != 0)) | ~torch.isfinite(cast)
            whole = finite == finite.round()
            miscounted = bool(whole.all()) and bool((cast != finite).any())
            return bool(lost.any()) or miscounted
        bounds = [abs(b) for b in (meta.min_val, meta.max_val) if b is not None and abs(b) != float("inf")]
        spread = abs(meta.mean or 0.0) + 4 * abs(meta.std or 0.0)
        return max([spread, *bounds]) > self.limits.max

    # -- autocast regions --------------------------------------------------------------------------------------

    def _autocast_regions(self) -> dict[fx.Node, str]:
        """Nodes inside the author's own autocast regions, with what the region says."""
        inside: dict[fx.Node, str] = {}
        stack: list[tuple[fx.Node, str]] = []
        for node in self.graph.nodes:
            name = op_name(node)
            if name == "_enter_autocast":
                enabled = argument(node, 2, "enabled", True)
                stack.append((node, "the author's autocast region" if enabled else "the author disabled autocast"))
            elif name == "_exit_autocast":
                stack = [entry for entry in stack if entry[0] is not node.args[0]]
            elif stack:
                inside[node] = stack[-1][1]
        return inside


#: Ops whose result is its operand seen otherwise.
VIEWS = frozenset(
    "view reshape unsqueeze squeeze expand expand_as permute transpose t flatten unflatten getitem contiguous detach "
    "chunk split unbind narrow select broadcast_to T movedim view_as reshape_as repeat repeat_interleave tile "
    "cat stack clone".split()
)


def norm_parameters(node: fx.Node, name: str) -> list[fx.Node]:
    """The operands that are a normalisation's parameters or statistics."""
    found = []
    for index, keyword in tables.NORM_PARAMETERS.get(name, ()):
        operand = argument(node, index, keyword)
        if isinstance(operand, fx.Node):
            found.append(operand)
    return found


def scalar_operands(node: Call, number: Callable[[fx.Node], float | None]) -> Iterator[tuple[int | str, float]]:
    """(position or keyword, value) of each scalar operand whose value is known: a literal, or what ``number`` says of
    an operand."""
    for index, keyword in tables.SCALAR_OPERANDS.get(target_op(node.target), ()):
        place: int | str = keyword if keyword in node.kwargs else index
        if isinstance(place, int) and place >= len(node.args):
            continue
        operand = node.kwargs[keyword] if isinstance(place, str) else node.args[place]
        if isinstance(operand, fx.Node):
            operand = number(operand)
        if isinstance(operand, (int, float)) and not isinstance(operand, bool):
            yield place, float(operand)
