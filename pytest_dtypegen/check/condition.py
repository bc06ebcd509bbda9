"""Conditioned data: weights and statistics that keep activations at unit scale (layer-sequential unit variance).

A sample records each tensor's mean and standard deviation only. Filled in from these, real graphs give 1e-15, or NaN,
or a constant. So the reference run decides, layer by layer, what each weight is multiplied by (a power of two: the
layer's output then has a root mean square between 0.7 and 1.4), and what a batch norm's running statistics are (those
of what flows in). A weight that several layers share is decided by the first. Every decision is an ``Adjustment`` of
``Data``, so that the rewritten graph and the control compute with exactly the same values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx

from pytest_dtypegen.check.data import Adjustment, Data
from pytest_dtypegen.check.norms import LARGEST_BIAS, Norms
from pytest_dtypegen.check.parameters import SEEN_THROUGH, Parameters, is_view
from pytest_dtypegen.check.scale import offset, root_mean_square
from pytest_dtypegen.check.values import is_call
from pytest_dtypegen.dtypes.ops import argument, given, op_name
from pytest_dtypegen.dtypes.values import LOW, in_vmap
from pytest_dtypegen.execute.run import Execute, call_node

#: A branch's gain below this is raised to about 1/2.
LEAST_GAIN = 2.0**-4

#: Where a layer's outputs have a common offset this many times their deviation (weights of one sign after a ReLU), the
#: weight is drawn anew around zero: the next ReLU would pass all of it, or nothing.
LARGEST_OFFSET = 1.0

#: Embedding rows outside of this range of root mean squares are brought to 1; within, they are left as recorded.
EMBEDDING_SCALE = (2.0**-7, 2.0**3)


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


class Conditioner:
    """An ``execute`` for the reference run: computes each node, by ``call``, and decides the adjustments of ``data`` on
    the way.

    ``stale``: the nodes that were seen before a parameter that they show was adjusted."""

    def __init__(self, graph: fx.Graph, data: Data, call: Execute = call_node) -> None:
        self._call = call
        self._data = data
        self._parameters = Parameters(graph, data)
        self._norms = Norms(graph, self._parameters)
        self.stale = self._parameters.stale

    def __call__(self, node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if in_vmap((args, kwargs)):
            return self._call(node, args, kwargs)
        self._parameters.reach(node)
        self._norms.before(node, args, kwargs)
        result = self._compute(node, args, kwargs)
        self._norms.after(node, result)
        return result

    def _compute(self, node: fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        name = op_name(node)
        if name == "embedding":
            self._scale_embedding(node)
        elif name in ("mul", "mul_"):
            self._raise_gains(node, args)
        layer = _LAYERS.get(name)
        if layer is not None:
            weight = next((w for place in layer.weights if (w := self._weight(node, *place)) is not None), None)
            if weight is not None:
                return self._layer(node, layer, weight, args, kwargs)
        return self._call(node, args, kwargs)

    # -- layers ----------------------------------------------------------------------------------------------------

    def _weight(self, node: fx.Node, index: int, keyword: str) -> str | None:
        """The parameter that an operand shows, if it may still be scaled for this node."""
        operand = argument(node, index, keyword)
        path: list[fx.Node] = []
        while isinstance(operand, fx.Node) and operand.op != "placeholder":
            if not is_call(operand) or op_name(operand) not in SEEN_THROUGH or not operand.all_input_nodes:
                return None
            path.append(operand)
            operand = operand.all_input_nodes[0]
        if not isinstance(operand, fx.Node):
            return None
        name = str(operand.target)
        if name in self._data.inputs or not self._is_weight(name) or not self._parameters.is_free(name, path):
            return None
        copies = [place for place, one in enumerate(path) if not is_view(one)]
        if copies and any(len(one.users) > 1 for one in path[: copies[-1] + 1]):
            return None  # a copy that others use would keep the old scale
        return name

    def _is_weight(self, name: str) -> bool:
        meta = self._data.tensors[name]
        return meta.torch_dtype.is_floating_point and meta.numel > 1 and len(meta.shape) > 1

    def _layer(
        self, node: fx.Node, layer: _Layer, weight: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> torch.Tensor | Any:
        """The layer with its weight scaled so that its output, without the bias, has unit root mean square."""
        self._parameters.mark_decided(weight)
        factor = kwargs.get("beta", 1) if layer.added else 1
        whole = args, kwargs
        args, kwargs, bias = _without(layer, args, kwargs)
        result = self._call(node, args, kwargs)
        live = self._data.live(weight)
        shown = live is not None and any(_shares(live, operand) for operand in (*args, *kwargs.values()))
        if shown and self._refill(weight, _tensor(result)):
            result = self._call(node, args, kwargs)
        scale = self._parameters.scale_for(root_mean_square(_tensor(result)), weight)
        if scale != 1.0:
            self._parameters.scale(weight, scale)
            result = _scaled(result, scale)
        if bias is not None:
            result = self._with_bias(node, layer, result, bias, factor)
        # in steps, a low precision rounds more often than its kernel does
        return self._call(node, *whole) if shown and _tensor(result).dtype in LOW else result

    def _refill(self, name: str, result: torch.Tensor) -> bool:
        """Draw a weight anew that is recorded as all zero, or that gives every output the same offset; whether so."""
        live, meta = self._data.live(name), self._data.tensors[name]
        if live is None or meta.data is not None:
            return False
        if not bool(live.any()):
            std = 1.0 / math.sqrt(max(1, live.numel() // max(live.shape[0], 1)))
        elif abs(meta.mean or 0.0) > 0 and meta.std and offset(result) > LARGEST_OFFSET:
            std = meta.std
        else:
            return False
        self._parameters.remake(name, Adjustment(std=std))
        return True

    def _with_bias(self, node: fx.Node, layer: _Layer, result: Any, bias: torch.Tensor, factor: float) -> Any:
        """Adds the bias, scaled first where it would drown the result: ``bias`` is the tensor that the run holds."""
        assert layer.bias is not None
        name, live = self._parameters.decide(argument(node, *layer.bias))
        if live is not None:
            self._parameters.bring_down(name, live, LARGEST_BIAS)
        tensor = _tensor(result)
        by_channel = op_name(node).startswith("conv") and tensor.dim() > 2
        if factor:  # torch does not look at a bias with beta=0
            tensor.add_(bias.reshape(-1, *[1] * (tensor.dim() - 2)) if by_channel else bias, alpha=factor)
        return result

    # -- gains and embeddings --------------------------------------------------------------------------------------

    def _raise_gains(self, node: fx.Node, args: tuple[Any, ...]) -> None:
        """A parameter vector that scales a branch (a layer scale) and is recorded as zero, or next to it, would leave
        nothing of the branch to compare."""
        for operand, value in zip(node.args, args, strict=False):
            while isinstance(operand, fx.Node) and is_call(operand) and op_name(operand) in SEEN_THROUGH:
                operand = next(iter(operand.all_input_nodes), None)
            if not isinstance(operand, fx.Node) or operand.op != "placeholder":
                continue
            name = str(operand.target)
            live, meta = self._data.live(name), self._data.tensors[name]
            if live is None or name in self._data.inputs or meta.data is not None or max(meta.shape, default=0) < 2:
                continue
            if live.numel() > max(meta.shape) or not live.dtype.is_floating_point or not _shares(live, value):
                continue
            if self._parameters.decide(operand)[1] is not None:
                self._raise(name, live)

    def _raise(self, name: str, live: torch.Tensor) -> None:
        rms = root_mean_square(live)
        if rms == 0:
            self._parameters.remake(name, Adjustment(mean=0.5, std=0.125))
        elif rms < LEAST_GAIN:
            self._parameters.scale(name, math.ldexp(1.0, -math.ceil(math.log2(rms)) - 1))

    def _scale_embedding(self, node: fx.Node) -> None:
        for place in ((1, "weight"), (0, "input")):
            name, live = self._parameters.decide(argument(node, *place))
            if live is None or not live.dtype.is_floating_point:
                continue
            rms = root_mean_square(live)
            if rms == 0:
                self._parameters.remake(name, Adjustment(std=1.0))
            elif not EMBEDDING_SCALE[0] <= rms <= EMBEDDING_SCALE[1]:
                self._parameters.scale(name, self._parameters.scale_for(rms, name))


def _shares(one: torch.Tensor, other: Any) -> bool:
    return isinstance(other, torch.Tensor) and one.untyped_storage().data_ptr() == other.untyped_storage().data_ptr()


def _without(
    layer: _Layer, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any], torch.Tensor | None]:
    """The call without its bias, and the bias."""
    if layer.bias is None:
        return args, kwargs, None
    index, keyword = layer.bias
    bias = given(args, kwargs, index, keyword)
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
