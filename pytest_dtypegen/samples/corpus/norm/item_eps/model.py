import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_conv_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_conv_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_bn_momentum: torch.Tensor,
        L_self_modules_bn_buffers_running_mean_: torch.Tensor,
        L_self_modules_bn_buffers_running_var_: torch.Tensor,
        L_self_modules_bn_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_bn_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_bn_eps: torch.Tensor,
        L_self_modules_norm_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_norm_eps: torch.Tensor,
        L_self_scale: torch.Tensor,
    ):
        l_self_modules_conv_parameters_weight_ = L_self_modules_conv_parameters_weight_
        l_self_modules_conv_parameters_bias_ = L_self_modules_conv_parameters_bias_
        l_x_ = L_x_
        l_self_modules_bn_momentum = L_self_modules_bn_momentum
        l_self_modules_bn_buffers_running_mean_ = L_self_modules_bn_buffers_running_mean_
        l_self_modules_bn_buffers_running_var_ = L_self_modules_bn_buffers_running_var_
        l_self_modules_bn_parameters_weight_ = L_self_modules_bn_parameters_weight_
        l_self_modules_bn_parameters_bias_ = L_self_modules_bn_parameters_bias_
        l_self_modules_bn_eps = L_self_modules_bn_eps
        l_self_modules_norm_parameters_weight_ = L_self_modules_norm_parameters_weight_
        l_self_modules_norm_parameters_bias_ = L_self_modules_norm_parameters_bias_
        l_self_modules_norm_eps = L_self_modules_norm_eps
        l_self_scale = L_self_scale
        conv2d = torch.conv2d(l_x_, l_self_modules_conv_parameters_weight_, l_self_modules_conv_parameters_bias_, (1, 1), (1, 1), (1, 1), 1)
        l_x_ = l_self_modules_conv_parameters_weight_ = l_self_modules_conv_parameters_bias_ = None
        item = l_self_modules_bn_momentum.item()
        l_self_modules_bn_momentum = None
        item_1 = l_self_modules_bn_eps.item()
        l_self_modules_bn_eps = None
        batch_norm = torch.nn.functional.batch_norm(conv2d, l_self_modules_bn_buffers_running_mean_, l_self_modules_bn_buffers_running_var_, l_self_modules_bn_parameters_weight_, l_self_modules_bn_parameters_bias_, False, item, item_1)
        conv2d = l_self_modules_bn_buffers_running_mean_ = l_self_modules_bn_buffers_running_var_ = l_self_modules_bn_parameters_weight_ = l_self_modules_bn_parameters_bias_ = item = item_1 = None
        relu = torch.nn.functional.relu(batch_norm)
        batch_norm = None
        flatten = relu.flatten(2)
        relu = None
        y = flatten.transpose(1, 2)
        flatten = None
        getitem = y[(slice(None, None, None), slice(None, 1, None))]
        y_1 = y - getitem
        y = getitem = None
        item_2 = l_self_modules_norm_eps.item()
        l_self_modules_norm_eps = None
        layer_norm = torch.nn.functional.layer_norm(y_1, (8,), l_self_modules_norm_parameters_weight_, l_self_modules_norm_parameters_bias_, item_2)
        y_1 = l_self_modules_norm_parameters_weight_ = l_self_modules_norm_parameters_bias_ = item_2 = None
        dropout = torch.nn.functional.dropout(layer_norm, 0.25, False)
        layer_norm = None
        item_3 = l_self_scale.item()
        l_self_scale = None
        mul = dropout * item_3
        dropout = item_3 = None
        return (mul,)
