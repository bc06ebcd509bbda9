import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_attention_mask_: torch.Tensor,
        L_self_modules_query_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_query_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_key_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_key_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_value_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_value_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_output_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_output_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_attention_mask_ = L_attention_mask_
        l_self_modules_query_parameters_weight_ = L_self_modules_query_parameters_weight_
        l_self_modules_query_parameters_bias_ = L_self_modules_query_parameters_bias_
        l_self_modules_key_parameters_weight_ = L_self_modules_key_parameters_weight_
        l_self_modules_key_parameters_bias_ = L_self_modules_key_parameters_bias_
        l_self_modules_value_parameters_weight_ = L_self_modules_value_parameters_weight_
        l_self_modules_value_parameters_bias_ = L_self_modules_value_parameters_bias_
        l_self_modules_output_parameters_weight_ = L_self_modules_output_parameters_weight_
        l_self_modules_output_parameters_bias_ = L_self_modules_output_parameters_bias_
        base = torch.tensor(0.0625, device=device(type='cpu'), dtype=torch.float32)
        arange = torch.arange(1, 3, device=device(type='cpu'), dtype=torch.int32)
        slopes = torch.pow(base, arange)
        base = arange = None
        cumsum = l_attention_mask_.cumsum(dim=-1)
        sub = cumsum - 1
        cumsum = None
        mul = sub * l_attention_mask_
        sub = None
        counted = mul[(slice(None, None, None), None, slice(None, None, None))]
        mul = None
        getitem_1 = slopes[(Ellipsis, None)]
        slopes = None
        mul_1 = getitem_1 * counted
        getitem_1 = counted = None
        reshape = mul_1.reshape(4, 1, 9)
        mul_1 = None
        alibi = reshape.to(torch.float32)
        reshape = None
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
        q_1 = q.reshape(4, 9, -1)
        q = None
        k_1 = k.reshape(4, 9, -1)
        k = None
        v_1 = v.reshape(4, 9, -1)
        v = None
        transpose_3 = k_1.transpose(1, 2)
        k_1 = None
        scores = alibi.baddbmm(batch1=q_1, batch2=transpose_3, beta=1.0, alpha=0.3535533905932738)
        alibi = q_1 = transpose_3 = None
        scores_1 = scores.view(2, 2, 9, 9)
        scores = None
        eq = l_attention_mask_ == 0
        l_attention_mask_ = None
        getitem_2 = eq[(slice(None, None, None), None, None, slice(None, None, None))]
        eq = None
        scores_2 = scores_1.masked_fill(getitem_2, -3.4028234663852886e+38)
        scores_1 = getitem_2 = None
        softmax = torch.nn.functional.softmax(scores_2, dim=-1, dtype=torch.float32)
        scores_2 = None
        weights = softmax.to(torch.float32)
        softmax = None
        view_4 = weights.view(4, 9, 9)
        weights = None
        attended = torch.bmm(view_4, v_1)
        view_4 = v_1 = None
        view_5 = attended.view(2, 2, 9, -1)
        attended = None
        transpose_4 = view_5.transpose(1, 2)
        view_5 = None
        contiguous = transpose_4.contiguous()
        transpose_4 = None
        flatten = contiguous.flatten(2)
        contiguous = None
        linear_3 = torch._C._nn.linear(flatten, l_self_modules_output_parameters_weight_, l_self_modules_output_parameters_bias_)
        flatten = l_self_modules_output_parameters_weight_ = l_self_modules_output_parameters_bias_ = None
        return (linear_3,)
