"""Random graphs and random tensor meta, for the property tests."""

from __future__ import annotations

import keyword
import math
import operator
from collections.abc import Callable
from typing import Any

import torch
from hypothesis import strategies as st
from torch import fx

from pytest_dtypegen.samples import allow, printer
from pytest_dtypegen.samples.meta import DTYPES
from pytest_dtypegen.samples.model import TensorMeta

FLOATS = st.floats() | st.sampled_from([math.inf, -math.inf, math.nan, -0.0, 1e-12, -3.4028234663852886e38, 5e-324])
DEVICES = st.sampled_from([torch.device("cpu"), torch.device("meta")])
CONSTANTS = (
    FLOATS
    | st.integers()
    | st.booleans()
    | st.none()
    | st.just(...)
    | st.text(max_size=8)
    | st.sampled_from(
        ["constant", "bilinear", "a'b", 'a"b', "a\\b", "a\nb", "{0}", "%s", "é", "\ud800", "L_x_", "None"]
    )
    | st.complex_numbers()
    | st.sampled_from([torch.float32, torch.bfloat16, torch.int64, torch.bool, torch.complex64, torch.qint8])
    | st.sampled_from([torch.strided, torch.contiguous_format, torch.channels_last, torch.per_channel_affine])
    | DEVICES
    | st.builds(torch.Size, st.lists(st.integers(0, 9), max_size=3))
    | st.builds(range, st.integers(-5, 5), st.integers(-5, 5))
)
NAMES = st.from_regex(r"[a-zA-Z_][a-zA-Z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: not keyword.iskeyword(name) and name not in ("torch", "math", "operator", "self")
    and not (name.startswith("__") and name.endswith("__"))
)  # fmt: skip
AWKWARD_NAMES = st.sampled_from([
    "device", "inf", "nan", "slice", "int", "float", "Ellipsis", "range", "getattr", "L_x_", "l_x_", "x", "x_1",
    "output", "add", "iadd", "setitem", "input", "complex",
])  # fmt: skip

PARAMETERS = (NAMES | AWKWARD_NAMES).filter(lambda name: name not in printer._NEEDED)

FUNCTIONS: list[Callable[..., Any]] = [
    torch.add, torch.cat, torch.nn.functional.relu, torch.nn.functional.dropout, torch._C._nn.linear, torch.conv2d,
    torch.nn.functional.max_pool2d, torch.functional.split, torch.functional.einsum, torch.fft.fftn, torch.linalg.norm,
    torch.special.logit, torch.ops.aten.add, torch.ops.aten.add.Tensor, torch.ops.aten.sym_size.int, torch.sym_sum,
    torch.ops.quantized.add.default, torch.tensor, torch.finfo, torch.Size, torch.autograd.function.FunctionCtx,
    torch._C._functorch._add_batch_dim, torch.amp.autocast_mode._exit_autocast, torch._C._set_grad_enabled,
    operator.add, operator.contains, operator.setitem, operator.iadd, operator.getitem, operator.neg, operator.eq,
    torch.clamp, torch._check_is_size, torch._C._log_api_usage_once,
]  # fmt: skip
BINARY = [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow,
    operator.matmul, operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift, operator.eq,
    operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.is_, operator.is_not,
]  # fmt: skip
IN_PLACE = [
    operator.iadd, operator.isub, operator.imul, operator.itruediv, operator.ifloordiv, operator.imod, operator.ipow,
    operator.imatmul, operator.iand, operator.ior, operator.ixor, operator.ilshift, operator.irshift,
]  # fmt: skip
UNARY = [operator.neg, operator.pos, operator.invert, operator.not_]
PYTHON = [math.sqrt, int, float, bool, max, len, range, round]
METHODS = ["view", "to", "item", "__eq__", "masked_fill", "mul_", "size", "float", "new_zeros", "permute", "type_as"]
FIELDS = ["real", "T", "shape", "dtype", "values"]


