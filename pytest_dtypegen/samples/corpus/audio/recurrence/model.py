import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_modules_inner_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_inner_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_outer_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_outer_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_modules_inner_parameters_weight_ = L_self_modules_inner_parameters_weight_
        l_self_modules_inner_parameters_bias_ = L_self_modules_inner_parameters_bias_
        l_self_modules_outer_parameters_weight_ = L_self_modules_outer_parameters_weight_
        l_self_modules_outer_parameters_bias_ = L_self_modules_outer_parameters_bias_
        hidden = l_x_.new_zeros(3, 8)
        getitem = l_x_[(slice(None, None, None), 0)]
        linear = torch._C._nn.linear(getitem, l_self_modules_inner_parameters_weight_, l_self_modules_inner_parameters_bias_)
        getitem = None
        chunk = linear.chunk(3, -1)
        linear = None
        getitem_1 = chunk[0]
        getitem_2 = chunk[1]
        getitem_3 = chunk[2]
        chunk = None
        linear_1 = torch._C._nn.linear(hidden, l_self_modules_outer_parameters_weight_, l_self_modules_outer_parameters_bias_)
        chunk_1 = linear_1.chunk(3, -1)
        linear_1 = None
        getitem_4 = chunk_1[0]
        getitem_5 = chunk_1[1]
        getitem_6 = chunk_1[2]
        chunk_1 = None
        add = getitem_1 + getitem_4
        getitem_1 = getitem_4 = None
        reset = torch.sigmoid(add)
        add = None
        add_1 = getitem_2 + getitem_5
        getitem_2 = getitem_5 = None
        update = torch.sigmoid(add_1)
        add_1 = None
        mul = reset * getitem_6
        reset = getitem_6 = None
        add_2 = getitem_3 + mul
        getitem_3 = mul = None
        tanh = torch.tanh(add_2)
        add_2 = None
        hidden_1 = torch.lerp(tanh, hidden, update)
        tanh = hidden = update = None
        getitem_7 = l_x_[(slice(None, None, None), 1)]
        linear_2 = torch._C._nn.linear(getitem_7, l_self_modules_inner_parameters_weight_, l_self_modules_inner_parameters_bias_)
        getitem_7 = None
        chunk_2 = linear_2.chunk(3, -1)
        linear_2 = None
        getitem_8 = chunk_2[0]
        getitem_9 = chunk_2[1]
        getitem_10 = chunk_2[2]
        chunk_2 = None
        linear_3 = torch._C._nn.linear(hidden_1, l_self_modules_outer_parameters_weight_, l_self_modules_outer_parameters_bias_)
        chunk_3 = linear_3.chunk(3, -1)
        linear_3 = None
        getitem_11 = chunk_3[0]
        getitem_12 = chunk_3[1]
        getitem_13 = chunk_3[2]
        chunk_3 = None
        add_3 = getitem_8 + getitem_11
        getitem_8 = getitem_11 = None
        reset_1 = torch.sigmoid(add_3)
        add_3 = None
        add_4 = getitem_9 + getitem_12
        getitem_9 = getitem_12 = None
        update_1 = torch.sigmoid(add_4)
        add_4 = None
        mul_1 = reset_1 * getitem_13
        reset_1 = getitem_13 = None
        add_5 = getitem_10 + mul_1
        getitem_10 = mul_1 = None
        tanh_1 = torch.tanh(add_5)
        add_5 = None
        hidden_2 = torch.lerp(tanh_1, hidden_1, update_1)
        tanh_1 = update_1 = None
        getitem_14 = l_x_[(slice(None, None, None), 2)]
        l_x_ = None
        linear_4 = torch._C._nn.linear(getitem_14, l_self_modules_inner_parameters_weight_, l_self_modules_inner_parameters_bias_)
        getitem_14 = l_self_modules_inner_parameters_weight_ = l_self_modules_inner_parameters_bias_ = None
        chunk_4 = linear_4.chunk(3, -1)
        linear_4 = None
        getitem_15 = chunk_4[0]
        getitem_16 = chunk_4[1]
        getitem_17 = chunk_4[2]
        chunk_4 = None
        linear_5 = torch._C._nn.linear(hidden_2, l_self_modules_outer_parameters_weight_, l_self_modules_outer_parameters_bias_)
        l_self_modules_outer_parameters_weight_ = l_self_modules_outer_parameters_bias_ = None
        chunk_5 = linear_5.chunk(3, -1)
        linear_5 = None
        getitem_18 = chunk_5[0]
        getitem_19 = chunk_5[1]
        getitem_20 = chunk_5[2]
        chunk_5 = None
        add_6 = getitem_15 + getitem_18
        getitem_15 = getitem_18 = None
        reset_2 = torch.sigmoid(add_6)
        add_6 = None
        add_7 = getitem_16 + getitem_19
        getitem_16 = getitem_19 = None
        update_2 = torch.sigmoid(add_7)
        add_7 = None
        mul_2 = reset_2 * getitem_20
        reset_2 = getitem_20 = None
        add_8 = getitem_17 + mul_2
        getitem_17 = mul_2 = None
        tanh_2 = torch.tanh(add_8)
        add_8 = None
        hidden_3 = torch.lerp(tanh_2, hidden_2, update_2)
        tanh_2 = update_2 = None
        stack = torch.stack([hidden_1, hidden_2, hidden_3], dim=1)
        hidden_1 = hidden_2 = None
        return (stack, hidden_3)
