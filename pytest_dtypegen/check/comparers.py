"""The users' comparers, asked in turn: what goes wrong inside of one is its own fault, and named as that."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_dtypegen.check.apply import ctrl_c, place
from pytest_dtypegen.check.compare import Comparer, Judgement, Outputs
from pytest_dtypegen.classify import ran_out_of_memory
from pytest_dtypegen.errors import ERROR_CLASSES, DtypegenError, quoted

REMEDY = "fix the comparer; the exception is quoted in the failure"


def first_judgement(comparers: Sequence[Comparer], outputs: Outputs) -> Judgement | None:
    """The first judgement that a comparer gives; None where none has one.

    Raises DtypegenError DG301 where a comparer raises, or gives what is no judgement.
    """
    for comparer in comparers:
        judgement = _asked(comparer, outputs)
        if judgement is not None:
            return judgement
    return None


def _asked(comparer: Comparer, outputs: Outputs) -> Judgement | None:
    name = type(comparer).__name__
    with ctrl_c() as pressed:
        try:
            judgement = comparer.compare(outputs)
        except BaseException as exception:
            if pressed:
                raise
            code = "DG803" if ran_out_of_memory(exception) else "DG301"
            raise _at_fault(f"the comparer {name} raised {quoted(exception)}{place(exception)}", code) from exception
    if judgement is None:
        return None
    if not isinstance(judgement, Judgement):
        raise _at_fault(f"the comparer {name} returned {type(judgement).__name__}, not a Judgement or None")
    if not judgement.ok and not (isinstance(judgement.code, str) and judgement.code in ERROR_CLASSES):
        raise _at_fault(f"the comparer {name} judged with {judgement.code!r}, which is no error class")
    return judgement


def _at_fault(message: str, code: str = "DG301") -> DtypegenError:
    remedy = REMEDY if code == "DG301" else ERROR_CLASSES[code].remedy
    return DtypegenError(code, message, stage="compare", remedy=remedy)
