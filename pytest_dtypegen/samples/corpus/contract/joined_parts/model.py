import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_left_: torch.Tensor,
        L_right_: torch.Tensor,
        L_self_modules_embed_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
        L_extra_: torch.Tensor,
    ):
        l_left_ = L_left_
        l_right_ = L_right_
        l_self_modules_embed_parameters_weight_ = L_self_modules_embed_parameters_weight_
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        l_extra_ = L_extra_
        ids = torch.cat([l_left_, l_right_], dim=-1)
        l_left_ = l_right_ = None
        x = torch.nn.functional.embedding(ids, l_self_modules_embed_parameters_weight_, None, None, 2.0, False, False)
        ids = l_self_modules_embed_parameters_weight_ = None
        linear = torch._C._nn.linear(x, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        to = l_extra_.to(torch.float32)
        y = torch.stack([x, linear, to], dim=2)
        linear = to = None
        cat_1 = torch.cat([l_extra_, x], dim=-1)
        l_extra_ = x = None
        getitem = cat_1[(Ellipsis, slice(3, 9, None))]
        cat_1 = None
        einsum = torch.functional.einsum('blkd,bld->blk', y, getitem)
        y = getitem = None
        return (einsum,)
