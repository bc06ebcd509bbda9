import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_embed_parameters_weight_: torch.nn.parameter.Parameter,
        L_ids_: torch.Tensor,
        L_self_modules_image_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_image_parameters_bias_: torch.nn.parameter.Parameter,
        L_pixels_: torch.Tensor,
        L_self_modules_head_parameters_weight_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_embed_parameters_weight_ = L_self_modules_embed_parameters_weight_
        l_ids_ = L_ids_
        l_self_modules_image_parameters_weight_ = L_self_modules_image_parameters_weight_
        l_self_modules_image_parameters_bias_ = L_self_modules_image_parameters_bias_
        l_pixels_ = L_pixels_
        l_self_modules_head_parameters_weight_ = L_self_modules_head_parameters_weight_
        words = torch.nn.functional.embedding(l_ids_, l_self_modules_embed_parameters_weight_, None, None, 2.0, False, False)
        l_self_modules_embed_parameters_weight_ = None
        eq = l_ids_ == 19
        l_ids_ = None
        unsqueeze = eq.unsqueeze(-1)
        eq = None
        places = unsqueeze.expand_as(words)
        unsqueeze = None
        linear = torch._C._nn.linear(l_pixels_, l_self_modules_image_parameters_weight_, l_self_modules_image_parameters_bias_)
        l_pixels_ = l_self_modules_image_parameters_weight_ = l_self_modules_image_parameters_bias_ = None
        to = linear.to(torch.float32)
        linear = None
        merged = words.masked_scatter(places, to)
        words = places = to = None
        linear_1 = torch._C._nn.linear(merged, l_self_modules_head_parameters_weight_, None)
        merged = l_self_modules_head_parameters_weight_ = None
        return (linear_1,)
