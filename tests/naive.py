"""Naive passes: the ways in which float32 graphs are lowered by whoever has not met the graphs of the field.

Each is a pass as ``passes/protocol.py`` has it, and each is wrong in one way that converters really were: they
convert all tensors, or some, and leave the graph as it is; or change the graph where they should not. The built-in
corpus holds, for every error class of a rewrite, a sample that one of them breaks in that class (``BREAKS``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.passes.protocol import PassContext, Rewrite
from pytest_dtypegen.samples.model import TensorMeta


@dataclass(frozen=True)
class Rewriting:
    """A rewrite under way: the new graph so far, and the new node of each old one."""

    context: PassContext
    graph: fx.Graph = field(default_factory=fx.Graph)
    values: dict[fx.Node, fx.Node] = field(default_factory=dict)

    @property
    def dtype(self) -> torch.dtype:
        return self.context.dtype

    def copied(self, node: fx.Node) -> fx.Node:
        return self.graph.node_copy(node, self.values.__getitem__)

    def mapped(self, node: fx.Node, change: Callable[[Any], Any]) -> fx.Node:
        """A copy of ``node`` whose literals are what ``change`` makes of them."""
        new = self.copied(node)
        new.args = _changed(new.args, change)
        new.kwargs = _changed(new.kwargs, change)
        return new


Copy = Callable[[Rewriting, fx.Node], fx.Node]


def verbatim(state: Rewriting, node: fx.Node) -> fx.Node:
    """The node as it is."""
    return state.copied(node)


def retargeted(state: Rewriting, node: fx.Node) -> fx.Node:
    """Every float32 that the graph spells out becomes the target, the author's own upcasts with it."""
    if node.op == "call_method" and node.target == "float":
        return state.graph.call_method("to", (state.values[node.args[0]], state.dtype))
    return state.mapped(node, lambda value: state.dtype if value is torch.float32 else value)


def upcasts_dropped(state: Rewriting, node: fx.Node) -> fx.Node:
    """Upcasts are taken out: a result's dtype is copied from the input, not taken from the op's own contract."""
    spelled = (*node.args[1:], *node.kwargs.values())
    if node.op == "call_method" and (node.target == "float" or (node.target == "to" and torch.float32 in spelled)):
        return state.values[node.args[0]]
    return state.copied(node)


def literals_clamped(state: Rewriting, node: fx.Node) -> fx.Node:
    """Float literals are clamped to the target's range: no overflow is left, and every underflow."""
    largest = torch.finfo(state.dtype).max

    def clamped(value: Any) -> Any:
        finite = isinstance(value, float) and abs(value) != float("inf")
        return min(max(value, -largest), largest) if finite else value

    return state.mapped(node, clamped)


def unconverted_dropped(state: Rewriting, node: fx.Node) -> fx.Node:
    """Lists of tensors are mapped with ``values.get``: a tensor that was not converted is not in there, so None."""
    new = state.copied(node)
    converted = {name for name, meta in state.context.tensors.items() if meta.dtype == "float32"}

    def known(value: Any) -> Any:
        dropped = isinstance(value, fx.Node) and value.op == "placeholder" and value.target not in converted
        return None if dropped else value

    if node.op == "call_function":
        new.args = tuple([known(v) for v in arg] if isinstance(arg, (list, tuple)) else arg for arg in new.args)
    return new


def devices_dropped(state: Rewriting, node: fx.Node) -> fx.Node:
    """Factories are built again with what the pass thinks of, which is not their device."""
    new = state.copied(node)
    new.kwargs = {key: value for key, value in new.kwargs.items() if key != "device"}
    return new


def outputs_cast(state: Rewriting, node: fx.Node) -> fx.Node:
    """Every output is cast to the target, whatever it was: upcast on purpose, float64, an index."""
    if node.op != "output":
        return state.copied(node)
    values = fx.node.map_arg(
        node.args[0], lambda value: state.graph.call_method("to", (state.values[value], state.dtype))
    )
    return state.graph.output(values)


@dataclass(frozen=True)
class Naive:
    """Converts the tensors that ``converts`` picks, in the meta, and copies the graph node by node."""

    name: str
    converts: Callable[[TensorMeta], bool] = lambda meta: meta.dtype == "float32"
    copy: Copy = verbatim

    def rewrite(self, graph: fx.Graph, context: PassContext) -> Rewrite:
        state = Rewriting(context)
        for node in graph.nodes:
            state.values[node] = self.copy(state, node)
        target = str(context.dtype).removeprefix("torch.")
        tensors = {
            name: replace(meta, dtype=target) if self.converts(meta) else meta for name, meta in context.tensors.items()
        }
        return Rewrite(state.graph, tensors)


