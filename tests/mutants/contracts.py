"""Results: a dtype taken from an input, float64 leaked, a shape or an output lost, parts skipped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.passes.protocol import Pass, PassContext, Rewrite

from .edit import Edit
from .model import F16, F32, F64, Mutant, good_rewrite


def _outputs(change: Callable[[list[Any]], Any]) -> object:
    def apply(edit: Edit) -> None:
        (output,) = edit.graph.find_nodes(op="output")
        output.args = (tuple(change(list(output.args[0]))),)

    return apply


def _output_cast(index: int, dtype: torch.dtype) -> object:
    """One output is cast on the way out."""

    def change(edit: Edit) -> None:
        (output,) = edit.graph.find_nodes(op="output")
        values = list(output.args[0])
        with edit.graph.inserting_before(output):
            values[index] = edit.graph.call_method("to", (values[index], dtype))
        output.args = (tuple(values),)

    return change


def _swapped(a: int, b: int) -> object:
    def change(values: list[Any]) -> list[Any]:
        values[a], values[b] = values[b], values[a]
        return values

    return _outputs(change)


def _left_in_float32(*products: str) -> object:
    """The products are fed with what is cast up to float32, without a reason."""

    def change(edit: Edit) -> None:
        for name in products:
            for operand in list(edit.node(name).all_input_nodes):
                edit.before(name, operand.name, "float")
            edit.after(name, "to", edit.dtype)

    return change


@dataclass(frozen=True)
class Unchanged:
    """Gives the graph back as it was."""

    base: Pass
    name: str = "unchanged"

    def rewrite(self, graph: fx.Graph, context: PassContext) -> Rewrite:
        copy = fx.Graph()
        copy.graph_copy(graph, values := dict[fx.Node, fx.Node](), True)
        (output,) = graph.find_nodes(op="output")
        copy.output(fx.map_arg(output.args[0], values.__getitem__))
        return Rewrite(copy, context.tensors)


@dataclass(frozen=True)
class Afraid:
    """Gives the graph back as it was where it holds an op that it does not like."""

    base: Pass
    op: str
    name: str = "afraid"

    def rewrite(self, graph: fx.Graph, context: PassContext) -> Rewrite:
        if any(node.target == self.op for node in graph.nodes):
            return Unchanged(self.base).rewrite(graph, context)
        return good_rewrite(self.base, graph, context)


MUTANTS = (
    # dtypes of results
    Mutant("the author's upcast taken out before an output", "contract/upcast_output", "DG408", "logits",
           lambda e: (e.target("logits", "to"), e.give("logits", 1, e.dtype))),
    Mutant("an output's dtype taken from its input", "contract/float64_scalars", "DG408", "exact",
           lambda e: e.give("exact", "dtype", F32)),
    Mutant("an output cast back to float32", "contract/upcast_output", "DG408", "to", _output_cast(2, F32)),
    Mutant("an integer output cast with the others", "indexing/integer_outputs", "DG408", "to",
           _output_cast(1 + 1, F16)),
    Mutant("a boolean output cast with the others", "indexing/integer_outputs", "DG408", "to", _output_cast(4, F16)),
    Mutant("an index narrowed", "indexing/integer_outputs", "DG408", "to", _output_cast(3, torch.int32)),
    Mutant("a complex output made real", "transformer/complex_rotary", "DG408", "to", _output_cast(1, F16)),
    Mutant("float64 lost on the way", "contract/float64_scalars", "DG408", "double",
           lambda e: (e.target("double", "float"),)),
    Mutant("float64 leaked through a factory", "contract/factories", "DG408", "linspace",
           lambda e: e.give("linspace", "dtype", F64)),
    Mutant("float64 leaked through a draw", "contract/random_ops", "DG408", "rand",
           lambda e: e.give("rand", "dtype", F64)),
    Mutant("float64 leaked through an upcast", "norm/rms_upcast", "DG408", "to", lambda e: e.give("to", 1, F64)),
    Mutant("an upcast to float64 for safety", "norm/layer_norm_float", "DG408", "float_1",
           lambda e: e.target("float_1", "double")),
    Mutant("integer positions made floats", "indexing/position_ids", "DG408", "type_as",
           lambda e: (e.target("type_as", "to"), e.give("type_as", 1, e.dtype))),
    # meta
    Mutant("integer meta converted with the others", "indexing/integer_outputs", "DG408", "l_x_",
           lambda e: e.meta("L_x_", "int64")),
    Mutant("float64 meta converted with the others", "contract/float64_scalars", "DG408", "l_self_buffers_table_",
           lambda e: e.meta("L_self_buffers_table_")),
    # shapes and outputs
    Mutant("keepdim lost", "audio/spectrum", "DG408", "amax", lambda e: e.without("amax", "keepdim")),
    Mutant("an axis lost in a reduction", "norm/rms_upcast", "DG408", "variance",
           lambda e: e.without("variance", "keepdim")),
    Mutant("an output dropped", "contract/upcast_output", "DG408", "output", _outputs(lambda v: v[:-1])),
    Mutant("an output returned twice", "contract/upcast_output", "DG408", "output", _outputs(lambda v: [*v, v[0]])),
    Mutant("two outputs swapped", "contract/upcast_output", "DG408", "logits", _swapped(0, 1)),
    Mutant("values and places of topk swapped", "indexing/integer_outputs", "DG408", "places", _swapped(1, 2)),
    Mutant("padding lost", "convnet/residual_batch_norm", "DG408", "conv2d_1",
           lambda e: e.give("conv2d_1", 4, (0, 0))),
    # parts skipped
    Mutant("one product left in float32", "precision/square_overflow", "DG302", "linear", _left_in_float32("linear")),
    Mutant("attention quietly skipped", "attention/masked_fill_scores", "DG302", "scores",
           _left_in_float32("scores", "matmul_1")),
    Mutant("the feed-forward block quietly skipped", "transformer/shared_encoder", "DG302", "linear_3",
           _left_in_float32("linear_3", "linear_4")),
    Mutant("nothing done", "convnet/video", "DG302", "conv3d", make=Unchanged),
    Mutant("nothing done where an op is unknown", "contract/random_ops", "DG302", "linear",
           make=lambda base: Afraid(base, "floor_")),
)  # fmt: skip
