"""The stages ``run`` and ``compare``: the rewritten graph on the reference's data, and the verdict on its outputs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.cases import Case
from pytest_dtypegen.check.blame import Beside, Seen, first_wrong, growth, inner_losses
from pytest_dtypegen.check.bound import roundings
from pytest_dtypegen.check.compare import Comparer, Outputs, Score, giver, score_outputs
from pytest_dtypegen.check.comparers import first_judgement
from pytest_dtypegen.check.control import Control, Controls
from pytest_dtypegen.check.correspond import wrong_dtype_origin
from pytest_dtypegen.check.original import Original
from pytest_dtypegen.check.reference import Reference, Tell, run
from pytest_dtypegen.check.results import check_structure
from pytest_dtypegen.check.scale import aligned_pieces
from pytest_dtypegen.check.values import is_call, is_cast, short
from pytest_dtypegen.check.verify import Verified
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.dtypes.values import LOW, leaves, tensors_in
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.emulate import Emulator
from pytest_dtypegen.execute.run import operands as describe_operands
from pytest_dtypegen.options import Options
from pytest_dtypegen.passes.protocol import PassContext, Rewrite

#: A case this much worse than a control, in dB, is the pass's fault; what the control's fewer roundings explain comes
#: on top.
MARGIN = 3.0

#: The same within the limit: beside plain rounding, and beside autocast, which leaves the inputs and what is added to
#: them in float32 and so may do better than any graph that is wholly in the target dtype.
ROUNDED_MARGIN = 6.0
LISTS_MARGIN = 12.0

CUDA_LISTS = "autocast by cuda's lists"

#: So many inner values that lose too much are told.
INNER_LOSSES = 3

#: So many outputs are recorded one by one; the worst is in any case.
MOST_OUTPUTS = 32

#: For the record: no difference at all.
EXACT_DB = 300.0


@dataclass(frozen=True)
class Ran:
    """``outputs``: of the rewritten graph, on the CPU. ``seen``: its values beside the reference's. ``used``: "kernels"
    or "emulated"."""

    outputs: Any
    seen: Mapping[fx.Node, Seen]
    used: str


@dataclass(frozen=True)
class Bench:
    """All that a verdict is made of."""

    case: Case
    options: Options
    original: Original
    rewrite: Rewrite
    verified: Verified
    reference: Reference
    context: PassContext
    tell: Tell
    warn: Callable[[str], None]

    @property
    def precision(self) -> torch.dtype:
        """The dtype that the outputs are judged by: the lower of the target and what it was made of."""
        dtypes = {self.context.dtype, *(dtype for dtype in self.context.sources if dtype.is_floating_point)}
        return max(dtypes, key=lambda dtype: torch.finfo(dtype).eps)


def run_rewritten(bench: Bench) -> Ran:
    """Run the rewritten graph on the reference's values, in the dtypes of its own meta.

    Raises DtypegenError of the class of whatever a kernel refuses, at its node.
    """
    emulator = Emulator(bench.options.exec, bench.original.device)
    graph, pairs = bench.rewrite.graph, bench.verified.pairs
    beside = Beside(pairs, bench.reference.probes, bench.reference.sample_size)
    feed = bench.reference.data.feed_as(bench.rewrite.tensors)
    try:
        outputs = run(graph, feed, bench.tell, execute=emulator, observe=beside, seed=bench.options.seed)
    except DtypegenError as error:
        node = next((n for n in graph.nodes if n.name == error.failure.node), None)
        raise error.at(line=pairs.line(node), origin=_wrong_dtype(bench, node)) from error
    check_structure(bench.reference.outputs, outputs, bench.context.dtype)
    return Ran(outputs, beside.seen, emulator.used)


def _wrong_dtype(bench: Bench, node: fx.Node | None) -> str | None:
    """Where the dtype that a kernel refused came from, for what no contract had foreseen."""
    if node is None:
        return None
    verified = bench.verified
    return wrong_dtype_origin(
        node, verified.values, bench.original.inference.values, verified.pairs, verified.promise
    )  # fmt: skip


def judge(bench: Bench, ran: Ran, comparers: Sequence[Comparer], metrics: dict[str, Any]) -> None:
    """Judge the outputs; the comparison's numbers go into ``metrics``, whatever the verdict.

    Raises DtypegenError: DG601 or DG602 at the first wrong node, DG603 where the control is as far from the reference,
    or what a user's comparer said.
    """
    dtype = bench.precision
    given = Outputs(bench.reference.outputs, ran.outputs, bench.context.dtype, bench.case.sample, bench.case.device)
    (output,) = bench.rewrite.graph.find_nodes(op="output")
    graph, values, dtypes = bench.rewrite.graph, bench.verified.values, {bench.context.dtype, dtype}
    counts, final = roundings(graph, values, dtypes), roundings(graph, values, dtypes, final=True)

    def scored(result: Any) -> list[Score]:
        return score_outputs(
            bench.reference.outputs, result, output=output, counts=final, dtype=dtype, finds=bench.reference.finds
        )

    scores = scored(ran.outputs)
    metrics.update(_metrics(scores))
    own = first_judgement(comparers, given)
    if own is not None:
        if not own.ok:
            raise DtypegenError(own.code, own.message or "the comparer refused the outputs")
        return
    _warn_of_inner_losses(bench, ran, counts)
    lost = [score for score in scores if score.non_finite]
    if lost:
        message = f"output{lost[0].place}: {lost[0].non_finite} elements are not finite where the reference is"
        raise _blamed("DG601", message, lost[0], bench, ran, counts)
    if any(not score.ok for score in scores):
        emulator = Emulator(bench.options.exec, bench.original.device)
        controls = Controls(
            bench.original, bench.reference, bench.context.dtype, emulator, bench.tell, bench.options.seed,
            _lowered(bench.verified), scored,
        )  # fmt: skip
        _Hearing(bench, ran, counts, controls, metrics).decide(scores)


def _lowered(verified: Verified) -> set[fx.Node]:
    """The ops of the original that the rewritten graph gives low-precision operands."""
    found = set()
    for node in verified.values:
        old = verified.pairs.original_of(node) if is_call(node) and not is_cast(node) else None
        operands = tensors_in([verified.values.get(operand) for operand in node.all_input_nodes])
        if old is not None and any(tensor.dtype in LOW for tensor in operands):
            found.add(old)
    return found


def _warn_of_inner_losses(bench: Bench, ran: Ran, counts: Mapping[fx.Node, float]) -> None:
    """A value may be wrong and be averaged away before it reaches an output: no failure, but worth a look."""
    for node, value in inner_losses(ran.seen, counts, bench.precision)[:INNER_LOSSES]:
        line = bench.verified.pairs.line(node)
        place = f"{node.name} ({op_name(node)}{f', line {line}' if line else ''})"
        what = f"{value.snr_db:.1f} dB" if value.finite else "not finite"
        bench.warn(f"{place} loses more than {short(bench.precision)} explains: {what} from the reference")


@dataclass(frozen=True)
class _Hearing:
    """A case some of whose outputs miss their bound, held against the controls."""

    bench: Bench
    ran: Ran
    counts: Mapping[fx.Node, float]
    controls: Controls
    metrics: dict[str, Any]

    def decide(self, scores: list[Score]) -> None:
        """Raises DtypegenError DG601, DG602 or DG603; returns where no output is beyond the limit, and the case does as
        well as the controls."""
        missed = [score for score in scores if not score.ok]
        far = [score for score in missed if score.far]
        near = [score for score in missed if not score.far]
        if not far:
            self._hear_near(near)
            return
        beside: dict[str, tuple[str, Score]] = {}
        for name, control in (("autocast", self.controls.autocast), (CUDA_LISTS, self.controls.by_cuda_lists)):
            beside |= self._against(name, control(), far, MARGIN)
        if alone := [score for score in far if score.place not in beside]:
            # autocast rounds nothing there, or the graph mixes dtypes that it does not bring together: conversion op
            # by op is left
            beside |= self._against("rounded", self.controls.rounded(), alone, MARGIN)
        if alone := [score for score in far if score.place not in beside]:
            raise self._failure("DG602", self._earliest(alone), "", None)
        if near:  # what is the graph's own doing elsewhere does not excuse these
            self._hear_near(near)
        score = self._earliest(far)
        raise self._failure("DG603", score, *beside[score.place])

    def _hear_near(self, near: list[Score]) -> None:
        """Outputs beyond the bound and within the limit: good where plain rounding and autocast do no better."""
        self._against("rounded", self.controls.rounded(), near, ROUNDED_MARGIN)
        self._against(CUDA_LISTS, self.controls.by_cuda_lists(), near, LISTS_MARGIN)

    def _earliest(self, scores: list[Score]) -> Score:
        """The output whose error begins first in the graph; of several, the one that is furthest off."""
        order = {node: index for index, node in enumerate(self.bench.rewrite.graph.nodes)}

        def begins(score: Score) -> tuple[float, float]:
            way = _way(score, self.bench, self.ran, self.counts)
            return (order[way[0]] if way else math.inf), -score.gap

        return min(scores, key=begins)

    def _against(
        self, name: str, control: Control | None, missed: list[Score], margin: float
    ) -> dict[str, tuple[str, Score]]:
        """By place, the control's scores where it is a yardstick. Raises DtypegenError where one is better."""
        found = self._yardsticks(control, far=all(score.far for score in missed))
        heard = [(score, found[score.place]) for score in missed if score.place in found]
        if heard:
            self.metrics["control"] = name
            self.metrics["control_snr_db"] = _capped(min(other.snr_db for _, other in heard))
        worse = [score for score, other in heard if _worse(score, other, margin)]
        if worse:
            score = self._earliest(worse)
            raise self._failure("DG602", score, name, found[score.place])
        return {score.place: (name, other) for score, other in heard}

    def _yardsticks(self, control: Control | None, *, far: bool) -> dict[str, Score]:
        """The control's scores, by place, of the outputs on whose way it rounded, or, for ``far`` ones, kept an op."""
        if control is None:
            return {}
        (output,) = self.bench.original.sample.graph.find_nodes(op="output")
        found = {}
        for score in control.scores:
            node = giver(output, score.place)
            count = 0.0 if node is None else control.counts.get(node, 0.0)
            if count or (far and node in control.kept):
                found[score.place] = replace(score, roundings=max(count, 1.0))
        return found

    def _failure(self, code: str, score: Score, name: str, control: Score | None) -> DtypegenError:
        beside = "no control rounds on the way to it" if control is None else (
            f"the control, {name}: {_words(control, brief=True)}"
        )  # fmt: skip
        message = f"output{score.place}: {_words(score)}; {beside}"
        return _blamed(code, message, score, self.bench, self.ran, self.counts)


