class Program_weight_tensor_meta_L_self_modules_conv_parameters_weight_:
    name = "L_self_modules_conv_parameters_weight_"
    shape = [8, 3, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0122784
    std = 0.180653
    data = None


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 3, 6, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0270881
    std = 1.00636
    data = None


class Program_weight_tensor_meta_L_self_modules_qkv_parameters_weight_:
    name = "L_self_modules_qkv_parameters_weight_"
    shape = [24, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00097206
    std = 0.368888
    data = None
