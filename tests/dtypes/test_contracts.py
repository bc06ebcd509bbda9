"""The operand contracts against the kernels: every combination of dtypes, on tiny tensors."""

import logging
import warnings
from functools import cache

import pytest
import torch
import torch.nn.functional as F
from corpus_ops import METHODS, TARGETS
from torch._subclasses.fake_tensor import DataDependentOutputException, DynamicOutputShapeException, FakeTensorMode
from torch.utils import _pytree as pytree

from pytest_dtypegen.classify import classify
from pytest_dtypegen.dtypes.contracts import CONTRACTS, READS_NUMBER, TAKES_ANY, known_ops, refusal
from pytest_dtypegen.dtypes.contracts.takes_any import NO_DTYPE
from pytest_dtypegen.dtypes.ops import canonical, target_op
from pytest_dtypegen.dtypes.proof import outcomes
from pytest_dtypegen.dtypes.recipes import FAMILIES, call
from pytest_dtypegen.errors import ERROR_CLASSES

RECIPES = [recipe for family in FAMILIES.values() for recipe in family]
F32, F16, BF16, F64 = torch.float32, torch.float16, torch.bfloat16, torch.float64
TORCH_2_13 = torch.__version__.startswith("2.13.")


@cache
def proven(family):
    """The family's proof on the CPU, made once for all tests that look at it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [outcome for recipe in FAMILIES[family] for outcome in outcomes(recipe)]


def said(target, device, *args, **kwargs):
    return refusal(target_op(target), device, args, kwargs)


@pytest.mark.parametrize("family", FAMILIES)
def test_contract_and_kernel_agree_on_every_combination_of_dtypes(family):
    """Refused by one is refused by the other, in one error class."""
    wrong = [outcome for outcome in proven(family) if not outcome.agrees]
    assert not wrong, f"{len(wrong)} differ, first: " + "\n".join(map(str, wrong[:5]))


def test_what_takes_any_is_never_refused_by_the_cpu():
    found = (outcome for family in FAMILIES for outcome in proven(family) if outcome.recipe.op in TAKES_ANY)
    loud = {outcome.recipe.op for outcome in found if outcome.error is not None}
    assert loud == set()


def test_every_known_op_has_a_recipe_and_every_recipe_a_known_op():
    tried = {recipe.op for recipe in RECIPES}
    assert known_ops() - NO_DTYPE - tried == set(), "ops with a row that no recipe tries"
    assert tried - known_ops() == set(), "ops with a recipe but no row"
    assert CONTRACTS.keys() & TAKES_ANY == set()


def test_every_op_of_captured_graphs_is_known():
    names = [*TARGETS.split(), *METHODS.split()]
    assert len(names) > 225
    unknown = {n for n in names if canonical(_leaf(n)) not in known_ops()}
    assert unknown == set()


def _leaf(name: str) -> str:
    return name.removesuffix(".default").removesuffix(".int").rpartition(".")[2]


def test_every_rule_has_a_class_of_the_table():
    rules = [rule for row in CONTRACTS.values() for rule in (*row.rules, *(row.cuda or ()))]
    assert len(rules) > 250
    assert {rule.code for rule in rules} <= ERROR_CLASSES.keys()


@pytest.mark.skipif(not TORCH_2_13, reason="the wording is pinned for torch 2.13")
def test_refusals_are_in_the_kernels_own_words():
    """All but a few: where oneDNN or an internal assertion speaks, the contract says what is wrong instead."""
    own_words = {"lstm", "gru", "rnn_tanh", "rnn_relu", "batch_norm", "masked_fill", "bitwise_not", "lstm_cell"}
    refused = [o for family in FAMILIES for o in proven(family) if o.error is not None and o.recipe.op not in own_words]
    assert len(refused) > 15000
    wrong = [str(o) for o in refused if o.contract is None or o.contract.message != o.message]
    assert wrong == []


INTEGERS = (torch.int64, torch.bool, torch.complex64, F32)


@pytest.mark.parametrize("family", FAMILIES)
def test_integers_bools_and_complex_are_not_refused_where_a_kernel_takes_them(family):
    wrong = []
    for recipe in FAMILIES[family]:
        if len(recipe.holes) > 3:
            continue
        for dtypes in recipe.combinations(INTEGERS):
            args, kwargs = recipe.fill(dtypes)
            found = refusal(recipe.op, "cpu", args, kwargs)
            if found is None:
                continue
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    recipe.call(args, kwargs)
            except Exception:
                continue
            wrong.append((str(recipe), dtypes, found.message))
    assert wrong == []


# Fake tensors


def fake_error(recipe, dtypes):
    args, kwargs = recipe.fill(dtypes)
    with FakeTensorMode() as mode:
        args, kwargs = pytree.tree_map_only(torch.Tensor, mode.from_tensor, (args, kwargs))
        try:
            recipe.call(args, kwargs)
        except Exception as error:
            return error
    return None


# Ops for which FakeTensorMode in torch 2.13 computes a result from operands that no kernel takes.
LET_THROUGH = """
    linear matmul mm addmm conv_transpose2d multi_head_attention_forward layer_norm group_norm batch_norm instance_norm
    index_put_ index_copy_ index_add_ masked_fill full clamp pad hardtanh grid_sample stft cdist nll_loss
    binary_cross_entropy linalg_qr embedding_bag
