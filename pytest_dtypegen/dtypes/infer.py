"""Inference over a graph: every value's dtype, shape and device, with no tensor data.

Fake tensors carry dtype, shape, strides, device and aliasing. Beside them goes partial evaluation: what depends only
on known data (recorded scalars, factories, masks built from constants) is computed for real, so that ``.item()``,
data-dependent sizes and guards have their value. Before an op runs, the operand contract of the device's kernel is
asked (fake tensors let through mixed operands that no kernel takes).
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
)
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode

from pytest_dtypegen.classify import classify
from pytest_dtypegen.dtypes.asked import refused
from pytest_dtypegen.dtypes.contracts import READS_NUMBER, Refusal, refusal
from pytest_dtypegen.dtypes.known import MISSING, KnownValues
from pytest_dtypegen.dtypes.opcache import OpCache, TensorSpec, Unkeyable, spec_of
from pytest_dtypegen.dtypes.ops import Call, is_write, op_name, target_op, written_nodes
from pytest_dtypegen.dtypes.places import CPU, Places, call_on_cpu
from pytest_dtypegen.dtypes.quantized import (
    MAKERS,
    holds_quantized,
    missing_kernel,
    of_quantized_library,
    run_on_stand_ins,
)
from pytest_dtypegen.dtypes.values import tensors_in
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.ambient import Ambient, ambient
from pytest_dtypegen.execute.run import operands
from pytest_dtypegen.samples.model import TensorMeta

#: Ops that steer the interpreter itself; run once, for the fake and the known side together.
_STEERING = frozenset(
    "lazy_load_decompositions _vmap_increment_nesting _vmap_decrement_nesting _enter_autocast _exit_autocast "
    "_set_grad_enabled _log_api_usage_once FunctionCtx".split()
)

#: Ops that read a tensor's values back into Python, or whose result's size depends on them.
READS_DATA = frozenset(
    "item _local_scalar_dense tolist __bool__ __int__ __float__ is_nonzero equal allclose nonzero argwhere unique "
    "masked_select bincount _assert_scalar tensor as_tensor scalar_tensor".split()
)

#: Writes that change what their operand looks like.
RESHAPES_IN_PLACE = frozenset("t_ transpose_ squeeze_ unsqueeze_ swapaxes_ resize_ resize_as_ as_strided_".split())

_DATA_DEPENDENT = (DataDependentOutputException, DynamicOutputShapeException, GuardOnDataDependentSymNode)

#: What a kernel that reads its operand's values says to a fake tensor.
_NO_DATA = "its data is not allocated yet"


class _NeedsData(Exception):
    """An op's result depends on its operands' values."""


#: One for the process: samples ask the same questions.
_ANSWERS = OpCache()


@dataclass(frozen=True)
class Inference:
    """``values``: each node's value as the op returned it, with fake tensors. ``known``: the real values, where
    everything that they depend on is known (tensors on the CPU, whatever the case's device)."""

    values: Mapping[fx.Node, Any]
    known: Mapping[fx.Node, Any]


def infer(
    graph: fx.Graph,
    tensors: Mapping[str, TensorMeta],
    device: str | torch.device = "cpu",
    *,
    contracts: bool = True,
) -> Inference:
    """Infer every value of ``graph`` on ``device`` (which need not be present).

    Raises DtypegenError at the first node that the device's kernel refuses (DG4xx, DG5xx) or that does not run.
    """
    with Inferrer(tensors, device, contracts=contracts) as walk:
        for node in graph.nodes:
            walk.run(node)
        return Inference(walk.values, walk.known.items())


class Inferrer:
    """Infers node by node, so that a pass can infer the graph that it is building. A context manager: it holds the
    fake-tensor mode and puts back what steering ops in the graph (vmap, autocast, grad mode) have changed.

    The fake tensors lie on the CPU whatever the device (see ``places``); contracts are asked for the case's device.
    ``known``: the real values so far. ``contracts``: whether to ask the kernels' operand contracts."""

    def __init__(
        self,
        tensors: Mapping[str, TensorMeta],
        device: str | torch.device = "cpu",
        *,
        contracts: bool = True,
    ) -> None:
        self.tensors = tensors
        self.device = torch.device(device)
        self.contracts = contracts
        self.values: dict[fx.Node, Any] = {}
        self.known = KnownValues(self.values)
        self._specs: dict[fx.Node, Any] = {}  # values' metadata, for the kept answers
        self._places = Places(self.device.type)
        self._holders: set[fx.Node] = set()  # nodes whose value holds a quantized tensor
        self._mode = FakeTensorMode(allow_non_fake_inputs=True)
        self._stack = contextlib.ExitStack()
        self._around = Ambient()

    def __enter__(self) -> Inferrer:
        self._stack.enter_context(_quiet_fake_tensor_log())
        self._around = self._stack.enter_context(ambient())
        return self

    def __exit__(self, *exc: object) -> None:
        self._stack.close()

    def run(self, node: fx.Node) -> Any:
        """Infer ``node`` from its operands' values, keep and return its value."""
        if node.op == "placeholder":
            value = self._placeholder(node)
        elif node.op == "output":
            value = fx.map_arg(node.args[0], self.values.__getitem__)
        else:
            value = self._call(node)
        self.values[node] = value
        return value

    def refuses(self, call: Call) -> Refusal | None:
        """What the device's kernel would say to the operands of a node, or of one about to be made."""
        if torch.is_autocast_enabled(self.device.type):
            return None  # the author's own autocast region casts the operands
        if self._on_quantized(call):  # the kernel itself is asked
            missing = missing_kernel(call.target, self.device.type)
            return None if missing is None else Refusal("DG501", missing)
        name = target_op(call.target)
        lookup = self.known.scalar_or_value if name in READS_NUMBER else self.values.__getitem__
        args, kwargs = self._arguments(call, lookup)
        if self._steered():
            return refusal(name, self.device.type, args, kwargs)
        return refused(call, self.device.type, args, kwargs)

    def _placeholder(self, node: fx.Node) -> Any:
        meta = self.tensors.get(str(node.target))
        if meta is None:
            raise DtypegenError("DG102", f"parameter {node.target!r} has no meta", node=node.name)
        if meta.data is not None:
            self.known[node] = torch.tensor(meta.data, dtype=meta.torch_dtype).reshape(meta.shape)
        stride = torch._prims_common.make_contiguous_strides_for(meta.shape)
        self._specs[node] = spec = TensorSpec(meta.torch_dtype, meta.shape, stride, CPU)
        return spec.make(self._mode)

    def _call(self, node: fx.Node) -> Any:
        name = op_name(node)
        if (mismatch := self._places.track(node, name, self.values)) is not None:
            raise self._error(node, "DG410", mismatch)
        if name in _STEERING:
            args, kwargs = self._arguments(node, self.values.__getitem__)
            result = call_on_cpu(node, args, kwargs)
            self._around.note(name, args, result)
            return result
        try:
            value = self._quantized(node, name) if self._on_quantized(node) else self._kept_or_asked(node, name)
        except _NeedsData as need:
            real = self.known.evaluate(node, name)
            value = self._without_data(node, name, need) if real is MISSING else self._as_fakes(real)
        else:
            real = self.known.evaluate(node, name, value)
        if real is not MISSING:
            self.known[node] = real
        elif is_write(node):
            for written in written_nodes(node):
                self.known.written(written)
        with contextlib.suppress(Unkeyable):
            self._specs[node] = spec_of(value)
        return value

    def _kept_or_asked(self, node: fx.Node, name: str) -> Any:
        """The op's fake result. Raises _NeedsData where it depends on data, DtypegenError where it is refused."""
        if name in READS_DATA or name in RESHAPES_IN_PLACE or self._steered() or self._reads_number(node, name):
            return self._ask(node, name)
        try:
            key = (_ANSWERS.key(node, self._specs, self.device), self.contracts)
        except Unkeyable:
            return self._ask(node, name)
        tensors = [t for operand in node.all_input_nodes for t in tensors_in(self.values[operand])]
        value = _ANSWERS.get(key, tensors, self._mode)
        if value is None:
            value = self._ask(node, name)
            with contextlib.suppress(Unkeyable):
                _ANSWERS.put(key, value, tensors)
        return value

    def _reads_number(self, node: fx.Node, name: str) -> bool:
        """Whether the kernel reads a known number out of an operand: the answer is this number's alone."""
        return name in READS_NUMBER and any(
            self.known.scalar_or_value(operand) is not self.values[operand] for operand in node.all_input_nodes
        )

    def _ask(self, node: fx.Node, name: str) -> Any:
        if self.contracts and (said := self.refuses(node)) is not None:
            raise self._error(node, said.code, said.message)
        args, kwargs = self._arguments(node, self.values.__getitem__)
        try:
            with self._mode:  # only here: what is known is computed for real
                return call_on_cpu(node, args, kwargs)
        except _DATA_DEPENDENT as problem:
            raise _NeedsData from problem
        except Exception as problem:
            if _NO_DATA in str(problem):
                raise _NeedsData from problem
            raise self._refused(node, name, problem) from problem

    def _on_quantized(self, call: Call) -> bool:
        """The op makes or takes quantized tensors, of which there are no fake ones."""
        if target_op(call.target) in MAKERS or of_quantized_library(call.target):
            return True
        if not self._holders:
            return False
        operands: list[fx.Node] = []
        fx.map_arg((call.args, dict(call.kwargs)), operands.append)
        return not self._holders.isdisjoint(operands)

    def _quantized(self, node: fx.Node, name: str) -> Any:
        """The op's result: quantized tensors are real ones on the CPU, of meaningless values, others are fake."""
        if self.contracts and (said := self.refuses(node)) is not None:
            raise self._error(node, said.code, said.message)

        try:
            real = run_on_stand_ins(node, self.known.or_value, lambda args, kwargs: call_on_cpu(node, args, kwargs))
        except Exception as problem:
            raise self._refused(node, name, problem) from problem
        if holds_quantized(real):
            self._holders.add(node)
        return self._as_fakes(real)

    def _refused(self, node: fx.Node, name: str, problem: Exception) -> DtypegenError:
        """The error of an op that raised, in the kernel's words."""
        message = str(problem).strip().split("\n")[0]
        code = classify(str(problem), op=name, exception=type(problem).__name__)
        return self._error(node, code, message or type(problem).__name__)

    def _steered(self) -> bool:
        """The same call can give something else here: inside vmap or an autocast region."""
        return self._around.in_vmap or torch._C._is_any_autocast_enabled()

    def _without_data(self, node: fx.Node, name: str, need: _NeedsData) -> Any:
        real = self.known.assumed(node, name)
        if real is MISSING:
            message = f"its result depends on data that the sample does not record: {need.__cause__}"
            raise self._error(node, "DG104", message)
        return self._as_fakes(real)

    def _arguments(self, node: Call, lookup: Callable[[fx.Node], Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return fx.map_arg(node.args, lookup), fx.map_arg(dict(node.kwargs), lookup)

    def _as_fakes(self, value: Any) -> Any:
        """A real value with its tensors made fake; quantized ones stay."""

        def fake(tensor: Any) -> Any:
            if not isinstance(tensor, torch.Tensor) or tensor.is_quantized:
                return tensor
            return TensorSpec(tensor.dtype, tuple(tensor.shape), tensor.stride(), CPU).make(self._mode)

        holds_tensors = bool(tensors_in(value))
        return fx.node.map_aggregate(value, fake) if holds_tensors else value

    def _error(self, node: fx.Node, code: str, message: str) -> DtypegenError:
        return DtypegenError(
            code,
            message,
            op=op_name(node),
            node=node.name,
            line=node.meta.get("line"),
            operands=tuple(map(self._places.told, operands(node, self.values))),
        )


@contextlib.contextmanager
def _quiet_fake_tensor_log() -> Iterator[None]:
    """torch logs a traceback for each op that fake tensors refuse; the failure says all of it in one line."""
    logger = logging.getLogger("torch._subclasses.fake_tensor")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)
