import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_modules_q_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_k_parameters_weight_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_modules_q_parameters_weight_ = L_self_modules_q_parameters_weight_
        l_self_modules_k_parameters_weight_ = L_self_modules_k_parameters_weight_
        arange = torch.arange(0, 8, 2, device=device(type='cpu'))
        float_1 = arange.float()
        arange = None
        truediv = float_1 / 8
        float_1 = None
        pow_1 = 10000.0 ** truediv
        truediv = None
        frequencies = 1.0 / pow_1
        pow_1 = None
        arange_1 = torch.arange(6, device=device(type='cpu'))
        outer = torch.outer(arange_1, frequencies)
        arange_1 = frequencies = None
        angles = outer.float()
        outer = None
        ones_like = torch.ones_like(angles)
        polar = torch.polar(ones_like, angles)
        ones_like = angles = None
        turns = polar[(None, slice(None, None, None), None, slice(None, None, None))]
        polar = None
        linear = torch._C._nn.linear(l_x_, l_self_modules_q_parameters_weight_, None)
        l_self_modules_q_parameters_weight_ = None
        q = linear.view(1, 6, 2, 8)
        linear = None
        linear_1 = torch._C._nn.linear(l_x_, l_self_modules_k_parameters_weight_, None)
        l_self_modules_k_parameters_weight_ = None
        k = linear_1.view(1, 6, 2, 8)
        linear_1 = None
        float_3 = q.float()
        q = None
        reshape = float_3.reshape(1, 6, 2, -1, 2)
        float_3 = None
        view_as_complex = torch.view_as_complex(reshape)
        reshape = None
        q_1 = view_as_complex * turns
        view_as_complex = None
        float_4 = k.float()
        k = None
        reshape_1 = float_4.reshape(1, 6, 2, -1, 2)
        float_4 = None
        view_as_complex_1 = torch.view_as_complex(reshape_1)
        reshape_1 = None
        k_1 = view_as_complex_1 * turns
        view_as_complex_1 = turns = None
        view_as_real = torch.view_as_real(q_1)
        q_1 = None
        flatten = view_as_real.flatten(3)
        view_as_real = None
        q_2 = flatten.type_as(l_x_)
        flatten = None
        transpose = q_2.transpose(1, 2)
        q_2 = None
        view_as_real_1 = torch.view_as_real(k_1)
        flatten_1 = view_as_real_1.flatten(3)
        view_as_real_1 = None
        type_as_1 = flatten_1.type_as(l_x_)
        flatten_1 = l_x_ = None
        permute = type_as_1.permute(0, 2, 3, 1)
        type_as_1 = None
        scores = transpose @ permute
        transpose = permute = None
        softmax = scores.softmax(-1)
        scores = None
        return (softmax, k_1)
