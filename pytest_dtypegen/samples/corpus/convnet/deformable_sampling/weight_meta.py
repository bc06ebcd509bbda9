class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 8, 8, 10]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0270509
    std = 1.01572
    data = None


class Program_weight_tensor_meta_L_self_modules_offsets_parameters_weight_:
    name = "L_self_modules_offsets_parameters_weight_"
    shape = [8, 8, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0134272
    std = 0.334495
    data = None


class Program_weight_tensor_meta_L_self_modules_offsets_parameters_bias_:
    name = "L_self_modules_offsets_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.143151
    std = 0.155216
    data = [0.0098260315, -0.030500662, 0.07155262, 0.2248032, 0.3349021, 0.22452617, 0.33566836, -0.025569566]


class Program_weight_tensor_meta_L_self_modules_weights_parameters_weight_:
    name = "L_self_modules_weights_parameters_weight_"
    shape = [4, 8, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0198508
    std = 0.358135
    data = [0.038039066, -0.37882456, -0.041241214, -0.35955346, -0.5109881, -0.2855881, 0.4233906, -0.64860594, 0.54572445, -0.011740447, -0.14800677, -0.090367086, -0.13725987, -0.11815305, 0.33670062, -0.16347088, 0.6841461, 0.35627046, 0.35519445, -0.15327239, 0.41311893, 0.27236742, 0.13812457, 0.10238493, -0.0051373886, -0.79044574, 0.5183199, -0.43100214, -0.39991832, -0.00032957504, -0.057520885, -0.08758197]


class Program_weight_tensor_meta_L_self_modules_weights_parameters_bias_:
    name = "L_self_modules_weights_parameters_bias_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0504029
    std = 0.243564
    data = [-0.040798105, -0.15782864, 0.28272012, -0.2857048]


class Program_weight_tensor_meta_L_self_modules_value_parameters_weight_:
    name = "L_self_modules_value_parameters_weight_"
    shape = [8, 8, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0164778
    std = 0.333616
    data = None


class Program_weight_tensor_meta_L_self_modules_value_parameters_bias_:
    name = "L_self_modules_value_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0502098
    std = 0.200272
    data = [0.19409092, -0.04462458, 0.013499214, 0.08191998, 0.21933624, 0.33947986, -0.27245656, -0.12956661]
