import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_q_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_q_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_k_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_v_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_v_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_parameters_table_: torch.nn.parameter.Parameter,
        L_self_buffers_index_: torch.Tensor,
    ):
        l_self_modules_q_parameters_weight_ = L_self_modules_q_parameters_weight_
        l_self_modules_q_parameters_bias_ = L_self_modules_q_parameters_bias_
        l_x_ = L_x_
        l_self_modules_k_parameters_weight_ = L_self_modules_k_parameters_weight_
        l_self_modules_v_parameters_weight_ = L_self_modules_v_parameters_weight_
        l_self_modules_v_parameters_bias_ = L_self_modules_v_parameters_bias_
        l_self_parameters_table_ = L_self_parameters_table_
        l_self_buffers_index_ = L_self_buffers_index_
        linear = torch._C._nn.linear(l_x_, l_self_modules_q_parameters_weight_, l_self_modules_q_parameters_bias_)
        l_self_modules_q_parameters_weight_ = l_self_modules_q_parameters_bias_ = None
        view = linear.view(2, 16, 2, -1)
        linear = None
        q = view.transpose(1, 2)
        view = None
        linear_1 = torch._C._nn.linear(l_x_, l_self_modules_k_parameters_weight_, None)
        l_self_modules_k_parameters_weight_ = None
        view_1 = linear_1.view(2, 16, 2, -1)
        linear_1 = None
        k = view_1.transpose(1, 2)
        view_1 = None
        linear_2 = torch._C._nn.linear(l_x_, l_self_modules_v_parameters_weight_, l_self_modules_v_parameters_bias_)
        l_x_ = l_self_modules_v_parameters_weight_ = l_self_modules_v_parameters_bias_ = None
        view_2 = linear_2.view(2, 16, 2, -1)
        linear_2 = None
        v = view_2.transpose(1, 2)
        view_2 = None
        view_3 = l_self_buffers_index_.view(-1)
        l_self_buffers_index_ = None
        getitem = l_self_parameters_table_[view_3]
        l_self_parameters_table_ = view_3 = None
        view_4 = getitem.view(16, 16, -1)
        getitem = None
        permute = view_4.permute(2, 0, 1)
        view_4 = None
        bias = permute.contiguous()
        permute = None
        mul = q * 0.3535533905932738
        q = None
        transpose_3 = k.transpose(-2, -1)
        k = None
        matmul = mul @ transpose_3
        mul = transpose_3 = None
        unsqueeze = bias.unsqueeze(0)
        bias = None
        scores = matmul + unsqueeze
        matmul = unsqueeze = None
        softmax = scores.softmax(dim=-1)
        scores = None
        matmul_1 = softmax @ v
        softmax = v = None
        transpose_4 = matmul_1.transpose(1, 2)
        matmul_1 = None
        reshape = transpose_4.reshape(2, 16, -1)
        transpose_4 = None
        return (reshape,)
