"""How torch's messages spell dtypes."""

from __future__ import annotations

from typing import Any

import torch

_SCALAR_TYPE = {
    torch.float32: "Float", torch.float64: "Double", torch.float16: "Half", torch.bfloat16: "BFloat16",
    torch.int64: "Long", torch.int32: "Int", torch.int16: "Short", torch.int8: "Char", torch.uint8: "Byte",
    torch.bool: "Bool", torch.complex64: "ComplexFloat", torch.complex128: "ComplexDouble",
    torch.complex32: "ComplexHalf",
}  # fmt: skip
_CPP_TYPE = {
    torch.float32: "float", torch.float64: "double", torch.float16: "c10::Half", torch.bfloat16: "c10::BFloat16",
    torch.int64: "long int", torch.int32: "int", torch.int16: "short int", torch.int8: "signed char",
    torch.uint8: "unsigned char", torch.bool: "bool", torch.complex64: "c10::complex<float>",
    torch.complex128: "c10::complex<double>", torch.complex32: "c10::complex<c10::Half>",
}  # fmt: skip


def scalar_type(dtype: torch.dtype) -> str:
    """``Half`` for ``torch.float16``: the name of the ``c10::ScalarType``."""
    return _SCALAR_TYPE.get(dtype, str(dtype))


def cpp_type(dtype: torch.dtype) -> str:
    """``c10::Half`` for ``torch.float16``: the name of the C++ type."""
    return _CPP_TYPE.get(dtype, str(dtype))


def tensor_type(dtype: torch.dtype, device_type: str) -> str:
    """``torch.HalfTensor``, ``torch.cuda.HalfTensor``; bfloat16 has no legacy type and prints its key set."""
    if dtype is torch.bfloat16:
        return f"{device_type.upper()}BFloat16Type"
    where = "torch." if device_type == "cpu" else f"torch.{device_type}."
    return f"{where}{scalar_type(dtype)}Tensor"


class Spelled:
    """A value in a message: ``{x:s}``, ``{x:c}``, ``{x:p}``, ``{x:t}`` spell a tensor's or dtype's dtype."""

    def __init__(self, value: Any, device_type: str) -> None:
        self._dtype = value if isinstance(value, torch.dtype) else getattr(value, "dtype", None)
        self._value = value
        self._device = device_type

    def __format__(self, spec: str) -> str:
        if self._dtype is None:
            return str(self._value)
        if spec == "s":
            return scalar_type(self._dtype)
        if spec == "c":
            return cpp_type(self._dtype)
        if spec == "t":
            return tensor_type(self._dtype, self._device)
        return str(self._dtype)
