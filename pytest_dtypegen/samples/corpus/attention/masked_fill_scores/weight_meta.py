class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 9, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0771981
    std = 0.962653
    data = None


class Program_weight_tensor_meta_L_self_modules_query_parameters_weight_:
    name = "L_self_modules_query_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0234454
    std = 0.244251
    data = None


class Program_weight_tensor_meta_L_self_modules_query_parameters_bias_:
    name = "L_self_modules_query_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00306186
    std = 0.144261
    data = [-0.24778709, 0.11284849, -0.12006593, -0.16683507, -0.14402536, 0.14373901, 0.13239342, 0.19188046, 0.09068078, -0.083489925, -0.06986204, 0.073857486, 0.20550868, 0.06797305, -0.11828634, -0.11751935]


class Program_weight_tensor_meta_L_self_modules_key_parameters_weight_:
    name = "L_self_modules_key_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0122705
    std = 0.261541
    data = None


class Program_weight_tensor_meta_L_self_modules_key_parameters_bias_:
    name = "L_self_modules_key_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0458424
    std = 0.140164
    data = [-0.0006825924, -0.12112388, 0.24957252, 0.24416754, -0.18854666, -0.20266747, -0.18949825, -0.0012056828, -0.06372598, -0.16363642, -0.089668036, 0.047232717, -0.13062268, 0.055395633, -0.05732897, -0.12114084]


class Program_weight_tensor_meta_L_self_modules_value_parameters_weight_:
    name = "L_self_modules_value_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0121482
    std = 0.251173
    data = None


class Program_weight_tensor_meta_L_self_modules_value_parameters_bias_:
    name = "L_self_modules_value_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0169523
    std = 0.140291
    data = [0.11121562, -0.10685921, 0.19930092, -0.17542005, 0.00071054697, 0.22472998, 0.24859628, -0.14481556, 0.04453224, 0.029530674, -0.11721292, -0.08637372, 0.0677135, -0.1738413, 0.041248918, 0.10818118]


class Program_weight_tensor_meta_L_attention_mask_:
    name = "L_attention_mask_"
    shape = [2, 9]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0]


class Program_weight_tensor_meta_L_self_modules_output_parameters_weight_:
    name = "L_self_modules_output_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0170377
    std = 0.238281
    data = None


class Program_weight_tensor_meta_L_self_modules_output_parameters_bias_:
    name = "L_self_modules_output_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0145053
    std = 0.156487
    data = [0.123951584, -0.15868783, 0.24456078, -0.24858591, -0.2394863, -0.059075415, 0.20421112, 0.025031447, 0.09601143, -0.18325171, 0.09117144, -0.027935863, 0.1002059, 0.17656064, 0.108670056, -0.021266043]
