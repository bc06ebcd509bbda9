class Program_weight_tensor_meta_L_self_modules_gate_parameters_weight_:
    name = "L_self_modules_gate_parameters_weight_"
    shape = [24, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00435031
    std = 0.276467
    data = None


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 5, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0938853
    std = 0.967743
    data = None


class Program_weight_tensor_meta_L_self_modules_up_parameters_weight_:
    name = "L_self_modules_up_parameters_weight_"
    shape = [24, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00196234
    std = 0.285886
    data = None


class Program_weight_tensor_meta_L_self_modules_down_parameters_weight_:
    name = "L_self_modules_down_parameters_weight_"
    shape = [12, 24]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0149472
    std = 0.19882
    data = None


class Program_weight_tensor_meta_L_self_modules_wide_parameters_weight_:
    name = "L_self_modules_wide_parameters_weight_"
    shape = [48, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00746552
    std = 0.278686
    data = None


class Program_weight_tensor_meta_L_self_modules_wide_parameters_bias_:
    name = "L_self_modules_wide_parameters_bias_"
    shape = [48]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00136366
    std = 0.178257
    data = [-0.13767381, -0.0520665, -0.07723582, -0.2536029, -0.050891444, 0.08836828, -0.11721873, -0.012303283, -0.0013808807, -0.2873775, 0.20978495, 0.2331839, 0.19682029, -0.094800435, 0.15085101, -0.2704662, -0.07141439, -0.058711983, -0.10194552, 0.12124357, -0.13153708, -0.03345856, -0.083355926, -0.2710899, -0.047671992, -0.24464531, 0.16832766, 0.15428616, 0.27042857, -0.09693792, 0.01467976, 0.056548763, 0.28816086, 0.2646035, -0.14940079, -0.24563444, -0.26017952, -0.13901432, 0.24271417, 0.09695144, 0.2785291, 0.21397202, 0.0041851075, -0.17891374, 0.28189144, 0.23156689, 0.124979876, -0.15769267]


class Program_weight_tensor_meta_L_self_modules_narrow_parameters_weight_:
    name = "L_self_modules_narrow_parameters_weight_"
    shape = [24, 24]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0150348
    std = 0.19752
    data = None


class Program_weight_tensor_meta_L_self_modules_narrow_parameters_bias_:
    name = "L_self_modules_narrow_parameters_bias_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0158694
    std = 0.121876
    data = [0.05136509, 0.19867378, -0.19563825, -0.077460155, -0.13733514, -0.09901455, 0.040077362, 0.12449199, -0.15436155, 0.13276477, 0.17050533, -0.100614235, 0.035627548, -0.10479276, 0.043720674, -0.09463661, -0.07951756, -0.13664408, -0.17021915, 0.162894, -0.025777543, -0.005662842, -0.10158638, 0.14227515]


class Program_weight_tensor_meta_L_self_modules_last_parameters_weight_:
    name = "L_self_modules_last_parameters_weight_"
    shape = [24, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0157082
    std = 0.28424
    data = None


class Program_weight_tensor_meta_L_self_modules_last_parameters_bias_:
    name = "L_self_modules_last_parameters_bias_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0138412
    std = 0.180676
    data = [0.035736892, -0.25451896, 0.2404048, 0.16256012, 0.25091213, 0.12632403, -0.09732795, -0.0942372, 0.13989836, -0.055960786, 0.056595773, -0.27972278, -0.14269856, 0.107227676, -0.014231361, -0.13878076, -0.25180194, 0.18347034, -0.058040693, -0.28363284, 0.27850926, 0.140477, -0.17266786, -0.21068415]
