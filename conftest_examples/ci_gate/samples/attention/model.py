import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_qkv_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_qkv_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_mask_: torch.Tensor,
        L_self_modules_out_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_out_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_qkv_parameters_weight_ = L_self_modules_qkv_parameters_weight_
        l_self_modules_qkv_parameters_bias_ = L_self_modules_qkv_parameters_bias_
        l_x_ = L_x_
        l_mask_ = L_mask_
        l_self_modules_out_parameters_weight_ = L_self_modules_out_parameters_weight_
        l_self_modules_out_parameters_bias_ = L_self_modules_out_parameters_bias_
        linear = torch._C._nn.linear(l_x_, l_self_modules_qkv_parameters_weight_, l_self_modules_qkv_parameters_bias_)
        l_x_ = l_self_modules_qkv_parameters_weight_ = l_self_modules_qkv_parameters_bias_ = None
        chunk = linear.chunk(3, dim=-1)
        linear = None
        part = chunk[0]
        part_1 = chunk[1]
        part_2 = chunk[2]
        chunk = None
        unflatten = part.unflatten(-1, (2, -1))
        part = None
        q = unflatten.transpose(1, 2)
        unflatten = None
        unflatten_1 = part_1.unflatten(-1, (2, -1))
        part_1 = None
        k = unflatten_1.transpose(1, 2)
        unflatten_1 = None
        unflatten_2 = part_2.unflatten(-1, (2, -1))
        part_2 = None
        v = unflatten_2.transpose(1, 2)
        unflatten_2 = None
        transpose_3 = k.transpose(-1, -2)
        k = None
        matmul = q @ transpose_3
        q = transpose_3 = None
        scores = matmul / 2.8284271247461903
        matmul = None
        getitem_3 = l_mask_[(slice(None, None, None), None, None, slice(None, None, None))]
        l_mask_ = None
        eq = getitem_3 == 0
        getitem_3 = None
        scores_1 = scores.masked_fill(eq, -3.4028234663852886e+38)
        scores = eq = None
        softmax = scores_1.softmax(dim=-1)
        scores_1 = None
        matmul_1 = softmax @ v
        softmax = v = None
        transpose_4 = matmul_1.transpose(1, 2)
        matmul_1 = None
        flatten = transpose_4.flatten(2)
        transpose_4 = None
        linear_1 = torch._C._nn.linear(flatten, l_self_modules_out_parameters_weight_, l_self_modules_out_parameters_bias_)
        flatten = l_self_modules_out_parameters_weight_ = l_self_modules_out_parameters_bias_ = None
        return (linear_1,)
