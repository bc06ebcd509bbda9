class Program_weight_tensor_meta_L_self_modules_norm_parameters_weight_:
    name = "L_self_modules_norm_parameters_weight_"
    shape = [8]
    dtype = "torch.bfloat16"
    device = "cpu"
    mean = 1.00781
    std = 0.121588
    data = [1.01, 0.867, 0.84, 1.16, 1.03, 1.164, 0.934, 1.06]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_bias_:
    name = "L_self_modules_norm_parameters_bias_"
    shape = [8]
    dtype = "torch.bfloat16"
    device = "cpu"
    mean = -0.0135555
    std = 0.036291
    data = [-0.0228, -0.00446, -0.0608, 0.034, 0.0317, -0.00206, -0.0225, -0.0615]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [4, 8]
    dtype = "torch.bfloat16"
    device = "cpu"
    mean = 0.187056
    std = 1.16318
    data = [3.12, 0.179, -0.645, 0.01117, 0.447, 0.977, -1.414, -1.03, 0.26, 0.613, 1.18, -1.1, 0.9, -0.177, 1.19, 0.652, -1.04, 1.625, -0.633, 1.76, -0.58, 0.52, 1.07, -1.56, 1.836, 0.377, -2.19, -0.146, 0.723, 0.312, 0.32, -1.57]


class Program_weight_tensor_meta_L_self_modules_fc1_parameters_weight_:
    name = "L_self_modules_fc1_parameters_weight_"
    shape = [16, 8]
    dtype = "torch.bfloat16"
    device = "cpu"
    mean = -0.0607459
    std = 0.379938
    data = None


class Program_weight_tensor_meta_L_self_modules_fc1_parameters_bias_:
    name = "L_self_modules_fc1_parameters_bias_"
    shape = [16]
    dtype = "torch.bfloat16"
    device = "cpu"
    mean = 0.0438423
    std = 0.188116
    data = [-0.1235, -0.29, -0.075, 0.0757, -0.23, -0.0182, 0.254, -0.0364, 0.0098, -0.0305, 0.072, 0.225, 0.334, 0.225, 0.336, -0.0255]


class Program_weight_tensor_meta_L_self_modules_fc2_parameters_weight_:
    name = "L_self_modules_fc2_parameters_weight_"
    shape = [8, 16]
    dtype = "torch.bfloat16"
    device = "cpu"
    mean = 0.0163102
    std = 0.217359
    data = None


class Program_weight_tensor_meta_L_self_modules_fc2_parameters_bias_:
    name = "L_self_modules_fc2_parameters_bias_"
    shape = [8]
    dtype = "torch.bfloat16"
    device = "cpu"
    mean = -0.0557098
    std = 0.161854
    data = [-0.236, 0.054, -0.141, -0.223, 0.219, -0.162, -0.0284, 0.072]


class Program_weight_tensor_meta_L_mask_:
    name = "L_mask_"
    shape = [4, 8]
    dtype = "torch.bool"
    device = "cpu"
    mean = None
    std = None
    data = [False, False, False, False, False, False, True, True, False, False, False, False, False, False, True, True, False, False, False, False, False, False, True, True, False, False, False, False, False, False, True, True]
