"""Contracts of recurrent cells and sequences, and of embeddings.

A cell is two linears whose gates meet in ops that take any dtypes. A sequence looks at all its operands; what the CPU's
LSTM takes besides one dtype depends on whether oneDNN runs it.
"""

from __future__ import annotations

from typing import Any

import torch

from pytest_dtypegen.dtypes.contracts.rules import Contract, Operands, Rule, dtype_of, one_dnn_has, same
from pytest_dtypegen.dtypes.contracts.spelling import cpp_type, scalar_type
from pytest_dtypegen.dtypes.values import tensors_in

_Dtype = torch.dtype | None


def linear_said(x: _Dtype, weight: _Dtype, bias: _Dtype, *, flat: bool = True) -> str | None:
    """What ``linear`` says of operands of these dtypes, None where it takes them.

    Without ``flat`` it is a matmul, and the bias is added by an op that takes any dtype.
    """
    if flat and bias is not None and bias is not weight and weight is not None:
        return f"self and mat2 must have the same dtype, but got {scalar_type(bias)} and {scalar_type(weight)}"
    if x is None or weight is None or x is weight:
        return None
    if flat and bias is not None:
        return f"mat1 and mat2 must have the same dtype, but got {scalar_type(x)} and {scalar_type(weight)}"
    if not flat:
        return f"expected scalar type {scalar_type(x)} but found {scalar_type(weight)}"
    return f"expected m1 and m2 to have the same dtype, but got: {cpp_type(x)} != {cpp_type(weight)}"


def _cell(*order: tuple[str, str, str]) -> Rule:
    """A cell's two linears, in the order in which it runs them. An LSTM's state is [h, c]: h is multiplied."""

    def broken(o: Operands) -> bool | dict[str, Any]:
        for name, weight, bias in order:
            value = o.get(name)
            x = value[0] if isinstance(value, list | tuple) else value
            said = linear_said(dtype_of(x), dtype_of(o.get(weight)), dtype_of(o.get(bias)))
            if said:
                return {"text": said}
        return False

    return Rule(broken, "{text}", mixed=True)


def _sequence(o: Operands) -> bool | dict[str, Any]:
    found = tensors_in([o.get(name) for name in ("input", "hx", "params")])
    unlike = next((x for x in found if x.dtype is not found[0].dtype), None)
    return False if unlike is None else {"expected": found[0], "found": unlike}


def _lstm(o: Operands) -> bool | dict[str, Any]:
    state, params = o.get("hx"), o.get("params")
    first = dtype_of(o.get("input"))
    if first is None or not isinstance(state, list | tuple) or not isinstance(params, list | tuple):
        return False
    weights = [p.dtype for p in tensors_in(params) if p.dim() > 1]
    biases = [p.dtype for p in tensors_in(params) if p.dim() == 1]
    hidden, cell = (dtype_of(s) or first for s in state[:2])
    if not one_dnn_has(first):
        stays = torch.promote_types(first, cell) is first  # the cell's dtype flows into the next step's h
        cells, allowed = {cell} if stays else {first}, {first}
    elif first is torch.bfloat16 and biases:
        cells = allowed = {first, torch.float32}
    else:
        cells = allowed = {first}
    looked = ((d, {first}) for d in [hidden, *weights])
    for found, taken in [*looked, *((d, allowed) for d in biases), (cell, cells)]:
        if found not in taken:
            return {"expected": first, "found": found}
    return False


_OF_INPUT, _OF_STATE = ("input", "w_ih", "b_ih"), ("hx", "w_hh", "b_hh")
_FOUND = "expected scalar type {expected:s} but found {found:s}"
_SEQUENCE = (Rule(_sequence, _FOUND),)
_BAG = (
    "Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 'per_sample_weights';"
    " but type {weight:t} does not equal {per_sample_weights:t} (while checking arguments for embedding_bag)"
)
_INDICES = (
    "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got"
    " {found:t} instead (while checking arguments for %s)"
)


def _no_indices(o: Operands) -> bool | dict[str, Any]:
    """Neither operand holds indices: functional.embedding takes them first, torch.embedding second."""
    operands = [o.get("input"), o.get("weight")]
    if not all(isinstance(x, torch.Tensor) and x.is_floating_point() for x in operands):
        return False
    return {"found": operands[0]}


RECURRENT = (
    *(Contract(f"{name}_cell", "input hx w_ih w_hh b_ih b_hh", (_cell(_OF_STATE, _OF_INPUT),))
      for name in ("rnn_tanh", "rnn_relu", "lstm")),
    Contract("gru_cell", "input hx w_ih w_hh b_ih b_hh", (_cell(_OF_INPUT, _OF_STATE),)),
    *(Contract(name, "input hx params", _SEQUENCE) for name in ("gru", "rnn_tanh", "rnn_relu")),
    Contract("lstm", "input hx params", (Rule(_lstm, _FOUND),), _SEQUENCE),
    Contract("embedding", "input weight", (Rule(_no_indices, _INDICES % "embedding"),)),
    Contract(
        "embedding_bag",
        "input weight offsets max_norm norm_type scale_grad_by_freq mode sparse per_sample_weights",
        (Rule(_no_indices, _INDICES % "embedding_bag"), same("per_sample_weights", "weight", _BAG)),
    ),
)  # fmt: skip
