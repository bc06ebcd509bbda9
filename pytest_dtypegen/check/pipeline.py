"""One case from its sample to its record: load, reference, rewrite, verify, run, compare, roundtrip.

The first stage that fails names the case's class. Nothing that is the case's own fault leaves here as an exception.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

from pytest_dtypegen.cases import Case
from pytest_dtypegen.check import keep
from pytest_dtypegen.check.apply import apply, fresh_copy
from pytest_dtypegen.check.clock import Clock
from pytest_dtypegen.check.judge import Bench, judge, run_rewritten
from pytest_dtypegen.check.laws import check_deterministic, check_idempotent
from pytest_dtypegen.check.original import Original, forget, load, own_dtype, sample_hash, source_dtypes
from pytest_dtypegen.check.reference import reference_run
from pytest_dtypegen.check.roundtrip import roundtrip
from pytest_dtypegen.check.verify import verify
from pytest_dtypegen.errors import ERROR_CLASSES, DtypegenError, Failure
from pytest_dtypegen.execute.estimate import room_for
from pytest_dtypegen.options import Options
from pytest_dtypegen.passes.protocol import Pass, PassContext, Rewrite, lowers
from pytest_dtypegen.passes.registry import builtin_passes
from pytest_dtypegen.records import Outcome, Record


@dataclass
class _Facts:
    """What is known of the case so far, for its record."""

    hash: str = ""
    metrics: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)


def run_case(
    case: Case,
    options: Options,
    passes: Mapping[str, Pass],
    comparers: Sequence[Any] = (),
    progress: Callable[[str], None] = lambda text: None,
) -> Record:
    """The case's verdict.

    ``passes``: the users', beside the built-in ones. ``progress`` is told "stage", and "stage op node" as the graph
    runs. A fault of this project is DG999, with the exception and where it was raised; only KeyboardInterrupt and
    SystemExit pass through.
    """
    clock, facts = Clock(progress), _Facts()
    failure: Failure | None = None
    try:
        _run(case, options, {**builtin_passes(), **passes}, comparers, clock, facts)
    except DtypegenError as error:
        failure = replace(error.failure, stage=error.failure.stage or clock.stage)
    except Exception as exception:
        failure = _unexpected(exception, clock.stage)
    return Record(
        sample=case.sample, dtype=case.dtype, device=case.device, pass_name=case.pass_name, level=options.level,
        outcome=_outcome(failure), failure=failure, stages=clock.seconds, metrics=facts.metrics,
        warnings=tuple(facts.warnings), sample_hash=facts.hash,
    )  # fmt: skip


def _run(
    case: Case, options: Options, passes: Mapping[str, Pass], comparers: Sequence[Any], clock: Clock, facts: _Facts
) -> None:
    with clock("load"):
        facts.hash = sample_hash(case.path)
        original = load(case)
        target, sources = getattr(torch, case.dtype), frozenset[torch.dtype]()
        if lowers(passes[case.pass_name]):
            sources = source_dtypes(original.sample, target, low_sources=options.low_sources)
            if not sources:
                raise DtypegenError("DG203", f"the sample holds no tensor that could become {case.dtype}")
        else:
            target = own_dtype(original)
    if options.level == "static":
        _check(case, options, passes, comparers, clock, facts, original, target, sources)
        return
    # other cases on this machine may hold the memory that this one needs: it waits for them, off the clock
    with room_for(original.sample.graph, original.inference.values, case.device):
        _check(case, options, passes, comparers, clock, facts, original, target, sources)


def _check(
    case: Case, options: Options, passes: Mapping[str, Pass], comparers: Sequence[Any], clock: Clock, facts: _Facts,
    original: Original, target: torch.dtype, sources: frozenset[torch.dtype],
) -> None:  # fmt: skip
    reference = None
    if options.level == "run":
        with clock("reference"):
            reference = reference_run(original, options, target, clock.at)
            facts.warnings.extend(reference.warnings)
    pass_ = passes[case.pass_name]
    ranges = reference.ranges if reference is not None and options.calibrate else {}
    context = PassContext(target, original.device, original.sample.tensors, ranges, sources)
    with clock("rewrite"):
        rewrite = _rewrite(pass_, original, context)
    with clock("verify"):
        verified = verify(original, rewrite, context)
        facts.metrics.update(verified.metrics)
        _check_idempotent(pass_, rewrite, context)
    if reference is not None:
        bench = Bench(case, options, original, rewrite, verified, reference, context, clock.at)
        with clock("run"):
            ran = run_rewritten(bench)
            facts.metrics["exec"] = ran.used
        with clock("compare"):
            judge(bench, ran, comparers, facts.metrics)
    with clock("roundtrip"):
        roundtrip(rewrite, case.device)
        if options.out is not None:
            keep.keep(case, original, rewrite, options.out)
        if options.record:
            keep.record(case)


def _rewrite(pass_: Pass, original: Original, context: PassContext) -> Rewrite:
    """The pass's result, twice the same, on a graph that is still what it was."""
    graph = original.sample.graph
    context = replace(context, tensors=dict(context.tensors))
    try:
        rewrite = apply(pass_, graph, context)
        check_deterministic(rewrite, apply(pass_, fresh_copy(graph), context))
    except DtypegenError as error:
        if error.failure.code == "DG303":
            forget(original)
        raise
    return rewrite


def _check_idempotent(pass_: Pass, rewrite: Rewrite, context: PassContext) -> None:
    again = apply(pass_, fresh_copy(rewrite.graph), replace(context, tensors=dict(rewrite.tensors)))
    check_idempotent(rewrite, again)


def _outcome(failure: Failure | None) -> Outcome:
    if failure is None:
        return "passed"
    return "skipped" if ERROR_CLASSES[failure.code].skip else "failed"


def _unexpected(exception: Exception, stage: str) -> Failure:
    """A defect of ours, or memory that ran out: in one line, with the place."""
    code = "DG803" if isinstance(exception, (MemoryError, torch.OutOfMemoryError)) else "DG999"
    frames = traceback.extract_tb(exception.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name})" if frames else ""
    text = str(exception).strip().split("\n")[0][:500]
    return Failure(code, stage, f"{type(exception).__name__}: {text}{place}", remedy=ERROR_CLASSES[code].remedy)
