"""The stage ``load``: the sample, what its values are, and what there is to convert. Kept for the next dtype."""

from __future__ import annotations

import traceback
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

import torch
from torch.utils.backend_registration import rename_privateuse1_backend

from pytest_dtypegen.cases import Case
from pytest_dtypegen.dtypes.infer import Inference, infer
from pytest_dtypegen.dtypes.values import LOW, tensors_in
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples.files import sample_hash
from pytest_dtypegen.samples.model import Sample
from pytest_dtypegen.samples.read import read_sample

_KEPT = 2


@dataclass(frozen=True)
class Original:
    """A loaded sample, and its graph's values on the case's device. ``hash``: of the sample's files."""

    sample: Sample
    device: torch.device
    inference: Inference
    hash: str


_cache: OrderedDict[tuple[str, str, str], Original] = OrderedDict()


def load(case: Case) -> Original:
    """The case's sample, from this process's cache where its files have not changed.

    Raises DtypegenError: DG101-DG104 as ``read_sample``; DG201 where the original graph cannot be inferred.
    """
    digest = sample_hash(case.path)
    key = (case.path, case.device, digest)
    if key in _cache:
        _cache.move_to_end(key)
        return _cache[key]
    device = named_device(case.device)
    sample = read_sample(case.path, case.device)
    try:
        inference = infer(sample.graph, sample.tensors, device, contracts=False)
    except DtypegenError as error:
        raise as_reference_failure(error) from error
    _cache[key] = original = Original(sample, device, inference, digest)
    while len(_cache) > _KEPT:
        _cache.popitem(last=False)
    return original


def check_original_runs(original: Original) -> None:
    """Raises DtypegenError DG201 where the device's kernels refuse the original's own operands."""
    try:
        infer(original.sample.graph, original.sample.tensors, original.device)
    except DtypegenError as error:
        raise as_reference_failure(error) from error


def named_device(name: str) -> torch.device:
    """``name`` as a device of torch. An own backend's name that torch has not heard of (its package is not installed
    here, and at level static need not be) is given to torch's slot for own backends.

    Raises DtypegenError DG410 where that slot has another name already.
    """
    try:
        return torch.device(name)
    except RuntimeError as unknown:
        try:
            rename_privateuse1_backend(name.partition(":")[0])
        except RuntimeError:
            raise DtypegenError("DG410", f"torch knows no device {name}: {unknown}") from unknown
        return torch.device(name)


def forget_originals() -> None:
    """Drop every original that is kept for the sample's next case."""
    _cache.clear()


def forget(original: Original) -> None:
    """Drop an original whose graph is not what it was (a pass changed it)."""
    for key, kept in list(_cache.items()):
        if kept is original:
            del _cache[key]


def as_reference_failure(error: DtypegenError) -> DtypegenError:
    """The original graph does not run: DG201 at the same node, unless its meta are at fault."""
    failure = error.failure
    if failure.code.startswith(("DG1", "DG8")):
        return error
    if (place := place_in_ours(error.__cause__)) is not None:
        return DtypegenError(
            "DG999", f"{type(error.__cause__).__name__}: {failure.message} ({place})", node=failure.node
        )
    return DtypegenError(
        "DG201", failure.message, stage="reference",
        op=failure.op, node=failure.node, line=failure.line, operands=failure.operands,
    )  # fmt: skip


def place_in_ours(exception: BaseException | None) -> str | None:
    """Where in this package an exception was raised; None for one of torch's kernels, which the runner only called."""
    frames = traceback.extract_tb(exception.__traceback__) if exception is not None else []
    package = Path(__file__).parents[1]
    if not frames or not Path(frames[-1].filename).is_relative_to(package) or frames[-1].name == "call_node":
        return None
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}"


def own_dtype(original: Original) -> torch.dtype:
    """What a rewrite that lowers nothing is judged in: the lowest precision that the graph computes in by itself."""
    held = {tensor.dtype for value in original.inference.values.values() for tensor in tensors_in(value)}
    return next((dtype for dtype in (torch.bfloat16, torch.float16) if dtype in held), torch.float32)


def source_dtypes(sample: Sample, target: torch.dtype, *, low_sources: bool = False) -> frozenset[torch.dtype]:
    """The dtypes among the sample's tensors that are to become ``target``; empty where there is nothing to do.

    To a low precision: float32, or, in a sample without it and with ``low_sources``, the other low precision. To
    float32: both low ones; to float64: these and float32.
    """
    held = {meta.torch_dtype for meta in sample.tensors.values()}
    if target not in LOW:
        return frozenset(held & (LOW | ({torch.float32} if target is torch.float64 else set())))
    if torch.float32 in held:
        return frozenset({torch.float32})
    return frozenset(held & (LOW - {target})) if low_sources else frozenset()
