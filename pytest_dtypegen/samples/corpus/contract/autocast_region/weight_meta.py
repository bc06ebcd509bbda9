class Program_weight_tensor_meta_L_self_modules_first_parameters_weight_:
    name = "L_self_modules_first_parameters_weight_"
    shape = [16, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0661036
    std = 0.382877
    data = None


class Program_weight_tensor_meta_L_self_modules_first_parameters_bias_:
    name = "L_self_modules_first_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0437741
    std = 0.188205
    data = [-0.12368477, -0.28978002, -0.07520616, 0.075574316, -0.23032793, -0.018144134, 0.25309148, -0.036345378, 0.0098260315, -0.030500662, 0.07155262, 0.2248032, 0.3349021, 0.22452617, 0.33566836, -0.025569566]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [4, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.232154
    std = 0.92142
    data = [-0.87695104, 0.52228695, 0.46200526, -1.3292693, -0.29597414, 1.3714144, 0.97384584, 0.76554316, -0.4038975, -0.3262787, 0.74821776, -0.19529867, 0.6767558, -0.08063255, 0.1581231, 0.09998359, 3.1257415, 0.1784242, -0.6451518, 0.011164111, 0.44683278, 0.9756207, -1.411544, -1.0295398, 0.2596948, 0.6115564, 1.1814294, -1.1048093, 0.8968325, -0.17685097, 1.1882633, 0.6513801]


class Program_weight_tensor_meta_L_self_modules_second_parameters_weight_:
    name = "L_self_modules_second_parameters_weight_"
    shape = [8, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00578748
    std = 0.223711
    data = None


class Program_weight_tensor_meta_L_self_modules_second_parameters_bias_:
    name = "L_self_modules_second_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0556869
    std = 0.161995
    data = [-0.23636726, 0.054012, -0.14029562, -0.22289395, 0.21921912, -0.1623528, -0.028440386, 0.071623385]
