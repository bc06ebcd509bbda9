class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [8, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0112607
    std = 0.329807
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0502098
    std = 0.200272
    data = [0.19409092, -0.04462458, 0.013499214, 0.08191998, 0.21933624, 0.33947986, -0.27245656, -0.12956661]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [1, 65536, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.000471823
    std = 1.00073
    data = None
