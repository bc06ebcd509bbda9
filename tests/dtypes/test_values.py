"""What tensors lie in, whatever kind of tensor it is."""

from __future__ import annotations

import pytest
import torch

from pytest_dtypegen.dtypes.values import storages_in


def test_views_share_a_storage_and_copies_do_not() -> None:
    x = torch.ones(2, 3)
    assert storages_in(x[0]) == storages_in({"x": [x, x.t()]}) != storages_in(x.clone())
    assert storages_in((x, x + 1)) > storages_in(x) > storages_in(1)


@pytest.mark.parametrize("depth", [1, 2])
def test_a_lane_of_vmap_lies_in_the_batch(depth: int) -> None:
    x = torch.ones(2, 3, 4)
    seen: list[torch.Tensor] = []

    def look(lane: torch.Tensor) -> torch.Tensor:
        seen.append(lane)
        return lane

    torch.vmap(look if depth == 1 else torch.vmap(look))(x)
    assert storages_in(seen) == storages_in(x)


def test_sparse_tensors_have_no_storage_and_quantized_ones_do() -> None:
    assert not storages_in([torch.eye(3).to_sparse(), torch.eye(3).to_sparse_csr()])
    q = torch.quantize_per_tensor(torch.ones(4), 0.1, 0, torch.qint8)
    assert storages_in(q) == storages_in(q.view(2, 2))
