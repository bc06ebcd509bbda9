import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_x_: torch.Tensor,
        L_self_modules_offsets_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_offsets_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_weights_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_weights_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_value_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_value_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_x_ = L_x_
        l_self_modules_offsets_parameters_weight_ = L_self_modules_offsets_parameters_weight_
        l_self_modules_offsets_parameters_bias_ = L_self_modules_offsets_parameters_bias_
        l_self_modules_weights_parameters_weight_ = L_self_modules_weights_parameters_weight_
        l_self_modules_weights_parameters_bias_ = L_self_modules_weights_parameters_bias_
        l_self_modules_value_parameters_weight_ = L_self_modules_value_parameters_weight_
        l_self_modules_value_parameters_bias_ = L_self_modules_value_parameters_bias_
        rows = torch.linspace(-1.0, 1.0, 8, device=device(type='cpu'))
        columns = torch.linspace(-1.0, 1.0, 10, device=device(type='cpu'))
        meshgrid = torch.functional.meshgrid(rows, columns, indexing='ij')
        rows = columns = None
        y = meshgrid[0]
        x_ = meshgrid[1]
        meshgrid = None
        grid = torch.stack((x_, y), dim=-1)
        x_ = y = None
        conv2d = torch.conv2d(l_x_, l_self_modules_offsets_parameters_weight_, l_self_modules_offsets_parameters_bias_, (1, 1), (0, 0), (1, 1), 1)
        l_self_modules_offsets_parameters_weight_ = l_self_modules_offsets_parameters_bias_ = None
        view = conv2d.view(2, 4, 2, 8, 10)
        conv2d = None
        permute = view.permute(0, 1, 3, 4, 2)
        view = None
        offsets = permute.tanh()
        permute = None
        conv2d_1 = torch.conv2d(l_x_, l_self_modules_weights_parameters_weight_, l_self_modules_weights_parameters_bias_, (1, 1), (0, 0), (1, 1), 1)
        l_self_modules_weights_parameters_weight_ = l_self_modules_weights_parameters_bias_ = None
        weights = conv2d_1.softmax(1)
        conv2d_1 = None
        value = torch.conv2d(l_x_, l_self_modules_value_parameters_weight_, l_self_modules_value_parameters_bias_, (1, 1), (0, 0), (1, 1), 1)
        l_x_ = l_self_modules_value_parameters_weight_ = l_self_modules_value_parameters_bias_ = None
        out = torch.zeros_like(value)
        getitem_2 = offsets[(slice(None, None, None), 0)]
        mul = 0.25 * getitem_2
        getitem_2 = None
        location = grid + mul
        mul = None
        sampled = torch.nn.functional.grid_sample(value, location, mode='bilinear', padding_mode='zeros', align_corners=False)
        location = None
        getitem_3 = weights[(slice(None, None, None), slice(0, 1, None))]
        mul_1 = sampled * getitem_3
        sampled = getitem_3 = None
        out_1 = out + mul_1
        out = mul_1 = None
        getitem_4 = offsets[(slice(None, None, None), 1)]
        mul_2 = 0.25 * getitem_4
        getitem_4 = None
        location_1 = grid + mul_2
        mul_2 = None
        sampled_1 = torch.nn.functional.grid_sample(value, location_1, mode='bilinear', padding_mode='zeros', align_corners=False)
        location_1 = None
        getitem_5 = weights[(slice(None, None, None), slice(1, 2, None))]
        mul_3 = sampled_1 * getitem_5
        sampled_1 = getitem_5 = None
        out_2 = out_1 + mul_3
        out_1 = mul_3 = None
        getitem_6 = offsets[(slice(None, None, None), 2)]
        mul_4 = 0.25 * getitem_6
        getitem_6 = None
        location_2 = grid + mul_4
        mul_4 = None
        sampled_2 = torch.nn.functional.grid_sample(value, location_2, mode='bilinear', padding_mode='zeros', align_corners=False)
        location_2 = None
        getitem_7 = weights[(slice(None, None, None), slice(2, 3, None))]
        mul_5 = sampled_2 * getitem_7
        sampled_2 = getitem_7 = None
        out_3 = out_2 + mul_5
        out_2 = mul_5 = None
        getitem_8 = offsets[(slice(None, None, None), 3)]
        offsets = None
        mul_6 = 0.25 * getitem_8
        getitem_8 = None
        location_3 = grid + mul_6
        grid = mul_6 = None
        sampled_3 = torch.nn.functional.grid_sample(value, location_3, mode='bilinear', padding_mode='zeros', align_corners=False)
        value = location_3 = None
        getitem_9 = weights[(slice(None, None, None), slice(3, 4, None))]
        weights = None
        mul_7 = sampled_3 * getitem_9
        sampled_3 = getitem_9 = None
        out_4 = out_3 + mul_7
        out_3 = mul_7 = None
        return (out_4,)
