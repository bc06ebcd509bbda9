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
    mean = 0.494024
    std = 0.288302
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
    mean = 0.0118839
    std = 0.244939
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
    mean = 0.00617871
    std = 0.0628879
    data = [-0.08169874, 0.052085843, 0.09313376, -0.07025211, -0.008570683, -0.061029363, -0.02414707, 0.014902783, 0.053490877, -0.029031575, -0.09469223, 0.053996313, 0.056103062, -0.018128728, 0.08560771, 0.07708949]


class Program_weight_tensor_meta_L_self_modules_bn_buffers_running_var_:
    name = "L_self_modules_bn_buffers_running_var_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.02927
    std = 0.238571
    data = [0.8897971, 1.0193081, 1.0880752, 0.9020206, 0.8768182, 0.77430016, 0.71565676, 1.2497067, 0.85152984, 0.7601308, 1.4404473, 1.079942, 1.360761, 1.4556468, 0.9295649, 1.074582]


class Program_weight_tensor_meta_L_self_modules_bn_parameters_weight_:
    name = "L_self_modules_bn_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.05129
    std = 0.0736804
    data = [0.9570908, 1.1525705, 1.059729, 1.0377142, 0.94699436, 1.1820345, 1.0019155, 1.0675306, 1.0031788, 1.0312092, 1.0666934, 1.1534762, 1.1151216, 1.0255958, 1.07996, 0.9398538]


class Program_weight_tensor_meta_L_self_modules_bn_parameters_bias_:
    name = "L_self_modules_bn_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.038403
    std = 0.0471839
    data = [0.06835375, 0.028071905, 0.07546804, -0.015613413, -0.081647575, 0.019754564, 0.040671732, 0.08080208, 0.038759124, 0.036947608, 0.07958052, -0.03436611, 0.08829279, 0.051269423, 0.06678455, 0.07131901]


class Program_weight_tensor_meta_L_self_modules_out_parameters_weight_:
    name = "L_self_modules_out_parameters_weight_"
    shape = [2, 16, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0102242
    std = 0.261117
    data = [-0.6243062, 0.1391197, 0.04767326, 0.17269404, 0.20826969, 0.10702899, 0.4099069, -0.008980392, -0.15583861, -0.042935498, 0.22713812, 0.2756947, 0.18724856, -0.33746785, 0.10905442, 0.20853858, 0.42432138, 0.06364966, 0.10340935, -0.13139677, -0.3283287, 0.18906932, -0.17242599, 0.29748395, -0.2173425, 0.15453878, -0.534485, -0.14641143, 0.01924306, 0.2615981, -0.23212849, -0.34645903]


class Program_weight_tensor_meta_L_self_modules_out_parameters_bias_:
    name = "L_self_modules_out_parameters_bias_"
    shape = [2]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0300685
    std = 0.0954198
    data = [-0.037403524, 0.09754044]
