class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [4, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0740017
    std = 1.15984
    data = [-0.24875844, -1.2320007, 0.6256708, -1.2231271, -0.6232189, -0.21624534, -0.48867545, 0.78695595, -0.73280084, 0.5143004, 0.39764857, 0.64345616, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.6079286, -0.36248323, -1.5072073, -0.50869864, -1.2425977, 1.2845501, 0.24377228, 0.5303686, -2.757534, -0.8323581, 0.48998556, 0.29082173, 0.64423007, 3.930004, -0.12442429, 0.2953417, 2.4197114, 1.6456112, -0.308694, -1.5147238, 1.9456682, -1.2903639, -2.349476, -2.068862]


class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [12, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0145076
    std = 0.27045
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0918809
    std = 0.179783
    data = [-0.2593231, -0.1368543, 0.1965604, -0.0018713314, -0.14348492, -0.22121514, -0.27015722, -0.24364418, -0.058553927, 0.15831117, 0.15606964, -0.27840748]
