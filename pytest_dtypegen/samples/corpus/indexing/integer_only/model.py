import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_mask_: torch.Tensor,
        L_ids_: torch.Tensor,
    ):
        l_mask_ = L_mask_
        l_ids_ = L_ids_
        cumsum = torch.cumsum(l_mask_, dim=1)
        positions = cumsum * l_mask_
        cumsum = l_mask_ = None
        eq = l_ids_ == 3
        to = eq.to(torch.int32)
        eq = None
        first = to.argmax(-1)
        to = None
        add = positions + l_ids_
        positions = l_ids_ = None
        return (add, first)
