class Program_weight_tensor_meta_L_self_modules_conv1_parameters_weight_:
    name = "L_self_modules_conv1_parameters_weight_"
    shape = [10, 4, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0653002
    std = 0.444919
    data = [0.48125914, 0.17458412, -0.460731, -0.028097393, -0.3507618, 0.5183434, -0.30183506, -0.6393826, 0.06195124, 0.58239174, 0.46168676, 0.6936476, 0.68751895, 0.32981554, 0.23827855, -0.50815374, 0.3051823, 0.23344177, 0.97532856, -0.5315493, 0.57017535, -0.044941034, 0.36489812, -0.9226595, -0.8057512, -0.23972389, -0.071675524, -0.15864731, 0.48357284, -0.49554136, 0.15080272, -0.053658463, 0.43143004, -0.009744817, 0.49552354, -0.38886735, 0.15702428, 0.1066665, -0.060025416, 0.18022986]


class Program_weight_tensor_meta_L_self_modules_conv1_parameters_bias_:
    name = "L_self_modules_conv1_parameters_bias_"
    shape = [10]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0862508
    std = 0.268544
    data = [0.026295781, -0.25634176, 0.08459234, -0.46684736, -0.36128312, -0.257765, 0.31546897, 0.29316062, -0.22174752, -0.018041193]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 4, 3, 7]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0501899
    std = 1.06089
    data = None


class Program_weight_tensor_meta_L_self_parameters_gamma_:
    name = "L_self_parameters_gamma_"
    shape = [5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.05
    std = 0.355756
    data = [0.6, 0.82500005, 1.05, 1.275, 1.5]


class Program_weight_tensor_meta_L_self_parameters_beta_:
    name = "L_self_parameters_beta_"
    shape = [5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.1
    std = 0.316228
    data = [-0.3, -0.10000001, 0.099999994, 0.3, 0.5]


class Program_weight_tensor_meta_L_self_modules_conv2_parameters_weight_:
    name = "L_self_modules_conv2_parameters_weight_"
    shape = [6, 10, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0603566
    std = 0.319701
    data = [-0.7341865, -0.37833813, 0.062305775, -0.37230492, -0.020916585, -0.113321826, -0.49380916, -0.112148054, -0.2573227, 0.2922692, -0.07821618, -0.44758493, -0.34110162, -0.2279717, 0.46510547, 0.08716344, 0.034862805, -0.2589311, 0.2000982, -0.6061706, -0.17697057, 0.16869861, 0.12866884, 0.12477922, 0.13114388, -0.4771722, 0.6438514, 0.041612554, -0.02352574, -0.34539145, 0.12396964, 0.18800566, -0.20029986, -0.4641339, -0.27780133, -0.65724677, 0.37033084, 0.030830985, 0.30464578, 0.26573354, -0.08331094, 0.40491894, 0.00613322, -0.27853465, -0.20674959, 0.54385614, -0.30388078, -0.20159599, 0.023630116, 0.1770779, 0.16804457, 0.39056987, -0.3500764, -0.5430773, 0.4852708, -0.0010138929, -0.50704557, 0.018372353, -0.19930142, 0.23610881]


class Program_weight_tensor_meta_L_self_modules_conv2_parameters_bias_:
    name = "L_self_modules_conv2_parameters_bias_"
    shape = [6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0171129
    std = 0.23986
    data = [-0.12950484, 0.18764247, -0.19243696, 0.28693563, 0.21671085, -0.26666948]
