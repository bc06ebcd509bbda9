"""The users' comparers, asked in turn: what goes wrong inside of one is its own fault, and named as that."""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Sequence

import torch

from pytest_dtypegen.check.apply import ctrl_c, place
from pytest_dtypegen.check.compare import Comparer, Judgement, Outputs
from pytest_dtypegen.check.reference import forget_reference
from pytest_dtypegen.classify import ran_out_of_memory
from pytest_dtypegen.dtypes.values import leaves
from pytest_dtypegen.errors import ERROR_CLASSES, LONGEST_TEXT, DtypegenError, quoted
from pytest_dtypegen.execute.switches import put_back

REMEDY = "fix the comparer; the exception is quoted in the failure"


def first_judgement(comparers: Sequence[Comparer], outputs: Outputs) -> Judgement | None:
    """The first judgement that a comparer gives; None where none has one.

    Raises DtypegenError DG301 where a comparer raises, gives what is no judgement, or changes what it was given.
    """
    for comparer in comparers:
        judgement = _asked(comparer, outputs)
        if judgement is not None:
            return judgement
    return None


def _asked(comparer: Comparer, outputs: Outputs) -> Judgement | None:
    name = type(comparer).__name__
    before = _facts(outputs)
    with put_back() as left, ctrl_c() as pressed:
        try:
            judgement = comparer.compare(outputs)
            told = None if judgement is None or not isinstance(judgement, Judgement) else _told(judgement)
        except BaseException as exception:
            forget_reference()  # it may have been changed, too
            if pressed:
                raise
            code = "DG803" if ran_out_of_memory(exception) else "DG301"
            raise _at_fault(f"the comparer {name} raised {quoted(exception)}{place(exception)}", code) from exception
    if changed := _difference(before, _facts(outputs)):
        forget_reference()
        raise _at_fault(f"the comparer {name} changed {changed}, which it was only to look at")
    if left:
        raise _at_fault(f"the comparer {name} left switched: {', '.join(left)}")
    if judgement is None:
        return None
    if told is None:
        raise _at_fault(f"the comparer {name} returned {type(judgement).__name__}, not a Judgement or None")
    return _plain(name, told)


def _told(judgement: Judgement) -> tuple[object, object, object]:
    ok: object = judgement.ok
    if not isinstance(ok, bool) and callable(item := getattr(ok, "item", None)):  # a scalar of numpy or torch
        ok = item()
    return ok, judgement.message, judgement.code


def _plain(name: str, told: tuple[object, object, object]) -> Judgement:
    """The judgement of plain values. Raises DtypegenError DG301 for what is none."""
    ok, message, code = told
    returned = f"the comparer {name} returned a Judgement whose"
    if not isinstance(ok, bool):
        raise _at_fault(f"{returned} ok is {type(ok).__name__}, not True or False")
    if not isinstance(message, str):
        raise _at_fault(f"{returned} message is {type(message).__name__}, not text")
    if not isinstance(code, str):
        raise _at_fault(f"{returned} code is {type(code).__name__}, not text")
    # of a subclass of str the plain text, whatever its own methods say
    message, code = str.__str__(message)[:LONGEST_TEXT], str.__str__(code)
    if not ok and code not in ERROR_CLASSES:
        raise _at_fault(f"the comparer {name} judged with {code[:80]!r}, which is no error class")
    return Judgement(ok, message, code)


def _facts(outputs: Outputs) -> dict[str, tuple[object, ...]]:
    """By name and place, what an output is, and a checksum of what a tensor holds: a write through ``numpy()`` leaves
    the tensor's version as it was."""
    both = (("the reference", outputs.reference), ("the result", outputs.result))
    return {f"{name}{place}": _facts_of(leaf) for name, value in both for place, leaf in leaves(value)}


def _facts_of(leaf: object) -> tuple[object, ...]:
    if not isinstance(leaf, torch.Tensor):
        return (type(leaf), repr(leaf)) if isinstance(leaf, (bool, int, float, complex, str)) else (id(leaf),)
    if leaf.layout is not torch.strided or leaf.device.type != "cpu":
        return id(leaf), None if leaf.is_inference() else leaf._version
    storage = leaf.untyped_storage()
    size = storage.nbytes()
    held = zlib.crc32((ctypes.c_char * size).from_address(storage.data_ptr())) if size else 0
    return id(leaf), leaf.dtype, leaf.shape, leaf.stride(), leaf.storage_offset(), held


def _difference(before: dict[str, tuple[object, ...]], after: dict[str, tuple[object, ...]]) -> str:
    """Where the outputs are not what they were; empty where they are."""
    return next((at for at in {**before, **after} if before.get(at) != after.get(at)), "")


def _at_fault(message: str, code: str = "DG301") -> DtypegenError:
    remedy = REMEDY if code == "DG301" else ERROR_CLASSES[code].remedy
    return DtypegenError(code, message, stage="compare", remedy=remedy)
