import torch


class GraphModule(torch.nn.Module):
    def forward(
        self,
        L_self_modules_q_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_q_parameters_bias_: torch.nn.parameter.Parameter,
        L_queries_: torch.Tensor,
        L_self_modules_k_parameters_weight_: torch.nn.parameter.Parameter,
        L_self_modules_k_parameters_bias_: torch.nn.parameter.Parameter,
        L_keys_: torch.Tensor,
    ):
        l_self_modules_q_parameters_weight_ = L_self_modules_q_parameters_weight_
        l_self_modules_q_parameters_bias_ = L_self_modules_q_parameters_bias_
        l_queries_ = L_queries_
        l_self_modules_k_parameters_weight_ = L_self_modules_k_parameters_weight_
        l_self_modules_k_parameters_bias_ = L_self_modules_k_parameters_bias_
        l_keys_ = L_keys_
        linear = torch._C._nn.linear(l_queries_, l_self_modules_q_parameters_weight_, l_self_modules_q_parameters_bias_)
        l_queries_ = l_self_modules_q_parameters_weight_ = l_self_modules_q_parameters_bias_ = None
        linear_1 = torch._C._nn.linear(l_keys_, l_self_modules_k_parameters_weight_, l_self_modules_k_parameters_bias_)
        l_self_modules_k_parameters_weight_ = l_self_modules_k_parameters_bias_ = None
        transpose = linear_1.transpose(-1, -2)
        linear_1 = None
        scores = linear @ transpose
        linear = transpose = None
        softmax = torch.softmax(scores, dim=-1)
        matmul_1 = softmax @ l_keys_
        softmax = l_keys_ = None
        logsumexp = torch.logsumexp(scores, dim=-1)
        scores = None
        return (matmul_1, logsumexp)
