"""The allow-list's tables, each held against the torch that is installed."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
import torch

from pytest_dtypegen.samples import allow


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


GRAPHNET_CALLS = _words(
    """
    torch._C._fft.fft_fftn torch._C._fft.fft_irfft torch._C._fft.fft_rfft torch._C._functorch._add_batch_dim
    torch._C._functorch._remove_batch_dim torch._C._functorch._vmap_decrement_nesting
    torch._C._functorch._vmap_increment_nesting torch._C._linalg.linalg_norm torch._C._linalg.linalg_vector_norm
    torch._C._log_api_usage_once torch._C._nn.avg_pool2d torch._C._nn.gelu torch._C._nn.linear
    torch._C._nn.one_hot torch._C._nn.pad torch._C._nn.scaled_dot_product_attention torch._C._nn.softplus
    torch._C._set_grad_enabled torch._C._special.special_logit torch._check_is_size
    torch._functorch.vmap.lazy_load_decompositions torch._native_multi_head_attention torch._weight_norm
    torch.abs torch.adaptive_avg_pool1d torch.add torch.addcmul torch.addmm torch.all
    torch.amp.autocast_mode._enter_autocast torch.amp.autocast_mode._exit_autocast torch.arange torch.argmax
    torch.as_tensor torch.autograd.function.FunctionCtx torch.avg_pool1d torch.bmm torch.broadcast_to torch.cat
    torch.ceil torch.chunk torch.clamp torch.clip torch.concat torch.concatenate torch.conv1d torch.conv2d
    torch.conv3d torch.conv_transpose1d torch.conv_transpose2d torch.cos torch.cumsum torch.diag torch.div
    torch.empty torch.eq torch.erf torch.exp torch.eye torch.flatten torch.floor torch.full torch.full_like
    torch.functional.einsum torch.functional.meshgrid torch.functional.norm torch.functional.split torch.gather
    torch.ge torch.index_select torch.le torch.linspace torch.log torch.logical_and torch.matmul torch.max
    torch.mean torch.min torch.mul torch.multiply torch.nn.functional.adaptive_avg_pool2d
    torch.nn.functional.adaptive_avg_pool3d torch.nn.functional.adaptive_max_pool2d
    torch.nn.functional.batch_norm torch.nn.functional.dropout torch.nn.functional.dropout2d
    torch.nn.functional.elu torch.nn.functional.embedding torch.nn.functional.fold torch.nn.functional.glu
    torch.nn.functional.grid_sample torch.nn.functional.group_norm torch.nn.functional.hardsigmoid
    torch.nn.functional.hardswish torch.nn.functional.hardtanh torch.nn.functional.interpolate
    torch.nn.functional.layer_norm torch.nn.functional.leaky_relu torch.nn.functional.max_pool1d
    torch.nn.functional.max_pool2d torch.nn.functional.multi_head_attention_forward
    torch.nn.functional.normalize torch.nn.functional.relu torch.nn.functional.sigmoid torch.nn.functional.silu
    torch.nn.functional.softmax torch.nn.functional.unfold torch.ones torch.ones_like
    torch.ops.aten._assert_scalar.default torch.ops.aten._local_scalar_dense torch.ops.aten.index
    torch.ops.aten.sym_size.int torch.outer torch.permute torch.pixel_shuffle torch.pow torch.prelu torch.prod
    torch.rand torch.randn torch.relu torch.relu_ torch.repeat_interleave torch.reshape torch.rms_norm
    torch.roll torch.rsqrt torch.sigmoid torch.sign torch.sin torch.softmax torch.sort torch.split_with_sizes
    torch.sqrt torch.square torch.squeeze torch.stack torch.sum torch.swapaxes torch.sym_int torch.sym_sum
    torch.tanh torch.tensor torch.transpose torch.triu torch.unbind torch.unsqueeze torch.var torch.where
    torch.zeros torch.zeros_like
    """
)
"""What is called in the bodies of GraphNet's torch samples."""

