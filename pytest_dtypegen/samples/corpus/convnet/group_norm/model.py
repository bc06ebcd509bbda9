import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_norm1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm1_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_conv1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_conv1_parameters_bias_: torch.nn.parameter.Parameter,
        L_step_: torch.Tensor,
        L_self_modules_time_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_time_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_norm2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm2_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_conv2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_conv2_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_norm1_parameters_weight_ = L_self_modules_norm1_parameters_weight_
        l_self_modules_norm1_parameters_bias_ = L_self_modules_norm1_parameters_bias_
        l_x_ = L_x_
        l_self_modules_conv1_parameters_weight_ = L_self_modules_conv1_parameters_weight_
        l_self_modules_conv1_parameters_bias_ = L_self_modules_conv1_parameters_bias_
        l_step_ = L_step_
        l_self_modules_time_parameters_weight_ = L_self_modules_time_parameters_weight_
        l_self_modules_time_parameters_bias_ = L_self_modules_time_parameters_bias_
        l_self_modules_norm2_parameters_weight_ = L_self_modules_norm2_parameters_weight_
        l_self_modules_norm2_parameters_bias_ = L_self_modules_norm2_parameters_bias_
        l_self_modules_conv2_parameters_weight_ = L_self_modules_conv2_parameters_weight_
        l_self_modules_conv2_parameters_bias_ = L_self_modules_conv2_parameters_bias_
        group_norm = torch.nn.functional.group_norm(l_x_, 4, l_self_modules_norm1_parameters_weight_, l_self_modules_norm1_parameters_bias_, 1e-06)
        l_self_modules_norm1_parameters_weight_ = l_self_modules_norm1_parameters_bias_ = None
        silu = torch.nn.functional.silu(group_norm)
        group_norm = None
        y = torch.conv2d(silu, l_self_modules_conv1_parameters_weight_, l_self_modules_conv1_parameters_bias_, (1, 1), (1, 1), (1, 1), 1)
        silu = l_self_modules_conv1_parameters_weight_ = l_self_modules_conv1_parameters_bias_ = None
        silu_1 = torch.nn.functional.silu(l_step_)
        l_step_ = None
        linear = torch._C._nn.linear(silu_1, l_self_modules_time_parameters_weight_, l_self_modules_time_parameters_bias_)
        silu_1 = l_self_modules_time_parameters_weight_ = l_self_modules_time_parameters_bias_ = None
        getitem = linear[(slice(None, None, None), slice(None, None, None), None, None)]
        linear = None
        y_1 = y + getitem
        y = getitem = None
        group_norm_1 = torch.nn.functional.group_norm(y_1, 4, l_self_modules_norm2_parameters_weight_, l_self_modules_norm2_parameters_bias_, 1e-06)
        y_1 = l_self_modules_norm2_parameters_weight_ = l_self_modules_norm2_parameters_bias_ = None
        silu_2 = torch.nn.functional.silu(group_norm_1)
        group_norm_1 = None
        dropout = torch.nn.functional.dropout(silu_2, 0.1, False)
        silu_2 = None
        y_2 = torch.conv2d(dropout, l_self_modules_conv2_parameters_weight_, l_self_modules_conv2_parameters_bias_, (1, 1), (1, 1), (1, 1), 1)
        dropout = l_self_modules_conv2_parameters_weight_ = l_self_modules_conv2_parameters_bias_ = None
        add_1 = l_x_ + y_2
        l_x_ = y_2 = None
        truediv = add_1 / 1.4142135623730951
        add_1 = None
        return (truediv,)
