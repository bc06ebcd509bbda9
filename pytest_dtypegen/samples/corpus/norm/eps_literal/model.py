import torch


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
        norm = l_x_.norm(dim=-1, keepdim=True)
        add = norm + 1e-12
        norm = None
        y = l_x_ / add
        l_x_ = add = None
        abs_1 = y.abs()
        abs_2 = y.abs()
        clamp = abs_2.clamp(min=1e-10)
        abs_2 = None
        log = torch.log(clamp)
        clamp = None
        mul = abs_1 * log
        abs_1 = log = None
        sum_1 = mul.sum(-1, keepdim=True)
        mul = None
        entropy = -sum_1
        sum_1 = None
        normalize = torch.nn.functional.normalize(y, p=2.0, dim=-1, eps=1e-12)
        y = None
        linear = torch._C._nn.linear(normalize, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        normalize = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        add_1 = linear + entropy
        linear = entropy = None
        return (add_1,)
