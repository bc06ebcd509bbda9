import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_modules_query_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_query_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_key_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_key_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_value_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_value_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_output_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_output_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_modules_query_parameters_weight_ = L_self_modules_query_parameters_weight_
        l_self_modules_query_parameters_bias_ = L_self_modules_query_parameters_bias_
        l_self_modules_key_parameters_weight_ = L_self_modules_key_parameters_weight_
        l_self_modules_key_parameters_bias_ = L_self_modules_key_parameters_bias_
        l_self_modules_value_parameters_weight_ = L_self_modules_value_parameters_weight_
        l_self_modules_value_parameters_bias_ = L_self_modules_value_parameters_bias_
        l_self_parameters_bias_ = L_self_parameters_bias_
        l_self_modules_output_parameters_weight_ = L_self_modules_output_parameters_weight_
        l_self_modules_output_parameters_bias_ = L_self_modules_output_parameters_bias_
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
        q_1 = q.float()
        q = None
        k_1 = k.float()
        k = None
        v_1 = v.float()
        v = None
        square = q_1.square()
        mean = square.mean(-1, keepdim=True)
        square = None
        add = mean + 1e-06
        mean = None
        rsqrt = torch.rsqrt(add)
        add = None
        q_2 = q_1 * rsqrt
        q_1 = rsqrt = None
        scaled_dot_product_attention = torch._C._nn.scaled_dot_product_attention(q_2, k_1, v_1, attn_mask=l_self_parameters_bias_)
        q_2 = k_1 = v_1 = l_self_parameters_bias_ = None
        to = scaled_dot_product_attention.to(torch.float32)
        scaled_dot_product_attention = None
        transpose_3 = to.transpose(1, 2)
        to = None
        contiguous = transpose_3.contiguous()
        transpose_3 = None
        flatten = contiguous.flatten(2)
        contiguous = None
        linear_3 = torch._C._nn.linear(flatten, l_self_modules_output_parameters_weight_, l_self_modules_output_parameters_bias_)
        flatten = l_self_modules_output_parameters_weight_ = l_self_modules_output_parameters_bias_ = None
        return (linear_3,)
