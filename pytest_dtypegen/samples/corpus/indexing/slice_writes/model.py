import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_modules_left_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_left_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_right_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_right_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_modules_left_parameters_weight_ = L_self_modules_left_parameters_weight_
        l_self_modules_left_parameters_bias_ = L_self_modules_left_parameters_bias_
        l_self_modules_right_parameters_weight_ = L_self_modules_right_parameters_weight_
        l_self_modules_right_parameters_bias_ = L_self_modules_right_parameters_bias_
        out = torch.zeros((2, 5, 10), device=device(type='cpu'))
        linear = torch._C._nn.linear(l_x_, l_self_modules_left_parameters_weight_, l_self_modules_left_parameters_bias_)
        l_self_modules_left_parameters_weight_ = l_self_modules_left_parameters_bias_ = None
        out[(slice(None, None, None), slice(None, None, None), slice(None, 4, None))] = linear
        linear = None
        getitem = out[(slice(None, None, None), slice(None, None, None), slice(4, 8, None))]
        linear_1 = torch._C._nn.linear(l_x_, l_self_modules_right_parameters_weight_, l_self_modules_right_parameters_bias_)
        l_x_ = l_self_modules_right_parameters_weight_ = l_self_modules_right_parameters_bias_ = None
        copy_ = getitem.copy_(linear_1)
        getitem = linear_1 = copy_ = None
        getitem_1 = out[(slice(None, None, None), 0)]
        getitem_1 += 0.5
        iadd = getitem_1
        getitem_1 = None
        out[(slice(None, None, None), 0)] = iadd
        iadd = None
        getitem_2 = out[(slice(None, None, None), -1, slice(8, None, None))]
        fill_ = getitem_2.fill_(2.0)
        getitem_2 = fill_ = None
        middle = out[(slice(None, None, None), slice(1, 3, None))]
        mul_ = middle.mul_(0.5)
        middle = mul_ = None
        mul = out * 2.0
        out = None
        return (mul,)
