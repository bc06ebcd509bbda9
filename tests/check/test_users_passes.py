"""Whatever a user's pass does, its case fails as what it is, in words that say where; never DG999."""

from __future__ import annotations

import copy
import math
import operator
import os
import re
import resource
import signal
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from torch import fx
from torch.utils._python_dispatch import TorchDispatchMode

from pytest_dtypegen.cases import CORPUS, Case
from pytest_dtypegen.check.pipeline import _of_the_pass, run_case
from pytest_dtypegen.errors import DtypegenError, Failure
from pytest_dtypegen.execute import switches
from pytest_dtypegen.execute.setup import pack, unpack
from pytest_dtypegen.execute.switches import _Switch, _switches
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


class Returns:
    """A pass that gives what it is told to, made of the graph and the meta that it was given."""

    name = "returns"

    def __init__(self, make: Callable[[fx.Graph, Any], Any]) -> None:
        self.make = make

    def rewrite(self, graph: fx.Graph, context: Any) -> Any:
        return self.make(copy.deepcopy(graph), context.tensors)


def of(a_pass: Any, level: str = "static") -> Failure | None:
    case = Case("x", str(CORPUS / "norm/item_eps"), "float16", "cpu", a_pass.name)
    return run_case(case, Options(level=level), {a_pass.name: a_pass}).failure  # type: ignore[arg-type]


def with_first(tensors: Any, **fields: Any) -> dict[str, Any]:
    name = next(iter(tensors))
    return {**tensors, name: replace(tensors[name], **fields)}


REWRITES: dict[str, tuple[Callable[[fx.Graph, Any], Any], str]] = {
    "no meta": (lambda graph, tensors: Rewrite(graph, None), "tensors is NoneType, not a mapping"),  # type: ignore[arg-type]
    "a number": (lambda graph, tensors: Rewrite(graph, {"x": 5}), "tensors['x'] is int, not text to TensorMeta"),  # type: ignore[dict-item]
    "no graph": (lambda graph, tensors: Rewrite(None, tensors), "graph is NoneType, not torch.fx.Graph"),  # type: ignore[arg-type]
    "no islands": (lambda graph, tensors: Rewrite(graph, tensors, None), "islands is NoneType"),  # type: ignore[arg-type]
    "no reason": (lambda graph, tensors: Rewrite(graph, tensors, {"x": None}), "islands['x'] is NoneType, not text"),  # type: ignore[dict-item]
    "nodes": (lambda graph, tensors: Rewrite(graph, tensors, origin={next(iter(graph.nodes)): "x"}), "origin[<Node>]"),  # type: ignore[dict-item]
    "a dtype": (lambda graph, tensors: Rewrite(graph, with_first(tensors, dtype=torch.float16)), ".dtype is <dtype>"),
    "no dtype": (lambda graph, tensors: Rewrite(graph, with_first(tensors, dtype="half16")), ".dtype is 'half16'"),
    "no shape": (lambda graph, tensors: Rewrite(graph, with_first(tensors, shape=None)), ".shape is None"),
    "text for data": (lambda graph, tensors: Rewrite(graph, with_first(tensors, data="x")), ".data is 'x'"),
    "less data": (lambda graph, tensors: Rewrite(graph, with_first(tensors, data=(1,), shape=(9,))), " has 1 values"),
    "text for std": (lambda graph, tensors: Rewrite(graph, with_first(tensors, std="x")), ".std is 'x'"),
}  # fmt: skip


@pytest.mark.parametrize("name", REWRITES)
def test_a_rewrite_of_other_things_is_named(name: str) -> None:
    make, said = REWRITES[name]
    failure = of(Returns(make))
    assert failure is not None
    assert (failure.code, failure.stage) == ("DG301", "rewrite")
    assert failure.message.startswith("the pass returned a Rewrite whose ") and said in failure.message


def test_what_its_lowers_raises_is_its_own() -> None:
    class Odd(Returns):
        @property
        def lowers(self) -> bool:
            raise ValueError("unsure")

    failure = of(Odd(lambda graph, tensors: graph))
    assert failure is not None and failure.code == "DG301"
    assert (
        failure.message.startswith(f"the pass's lowers raised ValueError: unsure ({HERE}:") or HERE in failure.message
    )


def test_a_failure_that_it_raises_tells_only_what_has_its_type() -> None:
    odd: Any = {"op": 5, "node": ["x"], "line": "7", "operands": [1, "x: float32"], "origin": object()}
    failure = run(raising(DtypegenError("DG401", ["<b>"], **odd))).failure  # type: ignore[arg-type]
    assert failure is not None
    assert (failure.code, failure.message) == ("DG301", "DG401: ['<b>']")
    assert (failure.op, failure.node, failure.line, failure.operands) == (None, None, None, ("x: float32",))
    assert failure.origin is None


class Mode(TorchDispatchMode):
    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        raise RuntimeError("left on")


def low_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


SWITCHED: dict[str, Callable[[], object]] = {
    "default device": lambda: torch.set_default_device("meta"),
    "default dtype": lambda: torch.set_default_dtype(torch.float64),
    "recursion": lambda: sys.setrecursionlimit(sys.getrecursionlimit() - 500),
    "gradients": lambda: torch._C._set_grad_enabled(False),
    "deterministic": lambda: torch.use_deterministic_algorithms(True),
    "threads": lambda: torch.set_num_threads(torch.get_num_threads() + 1),
    "folder": lambda: os.chdir("/"),
    "environment": lambda: os.environ.pop("PATH"),
    "files": low_files,
    "dispatch mode": lambda: Mode().__enter__(),
    "function mode": lambda: torch.overrides.BaseTorchFunctionMode().__enter__(),
    "vmap": lambda: torch._C._functorch._vmap_increment_nesting(2, "error"),
    "autocast": lambda: torch.autocast("cpu", torch.bfloat16).__enter__(),
    "warnings": lambda: warnings.simplefilter("error"),
    "older precision": lambda: torch.set_float32_matmul_precision("medium"),
    "newer precision": lambda: setattr(torch.backends, "fp32_precision", "tf32"),
    "one precision": lambda: setattr(torch.backends.cuda.matmul, "fp32_precision", "tf32"),
    "oneDNN": lambda: torch.backends.mkldnn.set_flags(False),
    "attention": lambda: torch.backends.cuda.enable_math_sdp(False),
    "denormals": lambda: torch.set_flush_denormal(True),
    "umask": lambda: os.umask(0o777),
    "interrupts": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
}


def as_it_is() -> list[Any]:
    return [switch.get() for switch in _switches()] + [list(warnings.filters), os.umask(os.umask(0o22))]


@pytest.mark.parametrize("fails", [False, True], ids=["returns", "raises"])
@pytest.mark.parametrize("name", SWITCHED)
def test_what_it_switches_is_put_back(name: str, fails: bool) -> None:
    run(lambda graph: None)  # what torch loads late is loaded
    before = as_it_is()

    def switch(graph: fx.Graph) -> None:
        SWITCHED[name]()
        if fails:
            raise ValueError("wrong")

    failure = run(switch, "run").failure
    assert as_it_is() == before
    assert (failure.message[:17] if failure else None) == ("ValueError: wrong" if fails else None)


def test_what_cannot_be_put_back_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    stuck = _Switch("a valve", lambda: len(turned) > 0, lambda value: 1 / 0)
    turned: list[int] = []
    monkeypatch.setattr(switches, "_OF_PYTHON", (stuck,))
    failure = run(lambda graph: turned.append(1)).failure
    assert failure is not None
    assert (failure.code, failure.message) == ("DG301", "the pass left switched: a valve")
