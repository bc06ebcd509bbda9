import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        arange = torch.arange(7, device=device(type='cpu'))
        ramp = arange / 7
        arange = None
        linspace = torch.linspace(0.5, 1.5, 8, device=device(type='cpu'))
        table = torch.outer(ramp, linspace)
        ramp = linspace = None
        eye = torch.eye(7, device=device(type='cpu'))
        full = torch.full((7, 7), 0.1, device=device(type='cpu'))
        tril = full.tril(-1)
        full = None
        mixing = eye + tril
        eye = tril = None
        linear = torch._C._nn.linear(l_x_, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        zeros = torch.zeros((2, 1, 8), device=device(type='cpu'))
        padded = torch.cat([linear, zeros], dim=1)
        linear = zeros = None
        getitem = padded[(slice(None, None, None), slice(None, 7, None))]
        padded = None
        cos = torch.cos(table)
        table = None
        mul = getitem * cos
        getitem = cos = None
        matmul = torch.matmul(mixing, mul)
        mixing = mul = None
        new_ones = l_x_.new_ones(8)
        l_x_ = None
        add_1 = matmul + new_ones
        matmul = new_ones = None
        return (add_1,)
