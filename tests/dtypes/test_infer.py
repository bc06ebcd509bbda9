"""Inference: dtypes and shapes from fake tensors, real values where all is known."""

import pytest
import torch

from pytest_dtypegen.dtypes.infer import Inferrer, infer
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples.model import TensorMeta
from pytest_dtypegen.samples.source import parse_graph


def model(body: str, *parameters: str) -> str:
    lines = "\n".join("        " + line for line in body.strip().splitlines())
    names = "".join(f", {name}: torch.Tensor" for name in parameters)
    return f"import torch\n\nclass GraphModule(torch.nn.Module):\n    def forward(self{names}):\n{lines}\n"


def inferred(body, tensors, device="cpu", **options):
    graph = parse_graph(model(body, *(t.name for t in tensors)), device=device)
    result = infer(graph, {t.name: t for t in tensors}, device, **options)
    by_name = {node.name: value for node, value in result.values.items()}
    known = {node.name: value for node, value in result.known.items()}
    return by_name, known


X = TensorMeta("x", (2, 3), "float32")


def test_dtypes_and_shapes_without_data():
    values, known = inferred("y = x.to(torch.float16)\nz = torch.matmul(y, y.t())\nreturn (z,)", [X])
    assert values["z"].dtype is torch.float16 and tuple(values["z"].shape) == (2, 2)
    assert "z" not in known


def test_a_device_that_is_not_present():
    values, _ = inferred("y = torch.matmul(x, x.t())\nreturn (y,)", [X], device="cuda")
    assert values["y"].dtype is torch.float32 and tuple(values["y"].shape) == (2, 2)


def test_a_recorded_scalar_steers_the_graph():
    eps = TensorMeta("eps", (), "float64", data=(1e-12,))
    size = TensorMeta("size", (), "int64", data=(6,))
    body = "e = eps.item()\ns = size.item()\ny = x.reshape(s)\nz = y + e\nreturn (z,)"
    values, known = inferred(body, [X, eps, size])
    assert known["e"] == 1e-12
    assert tuple(values["z"].shape) == (6,)


@pytest.mark.parametrize(
    "empty",
    [
        "torch.empty(0, 3)",
        "torch.rand(0, 3)",
        "x[:0]",
        "x.new_empty(0, 3)",
        "torch.empty_like(x[:0])",
        "torch.empty(0)",
    ],
)
def test_what_has_no_elements_makes_known_values_of_known_ones(empty):
    body = f"a = torch.ones(2, 3)\nb = torch.cat([a, {empty}], 0)\nc = b * 2\nreturn (c,)"
    _, known = inferred(body, [X])
    assert type(known["b"]) is torch.Tensor and known["c"].tolist() == [[2.0] * 3] * 2


def test_a_mask_built_from_constants_is_known():
    body = "m = torch.zeros(2, 3)\nm[0] = 5.0\nb = m > 1\nreturn (b, x)"
    _, known = inferred(body, [X])
    assert known["b"].tolist() == [[True, True, True], [False, False, False]]


def test_unknown_data_written_into_a_known_tensor_makes_it_and_its_views_unknown():
    body = "m = torch.zeros(2, 3)\nv = m[0]\nm[0] = x[0]\nk = torch.ones(2)\nreturn (v, m, k)"
    _, known = inferred(body, [X])
    assert "m" not in known and "v" not in known
    assert "k" in known


def test_a_view_shares_its_base_s_storage_also_when_the_answer_was_kept():
    for _ in range(2):
        graph = parse_graph(model("a = x.view(6)\nb = x * 2\nreturn (a, b)", "x"))
        with Inferrer({"x": X}) as walk:
            for node in graph.nodes:
                walk.run(node)
            values = {node.name: value for node, value in walk.values.items()}
        storage = {name: values[name].untyped_storage()._cdata for name in ("x", "a", "b")}
        assert storage["a"] == storage["x"] != storage["b"]


def test_a_size_that_depends_on_known_data():
    counts = TensorMeta("counts", (2,), "int64", data=(1, 3))
    values, _ = inferred("y = torch.repeat_interleave(x, counts, dim=0)\nreturn (y,)", [X, counts])
    assert tuple(values["y"].shape) == (4, 3)


