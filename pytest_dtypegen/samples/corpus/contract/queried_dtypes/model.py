import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_mask_: torch.Tensor,
    ):
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        l_x_ = L_x_
        l_mask_ = L_mask_
        y = torch._C._nn.linear(l_x_, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        tensor = torch.tensor(-3.4028234663852886e+38, dtype=torch.float32, device=device(type='cpu'))
        scores = torch.where(l_mask_, y, tensor)
        tensor = None
        zeros_like = torch.zeros_like(y, dtype=torch.float32)
        invert = ~l_mask_
        l_mask_ = None
        bias = zeros_like.masked_fill_(invert, -3.4028234663852886e+38)
        zeros_like = invert = None
        float_1 = y.float()
        add = float_1 + bias
        float_1 = bias = None
        softmax = torch.softmax(add, dim=-1)
        add = None
        weights = softmax.to(dtype=torch.float32)
        softmax = None
        softmax_1 = scores.softmax(-1, dtype=torch.float32)
        scores = None
        shares = softmax_1.type_as(l_x_)
        softmax_1 = l_x_ = None
        clamp = torch.clamp(y, min=-3.4028234663852886e+38, max=3.4028234663852886e+38)
        y = None
        add_1 = clamp + shares
        clamp = shares = None
        clean = torch.nan_to_num(add_1)
        add_1 = None
        mul = clean * weights
        clean = None
        to_1 = weights.to(torch.float32)
        weights = None
        amax = to_1.amax(-1)
        to_1 = None
        return (mul, amax)
