"""A case's stages as calls: each runs once, after the earlier ones that it needs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.cases import Case
from pytest_dtypegen.check import original as originals
from pytest_dtypegen.check.apply import apply, asks_to_lower, fresh_copy
from pytest_dtypegen.check.clock import Clock
from pytest_dtypegen.check.compare import Comparer
from pytest_dtypegen.check.judge import Bench, Ran, check_same_results, judge, run_rewritten
from pytest_dtypegen.check.laws import check_deterministic, check_idempotent
from pytest_dtypegen.check.once import forget, once
from pytest_dtypegen.check.original import Original
from pytest_dtypegen.check.reference import Reference, reference_run
from pytest_dtypegen.check.roundtrip import roundtrip
from pytest_dtypegen.check.verify import Verified, verify
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute.estimate import room_for
from pytest_dtypegen.options import Options
from pytest_dtypegen.passes.protocol import Pass, PassContext, Rewrite
from pytest_dtypegen.samples.files import sample_hash

#: Seconds of a run that is worth doing again to see the written sample's own results.
SHORT_RUN = 0.5


class Stages:
    """One case's way through the stages. Each call raises DtypegenError where its stage, or an earlier one, fails.

    ``metrics`` and ``warnings``: the numbers and remarks for the case's record, as far as the stages have come, also
    where one failed. ``hash``: of the sample's files, once it is loaded. ``close`` ends the case.
    """

    def __init__(
        self,
        case: Case,
        options: Options,
        passes: Mapping[str, Pass],
        comparers: Sequence[Comparer] = (),
        clock: Clock | None = None,
    ) -> None:
        self.case = case
        self.options = options
        self.metrics: dict[str, Any] = {}
        self.warnings: list[str] = []
        self.hash = ""
        self._passes = passes
        self._comparers = comparers
        self._clock = clock or Clock(lambda text: None)
        self._room = ExitStack()

    def close(self) -> None:
        """Drops what the stages gave, then lets go of the room that they took."""
        forget(self)
        self._room.close()

    @property
    def stage(self) -> str:
        """The stage that the case is in, or failed in."""
        return self._clock.stage

    @property
    def _pass(self) -> Pass:
        return self._passes[self.case.pass_name]

    @once
    def load(self) -> Original:
        """The sample and its graph's values. DG101-DG104, DG201, or DG203 where there is nothing to convert."""
        with self._clock("load"):
            self.hash = sample_hash(self.case.path)
            original = originals.load(self.case)
            if asks_to_lower(self._pass) and not self._sources(original):
                raise DtypegenError("DG203", f"the sample holds no tensor that could become {self.case.dtype}")
        return original

    def _sources(self, original: Original) -> frozenset[torch.dtype]:
        if not asks_to_lower(self._pass):
            return frozenset()
        wanted = getattr(torch, self.case.dtype)
        return originals.source_dtypes(original.sample, wanted, low_sources=self.options.low_sources)

    @once
    def target(self) -> torch.dtype:
        """What the results are judged in: the case's dtype, or, for a pass that lowers nothing, the sample's own."""
        if asks_to_lower(self._pass):
            target: torch.dtype = getattr(torch, self.case.dtype)
            return target
        return originals.own_dtype(self.load())

    @once
    def room(self) -> None:
        """Memory for the case's runs, until ``close``: others on this machine may hold what it needs, and it waits for
        them, off the clock. DG804 where it can never fit."""
        original = self.load()
        try:
            self._room.enter_context(room_for(original.sample.graph, original.inference.values, self.case.device))
        except DtypegenError as error:
            error.at(stage="reference")
            raise

    @once
    def reference(self) -> Reference:
        """The original graph's run in float32. DG201, DG202, DG804."""
        original, target = self.load(), self.target()
        self.room()
        with self._clock("reference"):
            reference = reference_run(original, self.options, target, self._clock.at)
        self.warnings.extend(reference.warnings)
        if reference.seconds is not None:
            self.metrics["reference_seconds"] = round(reference.seconds, 6)
        return reference

    @once
    def context(self) -> PassContext:
        """What the pass is told; at level ``run`` with the ranges of the reference run, if the options want it."""
        original, target = self.load(), self.target()
        calibrate = self.options.level == "run" and self.options.calibrate
        ranges = self.reference().ranges if calibrate else {}
        return PassContext(target, original.device, original.sample.tensors, ranges, self._sources(original))

    @once
    def rewrite(self) -> Rewrite:
        """The pass's result, twice the same, on a graph that is still what it was. DG301, DG303, DG304."""
        original, context = self.load(), self.context()
        graph = original.sample.graph
        context = replace(context, tensors=dict(context.tensors))
        with self._clock("rewrite"):
            try:
                rewrite = apply(self._pass, graph, context)
                check_deterministic(rewrite, apply(self._pass, fresh_copy(graph), context))
            except DtypegenError as error:
                if error.failure.code == "DG303":
                    originals.forget(original)
                raise
        return rewrite

    @once
    def verify(self) -> Verified:
        """What can be said of the rewritten graph without data. DG302, DG304, DG4xx, DG5xx."""
        original, context, rewrite = self.load(), self.context(), self.rewrite()
        with self._clock("verify"):
            verified = verify(original, rewrite, context)
            self.metrics.update(verified.metrics)
            written = replace(context, tensors=dict(rewrite.tensors))
            check_idempotent(rewrite, apply(self._pass, fresh_copy(rewrite.graph), written))
        return verified

    def _bench(self) -> Bench:
        return Bench(
            self.case, self.options, self.load(), self.rewrite(), self.verify(), self.reference(), self.context(),
            self._clock.at, self.warnings.append,
        )  # fmt: skip

    @once
    def run(self) -> Ran:
        """The rewritten graph's run on the reference's data. DG4xx, DG5xx, as the kernels say."""
        bench = self._bench()
        with self._clock("run"):
            ran = run_rewritten(bench)
            self.metrics["exec"] = ran.used
        return ran

    @once
    def compare(self) -> Mapping[str, Any]:
        """The comparison's numbers, where they are good enough. DG601, DG602, DG603."""
        bench, ran = self._bench(), self.run()
        with self._clock("compare"):
            judge(bench, ran, self._comparers, self.metrics)
        return self.metrics

    @once
    def roundtrip(self) -> fx.Graph:
        """The rewritten graph as it loads back from what is written. DG701.

        Where the run has been done, and was short, the loaded graph is run too: kernels on a CPU repeat themselves.
        """
        rewrite = self.rewrite()
        with self._clock("roundtrip"):
            loaded = roundtrip(rewrite, self.case.device)
            short = self._clock.seconds.get("run", math.inf) <= SHORT_RUN
            if short and self.load().device.type == "cpu":
                check_same_results(self._bench(), self.run(), loaded)
        return loaded
