"""The quantized fold: scale, zero point and storage taken from where they do not come from; parameters mistaken."""

from __future__ import annotations

from typing import Any

import torch

from .edit import Edit
from .model import Level, Mutant

_NORM, _STORAGE = "quantized/grouped_norm", "quantized/storage_change"
_CHANNEL, _SHARED = "quantized/per_channel", "quantized/shared_intermediate"


def fold(name: str, sample: str, code: str, node: str, change: Any, level: Level = "static") -> Mutant:
    return Mutant(name, sample, code, node, change, base="fold_group_norm", level=level)


def _one_gamma(edit: Edit) -> None:
    """Every group gets the first group's gamma: repeated as a whole, not element by element."""
    node = edit.node("repeat_interleave")
    node.target = "repeat"


def _other_user(edit: Edit) -> None:
    """The other user of the intermediate value is given the fold's result."""
    edit.use("dequantize", "instance_norm", "group_norm")


def _early(edit: Edit) -> None:
    """The value is dequantized before the norm, which then works on floats."""
    edit.node("group_norm").args = (*edit.node("group_norm").args[:5], 0.02, 11)


MUTANTS = (
    fold("the scale taken from the input", _NORM, "DG409", "group_norm", lambda e: e.give("group_norm", 5, 0.02)),
    fold("the zero point taken from the input", _NORM, "DG409", "group_norm", lambda e: e.give("group_norm", 6, -3)),
    fold("the scale of another value", _SHARED, "DG409", "group_norm", lambda e: e.give("group_norm", 5, 0.04)),
    fold("the storage type taken from the input", _STORAGE, "DG409", "quantize_per_tensor",
         lambda e: e.give("quantize_per_tensor", 3, torch.quint8)),
    fold("scale and zero point taken from the input", _STORAGE, "DG409", "quantize_per_tensor",
         lambda e: (e.give("quantize_per_tensor", 1, 0.04), e.give("quantize_per_tensor", 2, 101))),
    fold("the axis taken from the input", _CHANNEL, "DG409", "quantize_per_channel_2",
         lambda e: (e.give("quantize_per_channel_2", 3, 3),
                    e.give("quantize_per_channel_2", 1, e.node("l_self_buffers_column_scales_")),
                    e.give("quantize_per_channel_2", 2, e.node("l_self_buffers_column_zeros_")))),
    fold("the requantization dropped", _STORAGE, "DG409", "group_norm",
         lambda e: e.bypass("quantize_per_tensor")),
    fold("a result of another shape for the other user", _SHARED, "DG408", "dequantize", _other_user),
    fold("gammas repeated in the wrong order", "quantized/float_grouped", "DG602", "group_norm", _one_gamma, "run"),
    fold("gamma and beta swapped", "quantized/float_grouped", "DG602", "group_norm",
         lambda e: (e.give("group_norm", 2, e.node("repeat_interleave_1")),
                    e.give("group_norm", 3, e.node("repeat_interleave"))), "run"),
    fold("the beta lost", "quantized/float_grouped", "DG602", "group_norm", lambda e: e.give("group_norm", 3, None),
         "run"),
    fold("the number of groups taken from the channels", "quantized/batch_in_channels", "DG602", "group_norm",
         lambda e: e.give("group_norm", 1, 12), "run"),
    fold("the default eps", "quantized/float_grouped", "DG602", "group_norm",
         lambda e: e.give("group_norm", 4, 1e-5), "run"),
)  # fmt: skip
