"""Sums, means, extremes, sorts and scans over axes; factories and random values."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from pytest_dtypegen.dtypes.recipes.call import Recipe, call, d, f, i

_ALL = """
    sum mean prod var std median nanmedian amax amin argmax argmin max min all any nansum nanmean var_mean std_mean
    count_nonzero aminmax trace histc
"""
_DIM = """
    sum mean prod median nanmedian amax amin argmax argmin max min all any cumsum cumprod cummax cummin logsumexp
    logcumsumexp softmax log_softmax sort argsort var std var_mean std_mean mode diff
"""


def _torch_calls(names: str, *operands: object) -> tuple[Recipe, ...]:
    return tuple(call(getattr(torch, name), *operands) for name in names.split())


REDUCTIONS = (
    *_torch_calls(_ALL, f(3, 3)),
    *_torch_calls(_DIM, f(2, 3), 1),
    *(call(getattr(torch, n), f(2, 3), 1, dtype=d()) for n in ["sum", "mean", "prod", "cumsum", "cumprod", "softmax"]),
    call("sum", f(2, 3), dim=(0, 1), keepdim=True),
    call("mean", f(2, 3), (0, 1), True),
    call("mean", f(2, 3), -1, keepdim=True, dtype=torch.float32),
    call("max", f(2, 3), f(2, 3)),
    call(torch.min, f(2, 3), f(2, 3)),
    call(torch.topk, f(2, 3), 2),
    call(torch.kthvalue, f(2, 3), 1),
    call(torch.quantile, f(2, 3), 0.5),
    call(torch.quantile, f(2, 3), f(2), dim=1),
    call(torch.nanquantile, f(2, 3), 0.5),
    call(torch.cov, f(2, 3)),
    call(torch.corrcoef, f(2, 3)),
    call(torch.trapezoid, f(3), f(3)),
    call(torch.cumulative_trapezoid, f(3), f(3)),
    call(torch.bincount, i(3), f(3)),
    call("cumsum_", f(2, 3), 1),
    call(F.softmax, f(2, 3), dim=-1),
    call(F.softmax, f(2, 3), -1, dtype=d()),
    call("softmax", f(2, 3), dim=-1),
    call("softmax", f(2, 3), -1, dtype=torch.float32),
    call(F.log_softmax, f(2, 3), -1),
    call(F.softmin, f(2, 3), -1),
    call(F.gumbel_softmax, f(2, 3)),
    call("norm", f(2, 3)),
    call("norm", f(2, 3), dim=-1, keepdim=True),
    call("norm", f(2, 3), p=1, dim=-1),
    call(torch.functional.norm, f(2, 3), p=2, dim=1, dtype=d()),
    call(torch.linalg.norm, f(2, 3)),
    call(torch.linalg.norm, f(2, 3), dim=1, dtype=d()),
    call(torch.linalg.norm, f(2, 3), "nuc"),
    call(torch.linalg.vector_norm, f(2, 3), 2, (1,), True),
    call(torch.linalg.vector_norm, f(2, 3), dtype=d()),
    call(torch.linalg.matrix_norm, f(2, 3)),
    call(torch.nuclear_norm, f(2, 2)),
    call(torch.frobenius_norm, f(2, 2), (0, 1)),
)

_BIG = 3.4028234663852886e38

FACTORIES = (
    *(call(getattr(torch, n), (2, 3), dtype=d()) for n in ("zeros", "ones", "empty", "rand", "randn")),
    *(call(getattr(torch, n), f(2, 3)) for n in ("zeros_like", "ones_like", "empty_like", "rand_like", "randn_like")),
    call(torch.zeros_like, f(2, 3), dtype=d()),
    call(torch.full, (2, 3), 0.5, dtype=d()),
    call(torch.full, (2, 3), -_BIG, dtype=d()),
    call(torch.full, (2, 3), float("-inf"), dtype=d()),
    call(torch.full, (2, 3), fill_value=1e39, dtype=d()),
    call(torch.full_like, f(2, 3), 2.0),
    call(torch.full_like, f(2, 3), -_BIG),
    call(torch.full_like, f(2, 3), -_BIG, dtype=d()),
    call("new_full", f(2, 3), (2,), 1.0),
    call("new_full", f(2, 3), (2,), _BIG),
    call("new_zeros", f(2, 3), (2,)),
    call("new_ones", f(2, 3), (2,), dtype=d()),
    call("new_empty", f(2, 3), (2,)),
    call("new_tensor", f(2, 3), [1.0, 2.0]),
    call("new_tensor", f(2, 3), [_BIG]),
    call(torch.tensor, 1.0, dtype=d()),
    call(torch.tensor, -_BIG, dtype=d()),
    call(torch.tensor, [1e39], dtype=d()),
    call(torch.tensor, 70000, dtype=d()),
    call(torch.as_tensor, _BIG, dtype=d()),
    call(torch.scalar_tensor, 1.0, dtype=d()),
    call(torch.scalar_tensor, _BIG, dtype=d()),
    call(torch.arange, 5, dtype=d()),
    call(torch.arange, 0, 80000, 20000, dtype=d()),
    call(torch.arange, 0.0, 1.0, 0.25, dtype=d()),
    call(torch.linspace, 0, 1, 3, dtype=d()),
    call(torch.linspace, 0, 80000, 3, dtype=d()),
    call(torch.linspace, f(), f(), 3),
    call(torch.logspace, 0, 1, 3, dtype=d()),
    call(torch.eye, 3, dtype=d()),
    call(torch.hann_window, 4, dtype=d()),
    call(torch.normal, f(2, 3), f(2, 3)),
    call(torch.normal, 0.0, f(2, 3)),
    call(torch.multinomial, f(2, 3), 1),
    call(torch.poisson, f(2, 3)),
    call("uniform_", f(2, 3), 0, 1),
    call("uniform_", f(2, 3), 0, 1e39),
    call("normal_", f(2, 3)),
    call("bernoulli_", f(2, 3), 0.5),
    call("bernoulli_", f(2, 3), f(2, 3)),
    call("exponential_", f(2, 3)),
    call("to", f(2, 3), d()),
    call("to", f(2, 3), "cpu", d()),
    call("type", f(2, 3), d()),
)
