import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_steps_: torch.Tensor,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_steps_ = L_steps_
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        arange = torch.arange(0, 8, dtype=torch.float32, device=device(type='cpu'))
        mul = (-9.210340371976184) * arange
        arange = None
        exponent = mul / 8
        mul = None
        getitem = l_steps_[(slice(None, None, None), None)]
        l_steps_ = None
        float_1 = getitem.float()
        getitem = None
        exp = torch.exp(exponent)
        exponent = None
        getitem_1 = exp[(None, slice(None, None, None))]
        exp = None
        angles = float_1 * getitem_1
        float_1 = getitem_1 = None
        sin = torch.sin(angles)
        cos = torch.cos(angles)
        angles = None
        embedding = torch.cat([sin, cos], dim=-1)
        sin = cos = None
        linear = torch._C._nn.linear(embedding, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        embedding = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        silu = torch.nn.functional.silu(linear)
        linear = None
        return (silu,)
