"""The kinds of rule that a contract is made of, and how a table row becomes a check.

A row names an op's parameters once (``"input weight bias"``) and lists rules in the order in which the kernel looks. A
rule that does not hold gives a ``Refusal``: the error class, and the message in the kernel's own words. In messages,
``{weight:s}`` is the dtype of the operand ``weight`` as torch's ``ScalarType`` prints (``Half``), ``{weight:c}`` as C++
does (``c10::Half``), ``{weight:p}`` as Python does (``torch.float16``), ``{weight:t}`` as the legacy tensor type
(``torch.HalfTensor``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch

from pytest_dtypegen.dtypes.contracts.spelling import Spelled, cpp_type
from pytest_dtypegen.dtypes.values import LOW

Operands = dict[str, Any]
Condition = Callable[[Operands], bool]

_INDEX = frozenset({torch.int64, torch.int32})
_MASK = frozenset({torch.bool})


@dataclass(frozen=True)
class Refusal:
    """What a kernel would have refused: the error class's ``code`` and the kernel's ``message``."""

    code: str
    message: str


@dataclass(frozen=True)
class Rule:
    """``broken(operands)``: falsy where the rule holds; else True, or the names that the message needs beside the
    operands' own. ``when``: the rule is looked at only where this is true of the operands. ``mixed``: it can only be
    broken by operands of different dtypes. ``reads``: it reads the number in a 0-d tensor.
    """

    broken: Callable[[Operands], bool | Mapping[str, Any]]
    message: str
    code: str = "DG401"
    when: Condition | None = None
    mixed: bool = False
    reads: bool = False


def dtype_of(value: Any) -> torch.dtype | None:
    """A tensor's dtype, None for anything else."""
    return value.dtype if isinstance(value, torch.Tensor) else None


@cache
def one_dnn_has(dtype: torch.dtype) -> bool:
    """Whether oneDNN computes in this dtype on this CPU: the low ones need instructions of their own."""
    if dtype is torch.bfloat16:
        return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
    if dtype is torch.float16:
        return bool(torch.ops.mkldnn._is_mkldnn_fp16_supported())
    return dtype is torch.float32


def same(first: str, second: str, message: str, code: str = "DG401", *, when: Condition | None = None) -> Rule:
    """Both operands are of one dtype, where both are tensors."""

    def broken(o: Operands) -> bool:
        a, b = o.get(first), o.get(second)
        return isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor) and a.dtype is not b.dtype

    return Rule(broken, message, code, when, mixed=True)


def all_same(names: str, message: str, code: str = "DG401", *, when: Condition | None = None) -> Rule:
    """All the named operands that are tensors are of one dtype."""
    roles = tuple(names.split())

    def broken(o: Operands) -> bool:
        found = {o[r].dtype for r in roles if isinstance(o.get(r), torch.Tensor)}
        return len(found) > 1

    return Rule(broken, message, code, when, mixed=True)


def missing(
    role: str, kernel: str, dtypes: frozenset[torch.dtype] = LOW, *, when: Condition | None = None, text: str = ""
) -> Rule:
    """There is no kernel for an operand of these dtypes (DG501). ``kernel``: its name in the message, or ``text``."""

    def broken(o: Operands) -> bool:
        return dtype_of(o.get(role)) in dtypes

    return Rule(broken, text or f"\"{kernel}\" not implemented for '{{{role}:s}}'", "DG501", when)


def _one_of(role: str, dtypes: frozenset[torch.dtype], message: str) -> Rule:
    def broken(o: Operands) -> bool:
        value = o.get(role)
        return isinstance(value, torch.Tensor) and value.dtype not in dtypes

    return Rule(broken, message)


def index(role: str, message: str, dtypes: frozenset[torch.dtype] = _INDEX) -> Rule:
    """The operand holds indices: an integer dtype."""
    return _one_of(role, dtypes, message)


def boolean(role: str, message: str) -> Rule:
    """The operand is a mask: bool."""
    return _one_of(role, _MASK, message)


def tensor(role: str, message: str) -> Rule:
    """The operand is not None (DG407)."""
    return Rule(lambda o: role in o and o[role] is None, message, "DG407")


