class Program_weight_tensor_meta_L_left_:
    name = "L_left_"
    shape = [2, 3]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [8, 3, 5, 0, 7, 3]


class Program_weight_tensor_meta_L_right_:
    name = "L_right_"
    shape = [2, 2]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [7, 7, 1, 3]


class Program_weight_tensor_meta_L_self_modules_embed_parameters_weight_:
    name = "L_self_modules_embed_parameters_weight_"
    shape = [12, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0382639
    std = 0.860541
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [6, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0545884
    std = 0.449907
    data = [-0.010214348, 0.55904746, 1.0847253, 0.40217334, -0.105998226, 0.048310902, 0.09959595, 0.47544622, 1.1007503, 0.5044984, 0.22160935, 0.21454687, 0.07846494, -0.31523174, -0.77581275, 0.053348847, -0.6578931, -0.19573374, -0.058522824, -0.12953499, -0.027003195, -0.14629786, -0.63750494, -0.14478251, 0.44134605, 0.053675693, 0.64239436, 0.31901744, -0.4403603, -0.2943102, 0.6004486, 0.11252753, 0.27221224, -0.40595788, -0.48555583, -0.48824432]


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0947677
    std = 0.147554
    data = [0.29224488, -0.04196803, 0.011346125, -0.035219133, 0.08262185, 0.25958037]


class Program_weight_tensor_meta_L_extra_:
    name = "L_extra_"
    shape = [2, 5, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0941242
    std = 0.775496
    data = [-0.5596301, 0.5334718, 0.4068866, 0.39458653, 0.17151096, 0.87604475, -0.2870874, 1.0216401, -0.07439492, -1.0922236, 0.39202642, 0.5945261, 0.66227406, -1.2063024, 0.6074397, -0.5471568, 1.1710889, 0.09749614, 0.96337456, 0.8403232, -1.2536547, 0.9868361, -0.49465504, -1.283043, 0.95522183, 1.2835777, -0.6658611, 0.5651337, 0.2877034, -0.033374783, -1.0618885, -0.11442617, -0.3433358, 1.5712649, 0.19161488, 0.37994185, -0.14475703, 0.6376178, -0.28129023, -1.3298751, -0.1420108, -0.5341458, -0.523379, 0.86150426, 0.52389216, 0.2180454, 0.06252395, 0.6481014, -0.03937254, -0.8014722, -0.4955443, -0.36151406, 2.1493764, -0.9087756, -0.671026, -0.58040744, -0.08556341, 1.3945199, 0.59690005, -0.48284835]
