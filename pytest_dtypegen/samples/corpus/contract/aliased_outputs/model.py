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
        y = torch._C._nn.linear(l_x_, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        head = y[(slice(None, None, None), slice(None, 4, None))]
        add_ = head.add_(1.0)
        add_ = None
        folded = y.view(-1, 3, 4)
        transpose = folded.transpose(1, 2)
        sum_1 = l_x_.sum()
        l_x_ = None
        add = y + sum_1
        sum_1 = None
        return (y, head, folded, transpose, add)
