class Program_weight_tensor_meta_L_self_parameters_v_:
    name = "L_self_parameters_v_"
    shape = [16, 4, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0317398
    std = 0.950073
    data = None


class Program_weight_tensor_meta_L_self_parameters_g_:
    name = "L_self_parameters_g_"
    shape = [16, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.915948
    std = 0.246119
    data = [0.9962566, 1.2682219, 0.58847743, 0.6320305, 0.8074228, 1.1340787, 0.9900934, 1.3964448, 0.955628, 1.1323063, 0.84889346, 0.9017173, 0.52232575, 0.66885895, 0.79388845, 1.0185218]


class Program_weight_tensor_meta_L_self_parameters_bias_:
    name = "L_self_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0140241
    std = 0.0882581
    data = [0.1171089, 0.009749614, 0.09633746, 0.08403232, -0.12536548, 0.09868361, -0.049465504, -0.1283043, 0.09552219, 0.12835777, -0.066586114, 0.05651337, 0.02877034, -0.0033374783, -0.10618885, -0.0114426175]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 4, 20]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0433005
    std = 1.13054
    data = None


class Program_weight_tensor_meta_L_self_parameters_up_v_:
    name = "L_self_parameters_up_v_"
    shape = [8, 4, 4]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.147245
    std = 0.996049
    data = None


class Program_weight_tensor_meta_L_self_parameters_up_g_:
    name = "L_self_parameters_up_g_"
    shape = [8, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.936548
    std = 0.284757
    data = [0.56669503, 1.247689, 0.6438596, 0.85806787, 0.83224183, 0.9259563, 1.0054691, 1.4124038]


class Program_weight_tensor_meta_L_self_modules_post_parameters_weight_:
    name = "L_self_modules_post_parameters_weight_"
    shape = [1, 4, 7]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0385194
    std = 0.188342
    data = [-0.29053918, 0.059045352, 0.13985813, 0.056257356, -0.12941596, -0.008176823, 0.3475986, -0.1048879, 0.10854882, 0.23397195, -0.1210507, -0.12005285, 0.18513969, -0.20146479, 0.33486962, -0.052775215, -0.05232945, 0.1415336, -0.12160159, 0.2790307, 0.051312696, 0.12691648, 0.3496138, 0.22506839, -0.1114724, 0.18230999, -0.28524056, -0.14352505]


class Program_weight_tensor_meta_L_self_modules_post_parameters_bias_:
    name = "L_self_modules_post_parameters_bias_"
    shape = [1]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0661423
    std = 0.0
    data = [-0.0661423]
