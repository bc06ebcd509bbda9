class Program_weight_tensor_meta_L_mask_:
    name = "L_mask_"
    shape = [2, 9]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1]


class Program_weight_tensor_meta_L_ids_:
    name = "L_ids_"
    shape = [2, 9]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [8, 0, 2, 6, 7, 6, 7, 1, 1, 0, 8, 2, 6, 3, 1, 2, 0, 0]
