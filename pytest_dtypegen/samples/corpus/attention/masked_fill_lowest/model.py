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
        L_self_modules_norm_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm_parameters_bias_: torch.nn.parameter.Parameter,
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
        l_self_modules_norm_parameters_weight_ = L_self_modules_norm_parameters_weight_
        l_self_modules_norm_parameters_bias_ = L_self_modules_norm_parameters_bias_
        getitem = l_attention_mask_[(slice(None, None, None), None, None, slice(None, None, None))]
        to = getitem.to(torch.float32)
        getitem = None
        inverted = 1.0 - to
        to = None
        to_1 = inverted.to(torch.bool)
        extended = inverted.masked_fill(to_1, -3.4028234663852886e+38)
        inverted = to_1 = None
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
        l_self_modules_value_parameters_weight_ = l_self_modules_value_parameters_bias_ = None
        view_2 = linear_2.view((2, 9, 2, -1))
        linear_2 = None
        v = view_2.transpose(1, 2)
        view_2 = None
        transpose_3 = k.transpose(-1, -2)
        k = None
        matmul = torch.matmul(q, transpose_3)
        q = transpose_3 = None
        truediv = matmul / 2.8284271247461903
        matmul = None
        scores = truediv + extended
        truediv = extended = None
        getitem_1 = l_attention_mask_[(slice(None, None, None), None, None, slice(None, None, None))]
        l_attention_mask_ = None
        eq = getitem_1 == 0
        getitem_1 = None
        scores_1 = scores.masked_fill(eq, -3.4028234663852886e+38)
        scores = eq = None
        softmax = torch.nn.functional.softmax(scores_1, dim=-1)
        scores_1 = None
        dropout = torch.nn.functional.dropout(softmax, 0.1, False)
        softmax = None
        attended = torch.matmul(dropout, v)
        dropout = v = None
        transpose_4 = attended.transpose(1, 2)
        attended = None
        contiguous = transpose_4.contiguous()
        transpose_4 = None
        flatten = contiguous.flatten(2)
        contiguous = None
        linear_3 = torch._C._nn.linear(flatten, l_self_modules_output_parameters_weight_, l_self_modules_output_parameters_bias_)
        flatten = l_self_modules_output_parameters_weight_ = l_self_modules_output_parameters_bias_ = None
        add_1 = linear_3 + l_x_
        linear_3 = l_x_ = None
        layer_norm = torch.nn.functional.layer_norm(add_1, (16,), l_self_modules_norm_parameters_weight_, l_self_modules_norm_parameters_bias_, 1e-12)
        add_1 = l_self_modules_norm_parameters_weight_ = l_self_modules_norm_parameters_bias_ = None
        return (layer_norm,)
