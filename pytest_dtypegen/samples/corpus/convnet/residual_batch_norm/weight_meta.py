class Program_weight_tensor_meta_L_self_modules_stem_modules_0_parameters_weight_:
    name = "L_self_modules_stem_modules_0_parameters_weight_"
    shape = [8, 3, 7, 7]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00114278
    std = 0.0818431
    data = None


class Program_weight_tensor_meta_L_x_:
    name = "L_x_"
    shape = [2, 3, 32, 32]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0182118
    std = 0.997518
    data = None


class Program_weight_tensor_meta_L_self_modules_stem_modules_1_buffers_running_mean_:
    name = "L_self_modules_stem_modules_1_buffers_running_mean_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0158622
    std = 0.0494821
    data = [-0.031818654, 0.09165885, 0.006093812, 0.06817361, -0.009923709, -0.015644217, 0.05683371, -0.0384756]


class Program_weight_tensor_meta_L_self_modules_stem_modules_1_buffers_running_var_:
    name = "L_self_modules_stem_modules_1_buffers_running_var_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.16257
    std = 0.324687
    data = [1.2973589, 1.4373938, 1.2035644, 1.3085961, 0.6125155, 1.461298, 0.69850177, 1.2812943]


class Program_weight_tensor_meta_L_self_modules_stem_modules_1_parameters_weight_:
    name = "L_self_modules_stem_modules_1_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.94451
    std = 0.12047
    data = [0.8241218, 1.1514779, 0.98587346, 0.8613661, 1.0435729, 1.0010508, 0.8799982, 0.80862236]


class Program_weight_tensor_meta_L_self_modules_stem_modules_1_parameters_bias_:
    name = "L_self_modules_stem_modules_1_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0157191
    std = 0.0523211
    data = [0.023148907, 0.0015295387, -0.03548819, -0.055755414, -0.026460648, 0.08693228, -0.08003273, -0.039626945]


