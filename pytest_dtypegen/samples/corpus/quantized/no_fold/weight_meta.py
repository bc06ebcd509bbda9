class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [3, 12, 3, 5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0117164
    std = 1.00786
    data = None


class Program_weight_tensor_meta_L_self_parameters_gammas_:
    name = "L_self_parameters_gammas_"
    shape = [12]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.05
    std = 0.295
    data = [0.6, 0.6818182, 0.76363635, 0.8454546, 0.92727274, 1.0090909, 1.0909091, 1.1727273, 1.2545455, 1.3363637, 1.4181818, 1.5]


class Program_weight_tensor_meta_L_self_parameters_gamma_:
    name = "L_self_parameters_gamma_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.05
    std = 0.387298
    data = [0.6, 0.9, 1.2, 1.5]


class Program_weight_tensor_meta_L_self_buffers_mean_:
    name = "L_self_buffers_mean_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0
    std = 0.172133
    data = [-0.2, -0.06666666, 0.06666666, 0.2]


class Program_weight_tensor_meta_L_self_buffers_variance_:
    name = "L_self_buffers_variance_"
    shape = [4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.0
    std = 0.430331
    data = [0.5, 0.8333334, 1.1666666, 1.5]


class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [8, 5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.125346
    std = 0.50519
    data = [-0.30101496, 0.390342, 0.4719702, 0.07953413, -0.10300916, -0.17519788, 0.24296878, -0.17671983, -0.19955438, 0.33273616, 0.6802027, 1.5252231, -0.6847664, -0.55192196, 0.8138059, -0.24665113, -0.2545755, 0.4114237, 0.49677205, 0.5768492, -0.6610595, 1.1481014, -0.2115856, 0.15006286, -0.0014775369, -0.23900914, 0.5226531, 0.17642699, 0.8682482, 0.35396868, -0.009056892, -0.19550817, -0.6866013, -0.18455572, 0.43214396, 0.7266251, -0.1635097, -0.58246905, 0.04445458, 0.19758882]


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0696222
    std = 0.267361
    data = [0.023519661, -0.22927903, 0.07566169, -0.41756096, -0.32314146, -0.23055202, 0.282164, 0.26221082]
