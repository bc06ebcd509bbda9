"""The error classes: stable codes in which failures are counted, gated, expected and selected.

Imports no torch: the pytest process and the worker share this table.
"""

from __future__ import annotations

import errno
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class ErrorClass:
    """One row of the table. ``code`` and ``name`` are never renumbered, renamed or reused."""

    code: str
    name: str
    summary: str
    remedy: str
    skip: bool = False

    @property
    def marker(self) -> str:
        """The pytest marker: the name with ``_`` for ``-``."""
        return self.name.replace("-", "_")

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


_TABLE: tuple[ErrorClass, ...] = (
    ErrorClass("DG101", "sample-not-found", "there is no directory at the sample's path",
               "check the path in the list, or give --dtypegen-root"),
    ErrorClass("DG102", "sample-malformed", "a file is missing or cut off, or a parameter has no meta",
               "extract the sample again, or take it out of the list"),
    ErrorClass("DG103", "forbidden-code", "the sample holds something that is not graph code",
               "remove it: a sample is data and is never executed"),
    ErrorClass("DG104", "unsupported-syntax", "an op or statement that the loader does not know",
               "report the op; the loader's allow-list is in samples/allow.py"),
    ErrorClass("DG201", "reference-failed", "the original float32 graph does not run",
               "run the original by itself; nothing can be said about its rewrite before it runs"),
    ErrorClass("DG202", "reference-degenerate", "the reference output is constant or not finite",
               "nothing can be proven on this data; check the sample's recorded means and stds"),
    ErrorClass("DG203", "not-applicable", "the sample holds no tensor of the source dtype",
               "nothing to do", skip=True),
    ErrorClass("DG301", "rewrite-raised", "the pass raised an exception",
               "fix the pass; the exception is quoted in the failure"),
    ErrorClass("DG302", "nothing-lowered", "the rewritten graph still computes in the source dtype",
               "lower the matmuls and convolutions, or name the reason for each that stays"),
    ErrorClass("DG303", "input-mutated", "the pass changed the graph that it was given",
               "rewrite a copy: the caller's graph must be left as it was, on success and on failure"),
    ErrorClass("DG304", "not-deterministic", "a second application gives another graph",
               "iterate in graph order, never over sets; leave nothing to do for a second application"),
    ErrorClass("DG401", "operand-dtype-mismatch", "an op's operands have dtypes that no kernel takes together",
               "cast the operand that still has the source dtype, right before the op"),
    ErrorClass("DG402", "attention-mask-dtype", "the attention mask's dtype is not the query's",
               "cast the additive mask to the query's dtype, or make it boolean"),
    ErrorClass("DG403", "norm-parameter-dtype", "normalisation parameters of a dtype that the kernel does not take",
               "give weight and bias the input's dtype, or float32 where the kernel takes mixed operands"),
    ErrorClass("DG404", "literal-overflow", "a literal lies outside the target's range",
               "replace it by the target's own lowest or largest finite value"),
    ErrorClass("DG405", "literal-underflow", "a literal that becomes zero in the target dtype and is divided by",
               "keep the computation that uses it in float32"),
    ErrorClass("DG406", "index-write-dtype", "a write into a tensor of another dtype",
               "cast the written values to the dtype of the tensor that is written"),
    ErrorClass("DG407", "missing-operand", "an operand is None where the op needs a tensor",
               "keep None operands as None only where the op's schema takes them"),
    ErrorClass("DG408", "result-contract", "an output's shape, kind or dtype is not what was promised",
               "give the result the dtype of its own contract; never copy it from an input"),
    ErrorClass("DG409", "quantized-contract", "a result's scale, zero point, axis or storage type is not its own",
               "take the quantization from the replaced result's contract, not from the input"),
    ErrorClass("DG410", "device-mismatch", "operands are on different devices",
               "move constants and factories to the case's device"),
    ErrorClass("DG501", "kernel-missing", "the device has no kernel for this op and dtype",
               "put a float32 island around the op, or add an expected-failure rule"),
    ErrorClass("DG502", "fft-size", "half-precision FFT takes only powers of two",
               "keep the FFT in float32"),
    ErrorClass("DG601", "non-finite", "NaN or Inf where the reference is finite",
               "look at the first wrong node: a range that the target cannot hold stays in float32"),
    ErrorClass("DG602", "precision-loss", "further from the reference than the control allows",
               "look at the first wrong node: keep what the dtype cannot count or hold in float32"),
    ErrorClass("DG603", "ill-conditioned", "far from the reference, and so is the control",
               "the graph's own doing, not the pass's: expect it with a rule, or use other data"),
    ErrorClass("DG701", "roundtrip", "the written sample does not load back to the same graph and results",
               "use only ops and literals that print as GraphNet code"),
    ErrorClass("DG801", "timeout", "the case ran longer than its limit",
               "raise --dtypegen-timeout, or look at the op that it was in"),
    ErrorClass("DG802", "crash", "the process that ran the case died",
               "look at the op that it was in; run it alone with --dtypegen-inprocess under a debugger"),
    ErrorClass("DG803", "out-of-memory", "the case took more memory than its limit",
               "raise --dtypegen-memory, or run with fewer workers"),
    ErrorClass("DG804", "over-budget", "the case needs more memory than there is",
               "run it on a larger machine; it is still checked with --dtypegen-level=static", skip=True),
    ErrorClass("DG999", "unclassified", "a defect of pytest-dtypegen: no class fits",
               "please report it with the sample and the message"),
)  # fmt: skip

