import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_qkv_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_qkv_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_proj_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_proj_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
    ):
        l_self_modules_qkv_parameters_weight_ = L_self_modules_qkv_parameters_weight_
        l_self_modules_qkv_parameters_bias_ = L_self_modules_qkv_parameters_bias_
        l_self_modules_proj_parameters_weight_ = L_self_modules_proj_parameters_weight_
        l_self_modules_proj_parameters_bias_ = L_self_modules_proj_parameters_bias_
        l_x_ = L_x_
        _native_multi_head_attention = torch._native_multi_head_attention(l_x_, l_x_, l_x_, 16, 2, l_self_modules_qkv_parameters_weight_, l_self_modules_qkv_parameters_bias_, l_self_modules_proj_parameters_weight_, l_self_modules_proj_parameters_bias_, None, False, True, None)
        l_self_modules_qkv_parameters_weight_ = l_self_modules_qkv_parameters_bias_ = l_self_modules_proj_parameters_weight_ = l_self_modules_proj_parameters_bias_ = None
        attended = _native_multi_head_attention[0]
        _native_multi_head_attention = None
        add = l_x_ + attended
        l_x_ = attended = None
        layer_norm = torch.nn.functional.layer_norm(add, (16,))
        add = None
        return (layer_norm,)
