import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_embed_parameters_weight_: torch.nn.parameter.Parameter,
        L_ids_: torch.Tensor,
        L_self_buffers_frequencies_: torch.Tensor,
        L_self_parameters_norm_weight_: torch.nn.parameter.Parameter,
        L_self_modules_q_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_k_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_v_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_o_parameters_weight_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_embed_parameters_weight_ = L_self_modules_embed_parameters_weight_
        l_ids_ = L_ids_
        l_self_buffers_frequencies_ = L_self_buffers_frequencies_
        l_self_parameters_norm_weight_ = L_self_parameters_norm_weight_
        l_self_modules_q_parameters_weight_ = L_self_modules_q_parameters_weight_
        l_self_modules_k_parameters_weight_ = L_self_modules_k_parameters_weight_
        l_self_modules_v_parameters_weight_ = L_self_modules_v_parameters_weight_
        l_self_modules_o_parameters_weight_ = L_self_modules_o_parameters_weight_
        x = torch.nn.functional.embedding(l_ids_, l_self_modules_embed_parameters_weight_, None, None, 2.0, False, False)
        l_ids_ = l_self_modules_embed_parameters_weight_ = None
        arange = torch.arange(0, 600, device=device(type='cpu'))
        positions = arange.unsqueeze(0)
        arange = None
        getitem = l_self_buffers_frequencies_[(None, slice(None, None, None), None)]
        l_self_buffers_frequencies_ = None
        float_1 = getitem.float()
        getitem = None
        getitem_1 = positions[(slice(None, None, None), None, slice(None, None, None))]
        positions = None
        float_2 = getitem_1.float()
        getitem_1 = None
        angles = float_1 @ float_2
        float_1 = float_2 = None
        transpose = angles.transpose(1, 2)
        transpose_1 = angles.transpose(1, 2)
        angles = None
        angles_1 = torch.cat((transpose, transpose_1), dim=-1)
        transpose = transpose_1 = None
        cos = angles_1.cos()
        to = cos.to(torch.float32)
        cos = None
        cos_1 = to.unsqueeze(1)
        to = None
        sin = angles_1.sin()
        angles_1 = None
        to_1 = sin.to(torch.float32)
        sin = None
        sin_1 = to_1.unsqueeze(1)
        to_1 = None
        wide = x.to(torch.float32)
        x = None
        pow_1 = wide.pow(2)
        mean = pow_1.mean(-1, keepdim=True)
        pow_1 = None
        add = mean + 1e-06
        mean = None
        rsqrt = torch.rsqrt(add)
        add = None
        wide_1 = wide * rsqrt
        wide = rsqrt = None
        to_3 = wide_1.to(torch.float32)
        wide_1 = None
        y = l_self_parameters_norm_weight_ * to_3
        l_self_parameters_norm_weight_ = to_3 = None
        linear = torch._C._nn.linear(y, l_self_modules_q_parameters_weight_, None)
        l_self_modules_q_parameters_weight_ = None
        view = linear.view(1, 600, 2, -1)
        linear = None
        transpose_2 = view.transpose(1, 2)
        view = None
        low = transpose_2[(Ellipsis, slice(None, 4, None))]
        high = transpose_2[(Ellipsis, slice(4, None, None))]
        mul_2 = transpose_2 * cos_1
        transpose_2 = None
        neg = -high
        high = None
        cat_1 = torch.cat((neg, low), dim=-1)
        neg = low = None
        mul_3 = cat_1 * sin_1
        cat_1 = None
        q = mul_2 + mul_3
        mul_2 = mul_3 = None
        linear_1 = torch._C._nn.linear(y, l_self_modules_k_parameters_weight_, None)
        l_self_modules_k_parameters_weight_ = None
        view_1 = linear_1.view(1, 600, 1, -1)
        linear_1 = None
        transpose_3 = view_1.transpose(1, 2)
        view_1 = None
        low_1 = transpose_3[(Ellipsis, slice(None, 4, None))]
        high_1 = transpose_3[(Ellipsis, slice(4, None, None))]
        mul_4 = transpose_3 * cos_1
        transpose_3 = cos_1 = None
        neg_1 = -high_1
        high_1 = None
        cat_2 = torch.cat((neg_1, low_1), dim=-1)
        neg_1 = low_1 = None
        mul_5 = cat_2 * sin_1
        cat_2 = sin_1 = None
        k = mul_4 + mul_5
        mul_4 = mul_5 = None
        linear_2 = torch._C._nn.linear(y, l_self_modules_v_parameters_weight_, None)
        y = l_self_modules_v_parameters_weight_ = None
        view_2 = linear_2.view(1, 600, 1, -1)
        linear_2 = None
        t = view_2.transpose(1, 2)
        view_2 = None
        expand = k.expand(-1, 2, -1, -1)
        k = None
        k_1 = expand.contiguous()
        expand = None
        expand_1 = t.expand(-1, 2, -1, -1)
        t = None
        v = expand_1.contiguous()
        expand_1 = None
        scaled_dot_product_attention = torch._C._nn.scaled_dot_product_attention(q, k_1, v, is_causal=True)
        q = k_1 = v = None
        transpose_5 = scaled_dot_product_attention.transpose(1, 2)
        scaled_dot_product_attention = None
        reshape = transpose_5.reshape(1, 600, -1)
        transpose_5 = None
        linear_3 = torch._C._nn.linear(reshape, l_self_modules_o_parameters_weight_, None)
        reshape = l_self_modules_o_parameters_weight_ = None
        return (linear_3,)
