class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [5, 2, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0987681
    std = 1.03237
    data = None


class Program_weight_tensor_meta_L_memory_:
    name = "L_memory_"
    shape = [7, 2, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0806651
    std = 0.988749
    data = None


class Program_weight_tensor_meta_L_self_modules_attention_parameters_in_proj_weight_:
    name = "L_self_modules_attention_parameters_in_proj_weight_"
    shape = [48, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00395412
    std = 0.179856
    data = None


class Program_weight_tensor_meta_L_self_modules_attention_parameters_in_proj_bias_:
    name = "L_self_modules_attention_parameters_in_proj_bias_"
    shape = [48]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.042639
    std = 0.304585
    data = [-0.31841815, 0.4567719, -0.1288904, -0.28643763, 0.24022657, 0.07453954, 0.346228, 0.20873487, -0.48166972, 0.3162452, -0.09415692, -0.22098553, 0.31752694, 0.36466515, -0.43946534, -0.045211673, 0.41060328, 0.19364339, 0.42123467, -0.17134935, -0.2758212, 0.42995483, 0.20841146, 0.47999126, -0.2088483, -0.32103342, -0.058606446, -0.47078997, 0.19598758, 0.3687942, 0.120028436, -0.04940343, 0.24790317, -0.31737566, 0.48912156, -0.49717182, -0.4789726, -0.11815083, 0.40842223, 0.050062895, 0.19202286, -0.36650342, 0.18234289, -0.055871725, 0.2004118, 0.35312128, 0.21734011, -0.042532086]


class Program_weight_tensor_meta_L_self_modules_attention_modules_out_proj_parameters_weight_:
    name = "L_self_modules_attention_modules_out_proj_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0239445
    std = 0.250896
    data = None


class Program_weight_tensor_meta_L_self_modules_attention_modules_out_proj_parameters_bias_:
    name = "L_self_modules_attention_modules_out_proj_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0181428
    std = 0.25014
    data = [-0.030799568, -0.3135901, -0.18085104, 0.32491904, -0.20049828, 0.31051987, -0.19826597, -0.116449416, 0.010641098, -0.45883274, -0.004992485, -0.050397873, -0.04491818, -0.0999521, 0.39418864, 0.36899358]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_weight_:
    name = "L_self_modules_norm_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.01882
    std = 0.120671
    data = [1.1102551, 1.190064, 0.87480223, 1.1061454, 1.066913, 1.1055137, 1.0948346, 0.92518604, 0.8419288, 1.160077, 0.8859529, 1.1278654, 0.8094713, 0.96539956, 1.0021198, 1.0346048]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_bias_:
    name = "L_self_modules_norm_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0172869
    std = 0.0557124
    data = [0.008083201, 0.03151063, -0.011134458, 0.02449044, 0.09895843, -0.06470521, -0.0054596784, -0.038172305, 0.08774296, 0.08560399, -0.0027269244, -0.03466326, -0.061786618, 0.07155396, -0.006886363, 0.09418096]
