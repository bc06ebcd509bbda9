"""``parse_graph``: each kind of statement and expression, and the nodes that it becomes."""

from __future__ import annotations

import math
import operator
from typing import Any

import pytest
import torch
from sample_texts import MODEL, model
from torch import fx

from pytest_dtypegen.samples.source import parse_graph


def nodes(body: str, parameters: str = "L_x_: torch.Tensor", device: str = "cpu") -> list[fx.Node]:
    """The nodes of a body, without the placeholders; checked to be a well-formed graph."""
    graph = parse_graph(model(body, parameters), device)
    graph.lint()
    return [node for node in graph.nodes if node.op != "placeholder"]


def only(body: str, **options: str) -> fx.Node:
    """The one node of a body that ends by itself."""
    node, output = nodes(body + "\nreturn (x,)", **options)
    assert output.args == ((node,),)
    return node


def argument(text: str, device: str = "cpu") -> Any:
    return only(f"x = torch.add(L_x_, {text})", device=device).args[1]


def test_the_graph_of_a_whole_model() -> None:
    graph = parse_graph(MODEL)
    graph.lint()
    assert [(n.op, n.name) for n in graph.nodes] == [
        ("placeholder", "l_x_"),
        ("placeholder", "l_self_modules_fc_parameters_weight_"),
        ("placeholder", "l_self_modules_norm_eps"),
        ("placeholder", "s1"),
        ("call_function", "linear"),
        ("call_method", "item"),
        ("call_function", "x"),
        ("call_function", "mask"),
        ("call_function", "setitem"),
        ("call_function", "eq"),
        ("call_method", "masked_fill"),
        ("call_function", "scores"),
        ("call_function", "iadd"),
        ("call_method", "chunk"),
        ("call_function", "a"),
        ("call_function", "b"),
        ("call_function", "fft_fft"),
        ("call_function", "real"),
        ("call_function", "mul"),
        ("call_function", "y"),
        ("output", "output"),
    ]
    lines = MODEL.splitlines()
    for node in graph.nodes:
        if node.op == "placeholder":
            assert lines[node.meta["line"] - 1].strip().startswith(f"{node.target}:")
    assert "layer_norm" in lines[next(n for n in graph.nodes if n.name == "x").meta["line"] - 1]
    types = [n.type for n in graph.nodes if n.op == "placeholder"]
    assert types == [torch.Tensor, torch.nn.parameter.Parameter, torch.Tensor, torch.SymInt]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("-1", -1),
        ("+1", 1),
        ("1.5", 1.5),
        ("-1e-12", -1e-12),
        ("-3.4028234663852886e+38", -3.4028234663852886e38),
        ("True", True),
        ("None", None),
        ("...", ...),
        ("Ellipsis", ...),
        ("'same'", "same"),
        ("2j", 2j),
        ("(1 + 2j)", 1 + 2j),
        ("inf", math.inf),
        ("-inf", -math.inf),
        ("torch.inf", math.inf),
        ("float('inf')", math.inf),
        ("math.inf", math.inf),
        ("float('-inf')", -math.inf),
        ("torch.pi", math.pi),
        ("complex(0.0, 1.0)", 1j),
        ("1 / 8", 0.125),
        ("2 * -3", -6),
        ("torch.float32", torch.float32),
        ("torch.strided", torch.strided),
        ("torch.qint8", torch.qint8),
        ("torch.channels_last", torch.channels_last),
        ("torch.per_tensor_affine", torch.per_tensor_affine),
        ("slice(None, -1, 2)", slice(None, -1, 2)),
        ("slice(3)", slice(3)),
        ("range(1, 4)", range(1, 4)),
        ("(1, (2, None))", (1, (2, None))),
        ("[1, [2, -3]]", [1, [2, -3]]),
        ("{'a': 1}", {"a": 1}),
        ("()", ()),
        ("[]", []),
        ("int(2.0)", 2),
        ("float(2)", 2.0),
        ("bool(1)", True),
    ],
)
def test_literals(text: str, value: Any) -> None:
    found = argument(text)
    assert found == value
    assert type(found) is type(value) or isinstance(found, type(value))


@pytest.mark.parametrize("text", ["nan", "torch.nan", "float('nan')", "math.nan", "-nan"])
def test_nan(text: str) -> None:
    assert math.isnan(argument(text))


