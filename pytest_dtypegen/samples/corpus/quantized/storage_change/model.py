import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_parameters_gamma_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_parameters_gamma_ = L_self_parameters_gamma_
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        q = torch.quantize_per_tensor(l_x_, 0.04, 101, torch.quint8)
        l_x_ = None
        reshape = q.reshape(1, 5, 6, 7)
        q = None
        grouped = reshape.dequantize()
        reshape = None
        grouped_1 = torch.nn.functional.instance_norm(grouped, weight=l_self_parameters_gamma_, eps=1e-06)
        grouped = l_self_parameters_gamma_ = None
        quantize_per_tensor_1 = torch.quantize_per_tensor(grouped_1, 0.03, -9, torch.qint8)
        grouped_1 = None
        y = quantize_per_tensor_1.reshape(1, 10, 3, 7)
        quantize_per_tensor_1 = None
        dequantize_1 = y.dequantize()
        linear = torch._C._nn.linear(dequantize_1, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        dequantize_1 = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        return (y, linear)
