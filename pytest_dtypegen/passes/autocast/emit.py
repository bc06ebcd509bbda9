"""Second half of the autocast pass: the new graph, node by node, with the dtypes of its values always known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.dtypes.infer import Inferrer
from pytest_dtypegen.dtypes.ops import is_write, op_name, target_op, written_nodes
from pytest_dtypegen.dtypes.values import LOW, storages_in, tensors_in
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.passes.autocast import tables
from pytest_dtypegen.passes.autocast.policy import Decision, Policy, scalar_operands
from pytest_dtypegen.passes.protocol import PassContext, Rewrite

#: Writes through an index, and where the written values stand: the values follow the tensor that is written.
WRITTEN_VALUES: dict[str, tuple[tuple[int, str], ...]] = {
    "setitem": ((2, "value"),),
    "index_put": ((2, "values"),), "index_put_": ((2, "values"),),
    "index_copy": ((3, "source"),), "index_copy_": ((3, "source"),),
    "index_add": ((3, "source"),), "index_add_": ((3, "source"),),
    "index_reduce": ((3, "source"),), "index_reduce_": ((3, "source"),),
    "scatter": ((3, "src"),), "scatter_": ((3, "src"),),
    "scatter_add": ((3, "src"),), "scatter_add_": ((3, "src"),),
    "scatter_reduce": ((3, "src"),), "scatter_reduce_": ((3, "src"),),
    "masked_scatter": ((2, "source"),), "masked_scatter_": ((2, "source"),),
}  # fmt: skip

_CAST_METHODS = {"float": torch.float32, "half": torch.float16, "bfloat16": torch.bfloat16, "double": torch.float64}

_SHORT = {torch.float16: "f16", torch.bfloat16: "bf16", torch.float32: "f32", torch.float64: "f64"}


class Emitter:
    """Builds the rewritten graph of one ``Policy``."""

    def __init__(self, graph: fx.Graph, context: PassContext, policy: Policy) -> None:
        self.source_graph = graph
        self.context = context
        self.policy = policy
        self.target = context.dtype
        self.limits = torch.finfo(context.dtype)
        self.narrowing = self.target in LOW
        self.graph = fx.Graph()
        self.mapped: dict[fx.Node, fx.Node] = {}
        self.tensors = self._converted_meta()
        self.walk = Inferrer(self.tensors, context.device)
        self._casts: dict[tuple[fx.Node, torch.dtype], fx.Node] = {}
        self._huge: set[fx.Node] = set()  # new nodes that may hold finite values beyond the target's range
        self._islands: dict[str, str] = {}
        self._origin: dict[str, str] = {}

    def emit(self) -> Rewrite:
        with self.walk:
            for node in self.source_graph.nodes:
                self._emit(node)
        return Rewrite(self.graph, self.tensors, self._islands, self._origin)

    def _converted_meta(self) -> Mapping[str, Any]:
        name = str(self.target).removeprefix("torch.")
        return {
            key: replace(meta, dtype=name) if key in self.policy.placeholders else meta
            for key, meta in self.context.tensors.items()
        }

    def _emit(self, node: fx.Node) -> None:
        if node.op == "placeholder":
            new = self._place(_Draft(node, node.args, node.kwargs))
            if reason := self.policy.kept.get(str(node.target)):
                self._islands[new.name] = reason
            if _beyond(self.tensors[str(node.target)], self.limits.max):
                self._huge.add(new)
        elif node.op == "output":
            new = self._place(_Draft(node, fx.map_arg(node.args, self.mapped.__getitem__), {}))
        else:
            new = self._emit_call(node)
        self.mapped[node] = new
        self._origin[new.name] = node.name

    # -- calls -------------------------------------------------------------------------------------------------

    def _emit_call(self, node: fx.Node) -> fx.Node:
        decision = self.policy.ops[node]
        args, kwargs = fx.map_arg(node.args, self.mapped.__getitem__), fx.map_arg(node.kwargs, self.mapped.__getitem__)
        draft = self._retarget(_Draft(node, args, kwargs))
        if decision.kind == "float32" and is_write(node) and self._low_operands(draft):
            return self._write_through_float32(node, draft, decision)
        for wanted in self._attempts(node, decision):
            attempt = self._cast_operands(draft, wanted) if wanted is not None else draft
            attempt = self._fit_literals(self._fit_written(attempt))
            new = self._try(attempt)
            if new is not None:
                self._note(new, node, decision, wanted)
                return new
        new = self._place_refused(draft)
        self._note(new, node, decision, None)
        return new

    def _retarget(self, draft: _Draft) -> _Draft:
        """Dtypes that the author wrote into the graph: a source dtype becomes the target, except that float32 beside
        a low-precision target is an upcast on purpose."""
        kept = {torch.float32} if self.narrowing else set()
        replaced = self.context.sources - kept

        def swap(value: Any) -> Any:
            return self.target if isinstance(value, torch.dtype) and value in replaced else value

        args, kwargs = fx.node.map_aggregate(draft.args, swap), fx.node.map_aggregate(draft.kwargs, swap)
        retargeted = _Draft(draft.node, args, kwargs)
        if draft.node.op == "call_method" and _CAST_METHODS.get(str(draft.node.target)) in replaced:
            retargeted.target, retargeted.args = "to", (draft.args[0], self.target)
        return retargeted

    def _attempts(self, node: fx.Node, decision: Decision) -> Iterator[Any]:
        """What to bring the operands to, the preferred first; None leaves them; ``"written"`` follows the tensor
        that is written to, ``"parameters"`` are a normalisation's. The kernel's contract decides which is taken."""
        if decision.kind == "lower":
            yield from (self.target, torch.float32)
        elif decision.kind == "float32":
            yield from (torch.float32, None)
        else:
            yield None
            if op_name(node) in WRITTEN_VALUES:
                yield "written"
            if op_name(node) in tables.NORM_PARAMETERS and self.narrowing:
                yield "parameters"
            yield from ("widest", self.target, torch.float32)

    def _try(self, draft: _Draft) -> fx.Node | None:
        """The draft as a node of the new graph, or None where the kernel refuses it (then nothing is left behind)."""
        if self.walk.refuses(draft) is not None:
            return None
        new = self._create(draft)
        try:
            self.walk.run(new)
        except DtypegenError:
            self.graph.erase_node(new)
            return None
        return new

    def _place(self, draft: _Draft) -> fx.Node:
        new = self._create(draft)
        self.walk.run(new)
        return new

    def _place_refused(self, draft: _Draft) -> fx.Node:
        """What no attempt made acceptable stands as the author wrote it; verify will say what the kernel says."""
        self.walk.contracts = False
        try:
            return self._place(draft)
        finally:
            self.walk.contracts = True

    def _create(self, draft: _Draft) -> fx.Node:
        node = draft.node
        new = self.graph.create_node(
            draft.op, draft.target, draft.args, draft.kwargs, name=node.name, type_expr=node.type
        )
        new.meta = dict(node.meta)
        return new

    def _note(self, new: fx.Node, node: fx.Node, decision: Decision, wanted: Any) -> None:
        """Keep the books: islands, values beyond the range, casts that a write has outdated."""
        name = op_name(node)
        if decision.reason:
            self._islands[new.name] = decision.reason
        elif (wanted is torch.float32 and self.narrowing) or (decision.kind == "lower" and wanted is not self.target):
            self._islands[new.name] = f"no {self.context.device.type} kernel for {name} in {self.target}"
        if is_write(node):
            self._forget_casts(new)
        if self.narrowing and name not in tables.BOUNDED and self._may_be_huge(new, decision):
            self._huge.add(new)
            if is_write(node):
                self._huge.update(n for n in new.all_input_nodes[:1])

    def _may_be_huge(self, new: fx.Node, decision: Decision) -> bool:
        if decision.kind == "lower":
            return False
        if any(operand in self._huge for operand in new.all_input_nodes):
            return True
        scalars = scalar_operands(new, self.walk.known.number)
        return any(self.limits.max < abs(value) < float("inf") for _, value in scalars)

    # -- casts -------------------------------------------------------------------------------------------------

    def _cast_operands(self, draft: _Draft, wanted: Any) -> _Draft:
        if wanted == "written":
            base = self.walk.values[draft.args[0]]
            return self._cast_at(draft, WRITTEN_VALUES[op_name(draft.node)], base.dtype, any_float=True)
        if wanted == "parameters":
            return self._cast_at(draft, tables.NORM_PARAMETERS[op_name(draft.node)], torch.float32)
        if wanted == "widest":
            wanted = _promoted(t.dtype for t in self._floats(draft)) or self.target
        keep = self._scalar_tensors(draft)

        def cast(operand: fx.Node) -> fx.Node:
            return operand if operand in keep else self._cast(operand, wanted)

        first = draft.args[0] if is_write(draft.node) and draft.args else None
        args, kwargs = fx.map_arg(draft.args, cast), fx.map_arg(draft.kwargs, cast)
        if isinstance(first, fx.Node):  # a write goes to the tensor itself, never to a copy
            args = (first, *args[1:])
        return _Draft(draft.node, args, kwargs, draft.target)

    def _cast_at(
        self, draft: _Draft, places: Iterable[tuple[int, str]], dtype: torch.dtype, *, any_float: bool = False
    ) -> _Draft:
        """The operands that stand at some places (positional index, keyword) in ``dtype``, the others as they are."""
        args, kwargs = list(draft.args), dict(draft.kwargs)
        for index, keyword in places:
            holder: Any = kwargs if keyword in kwargs else args
            place: Any = keyword if keyword in kwargs else index
            if (keyword in kwargs or index < len(args)) and isinstance(holder[place], fx.Node):
                holder[place] = self._cast(holder[place], dtype, any_float=any_float)
        return _Draft(draft.node, tuple(args), kwargs, draft.target)

    def _cast(self, operand: fx.Node, dtype: torch.dtype, *, any_float: bool = False) -> fx.Node:
        """The operand in ``dtype``: itself where it has it, is no floating tensor, or is float64 (which autocast
        leaves alone). One cast serves all users, until a write makes it outdated."""
        value = self.walk.values[operand]
        if not isinstance(value, torch.Tensor) or not value.dtype.is_floating_point or value.dtype == dtype:
            return operand
        if (
            value.dtype == torch.float64
            and dtype != torch.float64
            and not any_float
            and torch.float64 not in self.context.sources
        ):
            return operand
        made = self._casts.get((operand, dtype))
        if made is None:
            made = self._casts[operand, dtype] = self._new_cast(operand, dtype)
        return made

    def _new_cast(self, operand: fx.Node, dtype: torch.dtype) -> fx.Node:
        source = operand
        name = f"{operand.name}_{_SHORT.get(dtype, 'cast')}"
        if operand in self._huge and dtype in LOW and self.walk.values[operand].dtype not in LOW:
            source = self._clamped(operand, torch.finfo(dtype), f"{name}_range")
        return self._add("to", (source, dtype), {}, name, operand)

    def _clamped(self, operand: fx.Node, limits: torch.finfo, name: str) -> fx.Node:
        return self._add("clamp", (operand,), {"min": limits.min, "max": limits.max}, name, operand)

    def _add(self, method: str, args: Any, kwargs: Any, name: str, near: fx.Node) -> fx.Node:
        new = self.graph.create_node("call_method", method, args, kwargs, name=name)
        if "line" in near.meta:
            new.meta["line"] = near.meta["line"]
        self.walk.run(new)
        return new

    def _forget_casts(self, write: fx.Node) -> None:
        """A write into a tensor outdates the casts of everything that shares its storage."""
        written = storages_in([self.walk.values[node] for node in written_nodes(write)])
        for key in list(self._casts):
            if not written.isdisjoint(storages_in(self.walk.values[key[0]])):
                del self._casts[key]

    def _floats(self, draft: _Draft) -> list[torch.Tensor]:
        return [
            t
            for operand in draft.operands()
            for t in tensors_in(self.walk.values[operand])
            if t.dtype.is_floating_point
        ]

    def _low_operands(self, draft: _Draft) -> bool:
        return any(t.dtype in LOW for t in self._floats(draft))

    def _scalar_tensors(self, draft: _Draft) -> set[fx.Node]:
        """0-d operands of elementwise ops do not decide the result's dtype: no cast is needed for them."""
        if op_name(draft.node) not in tables.SCALAR_OPERANDS:
            return set()
        return {
            operand
            for operand in draft.operands()
            if isinstance(self.walk.values[operand], torch.Tensor) and self.walk.values[operand].dim() == 0
        }

    # -- writes that leave the range -----------------------------------------------------------------------------

    def _write_through_float32(self, node: fx.Node, draft: _Draft, decision: Decision) -> fx.Node:
        """``x.pow_(y)`` in low precision: computed in float32 beside it, then copied in, so that aliases see it."""
        name = op_name(node).removesuffix("_")
        base = draft.args[0]
        rest = fx.map_arg(draft.args[1:], lambda operand: self._cast(operand, torch.float32))
        kwargs = {
            key: value
            for key, value in fx.map_arg(draft.kwargs, lambda o: self._cast(o, torch.float32)).items()
            if key != "inplace"
        }
        wide = self._cast(base, torch.float32)
        result = self._add(name, (wide, *rest), kwargs, f"{node.name}_f32", node)
        if self._may_be_huge(result, decision):
            self._huge.add(result)
            result = self._cast(result, self.walk.values[base].dtype)
        new = self._add("copy_", (base, result), {}, node.name, node)
        self._note(new, node, decision, torch.float32)
        return new

    def _fit_written(self, draft: _Draft) -> _Draft:
        """What a write brings into a low-precision tensor is rounded to its dtype, whatever the kernel takes: finite
        values beyond its range are brought into it first."""
        base = draft.args[0] if is_write(draft.node) and draft.args else None
        held = self.walk.values[base] if isinstance(base, fx.Node) else None
        if not isinstance(held, torch.Tensor) or held.dtype not in LOW:
            return draft

        def fit(operand: fx.Node) -> fx.Node:
            return self._cast(operand, held.dtype) if operand is not base and operand in self._huge else operand

        return _Draft(draft.node, fx.map_arg(draft.args, fit), fx.map_arg(draft.kwargs, fit), draft.target)

    # -- literals ------------------------------------------------------------------------------------------------

    def _fit_literals(self, draft: _Draft) -> _Draft:
        """Literals beyond the range of the dtype that the op computes in become its own lowest or largest value."""
        if target_op(draft.target) not in tables.SCALAR_OPERANDS:
            return draft
        dtype = self._compute_dtype(draft)
        if dtype not in LOW:
            return draft
        limits = torch.finfo(dtype)
        args, kwargs = list(draft.args), dict(draft.kwargs)
        for place, value in scalar_operands(draft, self.walk.known.number):
            if not limits.max < abs(value) < float("inf"):
                continue
            fitted: Any = limits.max if value > 0 else limits.min
            holder: Any = kwargs if isinstance(place, str) else args
            operand = holder[place]
            if isinstance(operand, fx.Node) and isinstance(self.walk.values[operand], torch.Tensor):
                fitted = self._clamped(operand, limits, f"{operand.name}_range")
            holder[place] = fitted
        return _Draft(draft.node, tuple(args), kwargs, draft.target)

    def _compute_dtype(self, draft: _Draft) -> torch.dtype | None:
        """What an elementwise op computes in: an explicit dtype, else what its tensors with dimensions promote to."""
        explicit = draft.kwargs.get("dtype")
        if isinstance(explicit, torch.dtype):
            return explicit
        if is_write(draft.node) and draft.args and isinstance(draft.args[0], fx.Node):
            base = self.walk.values[draft.args[0]]
            return base.dtype if isinstance(base, torch.Tensor) else None
        floats = self._floats(draft)
        dtypes = [t.dtype for t in floats if t.dim() > 0] or [t.dtype for t in floats]
        return _promoted(dtypes)


class _Draft:
    """A call about to be made: the original node, with new operands."""

    def __init__(self, node: fx.Node, args: Any, kwargs: Any, target: Any = None) -> None:
        self.node = node
        self.target = node.target if target is None else target
        self.args: tuple[Any, ...] = tuple(args)
        self.kwargs: dict[str, Any] = dict(kwargs)

    @property
    def op(self) -> str:
        return "call_method" if self.node.op.startswith("call") and isinstance(self.target, str) else self.node.op

    def operands(self) -> list[fx.Node]:
        found: dict[fx.Node, None] = {}
        fx.map_arg((self.args, self.kwargs), lambda operand: found.setdefault(operand))
        return list(found)


def _beyond(meta: Any, largest: float) -> bool:
    values = (*(meta.data or ()), meta.min_val, meta.max_val)
    return any(v is not None and largest < abs(v) < float("inf") for v in values)


def _promoted(dtypes: Iterable[torch.dtype]) -> torch.dtype | None:
    """What torch promotes them to, or None of none."""
    result: torch.dtype | None = None
    for dtype in dtypes:
        result = dtype if result is None else torch.promote_types(result, dtype)
    return result
