"""Attention and normalisation."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from pytest_dtypegen.dtypes.recipes.call import Recipe, b, call, f, i

_sdpa = torch._C._nn.scaled_dot_product_attention


def _qkv(*lead: int) -> tuple[Any, Any, Any]:
    return f(*lead, 2, 4), f(*lead, 3, 4), f(*lead, 3, 4)


def _mha(
    *more: Any, weights: bool = True, one: str | None = "w", strided: bool = False, width: int = 4, **kwargs: Any
) -> Recipe:
    """Self-attention over 2 positions, batch 1, 2 heads; the three inputs are one value in a graph.

    ``one``: the four parameters share a dtype; None: each has its own.
    """
    x = f(2, 1 + strided, width, group="x", strided=strided)
    w, n = [f(*shape, group=one) for shape in ((3 * width, width), (3 * width,), (width, width), (width,))], width
    args = (x, x, x, n, 2, w[0], w[1], *(more or (None, None)), False, 0.0, w[2], w[3])
    return call(F.multi_head_attention_forward, *args, training=False, need_weights=weights, **kwargs)


ATTENTION = (
    call(_sdpa, *_qkv(1, 2)),
    call(_sdpa, *_qkv(1, 2), attn_mask=None, dropout_p=0.0, is_causal=False),
    call(_sdpa, *_qkv(1, 2), f(2, 3)),
    call(_sdpa, *_qkv(1, 2), attn_mask=f(1, 1, 2, 3), dropout_p=0.0, is_causal=False),
    call(_sdpa, *_qkv(1, 2), attn_mask=f(1, 2, 2, 3), scale=0.5),
    call(_sdpa, *_qkv(1, 2), attn_mask=b(1, 1, 2, 3)),
    call(_sdpa, *_qkv(2), attn_mask=f(2, 3)),
    call(_sdpa, *_qkv(), attn_mask=f(2, 3)),
    call(_sdpa, *_qkv(1, 2), is_causal=True),
    call(_sdpa, *_qkv(1, 2), attn_mask=f(2, 3), dropout_p=0.1),
    call(_sdpa, f(1, 4, 2, 4), f(1, 2, 3, 4), f(1, 2, 3, 4), enable_gqa=True),
    call(_sdpa, query=f(1, 1, 2, 4), key=f(1, 1, 3, 4), value=f(1, 1, 3, 4), attn_mask=f(2, 3)),
    call(_sdpa, *(f(1, 1, 2, 8, group="qkv"),) * 3, f(2, 2)),
    call(_sdpa, *(f(1, 1, 2, 8, group="qkv"),) * 3, i(2, 2)),
    call(_sdpa, f(1, 1, 2, 8), f(1, 1, 2, 8), None),
    _mha(one=None),
    _mha(one=None, weights=False),
    _mha(one=None, weights=False, strided=True),
    _mha(weights=False, attn_mask=f(2, 2), width=16),
    _mha(weights=False, attn_mask=f(2, 2), is_causal=True),
    _mha(weights=False, attn_mask=f(2, 2)),
    _mha(attn_mask=f(2, 2)),
    _mha(attn_mask=b(2, 2)),
    _mha(key_padding_mask=b(1, 2)),
    _mha(weights=False, key_padding_mask=f(1, 2)),
    _mha(key_padding_mask=f(1, 2)),
    _mha(weights=False, attn_mask=f(2, 2, group="m"), key_padding_mask=f(1, 2, group="k")),
    _mha(f(1, 1, 4, group="k"), f(1, 1, 4, group="k"), weights=False),
    call(F.multi_head_attention_forward, f(2, 1, 4), f(2, 1, 4, group="kv"), f(2, 1, 4, group="kv"), 4, 2,
         f(12, 4, group="w"), f(12, group="w"), None, None, False, 0.0, f(4, 4, group="o"), f(4, group="o"),
         training=False, need_weights=False),
    call(F.multi_head_attention_forward, f(2, 1, 4), f(2, 1, 4), f(2, 1, 4), 4, 2, None, f(12, group="w"), None, None,
         False, 0.0, f(4, 4, group="o"), f(4, group="o"), training=False, need_weights=False,
         use_separate_proj_weight=True, q_proj_weight=f(4, 4, group="w"), k_proj_weight=f(4, 4, group="w"),
         v_proj_weight=f(4, 4, group="w")),
    call(torch._native_multi_head_attention, *[f(1, 2, 4, group="x")] * 3, 4, 2, f(12, 4), f(12), f(4, 4), f(4)),
    call(torch._native_multi_head_attention, *[f(1, 2, 4, group="x")] * 3, 4, 2, f(12, 4, group="w"), f(12),
         f(4, 4, group="w"), f(4), None, False, True, None),
    call(torch._native_multi_head_attention, *[f(1, 2, 4, group="x")] * 3, 4, 2, f(12, 4, group="w"),
         f(12, group="w"), f(4, 4, group="w"), f(4, group="w"), b(2, 2), need_weights=False, mask_type=0),
)  # fmt: skip

NORM = (
    call(F.layer_norm, f(2, 3), (3,), f(3), f(3), 1e-05),
    call(F.layer_norm, None, (3,), f(3), f(3), 1e-05),
    call(F.layer_norm, f(2, 2, 3, strided=True), (3,), f(3), f(3), 1e-05),
    call(F.layer_norm, f(2, 3), (3,), f(3), None, 1e-12),
    call(F.layer_norm, f(2, 3), (3,), None, f(3)),
    call(F.layer_norm, f(2, 3), (3,), None, None, 1e-05),
    call(F.layer_norm, f(2, 2, 3), (2, 3), weight=f(2, 3), bias=f(2, 3), eps=1e-06),
    call(torch.layer_norm, f(2, 3), (3,), f(3), f(3)),
    call(torch.native_layer_norm, f(2, 3), (3,), f(3), f(3), 1e-05),
    call(F.group_norm, f(2, 4, 3), 2, f(4), f(4), 1e-05),
    call(F.group_norm, f(2, 4, 3, 2), 2, f(4), None),
    call(F.group_norm, f(2, 4, 3), 2, None, f(4)),
    call(F.group_norm, f(2, 4, 3), 2),
    call(torch.group_norm, f(2, 4, 3), 2, f(4), f(4)),
    call(F.batch_norm, f(2, 3, 4, 4), f(3), f(3), f(3), f(3), False, 0.1, 1e-05),
    call(F.batch_norm, f(2, 3), f(3), f(3), f(3), f(3), False),
    call(F.batch_norm, f(2, 3, 4, strided=True), f(3), f(3), f(3), f(3), False),
    call(F.batch_norm, f(2, 3), f(3), f(3), None, None, False, 0.1, 1e-05),
    call(F.batch_norm, f(2, 3), f(3), f(3), f(3), None, False),
    call(F.batch_norm, f(2, 3), f(3), f(3), f(3), f(3), True, 0.1, 1e-05),
    call(F.batch_norm, f(2, 3), None, None, f(3), f(3), True),
    call(F.batch_norm, f(2, 3), None, None, None, f(3), True),
    call(F.batch_norm, f(2, 3), None, None, training=True),
    call(torch.batch_norm, f(2, 3), f(3), f(3), f(3), f(3), False, 0.1, 1e-05, False),
    call(F.instance_norm, f(2, 3, 4)),
    call(F.instance_norm, f(2, 3, 4), None, None, f(3), f(3), True, 0.1, 1e-05),
    call(F.instance_norm, f(2, 3, 4), f(3), f(3), f(3), f(3), False, 0.1, 1e-05),
    call(F.instance_norm, f(2, 3, 4), weight=f(3)),
    call(F.rms_norm, f(2, 3), (3,), f(3), 1e-06),
    call(torch.rms_norm, f(2, 3), (3,), f(3)),
    call(torch.rms_norm, f(2, 3), (3,)),
    call(F.local_response_norm, f(1, 4, 3), 2),
    call(F.normalize, f(2, 3), p=2.0, dim=1, eps=1e-12),
    call(torch._weight_norm, f(2, 3), f(2, 1), 0),
    call(torch._weight_norm, f(2, 3, 2), f(1, 1, 2), 2),
    call(torch._weight_norm, f(2, 3), f(1, 3), 1),
    call(torch.renorm, f(2, 3), 2, 0, 1.0),
    call(F.cosine_similarity, f(2, 3), f(2, 3)),
    call(F.pairwise_distance, f(2, 3), f(2, 3)),
    call(F.pdist, f(3, 2)),
    call(torch.functional.cdist, f(2, 3), f(4, 3)),
    call(torch.functional.cdist, f(2, 3), f(4, 3), p=1.0),
    call(torch.functional.cdist, f(26, 3), f(4, 3)),
    call(torch.functional.cdist, f(2, 3), f(4, 3), compute_mode="use_mm_for_euclid_dist"),
    call(torch.dist, f(2, 3), f(2, 3)),
)
