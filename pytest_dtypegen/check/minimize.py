"""``dtypegen minimize``: a failing case cut down to the smallest sample that still fails in the same class.

First the failing node alone, then with its neighbours, ever further away, until the class is the same again; then
delta debugging (Zeller and Hildebrandt 2002, "Simplifying and isolating failure-inducing input") on these ops: what can
be left out is. Every candidate is written as a sample and goes the whole way of a case.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.cases import Case
from pytest_dtypegen.check.cut import Cutter, Part, Seen, around, facts_of
from pytest_dtypegen.check.data import Data
from pytest_dtypegen.check.original import Original, load
from pytest_dtypegen.check.pipeline import run_case
from pytest_dtypegen.check.reference import reference_run, run
from pytest_dtypegen.errors import DtypegenError, Failure
from pytest_dtypegen.options import OptionError, Options
from pytest_dtypegen.passes.protocol import Pass
from pytest_dtypegen.samples.model import Sample
from pytest_dtypegen.samples.write import write_sample

#: Candidates that are tried at most.
MOST_TRIES = 600

#: Neighbours that are tried before the whole graph is: (steps back, steps forth).
_RINGS = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 1), (2, 2), (3, 0), (3, 1), (0, 4), (4, 2), (6, 3))

MINIMIZED_KEY = "dtypegen_minimized_from"


def minimize_case(case: Case, options: Options, directory: Path, passes: Mapping[str, Pass] | None = None) -> str:
    """Write the smallest sample found that fails as the case does into ``directory``; what was found, in one line.

    ``passes``: the users', beside the built-in ones. Raises OptionError where the case does not fail, where its failure
    is none of a graph, or where something is at ``directory`` already.
    """
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise OptionError(f"{directory}: is there already; give a new folder with -o")
    options = replace(options, out=None, record=False)
    failure = run_case(case, options, passes or {}).failure
    _refuse(case, options, failure)
    assert failure is not None
    original = load(case)
    cutter = Cutter(original.sample, original.inference.values, _facts(case, original, options))
    with tempfile.TemporaryDirectory(prefix="dtypegen-") as scratch:
        trial = _Trial(case, options, passes or {}, failure, cutter, Path(scratch))
        part = _smallest(trial, _suspect(original.sample, failure))
        found = trial.found.get(part)
    if found is None:
        raise OptionError(f"{case.id}: no part of it fails as {failure.error_class} by itself: {failure.message}")
    write_sample(cutter.sample(part, trial.info), directory)
    node = f" at {found.node}" if found.node else ""
    return f"{directory}: {part.size} of {len(cutter.ops)} ops still fail as {found.error_class}{node}: {found.message}"


def _refuse(case: Case, options: Options, failure: Failure | None) -> None:
    if failure is None:
        raise OptionError(f"{case.id}: passes at level {options.level}; there is nothing to minimize")
    if failure.code[:3] in ("DG1", "DG2", "DG8") or failure.code == "DG999":
        raise OptionError(f"{case.id}: fails as {failure.error_class}, which is no failure of its rewrite: "
                          f"{failure.message}")  # fmt: skip


def _facts(case: Case, original: Original, options: Options) -> dict[str, dict[str, Any]]:
    """What is known of the values: at level run those of the reference, else those that depend on no data."""
    graph, known = original.sample.graph, original.inference.known
    if options.level == "run":
        seen = Seen()
        try:
            target = getattr(torch, case.dtype)
            data = reference_run(original, options, target, lambda op, node: None).data
            run(graph, _whole(data), lambda op, node: None, observe=seen, seed=options.seed)
            return seen.facts
        except DtypegenError:
            pass  # then the case failed before its numbers mattered
    return {
        node.name: facts_of(value)
        for node, value in known.items()
        if isinstance(value, torch.Tensor) and value.numel() and not value.is_quantized and not value.dtype.is_complex
    }


def _whole(data: Data) -> Any:
    return lambda node: data.value(str(node.target))


def _suspect(sample: Sample, failure: Failure) -> fx.Node | None:
    """The original's node that the failure speaks of: of its name, or, for one that the pass added, on its line."""
    nodes = [node for node in sample.graph.nodes if node.op.startswith("call")]
    named = next((node for node in nodes if node.name == failure.node), None)
    if named is None and failure.line is not None:
        named = next((node for node in reversed(nodes) if node.meta.get("line") == failure.line), None)
    if named is None:
        given = next((node for node in sample.graph.nodes if node.name == failure.node), None)
        named = next(iter(given.users), None) if given is not None else None
    return named if named is not None and named.op.startswith("call") else None


