import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_buffers_column_scales_: torch.Tensor,
        L_self_buffers_column_zeros_: torch.Tensor,
        L_self_parameters_gamma_: torch.nn.parameter.Parameter,
        L_self_buffers_sample_scales_: torch.Tensor,
        L_self_buffers_sample_zeros_: torch.Tensor,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_buffers_column_scales_ = L_self_buffers_column_scales_
        l_self_buffers_column_zeros_ = L_self_buffers_column_zeros_
        l_self_parameters_gamma_ = L_self_parameters_gamma_
        l_self_buffers_sample_scales_ = L_self_buffers_sample_scales_
        l_self_buffers_sample_zeros_ = L_self_buffers_sample_zeros_
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        quantize_per_channel = torch.quantize_per_channel(l_x_, l_self_buffers_column_scales_, l_self_buffers_column_zeros_, 3, torch.qint8)
        l_x_ = l_self_buffers_column_scales_ = l_self_buffers_column_zeros_ = None
        reshape = quantize_per_channel.reshape(2, 4, 9, 7)
        quantize_per_channel = None
        dequantize = reshape.dequantize()
        reshape = None
        instance_norm = torch.nn.functional.instance_norm(dequantize, running_mean=None, running_var=None, weight=l_self_parameters_gamma_, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05)
        dequantize = l_self_parameters_gamma_ = None
        quantize_per_channel_1 = torch.quantize_per_channel(instance_norm, l_self_buffers_sample_scales_, l_self_buffers_sample_zeros_, 0, torch.quint8)
        instance_norm = l_self_buffers_sample_scales_ = l_self_buffers_sample_zeros_ = None
        reshape_1 = quantize_per_channel_1.reshape(2, 12, 3, 7)
        quantize_per_channel_1 = None
        dequantize_1 = reshape_1.dequantize()
        linear = torch._C._nn.linear(dequantize_1, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        dequantize_1 = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        return (reshape_1, linear)
