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
        shares = linear.softmax(-1)
        linear = None
        prod = shares.prod(-1, keepdim=True)
        add = prod + 1e-30
        prod = None
        log = torch.log(add)
        add = None
        pow_1 = shares.pow(8)
        shares = None
        sum_1 = pow_1.sum(-1, keepdim=True)
        pow_1 = None
        pow_2 = sum_1.pow(0.125)
        sum_1 = None
        add_1 = log + pow_2
        log = pow_2 = None
        return (add_1,)
