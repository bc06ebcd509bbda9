import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_conv_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_conv_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_conv_parameters_weight_ = L_self_modules_conv_parameters_weight_
        l_self_modules_conv_parameters_bias_ = L_self_modules_conv_parameters_bias_
        l_x_ = L_x_
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        conv3d = torch.conv3d(l_x_, l_self_modules_conv_parameters_weight_, l_self_modules_conv_parameters_bias_, (1, 1, 1), (1, 1, 1), (1, 1, 1), 3)
        l_x_ = l_self_modules_conv_parameters_weight_ = l_self_modules_conv_parameters_bias_ = None
        softplus = torch._C._nn.softplus(conv3d)
        conv3d = None
        max_pool3d = torch.nn.functional.max_pool3d(softplus, 2)
        softplus = None
        y = max_pool3d.mean(2)
        max_pool3d = None
        patches = torch.nn.functional.unfold(y, kernel_size=2, stride=2)
        y = None
        transpose = patches.transpose(1, 2)
        patches = None
        linear = torch._C._nn.linear(transpose, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        transpose = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        mish = torch.nn.functional.mish(linear)
        linear = None
        return (mish,)