@dataclass
class _Trial:
    """Tries candidates. ``found``: how each part that was tried failed, None for one that did not in the class."""

    case: Case
    options: Options
    passes: Mapping[str, Pass]
    failure: Failure
    cutter: Cutter
    scratch: Path
    tries: int = 0
    found: dict[Part, Failure | None] = field(default_factory=dict)

    @property
    def info(self) -> dict[str, Any]:
        return {"framework": "torch", "num_devices_required": 1, MINIMIZED_KEY: self.case.id}

    def fails(self, part: Part) -> bool:
        """Whether the part still fails in the class, at the same kind of op."""
        if part not in self.found:
            self.found[part] = self._run(part) if part.ops and self.tries < MOST_TRIES else None
        return self.found[part] is not None

    def _run(self, part: Part) -> Failure | None:
        self.tries += 1
        path = self.scratch / "candidate"
        try:
            write_sample(self.cutter.sample(part, self.info), path)
        except DtypegenError:
            return None
        found = run_case(replace(self.case, path=str(path)), self.options, self.passes).failure
        same = found is not None and found.code == self.failure.code and self._same_op(found)
        return found if same else None

    def _same_op(self, found: Failure) -> bool:
        """A value that the failure speaks of may now be a placeholder."""
        return found.op == self.failure.op or "placeholder" in (found.op, self.failure.op)


def _smallest(trial: _Trial, suspect: fx.Node | None) -> Part:
    """The smallest part found; the whole graph where no smaller one fails as it does."""
    ops = next((part.ops for part in _rings(trial.cutter, suspect) if trial.fails(part)), None)
    part = _without_ops(trial, trial.cutter.part(trial.cutter.ops if ops is None else ops))
    if trial.failure.code[:3] in ("DG4", "DG5"):
        part = _with_factories(trial, part)
    return _without_outputs(trial, part)


def _rings(cutter: Cutter, suspect: fx.Node | None) -> Iterator[Part]:
    if suspect is None:
        return
    allowed, before = set(cutter.ops), None
    for back, forth in _RINGS:
        part = cutter.part(around(suspect, back, forth, allowed))
        if part != before:
            yield part
        before = part


def _with_factories(trial: _Trial, part: Part) -> Part:
    """What a long way of ops keeps from being converted is made by one factory instead, the latest value first."""
    for node in reversed(part.ops):
        if node not in part.ops or not trial.cutter.makeable(node):
            continue
        left = set(part.ops) - trial.cutter.before(node, part.ops)
        fewer = trial.cutter.part(left, {*part.made, node})
        if fewer.size < part.size and trial.fails(fewer):
            part = _without_ops(trial, fewer)
    return part


def _without_ops(trial: _Trial, best: Part) -> Part:
    """Delta debugging: leave out ever smaller shares of the ops, for as long as one can be left out."""
    count = 2
    while len(best.ops) > 1:
        size = -(-len(best.ops) // count)
        shares = [best.ops[start : start + size] for start in range(0, len(best.ops), size)]
        for share in shares:
            part = trial.cutter.part((node for node in best.ops if node not in share), best.made)
            if part.size < best.size and trial.fails(part):
                best, count = part, max(count - 1, 2)
                break
        else:
            if size == 1:
                break
            count = min(count * 2, len(best.ops))
    return best


def _without_outputs(trial: _Trial, part: Part) -> Part:
    """Outputs that the failure does not need are not returned."""
    trial.fails(part)
    for output in part.outputs:
        fewer = replace(part, outputs=tuple(other for other in part.outputs if other is not output))
        if fewer.outputs and trial.fails(fewer):
            part = fewer
    return part
