class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 6, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.111024
    std = 0.941911
    data = None


class Program_weight_tensor_meta_L_self_modules_norm1_parameters_weight_:
    name = "L_self_modules_norm1_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.0116
    std = 0.12519
    data = [1.0991613, 0.87304974, 1.1956487, 0.8011313, 0.80841094, 0.9527397, 1.1633689, 1.0200251, 1.0768092, 0.8533986, 1.0729373, 0.97765136, 1.0801648, 1.1412486, 1.0869361, 0.98298717]


class Program_weight_tensor_meta_L_self_modules_norm1_parameters_bias_:
    name = "L_self_modules_norm1_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00362857
    std = 0.0500279
    data = [-0.0061599137, -0.06271803, -0.03617021, 0.06498381, -0.040099658, 0.062103976, -0.039653193, -0.023289884, 0.0021282197, -0.09176655, -0.000998497, -0.010079575, -0.008983636, -0.01999042, 0.07883773, 0.073798716]


class Program_weight_tensor_meta_L_self_modules_fc1_parameters_weight_:
    name = "L_self_modules_fc1_parameters_weight_"
    shape = [32, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0141955
    std = 0.255579
    data = None


class Program_weight_tensor_meta_L_self_modules_fc1_parameters_bias_:
    name = "L_self_modules_fc1_parameters_bias_"
    shape = [32]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0285492
    std = 0.1282
    data = [-0.06936365, -0.093198925, 0.06293726, 0.08867341, -0.12214291, 0.022099584, 0.14488393, -0.02487418, 0.07608348, -0.060296744, 0.08762491, -0.18109855, -0.1470072, -0.12689763, 0.22975272, -0.067271024, -0.0006825924, -0.12112388, 0.24957252, 0.24416754, -0.18854666, -0.20266747, -0.18949825, -0.0012056828, -0.06372598, -0.16363642, -0.089668036, 0.047232717, -0.13062268, 0.055395633, -0.05732897, -0.12114084]


class Program_weight_tensor_meta_L_self_modules_fc2_parameters_weight_:
    name = "L_self_modules_fc2_parameters_weight_"
    shape = [16, 32]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00627787
    std = 0.172794
    data = None


class Program_weight_tensor_meta_L_self_modules_fc2_parameters_bias_:
    name = "L_self_modules_fc2_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0281251
    std = 0.108376
    data = [0.14517018, 0.06846327, 0.14892894, -0.06058114, -0.09751752, 0.15201199, 0.07368457, 0.16970253, -0.07383902, -0.11350245, -0.020720508, -0.16644938, 0.069292076, 0.13038844, 0.04243646, -0.01746675]


class Program_weight_tensor_meta_L_self_modules_norm2_parameters_weight_:
    name = "L_self_modules_norm2_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.915442
    std = 0.102106
    data = [0.86444855, 1.0929054, 0.8431235, 0.82973576, 1.0611364, 1.0029393, 0.90669876, 0.8070993, 0.9225728, 1.0668, 0.8148797, 0.8057069, 1.0253745, 0.8559192, 0.824784, 0.92294276]
