class Program_weight_tensor_meta_L_self_modules_embed_parameters_weight_:
    name = "L_self_modules_embed_parameters_weight_"
    shape = [50, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0651358
    std = 1.02008
    data = None


class Program_weight_tensor_meta_L_ids_:
    name = "L_ids_"
    shape = [1, 600]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    min_val = 0
    max_val = 49


class Program_weight_tensor_meta_L_self_buffers_frequencies_:
    name = "L_self_buffers_frequencies_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.27775
    std = 0.48357
    data = [1.0, 0.1, 0.01, 0.001]


class Program_weight_tensor_meta_L_self_parameters_norm_weight_:
    name = "L_self_parameters_norm_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.969595
    std = 0.132274
    data = [0.86431664, 0.9234605, 0.97909737, 0.97348166, 0.9222145, 1.1407233, 0.70223355, 0.98558176, 0.9150073, 0.9702168, 1.2129251, 1.0502733, 0.911291, 1.1997416, 0.8301624, 0.9327995]


class Program_weight_tensor_meta_L_self_modules_q_parameters_weight_:
    name = "L_self_modules_q_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0186754
    std = 0.432428
    data = None


class Program_weight_tensor_meta_L_self_modules_k_parameters_weight_:
    name = "L_self_modules_k_parameters_weight_"
    shape = [8, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0453001
    std = 0.419639
    data = None


class Program_weight_tensor_meta_L_self_modules_v_parameters_weight_:
    name = "L_self_modules_v_parameters_weight_"
    shape = [8, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00732121
    std = 0.22435
    data = None


class Program_weight_tensor_meta_L_self_modules_o_parameters_weight_:
    name = "L_self_modules_o_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0259949
    std = 0.239572
    data = None
