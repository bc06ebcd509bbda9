"""Contracts of attention.

Masks of scaled_dot_product_attention: torch itself takes bool, float32, or the query's dtype. The CPU's kernels then
run with all of these; the fused CUDA kernels want the query's dtype ("invalid dtype for bias"), and they are chosen for
four-dimensional half, bfloat16 and float32 operands whose width they can align.
"""

from __future__ import annotations

from typing import Any

import torch

from pytest_dtypegen.dtypes.contracts.recurrent import linear_said
from pytest_dtypegen.dtypes.contracts.rules import Contract, Operands, Rule, all_same, dtype_of, none_of
from pytest_dtypegen.dtypes.contracts.spelling import cpp_type, scalar_type
from pytest_dtypegen.dtypes.values import LOW

_QKV = (
    "Expected query, key, and value to have the same dtype, but got query.dtype: {query:c}"
    " key.dtype: {key:c} and value.dtype: {value:c} instead."
)
_MASK = (
    "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: {attn_mask:c} and "
    " query.dtype: {query:c} instead."
)


def _mask_unlike(o: Operands) -> bool:
    mask = dtype_of(o.get("attn_mask"))
    return mask is not None and mask not in (torch.bool, torch.float32, dtype_of(o.get("query")))


def _fused_mask_unlike(o: Operands) -> bool:
    query, mask = o.get("query"), dtype_of(o.get("attn_mask"))
    if not isinstance(query, torch.Tensor) or mask is None or mask is torch.bool:
        return False
    aligned = query.shape[-1] % (8 if query.dtype in LOW else 4) == 0
    return aligned and query.dim() == 4 and query.dtype is not torch.float64 and mask is not query.dtype


_SDPA = (
    *none_of("scaled_dot_product_attention", "query key value"),
    all_same("query key value", _QKV),
    Rule(_mask_unlike, _MASK, "DG402", mixed=True),
)
_CUDA_SDPA = (*_SDPA, Rule(_fused_mask_unlike, "invalid dtype for bias - should match query's dtype", "DG402"))

# multi_head_attention_forward is Python over linear, then baddbmm or scaled_dot_product_attention, then linear: its
# rules are theirs, on the dtypes that flow from one to the next.
_Dtype = torch.dtype | None


def _project(x: Any, weight: Any, bias: Any) -> str | None:
    flat = isinstance(x, torch.Tensor) and (x.dim() == 2 or x.is_contiguous())
    return linear_said(dtype_of(x), dtype_of(weight), dtype_of(bias), flat=flat)


def _said(text: str | None) -> bool | dict[str, Any]:
    return {"text": text} if text else False


def _in_projection(o: Operands) -> bool | dict[str, Any]:
    separate = o.get("use_separate_proj_weight")
    for name, letter in (("query", "q"), ("key", "k"), ("value", "v")):
        weight = o.get(f"{letter}_proj_weight" if separate else "in_proj_weight")
        said = _project(o.get(name), weight, o.get("in_proj_bias"))
        if said:
            return _said(said)
    return False


def _projected(o: Operands) -> tuple[_Dtype, _Dtype, _Dtype]:
    """The dtypes of query, key and value when attention begins: bias_k and bias_v are joined to the latter two."""

    def joined(name: str, bias: str) -> _Dtype:
        own, more = dtype_of(o.get(name)), dtype_of(o.get(bias))
        return own if own is None or more is None else torch.promote_types(own, more)

    return dtype_of(o.get("query")), joined("key", "bias_k"), joined("value", "bias_v")


def _mask_dtype(o: Operands) -> _Dtype:
    """The dtype of the mask that attention is given: bool masks become the query's, two masks are added."""
    padding, mask = dtype_of(o.get("key_padding_mask")), dtype_of(o.get("attn_mask"))
    if o.get("is_causal") and padding is None and o.get("need_weights") is False:
        return None
    own = [dtype_of(o.get("query")) if m is torch.bool else m for m in (padding, mask) if m is not None]
    known = [m for m in own if m is not None]
    return torch.promote_types(known[0], known[-1]) if known else None


