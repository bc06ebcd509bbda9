"""Ops that no contract speaks of: on the CPU the kernel itself is asked, on stand-ins of the operands' own metadata.

The tables (``dtypes/contracts``) hold the ops that graphs are known to use; torch has many more. The CPU is always at
hand, so for these what its kernel says is found out and not assumed; on other devices they are taken to run. Only
refusals that come from dtypes count: what an op says of a stand-in's values (a singular matrix) is not about the graph.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.classify import classify
from pytest_dtypegen.dtypes.contracts import TAKES_ANY, Refusal, known_ops, refusal
from pytest_dtypegen.dtypes.ops import Call, target_op
from pytest_dtypegen.dtypes.places import call_on_cpu
from pytest_dtypegen.dtypes.values import LOW, like, stand_in, tensors_in
from pytest_dtypegen.execute.run import call_node

#: With more elements in its operands, or in its result, an op is taken to run: nothing large is made for the question.
LIMIT = 1 << 20

#: What a kernel says of dtypes alone.
OF_DTYPES = frozenset("DG401 DG402 DG403 DG404 DG406 DG501 DG502".split())

#: That there is no kernel for the dtype at all, or not for such sizes.
MISSING = frozenset({"DG501", "DG502"})

_ANSWERS: dict[Any, Refusal | None] = {}


def asks(call: Call, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
    """Whether the kernel is to be asked: no row has the op (or rows speak of dense operands, and one is not), and an
    operand is in low precision or they are mixed."""
    if call.op not in ("call_function", "call_method"):
        return False
    tensors = tensors_in((*args, *kwargs.values()))
    if target_op(call.target) in known_ops() and all(t.layout is torch.strided for t in tensors):
        return False
    floats = {t.dtype for t in tensors if t.dtype.is_floating_point}
    return bool(floats & LOW or len(floats) > 1) and sum(t.numel() for t in tensors) <= LIMIT


def kernel_refusal(call: Call, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Refusal | None:
    """What the CPU's kernel says to operands like these, or None where it takes them.

    Call it with no tensor mode active; ``args`` and ``kwargs`` hold fake tensors, which are not touched.
    """
    key = (call.target, repr(fx.node.map_aggregate((args, dict(kwargs)), _metadata)))
    if key not in _ANSWERS:
        _ANSWERS[key] = _asked(call, args, kwargs)
    return _ANSWERS[key]


def refused(call: Call, device_type: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Refusal | None:
    """What the device's kernel says to these operands: by its contract, or asked. None where it takes them."""
    if device_type == "cpu" and asks(call, args, kwargs):
        return kernel_refusal(call, args, kwargs)
    return refusal(target_op(call.target), device_type, args, kwargs)


def lacks_kernel(
    node: fx.Node,
    values: Mapping[fx.Node, Any],
    device_type: str,
    sources: Collection[torch.dtype],
    target: torch.dtype,
) -> bool:
    """Whether the device has no kernel for the node's op on operands like its own, those of ``sources`` in ``target``.

    Call it with no tensor mode active.
    """
    if target_op(node.target) in TAKES_ANY:
        return False

    def converted(value: Any) -> Any:
        if not isinstance(value, torch.Tensor) or value.dtype not in sources or value.layout is not torch.strided:
            return value
        return like(value, target)

    def lookup(operand: fx.Node) -> Any:
        return fx.node.map_aggregate(values.get(operand), converted)

    found = refused(node, device_type, fx.map_arg(node.args, lookup), fx.map_arg(node.kwargs, lookup))
    return found is not None and found.code in MISSING


def _asked(call: Call, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Refusal | None:
    """Integers may be indices, which zeros suit, or pivots, which count from 1."""
    if _made_elements(call, args, kwargs) > LIMIT:
        return None
    for integer in (0, 1):
        try:
            call_on_cpu(call, *_stand_ins(args, kwargs, integer))
        except Exception as problem:  # whatever a kernel raises is its answer
            code = classify(str(problem), op=target_op(call.target), exception=type(problem).__name__)
            if code in OF_DTYPES:
                return Refusal(code, str(problem).strip().split("\n")[0])
        else:
            return None
    return None


def _made_elements(call: Call, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> float:
    """Elements of the op's result; infinite where that cannot be known without making it, 0 with sparse operands (there
    are no stand-ins without data for these)."""
    if any(tensor.layout is not torch.strided for tensor in tensors_in((*args, *kwargs.values()))):
        return 0

    def bare(value: Any) -> Any:
        return like(value, value.dtype) if isinstance(value, torch.Tensor) else value

    try:
        made = call_node(call, fx.node.map_aggregate(args, bare), fx.node.map_aggregate(dict(kwargs), bare))
    except Exception:  # no kernel without data
        return math.inf
    return sum(tensor.numel() for tensor in tensors_in(made))


def _stand_ins(args: tuple[Any, ...], kwargs: Mapping[str, Any], integer: int) -> tuple[Any, Any]:
    def made(value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        if value.layout is not torch.strided:
            return torch.ones(value.shape, dtype=value.dtype).to_sparse(layout=value.layout)
        return stand_in(value.shape, value.stride(), value.dtype, integer)

    return fx.node.map_aggregate(args, made), fx.node.map_aggregate(dict(kwargs), made)


def _metadata(value: Any) -> Any:
    if not isinstance(value, torch.Tensor):
        return value
    return value.dtype, value.layout, tuple(value.shape), value.stride() if value.layout is torch.strided else None
