class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [1, 6, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.147079
    std = 1.02382
    data = None


class Program_weight_tensor_meta_L_self_modules_q_parameters_weight_:
    name = "L_self_modules_q_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0155181
    std = 0.2631
    data = None


class Program_weight_tensor_meta_L_self_modules_k_parameters_weight_:
    name = "L_self_modules_k_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0145832
    std = 0.256424
    data = None
