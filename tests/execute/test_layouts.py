"""An emulated product lies in memory as the kernel's does: a ``view`` that this one refuses must be refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import fx

from pytest_dtypegen.execute import emulate
from pytest_dtypegen.execute.emulate import PRODUCTS, Emulator

DTYPES = [torch.float16, torch.bfloat16]

Layout = Callable[[torch.Tensor], torch.Tensor]


def _channels_last(x: torch.Tensor) -> torch.Tensor:
    """The channels innermost, of any number of dimensions."""
    return x.movedim(1, -1).contiguous().movedim(-1, 1)


def _sliced(x: torch.Tensor) -> torch.Tensor:
    return torch.cat((x, x), dim=-1)[..., ::2]


def _narrowed(x: torch.Tensor) -> torch.Tensor:
    return torch.cat((x, x), dim=1).narrow(1, 0, x.shape[1])


LAYOUTS: dict[str, Layout] = {
    "contiguous": torch.Tensor.contiguous,
    "channels last": _channels_last,
    "transposed": lambda x: x.transpose(-1, -2).contiguous().transpose(-1, -2),
    "batch innermost": lambda x: x.movedim(0, -1).contiguous().movedim(-1, 0),
    "expanded": lambda x: x[:1].expand_as(x),
    "expanded inside": lambda x: x[..., :1].expand_as(x),
    "sliced": _sliced,
    "narrowed": _narrowed,
}

SIZES: dict[str, tuple[Callable[..., Any], tuple[tuple[int, ...], ...]]] = {
    "linear": (F.linear, ((2, 5, 32), (48, 32), (48,))),
    "linear, no bias": (torch._C._nn.linear, ((2, 5, 32), (48, 32))),
    "mm": (torch.mm, ((40, 32), (32, 24))),
    "addmm": (torch.addmm, ((40, 24), (40, 32), (32, 24))),
    "bmm": (torch.bmm, ((3, 40, 32), (3, 32, 24))),
    "baddbmm": (torch.baddbmm, ((3, 40, 24), (3, 40, 32), (3, 32, 24))),
    "matmul": (torch.matmul, ((2, 3, 8, 32), (2, 3, 32, 24))),
    "matmul, folded": (torch.matmul, ((2, 3, 8, 32), (32, 24))),
    "matmul, broadcast": (torch.matmul, ((2, 1, 8, 32), (1, 3, 32, 24))),
    "einsum": (lambda a, b: torch.einsum("bhid,bjhd->bhij", a, b), ((2, 3, 8, 32), (2, 9, 3, 32))),
    "einsum, values": (lambda a, b: torch.einsum("bhij,bjhd->bihd", a, b), ((2, 3, 8, 9), (2, 9, 3, 32))),
    "conv1d": (F.conv1d, ((2, 16, 30), (24, 16, 3), (24,))),
    "conv1d, one": (F.conv1d, ((2, 16, 30), (24, 16, 1))),
    "conv1d, unbatched": (F.conv1d, ((16, 30), (24, 16, 3))),
    "conv2d": (F.conv2d, ((2, 16, 12, 12), (24, 16, 3, 3), (24,))),
    "conv2d, large": (F.conv2d, ((2, 16, 48, 48), (24, 16, 3, 3))),
    "conv2d, one": (F.conv2d, ((2, 16, 12, 12), (24, 16, 1, 1))),
    "conv2d, one image": (F.conv2d, ((1, 16, 12, 12), (24, 16, 3, 3))),
    "conv2d, one channel": (F.conv2d, ((2, 1, 12, 12), (24, 1, 3, 3))),
    "conv2d, to a point": (F.conv2d, ((2, 16, 3, 3), (24, 16, 3, 3))),
    "conv2d, unbatched": (F.conv2d, ((16, 12, 12), (24, 16, 3, 3))),
    "conv2d, depthwise": (lambda x, w: F.conv2d(x, w, groups=16), ((2, 16, 12, 12), (16, 1, 3, 3))),
    "conv2d, grouped": (lambda x, w: F.conv2d(x, w, groups=2), ((2, 16, 12, 12), (24, 8, 3, 3))),
    "conv2d, dilated": (lambda x, w: F.conv2d(x, w, dilation=2), ((2, 16, 12, 12), (24, 16, 3, 3))),
    "conv3d": (F.conv3d, ((1, 16, 12, 12, 12), (16, 16, 3, 3, 3))),
    "conv3d, batch": (F.conv3d, ((2, 8, 6, 8, 8), (12, 8, 2, 3, 3), (12,))),
    "conv3d, dilated": (lambda x, w: F.conv3d(x, w, dilation=2), ((2, 8, 6, 8, 8), (12, 8, 2, 3, 3))),
    "conv_transpose1d": (lambda x, w: F.conv_transpose1d(x, w, stride=2), ((2, 16, 30), (16, 24, 3))),
    "conv_transpose2d": (lambda x, w: F.conv_transpose2d(x, w, stride=2), ((2, 16, 12, 12), (16, 24, 3, 3))),
    "conv_transpose2d, grouped": (lambda x, w: F.conv_transpose2d(x, w, groups=2), ((2, 16, 12, 12), (16, 12, 3, 3))),
    "conv_transpose3d": (lambda x, w: F.conv_transpose3d(x, w, stride=2), ((1, 8, 4, 6, 6), (8, 12, 2, 2, 2))),
    "layer": (
        lambda x, w, b, o, p: F.multi_head_attention_forward(
            x, x, x, 16, 2, w, b, None, None, False, 0.0, o, p, training=False
        )[0],
        ((5, 2, 16), (48, 16), (48,), (16, 16), (16,)),
    ),
    "native layer": (
        lambda x, w, b, o, p: torch._native_multi_head_attention(x, x, x, 16, 2, w, b, o, p)[0],
        ((2, 5, 16), (48, 16), (48,), (16, 16), (16,)),
    ),
}  # fmt: skip


def _laid_out(sizes: tuple[tuple[int, ...], ...], place: int, layout: Layout, dtype: torch.dtype) -> list[torch.Tensor]:
    """The operands; the one at ``place``, or the first two, are laid out so."""
    operands = [(torch.rand(size) / 4).to(dtype) for size in sizes]
    for i in (0, 1) if place < 0 else (place,):
        operands[i] = layout(operands[i])
        assert operands[i].shape == sizes[i]
    return operands


def _run(call: Callable[..., Any], operands: list[torch.Tensor], emulator: Emulator) -> Any:
    graph = fx.Graph()
    node = graph.call_function(call, tuple(graph.placeholder(f"x{i}") for i in range(len(operands))))
    try:
        return emulator(node, tuple(operands), {})
    except RuntimeError as error:
        return str(error)


def _grid() -> Iterator[Any]:
    for name, (_, sizes) in SIZES.items():
        for layout in LAYOUTS:
            for place in (0, 1, -1) if layout != "contiguous" else (0,):
                fits = all(len(sizes[i]) > 2 or layout not in ("channels last", "narrowed")
                           for i in ((0, 1) if place < 0 else (place,)))  # fmt: skip
                if fits:
                    yield pytest.param(name, layout, place, id=f"{name}-{layout}-{place}")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("name", "layout", "place"), list(_grid()))
def test_strides_are_the_kernels(
    monkeypatch: pytest.MonkeyPatch, name: str, layout: str, place: int, dtype: torch.dtype
) -> None:
    monkeypatch.setattr(emulate, "PRODUCTS", PRODUCTS | {"<lambda>"})
    call, sizes = SIZES[name]
    operands = _laid_out(sizes, place, LAYOUTS[layout], dtype)
    emulator = Emulator("emulate")
    got, expected = _run(call, operands, emulator), _run(call, operands, Emulator("kernels"))
    if isinstance(expected, str):
        assert got == expected
        return
    assert (got.shape, got.stride(), got.dtype) == (expected.shape, expected.stride(), dtype)
    assert emulator.emulated and not emulator.disagreements
