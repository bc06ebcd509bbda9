"""A sample's tensors, made from what its meta says: the same values in every process, for the same name and seed.

Where the meta records the values (``data``) they are the tensor. Otherwise floats are normal with the recorded mean
and standard deviation, clipped to the recorded bounds; integers are uniform over their recorded range. Values are
always drawn on the CPU and moved afterwards, so that a case sees the same numbers on every device.
"""

from __future__ import annotations

import hashlib
import math

import torch

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples.model import TensorMeta

# Without a recorded std (None, or nan as torch gives for it where the values were not finite).
_DEFAULT_STD = 0.1
# Integers without a recorded range: ids that every table can hold.
_DEFAULT_INT_RANGE = (0, 1)


def make_tensor(meta: TensorMeta, *, device: str | torch.device = "cpu", seed: int = 0) -> torch.Tensor:
    """The tensor that ``meta`` describes: ``meta.shape``, ``meta.dtype``, on ``device``.

    Deterministic by ``meta.name`` and ``seed``; finite where no recorded value is non-finite. Float tensors are drawn
    in place, in float32 (float64 in its own precision), so that the peak is the tensor itself and, for a lower
    precision, its float32 form.

    Raises DtypegenError DG102 where ``data`` does not fill the shape, or the recorded range is empty.
    """
    dtype = meta.torch_dtype
    if meta.data is not None:
        return _recorded(meta, dtype).to(device)
    generator = torch.Generator().manual_seed(stable_seed(meta.name, seed))
    if dtype == torch.bool:
        share = 0.5 if meta.mean is None else meta.mean
        return (torch.rand(meta.shape, generator=generator) < share).to(device)
    if dtype.is_complex:
        parts = _normal(meta, (*meta.shape, 2), torch.float32, generator)
        return torch.view_as_complex(parts).to(dtype).to(device)
    if dtype.is_floating_point:
        drawn_in = torch.float64 if dtype == torch.float64 else torch.float32
        return _normal(meta, meta.shape, drawn_in, generator).to(dtype).to(device)
    return _integers(meta, dtype, generator).to(device)


def stable_seed(name: str, seed: int) -> int:
    """A generator seed in ``[0, 2**63)`` from a name: the same in every process, unlike ``hash``."""
    digest = hashlib.sha256(f"{seed}\0{name}".encode()).digest()
    return int.from_bytes(digest[:8], "little") >> 1


def _recorded(meta: TensorMeta, dtype: torch.dtype) -> torch.Tensor:
    assert meta.data is not None
    if len(meta.data) != meta.numel:
        raise DtypegenError(
            "DG102",
            f"{meta.name}: data holds {len(meta.data)} values, shape {list(meta.shape)} takes {meta.numel}",
            stage="load",
        )
    if dtype.is_floating_point or dtype.is_complex:
        wide = torch.tensor(meta.data, dtype=torch.complex128 if dtype.is_complex else torch.float64)
        return wide.to(dtype).reshape(meta.shape)
    return torch.tensor([int(value) for value in meta.data], dtype=torch.int64).to(dtype).reshape(meta.shape)


def _normal(meta: TensorMeta, shape: tuple[int, ...], dtype: torch.dtype, generator: torch.Generator) -> torch.Tensor:
    mean, std = _moments(meta)
    tensor = torch.empty(shape, dtype=dtype)
    if std > 0:
        tensor.normal_(mean, std, generator=generator)
    else:
        tensor.fill_(mean)
    largest = torch.finfo(meta.torch_dtype).max
    low = -largest if meta.min_val is None else max(float(meta.min_val), -largest)
    high = largest if meta.max_val is None else min(float(meta.max_val), largest)
    return tensor.clamp_(low, high)


def _moments(meta: TensorMeta) -> tuple[float, float]:
    """Mean and std to draw with. A non-finite mean says nothing of the values; a single value has no std."""
    mean = meta.mean if meta.mean is not None and math.isfinite(meta.mean) else 0.0
    if meta.std is not None and math.isfinite(meta.std):
        return mean, abs(meta.std)
    return mean, 0.0 if meta.numel == 1 and mean != 0.0 else _DEFAULT_STD


def _integers(meta: TensorMeta, dtype: torch.dtype, generator: torch.Generator) -> torch.Tensor:
    low, high = _DEFAULT_INT_RANGE
    if meta.min_val is not None or meta.max_val is not None:
        low = int(meta.min_val if meta.min_val is not None else min(0, int(meta.max_val or 0)))
        high = int(meta.max_val if meta.max_val is not None else max(low, 0))
    if low > high:
        raise DtypegenError("DG102", f"{meta.name}: min_val {low} is above max_val {high}", stage="load")
    limits = torch.iinfo(dtype)
    low, high = max(low, limits.min), min(high, limits.max)
    if high == torch.iinfo(torch.int64).max:  # randint's upper bound is exclusive, and an int64 itself
        high -= 1
    return torch.randint(low, high + 1, meta.shape, dtype=dtype, generator=generator)
