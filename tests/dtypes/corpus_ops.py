"""The call targets and methods that occur in captured graphs in the field."""

TARGETS = """
    torch._C._fft.fft_fftn torch._C._fft.fft_irfft torch._C._fft.fft_rfft torch._C._functorch._add_batch_dim
    torch._C._functorch._remove_batch_dim torch._C._functorch._vmap_decrement_nesting
    torch._C._functorch._vmap_increment_nesting torch._C._linalg.linalg_norm torch._C._linalg.linalg_vector_norm
    torch._C._log_api_usage_once torch._C._nn.avg_pool2d torch._C._nn.gelu torch._C._nn.linear torch._C._nn.one_hot
    torch._C._nn.pad torch._C._nn.scaled_dot_product_attention torch._C._nn.softplus torch._C._set_grad_enabled
    torch._C._special.special_logit torch._check_is_size torch._functorch.vmap.lazy_load_decompositions
    torch._native_multi_head_attention torch._weight_norm torch.abs torch.adaptive_avg_pool1d torch.add
    torch.addcmul torch.addmm torch.all torch.amp.autocast_mode._enter_autocast
    torch.amp.autocast_mode._exit_autocast torch.arange torch.argmax torch.as_tensor
    torch.autograd.function.FunctionCtx torch.avg_pool1d torch.bmm torch.broadcast_to torch.cat torch.ceil
    torch.chunk torch.clamp torch.clip torch.concat torch.concatenate torch.conv1d torch.conv2d torch.conv3d
    torch.conv_transpose1d torch.conv_transpose2d torch.cos torch.cumsum torch.diag torch.div torch.empty torch.eq
    torch.erf torch.exp torch.eye torch.flatten torch.floor torch.full torch.full_like torch.functional.einsum
    torch.functional.meshgrid torch.functional.norm torch.functional.split torch.gather torch.ge torch.index_select
    torch.le torch.linspace torch.log torch.logical_and torch.matmul torch.max torch.mean torch.min torch.mul
    torch.multiply torch.nn.functional.adaptive_avg_pool2d torch.nn.functional.adaptive_avg_pool3d
    torch.nn.functional.adaptive_max_pool2d torch.nn.functional.batch_norm torch.nn.functional.dropout
    torch.nn.functional.dropout2d torch.nn.functional.elu torch.nn.functional.embedding torch.nn.functional.fold
    torch.nn.functional.glu torch.nn.functional.grid_sample torch.nn.functional.group_norm
    torch.nn.functional.hardsigmoid torch.nn.functional.hardswish torch.nn.functional.hardtanh
    torch.nn.functional.interpolate torch.nn.functional.layer_norm torch.nn.functional.leaky_relu
    torch.nn.functional.max_pool1d torch.nn.functional.max_pool2d torch.nn.functional.multi_head_attention_forward
    torch.nn.functional.normalize torch.nn.functional.relu torch.nn.functional.sigmoid torch.nn.functional.silu
    torch.nn.functional.softmax torch.nn.functional.unfold torch.ones torch.ones_like
    torch.ops.aten._assert_scalar.default torch.ops.aten._local_scalar_dense torch.ops.aten.index
    torch.ops.aten.sym_size.int torch.outer torch.permute torch.pixel_shuffle torch.pow torch.prelu torch.prod
    torch.rand torch.randn torch.relu torch.relu_ torch.repeat_interleave torch.reshape torch.rms_norm torch.roll
    torch.rsqrt torch.sigmoid torch.sign torch.sin torch.softmax torch.sort torch.split_with_sizes torch.sqrt
    torch.square torch.squeeze torch.stack torch.sum torch.swapaxes torch.sym_int torch.sym_sum torch.tanh
    torch.tensor torch.transpose torch.triu torch.unbind torch.unsqueeze torch.var torch.where torch.zeros
    torch.zeros_like
"""
METHODS = """
    __and__ __eq__ all amax argmax baddbmm bmm bool chunk clamp clamp_ clone contiguous copy_ cos cumsum detach div
    eq exp expand expand_as fill_ flatten float gather gt index_select int item le long masked_fill masked_fill_
    matmul max mean mul mul_ ne new_ones new_zeros norm permute pow pow_ prod relu relu_ repeat repeat_interleave
    reshape reshape_as rsqrt scatter_add_ scatter_reduce_ sigmoid sin size softmax split sqrt squeeze sub sum t tanh
    tensor_split tile to topk transpose type type_as unbind unfold unsqueeze view view_as where zero_
"""
