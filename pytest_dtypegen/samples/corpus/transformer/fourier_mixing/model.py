import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_modules_norm_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_dense_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_dense_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_modules_norm_parameters_weight_ = L_self_modules_norm_parameters_weight_
        l_self_modules_norm_parameters_bias_ = L_self_modules_norm_parameters_bias_
        l_self_modules_dense_parameters_weight_ = L_self_modules_dense_parameters_weight_
        l_self_modules_dense_parameters_bias_ = L_self_modules_dense_parameters_bias_
        fft_fftn = torch._C._fft.fft_fftn(l_x_, dim=(1, 2))
        mixed = fft_fftn.real
        fft_fftn = None
        add = l_x_ + mixed
        l_x_ = mixed = None
        layer_norm = torch.nn.functional.layer_norm(add, (12,), l_self_modules_norm_parameters_weight_, l_self_modules_norm_parameters_bias_, 1e-12)
        add = l_self_modules_norm_parameters_weight_ = l_self_modules_norm_parameters_bias_ = None
        linear = torch._C._nn.linear(layer_norm, l_self_modules_dense_parameters_weight_, l_self_modules_dense_parameters_bias_)
        layer_norm = l_self_modules_dense_parameters_weight_ = l_self_modules_dense_parameters_bias_ = None
        return (linear,)
