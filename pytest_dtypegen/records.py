"""A case's result as it travels: worker, test report, journal, gate, report (no torch, JSON only)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from pytest_dtypegen.errors import Failure

Outcome = Literal["passed", "failed", "skipped"]

INCIDENTAL = "incidental"
"""A metric: the verdict tells of the machine at that moment (no process could start, others had taken the memory), not
of the case."""

STAGES = ("load", "reference", "rewrite", "verify", "run", "compare", "roundtrip")


@dataclass(frozen=True)
class Record:
    """One case's verdict. A skipped case carries its reason as a failure of a skip class (DG203, DG804).

    ``stages``: seconds by stage, in order, of the stages that ran. ``metrics``: numbers for the report, by name:
    ``snr_db`` and ``bound_db`` (the worst output's), ``outputs`` (by place, each one's), ``lowered_share``, ``casts``,
    ``autocast_casts``, ``parameter_share``, ``elements`` (of all tensors), ``peak_bytes`` (of the process), ``exec``
    ("kernels" or "emulated"), ``reference_seconds`` (one plain float32 run), ``islands`` (reason -> count).
    """

    sample: str
    dtype: str
    device: str
    pass_name: str
    level: str
    outcome: Outcome
    failure: Failure | None = None
    stages: Mapping[str, float] = field(default_factory=dict)
    metrics: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    sample_hash: str = ""

    @property
    def code(self) -> str | None:
        return self.failure.code if self.failure else None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Record:
        """The record that ``to_json`` gave. Raises KeyError or TypeError where a field is missing or unknown."""
        fields = dict(row)
        failure = fields.pop("failure", None)
        if failure is not None:
            failure = Failure(**{**failure, "operands": tuple(failure.get("operands", ()))})
        fields["warnings"] = tuple(fields.get("warnings", ()))
        return cls(failure=failure, **fields)
