import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_gate_parameters_weight_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_up_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_down_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_wide_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_wide_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_narrow_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_narrow_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_last_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_last_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_gate_parameters_weight_ = L_self_modules_gate_parameters_weight_
        l_x_ = L_x_
        l_self_modules_up_parameters_weight_ = L_self_modules_up_parameters_weight_
        l_self_modules_down_parameters_weight_ = L_self_modules_down_parameters_weight_
        l_self_modules_wide_parameters_weight_ = L_self_modules_wide_parameters_weight_
        l_self_modules_wide_parameters_bias_ = L_self_modules_wide_parameters_bias_
        l_self_modules_narrow_parameters_weight_ = L_self_modules_narrow_parameters_weight_
        l_self_modules_narrow_parameters_bias_ = L_self_modules_narrow_parameters_bias_
        l_self_modules_last_parameters_weight_ = L_self_modules_last_parameters_weight_
        l_self_modules_last_parameters_bias_ = L_self_modules_last_parameters_bias_
        linear = torch._C._nn.linear(l_x_, l_self_modules_gate_parameters_weight_, None)
        l_self_modules_gate_parameters_weight_ = None
        silu = torch.nn.functional.silu(linear)
        linear = None
        linear_1 = torch._C._nn.linear(l_x_, l_self_modules_up_parameters_weight_, None)
        l_self_modules_up_parameters_weight_ = None
        mul = silu * linear_1
        silu = linear_1 = None
        linear_2 = torch._C._nn.linear(mul, l_self_modules_down_parameters_weight_, None)
        mul = l_self_modules_down_parameters_weight_ = None
        x = l_x_ + linear_2
        l_x_ = linear_2 = None
        linear_3 = torch._C._nn.linear(x, l_self_modules_wide_parameters_weight_, l_self_modules_wide_parameters_bias_)
        l_self_modules_wide_parameters_weight_ = l_self_modules_wide_parameters_bias_ = None
        chunk = linear_3.chunk(2, dim=-1)
        linear_3 = None
        value = chunk[0]
        gate = chunk[1]
        chunk = None
        gelu = torch._C._nn.gelu(gate, approximate='tanh')
        gate = None
        mul_1 = value * gelu
        value = gelu = None
        linear_4 = torch._C._nn.linear(mul_1, l_self_modules_narrow_parameters_weight_, l_self_modules_narrow_parameters_bias_)
        mul_1 = l_self_modules_narrow_parameters_weight_ = l_self_modules_narrow_parameters_bias_ = None
        glu = torch.nn.functional.glu(linear_4, dim=-1)
        linear_4 = None
        x_1 = x + glu
        x = glu = None
        linear_5 = torch._C._nn.linear(x_1, l_self_modules_last_parameters_weight_, l_self_modules_last_parameters_bias_)
        x_1 = l_self_modules_last_parameters_weight_ = l_self_modules_last_parameters_bias_ = None
        split = torch.functional.split(linear_5, 12, dim=-1)
        linear_5 = None
        left = split[0]
        right = split[1]
        split = None
        tanh = torch.tanh(left)
        left = None
        sigmoid = torch.sigmoid(right)
        right = None
        mul_2 = tanh * sigmoid
        tanh = sigmoid = None
        return (mul_2,)
