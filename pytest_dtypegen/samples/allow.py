"""What a sample's code may name: the allow-list, as tables over torch's own registries.

An op is allowed because of what it *is*, not because somebody has met it: whatever torch's dispatcher registers under
``aten::`` may be called as ``torch.x``, ``torch._C._nn.x``, ``Tensor.x`` or ``torch.ops.aten.x``, unless ``DENIED``
names it (reads a file or raw memory, swaps storage, calls back into Python). What is not in the dispatcher but appears
in traced graphs (symbolic arithmetic, vmap and autocast leftovers) is listed by name. Everything else in torch is
*known but forbidden* (DG103); a name that torch does not have is *unknown* (DG104).
"""

from __future__ import annotations

import builtins
import contextlib
import math
import operator
import types
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch.fx.node import _get_qualified_name


class Refused(Exception):
    """A name that the loader does not take: ``code`` is DG103 (forbidden) or DG104 (unknown to this torch)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DENIED = _words("""
    from_file from_blob _from_blob frombuffer from_numpy from_dlpack to_dlpack set_ set_data data_ptr
    const_data_ptr numpy apply_ map_ map2_ register_hook register_post_accumulate_grad_hook storage
    untyped_storage _typed_storage storage_type share_memory_ is_shared module_load reinforce backward
    _backward save load compile hub jit manual_seed seed initial_seed set_rng_state get_rng_state
    set_default_dtype set_default_device set_num_threads set_num_interop_threads pin_memory _pin_memory
    record_stream retain_grad _fix_weakref _make_subclass _make_wrapper_subclass as_subclass _view_func
    _view_func_unsafe _use_count _sparse_coo_tensor_with_dims_and_tensors _sparse_coo_tensor_unsafe
    _sparse_compressed_tensor_unsafe _sparse_csr_tensor_unsafe _sparse_csc_tensor_unsafe
    _sparse_bsr_tensor_unsafe _sparse_bsc_tensor_unsafe _nested_view_from_buffer _nested_view_from_buffer_copy
    _nested_view_from_jagged _nested_view_from_jagged_copy _copy_from _copy_from_and_resize
    _cufft_set_plan_cache_max_size _cufft_clear_plan_cache _use_cudnn_rnn_flatten_weight
""")
"""Never called, under whatever module or as a method, although torch registers some of them as ops."""

_TORCH_EXTRA = _words("""
    tensor as_tensor asarray numel Size finfo iinfo is_tensor is_grad_enabled set_grad_enabled get_autocast_dtype
    is_autocast_enabled _assert
    _check _check_is_size _check_index _check_value _check_type _check_not_implemented
    _check_tensor_all broadcast_shapes promote_types result_type can_cast get_default_dtype spmm
    lobpcg pca_lowrank svd_lowrank
""")

_LISTED: dict[str, frozenset[str]] = {
    "torch._C": frozenset({
        "_log_api_usage_once", "_set_grad_enabled", "_get_tracing_state",
    }),
    "torch._C._functorch": frozenset({
        "_add_batch_dim", "_remove_batch_dim", "_vmap_increment_nesting", "_vmap_decrement_nesting", "_wrap_for_grad",
        "_unwrap_for_grad", "_grad_increment_nesting", "_grad_decrement_nesting", "_unwrap_batched", "is_batchedtensor",
        "_wrap_functional_tensor", "_unwrap_functional_tensor", "_func_increment_nesting", "_func_decrement_nesting",
        "_jvp_increment_nesting", "_jvp_decrement_nesting", "_assert_wrapped_functional", "get_unwrapped",
    }),
    "torch._functorch.vmap": frozenset({"lazy_load_decompositions"}),
    "torch._functorch.predispatch": frozenset({
        "lazy_load_decompositions", "_add_batch_dim", "_remove_batch_dim", "_vmap_increment_nesting",
        "_vmap_decrement_nesting",
    }),
    "torch.amp.autocast_mode": frozenset({"_enter_autocast", "_exit_autocast"}),
    "torch.autograd.function": frozenset({"FunctionCtx"}),
}  # fmt: skip
"""Modules of which only the listed functions may be called."""

_SCHEMA_PREFIX: dict[str, str] = {
    "torch._C._nn": "",
    "torch._C._fft": "",
    "torch._C._linalg": "",
    "torch._C._special": "",
    "torch._C._sparse": "",
    "torch._C._nested": "",
    "torch._C._VariableFunctions": "",
    "torch.fft": "fft_",
    "torch.linalg": "linalg_",
    "torch.special": "special_",
    "torch.sparse": "_sparse_",
    "torch.nested": "nested_",
}
"""Modules of builtins: ``module.x`` is the op ``aten::<prefix>x``."""

_PYTHON_MODULES: dict[str, frozenset[str]] = {
    "torch.nn.functional": frozenset({"torch.nn.functional", "torch._jit_internal"}),
    "torch.functional": frozenset({"torch.functional"}),
}
"""Modules of Python functions over ops: a function is allowed where it was defined in one of these."""

_NOT_OPS = _words("""
    boolean_dispatch handle_torch_function has_torch_function has_torch_function_unary has_torch_function_variadic
    assert_int_or_pair _add_docstr _overload _jit_unused
