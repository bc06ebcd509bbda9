"""Conditioned data: weights and statistics that keep activations at unit scale (layer-sequential unit variance).

A sample records each tensor's mean and standard deviation only. Filled in from these, real graphs give 1e-15, or NaN,
or a constant. So the reference run decides, layer by layer, what each weight is multiplied by (a power of two: the
layer's output then has a root mean square between 0.7 and 1.4), and what a batch norm's running statistics are (those
of what flows in). A weight that several layers share is decided by the first. Every decision is an ``Adjustment`` of
``Data``, so that the rewritten graph and the control compute with exactly the same values.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.data import Adjustment, Data, round_to_grid
from pytest_dtypegen.check.scale import channel_statistics, largest_magnitude, offset, root_mean_square
from pytest_dtypegen.check.values import is_call
from pytest_dtypegen.check.written_norm import WrittenNorm, written_norms
from pytest_dtypegen.dtypes.ops import CASTS, op_name
from pytest_dtypegen.dtypes.values import LOW
from pytest_dtypegen.execute.run import call_node
from pytest_dtypegen.samples.inputs import stable_seed

#: No weight is scaled beyond this magnitude: a layer that is fed next to nothing is not blown up to noise.
LARGEST_WEIGHT = 64.0

#: A bias larger than this share of what it is added to is scaled down to it: a ReLU behind it would let only the tail
#: of the values through, or nothing.
LARGEST_BIAS = 0.5

#: A branch's gain below this is raised to about 1/2.
LEAST_GAIN = 2.0**-4

#: A batch norm's bias before an activation, in units of its gain: mean and deviation. Between random weights, a norm
#: takes away the part of the signal that a ReLU makes of its mean and keeps the noise, so that errors grow by half at
#: each (Yang et al. 2019, "A mean field theory of batch normalization"); a trained net's do not. With most of the
#: values on the ReLU's straight side they do not here either.
STRAIGHT_BIAS = (1.0, 0.25)

#: Where a layer's outputs have a common offset this many times their deviation (weights of one sign after a ReLU), the
#: weight is drawn anew around zero: the next ReLU would pass all of it, or nothing.
LARGEST_OFFSET = 1.0

#: Embedding rows outside of this range of root mean squares are brought to 1; within, they are left as recorded.
EMBEDDING_SCALE = (2.0**-7, 2.0**3)


#: Ops that surely make no copy of their operand (of several operands, ``getitem`` copies).
_VIEWS = frozenset("view t T transpose permute detach unsqueeze squeeze chunk split unbind".split())


@dataclass(frozen=True)
class _Layer:
    """Where a layer's weight may stand (the first that leads to a parameter is taken), and its bias.

    ``added``: the bias is the tensor that ``addmm`` adds to, which ``beta=0`` leaves out.
    """

    weights: tuple[tuple[int, str], ...]
    bias: tuple[int, str] | None = None
    added: bool = False


_PRODUCT = _Layer(((1, "other"), (0, "input")))
_LAYERS: dict[str, _Layer] = {
    "linear": _Layer(((1, "weight"),), (2, "bias")),
    **dict.fromkeys(("conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"),
                    _Layer(((1, "weight"),), (2, "bias"))),
    **dict.fromkeys(("matmul", "__rmatmul__"), _PRODUCT),
    **dict.fromkeys(("mm", "bmm"), _Layer(((1, "mat2"), (0, "input")))),
    "addmm": _Layer(((2, "mat2"), (1, "mat1")), (0, "input"), added=True),
    "einsum": _Layer(((2, ""), (1, ""))),
    "multi_head_attention_forward": _Layer(((11, "out_proj_weight"),), (12, "out_proj_bias")),
}  # fmt: skip

#: Norms, and where their gain stands: one that is recorded as all zero would make the output constant.
_GAINS: dict[str, tuple[int, str]] = {
    "layer_norm": (2, "weight"), "rms_norm": (2, "weight"), "group_norm": (2, "weight"), "batch_norm": (3, "weight"),
    "instance_norm": (3, "weight"),
}  # fmt: skip

_ACTIVATIONS = frozenset(
    "relu relu_ relu6 hardtanh silu hardswish leaky_relu elu gelu mish prelu celu selu softplus".split()
)

#: Ops whose result is their operand seen otherwise, or a copy of it: scaling commutes with them.
_SEEN_THROUGH = CASTS | frozenset(
    "view reshape unsqueeze squeeze permute transpose t T flatten unflatten contiguous detach clone movedim getitem "
    "chunk split unbind narrow select flip".split()
)


class Conditioner:
    """An ``execute`` for the reference run: computes each node, and decides the adjustments of ``data`` on the way."""

    def __init__(self, graph: fx.Graph, data: Data) -> None:
        self._data = data
        self._decided: set[str] = set()
        self._order = {node: index for index, node in enumerate(graph.nodes)}
        self._written_norms = written_norms(graph, data.tensors, data.inputs)
        self._placeholders = {str(node.target): node for node in graph.nodes if node.op == "placeholder"}
        self._at = 0
        #: Nodes that were seen before the parameter that they show was adjusted: what was seen of them is not so.
        self.stale: set[fx.Node] = set()

    def __call__(self, node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        self._at = self._order[node]
        result = self._compute(node, args, kwargs)
        norm = self._written_norms.get(node)
        if norm is not None and isinstance(result, torch.Tensor):
            self._set_written_norm(norm, result)
        return result

    def _compute(self, node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        name = op_name(node)
        gain = _GAINS.get(name)
        if gain is not None:
            straight = name == "batch_norm" and _leads_to_activation(node)
            self._set_gain_and_bias(_argument(node, *gain), _argument(node, gain[0] + 1, "bias"), straight)
        if name == "batch_norm":
            self._set_statistics(node, args, kwargs)
        elif name == "embedding":
            self._scale_embedding(node)
        elif name in ("mul", "mul_"):
            self._raise_gains(node, args)
        layer = _LAYERS.get(name)
        if layer is not None:
            weight = next((w for place in layer.weights if (w := self._weight(node, *place)) is not None), None)
            if weight is not None:
                return self._layer(node, layer, weight, args, kwargs)
        return call_node(node, args, kwargs)

    # -- weights ---------------------------------------------------------------------------------------------------

    def _weight(self, node: fx.Node, index: int, keyword: str) -> str | None:
        """The parameter that an operand is made of by views alone, if it may still be scaled for this node."""
        operand = _argument(node, index, keyword)
        copied = False
        while isinstance(operand, fx.Node) and operand.op != "placeholder":
            if not is_call(operand) or op_name(operand) not in _SEEN_THROUGH or not operand.all_input_nodes:
                return None
            copied = copied or not _is_view(operand)
            if copied and len(operand.users) > 1:
                return None  # a copy that others use would keep the old scale
            operand = operand.all_input_nodes[0]
        if not isinstance(operand, fx.Node):
            return None
        name = str(operand.target)
        if name in self._decided or name in self._data.inputs or not self._is_weight(name):
            return None
        if any(self._order[user] < self._order[node] and not self._leads_here(user, node) for user in operand.users):
            self._decided.add(name)  # an earlier use that is no layer has seen it as recorded
            return None
        return name

    def _leads_here(self, user: fx.Node, node: fx.Node) -> bool:
        """The earlier user only views the weight."""
        return user is node or (is_call(user) and op_name(user) in _SEEN_THROUGH)

    def _is_weight(self, name: str) -> bool:
        meta = self._data.tensors[name]
        return meta.torch_dtype.is_floating_point and meta.numel > 1 and len(meta.shape) > 1

    def _layer(
        self, node: fx.Node, layer: _Layer, weight: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> torch.Tensor | Any:
        """The layer with its weight scaled so that its output, without the bias, has unit root mean square."""
        self._decided.add(weight)
        factor = kwargs.get("beta", 1) if layer.added else 1
        whole = args, kwargs
        args, kwargs, bias = _without(layer, args, kwargs)
        result = call_node(node, args, kwargs)
        if self._refill(weight, _tensor(result), (*args, *kwargs.values())):
            result = call_node(node, args, kwargs)
        scale = self._scale(root_mean_square(_tensor(result)), weight)
        if scale != 1.0:
            self._apply_scale(weight, scale)
            result = _scaled(result, scale)
        if bias is not None:
            result = self._with_bias(node, layer, result, bias, factor)
        # in steps, a low precision rounds more often than its kernel does
        return call_node(node, *whole) if _tensor(result).dtype in LOW else result

    def _scale(self, rms: float, weight: str) -> float:
        live = self._data.live(weight)
        if not math.isfinite(rms) or rms == 0 or live is None:
            return 1.0
        largest = largest_magnitude(live.detach())
        if largest == 0 or not math.isfinite(largest):
            return 1.0
        exponent = min(round(-math.log2(rms)), math.floor(math.log2(LARGEST_WEIGHT / largest)))
        return math.ldexp(1.0, exponent)

    def _apply_scale(self, name: str, scale: float) -> None:
        """Scale the tensor that the run holds (views of it follow), and have it scaled wherever it is made again."""
        before = self._data.adjustments.get(name, Adjustment())
        self._data.adjustments[name] = replace(before, scale=before.scale * scale)
        live = self._data.live(name)
        if live is not None:
            live.mul_(scale)
        self._mark_stale(name)

    def _mark_stale(self, name: str) -> None:
        stack = [self._placeholders[name]]
        while stack:
            node = stack.pop()
            if node not in self.stale and self._order[node] < self._at:
                self.stale.add(node)
                stack += [user for user in node.users if is_call(user) and op_name(user) in _SEEN_THROUGH]

    def _refill(self, name: str, result: torch.Tensor, operands: tuple[Any, ...]) -> bool:
        """Draw a weight anew that is recorded as all zero, or that gives every output the same offset; whether so. Not
        where the layer was given a copy of it: that would not follow."""
        live, meta = self._data.live(name), self._data.tensors[name]
        if live is None or meta.data is not None or not any(_shares(live, operand) for operand in operands):
            return False
        if not bool(live.any()):
            std = 1.0 / math.sqrt(max(1, live.numel() // max(live.shape[0], 1)))
        elif abs(meta.mean or 0.0) > 0 and meta.std and offset(result) > LARGEST_OFFSET:
            std = meta.std
        else:
            return False
        self._remake(name, live, Adjustment(std=std))
        return True

    def _remake(self, name: str, live: torch.Tensor, adjustment: Adjustment) -> None:
        self._data.adjustments[name] = adjustment
        live.copy_(self._data.value(name))
        self._mark_stale(name)

    def _with_bias(self, node: fx.Node, layer: _Layer, result: Any, bias: torch.Tensor, factor: float) -> Any:
        """Adds the bias, scaled first where it would drown the result: ``bias`` is the tensor that the run holds."""
        assert layer.bias is not None
        name, live = self._undecided(_argument(node, *layer.bias))
        if live is not None and root_mean_square(live) > LARGEST_BIAS:
            self._apply_scale(name, math.ldexp(1.0, math.floor(math.log2(LARGEST_BIAS / root_mean_square(live)))))
        tensor = _tensor(result)
        by_channel = op_name(node).startswith("conv") and tensor.dim() > 2
        if factor:  # torch does not look at a bias with beta=0
            tensor.add_(bias.reshape(-1, *[1] * (tensor.dim() - 2)) if by_channel else bias, alpha=factor)
        return result

    # -- norms and embeddings --------------------------------------------------------------------------------------

    def _set_gain_and_bias(self, gain: Any, bias: Any, straight: bool) -> None:
        """A norm's gain that is recorded as all zero becomes values around 1; its bias stays below its gain, or, where
        ``straight``, puts most of the values above zero."""
        name, live = self._undecided(gain)
        if live is not None and not bool(live.any()):
            self._remake(name, live, Adjustment(mean=1.0, std=0.125))
        scale = 1.0 if live is None else root_mean_square(live)
        name, shift = self._undecided(bias)
        if shift is not None and straight and scale > 0:
            mean, std = STRAIGHT_BIAS
            self._remake(name, shift, Adjustment(mean=mean * scale, std=std * scale))
        elif shift is not None and (rms := root_mean_square(shift)) > LARGEST_BIAS * scale > 0:
            self._apply_scale(name, math.ldexp(1.0, math.floor(math.log2(LARGEST_BIAS * scale / rms))))

    def _undecided(self, operand: Any) -> tuple[str, torch.Tensor | None]:
        """The parameter that an operand is, and its tensor: this use decides it. None for one that is decided."""
        if not isinstance(operand, fx.Node) or operand.op != "placeholder":
            return "", None
        name = str(operand.target)
        if name in self._decided:
            return name, None
        self._decided.add(name)
        live = self._made(name)
        return name, live if bool(torch.isfinite(live).all()) else None

    def _made(self, name: str) -> torch.Tensor:
        """The tensor that the run holds, or, before its first use, one of the same values."""
        live = self._data.live(name)
        return self._data.value(name) if live is None else live

    def _set_statistics(self, node: fx.Node, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        """A batch norm's running statistics become those of what flows in."""
        training = kwargs.get("training", args[5] if len(args) > 5 else False)
        mean, variance = _argument(node, 1, "running_mean"), _argument(node, 2, "running_var")
        if training or not isinstance(mean, fx.Node) or not isinstance(variance, fx.Node):
            return
        names = str(mean.target), str(variance.target)
        if mean.op != "placeholder" or variance.op != "placeholder" or self._decided & set(names):
            return
        x = args[0] if args else kwargs["input"]
        if isinstance(x, torch.Tensor):
            self._set_mean_and_variance(names, x)

    def _set_written_norm(self, norm: WrittenNorm, x: torch.Tensor) -> None:
        """The same for a norm that the graph writes out, if all that it is made of is used from here on only."""
        parameters = [p for p in (norm.mean, norm.variance, norm.gain, norm.bias) if p is not None]
        used = min(self._order[user] for parameter in parameters for user in parameter.users)
        names = str(norm.mean.target), str(norm.variance.target)
        if used <= self._order[norm.value] or self._decided & set(names) or x.dim() < -norm.axis:
            return
        self._set_gain_and_bias(norm.gain, norm.bias, _leads_to_activation(norm.result))
        self._set_mean_and_variance(names, x.movedim(norm.axis, 0).unsqueeze(0))

    def _set_mean_and_variance(self, names: tuple[str, str], x: torch.Tensor) -> None:
        """``x``: float32[N, C, ...]. Running statistics that are not recorded by channel are left as they are."""
        self._decided.update(names)
        if not x.numel() or not bool(torch.isfinite(x).all()):
            return
        for name, values in zip(names, channel_statistics(x, stable_seed(names[0], self._data.seed)), strict=True):
            live = self._made(name)
            if live.numel() == values.numel():
                self._remake(
                    name, live, Adjustment(values=round_to_grid(values.to(live.dtype)).cpu().reshape(live.shape))
                )

    def _raise_gains(self, node: fx.Node, args: tuple[Any, ...]) -> None:
        """A parameter vector that scales a branch (a layer scale) and is recorded as zero, or next to it, would leave
        nothing of the branch to compare."""
        for operand, value in zip(node.args, args, strict=False):
            while isinstance(operand, fx.Node) and is_call(operand) and op_name(operand) in _SEEN_THROUGH:
                operand = next(iter(operand.all_input_nodes), None)
            if not isinstance(operand, fx.Node) or operand.op != "placeholder":
                continue
            name = str(operand.target)
            live, meta = self._data.live(name), self._data.tensors[name]
            if live is None or name in self._data.inputs or meta.data is not None or max(meta.shape, default=0) < 2:
                continue
            if live.numel() > max(meta.shape) or not live.dtype.is_floating_point or not _shares(live, value):
                continue
            if self._undecided(operand)[1] is not None:
                self._raise(name, live)

    def _raise(self, name: str, live: torch.Tensor) -> None:
        rms = root_mean_square(live)
        if rms == 0:
            self._remake(name, live, Adjustment(mean=0.5, std=0.125))
        elif rms < LEAST_GAIN:
            self._apply_scale(name, math.ldexp(1.0, -math.ceil(math.log2(rms)) - 1))

    def _scale_embedding(self, node: fx.Node) -> None:
        for place in ((1, "weight"), (0, "input")):
            operand = _argument(node, *place)
            name = str(operand.target) if isinstance(operand, fx.Node) and operand.op == "placeholder" else None
            live = self._data.live(name) if name is not None else None
            if name is None or live is None or name in self._decided or not live.dtype.is_floating_point:
                continue
            self._decided.add(name)
            rms = root_mean_square(live)
            if rms == 0:
                self._remake(name, live, Adjustment(std=1.0))
            elif not EMBEDDING_SCALE[0] <= rms <= EMBEDDING_SCALE[1] and math.isfinite(rms):
                self._apply_scale(name, self._scale(rms, name))


