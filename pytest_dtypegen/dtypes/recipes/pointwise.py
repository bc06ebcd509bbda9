"""Element by element: unary, binary and ternary ops, activations, comparisons; and their writes."""

from __future__ import annotations

import operator

import torch
import torch.nn.functional as F

from pytest_dtypegen.dtypes.recipes.call import Recipe, b, call, f, i, t

_UNARY = """
    abs neg sign sgn positive exp exp2 expm1 log log2 log10 log1p sqrt rsqrt square reciprocal sin cos tan asin acos
    atan sinh cosh tanh asinh acosh atanh erf erfc erfinv sigmoid logit floor ceil round trunc frac relu sinc i0 deg2rad
    rad2deg digamma lgamma nan_to_num isnan isinf isfinite isposinf isneginf isreal signbit logical_not bitwise_not
    angle real conj resolve_conj selu celu bernoulli
"""
_UNARY_WRITES = """
    abs_ neg_ sign_ exp_ expm1_ log_ log1p_ sqrt_ rsqrt_ square_ reciprocal_ sin_ cos_ tanh_ sigmoid_ erf_ floor_ ceil_
    round_ trunc_ relu_ nan_to_num_ logical_not_
"""
_ACTIVATIONS = """
    relu relu6 gelu silu mish elu selu celu leaky_relu hardtanh hardswish hardsigmoid hardshrink softshrink softplus
    softsign tanhshrink logsigmoid rrelu sigmoid tanh dropout dropout1d alpha_dropout feature_alpha_dropout
"""
_ACTIVATION_WRITES = "relu relu6 silu mish elu selu celu leaky_relu hardtanh hardswish hardsigmoid dropout"
_BINARY = """
    add sub mul div pow remainder fmod floor_divide atan2 hypot maximum minimum fmax fmin copysign nextafter logaddexp
    logaddexp2 xlogy float_power heaviside ldexp rsub eq ne lt le gt ge logical_and logical_or logical_xor isclose
    allclose equal
"""
_BITWISE = "bitwise_and bitwise_or bitwise_xor bitwise_left_shift gcd lcm"
_BINARY_WRITES = """
    add_ sub_ mul_ div_ pow_ remainder_ fmod_ floor_divide_ atan2_ hypot_ copysign_ eq_ lt_ logical_and_ float_power_
    xlogy_ ldexp_ nextafter_
"""
_SYMBOLS = (operator.add, operator.sub, operator.mul, operator.truediv, operator.pow, operator.mod, operator.floordiv,
            operator.lt, operator.eq, operator.iadd, operator.isub, operator.imul, operator.itruediv)  # fmt: skip
_SPECIAL = "entr ndtr ndtri log_ndtr erfcx i0e i1 i1e bessel_j0 gammaln psi"


def _torch_calls(names: str, *operands: object) -> tuple[Recipe, ...]:
    return tuple(call(getattr(torch, name), *operands) for name in names.split())


UNARY = (
    *_torch_calls(_UNARY, f(2, 3)),
    *(call(name, f(2, 3)) for name in _UNARY_WRITES.split()),
    *(call(getattr(F, name), f(2, 3)) for name in _ACTIVATIONS.split()),
    *(call(getattr(F, name), f(2, 3), inplace=True) for name in _ACTIVATION_WRITES.split()),
    *(call(getattr(torch.special, name), f(2, 3)) for name in _SPECIAL.split()),
    *(call(getattr(torch.special, name), f(2, 3), f(2, 3)) for name in ("xlog1py", "zeta")),
    call(operator.neg, f(2)),
    call(operator.invert, f(2)),
    call(operator.invert, b(2)),
    call("pow", f(2), 2),
    call("pow", f(2), 0.5),
    call(torch.pow, 2.0, f(2)),
    call("pow_", f(2), 2),
    call(torch.special.logit, f(2), eps=1e-5),
    call(F.gelu, f(2), approximate="tanh"),
    call(F.dropout, f(2), 0.5, True, False),
    call(F.dropout2d, f(1, 2, 2, 2), 0.1, False),
    call(F.dropout3d, f(1, 2, 2, 2, 2), 0.1, True),
    call(F.glu, f(2, 4), -1),
    call(F.softplus, f(2), 1, 20),
    call(F.threshold, f(2), 0.1, 20.0),
    call(F.threshold, f(2), 0.1, 1e39),
    call(torch.threshold, f(2), 0.1, 70000.0),
    call(torch.threshold_, f(2), 70000.0, 0.1),
    call(F.hardshrink, f(2), 70000.0),
    call("pow", f(2), 70000.0),
    call("pow_", f(2), 70000.0),
    call(torch._C._nn.hardtanh_, f(2), -70000.0, 1.0),
    call(F.hardtanh, f(2), 0.0, 6.0, False),
    call(F.hardtanh, f(2), -1e39, 1e39),
    call(F.leaky_relu, f(2), 0.1, True),
    call(torch.polygamma, 1, f(2)),
    call(torch.mvlgamma, f(2, 3, fill="one"), 1),
)