GRAPHNET_METHODS = _words(
    """
    __and__ __eq__ all amax argmax baddbmm bmm bool chunk clamp clamp_ clone contiguous copy_ cos cumsum detach
    div eq exp expand expand_as fill_ flatten float gather gt index_select int item le long masked_fill
    masked_fill_ matmul max mean mul mul_ ne new_ones new_zeros norm permute pow pow_ prod relu relu_ repeat
    repeat_interleave reshape reshape_as rsqrt scatter_add_ scatter_reduce_ sigmoid sin size softmax split sqrt
    squeeze sub sum t tanh tensor_split tile to topk transpose type type_as unbind unfold unsqueeze view view_as
    where zero_
    """
)

NO_GRAPH_CODE = _words(
    """
    __array__ __array_wrap__ __complex__ __deepcopy__ __dlpack__ __dlpack_device__ __format__ __long__
    __nonzero__ __reduce_ex__ __repr__ __reversed__ __setstate__ _clear_non_serializable_cached_data _is_view
    ipu mtia xpu
    """
)
"""Overridable methods of tensors that are neither ops nor in ``DENIED``: Python's own protocols, and other devices."""


def refused(name: str) -> str:
    with pytest.raises(allow.Refused) as caught:
        allow.resolve(name)
    return caught.value.code


