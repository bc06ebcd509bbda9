"""The stage ``verify``: the rewritten graph is inferred under the kernels' contracts, and held to what it promises.

No tensor data: what fails here would fail in the kernel, or would be a result that nobody was promised.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check import lowered as lowering
from pytest_dtypegen.check.casts import autocast_casts, count_casts
from pytest_dtypegen.check.correspond import Correspondence, wrong_dtype_origin
from pytest_dtypegen.check.literals import check_literals
from pytest_dtypegen.check.original import Original, check_original_runs
from pytest_dtypegen.check.promise import Promise
from pytest_dtypegen.check.quantized import check_quantized
from pytest_dtypegen.check.results import check_added_casts, check_outputs, check_values
from pytest_dtypegen.check.values import line_of, short
from pytest_dtypegen.dtypes.infer import Inferrer
from pytest_dtypegen.dtypes.values import LOW
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.passes.protocol import PassContext, Rewrite
from pytest_dtypegen.samples.model import TensorMeta


@dataclass(frozen=True)
class Verified:
    """``values``: of the rewritten graph, by node. ``metrics``: for the record (see ``records.Record``)."""

    values: Mapping[fx.Node, Any]
    pairs: Correspondence
    promise: Promise
    metrics: Mapping[str, Any]


def verify(original: Original, rewrite: Rewrite, context: PassContext) -> Verified:
    """Everything that can be said of the rewritten graph without data.

    Raises DtypegenError: DG4xx or DG5xx at the node that its device's kernel refuses, or whose result is not as
    promised; DG302 where too little is lowered; DG201 where no kernel takes the original either.
    """
    try:
        return _verified(original, rewrite, context)
    except DtypegenError as error:
        if error.failure.code.startswith(("DG4", "DG5")):
            check_original_runs(original)
        raise


def _verified(original: Original, rewrite: Rewrite, context: PassContext) -> Verified:
    graph, values_before = original.sample.graph, original.inference.values
    pairs = Correspondence(graph, rewrite)
    promise = Promise(
        graph, values_before, target=context.dtype, sources=context.sources, device_type=context.device.type,
        islands=_island_names(rewrite, pairs),
    )  # fmt: skip
    values, known = _infer(original, rewrite, context, pairs, promise)
    check_quantized(rewrite.graph, graph, values, values_before, pairs)
    if context.dtype in LOW:
        check_literals(rewrite.graph, values, known, rewrite.tensors, context.tensors, pairs, context.dtype)
    _check_meta(context, rewrite, pairs)
    check_values(values, values_before, pairs, context.dtype)
    share = lowering.measure(rewrite, values, values_before, pairs, context.dtype, context.sources)
    if context.sources:  # before the outputs: where nothing is lowered, their dtypes are no news
        lowering.check(share, rewrite, values, pairs, context.dtype)
    check_outputs(rewrite.graph, graph, values, values_before, pairs, promise)
    floats = {context.dtype, torch.float32, *context.sources}
    check_added_casts(rewrite.graph, values, values_before, pairs, floats)
    return Verified(values, pairs, promise, _metrics(original, rewrite, context, values, share))


def _island_names(rewrite: Rewrite, pairs: Correspondence) -> set[str]:
    names = set()
    for node in rewrite.graph.nodes:
        if node.name in rewrite.islands:
            old = pairs.original_of(node)
            names.add(node.name if old is None else old.name)
    return names


def _infer(
    original: Original,
    rewrite: Rewrite,
    context: PassContext,
    pairs: Correspondence,
    promise: Promise,
) -> tuple[Mapping[fx.Node, Any], Mapping[fx.Node, Any]]:
    """The values, and those of them that are known. Where a value before the node that is refused is not the
    original's in shape or kind, that one is the failure."""
    values_before = original.inference.values
    with Inferrer(rewrite.tensors, context.device) as walk:
        for node in rewrite.graph.nodes:
            try:
                walk.run(node)
            except DtypegenError as error:
                check_values(walk.values, values_before, pairs, context.dtype)
                origin = wrong_dtype_origin(node, walk.values, values_before, pairs, promise)
                raise error.at(line=pairs.line(node), origin=origin) from error
        return dict(walk.values), walk.known.items()


def _check_meta(context: PassContext, rewrite: Rewrite, pairs: Correspondence) -> None:
    """Only dtypes may change in the meta, and only from a source dtype to the target."""
    for node in rewrite.graph.nodes:
        if node.op != "placeholder":
            continue
        before, after = context.tensors[str(node.target)], rewrite.tensors[str(node.target)]
        problem = _meta_problem(before, after, context)
        if problem:
            raise DtypegenError("DG408", f"{node.target}: {problem}", node=node.name, op="placeholder",
                                line=pairs.line(node) or line_of(node))  # fmt: skip


def _meta_problem(before: TensorMeta, after: TensorMeta, context: PassContext) -> str | None:
    if before.shape != after.shape:
        return f"the meta's shape {list(before.shape)} became {list(after.shape)}"
    if before.data != after.data and repr(before.data) != repr(after.data):
        return "the recorded data were changed"
    if before.dtype == after.dtype:
        return None
    if before.torch_dtype in context.sources and after.torch_dtype == context.dtype:
        return None
    return f"the meta's dtype {before.dtype} became {after.dtype}, promised is {_promised(before, context)}"


def _promised(meta: TensorMeta, context: PassContext) -> str:
    return f"{short(context.dtype)} or {meta.dtype}" if meta.torch_dtype in context.sources else meta.dtype


def _metrics(
    original: Original, rewrite: Rewrite, context: PassContext, values: Mapping[fx.Node, Any], share: lowering.Lowered
) -> dict[str, Any]:
    graph, before = original.sample.graph, original.inference.values
    weights = [name for name, meta in context.tensors.items() if not meta.is_input and meta.dtype == "float32"]
    islands: dict[str, int] = {}
    for reason in rewrite.islands.values():
        islands[reason] = islands.get(reason, 0) + 1
    metrics: dict[str, Any] = {
        "lowered_share": round(share.share, 6),
        "flops": share.total,
        "casts": count_casts(rewrite.graph, values) - count_casts(graph, before),
        "parameter_share": round(lowering.parameter_share(context.tensors, rewrite.tensors, context.sources), 6),
        "islands": islands,
    }
    if context.dtype in LOW and torch.float32 in context.sources:
        metrics["autocast_casts"] = autocast_casts(
            graph, before, target=context.dtype, device_type=context.device.type, weights=weights
        )
    return metrics
