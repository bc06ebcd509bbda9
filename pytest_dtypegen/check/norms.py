"""Norms while the reference run conditions its data: gains that let something through, biases that do not drown it,
and running statistics of what flows in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.data import Adjustment, round_to_grid
from pytest_dtypegen.check.parameters import Parameters
from pytest_dtypegen.check.scale import all_finite, channel_statistics, root_mean_square
from pytest_dtypegen.check.written_norm import WrittenNorm, written_norms
from pytest_dtypegen.dtypes.ops import argument, given, op_name
from pytest_dtypegen.dtypes.values import in_vmap
from pytest_dtypegen.samples.inputs import stable_seed

#: A bias larger than this share of what it is added to is scaled down to it: a ReLU behind it would let only the tail
#: of the values through, or nothing.
LARGEST_BIAS = 0.5

#: A batch norm's bias before an activation, in units of its gain: mean and deviation. Between random weights, a norm
#: takes away the part of the signal that a ReLU makes of its mean and keeps the noise, so that errors grow by half at
#: each (Yang et al. 2019, "A mean field theory of batch normalization"); a trained net's do not. With most of the
#: values on the ReLU's straight side they do not here either.
STRAIGHT_BIAS = (1.0, 0.25)

#: Norms, and where their gain stands: one that is recorded as all zero would make the output constant.
_GAINS: dict[str, tuple[int, str]] = {
    "layer_norm": (2, "weight"), "rms_norm": (2, "weight"), "group_norm": (2, "weight"), "batch_norm": (3, "weight"),
    "instance_norm": (3, "weight"),
}  # fmt: skip

_ACTIVATIONS = frozenset(
    "relu relu_ relu6 hardtanh silu hardswish leaky_relu elu gelu mish prelu celu selu softplus".split()
)
_SUMS = frozenset(("add", "add_"))


class Norms:
    """What the run's norms are given. Those that the graph writes out are set before the first use of any parameter of
    theirs, from the value that they are to take: it is held from when it is computed until then."""

    def __init__(self, graph: fx.Graph, parameters: Parameters) -> None:
        self._parameters = parameters
        self._awaited: set[fx.Node] = set()
        self._held: dict[fx.Node, torch.Tensor] = {}
        self._due: dict[fx.Node, list[WrittenNorm]] = {}
        data = parameters.data
        for norm in written_norms(graph, data.tensors, data.inputs):
            users = [user for parameter in norm.parameters for user in parameter.users]
            first = min(users, key=parameters.position)
            if parameters.position(norm.value) < parameters.position(first):
                self._awaited.add(norm.value)
                self._due.setdefault(first, []).append(norm)

    def before(self, node: fx.Node, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        """Sets what ``node`` is about to compute with."""
        for norm in self._due.pop(node, ()):
            self._set_written(norm)
        name = op_name(node)
        gain = _GAINS.get(name)
        if gain is not None:
            straight = name == "batch_norm" and leads_to_activation(node)
            self._set_gain_and_bias(argument(node, *gain), argument(node, gain[0] + 1, "bias"), straight)
        if name == "batch_norm":
            self._set_statistics(node, args, kwargs)

    def after(self, node: fx.Node, result: Any) -> None:
        if node in self._awaited and isinstance(result, torch.Tensor):
            self._held[node] = result

    def _set_gain_and_bias(self, gain: Any, bias: Any, straight: bool) -> None:
        """A norm's gain that is recorded as all zero becomes values around 1; its bias stays below its gain, or, where
        ``straight``, puts most of the values above zero."""
        name, live = self._parameters.decide(gain)
        if live is not None and not bool(live.any()):
            self._parameters.remake(name, Adjustment(mean=1.0, std=0.125))
            live = self._parameters.made(name)
        scale = 1.0 if live is None else root_mean_square(live)
        name, shift = self._parameters.decide(bias)
        if shift is not None and straight and scale > 0:
            mean, std = STRAIGHT_BIAS
            self._parameters.remake(name, Adjustment(mean=mean * scale, std=std * scale))
        elif shift is not None:
            self._parameters.bring_down(name, shift, LARGEST_BIAS * scale)

    def _set_statistics(self, node: fx.Node, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        """A batch norm's running statistics become those of what flows in."""
        training = given(args, kwargs, 5, "training", False)
        mean, variance = argument(node, 1, "running_mean"), argument(node, 2, "running_var")
        x = args[0] if args else kwargs["input"]
        if not training and isinstance(mean, fx.Node) and isinstance(variance, fx.Node):
            self._set_mean_and_variance(mean, variance, x)

    def _set_written(self, norm: WrittenNorm) -> None:
        x = self._held.pop(norm.value, None)
        if x is None and norm.value.op == "placeholder":
            x = self._parameters.made(str(norm.value.target))
        if not isinstance(x, torch.Tensor) or x.dim() < -norm.axis or in_vmap(x):
            return
        if self._set_mean_and_variance(norm.mean, norm.variance, x.movedim(norm.axis, 0).unsqueeze(0)):
            self._set_gain_and_bias(norm.gain, norm.bias, leads_to_activation(norm.result))

    def _set_mean_and_variance(self, mean: fx.Node, variance: fx.Node, x: Any) -> bool:
        """Whether running statistics became those of ``x``, float32[N, C, ...]: not where they are no parameters by
        channel, or decided before."""
        names = str(mean.target), str(variance.target)
        free = mean.op == variance.op == "placeholder" and all(self._parameters.is_free(name) for name in names)
        if not free or not isinstance(x, torch.Tensor):
            return False
        self._parameters.mark_decided(*names)
        lives = [self._parameters.made(name) for name in names]
        if not x.numel() or any(live.numel() != x.shape[1] for live in lives) or not all_finite(x):
            return False
        found = channel_statistics(x, stable_seed(names[0], self._parameters.data.seed))
        for name, live, values in zip(names, lives, found, strict=True):
            values = round_to_grid(values.to(live.dtype)).cpu().reshape(live.shape)
            self._parameters.remake(name, Adjustment(values=values))
        return True


def leads_to_activation(node: fx.Node) -> bool:
    """An activation takes the value, or a sum that the value is part of."""
    stack, seen = [node], {node}
    while stack:
        for user in stack.pop().users:
            name = op_name(user)
            if name in _ACTIVATIONS:
                return True
            if name in _SUMS and user not in seen:
                seen.add(user)
                stack.append(user)
    return False
