class Program_weight_tensor_meta_L_self_modules_one_parameters_weight_:
    name = "L_self_modules_one_parameters_weight_"
    shape = [4, 4, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.113546
    std = 0.55797
    data = [-0.14969224, -0.093889035, 0.9579488, 0.34509766, -1.1608508, -0.5982051, 0.09851408, -0.5886658, 0.05677605, 0.55236286, -0.697586, 0.23755936, -0.4068629, 0.46211818, -0.123670645, -0.70769393]


class Program_weight_tensor_meta_L_self_modules_one_parameters_bias_:
    name = "L_self_modules_one_parameters_bias_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0147557
    std = 0.311189
    data = [0.1976676, 0.3000114, -0.33897054, -0.21773142]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 4, 8, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0246728
    std = 1.01463
    data = None


class Program_weight_tensor_meta_L_self_modules_three_parameters_weight_:
    name = "L_self_modules_three_parameters_weight_"
    shape = [4, 4, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0176958
    std = 0.164474
    data = None


class Program_weight_tensor_meta_L_self_modules_three_parameters_bias_:
    name = "L_self_modules_three_parameters_bias_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00921346
    std = 0.0577909
    data = [-0.026079914, 0.0021553636, -0.07571249, 0.062783204]


class Program_weight_tensor_meta_L_self_modules_norm_buffers_running_mean_:
    name = "L_self_modules_norm_buffers_running_mean_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0850983
    std = 0.0111999
    data = [0.07551676, 0.09996148, 0.08743949, 0.077475384]


class Program_weight_tensor_meta_L_self_modules_norm_buffers_running_var_:
    name = "L_self_modules_norm_buffers_running_var_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.10015
    std = 0.289162
    data = [0.8853704, 0.8245292, 1.4105244, 1.2801898]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_weight_:
    name = "L_self_modules_norm_parameters_weight_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.914596
    std = 0.123913
    data = [1.0934029, 0.9027041, 0.8342623, 0.8280158]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_bias_:
    name = "L_self_modules_norm_parameters_bias_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0333102
    std = 0.0726918
    data = [0.09976097, 0.06347894, -0.06912338, 0.03912426]
