"""Contracts of matrix products, convolutions, recurrent cells and embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from pytest_dtypegen.dtypes.contracts.rules import (
    Contract,
    Operands,
    Rule,
    all_same,
    dtype_of,
    fits,
    one_dnn_has,
    same,
    tensor,
)  # fmt: skip

_MM = "expected m1 and m2 to have the same dtype, but got: {%s:c} != {%s:c}"
_SELF = "self and mat2 must have the same dtype, but got {%s:s} and {%s:s}"
_MAT1 = "mat1 and mat2 must have the same dtype, but got {%s:s} and {%s:s}"
_FOUND = "expected scalar type {%s:s} but found {%s:s}"
_DOT = "dot : expected both vectors to have same dtype, but found {%s:s} and {%s:s}"
_ADDMV = "addmv input tensors must have the same dtype, but got {%s:s}, {%s:s}, and {%s:s}"
_BATCH = "Input dtypes must be the same, got: input {input:c}, batch1: {batch1:c}, batch2: {batch2:c}"
_INPLACE = "Bad in-place call: input tensor dtype {batch1:c} and output tensor dtype {batch2:c} should match"
_BILINEAR = "All tensors must have the same dtype, got input1: {input1:c}, input2: {input2:c}, weight: {weight:c}"
_VECDOT = (
    "linalg.vecdot: Expected x and y to have the same dtype, but found x of type {x:s} and y of type {y:s} instead"
)


def _addmm(bias: str, first: str, second: str) -> tuple[Rule, Rule]:
    return same(bias, second, _SELF % (bias, second)), same(first, second, _MAT1 % (first, second))


def _has_bias(o: Operands) -> bool:
    return isinstance(o.get("bias"), torch.Tensor)


def _flat(o: Operands) -> bool:
    """Whether ``linear`` is one ``addmm``: a bias, and an input that is a matrix or can be viewed as one.

    Else it is a matmul, and the bias is added to its result by an ``add_`` that takes any dtype.
    """
    x, bias = o.get("input"), o.get("bias")
    if not isinstance(bias, torch.Tensor) or not isinstance(x, torch.Tensor):
        return False
    return x.dim() == 2 or (bias.dim() == 1 and x.is_contiguous())


def _rank(o: Operands, name: str) -> int:
    value = o.get(name)
    return value.dim() if isinstance(value, torch.Tensor) else 0


def _is_dot(o: Operands) -> bool:
    return _rank(o, "input") == _rank(o, "other") == 1


def _is_mv(o: Operands) -> bool:
    return _rank(o, "input") >= 2 and _rank(o, "other") == 1


def _batched(o: Operands) -> bool:
    """Whether the input is a batch that cannot be folded into one matrix."""
    x = o.get("input")
    return isinstance(x, torch.Tensor) and x.dim() >= 3 and not x.is_contiguous()


def _is_bmm(o: Operands) -> bool:
    return _rank(o, "other") >= 3 or _batched(o)


_MATMUL = (
    tensor("input", "matmul(): argument 'input' (position 1) must be Tensor, not NoneType"),
    tensor("other", "matmul(): argument 'other' (position 2) must be Tensor, not NoneType"),
    same("input", "other", _DOT % ("input", "other"), when=_is_dot),
    same("input", "other", _ADDMV % ("other", "input", "other"), when=_is_mv),
    same("input", "other", _FOUND % ("input", "other"), when=_is_bmm),
    same("input", "other", _MM % ("input", "other")),
)


def _wide(term: str, operand: torch.Tensor) -> set[str]:
    """The indices of an einsum term along which the operand has more than one element."""
    return {name for name, size in zip(term, operand.shape[-len(term) :], strict=False) if size != 1}


def _einsum_unlike(o: Operands) -> bool | dict[str, Any]:
    """The first contraction whose two operands differ: only an index that is summed over in both makes a bmm of it.

    A product whose indices are all kept, or of size 1 in one operand, is a broadcasting ``mul``, which takes any
    dtypes. Contractions go from left to right.
    """
    operands = o.get("operands", ())
    left, arrow, right = o["equation"].replace(" ", "").replace("...", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(operands) or not all(isinstance(x, torch.Tensor) for x in operands):
        return False
    if not arrow:
        right = "".join(c for c in left if c.isalpha() and left.count(c) == 1)
    dtype, seen = operands[0].dtype, _wide(terms[0], operands[0])
    for n, (term, operand) in enumerate(zip(terms[1:], operands[1:], strict=True), 2):
        wide = _wide(term, operand)
        if operand.dtype is not dtype and (seen & wide) - set(right).union(*terms[n:]):
            return {"left": dtype, "right": operand.dtype}
        seen, dtype = seen | wide, torch.promote_types(dtype, operand.dtype)
    return False


def _first_unlike(o: Operands) -> bool | dict[str, Any]:
    """Where a list of tensors leaves the dtype of its first."""
    found: Sequence[Any] = o.get("tensors", ())
    for n, value in enumerate(found):
        if isinstance(value, torch.Tensor) and dtype_of(found[0]) is not value.dtype:
            return {"n": n, "first": found[0], "unlike": value}
    return False


def _none_among(name: str) -> Any:
    def broken(o: Operands) -> bool | dict[str, Any]:
        for n, value in enumerate(o.get(name) or ()):
            if value is None:
                return {"n": n}
        return False

    return broken


_MULTI_DOT = Rule(
    _first_unlike,
    "multi_dot(): all tensors must have be the same dtype but tensor 0 is {first:c} and tensor {n} {unlike:c}",
)
_TENSORDOT = (same("input", "other", "both inputs should have same dtype"),)
_ADDMM = _addmm("input", "mat1", "mat2")
_ADDBMM = _addmm("input", "batch1", "batch2")
_ADDMV_RULES = (
    all_same("input mat vec", _ADDMV % ("input", "mat", "vec")),
    fits("beta", "input"), fits("alpha", "input"),
)  # fmt: skip
_BADDBMM = same("input", "batch1", _BATCH), same("batch1", "batch2", _FOUND % ("batch1", "batch2"))
_CROSS = (same("input", "other", _FOUND % ("input", "other")),)

MATMUL = (
    Contract("linear", "input weight bias", (
        tensor("input", "linear(): argument 'input' (position 1) must be Tensor, not NoneType"),
        tensor("weight", "linear(): argument 'weight' (position 2) must be Tensor, not NoneType"),
        same("bias", "weight", _SELF % ("bias", "weight"), when=_flat),
        same("input", "weight", _MAT1 % ("input", "weight"), when=_flat),
        same("input", "weight", _FOUND % ("input", "weight"), when=_batched),
        same("input", "weight", _MM % ("input", "weight")),
    )),
    Contract("matmul", "input other", _MATMUL),
    Contract("matmul_", "input other", _MATMUL),
    Contract("linalg_matmul", "input other", _MATMUL),
    Contract("mm", "input mat2", (same("input", "mat2", _MM % ("input", "mat2")),)),
    Contract("bmm", "input mat2", (same("input", "mat2", _FOUND % ("input", "mat2")),)),
    Contract("mv", "input vec", (same("input", "vec", _ADDMV % ("vec", "input", "vec")),)),
    Contract("dot", "input tensor", (same("input", "tensor", _DOT % ("input", "tensor")),)),
    Contract("vdot", "input other", (same("input", "other", _DOT % ("input", "other")),)),
    Contract("inner", "input other", _TENSORDOT),
    Contract("tensordot", "input other", _TENSORDOT),
    Contract("addmm", "input mat1 mat2", _ADDMM),
    Contract("addmm_", "input mat1 mat2", _ADDMM),
    Contract("_addmm_activation", "input mat1 mat2", _ADDMM),
    Contract("addmv", "input mat vec", _ADDMV_RULES),
    Contract("addmv_", "input mat vec", _ADDMV_RULES),
    Contract("addbmm", "input batch1 batch2", _ADDBMM),
    Contract("addbmm_", "input batch1 batch2", _ADDBMM),
    Contract("baddbmm", "input batch1 batch2", _BADDBMM),
    Contract("baddbmm_", "input batch1 batch2", (_BADDBMM[0], same("batch1", "batch2", _INPLACE))),
    Contract("einsum", "equation *operands", (
        Rule(_none_among("operands"), "expected Tensor as element {n} in argument 1, but got NoneType", "DG407"),
        Rule(_einsum_unlike, "expected scalar type {left:s} but found {right:s}", mixed=True),
    )),
    Contract("chain_matmul", "*tensors", (_MULTI_DOT,)),
    Contract("linalg_multi_dot", "tensors", (_MULTI_DOT,)),
    Contract("linalg_vecdot", "x y", (same("x", "y", _VECDOT),)),
    Contract("bilinear", "input1 input2 weight bias", (
        all_same("input1 input2 weight bias", _BILINEAR + ", bias: {bias:c}", when=_has_bias),
        all_same("input1 input2 weight", _BILINEAR),
    )),
    Contract("cross", "input other", _CROSS),
    Contract("linalg_cross", "input other", _CROSS),
)  # fmt: skip

# Of a convolution's bias the CPU takes more than one would think. The plain ones compare it with the input at once.
# A transposed one, one with padding as a word, and aten's own reach the kernel: oneDNN wants one dtype, as does the
# transposed kernel in three dimensions; the other native ones add a bias of any dtype.
_BIAS = "Input type ({input:c}) and bias type ({bias:c}) should be the same"
_WEIGHT_TYPES = (
    "Input type ({input:t}) and weight type ({weight:t}) should be the same"
    " or input should be a MKLDNN tensor and weight is a dense tensor"
)
_BIAS_TYPES = (
    "Input type ({input:t}) and bias type ({bias:t}) should be the same"
    " or input should be a MKLDNN tensor and bias is a dense tensor"
)


def _numbers(value: Any, default: int) -> tuple[int, ...]:
    return (value,) if isinstance(value, int) else tuple(value) if isinstance(value, list | tuple) else (default,)


def _one_dnn(o: Operands) -> bool:
    """Whether the CPU gives this convolution to oneDNN (``ConvParams::use_mkldnn`` in ATen's Convolution.cpp)."""
    x, w = o.get("input"), o.get("weight")
    if not isinstance(x, torch.Tensor) or not isinstance(w, torch.Tensor):
        return False
    if x.dtype is not torch.float32:
        return one_dnn_has(x.dtype)
    shape = tuple(x.shape) if x.dim() == w.dim() else (1, *x.shape)
    plain = all(n == 1 for name in ("stride", "dilation") for n in _numbers(o.get(name), 1))
    kernel = tuple(w.shape[2:]) if w.dim() > 3 else (1, *w.shape[2:])
    worth = not plain or shape[0] >= 16 or kernel[-1] != 1 or kernel[-2] != 1 or torch.get_num_threads() > 1
    elements = 1
    for size in shape[:4]:
        elements *= int(size)
    large = int(o.get("groups") or 1) > 1 or (kernel[-1] > 3 and kernel[-2] > 3) or shape[0] > 1 or elements > 20480
    return worth and large


def _native(o: Operands) -> bool:
    return not _one_dnn(o)


def _strict(o: Operands) -> bool:
    """A native kernel that looks at the bias: transposed, in three dimensions."""
    return _native(o) and _rank(o, "weight") == 5


def _word(o: Operands) -> bool:
    return isinstance(o.get("padding"), str)


_WEIGHT_RULES = (
    same("input", "weight", _FOUND % ("input", "weight"), when=_native),
    same("input", "weight", _WEIGHT_TYPES),
)
_KERNEL = (*_WEIGHT_RULES, same("input", "bias", _BIAS_TYPES, when=_one_dnn))
_TRANSPOSED_KERNEL = (*_KERNEL, same("input", "bias", _FOUND % ("input", "bias"), when=_strict))
_PLAIN = (same("input", "bias", _BIAS, when=lambda o: not _word(o)), *_KERNEL)
_CUDA_TYPES = "Input type ({input:t}) and %s type ({%s:t}) should be the same"
_CUDA_KERNEL = (
    same("input", "weight", _CUDA_TYPES % ("weight", "weight")),
    same("input", "bias", _CUDA_TYPES % ("bias", "bias")),
)
_CUDA_PLAIN = same("input", "bias", _BIAS, when=lambda o: not _word(o)), *_CUDA_KERNEL
_CONV = "input weight bias stride padding dilation groups"
_TRANSPOSED = "input weight bias stride padding output_padding groups dilation"
_ATEN = "input weight bias stride padding dilation transposed output_padding groups"

CONVOLUTION = (
    *(Contract(f"conv{n}d", _CONV, _PLAIN, _CUDA_PLAIN) for n in (1, 2, 3)),
    *(Contract(f"conv_transpose{n}d", _TRANSPOSED, _TRANSPOSED_KERNEL, _CUDA_KERNEL) for n in (1, 2, 3)),
    Contract("convolution", _ATEN, _KERNEL, _CUDA_KERNEL),
    Contract("_convolution", _ATEN, _KERNEL, _CUDA_KERNEL),
    Contract("conv_tbc", "input weight bias", (same("input", "weight", _SELF % ("input", "weight")),)),
)
