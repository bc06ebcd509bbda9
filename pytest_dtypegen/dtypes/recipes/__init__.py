"""Recipes: at least one tiny call for every op that has a contract, with which the contracts are proven."""

from __future__ import annotations

from pytest_dtypegen.dtypes.recipes import attention, indexing, pointwise, products, reductions, spatial
from pytest_dtypegen.dtypes.recipes.call import FLOATING, Operand, Recipe, call

FAMILIES: dict[str, tuple[Recipe, ...]] = {
    "matmul": products.MATMUL,
    "convolution": products.CONVOLUTION,
    "recurrent": products.RECURRENT,
    "embedding": products.EMBEDDING,
    "attention": attention.ATTENTION,
    "norm": attention.NORM,
    "write": indexing.WRITES,
    "read": indexing.READS,
    "join": indexing.JOINS,
    "shape": indexing.SHAPES,
    "unary": pointwise.UNARY,
    "binary": pointwise.BINARY,
    "ternary": pointwise.TERNARY,
    "logical": pointwise.TO_BOOL,
    "reduction": reductions.REDUCTIONS,
    "factory": reductions.FACTORIES,
    "resampling": spatial.RESAMPLING,
    "pooling": spatial.POOLING,
    "padding": spatial.PADDING,
    "fft": spatial.FFT,
    "linalg": spatial.LINALG,
    "loss": spatial.LOSSES,
}

__all__ = ["FAMILIES", "FLOATING", "Operand", "Recipe", "call"]