def _leads_to_activation(node: fx.Node) -> bool:
    """An activation takes the value, or a sum that the value is part of."""
    users = {op_name(user): user for user in node.users}
    sums = [user for name, user in users.items() if name in ("add", "add_")]
    return bool(_ACTIVATIONS & users.keys()) or any(
        op_name(further) in _ACTIVATIONS or (op_name(further) in ("add", "add_") and _leads_to_activation(further))
        for one in sums
        for further in one.users
    )


def _is_view(node: fx.Node) -> bool:
    """The op surely makes no copy of its operand."""
    name = op_name(node)
    if name == "getitem":
        return len(node.all_input_nodes) == 1
    return name in _VIEWS


def _shares(one: torch.Tensor, other: Any) -> bool:
    return isinstance(other, torch.Tensor) and one.untyped_storage().data_ptr() == other.untyped_storage().data_ptr()


def _argument(node: fx.Node, index: int, keyword: str) -> Any:
    if keyword and keyword in node.kwargs:
        return node.kwargs[keyword]
    return node.args[index] if index < len(node.args) else None


def _without(
    layer: _Layer, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any], torch.Tensor | None]:
    """The call without its bias, and the bias."""
    if layer.bias is None:
        return args, kwargs, None
    index, keyword = layer.bias
    bias = kwargs.get(keyword, args[index] if index < len(args) else None)
    if layer.added:
        return args, {**kwargs, "beta": 0}, bias
    if keyword in kwargs:
        return args, {**kwargs, keyword: None}, bias
    return (*args[:index], None, *args[index + 1 :]) if bias is not None else args, kwargs, bias


def _tensor(result: Any) -> torch.Tensor:
    tensor = result if isinstance(result, torch.Tensor) else result[0]
    assert isinstance(tensor, torch.Tensor)
    return tensor


def _scaled(result: Any, scale: float) -> Any:
    _tensor(result).mul_(scale)
    return result
