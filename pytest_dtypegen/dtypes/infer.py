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
from pytest_dtypegen.dtypes.contracts import READS_NUMBER, Refusal, refusal
from pytest_dtypegen.dtypes.opcache import OpCache, TensorSpec, Unkeyable, spec_of, tensors_in
from pytest_dtypegen.dtypes.ops import Call, is_write, op_name, target_op
from pytest_dtypegen.dtypes.quantized import (
    MAKERS,
    holds_quantized,
    missing_kernel,
    of_quantized_library,
    run_on_stand_ins,
)
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.ambient import Ambient, ambient
from pytest_dtypegen.execute.run import call_node, operands
from pytest_dtypegen.samples.model import TensorMeta

#: Values of more elements than this are not computed for real; 2**20 float32 elements are 4 MiB.
KNOWN_LIMIT = 1 << 20

#: Ops whose value is drawn or left uninitialised: never known.
UNKNOWABLE = frozenset(
    "rand randn randint randperm rand_like randn_like randint_like bernoulli bernoulli_ multinomial normal normal_ "
    "uniform_ exponential_ empty empty_like new_empty empty_strided".split()
)

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

#: Ops that take operands from different devices: they copy, or index with what lies on the CPU.
CROSSES_DEVICES = frozenset(
    "to _to_copy type type_as copy_ setitem getitem index index_put index_put_ cpu cuda xpu getattr item".split()
)

_DEVICE_METHODS = frozenset("cpu cuda xpu".split())

_DATA_DEPENDENT = (DataDependentOutputException, DynamicOutputShapeException, GuardOnDataDependentSymNode)

_MISSING = object()


class _NeedsData(Exception):
    """An op's result depends on its operands' values."""


_CPU = torch.device("cpu")

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
        return Inference(walk.values, walk.known_values())


