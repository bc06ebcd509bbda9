"""The autocast pass: what it casts, what it keeps in float32, and that it leaves nothing for a second time."""

import pytest
import torch

from pytest_dtypegen.dtypes.infer import infer
from pytest_dtypegen.dtypes.ops import op_name
from pytest_dtypegen.execute.run import run_graph
from pytest_dtypegen.passes.autocast import Autocast
from pytest_dtypegen.passes.protocol import PassContext
from pytest_dtypegen.samples.model import TensorMeta
from pytest_dtypegen.samples.source import parse_graph
from pytest_dtypegen.samples.write import graph_difference

F16, BF16 = torch.float16, torch.bfloat16
LOWEST = torch.finfo(F16).min


def model(body, names):
    lines = "\n".join("        " + line for line in body.strip().splitlines())
    names = "".join(f", {name}: torch.Tensor" for name in names)
    return (
        "import torch\nfrom torch import device\n\nclass GraphModule(torch.nn.Module):\n"
        f"    def forward(self{names}):\n{lines}\n"
    )


def f32(name, *shape, **fields):
    return TensorMeta(name, shape, "float32", **fields)


def i64(name, *shape, **fields):
    return TensorMeta(name, shape, "int64", **fields)


class Rewritten:
    """A rewrite with its inferred values, held to: nothing refused, input untouched, nothing left to do."""

    def __init__(self, body, tensors, dtype=F16, device="cpu"):
        metas = {t.name: t for t in tensors}
        graph = parse_graph(model(body, metas), device=device)
        before = str(graph)
        context = PassContext(dtype, torch.device(device), metas)
        self.rewrite = Autocast().rewrite(graph, context)
        assert str(graph) == before
        again = Autocast().rewrite(self.rewrite.graph, PassContext(dtype, torch.device(device), self.rewrite.tensors))
        assert graph_difference(self.rewrite.graph, again.graph) is None
        assert again.tensors == self.rewrite.tensors
        inference = infer(self.rewrite.graph, self.rewrite.tensors, device)
        self.nodes = {node.name: node for node in self.rewrite.graph.nodes}
        self.values = {node.name: value for node, value in inference.values.items()}
        self.added = len(self.nodes) - len(list(graph.nodes))

    def dtype(self, name):
        return self.values[name].dtype

    def meta(self, name):
        return self.rewrite.tensors[name].dtype

    def ops(self):
        return [op_name(node) for node in self.nodes.values()]


@pytest.mark.parametrize("dtype", [F16, BF16])
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_linear_needs_no_cast(dtype, device):
    body = "y = torch._C._nn.linear(x, w, b)\nreturn (y,)"
    r = Rewritten(body, [f32("x", 2, 3), f32("w", 4, 3), f32("b", 4)], dtype, device)
    assert r.added == 0
    assert r.dtype("y") is dtype
    assert {r.meta(n) for n in "xwb"} == {str(dtype).removeprefix("torch.")}


def test_integers_and_float64_stay():
    body = "e = torch.nn.functional.embedding(i, w)\nd = s + 1\nreturn (e, d)"
    r = Rewritten(body, [i64("i", 4), f32("w", 9, 3), TensorMeta("s", (), "float64", data=(2.0,))])
    assert (r.meta("i"), r.meta("w"), r.meta("s")) == ("int64", "float16", "float64")
    assert r.dtype("e") is F16 and r.dtype("d") is torch.float64


def test_a_scalar_read_by_item_is_kept():
    body = "e = eps.item()\ny = torch.nn.functional.layer_norm(x, (3,), w, None, e)\nreturn (y,)"
    r = Rewritten(body, [f32("x", 2, 3), f32("w", 3), f32("eps", data=(1e-5,))])
    assert r.meta("eps") == "float32"
    assert r.meta("w") == "float32" and r.dtype("y") is F16


@pytest.mark.parametrize("norm", ["layer_norm(x, (3,), w, b, 1e-5)", "group_norm(x, 1, w, b, 1e-5)",
                                  "batch_norm(x, m, v, w, b, False, 0.1, 1e-5)"])  # fmt: skip
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_normalisation_parameters_stay_float32(norm, device):
    tensors = [f32("x", 2, 3), f32("w", 3), f32("b", 3), f32("m", 3), f32("v", 3)]
    r = Rewritten(f"y = torch.nn.functional.{norm}\nz = y @ x.t()\nreturn (z,)", tensors, F16, device)
    assert r.meta("w") == r.meta("b") == "float32"
    assert r.dtype("z") is F16


