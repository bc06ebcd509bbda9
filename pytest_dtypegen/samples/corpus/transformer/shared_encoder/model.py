import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_ids_: torch.Tensor,
        L_self_modules_words_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_types_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_buffers_position_ids_: torch.Tensor,
        L_self_modules_places_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_norm_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_widen_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_widen_parameters_bias_: torch.nn.parameter.Parameter,
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
    ):
        l_ids_ = L_ids_
        l_self_modules_words_parameters_weight_ = L_self_modules_words_parameters_weight_
        l_self_modules_types_parameters_weight_ = L_self_modules_types_parameters_weight_
        l_self_buffers_position_ids_ = L_self_buffers_position_ids_
        l_self_modules_places_parameters_weight_ = L_self_modules_places_parameters_weight_
        l_self_modules_norm_parameters_weight_ = L_self_modules_norm_parameters_weight_
        l_self_modules_norm_parameters_bias_ = L_self_modules_norm_parameters_bias_
        l_self_modules_widen_parameters_weight_ = L_self_modules_widen_parameters_weight_
        l_self_modules_widen_parameters_bias_ = L_self_modules_widen_parameters_bias_
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
        types = torch.zeros((2, 7), dtype=torch.int64, device=device(type='cpu'))
        embedding = torch.nn.functional.embedding(l_ids_, l_self_modules_words_parameters_weight_, 0, None, 2.0, False, False)
        l_ids_ = l_self_modules_words_parameters_weight_ = None
        embedding_1 = torch.nn.functional.embedding(types, l_self_modules_types_parameters_weight_, None, None, 2.0, False, False)
        types = l_self_modules_types_parameters_weight_ = None
        add = embedding + embedding_1
        embedding = embedding_1 = None
        getitem = l_self_buffers_position_ids_[(slice(None, None, None), slice(None, 7, None))]
        l_self_buffers_position_ids_ = None
        embedding_2 = torch.nn.functional.embedding(getitem, l_self_modules_places_parameters_weight_, None, None, 2.0, False, False)
        getitem = l_self_modules_places_parameters_weight_ = None
        x = add + embedding_2
        add = embedding_2 = None
        layer_norm = torch.nn.functional.layer_norm(x, (8,), l_self_modules_norm_parameters_weight_, l_self_modules_norm_parameters_bias_, 1e-12)
        x = l_self_modules_norm_parameters_weight_ = l_self_modules_norm_parameters_bias_ = None
        x_1 = torch._C._nn.linear(layer_norm, l_self_modules_widen_parameters_weight_, l_self_modules_widen_parameters_bias_)
        layer_norm = l_self_modules_widen_parameters_weight_ = l_self_modules_widen_parameters_bias_ = None
        layer_norm_1 = torch.nn.functional.layer_norm(x_1, (16,), l_self_modules_layer_modules_norm1_parameters_weight_, l_self_modules_layer_modules_norm1_parameters_bias_, 1e-06)
        linear_1 = torch._C._nn.linear(layer_norm_1, l_self_modules_layer_modules_qkv_parameters_weight_, l_self_modules_layer_modules_qkv_parameters_bias_)
        layer_norm_1 = None
        reshape = linear_1.reshape(2, 7, 3, 2, -1)
        linear_1 = None
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
        transpose = attended.transpose(1, 2)
        attended = None
        reshape_1 = transpose.reshape(2, 7, -1)
        transpose = None
        linear_2 = torch._C._nn.linear(reshape_1, l_self_modules_layer_modules_proj_parameters_weight_, l_self_modules_layer_modules_proj_parameters_bias_)
        reshape_1 = None
        dropout = torch.nn.functional.dropout(linear_2, 0.1, False)
        linear_2 = None
        x_2 = x_1 + dropout
        x_1 = dropout = None
        layer_norm_2 = torch.nn.functional.layer_norm(x_2, (16,), l_self_modules_layer_modules_norm2_parameters_weight_, l_self_modules_layer_modules_norm2_parameters_bias_, 1e-06)
        linear_3 = torch._C._nn.linear(layer_norm_2, l_self_modules_layer_modules_fc1_parameters_weight_, l_self_modules_layer_modules_fc1_parameters_bias_)
        layer_norm_2 = None
        gelu = torch._C._nn.gelu(linear_3)
        linear_3 = None
        dropout_1 = torch.nn.functional.dropout(gelu, 0.1, False)
        gelu = None
        linear_4 = torch._C._nn.linear(dropout_1, l_self_modules_layer_modules_fc2_parameters_weight_, l_self_modules_layer_modules_fc2_parameters_bias_)
        dropout_1 = None
        x_3 = x_2 + linear_4
        x_2 = linear_4 = None
        layer_norm_3 = torch.nn.functional.layer_norm(x_3, (16,), l_self_modules_layer_modules_norm1_parameters_weight_, l_self_modules_layer_modules_norm1_parameters_bias_, 1e-06)
        linear_5 = torch._C._nn.linear(layer_norm_3, l_self_modules_layer_modules_qkv_parameters_weight_, l_self_modules_layer_modules_qkv_parameters_bias_)
        layer_norm_3 = None
        reshape_2 = linear_5.reshape(2, 7, 3, 2, -1)
        linear_5 = None
        qkv_1 = reshape_2.permute(2, 0, 3, 1, 4)
        reshape_2 = None
        unbind_1 = qkv_1.unbind(0)
        qkv_1 = None
        q_1 = unbind_1[0]
        k_1 = unbind_1[1]
        v_1 = unbind_1[2]
        unbind_1 = None
        attended_1 = torch._C._nn.scaled_dot_product_attention(q_1, k_1, v_1, dropout_p=0.0)
        q_1 = k_1 = v_1 = None
        transpose_1 = attended_1.transpose(1, 2)
        attended_1 = None
        reshape_3 = transpose_1.reshape(2, 7, -1)
        transpose_1 = None
        linear_6 = torch._C._nn.linear(reshape_3, l_self_modules_layer_modules_proj_parameters_weight_, l_self_modules_layer_modules_proj_parameters_bias_)
        reshape_3 = None
        dropout_2 = torch.nn.functional.dropout(linear_6, 0.1, False)
        linear_6 = None
        x_4 = x_3 + dropout_2
        x_3 = dropout_2 = None
        layer_norm_4 = torch.nn.functional.layer_norm(x_4, (16,), l_self_modules_layer_modules_norm2_parameters_weight_, l_self_modules_layer_modules_norm2_parameters_bias_, 1e-06)
        linear_7 = torch._C._nn.linear(layer_norm_4, l_self_modules_layer_modules_fc1_parameters_weight_, l_self_modules_layer_modules_fc1_parameters_bias_)
        layer_norm_4 = None
        gelu_1 = torch._C._nn.gelu(linear_7)
        linear_7 = None
        dropout_3 = torch.nn.functional.dropout(gelu_1, 0.1, False)
        gelu_1 = None
        linear_8 = torch._C._nn.linear(dropout_3, l_self_modules_layer_modules_fc2_parameters_weight_, l_self_modules_layer_modules_fc2_parameters_bias_)
        dropout_3 = None
        x_5 = x_4 + linear_8
        x_4 = linear_8 = None
        layer_norm_5 = torch.nn.functional.layer_norm(x_5, (16,), l_self_modules_layer_modules_norm1_parameters_weight_, l_self_modules_layer_modules_norm1_parameters_bias_, 1e-06)
        l_self_modules_layer_modules_norm1_parameters_weight_ = l_self_modules_layer_modules_norm1_parameters_bias_ = None
        linear_9 = torch._C._nn.linear(layer_norm_5, l_self_modules_layer_modules_qkv_parameters_weight_, l_self_modules_layer_modules_qkv_parameters_bias_)
        layer_norm_5 = l_self_modules_layer_modules_qkv_parameters_weight_ = l_self_modules_layer_modules_qkv_parameters_bias_ = None
        reshape_4 = linear_9.reshape(2, 7, 3, 2, -1)
        linear_9 = None
        qkv_2 = reshape_4.permute(2, 0, 3, 1, 4)
        reshape_4 = None
        unbind_2 = qkv_2.unbind(0)
        qkv_2 = None
        q_2 = unbind_2[0]
        k_2 = unbind_2[1]
        v_2 = unbind_2[2]
        unbind_2 = None
        attended_2 = torch._C._nn.scaled_dot_product_attention(q_2, k_2, v_2, dropout_p=0.0)
        q_2 = k_2 = v_2 = None
        transpose_2 = attended_2.transpose(1, 2)
        attended_2 = None
        reshape_5 = transpose_2.reshape(2, 7, -1)
        transpose_2 = None
        linear_10 = torch._C._nn.linear(reshape_5, l_self_modules_layer_modules_proj_parameters_weight_, l_self_modules_layer_modules_proj_parameters_bias_)
        reshape_5 = l_self_modules_layer_modules_proj_parameters_weight_ = l_self_modules_layer_modules_proj_parameters_bias_ = None
        dropout_4 = torch.nn.functional.dropout(linear_10, 0.1, False)
        linear_10 = None
        x_6 = x_5 + dropout_4
        x_5 = dropout_4 = None
        layer_norm_6 = torch.nn.functional.layer_norm(x_6, (16,), l_self_modules_layer_modules_norm2_parameters_weight_, l_self_modules_layer_modules_norm2_parameters_bias_, 1e-06)
        l_self_modules_layer_modules_norm2_parameters_weight_ = l_self_modules_layer_modules_norm2_parameters_bias_ = None
        linear_11 = torch._C._nn.linear(layer_norm_6, l_self_modules_layer_modules_fc1_parameters_weight_, l_self_modules_layer_modules_fc1_parameters_bias_)
        layer_norm_6 = l_self_modules_layer_modules_fc1_parameters_weight_ = l_self_modules_layer_modules_fc1_parameters_bias_ = None
        gelu_2 = torch._C._nn.gelu(linear_11)
        linear_11 = None
        dropout_5 = torch.nn.functional.dropout(gelu_2, 0.1, False)
        gelu_2 = None
        linear_12 = torch._C._nn.linear(dropout_5, l_self_modules_layer_modules_fc2_parameters_weight_, l_self_modules_layer_modules_fc2_parameters_bias_)
        dropout_5 = l_self_modules_layer_modules_fc2_parameters_weight_ = l_self_modules_layer_modules_fc2_parameters_bias_ = None
        x_7 = x_6 + linear_12
        x_6 = linear_12 = None
        return (x_7,)
