"""The casts of a rewritten graph, and those of torch.autocast: simulated, and counted where it really runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import torch
from making import CORPUS, sample
from torch.utils._python_dispatch import TorchDispatchMode

from pytest_dtypegen.check.casts import autocast_casts, count_casts
from pytest_dtypegen.dtypes.infer import infer
from pytest_dtypegen.execute.run import run_graph
from pytest_dtypegen.samples.inputs import make_tensor
from pytest_dtypegen.samples.model import Sample
from pytest_dtypegen.samples.read import read_sample


class Counting(TorchDispatchMode):
    """Counts the copies that change one floating-point dtype into another."""

    count = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        if func is torch.ops.aten._to_copy.default and args[0].dtype.is_floating_point:
            self.count += result.dtype.is_floating_point and result.dtype != args[0].dtype
        return result


def really(made: Sample) -> int:
    """The casts of torch.autocast on the CPU, with weights that it may keep."""

    def feed(node: Any) -> torch.Tensor:
        meta = made.tensors[node.target]
        tensor = make_tensor(meta).clone()  # autocast keeps no views
        return tensor.requires_grad_() if "parameters" in meta.name and tensor.is_floating_point() else tensor

    # leaving the region forgets the kept weights; the author's own casts are counted without it
    with Counting() as plain:
        run_graph(made.graph, feed)
    with Counting() as counting, torch.autocast("cpu", torch.bfloat16):
        run_graph(made.graph, feed)
    return counting.count - plain.count


def simulated(made: Sample) -> int:
    values = infer(made.graph, made.tensors, contracts=False).values
    weights = [name for name in made.tensors if "parameters" in name]
    return autocast_casts(made.graph, values, target=torch.bfloat16, device_type="cpu", weights=weights)


def samples() -> Iterator[str]:
    yield from (
        "convnet/residual_batch_norm", "convnet/depthwise_hardswish", "convnet/transposed_decoder",
        "transformer/patch_embedding", "transformer/shared_encoder", "transformer/gated_units",
        "attention/boolean_mask", "attention/einsum", "graph/message_passing", "norm/channels_first",
    )  # fmt: skip


@pytest.mark.parametrize("name", samples())
def test_simulation_counts_what_autocast_does(name: str) -> None:
    made = read_sample(CORPUS / name)
    assert simulated(made) == really(made) > 0


def test_weights_are_cast_once_and_values_each_time() -> None:
    made = sample(
        "L_x_: torch.Tensor, L_self_parameters_w_: torch.nn.parameter.Parameter",
        """
        a = torch._C._nn.linear(L_x_, L_self_parameters_w_, None)
        b = torch._C._nn.linear(L_x_, L_self_parameters_w_, None)
        c = torch._C._nn.linear(a, L_self_parameters_w_, None)
        return (a + b + c,)
        """,
        "L_x_: float32[3, 4]\nL_self_parameters_w_: float32[4, 4]",
    )
    assert simulated(made) == really(made) == 3


def test_counted_are_changes_of_precision_alone() -> None:
    made = sample(
        "L_x_: torch.Tensor, L_i_: torch.Tensor",
        """
        same = L_x_.to(torch.float32)
        half = same.to(torch.float16)
        back = half.float()
        ids = L_i_.to(torch.float32)
        moved = back.to('cpu')
        whole = moved.to(torch.int64)
        typed = half.type_as(back)
        return (ids, whole, typed)
        """,
        "L_x_: float32[3]\nL_i_: int64[3]",
    )
    assert count_casts(made.graph, infer(made.graph, made.tensors).values) == 3
