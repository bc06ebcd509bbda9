import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
    ):
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        l_x_ = L_x_
        logits = torch._C._nn.linear(l_x_, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        l_x_ = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        topk = logits.topk(3, dim=-1)
        values = topk[0]
        places = topk[1]
        topk = None
        softmax = logits.softmax(-1)
        amax = softmax.amax(-1)
        softmax = None
        certain = amax > 0.25
        amax = None
        argmax = logits.argmax(-1)
        gt_1 = logits > 0
        sum_1 = gt_1.sum(-1)
        gt_1 = None
        return (logits, values, places, argmax, certain, sum_1)
