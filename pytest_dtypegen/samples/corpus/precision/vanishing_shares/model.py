import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
    ):
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        l_x_ = L_x_
        linear = torch._C._nn.linear(l_x_, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        l_x_ = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        flatten = linear.flatten(1)
        linear = None
        softmax = torch.softmax(flatten, dim=-1)
        flatten = None
        return (softmax,)
