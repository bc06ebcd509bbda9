class Program_weight_tensor_meta_L_self_modules_conv1_parameters_weight_:
    name = "L_self_modules_conv1_parameters_weight_"
    shape = [8, 3, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.013565
    std = 0.188934
    data = None


class Program_weight_tensor_meta_L_self_modules_conv1_parameters_bias_:
    name = "L_self_modules_conv1_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -8.19811e-05
    std = 0.132383
    data = [-0.15053545, -0.10086914, 0.15540205, -0.15618223, -0.013819109, 0.19037908, 0.0695201, 0.005448847]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [1, 3, 7, 7]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.49677
    std = 0.284326
    min_val = 0


class Program_weight_tensor_meta_L_self_modules_act_parameters_weight_:
    name = "L_self_modules_act_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.2
    std = 0.0
    data = [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2]


class Program_weight_tensor_meta_L_self_modules_conv2_parameters_weight_:
    name = "L_self_modules_conv2_parameters_weight_"
    shape = [12, 8, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00464835
    std = 0.119451
    data = None


class Program_weight_tensor_meta_L_self_modules_conv2_parameters_bias_:
    name = "L_self_modules_conv2_parameters_bias_"
    shape = [12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0178465
    std = 0.0537234
    data = [-0.0072595277, -0.073913895, -0.042627, 0.07658415, -0.0472579, 0.073190235, -0.046731737, -0.027447391, 0.0025081309, -0.10814791, -0.00117674, -0.011878893]
