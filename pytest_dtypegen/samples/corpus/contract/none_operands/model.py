import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_conv_parameters_weight_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_self_modules_qkv_parameters_weight_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_conv_parameters_weight_ = L_self_modules_conv_parameters_weight_
        l_x_ = L_x_
        l_self_modules_qkv_parameters_weight_ = L_self_modules_qkv_parameters_weight_
        conv2d = torch.conv2d(l_x_, l_self_modules_conv_parameters_weight_, None, (1, 1), (0, 0), (1, 1), 1)
        l_x_ = l_self_modules_conv_parameters_weight_ = None
        y = torch.nn.functional.batch_norm(conv2d, None, None, None, None, True, 0.1, 1e-05)
        conv2d = None
        flatten = y.flatten(2)
        y = None
        transpose = flatten.transpose(1, 2)
        flatten = None
        y_1 = torch.nn.functional.layer_norm(transpose, (8,), None, None, 1e-05)
        transpose = None
        linear = torch._C._nn.linear(y_1, l_self_modules_qkv_parameters_weight_, None)
        y_1 = l_self_modules_qkv_parameters_weight_ = None
        unsqueeze = linear.unsqueeze(1)
        linear = None
        chunk = unsqueeze.chunk(3, dim=-1)
        unsqueeze = None
        q = chunk[0]
        k = chunk[1]
        v = chunk[2]
        chunk = None
        attended = torch._C._nn.scaled_dot_product_attention(q, k, v, attn_mask=None, scale=None)
        q = k = v = None
        squeeze = attended.squeeze(1)
        attended = None
        transpose_1 = squeeze.transpose(1, 2)
        squeeze = None
        y_2 = torch.nn.functional.group_norm(transpose_1, 2, None, None)
        transpose_1 = None
        instance_norm = torch.nn.functional.instance_norm(y_2, None, None, None, None, True)
        y_2 = None
        return (instance_norm,)