def overridable() -> Iterator[str]:
    """Every function and method that torch lets a tensor subclass override: what torch itself calls an op."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for functions in torch.overrides.get_overridable_functions().values():
            for function in functions:
                name = torch.overrides.resolve_name(function) or ""
                if name.rpartition(".")[2] not in ("__get__", "__set__", "__del__", "__delete__"):
                    yield name


@pytest.mark.parametrize("name", sorted(GRAPHNET_CALLS))
def test_graphnet_calls(name: str) -> None:
    target = allow.resolve(name)
    assert callable(target)
    assert allow.resolve(allow.path_of(target)) is target


def test_graphnet_methods() -> None:
    assert all(allow.method_allowed(name) for name in GRAPHNET_METHODS)
    assert all(allow.attribute_allowed(name) for name in ("real", "T", "device"))


def test_whatever_torch_overrides_is_an_op_or_denied() -> None:
    """The principle: ops that no sample has used yet work as well."""
    functions = methods = 0
    for name in overridable():
        last = name.rpartition(".")[2]
        if name.startswith("torch.Tensor."):
            if last not in allow.DENIED | NO_GRAPH_CODE:
                assert allow.method_allowed(last), last
                methods += 1
        elif last not in allow.DENIED | {"autocast", "_sym_int", "pca_lowrank", "svd_lowrank"}:
            target = allow.resolve(name)
            assert allow.resolve(allow.path_of(target)) is target
            functions += 1
    assert functions > 600
    assert methods > 500


@pytest.mark.parametrize("namespace", ["aten", "prims", "quantized"])
def test_every_registered_op_has_a_name_that_finds_it(namespace: str) -> None:
    found = 0
    for op in sorted(allow.dispatcher_ops()[namespace] - allow.DENIED):
        if op.startswith("__") and op not in allow.METHODS_EXTRA:
            continue
        packet = allow.resolve(f"torch.ops.{namespace}.{op}")
        assert allow.path_of(packet) == f"torch.ops.{namespace}.{op}"
        for overload in packet.overloads():
            target = allow.resolve(f"torch.ops.{namespace}.{op}.{overload}")
            assert allow.resolve(allow.path_of(target)) is target
            found += 1
    assert found > 50


@pytest.mark.parametrize("name", sorted(allow.DENIED))
def test_denied_under_every_name(name: str) -> None:
    for module in ("torch", "torch._C._VariableFunctions", "torch.ops.aten", "torch.Tensor"):
        assert refused(f"{module}.{name}") == "DG103"
    for table in (allow.method_allowed, allow.attribute_allowed):
        with pytest.raises(allow.Refused) as caught:
            table(name)
        assert caught.value.code == "DG103"


def test_denied_names_are_real() -> None:
    """An entry that stands for nothing would only look like safety; these are of other torch versions or modules."""
    elsewhere = {"from_blob", "set_data", "compile", "hub", "jit", "_backward", "_copy_from_and_resize", "_view_func"}
    real = {*dir(torch), *dir(torch.Tensor), *dir(torch._C._VariableFunctions), *allow.dispatcher_ops()["aten"]}
    assert allow.DENIED - real <= elsewhere


def test_listed_names_exist() -> None:
    listed = [f"{module}.{name}" for module, names in allow._LISTED.items() for name in names]
    assert all(callable(allow.resolve(name)) for name in listed)
    assert all(callable(allow.resolve(f"torch.{name}")) for name in allow._TORCH_EXTRA)
    assert all(callable(allow.resolve(f"operator.{name}")) for name in allow._OPERATOR)
    assert all(callable(allow.resolve(f"math.{name}")) for name in allow._MATH)
    assert all(hasattr(torch.Tensor, name) for name in allow.METHODS_EXTRA)


def test_constants() -> None:
    dtypes = {name for name, value in vars(torch).items() if isinstance(value, torch.dtype)}
    assert all(isinstance(allow.resolve(f"torch.{name}"), torch.dtype) for name in dtypes)
    assert allow.resolve("torch.inf") == float("inf")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("torch", "DG103"),
        ("torch.nn", "DG103"),
        ("torch.nn.Linear", "DG103"),
        ("torch.nn.functional.importlib", "DG103"),
        ("torch.nn.functional.torch", "DG103"),
        ("torch.nn.functional.handle_torch_function", "DG103"),
        ("torch.os", "DG103"),
        ("torch.os.system", "DG103"),
        ("torch.library.custom_op", "DG103"),
        ("torch._inductor.codecache", "DG103"),
        ("torch._dynamo.optimize", "DG103"),
        ("torch.onnx.export", "DG103"),
        ("torch.multiprocessing.spawn", "DG103"),
        ("torch.cuda.synchronize", "DG103"),
        ("torch.Tensor", "DG103"),
        ("torch.Generator", "DG103"),
        ("torch.einsum.__globals__", "DG103"),
        ("torch.__dict__", "DG103"),
        ("torch.ops", "DG103"),
        ("torch.ops.aten", "DG103"),
        ("torch.ops.load_library", "DG103"),
        ("torch.ops.__class__", "DG103"),
        ("torch.ops.aten.__class__", "DG103"),
        ("torch.ops.aten.add.__call__", "DG103"),
        ("torch.ops.aten.add.Tensor.redispatch", "DG103"),
        ("torch.ops.aten.format", "DG104"),
        ("torch.ops.aten.percentFormat", "DG104"),
        ("torch.ops.c10d.barrier", "DG103"),
        ("torch.ops.inductor.resize_storage_bytes_", "DG103"),
        ("torch.ops.fantasy.op", "DG104"),
        ("torch.fantasy", "DG104"),
        ("torch.fantasy.op", "DG104"),
        ("torch.nn.functional.fantasy", "DG104"),
        ("torch._C._nn.fantasy", "DG104"),
        ("torch.linalg.fantasy", "DG104"),
        ("operator.methodcaller", "DG103"),
        ("math.factorial", "DG103"),
    ],
)
def test_refusals(name: str, code: str) -> None:
    assert refused(name) == code


@pytest.mark.parametrize(
    "target", [print, eval, open, torch.load, torch.nn.Linear, lambda x: x, operator.attrgetter, 1]
)
def test_no_name_for_what_is_no_op(target: Any) -> None:
    with pytest.raises(ValueError):
        allow.path_of(target)


def test_refusing_imports_nothing() -> None:
    """A name is looked up in module dictionaries; torch's lazy modules are not imported by asking for them."""
    import sys

    before = set(sys.modules)
    assert refused("torch._inductor.codecache.write") == "DG103"
    assert refused("torch.utils.cpp_extension.load") == "DG103"
    assert set(sys.modules) == before


def test_libraries_that_are_loaded_later_are_seen() -> None:
    assert refused("torch.ops.quantized_decomposed.no_such_op") == "DG104"
    with torch.library._scoped_library("torchaudio", "DEF") as library:  # type: ignore[attr-defined]
        library.define("dtypegen_test(Tensor x) -> Tensor")
        assert allow.resolve("torch.ops.torchaudio.dtypegen_test").overloads() == ["default"]
