class Program_weight_tensor_meta_L_self_modules_qkv_parameters_weight_:
    name = "L_self_modules_qkv_parameters_weight_"
    shape = [48, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00062047
    std = 0.146842
    data = None


class Program_weight_tensor_meta_L_self_modules_qkv_parameters_bias_:
    name = "L_self_modules_qkv_parameters_bias_"
    shape = [48]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0107637
    std = 0.145606
    data = [-0.19180867, -0.073069304, 0.08199507, -0.21902126, 0.13704956, 0.1301369, 0.15505138, -0.15938678, 0.24900025, -0.14819038, 0.24958512, -0.23992261, -0.2227425, 0.15354908, 0.026128232, 0.014422327, -0.1384396, -0.10486886, -0.07309687, -0.24353886, 0.012992173, 0.044214725, -0.0002116561, 0.080732584, 0.23721275, 0.06647101, -0.091518104, -0.10288668, -0.15995139, -0.1733047, -0.04026246, -0.044216394, 0.11121562, -0.10685921, 0.19930092, -0.17542005, 0.00071054697, 0.22472998, 0.24859628, -0.14481556, 0.04453224, 0.029530674, -0.11721292, -0.08637372, 0.0677135, -0.1738413, 0.041248918, 0.10818118]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 6, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.101253
    std = 0.990551
    data = None


class Program_weight_tensor_meta_L_mask_:
    name = "L_mask_"
    shape = [2, 6]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]


class Program_weight_tensor_meta_L_self_modules_out_parameters_weight_:
    name = "L_self_modules_out_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0052032
    std = 0.143925
    data = None


class Program_weight_tensor_meta_L_self_modules_out_parameters_bias_:
    name = "L_self_modules_out_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0145053
    std = 0.156487
    data = [0.123951584, -0.15868783, 0.24456078, -0.24858591, -0.2394863, -0.059075415, 0.20421112, 0.025031447, 0.09601143, -0.18325171, 0.09117144, -0.027935863, 0.1002059, 0.17656064, 0.108670056, -0.021266043]
