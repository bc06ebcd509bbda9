"""What users can add, from a ``conftest.py`` in pytest's root folder or from a plugin.

The pytest process loads no torch. Hooks are called when they are needed, so an implementation should import torch
inside the function, not at the top of ``conftest.py``; what it returns may hold torch objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pytest_dtypegen.cases import Case
    from pytest_dtypegen.options import Options
    from pytest_dtypegen.records import Record


@pytest.hookspec
def pytest_dtypegen_passes(config: pytest.Config) -> Iterable[Any] | None:
    """Passes under test, beside the built-in ones; ``--dtypegen-pass=NAME`` then selects them.

    :param config: pytest's configuration.
    :return: objects with ``name`` and ``rewrite(graph, context)`` (``passes.protocol.Pass``). A name is of letters,
        digits and ``_ . + -``, and no other pass's. They are sent to the process that runs the cases, so cloudpickle
        must take them.

    Called only where ``--dtypegen-pass`` names a pass that is not built in: at the start, and in the process that runs
    the cases' items, before the first case. ``dtypegen minimize`` asks it too.
    """


@pytest.hookspec
def pytest_dtypegen_comparers(config: pytest.Config) -> Iterable[Any] | None:
    """Judges of a case's outputs, beside the built-in comparison (``check.compare``).

    :param config: pytest's configuration.
    :return: the comparers, objects with ``compare(outputs)`` (``check.compare.Comparer``), in the order to ask them.
        They are sent to the process that runs the cases, so cloudpickle must take them. One that raises, or changes
        the outputs, fails the case with DG301.

    Called at level ``run``: at the start, and in the process that runs the cases' items, before the first case.
    """


@pytest.hookspec
def pytest_dtypegen_sources(config: pytest.Config) -> Iterable[Any] | None:
    """Samples that do not lie in a list: made from modules, fetched from a store.

    :param config: pytest's configuration.
    :return: objects with ``name``, ``samples()`` and ``write(sample, directory)`` (``sources.SampleSource``).
        ``--dtypegen-source=NAME`` collects one; its cases are ``dtypegen-NAME::SAMPLE[float16-cpu]``.
    """


@pytest.hookspec
def pytest_dtypegen_devices(config: pytest.Config) -> Iterable[str] | None:
    """Device types that torch does not know by itself, of an own backend: ``--dtypegen-devices`` then takes them.

    :param config: pytest's configuration.
    :return: names without an index, as in ``torch.device("NAME")``.
    """


@pytest.hookspec
def pytest_dtypegen_select_cases(config: pytest.Config, cases: list[Case]) -> None:
    """Take cases away, or order them: called once for each list, source and the corpus, when it is collected.

    :param config: pytest's configuration.
    :param cases: the cases, to be changed in place. Cases may be dropped and moved, not made up; every process of a
        run must come to the same result.
    """


@pytest.hookspec
def pytest_dtypegen_rules(config: pytest.Config) -> Iterable[Any] | None:
    """Expected failures, beside those of ``--dtypegen-rules`` and the built-in ones.

    :param config: pytest's configuration.
    :return: tables with the keys of the rules file (``gate.rules``), each with a reason:
        ``[{"op": "torch.fft.*", "dtype": "float16", "reason": "no half FFT", "strict": False}]``.

    Called once, at the start, in the process that the user started.
    """


@pytest.hookspec
def pytest_dtypegen_report_row(config: pytest.Config, record: Record) -> Mapping[str, Any] | None:
    """Columns of your own in the report's table of cases and in ``results.json``.

    :param config: pytest's configuration.
    :param record: the verdict of one case.
    :return: column title -> text or number; it is shown as text, never as HTML.

    Called in the process that the user started, once for each case, when the report is written.
    """


@pytest.hookspec(firstresult=True)
def pytest_dtypegen_executor(
    config: pytest.Config, options: Options, passes: Mapping[str, Any], comparers: Sequence[Any]
) -> Any:
    """Where cases run: the default is ``execute.pool.CaseExecutor``, a child process with torch. For tests and
    for other ways to run a case; not needed to add passes, comparers or samples.

    :param config: pytest's configuration.
    :param options: what a verdict depends on, and the limits.
    :param passes: the users' passes, by name.
    :param comparers: the users' comparers.
    :return: an object with ``run(case) -> Record`` and ``close()``. One is made in each pytest process (each xdist
        worker) at its first case. The first hook that returns one decides.
    """
