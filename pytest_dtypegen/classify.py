"""Which error class a message of torch stands for (no torch here: the pytest process uses it too).

One table, first match wins. The wordings are torch's own: of the CPU and CUDA kernels, of the meta kernels that run
under fake tensors, and of older versions as the field reports quote them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_dtypegen.errors import text_of

UNCLASSIFIED = "DG999"

NORM_OPS = frozenset({
    "layer_norm", "group_norm", "batch_norm", "instance_norm", "native_layer_norm", "native_group_norm",
    "native_batch_norm", "_native_batch_norm_legit", "cudnn_batch_norm", "rms_norm", "_fused_rms_norm",
})  # fmt: skip
ATTENTION_OPS = frozenset({
    "scaled_dot_product_attention", "multi_head_attention_forward", "_native_multi_head_attention",
    "_scaled_dot_product_flash_attention", "_scaled_dot_product_efficient_attention",
    "_scaled_dot_product_flash_attention_for_cpu", "_scaled_dot_product_attention_math",
})  # fmt: skip
WRITE_OPS = frozenset({
    "setitem", "copy_", "index_put", "index_put_", "masked_scatter", "masked_scatter_", "scatter", "scatter_",
    "scatter_add", "scatter_add_", "scatter_reduce", "scatter_reduce_", "index_add", "index_add_", "index_copy",
    "index_copy_", "put_", "slice_scatter", "select_scatter", "diagonal_scatter",
})  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """``pattern`` is searched in the message; ``ops`` and ``exceptions``, where given, must hold the op's and the
    exception's name."""

    pattern: re.Pattern[str]
    code: str
    ops: frozenset[str] | None = None
    exceptions: frozenset[str] | None = None

    def matches(self, message: str, op_words: frozenset[str], exception: str | None) -> bool:
        if self.ops is not None and not self.ops & op_words:
            return False
        if self.exceptions is not None and exception not in self.exceptions:
            return False
        return self.pattern.search(message) is not None


def _rule(
    code: str, pattern: str, *, ops: frozenset[str] | None = None, exceptions: tuple[str, ...] | None = None
) -> Rule:
    return Rule(re.compile(pattern, re.DOTALL), code, ops, frozenset(exceptions) if exceptions else None)


_DTYPE = r"(?:c10::|torch\.|at::)?\w+"

