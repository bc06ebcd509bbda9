class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 12, 3, 7]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00465186
    std = 1.03108
    data = None


class Program_weight_tensor_meta_L_self_buffers_column_scales_:
    name = "L_self_buffers_column_scales_"
    shape = [7]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0225
    std = 0.00540062
    data = [0.015, 0.0175, 0.02, 0.022499999, 0.024999999, 0.0275, 0.03]


class Program_weight_tensor_meta_L_self_buffers_column_zeros_:
    name = "L_self_buffers_column_zeros_"
    shape = [7]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [-2, -1, 0, 1, 2, 3, 4]


class Program_weight_tensor_meta_L_self_parameters_gamma_:
    name = "L_self_parameters_gamma_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.05
    std = 0.387298
    data = [0.6, 0.9, 1.2, 1.5]


class Program_weight_tensor_meta_L_self_buffers_sample_scales_:
    name = "L_self_buffers_sample_scales_"
    shape = [2]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0375
    std = 0.0106066
    data = [0.03, 0.045]


class Program_weight_tensor_meta_L_self_buffers_sample_zeros_:
    name = "L_self_buffers_sample_zeros_"
    shape = [2]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [110, 131]


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