""")

OP_NAMESPACES = _words("""
    aten prims quantized _quantized quantized_decomposed onednn mkldnn torchvision torchaudio sparse
""")
"""``torch.ops.<namespace>`` in which a sample may call. Others (c10d, profiler, ...) act outside the graph."""

PYTHON_CALLS: dict[str, Callable[..., Any]] = {
    name: getattr(builtins, name) for name in _words("int float bool abs max min round sum len pow divmod complex")
}
"""Builtins that traced graphs apply to sizes and scalars."""

_MATH = _words("""
    sqrt floor ceil trunc pow exp log log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh fabs fmod prod
    gcd isfinite isinf isnan copysign
""")
_OPERATOR = _words("""
    add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift neg pos invert inv not_ abs eq ne lt le
    gt ge is_ is_not contains getitem setitem iadd isub imul itruediv ifloordiv imod ipow imatmul iand ior ixor
    ilshift irshift truth index concat
""")

TEXT_ARITHMETIC = frozenset(getattr(operator, name) for name in _words("add mul mod iadd imul imod concat"))
"""Operators that format or repeat text where an operand is text."""

METHODS_EXTRA = _words("""
    float half bfloat16 double int long short bool char byte cfloat cdouble chalf type cuda cpu size dim stride
    numel nelement ndimension new new_tensor element_size get_device unique to_sparse_coo dim_order lu
    tolist requires_grad_ __abs__ __add__ __radd__ __iadd__ __sub__ __rsub__ __isub__ __mul__ __rmul__ __imul__
    __truediv__ __rtruediv__ __itruediv__ __div__ __rdiv__ __idiv__ __floordiv__ __rfloordiv__ __ifloordiv__
    __mod__ __rmod__ __imod__ __pow__ __rpow__ __ipow__ __matmul__ __rmatmul__ __and__ __rand__ __or__ __ror__
    __xor__ __rxor__ __iand__ __ior__ __ixor__ __lshift__ __rlshift__ __ilshift__ __rshift__ __rrshift__
    __irshift__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __neg__ __pos__ __invert__ __getitem__ __setitem__
    __len__ __contains__ __bool__ __int__ __float__ __index__
""")

_RESULT_FIELDS = frozenset(
    field
    for name in dir(torch.return_types)
    if isinstance(kind := getattr(torch.return_types, name), type)
    and issubclass(kind, tuple)
    and kind.__module__ == "torch.return_types"
    for field in vars(kind)
    if not field.startswith(("_", "n_"))
)

ATTRIBUTES: frozenset[str] = _RESULT_FIELDS | _words("""
    real imag T mT H mH shape dtype device ndim itemsize nbytes layout requires_grad is_leaf is_cuda is_cpu
    is_meta is_xpu is_mps is_sparse is_sparse_csr is_quantized is_nested type index min max eps tiny
    smallest_normal resolution bits is_floating_point is_complex is_signed data grad values indices
