"""The stage ``reference``: the original graph in true float32, on conditioned data, and what can be proven on it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.condition import Conditioner
from pytest_dtypegen.check.data import Adjustment, Data, input_names
from pytest_dtypegen.check.fills import fills_of
from pytest_dtypegen.check.original import Original, as_reference_failure
from pytest_dtypegen.check.probe import Probes, Watch
from pytest_dtypegen.check.scale import aligned_pieces, pieces
from pytest_dtypegen.check.values import of_metadata, plain
from pytest_dtypegen.dtypes.infer import READS_DATA
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.values import LOW, leaves
from pytest_dtypegen.errors import DtypegenError, Failure
from pytest_dtypegen.execute.draws import UNWRITTEN
from pytest_dtypegen.execute.emulate import Emulator
from pytest_dtypegen.execute.run import Execute, Feed, Observe, run_graph
from pytest_dtypegen.options import Options
from pytest_dtypegen.passes.protocol import Range
from pytest_dtypegen.samples.model import TensorMeta

#: Ops that make a tensor of numbers and sizes: one that stands in a tensor is read from it.
FACTORIES = frozenset(
    "arange range linspace logspace full new_full zeros ones empty eye rand randn randint randperm tril_indices "
    "triu_indices".split()
)

Tell = Callable[[str, str], None]

#: Outputs that differ by less than this of their scale do not differ (float32 rounds to 6e-8).
LEAST_CHANGE = 1e-5


@dataclass(frozen=True)
class Reference:
    """What the original graph gives. ``outputs``: as the graph returns them, on the CPU. ``ranges``, ``probes``: by
    node name. ``finds``: what index-giving ops chose from. ``warnings``: what proves less than it could. ``seconds``:
    of a plain run, without observers and conditioning; None where there was none."""

    outputs: Any
    data: Data
    ranges: Mapping[str, Range]
    probes: Probes
    finds: Mapping[str, torch.Tensor]
    sample_size: int
    warnings: tuple[str, ...] = ()
    seconds: float | None = None


_kept: dict[str, Any] = {}


def reference_run(original: Original, options: Options, target: torch.dtype, tell: Tell) -> Reference:
    """The reference, from this process's memory where the last case had the same sample, data and seed.

    Raises DtypegenError: DG201 where the graph does not run, DG202 where nothing can be proven on its output.
    """
    rounded = target in LOW
    key = (original.hash, str(original.device), options.data, options.exec, options.seed, rounded)
    if _kept.get("key") != key:
        _kept.clear()
        _kept["reference"] = _run(original, options, rounded, tell)
        _kept["key"] = key
    reference = _kept["reference"]
    if isinstance(reference, Failure):
        raise DtypegenError(**_arguments(reference))
    assert isinstance(reference, Reference)
    return reference


def forget_reference() -> None:
    """Drop the reference that is kept for the sample's next case."""
    _kept.clear()


def _arguments(failure: Failure) -> dict[str, Any]:
    return {name: getattr(failure, name) for name in ("code", "message", "stage", "op", "node", "line", "operands",
                                                      "origin")}  # fmt: skip


def _run(original: Original, options: Options, rounded: bool, tell: Tell) -> Reference | Failure:
    """The reference, or why there is none (kept as well: the next dtype would find the same). No exception,
    whose traceback would hold what the attempt did."""
    conditioned = options.data == "conditioned"
    graph, tensors = original.sample.graph, original.sample.tensors
    inputs = input_names(graph, tensors)
    outcome: Reference | Failure | None = None
    for redrawn in redrawn_inputs(tensors, inputs) if conditioned else [{}]:
        data = Data(
            tensors, original.device, seed=options.seed, rounded=rounded, inputs=inputs, steering=steering_names(graph)
        )
        data.adjustments.update(redrawn)
        outcome = _attempt(graph, data, conditioned, tell, options.seed, Emulator(options.exec, original.device))
        if not isinstance(outcome, Failure) or outcome.code != "DG202":
            break
    assert outcome is not None
    return outcome


def first_not_finite(graph: fx.Graph, probes: Probes) -> dict[str, Any]:
    """Where the reference first leaves the numbers: node, op and line; empty where no value kept says so. The first
    NaN, if there is one: infinities may be a mask's. Unwritten memory is NaN, and to blame only where it is read."""
    lost = [node for node in graph.nodes if node.name in probes and not probes[node.name].finite]
    nan = [node for node in lost if bool(probes[node.name].sample.isnan().any())]
    written = [node for node in nan or lost if op_name(node) not in UNWRITTEN]
    for node in written or nan or lost:
        read = (operand for operand in node.all_input_nodes if operand in nan and op_name(operand) in UNWRITTEN)
        node = next(read, node)
        return {"node": node.name, "op": op_name(node), "line": node.meta.get("line")}
    return {}