class Inferrer:
    """Infers node by node, so that a pass can infer the graph that it is building. A context manager: it holds the
    fake-tensor mode and puts back what steering ops in the graph (vmap, autocast, grad mode) have changed.

    The fake tensors lie on the CPU whatever the device (a torch without CUDA refuses even to index a fake CUDA
    tensor); contracts are asked for the case's device, and values that the graph puts elsewhere are kept account of.

    ``contracts``: whether to ask the kernels' operand contracts."""

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
        self._known: dict[fx.Node, Any] = {}
        self._specs: dict[fx.Node, Any] = {}  # values' metadata, for the kept answers
        self._elsewhere: dict[fx.Node, str] = {}  # values that are not on the case's device, and where they are
        self._holders: set[fx.Node] = set()  # nodes whose value holds a quantized tensor
        self._stale: set[int] = set()  # storages of known tensors that unknown data was written into
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

    def known(self, node: fx.Node) -> Any:
        """The node's real value; raises KeyError where it is not known (any more)."""
        value = self._known[node]
        if self._is_stale(value):
            raise KeyError(node)
        return value

    def number(self, node: fx.Node) -> float | None:
        """The node's value as a number: a Python scalar, or a known real 0-d tensor; else None."""
        value = self.values[node]
        if isinstance(value, torch.Tensor):
            value = self._known.get(node)
            if not isinstance(value, torch.Tensor) or value.dim() or value.dtype.is_complex or self._is_stale(value):
                return None
            if torch._C._functorch.is_batchedtensor(value):
                return None  # one number a lane
            return float(value)
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None

    def known_values(self) -> dict[fx.Node, Any]:
        return {node: value for node, value in self._known.items() if not self._is_stale(value)}

    def refuses(self, call: Call) -> Refusal | None:
        """What the device's kernel would say to the operands of a node, or of one about to be made."""
        if torch.is_autocast_enabled(self.device.type):
            return None  # the author's own autocast region casts the operands
        if self._on_quantized(call):  # the kernel itself is asked
            missing = missing_kernel(call.target, self.device.type)
            return None if missing is None else Refusal("DG501", missing)
        name = target_op(call.target)
        lookup = self._number_or_value if name in READS_NUMBER else self.values.__getitem__
        args, kwargs = self._arguments(call, lookup)
        return refusal(name, self.device.type, args, kwargs)

    def _number_or_value(self, operand: fx.Node) -> Any:
        """A known 0-d tensor, which a kernel reads like a literal; else the value."""
        known = self._known.get(operand)
        scalar = isinstance(known, torch.Tensor) and not known.dim() and not self._is_stale(known)
        return known if scalar else self.values[operand]

    def _placeholder(self, node: fx.Node) -> Any:
        meta = self.tensors.get(str(node.target))
        if meta is None:
            raise DtypegenError("DG102", f"parameter {node.target!r} has no meta", node=node.name)
        if meta.data is not None:
            self._known[node] = torch.tensor(meta.data, dtype=meta.torch_dtype).reshape(meta.shape)
        stride = torch._prims_common.make_contiguous_strides_for(meta.shape)
        self._specs[node] = spec = TensorSpec(meta.torch_dtype, meta.shape, stride, _CPU)
        return spec.make(self._mode)

    def _call(self, node: fx.Node) -> Any:
        name = op_name(node)
        self._track_device(node, name)
        if name in _STEERING:
            args, kwargs = self._arguments(node, self.values.__getitem__)
            result = self._run_call(node, args, kwargs)
            self._around.note(name, args, result)
            return result
        try:
            value = self._quantized(node, name) if self._on_quantized(node) else self._kept_or_asked(node, name)
        except _NeedsData as need:
            real = self._known_result(node, name)
            value = self._assumed(node, name, need) if real is _MISSING else fx.node.map_aggregate(real, self._as_fake)
        else:
            real = self._known_result(node, name)
        if real is not _MISSING:
            self._known[node] = real
        elif is_write(node):
            self._mark_stale(self._known.get(node.all_input_nodes[0]))
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
            self._number_or_value(operand) is not self.values[operand] for operand in node.all_input_nodes
        )

    def _ask(self, node: fx.Node, name: str) -> Any:
        if self.contracts and (refused := self.refuses(node)) is not None:
            raise self._error(node, refused.code, refused.message)
        args, kwargs = self._arguments(node, self.values.__getitem__)
        try:
            with self._mode:  # only here: what is known is computed for real
                return self._run_call(node, args, kwargs)
        except _DATA_DEPENDENT as problem:
            raise _NeedsData from problem
        except Exception as problem:
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
        if self.contracts and (refused := self.refuses(node)) is not None:
            raise self._error(node, refused.code, refused.message)

        def lookup(operand: fx.Node) -> Any:
            known = self._known.get(operand, _MISSING)
            return self.values[operand] if known is _MISSING or self._is_stale(known) else known

        try:
            real = run_on_stand_ins(node, lookup, lambda args, kwargs: self._run_call(node, args, kwargs))
        except Exception as problem:
            raise self._refused(node, name, problem) from problem
        if holds_quantized(real):
            self._holders.add(node)
        return fx.node.map_aggregate(real, self._as_fake) if _holds_tensor(real) else real

    def _refused(self, node: fx.Node, name: str, problem: Exception) -> DtypegenError:
        """The error of an op that raised, in the kernel's words."""
        message = str(problem).strip().split("\n")[0]
        code = classify(str(problem), op=name, exception=type(problem).__name__)
        return self._error(node, code, message or type(problem).__name__)

    def _run_call(self, node: fx.Node, args: Any, kwargs: Any) -> Any:
        if node.op == "call_method" and node.target in _DEVICE_METHODS:
            return args[0]
        return call_node(node, fx.node.map_aggregate(args, _to_cpu), fx.node.map_aggregate(kwargs, _to_cpu))

    def _track_device(self, node: fx.Node, name: str) -> None:
        """Where the value will be. Raises DtypegenError where operands from different devices meet (0-d ones may)."""
        given = _device_given(node)
        operands = [o for o in node.all_input_nodes if o in self._elsewhere or given is not None]
        if given is None and not operands:
            return
        place = given or self._elsewhere.get(node.all_input_nodes[0], self.device.type)
        if place != self.device.type:
            self._elsewhere[node] = place
        if name in CROSSES_DEVICES:
            return
        places = {
            self._elsewhere.get(operand, self.device.type)
            for operand in node.all_input_nodes
            for tensor in tensors_in(self.values[operand])
            if tensor.dim()
        }
        if len(places) > 1:
            a, b = sorted(places)
            message = f"Expected all tensors to be on the same device, but found at least two devices, {a} and {b}!"
            raise self._error(node, "DG410", message)

    def _steered(self) -> bool:
        """The same call can give something else here: inside vmap or an autocast region."""
        return self._around.in_vmap or torch._C._is_any_autocast_enabled()

    def _assumed(self, node: fx.Node, name: str, need: _NeedsData) -> Any:
        """A result that depends on data that is not recorded: what the op makes of ones (of zeros for integers, which
        may be indices), so that every mask selects and the sizes are the largest that the shapes allow."""
        if name in ("item", "_local_scalar_dense"):
            kind = self.values[node.all_input_nodes[0]].dtype
            return 1.0 if kind.is_floating_point else kind is torch.bool or 1
        real = self._compute(node, self._stand_in)
        if real is _MISSING:
            message = f"its result depends on data that the sample does not record: {need.__cause__}"
            raise self._error(node, "DG104", message)
        return fx.node.map_aggregate(real, self._as_fake)

    def _stand_in(self, operand: fx.Node) -> Any:
        known = self._known.get(operand, _MISSING)
        if known is not _MISSING and not self._is_stale(known):
            return known
        return fx.node.map_aggregate(self.values[operand], _ones)

    def _known_result(self, node: fx.Node, name: str) -> Any:
        """The op's real result where all its tensor operands are known and it is small, else _MISSING."""
        if name in UNKNOWABLE or (name.startswith("dropout") and not self._dropout_is_identity(node)):
            return _MISSING
        for operand in node.all_input_nodes:
            value = self.values[operand]
            if not _holds_tensor(value):
                continue
            real = self._known.get(operand, _MISSING)
            if real is _MISSING or self._is_stale(real):
                return _MISSING
        if not node.all_input_nodes and not _is_small_factory(node, name):
            return _MISSING
        if any(_numel(self.values[operand]) > KNOWN_LIMIT for operand in node.all_input_nodes):
            return _MISSING
        return self._compute(node, self._real_operand)

    def _real_operand(self, operand: fx.Node) -> Any:
        return self._known.get(operand, self.values[operand])

    def _compute(self, node: fx.Node, lookup: Callable[[fx.Node], Any]) -> Any:
        """The op run for real on the CPU; _MISSING where it raises or its result is large."""
        args, kwargs = self._arguments(node, lookup)
        try:
            real = self._run_call(node, args, kwargs)
        except Exception:
            return _MISSING  # the fake side says what is wrong
        return _MISSING if _numel(real) > KNOWN_LIMIT else real

    def _dropout_is_identity(self, node: fx.Node) -> bool:
        args, kwargs = self._arguments(node, self.values.__getitem__)
        p = kwargs.get("p", args[1] if len(args) > 1 else 0.5)
        training = kwargs.get("training", args[2] if len(args) > 2 else True)
        return not training or p == 0

    def _arguments(self, node: Call, lookup: Callable[[fx.Node], Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return fx.map_arg(node.args, lookup), fx.map_arg(dict(node.kwargs), lookup)

    def _as_fake(self, value: Any) -> Any:
        if not isinstance(value, torch.Tensor) or value.is_quantized:
            return value
        return TensorSpec(value.dtype, tuple(value.shape), value.stride(), _CPU).make(self._mode)

    def _placed(self, node: fx.Node, text: str) -> str:
        """An operand's description with the device where it is, in place of the fake tensor's."""
        name = text.partition(":")[0].partition("[")[0]
        place = next((where for operand, where in self._elsewhere.items() if operand.name == name), self.device.type)
        return text.removesuffix(" cpu") + f" {place}" if text.endswith(" cpu") else text

    def _is_stale(self, value: Any) -> bool:
        return bool(self._stale) and any(t.untyped_storage()._cdata in self._stale for t in tensors_in(value))

    def _mark_stale(self, value: Any) -> None:
        self._stale.update(t.untyped_storage()._cdata for t in tensors_in(value))

    def _error(self, node: fx.Node, code: str, message: str) -> DtypegenError:
        return DtypegenError(
            code,
            message,
            op=op_name(node),
            node=node.name,
            line=node.meta.get("line"),
            operands=tuple(self._placed(node, text) for text in operands(node, self.values)),
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


def _ones(value: Any) -> Any:
    if not isinstance(value, torch.Tensor) or value.is_quantized:
        return value
    whole = not value.dtype.is_floating_point and value.dtype is not torch.bool
    return torch.full(value.shape, 0 if whole else 1, dtype=value.dtype)


def _to_cpu(value: Any) -> Any:
    if isinstance(value, torch.device):
        return _CPU
    return "cpu" if _is_device_name(value) else value


def _is_device_name(value: Any) -> bool:
    return isinstance(value, str) and value.partition(":")[0] in ("cpu", "cuda", "xpu", "mps", "hpu", "mtia", "xla")


def _device_given(node: fx.Node) -> str | None:
    """The device type that a call names, or None."""
    if node.op == "call_method" and node.target in _DEVICE_METHODS:
        return str(node.target)
    for value in (*node.args, *node.kwargs.values()):
        if isinstance(value, torch.device):
            return value.type
        if _is_device_name(value):
            return str(value).partition(":")[0]
    return None


def _holds_tensor(value: Any) -> bool:
    return any(True for _ in tensors_in(value))


def _numel(value: Any) -> int:
    return sum(tensor.numel() for tensor in tensors_in(value))


def _is_small_factory(node: fx.Node, name: str) -> bool:
    """A factory (no tensor operands) whose result is small, judged by its integer arguments before it runs."""
    if name == "arange":
        bounds = [abs(a) for a in node.args if isinstance(a, (int, float))]
        return max(bounds, default=0) <= KNOWN_LIMIT
    n = 1
    for size in _integers(node.args[:2] if name in ("full", "linspace") else node.args):
        n *= max(size, 1)
    return n <= KNOWN_LIMIT


def _integers(value: Any) -> list[int]:
    if isinstance(value, int) and not isinstance(value, bool):
        return [value]
    if isinstance(value, (list, tuple)):
        return [number for item in value for number in _integers(item)]
    return []
