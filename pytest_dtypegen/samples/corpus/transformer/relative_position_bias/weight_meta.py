class Program_weight_tensor_meta_L_self_modules_q_parameters_weight_:
    name = "L_self_modules_q_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00804566
    std = 0.241969
    data = None


class Program_weight_tensor_meta_L_self_modules_q_parameters_bias_:
    name = "L_self_modules_q_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00306186
    std = 0.144261
    data = [-0.24778709, 0.11284849, -0.12006593, -0.16683507, -0.14402536, 0.14373901, 0.13239342, 0.19188046, 0.09068078, -0.083489925, -0.06986204, 0.073857486, 0.20550868, 0.06797305, -0.11828634, -0.11751935]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0500735
    std = 0.98307
    data = None


class Program_weight_tensor_meta_L_self_modules_k_parameters_weight_:
    name = "L_self_modules_k_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0295211
    std = 0.263857
    data = None


class Program_weight_tensor_meta_L_self_modules_v_parameters_weight_:
    name = "L_self_modules_v_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00908435
    std = 0.249353
    data = None


class Program_weight_tensor_meta_L_self_modules_v_parameters_bias_:
    name = "L_self_modules_v_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.045667
    std = 0.118021
    data = [-0.1384396, -0.10486886, -0.07309687, -0.24353886, 0.012992173, 0.044214725, -0.0002116561, 0.080732584, 0.23721275, 0.06647101, -0.091518104, -0.10288668, -0.15995139, -0.1733047, -0.04026246, -0.044216394]


class Program_weight_tensor_meta_L_self_parameters_table_:
    name = "L_self_parameters_table_"
    shape = [31, 2]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.142473
    std = 0.551428
    data = [-0.6784168, -0.38269755, -0.10451312, -0.13259165, -0.38892746, 0.7036169, -1.4888321, -0.072091185, -0.42496344, -0.14891596, 1.0646254, 0.25136626, -0.443545, 0.9987082, -0.8491881, -0.3360023, -0.38085496, -0.9572694, -0.5608797, -0.30177894, -1.2094848, -0.45852175, 0.35091847, -0.37804875, 0.18817347, 0.56398296, 0.010948267, 0.7468656, -1.0962955, -0.054533202, -0.78448224, 0.27905744, -0.5327348, 0.2012888, -0.20262083, -0.29168308, -0.12926129, -0.30277973, -0.09412114, 0.47980332, 0.34000465, -0.3846104, -0.0364418, -0.721673, -0.6311291, 0.29409042, -0.6191363, -0.46480963, 1.5573087, -0.40538386, -0.55260414, -0.36165327, 0.39411572, 0.68226343, -0.27618897, 0.3134885, 0.0007797694, -0.06577944, 0.051574267, -0.18489705, -0.35579786, -0.06014981]


class Program_weight_tensor_meta_L_self_buffers_index_:
    name = "L_self_buffers_index_"
    shape = [16, 16]
    dtype = "torch.int64"
    device = "cpu"
    mean = None
    std = None
    min_val = 0
    max_val = 30
