class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [8, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0112607
    std = 0.329807
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0502098
    std = 0.200272
    data = [0.19409092, -0.04462458, 0.013499214, 0.08191998, 0.21933624, 0.33947986, -0.27245656, -0.12956661]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [4, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.329896
    std = 1.0769
    data = [1.1403507, -0.08988207, 0.72979623, -1.845319, -0.02501994, 1.369381, 2.6570232, 0.9851194, 0.37718192, 1.1012348, -1.1427778, 0.037585396, 2.6962764, 1.2357637, 0.5428298, 0.52553034, -0.82936686, -1.4072566, 1.6268467, 0.1722732, -1.6115024, -0.47944778, -0.14335105, -0.31729463, 0.5736546, 0.9979313, 0.54360944, 0.07880439, 0.8628601, -0.019489635, 0.9910471, -0.7777347]
