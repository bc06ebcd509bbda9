class Program_weight_tensor_meta_L_self_modules_conv_parameters_weight_:
    name = "L_self_modules_conv_parameters_weight_"
    shape = [6, 1, 3, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0216401
    std = 0.195847
    data = None


class Program_weight_tensor_meta_L_self_modules_conv_parameters_bias_:
    name = "L_self_modules_conv_parameters_bias_"
    shape = [6]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0635698
    std = 0.0969544
    data = [-0.17269509, -0.1661687, -0.03011449, 0.0024887994, -0.08742525, 0.072495796]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [1, 3, 4, 8, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0353147
    std = 1.02328
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [5, 24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0381572
    std = 0.210512
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [5]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0093009
    std = 0.0809556
    data = [-0.046678334, -0.009077635, -0.12432063, 0.06903498, 0.0645371]
