import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_wave_: torch.Tensor,
        L_self_buffers_window_: torch.Tensor,
        L_self_buffers_filters_: torch.Tensor,
        L_self_modules_linear_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_linear_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_wave_ = L_wave_
        l_self_buffers_window_ = L_self_buffers_window_
        l_self_buffers_filters_ = L_self_buffers_filters_
        l_self_modules_linear_parameters_weight_ = L_self_modules_linear_parameters_weight_
        l_self_modules_linear_parameters_bias_ = L_self_modules_linear_parameters_bias_
        unfold = l_wave_.unfold(-1, 24, 12)
        l_wave_ = None
        frames = unfold * l_self_buffers_window_
        unfold = l_self_buffers_window_ = None
        spectrum = torch._C._fft.fft_rfft(frames)
        frames = None
        abs_1 = spectrum.abs()
        spectrum = None
        power = abs_1.pow(2.0)
        abs_1 = None
        mel = torch.matmul(power, l_self_buffers_filters_)
        power = l_self_buffers_filters_ = None
        clamp = torch.clamp(mel, min=1e-10)
        mel = None
        logarithm = clamp.log10()
        clamp = None
        amax = logarithm.amax((1, 2), keepdim=True)
        sub = amax - 8.0
        amax = None
        logarithm_1 = torch.maximum(logarithm, sub)
        logarithm = sub = None
        add = logarithm_1 + 4.0
        logarithm_1 = None
        truediv = add / 4.0
        add = None
        linear = torch._C._nn.linear(truediv, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
        truediv = l_self_modules_linear_parameters_weight_ = l_self_modules_linear_parameters_bias_ = None
        return (linear,)
