class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [4, 4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.30948
    std = 0.502104
    data = [0.29941973, -0.77754754, -0.1706802, 0.92650306, 0.2340482, -0.07885622, 0.72183007, 0.1330247, 0.6946831, 0.7931671, 0.47314918, -0.42183837, 0.4659133, 0.6295046, 1.0024903, 0.026868451]


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0147557
    std = 0.311189
    data = [0.1976676, 0.3000114, -0.33897054, -0.21773142]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [1, 4096, 4]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00356432
    std = 1.00507
    data = None
