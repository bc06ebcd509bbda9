import torch

from torch import device


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_attention_mask_: torch.Tensor,
        L_x_: torch.Tensor,
        L_self_modules_query_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_query_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_key_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_key_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_value_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_value_parameters_bias_: torch.nn.parameter.Parameter,
        L_self_modules_output_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_output_parameters_bias_: torch.nn.parameter.Parameter,
    ):
        l_attention_mask_ = L_attention_mask_
        l_x_ = L_x_
        l_self_modules_query_parameters_weight_ = L_self_modules_query_parameters_weight_
        l_self_modules_query_parameters_bias_ = L_self_modules_query_parameters_bias_
        l_self_modules_key_parameters_weight_ = L_self_modules_key_parameters_weight_
        l_self_modules_key_parameters_bias_ = L_self_modules_key_parameters_bias_
        l_self_modules_value_parameters_weight_ = L_self_modules_value_parameters_weight_
        l_self_modules_value_parameters_bias_ = L_self_modules_value_parameters_bias_
        l_self_modules_output_parameters_weight_ = L_self_modules_output_parameters_weight_
        l_self_modules_output_parameters_bias_ = L_self_modules_output_parameters_bias_
        padding = l_attention_mask_.bool()
        l_attention_mask_ = None
        place = torch.arange(9, device=device(type='cpu'))
        child = torch.arange(2, device=device(type='cpu'))
        lazy_load_decompositions = torch._functorch.predispatch.lazy_load_decompositions()
        lazy_load_decompositions = None
        _vmap_increment_nesting = torch._functorch.predispatch._vmap_increment_nesting(2, 'error')
        _vmap_increment_nesting = None
        child_1 = torch._functorch.predispatch._add_batch_dim(child, 0, 1)
        child = None
        lazy_load_decompositions_1 = torch._functorch.predispatch.lazy_load_decompositions()
        lazy_load_decompositions_1 = None
        _vmap_increment_nesting_1 = torch._functorch.predispatch._vmap_increment_nesting(9, 'error')
        _vmap_increment_nesting_1 = None
        child_2 = torch._functorch.predispatch._add_batch_dim(place, 0, 2)
        lazy_load_decompositions_2 = torch._functorch.predispatch.lazy_load_decompositions()
        lazy_load_decompositions_2 = None
        _vmap_increment_nesting_2 = torch._functorch.predispatch._vmap_increment_nesting(9, 'error')
        _vmap_increment_nesting_2 = None
        _add_batch_dim_2 = torch._functorch.predispatch._add_batch_dim(place, 0, 3)
        place = None
        le = _add_batch_dim_2 <= child_2
        child_2 = None
        getitem = padding[(child_1, _add_batch_dim_2)]
        padding = child_1 = _add_batch_dim_2 = None
        batched_outputs = le & getitem
        le = getitem = None
        batched_outputs_1 = torch._functorch.predispatch._remove_batch_dim(batched_outputs, 3, 9, 0)
        batched_outputs = None
        _vmap_decrement_nesting = torch._functorch.predispatch._vmap_decrement_nesting()
        _vmap_decrement_nesting = None
        batched_outputs_2 = torch._functorch.predispatch._remove_batch_dim(batched_outputs_1, 2, 9, 0)
        batched_outputs_1 = None
        _vmap_decrement_nesting_1 = torch._functorch.predispatch._vmap_decrement_nesting()
        _vmap_decrement_nesting_1 = None
        _remove_batch_dim_2 = torch._functorch.predispatch._remove_batch_dim(batched_outputs_2, 1, 2, 0)
        batched_outputs_2 = None
        _vmap_decrement_nesting_2 = torch._functorch.predispatch._vmap_decrement_nesting()
        _vmap_decrement_nesting_2 = None
        mask = _remove_batch_dim_2[(slice(None, None, None), None)]
        _remove_batch_dim_2 = None
        linear = torch._C._nn.linear(l_x_, l_self_modules_query_parameters_weight_, l_self_modules_query_parameters_bias_)
        l_self_modules_query_parameters_weight_ = l_self_modules_query_parameters_bias_ = None
        view = linear.view((2, 9, 2, -1))
        linear = None
        q = view.transpose(1, 2)
        view = None
        linear_1 = torch._C._nn.linear(l_x_, l_self_modules_key_parameters_weight_, l_self_modules_key_parameters_bias_)
        l_self_modules_key_parameters_weight_ = l_self_modules_key_parameters_bias_ = None
        view_1 = linear_1.view((2, 9, 2, -1))
        linear_1 = None
        k = view_1.transpose(1, 2)
        view_1 = None
        linear_2 = torch._C._nn.linear(l_x_, l_self_modules_value_parameters_weight_, l_self_modules_value_parameters_bias_)
        l_x_ = l_self_modules_value_parameters_weight_ = l_self_modules_value_parameters_bias_ = None
        view_2 = linear_2.view((2, 9, 2, -1))
        linear_2 = None
        v = view_2.transpose(1, 2)
        view_2 = None
        scaled_dot_product_attention = torch._C._nn.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        q = k = v = mask = None
        transpose_3 = scaled_dot_product_attention.transpose(1, 2)
        scaled_dot_product_attention = None
        contiguous = transpose_3.contiguous()
        transpose_3 = None
        flatten = contiguous.flatten(2)
        contiguous = None
        linear_3 = torch._C._nn.linear(flatten, l_self_modules_output_parameters_weight_, l_self_modules_output_parameters_bias_)
        flatten = l_self_modules_output_parameters_weight_ = l_self_modules_output_parameters_bias_ = None
        return (linear_3,)
