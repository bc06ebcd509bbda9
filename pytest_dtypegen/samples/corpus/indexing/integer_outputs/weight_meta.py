class Program_weight_tensor_meta_L_self_modules_linear_parameters_weight_:
    name = "L_self_modules_linear_parameters_weight_"
    shape = [12, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0446885
    std = 0.337792
    data = None


class Program_weight_tensor_meta_L_self_modules_linear_parameters_bias_:
    name = "L_self_modules_linear_parameters_bias_"
    shape = [12]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0652724
    std = 0.225796
    data = [0.17653452, 0.073999204, -0.27580133, -0.20358293, 0.3326051, 0.23823059, -0.15415816, -0.088984005, -0.3367943, -0.006354817, -0.26624653, -0.27271578]


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [5, 8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0995079
    std = 1.04414
    data = [-0.6334038, -1.4677203, -0.87848496, -2.0783968, 1.1710889, 0.09749614, 0.96337456, 0.8403232, -0.26345232, 1.2804661, 0.019394945, -0.8808039, 0.95522183, 1.2835777, -0.6658611, 0.5651337, -0.551834, -2.8890612, -1.5099813, 1.0241153, -0.3433358, 1.5712649, 0.19161488, 0.37994185, 1.4403422, -0.11059419, 0.57686025, -0.16917409, 1.1886791, -0.15750733, -0.045538586, 0.64847344, -0.8707436, 0.14474289, 1.9028565, 0.3903958, 0.03306363, -1.0234498, 0.7335114, 1.1177199]
