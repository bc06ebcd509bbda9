class Program_weight_tensor_meta_L_self_parameters_q_:
    name = "L_self_parameters_q_"
    shape = [12, 2, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00861339
    std = 0.306219
    data = None


class Program_weight_tensor_meta_L_self_parameters_k_:
    name = "L_self_parameters_k_"
    shape = [12, 2, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00292916
    std = 0.254336
    data = None


class Program_weight_tensor_meta_L_self_parameters_v_:
    name = "L_self_parameters_v_"
    shape = [12, 2, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0565594
    std = 0.328425
    data = None


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [7, 2, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0385933
    std = 0.993368
    data = None


class Program_weight_tensor_meta_L_segments_:
    name = "L_segments_"
    shape = [7, 2]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    data = [0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 0]


class Program_weight_tensor_meta_L_self_parameters_segment_:
    name = "L_self_parameters_segment_"
    shape = [2, 2, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.014819
    std = 0.274276
    data = [-0.261992, 0.0012784259, -0.37736604, -0.32533994, 0.22589384, 0.09709433, -0.082503006, 0.39168358, -0.0028440119, -0.24939352, -0.16688712, 0.62117016, 0.21301185, -0.043938193, -0.22402352, 0.21775259, 0.12103816, 0.07031213, 0.051984366, 0.5172434, -0.12268392, 0.23482473, -0.4562541, -0.09440567]


class Program_weight_tensor_meta_L_mask_:
    name = "L_mask_"
    shape = [2, 7]
    dtype = "torch.bool"
    device = "cpu"
    mean = None
    std = None
    data = [False, False, False, False, False, False, False, False, False, False, False, True, True, True]


class Program_weight_tensor_meta_L_self_parameters_o_:
    name = "L_self_parameters_o_"
    shape = [12, 2, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.010383
    std = 0.329538
    data = None
