"""Casts dropped, on the wrong operand, to the wrong dtype; tensors converted in part."""

from __future__ import annotations

from .edit import Edit
from .model import BF16, F32, Mutant

_BLOCK = "L_self_modules_stem_modules_"


def _up(product: str, operand: str) -> object:
    """The product is fed with the low operand cast up, not the other one down."""

    def change(edit: Edit) -> None:
        node = edit.node(product)
        for other in list(node.all_input_nodes):
            if other.name.endswith("_f16"):
                node.replace_input_with(other, other.all_input_nodes[0])
        edit.before(product, operand, "to", F32)
        edit.after(product, "to", edit.dtype)

    return change


MUTANTS = (
    Mutant("the mask's cast dropped", "attention/additive_mask", "DG402", "scaled_dot_product_attention",
           lambda e: e.bypass("mask_1_f16", "mask_1_f16_range"), device="cuda"),
    Mutant("the query's cast dropped", "attention/upcast_query", "DG401", "scaled_dot_product_attention",
           lambda e: e.bypass("q_2_f16")),
    Mutant("one of two attention operands missed", "transformer/rotary_positions", "DG401",
           "scaled_dot_product_attention", lambda e: e.bypass("k_1_f16")),
    Mutant("the bias table not converted", "attention/upcast_query", "DG402", "scaled_dot_product_attention",
           lambda e: e.meta("L_self_parameters_bias_", "float32"), device="cuda"),
    Mutant("cast to the other low precision", "transformer/rotary_positions", "DG401", "scaled_dot_product_attention",
           lambda e: e.give("k_1_f16", 1, BF16)),
    Mutant("baddbmm's first operand missed", "attention/alibi_baddbmm", "DG401", "scores",
           lambda e: e.bypass("alibi_f16")),
    Mutant("the weights of bmm not cast back after the softmax", "attention/alibi_baddbmm", "DG401", "attended",
           lambda e: e.bypass("view_4_f16")),
    Mutant("the cast on the other operand", "attention/alibi_baddbmm", "DG302", "attended", _up("attended", "v_1")),
    Mutant("the cast on the other operand of einsum", "attention/einsum", "DG302", "einsum_6",
           _up("einsum_6", "v")),
    Mutant("a linear's input not cast after the author's upcast", "norm/layer_norm_float", "DG401", "linear",
           lambda e: e.bypass("y_f16")),
    Mutant("the joined values not cast", "indexing/position_ids", "DG401", "linear", lambda e: e.bypass("cat_f16")),
    Mutant("one of two users missed", "convnet/deformable_sampling", "DG401", "sampled_2",
           lambda e: e.miss("sampled_2", "value_f32")),
    Mutant("a convolution's weight not converted", "convnet/residual_batch_norm", "DG401", "conv2d_3",
           lambda e: e.meta("L_self_modules_block2_modules_conv1_parameters_weight_", "float32")),
    Mutant("a convolution's bias not converted", "convnet/super_resolution", "DG401", "conv2d_1",
           lambda e: e.meta("L_self_modules_conv2_parameters_bias_", "float32")),
    Mutant("weights converted but not the meta", "transformer/shared_encoder", "DG401", "linear_1",
           lambda e: e.meta("L_self_modules_layer_modules_qkv_parameters_weight_", "float32")),
    Mutant("the input not converted", "convnet/video", "DG401", "conv3d", lambda e: e.meta("L_x_", "float32")),
    Mutant("a weight converted to the other low precision", "transformer/gated_units", "DG401", "linear",
           lambda e: e.meta("L_self_modules_gate_parameters_weight_", "bfloat16")),
    Mutant("layer_norm's weight lowered under an upcast", "norm/layer_norm_float", "DG403", "layer_norm",
           lambda e: e.meta("L_self_modules_norm1_parameters_weight_")),
    Mutant("batch_norm's variance lowered, its mean not", "convnet/residual_batch_norm", "DG403", "input_2",
           lambda e: e.meta(f"{_BLOCK}1_buffers_running_var_")),
    Mutant("group_norm's bias lowered, its weight not", "convnet/group_norm", "DG403", "group_norm",
           lambda e: e.meta("L_self_modules_norm1_parameters_bias_")),
    Mutant("a masked write's values not cast", "indexing/token_merge", "DG406", "merged",
           lambda e: e.bypass("to_f16")),
    Mutant("one of several writes missed", "indexing/index_writes", "DG406", "setitem",
           lambda e: e.miss("setitem", "y_f32")),
    Mutant("index_copy's source not cast", "indexing/index_writes", "DG406", "out_2",
           lambda e: e.bypass("mul_f32")),
    Mutant("scatter's source not cast", "indexing/index_writes", "DG406", "scattered",
           lambda e: e.miss("scattered", "y_f32")),
    Mutant("scatter_add's source not cast", "graph/scatter_mean", "DG406", "total_1", lambda e: e.bypass("y_f32")),
    Mutant("the written table lowered, the values not", "graph/scatter_mean", "DG406", "setitem",
           lambda e: e.give("table", "dtype", e.dtype)),
    Mutant("an operand of stack lost", "contract/joined_parts", "DG407", "y",
           lambda e: e.give("y", 0, [*e.node("y").args[0][:2], None])),
    Mutant("an operand of cat lost", "transformer/rotary_positions", "DG407", "cat_1",
           lambda e: e.give("cat_1", 0, (None, e.node("low")))),
    Mutant("a factory on another device", "contract/factories", "DG410", "padded",
           lambda e: e.give("zeros", "device", "cuda")),
    Mutant("an FFT without its island", "audio/spectrum", "DG501", "spectrum", lambda e: e.lower("spectrum")),
    Mutant("an FFT over two axes without its island", "transformer/fourier_mixing", "DG501", "fft_fftn",
           lambda e: e.lower("fft_fftn")),
)  # fmt: skip
