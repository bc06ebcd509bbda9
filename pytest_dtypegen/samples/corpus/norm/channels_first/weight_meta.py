class Program_weight_tensor_meta_L_self_modules_conv_parameters_weight_:
    name = "L_self_modules_conv_parameters_weight_"
    shape = [8, 4, 7, 7]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00321138
    std = 0.0696627
    data = None


class Program_weight_tensor_meta_L_self_modules_conv_parameters_bias_:
    name = "L_self_modules_conv_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0188305
    std = 0.0401048
    data = [-0.040297017, 0.029797139, -0.066551924, -0.040731408, 0.053552162, -0.036632054, -0.029725425, -0.02005527]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 4, 9, 9]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0136965
    std = 0.966877
    data = None


class Program_weight_tensor_meta_L_self_parameters_weight_:
    name = "L_self_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.892252
    std = 0.078962
    data = [0.97471905, 0.901955, 0.93885386, 0.76414543, 0.8464982, 1.0049028, 0.8397728, 0.8671662]


class Program_weight_tensor_meta_L_self_parameters_bias_:
    name = "L_self_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00989863
    std = 0.179925
    data = [-0.22906975, 0.16614269, 0.12144505, -0.27802154, 0.041127052, -0.027849618, 0.06500368, 0.2204115]


class Program_weight_tensor_meta_L_self_modules_instance_parameters_weight_:
    name = "L_self_modules_instance_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.982195
    std = 0.105917
    data = [1.0007837, 1.16967, 0.95765066, 1.0013664, 0.91301256, 0.95070946, 1.0572554, 0.807111]


class Program_weight_tensor_meta_L_self_modules_instance_parameters_bias_:
    name = "L_self_modules_instance_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0240709
    std = 0.0534301
    data = [0.07586074, 0.071910106, 0.042349566, 0.07485974, -0.031128658, 0.022777522, 0.005087471, -0.06914946]


class Program_weight_tensor_meta_L_self_parameters_gamma_:
    name = "L_self_parameters_gamma_"
    shape = [8, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.439772
    std = 0.210734
    data = [0.19743252, 0.5926371, 0.5130774, 0.53232676, 0.30945605, 0.6281113, 0.09567696, 0.64946157]
