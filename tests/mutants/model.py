"""A mutant: a good pass, its one fault, and where the harness must catch it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import torch
from torch import fx

from pytest_dtypegen.cases import CORPUS, Case
from pytest_dtypegen.check.pipeline import run_case
from pytest_dtypegen.options import Options
from pytest_dtypegen.passes.protocol import Pass, PassContext, Rewrite, lowers
from pytest_dtypegen.passes.registry import builtin_passes
from pytest_dtypegen.records import Record
from pytest_dtypegen.samples.model import TensorMeta

from .edit import Change, Edit

Level = Literal["static", "run"]

WARNED = "warned"
"""In place of a class: the fault leaves every output right on the corpus's data, and the record warns of its node."""


@dataclass(frozen=True)
class Mutant:
    """``change`` breaks the good rewrite of the pass ``base``; ``make`` gives a whole pass instead, from that base.

    ``code``, ``node``: the class, and the node of the rewritten graph, at which it must be caught; ``node`` is ""
    where the fault is the pass's and not a node's. ``survives``: why the harness cannot catch it, counted against it.
    """

    name: str
    sample: str
    code: str
    node: str = ""
    change: Change | None = None
    make: Callable[[Pass], Any] | None = None
    dtype: str = "float16"
    level: Level = "static"
    base: str = "autocast"
    device: str = "cpu"
    survives: str = ""

    @property
    def id(self) -> str:
        return f"{self.code}-{self.name.replace(' ', '-')}"

    def under_test(self) -> Pass:
        base = builtin_passes()[self.base]
        if self.make is not None:
            made: Pass = self.make(base)
            return made
        assert self.change is not None
        return Broken(base, self.change)

    def verdict(self) -> Record:
        return self._run(self.under_test())

    def good(self) -> Record:
        """What the pass without the fault gets."""
        return self._run(builtin_passes()[self.base])

    def _run(self, under_test: Pass) -> Record:
        case = Case(self.sample, str(CORPUS / self.sample), self.dtype, self.device, under_test.name)
        return run_case(case, Options(level=self.level), {under_test.name: under_test})

    def problem(self, record: Record) -> str | None:
        """How the verdict is not what it must be; None where the mutant is dead, in its class and at its node."""
        failure = record.failure
        if self.code == WARNED:
            told = failure is None and any(warning.startswith(f"{self.node} (") for warning in record.warnings)
            return None if told else f"not warned of at {self.node}: {failure or record.warnings}"
        if failure is None:
            return "survived"
        if failure.code != self.code:
            return f"died as {failure.code}, not {self.code}: {failure.message}"
        if (failure.node or "") != self.node:
            return f"died at {failure.node or 'no node'}, not at {self.node or 'none'}: {failure.message}"
        return None


@dataclass
class Broken:
    """A pass with one fault that otherwise keeps the laws: the same result twice, and its own result left alone."""

    base: Pass
    change: Change
    made: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        return "broken"

    @property
    def lowers(self) -> bool:
        return lowers(self.base)

    def rewrite(self, graph: fx.Graph, context: PassContext) -> Rewrite:
        if _key(graph, context.tensors) in self.made:
            return Rewrite(copy.deepcopy(graph), dict(context.tensors))
        edit = Edit(good_rewrite(self.base, graph, context), context)
        self.change(edit)
        result = edit.done()
        self.made.add(_key(result.graph, result.tensors))
        return result


def _key(graph: fx.Graph, tensors: Mapping[str, TensorMeta]) -> str:
    return str(graph) + " ".join(meta.dtype for meta in tensors.values())


def good_rewrite(base: Pass, graph: fx.Graph, context: PassContext) -> Rewrite:
    result = base.rewrite(graph, context)
    assert isinstance(result, Rewrite)
    return result


F16, BF16, F32, F64 = torch.float16, torch.bfloat16, torch.float32, torch.float64