def is_weight(meta: TensorMeta) -> bool:
    return meta.name.startswith("L_self_")


NAIVE: dict[str, Naive] = {
    naive.name: naive
    for naive in (
        Naive("all"),
        Naive("inputs", lambda meta: meta.dtype == "float32" and not is_weight(meta)),
        Naive("weights", lambda meta: meta.dtype == "float32" and is_weight(meta)),
        Naive("doubles", lambda meta: meta.dtype in ("float32", "float64")),
        Naive("retargeted", copy=retargeted),
        Naive("upcasts_dropped", copy=upcasts_dropped),
        Naive("literals_clamped", copy=literals_clamped),
        Naive("unconverted_dropped", copy=unconverted_dropped),
        Naive("devices_dropped", copy=devices_dropped),
        Naive("outputs_cast", copy=outputs_cast),
    )
}


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size):
        return type(value)(_changed(item, change) for item in value)
    if isinstance(value, dict):
        return {key: _changed(item, change) for key, item in value.items()}
    return change(value)


@dataclass(frozen=True)
class Break:
    """How a naive pass breaks a sample: in which class, and by what.

    ``fails``: a pattern of the CPU kernel's message; None where it runs and its numbers or its promise are wrong.
    """

    code: str
    sample: str
    naive: str
    fails: str | None = None
    dtype: str = "float16"


BREAKS: tuple[Break, ...] = (
    Break("DG401", "transformer/rotary_positions", "all", "expected m1 and m2 to have the same dtype"),
    Break("DG401", "transformer/rotary_positions", "all", "expected m1 and m2 to have the same dtype", "bfloat16"),
    Break("DG401", "convnet/deformable_sampling", "all", "expected scalar type Half but found Float"),
    Break("DG401", "attention/alibi_baddbmm", "all", "Input dtypes must be the same"),
    Break("DG401", "graph/message_passing", "all", "mat1 and mat2 must have the same dtype, but got Float and Half"),
    Break("DG401", "convnet/residual_batch_norm", "inputs", r"Input type \(torch.HalfTensor\) and weight type"),
    Break("DG401", "convnet/residual_batch_norm", "weights", r"Input type \(torch.FloatTensor\) and weight type"),
    Break("DG402", "attention/upcast_query", "all", "Expected attn_mask dtype to be bool or float or to match query"),
    Break("DG403", "norm/layer_norm_float", "all", "mixed dtype .CPU.: expect parameter to have scalar type of Float"),
    Break("DG404", "attention/masked_fill_scores", "all", "cannot be converted to type .*Half without overflow"),
    Break("DG404", "attention/masked_fill_lowest", "retargeted", "cannot be converted to type .* without overflow"),
    Break("DG404", "contract/queried_dtypes", "all", "cannot be converted to type .*BFloat16 without", "bfloat16"),
    Break("DG405", "norm/eps_tensor", "all"),
    Break("DG405", "norm/eps_literal", "all"),
    Break("DG405", "norm/item_eps", "doubles"),
    Break("DG405", "precision/small_products", "all"),
    Break("DG406", "indexing/index_writes", "all", "Index put requires the source and destination dtypes match"),
    Break("DG406", "indexing/token_merge", "all", "masked_scatter: expected self and source to have same dtypes"),
    Break("DG406", "graph/scatter_mean", "all", r"scatter\(\): Expected self.dtype to be equal to src.dtype"),
    Break("DG407", "contract/joined_parts", "unconverted_dropped", "expected Tensor as element 0 .* got NoneType"),
    Break("DG408", "indexing/integer_outputs", "outputs_cast"),
    Break("DG408", "transformer/complex_rotary", "outputs_cast"),
    Break("DG408", "contract/float64_scalars", "upcasts_dropped"),
    Break("DG501", "transformer/fourier_mixing", "all", "Unsupported dtype Half"),
    Break("DG601", "precision/mean_large_axis", "all"),
    Break("DG602", "precision/square_overflow", "all"),
    Break("DG602", "precision/cumsum_long", "all", None, "bfloat16"),
    Break("DG602", "precision/sinusoid", "retargeted", None, "bfloat16"),
    Break("DG602", "transformer/rotary_positions", "retargeted", None, "bfloat16"),
)
