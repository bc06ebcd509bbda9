"""The tensors that a case computes with: the same values in the reference run, the rewritten graph and the control.

Each is made when it is first used, from its meta and what conditioning has decided for it (``Adjustment``), and rounded
to values that every low precision holds exactly, so that one reference serves float16 and bfloat16 alike.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import torch
from torch import fx

from pytest_dtypegen.check.scale import pieces
from pytest_dtypegen.samples.inputs import make_tensor, stable_seed
from pytest_dtypegen.samples.model import TensorMeta

#: How captured graphs name a module's own parameters and buffers, and globals.
_OWN_PREFIXES = ("L_self_", "G_")
_BUFFER = "_buffers_"

_COUNTING = (torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64)


@dataclass(frozen=True)
class Adjustment:
    """What conditioning made of one tensor. ``scale``: a power of two, so that rounding and scaling commute.
    ``std``: the values are drawn anew around ``mean`` (recorded as all zero). ``values``: they are replaced."""

    scale: float = 1.0
    std: float | None = None
    mean: float = 0.0
    values: torch.Tensor | None = None


class Data:
    """Makes tensors by parameter name. ``rounded``: whether float values are rounded to the low precisions' grid.
    ``inputs``: the parameters of which ``other_inputs`` gives other values of the same kind. ``steering``: those that
    the graph reads back as numbers or sizes (``steering_names``).
    """

    def __init__(
        self,
        tensors: Mapping[str, TensorMeta],
        device: torch.device,
        *,
        seed: int,
        rounded: bool,
        inputs: frozenset[str],
        steering: frozenset[str] = frozenset(),
    ) -> None:
        self.tensors = tensors
        self.adjustments: dict[str, Adjustment] = {}
        self.inputs = inputs
        self._device = device
        self.seed = seed
        self._rounded = rounded
        self._steering = steering
        self._live: dict[str, weakref.ref[torch.Tensor]] = {}

    def value(self, name: str, *, other_inputs: bool = False, forced: bool = False) -> torch.Tensor:
        """The tensor in its own dtype, as the original graph takes it. ``forced``: an input whose values allow no
        others of the same kind (a mask of ones) is given others all the same."""
        meta = self.tensors[name]
        if other_inputs and name in self.inputs:
            other = self._other(meta)
            force = forced and name not in self._steering and other.equal(self.value(name))
            return _forced(other, meta) if force else other
        tensor = self._adjusted(meta)
        return round_to_grid(tensor) if self._rounds(meta) else tensor

    def feed(self, node: fx.Node) -> torch.Tensor:
        """For the reference run; the tensor stays reachable through ``live`` while the run holds it."""
        tensor = self.value(str(node.target))
        self._live[str(node.target)] = weakref.ref(tensor)
        return tensor

    def live(self, name: str) -> torch.Tensor | None:
        """The tensor that the current run was fed, while it is in use."""
        found = self._live.get(name)
        return None if found is None else found()

    def feed_as(
        self, tensors: Mapping[str, TensorMeta], *, other_inputs: bool = False, forced: bool = False
    ) -> Callable[[fx.Node], torch.Tensor]:
        """A feed that gives the same values in the dtypes of another meta."""

        def feed(node: fx.Node) -> torch.Tensor:
            name = str(node.target)
            return self.value(name, other_inputs=other_inputs, forced=forced).to(tensors[name].torch_dtype)

        return feed

    def _rounds(self, meta: TensorMeta) -> bool:
        """Recorded numbers that steer the graph stay what they are, as inference has them; no pass may round them."""
        steers = meta.data is not None and meta.name in self._steering
        return self._rounded and meta.torch_dtype is torch.float32 and not steers

    def _adjusted(self, meta: TensorMeta) -> torch.Tensor:
        adjustment = self.adjustments.get(meta.name, Adjustment())
        if adjustment.values is not None:
            return adjustment.values.to(self._device, meta.torch_dtype, copy=True)
        tensor = make_tensor(_drawn(meta, adjustment), device=self._device, seed=self.seed)
        return tensor.mul_(adjustment.scale) if adjustment.scale != 1.0 else tensor

    def _other(self, meta: TensorMeta) -> torch.Tensor:
        """Other values for an input: drawn with another seed. Where they are recorded, the same ones elsewhere, every
        second float halved (a sum, a norm or a product with another input does not see the order)."""
        drawn = _drawn(meta, self.adjustments.get(meta.name, Adjustment()))
        if drawn.data is None and meta.torch_dtype is not torch.bool:
            tensor = make_tensor(drawn, device=self._device, seed=self.seed + 1)
            return round_to_grid(tensor) if self._rounds(meta) else tensor
        tensor = self.value(meta.name)
        generator = torch.Generator().manual_seed(stable_seed(meta.name, self.seed))
        order = torch.randperm(tensor.numel(), generator=generator).to(tensor.device)
        own = tensor.flatten()
        flat = own[order]
        if flat.equal(own):
            flat = own.roll(1)  # of few elements, the drawn order may be theirs
        if flat.dtype.is_floating_point and meta.name not in self._steering:
            flat[::2] *= 0.5
        return flat.reshape(tensor.shape)

    @property
    def on_cpu(self) -> bool:
        return self._device.type == "cpu"

    def has_other_inputs(self, *, forced: bool) -> bool:
        """Whether ``other_inputs`` differ from the inputs at all."""
        return any(
            not self.value(name).equal(self.value(name, other_inputs=True, forced=forced)) for name in self.inputs
        )


def _forced(tensor: torch.Tensor, meta: TensorMeta) -> torch.Tensor:
    """Integers or booleans changed in the later half of each row, as padding would: booleans turned, positive integers
    halved (what may be an index stays one), zeros raised to the recorded maximum, or 1."""
    if tensor.dtype is not torch.bool and tensor.dtype not in _COUNTING:
        return tensor
    changed = tensor.clone()
    part = changed[..., changed.shape[-1] // 2 :] if changed.dim() else changed
    if tensor.dtype is torch.bool:
        part.logical_not_()
    else:
        largest = max(1 if meta.max_val is None else int(meta.max_val), 0)
        part.copy_(torch.where(part > 0, part // 2, torch.where(part == 0, largest, part)))
    return changed


def _drawn(meta: TensorMeta, adjustment: Adjustment) -> TensorMeta:
    """The meta to draw values from."""
    if adjustment.std is None:
        return meta
    return replace(meta, mean=adjustment.mean, std=adjustment.std, data=None, min_val=None, max_val=None)


def round_to_grid(tensor: torch.Tensor) -> torch.Tensor:
    """Float32 values rounded, in place, to bfloat16's, which float16 holds exactly within its normal range.

    What lies outside of that range (below 6e-5, above 65504) is left to whoever converts it: that it does not survive
    is a loss of the conversion. So rounding and scaling by a power of two commute.
    """
    for piece in pieces(tensor):
        rounded = piece.to(torch.bfloat16)
        # the largest numbers of float32 are masks' fills: they stay numbers
        piece.copy_(torch.where(rounded.isinf(), piece, rounded) if bool(rounded.isinf().any()) else rounded)
    return tensor


def is_data(meta: TensorMeta) -> bool:
    """The tensor is an input or a parameter: neither a recorded scalar nor a module's buffer."""
    return not meta.is_recorded_scalar and _BUFFER not in meta.name


def input_names(graph: fx.Graph, tensors: Mapping[str, TensorMeta]) -> frozenset[str]:
    """The parameters of ``forward`` that are the model's inputs, not its weights or buffers."""
    names = set()
    for node in graph.nodes:
        if node.op == "placeholder":
            name = str(node.target)
            own = name.startswith(_OWN_PREFIXES) or "Parameter" in str(node.type) or "SymInt" in str(node.type)
            if tensors[name].is_input or (not own and tensors[name].numel > 1):
                names.add(name)
    return frozenset(names)