@pytest.mark.parametrize(
    ("text", "target", "args"),
    [
        ("L_x_ + 1", operator.add, ("x", 1)),
        ("1.0 - L_x_", operator.sub, (1.0, "x")),
        ("L_x_ * 2", operator.mul, ("x", 2)),
        ("L_x_ / 2", operator.truediv, ("x", 2)),
        ("L_x_ // 2", operator.floordiv, ("x", 2)),
        ("L_x_ % 2", operator.mod, ("x", 2)),
        ("L_x_ ** -1", operator.pow, ("x", -1)),
        ("L_x_ @ L_x_", operator.matmul, ("x", "x")),
        ("L_x_ & 1", operator.and_, ("x", 1)),
        ("L_x_ | 1", operator.or_, ("x", 1)),
        ("L_x_ ^ 1", operator.xor, ("x", 1)),
        ("L_x_ << 1", operator.lshift, ("x", 1)),
        ("L_x_ >> 1", operator.rshift, ("x", 1)),
        ("-L_x_", operator.neg, ("x",)),
        ("~L_x_", operator.invert, ("x",)),
        ("+L_x_", operator.pos, ("x",)),
        ("not L_x_", operator.not_, ("x",)),
        ("L_x_ == 0", operator.eq, ("x", 0)),
        ("L_x_ != 0", operator.ne, ("x", 0)),
        ("L_x_ < 0.5", operator.lt, ("x", 0.5)),
        ("L_x_ <= 0", operator.le, ("x", 0)),
        ("L_x_ > -128", operator.gt, ("x", -128)),
        ("L_x_ >= 0", operator.ge, ("x", 0)),
        ("L_x_ is None", operator.is_, ("x", None)),
        ("L_x_[0]", operator.getitem, ("x", 0)),
        ("L_x_[-1:]", operator.getitem, ("x", slice(-1, None, None))),
        ("L_x_[(slice(None, None, None), None, 0)]", operator.getitem, ("x", (slice(None, None, None), None, 0))),
        ("L_x_[..., 0]", operator.getitem, ("x", (..., 0))),
        ("L_x_.real", getattr, ("x", "real")),
        ("getattr(L_x_, 'T')", getattr, ("x", "T")),
        ("[None] * L_x_", operator.mul, ([None], "x")),
        ("operator.add(L_x_, 1)", operator.add, ("x", 1)),
        ("math.sqrt(L_x_)", math.sqrt, ("x",)),
        ("int(L_x_)", int, ("x",)),
        ("torch.sym_sum([128, L_x_])", torch.sym_sum, ([128, "x"],)),
        ("max(L_x_, 1)", max, ("x", 1)),
        ("torch.ops.aten.sym_size.int(L_x_, 1)", torch.ops.aten.sym_size.int, ("x", 1)),
        ("torch._C._nn.linear(L_x_, L_x_, None)", torch._C._nn.linear, ("x", "x", None)),
        ("torch.functional.split(L_x_, [1, 2], 1)", torch.functional.split, ("x", [1, 2], 1)),
        ("torch.nn.functional.silu(L_x_)", torch.nn.functional.silu, ("x",)),
        ("torch.linalg.vector_norm(L_x_)", torch.linalg.vector_norm, ("x",)),
        ("torch._C._set_grad_enabled(False)", torch._C._set_grad_enabled, (False,)),
        ("torch.autograd.function.FunctionCtx()", torch.autograd.function.FunctionCtx, ()),
        ("torch._C._log_api_usage_once('python.nn_module')", torch._C._log_api_usage_once, ("python.nn_module",)),
        ("torch.finfo(torch.float16)", torch.finfo, (torch.float16,)),
        ("torch.Size([1, 2])", torch.Size, ([1, 2],)),
    ],
)
def test_functions(text: str, target: Any, args: tuple[Any, ...]) -> None:
    node = only(f"x = {text}")
    assert (node.op, node.target) == ("call_function", target)
    placeholder = next(iter(node.graph.nodes))

    def fill(value: Any) -> Any:
        if isinstance(value, str) and value == "x":
            return placeholder
        return [fill(v) for v in value] if type(value) is list else value

    assert tuple(node.args) == tuple(fill(a) for a in args)


def test_methods() -> None:
    node = only("x = L_x_.to(dtype=torch.float16, copy=True)")
    assert (node.op, node.target, dict(node.kwargs)) == ("call_method", "to", {"dtype": torch.float16, "copy": True})
    assert only("x = L_x_.__and__(L_x_)").target == "__and__"


def test_aliases_and_deletions_make_no_nodes() -> None:
    assert only("l_x_ = L_x_\ny = z = l_x_\nl_x_ = y = None\nx = torch.sin(z)\nz = None").name == "x"


def test_a_cleared_name_is_none() -> None:
    """As in Python: what reads it afterwards gets None."""
    assert only("y = L_x_\ny = None\nx = torch.add(L_x_, y)").args[1] is None


def test_in_place_operators_rename() -> None:
    first, second, output = nodes("y = L_x_ * 1\ny += 2\niadd = y\ny = None\nreturn (iadd,)")
    assert (second.target, second.args, second.name) == (operator.iadd, (first, 2), "iadd")
    assert output.args == ((second,),)


@pytest.mark.parametrize(
    ("sign", "target"),
    [
        ("+", operator.iadd),
        ("-", operator.isub),
        ("*", operator.imul),
        ("/", operator.itruediv),
        ("//", operator.ifloordiv),
        ("%", operator.imod),
        ("**", operator.ipow),
        ("@", operator.imatmul),
        ("&", operator.iand),
        ("|", operator.ior),
        ("^", operator.ixor),
        ("<<", operator.ilshift),
        (">>", operator.irshift),
    ],
)
def test_every_in_place_operator(sign: str, target: Any) -> None:
    assert nodes(f"L_x_ {sign}= 2\nreturn (L_x_,)")[0].target is target


