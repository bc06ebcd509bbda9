"""A sample's tensors: what is recorded is kept, the rest is drawn the same way everywhere."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples.inputs import make_tensor, stable_seed
from pytest_dtypegen.samples.model import TensorMeta

FLOATS = ("float32", "float64", "float16", "bfloat16")
INTEGERS = ("int8", "uint8", "int16", "int32", "int64")


@pytest.mark.parametrize("dtype", [*FLOATS, *INTEGERS, "bool", "complex64", "float8_e4m3fn"])
@pytest.mark.parametrize("shape", [(), (7,), (3, 0, 2), (5, 40)])
def test_dtype_and_shape_are_the_meta_s(dtype: str, shape: tuple[int, ...]) -> None:
    tensor = make_tensor(TensorMeta("x", shape, dtype, mean=0.25, std=0.5))
    assert (tensor.dtype, tuple(tensor.shape)) == (getattr(torch, dtype), shape)
    assert not tensor.to(torch.complex128).isnan().any()


def test_the_same_name_and_seed_give_the_same_values_and_others_do_not() -> None:
    def make(name: str, seed: int = 0) -> torch.Tensor:
        return make_tensor(TensorMeta(name, (100,), "float32", mean=0.0, std=1.0), seed=seed)

    assert torch.equal(make("a"), make("a"))
    assert not torch.equal(make("a"), make("b"))
    assert not torch.equal(make("a"), make("a", seed=1))


def test_making_a_tensor_leaves_the_global_generator_alone() -> None:
    before = torch.random.get_rng_state()
    for dtype in ("float32", "int64", "bool"):
        make_tensor(TensorMeta("x", (100,), dtype, mean=0.0, std=1.0))
    assert torch.equal(torch.random.get_rng_state(), before)


def test_values_are_the_same_in_another_process() -> None:
    code = (
        "from pytest_dtypegen.samples.inputs import make_tensor\n"
        "from pytest_dtypegen.samples.model import TensorMeta\n"
        "t = make_tensor(TensorMeta('w', (999,), 'float32', mean=0.1, std=2.0), seed=5)\n"
        "print(t.view(__import__('torch').int32).tolist())"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    here = make_tensor(TensorMeta("w", (999,), "float32", mean=0.1, std=2.0), seed=5)
    assert out.strip() == str(here.view(torch.int32).tolist())


def test_the_seed_of_a_name_never_changes() -> None:
    """Results of earlier runs stay comparable only as long as these numbers stay."""
    assert [stable_seed("L_x_", 0), stable_seed("L_x_", 1), stable_seed("L_y_", 0)] == [
        8117370088712898007,
        7503413149754538471,
        6415105787521649874,
    ]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_a_lower_precision_holds_the_rounded_values(dtype: str) -> None:
    wide = make_tensor(TensorMeta("w", (500,), "float32", mean=0.1, std=3.0))
    low = make_tensor(TensorMeta("w", (500,), dtype, mean=0.1, std=3.0))
    assert torch.equal(low, wide.to(low.dtype))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_recorded_values_are_kept_in_their_own_precision(dtype: str) -> None:
    data = (1e-12, -0.0, float("inf"), float("-inf"), 3.4028234663852886e38, 1e-45)
    tensor = make_tensor(TensorMeta("eps", (2, 3), dtype, mean=5.0, std=5.0, data=data, min_val=0, max_val=1))
    assert torch.equal(tensor, torch.tensor(data, dtype=tensor.dtype).reshape(2, 3))
    assert tensor[0, 0] > 0


@pytest.mark.parametrize("dtype", [*INTEGERS, "bool"])
def test_recorded_integers_and_booleans_are_kept(dtype: str) -> None:
    tensor = make_tensor(TensorMeta("i", (4,), dtype, data=(1, 0, 1, 1)))
    assert tensor.tolist() == [1, 0, 1, 1]


def test_large_recorded_integers_lose_no_digit() -> None:
    data = (2**63 - 1, -(2**63), 2**53 + 1)
    assert make_tensor(TensorMeta("i", (3,), "int64", data=data)).tolist() == list(data)


def test_data_that_does_not_fill_the_shape_is_a_malformed_sample() -> None:
    with pytest.raises(DtypegenError, match=r"w: data holds 3 values, shape \[2, 2\] takes 4") as caught:
        make_tensor(TensorMeta("w", (2, 2), "float32", data=(1.0, 2.0, 3.0)))
    assert caught.value.failure.code == "DG102"


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_floats_have_the_recorded_moments(dtype: str) -> None:
    tensor = make_tensor(TensorMeta("w", (200, 200), dtype, mean=-3.0, std=0.5)).double()
    assert tensor.mean().item() == pytest.approx(-3.0, abs=0.02)
    assert tensor.std().item() == pytest.approx(0.5, rel=0.02)


@pytest.mark.parametrize(("std", "constant"), [(0.0, True), (None, False), (float("nan"), False), (-0.5, False)])
def test_a_missing_std_is_not_a_constant_but_a_recorded_zero_is(std: float | None, constant: bool) -> None:
    tensor = make_tensor(TensorMeta("w", (1000,), "float32", mean=2.0, std=std))
    assert tensor.mean().item() == pytest.approx(2.0, abs=0.1)
    assert (tensor.std() == 0) == constant


def test_a_single_value_is_its_mean_where_torch_gave_nan_for_its_std() -> None:
    assert make_tensor(TensorMeta("prelu", (1,), "float32", mean=0.25, std=float("nan"))).item() == 0.25


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("mean", [float("inf"), float("-inf"), float("nan"), -3.4028234663852886e38, 1e38, None])
def test_no_recorded_moment_makes_a_value_that_is_not_finite(dtype: str, mean: float | None) -> None:
    for std in (float("inf"), 1e38, None):
        assert make_tensor(TensorMeta("mask", (300,), dtype, mean=mean, std=std)).isfinite().all()


def test_floats_stay_within_the_recorded_bounds() -> None:
    tensor = make_tensor(TensorMeta("var", (1000,), "float32", mean=0.1, std=1.0, min_val=0, max_val=0.5))
    assert (tensor.min().item(), tensor.max().item()) == (0.0, 0.5)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_fill_the_recorded_range(dtype: str) -> None:
    tensor = make_tensor(TensorMeta("ids", (2000,), dtype, min_val=3, max_val=9))
    assert tensor.unique().tolist() == [3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(("low", "high"), [(-5, -5), (-(2**63), 2**63 - 1), (2**62, 2**63 - 1), (-7, None), (None, 4)])
def test_integer_ranges_at_the_edges(low: int | None, high: int | None) -> None:
    tensor = make_tensor(TensorMeta("ids", (1000,), "int64", min_val=low, max_val=high))
    assert tensor.min() >= (0 if low is None else low)
    assert tensor.max() <= (0 if high is None else high)


def test_a_range_beyond_the_dtype_is_clipped_to_it() -> None:
    tensor = make_tensor(TensorMeta("ids", (5000,), "int8", min_val=-1000, max_val=1000))
    assert (tensor.min().item(), tensor.max().item()) == (-128, 127)


def test_an_empty_range_is_a_malformed_sample() -> None:
    with pytest.raises(DtypegenError, match="ids: min_val 4 is above max_val 3") as caught:
        make_tensor(TensorMeta("ids", (5,), "int64", min_val=4, max_val=3))
    assert caught.value.failure.code == "DG102"


def test_booleans_take_the_recorded_mean_for_their_share() -> None:
    shares = [make_tensor(TensorMeta("m", (4000,), "bool", mean=mean)).float().mean().item() for mean in (None, 0.9)]
    assert shares == pytest.approx([0.5, 0.9], abs=0.03)
