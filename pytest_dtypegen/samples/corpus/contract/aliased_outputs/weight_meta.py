class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [12, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0240544
    std = 0.368925
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [12]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0506674
    std = 0.316676
    data = [0.16044563, 0.3382539, 0.35526067, 0.36022064, 0.08124735, -0.35500565, 0.03755578, -0.25540233, -0.3804687, 0.36272556, 0.3104156, -0.4072391]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [3, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0853234
    std = 1.09124
    data = [-2.3217015, -1.1964102, 0.63276607, -1.9168797, -0.5596301, 0.5334718, 0.4068866, 0.39458653, 0.17151096, 0.87604475, 2.036037, 0.13159046, -0.07439492, -1.0922236, 0.39202642, 0.5945261, 0.66227406, -1.2063024]