class Ref:
    """Stands for an earlier value of the graph in an argument that is drawn without knowing the graph."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __repr__(self) -> str:
        return f"Ref({self.number})"


REFS = st.builds(Ref, st.integers(0, 9))
ARGUMENTS = st.recursive(
    REFS | CONSTANTS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.builds(slice, inner, inner, inner)
        | st.dictionaries(st.text(max_size=4), inner, max_size=2)
    ),
    max_leaves=5,
)
POSITIONAL = st.lists(ARGUMENTS, max_size=3).map(tuple)
KEYWORDS = st.dictionaries(NAMES.filter(lambda name: name != "device"), ARGUMENTS, max_size=2)


def filled(value: Any, nodes: list[fx.Node]) -> Any:
    """A drawn argument with nodes of the graph for its references."""
    if isinstance(value, Ref):
        return nodes[value.number % len(nodes)]
    if isinstance(value, torch.Size):
        return value
    if isinstance(value, (tuple, list)):
        return type(value)(filled(item, nodes) for item in value)
    if isinstance(value, dict):
        return {key: filled(item, nodes) for key, item in value.items()}
    if isinstance(value, slice):
        return slice(*(filled(part, nodes) for part in (value.start, value.stop, value.step)))
    return value


CALLS: st.SearchStrategy[tuple[Any, tuple[Any, ...], dict[str, Any]]] = st.one_of(
    st.tuples(st.sampled_from(FUNCTIONS), POSITIONAL, KEYWORDS),
    st.tuples(st.sampled_from(METHODS), st.tuples(REFS, ARGUMENTS) | st.tuples(REFS), KEYWORDS),
    st.tuples(st.sampled_from(BINARY), st.tuples(REFS, ARGUMENTS) | st.tuples(ARGUMENTS, REFS), st.just({})),
    st.tuples(st.sampled_from(IN_PLACE), st.tuples(REFS, ARGUMENTS), st.just({})),
    st.tuples(st.sampled_from(UNARY), st.tuples(REFS), st.just({})),
    st.tuples(st.just(operator.getitem), st.tuples(REFS, ARGUMENTS), st.just({})),
    st.tuples(st.just(operator.setitem), st.tuples(REFS, ARGUMENTS, ARGUMENTS), st.just({})),
    st.tuples(st.just(getattr), st.tuples(REFS, st.sampled_from(FIELDS)), st.just({})),
    st.tuples(st.sampled_from(PYTHON), st.tuples(REFS, ARGUMENTS) | st.tuples(REFS), st.just({})),
).filter(lambda call: not is_text_arithmetic(call[0], call[1]))


def is_text_arithmetic(target: Any, args: tuple[Any, ...]) -> bool:
    """What the format has no words for, by intent: formatting of text, and devices as text."""
    return (target == "to" or target in allow.TEXT_ARITHMETIC) and any(isinstance(arg, str) for arg in args)


@st.composite
def graphs(draw: st.DrawFn) -> fx.Graph:
    """A graph of up to 10 nodes of every kind that a sample's text can hold, with arbitrary literals and names."""
    graph = fx.Graph()
    types = st.sampled_from([None, torch.Tensor, torch.nn.parameter.Parameter, torch.SymInt])
    name = st.none() | NAMES | AWKWARD_NAMES
    nodes = [
        graph.create_node("placeholder", target, (), {}, draw(name), draw(types))
        for target in draw(st.lists(PARAMETERS, min_size=1, max_size=3, unique=True))
    ]
    for target, args, kwargs in draw(st.lists(CALLS, max_size=7)):
        op = "call_method" if isinstance(target, str) else "call_function"
        nodes.append(graph.create_node(op, target, filled(args, nodes), filled(kwargs, nodes), draw(name)))
    graph.output(filled(draw(ARGUMENTS), nodes))
    return graph


@st.composite
def metas(draw: st.DrawFn) -> TensorMeta:
    """A tensor's meta with any name, numbers and recorded data that its dtype can hold."""
    dtype = draw(st.sampled_from(sorted(DTYPES)))
    shape = tuple(draw(st.lists(st.integers(0, 3), max_size=3)))
    torch_dtype = DTYPES[dtype]
    number = FLOATS | st.integers(-(2**70), 2**70)
    data = None
    if draw(st.booleans()):
        if torch_dtype.is_complex:
            value: st.SearchStrategy[Any] = st.complex_numbers()
        elif torch_dtype.is_floating_point:
            value = number
        elif dtype in ("int8", "int16", "int32", "int64", "uint8"):
            value = st.integers(torch.iinfo(torch_dtype).min, torch.iinfo(torch_dtype).max)
        else:
            value = st.booleans()
        data = tuple(draw(st.lists(value, min_size=math.prod(shape), max_size=math.prod(shape))))
    low, high = sorted(draw(st.tuples(*[st.integers(-99, 99) | st.floats(-99, 99)] * 2)))
    return TensorMeta(
        name=draw(NAMES | st.text(min_size=1, max_size=9)),
        shape=shape,
        dtype=dtype,
        device=draw(st.sampled_from(["cpu", "cuda:0"]) | st.text(max_size=5)),
        mean=draw(st.none() | number),
        std=draw(st.none() | number.filter(lambda value: not value < 0)),
        data=data,
        min_val=draw(st.none() | st.just(low)),
        max_val=draw(st.none() | st.just(high)),
        original_name=draw(st.none() | st.text(max_size=9)),
        is_input=draw(st.booleans()),
    )