def none_of(op: str, names: str) -> tuple[Rule, ...]:
    """The op's first parameters, none of which may be None."""
    message = "%s(): argument '%s' (position %d) must be Tensor, not NoneType"
    return tuple(tensor(name, message % (op, name, n)) for n, name in enumerate(names.split(), 1))


def exceeds(value: Any, dtype: torch.dtype | None) -> bool:
    """Whether a kernel refuses to convert a python number to ``dtype``.

    c10's rule: a finite value beyond the dtype's own largest finite one, before rounding. Infinities and NaN convert.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if dtype is None or not dtype.is_floating_point:
        return False
    limit = torch.finfo(dtype).max
    return (value > limit or value < -limit) and value not in (float("inf"), float("-inf"))


def known_number(value: torch.Tensor) -> float | None:
    """The number in a 0-d tensor whose data is known: a real one, or a fake one that keeps its constant."""
    known = getattr(value, "constant", None) if hasattr(value, "fake_mode") else value
    if not isinstance(known, torch.Tensor) or known.dim() or known.device.type == "meta" or known.is_complex():
        return None
    with torch._C._DisableTorchDispatch():  # inference calls this inside its FakeTensorMode
        return float(known.item())


def fits(
    role: str,
    target: Callable[[Operands], torch.dtype | None] | str,
    *,
    known: bool = False,
    when: Condition | None = None,
) -> Rule:
    """A literal lies in the range of a dtype (DG404): that of the operand ``target``, or the dtype that it computes.

    ``known``: the kernel reads the number out of a 0-d tensor too.
    """

    def broken(o: Operands) -> bool | Mapping[str, Any]:
        value = o.get(role)
        if isinstance(value, torch.Tensor):
            value = known_number(value) if known else None
        if value is None or -65504 <= value <= 65504:  # in range of every floating dtype: the common case
            return False
        dtype = dtype_of(o.get(target)) if isinstance(target, str) else target(o)
        return {"overflow": cpp_type(dtype)} if dtype is not None and exceeds(value, dtype) else False

    return Rule(broken, "value cannot be converted to type {overflow} without overflow", "DG404", when, reads=known)


@dataclass(frozen=True)
class Contract:
    """One op's row. ``params``: the parameters' names in order; a last name with ``*`` takes all that follow.

    ``longer``: the order where the call has more positional arguments than ``params`` has names (``torch.batch_norm``
    beside ``torch.nn.functional.batch_norm``). ``cuda``: the rules on devices other than the CPU, where they differ.
    """

    op: str
    params: str
    rules: Sequence[Rule]
    cuda: Sequence[Rule] | None = None
    longer: str = ""


class Check:
    """A contract's rules for one device type, ready to be called with a node's arguments."""

    def __init__(self, contract: Contract, device_type: str) -> None:
        self.op = contract.op
        self._params = tuple(contract.params.split())
        self._longer = tuple(contract.longer.split())
        self._rest = self._params[-1][1:] if self._params[-1].startswith("*") else ""
        other = contract.cuda is not None and device_type != "cpu"
        self._rules = tuple(contract.cuda or () if other else contract.rules)
        self._alone = tuple(rule for rule in self._rules if not rule.mixed)
        self._device = device_type

    def operands(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Operands:
        """The call's arguments by the contract's names."""
        names = self._params
        if self._longer and len(args) > len(names):
            names = self._longer
        bound = dict(zip(names, args, strict=False))
        if self._rest:
            rest = args[len(names) - 1 :]
            if len(rest) == 1 and isinstance(rest[0], list | tuple):
                rest = rest[0]
            bound[self._rest] = rest
        if kwargs:
            bound.update(kwargs)
            if "self" in kwargs:
                bound["input"] = kwargs["self"]
        return bound

    def __call__(self, args: Sequence[Any], kwargs: Mapping[str, Any], *, mixed: bool = True) -> Refusal | None:
        """The first rule that these arguments break. ``mixed`` False: all tensors among them are of one dtype."""
        rules = self._rules if mixed else self._alone
        if not rules:
            return None
        operands = self.operands(args, kwargs)
        for rule in rules:
            if rule.when is not None and not rule.when(operands):
                continue
            found = rule.broken(operands)
            if found:
                more = found if isinstance(found, Mapping) else {}
                names = {k: Spelled(v, self._device) for k, v in {**operands, **more}.items()}
                return Refusal(rule.code, rule.message.format(**{**names, "device": self._device}))
        return None
