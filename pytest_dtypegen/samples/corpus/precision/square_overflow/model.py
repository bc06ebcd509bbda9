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
        y = linear * 400.0
        linear = None
        mul_1 = y * y
        sum_1 = mul_1.sum(-1, keepdim=True)
        mul_1 = None
        length = torch.sqrt(sum_1)
        sum_1 = None
        truediv = y / 40.0
        exp = torch.exp(truediv)
        truediv = None
        neg = -y
        truediv_1 = neg / 40.0
        neg = None
        exp_1 = torch.exp(truediv_1)
        truediv_1 = None
        add = exp + exp_1
        exp = exp_1 = None
        softened = torch.log(add)
        add = None
        truediv_2 = y / length
        y = length = None
        tanh = softened.tanh()
        softened = None
        add_1 = truediv_2 + tanh
        truediv_2 = tanh = None
        return (add_1,)
