"""Literals: clamped to another dtype's limit, their sign lost, their eps converted."""

from __future__ import annotations

import math

import torch

from .edit import Edit
from .model import F16, Mutant

_LOWEST = torch.finfo(torch.float32).min
_BF16_LOWEST = torch.finfo(torch.bfloat16).min


def _fill(value: float) -> object:
    return lambda e: e.give("masked_fill", 2, value)


def _eps_in_target(node: str, *casts: str) -> object:
    """The eps is added in the target: its tensor operand is cast down before."""

    def change(edit: Edit) -> None:
        operand = edit.node(node).all_input_nodes[0]
        edit.before(node, operand.name, "to", edit.dtype)
        edit.islands.pop(node, None)

    return change


_FILL = "attention/masked_fill_scores"
_EPS = "norm/eps_literal"

MUTANTS = (
    Mutant("the fill's sign lost", _FILL, "DG404", "masked_fill", _fill(65504.0)),
    Mutant("the fill clamped to bfloat16's limit", _FILL, "DG404", "masked_fill", _fill(_BF16_LOWEST)),
    Mutant("the fill clamped to float16's limit", _FILL, "DG404", "masked_fill", _fill(-65504.0), dtype="bfloat16"),
    Mutant("the fill not clamped", _FILL, "DG404", "masked_fill", _fill(_LOWEST)),
    Mutant("the fill not clamped in bfloat16", _FILL, "DG404", "masked_fill", _fill(_LOWEST), dtype="bfloat16"),
    Mutant("the fill a number that seemed large enough", _FILL, "DG404", "masked_fill", _fill(-1e4)),
    Mutant("the fill an infinity", _FILL, "DG404", "masked_fill", _fill(-math.inf)),
    Mutant("the fill a zero", _FILL, "DG404", "masked_fill", _fill(0.0)),
    Mutant("clamp's lower bound without its sign", "contract/queried_dtypes", "DG404", "clamp",
           lambda e: e.give("clamp", "min", 65504.0)),
    Mutant("clamp's bounds not fitted", "contract/queried_dtypes", "DG404", "clamp",
           lambda e: (e.give("clamp", "min", _LOWEST), e.give("clamp", "max", -_LOWEST))),
    Mutant("a chosen scalar not fitted", "contract/queried_dtypes", "DG404", "scores",
           lambda e: e.bypass("tensor_range")),
    Mutant("a chosen scalar not fitted beside a causal mask", "attention/causal_fill", "DG404", "scores_1",
           lambda e: e.bypass("full_1_range")),
    Mutant("an additive mask cast without its range", "attention/additive_mask", "DG404", "mask_1_f16",
           lambda e: e.bypass("mask_1_f16_range")),
    Mutant("a factory's value beyond the target it is made in", "attention/causal_fill", "DG404", "full",
           lambda e: e.give("full", "dtype", F16)),
    Mutant("a norm's eps added in the target", _EPS, "DG405", "add", _eps_in_target("add")),
    Mutant("an eps rounded to zero by the pass", _EPS, "DG405", "add", lambda e: e.give("add", 1, 0.0)),
    Mutant("an eps that lost its sign", _EPS, "DG405", "add", lambda e: e.give("add", 1, -1e-12)),
    Mutant("an eps made what float16 can hold", _EPS, "DG405", "add", lambda e: e.give("add", 1, 1e-3)),
    Mutant("a logarithm's floor in the target", _EPS, "DG405", "clamp", _eps_in_target("clamp")),
    Mutant("normalize in the target", _EPS, "DG405", "normalize", _eps_in_target("normalize")),
    Mutant("a spectrum's floor in the target", "audio/spectrum", "DG405", "clamp", lambda e: e.lower("clamp")),
    Mutant("a softmax's eps in the target", "graph/scatter_softmax", "DG405", "add_1", _eps_in_target("add_1")),
    Mutant("a product's eps in the target", "precision/small_products", "DG405", "add", _eps_in_target("add")),
    Mutant("the eps tensor converted", "norm/eps_tensor", "DG405", "l_self_buffers_eps_",
           lambda e: e.meta("L_self_buffers_eps_")),
    Mutant("the eps that item reads converted", "norm/item_eps", "DG405", "l_self_modules_norm_eps",
           lambda e: e.meta("L_self_modules_norm_eps")),
    Mutant("layer_norm's eps rounded to zero", "attention/masked_fill_lowest", "DG405", "layer_norm",
           lambda e: e.give("layer_norm", 4, 0.0)),
)  # fmt: skip
