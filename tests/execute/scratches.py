"""Calls of one op each, to hold the estimate of what it takes against what it takes.

Sizes: a float operand has one to two million numbers where the op allows, so that a page here and there counts nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
import torch.nn.functional as F
from torch import fx


class Whole(tuple[int, ...]):
    """The shape of an operand of whole numbers 0, 1, ... below ``below``, over and over."""

    below: int

    def __new__(cls, below: int, *shape: int) -> Whole:
        made = super().__new__(cls, shape)
        made.below = below
        return made


Call = tuple[Callable[..., Any], dict[str, tuple[int, ...]]]

N = 1 << 20
FLAT = (N,)
PAIR = {"a": (2048, 1024), "b": (2048, 1024)}
CROSS = {"a": (128, 1, 128), "b": (1, 128, 128)}
ONE = {"a": (2048, 1024)}
IMAGE = {"a": (2, 16, 256, 256)}
ROWS, WIDTH = 2048, 1024


def _each(names: str, sizes: dict[str, tuple[int, ...]], home: Any = torch) -> Iterator[tuple[str, Call]]:
    """Ops that are called with the operands alone."""
    for name in names.split():
        yield name, (getattr(home, name), sizes)


CALLS: dict[str, Call] = {
    # distances
    "cosine_similarity": (lambda a, b: F.cosine_similarity(a, b, dim=-1), CROSS),
    "cosine_similarity, same shape": (lambda a, b: F.cosine_similarity(a, b, dim=-1), PAIR),
    "pairwise_distance": (lambda a, b: F.pairwise_distance(a, b), CROSS),
    "cdist": (lambda a, b: torch.cdist(a, b), {"a": (1500, 64), "b": (1500, 64)}),
    "cdist, p=1": (lambda a, b: torch.cdist(a, b, 1.0), {"a": (1500, 16), "b": (1500, 16)}),
    "cdist, wide": (lambda a, b: torch.cdist(a, b), {"a": (500, 4000), "b": (500, 4000)}),
    "cdist, batched": (lambda a, b: torch.cdist(a, b), {"a": (4, 1, 700, 64), "b": (1, 2, 700, 64)}),
    "pdist": (lambda a: F.pdist(a), {"a": (1500, 32)}),
    "dist": (lambda a, b: torch.dist(a, b), PAIR),
    # losses
    **dict(
        _each(
            "mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy binary_cross_entropy_with_logits "
            "kl_div soft_margin_loss multilabel_soft_margin_loss poisson_nll_loss cross_entropy "
            "hinge_embedding_loss",
            PAIR,
            F,
        )
    ),
    "mse_loss, broadcast": (lambda a, b: F.mse_loss(a, b), {"a": FLAT, "b": (1,)}),
    "mse_loss, none": (lambda a, b: F.mse_loss(a, b, reduction="none"), PAIR),
    "binary_cross_entropy_with_logits, weights": (
        lambda a, b, c: F.binary_cross_entropy_with_logits(a, b, pos_weight=c),
        {**PAIR, "c": (1024,)},
    ),
    "cross_entropy, classes": (lambda a, b: F.cross_entropy(a, b), {"a": (2048, 1024), "b": Whole(1024, 2048)}),
    "cross_entropy, smoothed": (
        lambda a, b: F.cross_entropy(a, b, label_smoothing=0.1),
        {"a": (2048, 1024), "b": Whole(1024, 2048)},
    ),
    "cross_entropy, image": (lambda a, b: F.cross_entropy(a, b), {"a": (2, 16, 256, 256), "b": Whole(16, 2, 256, 256)}),
    "nll_loss": (lambda a, b: F.nll_loss(a, b), {"a": (2048, 1024), "b": Whole(1024, 2048)}),
    "multi_margin_loss": (lambda a, b: F.multi_margin_loss(a, b), {"a": (2048, 1024), "b": Whole(1024, 2048)}),
    "margin_ranking_loss": (lambda a, b, c: F.margin_ranking_loss(a, b, c), {"a": FLAT, "b": FLAT, "c": FLAT}),
    "cosine_embedding_loss": (lambda a, b, c: F.cosine_embedding_loss(a, b, c), {**PAIR, "c": (2048,)}),
    "triplet_margin_loss": (lambda a, b, c: F.triplet_margin_loss(a, b, c), {**PAIR, "c": (2048, 1024)}),
    "gaussian_nll_loss": (lambda a, b, c: F.gaussian_nll_loss(a, b, c), {**PAIR, "c": (2048, 1024)}),
    # order
    "quantile": (lambda a: torch.quantile(a, 0.5), {"a": FLAT}),
    "quantile, rows": (lambda a: torch.quantile(a, 0.5, dim=-1), ONE),
    "quantile, columns": (lambda a: torch.quantile(a, 0.5, dim=0), ONE),
    "nanquantile": (lambda a: torch.nanquantile(a, 0.5), {"a": FLAT}),
    "median": (lambda a: torch.median(a), {"a": FLAT}),
    "median, rows": (lambda a: torch.median(a, dim=-1), ONE),
    "nanmedian": (lambda a: torch.nanmedian(a), {"a": FLAT}),
    "kthvalue": (lambda a: torch.kthvalue(a, 5), {"a": FLAT}),
    "kthvalue, columns": (lambda a: torch.kthvalue(a, 5, 0), ONE),
    "mode": (lambda a: torch.mode(a, -1), ONE),
    "sort": (lambda a: torch.sort(a), {"a": FLAT}),
    "sort, rows": (lambda a: torch.sort(a, dim=-1), ONE),
    "sort, columns": (lambda a: torch.sort(a, dim=0), ONE),
    "argsort": (lambda a: torch.argsort(a, dim=-1), ONE),
    "argsort, flat": (lambda a: torch.argsort(a), {"a": FLAT}),
    "msort": (lambda a: torch.msort(a), ONE),
    "topk": (lambda a: torch.topk(a, 5), ONE),
    "topk, flat": (lambda a: torch.topk(a, 1000), {"a": FLAT}),
    "topk, columns": (lambda a: torch.topk(a, 5, dim=0), ONE),
    "topk, half": (lambda a: torch.topk(a, 512), ONE),
    "cumsum": (lambda a: torch.cumsum(a, 0), ONE),
    "cumprod": (lambda a: torch.cumprod(a, -1), ONE),
    "cummax": (lambda a: torch.cummax(a, -1), ONE),
    "logcumsumexp": (lambda a: torch.logcumsumexp(a, -1), ONE),
    "unique": (lambda a: torch.unique(a), {"a": Whole(5000, N)}),
    "unique, inverse": (lambda a: torch.unique(a, return_inverse=True, return_counts=True), {"a": Whole(5000, N)}),
    "unique, floats": (lambda a: torch.unique(a), {"a": FLAT}),
    "unique, dim": (lambda a: torch.unique(a, dim=0), ONE),
    "unique_consecutive": (lambda a: torch.unique_consecutive(a), {"a": FLAT}),
    "bucketize": (lambda a, b: torch.bucketize(a, b), {"a": FLAT, "b": (100,)}),
    "searchsorted": (lambda a, b: torch.searchsorted(a, b), {"a": (100,), "b": FLAT}),
    "bincount": (lambda a: torch.bincount(a), {"a": Whole(500, N)}),
    "histc": (lambda a: torch.histc(a, 10), {"a": FLAT}),
    "isin": (lambda a, b: torch.isin(a, b), {"a": Whole(5000, N), "b": Whole(5000, 1000)}),
    "isin, few": (lambda a, b: torch.isin(a, b), {"a": Whole(5000, N), "b": Whole(5000, 5)}),
    # reductions
    **dict(
        _each(
            "sum mean std var prod amax amin argmax argmin min max nansum nanmean logsumexp_ all any aminmax "
            "std_mean var_mean count_nonzero".replace("logsumexp_ ", ""),
            ONE,
        )
    ),
    "logsumexp": (lambda a: torch.logsumexp(a, -1), ONE),
    "logsumexp, columns": (lambda a: torch.logsumexp(a, 0), ONE),
    "sum, rows": (lambda a: torch.sum(a, -1), ONE),
    "mean, rows": (lambda a: torch.mean(a, -1), ONE),
    "mean, columns": (lambda a: torch.mean(a, 0), ONE),
    "std, rows": (lambda a: torch.std(a, -1), ONE),
    "max, rows": (lambda a: torch.max(a, -1), ONE),
    "prod, rows": (lambda a: torch.prod(a, -1), ONE),
    "norm": (lambda a: torch.norm(a), ONE),
    "norm, method": (lambda a: a.norm(dim=-1), ONE),
    "norm, p": (lambda a: torch.norm(a, 3.0, -1), ONE),
    "norm, nuclear": (lambda a: torch.norm(a, "nuc"), {"a": (400, 400)}),
    "norm, dtype": (lambda a: torch.norm(a, 2.0, -1, dtype=torch.float64), ONE),
    "linalg_norm": (lambda a: torch.linalg.norm(a, dim=-1), ONE),
    "linalg_vector_norm": (lambda a: torch.linalg.vector_norm(a, 1.5), ONE),
    "linalg_matrix_norm": (lambda a: torch.linalg.matrix_norm(a), ONE),
    "linalg_matrix_norm, 1": (lambda a: torch.linalg.matrix_norm(a, 1), ONE),
    "normalize": (lambda a: F.normalize(a, dim=-1), ONE),
    "normalize, p=1": (lambda a: F.normalize(a, 1.0, dim=0), ONE),
    "renorm": (lambda a: torch.renorm(a, 2, 0, 1.0), ONE),
    "cov": (lambda a: torch.cov(a), {"a": (200, 10000)}),
    "corrcoef": (lambda a: torch.corrcoef(a), {"a": (200, 10000)}),
    # softmax
    **{
        name: (lambda a, f=f: f(a, -1), ONE)
        for name, f in {"softmax": F.softmax, "log_softmax": F.log_softmax, "softmin": F.softmin}.items()
    },
    "softmax, columns": (lambda a: F.softmax(a, 0), ONE),
    "softmax, middle": (lambda a: torch.softmax(a, 1), IMAGE),
    "softmax, dtype": (lambda a: F.softmax(a, -1, dtype=torch.float32), ONE),
    "gumbel_softmax": (lambda a: F.gumbel_softmax(a), ONE),
    "gumbel_softmax, hard": (lambda a: F.gumbel_softmax(a, hard=True), ONE),
    # products
    "einsum": (lambda a, b: torch.einsum("ab,cb->ac", a, b), {"a": (1000, 1000), "b": (2000, 1000)}),
    "einsum, elementwise": (lambda a, b: torch.einsum("ab,b->ab", a, b), {"a": (2048, 1024), "b": (1024,)}),
    "einsum, outer": (lambda a, b: torch.einsum("ab,cb->abc", a, b), {"a": (100, 200), "b": (100, 200)}),
    "einsum, permuted": (
        lambda a, b: torch.einsum("bhid,bjhd->bhij", a, b),
        {"a": (2, 8, 300, 64), "b": (2, 300, 8, 64)},
    ),
    "einsum, attention values": (
        lambda a, b: torch.einsum("bhij,bjhd->bihd", a, b),
        {"a": (2, 8, 300, 300), "b": (2, 300, 8, 64)},
    ),
    "einsum, three": (
        lambda a, b, c: torch.einsum("ab,cb,db->acd", a, b, c),
        {"a": (10, 700), "b": (500, 700), "c": (2, 700)},
    ),
    "einsum, three, first small": (
        lambda a, b, c: torch.einsum("ab,bc,cd->ad", a, b, c),
        {"a": (10, 1000), "b": (1000, 2000), "c": (2000, 10)},
    ),
    "einsum, three, list": (
        lambda a, b, c: torch.einsum("i,j,k->ijk", a, b, c),
        {"a": (100,), "b": (100,), "c": (100,)},
    ),
    "einsum, one": (lambda a: torch.einsum("ab->ba", a), ONE),
    "einsum, sum": (lambda a, b: torch.einsum("ab,cd->ad", a, b), {"a": (1000, 2000), "b": (2000, 1000)}),
    "einsum, ellipsis": (
        lambda a, b: torch.einsum("...ij,...jk->...ik", a, b),
        {"a": (8, 512, 256), "b": (8, 256, 512)},
    ),
    "tensordot": (lambda a, b: torch.tensordot(a, b, 1), {"a": (1000, 1000), "b": (1000, 1000)}),
    "tensordot, permuted": (lambda a, b: torch.tensordot(a, b, ([0], [1])), {"a": (1000, 1000), "b": (1000, 1000)}),
    "bilinear": (lambda a, b, c: F.bilinear(a, b, c), {"a": (500, 100), "b": (500, 100), "c": (100, 100, 100)}),
    "bilinear, many rows": (
        lambda a, b, c: F.bilinear(a, b, c),
        {"a": (20000, 50), "b": (20000, 50), "c": (20, 50, 50)},
    ),
    "linear": (lambda a, b: F.linear(a, b), {"a": (1000, 1000), "b": (1500, 1000)}),
    "linear, bias": (lambda a, b, c: F.linear(a, b, c), {"a": (2, 500, 1000), "b": (1500, 1000), "c": (1500,)}),
    "matmul": (lambda a, b: a @ b, {"a": (8, 512, 256), "b": (8, 256, 512)}),
    "matmul, broadcast": (lambda a, b: torch.matmul(a, b), {"a": (8, 1, 100, 100), "b": (1, 8, 100, 100)}),
    "matmul, folded": (lambda a, b: torch.matmul(a, b), {"a": (8, 512, 256), "b": (256, 512)}),
    "matmul, vector": (lambda a, b: torch.matmul(a, b), {"a": (2048, 1024), "b": (1024,)}),
    "mm": (lambda a, b: torch.mm(a, b), {"a": (1000, 1000), "b": (1000, 1000)}),
    "mv": (lambda a, b: torch.mv(a, b), {"a": (2048, 1024), "b": (1024,)}),
    "addmm": (lambda a, b, c: torch.addmm(a, b, c), {"a": (1000,), "b": (1000, 1000), "c": (1000, 1000)}),
    "bmm": (lambda a, b: torch.bmm(a, b), {"a": (8, 512, 256), "b": (8, 256, 512)}),
    "baddbmm": (lambda a, b, c: torch.baddbmm(a, b, c), {"a": (1, 1, 512), "b": (8, 512, 256), "c": (8, 256, 512)}),
    "addbmm": (lambda a, b, c: torch.addbmm(a, b, c), {"a": (512, 512), "b": (8, 512, 256), "c": (8, 256, 512)}),
    "addmv": (lambda a, b, c: torch.addmv(a, b, c), {"a": (2048,), "b": (2048, 1024), "c": (1024,)}),
    "inner": (lambda a, b: torch.inner(a, b), {"a": (1000, 1000), "b": (1000, 1000)}),
    "outer": (lambda a, b: torch.outer(a, b), {"a": (1500,), "b": (1500,)}),
    "dot": (lambda a, b: torch.dot(a, b), {"a": FLAT, "b": FLAT}),
    "kron": (lambda a, b: torch.kron(a, b), {"a": (30, 30), "b": (50, 50)}),
    "chain_matmul": (
        lambda a, b, c: torch.linalg.multi_dot([a, b, c]),
        {"a": (10, 1000), "b": (1000, 1000), "c": (1000, 1000)},
    ),
    "cross": (lambda a, b: torch.cross(a, b, -1), {"a": (500000, 3), "b": (500000, 3)}),
    # convolutions and what lays images out anew
    "conv1d": (lambda a, b: F.conv1d(a, b), {"a": (4, 16, 32768), "b": (16, 16, 5)}),
    "conv1d, wide": (lambda a, b: F.conv1d(a, b, padding=15), {"a": (1, 16, 100000), "b": (16, 16, 31)}),
    "conv2d": (lambda a, b: F.conv2d(a, b, padding=1), {**IMAGE, "b": (16, 16, 3, 3)}),
    "conv2d, 1x1": (lambda a, b: F.conv2d(a, b), {**IMAGE, "b": (16, 16, 1, 1)}),
    "conv2d, large kernel": (lambda a, b: F.conv2d(a, b, padding=3), {"a": (1, 8, 400, 400), "b": (8, 8, 7, 7)}),
    "conv2d, depthwise": (lambda a, b: F.conv2d(a, b, padding=1, groups=16), {**IMAGE, "b": (16, 1, 3, 3)}),
    "conv2d, patches": (lambda a, b: F.conv2d(a, b, stride=16), {"a": (4, 3, 448, 448), "b": (768, 3, 16, 16)}),
    "conv2d, dilated": (lambda a, b: F.conv2d(a, b, dilation=2, padding=2), {**IMAGE, "b": (16, 16, 3, 3)}),
    "conv2d, weights": (lambda a, b: F.conv2d(a, b, padding=1), {"a": (1, 512, 14, 14), "b": (512, 512, 3, 3)}),
    "conv3d": (lambda a, b: F.conv3d(a, b, padding=1), {"a": (1, 8, 32, 64, 64), "b": (8, 8, 3, 3, 3)}),
    "conv_transpose2d": (
        lambda a, b: F.conv_transpose2d(a, b, stride=2),
        {"a": (2, 16, 128, 128), "b": (16, 16, 2, 2)},
    ),
    "conv_transpose1d": (lambda a, b: F.conv_transpose1d(a, b, stride=2), {"a": (4, 16, 16384), "b": (16, 16, 4)}),
    "conv_transpose3d": (
        lambda a, b: F.conv_transpose3d(a, b, stride=2),
        {"a": (1, 8, 16, 32, 32), "b": (8, 8, 2, 2, 2)},
    ),
    "unfold": (lambda a: F.unfold(a, 3, padding=1), {"a": (2, 4, 256, 256)}),
    "fold": (lambda a: F.fold(a, (256, 256), 3, padding=1), {"a": (2, 36, 65536)}),
    "interpolate, nearest": (lambda a: F.interpolate(a, scale_factor=2), {"a": (2, 4, 256, 256)}),
    "interpolate, bilinear": (lambda a: F.interpolate(a, scale_factor=2, mode="bilinear"), {"a": (2, 4, 256, 256)}),
    "interpolate, bilinear down": (
        lambda a: F.interpolate(a, scale_factor=0.5, mode="bilinear"),
        {"a": (2, 16, 256, 256)},
    ),
    "interpolate, bicubic": (lambda a: F.interpolate(a, scale_factor=2, mode="bicubic"), {"a": (2, 4, 128, 256)}),
    "interpolate, antialias": (lambda a: F.interpolate(a, scale_factor=0.5, mode="bilinear", antialias=True), IMAGE),
    "interpolate, area": (lambda a: F.interpolate(a, scale_factor=0.5, mode="area"), IMAGE),
    "interpolate, trilinear": (lambda a: F.interpolate(a, scale_factor=2, mode="trilinear"), {"a": (1, 4, 16, 64, 64)}),
    "grid_sample": (
        lambda a, b: F.grid_sample(a, b, align_corners=False),
        {"a": (2, 8, 256, 256), "b": (2, 256, 256, 2)},
    ),
    "grid_sample, bicubic": (
        lambda a, b: F.grid_sample(a, b, "bicubic", align_corners=False),
        {"a": (2, 8, 128, 256), "b": (2, 128, 256, 2)},
    ),
    "grid_sample, volume": (
        lambda a, b: F.grid_sample(a, b, align_corners=False),
        {"a": (1, 4, 32, 64, 64), "b": (1, 32, 64, 64, 3)},
    ),
    "affine_grid": (lambda a: F.affine_grid(a, (8, 3, 400, 400), align_corners=False), {"a": (8, 2, 3)}),
    "max_pool2d": (lambda a: F.max_pool2d(a, 2), IMAGE),
    "max_pool2d, stride 1": (lambda a: F.max_pool2d(a, 3, 1, 1), IMAGE),
    "max_pool2d, indices": (lambda a: F.max_pool2d(a, 3, 1, 1, return_indices=True), IMAGE),
    "max_pool1d": (lambda a: F.max_pool1d(a, 3, 1, 1), {"a": (16, 128, 1024)}),
    "max_pool3d": (lambda a: F.max_pool3d(a, 3, 1, 1), {"a": (1, 8, 32, 64, 128)}),
    "avg_pool1d": (lambda a: F.avg_pool1d(a, 3, 1, 1), {"a": (16, 128, 1024)}),
    "avg_pool2d": (lambda a: F.avg_pool2d(a, 3, 1, 1), IMAGE),
    "adaptive_avg_pool2d": (lambda a: F.adaptive_avg_pool2d(a, 1), IMAGE),
    "adaptive_avg_pool2d, grid": (lambda a: F.adaptive_avg_pool2d(a, 128), IMAGE),
    "adaptive_max_pool2d": (lambda a: F.adaptive_max_pool2d(a, 128), IMAGE),
    "lp_pool2d": (lambda a: F.lp_pool2d(a, 2.0, 2), IMAGE),
    "max_unpool2d": (lambda a, b: F.max_unpool2d(a, b, 2), {"a": (2, 4, 256, 256), "b": Whole(65536, 2, 4, 256, 256)}),
    "pixel_shuffle": (lambda a: F.pixel_shuffle(a, 4), IMAGE),
    "pad": (lambda a: F.pad(a, (1, 1, 1, 1)), IMAGE),
    "pad, reflect": (lambda a: F.pad(a, (1, 1, 1, 1), "reflect"), IMAGE),
    "pad, circular": (lambda a: F.pad(a, (1, 1, 1, 1), "circular"), IMAGE),
    # indices
    "scatter": (
        lambda a, b, c: torch.scatter(a, 1, b, c),
        {"a": (2048, 512), "b": Whole(512, 2048, 512), "c": (2048, 512)},
    ),
    "scatter_add": (
        lambda a, b, c: torch.scatter_add(a, 1, b, c),
        {"a": (2048, 512), "b": Whole(512, 2048, 512), "c": (2048, 512)},
    ),
    "scatter_add, rows": (
        lambda a, b, c: torch.scatter_add(a, 0, b, c),
        {"a": (64, 512), "b": Whole(64, 2048, 512), "c": (2048, 512)},
    ),
    "scatter_add, expanded": (lambda a, b, c: a.scatter_add(0, b, c), {"a": (1000,), "b": Whole(1000, N), "c": FLAT}),
    "scatter_reduce": (
        lambda a, b, c: torch.scatter_reduce(a, 1, b, c, "amax"),
        {"a": (2048, 512), "b": Whole(512, 2048, 512), "c": (2048, 512)},
    ),
    "scatter_reduce, mean": (
        lambda a, b, c: torch.scatter_reduce(a, 0, b, c, "mean"),
        {"a": (64, 512), "b": Whole(64, 2048, 512), "c": (2048, 512)},
    ),
    "index_add": (
        lambda a, b, c: torch.index_add(a, 0, b, c),
        {"a": (64, 1024), "b": Whole(64, 2048), "c": (2048, 1024)},
    ),
    "index_add_": (lambda a, b, c: a.index_add_(0, b, c), {"a": (64, 1024), "b": Whole(64, 2048), "c": (2048, 1024)}),
    "index_copy": (
        lambda a, b, c: torch.index_copy(a, 0, b, c),
        {"a": (2048, 1024), "b": Whole(2048, 2048), "c": (2048, 1024)},
    ),
    "index_fill": (lambda a, b: torch.index_fill(a, 0, b, 1.0), {"a": (2048, 1024), "b": Whole(64, 64)}),
    "index_put": (
        lambda a, b, c: torch.index_put(a, (b,), c),
        {"a": (2048, 1024), "b": Whole(2048, 2048), "c": (2048, 1024)},
    ),
    "index_put, accumulate": (
        lambda a, b, c: torch.index_put(a, (b,), c, True),
        {"a": (2048, 1024), "b": Whole(2048, 2048), "c": (2048, 1024)},
    ),
    "index": (lambda a, b: a[b], {"a": (2048, 1024), "b": Whole(2048, 2048)}),
    "index_select": (lambda a, b: torch.index_select(a, 0, b), {"a": (2048, 1024), "b": Whole(2048, 2048)}),
    "gather": (lambda a, b: torch.gather(a, 1, b), {"a": (2048, 512), "b": Whole(512, 2048, 512)}),
    "take_along_dim": (lambda a, b: torch.take_along_dim(a, b, 1), {"a": (2048, 512), "b": Whole(512, 2048, 512)}),
    "take": (lambda a, b: torch.take(a, b), {"a": FLAT, "b": Whole(N, N)}),
    "embedding": (lambda a, b: F.embedding(a, b), {"a": Whole(1000, 2048), "b": (1000, 1024)}),
    "embedding_bag": (lambda a, b: F.embedding_bag(a, b), {"a": Whole(1000, 2048, 16), "b": (1000, 512)}),
    "masked_select": (lambda a, b: torch.masked_select(a, b), {"a": FLAT, "b": Whole(-2, N)}),
    "boolean index": (lambda a, b: a[b], {"a": FLAT, "b": Whole(-2, N)}),
    "boolean index, rows": (lambda a, b: a[b], {"a": (2048, 1024), "b": Whole(-2, 2048)}),
    "masked_scatter": (lambda a, b, c: torch.masked_scatter(a, b, c), {"a": FLAT, "b": Whole(-2, N), "c": FLAT}),
    "masked_fill": (lambda a, b: torch.masked_fill(a, b, 0.0), {"a": FLAT, "b": Whole(-2, N)}),
    "nonzero": (lambda a: torch.nonzero(a), {"a": FLAT}),
    "nonzero, tuple": (lambda a: torch.nonzero(a, as_tuple=True), ONE),
    "argwhere": (lambda a: torch.argwhere(a), ONE),
    "where": (lambda a, b, c: torch.where(a, b, c), {"a": Whole(-2, N), "b": FLAT, "c": FLAT}),
    "where, one": (lambda a: torch.where(a), {"a": FLAT}),
    "one_hot": (lambda a: F.one_hot(a, 100), {"a": Whole(100, 20000)}),
    "repeat_interleave": (lambda a: torch.repeat_interleave(a, 4, 0), {"a": (512, 1024)}),
    "repeat_interleave, flat": (lambda a: torch.repeat_interleave(a, 4), {"a": (1 << 19,)}),
    "repeat_interleave, counts": (
        lambda a, b: torch.repeat_interleave(a, b, 0),
        {"a": (2048, 1024), "b": Whole(2, 2048)},
    ),
    "repeat": (lambda a: a.repeat(4, 1), {"a": (512, 1024)}),
    "tile": (lambda a: torch.tile(a, (4, 1)), {"a": (512, 1024)}),
    "roll": (lambda a: torch.roll(a, 5, 0), ONE),
    "roll, two": (lambda a: torch.roll(a, (5, 5), (0, 1)), ONE),
    "flip": (lambda a: torch.flip(a, (0,)), ONE),
    "rot90": (lambda a: torch.rot90(a), ONE),
    "cat": (lambda a, b: torch.cat((a, b)), PAIR),
    "stack": (lambda a, b: torch.stack((a, b)), PAIR),
    "block_diag": (lambda a, b: torch.block_diag(a, b), {"a": (500, 500), "b": (500, 500)}),
    "meshgrid": (lambda a, b: torch.meshgrid(a, b, indexing="ij"), {"a": (1500,), "b": (1500,)}),
    "cartesian_prod": (lambda a, b: torch.cartesian_prod(a, b), {"a": (1000,), "b": (1000,)}),
    "combinations": (lambda a: torch.combinations(a), {"a": (1500,)}),
    "diag_embed": (lambda a: torch.diag_embed(a), {"a": (1500,)}),
    "tril": (lambda a: torch.tril(a), ONE),
    "diff": (lambda a: torch.diff(a), ONE),
    "trapz": (lambda a: torch.trapz(a), ONE),
    "contiguous": (lambda a: torch.clone(a), ONE),
    # signals
    "fft": (lambda a: torch.fft.fft(a), ONE),
    "rfft": (lambda a: torch.fft.rfft(a), ONE),
    "irfft": (lambda a: torch.fft.irfft(a), ONE),
    "fft2": (lambda a: torch.fft.fft2(a), ONE),
    "rfft2": (lambda a: torch.fft.rfft2(a), ONE),
    "fftn": (lambda a: torch.fft.fftn(a), IMAGE),
    "fftshift": (lambda a: torch.fft.fftshift(a), ONE),
    "stft": (lambda a, b: torch.stft(a, 512, 128, window=b, return_complex=True), {"a": (4, 120000), "b": (512,)}),
    "stft, few hops": (
        lambda a, b: torch.stft(a, 512, 256, window=b, return_complex=True),
        {"a": (4, 250000), "b": (512,)},
    ),
    # pointwise
    "addcmul": (lambda a, b, c: torch.addcmul(a, b, c), {"a": FLAT, "b": FLAT, "c": FLAT}),
    "addcdiv": (lambda a, b, c: torch.addcdiv(a, b, c), {"a": FLAT, "b": FLAT, "c": FLAT}),
    "lerp": (lambda a, b: torch.lerp(a, b, 0.5), PAIR),
    "lerp, tensor": (lambda a, b, c: torch.lerp(a, b, c), {"a": FLAT, "b": FLAT, "c": FLAT}),
    **dict(
        _each(
            "gelu silu mish softplus hardswish logsigmoid elu selu celu hardsigmoid hardtanh relu6 leaky_relu "
            "tanhshrink softsign softshrink",
            ONE,
            F,
        )
    ),
    "glu": (lambda a: F.glu(a), ONE),
    "gelu, tanh": (lambda a: F.gelu(a, approximate="tanh"), ONE),
    "prelu": (lambda a, b: F.prelu(a, b), {**ONE, "b": (1024,)}),
    "rrelu": (lambda a: F.rrelu(a), ONE),
    "dropout": (lambda a: F.dropout(a, 0.1), ONE),
    "alpha_dropout": (lambda a: F.alpha_dropout(a, 0.1, True), ONE),
    **dict(
        _each(
            "exp log sqrt rsqrt sigmoid tanh erf sin abs neg round nan_to_num isnan isfinite isinf sign logit "
            "sinc deg2rad log1p frac bernoulli",
            ONE,
        )
    ),
    **dict(
        _each(
            "add sub mul div maximum minimum atan2 logaddexp eq lt isclose allclose equal floor_divide remainder "
            "fmod hypot copysign xlogy",
            PAIR,
        )
    ),
    "add, broadcast": (lambda a, b: a + b, CROSS),
    "sub, scaled": (lambda a, b: torch.sub(a, b, alpha=2), PAIR),
    "add, promoted": (lambda a, b: a + b, {"a": FLAT, "b": Whole(5, N)}),
    "lt, promoted": (lambda a, b: a < b, {"a": FLAT, "b": Whole(5, N)}),
    "pow": (lambda a: a**2.5, ONE),
    "rpow": (lambda a: 2.0**a, ONE),
    "clamp": (lambda a: torch.clamp(a, 0.0, 1.0), ONE),
    "polar": (lambda a, b: torch.polar(a, b), PAIR),
    "view_as_complex": (lambda a: torch.view_as_complex(a), {"a": (1 << 20, 2)}),
    "complex": (lambda a, b: torch.complex(a, b), PAIR),
    # norms
    "batch_norm": (lambda a, b, c: F.batch_norm(a, b, c), {**IMAGE, "b": (16,), "c": (16,)}),
    "batch_norm, training": (lambda a: F.batch_norm(a, None, None, training=True), IMAGE),
    "instance_norm": (lambda a: F.instance_norm(a), IMAGE),
    "group_norm": (lambda a: F.group_norm(a, 4), IMAGE),
    "layer_norm": (lambda a: F.layer_norm(a, (1024,)), ONE),
    "rms_norm": (lambda a: F.rms_norm(a, (1024,)), ONE),
    "local_response_norm": (lambda a: F.local_response_norm(a, 5), IMAGE),
    # recurrent
    "lstm": (
        lambda a, h, c, w, u: torch.lstm(a, (h, c), [w, u], False, 1, 0.0, False, False, False),
        {"a": (64, 32, 128), "h": (1, 32, 256), "c": (1, 32, 256), "w": (1024, 128), "u": (1024, 256)},
    ),
    "gru": (
        lambda a, h, w, u: torch.gru(a, h, [w, u], False, 1, 0.0, False, False, False),
        {"a": (64, 32, 128), "h": (1, 32, 256), "w": (768, 128), "u": (768, 256)},
    ),
    # linear algebra, in no low precision
    "linalg_inv": (lambda a: torch.linalg.inv(a), {"a": (600, 600)}),
    "linalg_solve": (lambda a, b: torch.linalg.solve(a, b), {"a": (600, 600), "b": (600, 600)}),
    "svd": (lambda a: torch.linalg.svd(a, full_matrices=False), {"a": (400, 400)}),
    "eigh": (lambda a: torch.linalg.eigh(a), {"a": (400, 400)}),
    "linalg_qr": (lambda a: torch.linalg.qr(a), {"a": (600, 600)}),
    "matrix_exp": (lambda a: torch.matrix_exp(a), {"a": (500, 500)}),
    "linalg_det": (lambda a: torch.linalg.det(a), {"a": (800, 800)}),
}


CRASHES = ("grid_sample", "grid_sample, bicubic")
"""In low precision torch 2.13's kernel reads beyond the operand's end: what lies there may be no memory."""


def graph_of(name: str) -> fx.Graph:
    """The call as one node."""
    call, sizes = CALLS[name]
    graph = fx.Graph()
    tracer = fx.proxy.GraphAppendingTracer(graph)
    result = call(*(fx.Proxy(graph.placeholder(size), tracer) for size in sizes))
    graph.output(result.node)
    return graph


def operand(name: str, size: str, dtype: torch.dtype) -> torch.Tensor:
    """An operand of the call: numbers in 0.05 .. 0.95 in no order."""
    shape = CALLS[name][1][size]
    count = torch.Size(shape).numel()
    if isinstance(shape, Whole):
        if shape.below < 0:
            return (torch.arange(count) % -shape.below == 0).reshape(shape)
        return (torch.arange(count) % shape.below).reshape(shape)
    return torch.rand(shape).mul_(0.9).add_(0.05).to(dtype)
