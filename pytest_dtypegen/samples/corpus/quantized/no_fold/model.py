import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_parameters_gammas_: torch.nn.parameter.Parameter,
        L_self_parameters_gamma_: torch.nn.parameter.Parameter,
        L_self_buffers_mean_: torch.Tensor,
        L_self_buffers_variance_: torch.Tensor,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_parameters_gammas_ = L_self_parameters_gammas_
        l_self_parameters_gamma_ = L_self_parameters_gamma_
        l_self_buffers_mean_ = L_self_buffers_mean_
        l_self_buffers_variance_ = L_self_buffers_variance_
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        reshape = l_x_.reshape(1, 12, 45)
        l_x_ = None
        instance_norm = torch.nn.functional.instance_norm(reshape, weight=l_self_parameters_gammas_)
        reshape = l_self_parameters_gammas_ = None
        y = instance_norm.reshape(3, 12, 3, 5)
        instance_norm = None
        reshape_2 = y.reshape(3, 4, 45)
        y = None
        instance_norm_1 = torch.nn.functional.instance_norm(reshape_2, weight=l_self_parameters_gamma_)
        reshape_2 = None
        transpose = instance_norm_1.transpose(1, 2)
        instance_norm_1 = None
        y_1 = transpose.reshape(3, 12, 3, 5)
        transpose = None
        reshape_4 = y_1.reshape(3, 4, 45)
        y_1 = None
        y_2 = torch.nn.functional.instance_norm(reshape_4, l_self_buffers_mean_, l_self_buffers_variance_, l_self_parameters_gamma_, use_input_stats=False)
        reshape_4 = l_self_buffers_mean_ = l_self_buffers_variance_ = l_self_parameters_gamma_ = None
        reshape_5 = y_2.reshape(3, 12, 3, 5)
        y_2 = None
        linear = torch._C._nn.linear(reshape_5, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        reshape_5 = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        return (linear,)
