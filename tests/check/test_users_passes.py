"""Whatever a user's pass does, its case fails as what it is, in words that say where; never DG999."""

from __future__ import annotations

import math
import operator
import os
import re
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from torch import fx

from pytest_dtypegen.cases import CORPUS, Case
from pytest_dtypegen.check.pipeline import _of_the_pass, run_case
from pytest_dtypegen.errors import Failure
from pytest_dtypegen.execute.setup import pack, unpack
from pytest_dtypegen.options import Options
from pytest_dtypegen.passes.autocast import Autocast
from pytest_dtypegen.passes.protocol import Rewrite
from pytest_dtypegen.records import Record

HERE = Path(__file__).name


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class Own:
    """What a pass may put into a graph without thinking."""


class Then:
    """The built-in pass, and then something else to its graph."""

    name = "then"

    def __init__(self, what: Callable[[fx.Graph], object]) -> None:
        self.what = what

    def rewrite(self, graph: fx.Graph, context: Any) -> Any:
        rewrite = Autocast().rewrite(graph, context)
        self.what(rewrite.graph)
        return rewrite


def run(what: Callable[[fx.Graph], object], level: str = "static") -> Record:
    case = Case("x", str(CORPUS / "norm/item_eps"), "float16", "cpu", "then")
    return run_case(case, Options(level=level), {"then": Then(what)})  # type: ignore[arg-type]


def putting(target: Any, *more: Any, used: bool = False) -> Callable[[fx.Graph], None]:
    def put(graph: fx.Graph) -> None:
        (output,) = graph.find_nodes(op="output")
        with graph.inserting_before(output):
            call = graph.call_method if isinstance(target, str) else graph.call_function
            node = call(target, (output.args[0][0], *more))
            if used:
                output.args = ((node, *output.args[0][1:]),)

    return put


def raising(exception: BaseException) -> Callable[[fx.Graph], None]:
    def do(graph: fx.Graph) -> None:
        raise exception

    return do


BUILTINS = [
    len,
    print,
    id,
    str,
    repr,
    type,
    hash,
    int,
    float,
    bool,
    max,
    sum,
    sorted,
    list,
    tuple,
    iter,
    vars,
    exec,
    open,
]
CALLS: list[Any] = [
    *BUILTINS,
    Own,
    math.sqrt,
    partial(torch.add, 1),
    operator.attrgetter("shape"),
    "__reduce__",
    "none",
]


@pytest.mark.parametrize("used", [False, True])
@pytest.mark.parametrize("target", CALLS, ids=lambda target: getattr(target, "__name__", str(target))[:20])
def test_python_in_the_graph_is_the_passs_fault(target: Any, used: bool) -> None:
    failure = run(putting(target, used=used)).failure
    assert failure is not None
    assert failure.code in ("DG301", "DG304", "DG408"), failure


def test_what_only_the_run_refuses_is_the_passs_fault_too() -> None:
    def refuses_data(value: torch.Tensor) -> torch.Tensor:
        if type(value) is torch.Tensor:
            raise ValueError("I take no data")
        return value + 0

    def replace(graph: fx.Graph) -> None:
        (output,) = graph.find_nodes(op="output")
        if output.args[0][0].target is not refuses_data:
            putting(refuses_data, used=True)(graph)

    failure = run(replace, "run").failure
    assert failure is not None and failure.code in ("DG301", "DG304"), failure


def test_a_method_that_was_there_before_is_not_the_passs() -> None:
    """A method's name is text: the same name is not always the same object."""

    def graph_of(method: str) -> fx.Graph:
        graph = fx.Graph()
        graph.output((graph.call_method(method, (graph.placeholder("x"),)),))
        return graph

    one, other = graph_of("relu"), graph_of("".join(["re", "lu"]))
    assert next(n for n in one.nodes if n.name == "relu").target is not list(other.nodes)[1].target
    stages: Any = SimpleNamespace(
        rewrite=lambda: Rewrite(other, {}), load=lambda: SimpleNamespace(sample=SimpleNamespace(graph=one))
    )
    failure = Failure("DG999", "run", "no words of ours", node="relu")
    assert _of_the_pass(failure, stages) is failure
    stages.load = lambda: SimpleNamespace(sample=SimpleNamespace(graph=graph_of("tanh")))
    assert _of_the_pass(failure, stages).code == "DG301"


RAISED = {
    "its own error": (ValueError("wrong"), "ValueError: wrong"),
    "no text": (Unspeakable(), "Unspeakable: (its text cannot be had: RuntimeError)"),
    "sys.exit": (SystemExit(3), "the pass tried to end the process: SystemExit: 3"),
    "Ctrl-C of its own": (KeyboardInterrupt(), "the pass tried to end the process: KeyboardInterrupt"),
    "GeneratorExit": (GeneratorExit(), "the pass tried to end the process: GeneratorExit"),
}


@pytest.mark.parametrize("name", RAISED)
def test_whatever_it_raises(name: str) -> None:
    exception, said = RAISED[name]
    failure = run(raising(exception)).failure
    assert failure is not None
    assert (failure.code, failure.stage) == ("DG301", "rewrite")
    assert re.fullmatch(rf"{re.escape(said)} \(\S*{HERE}:\d+\)", failure.message)


def test_an_error_in_torch_names_the_passs_own_line_first() -> None:
    failure = run(lambda graph: torch.nn.Linear(2, 3)(torch.zeros(5))).failure
    assert failure is not None
    assert re.search(rf"shapes cannot be multiplied .* \(\S*{HERE}:\d+, in linear.py:\d+\)$", failure.message)


def test_it_may_remove_the_folder_it_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")

    def leave(graph: fx.Graph) -> None:
        (tmp_path / "gone").rmdir()
        raise ValueError("wrong")

    failure = run(leave).failure
    assert failure is not None and failure.code == "DG301"
    assert re.fullmatch(rf"ValueError: wrong \({HERE}:\d+\)", failure.message)


@pytest.mark.parametrize("folder", ["site-packages", "dist-packages"])
def test_an_installed_pass_is_no_part_of_the_standard_library(folder: str) -> None:
    """Nor outside of a virtual environment, where it lies in the standard library's folder."""
    installed = str(Path(os.__file__).parent / folder / "their_pass" / "rewrite.py")
    made: dict[str, Any] = {"torch": torch}
    exec(compile("def do(graph):\n    torch.nn.Linear(2, 3)(torch.zeros(5))\n", installed, "exec"), made)
    failure = run(made["do"]).failure
    assert failure is not None
    assert failure.message.endswith(")") and " (rewrite.py:2, in linear.py:" in failure.message


def test_a_real_interrupt_still_ends_the_run() -> None:
    with pytest.raises(KeyboardInterrupt):
        run(lambda graph: os.kill(os.getpid(), signal.SIGINT))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_code_that_travels_keeps_its_files_name() -> None:
    sent: Any = unpack(pack(lambda: 1 / 0, "it"), "it")
    assert sent.__code__.co_filename == __file__
    nested: Any = unpack(pack(lambda: (lambda: 1)(), "it"), "it")
    inner = next(const for const in nested.__code__.co_consts if hasattr(const, "co_filename"))
    assert inner.co_filename == __file__