""")  # fmt: skip
"""Attributes that may be read: of tensors, devices, dtypes, ``finfo`` and named results."""

CONSTANTS = (torch.dtype, torch.layout, torch.memory_format, torch.qscheme, torch.device, float)

ANNOTATIONS: dict[str, Any] = {
    "torch.nn.parameter.Parameter": torch.nn.parameter.Parameter,
    "torch.nn.Parameter": torch.nn.parameter.Parameter,
    "torch.Tensor": torch.Tensor,
    "torch.SymInt": torch.SymInt,
    "torch.SymFloat": torch.SymFloat,
    "torch.SymBool": torch.SymBool,
    "Tensor": torch.Tensor,
    "int": int,
    "float": float,
    "bool": bool,
}

IMPORTS: dict[str, frozenset[str]] = {
    "torch": frozenset({"device", "inf", "nan", "Tensor"}),
    "math": frozenset({"inf", "nan"}),
    "operator": frozenset(),
}
"""Modules that ``model.py`` may import, and the names that it may take from them."""


@lru_cache(maxsize=1)
def dispatcher_ops() -> dict[str, frozenset[str]]:
    """Op names by namespace, from the dispatcher: compiled ops only, not TorchScript's string and list helpers."""
    ops: dict[str, set[str]] = {}
    for qualified in torch._C._dispatch_get_all_op_names():
        namespace, _, name = qualified.partition("::")
        ops.setdefault(namespace, set()).add(name.partition(".")[0])
    return {namespace: frozenset(names) for namespace, names in ops.items()}


def is_aten(name: str) -> bool:
    return name not in DENIED and name in dispatcher_ops()["aten"]


@lru_cache(maxsize=4096)
def method_allowed(name: str) -> bool:
    """Whether ``x.name(...)`` may be called on a value of the graph.

    Raises:
        Refused: DG103 for what exists and is forbidden, or hides behind underscores; DG104 where no tensor has it.
    """
    if name in METHODS_EXTRA or (is_aten(name) and hasattr(torch.Tensor, name)):
        return True
    if name in DENIED or name.startswith("_") or hasattr(torch.Tensor, name):
        raise Refused("DG103", f"method .{name}() is not graph code")
    raise Refused("DG104", f"tensors have no method .{name}()")


@lru_cache(maxsize=4096)
def attribute_allowed(name: str) -> bool:
    """Whether ``x.name`` may be read from a value of the graph; raises as ``method_allowed``."""
    if name in ATTRIBUTES:
        return True
    if name in DENIED or name.startswith("_") or hasattr(torch.Tensor, name):
        raise Refused("DG103", f"attribute .{name} is not graph code")
    raise Refused("DG104", f"no value of a graph has an attribute .{name}")


@lru_cache(maxsize=8192)
def resolve(path: str) -> Any:
    """The constant or function that a dotted name stands for (``"torch.float32"``, ``"torch._C._nn.linear"``).

    Raises:
        Refused: DG103 for a name that exists but is no graph code, DG104 for one that this torch does not have.
    """
    module, _, name = path.rpartition(".")
    if path.startswith("torch.ops."):
        return _resolve_op(path)
    if module in ("math", "operator"):
        return _resolve_python(module, name)
    if name.startswith("__"):
        raise Refused("DG103", f"{path} is not graph code")
    if module == "torch":
        found = vars(torch).get(name, getattr(torch._C._VariableFunctions, name, None))
        if isinstance(found, CONSTANTS) or (found is not None and _torch_function(name)):
            return found
    elif module in _LISTED:
        if name in _LISTED[module]:
            found = _attribute(path)
            if found is not None:
                return found
            raise Refused("DG104", f"this torch has no {path}")
    elif module in _SCHEMA_PREFIX:
        if is_aten(_SCHEMA_PREFIX[module] + name) or is_aten(name):
            found = _attribute(path)
            if isinstance(found, types.BuiltinFunctionType):
                return found
    elif module in _PYTHON_MODULES:
        found = _python_functions(module).get(name)
        if found is not None:
            return found
    raise _refusal(path)


def _torch_function(name: str) -> bool:
    """Whether ``torch.name`` is an op, arithmetic on symbolic sizes, or one of the few others in traced graphs."""
    return (
        is_aten(name)
        or name in _TORCH_EXTRA
        or name.startswith(("sym_", "_sym_"))
        or name in _python_functions("torch.functional")
    )


def _resolve_python(module: str, name: str) -> Any:
    home, allowed = {"math": (math, _MATH | {"inf", "nan", "pi", "e"}), "operator": (operator, _OPERATOR)}[module]
    if name in allowed:
        return getattr(home, name)
    raise Refused("DG103", f"{module}.{name} is not graph code")


