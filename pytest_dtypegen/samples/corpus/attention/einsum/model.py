import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_parameters_q_: torch.nn.parameter.Parameter,
        L_self_parameters_k_: torch.nn.parameter.Parameter,
        L_self_parameters_v_: torch.nn.parameter.Parameter,
        L_x_: torch.Tensor,
        L_segments_: torch.Tensor,
        L_self_parameters_segment_: torch.nn.parameter.Parameter,
        L_mask_: torch.Tensor,
        L_self_parameters_o_: torch.nn.parameter.Parameter,
    ):
        l_self_parameters_q_ = L_self_parameters_q_
        l_self_parameters_k_ = L_self_parameters_k_
        l_self_parameters_v_ = L_self_parameters_v_
        l_x_ = L_x_
        l_segments_ = L_segments_
        l_self_parameters_segment_ = L_self_parameters_segment_
        l_mask_ = L_mask_
        l_self_parameters_o_ = L_self_parameters_o_
        q = torch.functional.einsum('ibh,hnd->ibnd', l_x_, l_self_parameters_q_)
        l_self_parameters_q_ = None
        k = torch.functional.einsum('ibh,hnd->ibnd', l_x_, l_self_parameters_k_)
        l_self_parameters_k_ = None
        v = torch.functional.einsum('ibh,hnd->ibnd', l_x_, l_self_parameters_v_)
        l_x_ = l_self_parameters_v_ = None
        einsum_3 = torch.functional.einsum('ibnd,jbnd->bnij', q, k)
        k = None
        scores = einsum_3 * 0.408248290463863
        einsum_3 = None
        getitem = l_segments_[(slice(None, None, None), None)]
        getitem_1 = l_segments_[(None, slice(None, None, None))]
        l_segments_ = None
        ne = getitem != getitem_1
        getitem = getitem_1 = None
        long = ne.long()
        ne = None
        one_hot = torch._C._nn.one_hot(long, num_classes=2)
        long = None
        different = one_hot.to(torch.float32)
        one_hot = None
        einsum_4 = torch.functional.einsum('ibnd,snd->ibns', q, l_self_parameters_segment_)
        q = l_self_parameters_segment_ = None
        einsum_5 = torch.functional.einsum('ijbs,ibns->bnij', different, einsum_4)
        different = einsum_4 = None
        scores_1 = scores + einsum_5
        scores = einsum_5 = None
        to_1 = l_mask_.to(torch.float32)
        l_mask_ = None
        getitem_2 = to_1[(slice(None, None, None), None, None, slice(None, None, None))]
        to_1 = None
        mul_1 = 1e+30 * getitem_2
        getitem_2 = None
        scores_2 = scores_1 - mul_1
        scores_1 = mul_1 = None
        weights = scores_2.softmax(dim=3)
        scores_2 = None
        einsum_6 = torch.functional.einsum('bnij,jbnd->ibnd', weights, v)
        weights = v = None
        einsum_7 = torch.functional.einsum('ibnd,hnd->ibh', einsum_6, l_self_parameters_o_)
        einsum_6 = l_self_parameters_o_ = None
        return (einsum_7,)
