"""The table of drawing ops, held to the ops themselves."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from pytest_dtypegen.execute.draws import DRAWS, Active, Draws

SWITCHED = {op: active for op, active in DRAWS.items() if active.position is not None}


def parameters(op: str) -> dict[str, tuple[int, Any]]:
    """By name: an op's position and default, from Python's signature or torch's schema."""
    function = getattr(F, op, None)
    if inspect.isfunction(function):
        found = inspect.signature(function).parameters
        return {name: (i, p.default) for i, (name, p) in enumerate(found.items())}
    schema = getattr(torch.ops.aten, op).default._schema
    return {a.name: (i, a.default_value) for i, a in enumerate(schema.arguments)}


@pytest.mark.parametrize("op", SWITCHED)
def test_the_switch_is_where_the_table_says(op: str) -> None:
    active = SWITCHED[op]
    keyword = {"feature_dropout": "train", "dropout_": "train"}.get(op, active.keyword)
    position, default = parameters(op)[keyword]
    assert position == active.position
    if default is not inspect.Parameter.empty and default is not None:
        assert default == active.default


X = torch.full((64,), 2.0)
DRAWING = {
    "dropout": lambda on: F.dropout(X, 0.5, on),
    "alpha_dropout": lambda on: F.alpha_dropout(X, 0.5, on),
    "dropout2d": lambda on: F.dropout2d(X.reshape(1, 8, 8, 1), 0.5, on),
    "rrelu": lambda on: F.rrelu(-X, 0.1, 0.3, on),
    "rand": lambda on: torch.rand(8),
    "bernoulli": lambda on: torch.bernoulli(X / 4),
    "multinomial": lambda on: torch.multinomial(X, 3),
    "randperm": lambda on: torch.randperm(9),
}


@pytest.mark.parametrize("op", DRAWING)
@pytest.mark.parametrize("on", [True, False])
def test_what_the_table_says_draws_does(op: str, on: bool) -> None:
    """The generator moves exactly where the table says that the op draws."""
    before = torch.get_rng_state()
    DRAWING[op](on)
    moved = not torch.equal(before, torch.get_rng_state())
    switch = DRAWS[op]
    args = (X,) * (switch.position or 0) + (on,)
    assert moved == switch(args, {})


def test_switches_by_position_keyword_and_default() -> None:
    switch = Active(2, "training", True)
    assert switch((1, 2), {}) and switch((1, 2, True), {}) and switch((1, 2), {"training": True})
    assert not switch((1, 2, False), {}) and not switch((1, 2), {"training": False})


def test_seeds_depend_on_op_and_count_alone() -> None:
    first, second = Draws(), Draws()
    a = [first.seed("rand", (), {}), first.seed("rand", (), {})]
    second.seed("randn", (), {})
    assert second.seed("dropout", (X, 0.5, False), {}) is None
    assert [second.seed("rand", (), {}), second.seed("rand", (), {})] == a
    assert a[0] != a[1]
    assert Draws(1).seed("rand", (), {}) != a[0]
