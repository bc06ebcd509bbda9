class Program_weight_tensor_meta_L_self_modules_norm_parameters_weight_:
    name = "L_self_modules_norm_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.940728
    std = 0.0860799
    data = [0.961477, 0.9607315, 0.82053, 0.8273124, 0.9687041, 1.0025865, 0.90914506, 1.0753399]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_bias_:
    name = "L_self_modules_norm_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00624219
    std = 0.074494
    data = [-0.09000584, -0.0067487243, 0.087941945, -0.040789198, 0.090300314, 0.036215376, -0.090246096, 0.063269734]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 5, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.305755
    std = 1.19201
    data = None


class Program_weight_tensor_meta_L_self_modules_head_parameters_weight_:
    name = "L_self_modules_head_parameters_weight_"
    shape = [20, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00282212
    std = 0.318163
    data = None


class Program_weight_tensor_meta_L_labels_:
    name = "L_labels_"
    shape = [2, 5]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [13, 4, 7, 13, 5, 6, 0, 14, 19, 8]
