"""What only the numbers show: ranges left, counts lost, writes lost, values drawn twice or taken from elsewhere.

The node is the first value that is further off than its roundings explain: positions in bfloat16 are each well
rounded, and wrong from the sine on that is taken of them; a write that went to a copy shows where its target is read.

What low precision does not lose on the CPU is in ``later.py``, with the reason why it survives.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import fx

from .edit import Edit
from .model import BF16, F32, WARNED, Mutant


def number(name: str, sample: str, code: str, node: str, change: Any, dtype: str = "float16") -> Mutant:
    return Mutant(name, sample, code, node, change, dtype=dtype, level="run")


def _low(*names: str) -> object:
    """Values that stay in float32 on purpose are cast down where they are made."""

    def change(edit: Edit) -> None:
        for name in names:
            edit.after(name, "to", edit.dtype)
            edit.islands.pop(name, None)

    return change


def _lost_write(write: str, base: str) -> object:
    """The write goes to a copy."""
    return lambda e: e.before(write, base, "clone")


def _drawn_again(edit: Edit) -> None:
    """The noise is drawn a second time for its user."""
    edit.use("mul_1", "randn_like", edit.again("randn_like"))


def _mask_drawn_again(edit: Edit) -> None:
    """The stochastic depth's draw is recomputed after another one."""
    again = edit.again("rand")
    edit.use("keep", "rand", again)


def _softmax_by_hand(edit: Edit) -> None:
    """Softmax as exp over its sum, in the target, without the largest taken off."""
    node = edit.node("softmax")
    with edit.graph.inserting_before(node):
        up = edit.graph.call_method("exp", (node.args[0],))
        share = edit.graph.call_method("div", (up, edit.graph.call_method("sum", (up, -1, True))))
    stands_for(edit, "softmax", share)


def _variance_by_hand(edit: Edit) -> None:
    """The mean of the squares less the square of the mean, all in the target."""
    node, axes = edit.node("var"), (2, 3)
    with edit.graph.inserting_before(node):
        value = edit.node("y")
        square = edit.graph.call_method("mean", (edit.graph.call_method("mul", (value, value)), axes))
        mean = edit.graph.call_method("mean", (value, axes))
        spread = edit.graph.call_method("sub", (square, edit.graph.call_method("mul", (mean, mean))))
    stands_for(edit, "var", spread)


def stands_for(edit: Edit, name: str, new: fx.Node) -> None:
    node = edit.node(name)
    node.replace_all_uses_with(new)
    edit.graph.erase_node(node)
    edit.islands.pop(name, None)
    new.name = name
    edit.origin[name] = name


def _flushed(edit: Edit) -> None:
    """The product goes through the target, which turns it into zero."""
    low = edit.before("add", "prod", "to", edit.dtype)
    edit.before("add", low.name, "to", F32)


def _twice_rounded(edit: Edit) -> None:
    rounded = edit.after("logits", "to", BF16)
    back = edit.after(rounded.name, "to", edit.dtype)
    del edit.origin["logits"]
    edit.node("logits").name = "linear"
    back.name = "logits"
    edit.origin["logits"] = "logits"


