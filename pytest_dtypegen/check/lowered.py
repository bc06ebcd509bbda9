"""How much of a graph really runs in the target dtype: a pass that does nothing must not pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.correspond import Correspondence, dtypes_in
from pytest_dtypegen.check.values import is_cast, short
from pytest_dtypegen.dtypes.flops import node_flops, product_operands
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.values import tensors_in
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.passes.protocol import Rewrite
from pytest_dtypegen.samples.model import TensorMeta

#: A smaller share of the FLOPs in the target dtype, islands with a reason aside, is a failure.
LEAST_SHARE = 0.95

Values = Mapping[fx.Node, Any]


@dataclass(frozen=True)
class Lowered:
    """``total``: FLOPs of the products that compute on a source dtype in the original. ``lowered``: of these, in the
    target; ``named``: left, for a reason that the pass gives. ``largest``: the largest one left without a reason.
    ``lifted``: the first of those for which the pass cast up what was in the target already."""

    total: int
    lowered: int
    named: int
    largest: fx.Node | None
    lifted: fx.Node | None = None

    @property
    def share(self) -> float:
        """Of the FLOPs, how much is lowered; 1 where there are none."""
        return self.lowered / self.total if self.total else 1.0


def measure(rewrite: Rewrite, values: Values, original_values: Values, pairs: Correspondence,
            target: torch.dtype, sources: Iterable[torch.dtype]) -> Lowered:  # fmt: skip
    """Count the FLOPs of the rewritten graph's products by what they run in."""
    wanted = frozenset(sources) | {target}
    total = lowered = named = left = 0
    largest: fx.Node | None = None
    lifted: fx.Node | None = None
    for node in rewrite.graph.nodes:
        flops = node_flops(node, values)
        if not flops or not _concerned(node, values, original_values, pairs, wanted):
            continue
        total += flops
        dtypes = {t.dtype for t in tensors_in(product_operands(node, values)) if t.dtype.is_floating_point}
        if dtypes == {target}:
            lowered += flops
        elif rewrite.islands.get(node.name, "").strip():
            named += flops
        else:
            lifted = node if lifted is None and _is_lifted(node, values, pairs, target) else lifted
            left, largest = max((left, largest), (flops, node), key=lambda pair: pair[0])
    return Lowered(total, lowered, named, largest, lifted)


def _is_lifted(node: fx.Node, values: Values, pairs: Correspondence, target: torch.dtype) -> bool:
    """An operand is cast up from the target by the pass itself."""
    added = [n for n in node.all_input_nodes if is_cast(n) and pairs.original_of(n) is None and n.all_input_nodes]
    return any(target in dtypes_in(values.get(n.all_input_nodes[0])) for n in added)


def _concerned(
    node: fx.Node, values: Values, original_values: Values, pairs: Correspondence, wanted: frozenset[torch.dtype]
) -> bool:
    """The product was on a source dtype in the original: integers, complex numbers and float64 are not ours."""
    old = pairs.original_of(node)
    found = product_operands(node if old is None else old, values if old is None else original_values)
    dtypes = {tensor.dtype for tensor in tensors_in(found)}
    return bool(dtypes) and dtypes <= wanted


def check(lowered: Lowered, rewrite: Rewrite, values: Values, pairs: Correspondence, target: torch.dtype) -> None:
    """Raises DtypegenError DG302 where too little is lowered, or, in a graph without products, nothing at all.

    Also where a product, however small, is fed with what the pass itself cast up from the target, without a reason.
    """
    if lowered.total:
        enough = (lowered.lowered + lowered.named) / lowered.total >= LEAST_SHARE
        node = lowered.lifted if enough else lowered.largest
        if node is not None or not enough:
            raise _too_little(lowered, node, enough, values, pairs, target)
        return
    if not rewrite.islands and not any(target in dtypes_in(value) for value in values.values()):
        raise DtypegenError("DG302", f"no value of the rewritten graph is {short(target)}, and no reason is given")


def _too_little(lowered: Lowered, node: fx.Node | None, enough: bool, values: Values, pairs: Correspondence,
                target: torch.dtype) -> DtypegenError:  # fmt: skip
    name = "" if node is None else f"{node.name} ({op_name(node)})"
    message = f"{lowered.share:.1%} of the matmul, convolution and attention FLOPs run in {short(target)}"
    if enough:
        message = f"{name} computes in float32 on what was cast up from {short(target)} for it, without a reason"
    elif name:
        message += f"; the largest left without a reason is {name}"
    return DtypegenError(
        "DG302", message,
        op=None if node is None else op_name(node), node=None if node is None else node.name, line=pairs.line(node),
        operands=() if node is None else tuple(
            f"{operand.name}: {' '.join(sorted(map(short, dtypes_in(values.get(operand)))))}"
            for operand in node.all_input_nodes),
    )  # fmt: skip


def parameter_share(before: Mapping[str, TensorMeta], after: Mapping[str, TensorMeta],
                    sources: Iterable[torch.dtype]) -> float:  # fmt: skip
    """Of the bytes of the tensors of a source dtype, the share that was converted in the meta files; 1 for none."""
    wanted = frozenset(sources)
    total = converted = 0
    for name, meta in before.items():
        if meta.torch_dtype in wanted:
            size = meta.numel * meta.torch_dtype.itemsize
            total += size
            converted += size if name in after and after[name].dtype != meta.dtype else 0
    return converted / total if total else 1.0
