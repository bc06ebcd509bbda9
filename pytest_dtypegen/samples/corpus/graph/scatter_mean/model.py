import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_batch_: torch.Tensor,
    ):
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        l_x_ = L_x_
        l_batch_ = L_batch_
        linear = torch._C._nn.linear(l_x_, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        l_x_ = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        y = torch.nn.functional.elu(linear)
        linear = None
        total = torch.zeros((3, 8), device=device(type='cpu'))
        getitem = l_batch_[(slice(None, None, None), None)]
        expand = getitem.expand(-1, 8)
        getitem = None
        total_1 = total.scatter_add(0, expand, y)
        total = expand = y = None
        bincount = torch.bincount(l_batch_, minlength=3)
        l_batch_ = None
        sym_size_int = torch.ops.aten.sym_size.int(bincount, 0)
        ge = sym_size_int >= 3
        _assert_scalar_default = torch.ops.aten._assert_scalar.default(ge, "Runtime assertion failed for expression u0 >= 3 on node 'ge'")
        ge = _assert_scalar_default = None
        le = sym_size_int <= 3
        _assert_scalar_default_1 = torch.ops.aten._assert_scalar.default(le, "Runtime assertion failed for expression u0 <= 3 on node 'le'")
        le = _assert_scalar_default_1 = None
        eq = sym_size_int == 3
        sym_size_int = None
        _assert_scalar_default_2 = torch.ops.aten._assert_scalar.default(eq, "Runtime assertion failed for expression Eq(u0, 3) on node 'eq'")
        eq = _assert_scalar_default_2 = None
        count = bincount.clamp(min=1)
        bincount = None
        getitem_1 = count[(slice(None, None, None), None)]
        count = None
        pooled = total_1 / getitem_1
        total_1 = getitem_1 = None
        table = torch.zeros((5, 8), device=device(type='cpu'))
        tensor = torch.tensor([0, 2, 4], device=device(type='cpu'))
        table[tensor] = pooled
        tensor = pooled = None
        return (table,)
