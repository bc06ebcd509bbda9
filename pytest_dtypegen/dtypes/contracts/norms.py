"""Contracts of normalisation: the parameters' dtype against the input's.

The CPU takes parameters of the input's dtype, or all of them float32 with a float16 or bfloat16 input ("mixed dtype
(CPU)"; ATen's mixed_data_type.h). CUDA's layer_norm and group_norm take the input's dtype only; its batch_norm takes
float32 parameters with low input too, weight with bias and mean with variance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from pytest_dtypegen.dtypes.contracts.rules import Contract, Operands, Rule, dtype_of, none_of, same, tensor
from pytest_dtypegen.dtypes.contracts.spelling import scalar_type
from pytest_dtypegen.dtypes.values import LOW

_Dtypes = list[torch.dtype]
_AFFINE = ("weight", "bias")
_STATISTICS = ("running_mean", "running_var")


def _given(o: Operands, names: tuple[str, ...]) -> _Dtypes:
    return [d for d in (dtype_of(o.get(n)) for n in names) if d is not None]


def _affine(o: Operands) -> _Dtypes:
    return _given(o, _AFFINE)


def _all(o: Operands) -> _Dtypes:
    return _given(o, _AFFINE + _STATISTICS)


def _instance(o: Operands) -> _Dtypes:
    """instance_norm brings the statistics to the weight's dtype where the mean has another."""
    weight, mean = dtype_of(o.get("weight")), dtype_of(o.get("running_mean"))
    if weight is None or mean is None or weight is mean:
        return _all(o)
    return [*_affine(o), weight, weight]


def _mixed(parameters: Callable[[Operands], _Dtypes]) -> Rule:
    """The first parameter decides: is it of another dtype than the input, then all must be Float and the input low."""

    def broken(o: Operands) -> bool | dict[str, Any]:
        own, given = dtype_of(o.get("input")), parameters(o)
        if own is None or not given:
            return False
        first = given[0]
        unlike = next((d for d in given if d is not first), None)
        if first is not own:
            if first is not torch.float32 or unlike is not None:
                return {"text": "mixed dtype (CPU): expect parameter to have scalar type of Float"}
            return {"text": "mixed dtype (CPU): all inputs must share same datatype."} if own not in LOW else False
        return {"text": _found(first, unlike)} if unlike is not None else False

    return Rule(broken, "{text}", "DG403", mixed=True)


def _found(expected: torch.dtype, found: torch.dtype) -> str:
    return f"expected scalar type {scalar_type(expected)} but found {scalar_type(found)}"


def _cuda(*groups: tuple[str, ...], mixed: bool) -> Rule:
    """Each group of parameters is of the input's dtype, or, with ``mixed``, all float32 beside a low input."""

    def broken(o: Operands) -> bool | dict[str, Any]:
        own = dtype_of(o.get("input"))
        for names in groups:
            given = _given(o, names)
            if own is None or not given:
                continue
            expected = torch.float32 if mixed and own in LOW and given[0] is torch.float32 else own
            unlike = next((d for d in given if d is not expected), None)
            if unlike is not None:
                return {"text": _found(expected, unlike)}
        return False

    return Rule(broken, "{text}", "DG403", mixed=True)


_CUDA_PLAIN = (_cuda(_AFFINE, mixed=False),)
_CUDA_BATCH = (_cuda(_AFFINE, _STATISTICS, mixed=True),)
_F_BATCH = "input running_mean running_var weight bias training momentum eps"
_TORCH_BATCH = "input weight bias running_mean running_var training momentum eps cudnn_enabled"
_LAYER = "input normalized_shape weight bias eps"


NORM = (
    Contract("layer_norm", _LAYER, (*none_of("layer_norm", "input"), _mixed(_affine)), _CUDA_PLAIN),
    Contract("native_layer_norm", _LAYER, (_mixed(_affine),), _CUDA_PLAIN),
    Contract("group_norm", "input num_groups weight bias eps", (_mixed(_affine),), _CUDA_PLAIN),
    Contract("batch_norm", _F_BATCH, (_mixed(_all),), _CUDA_BATCH, longer=_TORCH_BATCH),
    Contract("instance_norm", _F_BATCH, (_mixed(_instance),), _CUDA_BATCH, longer=_TORCH_BATCH),
    Contract("_weight_norm", "v g dim", (
        tensor("v", "_weight_norm(): argument 'v' (position 1) must be Tensor, not NoneType"),
        same("v", "g", "expected scalar type {v:s} but found {g:s}"),
    )),
)  # fmt: skip