class Program_weight_tensor_meta_L_self_modules_block1_modules_conv1_parameters_weight_:
    name = "L_self_modules_block1_modules_conv1_parameters_weight_"
    shape = [8, 8, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00119067
    std = 0.121962
    data = None


class Program_weight_tensor_meta_L_self_modules_block1_modules_bn1_buffers_running_mean_:
    name = "L_self_modules_block1_modules_bn1_buffers_running_mean_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00842779
    std = 0.0595351
    data = [0.07023897, 0.040261295, -0.07521292, 0.0717299, -0.03500768, -0.06726154, 0.043763854, 0.018910443]


class Program_weight_tensor_meta_L_self_modules_block1_modules_bn1_buffers_running_var_:
    name = "L_self_modules_block1_modules_bn1_buffers_running_var_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.918826
    std = 0.320382
    data = [0.7485183, 0.7650803, 1.4371448, 0.50011843, 1.0715048, 1.0101016, 0.600794, 1.2173429]


class Program_weight_tensor_meta_L_self_modules_block1_modules_bn1_parameters_weight_:
    name = "L_self_modules_block1_modules_bn1_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.976144
    std = 0.0852369
    data = [0.9930763, 0.9480203, 1.0130649, 1.1039994, 0.8985535, 0.8407385, 0.9513093, 1.0603926]


class Program_weight_tensor_meta_L_self_modules_block1_modules_bn1_parameters_bias_:
    name = "L_self_modules_block1_modules_bn1_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0130555
    std = 0.0513226
    data = [0.010060883, -0.026601756, 0.013005055, -0.008129763, 0.077486, -0.058760848, 0.09643499, 0.0009496689]


class Program_weight_tensor_meta_L_self_modules_block1_modules_conv2_parameters_weight_:
    name = "L_self_modules_block1_modules_conv2_parameters_weight_"
    shape = [8, 8, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00800922
    std = 0.11789
    data = None


class Program_weight_tensor_meta_L_self_modules_block1_modules_bn2_buffers_running_mean_:
    name = "L_self_modules_block1_modules_bn2_buffers_running_mean_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0194679
    std = 0.0599328
    data = [0.0058407905, 0.014299941, -0.043812145, 0.09798217, -0.090680495, -0.013084674, -0.058228027, -0.06806087]


class Program_weight_tensor_meta_L_self_modules_block1_modules_bn2_buffers_running_var_:
    name = "L_self_modules_block1_modules_bn2_buffers_running_var_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.15831
    std = 0.218341
    data = [1.2686291, 1.3669538, 1.2366035, 1.149756, 1.3335153, 1.2680502, 0.8545393, 0.78846383]


class Program_weight_tensor_meta_L_self_modules_block1_modules_bn2_parameters_weight_:
    name = "L_self_modules_block1_modules_bn2_parameters_weight_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.01544
    std = 0.139753
    data = [1.1482396, 0.8529866, 0.94441676, 0.835627, 1.0928124, 1.1433187, 1.1758176, 0.93028426]


class Program_weight_tensor_meta_L_self_modules_block1_modules_bn2_parameters_bias_:
    name = "L_self_modules_block1_modules_bn2_parameters_bias_"
    shape = [8]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0150231
    std = 0.0596076
    data = [-0.0739432, 0.05276972, -0.06467129, -0.03332385, -0.08227499, 0.07800545, -0.010048366, 0.013301945]


class Program_weight_tensor_meta_L_self_modules_block2_modules_conv1_parameters_weight_:
    name = "L_self_modules_block2_modules_conv1_parameters_weight_"
    shape = [16, 8, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00280582
    std = 0.12713
    data = None


class Program_weight_tensor_meta_L_self_modules_block2_modules_bn1_buffers_running_mean_:
    name = "L_self_modules_block2_modules_bn1_buffers_running_mean_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00167061
    std = 0.0616141
    data = [0.058081545, -0.070765294, -0.040292468, -0.0026845336, -0.014708268, -0.09890633, 0.053655434, 0.059082236, -0.08878753, 0.00019232035, -0.084168494, -0.018177534, 0.011885881, 0.086978815, 0.070331685, 0.051552832]


class Program_weight_tensor_meta_L_self_modules_block2_modules_bn1_buffers_running_var_:
    name = "L_self_modules_block2_modules_bn1_buffers_running_var_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.11184
    std = 0.249141
    data = [1.0658443, 0.5386289, 0.8387031, 1.4457355, 1.0411773, 0.88732237, 0.827509, 1.2414008, 1.3145423, 0.9563716, 1.1464423, 1.3682064, 1.3347583, 1.2593467, 1.3414285, 1.1819618]


class Program_weight_tensor_meta_L_self_modules_block2_modules_bn1_parameters_weight_:
    name = "L_self_modules_block2_modules_bn1_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.976543
    std = 0.127224
    data = [0.8374204, 1.0691583, 0.9935027, 0.88135874, 1.1752404, 1.1161535, 1.1693481, 0.9674295, 0.8763573, 0.8308146, 1.0233749, 0.8598341, 1.1193078, 0.8186913, 0.85765344, 1.0290478]


class Program_weight_tensor_meta_L_self_modules_block2_modules_bn1_parameters_bias_:
    name = "L_self_modules_block2_modules_bn1_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00847904
    std = 0.0439345
    data = [0.024471104, -0.01317178, -0.02082113, -0.050694276, -0.0289243, 0.012970722, -0.089760385, -0.017334748, -0.015804613, 0.0021926404, 0.07432305, -0.08383191, 0.03454646, 0.03707285, 0.027758671, -0.02865696]


class Program_weight_tensor_meta_L_self_modules_block2_modules_conv2_parameters_weight_:
    name = "L_self_modules_block2_modules_conv2_parameters_weight_"
    shape = [16, 16, 3, 3]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.000655075
    std = 0.082977
    data = None


class Program_weight_tensor_meta_L_self_modules_block2_modules_bn2_buffers_running_mean_:
    name = "L_self_modules_block2_modules_bn2_buffers_running_mean_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.014812
    std = 0.0672263
    data = [-0.057856407, -0.08852114, -0.0172418, -0.09007063, 0.015825415, 0.07186671, -0.06826886, -0.091197684, 0.062680565, -0.06392928, 0.010882199, -0.028821457, 0.05307014, 0.080036454, 0.07331113, -0.09875746]


class Program_weight_tensor_meta_L_self_modules_block2_modules_bn2_buffers_running_var_:
    name = "L_self_modules_block2_modules_bn2_buffers_running_var_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.0632
    std = 0.326275
    data = [0.7843326, 1.4748315, 1.3560789, 0.7254004, 0.5634546, 1.3285623, 0.8876511, 1.3410958, 0.7579619, 1.4525334, 1.2458925, 0.87608194, 0.85817045, 1.497051, 1.1985867, 0.6634594]


class Program_weight_tensor_meta_L_self_modules_block2_modules_bn2_parameters_weight_:
    name = "L_self_modules_block2_modules_bn2_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.00368
    std = 0.105237
    data = [0.8656937, 1.0828615, 1.1752898, 1.1016318, 1.1053047, 0.90370214, 0.847223, 1.0037214, 0.9382483, 1.1131066, 1.0557096, 0.9825494, 0.8541265, 1.0952231, 0.9216538, 1.0128019]


class Program_weight_tensor_meta_L_self_modules_block2_modules_bn2_parameters_bias_:
    name = "L_self_modules_block2_modules_bn2_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0205512
    std = 0.0496066
    data = [-0.025391018, 0.0904687, 0.053731598, -0.05333947, 0.019855345, -0.0393126, -0.02024417, 0.061781432, -0.006443107, 0.0059674024, 0.08298563, 0.028507067, 0.04726839, -0.05365969, 0.08724415, 0.04939879]


class Program_weight_tensor_meta_L_self_modules_block2_modules_shortcut_modules_0_parameters_weight_:
    name = "L_self_modules_block2_modules_shortcut_modules_0_parameters_weight_"
    shape = [16, 8, 1, 1]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.0079184
    std = 0.345559
    data = None


class Program_weight_tensor_meta_L_self_modules_block2_modules_shortcut_modules_1_buffers_running_mean_:
    name = "L_self_modules_block2_modules_shortcut_modules_1_buffers_running_mean_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0133324
    std = 0.0539654
    data = [0.0731558, 0.092869096, 0.070752285, 0.041223824, -0.056109097, -0.048526444, -0.018361151, 0.055757593, -0.008275556, -0.011540676, 0.025563335, 0.03747648, -0.018966151, -0.057516184, 0.089769624, -0.05395446]


class Program_weight_tensor_meta_L_self_modules_block2_modules_shortcut_modules_1_buffers_running_var_:
    name = "L_self_modules_block2_modules_shortcut_modules_1_buffers_running_var_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.980894
    std = 0.282497
    data = [1.4419074, 0.5467736, 0.6135435, 0.85161203, 1.3043988, 1.2139599, 1.0516851, 1.0624306, 0.98972386, 0.61518633, 0.8467584, 1.1133447, 0.76902807, 1.4764156, 0.91468126, 0.8828499]


class Program_weight_tensor_meta_L_self_modules_block2_modules_shortcut_modules_1_parameters_weight_:
    name = "L_self_modules_block2_modules_shortcut_modules_1_parameters_weight_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 1.02788
    std = 0.0995398
    data = [1.190937, 0.9425178, 0.96414113, 1.1310142, 0.9797667, 0.9825518, 1.0441439, 1.1895117, 1.1461014, 0.8614882, 1.0125898, 0.9724633, 1.0454558, 1.0267639, 1.0760216, 0.880588]


class Program_weight_tensor_meta_L_self_modules_block2_modules_shortcut_modules_1_parameters_bias_:
    name = "L_self_modules_block2_modules_shortcut_modules_1_parameters_bias_"
    shape = [16]
    dtype = "torch.float32"
    device = "cpu"
    mean = -0.00502777
    std = 0.0524966
    data = [-0.016877174, 0.012930798, -0.07151685, 0.02260214, -0.08894267, -0.015911663, -0.023089027, 0.052578546, -0.060361482, -0.03758178, 0.064854346, 0.05286565, 0.093276024, -0.016127026, 0.0068833353, -0.05602752]


class Program_weight_tensor_meta_L_self_modules_fc_parameters_weight_:
    name = "L_self_modules_fc_parameters_weight_"
    shape = [10, 16]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.00920159
    std = 0.269279
    data = None


class Program_weight_tensor_meta_L_self_modules_fc_parameters_bias_:
    name = "L_self_modules_fc_parameters_bias_"
    shape = [10]
    dtype = "torch.float32"
    device = "cpu"
    mean = 0.0419748
    std = 0.155601
    data = [0.03510636, -0.22702065, -0.08967167, 0.057998717, -0.067468554, 0.10676673, -0.066809356, 0.20658219, 0.21655655, 0.24770808]
