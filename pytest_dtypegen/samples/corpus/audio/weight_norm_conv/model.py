import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_parameters_v_: torch.nn.parameter.Parameter,
        L_self_parameters_g_: torch.nn.parameter.Parameter,
        L_self_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_parameters_up_v_: torch.nn.parameter.Parameter,
        L_self_parameters_up_g_: torch.nn.parameter.Parameter,
        L_self_modules_post_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_post_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_self_parameters_v_ = L_self_parameters_v_
        l_self_parameters_g_ = L_self_parameters_g_
        l_self_parameters_bias_ = L_self_parameters_bias_
        l_x_ = L_x_
        l_self_parameters_up_v_ = L_self_parameters_up_v_
        l_self_parameters_up_g_ = L_self_parameters_up_g_
        l_self_modules_post_parameters_weight_ = L_self_modules_post_parameters_weight_
        l_self_modules_post_parameters_bias_ = L_self_modules_post_parameters_bias_
        weight = torch._weight_norm(l_self_parameters_v_, l_self_parameters_g_, 0)
        l_self_parameters_v_ = l_self_parameters_g_ = None
        conv1d = torch.conv1d(l_x_, weight, l_self_parameters_bias_, padding=2, dilation=2)
        l_x_ = weight = l_self_parameters_bias_ = None
        chunk = conv1d.chunk(2, dim=1)
        conv1d = None
        a = chunk[0]
        b = chunk[1]
        chunk = None
        tanh = torch.tanh(a)
        a = None
        sigmoid = torch.sigmoid(b)
        b = None
        mul = tanh * sigmoid
        tanh = sigmoid = None
        y = torch.nn.functional.leaky_relu(mul, 0.1)
        mul = None
        _weight_norm_1 = torch._weight_norm(l_self_parameters_up_v_, l_self_parameters_up_g_, 0)
        l_self_parameters_up_v_ = l_self_parameters_up_g_ = None
        y_1 = torch.conv_transpose1d(y, _weight_norm_1, None, stride=2, padding=1)
        y = _weight_norm_1 = None
        leaky_relu_1 = torch.nn.functional.leaky_relu(y_1, 0.1)
        y_1 = None
        conv1d_1 = torch.conv1d(leaky_relu_1, l_self_modules_post_parameters_weight_, l_self_modules_post_parameters_bias_, (1,), (3,), (1,), 1)
        leaky_relu_1 = l_self_modules_post_parameters_weight_ = l_self_modules_post_parameters_bias_ = None
        tanh_1 = torch.tanh(conv1d_1)
        conv1d_1 = None
        return (tanh_1,)