"""


@pytest.mark.skipif(not TORCH_2_13, reason="pinned for torch 2.13")
@pytest.mark.parametrize("op", LET_THROUGH.split())
def test_fake_tensors_let_through_what_the_contract_refuses(op):
    logging.getLogger("torch._subclasses.fake_tensor").setLevel(logging.CRITICAL)
    through = [
        (str(recipe), dtypes)
        for recipe in RECIPES
        if recipe.op == op and len(recipe.holes) <= 3
        for dtypes in recipe.combinations((F32, F16))
        if refusal(op, "cpu", *recipe.fill(dtypes)) and fake_error(recipe, dtypes) is None
    ]
    assert through


def test_what_fake_tensors_refuse_no_kernel_takes():
    """So inference may run the fake op after the contract; only results that depend on data are another matter."""
    logging.getLogger("torch._subclasses.fake_tensor").setLevel(logging.CRITICAL)
    data = DataDependentOutputException, DynamicOutputShapeException
    wrong = []
    for recipe in RECIPES:
        if len(recipe.holes) > 2 or recipe.op == "gaussian_nll_loss":  # looks at its data to validate it
            continue
        for dtypes in {(F16, F16)[: len(recipe.holes)], (F16, F32)[: len(recipe.holes)]}:
            if refusal(recipe.op, "cpu", *recipe.fill(dtypes)) is None:
                error = fake_error(recipe, dtypes)
                if error is not None and not isinstance(error, data):
                    wrong.append((str(recipe), dtypes, str(error)))
    assert wrong == []


# Literals


@pytest.mark.parametrize("value,dtype,refused", [
    (-3.4028234663852886e38, F16, True), (-3.4028234663852886e38, BF16, True), (-3.4028234663852886e38, F32, False),
    (65504.0, F16, False), (65505.0, F16, True), (-1e9, F16, True), (-1e9, BF16, False), (float("-inf"), F16, False),
    (float("nan"), F16, False), (torch.finfo(BF16).min, BF16, False), (1e39, F32, True), (1e39, F64, False),
])  # fmt: skip
def test_a_literal_must_lie_in_the_dtypes_range_before_rounding(value, dtype, refused):
    x, mask = torch.zeros(2, dtype=dtype), torch.tensor([True, False])
    found = said("masked_fill", "cpu", x, mask, value)
    assert (found is not None) == refused
    if refused:
        assert found.code == "DG404"
        with pytest.raises(RuntimeError) as error:
            x.masked_fill(mask, value)
        assert str(error.value) == found.message


def test_where_torch_takes_an_overflowing_literal_and_makes_it_infinite():
    half, low = torch.zeros(2, dtype=F16), -3.4028234663852886e38
    calls = (
        call(torch.where, torch.tensor([True, False]), low, half), call(torch.add, half, low),
        call(torch.tensor, low, dtype=F16), call("fill_", half, torch.tensor(low)),
    )  # fmt: skip
    for recipe in calls:
        args, kwargs = recipe.fill(())
        assert refusal(recipe.op, "cpu", args, kwargs) is None
        assert recipe.call(args, kwargs).isinf().any(), str(recipe)


def test_the_number_in_a_known_scalar_tensor_is_looked_at_and_in_a_fake_one_not():
    x, mask, low = torch.zeros(2, dtype=F16), torch.tensor([True, False]), torch.tensor(-3.4e38)
    assert said("masked_fill", "cpu", x, mask, low).code == "DG404"
    with FakeTensorMode() as mode:
        fakes = [mode.from_tensor(v) for v in (x, mask, low)]
        assert said("masked_fill", "cpu", *fakes) is None
        assert said("masked_fill", "cpu", *fakes[:2], torch.tensor(-3.4e38)).code == "DG404"
    assert said("masked_fill", "cpu", *(v.to("meta") for v in (x, mask, low))) is None


def test_the_ops_that_read_a_scalar_tensors_number_are_named():
    assert {"masked_fill", "masked_fill_", "setitem", "index_put_", "index_fill_"} <= READS_NUMBER
    assert "fill_" not in READS_NUMBER and "where" not in READS_NUMBER  # these make it infinite


# Other devices


def on(device, *shapes, dtype=F32):
    return [torch.empty(s, dtype=dtype, device=device) for s in shapes]


@pytest.fixture
def cuda():
    """Fake tensors that claim to lie on a GPU."""
    with FakeTensorMode():
        yield lambda dtype, *shape: torch.empty(shape, dtype=dtype, device="cuda")


def test_operands_on_two_devices(cuda):
    with FakeTensorMode():
        x, y = cuda(F32, 2), torch.empty(2)
        assert said(torch.add, "cuda", x, y).code == "DG410"
        assert classify(said(torch.cat, "cuda", [x, y]).message) == "DG410"
        assert said(torch.nn.functional.linear, "cuda", cuda(F32, 2, 3), torch.empty(4, 3)).code == "DG410"
        assert said(torch.add, "cuda", x, torch.empty(())) is None
        assert said(torch.add, "cuda", torch.empty(()), x) is None
        assert said("to", "cuda", x, y) is None
        assert said("__getitem__", "cuda", x, torch.zeros(2, dtype=torch.int64)) is None


def test_the_field_reports_of_cuda_are_refused_in_their_words(cuda):
    """Seen in the field: norm parameters, attention masks, convolution weights, FFT sizes."""
    norm = said(F.layer_norm, "cuda", cuda(F16, 2, 3), (3,), cuda(F32, 3), cuda(F32, 3))
    assert (norm.code, norm.message) == ("DG403", "expected scalar type Half but found Float")
    mask = said(F.scaled_dot_product_attention, "cuda", *[cuda(F16, 1, 2, 4, 8)] * 3, cuda(F32, 4, 4))
    assert (mask.code, mask.message) == ("DG402", "invalid dtype for bias - should match query's dtype")
    conv = said(torch.conv2d, "cuda", cuda(F32, 1, 2, 4, 4), cuda(F16, 3, 2, 1, 1), None)
    assert (
        conv.message == "Input type (torch.cuda.FloatTensor) and weight type (torch.cuda.HalfTensor) should be the same"
    )
    fft = said(torch.fft.fftn, "cuda", cuda(F16, 1, 13, 768), dim=(-2, -1))
    assert fft.code == "DG502"
    assert fft.message.endswith("in half precision, but got a signal size of[13, 768]")
    batched = said("baddbmm", "cuda", cuda(F32, 1, 2, 2), cuda(F16, 1, 2, 3), cuda(F16, 1, 3, 2))
    assert batched.message == "Input dtypes must be the same, got: input float, batch1: c10::Half, batch2: c10::Half"
    for found in (norm, mask, conv, fft, batched):
        assert classify(found.message, op="layer_norm" if found is norm else None) == found.code


def test_what_cuda_takes_and_the_cpu_does_not(cuda):
    x, half, single = cuda(F16, 2, 3, 8), cuda(F16, 3), cuda(F32, 3)
    assert said(F.batch_norm, "cuda", x, single, single, half, half) is None
    assert said(F.batch_norm, "cuda", x, single, half, half, half).code == "DG403"
    assert said(torch.fft.fft, "cuda", x) is None
    assert said(torch.fft.fft, "cuda", x.to(BF16)).code == "DG501"
    assert said(torch.fft.fft, "cuda", x, n=6).code == "DG502"
    assert said(F.interpolate, "cuda", cuda(F16, 1, 1, 4, 4), (2, 2), antialias=True, mode="bilinear") is None


def test_an_unknown_op_and_an_unknown_device_are_taken_on_trust(cuda):
    assert refusal("an_op_of_the_future", "cpu", (None, torch.empty(2)), {}) is None
    x, w = on("meta", (2, 3), (4, 3))
    assert said(F.linear, "xpu", x, w) is None
    assert said(F.linear, "xpu", x.to(F16), w).code == "DG401"
