"""Texts of small valid samples, from which the tests here make their variations."""

from __future__ import annotations

from pathlib import Path

MODEL = """import torch

from torch import device

from torch import inf


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_modules_fc_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm_eps: torch.Tensor,
        s1: torch.SymInt,
    ):
        l_x_ = L_x_
        l_self_modules_fc_parameters_weight_ = L_self_modules_fc_parameters_weight_
        l_self_modules_norm_eps = L_self_modules_norm_eps
        linear = torch._C._nn.linear(l_x_, l_self_modules_fc_parameters_weight_, None)
        l_self_modules_fc_parameters_weight_ = None
        item = l_self_modules_norm_eps.item()
        l_self_modules_norm_eps = None
        x = torch.nn.functional.layer_norm(linear, (4,), None, None, item)
        item = None
        mask = torch.zeros((1, 4), device=device(type="cuda", index=0), dtype=torch.float32)
        mask[(slice(None, None, None), slice(0, -2, None))] = 1
        setitem = mask
        setitem = None
        masked_fill = mask.masked_fill(mask == 0, -inf)
        mask = None
        scores = x * 0.5
        x = None
        scores += masked_fill
        iadd = scores
        scores = masked_fill = None
        chunk = iadd.chunk(2, dim=-1)
        iadd = None
        a, b = chunk
        chunk = None
        real = torch.fft.fft(a).real
        y = torch.cat([b, real * -1.5, b], dim=-1)
        a = b = real = None
        return (y,)
"""

WEIGHT_META = """class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [1, 4]
    dtype = "torch.float32"
    device = "cuda:0"
    mean = 0.225
    std = 1.283
    data = None


class Program_weight_tensor_meta_L_self_modules_fc_parameters_weight_:
    name = (
        "L_self_modules_fc_parameters_weight_"
    )
    shape = [4, 4]
    dtype = "torch.float32"
    device = "cuda:0"
    mean = -0.001
    std = float('nan')
    data = None
    min_val = -3
    max_val = 2.5


class Program_weight_tensor_meta_L_self_modules_norm_eps:
    name = "L_self_modules_norm_eps"
    shape = []
    dtype = "torch.float64"
    device = "cpu"
    mean = 0.0
    std = 0.0
    data = [1e-12]


class Program_weight_tensor_meta_s1:
    name = "s1"
    shape = []
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [4]
"""

INFO = """{
    "framework": "torch",
    "num_devices_required": 1,
    "source": "timm",
    "data_type_generalization_passes": [
        "dtype_generalization_pass_float16"
    ]
}
"""

CONSTRAINTS = """from sympy import Symbol

S0 = Symbol("S0")
"""


def model(body: str, parameters: str = "L_x_: torch.Tensor", imports: str = "import torch") -> str:
    """A ``model.py`` whose ``forward`` consists of ``body`` (without indent); its first parameter is ``L_x_``."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    return f"{imports}\n\n\nclass GraphModule(torch.nn.Module):\n    def forward(self, {parameters}):\n{lines}\n"


def tensor(name: str = "L_x_", **fields: str) -> str:
    """A meta class; ``fields`` are texts of values, an empty text leaves the field out."""
    values = {
        "name": f'"{name}"', "shape": "[1, 4]", "dtype": '"torch.float32"', "device": '"cpu"', "mean": "0.0",
        "std": "1.0", "data": "None", **fields,
    }  # fmt: skip
    return f"class Program_weight_tensor_meta_{name}:\n" + "".join(
        f"    {key} = {value}\n" for key, value in values.items() if value
    )


def write(directory: Path, **files: str | bytes | None) -> Path:
    """A sample's directory of the texts above; ``model_py=...`` and so on replaces a file, None leaves it out."""
    texts: dict[str, str | bytes | None] = {
        "model_py": MODEL, "weight_meta_py": WEIGHT_META, "input_meta_py": "", "graph_net_json": INFO,
        "input_tensor_constraints_py": CONSTRAINTS, "graph_hash_txt": "0" * 64, **files,
    }  # fmt: skip
    directory.mkdir(parents=True, exist_ok=True)
    for key, text in texts.items():
        stem, _, suffix = key.rpartition("_")
        path = directory / f"{stem}.{suffix}"
        if isinstance(text, bytes):
            path.write_bytes(text)
        elif text is not None:
            path.write_text(text, encoding="utf-8")
    return directory
