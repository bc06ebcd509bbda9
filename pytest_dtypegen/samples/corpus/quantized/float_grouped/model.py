import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_conv1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_conv1_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_parameters_gamma_: torch.nn.parameter.Parameter,
        L_self_parameters_beta_: torch.nn.parameter.Parameter,
        L_self_modules_conv2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_conv2_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_conv1_parameters_weight_ = L_self_modules_conv1_parameters_weight_
        l_self_modules_conv1_parameters_bias_ = L_self_modules_conv1_parameters_bias_
        l_x_ = L_x_
        l_self_parameters_gamma_ = L_self_parameters_gamma_
        l_self_parameters_beta_ = L_self_parameters_beta_
        l_self_modules_conv2_parameters_weight_ = L_self_modules_conv2_parameters_weight_
        l_self_modules_conv2_parameters_bias_ = L_self_modules_conv2_parameters_bias_
        y = torch.conv2d(l_x_, l_self_modules_conv1_parameters_weight_, l_self_modules_conv1_parameters_bias_, (1, 1), (0, 0), (1, 1), 1)
        l_x_ = l_self_modules_conv1_parameters_weight_ = l_self_modules_conv1_parameters_bias_ = None
        view = y.view(2, 5, -1)
        y = None
        grouped = torch.nn.functional.instance_norm(view, weight=l_self_parameters_gamma_, bias=l_self_parameters_beta_, eps=0.001)
        view = l_self_parameters_gamma_ = l_self_parameters_beta_ = None
        view_1 = grouped.view(2, 10, 3, 7)
        grouped = None
        silu = torch.nn.functional.silu(view_1)
        view_1 = None
        conv2d_1 = torch.conv2d(silu, l_self_modules_conv2_parameters_weight_, l_self_modules_conv2_parameters_bias_, (1, 1), (0, 0), (1, 1), 1)
        silu = l_self_modules_conv2_parameters_weight_ = l_self_modules_conv2_parameters_bias_ = None
        return (conv2d_1,)