def test_scalars_read_from_equal_looking_tensors_are_not_mixed_up():
    a = TensorMeta("a", (), "float32", data=(2.0,))
    b = TensorMeta("b", (), "float32", data=(3.0,))
    _, known = inferred("p = a.item()\nq = b.item()\nreturn (p, q)", [a, b])
    assert (known["p"], known["q"]) == (2.0, 3.0)


def test_a_random_value_is_not_known():
    _, known = inferred("r = torch.rand(2)\ns = r + 1\nreturn (s, x)", [X])
    assert "r" not in known and "s" not in known


def test_a_refused_node_is_named():
    with pytest.raises(DtypegenError) as caught:
        inferred("y = x.to(torch.float16)\nz = torch.matmul(y, x.t())\nreturn (z,)", [X])
    failure = caught.value.failure
    assert (failure.code, failure.op, failure.node, failure.line) == ("DG401", "matmul", "z", 6)
    assert failure.operands[0] == "y: float16[2, 3] cpu"


def test_what_vmap_leaves_behind_is_cleaned_up():
    body = (
        "n = torch._C._functorch._vmap_increment_nesting(2, 'error')\nb = torch._C._functorch._add_batch_dim(x, 0, 1)\n"
    )
    with pytest.raises(DtypegenError):
        inferred(body + "y = torch.matmul(b, torch.ones(7))\nreturn (y,)", [X])
    assert torch._C._functorch.maybe_current_level() is None
    assert not torch._C._is_any_autocast_enabled()


def test_operands_on_two_devices_are_refused():
    graph = parse_graph(model("z = x.cpu()\nw = x + z\nreturn (w,)", "x"))
    with pytest.raises(DtypegenError) as caught:
        infer(graph, {"x": X}, "cuda")
    failure = caught.value.failure
    assert (failure.code, failure.node) == ("DG410", "w")
    assert failure.operands == ("x: float32[2, 3] cuda", "z: float32[2, 3] cpu")


@pytest.mark.parametrize("op", ["x[0]", "x.contiguous()", "~(x > 0)", "x.cuda()"])
def test_ops_that_torch_without_cuda_would_refuse_on_its_device(op):
    values, _ = inferred(f"y = {op}\nreturn (y,)", [X], device="cuda")
    assert values["y"] is not None


@pytest.mark.parametrize("literal,refused", [(-1e4, False), (-3.4e38, True)])
def test_a_known_scalar_tensor_is_read_like_a_literal_whatever_was_asked_before(literal, refused):
    half, mask = TensorMeta("x", (2, 3), "float16"), TensorMeta("m", (2, 3), "bool")
    recorded = TensorMeta("v", (), "float32", data=(literal,))
    bodies = {
        "y = x.masked_fill(m, v)\nreturn (y,)": (half, mask, recorded),
        f"v = torch.tensor({literal})\ny = x.masked_fill(m, v)\nreturn (y,)": (half, mask),
        f"v = torch.tensor({literal})\nx[m] = v\nsetitem = x\nreturn (x,)": (half, mask),
    }
    for body, tensors in bodies.items():
        if not refused:
            inferred(body, tensors)
            continue
        with pytest.raises(DtypegenError) as error:
            inferred(body, tensors)
        assert error.value.failure.code == "DG404"


@pytest.mark.parametrize("op", ["torch.zeros(1000000, 1000000)", "s.expand(1000000, 1000000).contiguous()",
                                "s.repeat(1000000, 100000)", "s.new_zeros(1000000, 1000000)"])  # fmt: skip
def test_what_is_known_but_large_is_not_computed(op):
    scalar = TensorMeta("s", (1, 1), "float32", data=(1.0,))
    values, known = inferred(f"y = {op}\nreturn (y, x)", [X, scalar])
    assert values["y"].numel() >= 10**11 and "y" not in known


def test_a_split_at_places_that_a_tensor_holds():
    places = TensorMeta("places", (2,), "int64", data=(1, 3))
    rows = TensorMeta("rows", (4, 3), "float32")
    values, _ = inferred("y = torch.tensor_split(rows, places)\na = y[1]\nreturn (a,)", [rows, places])
    assert tuple(values["a"].shape) == (2, 3)
    unrecorded = [rows, TensorMeta("places", (2,), "int64")]
    values, _ = inferred("y = torch.tensor_split(rows, places)\na = y[1]\nreturn (a,)", unrecorded)
    assert len(values["y"]) == 3
