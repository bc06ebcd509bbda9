"""Matrix products, convolutions and recurrent cells."""

from __future__ import annotations

import operator

import torch
import torch.nn.functional as F

from pytest_dtypegen.dtypes.recipes.call import call, f, i

_linear = torch._C._nn.linear

MATMUL = (
    call(_linear, f(2, 3), f(4, 3), f(4)),
    call(_linear, f(2, 3), f(4, 3), None),
    call(_linear, f(2, 2, 3), f(4, 3), f(4)),
    call(_linear, f(2, 2, 3), f(4, 3)),
    call(_linear, f(1, 2, 2, 3), f(4, 3), f(4)),
    call(_linear, f(3), f(4, 3), f(4)),
    call(_linear, f(3), f(4, 3)),
    call(_linear, input=f(2, 3), weight=f(4, 3), bias=f(4)),
    call(torch.matmul, f(2, 3), f(3, 2)),
    call(torch.matmul, f(3), f(3)),
    call(torch.matmul, f(2, 3), f(3)),
    call(torch.matmul, f(3), f(3, 2)),
    call(torch.matmul, f(2, 2, 3), f(2, 3, 2)),
    call(torch.matmul, f(2, 2, 3), f(3, 2)),
    call(torch.matmul, f(2, 3), f(2, 3, 2)),
    call(torch.matmul, f(2, 2, 3), f(3)),
    call(torch.matmul, f(1, 2, 2, 3), f(1, 2, 3, 2)),
    call(operator.matmul, f(2, 3), f(3, 2)),
    call("matmul", f(2, 2, 3), f(2, 3, 2)),
    call(torch.mm, f(2, 3), f(3, 2)),
    call(torch.bmm, f(2, 2, 3), f(2, 3, 2)),
    call("bmm", f(2, 2, 3), f(2, 3, 2)),
    call(torch.mv, f(2, 3), f(3)),
    call(torch.dot, f(3), f(3)),
    call(torch.vdot, f(3), f(3)),
    call(torch.inner, f(2, 3), f(2, 3)),
    call(torch.inner, f(3), f(3)),
    call(torch.outer, f(2), f(3)),
    call(torch.ger, f(2), f(3)),
    call(torch.kron, f(2, 2), f(2, 2)),
    call(torch.addmm, f(2), f(2, 3), f(3, 2)),
    call(torch.addmm, f(2, 2), f(2, 3), f(3, 2), beta=0.5, alpha=2),
    call(torch.addmv, f(2), f(2, 3), f(3)),
    call(torch.addr, f(2, 3), f(2), f(3)),
    call(torch.addbmm, f(2, 2), f(2, 2, 3), f(2, 3, 2)),
    call(torch.baddbmm, f(2, 2, 2), f(2, 2, 3), f(2, 3, 2)),
    call("baddbmm", f(1, 1, 2), batch1=f(2, 2, 3), batch2=f(2, 3, 2), beta=0.5, alpha=1.0),
    call("addmm_", f(2, 2), f(2, 3), f(3, 2)),
    call("addmv_", f(2), f(2, 3), f(3)),
    call("addr_", f(2, 3), f(2), f(3)),
    call("addbmm_", f(2, 2), f(2, 2, 3), f(2, 3, 2)),
    call("baddbmm_", f(2, 2, 2), f(2, 2, 3), f(2, 3, 2)),
    call(torch._addmm_activation, f(2), f(2, 3), f(3, 2)),
    call(torch.functional.einsum, "bij,bjk->bik", f(2, 2, 3), f(2, 3, 2)),
    call(torch.functional.einsum, "bhid,bhjd->bhij", f(1, 2, 2, 3), f(1, 2, 2, 3)),
    call(torch.functional.einsum, "i,j->ij", f(2), f(3)),
    call(torch.functional.einsum, "ij,ij->ij", f(2, 3), f(2, 3)),
    call(torch.functional.einsum, "ij->ji", f(2, 3)),
    call(torch.functional.einsum, "ij,jk,kl->il", f(2, 3), f(3, 2), f(2, 2)),
    call(torch.functional.einsum, "ij,jk->ik", (f(2, 3), f(3, 2))),
    call(torch.functional.tensordot, f(2, 3), f(3, 2), 1),
    call(torch.functional.chain_matmul, f(2, 3), f(3, 2)),
    call(torch.linalg.multi_dot, [f(2, 3), f(3, 2), f(2, 2)]),
    call(torch.linalg.vecdot, f(2, 3), f(2, 3)),
    call(torch.linalg.matmul, f(2, 3), f(3, 2)),
    call(torch.matrix_power, f(2, 2), 3),
    call(torch.linalg.matrix_power, f(2, 2), 2),
    call(F.bilinear, f(2, 3), f(2, 4), f(5, 3, 4), f(5)),
    call(F.bilinear, f(2, 3), f(2, 4), f(5, 3, 4)),
    call(torch.cross, f(2, 3), f(2, 3), dim=1),
    call(torch.linalg.cross, f(2, 3), f(2, 3)),
    call(torch.ops.aten.mm.default, f(2, 3), f(3, 2)),
    call(torch.ops.aten.addmm.default, f(2), f(2, 3), f(3, 2)),
)

_PLAIN = (0,), (1,), False, (0,), 1