def _resolve_op(path: str) -> Any:
    parts = path.split(".")[2:]
    namespace = parts[0]
    registered = _registered(namespace)
    if namespace not in OP_NAMESPACES:
        if registered or len(parts) == 1 or hasattr(type(torch.ops), namespace):
            raise Refused("DG103", f"torch.ops.{namespace} is not graph code")
        raise Refused("DG104", f"no op library registers torch.ops.{namespace} here")
    if len(parts) not in (2, 3) or any(part.startswith("__") and part not in METHODS_EXTRA for part in parts):
        raise Refused("DG103", f"{path} is not an op")
    if parts[1] in DENIED:
        raise Refused("DG103", f"{path} is not graph code")
    if parts[1] not in registered:
        raise Refused("DG104", f"this torch registers no op {path}")
    packet = getattr(getattr(torch.ops, namespace), parts[1])
    if len(parts) == 2:
        return packet
    if parts[2] not in packet.overloads():
        raise Refused("DG104", f"{namespace}::{parts[1]} has no overload {parts[2]}")
    return getattr(packet, parts[2])


def _registered(namespace: str) -> frozenset[str]:
    """A namespace's ops; asks the dispatcher again where there are none, a library may have been loaded since."""
    if namespace not in dispatcher_ops():
        dispatcher_ops.cache_clear()
    return dispatcher_ops().get(namespace, frozenset())


@lru_cache(maxsize=8)
def _python_functions(module: str) -> dict[str, Any]:
    home = F if module == "torch.nn.functional" else torch.functional
    homes = _PYTHON_MODULES[module]
    return {
        name: value
        for name, value in vars(home).items()
        if name not in _NOT_OPS
        and name not in DENIED
        and (
            (isinstance(value, types.FunctionType) and value.__module__ in homes)
            or (isinstance(value, types.BuiltinFunctionType) and not name.startswith("_"))
        )
    }


def _attribute(path: str) -> Any:
    """The object behind a dotted name, through module dictionaries only: no lazy import is set off."""
    found: Any = torch
    for part in path.split(".")[1:]:
        found = vars(found).get(part) if isinstance(found, types.ModuleType) else getattr(found, part, None)
        if found is None:
            return None
    return found


def _refusal(path: str) -> Refused:
    """DG104 for an unknown name in a module of ops, or below one that torch does not have; else DG103."""
    parts = path.split(".")
    forbidden = Refused("DG103", f"{path} is not graph code")
    if any(part.startswith("__") for part in parts) or DENIED & set(parts) or _attribute(path) is not None:
        return forbidden
    modules = ("torch", *_LISTED, *_SCHEMA_PREFIX, *_PYTHON_MODULES)
    if path.rpartition(".")[0] in modules and parts[-1] not in _modules():
        return Refused("DG104", f"this torch has no {path}")
    if parts[1] not in vars(torch) and parts[1] not in _modules():
        return Refused("DG104", f"this torch has no torch.{parts[1]}")
    return forbidden


@lru_cache(maxsize=1)
def _modules() -> frozenset[str]:
    """The modules that torch consists of, imported or not (``torch._inductor`` is imported when it is used)."""
    return frozenset(path.stem for path in Path(torch.__path__[0]).iterdir() if path.suffix in ("", ".py"))


@lru_cache(maxsize=8192)
def path_of(target: Callable[..., Any]) -> str:
    """The dotted name under which ``resolve`` finds a target again; raises ValueError where there is none."""
    for name, function in PYTHON_CALLS.items():
        if function is target:
            return name
    if isinstance(target, torch._ops.OpOverload | torch._ops.OpOverloadPacket):
        candidates = [f"torch.ops.{target}"]
        if isinstance(target, torch._ops.OpOverloadPacket):
            candidates = ["torch.ops." + target._qualified_op_name.replace("::", ".")]
    elif getattr(operator, getattr(target, "__name__", ""), None) is target:
        candidates = [f"operator.{target.__name__}"]
    elif getattr(math, getattr(target, "__name__", ""), None) is target:
        candidates = [f"math.{target.__name__}"]
    else:
        candidates = list(_qualified_names(target))
    for candidate in candidates:
        try:
            if resolve(candidate) is target:
                return candidate
        except Refused:
            continue
    raise ValueError(f"{target!r} has no name that a sample may use")


def _qualified_names(target: Callable[..., Any]) -> Any:
    name = getattr(target, "__name__", "")
    with contextlib.suppress(RuntimeError, AttributeError):
        yield _get_qualified_name(target)
    for module, prefix in _SCHEMA_PREFIX.items():
        yield f"{module}.{name}"
        yield f"{module}.{name.removeprefix(prefix)}"
    for module in ("torch", *_LISTED, *_PYTHON_MODULES):
        yield f"{module}.{name}"
