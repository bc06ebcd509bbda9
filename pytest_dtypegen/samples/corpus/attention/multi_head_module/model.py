import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_memory_: torch.Tensor,
        L_self_modules_attention_parameters_in_proj_weight_: torch.nn.parameter.Parameter,
        L_self_modules_attention_parameters_in_proj_bias_: torch.nn.parameter.Parameter,
        L_self_modules_attention_modules_out_proj_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_attention_modules_out_proj_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_norm_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_memory_ = L_memory_
        l_self_modules_attention_parameters_in_proj_weight_ = L_self_modules_attention_parameters_in_proj_weight_
        l_self_modules_attention_parameters_in_proj_bias_ = L_self_modules_attention_parameters_in_proj_bias_
        l_self_modules_attention_modules_out_proj_parameters_weight_ = L_self_modules_attention_modules_out_proj_parameters_weight_
        l_self_modules_attention_modules_out_proj_parameters_bias_ = L_self_modules_attention_modules_out_proj_parameters_bias_
        l_self_modules_norm_parameters_weight_ = L_self_modules_norm_parameters_weight_
        l_self_modules_norm_parameters_bias_ = L_self_modules_norm_parameters_bias_
        multi_head_attention_forward = torch.nn.functional.multi_head_attention_forward(l_x_, l_memory_, l_memory_, 16, 2, l_self_modules_attention_parameters_in_proj_weight_, l_self_modules_attention_parameters_in_proj_bias_, None, None, False, 0.0, l_self_modules_attention_modules_out_proj_parameters_weight_, l_self_modules_attention_modules_out_proj_parameters_bias_, training=False, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True, is_causal=False)
        l_memory_ = l_self_modules_attention_parameters_in_proj_weight_ = l_self_modules_attention_parameters_in_proj_bias_ = l_self_modules_attention_modules_out_proj_parameters_weight_ = l_self_modules_attention_modules_out_proj_parameters_bias_ = None
        attn_output = multi_head_attention_forward[0]
        attn_output_weights = multi_head_attention_forward[1]
        multi_head_attention_forward = None
        add = l_x_ + attn_output
        l_x_ = attn_output = None
        layer_norm = torch.nn.functional.layer_norm(add, (16,), l_self_modules_norm_parameters_weight_, l_self_modules_norm_parameters_bias_, 1e-05)
        add = l_self_modules_norm_parameters_weight_ = l_self_modules_norm_parameters_bias_ = None
        return (layer_norm, attn_output_weights)