MUTANTS = (
    # ranges
    number("a square in the target", "precision/square_overflow", "DG601", "mul_1", lambda e: e.lower("mul_1")),
    number("a sum over a long axis in the target", "precision/mean_large_axis", "DG601", "sum_1",
           lambda e: e.lower("sum_1")),
    number("a variance as a difference of squares", "precision/mean_large_axis", "DG602", "var", _variance_by_hand),
    number("a product of many small values in the target", "precision/small_products", "DG602", "add", _flushed),
    # counting
    number("positions in bfloat16", "precision/sinusoid", "DG602", "sin",
           lambda e: (e.target("float_1", "to"), e.give("float_1", 1, BF16)), "bfloat16"),
    number("angles in bfloat16", "precision/sinusoid", "DG602", "sin", _low("angles"), "bfloat16"),
    number("angles in float16", "precision/sinusoid", "DG602", "cos", _low("angles")),
    number("a long cumulative sum in the target", "precision/cumsum_long", "DG602", "sub",
           lambda e: (e.before("getitem", "total", "to", e.dtype), e.before("getitem_1", "total", "to", e.dtype)),
           "bfloat16"),
    number("a long count in the target", "precision/cumsum_long", "DG602", "sin", _low("cumsum_1"), "bfloat16"),
    number("rounded through bfloat16", "indexing/integer_outputs", "DG408", "to", _twice_rounded),
    # writes
    number("a write's alias lost", "indexing/slice_writes", "DG602", "mul", _lost_write("mul_", "middle")),
    number("a copy into a slice lost", "indexing/slice_writes", "DG602", "mul", _lost_write("copy_", "getitem")),
    number("an indexed write to a copy", "graph/scatter_mean", "DG602", "table", _lost_write("setitem", "table")),
    number("a write made out of place", "contract/aliased_outputs", "DG602", "y",
           lambda e: e.target("add_", "add")),
    number("a reduction's write made out of place", "graph/scatter_softmax", "DG601", "gather",
           lambda e: e.target("scatter_reduce_", "scatter_reduce")),
    number("a write done before the value is used", "contract/aliased_outputs", "DG602", "y",
           lambda e: e.before("add", "y", "mul_", 2.0)),
    # draws
    number("noise drawn twice", "contract/random_ops", "DG602", "mul_1", _drawn_again),
    number("a mask drawn twice", "contract/random_ops", "DG602", "keep", _mask_drawn_again),
    number("dropout in training", "contract/random_ops", "DG602", "dropout", lambda e: e.give("dropout", 2, True)),
    # values from elsewhere
    number("a stale value", "audio/recurrence", "DG602", "hidden_2", lambda e: e.use("hidden_2", "hidden_1", "hidden")),
    number("query and key mistaken", "attention/boolean_mask", "DG602", "scaled_dot_product_attention",
           lambda e: e.give("scaled_dot_product_attention", 0, e.node("k"))),
    number("the residual's other branch", "transformer/shared_encoder", "DG602", "x_4",
           lambda e: e.use("x_4", "x_3", "x_2")),
    # arguments lost
    number("the mask lost", "attention/boolean_mask", "DG602", "scaled_dot_product_attention",
           lambda e: e.without("scaled_dot_product_attention", "attn_mask")),
    number("causality lost", "transformer/rotary_positions", "DG602", "scaled_dot_product_attention",
           lambda e: e.without("scaled_dot_product_attention", "is_causal")),
    number("the scores' scale lost", "attention/causal_fill", "DG602", "scores", lambda e: e.give("scores", 1, 1.0)),
    number("the mask inverted", "attention/masked_fill_scores", "DG602", "masked_fill",
           lambda e: e.before("masked_fill", "mask", "logical_not")),
    number("momentum given for eps", "convnet/depthwise_hardswish", "DG602", "batch_norm",
           lambda e: e.give("batch_norm", 7, 0.1)),
    number("the slope lost", "audio/weight_norm_conv", "DG602", "y", lambda e: e.give("y", 1, 0.01)),
    number("gelu for silu", "convnet/group_norm", "DG602", "silu", lambda e: e.target("silu", torch._C._nn.gelu)),
    number("softmax over the wrong axis", "transformer/relative_position_bias", "DG602", "softmax",
           lambda e: e.give("softmax", "dim", -2)),
    # hidden before the output
    number("an exponential in the target", "precision/square_overflow", WARNED, "exp", lambda e: e.lower("exp")),
    number("rotary positions in bfloat16", "transformer/rotary_positions", "DG602", "sin",
           lambda e: (e.target("float_2", "to"), e.give("float_2", 1, BF16), e.target("float_1", "to"),
                      e.give("float_1", 1, BF16)), "bfloat16"),
    # long axes
    number("a softmax by hand over a long axis", "precision/long_softmax", "DG602", "softmax",
           _softmax_by_hand),
)  # fmt: skip
