"""What an op made of which operands, kept: most of a corpus asks the same few thousand questions again and again.

An answer holds a result's metadata (dtype, shape, strides, device) and which operand's storage it lies in, by op and
operands' metadata. Results that depend on data are never kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode

_PLAIN = (int, float, bool, str, type(None), torch.dtype, torch.device, torch.layout, torch.memory_format, type(...))


@dataclass(frozen=True)
class TensorSpec:
    """A strided tensor's metadata: all that an op's fake result depends on."""

    dtype: torch.dtype
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    device: torch.device

    @classmethod
    def of(cls, tensor: torch.Tensor) -> TensorSpec:
        return cls(tensor.dtype, tuple(tensor.shape), tensor.stride(), tensor.device)

    def make(self, mode: FakeTensorMode) -> FakeTensor:
        """A fake tensor of these metadata, with a storage of its own."""
        bare = torch.empty_strided(self.shape, self.stride, dtype=self.dtype, device="meta")
        return FakeTensor(mode, bare, self.device)


@dataclass(frozen=True)
class _View:
    """A result that lies in the storage of an operand: which, and how far from where that begins (elements)."""

    spec: TensorSpec
    operand: int
    offset: int


class Unkeyable(Exception):
    """The call, or its result, holds something whose metadata do not say all."""


class OpCache:
    """Answers by call; forgets all of them when it is full."""

    def __init__(self, limit: int = 200_000) -> None:
        self._answers: dict[Hashable, Any] = {}
        self._limit = limit

    def key(self, node: fx.Node, specs: Mapping[fx.Node, Any], device: torch.device) -> Hashable:
        """The question that a node asks, ``specs`` being its operands' (see ``spec_of``). Raises Unkeyable."""
        kwargs = tuple((name, _freeze(value, specs)) for name, value in node.kwargs.items())
        return node.op, node.target, device, _freeze(node.args, specs), kwargs

    def get(self, key: Hashable, operands: list[torch.Tensor], mode: FakeTensorMode) -> Any:
        """The answer made anew on these operands; None where the question is new."""
        answer = self._answers.get(key)
        return None if answer is None else _made(answer, operands, mode)

    def put(self, key: Hashable, value: Any, operands: list[torch.Tensor]) -> None:
        """Keep what the op made of these operands. Raises Unkeyable where its metadata do not say all."""
        answer = _answer(value, [_storage(operand) for operand in operands], operands)
        if len(self._answers) >= self._limit:
            self._answers.clear()
        self._answers[key] = answer


def spec_of(value: Any) -> Any:
    """A value with its tensors replaced by their metadata. Raises Unkeyable where that loses something."""
    if isinstance(value, torch.Tensor):
        return TensorSpec.of(_plain_fake(value))
    if type(value) in (list, tuple):
        return type(value)(spec_of(item) for item in value)
    if isinstance(value, _PLAIN) or type(value) is torch.Size:
        return value
    raise Unkeyable


def _plain_fake(value: torch.Tensor) -> torch.Tensor:
    if type(value) is not FakeTensor or value.layout is not torch.strided or value.is_quantized:
        raise Unkeyable
    if value.is_conj() or value.is_neg():
        raise Unkeyable
    return value


def _storage(tensor: torch.Tensor) -> int:
    return int(tensor.untyped_storage()._cdata)


def _answer(value: Any, storages: list[int], operands: list[torch.Tensor]) -> Any:
    if isinstance(value, torch.Tensor):
        spec = TensorSpec.of(_plain_fake(value))
        for index, operand in enumerate(operands):
            if storages[index] == _storage(value):
                if operand.dtype != value.dtype:
                    raise Unkeyable
                return _View(spec, index, int(value.storage_offset() - operand.storage_offset()))
        return spec
    if type(value) in (list, tuple):
        return type(value)(_answer(item, storages, operands) for item in value)
    raise Unkeyable


def _made(answer: Any, operands: list[torch.Tensor], mode: FakeTensorMode) -> Any:
    if isinstance(answer, TensorSpec):
        return answer.make(mode)
    if isinstance(answer, _View):
        base, spec = operands[answer.operand], answer.spec
        bare = torch.empty((0,), dtype=spec.dtype, device="meta")
        bare.set_(base.untyped_storage(), base.storage_offset() + answer.offset, spec.shape, spec.stride)
        return FakeTensor(mode, bare, spec.device)
    return type(answer)(_made(item, operands, mode) for item in answer)


def _freeze(value: Any, specs: Mapping[fx.Node, Any]) -> Hashable:
    if isinstance(value, fx.Node):
        spec = specs.get(value, Unkeyable)
        if spec is Unkeyable:
            raise Unkeyable
        return spec if isinstance(spec, TensorSpec) else _freeze(spec, specs)
    if isinstance(value, TensorSpec):
        return value
    if isinstance(value, (list, tuple)):
        return type(value).__name__, tuple(_freeze(item, specs) for item in value)
    if isinstance(value, slice):
        return "slice", _freeze(value.start, specs), _freeze(value.stop, specs), _freeze(value.step, specs)
    if isinstance(value, _PLAIN):
        return type(value).__name__, repr(value) if isinstance(value, float) else value
    raise Unkeyable
