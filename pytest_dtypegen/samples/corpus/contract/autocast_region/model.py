import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_first_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_first_parameters_bias_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_second_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_second_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_first_parameters_weight_ = L_self_modules_first_parameters_weight_
        l_self_modules_first_parameters_bias_ = L_self_modules_first_parameters_bias_
        l_x_ = L_x_
        l_self_modules_second_parameters_weight_ = L_self_modules_second_parameters_weight_
        l_self_modules_second_parameters_bias_ = L_self_modules_second_parameters_bias_
        _enter_autocast = torch.amp.autocast_mode._enter_autocast('cpu', torch.bfloat16, True, None)
        linear = torch._C._nn.linear(l_x_, l_self_modules_first_parameters_weight_, l_self_modules_first_parameters_bias_)
        l_x_ = l_self_modules_first_parameters_weight_ = l_self_modules_first_parameters_bias_ = None
        y = torch._C._nn.gelu(linear)
        linear = None
        _exit_autocast = torch.amp.autocast_mode._exit_autocast(_enter_autocast)
        _enter_autocast = _exit_autocast = None
        _enter_autocast_1 = torch.amp.autocast_mode._enter_autocast('cpu', None, False, None)
        y_1 = y.float()
        y = None
        pow_1 = y_1.pow(2)
        mean = pow_1.mean(-1, keepdim=True)
        pow_1 = None
        add = mean + 1e-05
        mean = None
        rsqrt = torch.rsqrt(add)
        add = None
        y_2 = y_1 * rsqrt
        y_1 = rsqrt = None
        _exit_autocast_1 = torch.amp.autocast_mode._exit_autocast(_enter_autocast_1)
        _enter_autocast_1 = _exit_autocast_1 = None
        linear_1 = torch._C._nn.linear(y_2, l_self_modules_second_parameters_weight_, l_self_modules_second_parameters_bias_)
        y_2 = l_self_modules_second_parameters_weight_ = l_self_modules_second_parameters_bias_ = None
        return (linear_1,)