def _worse(score: Score, control: Score, margin: float) -> bool:
    """The control does better than the case, by more than its fewer roundings explain. Elements that differ are those
    within the error of a threshold or a tie: their share grows as the error does."""
    allowed = margin + 10 * math.log10(max(score.roundings / control.roundings, 1.0))
    return score.snr_db < control.snr_db - allowed or (
        1 - score.agreement > (1 - control.agreement) * 10 ** (allowed / 20) and not score.ok
    )


def _words(score: Score, *, brief: bool = False) -> str:
    if score.agreement < 1.0:
        return f"{1 - score.agreement:.1%} of the elements differ"
    bound = "" if brief else f", {score.bound_db:.1f} dB are explained by the dtype and depth"
    return f"{_capped(score.snr_db):.1f} dB from the reference{bound}"


def _blamed(
    code: str, message: str, score: Score, bench: Bench, ran: Ran, counts: Mapping[fx.Node, float]
) -> DtypegenError:
    """The failure at the first wrong node, with how the error grew from there."""
    way = _way(score, bench, ran, counts)
    if not way:
        return DtypegenError(code, message, node=None if score.node is None else score.node.name)
    first = way[0]
    if not ran.seen[first].finite:
        code = "DG601"  # the numbers that came out are what is left of an infinity
    return DtypegenError(
        code, message, op=None if first.op == "placeholder" else op_name(first), node=first.name,
        line=bench.verified.pairs.line(first), operands=describe_operands(first, bench.verified.values),
        origin=growth(way, ran.seen, bench.verified.pairs),
    )  # fmt: skip


