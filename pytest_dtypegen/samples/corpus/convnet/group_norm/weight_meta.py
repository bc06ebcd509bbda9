class Program_weight_tensor_meta_L_self_modules_norm1_parameters_weight_:
    name = "L_self_modules_norm1_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.014
    std = 0.108245
    data = [0.93866694, 0.86575335, 1.0076791, 1.1866758, 1.0817826, 1.140578, 0.98674977, 0.96823233, 0.9642692, 1.1140695, 0.97377443, 0.82916087, 0.92977035, 1.078271, 1.1949947, 0.96363354]


class Program_weight_tensor_meta_L_self_modules_norm1_parameters_bias_:
    name = "L_self_modules_norm1_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0100049
    std = 0.0607411
    data = [-0.08706639, -0.073631786, -0.07868066, 0.04031035, 0.07371288, 0.029573465, 0.034479488, 0.06514805, 0.06837203, 0.059713233, 0.055919982, 0.027058983, 0.05161631, -0.068616524, -0.06472548, 0.02689426]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 16, 8, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0485059
    std = 0.994789
    data = None


class Program_weight_tensor_meta_L_self_modules_conv1_parameters_weight_:
    name = "L_self_modules_conv1_parameters_weight_"
    shape = [16, 16, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.000389129
    std = 0.0850198
    data = None


class Program_weight_tensor_meta_L_self_modules_conv1_parameters_bias_:
    name = "L_self_modules_conv1_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00443772
    std = 0.0523645
    data = [-0.0789585, -0.074668184, 0.04825192, -0.049211424, 0.06090551, 0.025965761, 0.020918041, 0.066201046, -0.07719126, 0.0610246, 0.027024806, -0.05584247, 0.020276, -0.023224961, -0.033449195, -0.009025286]


class Program_weight_tensor_meta_L_step_:
    name = "L_step_"
    shape = [2, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.103386
    std = 1.04783
    data = [0.24006717, 1.0447897, -2.125642, 0.6427048, -0.36207372, 0.33885697, -0.3713708, 0.19543673, 0.46027645, 1.4198455, 0.37621838, 1.7379485, -1.5717245, 0.7378463, 1.6332068, -0.8147039, -0.9055344, -1.1410223, -0.9538166, -1.4430925, -0.40470475, 0.3759138, -1.3369893, -0.25371215]


class Program_weight_tensor_meta_L_self_modules_time_parameters_weight_:
    name = "L_self_modules_time_parameters_weight_"
    shape = [16, 12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00858095
    std = 0.296495
    data = None


class Program_weight_tensor_meta_L_self_modules_time_parameters_bias_:
    name = "L_self_modules_time_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0541116
    std = 0.173984
    data = [0.22518693, 0.07838114, -0.23964553, -0.08691313, 0.057295416, -0.24352357, 0.04799217, -0.15500958, -0.057382032, 0.103270926, -0.23233142, -0.18533358, 0.13166596, -0.28551143, 0.19866285, -0.22259139]


class Program_weight_tensor_meta_L_self_modules_norm2_parameters_weight_:
    name = "L_self_modules_norm2_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.02642
    std = 0.141083
    data = [1.1705419, 0.87072253, 1.1655388, 0.9796923, 1.0392717, 0.8038792, 1.181484, 0.99775034, 0.8997089, 0.8572723, 1.0363835, 0.8111706, 1.1482779, 1.109609, 1.1733514, 1.1780839]


class Program_weight_tensor_meta_L_self_modules_norm2_parameters_bias_:
    name = "L_self_modules_norm2_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0137623
    std = 0.0598887
    data = [-0.058916666, -0.027078701, 0.06125654, 0.06399107, 0.097880736, -0.04132253, 0.014375604, -0.0033950924, 0.057591308, -0.04899266, 0.09053104, -0.029604495, 0.049672343, 0.075453535, -0.09987626, 0.018631507]


class Program_weight_tensor_meta_L_self_modules_conv2_parameters_weight_:
    name = "L_self_modules_conv2_parameters_weight_"
    shape = [16, 16, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00116319
    std = 0.0830391
    data = None


class Program_weight_tensor_meta_L_self_modules_conv2_parameters_bias_:
    name = "L_self_modules_conv2_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00713737
    std = 0.0619007
    data = [-0.008884182, -0.06967354, -0.020423293, 0.08318049, -0.06887661, -0.06467461, 0.0523858, 0.08291726, -0.08016358, -0.07536988, -0.026057145, 0.083086245, -0.047296375, 0.0071249604, 0.06802724, -0.029500743]
