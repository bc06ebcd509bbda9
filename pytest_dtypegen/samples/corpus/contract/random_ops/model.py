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
        rand = torch.rand((6, 1), dtype=torch.float32, device=device(type='cpu'))
        keep = 0.9 + rand
        rand = None
        linear = torch._C._nn.linear(l_x_, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        l_x_ = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        div = linear.div(0.9)
        linear = None
        floor_ = keep.floor_()
        keep = None
        y = div * floor_
        div = floor_ = None
        randn_like = torch.randn_like(y)
        mul_1 = 0.01 * randn_like
        randn_like = None
        add_1 = y + mul_1
        y = mul_1 = None
        dropout = torch.nn.functional.dropout(add_1, 0.5, False)
        add_1 = None
        return (dropout,)
