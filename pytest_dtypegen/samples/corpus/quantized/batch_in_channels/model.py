import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_parameters_gamma_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_parameters_gamma_ = L_self_parameters_gamma_
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        flatten = torch.flatten(l_x_, 2)
        l_x_ = None
        grouped = flatten.reshape(1, 12, 45)
        flatten = None
        repeat = l_self_parameters_gamma_.repeat(3)
        l_self_parameters_gamma_ = None
        grouped_1 = torch.instance_norm(grouped, repeat, None, None, None, True, 0.1, 1e-05, False)
        grouped = repeat = None
        reshape_1 = grouped_1.reshape(3, 12, 15)
        grouped_1 = None
        unflatten = torch.unflatten(reshape_1, 2, (3, 5))
        reshape_1 = None
        linear = torch._C._nn.linear(unflatten, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        unflatten = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        return (linear,)