def _way(score: Score, bench: Bench, ran: Ran, counts: Mapping[fx.Node, float]) -> list[fx.Node]:
    return first_wrong(score.node, ran.seen, counts, bench.precision) if score.node is not None else []


def _metrics(scores: list[Score]) -> dict[str, Any]:
    floats = [score for score in scores if score.agreement == 1.0 and score.bound_db > -math.inf]
    metrics: dict[str, Any] = {}
    if floats:
        worst = min(floats, key=lambda score: score.snr_db)
        metrics["snr_db"] = _capped(worst.snr_db)
        metrics["bound_db"] = round(worst.bound_db, 2)
        metrics["max_eps"] = round(min(max(score.max_eps for score in floats), 1e9), 3)
        metrics["non_finite"] = sum(score.non_finite for score in floats)
    metrics["agreement"] = round(min((score.agreement for score in scores), default=1.0), 6)
    metrics["outputs"] = {score.place: _one_output(score) for score in scores[:MOST_OUTPUTS]}
    return metrics


def _one_output(score: Score) -> dict[str, float]:
    if score.bound_db == -math.inf:
        return {"agreement": round(score.agreement, 6)}
    largest = round(min(score.max_eps, 1e9), 3)
    return {"snr_db": _capped(score.snr_db), "bound_db": round(score.bound_db, 2), "max_eps": largest,
            "non_finite": score.non_finite}  # fmt: skip


def _capped(db: float) -> float:
    """JSON has no infinities."""
    return round(max(-EXACT_DB, min(EXACT_DB, db)), 2)


def check_same_results(bench: Bench, ran: Ran, loaded: fx.Graph) -> None:
    """The graph that loads back from what is written gives the same results, bit by bit.

    Raises DtypegenError DG701 where it does not.
    """
    emulator = Emulator(bench.options.exec, bench.original.device)
    feed = bench.reference.data.feed_as(bench.rewrite.tensors)
    again = run(loaded, feed, bench.tell, execute=emulator, seed=bench.options.seed)
    for (place, one), (_, other) in zip(leaves(ran.outputs), leaves(again), strict=True):
        if isinstance(one, torch.Tensor) and not _same_bits(one, other):
            raise DtypegenError("DG701", f"output{place} of the written sample is not the same")


def _same_bits(one: torch.Tensor, other: torch.Tensor) -> bool:
    if one.is_quantized:
        return torch.equal(one.int_repr(), other.int_repr())
    if one.is_complex():
        one, other = torch.view_as_real(one), torch.view_as_real(other)
    if one.shape != other.shape:
        return False
    pairs = aligned_pieces(one, other)
    return all(torch.equal(a, b) or torch.equal(torch.nan_to_num(a), torch.nan_to_num(b)) for a, b in pairs)
