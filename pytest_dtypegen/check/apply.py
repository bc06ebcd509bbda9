"""The stage ``rewrite``: the pass under test is called, and what it returns is taken for what it is."""

from __future__ import annotations

import copy
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from traceback import FrameSummary, extract_tb
from types import FrameType, NoneType
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.laws import Fingerprint
from pytest_dtypegen.classify import ran_out_of_memory
from pytest_dtypegen.errors import DtypegenError, quoted
from pytest_dtypegen.execute.switches import put_back
from pytest_dtypegen.passes.protocol import Pass, PassContext, Rewrite, lowers
from pytest_dtypegen.samples.model import TensorMeta

STAGE = "rewrite"

AS_IT_WAS = "leave the process as it was, on success and on failure"


def apply(pass_: Pass, graph: fx.Graph, context: PassContext) -> Rewrite:
    """What the pass makes of ``graph``, as a ``Rewrite``.

    Raises DtypegenError: DG303 where the given graph or meta was changed, on success or on failure; DG301 for
    whatever the pass raises, for a result that is no valid graph, and for what it switched in the process and cannot
    be put back.
    """
    before = Fingerprint(graph, context.tensors)
    raised: BaseException | None = None
    result: object = None
    with put_back() as left, ctrl_c() as pressed:
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
    if left:
        raise DtypegenError("DG301", f"the pass left switched: {', '.join(left)}", stage=STAGE, remedy=AS_IT_WAS)
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
    if fault := _fault(result):
        raise DtypegenError("DG301", f"the pass returned a Rewrite whose {fault}", stage=STAGE)
    _check_graph(result, graph, tensors)
    return result


def _fault(rewrite: Rewrite) -> str:
    """Which field is not of its type; empty where all are."""
    if not isinstance(rewrite.graph, fx.Graph):
        return f"graph is {type(rewrite.graph).__name__}, not torch.fx.Graph"
    if not isinstance(rewrite.tensors, Mapping):
        return f"tensors is {type(rewrite.tensors).__name__}, not a mapping of names to TensorMeta"
    for name, meta in rewrite.tensors.items():
        if not isinstance(name, str) or not isinstance(meta, TensorMeta):
            return f"tensors[{_shown(name)}] is {type(meta).__name__}, not text to TensorMeta"
        for field, (right, what) in _META.items():
            if not right(value := getattr(meta, field)):
                return f"tensors[{_shown(name)}].{field} is {_shown(value)}, not {what}"
        if meta.data is not None and len(meta.data) != meta.numel:
            return f"tensors[{_shown(name)}] has {len(meta.data):,} values for the shape {list(meta.shape)}"
    for field in ("islands", "origin"):
        texts = getattr(rewrite, field)
        if not isinstance(texts, Mapping):
            return f"{field} is {type(texts).__name__}, not a mapping of names to text"
        for name, text in texts.items():
            if not isinstance(name, str) or not isinstance(text, str):
                return f"{field}[{_shown(name)}] is {type(text).__name__}, not text to text"
    return ""


def _is_number(value: object) -> bool:
    return value is None or isinstance(value, (int, float))


_NUMBER = (_is_number, "None or a number")
_META: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "shape": (lambda value: isinstance(value, tuple) and all(isinstance(n, int) and n >= 0 for n in value),
              "a tuple of sizes"),
    "dtype": (lambda value: isinstance(value, str) and isinstance(getattr(torch, value, None), torch.dtype),
              "the name of a dtype of torch"),
    "device": (lambda value: isinstance(value, str), "text"),
    "data": (lambda value: value is None or (isinstance(value, tuple) and all(map(_is_number, value))),
             "None or a tuple of numbers"),
    "mean": _NUMBER, "std": _NUMBER, "min_val": _NUMBER, "max_val": _NUMBER,
}  # fmt: skip
"""By field of ``TensorMeta``: whether a value is right, and what is."""


def _shown(value: object) -> str:
    """A value as Python writes it, where it is short and plain; else its type."""
    return repr(value)[:80] if type(value) in (bool, int, float, str, NoneType) else f"<{type(value).__name__}>"


def asks_to_lower(pass_: Pass) -> bool:
    """``lowers`` of a pass; DtypegenError DG301 where that raises."""
    try:
        return lowers(pass_)
    except Exception as exception:
        message = f"the pass's lowers raised {quoted(exception)}{place(exception)}"
        raise DtypegenError("DG301", message, stage=STAGE) from exception


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
