"""Cases: sample x dtype x device x pass (no torch)."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_PASS = "autocast"


@dataclass(frozen=True)
class Case:
    """One conformance case. ``sample`` is the path as the list has it (posix); ``path`` where its directory lies.

    ``source`` is the report's row: the folder that the sample lies in (``timm`` in ``samples/timm/resnet18``).
    """

    sample: str
    path: str
    dtype: str
    device: str
    pass_name: str = DEFAULT_PASS
    source: str = ""

    @property
    def id(self) -> str:
        """``samples/timm/resnet18[float16-cpu]``; the pass is named where it is not the default."""
        tail = "" if self.pass_name == DEFAULT_PASS else f"-{self.pass_name}"
        return f"{self.sample}[{self.dtype}-{self.device}{tail}]"
