class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [6, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00678704
    std = 0.374757
    data = [0.22973004, 0.105992444, -0.071019284, -0.277097, 0.38304335, 0.19958027, -0.2747878, 0.35633186, -0.4899549, -0.0019537695, -0.21150316, -0.12521146, -0.6454381, 0.69673425, -0.18216741, 0.30374518, -0.23395775, -0.22672413, 0.24263138, 0.62949544, -0.4459983, -0.034780428, -0.038109258, 0.2804871, -0.34224084, 0.00036408473, 0.34370184, -0.16331327, 0.25357866, 0.26053655, -0.10042947, 0.93999845, -0.7681964, -0.020300973, -0.42661074, -0.39048985]


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0508035
    std = 0.237092
    data = [-0.23831105, 0.35092944, 0.18216789, 0.19786675, 0.021470416, -0.20930217]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [4, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.109203
    std = 1.05992
    data = [-0.020251827, -0.43716955, 1.645867, -1.3601689, 0.34456542, 0.5198677, -2.6133225, -1.6964744, -0.921462, -0.056194786, -0.7015236, 1.0366868, -0.6036701, -1.2787652, 0.09295023, -0.6660997, 0.9233735, 1.3872952, 1.3750379, 0.6596311, 0.4765571, -1.0163075, 0.18036698, 0.10833187]


class Program_weight_tensor_meta_L_index_:
    name = "L_index_"
    shape = [4]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [1, 3, 4, 6]


class Program_weight_tensor_meta_L_mask_:
    name = "L_mask_"
    shape = [8, 6]
    dtype = "torch.bool"
    device = "cpu"
    mean = None
    std = None
    data = [True, True, True, True, True, True, False, False, False, False, False, False, True, True, True, True, True, True, False, False, False, False, False, False, True, True, True, True, True, True, False, False, False, False, False, False, True, True, True, True, True, True, False, False, False, False, False, False]
