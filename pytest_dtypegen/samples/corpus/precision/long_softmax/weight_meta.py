class Program_weight_tensor_meta_L_self_modules_q_parameters_weight_:
    name = "L_self_modules_q_parameters_weight_"
    shape = [8, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00027895
    std = 0.270508
    data = None


class Program_weight_tensor_meta_L_self_modules_q_parameters_bias_:
    name = "L_self_modules_q_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0502098
    std = 0.200272
    data = [0.19409092, -0.04462458, 0.013499214, 0.08191998, 0.21933624, 0.33947986, -0.27245656, -0.12956661]


class Program_weight_tensor_meta_L_queries_:
    name = "L_queries_"
    shape = [1, 3, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.334541
    std = 0.832345
    data = [-0.23395768, 0.7073183, 0.5800481, 0.26830208, -2.0589387, 0.53402066, -0.5353949, -0.863665, -1.577103, 0.36093366, -1.3533055, -0.20710346, -0.24875844, -1.2320007, 0.6256708, -1.2231271, -1.1186589, 0.37838113, -0.7803785, -0.8738781, -0.73280084, 0.5143004, 0.39764857, 0.64345616]


class Program_weight_tensor_meta_L_self_modules_k_parameters_weight_:
    name = "L_self_modules_k_parameters_weight_"
    shape = [8, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0181687
    std = 0.327376
    data = None


class Program_weight_tensor_meta_L_self_modules_k_parameters_bias_:
    name = "L_self_modules_k_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.143151
    std = 0.155216
    data = [0.0098260315, -0.030500662, 0.07155262, 0.2248032, 0.3349021, 0.22452617, 0.33566836, -0.025569566]


class Program_weight_tensor_meta_L_keys_:
    name = "L_keys_"
    shape = [1, 2048, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0100936
    std = 1.00487
    data = None
