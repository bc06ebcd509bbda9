class Program_weight_tensor_meta_L_steps_:
    name = "L_steps_"
    shape = [6]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [0, 1, 250, 257, 511, 999]


class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [8, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00669951
    std = 0.264765
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0393171
    std = 0.120908
    data = [-0.08745834, -0.20490542, -0.053178787, 0.05343911, -0.16286644, -0.01282984, 0.17896271, -0.025700063]
