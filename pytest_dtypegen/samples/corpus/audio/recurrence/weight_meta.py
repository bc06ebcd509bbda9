class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [3, 3, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.207641
    std = 1.08591
    data = None


class Program_weight_tensor_meta_L_self_modules_inner_parameters_weight_:
    name = "L_self_modules_inner_parameters_weight_"
    shape = [24, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0159449
    std = 0.393059
    data = None


class Program_weight_tensor_meta_L_self_modules_inner_parameters_bias_:
    name = "L_self_modules_inner_parameters_bias_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0386925
    std = 0.168464
    data = [-0.24938889, 0.015768442, -0.24923185, -0.19462554, -0.2060175, 0.120825104, -0.21068712, -0.0077135474, 0.014873328, 0.22790866, -0.2672581, -0.24271873, -0.20529485, 0.24746382, -0.12709007, 0.29821828, 0.12784757, 0.044769056, -0.0026318599, -0.06989098, 0.04435905, -0.08073203, -0.0024842196, 0.045110952]


class Program_weight_tensor_meta_L_self_modules_outer_parameters_weight_:
    name = "L_self_modules_outer_parameters_weight_"
    shape = [24, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0108569
    std = 0.359499
    data = None


class Program_weight_tensor_meta_L_self_modules_outer_parameters_bias_:
    name = "L_self_modules_outer_parameters_bias_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0279904
    std = 0.183451
    data = [-0.12886699, 0.19875164, -0.20088515, -0.05540688, 0.3002026, 0.014608519, -0.25003937, -0.11816918, -0.095970355, -0.068210624, 0.033835277, 0.32697663, 0.018929372, -0.218298, 0.018121121, 0.16952431, 0.1753767, -0.32312605, -0.0632657, -0.26274127, -0.15085612, 0.12738295, -0.25106895, 0.13142529]
