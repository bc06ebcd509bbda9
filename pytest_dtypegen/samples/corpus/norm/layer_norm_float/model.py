import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_modules_norm1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm1_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_fc1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_fc1_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_fc2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_fc2_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_norm2_parameters_weight_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_modules_norm1_parameters_weight_ = L_self_modules_norm1_parameters_weight_
        l_self_modules_norm1_parameters_bias_ = L_self_modules_norm1_parameters_bias_
        l_self_modules_fc1_parameters_weight_ = L_self_modules_fc1_parameters_weight_
        l_self_modules_fc1_parameters_bias_ = L_self_modules_fc1_parameters_bias_
        l_self_modules_fc2_parameters_weight_ = L_self_modules_fc2_parameters_weight_
        l_self_modules_fc2_parameters_bias_ = L_self_modules_fc2_parameters_bias_
        l_self_modules_norm2_parameters_weight_ = L_self_modules_norm2_parameters_weight_
        to = l_x_.to(torch.float32)
        layer_norm = torch.nn.functional.layer_norm(to, (16,), l_self_modules_norm1_parameters_weight_, l_self_modules_norm1_parameters_bias_, 1e-05)
        to = l_self_modules_norm1_parameters_weight_ = l_self_modules_norm1_parameters_bias_ = None
        y = layer_norm.to(torch.float32)
        layer_norm = None
        linear = torch._C._nn.linear(y, l_self_modules_fc1_parameters_weight_, l_self_modules_fc1_parameters_bias_)
        y = l_self_modules_fc1_parameters_weight_ = l_self_modules_fc1_parameters_bias_ = None
        gelu = torch._C._nn.gelu(linear)
        linear = None
        linear_1 = torch._C._nn.linear(gelu, l_self_modules_fc2_parameters_weight_, l_self_modules_fc2_parameters_bias_)
        gelu = l_self_modules_fc2_parameters_weight_ = l_self_modules_fc2_parameters_bias_ = None
        x = l_x_ + linear_1
        l_x_ = linear_1 = None
        float_1 = x.float()
        x = None
        layer_norm_1 = torch.nn.functional.layer_norm(float_1, (16,), l_self_modules_norm2_parameters_weight_, None, 1e-05)
        float_1 = l_self_modules_norm2_parameters_weight_ = None
        return (layer_norm_1,)
