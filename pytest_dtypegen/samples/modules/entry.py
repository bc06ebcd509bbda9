"""An entry of the built-in corpus: its path, and the function that makes the module and its arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
from torch import nn

# A module in the mode in which it is captured, and the arguments of the call.
Made: TypeAlias = tuple[nn.Module, tuple[Any, ...]]


@dataclass(frozen=True)
class Entry:
    """One built-in sample. ``path``: ``theme/name``, its folder in the corpus; the theme is the report's row.

    ``tag``: GraphNet's ``heuristic_tag``. ``float_scalars``: as in ``capture``.
    """

    path: str
    make: Callable[[], Made]
    tag: str = "other"
    float_scalars: bool = False

    @property
    def theme(self) -> str:
        return self.path.partition("/")[0]


_NORMS = (nn.BatchNorm1d, nn.BatchNorm2d, nn.LayerNorm, nn.GroupNorm, nn.InstanceNorm2d)
_WEIGHTED = (nn.Linear, nn.Conv1d, nn.Conv2d, nn.Conv3d)


def settled(module: nn.Module) -> nn.Module:
    """``module`` in eval mode, without gradients, as if it had been trained: what flows through keeps unit scale.

    Linear and convolution weights have a standard deviation of ``1 / sqrt(fan_in)``, so that attention is not
    uniform; no norm's weight is exactly 1, none of its biases or running means exactly 0.
    """
    for part in module.modules():
        if isinstance(part, _WEIGHTED):
            nn.init.normal_(part.weight, std=part.weight[0].numel() ** -0.5)
        if isinstance(part, nn.ConvTranspose2d):
            nn.init.normal_(part.weight, std=part.in_channels**-0.5)
        if isinstance(part, nn.MultiheadAttention):
            nn.init.uniform_(part.in_proj_bias, -0.5, 0.5)
            nn.init.uniform_(part.out_proj.bias, -0.5, 0.5)
        if isinstance(part, _NORMS):
            for parameter, low, high in ((part.weight, 0.8, 1.2), (part.bias, -0.1, 0.1)):
                if parameter is not None:
                    nn.init.uniform_(parameter, low, high)
        if isinstance(part, (nn.BatchNorm1d, nn.BatchNorm2d)) and part.running_mean is not None:
            part.running_mean.uniform_(-0.1, 0.1)
            assert part.running_var is not None
            part.running_var.uniform_(0.5, 1.5)
    return module.eval().requires_grad_(False)


def parameter(*shape: int, scale: float = 1.0) -> nn.Parameter:
    """A parameter of normal values with standard deviation ``scale``."""
    return nn.Parameter(torch.randn(shape) * scale)
