import torch

from torch import device
from torch import inf


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_edges_: torch.Tensor,
        L_x_: torch.Tensor,
        L_self_modules_first_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_second_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_second_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_edges_ = L_edges_
        l_x_ = L_x_
        l_self_modules_first_parameters_weight_ = L_self_modules_first_parameters_weight_
        l_self_modules_second_parameters_weight_ = L_self_modules_second_parameters_weight_
        l_self_modules_second_parameters_bias_ = L_self_modules_second_parameters_bias_
        ones = torch.ones(30, dtype=torch.float32, device=device(type='cpu'))
        zeros = torch.zeros(10, dtype=torch.float32, device=device(type='cpu'))
        getitem = l_edges_[1]
        degree = zeros.scatter_add_(0, getitem, ones)
        zeros = getitem = ones = None
        inverse = degree.pow(-0.5)
        degree = None
        eq = inverse == inf
        inverse_1 = inverse.masked_fill_(eq, 0)
        inverse = eq = None
        getitem_1 = l_edges_[0]
        getitem_2 = inverse_1[getitem_1]
        getitem_1 = None
        getitem_3 = l_edges_[1]
        getitem_4 = inverse_1[getitem_3]
        inverse_1 = getitem_3 = None
        weights = getitem_2 * getitem_4
        getitem_2 = getitem_4 = None
        linear = torch._C._nn.linear(l_x_, l_self_modules_first_parameters_weight_, None)
        l_x_ = l_self_modules_first_parameters_weight_ = None
        getitem_5 = l_edges_[0]
        index_select = linear.index_select(0, getitem_5)
        linear = getitem_5 = None
        view = weights.view(-1, 1)
        messages = index_select * view
        index_select = view = None
        getitem_6 = l_edges_[1]
        view_1 = getitem_6.view(-1, 1)
        getitem_6 = None
        index = view_1.expand_as(messages)
        view_1 = None
        new_zeros = messages.new_zeros(10, 16)
        scatter_add__1 = new_zeros.scatter_add_(0, index, messages)
        new_zeros = index = messages = None
        x = torch.nn.functional.relu(scatter_add__1)
        scatter_add__1 = None
        linear_1 = torch._C._nn.linear(x, l_self_modules_second_parameters_weight_, l_self_modules_second_parameters_bias_)
        x = l_self_modules_second_parameters_weight_ = l_self_modules_second_parameters_bias_ = None
        getitem_7 = l_edges_[0]
        index_select_1 = linear_1.index_select(0, getitem_7)
        linear_1 = getitem_7 = None
        view_2 = weights.view(-1, 1)
        weights = None
        messages_1 = index_select_1 * view_2
        index_select_1 = view_2 = None
        getitem_8 = l_edges_[1]
        l_edges_ = None
        view_3 = getitem_8.view(-1, 1)
        getitem_8 = None
        index_1 = view_3.expand_as(messages_1)
        view_3 = None
        new_zeros_1 = messages_1.new_zeros(10, 4)
        scatter_add__2 = new_zeros_1.scatter_add_(0, index_1, messages_1)
        new_zeros_1 = index_1 = messages_1 = None
        return (scatter_add__2,)