def _attention(o: Operands) -> bool | dict[str, Any]:
    (q, k, v), mask = _projected(o), _mask_dtype(o)
    if q is None or k is None or v is None:
        return False
    if o.get("need_weights", True) is False:
        if not q is k is v:
            return _said(_QKV.format(query=_C(q), key=_C(k), value=_C(v)))
        return False
    if mask is not None and mask is not q:
        return _said(f"Input dtypes must be the same, got: input {cpp_type(mask)}, batch1: {cpp_type(q)}, "
                     f"batch2: {cpp_type(k)}")  # fmt: skip
    first, second = (q, k) if q is not k else (q, v)
    return _said(f"expected scalar type {scalar_type(first)} but found {scalar_type(second)}" if q is not v else None)


def _masked(o: Operands) -> bool | dict[str, Any]:
    (q, _, _), mask = _projected(o), _mask_dtype(o)
    if q is None or o.get("need_weights", True) is not False or mask in (None, torch.float32, q):
        return False
    return _said(_MASK.format(attn_mask=_C(mask), query=_C(q)))


def _fused_masked(o: Operands) -> bool:
    (q, _, _), mask = _projected(o), _mask_dtype(o)
    if o.get("need_weights", True) is not False or q is None or mask is None or q is torch.float64:
        return False
    width = int(o.get("embed_dim") or 0) // int(o.get("num_heads") or 1)
    return mask is not q and width % (8 if q in LOW else 4) == 0


def _out_projection(o: Operands) -> bool | dict[str, Any]:
    attended = _projected(o)[2]
    return _said(linear_said(attended, dtype_of(o.get("out_proj_weight")), dtype_of(o.get("out_proj_bias"))))


class _C:
    """A dtype that formats as C++ spells it, for the messages of scaled_dot_product_attention."""

    def __init__(self, dtype: _Dtype) -> None:
        self._dtype = dtype

    def __format__(self, spec: str) -> str:
        return cpp_type(self._dtype) if self._dtype else "?"


_HEADS = (
    Rule(_in_projection, "{text}", mixed=True),
    Rule(_attention, "{text}", mixed=True),
    Rule(_masked, "{text}", "DG402", mixed=True),
)
_MHA_PARAMS = (
    "query key value embed_dim num_heads in_proj_weight in_proj_bias bias_k bias_v add_zero_attn dropout_p"
    " out_proj_weight out_proj_bias training key_padding_mask need_weights attn_mask use_separate_proj_weight"
    " q_proj_weight k_proj_weight v_proj_weight static_k static_v average_attn_weights is_causal"
)


def _native_out(o: Operands) -> bool | dict[str, Any]:
    names = "query", "proj_weight", "proj_bias"
    return _said(linear_said(*(dtype_of(o.get(n)) for n in names)))


def _native_in(o: Operands) -> bool | dict[str, Any]:
    return _said(linear_said(dtype_of(o.get("query")), dtype_of(o.get("qkv_weight")), None))


ATTENTION = (
    Contract("scaled_dot_product_attention", "query key value attn_mask", _SDPA, _CUDA_SDPA),
    Contract(
        "multi_head_attention_forward",
        _MHA_PARAMS,
        (*_HEADS, Rule(_out_projection, "{text}", mixed=True)),
        (*_HEADS, Rule(_fused_masked, "invalid dtype for bias - should match query's dtype", "DG402"),
         Rule(_out_projection, "{text}", mixed=True)),
    ),
    Contract(
        "_native_multi_head_attention",
        "query key value embed_dim num_head qkv_weight qkv_bias proj_weight proj_bias mask need_weights",
        (Rule(_native_in, "{text}", mixed=True), Rule(_native_out, "{text}", mixed=True)),
    ),
)  # fmt: skip
