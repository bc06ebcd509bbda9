class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [1, 10, 3, 7]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0314679
    std = 0.877138
    data = None


class Program_weight_tensor_meta_L_self_parameters_gamma_:
    name = "L_self_parameters_gamma_"
    shape = [5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.05
    std = 0.355756
    data = [0.6, 0.82500005, 1.05, 1.275, 1.5]


class Program_weight_tensor_meta_L_self_parameters_beta_:
    name = "L_self_parameters_beta_"
    shape = [5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.1
    std = 0.316228
    data = [-0.3, -0.10000001, 0.099999994, 0.3, 0.5]


class Program_weight_tensor_meta_L_self_modules_conv_parameters_weight_:
    name = "L_self_modules_conv_parameters_weight_"
    shape = [6, 10, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0225764
    std = 0.302464
    data = [0.35127088, 0.407894, -0.46743965, 0.8118303, -0.14961362, 0.10611047, 0.47722623, 0.6583721, -0.15173692, -0.15801318, -0.3374088, 0.35257486, -0.044484213, 0.25480166, 0.10360074, -0.24055673, -0.2650986, 0.0002820188, 0.2662303, -0.1265019, 0.32870674, 0.11325795, -0.0010447763, -0.16900499, -0.59504235, -0.015725065, -0.33045125, -0.3024721, 0.0106037045, 0.2245491, -0.48550043, -0.1305006, 0.10896115, 0.1643966, -0.8264051, -0.5364723, -0.07217639, 0.08852954, 0.023162434, 0.3520622, 0.10688682, 0.14369445, 0.14449716, -0.27365443, 0.1922814, -0.23085254, -0.27934796, -0.13247207, -0.2545085, 0.17886147, 0.19301423, 0.14764154, -0.23869607, 0.0772603, -0.02445255, 0.036808483, -0.18783638, -0.39336464, -0.032284524, -0.32683668]


class Program_weight_tensor_meta_L_self_modules_conv_parameters_bias_:
    name = "L_self_modules_conv_parameters_bias_"
    shape = [6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.052027
    std = 0.138817
    data = [0.14308454, 0.12717429, -0.18731831, 0.09553465, 0.1736002, -0.039913435]
