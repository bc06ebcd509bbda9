class Program_weight_tensor_meta_L_wave_:
    name = "L_wave_"
    shape = [2, 120]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0109375
    std = 0.318209
    data = None


class Program_weight_tensor_meta_L_self_buffers_window_:
    name = "L_self_buffers_window_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.5
    std = 0.361158
    data = [0.0, 0.017037094, 0.066987306, 0.14644662, 0.25, 0.37059045, 0.5, 0.62940955, 0.75, 0.8535534, 0.9330127, 0.98296297, 1.0, 0.9829629, 0.9330126, 0.8535533, 0.74999994, 0.6294095, 0.5, 0.3705905, 0.25000006, 0.1464465, 0.06698722, 0.017037064]


class Program_weight_tensor_meta_L_self_buffers_filters_:
    name = "L_self_buffers_filters_"
    shape = [13, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.497648
    std = 0.292195
    min_val = 0


class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [8, 6]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0541908
    std = 0.43182
    data = [0.79635245, -0.43400818, 0.46554625, -0.036694203, 0.29793808, -0.75334835, -0.010214348, 0.55904746, -0.12763427, 0.10034151, 0.15398388, 0.44957724, -0.4665371, 0.015344175, 1.1007503, 0.5044984, -0.082084, -0.04814349, -0.3385876, -0.5745101, 0.6641574, 0.07033024, -0.6578931, -0.19573374, 0.06425538, 0.15732367, 0.23419352, 0.40740377, 0.22192763, 0.03217176, 0.35226116, -0.00795661, 0.31072223, 0.25242028, -0.122223206, -0.07666008, 0.78216195, 0.28177106, -0.94783074, -0.48843244, 0.098310485, -0.5700074, 0.046357453, 0.4510024, -0.5695766, 0.19396642, -0.3322022, 0.37731794]


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.133122
    std = 0.134648
    data = [-0.10219674, -0.19886321, -0.14281888, -0.33460915, -0.0868406, 0.08726571, -0.2659598, -0.020951042]
