class Program_weight_tensor_meta_L_mask_:
    name = "L_mask_"
    shape = [2, 12]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]


class Program_weight_tensor_meta_L_self_modules_words_parameters_weight_:
    name = "L_self_modules_words_parameters_weight_"
    shape = [600, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0132599
    std = 0.990919
    data = None


class Program_weight_tensor_meta_L_ids_:
    name = "L_ids_"
    shape = [2, 12]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [102, 170, 260, 81, 155, 60, 62, 135, 233, 240, 207, 439, 317, 289, 17, 250, 490, 377, 375, 578, 375, 48, 444, 132]


class Program_weight_tensor_meta_L_self_modules_places_parameters_weight_:
    name = "L_self_modules_places_parameters_weight_"
    shape = [14, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.173607
    std = 1.05499
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [8, 9]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0293417
    std = 0.31669
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0351897
    std = 0.233583
    data = [0.3297933, -0.32650968, 0.08141732, -0.20885698, 0.054112237, -0.30152816, 0.16400115, -0.0739464]
