class Program_weight_tensor_meta_L_self_modules_embed_parameters_weight_:
    name = "L_self_modules_embed_parameters_weight_"
    shape = [20, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00303039
    std = 0.987484
    data = None


class Program_weight_tensor_meta_L_ids_:
    name = "L_ids_"
    shape = [2, 7]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [15, 4, 19, 19, 11, 7, 5, 9, 9, 19, 19, 1, 3, 7]


class Program_weight_tensor_meta_L_self_modules_image_parameters_weight_:
    name = "L_self_modules_image_parameters_weight_"
    shape = [8, 5]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.07865
    std = 0.349803
    data = [-0.32761508, -0.21811207, -0.104629055, 0.31632236, 0.25940537, 0.11998834, -0.92078537, 0.2388213, 0.1223409, -0.27488175, -0.010507017, 0.5239867, 0.17829832, -0.08886828, -0.5169524, -0.14161891, -0.30577314, 0.23092216, 0.24990444, 0.35408515, -0.082589515, -0.3272586, -0.036068633, -0.4382965, -0.052166466, -0.45480314, -0.64635456, -0.36124352, 0.5355514, -0.82042885, 0.18786561, 0.5049202, -0.1872154, -0.11430633, -0.17362154, -0.1494531, 0.42589632, -0.20677613, -0.27187392, -0.16210742]


class Program_weight_tensor_meta_L_self_modules_image_parameters_bias_:
    name = "L_self_modules_image_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0152271
    std = 0.301805
    data = [-0.0031423168, 0.05706134, -0.34981275, -0.2343987, 0.3611217, -0.3629347, -0.032112706, 0.44240102]


class Program_weight_tensor_meta_L_pixels_:
    name = "L_pixels_"
    shape = [4, 5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.160886
    std = 1.13901
    data = [-0.034651347, 0.65729696, -1.115432, 2.1913822, -0.043267682, 1.839319, -0.5550146, 0.78674996, 0.68158656, 1.5177603, -0.76447284, 0.24084058, 0.49300092, -0.47812572, -1.8869113, 0.74279255, -0.09245782, -1.4309006, 1.6859243, -1.217692]


class Program_weight_tensor_meta_L_self_modules_head_parameters_weight_:
    name = "L_self_modules_head_parameters_weight_"
    shape = [6, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0174984
    std = 0.414993
    data = [0.35519445, -0.15327239, 0.41311893, 0.27236742, 0.13812457, 0.10238493, -0.9749355, -0.29428303, 0.5183199, -0.43100214, -0.39991832, -0.00032957504, -0.057520885, -0.08758197, 0.8554971, 0.58181137, -0.3514447, 0.47586054, -0.1989485, -0.29442298, -0.49339974, -0.14117213, -0.10958019, -0.019820854, 0.6927727, -0.39026207, 0.12620445, -0.8122826, -0.3079745, -0.5918582, 0.19907005, -0.5073729, 0.16394041, 0.45987943, 0.11386939, -0.035909686, 0.0728296, 0.43021175, 0.436961, -0.035429664, -0.11822956, 0.16061352, 0.17643635, 0.019974655, 0.14356853, -0.6146027, 0.42077023, 0.93169636]
