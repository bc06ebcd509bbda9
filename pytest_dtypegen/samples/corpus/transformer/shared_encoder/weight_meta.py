class Program_weight_tensor_meta_L_ids_:
    name = "L_ids_"
    shape = [2, 7]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [9, 20, 32, 7, 7, 31, 32, 25, 16, 35, 11, 32, 13, 7]


class Program_weight_tensor_meta_L_self_modules_words_parameters_weight_:
    name = "L_self_modules_words_parameters_weight_"
    shape = [40, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0165103
    std = 0.910049
    data = None


class Program_weight_tensor_meta_L_self_modules_types_parameters_weight_:
    name = "L_self_modules_types_parameters_weight_"
    shape = [2, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.229848
    std = 1.11761
    data = [-0.12923042, -0.054594755, 0.40834674, 1.1263659, 1.9350574, 1.0076851, 1.0046417, -0.43351978, -1.2425977, 1.2845501, 0.24377228, 0.5303686, -0.0145307295, -2.2357183, 1.4660301, -1.2190582]


class Program_weight_tensor_meta_L_self_buffers_position_ids_:
    name = "L_self_buffers_position_ids_"
    shape = [1, 16]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]


class Program_weight_tensor_meta_L_self_modules_places_parameters_weight_:
    name = "L_self_modules_places_parameters_weight_"
    shape = [16, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.327637
    std = 1.13706
    data = None


class Program_weight_tensor_meta_L_self_modules_norm_parameters_weight_:
    name = "L_self_modules_norm_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.00627
    std = 0.0919154
    data = [1.0450732, 0.9942892, 0.9009111, 1.0745673, 0.9037355, 1.0826135, 0.9133145, 1.1356629]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_bias_:
    name = "L_self_modules_norm_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0232308
    std = 0.0589938
    data = [0.0767036, 0.061318494, 0.0010017038, 0.04637437, -0.09112326, 0.081097305, -0.025981223, 0.036455657]


class Program_weight_tensor_meta_L_self_modules_widen_parameters_weight_:
    name = "L_self_modules_widen_parameters_weight_"
    shape = [16, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0220852
    std = 0.348013
    data = None


class Program_weight_tensor_meta_L_self_modules_widen_parameters_bias_:
    name = "L_self_modules_widen_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0228132
    std = 0.265065
    data = [-0.31947902, 0.33010912, 0.15629011, 0.15411653, -0.30590183, 0.327396, 0.33493635, 0.3192093, -0.29825234, -0.13340396, -0.24316122, 0.3348029, -0.15191482, -0.1614164, 0.18523118, -0.16355109]


class Program_weight_tensor_meta_L_self_modules_layer_modules_norm1_parameters_weight_:
    name = "L_self_modules_layer_modules_norm1_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.00247
    std = 0.137184
    data = [1.1222045, 0.8154775, 1.0856483, 1.1317121, 0.8167008, 1.1807021, 0.8513232, 0.96072674, 1.1036396, 0.93657947, 1.1782371, 0.9117695, 0.97322315, 0.869263, 0.90721416, 1.1951692]


class Program_weight_tensor_meta_L_self_modules_layer_modules_norm1_parameters_bias_:
    name = "L_self_modules_layer_modules_norm1_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0102227
    std = 0.0551298
    data = [0.075206354, 0.007363057, 0.008222247, -0.08485953, 0.075494766, -0.014992845, -0.04170939, -0.07958225, 0.082218125, 0.04741875, 0.06023289, 0.010354543, -0.06785704, 0.04096345, 0.011532915, 0.033557475]


class Program_weight_tensor_meta_L_self_modules_layer_modules_qkv_parameters_weight_:
    name = "L_self_modules_layer_modules_qkv_parameters_weight_"
    shape = [48, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00431306
    std = 0.240311
    data = None


class Program_weight_tensor_meta_L_self_modules_layer_modules_qkv_parameters_bias_:
    name = "L_self_modules_layer_modules_qkv_parameters_bias_"
    shape = [48]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0201358
    std = 0.14072
    data = [0.020208001, 0.07877657, -0.027836144, 0.0612261, 0.24739608, -0.16176301, -0.013649195, -0.09543076, 0.2193574, 0.21400997, -0.006817311, -0.08665815, -0.15446654, 0.1788849, -0.017215908, 0.23545238, 0.14256549, 0.21882614, 0.1977309, -0.16246057, 0.07317555, -0.103664726, 0.1254383, -0.022477448, 0.021642476, -0.1729022, -0.22343141, 0.09414324, 0.05809635, 0.0217157, 0.16979864, -0.1043936, 0.08874521, -0.1376904, 0.051799983, -0.057074636, 0.17508167, 0.21862063, 0.21713093, 0.011246055, 0.14742327, -0.24978459, -0.14664856, 0.044680804, 0.001394242, -0.19626823, -0.110652894, -0.11676353]


class Program_weight_tensor_meta_L_self_modules_layer_modules_proj_parameters_weight_:
    name = "L_self_modules_layer_modules_proj_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0140192
    std = 0.250659
    data = None


class Program_weight_tensor_meta_L_self_modules_layer_modules_proj_parameters_bias_:
    name = "L_self_modules_layer_modules_proj_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.000499042
    std = 0.166032
    data = [-0.23202121, 0.20601204, -0.11222732, -0.1758933, -0.027024686, -0.16845211, -0.13059336, 0.12745252, -0.1876989, 0.11789808, 0.18230963, -0.0005607605, 0.11100915, -0.14003965, 0.19495419, 0.24286038]


class Program_weight_tensor_meta_L_self_modules_layer_modules_norm2_parameters_weight_:
    name = "L_self_modules_layer_modules_norm2_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.985349
    std = 0.123234
    data = [0.9496599, 1.1020675, 1.0439765, 0.9694035, 0.86026865, 0.87558633, 1.1725066, 0.88543284, 1.1417285, 0.9330569, 1.0019991, 0.805242, 0.9349872, 1.1685959, 0.8204401, 1.1006324]


class Program_weight_tensor_meta_L_self_modules_layer_modules_norm2_parameters_bias_:
    name = "L_self_modules_layer_modules_norm2_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00270096
    std = 0.0667415
    data = [-0.08415844, 0.014585269, -0.090663634, -0.07916343, -0.08072976, -0.03467503, 0.0136157395, -0.07331721, 0.025343621, 0.06022897, 0.08151988, 0.08854461, 0.06583891, -0.029446352, -0.0092159035, 0.08847747]


class Program_weight_tensor_meta_L_self_modules_layer_modules_fc1_parameters_weight_:
    name = "L_self_modules_layer_modules_fc1_parameters_weight_"
    shape = [32, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0242553
    std = 0.246975
    data = None


class Program_weight_tensor_meta_L_self_modules_layer_modules_fc1_parameters_bias_:
    name = "L_self_modules_layer_modules_fc1_parameters_bias_"
    shape = [32]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00664557
    std = 0.16383
    data = [-0.15608928, -0.21506882, 0.024769992, -0.12121469, 0.18070894, -0.19652745, 0.2075057, 0.15082425, 0.21896496, -0.073208034, -0.15323874, -0.16609126, 0.20789263, -0.12434393, -0.030781865, -0.038534135, 0.04300943, -0.20514482, 0.20158482, -0.18498462, 0.24588984, -0.09782106, -0.111605555, -0.03436312, 0.07398903, -0.046321183, -0.2495121, 0.17584592, 0.24762207, 0.12613219, 0.24463156, 0.068137586]


class Program_weight_tensor_meta_L_self_modules_layer_modules_fc2_parameters_weight_:
    name = "L_self_modules_layer_modules_fc2_parameters_weight_"
    shape = [16, 32]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0147504
    std = 0.17213
    data = None


class Program_weight_tensor_meta_L_self_modules_layer_modules_fc2_parameters_bias_:
    name = "L_self_modules_layer_modules_fc2_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00348273
    std = 0.106437
    data = [-0.017469784, -0.0030889425, -0.13163926, 0.17249337, -0.076240696, 0.10284988, -0.09910064, 0.0011867288, 0.060515497, -0.16231291, 0.08108744, -0.1353128, 0.02466853, -0.03505469, 0.10133251, 0.17180945]
