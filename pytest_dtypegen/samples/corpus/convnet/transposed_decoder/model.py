import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_down1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_down1_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_down2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_down2_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_up_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_up_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_bn_buffers_running_mean_: torch.Tensor,
        L_self_modules_bn_buffers_running_var_: torch.Tensor,
        L_self_modules_bn_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_bn_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_out_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_out_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_down1_parameters_weight_ = L_self_modules_down1_parameters_weight_
        l_self_modules_down1_parameters_bias_ = L_self_modules_down1_parameters_bias_
        l_x_ = L_x_
        l_self_modules_down2_parameters_weight_ = L_self_modules_down2_parameters_weight_
        l_self_modules_down2_parameters_bias_ = L_self_modules_down2_parameters_bias_
        l_self_modules_up_parameters_weight_ = L_self_modules_up_parameters_weight_
        l_self_modules_up_parameters_bias_ = L_self_modules_up_parameters_bias_
        l_self_modules_bn_buffers_running_mean_ = L_self_modules_bn_buffers_running_mean_
        l_self_modules_bn_buffers_running_var_ = L_self_modules_bn_buffers_running_var_
        l_self_modules_bn_parameters_weight_ = L_self_modules_bn_parameters_weight_
        l_self_modules_bn_parameters_bias_ = L_self_modules_bn_parameters_bias_
        l_self_modules_out_parameters_weight_ = L_self_modules_out_parameters_weight_
        l_self_modules_out_parameters_bias_ = L_self_modules_out_parameters_bias_
        conv2d = torch.conv2d(l_x_, l_self_modules_down1_parameters_weight_, l_self_modules_down1_parameters_bias_, (1, 1), (1, 1), (1, 1), 1)
        l_x_ = l_self_modules_down1_parameters_weight_ = l_self_modules_down1_parameters_bias_ = None
        skip = torch.nn.functional.leaky_relu(conv2d, 0.1)
        conv2d = None
        conv2d_1 = torch.conv2d(skip, l_self_modules_down2_parameters_weight_, l_self_modules_down2_parameters_bias_, (2, 2), (1, 1), (1, 1), 1)
        l_self_modules_down2_parameters_weight_ = l_self_modules_down2_parameters_bias_ = None
        silu = torch.nn.functional.silu(conv2d_1)
        conv2d_1 = None
        y = torch.conv_transpose2d(silu, l_self_modules_up_parameters_weight_, l_self_modules_up_parameters_bias_, (2, 2), (0, 0), (0, 0), 1, (1, 1))
        silu = l_self_modules_up_parameters_weight_ = l_self_modules_up_parameters_bias_ = None
        y_1 = torch._C._nn.pad(y, (0, -1, 0, -1), 'constant', None)
        y = None
        cat = torch.cat([skip, y_1], dim=1)
        skip = y_1 = None
        y_2 = torch.nn.functional.batch_norm(cat, l_self_modules_bn_buffers_running_mean_, l_self_modules_bn_buffers_running_var_, l_self_modules_bn_parameters_weight_, l_self_modules_bn_parameters_bias_, False, 0.1, 1e-05)
        cat = l_self_modules_bn_buffers_running_mean_ = l_self_modules_bn_buffers_running_var_ = l_self_modules_bn_parameters_weight_ = l_self_modules_bn_parameters_bias_ = None
        conv2d_2 = torch.conv2d(y_2, l_self_modules_out_parameters_weight_, l_self_modules_out_parameters_bias_, (1, 1), (0, 0), (1, 1), 1)
        y_2 = l_self_modules_out_parameters_weight_ = l_self_modules_out_parameters_bias_ = None
        y_3 = torch.nn.functional.interpolate(conv2d_2, scale_factor=2.0, mode='bilinear', align_corners=False)
        conv2d_2 = None
        sigmoid = torch.sigmoid(y_3)
        y_3 = None
        return (sigmoid,)
