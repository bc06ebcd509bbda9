import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_parameters_weight_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_x_ = L_x_
        l_self_parameters_weight_ = L_self_parameters_weight_
        y = torch._C._nn.linear(l_x_, l_self_modules_linear_parameters_weight_, None)
        to = y.to(torch.float32)
        pow_1 = to.pow(2)
        to = None
        variance = pow_1.mean(-1, keepdim=True)
        pow_1 = None
        add = variance + 1e-06
        variance = None
        rsqrt = torch.rsqrt(add)
        add = None
        mul = y * rsqrt
        y = rsqrt = None
        to_1 = mul.to(torch.float32)
        mul = None
        y_1 = l_self_parameters_weight_ * to_1
        to_1 = None
        wide = y_1.float()
        y_1 = None
        square = wide.square()
        mean_1 = square.mean(-1, keepdim=True)
        square = None
        add_1 = mean_1 + 1e-05
        mean_1 = None
        rsqrt_1 = torch.rsqrt(add_1)
        add_1 = None
        wide_1 = wide * rsqrt_1
        wide = rsqrt_1 = None
        type_as = wide_1.type_as(l_x_)
        wide_1 = l_x_ = None
        mul_3 = type_as * l_self_parameters_weight_
        type_as = l_self_parameters_weight_ = None
        linear_1 = torch._C._nn.linear(mul_3, l_self_modules_linear_parameters_weight_, None)
        mul_3 = l_self_modules_linear_parameters_weight_ = None
        return (linear_1,)
