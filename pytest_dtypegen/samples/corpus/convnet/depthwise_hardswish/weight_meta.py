class Program_weight_tensor_meta_L_self_modules_expand_parameters_weight_:
    name = "L_self_modules_expand_parameters_weight_"
    shape = [24, 8, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00497619
    std = 0.34018
    data = None


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 8, 12, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0344726
    std = 0.990242
    data = None


class Program_weight_tensor_meta_L_self_modules_bn1_buffers_running_mean_:
    name = "L_self_modules_bn1_buffers_running_mean_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00949119
    std = 0.0594982
    data = [0.06902806, -0.091813326, -0.072046295, -0.09622305, 0.08056863, -0.0009048581, -0.046046473, 0.03383733, -0.037433293, -0.06413442, 0.038569834, 0.01830988, -0.071611844, -0.065866195, 0.04688697, 0.07603768, 0.008140707, -0.050228503, 0.04828744, 0.017440546, -0.087547936, -0.064804494, 0.021887684, 0.06187744]


class Program_weight_tensor_meta_L_self_modules_bn1_buffers_running_var_:
    name = "L_self_modules_bn1_buffers_running_var_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.974752
    std = 0.299189
    data = [0.8393681, 1.2417667, 0.6903436, 1.4784667, 1.356272, 1.0936537, 1.2224462, 1.1740785, 0.7049514, 0.99564004, 1.1333302, 0.8871429, 1.4794726, 0.8071818, 0.5534652, 0.76196194, 0.5359576, 1.412024, 0.77554536, 0.6482134, 0.9459506, 0.6630958, 0.7388133, 1.254905]


class Program_weight_tensor_meta_L_self_modules_bn1_parameters_weight_:
    name = "L_self_modules_bn1_parameters_weight_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.997845
    std = 0.0917098
    data = [0.9200065, 0.98611593, 1.1990877, 1.0009443, 0.84077734, 0.9854144, 1.0994986, 0.9347153, 0.8952633, 1.1647557, 1.1058024, 0.9660214, 1.0102178, 0.9788475, 1.0464331, 1.007108, 0.878973, 1.0370549, 1.005231, 1.0129308, 0.92378247, 1.0512445, 0.8382708, 1.0597847]


class Program_weight_tensor_meta_L_self_modules_bn1_parameters_bias_:
    name = "L_self_modules_bn1_parameters_bias_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0161151
    std = 0.0585029
    data = [0.054189336, -0.011005319, -0.077680014, -0.00036351683, 0.00014195443, -0.08642048, -0.07072952, 0.09249387, 0.07478187, 0.055420306, 0.06927587, 0.038496293, 0.056278873, 0.06623217, -0.023360765, -0.012712205, 0.07130464, -3.6013127e-05, -0.065068655, -0.07753988, 0.05592754, 0.08283194, 0.07766123, 0.016641904]


class Program_weight_tensor_meta_L_self_modules_depthwise_parameters_weight_:
    name = "L_self_modules_depthwise_parameters_weight_"
    shape = [24, 1, 5, 5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00358046
    std = 0.207883
    data = None


class Program_weight_tensor_meta_L_self_modules_bn2_buffers_running_mean_:
    name = "L_self_modules_bn2_buffers_running_mean_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.000938004
    std = 0.0558746
    data = [0.04488342, -0.092265956, 0.00490557, -0.025891973, 0.064836636, 0.03364439, 0.0400797, 0.060125984, -0.0223881, -0.006406951, 0.08022536, -0.08059891, -0.06912197, 0.007315505, -0.03961276, 0.0057271007, 0.088336006, -0.011592365, -0.08526345, -0.045457758, 0.09183668, -0.021968937, -0.043847788, 0.045012653]


class Program_weight_tensor_meta_L_self_modules_bn2_buffers_running_var_:
    name = "L_self_modules_bn2_buffers_running_var_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.976026
    std = 0.31294
    data = [1.0618981, 0.55916023, 1.4163933, 1.2815623, 1.4345925, 1.2187996, 0.83142304, 0.8367764, 1.242311, 0.9030731, 1.0980268, 0.5155059, 0.75283885, 1.1857238, 0.97535056, 0.75962466, 0.56386626, 1.31778, 0.89947057, 0.5087335, 1.4823922, 1.2433133, 0.7009305, 0.63508433]


class Program_weight_tensor_meta_L_self_modules_bn2_parameters_weight_:
    name = "L_self_modules_bn2_parameters_weight_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.00076
    std = 0.124748
    data = [0.8104996, 0.8207964, 1.1158047, 0.8818926, 1.1461732, 1.0623178, 1.0502033, 1.1588825, 0.81474096, 1.1464591, 1.0648595, 0.86597806, 1.0486624, 0.9442601, 0.91972196, 0.9783393, 0.905707, 1.1748874, 1.1721405, 0.9786645, 0.82264465, 0.98776495, 1.0132141, 1.1336843]


class Program_weight_tensor_meta_L_self_modules_bn2_parameters_bias_:
    name = "L_self_modules_bn2_parameters_bias_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00254136
    std = 0.0512881
    data = [0.003217411, 0.029104603, 0.02653352, -0.056740154, -0.062028673, -0.08937701, -0.00078527926, 0.030972946, -0.0071104765, 0.09706662, -0.019076252, -0.0652527, 0.016666783, -0.028161108, -0.013708937, 0.096894994, -0.0028692484, 0.087354176, 0.013354552, -0.03720218, 0.07331593, -0.056962885, 0.0033086897, 0.022477401]


class Program_weight_tensor_meta_L_self_modules_reduce_parameters_weight_:
    name = "L_self_modules_reduce_parameters_weight_"
    shape = [8, 24, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0305585
    std = 0.778549
    data = None


class Program_weight_tensor_meta_L_self_modules_reduce_parameters_bias_:
    name = "L_self_modules_reduce_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00584813
    std = 0.111274
    data = [0.028926881, -0.13252698, -0.15360935, -0.017320143, -0.06857055, 0.11938502, 0.0175992, 0.15933086]


class Program_weight_tensor_meta_L_self_modules_excite_parameters_weight_:
    name = "L_self_modules_excite_parameters_weight_"
    shape = [24, 8, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0662236
    std = 1.39345
    data = None


class Program_weight_tensor_meta_L_self_modules_excite_parameters_bias_:
    name = "L_self_modules_excite_parameters_bias_"
    shape = [24]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0211556
    std = 0.23678
    data = [-0.2255172, -0.28764755, -0.06461428, 0.27551475, 0.3099034, -0.30778778, -0.015318356, 0.20752387, 0.15584543, 0.28959695, -0.009806939, -0.23754996, 0.23388635, -0.12123861, 0.18306504, -0.08712845, 0.15029347, 0.3179951, 0.32875356, -0.32175657, -0.2338686, -0.1461826, -0.22546136, 0.3392345]


class Program_weight_tensor_meta_L_self_modules_project_parameters_weight_:
    name = "L_self_modules_project_parameters_weight_"
    shape = [8, 24, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00477665
    std = 0.200844
    data = None


class Program_weight_tensor_meta_L_self_modules_bn3_buffers_running_mean_:
    name = "L_self_modules_bn3_buffers_running_mean_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0225785
    std = 0.058368
    data = [0.013512504, -0.06378645, 0.047199287, -0.077494875, 0.06903924, -0.04567492, -0.039661314, -0.083761156]


class Program_weight_tensor_meta_L_self_modules_bn3_buffers_running_var_:
    name = "L_self_modules_bn3_buffers_running_var_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.989993
    std = 0.268271
    data = [0.87908965, 0.9516354, 0.7695345, 1.3559244, 1.2869519, 0.5587181, 0.9499846, 1.1681066]


class Program_weight_tensor_meta_L_self_modules_bn3_parameters_weight_:
    name = "L_self_modules_bn3_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.03707
    std = 0.11261
    data = [1.1399925, 0.97137517, 1.0310687, 1.1259259, 1.1346245, 1.1067345, 0.9650822, 0.8217211]


class Program_weight_tensor_meta_L_self_modules_bn3_parameters_bias_:
    name = "L_self_modules_bn3_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00615493
    std = 0.0627745
    data = [-0.09599848, 0.031432953, -0.0011867166, -0.0631812, 0.043673277, 0.09076899, 0.057837486, -0.014106858]
