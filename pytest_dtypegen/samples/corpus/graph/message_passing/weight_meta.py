class Program_weight_tensor_meta_L_edges_:
    name = "L_edges_"
    shape = [2, 30]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 7, 4, 7, 1, 3, 0, 6, 3, 1, 3, 7, 6, 5, 4, 7, 2, 0, 2, 6, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 5, 5, 7, 5, 4, 7, 6, 3, 8, 1, 4, 7, 3, 6, 2, 0, 1, 3, 3]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [10, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.157375
    std = 0.967347
    data = None


class Program_weight_tensor_meta_L_self_modules_first_parameters_weight_:
    name = "L_self_modules_first_parameters_weight_"
    shape = [16, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0380345
    std = 0.328333
    data = None


class Program_weight_tensor_meta_L_self_modules_second_parameters_weight_:
    name = "L_self_modules_second_parameters_weight_"
    shape = [4, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0150701
    std = 0.262982
    data = None


class Program_weight_tensor_meta_L_self_modules_second_parameters_bias_:
    name = "L_self_modules_second_parameters_bias_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.119762
    std = 0.0891581
    data = [-0.17634457, 0.011149973, -0.17623353, -0.13762105]
