import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_conv_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_conv_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_instance_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_instance_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_parameters_gamma_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_conv_parameters_weight_ = L_self_modules_conv_parameters_weight_
        l_self_modules_conv_parameters_bias_ = L_self_modules_conv_parameters_bias_
        l_x_ = L_x_
        l_self_parameters_weight_ = L_self_parameters_weight_
        l_self_parameters_bias_ = L_self_parameters_bias_
        l_self_modules_instance_parameters_weight_ = L_self_modules_instance_parameters_weight_
        l_self_modules_instance_parameters_bias_ = L_self_modules_instance_parameters_bias_
        l_self_parameters_gamma_ = L_self_parameters_gamma_
        y = torch.conv2d(l_x_, l_self_modules_conv_parameters_weight_, l_self_modules_conv_parameters_bias_, (1, 1), (3, 3), (1, 1), 1)
        l_x_ = l_self_modules_conv_parameters_weight_ = l_self_modules_conv_parameters_bias_ = None
        mean = y.mean(1, keepdim=True)
        sub = y - mean
        pow_1 = sub.pow(2)
        sub = None
        spread = pow_1.mean(1, keepdim=True)
        pow_1 = None
        sub_1 = y - mean
        y = mean = None
        add = spread + 1e-06
        spread = None
        sqrt = torch.sqrt(add)
        add = None
        y_1 = sub_1 / sqrt
        sub_1 = sqrt = None
        getitem = l_self_parameters_weight_[(slice(None, None, None), None, None)]
        l_self_parameters_weight_ = None
        mul = getitem * y_1
        getitem = y_1 = None
        getitem_1 = l_self_parameters_bias_[(slice(None, None, None), None, None)]
        l_self_parameters_bias_ = None
        y_2 = mul + getitem_1
        mul = getitem_1 = None
        z = torch.nn.functional.instance_norm(y_2, None, None, l_self_modules_instance_parameters_weight_, l_self_modules_instance_parameters_bias_, True, 0.1, 1e-05)
        l_self_modules_instance_parameters_weight_ = l_self_modules_instance_parameters_bias_ = None
        mul_1 = l_self_parameters_gamma_ * z
        l_self_parameters_gamma_ = None
        var = z.var(dim=(2, 3), keepdim=True, unbiased=False)
        z = None
        add_2 = 1.0 + var
        var = None
        truediv_1 = mul_1 / add_2
        mul_1 = add_2 = None
        add_3 = y_2 + truediv_1
        y_2 = truediv_1 = None
        return (add_3,)
