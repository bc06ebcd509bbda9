"""The fixture ``dtypegen_case``: users' own tests over the same cases (no torch until a test takes one)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from pytest_dtypegen.cases import Case
from pytest_dtypegen.collect import case_markers
from pytest_dtypegen.errors import DtypegenError, Failure
from pytest_dtypegen.options import OptionError
from pytest_dtypegen.report.text import failure_lines, headline

if TYPE_CHECKING:
    import torch
    from torch import fx

    from pytest_dtypegen.check.judge import Ran
    from pytest_dtypegen.check.original import Original
    from pytest_dtypegen.check.reference import Reference
    from pytest_dtypegen.check.stages import Stages
    from pytest_dtypegen.check.verify import Verified
    from pytest_dtypegen.passes.protocol import PassContext, Rewrite
    from pytest_dtypegen.samples.model import Sample
    from pytest_dtypegen.session import Conformance

__tracebackhide__ = True  # in every frame of this file: a failed stage is shown at the test's own line

NAME = "dtypegen_case"

T = TypeVar("T")


class StageFailed(DtypegenError):
    """A stage that a test called has failed. ``failure`` is what a conformance case's record would hold."""

    def __init__(self, failure: Failure, text: str) -> None:
        Exception.__init__(self, text)
        self.failure = failure


class CaseUnderTest:
    """What a test gets: one case, in this process. Each stage runs at its first call, after those that it needs.

    A stage that fails raises ``StageFailed``; a class that skips a conformance case (DG203, DG804) skips the test.
    """

    def __init__(self, case: Case, stages: Stages) -> None:
        self.case = case
        self._stages = stages

    def __repr__(self) -> str:
        return f"<dtypegen_case {self.case.id}>"

    @property
    def dtype(self) -> torch.dtype:
        """The target."""
        return self._call(self._stages.target)

    @property
    def sample(self) -> Sample:
        """The sample as it was loaded: ``graph``, ``tensors``, ``info``."""
        return self.load().sample

    @property
    def graph(self) -> fx.Graph:
        """The rewritten graph."""
        return self.rewrite().graph

    @property
    def metrics(self) -> Mapping[str, Any]:
        """The record's numbers, of the stages that were called."""
        return self._stages.metrics

    def load(self) -> Original:
        """The sample, and its graph's values by node (``inference.values``): tensors without data."""
        return self._call(self._stages.load)

    def reference(self) -> Reference:
        """The original graph's run: ``outputs``, and ``ranges`` by node name."""
        return self._call(self._stages.reference)

    def context(self) -> PassContext:
        """What the pass is told."""
        return self._call(self._stages.context)

    def rewrite(self) -> Rewrite:
        """The pass's result: ``graph``, ``tensors``, ``islands``."""
        return self._call(self._stages.rewrite)

    def verify(self) -> Verified:
        """The rewritten graph's values by node (``values``): tensors without data."""
        return self._call(self._stages.verify)

    def run(self) -> Ran:
        """The rewritten graph's run on the reference's data: ``outputs``."""
        return self._call(self._stages.run)

    def compare(self) -> Mapping[str, Any]:
        """The comparison's numbers: ``snr_db``, ``max_eps``, ``agreement``, ..."""
        return self._call(self._stages.compare)

    def roundtrip(self) -> fx.Graph:
        """The rewritten graph as it loads back from what is written."""
        return self._call(self._stages.roundtrip)

    def _call(self, stage: Callable[[], T]) -> T:
        try:
            return stage()
        except DtypegenError as error:
            failure = error.at(stage=self._stages.stage).failure
        if failure.error_class.skip:
            pytest.skip(headline(failure))
        raise StageFailed(failure, "\n".join(failure_lines_of(self.case, failure)))


def failure_lines_of(case: Case, failure: Failure) -> list[str]:
    """The failure as a conformance case shows it."""
    from pytest_dtypegen.records import Record

    record = Record(case.sample, case.dtype, case.device, case.pass_name, "run", "failed", failure)
    return failure_lines(record, case.path)


def parametrize(metafunc: pytest.Metafunc) -> None:
    """Give a test that takes the fixture the run's cases, with their ids and markers; without any it is skipped."""
    if any(NAME in _argnames(mark) for mark in metafunc.definition.iter_markers("parametrize")):
        return
    conformance = _conformance(metafunc.config)
    if conformance is None:
        skip = pytest.mark.skip(
            reason="no conformance cases: give --dtypegen-list=FILE, --dtypegen-source or --dtypegen"
        )
        metafunc.parametrize(NAME, [pytest.param(None, marks=skip, id="none")], indirect=True)
        return
    try:
        cases = conformance.subjects()
    except OptionError as error:
        raise pytest.Collector.CollectError(str(error)) from None
    metafunc.parametrize(NAME, [_parameter(case, conformance) for case in cases], indirect=True)


def _conformance(config: pytest.Config) -> Conformance | None:
    return config.pluginmanager.get_plugin("dtypegen-conformance")


def _argnames(mark: pytest.Mark) -> list[str]:
    names = mark.args[0] if mark.args else mark.kwargs.get("argnames", ())
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)


def _parameter(case: Case, conformance: Conformance) -> Any:
    names = case_markers(case, conformance.plan.known.get(case.id))
    for name in names:
        conformance.register_marker(name)
    return pytest.param(case, marks=[getattr(pytest.mark, name) for name in names], id=case.id)


def case_under_test(request: pytest.FixtureRequest) -> CaseUnderTest:
    """The fixture's value for the parameter that ``parametrize`` gave."""
    conformance = _conformance(request.config)
    assert conformance is not None  # there are cases
    import torch

    from pytest_dtypegen.check.stages import Stages
    from pytest_dtypegen.execute import budget, machine
    from pytest_dtypegen.passes.registry import builtin_passes

    case, options = request.param, conformance.plan.settings.options
    if machine.worker_count() > 1:
        torch.set_num_threads(machine.threads(options.threads))
    if options.memory:  # as the executors' children: of one run, and of no other
        size = budget.budget_size(options.memory, machine.worker_count())
        budget.use(budget.Budget(size, budget.run_of(options.memory)))
    conformance.make(case)
    passes = {**builtin_passes(), **conformance.own_passes()}
    stages = Stages(case, options, passes, conformance.own_comparers())
    request.addfinalizer(stages.close)
    return CaseUnderTest(case, stages)
