"""The reference runs at full precision, and leaves torch's flags as it found them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import torch
from making import run, sample, written

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


@pytest.mark.parametrize("how", ["kernels", "emulate"])
def test_a_samples_own_low_precision_is_computed_alike_in_both_runs(tmp_path: Path, how: str) -> None:
    """Eight bfloat16 products are the sample's own: however they are computed, a float16 rewrite changes nothing."""
    names = [f"L_self_parameters_w{i}_" for i in range(8)]
    lines = [f"a{i + 1} = torch._C._nn.linear(a{i}, {name}, None)" for i, name in enumerate(names)]
    made = sample(
        ", ".join(f"{name}: torch.Tensor" for name in ["a0", *names, "L_s_"]),
        "\n".join([*lines, "b = L_s_.half().float()", f"return (a{len(names)}, b)"]),
        "a0: bfloat16[64, 700]\nL_s_: float32[4]\n" + "\n".join(f"{name}: bfloat16[700, 700]" for name in names),
    )
    record = run(written(made, tmp_path / "s"), exec=how)
    assert record.outcome == "passed", record.failure
    assert record.metrics["exec"] == {"kernels": "kernels", "emulate": "emulated"}[how]
    assert record.metrics["outputs"]["[0]"]["snr_db"] > 100
