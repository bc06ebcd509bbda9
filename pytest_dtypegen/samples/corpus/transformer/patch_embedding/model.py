import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_patch_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_patch_parameters_bias_: torch.nn.parameter.Parameter,
        L_image_: torch.Tensor,
        L_self_parameters_token_: torch.nn.parameter.Parameter,
        L_self_parameters_positions_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_norm1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_norm1_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_qkv_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_qkv_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_proj_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_proj_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_norm2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_norm2_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_fc1_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_fc1_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_fc2_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_layer_modules_fc2_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_norm_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_head_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_head_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_self_modules_patch_parameters_weight_ = L_self_modules_patch_parameters_weight_
        l_self_modules_patch_parameters_bias_ = L_self_modules_patch_parameters_bias_
        l_image_ = L_image_
        l_self_parameters_token_ = L_self_parameters_token_
        l_self_parameters_positions_ = L_self_parameters_positions_
        l_self_modules_layer_modules_norm1_parameters_weight_ = L_self_modules_layer_modules_norm1_parameters_weight_
        l_self_modules_layer_modules_norm1_parameters_bias_ = L_self_modules_layer_modules_norm1_parameters_bias_
        l_self_modules_layer_modules_qkv_parameters_weight_ = L_self_modules_layer_modules_qkv_parameters_weight_
        l_self_modules_layer_modules_qkv_parameters_bias_ = L_self_modules_layer_modules_qkv_parameters_bias_
        l_self_modules_layer_modules_proj_parameters_weight_ = L_self_modules_layer_modules_proj_parameters_weight_
        l_self_modules_layer_modules_proj_parameters_bias_ = L_self_modules_layer_modules_proj_parameters_bias_
        l_self_modules_layer_modules_norm2_parameters_weight_ = L_self_modules_layer_modules_norm2_parameters_weight_
        l_self_modules_layer_modules_norm2_parameters_bias_ = L_self_modules_layer_modules_norm2_parameters_bias_
        l_self_modules_layer_modules_fc1_parameters_weight_ = L_self_modules_layer_modules_fc1_parameters_weight_
        l_self_modules_layer_modules_fc1_parameters_bias_ = L_self_modules_layer_modules_fc1_parameters_bias_
        l_self_modules_layer_modules_fc2_parameters_weight_ = L_self_modules_layer_modules_fc2_parameters_weight_
        l_self_modules_layer_modules_fc2_parameters_bias_ = L_self_modules_layer_modules_fc2_parameters_bias_
        l_self_modules_norm_parameters_weight_ = L_self_modules_norm_parameters_weight_
        l_self_modules_norm_parameters_bias_ = L_self_modules_norm_parameters_bias_
        l_self_modules_head_parameters_weight_ = L_self_modules_head_parameters_weight_
        l_self_modules_head_parameters_bias_ = L_self_modules_head_parameters_bias_
        conv2d = torch.conv2d(l_image_, l_self_modules_patch_parameters_weight_, l_self_modules_patch_parameters_bias_, (4, 4), (0, 0), (1, 1), 1)
        l_image_ = l_self_modules_patch_parameters_weight_ = l_self_modules_patch_parameters_bias_ = None
        flatten = conv2d.flatten(2)
        conv2d = None
        x = flatten.transpose(1, 2)
        flatten = None
        expand = l_self_parameters_token_.expand(2, -1, -1)
        l_self_parameters_token_ = None
        cat = torch.cat((expand, x), dim=1)
        expand = x = None
        x_1 = cat + l_self_parameters_positions_
        cat = l_self_parameters_positions_ = None
        layer_norm = torch.nn.functional.layer_norm(x_1, (16,), l_self_modules_layer_modules_norm1_parameters_weight_, l_self_modules_layer_modules_norm1_parameters_bias_, 1e-06)
        l_self_modules_layer_modules_norm1_parameters_weight_ = l_self_modules_layer_modules_norm1_parameters_bias_ = None
        linear = torch._C._nn.linear(layer_norm, l_self_modules_layer_modules_qkv_parameters_weight_, l_self_modules_layer_modules_qkv_parameters_bias_)
        layer_norm = l_self_modules_layer_modules_qkv_parameters_weight_ = l_self_modules_layer_modules_qkv_parameters_bias_ = None
        reshape = linear.reshape(2, 17, 3, 2, -1)
        linear = None
        qkv = reshape.permute(2, 0, 3, 1, 4)
        reshape = None
        unbind = qkv.unbind(0)
        qkv = None
        q = unbind[0]
        k = unbind[1]
        v = unbind[2]
        unbind = None
        attended = torch._C._nn.scaled_dot_product_attention(q, k, v, dropout_p=0.0)
        q = k = v = None
        transpose_1 = attended.transpose(1, 2)
        attended = None
        reshape_1 = transpose_1.reshape(2, 17, -1)
        transpose_1 = None
        linear_1 = torch._C._nn.linear(reshape_1, l_self_modules_layer_modules_proj_parameters_weight_, l_self_modules_layer_modules_proj_parameters_bias_)
        reshape_1 = l_self_modules_layer_modules_proj_parameters_weight_ = l_self_modules_layer_modules_proj_parameters_bias_ = None
        dropout = torch.nn.functional.dropout(linear_1, 0.1, False)
        linear_1 = None
        x_2 = x_1 + dropout
        x_1 = dropout = None
        layer_norm_1 = torch.nn.functional.layer_norm(x_2, (16,), l_self_modules_layer_modules_norm2_parameters_weight_, l_self_modules_layer_modules_norm2_parameters_bias_, 1e-06)
        l_self_modules_layer_modules_norm2_parameters_weight_ = l_self_modules_layer_modules_norm2_parameters_bias_ = None
        linear_2 = torch._C._nn.linear(layer_norm_1, l_self_modules_layer_modules_fc1_parameters_weight_, l_self_modules_layer_modules_fc1_parameters_bias_)
        layer_norm_1 = l_self_modules_layer_modules_fc1_parameters_weight_ = l_self_modules_layer_modules_fc1_parameters_bias_ = None
        gelu = torch._C._nn.gelu(linear_2)
        linear_2 = None
        dropout_1 = torch.nn.functional.dropout(gelu, 0.1, False)
        gelu = None
        linear_3 = torch._C._nn.linear(dropout_1, l_self_modules_layer_modules_fc2_parameters_weight_, l_self_modules_layer_modules_fc2_parameters_bias_)
        dropout_1 = l_self_modules_layer_modules_fc2_parameters_weight_ = l_self_modules_layer_modules_fc2_parameters_bias_ = None
        add_2 = x_2 + linear_3
        x_2 = linear_3 = None
        layer_norm_2 = torch.nn.functional.layer_norm(add_2, (16,), l_self_modules_norm_parameters_weight_, l_self_modules_norm_parameters_bias_, 1e-06)
        add_2 = l_self_modules_norm_parameters_weight_ = l_self_modules_norm_parameters_bias_ = None
        getitem_3 = layer_norm_2[(slice(None, None, None), 0)]
        layer_norm_2 = None
        linear_4 = torch._C._nn.linear(getitem_3, l_self_modules_head_parameters_weight_, l_self_modules_head_parameters_bias_)
        getitem_3 = l_self_modules_head_parameters_weight_ = l_self_modules_head_parameters_bias_ = None
        return (linear_4,)
