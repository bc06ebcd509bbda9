import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_modules_qkv_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_qkv_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_parameters_logit_scale_: torch.nn.parameter.Parameter,
        L_self_modules_proj_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_proj_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_modules_qkv_parameters_weight_ = L_self_modules_qkv_parameters_weight_
        l_self_modules_qkv_parameters_bias_ = L_self_modules_qkv_parameters_bias_
        l_self_parameters_logit_scale_ = L_self_parameters_logit_scale_
        l_self_modules_proj_parameters_weight_ = L_self_modules_proj_parameters_weight_
        l_self_modules_proj_parameters_bias_ = L_self_modules_proj_parameters_bias_
        roll = torch.roll(l_x_, shifts=(-2, -2), dims=(1, 2))
        view = roll.view(2, 2, 4, 2, 4, 16)
        roll = None
        permute = view.permute(0, 1, 3, 2, 4, 5)
        view = None
        windows = permute.reshape(-1, 16, 16)
        permute = None
        linear = torch._C._nn.linear(windows, l_self_modules_qkv_parameters_weight_, l_self_modules_qkv_parameters_bias_)
        windows = l_self_modules_qkv_parameters_weight_ = l_self_modules_qkv_parameters_bias_ = None
        view_1 = linear.view(-1, 16, 3, 2, 8)
        linear = None
        permute_1 = view_1.permute(2, 0, 3, 1, 4)
        view_1 = None
        unbind = permute_1.unbind(0)
        permute_1 = None
        q = unbind[0]
        k = unbind[1]
        v = unbind[2]
        unbind = None
        normalize = torch.nn.functional.normalize(q, dim=-1)
        q = None
        normalize_1 = torch.nn.functional.normalize(k, dim=-1)
        k = None
        transpose = normalize_1.transpose(-2, -1)
        normalize_1 = None
        scores = normalize @ transpose
        normalize = transpose = None
        clamp = torch.clamp(l_self_parameters_logit_scale_, max=4.605170185988092)
        l_self_parameters_logit_scale_ = None
        exp = clamp.exp()
        clamp = None
        scores_1 = scores * exp
        scores = exp = None
        view_2 = scores_1.view(2, 4, 2, 16, 16)
        scores_1 = None
        region = torch.zeros((1, 8, 8, 1), dtype=torch.float32, device=device(type='cpu'))
        region[(slice(None, None, None), slice(0, -4, None), slice(0, -4, None), slice(None, None, None))] = 0
        region[(slice(None, None, None), slice(0, -4, None), slice(-4, -2, None), slice(None, None, None))] = 1
        region[(slice(None, None, None), slice(0, -4, None), slice(-2, None, None), slice(None, None, None))] = 2
        region[(slice(None, None, None), slice(-4, -2, None), slice(0, -4, None), slice(None, None, None))] = 3
        region[(slice(None, None, None), slice(-4, -2, None), slice(-4, -2, None), slice(None, None, None))] = 4
        region[(slice(None, None, None), slice(-4, -2, None), slice(-2, None, None), slice(None, None, None))] = 5
        region[(slice(None, None, None), slice(-2, None, None), slice(0, -4, None), slice(None, None, None))] = 6
        region[(slice(None, None, None), slice(-2, None, None), slice(-4, -2, None), slice(None, None, None))] = 7
        region[(slice(None, None, None), slice(-2, None, None), slice(-2, None, None), slice(None, None, None))] = 8
        view_3 = region.view(1, 2, 4, 2, 4, 1)
        region = None
        permute_2 = view_3.permute(0, 1, 3, 2, 4, 5)
        view_3 = None
        reshape_1 = permute_2.reshape(-1, 16, 1)
        permute_2 = None
        windows_1 = reshape_1.squeeze(-1)
        reshape_1 = None
        unsqueeze = windows_1.unsqueeze(1)
        unsqueeze_1 = windows_1.unsqueeze(2)
        windows_1 = None
        difference = unsqueeze - unsqueeze_1
        unsqueeze = unsqueeze_1 = None
        ne = difference != 0
        masked_fill = difference.masked_fill(ne, -100.0)
        ne = None
        eq = difference == 0
        difference = None
        masked_fill_1 = masked_fill.masked_fill(eq, 0.0)
        masked_fill = eq = None
        unsqueeze_2 = masked_fill_1.unsqueeze(1)
        masked_fill_1 = None
        unsqueeze_3 = unsqueeze_2.unsqueeze(0)
        unsqueeze_2 = None
        scores_2 = view_2 + unsqueeze_3
        view_2 = unsqueeze_3 = None
        view_4 = scores_2.view(-1, 2, 16, 16)
        scores_2 = None
        softmax = view_4.softmax(-1)
        view_4 = None
        matmul_1 = softmax @ v
        softmax = v = None
        transpose_1 = matmul_1.transpose(1, 2)
        matmul_1 = None
        reshape_2 = transpose_1.reshape(8, 16, -1)
        transpose_1 = None
        out = torch._C._nn.linear(reshape_2, l_self_modules_proj_parameters_weight_, l_self_modules_proj_parameters_bias_)
        reshape_2 = l_self_modules_proj_parameters_weight_ = l_self_modules_proj_parameters_bias_ = None
        view_5 = out.view(-1, 2, 2, 4, 4, 16)
        out = None
        permute_3 = view_5.permute(0, 1, 3, 2, 4, 5)
        view_5 = None
        out_1 = permute_3.reshape((2, 8, 8, 16))
        permute_3 = None
        roll_1 = torch.roll(out_1, shifts=(2, 2), dims=(1, 2))
        out_1 = None
        add_1 = l_x_ + roll_1
        l_x_ = roll_1 = None
        return (add_1,)