BINARY = (
    *_torch_calls(_BINARY, f(2, 3), f(2, 3)),
    *_torch_calls("add sub mul div pow remainder fmod floor_divide eq lt copysign", f(2, 3), 1.5),
    *_torch_calls("add mul eq lt", f(2, 3), 1e39),
    *_torch_calls("add mul div maximum", f(2, 3), f()),
    *_torch_calls("add mul div", f(2, 3), i(2, 3)),
    *_torch_calls("add mul", i(2, 3), f()),
    *_torch_calls(_BITWISE, f(2, 3), f(2, 3)),
    *(call(name, f(2, 3), f(2, 3)) for name in _BINARY_WRITES.split()),
    *(call(name, i(2, 3), f(2, 3)) for name in ("add_", "mul_", "div_", "copy_")),
    *(call(name, f(2, 3), 1.5) for name in ("add_", "mul_", "div_", "pow_", "sub_")),
    *(call(name, f(2, 3), 1e39) for name in ("add_", "mul_", "div_")),
    *(call(symbol, f(2, 3), f(2, 3)) for symbol in _SYMBOLS),
    call(operator.and_, b(2, 3), f(2, 3)),
    call("__and__", b(2), b(2)),
    call("__eq__", f(2), 0),
    call(torch.add, f(2, 3), f(2, 3), alpha=2),
    call(torch.add, f(2, 3), f(2, 3), alpha=1e39),
    call(torch.div, f(2, 3), f(2, 3), rounding_mode="floor"),
    call(torch.sub, f(2, 3), f(3), alpha=0.5),
    call("clamp", f(2, 3), 0.0, 1.0),
    call("clamp", f(2, 3), min=1e-12),
    call("clamp", f(2, 3), -1e39, 1e39),
    call("clamp", f(2, 3), min=-3.4028234663852886e38),
    call(torch.clamp, f(2, 3), max=70000.0),
    call(torch.clamp, f(2, 3), f(2, 3), f(2, 3)),
    call(torch.clamp, f(2, 3), min=f(2, 3)),
    call("clamp_", f(2, 3), min=0.5),
    call("clamp_", f(2, 3), min=-1e39),
    call("clamp_", f(2, 3), f(3), f(3)),
    call("clamp_min", f(2, 3), 0.5),
    call("clamp_min", f(2, 3), f(3)),
    call("clamp_min", f(2, 3), -1e39),
    call("clamp_min_", f(2, 3), 0.5),
    call("clamp_max", f(2, 3), 1e39),
    call(torch.clip, f(2, 3), 0.0, 1.0),
    call("clamp_max_", f(2, 3), 70000.0),
    call(torch.bitwise_right_shift, f(2, 3), f(2, 3)),
    call(torch.sub, f(2, 3), f(3), alpha=70000.0),
    call(torch.addr, f(2, 3), f(2), f(3), beta=70000.0),
    call(torch.add, f(2), None),
    call(torch.mul, f(2), None),
    call(operator.eq, f(2), None),
    call("clamp", f(2, 3), min=f(fill="lowest")),
)

TERNARY = (
    call(torch.lerp, f(2, 3), f(2, 3), 0.5),
    call(torch.lerp, f(2, 3), f(2, 3), f(2, 3)),
    call(torch.lerp, f(2, 3), f(2, 3), f()),
    call("lerp_", f(2, 3), f(2, 3), 0.5),
    call("lerp_", f(2, 3), f(2, 3), f(2, 3)),
    call(torch.addcmul, f(2, 3), f(2, 3), f(2, 3)),
    call(torch.addcmul, f(2, 3), f(3), f(2, 3), value=0.5),
    call(torch.addcmul, f(2, 3), f(2, 3), f(2, 3), value=1e39),
    call("addcmul_", f(2, 3), f(2, 3), f(2, 3)),
    call(torch.addcdiv, f(2, 3), f(2, 3), f(2, 3)),
    call(torch.addcdiv, f(2, 3), f(2, 3), f(2, 3), value=1e39),
    call("addcdiv_", f(2, 3), f(2, 3), f(2, 3), value=2.0),
    call(torch.prelu, f(2, 3), f(1)),
    call(F.prelu, f(2, 3, 2), f(3)),
    call(torch.nan_to_num, f(2, 3), 0.0, 1e39, -1e39),
    call(torch.nan_to_num, f(2, 3), nan=1e39),
)

TO_BOOL = (
    call("all", f(2, 3)),
    call("any", f(2, 3), 1),
    call(torch.all, b(2, 3)),
    call(torch.logical_and, f(2), b(2)),
    call("to", f(2), torch.bool),
    call("bitwise_and", t(torch.int64, 2), t(torch.int64, 2)),
)
