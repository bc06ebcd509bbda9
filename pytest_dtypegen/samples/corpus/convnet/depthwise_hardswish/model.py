import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_expand_parameters_weight_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_bn1_buffers_running_mean_: torch.Tensor,
        L_self_modules_bn1_buffers_running_var_: torch.Tensor,
        L_self_modules_bn1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_bn1_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_depthwise_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_bn2_buffers_running_mean_: torch.Tensor,
        L_self_modules_bn2_buffers_running_var_: torch.Tensor,
        L_self_modules_bn2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_bn2_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_reduce_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_reduce_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_excite_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_excite_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_project_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_bn3_buffers_running_mean_: torch.Tensor,
        L_self_modules_bn3_buffers_running_var_: torch.Tensor,
        L_self_modules_bn3_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_bn3_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_expand_parameters_weight_ = L_self_modules_expand_parameters_weight_
        l_x_ = L_x_
        l_self_modules_bn1_buffers_running_mean_ = L_self_modules_bn1_buffers_running_mean_
        l_self_modules_bn1_buffers_running_var_ = L_self_modules_bn1_buffers_running_var_
        l_self_modules_bn1_parameters_weight_ = L_self_modules_bn1_parameters_weight_
        l_self_modules_bn1_parameters_bias_ = L_self_modules_bn1_parameters_bias_
        l_self_modules_depthwise_parameters_weight_ = L_self_modules_depthwise_parameters_weight_
        l_self_modules_bn2_buffers_running_mean_ = L_self_modules_bn2_buffers_running_mean_
        l_self_modules_bn2_buffers_running_var_ = L_self_modules_bn2_buffers_running_var_
        l_self_modules_bn2_parameters_weight_ = L_self_modules_bn2_parameters_weight_
        l_self_modules_bn2_parameters_bias_ = L_self_modules_bn2_parameters_bias_
        l_self_modules_reduce_parameters_weight_ = L_self_modules_reduce_parameters_weight_
        l_self_modules_reduce_parameters_bias_ = L_self_modules_reduce_parameters_bias_
        l_self_modules_excite_parameters_weight_ = L_self_modules_excite_parameters_weight_
        l_self_modules_excite_parameters_bias_ = L_self_modules_excite_parameters_bias_
        l_self_modules_project_parameters_weight_ = L_self_modules_project_parameters_weight_
        l_self_modules_bn3_buffers_running_mean_ = L_self_modules_bn3_buffers_running_mean_
        l_self_modules_bn3_buffers_running_var_ = L_self_modules_bn3_buffers_running_var_
        l_self_modules_bn3_parameters_weight_ = L_self_modules_bn3_parameters_weight_
        l_self_modules_bn3_parameters_bias_ = L_self_modules_bn3_parameters_bias_
        conv2d = torch.conv2d(l_x_, l_self_modules_expand_parameters_weight_, None, (1, 1), (0, 0), (1, 1), 1)
        l_self_modules_expand_parameters_weight_ = None
        batch_norm = torch.nn.functional.batch_norm(conv2d, l_self_modules_bn1_buffers_running_mean_, l_self_modules_bn1_buffers_running_var_, l_self_modules_bn1_parameters_weight_, l_self_modules_bn1_parameters_bias_, False, 0.01, 0.001)
        conv2d = l_self_modules_bn1_buffers_running_mean_ = l_self_modules_bn1_buffers_running_var_ = l_self_modules_bn1_parameters_weight_ = l_self_modules_bn1_parameters_bias_ = None
        y = torch.nn.functional.hardswish(batch_norm, inplace=True)
        batch_norm = None
        conv2d_1 = torch.conv2d(y, l_self_modules_depthwise_parameters_weight_, None, (1, 1), (2, 2), (1, 1), 24)
        y = l_self_modules_depthwise_parameters_weight_ = None
        batch_norm_1 = torch.nn.functional.batch_norm(conv2d_1, l_self_modules_bn2_buffers_running_mean_, l_self_modules_bn2_buffers_running_var_, l_self_modules_bn2_parameters_weight_, l_self_modules_bn2_parameters_bias_, False, 0.01, 0.001)
        conv2d_1 = l_self_modules_bn2_buffers_running_mean_ = l_self_modules_bn2_buffers_running_var_ = l_self_modules_bn2_parameters_weight_ = l_self_modules_bn2_parameters_bias_ = None
        y_1 = torch.nn.functional.hardswish(batch_norm_1, inplace=True)
        batch_norm_1 = None
        mean = y_1.mean((2, 3), keepdim=True)
        conv2d_2 = torch.conv2d(mean, l_self_modules_reduce_parameters_weight_, l_self_modules_reduce_parameters_bias_, (1, 1), (0, 0), (1, 1), 1)
        mean = l_self_modules_reduce_parameters_weight_ = l_self_modules_reduce_parameters_bias_ = None
        scale = torch.nn.functional.relu6(conv2d_2, inplace=True)
        conv2d_2 = None
        conv2d_3 = torch.conv2d(scale, l_self_modules_excite_parameters_weight_, l_self_modules_excite_parameters_bias_, (1, 1), (0, 0), (1, 1), 1)
        scale = l_self_modules_excite_parameters_weight_ = l_self_modules_excite_parameters_bias_ = None
        hardsigmoid = torch.nn.functional.hardsigmoid(conv2d_3)
        conv2d_3 = None
        y_2 = y_1 * hardsigmoid
        y_1 = hardsigmoid = None
        conv2d_4 = torch.conv2d(y_2, l_self_modules_project_parameters_weight_, None, (1, 1), (0, 0), (1, 1), 1)
        y_2 = l_self_modules_project_parameters_weight_ = None
        batch_norm_2 = torch.nn.functional.batch_norm(conv2d_4, l_self_modules_bn3_buffers_running_mean_, l_self_modules_bn3_buffers_running_var_, l_self_modules_bn3_parameters_weight_, l_self_modules_bn3_parameters_bias_, False, 0.01, 0.001)
        conv2d_4 = l_self_modules_bn3_buffers_running_mean_ = l_self_modules_bn3_buffers_running_var_ = l_self_modules_bn3_parameters_weight_ = l_self_modules_bn3_parameters_bias_ = None
        add = batch_norm_2 + l_x_
        batch_norm_2 = l_x_ = None
        return (add,)
