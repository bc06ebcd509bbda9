"""The built-in rules are true: each op that they name has no kernel on this CPU, in each dtype, and one in float32."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import pytest
import torch
from torch.nn import functional

from pytest_dtypegen.cases import Case
from pytest_dtypegen.classify import classify
from pytest_dtypegen.dtypes.ops import target_op
from pytest_dtypegen.errors import Failure
from pytest_dtypegen.gate.rules import Rule, builtin_rules, match_failure


def vector(dtype: torch.dtype) -> torch.Tensor:
    return torch.linspace(0.1, 0.9, 8).to(dtype)


def matrix(dtype: torch.dtype) -> torch.Tensor:
    return (torch.eye(4) * 2).to(dtype)


def of_vector(function: Callable[..., object]) -> Callable[[torch.dtype], object]:
    return lambda dtype: function(vector(dtype))


def of_matrix(function: Callable[..., object]) -> Callable[[torch.dtype], object]:
    return lambda dtype: function(matrix(dtype))


def ctc(dtype: torch.dtype) -> torch.Tensor:
    scores = torch.zeros(5, 1, 4, dtype=dtype)
    return functional.ctc_loss(scores, torch.tensor([[1, 2]]), torch.tensor([5]), torch.tensor([2]))


FFT_1 = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
FFT_N = ("fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn")
LINALG = ("cholesky", "det", "eig", "eigh", "eigvals", "eigvalsh", "lu", "lu_factor", "qr", "svd", "svdvals")

PROBES: dict[str, tuple[Callable[..., object], Callable[[torch.dtype], object]]] = {
    **{f"fft_{name}": (f := getattr(torch.fft, name), of_vector(f)) for name in FFT_1},
    **{f"fft_{name}": (f := getattr(torch.fft, name), of_matrix(f)) for name in FFT_N},
    **{f"linalg_{name}": (f := getattr(torch.linalg, name), of_matrix(f)) for name in LINALG},
    **{name: (f := getattr(torch, name), of_matrix(f)) for name in ("cholesky", "cholesky_inverse", "qr", "svd")},
    "linalg_solve": (torch.linalg.solve, lambda d: torch.linalg.solve(matrix(d), matrix(d))),
    "linalg_solve_triangular": (
        torch.linalg.solve_triangular,
        lambda d: torch.linalg.solve_triangular(matrix(d), matrix(d), upper=True),
    ),
    "cholesky_solve": (torch.cholesky_solve, lambda d: torch.cholesky_solve(matrix(d), matrix(d))),
    "cdist": (torch.cdist, lambda d: torch.cdist(matrix(d), matrix(d))),
    "pdist": (functional.pdist, lambda d: functional.pdist(matrix(d))),
    "ctc_loss": (functional.ctc_loss, ctc),
    "histogram": (torch.histogram, lambda d: torch.histogram(vector(d), 4)),
}
"""Op -> the function as it stands in a graph, and a tiny call of it in a dtype."""

NAMED = [(rule, op, dtype) for rule in builtin_rules() for op in rule.op for dtype in rule.dtype]


@pytest.mark.parametrize(("rule", "op", "dtype"), NAMED, ids=[f"{op}-{dtype}" for _, op, dtype in NAMED])
def test_torch_has_no_such_kernel(rule: Rule, op: str, dtype: str) -> None:
    function, call = PROBES[op]
    assert target_op(function) == op
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        call(torch.float32)
        with pytest.raises((RuntimeError, NotImplementedError)) as caught:
            call(getattr(torch, dtype))
    code = classify(str(caught.value), op=op, exception=caught.type.__name__)
    case = Case("any/sample", "", dtype, "cpu")
    assert match_failure(builtin_rules(), case, Failure(code, "run", str(caught.value), op=op)) is rule


def test_the_rules_claim_no_more_than_is_probed() -> None:
    for rule in builtin_rules():
        assert rule.device == ("cpu",) and rule.error_class == ("DG501",)
        assert set(rule.dtype) <= {"float16", "bfloat16"}
        assert set(rule.op) <= PROBES.keys()
        assert rule.builtin and rule.strict
    assert all(rule.link.startswith("https://") for rule in builtin_rules() if rule.link)
    assert PROBES.keys() == {op for rule in builtin_rules() for op in rule.op}


def test_an_op_that_has_a_kernel_is_expected_to_pass() -> None:
    failure = Failure("DG501", "run", "a message", op="matmul")
    assert match_failure(builtin_rules(), Case("s", "", "float16", "cpu"), failure) is None
