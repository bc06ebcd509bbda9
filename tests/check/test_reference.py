"""The reference runs at full precision, and leaves torch's flags as it found them."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch

from pytest_dtypegen.check.control import BY_SHAPE
from pytest_dtypegen.check.reference import FACTORIES, true_precision
from pytest_dtypegen.check.values import METADATA

_FLAGS = """
import torch
{first}
from pytest_dtypegen.check.reference import true_precision
def flags():
    cudnn, matmul = torch.backends.cudnn, torch.backends.cuda.matmul
    return (cudnn.enabled, cudnn.benchmark, cudnn.deterministic, cudnn.allow_tf32, matmul.allow_tf32,
            torch.get_float32_matmul_precision())
before = flags()
with true_precision():
    assert flags() == (*before[:3], False, False, "highest"), flags()
assert flags() == before
"""


def test_float32_is_float32_and_the_flags_come_back() -> None:
    before = torch.backends.cudnn.allow_tf32
    with pytest.raises(ZeroDivisionError), true_precision():
        assert torch.backends.cudnn.allow_tf32 is False
        raise ZeroDivisionError
    assert torch.backends.cudnn.allow_tf32 is before


@pytest.mark.parametrize("first", ["", "torch.backends.disable_global_flags()"])
def test_flags_that_torch_has_locked(first: str) -> None:
    """torch's own test helpers lock the flags against single settings for the whole process."""
    done = subprocess.run([sys.executable, "-c", _FLAGS.format(first=first)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", sorted(METADATA))
def test_metadata_do_not_depend_on_values(name: str) -> None:
    def told(tensor: torch.Tensor) -> object:
        if name.startswith("sym_"):
            op = getattr(torch.ops.aten, name)
            return op(tensor) if name in ("sym_numel", "sym_storage_offset") else op(tensor, 0)
        held = getattr(tensor, name)
        return held() if callable(held) else held

    assert told(torch.zeros(2, 3)) == told(torch.full((2, 3), 7.0))


@pytest.mark.parametrize("name", sorted(BY_SHAPE - METADATA))
def test_ops_that_take_a_shape_only(name: str) -> None:
    """The same result, or the same unwritten memory, of whatever values."""
    arguments: tuple[object, ...] = ()
    if name.startswith("new_"):
        arguments = ((2,), 1.0) if name == "new_full" else ([1.0, 2.0],) if name == "new_tensor" else ((2,),)
    elif name == "full_like":
        arguments = (1.0,)
    op = getattr(torch.Tensor, name, None) or getattr(torch, name)
    one, other = (op(torch.full((2, 3), value), *arguments) for value in (0.0, 7.0))
    assert one.shape == other.shape and one.dtype == other.dtype
    assert "empty" in name or torch.equal(one, other)


@pytest.mark.parametrize("name", sorted(FACTORIES - {"new_full", "range"}))
def test_factories_read_a_tensor_s_number(name: str) -> None:
    number = torch.tensor(3)
    arguments = {
        "full": ((2,), number), "linspace": (0, number, 4), "logspace": (0, number, 4), "randint": (number, (2,)),
        "tril_indices": (number, 3), "triu_indices": (number, 3),
    }  # fmt: skip
    made = getattr(torch, name)(*arguments.get(name, (number,)))
    assert isinstance(made, torch.Tensor)
