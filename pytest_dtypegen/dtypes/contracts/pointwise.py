"""Contracts of ops that work element by element, of literals and factories, and of selections and joins.

Type promotion makes nearly all of these take any operands. What is left: literals that the dtype cannot hold (DG404),
in-place results that do not fit their tensor (DG406), kernels that do not promote, and integer-only kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from pytest_dtypegen.dtypes.contracts.rules import (
    Contract,
    Operands,
    Rule,
    boolean,
    dtype_of,
    exceeds,
    fits,
    index,
    missing,
    none_of,
    same,
)  # fmt: skip
from pytest_dtypegen.dtypes.contracts.spelling import cpp_type
from pytest_dtypegen.dtypes.values import LOW

FLOATING = frozenset({torch.float16, torch.bfloat16, torch.float32, torch.float64})


def promoted(*names: str) -> Callable[[Operands], torch.dtype | None]:
    """The dtype that the named operands promote to."""

    def dtype(o: Operands) -> torch.dtype | None:
        found = [o[n] for n in names if isinstance(o.get(n), torch.Tensor)]
        if len(found) < 2:
            return dtype_of(found[0]) if found else None
        first: torch.dtype = torch.result_type(found[0], found[1])
        return first if len(found) == 2 else torch.promote_types(first, found[2].dtype)

    return dtype


_TERMS = promoted("input", "tensor1", "tensor2")


def _computed(o: Operands) -> torch.dtype | None:
    """The dtype that addcmul computes in: float32 for low operands."""
    dtype = _TERMS(o)
    return torch.float32 if dtype in LOW else dtype


# In-place arithmetic: the result's category (bool, integer, float, complex) may not lie above the tensor's.


def _in_place_pair(o: Operands) -> tuple[torch.Tensor, Any] | None:
    """The written tensor and the other operand, where the tensor holds integers or bools."""
    own, other = o.get("input"), o.get("other")
    if not isinstance(own, torch.Tensor) or own.dtype in FLOATING or own.is_complex() or other is None:
        return None
    return own, other


def _result_too_wide(o: Operands) -> bool | dict[str, Any]:
    pair = _in_place_pair(o)
    if pair is None:
        return False
    own, other = pair
    wide = other.is_floating_point() if isinstance(other, torch.Tensor) else isinstance(other, float)
    return {"result": torch.result_type(own, other)} if wide else False


def _quotient_too_wide(o: Operands) -> bool | dict[str, Any]:
    pair = _in_place_pair(o)
    if pair is None or o.get("rounding_mode"):
        return False
    result = torch.result_type(*pair)
    return {"result": result if result.is_floating_point else torch.get_default_dtype()}


_NOT_CAST = "result type {result:s} can't be cast to the desired output type {input:s}"
_IN_PLACE = Rule(_result_too_wide, _NOT_CAST, "DG406")
_QUOTIENT = Rule(_quotient_too_wide, _NOT_CAST, "DG406")


def _float_power_base(o: Operands) -> bool | dict[str, Any]:
    own = dtype_of(o.get("input"))
    return {"result": torch.float64} if own is not torch.float64 else False


_ALPHA = fits("alpha", promoted("input", "other"))
_LIMITS = fits("min", "input"), fits("max", "input")
_HARDTANH = fits("min_val", "input"), fits("max_val", "input")
_CLOSE = same("input", "other", "{input:s} did not match {other:s}")


def _exponent_too_large(o: Operands) -> bool | dict[str, Any]:
    base, exponent = dtype_of(o.get("input")), o.get("exponent")
    if base is None or isinstance(exponent, torch.Tensor) or not exceeds(exponent, base):
        return False
    return {"overflow": cpp_type(base)}


_POW = Rule(_exponent_too_large, "value cannot be converted to type {overflow} without overflow", "DG404")
_END = same("input", "end", "expected dtype {input:c} for `end` but got dtype {end:c}")
_WEIGHT = "expected dtype {input:c} for `weight` but got dtype {weight:c}"


def _has_shape(o: Operands) -> bool:
    weight = o.get("weight")
    return isinstance(weight, torch.Tensor) and weight.dim() > 0


_LERP = (_END, same("input", "weight", _WEIGHT, when=_has_shape))
_PRELU = (same("input", "weight", "prelu: Type promoting not supported. Got {input:s} and {weight:s}"),)
_ADDR = fits("beta", promoted("input", "vec1", "vec2")), fits("alpha", promoted("input", "vec1", "vec2"))


def _uniform_bound(o: Operands) -> bool | dict[str, Any]:
    own = dtype_of(o.get("input"))
    for name in ("from", "to"):
        if own is not None and exceeds(o.get(name), own):
            return {"bound": name, "overflow": cpp_type(own)}
    return False


def _bitwise(kernel: str) -> tuple[Rule, ...]:
    """Integers and bools only: two bools and a float promote to the float."""

    def floating(o: Operands) -> bool | dict[str, Any]:
        found = [x for x in (o.get("input"), o.get("other")) if isinstance(x, torch.Tensor)]
        if not any(x.is_floating_point() for x in found):
            return False
        return {"result": torch.result_type(*found) if len(found) == 2 else found[0]}

    return (Rule(floating, f"\"{kernel}_cpu\" not implemented for '{{result:s}}'", "DG501"),)


ARITHMETIC = (
    *(Contract(n, "input other", (_IN_PLACE, _ALPHA)) for n in ("add_", "sub_")),
    *(Contract(n, "input other", (_IN_PLACE,)) for n in ("mul_", "remainder_", "fmod_", "floor_divide_")),
    *(Contract(n, "input other", (*none_of(n, "input other"), _ALPHA)) for n in ("add", "sub")),
    *(Contract(n, "input other", none_of(n, "input other")) for n in ("mul", "div")),
    Contract("rsub", "input other", (_ALPHA,)),
    Contract("div_", "input other", (_QUOTIENT,)),
    Contract("float_power_", "input exponent", (
        Rule(_float_power_base, "the base given to float_power_ has dtype {input:s} but the operation's result requires"
             " dtype {result:s}", "DG406"),
    )),
    Contract("pow", "input exponent", (_POW,)),
    Contract("pow_", "input exponent", (_POW,)),
    *(Contract(n, "input tensor1 tensor2", (fits("value", _computed),))
      for n in ("addcmul", "addcmul_", "addcdiv", "addcdiv_")),
    Contract("addr", "input vec1 vec2", _ADDR),
    Contract("addr_", "input vec1 vec2", _ADDR),
    Contract("lerp", "input end weight", _LERP),
    Contract("lerp_", "input end weight", _LERP),
    Contract("prelu", "input weight", _PRELU),
    Contract("heaviside", "input values", (
        same("input", "values", "heaviside is not yet implemented for tensors with different dtypes."),
    )),
    Contract("isclose", "input other", (_CLOSE,)),
    Contract("allclose", "input other", (_CLOSE,)),
    *(Contract(n, "input min max", _LIMITS) for n in ("clamp", "clamp_")),
    *(Contract(n, "input min", _LIMITS[:1]) for n in ("clamp_min", "clamp_min_")),
    *(Contract(n, "input max", _LIMITS[1:]) for n in ("clamp_max", "clamp_max_")),
    *(Contract(n, "input min_val max_val", _HARDTANH) for n in ("hardtanh", "hardtanh_")),
    *(Contract(n, "input threshold value", (fits("value", "input"),))
      for n in ("threshold", "threshold_", "_threshold")),
    Contract("hardshrink", "input lambd", (fits("lambd", "input"),)),
    Contract("uniform_", "input from to", (Rule(_uniform_bound, "{bound} is out of bounds for {overflow}", "DG404"),)),
    *(Contract(n, "input other", _bitwise(k)) for n, k in (
        ("bitwise_and", "bitwise_and"), ("bitwise_or", "bitwise_or"), ("bitwise_xor", "bitwise_xor"),
        ("bitwise_left_shift", "lshift"), ("bitwise_right_shift", "rshift"), ("gcd", "gcd"), ("lcm", "lcm"),
        ("bitwise_not", "bitwise_not"))),
)  # fmt: skip


def _made(name: str = "dtype") -> Callable[[Operands], torch.dtype | None]:
    """The dtype that a factory makes: the argument's, the given tensor's, or torch's default for a float."""

    def dtype(o: Operands) -> torch.dtype | None:
        given = o.get(name)
        return given if isinstance(given, torch.dtype) else dtype_of(o.get("input")) or torch.get_default_dtype()

    return dtype


