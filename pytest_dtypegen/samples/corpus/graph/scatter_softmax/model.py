import torch

from torch import device
from torch import inf


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_parameters_source_: torch.nn.parameter.Parameter,
        L_self_parameters_target_: torch.nn.parameter.Parameter,
        L_edges_: torch.Tensor,
    ):
        l_x_ = L_x_
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_parameters_source_ = L_self_parameters_source_
        l_self_parameters_target_ = L_self_parameters_target_
        l_edges_ = L_edges_
        x = torch._C._nn.linear(l_x_, l_self_modules_linear_parameters_weight_, None)
        l_x_ = l_self_modules_linear_parameters_weight_ = None
        mul = x * l_self_parameters_source_
        l_self_parameters_source_ = None
        a = mul.sum(-1)
        mul = None
        mul_1 = x * l_self_parameters_target_
        l_self_parameters_target_ = None
        b = mul_1.sum(-1)
        mul_1 = None
        getitem = l_edges_[0]
        getitem_1 = a[getitem]
        a = getitem = None
        getitem_2 = l_edges_[1]
        getitem_3 = b[getitem_2]
        b = getitem_2 = None
        add = getitem_1 + getitem_3
        getitem_1 = getitem_3 = None
        scores = torch.nn.functional.leaky_relu(add, 0.2)
        add = None
        largest = torch.full((10,), -inf, device=device(type='cpu'), dtype=torch.float32)
        getitem_4 = l_edges_[1]
        scatter_reduce_ = largest.scatter_reduce_(0, getitem_4, scores, reduce='amax', include_self=False)
        getitem_4 = scatter_reduce_ = None
        getitem_5 = l_edges_[1]
        gather = largest.gather(0, getitem_5)
        largest = getitem_5 = None
        sub = scores - gather
        scores = gather = None
        shares = torch.exp(sub)
        sub = None
        zeros = torch.zeros(10, device=device(type='cpu'), dtype=torch.float32)
        getitem_6 = l_edges_[1]
        total = zeros.index_add_(0, getitem_6, shares)
        zeros = getitem_6 = None
        getitem_7 = l_edges_[1]
        gather_1 = total.gather(0, getitem_7)
        total = getitem_7 = None
        add_1 = gather_1 + 1e-16
        gather_1 = None
        shares_1 = shares / add_1
        shares = add_1 = None
        out = torch.zeros((10, 12), device=device(type='cpu'), dtype=torch.float32)
        getitem_8 = l_edges_[1]
        getitem_9 = l_edges_[0]
        l_edges_ = None
        getitem_10 = x[getitem_9]
        x = getitem_9 = None
        getitem_11 = shares_1[(slice(None, None, None), None)]
        shares_1 = None
        mul_2 = getitem_10 * getitem_11
        getitem_10 = getitem_11 = None
        index_add = out.index_add(0, getitem_8, mul_2)
        out = getitem_8 = mul_2 = None
        return (index_add,)