def steering_names(graph: fx.Graph) -> frozenset[str]:
    """The parameters that a number read back from a tensor, or a size that depends on values, is made of."""
    steering: set[fx.Node] = set()
    for node in reversed(graph.nodes):
        reads = node.op != "placeholder" and op_name(node) in READS_DATA | FACTORIES
        if (reads or node in steering) and not of_metadata(node):
            steering.update(node.all_input_nodes)
    return frozenset(str(node.target) for node in steering if node.op == "placeholder")


def redrawn_inputs(tensors: Mapping[str, TensorMeta], inputs: Iterable[str]) -> list[dict[str, Adjustment]]:
    """Float inputs that are recorded as one constant value, to be drawn with unit deviation instead, in attempts: first
    those that are no mask (of ones or zeros), then all."""
    constant = [
        meta for name in sorted(inputs)
        if (meta := tensors[name]).torch_dtype.is_floating_point and meta.data is None and meta.std == 0
    ]  # fmt: skip
    attempts = [{m.name: Adjustment(std=1.0, mean=m.mean or 0.0) for m in constant if m.mean not in (0.0, 1.0)}]
    if len(attempts[0]) < len(constant):
        attempts.append({meta.name: Adjustment(std=1.0, mean=meta.mean or 0.0) for meta in constant})
    return attempts


def _attempt(
    graph: fx.Graph, data: Data, conditioned: bool, tell: Tell, seed: int, call: Execute
) -> Reference | Failure:
    """``call``: how a node is computed, as in the rewritten graph's run: what a sample computes in low precision by
    itself is rounded alike in both."""
    watch = Watch(graph)
    conditioner = Conditioner(graph, data, call) if conditioned else None
    seconds: float | None = None

    def plain_run(feed: Feed) -> Any:
        nonlocal seconds
        start = time.perf_counter()
        result = run(graph, feed, tell, execute=call, seed=seed)
        seconds = time.perf_counter() - start
        return result

    try:
        outputs = run(graph, data.feed, tell, execute=conditioner or call, observe=watch, seed=seed)
        warnings = check_provable(outputs, data, plain_run)
    except DtypegenError as error:
        if error.failure.code.startswith("DG8"):
            raise
        if error.failure.code != "DG202":
            return as_reference_failure(error).failure
        if "not finite" in error.failure.message:
            error.at(**first_not_finite(graph, watch.probes))
        return error.failure
    for node in conditioner.stale if conditioner else ():
        watch.probes.pop(node.name, None)
        watch.ranges.pop(node.name, None)
    return Reference(outputs, data, watch.ranges, watch.probes, watch.finds, watch.size, warnings, seconds)


def run(
    graph: fx.Graph,
    feed: Callable[[fx.Node], torch.Tensor],
    tell: Tell,
    *,
    execute: Execute | None = None,
    observe: Observe | None = None,
    seed: int = 0,
) -> Any:
    """A graph's outputs, on the CPU and out of reach of later writes; kernels at full precision, no gradients."""
    with true_precision(), torch.no_grad():
        outputs = run_graph(
            graph, feed, execute=execute, observe=observe, enter=lambda node: tell(op_name(node), node.name), seed=seed
        )
    return fx.node.map_aggregate(outputs, lambda leaf: _at_hand(leaf) if isinstance(leaf, torch.Tensor) else leaf)


def _at_hand(tensor: torch.Tensor) -> torch.Tensor:
    """On the CPU, dense, with a conjugation or negation that torch has put off done."""
    found = tensor.detach().cpu()
    return found if found.is_quantized else plain(found).resolve_conj().resolve_neg()


@contextmanager
def true_precision() -> Iterator[None]:
    """Float32 is float32: no TF32, and half-precision products reduce in float32."""
    with ExitStack() as stack:
        for holder, flag in (
            (torch.backends.cuda.matmul, "allow_tf32"),
            (torch.backends.cuda.matmul, "allow_fp16_reduced_precision_reduction"),
            (torch.backends.cuda.matmul, "allow_bf16_reduced_precision_reduction"),
        ):
            before = getattr(holder, flag)
            stack.callback(setattr, holder, flag, before)
            setattr(holder, flag, False)
        # torch's own test helpers forbid setting cuDNN's flags one by one
        cudnn = torch.backends.cudnn
        limit, deterministic = cudnn.benchmark_limit, cudnn.deterministic
        stack.enter_context(cudnn.flags(cudnn.enabled, cudnn.benchmark, limit, deterministic, allow_tf32=False))
        precision = torch.get_float32_matmul_precision()
        stack.callback(torch.set_float32_matmul_precision, precision)
        torch.set_float32_matmul_precision("highest")
        yield


