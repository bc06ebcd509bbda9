import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_norm_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_head_parameters_weight_: torch.nn.parameter.Parameter,
        L_labels_: torch.Tensor,
    ):
        l_self_modules_norm_parameters_weight_ = L_self_modules_norm_parameters_weight_
        l_self_modules_norm_parameters_bias_ = L_self_modules_norm_parameters_bias_
        l_x_ = L_x_
        l_self_modules_head_parameters_weight_ = L_self_modules_head_parameters_weight_
        l_labels_ = L_labels_
        hidden = torch.nn.functional.layer_norm(l_x_, (8,), l_self_modules_norm_parameters_weight_, l_self_modules_norm_parameters_bias_, 1e-05)
        l_x_ = l_self_modules_norm_parameters_weight_ = l_self_modules_norm_parameters_bias_ = None
        linear = torch._C._nn.linear(hidden, l_self_modules_head_parameters_weight_, None)
        l_self_modules_head_parameters_weight_ = None
        logits = linear.float()
        linear = None
        view = logits.view(-1, 20)
        view_1 = l_labels_.view(-1)
        l_labels_ = None
        loss = torch.nn.functional.cross_entropy(view, view_1)
        view = view_1 = None
        getitem = logits[(slice(None, None, None), -1)]
        argmax = getitem.argmax(-1)
        getitem = None
        return (loss, logits, hidden, argmax)
