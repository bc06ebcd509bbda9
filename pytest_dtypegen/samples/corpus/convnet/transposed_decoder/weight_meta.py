class Program_weight_tensor_meta_L_self_modules_down1_parameters_weight_:
    name = "L_self_modules_down1_parameters_weight_"
    shape = [8, 3, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00165318
    std = 0.197339
    data = None


class Program_weight_tensor_meta_L_self_modules_down1_parameters_bias_:
    name = "L_self_modules_down1_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -8.19811e-05
    std = 0.132383
    data = [-0.15053545, -0.10086914, 0.15540205, -0.15618223, -0.013819109, 0.19037908, 0.0695201, 0.005448847]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [1, 3, 15, 15]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.484845
    std = 0.288003
    min_val = 0


class Program_weight_tensor_meta_L_self_modules_down2_parameters_weight_:
    name = "L_self_modules_down2_parameters_weight_"
    shape = [16, 8, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00443068
    std = 0.114246
    data = None


class Program_weight_tensor_meta_L_self_modules_down2_parameters_bias_:
    name = "L_self_modules_down2_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0203728
    std = 0.0656576
    data = [0.009526143, 0.03713563, -0.013122085, 0.02886226, 0.11662363, -0.07625581, -0.0064342925, -0.044986494, 0.10340607, 0.100885265, -0.0032137113, -0.040851045, -0.07281622, 0.08432715, -0.008115657, 0.11099332]


class Program_weight_tensor_meta_L_self_modules_up_parameters_weight_:
    name = "L_self_modules_up_parameters_weight_"
    shape = [16, 8, 2, 2]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.000962955
    std = 0.101002
    data = None


class Program_weight_tensor_meta_L_self_modules_up_parameters_bias_:
    name = "L_self_modules_up_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0404434
    std = 0.0942953
    data = [0.022497924, -0.09029583, -0.015813792, -0.022066846, -0.16702087, 0.11984091, -0.01787256, -0.15281634]


class Program_weight_tensor_meta_L_self_modules_bn_buffers_running_mean_:
    name = "L_self_modules_bn_buffers_running_mean_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0182669
    std = 0.0504439
    data = [-0.081798635, -0.06286272, -0.042322766, 0.014885199, -0.021873726, -0.056927588, 0.00084005593, -0.031579673, 0.06164304, -0.08236054, -0.03691087, -0.0642633, 0.012339092, 0.0054555773, -0.0057525993, 0.09921962]


class Program_weight_tensor_meta_L_self_modules_bn_buffers_running_var_:
    name = "L_self_modules_bn_buffers_running_var_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.06056
    std = 0.261413
    data = [0.8092581, 0.9281354, 1.1291786, 1.417306, 1.3789883, 1.0571193, 0.8108367, 1.1642592, 1.3145927, 0.98932934, 1.2745168, 1.4092106, 0.73211575, 0.8894619, 0.5498423, 1.1147766]


class Program_weight_tensor_meta_L_self_modules_bn_parameters_weight_:
    name = "L_self_modules_bn_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.966635
    std = 0.12409
    data = [1.0940365, 1.1527449, 1.0080986, 0.806082, 0.8034784, 0.9548385, 1.1079639, 0.866721, 1.0539082, 0.89068604, 1.162723, 0.9475938, 0.9583202, 0.82458395, 0.8208617, 1.013517]


class Program_weight_tensor_meta_L_self_modules_bn_parameters_bias_:
    name = "L_self_modules_bn_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00102481
    std = 0.048501
    data = [0.01616912, 0.054026734, -0.08744291, 0.017522061, -0.014445948, 0.05865958, -0.045469593, 0.02979269, 0.04029696, 0.05023377, -0.034298923, 0.032181084, -0.019598234, 0.026927937, -0.06149031, -0.079460934]


class Program_weight_tensor_meta_L_self_modules_out_parameters_weight_:
    name = "L_self_modules_out_parameters_weight_"
    shape = [2, 16, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0561419
    std = 0.281682
    data = [0.42054775, 0.25378245, -0.32644528, 0.04666019, -0.26529592, 0.49779856, -0.27537492, -0.026197936, 0.25628555, 0.0073646917, -0.04250767, -0.3641269, 0.1167191, -0.16327955, 0.17464045, -0.019599328, 0.60261834, -0.22418946, -0.1063885, 0.010305627, -0.13593268, 0.24759778, 0.43705907, -0.15607, 0.11624406, -0.35292804, 0.2672065, 0.7066806, -0.09804844, 0.2891113, -0.14291468, 0.045218073]


class Program_weight_tensor_meta_L_self_modules_out_parameters_bias_:
    name = "L_self_modules_out_parameters_bias_"
    shape = [2]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0300685
    std = 0.0954198
    data = [-0.037403524, 0.09754044]
