"""The reference runs at full precision, and leaves torch's flags as it found them."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch

from pytest_dtypegen.check.reference import true_precision

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
