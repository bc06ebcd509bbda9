class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [10, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0585675
    std = 0.888403
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [12, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00729611
    std = 0.283594
    data = None


class Program_weight_tensor_meta_L_self_parameters_source_:
    name = "L_self_parameters_source_"
    shape = [1, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0902994
    std = 0.382692
    data = [0.6172774, -0.010626565, 0.01881565, -0.2298919, 0.32977518, 0.8269616, 0.052585002, -0.27945635, -0.45164692, -0.19829477, 0.39696053, 0.011134291]


class Program_weight_tensor_meta_L_self_parameters_target_:
    name = "L_self_parameters_target_"
    shape = [1, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.117943
    std = 0.427362
    data = [-0.08547279, -0.040032525, 0.5678732, 0.9333133, -0.13751875, -0.100796424, -0.47099584, 0.36945012, 0.41838953, 0.35133073, 0.1300536, -0.52027506]


class Program_weight_tensor_meta_L_edges_:
    name = "L_edges_"
    shape = [2, 30]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 5, 9, 6, 0, 0, 6, 5, 1, 5, 0, 1, 7, 7, 1, 5, 9, 1, 2, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 6, 3, 9, 6, 1, 0, 4, 5, 6, 9, 0, 5, 4, 0, 4, 8, 5, 7, 7]
