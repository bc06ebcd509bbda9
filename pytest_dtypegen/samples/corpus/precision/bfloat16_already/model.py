import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_norm_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_fc1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_fc1_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_fc2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_fc2_parameters_bias_: torch.nn.parameter.Parameter,
        L_mask_: torch.Tensor,
    ):
        l_self_modules_norm_parameters_weight_ = L_self_modules_norm_parameters_weight_
        l_self_modules_norm_parameters_bias_ = L_self_modules_norm_parameters_bias_
        l_x_ = L_x_
        l_self_modules_fc1_parameters_weight_ = L_self_modules_fc1_parameters_weight_
        l_self_modules_fc1_parameters_bias_ = L_self_modules_fc1_parameters_bias_
        l_self_modules_fc2_parameters_weight_ = L_self_modules_fc2_parameters_weight_
        l_self_modules_fc2_parameters_bias_ = L_self_modules_fc2_parameters_bias_
        l_mask_ = L_mask_
        layer_norm = torch.nn.functional.layer_norm(l_x_, (8,), l_self_modules_norm_parameters_weight_, l_self_modules_norm_parameters_bias_, 1e-05)
        l_self_modules_norm_parameters_weight_ = l_self_modules_norm_parameters_bias_ = None
        linear = torch._C._nn.linear(layer_norm, l_self_modules_fc1_parameters_weight_, l_self_modules_fc1_parameters_bias_)
        layer_norm = l_self_modules_fc1_parameters_weight_ = l_self_modules_fc1_parameters_bias_ = None
        gelu = torch._C._nn.gelu(linear)
        linear = None
        y = torch._C._nn.linear(gelu, l_self_modules_fc2_parameters_weight_, l_self_modules_fc2_parameters_bias_)
        gelu = l_self_modules_fc2_parameters_weight_ = l_self_modules_fc2_parameters_bias_ = None
        y_1 = y.masked_fill(l_mask_, -3.3895313892515355e+38)
        y = l_mask_ = None
        softmax = y_1.softmax(-1, dtype=torch.float32)
        y_1 = None
        to = softmax.to(torch.bfloat16)
        softmax = None
        add = l_x_ + to
        l_x_ = to = None
        return (add,)