def test_an_explicit_upcast_is_the_author_s():
    body = (
        "u = x.to(torch.float32)\np = u.pow(2)\nm = p.mean(-1, keepdim=True)\nr = torch.rsqrt(m + 1e-6)\n"
        "n = u * r\ny = w * n\nz = torch._C._nn.linear(y, k, None)\nreturn (z,)"
    )
    r = Rewritten(body, [f32("x", 2, 3), f32("w", 3), f32("k", 4, 3)])
    assert r.dtype("x") is F16 and r.dtype("u") is torch.float32 and r.dtype("n") is torch.float32
    assert r.dtype("z") is F16
    assert r.added == 1  # y into the linear


@pytest.mark.parametrize(("dtype", "lowest"), [(F16, LOWEST), (BF16, torch.finfo(BF16).min)])
def test_masked_fill_takes_the_target_s_lowest(dtype, lowest):
    body = "y = x.masked_fill(m, -3.4028234663852886e+38)\nreturn (y,)"
    r = Rewritten(body, [f32("x", 2, 3), TensorMeta("m", (2, 3), "bool")], dtype)
    assert r.nodes["y"].args[2] == lowest
    assert r.dtype("y") is dtype


@pytest.mark.parametrize(
    "op",
    ["x % {}", "torch.remainder(x, {})", "torch.fmod(x, {})", "x // {}", "x.floor_divide({})", "{} % x",
     "torch.div(x, {}, rounding_mode='floor')", "x.div({}, rounding_mode='trunc')",
     "x.clone().remainder_({})", "x.clone().fmod_({})", "x.clone().div_({}, rounding_mode='floor')"],
)  # fmt: skip
@pytest.mark.parametrize(
    ("scalar", "held"), [("0.3", False), ("0.5", True), ("3", True), ("2049", False), ("1e5", False)]
)
def test_a_scalar_that_is_counted_with_is_held_exactly(op, scalar, held):
    r = Rewritten(f"y = {op.format(scalar)}\nz = y.to(x.dtype)\nreturn (z,)", [f32("x", 2, 3)])
    computed = r.values.get("y_f32", r.values["y"])
    assert computed.dtype is (F16 if held else torch.float32)
    if "y_f32" in r.values and scalar == "1e5":  # what is written is brought into the range first
        assert r.nodes["y"].args[1].args[0].target == "clamp"


def test_infinities_are_kept():
    body = "y = x.masked_fill(m, float('-inf'))\nreturn (y,)"
    r = Rewritten(body, [f32("x", 2, 3), TensorMeta("m", (2, 3), "bool")])
    assert r.nodes["y"].args[2] == float("-inf")


def test_a_zero_dimensional_lowest_is_clamped_before_it_is_chosen():
    body = "c = torch.full([], -3.4028234663852886e+38, dtype=torch.float32)\ny = torch.where(m, x, c)\nreturn (y,)"
    r = Rewritten(body, [f32("x", 2, 3), TensorMeta("m", (2, 3), "bool")])
    assert r.dtype("y") is F16
    assert "clamp" in r.ops()


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_an_additive_mask_follows_the_query(device):
    body = (
        "f = m.to(dtype=torch.float32)\ni = 1.0 - f\nk = i * -3.4028234663852886e+38\n"
        "y = torch._C._nn.scaled_dot_product_attention(q, q, q, attn_mask=k, dropout_p=0.0, is_causal=False)\n"
        "return (y,)"
    )
    m = i64("m", 1, 1, 4, 4, min_val=0, max_val=1)
    r = Rewritten(body, [f32("q", 1, 2, 4, 8), m], F16, device)
    mask = r.nodes["y"].kwargs["attn_mask"]
    assert r.dtype(mask.name) is F16 and r.dtype("y") is F16
    assert mask.args[0].target == "clamp"  # so that a fully masked row does not become NaN


def test_one_cast_serves_all_users_until_a_write():
    body = (
        "u = x.to(torch.float32)\na = torch._C._nn.linear(u, w, None)\nb = torch._C._nn.linear(u, w, None)\n"
        "c = u.add_(1)\nd = torch._C._nn.linear(u, w, None)\nreturn (a, b, d)"
    )
    r = Rewritten(body, [f32("x", 2, 3), f32("w", 4, 3)])
    assert r.nodes["a"].args[0] is r.nodes["b"].args[0]
    assert r.nodes["d"].args[0] is not r.nodes["a"].args[0]


def test_rotary_angles_stay_float32():
    body = (
        "p = torch.arange(0, 4096)\nf = p[None, :].float()\ni = inv[:, None].float()\na = i @ f\n"
        "c = a.cos()\nq = x * c\ny = torch.matmul(q, q.t())\nreturn (y,)"
    )
    r = Rewritten(body, [f32("x", 8, 4096), f32("inv", 8)])
    assert r.meta("inv") == "float32"
    assert r.dtype("a") is torch.float32 and r.dtype("y") is F16
    assert r.rewrite.islands["a"] == "positions and their angles"


