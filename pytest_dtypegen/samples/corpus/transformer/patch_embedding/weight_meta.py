class Program_weight_tensor_meta_L_self_modules_patch_parameters_weight_:
    name = "L_self_modules_patch_parameters_weight_"
    shape = [16, 3, 4, 4]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00287265
    std = 0.139898
    data = None


class Program_weight_tensor_meta_L_self_modules_patch_parameters_bias_:
    name = "L_self_modules_patch_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00206488
    std = 0.10107
    data = [-0.11074079, -0.04218658, 0.047339875, -0.12645198, 0.0791256, 0.075134575, 0.08951896, -0.092022, 0.14376035, -0.08555775, 0.14409803, -0.13851938, -0.12860043, 0.0886516, 0.015085142, 0.008326734]


class Program_weight_tensor_meta_L_image_:
    name = "L_image_"
    shape = [2, 3, 16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0158124
    std = 0.996589
    data = None


class Program_weight_tensor_meta_L_self_parameters_token_:
    name = "L_self_parameters_token_"
    shape = [1, 1, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0796028
    std = 0.376472
    data = [0.35071877, -0.2778031, -0.19084665, -0.022122057, 0.25979125, 0.38004035, -0.5146335, -0.6252025, -0.056846835, -0.30701035, 0.42650384, 0.07754913, 0.5529611, 0.54722637, 0.28513652, 0.38818294]


class Program_weight_tensor_meta_L_self_parameters_positions_:
    name = "L_self_parameters_positions_"
    shape = [1, 17, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0382361
    std = 0.533483
    data = None


class Program_weight_tensor_meta_L_self_modules_layer_modules_norm1_parameters_weight_:
    name = "L_self_modules_layer_modules_norm1_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.01806
    std = 0.128023
    data = [1.1967309, 1.1840088, 1.0792114, 0.84685713, 0.86433685, 1.0479447, 0.8214394, 1.1266167, 1.0869486, 1.0477189, 0.8254356, 1.1454897, 0.9788329, 0.9160725, 1.104422, 1.0169011]


class Program_weight_tensor_meta_L_self_modules_layer_modules_norm1_parameters_bias_:
    name = "L_self_modules_layer_modules_norm1_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00327159
    std = 0.0700655
    data = [-0.04448403, 0.023405302, -0.066685796, 0.0929414, 0.087649725, 0.04611819, 0.05290277, -0.099405706, -0.05558875, -0.096226715, -0.052120592, -0.0829074, 0.07360715, 0.05395123, 0.058891308, -0.04439349]


class Program_weight_tensor_meta_L_self_modules_layer_modules_qkv_parameters_weight_:
    name = "L_self_modules_layer_modules_qkv_parameters_weight_"
    shape = [48, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00708315
    std = 0.245158
    data = None


class Program_weight_tensor_meta_L_self_modules_layer_modules_qkv_parameters_bias_:
    name = "L_self_modules_layer_modules_qkv_parameters_bias_"
    shape = [48]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00971847
    std = 0.147677
    data = [-0.11317885, -0.09889868, -0.032261252, 0.027316332, -0.17439657, -0.20018438, 0.09875834, 0.072081685, 0.24456722, -0.101928234, 0.08828509, -0.10088462, 0.12341237, -0.013848782, 0.185327, 0.13889217, 0.20808691, 0.12847388, 0.00939247, 0.2154431, -0.14684546, 0.23579654, 0.24429676, 0.23881695, -0.11678022, -0.13246456, 0.015817076, 0.07784945, 0.12540677, 0.10167572, 0.21287236, -0.062635034, -0.082018375, 0.08380005, 0.0696668, -0.14583191, 0.024181157, -0.18981245, -0.07334229, -0.098118275, 0.21914583, -0.22504342, -0.14760625, -0.24465749, 0.06305134, -0.19242224, 0.08088517, -0.17365277]


class Program_weight_tensor_meta_L_self_modules_layer_modules_proj_parameters_weight_:
    name = "L_self_modules_layer_modules_proj_parameters_weight_"
    shape = [16, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.015905
    std = 0.234227
    data = None


class Program_weight_tensor_meta_L_self_modules_layer_modules_proj_parameters_bias_:
    name = "L_self_modules_layer_modules_proj_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.020927
    std = 0.139318
    data = [-0.124361426, -0.012659609, 0.04489255, -0.073367655, -0.23696181, -0.028857887, 0.189679, 0.19248432, 0.125148, 0.036297232, 0.06211865, -0.19272739, 0.10123488, -0.24880895, -0.10324246, -0.06569928]


class Program_weight_tensor_meta_L_self_modules_layer_modules_norm2_parameters_weight_:
    name = "L_self_modules_layer_modules_norm2_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.05571
    std = 0.124242
    data = [1.0871708, 1.1703957, 1.0379066, 1.0922058, 0.85929537, 1.1083673, 0.81094223, 1.1768043, 1.0826048, 1.0131617, 0.81280935, 1.1818722, 1.1275283, 1.1843737, 1.0786222, 1.0673555]


class Program_weight_tensor_meta_L_self_modules_layer_modules_norm2_parameters_bias_:
    name = "L_self_modules_layer_modules_norm2_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00897132
    std = 0.0525158
    data = [-0.025903344, -0.04098017, 0.039640296, 0.034680534, -0.003242004, 0.015905857, 0.03435136, -0.09663566, -0.08843435, -0.026620388, 0.068105996, 0.048788227, -0.09544619, -0.030024862, -0.010570526, 0.032844104]


class Program_weight_tensor_meta_L_self_modules_layer_modules_fc1_parameters_weight_:
    name = "L_self_modules_layer_modules_fc1_parameters_weight_"
    shape = [32, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.000102701
    std = 0.248907
    data = None


class Program_weight_tensor_meta_L_self_modules_layer_modules_fc1_parameters_bias_:
    name = "L_self_modules_layer_modules_fc1_parameters_bias_"
    shape = [32]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.009617
    std = 0.14161
    data = [0.07891664, 0.06733018, -0.20251474, 0.062294185, 0.15296105, 0.02867046, -0.022819191, 0.19150785, -0.2184203, -0.11410913, -0.11299768, 0.21601304, -0.24180543, 0.02479443, -0.24217227, -0.008220941, 0.09318435, -0.058463633, 0.24268383, 0.0007958412, -0.12745753, 0.06446645, 0.130016, -0.0004966855, 0.21386847, -0.15822902, 0.106669605, 0.14195892, 0.12417281, -9.1701746e-05, 0.07136604, -0.19612783]


class Program_weight_tensor_meta_L_self_modules_layer_modules_fc2_parameters_weight_:
    name = "L_self_modules_layer_modules_fc2_parameters_weight_"
    shape = [16, 32]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00835781
    std = 0.175426
    data = None


class Program_weight_tensor_meta_L_self_modules_layer_modules_fc2_parameters_bias_:
    name = "L_self_modules_layer_modules_fc2_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0383368
    std = 0.0891147
    data = [0.047370527, 0.039330404, 0.10330306, 0.09326343, -0.094884336, 0.121354006, 0.11924802, 0.023393756, -0.15379998, -0.108421646, 0.049263448, 0.061119165, 0.16483544, 0.089971006, 0.06407155, -0.006029317]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_weight_:
    name = "L_self_modules_norm_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.982542
    std = 0.118953
    data = [0.83661956, 1.0640603, 0.93117756, 1.150416, 0.9461812, 0.83716005, 1.1686453, 1.0448929, 1.0606991, 0.9806578, 0.8409708, 1.0643854, 1.0005401, 0.8675821, 1.1139725, 0.8127169]


class Program_weight_tensor_meta_L_self_modules_norm_parameters_bias_:
    name = "L_self_modules_norm_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0162768
    std = 0.061091
    data = [-0.06206286, -0.023316372, -0.09373166, -0.09002527, -0.03004359, -0.018850757, 0.07335532, 0.046664964, 0.09297728, 0.031061554, 0.013374197, -0.019271398, -0.04218621, -0.089585386, -0.09133891, 0.04254966]


class Program_weight_tensor_meta_L_self_modules_head_parameters_weight_:
    name = "L_self_modules_head_parameters_weight_"
    shape = [5, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0213283
    std = 0.277245
    data = None


class Program_weight_tensor_meta_L_self_modules_head_parameters_bias_:
    name = "L_self_modules_head_parameters_bias_"
    shape = [5]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00924513
    std = 0.165288
    data = [0.09104219, 0.22769073, 0.0074174106, -0.21187371, -0.06805098]
