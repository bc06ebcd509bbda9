"""What happens to literals without a kernel saying so: one that silently becomes an infinity (DG404), an eps that
becomes zero before a division (DG405), and one that the pass replaced by something that it does not mean.

What a kernel refuses is the contracts' business (``dtypes/contracts.py``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.correspond import Correspondence
from pytest_dtypegen.check.scale import pieces
from pytest_dtypegen.check.values import is_call, is_cast, short
from pytest_dtypegen.dtypes.ops import CASTS, argument, op_name
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.run import operands as describe_operands
from pytest_dtypegen.samples.model import TensorMeta

Values = Mapping[fx.Node, Any]

#: Ops in which a scalar becomes an element of the result, unrefused when it is beyond the range: where it stands.
_BECOMES_ELEMENT: dict[str, tuple[tuple[int, str], ...]] = {
    "where": ((1, "input"), (2, "other")), "setitem": ((2, "value"),), "tensor": ((0, "data"),),
    "scalar_tensor": ((0, "s"),), "as_tensor": ((0, "data"),), "add": ((1, "other"),), "add_": ((1, "other"),),
    "sub": ((1, "other"),), "sub_": ((1, "other"),),
}  # fmt: skip

#: Ops that put a floor under their result, or make the floor: where the scalar stands.
_FLOOR: dict[str, tuple[tuple[int, str], ...]] = {
    "add": ((0, "input"), (1, "other")), "add_": ((1, "other"),), "clamp": ((1, "min"),), "clamp_": ((1, "min"),),
    "clamp_min": ((1, "min"),), "clamp_min_": ((1, "min"),), "maximum": ((1, "other"),), "max": ((1, "other"),),
    "full": ((1, "fill_value"),), "full_like": ((1, "fill_value"),), "new_full": ((2, "fill_value"),),
    "tensor": ((0, "data"),), "fill_": ((1, "value"),), "scalar_tensor": ((0, "s"),),
}  # fmt: skip

#: Composites that put their eps under the norm in the operand's own dtype, and then divide: eps' place and default.
_DIVIDES_BY_EPS: dict[str, tuple[int, str, float]] = {"normalize": (3, "eps", 1e-12)}

#: Ops that hand a floored value on as it is, or monotonically.
_HANDS_ON = CASTS | frozenset(
    "sqrt sqrt_ abs view reshape unsqueeze squeeze expand expand_as permute transpose t flatten contiguous clone "
    "detach getitem item _local_scalar_dense broadcast_to view_as reshape_as repeat select narrow "
    "add add_ mul mul_".split()
)

#: A literal up to this is an eps: it is there for what comes near zero.
SMALL_FLOOR = 1e-3

_SINKS = frozenset("rsqrt rsqrt_ reciprocal reciprocal_ log log2 log10 log_ div div_".split())


def check_literals(
    graph: fx.Graph, values: Values, known: Values,
    tensors: Mapping[str, TensorMeta], original_tensors: Mapping[str, TensorMeta],
    pairs: Correspondence, target: torch.dtype,
) -> None:  # fmt: skip
    """Raises DtypegenError DG404 or DG405 at the node that holds the literal, for the first that lost its meaning.

    ``known``: of the values, the real ones, where they depend on no data (a mask built from literals).
    """
    _Replaced(values, pairs, target).check(graph)
    _check_dropped(graph, values, pairs)
    floors: dict[fx.Node, tuple[fx.Node, float]] = {}
    for node in graph.nodes:
        if node.op == "placeholder":
            lost = _lost_scalar(tensors.get(str(node.target)), original_tensors.get(str(node.target)))
            if lost is not None:
                floors[node] = (node, lost)
        elif is_call(node):
            _check_overflow(node, values, known, pairs)
            _check_cast(node, values, known, pairs)
            _follow_floor(node, values, floors, pairs)


def _check_dropped(graph: fx.Graph, values: Values, pairs: Correspondence) -> None:
    """An op that puts a small floor under a value is gone, and what it stood under is used without it: where the data
    keep away from zero, no number would show it."""
    originals = {old.name: old for old in pairs.original.nodes}
    for new in graph.nodes:
        old = pairs.original_of(new) or originals.get(new.name)  # not known for one: its operand is not the original's
        if not is_call(new) or old is None or not is_call(old) or op_name(old) != op_name(new):
            continue
        bare = {pairs.behind_casts(operand) for operand in new.all_input_nodes}
        for floor in old.all_input_nodes:
            if not is_call(floor) or pairs.rewritten_of(floor) is not None or op_name(floor) not in _FLOOR:
                continue
            small = [x for x in _literals(floor, _FLOOR[op_name(floor)]) if 0 < x <= SMALL_FLOOR]
            under = [n for n in floor.all_input_nodes if n in bare and n not in old.all_input_nodes]
            if small and under:
                message = f"the literal {small[0]!r} is gone: {new.name} is given {under[0].name} without it"
                raise _error("DG405", message, new, values, pairs)


class _Replaced:
    """Literals that the pass replaced: the new one must mean in the target what the old one meant in float32."""

    def __init__(self, values: Values, pairs: Correspondence, target: torch.dtype) -> None:
        self._values, self._pairs, self._limits = values, pairs, torch.finfo(target)
        self._target = target

    def check(self, graph: fx.Graph) -> None:
        for node, old in self._pairs.items():
            if not is_call(node) or op_name(node) != op_name(old):
                continue
            for was, now in _changed_numbers((old.args, dict(old.kwargs)), (node.args, dict(node.kwargs))):
                code, why = self._judge(was, now)
                if code:
                    raise _error(code, f"the literal {was!r} became {now!r}: {why}", node, self._values, self._pairs)

    def _judge(self, was: float, now: float) -> tuple[str, str]:
        largest = self._limits.max
        if math.isfinite(was) and abs(was) > largest:
            if math.copysign(1.0, was) == math.copysign(1.0, now) and largest / 2 <= abs(now) <= largest:
                return "", ""
            return "DG404", f"the same end of {short(self._target)}'s range is {math.copysign(largest, was)!r}"
        if 0 < abs(was) < self._limits.tiny:
            if math.copysign(1.0, was) == math.copysign(1.0, now) and 0 < abs(now) <= self._limits.tiny:
                return "", ""
            return "DG405", f"{short(self._target)}'s smallest normal number is {self._limits.tiny:.3g}"
        return "", ""


def _changed_numbers(was: Any, now: Any) -> Iterator[tuple[float, float]]:
    """Pairs of numbers that stand at the same place of two calls' arguments and differ."""
    if isinstance(was, (list, tuple)) and isinstance(now, (list, tuple)):
        for one, other in zip(was, now, strict=False):
            yield from _changed_numbers(one, other)
    elif isinstance(was, dict) and isinstance(now, dict):
        for key in was.keys() & now.keys():
            yield from _changed_numbers(was[key], now[key])
    elif _is_number(was) and _is_number(now) and was != now and not (math.isnan(was) and math.isnan(now)):
        yield float(was), float(now)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _literals(node: fx.Node, places: tuple[tuple[int, str], ...]) -> Iterator[float]:
    for index, keyword in places:
        value = argument(node, index, keyword)
        if _is_number(value):
            yield float(value)


