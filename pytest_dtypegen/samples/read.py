"""A sample's directory to a ``Sample``: files read within limits, nothing executed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torch import fx

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples import refuse
from pytest_dtypegen.samples.files import MAX_INFO_TEXT, MAX_META_TEXT, file_content
from pytest_dtypegen.samples.meta import parse_meta
from pytest_dtypegen.samples.model import Sample, TensorMeta
from pytest_dtypegen.samples.refuse import MAX_TEXT
from pytest_dtypegen.samples.source import parse_graph

EXTRA_FILES = ("input_tensor_constraints.py",)
"""Files that travel with a sample as text, unread."""


def read_sample(path: str | Path, device: str = "cpu", *, root: str | Path | None = None) -> Sample:
    """Load a sample.

    Args:
        path: the sample's directory.
        device: where devices that are baked into the graph are moved; the tensors' meta keeps its own.
        root: where given, links may lead anywhere below it, and the sample has to lie there itself; otherwise a
            link may not leave the sample's directory.

    Raises:
        DtypegenError: stage ``load``; DG101 where there is no such directory, DG102-DG104 for what it holds.
    """
    directory, home = _directory(Path(path), None if root is None else Path(root))
    graph = parse_graph(_required(directory, home, "model.py", MAX_TEXT), device, str(directory / "model.py"))
    tensors = _tensors(directory, home, graph)
    info = _info(directory, home)
    extra = {name: text for name in EXTRA_FILES if (text := _text(directory, home, name, MAX_TEXT)) is not None}
    return Sample(graph, tensors, info, extra, str(path))


def _directory(path: Path, root: Path | None) -> tuple[Path, Path]:
    """The directory, and the folder that no link in it may leave."""
    try:
        real = path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError):
        raise _error("DG101", path, "there is no such directory; check the list and --dtypegen-root") from None
    if not real.is_dir():
        raise _error("DG101", path, "is a file; a sample is a directory with model.py in it")
    if root is not None and not real.is_relative_to(root.resolve()):
        raise _error("DG101", path, f"leads out of {root}; give a --dtypegen-root that holds it")
    return path, real if root is None else root.resolve()


def _error(code: str, path: Path, what: str) -> DtypegenError:
    return DtypegenError(code, f"{path}: {what}", stage="load")


def _text(directory: Path, home: Path, name: str, limit: int) -> str | None:
    """A file's text; None where there is no such file."""
    content = file_content(directory, home, name, limit)
    try:
        return None if content is None else content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _error("DG102", directory / name, f"is not UTF-8 text (byte {error.start}); save it as UTF-8") from None


def _required(directory: Path, home: Path, name: str, limit: int) -> str:
    text = _text(directory, home, name, limit)
    if text is None:
        raise _error("DG102", directory / name, "is missing; extract the sample again")
    return text


def _tensors(directory: Path, home: Path, graph: fx.Graph) -> dict[str, TensorMeta]:
    """The meta of every parameter, in the parameters' order."""
    weights = parse_meta(
        _required(directory, home, "weight_meta.py", MAX_META_TEXT), str(directory / "weight_meta.py")
    )  # fmt: skip
    inputs_text = _text(directory, home, "input_meta.py", MAX_META_TEXT) or ""
    inputs = parse_meta(inputs_text, str(directory / "input_meta.py"), is_input=True)
    known = {**inputs, **weights}
    tensors: dict[str, TensorMeta] = {}
    for node in graph.nodes:
        if node.op == "placeholder":
            if node.target not in known:
                raise _error(
                    "DG102", directory / "weight_meta.py", f"the parameter {node.target} has no meta; cut off?"
                )
            tensors[node.target] = known[node.target]
    return tensors


def _info(directory: Path, home: Path) -> Mapping[str, Any]:
    text = _text(directory, home, "graph_net.json", MAX_INFO_TEXT)
    if text is None:
        return {}
    try:
        with refuse.memory_guarded(str(directory / "graph_net.json")):
            info = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _error("DG102", directory / "graph_net.json", f"is no JSON: {error}") from None
    if not isinstance(info, dict):
        raise _error("DG102", directory / "graph_net.json", "is no JSON object")
    return info
