class Program_weight_tensor_meta_L_fn_modules_0_modules_conv_parameters_weight_:
    name = "L_fn_modules_0_modules_conv_parameters_weight_"
    shape = [8, 8, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00119477
    std = 0.0686417
    data = None


class Program_weight_tensor_meta_L_fn_modules_0_modules_conv_parameters_bias_:
    name = "L_fn_modules_0_modules_conv_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0242885
    std = 0.0821435
    data = [-0.039553173, -0.1092916, 0.04831053, 0.1147247, -0.03355024, -0.09758351, -0.10689801, 0.029533422]


class Program_weight_tensor_meta_L_args_0_:
    name = "L_args_0_"
    shape = [2, 8, 12, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0136344
    std = 0.988405
    data = None


class Program_weight_tensor_meta_L_fn_modules_0_modules_norm_buffers_running_mean_:
    name = "L_fn_modules_0_modules_norm_buffers_running_mean_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0
    std = 0.0
    data = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]


class Program_weight_tensor_meta_L_fn_modules_0_modules_norm_buffers_running_var_:
    name = "L_fn_modules_0_modules_norm_buffers_running_var_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.0
    std = 0.0
    data = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]


class Program_weight_tensor_meta_L_fn_modules_0_modules_norm_parameters_weight_:
    name = "L_fn_modules_0_modules_norm_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.0
    std = 0.0
    data = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]


class Program_weight_tensor_meta_L_fn_modules_0_modules_norm_parameters_bias_:
    name = "L_fn_modules_0_modules_norm_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0
    std = 0.0
    data = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]


class Program_weight_tensor_meta_L_fn_modules_1_modules_conv_parameters_weight_:
    name = "L_fn_modules_1_modules_conv_parameters_weight_"
    shape = [8, 8, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.000984239
    std = 0.0692279
    data = None


class Program_weight_tensor_meta_L_fn_modules_1_modules_conv_parameters_bias_:
    name = "L_fn_modules_1_modules_conv_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0162952
    std = 0.0714205
    data = [-0.11337258, -0.03706193, -0.059848595, 0.09935572, 0.04891292, -0.0859931, 0.019000784, -0.0013545154]


class Program_weight_tensor_meta_L_fn_modules_1_modules_norm_buffers_running_mean_:
    name = "L_fn_modules_1_modules_norm_buffers_running_mean_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0
    std = 0.0
    data = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]


class Program_weight_tensor_meta_L_fn_modules_1_modules_norm_buffers_running_var_:
    name = "L_fn_modules_1_modules_norm_buffers_running_var_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.0
    std = 0.0
    data = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]


class Program_weight_tensor_meta_L_fn_modules_1_modules_norm_parameters_weight_:
    name = "L_fn_modules_1_modules_norm_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.0
    std = 0.0
    data = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]


class Program_weight_tensor_meta_L_fn_modules_1_modules_norm_parameters_bias_:
    name = "L_fn_modules_1_modules_norm_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0
    std = 0.0
    data = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
