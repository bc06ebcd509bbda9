import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_fn_modules_0_parameters_weight_: torch.nn.parameter.Parameter,
        L_fn_modules_0_parameters_bias_: torch.nn.parameter.Parameter,
        L_args_0_: torch.Tensor,
        L_fn_modules_2_parameters_weight_: torch.nn.parameter.Parameter,
        L_fn_modules_2_parameters_bias_: torch.nn.parameter.Parameter,
        L_fn_modules_3_parameters_weight_: torch.nn.parameter.Parameter,
        L_fn_modules_3_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_fn_modules_0_parameters_weight_ = L_fn_modules_0_parameters_weight_
        l_fn_modules_0_parameters_bias_ = L_fn_modules_0_parameters_bias_
        l_args_0_ = L_args_0_
        l_fn_modules_2_parameters_weight_ = L_fn_modules_2_parameters_weight_
        l_fn_modules_2_parameters_bias_ = L_fn_modules_2_parameters_bias_
        l_fn_modules_3_parameters_weight_ = L_fn_modules_3_parameters_weight_
        l_fn_modules_3_parameters_bias_ = L_fn_modules_3_parameters_bias_
        input_1 = torch._C._nn.linear(l_args_0_, l_fn_modules_0_parameters_weight_, l_fn_modules_0_parameters_bias_)
        l_args_0_ = l_fn_modules_0_parameters_weight_ = l_fn_modules_0_parameters_bias_ = None
        input_2 = torch._C._nn.gelu(input_1, approximate='none')
        input_1 = None
        input_3 = torch.nn.functional.layer_norm(input_2, (32,), l_fn_modules_2_parameters_weight_, l_fn_modules_2_parameters_bias_, 1e-05)
        input_2 = l_fn_modules_2_parameters_weight_ = l_fn_modules_2_parameters_bias_ = None
        input_4 = torch._C._nn.linear(input_3, l_fn_modules_3_parameters_weight_, l_fn_modules_3_parameters_bias_)
        input_3 = l_fn_modules_3_parameters_weight_ = l_fn_modules_3_parameters_bias_ = None
        return (input_4,)
