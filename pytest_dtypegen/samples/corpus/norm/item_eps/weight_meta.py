class Program_weight_tensor_meta_L_self_modules_conv_parameters_weight_:
    name = "L_self_modules_conv_parameters_weight_"
    shape = [8, 4, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00441177
    std = 0.167462
    data = None


class Program_weight_tensor_meta_L_self_modules_conv_parameters_bias_:
    name = "L_self_modules_conv_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0227039
    std = 0.0604902
    data = [-0.0381127, -0.0074118576, -0.101507366, 0.056366824, 0.05269432, -0.0034380953, -0.037483692, -0.102738306]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 4, 6, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.044183
    std = 1.04495
    data = None


class Program_weight_tensor_meta_L_self_modules_bn_momentum:
    name = "L_self_modules_bn_momentum"
    shape = []
    dtype = "torch.float64"
    device = "cpu"
    mean = 0.03
    std = 0.0
    data = [0.03]


class Program_weight_tensor_meta_L_self_modules_bn_buffers_running_mean_:
    name = "L_self_modules_bn_buffers_running_mean_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0223328
    std = 0.0621785
    data = [-0.084358506, -0.03773234, -0.068776384, 0.09469656, -0.042968, -0.045655455, 0.05239129, -0.046259236]


class Program_weight_tensor_meta_L_self_modules_bn_buffers_running_var_:
    name = "L_self_modules_bn_buffers_running_var_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.01012
    std = 0.306765
    data = [0.75373894, 0.95626426, 0.95194024, 0.61051077, 1.4168341, 0.77943915, 1.1773574, 1.4348918]


class Program_weight_tensor_meta_L_self_modules_bn_parameters_weight_:
    name = "L_self_modules_bn_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.01354
    std = 0.118186
    data = [0.98485607, 0.89900255, 1.0404264, 1.0759518, 1.1590638, 1.1552765, 0.97006327, 0.8236466]


class Program_weight_tensor_meta_L_self_modules_bn_parameters_bias_:
    name = "L_self_modules_bn_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0352378
    std = 0.0792744
    data = [-0.09036231, 0.09336896, 0.044205524, 0.043590736, -0.0865221, 0.092601575, 0.09473431, 0.09028603]


class Program_weight_tensor_meta_L_self_modules_bn_eps:
    name = "L_self_modules_bn_eps"
    shape = []
    dtype = "torch.float64"
    device = "cpu"
    mean = 0.001
    std = 0.0
    data = [0.001]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_weight_:
    name = "L_self_modules_norm_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.03439
    std = 0.12866
    data = [1.1008633, 1.028316, 1.1701715, 1.0268853, 0.9074687, 1.1891999, 1.0473361, 0.80486387]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_bias_:
    name = "L_self_modules_norm_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00426034
    std = 0.0612164
    data = [-0.028469158, -0.06811675, 0.087675296, -0.016514588, -0.09115249, -0.006286335, 0.062801294, 0.025980044]


class Program_weight_tensor_meta_L_self_modules_norm_eps:
    name = "L_self_modules_norm_eps"
    shape = []
    dtype = "torch.float64"
    device = "cpu"
    mean = 1e-12
    std = 0.0
    data = [1e-12]


class Program_weight_tensor_meta_L_self_scale:
    name = "L_self_scale"
    shape = []
    dtype = "torch.float64"
    device = "cpu"
    mean = 0.353553
    std = 0.0
    data = [0.3535533905932738]