def test_an_alias_of_the_old_value_stays() -> None:
    node, output = nodes("y = L_x_\ny += 1\nreturn (L_x_, y)")
    assert output.args == ((node.args[0], node),)


def test_writes_into_a_part() -> None:
    node, _ = nodes("L_x_[(0, slice(1, None, None))] = 2209\nreturn (L_x_,)")
    assert (node.target, node.args[1:]) == (operator.setitem, ((0, slice(1, None, None)), 2209))


def test_in_place_operator_on_a_part() -> None:
    get, add, put, _ = nodes("L_x_[0] += 1\nreturn (L_x_,)")
    assert [n.target for n in (get, add, put)] == [operator.getitem, operator.iadd, operator.setitem]
    assert put.args == (get.args[0], 0, add)


def test_unpacking() -> None:
    split, a, b, _ = nodes("a, b = L_x_.chunk(2)\nreturn (a, b)")
    assert [(n.target, n.args) for n in (a, b)] == [(operator.getitem, (split, 0)), (operator.getitem, (split, 1))]
    assert (a.name, b.name) == ("a", "b")
    chunk, a, rest, b, c, _ = nodes("(a, (b, c)) = L_x_.chunk(2)\nreturn (a, b, c)")
    assert [n.args for n in (a, rest, b, c)] == [(chunk, 0), (chunk, 1), (rest, 0), (rest, 1)]


def test_values_in_a_literal_tuple_stay_themselves() -> None:
    x, output = nodes("y = (L_x_, 5)\na, b = y\nx = torch.add(a, b)\nreturn (y[1], x)")
    assert x.args == (next(iter(x.graph.nodes)), 5)
    assert output.args == ((5, x),)


def test_nested_calls_come_in_order_of_evaluation() -> None:
    found = nodes("x = torch.add(L_x_.sin(), torch.cos(L_x_) * 2)\nreturn (x,)")
    assert [n.name for n in found] == ["sin", "cos", "mul", "x", "output"]


def test_dead_code_stays() -> None:
    assert [n.name for n in nodes("y = torch.sin(L_x_)\ny = None\ntorch.cos(L_x_)\nreturn (L_x_,)")] == [
        "y",
        "cos",
        "output",
    ]


def test_bare_calls_and_docstrings() -> None:
    call, output = nodes('"""A graph."""\ntorch._C._set_grad_enabled(False)\nreturn L_x_')
    assert call.target is torch._C._set_grad_enabled
    assert output.args[0].op == "placeholder"


def test_annotations_of_values() -> None:
    assert only("x : torch.Tensor = torch.sin(L_x_)").type is torch.Tensor
    assert only("x = torch.sin(L_x_)", parameters='L_x_: "f32[1, 4]"').args[0].type is None  # type: ignore[union-attr]


def test_names_taken_twice_stay_apart() -> None:
    first, second, output = nodes("x = torch.sin(L_x_)\nx = torch.cos(x)\nreturn (x,)")
    assert (first.name, second.name) == ("x", "x_1")
    assert output.args == ((second,),)


@pytest.mark.parametrize(
    "text",
    [
        "device(type='cuda', index=0)",
        "device('cuda:0')",
        "device(type='cpu')",
        "torch.device('cuda')",
        "torch.device('cuda', 1)",
        "torch.device(type='xpu', index=3)",
        "'cuda:1'",
        "device(0)",
    ],
)
@pytest.mark.parametrize("device", ["cpu", "cuda:2", "meta"])
def test_devices_move(text: str, device: str) -> None:
    assert argument(text, device) == torch.device(device)
    assert only(f"x = torch.zeros((1,), device={text})", device=device).kwargs == {"device": torch.device(device)}
    node = only(f"x = L_x_.to({text}, torch.float32)", device=device)
    assert node.args[1:] == (torch.device(device), torch.float32)


def test_devices_by_text_and_number_move() -> None:
    assert only("x = L_x_.to('cpu')", device="cuda").args[1] == torch.device("cuda")
    assert only("x = torch.zeros(1, device='cpu')", device="cuda").kwargs == {"device": torch.device("cuda")}
    assert only("x = torch.zeros(1, device=0)").kwargs == {"device": torch.device("cpu")}
    for method in ("cuda", "cpu"):
        node = only(f"x = L_x_.{method}()", device="xpu:1")
        assert (node.target, node.args[1:]) == ("to", (torch.device("xpu:1"),))
    node = only("x = torch.amp.autocast_mode._enter_autocast('cuda', None, False, None)")
    assert node.args == ("cpu", None, False, None)


def test_text_that_is_no_device_stays() -> None:
    assert only("x = torch.functional.einsum('cuda,b->b', L_x_, L_x_)").args[0] == "cuda,b->b"
    assert only("x = torch.zeros(1, device=device('meta'))").kwargs == {"device": torch.device("meta")}


def test_no_parameters() -> None:
    text = model("return (torch.zeros(1),)").replace("self, L_x_: torch.Tensor", "self")
    assert [n.op for n in parse_graph(text).nodes] == ["call_function", "output"]
