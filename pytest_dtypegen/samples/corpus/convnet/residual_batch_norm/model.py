import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_stem_modules_0_parameters_weight_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_stem_modules_1_buffers_running_mean_: torch.Tensor,
        L_self_modules_stem_modules_1_buffers_running_var_: torch.Tensor,
        L_self_modules_stem_modules_1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_stem_modules_1_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_block1_modules_conv1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_block1_modules_bn1_buffers_running_mean_: torch.Tensor,
        L_self_modules_block1_modules_bn1_buffers_running_var_: torch.Tensor,
        L_self_modules_block1_modules_bn1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_block1_modules_bn1_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_block1_modules_conv2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_block1_modules_bn2_buffers_running_mean_: torch.Tensor,
        L_self_modules_block1_modules_bn2_buffers_running_var_: torch.Tensor,
        L_self_modules_block1_modules_bn2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_block1_modules_bn2_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_block2_modules_conv1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_block2_modules_bn1_buffers_running_mean_: torch.Tensor,
        L_self_modules_block2_modules_bn1_buffers_running_var_: torch.Tensor,
        L_self_modules_block2_modules_bn1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_block2_modules_bn1_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_block2_modules_conv2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_block2_modules_bn2_buffers_running_mean_: torch.Tensor,
        L_self_modules_block2_modules_bn2_buffers_running_var_: torch.Tensor,
        L_self_modules_block2_modules_bn2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_block2_modules_bn2_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_block2_modules_shortcut_modules_0_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_block2_modules_shortcut_modules_1_buffers_running_mean_: torch.Tensor,
        L_self_modules_block2_modules_shortcut_modules_1_buffers_running_var_: torch.Tensor,
        L_self_modules_block2_modules_shortcut_modules_1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_block2_modules_shortcut_modules_1_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_fc_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_fc_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_stem_modules_0_parameters_weight_ = L_self_modules_stem_modules_0_parameters_weight_
        l_x_ = L_x_
        l_self_modules_stem_modules_1_buffers_running_mean_ = L_self_modules_stem_modules_1_buffers_running_mean_
        l_self_modules_stem_modules_1_buffers_running_var_ = L_self_modules_stem_modules_1_buffers_running_var_
        l_self_modules_stem_modules_1_parameters_weight_ = L_self_modules_stem_modules_1_parameters_weight_
        l_self_modules_stem_modules_1_parameters_bias_ = L_self_modules_stem_modules_1_parameters_bias_
        l_self_modules_block1_modules_conv1_parameters_weight_ = L_self_modules_block1_modules_conv1_parameters_weight_
        l_self_modules_block1_modules_bn1_buffers_running_mean_ = L_self_modules_block1_modules_bn1_buffers_running_mean_
        l_self_modules_block1_modules_bn1_buffers_running_var_ = L_self_modules_block1_modules_bn1_buffers_running_var_
        l_self_modules_block1_modules_bn1_parameters_weight_ = L_self_modules_block1_modules_bn1_parameters_weight_
        l_self_modules_block1_modules_bn1_parameters_bias_ = L_self_modules_block1_modules_bn1_parameters_bias_
        l_self_modules_block1_modules_conv2_parameters_weight_ = L_self_modules_block1_modules_conv2_parameters_weight_
        l_self_modules_block1_modules_bn2_buffers_running_mean_ = L_self_modules_block1_modules_bn2_buffers_running_mean_
        l_self_modules_block1_modules_bn2_buffers_running_var_ = L_self_modules_block1_modules_bn2_buffers_running_var_
        l_self_modules_block1_modules_bn2_parameters_weight_ = L_self_modules_block1_modules_bn2_parameters_weight_
        l_self_modules_block1_modules_bn2_parameters_bias_ = L_self_modules_block1_modules_bn2_parameters_bias_
        l_self_modules_block2_modules_conv1_parameters_weight_ = L_self_modules_block2_modules_conv1_parameters_weight_
        l_self_modules_block2_modules_bn1_buffers_running_mean_ = L_self_modules_block2_modules_bn1_buffers_running_mean_
        l_self_modules_block2_modules_bn1_buffers_running_var_ = L_self_modules_block2_modules_bn1_buffers_running_var_
        l_self_modules_block2_modules_bn1_parameters_weight_ = L_self_modules_block2_modules_bn1_parameters_weight_
        l_self_modules_block2_modules_bn1_parameters_bias_ = L_self_modules_block2_modules_bn1_parameters_bias_
        l_self_modules_block2_modules_conv2_parameters_weight_ = L_self_modules_block2_modules_conv2_parameters_weight_
        l_self_modules_block2_modules_bn2_buffers_running_mean_ = L_self_modules_block2_modules_bn2_buffers_running_mean_
        l_self_modules_block2_modules_bn2_buffers_running_var_ = L_self_modules_block2_modules_bn2_buffers_running_var_
        l_self_modules_block2_modules_bn2_parameters_weight_ = L_self_modules_block2_modules_bn2_parameters_weight_
        l_self_modules_block2_modules_bn2_parameters_bias_ = L_self_modules_block2_modules_bn2_parameters_bias_
        l_self_modules_block2_modules_shortcut_modules_0_parameters_weight_ = L_self_modules_block2_modules_shortcut_modules_0_parameters_weight_
        l_self_modules_block2_modules_shortcut_modules_1_buffers_running_mean_ = L_self_modules_block2_modules_shortcut_modules_1_buffers_running_mean_
        l_self_modules_block2_modules_shortcut_modules_1_buffers_running_var_ = L_self_modules_block2_modules_shortcut_modules_1_buffers_running_var_
        l_self_modules_block2_modules_shortcut_modules_1_parameters_weight_ = L_self_modules_block2_modules_shortcut_modules_1_parameters_weight_
        l_self_modules_block2_modules_shortcut_modules_1_parameters_bias_ = L_self_modules_block2_modules_shortcut_modules_1_parameters_bias_
        l_self_modules_fc_parameters_weight_ = L_self_modules_fc_parameters_weight_
        l_self_modules_fc_parameters_bias_ = L_self_modules_fc_parameters_bias_
        input_1 = torch.conv2d(l_x_, l_self_modules_stem_modules_0_parameters_weight_, None, (2, 2), (3, 3), (1, 1), 1)
        l_x_ = l_self_modules_stem_modules_0_parameters_weight_ = None
        input_2 = torch.nn.functional.batch_norm(input_1, l_self_modules_stem_modules_1_buffers_running_mean_, l_self_modules_stem_modules_1_buffers_running_var_, l_self_modules_stem_modules_1_parameters_weight_, l_self_modules_stem_modules_1_parameters_bias_, False, 0.1, 1e-05)
        input_1 = l_self_modules_stem_modules_1_buffers_running_mean_ = l_self_modules_stem_modules_1_buffers_running_var_ = l_self_modules_stem_modules_1_parameters_weight_ = l_self_modules_stem_modules_1_parameters_bias_ = None
        input_3 = torch.nn.functional.relu(input_2, inplace=True)
        input_2 = None
        max_pool2d = torch.nn.functional.max_pool2d(input_3, 3, 2, 1, 1, ceil_mode=False, return_indices=False)
        input_3 = None
        conv2d_1 = torch.conv2d(max_pool2d, l_self_modules_block1_modules_conv1_parameters_weight_, None, (1, 1), (1, 1), (1, 1), 1)
        l_self_modules_block1_modules_conv1_parameters_weight_ = None
        batch_norm_1 = torch.nn.functional.batch_norm(conv2d_1, l_self_modules_block1_modules_bn1_buffers_running_mean_, l_self_modules_block1_modules_bn1_buffers_running_var_, l_self_modules_block1_modules_bn1_parameters_weight_, l_self_modules_block1_modules_bn1_parameters_bias_, False, 0.1, 1e-05)
        conv2d_1 = l_self_modules_block1_modules_bn1_buffers_running_mean_ = l_self_modules_block1_modules_bn1_buffers_running_var_ = l_self_modules_block1_modules_bn1_parameters_weight_ = l_self_modules_block1_modules_bn1_parameters_bias_ = None
        out = torch.nn.functional.relu(batch_norm_1, inplace=True)
        batch_norm_1 = None
        conv2d_2 = torch.conv2d(out, l_self_modules_block1_modules_conv2_parameters_weight_, None, (1, 1), (1, 1), (1, 1), 1)
        out = l_self_modules_block1_modules_conv2_parameters_weight_ = None
        out_1 = torch.nn.functional.batch_norm(conv2d_2, l_self_modules_block1_modules_bn2_buffers_running_mean_, l_self_modules_block1_modules_bn2_buffers_running_var_, l_self_modules_block1_modules_bn2_parameters_weight_, l_self_modules_block1_modules_bn2_parameters_bias_, False, 0.1, 1e-05)
        conv2d_2 = l_self_modules_block1_modules_bn2_buffers_running_mean_ = l_self_modules_block1_modules_bn2_buffers_running_var_ = l_self_modules_block1_modules_bn2_parameters_weight_ = l_self_modules_block1_modules_bn2_parameters_bias_ = None
        out_1 += max_pool2d
        out_2 = out_1
        out_1 = max_pool2d = None
        relu_2 = torch.nn.functional.relu(out_2)
        out_2 = None
        conv2d_3 = torch.conv2d(relu_2, l_self_modules_block2_modules_conv1_parameters_weight_, None, (2, 2), (1, 1), (1, 1), 1)
        l_self_modules_block2_modules_conv1_parameters_weight_ = None
        batch_norm_3 = torch.nn.functional.batch_norm(conv2d_3, l_self_modules_block2_modules_bn1_buffers_running_mean_, l_self_modules_block2_modules_bn1_buffers_running_var_, l_self_modules_block2_modules_bn1_parameters_weight_, l_self_modules_block2_modules_bn1_parameters_bias_, False, 0.1, 1e-05)
        conv2d_3 = l_self_modules_block2_modules_bn1_buffers_running_mean_ = l_self_modules_block2_modules_bn1_buffers_running_var_ = l_self_modules_block2_modules_bn1_parameters_weight_ = l_self_modules_block2_modules_bn1_parameters_bias_ = None
        out_3 = torch.nn.functional.relu(batch_norm_3, inplace=True)
        batch_norm_3 = None
        conv2d_4 = torch.conv2d(out_3, l_self_modules_block2_modules_conv2_parameters_weight_, None, (1, 1), (1, 1), (1, 1), 1)
        out_3 = l_self_modules_block2_modules_conv2_parameters_weight_ = None
        out_4 = torch.nn.functional.batch_norm(conv2d_4, l_self_modules_block2_modules_bn2_buffers_running_mean_, l_self_modules_block2_modules_bn2_buffers_running_var_, l_self_modules_block2_modules_bn2_parameters_weight_, l_self_modules_block2_modules_bn2_parameters_bias_, False, 0.1, 1e-05)
        conv2d_4 = l_self_modules_block2_modules_bn2_buffers_running_mean_ = l_self_modules_block2_modules_bn2_buffers_running_var_ = l_self_modules_block2_modules_bn2_parameters_weight_ = l_self_modules_block2_modules_bn2_parameters_bias_ = None
        input_4 = torch.conv2d(relu_2, l_self_modules_block2_modules_shortcut_modules_0_parameters_weight_, None, (2, 2), (0, 0), (1, 1), 1)
        relu_2 = l_self_modules_block2_modules_shortcut_modules_0_parameters_weight_ = None
        input_5 = torch.nn.functional.batch_norm(input_4, l_self_modules_block2_modules_shortcut_modules_1_buffers_running_mean_, l_self_modules_block2_modules_shortcut_modules_1_buffers_running_var_, l_self_modules_block2_modules_shortcut_modules_1_parameters_weight_, l_self_modules_block2_modules_shortcut_modules_1_parameters_bias_, False, 0.1, 1e-05)
        input_4 = l_self_modules_block2_modules_shortcut_modules_1_buffers_running_mean_ = l_self_modules_block2_modules_shortcut_modules_1_buffers_running_var_ = l_self_modules_block2_modules_shortcut_modules_1_parameters_weight_ = l_self_modules_block2_modules_shortcut_modules_1_parameters_bias_ = None
        out_4 += input_5
        out_5 = out_4
        out_4 = input_5 = None
        x = torch.nn.functional.relu(out_5)
        out_5 = None
        adaptive_avg_pool2d = torch.nn.functional.adaptive_avg_pool2d(x, 1)
        x = None
        flatten = torch.flatten(adaptive_avg_pool2d, 1)
        adaptive_avg_pool2d = None
        linear = torch._C._nn.linear(flatten, l_self_modules_fc_parameters_weight_, l_self_modules_fc_parameters_bias_)
        flatten = l_self_modules_fc_parameters_weight_ = l_self_modules_fc_parameters_bias_ = None
        return (linear,)