def _pads(o: Operands) -> bool:
    """A constant padding of more than nothing: negative widths only cut."""
    widths = o.get("pad")
    constant = o.get("mode", "constant") == "constant"
    return constant and isinstance(widths, list | tuple) and any(isinstance(w, int) and w > 0 for w in widths)


FACTORIES = (
    Contract("full", "size fill_value", (fits("fill_value", _made()),)),
    Contract("full_like", "input fill_value", (fits("fill_value", _made()),)),
    Contract("new_full", "input size fill_value", (fits("fill_value", _made()),)),
    Contract("linspace", "start end steps", (fits("start", _made()), fits("end", _made()))),
    Contract("pad", "input pad mode value", (fits("value", "input", when=_pads),)),
    Contract("constant_pad_nd", "input pad value", (fits("value", "input", when=_pads),)),
)


def _none_listed(o: Operands) -> bool | dict[str, Any]:
    for n, value in enumerate(o.get("tensors") or ()):
        if value is None:
            return {"n": n}
    return False


def _unlike_listed(o: Operands) -> bool:
    return len({x.dtype for x in o.get("tensors") or () if isinstance(x, torch.Tensor)}) > 1


def _no_condition(o: Operands) -> bool | dict[str, Any]:
    """``torch.where(condition, x, y)`` and ``x.where(condition, y)`` are one op: one of the first two is the mask."""
    found = [x for x in (o.get("condition"), o.get("input")) if isinstance(x, torch.Tensor)]
    masks = any(x.dtype in (torch.bool, torch.uint8) for x in found)
    return {"found": found[0]} if found and not masks else False


