"""One case from its sample to its record: load, reference, rewrite, verify, run, compare, roundtrip.

The first stage that fails names the case's class. Nothing that is the case's own fault leaves here as an exception.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_dtypegen.cases import Case
from pytest_dtypegen.check import keep
from pytest_dtypegen.check.clock import Clock
from pytest_dtypegen.check.original import Original, forget_originals
from pytest_dtypegen.check.reference import forget_reference
from pytest_dtypegen.check.stages import Stages
from pytest_dtypegen.classify import ran_out_of_memory
from pytest_dtypegen.errors import (
    ERROR_CLASSES,
    LONGEST_TEXT,
    OUT_OF_FILES,
    SHORTAGES,
    DtypegenError,
    Failure,
    text_of,
)
from pytest_dtypegen.options import Options
from pytest_dtypegen.passes.protocol import Pass
from pytest_dtypegen.passes.registry import builtin_passes
from pytest_dtypegen.records import INCIDENTAL, Outcome, Record


def forget() -> None:
    """Drops what is kept of a sample for its next case; a process that goes on to another sample calls it."""
    forget_originals()
    forget_reference()


def run_case(
    case: Case,
    options: Options,
    passes: Mapping[str, Pass],
    comparers: Sequence[Any] = (),
    progress: Callable[[str], None] = lambda text: None,
    raised: Callable[[BaseException], None] = lambda exception: None,
) -> Record:
    """The case's verdict.

    ``passes``: the users', beside the built-in ones. ``progress`` is told "stage", and "stage op node" as the graph
    runs; ``raised`` what ended the case, for a debugger. A fault of this project is DG999, with the exception and where
    it was raised; only KeyboardInterrupt passes through.
    """
    clock = Clock(progress)
    with closing(Stages(case, options, {**builtin_passes(), **passes}, comparers, clock)) as stages:
        failure = _failure(stages, clock, raised)
        if failure is not None and failure.remedy == OUT_OF_FILES:
            stages.metrics[INCIDENTAL] = True  # in another run there may be some
        return Record(
            sample=case.sample, dtype=case.dtype, device=case.device, pass_name=case.pass_name, level=options.level,
            outcome=_outcome(failure), failure=failure, stages=clock.seconds, metrics=stages.metrics,
            warnings=tuple(stages.warnings), sample_hash=stages.hash,
        )  # fmt: skip


def _failure(stages: Stages, clock: Clock, raised: Callable[[BaseException], None]) -> Failure | None:
    """Runs the case. What it raised ends here: the room that it holds is let go after the tensors of its frames."""
    try:
        _run(stages, clock)
    except DtypegenError as error:
        raised(error)
        return _of_the_pass(_plain(replace(error.failure, stage=error.failure.stage or stages.stage)), stages)
    except (Exception, SystemExit, GeneratorExit) as exception:
        raised(exception)
        return _unexpected(exception, stages.stage)
    return None


def _plain(failure: Failure) -> Failure:
    """A failure that a user's code raised may say anything: only what has its type is told."""

    def text(value: object) -> str | None:
        return str.__str__(value)[:LONGEST_TEXT] if isinstance(value, str) else None

    operands = failure.operands if isinstance(failure.operands, (tuple, list)) else ()
    return replace(
        failure, message=text(failure.message) or repr(type(failure.message)), op=text(failure.op),
        node=text(failure.node), line=failure.line if isinstance(failure.line, int) else None,
        operands=tuple(filter(None, map(text, operands))), origin=text(failure.origin),
        remedy=text(failure.remedy) or "",
    )  # fmt: skip


def _run(stages: Stages, clock: Clock) -> None:
    original = stages.load()
    stages.metrics["elements"] = sum(meta.numel for meta in original.sample.tensors.values())
    if stages.options.level == "run":
        try:
            stages.room()
        except DtypegenError:
            # DG804: it can never fit; what takes no data is checked all the same, and a failure there is its verdict
            stages.options = replace(stages.options, level="static", out=None, record=False)
            _check(stages, original, clock)
            raise
        stages.reference()
    _check(stages, original, clock)


def _check(stages: Stages, original: Original, clock: Clock) -> None:
    rewrite = stages.rewrite()
    stages.verify()
    if stages.options.level == "run":
        stages.compare()
    stages.roundtrip()
    if stages.options.out is None and not stages.options.record:
        return
    with clock("roundtrip"):
        if stages.options.out is not None:
            keep.keep(stages.case, original, rewrite, stages.options.out)
        if stages.options.record:
            keep.record(stages.case)


def _outcome(failure: Failure | None) -> Outcome:
    if failure is None:
        return "passed"
    return "skipped" if ERROR_CLASSES[failure.code].skip else "failed"


def _of_the_pass(failure: Failure, stages: Stages) -> Failure:
    """Words that no rule knows, from a call that the pass put into the graph: what it put there is at fault (DG301)."""
    if failure.code != "DG999" or failure.stage not in ("verify", "run"):
        return failure
    rewrite, given = stages.rewrite(), {node.name: node for node in stages.load().sample.graph.nodes}
    node = next((node for node in rewrite.graph.nodes if node.name == failure.node), None)
    if node is None:
        return failure
    old = given.get(rewrite.origin.get(node.name, "") if rewrite.origin else node.name)
    if old is not None and old.target == node.target:
        return failure
    what = node.target if isinstance(node.target, str) else getattr(node.target, "__qualname__", repr(node.target))
    message = f"the pass put a call of {what} into the graph, which says: {failure.message}"
    return replace(failure, code="DG301", message=message, remedy=ERROR_CLASSES["DG301"].remedy)


def _unexpected(exception: BaseException, stage: str) -> Failure:
    """A defect of ours, or memory that ran out: in one line, with the place."""
    shortage = SHORTAGES.get(exception.errno or 0, "") if isinstance(exception, OSError) else ""
    code = "DG803" if shortage or ran_out_of_memory(exception) else "DG999"
    frames = traceback.extract_tb(exception.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name})" if frames else ""
    text = text_of(exception).strip().split("\n")[0][:500]
    remedy = shortage or ERROR_CLASSES[code].remedy
    return Failure(code, stage, f"{type(exception).__name__}: {text}{place}", remedy=remedy)