RULES: tuple[Rule, ...] = (
    # memory, crash, time: first, for they may quote anything
    _rule("DG803", r"out of memory|can't allocate memory|[Cc]annot allocate memory|std::bad_alloc|not enough memory"
                   r"|Unable to allocate|CUBLAS_STATUS_ALLOC_FAILED|CUDNN_STATUS_ALLOC_FAILED"),
    _rule("DG803", r"", exceptions=("MemoryError", "OutOfMemoryError")),
    _rule("DG802", r"[Ss]egmentation fault|SIGSEGV|SIGABRT|SIGBUS|illegal memory access|device-side assert triggered"
                   r"|unspecified launch failure|process (?:died|terminated|exited) unexpectedly"),
    _rule("DG801", r"timed out|exceeded the time limit"),
    _rule("DG801", r"", exceptions=("TimeoutError",)),

    # devices
    _rule("DG410", r"[Ee]xpected all tensors to be on the same device|found (?:at least )?two different devices"
                   r"|found at least two devices|is not on the expected device"),
    _rule("DG410", r"is on (?:CPU|GPU|cpu|cuda\S*), but expected (?:it|them) to be on"
                   r"|expected device \S+ but got|[Ii]nput and parameter tensors are not at the same device"),
    _rule("DG410", r"Input type \(torch\.(?:cuda\.)?(\w+)\) and (?:weight|bias) type \(torch\.(?:cuda\.)?\1\)"),
    _rule("DG410", r"not compiled with \w+ enabled|No CUDA GPUs are available|Found no NVIDIA driver"
                   r"|Cannot access accelerator device|no (?:\w+ )?device is available"),

    # missing operands
    _rule("DG407", r"expected Tensor as element \d+ in argument \d+, but got NoneType"),
    _rule("DG407", r"must be (?:a )?(?:Tensor|tuple of Tensors|list of Tensors)\b.*\bnot NoneType"),
    _rule("DG407", r"'NoneType' object (?:has no attribute|is not subscriptable|is not iterable|is not callable)"),
    _rule("DG407", r"unsupported operand type\(s\) for [^:]+: (?:'NoneType'|'[^']+' and 'NoneType')"),
    _rule("DG407", r"[Ee]xpected a proper Tensor but got None|undefined Tensor"),
    _rule("DG407", r"invalid combination of arguments - got \(NoneType\b"),

    # literals
    _rule("DG404", r"value cannot be converted to type \S+ without overflow"),
    _rule("DG404", r"(?:from|to) is out of bounds for \w+"),
    _rule("DG404", r"[Oo]verflow when unpacking|out of (?:the )?range of (?:the )?(?:target|dtype)"
                   r"|invalid size, possible overflow"),
    _rule("DG405", r"literal .* (?:underflows|becomes (?:0|zero))"),

    # attention masks
    _rule("DG402", r"invalid dtype for bias"),
    _rule("DG402", r"Expected attn_mask dtype to be|attn_mask\.dtype|[Mm]ask type .* (?:not supported|should be)"
                   r"|attn_bias .* dtype|Only bool and floating types of (?:attn_mask|key_padding_mask) are supported"),

    # quantization
    _rule("DG409", r"quantized::|\bQuantized(?:CPU|CUDA)\b|promoteTypes with quantized|quantized dtype like"
                   r"|in new_qtensor|zero_point \S+ is (?:above upper|below lower) bound|quantizer->qscheme\(\)"),
    _rule("DG409", r"Add operands should have same (?:data type|qscheme)|Could not run 'aten::(?:qscheme|q_\w+)'"
                   r"|length of (?:scales|zero_points) must equal"),
    _rule("DG409", r"All dtypes must be the same", ops=frozenset({"quantized", "cat"})),
    _rule("DG409", r"(?:scale|zero[_ ]point|qscheme|quantization axis|storage type)\b.*\b(?:is|was) \S+.*"
                   r"\b(?:promised|expected|contract)"),

    # writes
    _rule("DG406", r"Index put requires the source and destination dtypes match"),
    _rule("DG406", r"scatter\w*\(\): Expected self\.dtype to be equal to (?:src|value)\.dtype"),
    _rule("DG406", r"masked_scatter_?: expected self and source to have same dtypes"),
    _rule("DG406", r"(?:index_add|index_copy|put|index_fill|index_reduce)_?\(\): self .*source"),
    _rule("DG406", r"result type \w+ can't be cast to the desired output type"),
    _rule("DG406", r"base given to float_power_ has dtype"),
    _rule("DG406", r"in-place ops are not possible due to element size change|can't be cast because it is not safe"),
    _rule("DG406", r"expected scalar type \S+ but found", ops=WRITE_OPS),
    _rule("DG406", r"(?:source|src|values?) .*(?:same|match).* dtypes?", ops=WRITE_OPS),

    # normalisation
    _rule("DG403", r"mixed dtype \(CPU\): (?:expect|all (?:the )?inputs)"),
    _rule("DG403", r"needs_dynamic_casting", ops=NORM_OPS),
    _rule("DG403", r"[Ee]xpected scalar type \S+ but found|to have (?:the same )?type \S+ but got|same (?:d)?type"
                   r"|should be the same|must have the same", ops=NORM_OPS),
    _rule("DG403", r"[Ee]xpected (?:tensor for argument #\d+ ')?(?:weight|bias|running_(?:mean|var))'? "
                   r"(?:to have|for argument).*but got"),

    # FFT
    _rule("DG502", r"(?:cuFFT|hipFFT|rocFFT|FFT) only supports dimensions whose sizes are powers of two"),

    # no kernel
    _rule("DG501", r"not implemented for '|Unsupported dtype|not supported for dtype|doesn't support tensors of type"),
    _rule("DG501", r"Low precision dtypes not supported|half to float conversion is not supported"
                   r"|is only supported for half, float and double"
                   r"|Expected both inputs to be Half, Float or Double tensors"),
    _rule("DG501", r"must be either float or double dtype|only works on Float Tensor|[Oo]nly supports? (?:float|fp)"
                   r"|expects a Float Tensor, got"
                   r"|only support fp16 and bf16|No available kernel|CUBLAS_STATUS_NOT_SUPPORTED"
                   r"|CUDNN_STATUS_NOT_SUPPORTED|GET was unable to find an engine"),
    _rule("DG501", r"types other than float and double|only implemented on integer and Boolean-type tensors"
                   r"|expected a tensor with 2 or more dimensions of float"
                   r"|supports floating point, complex, and integer tensors, but got"),
    _rule("DG501", r"Could not run '\S+' with arguments from the '\w+' backend"),
    _rule("DG501", r"Expected input tensor to have an integral dtype|expected self to be int8 or uint8"
                   r"|Expected self dtype to be int8"),

    # operands that do not go together
    _rule("DG401", r"could not create a primitive descriptor for the LSTM|get_mkldnn_dtype: unsupported data type",
          ops=frozenset({"lstm"})),
    _rule("DG401", r"Bad in-place call: input tensor dtype|not yet implemented for tensors with different dtypes"
                   r"|^(?:Float|Half|BFloat16|Double|Long|Int|Bool) did not match \w+$"
                   r"|must be same dtype as the input|tau dtype \w+ does not match input dtype"),
    _rule("DG401", rf"[Ee]xpected scalar type {_DTYPE} but (?:found|got)|Found dtype \w+ but expected"
                   r"|Expected object of scalar type \w+ but got"),
    _rule("DG401", r"(?:m1|mat1|self|a) and (?:m2|mat2|vec|b) (?:to|must) have the same dtype"),
    _rule("DG401", r"[Ii]nput dtypes must be the same|(?:tensors|inputs?|vectors) (?:must|should|to) "
                   r"(?:all )?(?:have|be)(?: be)? (?:the |of )*same d?type|expected both vectors to have same dtype"),
    _rule("DG401", r"Input type \(.+?\) and (?:weight|bias) type \(.+?\) should be the same"),
    _rule("DG401", r"must have (?:be )?the same (?:scalar )?d?type|to have (?:the )?same d?types?\b"
                   r"|(?:tensors are|is) not the same dtype|Expected \w+ and \w+ to have the same dtype"),
    _rule("DG401", r"expected dtype \S+ for `?\w+`?,? but got dtype|Type promoting not supported"
                   r"|convertible without narrowing"),
    _rule("DG401", r"Expected tensor for argument #\d+ '\w+' to have"),
    _rule("DG401", r"expected (?:condition|predicate) to be (?:a )?bool|tensors used as indices must be"
                   r"|[Ee]xpected (?:a long tensor|dtype int32(?: or |/)int64) for index"
                   r"|only applicable to index tensor of type|only supports boolean masks|expected BoolTensor for mask"
                   r"|dtype of indices should be|needs_dynamic_casting"),
    _rule("DG401", r"could not infer output dtype|Expected a floating point or complex tensor"
                   r"|[Ee]xpected .*(?:dtype|scalar type).* but (?:got|found)"),
    _rule("DG401", r"with (?:two|a) bool tensors? is not supported|All dtypes must be the same"
                   r"|self\.scalar_type\(\) == \w+\.scalar_type\(\)"),

    # values that the dtype could not count reached an index
    _rule("DG602", r"index out of range in self|index -?\d+ is out of bounds for dimension"),

    # shapes: a result is not what the next op was promised
    _rule("DG408", r"The size of tensor a \(.*\) must match|shapes cannot be multiplied|is invalid for input of size"
                   r"|Sizes of tensors must match except|must have same number of dimensions"
                   r"|The expanded size of the tensor|Given (?:groups|normalized_shape|transposed)=?.*"
                   r"(?:expected input|to have)|must be divisible by \d+ to view"
                   r"|same reduction dim|number of dimensions .* (?:does not|doesn't) match"),
    # a call that no signature takes: the pass built it
    _rule("DG301", r"has no attribute|unexpected keyword argument|positional arguments?\b|missing \d+ required"
                   r"|invalid combination of arguments|argument '\w+'.* must be",
          exceptions=("TypeError", "AttributeError")),
)  # fmt: skip


def classify(message: str, *, op: str | None = None, exception: str | None = None) -> str:
    """The code of the error class that ``message`` stands for; ``DG999`` where no rule fits.

    ``op``: the failing op, in any spelling (``layer_norm``, ``torch.nn.functional.layer_norm``). ``exception``: the
    exception's class name. Both sharpen the answer: the same words from a norm and from a matmul are two classes.
    """
    op_words = frozenset(op.replace("::", ".").split(".")) if op else frozenset()
    for rule in RULES:
        if rule.matches(message, op_words, exception):
            return rule.code
    return UNCLASSIFIED


def ran_out_of_memory(exception: BaseException) -> bool:
    """By its type (numpy's and torch's own are kinds of these), or where an allocator says so with a RuntimeError."""
    names = {kind.__name__ for kind in type(exception).__mro__}
    return bool(names & {"MemoryError", "OutOfMemoryError"}) or classify(text_of(exception)) == "DG803"
