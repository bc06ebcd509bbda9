class Program_weight_tensor_meta_L_fn_modules_0_parameters_weight_:
    name = "L_fn_modules_0_parameters_weight_"
    shape = [32, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00142509
    std = 0.14603
    data = None


class Program_weight_tensor_meta_L_fn_modules_0_parameters_bias_:
    name = "L_fn_modules_0_parameters_bias_"
    shape = [32]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0285492
    std = 0.1282
    data = [-0.06936365, -0.093198925, 0.06293726, 0.08867341, -0.12214291, 0.022099584, 0.14488393, -0.02487418, 0.07608348, -0.060296744, 0.08762491, -0.18109855, -0.1470072, -0.12689763, 0.22975272, -0.067271024, -0.0006825924, -0.12112388, 0.24957252, 0.24416754, -0.18854666, -0.20266747, -0.18949825, -0.0012056828, -0.06372598, -0.16363642, -0.089668036, 0.047232717, -0.13062268, 0.055395633, -0.05732897, -0.12114084]


class Program_weight_tensor_meta_L_args_0_:
    name = "L_args_0_"
    shape = [2, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.121091
    std = 1.06249
    data = [-0.17707498, 0.6240479, -1.68891, 0.817579, -0.033425864, -0.35677016, -0.33027056, 0.40637678, -1.0378724, -0.9586869, 0.9181745, 0.48879737, -2.3601632, -0.48824573, -1.035241, 1.0566531, -0.18619274, -1.2374421, 1.1838981, -0.19545402, 0.7971201, -0.4961014, -1.2702794, 1.1654431, 1.8479732, -2.394956, 0.40769783, -0.1698859, 1.781053, 0.17532852, -0.5432147, -0.5848829]


class Program_weight_tensor_meta_L_fn_modules_2_parameters_weight_:
    name = "L_fn_modules_2_parameters_weight_"
    shape = [32]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.0
    std = 0.0
    data = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]


class Program_weight_tensor_meta_L_fn_modules_2_parameters_bias_:
    name = "L_fn_modules_2_parameters_bias_"
    shape = [32]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0
    std = 0.0
    data = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]


class Program_weight_tensor_meta_L_fn_modules_3_parameters_weight_:
    name = "L_fn_modules_3_parameters_weight_"
    shape = [4, 32]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.000992163
    std = 0.109998
    data = None


class Program_weight_tensor_meta_L_fn_modules_3_parameters_bias_:
    name = "L_fn_modules_3_parameters_bias_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0578317
    std = 0.0685603
    data = [-0.031050194, 0.057290673, 0.06935435, 0.13573213]
