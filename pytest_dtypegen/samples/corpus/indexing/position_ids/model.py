import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_mask_: torch.Tensor,
        L_self_modules_words_parameters_weight_: torch.nn.parameter.Parameter,
        L_ids_: torch.Tensor,
        L_self_modules_places_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_mask_ = L_mask_
        l_self_modules_words_parameters_weight_ = L_self_modules_words_parameters_weight_
        l_ids_ = L_ids_
        l_self_modules_places_parameters_weight_ = L_self_modules_places_parameters_weight_
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        cumsum = torch.cumsum(l_mask_, dim=1)
        type_as = cumsum.type_as(l_mask_)
        cumsum = None
        mul = type_as * l_mask_
        type_as = l_mask_ = None
        long = mul.long()
        mul = None
        positions = long + 1
        long = None
        embedding = torch.nn.functional.embedding(l_ids_, l_self_modules_words_parameters_weight_, None, None, 2.0, False, False)
        l_self_modules_words_parameters_weight_ = None
        embedding_1 = torch.nn.functional.embedding(positions, l_self_modules_places_parameters_weight_, None, None, 2.0, False, False)
        positions = l_self_modules_places_parameters_weight_ = None
        x = embedding + embedding_1
        embedding = embedding_1 = None
        to = l_ids_.to(torch.float32)
        l_ids_ = None
        getitem = to[(Ellipsis, None)]
        to = None
        truediv = getitem / 599.0
        getitem = None
        cat = torch.cat([x, truediv], dim=-1)
        x = truediv = None
        linear = torch._C._nn.linear(cat, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        cat = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        return (linear,)
