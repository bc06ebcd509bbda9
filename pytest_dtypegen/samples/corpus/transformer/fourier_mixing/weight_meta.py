class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 13, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.111508
    std = 1.02596
    data = None


class Program_weight_tensor_meta_L_self_modules_norm_parameters_weight_:
    name = "L_self_modules_norm_parameters_weight_"
    shape = [12]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.947559
    std = 0.0931243
    data = [1.1247565, 0.8434981, 0.95771796, 0.9189055, 0.961477, 0.9607315, 0.82053, 0.8273124, 0.9687041, 1.0025865, 0.90914506, 1.0753399]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_bias_:
    name = "L_self_modules_norm_parameters_bias_"
    shape = [12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.000590568
    std = 0.0701969
    data = [-0.09000584, -0.0067487243, 0.087941945, -0.040789198, 0.090300314, 0.036215376, -0.090246096, 0.063269734, -0.011539447, -0.044640686, 0.07996533, -0.080809526]


class Program_weight_tensor_meta_L_self_modules_dense_parameters_weight_:
    name = "L_self_modules_dense_parameters_weight_"
    shape = [12, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0196405
    std = 0.270765
    data = None


class Program_weight_tensor_meta_L_self_modules_dense_parameters_bias_:
    name = "L_self_modules_dense_parameters_bias_"
    shape = [12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0918809
    std = 0.179783
    data = [-0.2593231, -0.1368543, 0.1965604, -0.0018713314, -0.14348492, -0.22121514, -0.27015722, -0.24364418, -0.058553927, 0.15831117, 0.15606964, -0.27840748]
