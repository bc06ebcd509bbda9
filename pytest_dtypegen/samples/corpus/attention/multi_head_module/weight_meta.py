class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [5, 2, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0842971
    std = 1.04455
    data = None


class Program_weight_tensor_meta_L_memory_:
    name = "L_memory_"
    shape = [7, 2, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0581676
    std = 1.00408
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
    mean = 0.0
    std = 0.0
    data = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]


class Program_weight_tensor_meta_L_self_modules_attention_modules_out_proj_parameters_weight_:
    name = "L_self_modules_attention_modules_out_proj_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0137701
    std = 0.257548
    data = None


class Program_weight_tensor_meta_L_self_modules_attention_modules_out_proj_parameters_bias_:
    name = "L_self_modules_attention_modules_out_proj_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0
    std = 0.0
    data = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_weight_:
    name = "L_self_modules_norm_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.01288
    std = 0.122462
    data = [1.07521, 0.9145615, 1.1592191, 0.8398574, 0.972355, 1.0043184, 1.1027895, 1.1618662, 1.135441, 1.0880393, 0.9082013, 0.85717046, 0.82107747, 1.009921, 1.193976, 0.9620115]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_bias_:
    name = "L_self_modules_norm_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0127625
    std = 0.056823
    data = [-0.0042098523, -0.0726694, 0.03070097, 0.06339834, -0.09859159, -0.07041222, 0.074070774, 0.023676455, -0.00623461, 0.017875826, -0.015204191, -0.0698965, -0.09344299, 0.0657708, -0.011893666, -0.037138727]