def _result_dtype(node: fx.Node, values: Values) -> torch.dtype | None:
    value = values.get(node.args[0] if op_name(node) == "setitem" and isinstance(node.args[0], fx.Node) else node)
    if not isinstance(value, torch.Tensor) or value.dtype not in (torch.float16, torch.bfloat16):
        return None
    return value.dtype


def _known_scalars(node: fx.Node, places: tuple[tuple[int, str], ...], known: Values) -> Iterator[float]:
    """Scalars that the graph made into 0-d tensors: the op takes them as it does literals."""
    for index, keyword in places:
        operand = argument(node, index, keyword)
        value = known.get(operand) if isinstance(operand, fx.Node) else None
        if isinstance(value, torch.Tensor) and not value.dim() and value.dtype.is_floating_point:
            yield float(value)


def _check_cast(node: fx.Node, values: Values, known: Values, pairs: Correspondence) -> None:
    """A cast that the pass added makes infinities of finite values that are known before any data is."""
    dtype = _result_dtype(node, values) if is_cast(node) and pairs.original_of(node) is None else None
    value = known.get(node.all_input_nodes[0]) if dtype is not None and node.all_input_nodes else None
    if dtype is None or not isinstance(value, torch.Tensor) or not value.dtype.is_floating_point or not value.numel():
        return
    largest = max(float(torch.where(torch.isfinite(piece), piece.abs(), 0).max()) for piece in pieces(value))
    if largest > torch.finfo(dtype).max:
        message = f"a finite value of magnitude {largest:.6g} becomes an infinity in {short(dtype)}"
        raise _error("DG404", message, node, values, pairs)


