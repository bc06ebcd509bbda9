"""Emulated products: the kernel's numbers to rounding, its refusals word for word, and nothing else touched."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import fx

from pytest_dtypegen.dtypes.flops import node_flops
from pytest_dtypegen.dtypes.values import LOW
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute import emulate
from pytest_dtypegen.execute.emulate import PRODUCTS, Emulator, measured_slowness, slow
from pytest_dtypegen.execute.run import run_graph
from pytest_dtypegen.execute.tiny import EMULATED, Product

DTYPES = [torch.float16, torch.bfloat16]


def t(*shape: int) -> torch.Tensor:
    return torch.rand(shape) - 0.25


# by name: the call, its float operands in float32, and the aten product that it comes down to
CALLS: dict[str, tuple[Callable[..., Any], list[torch.Tensor], str]] = {
    "linear": (F.linear, [t(5, 70), t(9, 70), t(9)], "addmm"),
    "linear no bias": (torch._C._nn.linear, [t(5, 70), t(9, 70)], "mm"),
    "linear 3d": (F.linear, [t(2, 5, 70), t(9, 70), t(9)], "addmm"),
    "linear 1d": (F.linear, [t(2, 5, 70), t(9, 70)], "mm"),
    "matmul": (torch.matmul, [t(5, 70), t(70, 4)], "mm"),
    "matmul 4d": (torch.matmul, [t(2, 3, 5, 70), t(2, 3, 70, 4)], "bmm"),
    "operator": (operator.matmul, [t(5, 70), t(70, 4)], "mm"),
    "bmm": (torch.bmm, [t(2, 5, 70), t(2, 70, 4)], "bmm"),
    "addmm": (torch.addmm, [t(4), t(5, 70), t(70, 4)], "addmm"),
    "addmm scaled": (lambda c, a, b: torch.addmm(c, a, b, beta=0.5, alpha=2), [t(5, 4), t(5, 70), t(70, 4)], "addmm"),
    "baddbmm": (torch.baddbmm, [t(2, 5, 4), t(2, 5, 70), t(2, 70, 4)], "baddbmm"),
    "baddbmm scaled": (
        lambda c, a, b: torch.baddbmm(c, a, b, beta=0.5, alpha=0.25),
        [t(1, 1, 4), t(2, 5, 70), t(2, 70, 4)],
        "baddbmm",
    ),
    "einsum": (lambda a, b: torch.einsum("bhid,bhjd->bhij", a, b), [t(2, 3, 5, 70), t(2, 3, 4, 70)], "bmm"),
    "tensordot": (lambda a, b: torch.tensordot(a, b, 1), [t(5, 70), t(70, 4)], "mm"),
    "conv1d": (F.conv1d, [t(1, 8, 20), t(6, 8, 3), t(6)], "convolution"),
    "conv2d": (F.conv2d, [t(1, 8, 9, 9), t(6, 8, 3, 3), t(6)], "convolution"),
    "conv2d torch": (lambda x, w: torch.conv2d(x, w, None, (2, 2), (1, 1), (1, 1), 1), [t(1, 8, 9, 9), t(6, 8, 3, 3)],
                     "convolution"),
    "conv2d same": (lambda x, w: F.conv2d(x, w, padding="same", dilation=2), [t(1, 8, 9, 9), t(6, 8, 3, 3)],
                    "convolution"),
    "conv2d depthwise": (lambda x, w, b: F.conv2d(x, w, b, groups=8), [t(1, 8, 9, 9), t(8, 1, 3, 3), t(8)],
                         "convolution"),
    "conv2d grouped": (lambda x, w, b: F.conv2d(x, w, b, groups=2, stride=3), [t(1, 8, 9, 9), t(6, 4, 3, 3), t(6)],
                       "convolution"),
    "conv2d unbatched": (F.conv2d, [t(8, 9, 9), t(6, 8, 1, 1), t(6)], "convolution"),
    "conv3d": (F.conv3d, [t(1, 4, 6, 6, 6), t(6, 4, 3, 3, 3), t(6)], "convolution"),
    "conv_transpose1d": (lambda x, w: F.conv_transpose1d(x, w, stride=2, output_padding=1), [t(1, 8, 9), t(8, 6, 3)],
                         "convolution"),
    "conv_transpose2d": (lambda x, w, b: F.conv_transpose2d(x, w, b, 2), [t(1, 8, 9, 9), t(8, 6, 2, 2), t(6)],
                         "convolution"),
    "conv_transpose2d grouped": (lambda x, w: F.conv_transpose2d(x, w, groups=2), [t(1, 8, 9, 9), t(8, 3, 3, 3)],
                                 "convolution"),
    "multi_head_attention": (
        lambda x, w, b, o, p: F.multi_head_attention_forward(
            x, x, x, 16, 2, w / 16, b, None, None, False, 0.0, o / 16, p, training=False, need_weights=True
        )[0],
        [t(5, 1, 16), t(48, 16), t(48), t(16, 16), t(16)],
        "addmm",
    ),
    "native attention": (
        lambda x, w, b, o, p: torch._native_multi_head_attention(x, x, x, 16, 2, w / 16, b, o / 16, p)[0],
        [t(1, 5, 16), t(48, 16), t(48), t(16, 16), t(16)],
        "_native_multi_head_attention",
    ),
}  # fmt: skip


def run(call: Callable[..., Any], operands: list[torch.Tensor], emulator: Emulator) -> Any:
    """The call as one node of a graph that ``emulator`` executes."""
    graph = fx.Graph()
    inputs = [graph.placeholder(f"x{i}") for i in range(len(operands))]
    node = graph.call_function(call, tuple(inputs))
    graph.output(node)
    feed = dict(zip((n.target for n in inputs), operands, strict=True))
    return run_graph(graph, lambda n: feed[n.target], execute=emulator)


@pytest.fixture(autouse=True)
def every_lambda_is_a_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emulate, "PRODUCTS", PRODUCTS | {"<lambda>"})


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", CALLS)
def test_emulation_is_the_kernel_to_rounding(name: str, dtype: torch.dtype) -> None:
    call, operands, product = CALLS[name]
    low = [operand.to(dtype) for operand in operands]
    emulator = Emulator("emulate")
    got = run(call, low, emulator)
    expected = run(call, low, Emulator("kernels"))
    assert emulator.emulated[product] >= 1, emulator.kernels
    assert not emulator.disagreements
    assert emulator.used == "emulated"
    assert (got.dtype, got.shape, got.is_contiguous()) == (expected.dtype, expected.shape, expected.is_contiguous())
    # intermediate results of a composite op are rounded too, each by its own
    bound = 4 * torch.finfo(dtype).eps * float(expected.abs().max())
    assert float((got.float() - expected.float()).abs().max()) <= bound
    exact = run(call, [operand.double() for operand in low], Emulator("kernels"))
    assert float((got.double() - exact).abs().max()) <= 2 * bound


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("name", "wide"), [(name, i) for name in CALLS for i in range(len(CALLS[name][1]))])
def test_what_the_kernel_refuses_is_refused_with_its_words(name: str, dtype: torch.dtype, wide: int) -> None:
    call, operands, _ = CALLS[name]
    mixed = [operand if i == wide else operand.to(dtype) for i, operand in enumerate(operands)]
    outcomes = []
    for mode in ("kernels", "emulate"):
        try:
            outcomes.append(run(call, mixed, Emulator(mode)).dtype)  # type: ignore[arg-type]
        except DtypegenError as error:
            outcomes.append((error.failure.code, str(error)))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("shape", [(2, 3, 4, 5), (3, 2, 64, 2), (3, 7, 64, 40), (100, 2, 3, 2)])
@pytest.mark.parametrize("dtypes", [("float16", "float32"), ("float32", "float16"), ("bfloat16", "float16")])
def test_kernels_of_every_size_keep_their_words(shape: tuple[int, int, int, int], dtypes: tuple[str, str]) -> None:
    n, rows, inner, columns = shape
    a, b = t(n, rows, inner).to(getattr(torch, dtypes[0])), t(n, inner, columns).to(getattr(torch, dtypes[1]))
    said = []
    for mode in ("kernels", "emulate"):
        with pytest.raises(DtypegenError) as caught:
            run(torch.bmm, [a, b], Emulator(mode))  # type: ignore[arg-type]
        said.append(str(caught.value))
    assert said[0] == said[1]


def test_a_shape_that_does_not_fit_is_refused_with_its_words() -> None:
    low = [t(500, 70).half(), t(60, 400).half()]
    for mode in ("kernels", "emulate"):
        with pytest.raises(DtypegenError, match="500x70 and 60x400"):
            run(torch.mm, low, Emulator(mode))  # type: ignore[arg-type]


def test_overflow_stays_overflow() -> None:
    a = torch.full((8, 64), 200.0).half()
    got = run(torch.mm, [a, a.t().contiguous()], Emulator("emulate"))
    assert got.isinf().all()


def test_float32_and_the_gpu_are_left_to_their_kernels() -> None:
    emulator = Emulator("emulate")
    run(torch.mm, [t(5, 7), t(7, 4)], emulator)
    assert (emulator.used, dict(emulator.kernels)) == ("kernels", {"mm": 1})
    other = Emulator("emulate", "cuda")
    run(torch.mm, [t(5, 7).half(), t(7, 4).half()], other)
    assert not other.emulated and not other.kernels


def test_a_write_goes_to_its_kernel_and_keeps_its_alias() -> None:
    emulator = Emulator("emulate")
    c = t(2, 5, 4).half()
    got = run(lambda c, a, b: c.baddbmm_(a, b), [c, t(2, 5, 7).half(), t(2, 7, 4).half()], emulator)
    assert got.data_ptr() == c.data_ptr() and not emulator.emulated


@pytest.mark.parametrize("is_slow", [True, False])
def test_auto_emulates_large_products_where_kernels_are_slow(monkeypatch: pytest.MonkeyPatch, is_slow: bool) -> None:
    monkeypatch.setattr(emulate, "_measured", dict.fromkeys(LOW, is_slow))
    emulator = Emulator("auto")
    run(torch.mm, [t(4, 64).half(), t(64, 4).half()], emulator)
    assert not emulator.emulated
    run(torch.mm, [t(256, 64).half(), t(64, 64).half()], emulator)
    assert dict(emulator.emulated) == ({"mm": 1} if is_slow else {})


def test_slowness_is_a_fact_of_the_machine_and_measured_where_it_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emulate, "_measured", {})
    assert slow(torch.float16) == slow(torch.float16)
    monkeypatch.setattr(emulate, "_measured", {})
    monkeypatch.setattr(torch._C, "_has_mkldnn", False)
    monkeypatch.setattr(emulate, "measured_slowness", lambda dtype: 10.0 if dtype == torch.float16 else 2.0)
    assert slow(torch.float16) and not slow(torch.bfloat16)
    assert measured_slowness(torch.float16, 32) > 0


def test_a_kernel_that_the_emulation_does_not_match_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that rounds each partial sum, say."""
    op = EMULATED[torch.ops.aten.mm.default]
    monkeypatch.setattr(emulate, "_agreed", {})
    emulator = Emulator("emulate")

    def mm(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return torch.mm(a, b) if a.dtype == torch.float32 else torch.mm(a, b) * 1.01

    low = (t(5, 70).half(), t(70, 4).half())
    got = emulator.product(op, mm, low, {})
    assert torch.equal(got, mm(*low))
    assert emulator.used == "kernels" and len(emulator.disagreements) == 1


def test_signatures_tell_apart_what_may_decide() -> None:
    shrink = EMULATED[torch.ops.aten.convolution.default].shrink
    x, w, rest = t(1, 8, 9, 9).half(), t(6, 8, 3, 3).half(), ([1, 1], [0, 0], [1, 1], False, [0, 0], 1)
    usual = shrink((x, w, None, *rest))
    assert usual == shrink((t(2, 8, 5, 5).half(), w, None, *rest))
    assert usual != shrink((x, w.float(), None, *rest))
    assert usual != shrink((x, w, t(6).half(), *rest))
    assert usual != shrink((x, t(8, 6, 3, 3).half(), None, [1, 1], [0, 0], [1, 1], True, [0, 0], 1))


@pytest.mark.parametrize("name", CALLS)
def test_work_is_the_products_size(name: str) -> None:
    """Within a factor of the true number (a convolution's stride and border do not count)."""
    call, operands, product = CALLS[name]
    works: list[int] = []

    class Spy(Emulator):
        def product(self, op: Product, func: Any, args: Any, kwargs: Any) -> Any:
            if op.name == product:
                works.append(op.work(args))
            return super().product(op, func, args, kwargs)

    run(call, [operand.half() for operand in operands], Spy("emulate"))
    graph = fx.Graph()
    nodes = [graph.placeholder(f"x{i}") for i in range(len(operands))]
    node = graph.call_function(call, tuple(nodes))
    values: dict[fx.Node, Any] = dict(zip(nodes, operands, strict=True))
    values[node] = call(*operands)
    flops = node_flops(node, values)
    assert works and (not flops or flops / 2 / 3 <= sum(works) <= flops / 2 * 10)


def test_products_of_the_flop_table_are_looked_into() -> None:
    from pytest_dtypegen.dtypes import flops

    assert set(flops._TABLE) - {"_int_mm", "_addmm_activation", "dot"} <= PRODUCTS