ERROR_CLASSES: dict[str, ErrorClass] = {row.code: row for row in _TABLE}

OUT_OF_FILES = "raise the limit of open files (ulimit -n), or run with fewer workers"

#: By errno, what to do where the process or the machine has run out of something (DG803): no file is at fault.
SHORTAGES = {
    errno.ENOMEM: ERROR_CLASSES["DG803"].remedy, errno.EMFILE: OUT_OF_FILES, errno.ENFILE: OUT_OF_FILES,
}  # fmt: skip


@dataclass(frozen=True)
class Failure:
    """Why a case did not pass, as it travels from the stage to the report.

    ``operands`` are rendered as ``name: dtype[shape] device``; ``origin`` names the first value,
    walking back from the failing node, whose dtype is not what its own contract says.
    ``line`` is 1-based in the sample's ``file``.
    """

    code: str
    stage: str
    message: str
    op: str | None = None
    node: str | None = None
    line: int | None = None
    operands: tuple[str, ...] = ()
    origin: str | None = None
    remedy: str = ""
    file: str = "model.py"

    @property
    def error_class(self) -> ErrorClass:
        return ERROR_CLASSES[self.code]


LONGEST_TEXT = 20_000
"""Characters of an exception's text that are looked at; what is to be known of it stands at its start."""


def text_of(exception: BaseException) -> str:
    """An exception's text, cut off where it is very long; a user's own may have one that raises."""
    try:
        return str(exception)[:LONGEST_TEXT]
    except Exception as second:
        return f"(its text cannot be had: {type(second).__name__})"


def quoted(exception: BaseException) -> str:
    """An exception in one line: its type, and the first line of its text where it has one."""
    text = text_of(exception).strip().partition("\n")[0]
    return f"{type(exception).__name__}: {text}" if text else type(exception).__name__


class DtypegenError(Exception):
    """Raised inside a stage with the failure that it found. Rooms raise it; ``check/`` turns it into a record."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        stage: str = "",
        op: str | None = None,
        node: str | None = None,
        line: int | None = None,
        operands: tuple[str, ...] = (),
        origin: str | None = None,
        file: str = "model.py",
        remedy: str = "",
    ) -> None:
        super().__init__(message)
        told = remedy or ERROR_CLASSES[code].remedy
        self.failure = Failure(code, stage, message, op, node, line, operands, origin, told, file)

    def at(self, **where: object) -> DtypegenError:
        """This error with the places that are not known yet filled in (``stage``, ``node``, ``line``, ...)."""
        known = {k: v for k, v in where.items() if not getattr(self.failure, k)}
        self.failure = replace(self.failure, **known)  # type: ignore[arg-type]  # each field has its own type
        return self
