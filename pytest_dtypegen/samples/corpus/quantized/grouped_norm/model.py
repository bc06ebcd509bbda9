import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_parameters_gamma_: torch.nn.parameter.Parameter,
        L_self_parameters_beta_: torch.nn.parameter.Parameter,
        L_self_modules_conv_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_conv_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_parameters_gamma_ = L_self_parameters_gamma_
        l_self_parameters_beta_ = L_self_parameters_beta_
        l_self_modules_conv_parameters_weight_ = L_self_modules_conv_parameters_weight_
        l_self_modules_conv_parameters_bias_ = L_self_modules_conv_parameters_bias_
        quantize_per_tensor = torch.quantize_per_tensor(l_x_, 0.02, -3, torch.qint8)
        l_x_ = None
        reshape = quantize_per_tensor.reshape(1, 5, 42)
        quantize_per_tensor = None
        instance_norm = torch.ops.quantized.instance_norm(reshape, l_self_parameters_gamma_, l_self_parameters_beta_, 1e-05, 0.035, 11)
        reshape = l_self_parameters_gamma_ = l_self_parameters_beta_ = None
        reshape_1 = instance_norm.reshape(1, 10, 3, 7)
        instance_norm = None
        dequantize = reshape_1.dequantize()
        conv2d = torch.conv2d(dequantize, l_self_modules_conv_parameters_weight_, l_self_modules_conv_parameters_bias_, (1, 1), (0, 0), (1, 1), 1)
        dequantize = l_self_modules_conv_parameters_weight_ = l_self_modules_conv_parameters_bias_ = None
        return (reshape_1, conv2d)