def check_provable(outputs: Any, data: Data, again: Callable[[Feed], Any]) -> tuple[str, ...]:
    """Raises DtypegenError DG202 where an output is NaN, or all are constant or the same for other inputs; warnings
    where some are constant. ``again`` gives the outputs for another feed."""
    warnings = []
    found = _numbers(outputs)
    for place, leaf in found:
        if leaf.dtype.is_floating_point and not _mostly_finite(leaf):
            raise DtypegenError("DG202", f"output{place} is not finite in the reference", stage="reference")
    varying = [(place, leaf) for place, leaf in found if leaf.numel() == 1 or not _constant(leaf)]
    if found and not varying:
        raise DtypegenError("DG202", "every output is constant in the reference", stage="reference")
    warnings += [f"output{place} is constant" for place, leaf in found if all(leaf is not v for _, v in varying)]
    if data.inputs and varying and not _shown_to_depend(varying, data, again):
        warnings.append("that the outputs depend on the inputs is not shown: the graph takes no other values of these")
    return tuple(warnings)


def _shown_to_depend(varying: list[tuple[str, torch.Tensor]], data: Data, again: Callable[[Feed], Any]) -> bool:
    """Whether an output differs for other inputs: for others of the same kind, or else for values that their record
    does not show, which the graph may refuse. Raises DtypegenError DG202 where it ran on others and none differs."""
    same = False
    for forced in (False, True) if data.on_cpu else (False,):  # on a GPU an index out of range ends the process
        try:
            outputs = again(data.feed_as(data.tensors, other_inputs=True, forced=forced))
        except DtypegenError as error:
            if error.failure.code.startswith("DG8") or error.failure.code == "DG999":
                raise
            continue
        other = dict(_numbers(outputs))
        if not all(_same(leaf, other.get(place)) for place, leaf in varying):
            return True
        same = same or data.has_other_inputs(forced=forced)
    if same:
        raise DtypegenError("DG202", "no output depends on the inputs in the reference", stage="reference")
    return False


def _numbers(outputs: Any) -> list[tuple[str, torch.Tensor]]:
    """The output tensors that hold anything, with where they stand."""
    return [(place, plain(leaf)) for place, leaf in leaves(outputs) if isinstance(leaf, torch.Tensor) and leaf.numel()]


def _mostly_finite(leaf: torch.Tensor) -> bool:
    """No NaN, and infinities (of a mask) in fewer than half of the elements."""
    finite = sum(int(torch.isfinite(piece).count_nonzero()) for piece in pieces(leaf))
    return finite == leaf.numel() or (
        2 * finite > leaf.numel() and not any(bool(piece.isnan().any()) for piece in pieces(leaf))
    )


def _constant(leaf: torch.Tensor) -> bool:
    if not leaf.dtype.is_floating_point:
        first = leaf[(0,) * leaf.dim()]
        return all(bool((piece == first).all()) for piece in pieces(leaf))
    fills, low, high = fills_of(leaf), math.inf, -math.inf
    for piece in pieces(leaf):
        told = torch.isfinite(piece) & ~fills.within(piece)
        low = min(low, float(torch.where(told, piece, math.inf).min()))
        high = max(high, float(torch.where(told, piece, -math.inf).max()))
    scale = max(abs(low), abs(high)) if low <= high else 0.0
    return high - low <= LEAST_CHANGE * scale if scale else True


def _same(one: torch.Tensor, other: Any) -> bool:
    if not isinstance(other, torch.Tensor) or other.shape != one.shape:
        return False
    if not one.dtype.is_floating_point:
        return all(bool((a == b).all()) for a, b in aligned_pieces(one, other))
    fills, other_fills = fills_of(one), fills_of(other)
    change = scale = 0.0
    for a, b in aligned_pieces(one, other):
        # without a mask's fills, beside which no change would count
        a = torch.where(fills.within(a), 0.0, a.float())
        b = torch.where(other_fills.within(b), 0.0, b.float())
        moved = torch.nan_to_num(a - b, nan=0.0, posinf=math.inf, neginf=math.inf)
        change = max(change, float(moved.abs().max()))
        scale = max(scale, float(torch.nan_to_num(a, 0, 0, 0).abs().max()))
    return change <= LEAST_CHANGE * scale
