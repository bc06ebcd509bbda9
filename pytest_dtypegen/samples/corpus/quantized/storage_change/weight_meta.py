class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [1, 10, 3, 7]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0311566
    std = 0.955138
    data = None


class Program_weight_tensor_meta_L_self_parameters_gamma_:
    name = "L_self_parameters_gamma_"
    shape = [5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.05
    std = 0.355756
    data = [0.6, 0.82500005, 1.05, 1.275, 1.5]


class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [4, 7]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0403235
    std = 0.299666
    data = [-0.2319126, 0.011940934, -0.18621439, 0.09389195, 0.1661894, 0.042487435, 0.24219675, 0.1667414, -0.03866941, 0.29951566, -0.1094841, 0.019845964, 0.224633, 0.5827995, 0.19175439, -0.22338954, -0.21515554, 0.3477165, 0.419849, 0.48752657, -0.5654027, -0.07326354, 0.16838777, 0.50090677, -0.6158273, -0.20778356, -0.1813603, -0.18886186]


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0385998
    std = 0.250441
    data = [-0.23794298, -0.095687464, -0.14733054, 0.3265616]