def _check_overflow(node: fx.Node, values: Values, known: Values, pairs: Correspondence) -> None:
    places = _BECOMES_ELEMENT.get(op_name(node))
    dtype = _result_dtype(node, values) if places else None
    if places is None or dtype is None:
        return
    for literal in (*_literals(node, places), *_known_scalars(node, places, known)):
        if math.isfinite(literal) and abs(literal) > torch.finfo(dtype).max:
            message = f"the literal {literal!r} becomes {math.copysign(math.inf, literal)} in {short(dtype)}"
            raise _error("DG404", message, node, values, pairs)


def _vanishes(literal: float, dtype: torch.dtype) -> bool:
    return literal != 0 and math.isfinite(literal) and float(torch.tensor(literal, dtype=torch.float64).to(dtype)) == 0


def _lost_scalar(now: TensorMeta | None, was: TensorMeta | None) -> float | None:
    """A recorded scalar that its new dtype turns into zero."""
    if now is None or was is None or was.numel != 1 or not was.data or now.dtype == was.dtype:
        return None
    value = was.data[0]
    return float(value) if isinstance(value, float) and _vanishes(value, now.torch_dtype) else None


def _follow_floor(
    node: fx.Node, values: Values, floors: dict[fx.Node, tuple[fx.Node, float]], pairs: Correspondence
) -> None:
    """Carries lost floors on; raises DG405 where one is divided by."""
    name = op_name(node)
    composite = _DIVIDES_BY_EPS.get(name)
    if composite is not None:
        _check_composite(node, composite, values, pairs)
    lost = next((floors[operand] for operand in _floored_operands(node, name) if operand in floors), None)
    if lost is not None and (name in _SINKS or _takes_as_eps(node, lost[0], floors)):
        place, literal = lost
        message = f"the literal {literal!r} becomes 0 in {_dtype_at(place, values)}, and {node.name} divides by it"
        raise _error("DG405", message, place, values, pairs)
    if lost is not None and name in _HANDS_ON:
        floors[node] = lost
        return
    dtype = _result_dtype(node, values) if name in _FLOOR else None
    if dtype is not None:
        for literal in _literals(node, _FLOOR[name]):
            if _vanishes(literal, dtype):
                floors[node] = (node, literal)


def _floored_operands(node: fx.Node, name: str) -> list[fx.Node]:
    """The operands whose floor matters to the op: of a division, what it divides by."""
    if name in ("div", "div_"):
        divisor = argument(node, 1, "other")
        return [divisor] if isinstance(divisor, fx.Node) else []
    return node.all_input_nodes


def _takes_as_eps(node: fx.Node, place: fx.Node, floors: Mapping[fx.Node, tuple[fx.Node, float]]) -> bool:
    """The lost scalar is read back as a number and given to an op that is no arithmetic of its own: its eps."""
    scalars = [operand for operand in node.all_input_nodes if operand in floors and floors[operand][0] is place]
    return any(op_name(scalar) in ("item", "_local_scalar_dense") for scalar in scalars) and op_name(node).endswith(
        "_norm"
    )


def _check_composite(node: fx.Node, row: tuple[int, str, float], values: Values, pairs: Correspondence) -> None:
    index, keyword, default = row
    dtype = _result_dtype(node, values)
    eps = argument(node, index, keyword, default)
    if dtype is not None and _is_number(eps) and _vanishes(float(eps), dtype):
        message = f"its eps {eps!r} becomes 0 in {short(dtype)}, and it divides by it"
        raise _error("DG405", message, node, values, pairs)


def _dtype_at(node: fx.Node, values: Values) -> str:
    value = values.get(node)
    return short(value.dtype) if isinstance(value, torch.Tensor) else "its dtype"


def _error(code: str, message: str, node: fx.Node, values: Values, pairs: Correspondence) -> DtypegenError:
    return DtypegenError(code, message, op=op_name(node) if is_call(node) else None, node=node.name,
                         line=pairs.line(node), operands=describe_operands(node, values))  # fmt: skip
