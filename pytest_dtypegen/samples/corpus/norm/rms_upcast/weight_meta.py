class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [24, 24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00649277
    std = 0.20146
    data = None


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 6, 24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0138102
    std = 0.996721
    data = None


class Program_weight_tensor_meta_L_self_parameters_weight_:
    name = "L_self_parameters_weight_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.00104
    std = 0.104135
    data = [0.887416, 0.88476396, 0.97494215, 0.9566121, 1.084871, 1.0692009, 0.96839875, 0.7884781, 1.0468097, 0.98422873, 1.144366, 1.0266049, 1.0166456, 1.0874382, 0.9856526, 0.9888391, 1.0931827, 1.125901, 1.2004981, 1.0053737, 1.0618057, 0.9587198, 0.9158935, 0.7683958]
