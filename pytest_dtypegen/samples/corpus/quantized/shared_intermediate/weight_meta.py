class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [1, 10, 3, 7]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.124124
    std = 1.02163
    data = None


class Program_weight_tensor_meta_L_self_parameters_gamma_:
    name = "L_self_parameters_gamma_"
    shape = [5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.05
    std = 0.355756
    data = [0.6, 0.82500005, 1.05, 1.275, 1.5]


class Program_weight_tensor_meta_L_self_modules_conv_parameters_weight_:
    name = "L_self_modules_conv_parameters_weight_"
    shape = [6, 10, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0267326
    std = 0.253777
    data = [-0.07217639, 0.08852954, 0.023162434, 0.3520622, 0.08926074, 0.1373142, -0.25377053, -0.40957382, 0.24707127, -0.29307655, 0.06527457, -0.105445474, -0.13560796, 0.07365523, 0.25199786, -0.058452055, -0.29139188, -0.017770352, -0.22184125, 0.32782915, -0.19089726, -0.40438107, 0.029393444, -0.21063922, 0.29199633, 0.43870127, 0.43482515, 0.20859367, 0.15070058, -0.32138464, 0.057037044, 0.034257542, 0.6168519, -0.33618128, 0.36061054, -0.028423205, 0.23078182, -0.5835411, -0.007912, 0.43303627, -0.09886508, 0.07772419, 0.11927539, 0.34824103, 0.095376015, -0.03393659, 0.3157397, -0.15770745, 0.2406844, 0.1955239, -0.094673686, -0.05938064, -0.037963405, 0.11398737, -0.09930658, -0.34111744, 0.07615097, -0.44152582, 0.035908327, 0.34934494]


class Program_weight_tensor_meta_L_self_modules_conv_parameters_bias_:
    name = "L_self_modules_conv_parameters_bias_"
    shape = [6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.052027
    std = 0.138817
    data = [0.14308454, 0.12717429, -0.18731831, 0.09553465, 0.1736002, -0.039913435]


class Program_weight_tensor_meta_L_self_modules_gate_parameters_weight_:
    name = "L_self_modules_gate_parameters_weight_"
    shape = [6, 5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.036199
    std = 0.442137
    data = [-0.6983516, -0.1586013, 0.48347035, 0.058798775, 0.7037077, 0.3494661, 0.44159508, -0.6653677, 0.6577585, 0.12326772, 0.29819354, -0.44470456, -0.53189975, -0.5348448, 0.5237269, 0.0436016, 0.4308342, 0.37580395, -0.5606514, 0.4413265, -0.22121646, -0.5737943, 0.4271882, 0.5740334, -0.29778215, 0.25273547, 0.12866487, -0.014925656, -0.47489095, -0.05117294]


class Program_weight_tensor_meta_L_self_modules_gate_parameters_bias_:
    name = "L_self_modules_gate_parameters_bias_"
    shape = [6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0720968
    std = 0.310891
    data = [0.22330046, 0.09360241, -0.34886417, -0.2575143, 0.42071587, 0.30134052]
