class Program_weight_tensor_meta_L_self_modules_conv_parameters_weight_:
    name = "L_self_modules_conv_parameters_weight_"
    shape = [2, 1, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.121965
    std = 1.38401
    data = [-0.8566746, 1.1006042]


class Program_weight_tensor_meta_L_self_modules_conv_parameters_bias_:
    name = "L_self_modules_conv_parameters_bias_"
    shape = [2]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.779492
    std = 0.0615933
    data = [-0.82304513, -0.735939]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 1, 128, 128]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0129185
    std = 1.0033
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [4, 4]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0793555
    std = 0.375347
    data = [0.08322767, 0.43719092, -0.071736924, -0.055804666, -0.30679154, 0.01579637, -0.24633849, 0.12420738, 0.30902833, -0.20640111, -0.4205324, -1.158021, -0.051154826, 0.396222, -0.14483385, 0.026253743]


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.217015
    std = 0.236338
    data = [0.18160856, 0.41519397, -0.10290009, 0.37415588]
