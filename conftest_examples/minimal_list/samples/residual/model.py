import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_fn_modules_0_modules_conv_parameters_weight_: torch.nn.parameter.Parameter,
        L_fn_modules_0_modules_conv_parameters_bias_: torch.nn.parameter.Parameter,
        L_args_0_: torch.Tensor,
        L_fn_modules_0_modules_norm_buffers_running_mean_: torch.Tensor,
        L_fn_modules_0_modules_norm_buffers_running_var_: torch.Tensor,
        L_fn_modules_0_modules_norm_parameters_weight_: torch.nn.parameter.Parameter,
        L_fn_modules_0_modules_norm_parameters_bias_: torch.nn.parameter.Parameter,
        L_fn_modules_1_modules_conv_parameters_weight_: torch.nn.parameter.Parameter,
        L_fn_modules_1_modules_conv_parameters_bias_: torch.nn.parameter.Parameter,
        L_fn_modules_1_modules_norm_buffers_running_mean_: torch.Tensor,
        L_fn_modules_1_modules_norm_buffers_running_var_: torch.Tensor,
        L_fn_modules_1_modules_norm_parameters_weight_: torch.nn.parameter.Parameter,
        L_fn_modules_1_modules_norm_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_fn_modules_0_modules_conv_parameters_weight_ = L_fn_modules_0_modules_conv_parameters_weight_
        l_fn_modules_0_modules_conv_parameters_bias_ = L_fn_modules_0_modules_conv_parameters_bias_
        l_args_0_ = L_args_0_
        l_fn_modules_0_modules_norm_buffers_running_mean_ = L_fn_modules_0_modules_norm_buffers_running_mean_
        l_fn_modules_0_modules_norm_buffers_running_var_ = L_fn_modules_0_modules_norm_buffers_running_var_
        l_fn_modules_0_modules_norm_parameters_weight_ = L_fn_modules_0_modules_norm_parameters_weight_
        l_fn_modules_0_modules_norm_parameters_bias_ = L_fn_modules_0_modules_norm_parameters_bias_
        l_fn_modules_1_modules_conv_parameters_weight_ = L_fn_modules_1_modules_conv_parameters_weight_
        l_fn_modules_1_modules_conv_parameters_bias_ = L_fn_modules_1_modules_conv_parameters_bias_
        l_fn_modules_1_modules_norm_buffers_running_mean_ = L_fn_modules_1_modules_norm_buffers_running_mean_
        l_fn_modules_1_modules_norm_buffers_running_var_ = L_fn_modules_1_modules_norm_buffers_running_var_
        l_fn_modules_1_modules_norm_parameters_weight_ = L_fn_modules_1_modules_norm_parameters_weight_
        l_fn_modules_1_modules_norm_parameters_bias_ = L_fn_modules_1_modules_norm_parameters_bias_
        conv2d = torch.conv2d(l_args_0_, l_fn_modules_0_modules_conv_parameters_weight_, l_fn_modules_0_modules_conv_parameters_bias_, (1, 1), (1, 1), (1, 1), 1)
        l_fn_modules_0_modules_conv_parameters_weight_ = l_fn_modules_0_modules_conv_parameters_bias_ = None
        batch_norm = torch.nn.functional.batch_norm(conv2d, l_fn_modules_0_modules_norm_buffers_running_mean_, l_fn_modules_0_modules_norm_buffers_running_var_, l_fn_modules_0_modules_norm_parameters_weight_, l_fn_modules_0_modules_norm_parameters_bias_, False, 0.1, 1e-05)
        conv2d = l_fn_modules_0_modules_norm_buffers_running_mean_ = l_fn_modules_0_modules_norm_buffers_running_var_ = l_fn_modules_0_modules_norm_parameters_weight_ = l_fn_modules_0_modules_norm_parameters_bias_ = None
        relu = torch.relu(batch_norm)
        batch_norm = None
        input_1 = l_args_0_ + relu
        l_args_0_ = relu = None
        conv2d_1 = torch.conv2d(input_1, l_fn_modules_1_modules_conv_parameters_weight_, l_fn_modules_1_modules_conv_parameters_bias_, (1, 1), (1, 1), (1, 1), 1)
        l_fn_modules_1_modules_conv_parameters_weight_ = l_fn_modules_1_modules_conv_parameters_bias_ = None
        batch_norm_1 = torch.nn.functional.batch_norm(conv2d_1, l_fn_modules_1_modules_norm_buffers_running_mean_, l_fn_modules_1_modules_norm_buffers_running_var_, l_fn_modules_1_modules_norm_parameters_weight_, l_fn_modules_1_modules_norm_parameters_bias_, False, 0.1, 1e-05)
        conv2d_1 = l_fn_modules_1_modules_norm_buffers_running_mean_ = l_fn_modules_1_modules_norm_buffers_running_var_ = l_fn_modules_1_modules_norm_parameters_weight_ = l_fn_modules_1_modules_norm_parameters_bias_ = None
        relu_1 = torch.relu(batch_norm_1)
        batch_norm_1 = None
        input_2 = input_1 + relu_1
        input_1 = relu_1 = None
        return (input_2,)