def test_an_eps_below_the_smallest_normal_keeps_its_computation():
    body = "v = x * s\ny = v + 1e-12\nz = x / y\nreturn (z,)"
    tensors = [f32("x", 2, 3), f32("s", 2, 3)]
    assert Rewritten(body, tensors, F16).dtype("y") is torch.float32
    assert Rewritten(body, tensors, BF16).dtype("y") is BF16


@pytest.mark.parametrize("square", ["x * x", "x.pow(2)", "x ** 2", "torch.square(x)"])
def test_a_square_leaves_the_range_however_it_is_spelled(square):
    assert Rewritten(f"y = {square}\nz = y.mean(-1)\nreturn (z,)", [f32("x", 2, 3)]).dtype("y") is torch.float32


def test_recorded_values_that_the_target_cannot_hold_stay():
    body = "y = x * e\nz = y + p\nreturn (z,)"
    r = Rewritten(body, [f32("x", 2, 3), f32("e", 3, data=(1e-12, 1.0, 2.0)), f32("p", 3, data=(0.0, 2049.0, 5.0))])
    assert r.meta("e") == r.meta("p") == "float32"


def test_an_index_write_follows_the_tensor_that_is_written():
    body = "h = torch.zeros(4, 3)\ny = h.index_put_((i,), x)\nreturn (y,)"
    r = Rewritten(body, [f32("x", 2, 3), i64("i", 2, data=(0, 3))])
    assert r.dtype("y") is torch.float32 and r.added == 1


def test_a_write_that_leaves_the_range_is_seen_by_its_aliases():
    body = "v = x.view(6)\ny = v.pow_(2)\nz = torch._C._nn.linear(x, w, None)\nreturn (z, y)"
    r = Rewritten(body, [f32("x", 2, 3), f32("w", 4, 3)])
    assert "copy_" in r.ops() and r.dtype("y") is F16


def test_no_kernel_means_an_island():
    body = "y = torch._C._fft.fft_fftn(x, dim=(0, 1))\nz = y.real\nw = torch.matmul(z, z.t())\nreturn (w,)"
    r = Rewritten(body, [f32("x", 3, 5)])
    assert r.values["y"].dtype is torch.complex64 and r.dtype("w") is F16


def test_a_region_without_autocast_stays_as_the_author_has_it():
    body = (
        "e = torch.amp.autocast_mode._enter_autocast('cpu', None, False, None)\nf = x.float()\n"
        "a = f @ f.t()\nq = torch.amp.autocast_mode._exit_autocast(e)\ny = torch.matmul(a, x)\nreturn (y,)"
    )
    r = Rewritten(body, [f32("x", 3, 3)])
    assert r.dtype("a") is torch.float32 and r.dtype("y") is F16
    assert r.rewrite.islands["a"] == "the author disabled autocast"


def test_ranges_of_the_reference_run_make_an_island():
    from pytest_dtypegen.passes.protocol import Range

    metas = {"x": f32("x", 2, 3)}
    graph = parse_graph(model("y = torch.matmul(x, x.t())\nreturn (y,)", metas))
    context = PassContext(F16, torch.device("cpu"), metas, ranges={"y": Range(1e6, 1.0)})
    rewrite = Autocast().rewrite(graph, context)
    assert "beyond the target's range" in rewrite.islands["y"]


def test_float16_samples_to_float32():
    metas = {"x": TensorMeta("x", (2, 3), "float16"), "w": TensorMeta("w", (4, 3), "float16")}
    body = "a = x.to(torch.float16)\ny = torch._C._nn.linear(a, w, None)\nreturn (y,)"
    graph = parse_graph(model(body, metas))
    context = PassContext(torch.float32, torch.device("cpu"), metas, sources=frozenset({F16, BF16}))
    rewrite = Autocast().rewrite(graph, context)
    values = {n.name: v for n, v in infer(rewrite.graph, rewrite.tensors).values.items()}
    assert values["y"].dtype is torch.float32 and values["a"].dtype is torch.float32


@pytest.mark.parametrize("target", [torch.float32, BF16])
@pytest.mark.parametrize("spelled", ["a = x.half()", "a = x.to(torch.float16)", "a = x.type(torch.float16)"])
def test_the_author_s_cast_to_the_source_dtype_becomes_the_target(spelled, target):
    metas = {"x": TensorMeta("x", (2, 3), "float32"), "w": TensorMeta("w", (4, 3), "float16")}
    graph = parse_graph(model(f"{spelled}\ny = torch._C._nn.linear(a, w, None)\nreturn (y,)", metas))
    context = PassContext(target, torch.device("cpu"), metas, sources=frozenset({F16}))
    rewrite = Autocast().rewrite(graph, context)
    values = {n.name: v for n, v in infer(rewrite.graph, rewrite.tensors).values.items()}
    assert values["a"].dtype is target and values["y"].dtype is target
    assert len(rewrite.graph.nodes) == len(graph.nodes)


