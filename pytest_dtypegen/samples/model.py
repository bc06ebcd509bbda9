"""What a sample is in memory: a graph, its tensors' meta, and the facts beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import fx


@dataclass(frozen=True)
class TensorMeta:
    """What ``weight_meta.py`` or ``input_meta.py`` says of one tensor; the tensor itself is made when it is used.

    ``dtype`` without the ``torch.`` prefix. ``data``: the flat values where the sample records them (then they are
    the tensor's real values), else None. ``mean``, ``std``, ``min_val``, ``max_val``: None where not recorded.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    device: str = "cpu"
    mean: float | None = None
    std: float | None = None
    data: tuple[float | int | bool, ...] | None = None
    min_val: float | int | None = None
    max_val: float | int | None = None
    original_name: str | None = None
    is_input: bool = False

    @property
    def torch_dtype(self) -> torch.dtype:
        dtype = getattr(torch, self.dtype)
        assert isinstance(dtype, torch.dtype)
        return dtype

    @property
    def numel(self) -> int:
        n = 1
        for size in self.shape:
            n *= size
        return n

    @property
    def is_recorded_scalar(self) -> bool:
        """An eps, a size, a probability, whose value the sample records: it is what it is, and no data."""
        return self.data is not None and self.numel == 1


@dataclass(frozen=True)
class Sample:
    """A loaded sample. ``graph``: placeholders by ``node.target`` (the parameter's name, as in ``tensors``), then
    call_function and call_method nodes only, then one output. ``node.meta["line"]`` is the 1-based line in
    ``model.py``. ``info`` is ``graph_net.json``. ``extra_files``: text files that are copied along unread.
    """

    graph: fx.Graph
    tensors: Mapping[str, TensorMeta]
    info: Mapping[str, Any] = field(default_factory=dict)
    extra_files: Mapping[str, str] = field(default_factory=dict)
    path: str = ""