CONVOLUTION = (
    call(torch.conv1d, f(1, 2, 5), f(4, 2, 3), f(4)),
    call(torch.conv1d, f(1, 2, 5), f(4, 2, 3), None, (1,), (1,), (1,), 1),
    call(torch.conv1d, f(1, 2, 5), f(2, 1, 3), f(2), (1,), (1,), (1,), 2),
    call(torch.conv2d, f(1, 2, 5, 5), f(4, 2, 3, 3), f(4), (1, 1), (1, 1), (1, 1), 1),
    call(torch.conv2d, f(1, 2, 5, 5), f(4, 2, 3, 3), None, (1, 1), (1, 1), (1, 1), 1),
    call(torch.conv2d, f(1, 2, 5, 5), f(2, 1, 3, 3), f(2), (2, 2), (1, 1), (1, 1), 2),
    call(torch.conv2d, f(1, 2, 5, 5), f(4, 2, 1, 1), f(4)),
    call(torch.conv2d, f(2, 5, 5), f(4, 2, 3, 3), f(4)),
    call(torch.conv2d, f(1, 2, 7, 7), f(4, 2, 3, 3), f(4), (1, 1), (2, 2), (2, 2), 1),
    call(torch.conv2d, f(1, 2, 5, 5), f(4, 2, 3, 3), f(4), (1, 1), "same"),
    call(F.conv2d, input=f(1, 2, 5, 5), weight=f(4, 2, 3, 3), bias=f(4), padding="valid"),
    call(torch.conv3d, f(1, 2, 4, 4, 4), f(3, 2, 2, 2, 2), f(3)),
    call(torch.conv3d, f(1, 2, 4, 4, 4), f(3, 2, 2, 2, 2)),
    call(torch.conv_transpose1d, f(1, 2, 4), f(2, 3, 2), f(3)),
    call(torch.conv_transpose1d, f(1, 2, 4), f(2, 3, 2)),
    call(torch.conv_transpose2d, f(1, 2, 4, 4), f(2, 3, 2, 2), f(3), (2, 2), (0, 0), (0, 0), 1, (1, 1)),
    call(torch.conv_transpose2d, f(1, 2, 4, 4), f(2, 3, 2, 2)),
    call(torch.conv_transpose3d, f(1, 2, 3, 3, 3), f(2, 3, 2, 2, 2), f(3)),
    call(torch.conv_transpose3d, f(1, 2, 3, 3, 3), f(2, 3, 2, 2, 2)),
    call(torch.convolution, f(1, 2, 5), f(4, 2, 3), f(4), (1,), *_PLAIN),
    call(torch.ops.aten.convolution.default, f(1, 2, 5), f(4, 2, 3), None, (1,), *_PLAIN),
    call(torch._convolution, f(1, 2, 5), f(4, 2, 3), f(4), (1,), *_PLAIN, False, False, True, True),
    call(torch.conv_tbc, f(5, 1, 2), f(3, 2, 4), f(4)),
)

_LSTM = [f(4, 3, group="w"), f(4, 1, group="w"), f(4, group="b"), f(4, group="b")]
_GRU = [f(3, 3, group="w"), f(3, 1, group="w"), f(3, group="b"), f(3, group="b")]
_RNN = [f(1, 3, group="w"), f(1, 1, group="w"), f(1, group="b"), f(1, group="b")]
_ONE_LAYER = True, 1, 0.0, False, False, True

RECURRENT = (
    call(torch.rnn_tanh_cell, f(2, 3), f(2, 4), f(4, 3), f(4, 4), f(4, group="b"), f(4, group="b")),
    call(torch.rnn_relu_cell, f(2, 3), f(2, 4), f(4, 3), f(4, 4), f(4, group="b"), f(4, group="b")),
    call(torch.rnn_tanh_cell, f(2, 3), f(2, 4), f(4, 3), f(4, 4)),
    call(torch.gru_cell, f(2, 3), f(2, 4), f(12, 3), f(12, 4), f(12, group="b"), f(12, group="b")),
    call(torch.gru_cell, f(2, 3), f(2, 4), f(12, 3), f(12, 4)),
    call(torch.lstm_cell, f(2, 3), [f(2, 4), f(2, 4)], f(16, 3, group="w"), f(16, 4, group="w"),
         f(16, group="b"), f(16, group="b")),
    call(torch.lstm_cell, f(2, 3), [f(2, 4), f(2, 4)], f(16, 3), f(16, 4)),
    call(torch.lstm, f(2, 2, 3), [f(1, 2, 1), f(1, 2, 1)], _LSTM, *_ONE_LAYER),
    call(torch.lstm, f(2, 2, 3), [f(1, 2, 1, group="h"), f(1, 2, 1, group="h")], _LSTM[:2], False, *_ONE_LAYER[1:]),
    call(torch.gru, f(2, 2, 3), f(1, 2, 1), _GRU, *_ONE_LAYER),
    call(torch.rnn_tanh, f(2, 2, 3), f(1, 2, 1), _RNN, *_ONE_LAYER),
    call(torch.rnn_relu, f(2, 2, 3), f(1, 2, 1), _RNN, *_ONE_LAYER),
)  # fmt: skip

EMBEDDING = (
    call(F.embedding, i(2, 2), f(3, 4), None, None, 2.0, False, False),
    call(F.embedding, i(2, 2), f(3, 4), 0, 1.0),
    call(torch.embedding, f(3, 4), i(2, 2)),
    call(F.embedding_bag, i(2, 2), f(3, 4)),
    call(F.embedding_bag, i(2, 2), f(3, 4), mode="sum", per_sample_weights=f(2, 2)),
    call(F.embedding_bag, i(2, 2), f(3, 4), mode="max"),
    call(F.one_hot, i(3), 2),
)