_LISTED = Rule(_none_listed, "expected Tensor as element {n} in argument 0, but got NoneType", "DG407")
_MESHGRID = (Rule(_unlike_listed, "meshgrid expects all tensors to have the same dtype"),)
_COMPLEX_PARTS = frozenset({torch.float16, torch.float32, torch.float64})


def _no_complex(o: Operands) -> bool:
    return any(d is not None and d not in _COMPLEX_PARTS for d in (dtype_of(o.get("real")), dtype_of(o.get("imag"))))


_PARTS = "Expected both inputs to be Half, Float or Double tensors but got {real:s} and {imag:s}"
_COMPLEX = (
    Rule(_no_complex, _PARTS, "DG501"),
    same("real", "imag",
         "Expected object of scalar type {real:s} but got scalar type {imag:s} for second argument"),
)  # fmt: skip
_LONG = frozenset({torch.int64})

JOINS = (
    *(Contract(n, "tensors", (_LISTED,)) for n in ("cat", "stack", "hstack", "vstack", "dstack", "column_stack")),
    Contract("meshgrid", "*tensors", _MESHGRID),
    Contract("cartesian_prod", "*tensors", _MESHGRID),
    Contract("where", "condition input other", (
        Rule(_no_condition, "where expected condition to be a boolean tensor, but got a tensor with dtype {found:s}"),
    )),
    Contract("complex", "real imag", _COMPLEX),
    Contract("polar", "real imag", (*_COMPLEX, missing("real", "polar_cpu", frozenset({torch.float16})))),
    Contract("view_as_complex", "input", (
        missing("input", "", frozenset({torch.bfloat16}), text="view_as_complex is only supported for half, float and "
                "double tensors, but got a tensor of scalar type: {input:s}"),
    )),
    Contract("gather", "input dim index", (index("index", "gather(): Expected dtype int32/int64 for index"),)),
    Contract("index_select", "input dim index", (
        index("index", "index_select(): Expected dtype int32 or int64 for index"),
    )),
    Contract("take", "input index", (
        index("index", "take(): Expected a long tensor for index, but got {index:s}", _LONG),
    )),
    Contract("take_along_dim", "input index", (
        index("index", "torch.take_along_dim(): dtype of indices should be Long but got {index:s}"),
    )),
    Contract("masked_select", "input mask", (boolean("mask", "masked_select: expected BoolTensor for mask"),)),
    Contract("repeat_interleave", "input repeats", (missing("repeats", "repeat_interleave_cpu", FLOATING),)),
    *(Contract(n, "input index", (
        Rule(lambda o: any(x.is_floating_point() for x in _indices(o)),
             "tensors used as indices must be long, int, byte or bool tensors"),
    )) for n in ("getitem", "index")),
    Contract("one_hot", "input", (
        index("input", "one_hot is only applicable to index tensor of type LongTensor.", _LONG),
    )),
)  # fmt: skip


def _indices(o: Operands) -> list[torch.Tensor]:
    found = o.get("index")
    if isinstance(found, torch.Tensor):
        return [found]
    return [x for x in found if isinstance(x, torch.Tensor)] if isinstance(found, list | tuple) else []
