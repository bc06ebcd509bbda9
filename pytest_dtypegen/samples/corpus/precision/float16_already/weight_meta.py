class Program_weight_tensor_meta_L_self_modules_norm_parameters_weight_:
    name = "L_self_modules_norm_parameters_weight_"
    shape = [8]
    dtype = "torch.float16"
    device = "cpu"
    mean = 1.00745
    std = 0.122901
    data = [1.007, 0.865, 0.8384, 1.159, 1.032, 1.166, 0.933, 1.059]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_bias_:
    name = "L_self_modules_norm_parameters_bias_"
    shape = [8]
    dtype = "torch.float16"
    device = "cpu"
    mean = -0.0136256
    std = 0.0362951
    data = [-0.02287, -0.004448, -0.0609, 0.0338, 0.03162, -0.002064, -0.02249, -0.06165]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [4, 8]
    dtype = "torch.float16"
    device = "cpu"
    mean = 0.187071
    std = 1.16248
    data = [3.125, 0.1785, -0.645, 0.01116, 0.4468, 0.9756, -1.411, -1.029, 0.2598, 0.6113, 1.182, -1.1045, 0.897, -0.1769, 1.188, 0.6514, -1.041, 1.625, -0.634, 1.759, -0.579, 0.5205, 1.067, -1.5625, 1.834, 0.3774, -2.18, -0.1469, 0.7217, 0.3123, 0.3208, -1.568]


class Program_weight_tensor_meta_L_self_modules_fc1_parameters_weight_:
    name = "L_self_modules_fc1_parameters_weight_"
    shape = [16, 8]
    dtype = "torch.float16"
    device = "cpu"
    mean = -0.0606273
    std = 0.379941
    data = None


class Program_weight_tensor_meta_L_self_modules_fc1_parameters_bias_:
    name = "L_self_modules_fc1_parameters_bias_"
    shape = [16]
    dtype = "torch.float16"
    device = "cpu"
    mean = 0.0437832
    std = 0.188222
    data = [-0.12366, -0.2898, -0.0752, 0.07556, -0.2303, -0.01814, 0.2532, -0.03635, 0.00983, -0.0305, 0.07153, 0.2249, 0.335, 0.2245, 0.3357, -0.02557]


class Program_weight_tensor_meta_L_self_modules_fc2_parameters_weight_:
    name = "L_self_modules_fc2_parameters_weight_"
    shape = [8, 16]
    dtype = "torch.float16"
    device = "cpu"
    mean = 0.0162937
    std = 0.217303
    data = None


class Program_weight_tensor_meta_L_self_modules_fc2_parameters_bias_:
    name = "L_self_modules_fc2_parameters_bias_"
    shape = [8]
    dtype = "torch.float16"
    device = "cpu"
    mean = -0.0556793
    std = 0.161989
    data = [-0.2363, 0.05402, -0.1403, -0.2229, 0.2192, -0.1624, -0.02844, 0.0716]


class Program_weight_tensor_meta_L_mask_:
    name = "L_mask_"
    shape = [4, 8]
    dtype = "torch.bool"
    device = "cpu"
    mean = None
    std = None
    data = [False, False, False, False, False, False, True, True, False, False, False, False, False, False, True, True, False, False, False, False, False, False, True, True, False, False, False, False, False, False, True, True]
