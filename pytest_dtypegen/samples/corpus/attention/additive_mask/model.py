import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_attention_mask_: torch.Tensor,
        L_x_: torch.Tensor,
        L_self_modules_query_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_query_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_key_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_key_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_value_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_value_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_output_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_output_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_attention_mask_ = L_attention_mask_
        l_x_ = L_x_
        l_self_modules_query_parameters_weight_ = L_self_modules_query_parameters_weight_
        l_self_modules_query_parameters_bias_ = L_self_modules_query_parameters_bias_
        l_self_modules_key_parameters_weight_ = L_self_modules_key_parameters_weight_
        l_self_modules_key_parameters_bias_ = L_self_modules_key_parameters_bias_
        l_self_modules_value_parameters_weight_ = L_self_modules_value_parameters_weight_
        l_self_modules_value_parameters_bias_ = L_self_modules_value_parameters_bias_
        l_self_modules_output_parameters_weight_ = L_self_modules_output_parameters_weight_
        l_self_modules_output_parameters_bias_ = L_self_modules_output_parameters_bias_
        getitem = l_attention_mask_[(slice(None, None, None), None, None, slice(None, None, None))]
        l_attention_mask_ = None
        expand = getitem.expand(-1, 1, 9, -1)
        getitem = None
        mask = expand.to(torch.float32)
        expand = None
        sub = 1.0 - mask
        mask = None
        mask_1 = sub * (-3.4028234663852886e+38)
        sub = None
        linear = torch._C._nn.linear(l_x_, l_self_modules_query_parameters_weight_, l_self_modules_query_parameters_bias_)
        l_self_modules_query_parameters_weight_ = l_self_modules_query_parameters_bias_ = None
        view = linear.view((2, 9, 2, -1))
        linear = None
        q = view.transpose(1, 2)
        view = None
        linear_1 = torch._C._nn.linear(l_x_, l_self_modules_key_parameters_weight_, l_self_modules_key_parameters_bias_)
        l_self_modules_key_parameters_weight_ = l_self_modules_key_parameters_bias_ = None
        view_1 = linear_1.view((2, 9, 2, -1))
        linear_1 = None
        k = view_1.transpose(1, 2)
        view_1 = None
        linear_2 = torch._C._nn.linear(l_x_, l_self_modules_value_parameters_weight_, l_self_modules_value_parameters_bias_)
        l_x_ = l_self_modules_value_parameters_weight_ = l_self_modules_value_parameters_bias_ = None
        view_2 = linear_2.view((2, 9, 2, -1))
        linear_2 = None
        v = view_2.transpose(1, 2)
        view_2 = None
        scaled_dot_product_attention = torch._C._nn.scaled_dot_product_attention(q, k, v, attn_mask=mask_1, dropout_p=0.0, is_causal=False)
        q = k = v = mask_1 = None
        transpose_3 = scaled_dot_product_attention.transpose(1, 2)
        scaled_dot_product_attention = None
        contiguous = transpose_3.contiguous()
        transpose_3 = None
        flatten = contiguous.flatten(2)
        contiguous = None
        linear_3 = torch._C._nn.linear(flatten, l_self_modules_output_parameters_weight_, l_self_modules_output_parameters_bias_)
        flatten = l_self_modules_output_parameters_weight_ = l_self_modules_output_parameters_bias_ = None
        return (linear_3,)
