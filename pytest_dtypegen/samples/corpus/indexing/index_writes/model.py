import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_index_: torch.Tensor,
        L_mask_: torch.Tensor,
    ):
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        l_x_ = L_x_
        l_index_ = L_index_
        l_mask_ = L_mask_
        y = torch._C._nn.linear(l_x_, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        l_x_ = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        out = torch.zeros((8, 6), device=device(type='cpu'))
        out[l_index_] = y
        out_1 = torch.index_put(out, (l_index_,), y, accumulate=True)
        out = None
        mul = y * 2.0
        out_2 = out_1.index_copy(0, l_index_, mul)
        out_1 = mul = None
        zeros_1 = torch.zeros((8, 6), device=device(type='cpu'))
        filled = zeros_1.masked_scatter(l_mask_, y)
        zeros_1 = l_mask_ = None
        zeros_2 = torch.zeros((8, 6), device=device(type='cpu'))
        getitem = l_index_[(slice(None, None, None), None)]
        l_index_ = None
        expand = getitem.expand(-1, 6)
        getitem = None
        scattered = zeros_2.scatter_(0, expand, y)
        zeros_2 = expand = y = None
        cat = torch.cat([out_2, filled, scattered], dim=-1)
        out_2 = filled = scattered = None
        return (cat,)