def test_an_eps_that_only_the_default_says():
    r = Rewritten("y = torch.nn.functional.normalize(x, dim=-1)\nreturn (y,)", [f32("x", 2, 3)])
    assert r.dtype("y") is torch.float32


@pytest.mark.parametrize(
    "write", ["y = x.copy_(w)", "y = x.mul_(w)", "y = x.masked_fill_(m, 3.0)", "x[0] = 1.0\ny = x"]
)
def test_a_write_beyond_the_range_stays_a_write(write):
    """Computed in float32 it would still end in the low-precision tensor."""
    from pytest_dtypegen.passes.protocol import Range

    metas = {"x": f32("x", 2, 3), "w": f32("w", 2, 3), "m": TensorMeta("m", (2, 3), "bool")}
    graph = parse_graph(model(f"{write}\nreturn (y,)", metas))
    context = PassContext(F16, torch.device("cpu"), metas, ranges={"y": Range(1e6, 1.0), "setitem": Range(1e6, 1.0)})
    rewrite = Autocast().rewrite(graph, context)
    assert len(list(rewrite.graph.nodes)) == len(list(graph.nodes))
    infer(rewrite.graph, rewrite.tensors)


@pytest.mark.parametrize("dtype", [F16, BF16])
def test_an_op_outside_the_tables_that_the_device_lacks_is_an_island(dtype):
    body = "y = torch.linalg.lu_factor(x)\na = y[0]\nreturn (a,)"
    cpu = Rewritten(body, [f32("x", 4, 4)], dtype)
    assert cpu.values["a"].dtype is torch.float32
    assert cpu.rewrite.islands["y"] == f"no cpu kernel for linalg_lu_factor in {dtype}"


@pytest.mark.parametrize("dtype", [F16, BF16])
@pytest.mark.parametrize("device", ["cpu", "cuda"])
@pytest.mark.parametrize("made", ["torch.complex(x, x)", "torch.view_as_complex(x)", "torch.fft.rfft(x)"])
def test_complex_values_stay_what_they_were(made, device, dtype):
    r = Rewritten(f"y = {made}\nreturn (y,)", [f32("x", 8, 2)], dtype, device)
    assert r.dtype("y") is torch.complex64


@pytest.mark.parametrize("norm", [
    "torch.nn.functional.batch_norm(x, m, v, w, b, False, 0.1, 1e-05)",
    "torch.nn.functional.layer_norm(x, (8,), weight=w, bias=b)",
    "torch.nn.functional.group_norm(x, 2, w, b)",
])  # fmt: skip
def test_a_norm_that_shares_a_parameter_with_a_product_keeps_its_input_s_dtype(norm):
    body = f"l = torch._C._nn.linear(x, k, b)\ny = {norm}\nreturn (l, y)"
    r = Rewritten(body, [f32("x", 4, 8), f32("k", 8, 8), *(f32(n, 8) for n in "bmvw")])
    assert r.dtype("l") is F16 and r.dtype("y") is F16
    assert r.meta("b") == "float16" and r.added == 1


@pytest.mark.parametrize("dtype", [F16, BF16])
@pytest.mark.parametrize("write", ["y += mask", "y.add_(mask)", "y[:, 2:4] = mask[:, 2:4]", "y.copy_(mask)"])
def test_a_write_of_a_mask_beyond_the_range_brings_no_infinity(write, dtype):
    mask = f32("mask", 2, 4, data=(0.0, -3.4028234663852886e38) * 4)
    r = Rewritten(f"y = torch.matmul(x, w)\n{write}\nreturn (y,)", [f32("x", 2, 3), f32("w", 3, 4), mask], dtype)
    feed = {"x": torch.ones(2, 3), "w": torch.ones(3, 4), "mask": torch.tensor(mask.data).reshape(2, 4)}
    (y,) = run_graph(
        r.rewrite.graph, lambda node: feed[str(node.target)].to(r.rewrite.tensors[str(node.target)].torch_dtype)
    )
    assert y.dtype is dtype and torch.isfinite(y).all() and y.min() < -6e4


@pytest.mark.parametrize("dtype, axis, wide", [(F16, 16385, True), (F16, 16384, False), (BF16, 1 << 20, False)])
@pytest.mark.parametrize("spelled", ["torch.softmax(x, dim=-1)", "x.softmax(1)", "torch.nn.functional.softmax(x, 1)"])
def test_shares_that_the_target_cannot_hold(spelled, dtype, axis, wide):
    r = Rewritten(f"y = {spelled}\nreturn (y,)", [f32("x", 2, axis)], dtype)
    assert r.dtype("y") is (torch.float32 if wide else dtype)
