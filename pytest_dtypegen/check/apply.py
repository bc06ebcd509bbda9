"""The stage ``rewrite``: the pass under test is called, and what it returns is taken for what it is."""

from __future__ import annotations

import copy
import os
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from traceback import FrameSummary, extract_tb
from types import FrameType

import torch
from torch import fx

from pytest_dtypegen.check.laws import Fingerprint
from pytest_dtypegen.classify import ran_out_of_memory
from pytest_dtypegen.errors import DtypegenError, quoted
from pytest_dtypegen.passes.protocol import Pass, PassContext, Rewrite
from pytest_dtypegen.samples.model import TensorMeta

STAGE = "rewrite"


def apply(pass_: Pass, graph: fx.Graph, context: PassContext) -> Rewrite:
    """What the pass makes of ``graph``, as a ``Rewrite``.

    Raises DtypegenError: DG303 where the given graph or meta was changed, on success or on failure; DG301 for
    whatever the pass raises, and for a result that is no valid graph.
    """
    before = Fingerprint(graph, context.tensors)
    raised: BaseException | None = None
    result: object = None
    with ctrl_c() as pressed:
        try:
            result = pass_.rewrite(graph, context)
        except BaseException as exception:
            if pressed:
                raise
            raised = exception  # sys.exit() and KeyboardInterrupt too, where they are the pass's own
    changed = before.difference(graph, context.tensors)
    if changed is not None:
        also = f" (and then raised {quoted(raised)})" if raised is not None else ""
        raise DtypegenError("DG303", f"{changed}{also}", stage=STAGE)
    if raised is not None:
        raise _raised(raised) from raised
    return _as_rewrite(result, graph, context.tensors)


def fresh_copy(graph: fx.Graph) -> fx.Graph:
    """A copy that shares no node with ``graph``, with the same node names and meta."""
    return copy.deepcopy(graph)


@contextmanager
def ctrl_c() -> Iterator[list[int]]:
    """A list that is no longer empty once the user, not the pass, has interrupted the process."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield pressed
        return

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        if signal.getsignal(signal.SIGINT) is note:
            signal.signal(signal.SIGINT, before)


def _raised(exception: BaseException) -> DtypegenError:
    if isinstance(exception, DtypegenError):
        failure = exception.failure
        return DtypegenError(
            "DG301", f"{failure.code}: {failure.message}", stage=STAGE, op=failure.op, node=failure.node,
            line=failure.line, operands=failure.operands, origin=failure.origin,
        )  # fmt: skip
    if ran_out_of_memory(exception):
        return DtypegenError("DG803", quoted(exception), stage=STAGE)
    ends = "" if isinstance(exception, Exception) else "the pass tried to end the process: "
    return DtypegenError("DG301", f"{ends}{quoted(exception)}{place(exception)}", stage=STAGE)


_FOREIGN = tuple(
    f"{folder}{os.sep}"
    for folder in (Path(str(torch.__file__)).parent, Path(os.__file__).parent, Path(__file__).parents[1])
)
"""Folders whose frames are no user's: torch, the standard library, this package."""

_INSTALLED = tuple(f"{Path(os.__file__).parent / name}{os.sep}" for name in ("site-packages", "dist-packages"))
"""What outside of a virtual environment lies in the standard library's folder and is none of it."""


def _is_foreign(filename: str) -> bool:
    within = [folder for folder in _FOREIGN if filename.startswith(folder)]
    return bool(within) and not (within == [_FOREIGN[1]] and filename.startswith(_INSTALLED))


def place(exception: BaseException) -> str:
    """Where it was raised; where that is inside of torch or Python, the pass's own line before it."""
    frames = extract_tb(exception.__traceback__)[1:]
    own = [frame for frame in frames if not _is_foreign(frame.filename)]
    if not own or own[-1] is frames[-1]:
        return f" ({_line(frames[-1])})" if frames else ""
    return f" ({_line(own[-1])}, in {_line(frames[-1])})"


def _line(frame: FrameSummary) -> str:
    """A user's file below the working folder by its path, any other by its name."""
    path, here = Path(frame.filename), None if _is_foreign(frame.filename) else _folder()
    shown = path.relative_to(here) if here is not None and path.is_relative_to(here) else path.name
    return f"{shown}:{frame.lineno}"


def _folder() -> Path | None:
    """The working folder; None where the pass has left the process in one that it removed."""
    try:
        return Path.cwd()
    except OSError:
        return None


def _as_rewrite(result: object, graph: fx.Graph, tensors: Mapping[str, TensorMeta]) -> Rewrite:
    if isinstance(result, fx.GraphModule):
        result = result.graph
    if isinstance(result, fx.Graph):
        result = Rewrite(result, tensors)
    if not isinstance(result, Rewrite):
        raise DtypegenError("DG301", f"the pass returned {type(result).__name__}, not a Rewrite or graph", stage=STAGE)
    _check_graph(result, graph, tensors)
    return result


def _check_graph(rewrite: Rewrite, graph: fx.Graph, tensors: Mapping[str, TensorMeta]) -> None:
    """The result is a graph that can be run and written: well-formed, flat, with the original's parameters."""
    try:
        rewrite.graph.lint()
    except Exception as exception:
        raise DtypegenError("DG301", f"the pass returned no valid graph: {quoted(exception)}", stage=STAGE) from None
    if len(rewrite.graph.find_nodes(op="output")) != 1:
        raise DtypegenError("DG301", "the pass returned a graph without an output", stage=STAGE)
    known = [node.target for node in graph.nodes if node.op == "placeholder"]
    for node in rewrite.graph.nodes:
        if node.op in ("get_attr", "call_module"):
            message = f"the pass returned a graph with a {node.op} node ({node.target}): parameters are placeholders"
            raise DtypegenError("DG301", message, stage=STAGE, node=node.name)
        if node.op == "placeholder" and (node.target not in rewrite.tensors or node.target not in known):
            message = f"the pass returned a graph with the parameter {node.target}, of which there is no meta"
            raise DtypegenError("DG301", message, stage=STAGE, node=node.name)
