"""The essay's mistake, put back: a fold that takes its result's element type from the input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torch import fx

from pytest_dtypegen.passes.fold_group_norm import Contract, FoldGroupNorm, own_contract
from pytest_dtypegen.passes.grouped import Region


@dataclass(frozen=True)
class TypeFromInput(FoldGroupNorm):
    """Shape from the result, element type from the input; and nobody looks at what came out."""

    name: str = "type_from_input"

    def result_contract(self, replaced: fx.Node, region: Region) -> Contract | None:
        own, taken = own_contract(replaced), own_contract(region.base)
        return own if own is None or taken is None else taken

    def keeps(self, replaced: Any, value: Any) -> bool:
        return True
