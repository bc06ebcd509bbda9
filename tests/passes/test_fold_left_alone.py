"""The fold: what is left exactly as it was."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from folding import (
    FOLD,
    GIVEN,
    PROMISED,
    B,
    W,
    X,
    case_of,
    f32,
    quantized_norm,
    rewritten,
)

from pytest_dtypegen.passes.fold_group_norm import FoldGroupNorm
from pytest_dtypegen.samples.model import TensorMeta
from pytest_dtypegen.samples.write import graph_difference, print_graph

NORM = "torch.nn.functional.instance_norm(r, weight=w, bias=b)"
AROUND = "r = x.reshape(1, 5, 42)\n{}\nf = n.reshape(1, 10, 3, 7)\n"
V = f32("v", 5, data=(0.5, 1.0, 1.5, 2.0, 0.7))
SIZE = TensorMeta("size", (), "int64", data=(5,))
LEFT: dict[str, tuple[str, tuple[TensorMeta, ...]]] = {
    "no reshape": ("n = torch.nn.functional.instance_norm(x)\nreturn (n,)", (X,)),
    "the shape does not return": (f"r = x.reshape(1, 5, 42)\nn = {NORM}\nf = n.reshape(1, 10, 7, 3)\nreturn (f,)",
        (X, W, B)),
    "groups that divide no channels": (
        "r = x.reshape(1, 6, 35)\nn = torch.nn.functional.instance_norm(r)\nf = n.reshape(1, 10, 3, 7)\nreturn (f,)",
        (X,)),
    "a parameter for each sample's group": (
        "r = x.reshape(1, 20, 42)\nn = torch.nn.functional.instance_norm(r, weight=w20)\n"
        "f = n.reshape(4, 10, 3, 7)\nreturn (f,)",
        (f32("x", 4, 10, 3, 7), f32("w20", 20))),
    "a parameter that repeats element by element": (
        "p = w.repeat_interleave(4)\nr = x.reshape(1, 20, 42)\nn = torch.nn.functional.instance_norm(r, weight=p)\n"
        "f = n.reshape(4, 10, 3, 7)\nreturn (f,)", (f32("x", 4, 10, 3, 7), W)),
    "a parameter repeated across its elements": (
        "p = w.reshape(5, 1).expand(5, 4).reshape(20)\nr = x.reshape(1, 20, 42)\n"
        "n = torch.nn.functional.instance_norm(r, weight=p)\nf = n.reshape(4, 10, 3, 7)\nreturn (f,)",
        (f32("x", 4, 10, 3, 7), W)),
    "axes in another order": (
        f"r = x.reshape(1, 5, 42)\nn = {NORM}\nt = n.transpose(1, 2)\nf = t.reshape(1, 10, 3, 7)\nreturn (f,)",
        (X, W, B)),
    "axes in another order before": (
        f"t = x.permute(0, 2, 1, 3)\nr = t.reshape(1, 5, 42)\nn = {NORM}\nf = n.reshape(1, 10, 3, 7)\nreturn (f,)",
        (X, W, B)),
    "running statistics": (
        AROUND.format("n = torch.nn.functional.instance_norm(r, b, v, w, use_input_stats=False)") + "return (f,)",
        (X, W, B, V)),
    "running statistics that are written": (
        AROUND.format("n = torch.nn.functional.instance_norm(r, b, v, w, momentum=0.2)") + "return (f, v)",
        (X, W, B, V)),
    "a group count that is data": (
        f"s = size.item()\nr = x.reshape(1, s, -1)\nn = {NORM}\nf = n.reshape(1, 10, 3, 7)\nreturn (f,)",
        (X, W, B, SIZE)),
    "a group count that is nobody's": (
        "s = size.item()\nr = x.reshape(1, s, -1)\nn = torch.nn.functional.instance_norm(r)\n"
        "f = n.reshape(1, 10, 3, 7)\n"
        "return (f,)", (X, replace(SIZE, data=None))),
    "a size that is data": (
        "m = x.masked_select(x > 0)\nr = m.reshape(1, 5, -1)\nn = torch.nn.functional.instance_norm(r)\n"
        "f = n.reshape(m.shape)\nreturn (f,)", (X,)),
    "a write in between": (
        f"y = x * 2\nr = y.reshape(1, 5, 42)\ny += 1\nn = {NORM}\nf = n.reshape(1, 10, 3, 7)\nreturn (f, y)",
        (X, W, B)),
    "a write into the norm's result": (AROUND.format(f"n = {NORM}\nn[:, 0] = 0.5") + "return (f,)", (X, W, B)),
    "a write into a parameter": (
        "p = w * 2\nr = x.reshape(1, 5, 42)\np.mul_(2)\nn = torch.nn.functional.instance_norm(r, weight=p)\n"
        "f = n.reshape(1, 10, 3, 7)\nreturn (f, p)", (X, W)),
    "a later write that another user sees": (AROUND.format(f"n = {NORM}") + "f.add_(1)\ny = n * 2\nreturn (f, y)",
        (X, W, B)),
    "a layout that the result does not have": (
        "t = x.permute(0, 3, 1, 2)\nr = t.reshape(1, 7, 30)\nn = torch.nn.functional.instance_norm(r)\n"
        "f = n.reshape(1, 7, 10, 3)\nreturn (f,)", (X,)),
    "the author's autocast region": (
        "e = torch.amp.autocast_mode._enter_autocast('cpu', torch.bfloat16, True, None)\n"
        + AROUND.format(f"n = {NORM}")
        + "o = torch.amp.autocast_mode._exit_autocast(e)\nreturn (f,)", (X, W, B)),
    "an axis that the reshape moves": (
        "q = torch.quantize_per_channel(x, s, z, 1, torch.qint8)\nr = q.reshape(1, 10, 21)\nd = r.dequantize()\n"
        "e = d.reshape(1, 5, 42)\n"
        f"n = {NORM.replace('(r', '(e')}\nk = torch.quantize_per_channel(n, v, c, 1, torch.quint8)\n"
        "g = k.dequantize()\nf = g.reshape(1, 10, 3, 7)\nreturn (f,)",
        (X, W, B, V, f32("s", 10, data=(0.02,) * 10), TensorMeta("z", (10,), "int64", data=(0,) * 10),
         TensorMeta("c", (5,), "int64", data=(128,) * 5))),
}  # fmt: skip


@pytest.mark.parametrize("why", LEFT)
def test_it_is_left_as_it_was(why: str) -> None:
    body, tensors = LEFT[why]
    case = case_of(body, *tensors)
    result = FOLD.rewrite(case.graph, case.context)
    assert graph_difference(result.graph, case.graph) is None
    assert print_graph(result.graph) == print_graph(case.graph)
    assert not result.origin and result.graph is not case.graph


def test_a_device_without_the_kernel_keeps_the_graph() -> None:
    case = case_of(
        "q = torch.quantize_per_tensor(x, 0.02, 3, torch.quint8)\nr = q.reshape(1, 5, 42)\n"
        "n = torch.ops.quantized.instance_norm(r, w, b, 1e-05, 0.08, 7)\nf = n.reshape(1, 10, 3, 7)\nreturn (f,)",
        X, W, B, device="cuda",
    )  # fmt: skip
    assert graph_difference(rewritten(case).graph, case.graph) is None


def test_the_given_graph_is_untouched_when_the_fold_breaks_off() -> None:
    @dataclass(frozen=True)
    class Breaks(FoldGroupNorm):
        def keeps(self, replaced: Any, value: Any) -> bool:
            raise RuntimeError("at the last moment")

    case = quantized_norm(GIVEN, PROMISED)
    before, names = print_graph(case.graph), [node.name for node in case.graph.nodes]
    with pytest.raises(RuntimeError, match="at the last moment"):
        Breaks().rewrite(case.graph, case.context)
    assert print_graph(case.graph) == before and [node.name for node in case.graph.nodes] == names
