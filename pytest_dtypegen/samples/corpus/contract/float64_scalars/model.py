import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_buffers_scale_: torch.Tensor,
        L_self_buffers_table_: torch.Tensor,
    ):
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        l_x_ = L_x_
        l_self_buffers_scale_ = L_self_buffers_scale_
        l_self_buffers_table_ = L_self_buffers_table_
        linear = torch._C._nn.linear(l_x_, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        l_x_ = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        y = linear * l_self_buffers_scale_
        linear = l_self_buffers_scale_ = None
        double = y.double()
        mul_1 = double * l_self_buffers_table_
        double = l_self_buffers_table_ = None
        exact = mul_1.sum(-1)
        mul_1 = None
        to = exact.to(torch.float32)
        return (y, exact, to)
