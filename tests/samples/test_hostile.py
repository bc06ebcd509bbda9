"""A sample is data from elsewhere: what it may not be is refused by class, and nothing of it runs."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from sample_texts import INFO, MODEL, WEIGHT_META, model, tensor, write

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples.read import read_sample

TOUCH = "__import__('pathlib').Path('MARKER').touch()"
"""What a hostile text would do if any of it ran; MARKER is replaced by a path that must not appear."""

BODIES: dict[str, tuple[str, str]] = {
    # calls of Python
    "dunder-import": ("DG103", f"{TOUCH}\nreturn (L_x_,)"),
    "eval": ("DG103", f'x = eval("{TOUCH}")\nreturn (x,)'),
    "exec": ("DG103", f'exec("{TOUCH}")\nreturn (L_x_,)'),
    "compile": ("DG103", 'x = compile("1", "x", "exec")\nreturn (x,)'),
    "open": ("DG103", "x = open('MARKER', 'w')\nreturn (x,)"),
    "print": ("DG103", "print(L_x_)\nreturn (L_x_,)"),
    "globals": ("DG103", "x = globals()\nreturn (x,)"),
    "getattr-name": ("DG103", "x = getattr(L_x_, '__class__')\nreturn (x,)"),
    "getattr-module": ("DG103", "x = getattr(torch, 'load')\nreturn (x,)"),
    "getattr-computed": ("DG103", "x = getattr(L_x_, 'rea' + 'l')\nreturn (x,)"),
    "setattr": ("DG103", "setattr(L_x_, 'data', 1)\nreturn (L_x_,)"),
    "os-without-import": ("DG103", "os.system('touch MARKER')\nreturn (L_x_,)"),
    "subprocess": ("DG103", "x = subprocess.run(['touch', 'MARKER'])\nreturn (x,)"),
    "call-of-value": ("DG103", "x = L_x_(1)\nreturn (x,)"),
    "call-of-call": ("DG103", "x = L_x_.sin()()\nreturn (x,)"),
    "call-of-subscript": ("DG103", "x = L_x_[0](1)\nreturn (x,)"),
    # walks
    "globals-walk": ("DG103", "x = L_x_.sin.__globals__['os']\nreturn (x,)"),
    "class-walk": ("DG103", "x = L_x_.__class__.__base__.__subclasses__()\nreturn (x,)"),
    "tuple-walk": ("DG103", "x = ().__class__.__bases__[0].__subclasses__()\nreturn (x,)"),
    "text-walk": ("DG103", "x = ''.__class__\nreturn (x,)"),
    "module-walk": ("DG103", "x = torch.nn.functional.__builtins__\nreturn (x,)"),
    "module-os": ("DG103", "x = torch.os.system('touch MARKER')\nreturn (x,)"),
    "module-sys": ("DG103", "x = torch.sys.modules\nreturn (x,)"),
    "function-globals": ("DG103", "x = torch.einsum.__globals__\nreturn (x,)"),
    "op-self": ("DG103", "x = torch.ops.aten.add.__self__\nreturn (x,)"),
    "reduce": ("DG103", "x = L_x_.__reduce_ex__(2)\nreturn (x,)"),
    "setstate": ("DG103", "x = L_x_.__setstate__((1, 2))\nreturn (x,)"),
    "self-attribute": ("DG103", "x = self.forward\nreturn (x,)"),
    "self-call": ("DG103", "x = self.forward(L_x_)\nreturn (x,)"),
    "builtins-name": ("DG103", "x = __builtins__\nreturn (x,)"),
    # torch, where it leaves the graph
    "torch-load": ("DG103", "x = torch.load('MARKER')\nreturn (x,)"),
    "torch-save": ("DG103", "torch.save(L_x_, 'MARKER')\nreturn (L_x_,)"),
    "aten-save": ("DG103", "torch.ops.aten.save(L_x_, 'MARKER')\nreturn (L_x_,)"),
    "torch-hub": ("DG103", "x = torch.hub.load('a/b', 'c')\nreturn (x,)"),
    "torch-compile": ("DG103", "x = torch.compile(L_x_)\nreturn (x,)"),
    "torch-jit": ("DG103", "x = torch.jit.load('MARKER')\nreturn (x,)"),
    "load-library": ("DG103", "torch.ops.load_library('MARKER')\nreturn (L_x_,)"),
    "import-module": ("DG103", "torch.ops.import_module('os')\nreturn (L_x_,)"),
    "cpp-extension": ("DG103", "x = torch.utils.cpp_extension.load_inline('a', 'b')\nreturn (x,)"),
    "inductor": ("DG103", "x = torch._inductor.compile_fx(L_x_)\nreturn (x,)"),
    "package-importer": ("DG103", "x = torch.package.PackageImporter('MARKER')\nreturn (x,)"),
    "from-file": ("DG103", "x = torch.from_file('/etc/passwd', size=4)\nreturn (x,)"),
    "aten-from-file": ("DG103", "x = torch.ops.aten.from_file('/etc/passwd')\nreturn (x,)"),
    "frombuffer": ("DG103", "x = torch.frombuffer(L_x_, dtype=torch.uint8)\nreturn (x,)"),
    "from-blob": ("DG103", "x = torch._C._from_blob(1, 2)\nreturn (x,)"),
    "c10d": ("DG103", "x = torch.ops.c10d.broadcast_(L_x_)\nreturn (x,)"),
    "profiler-op": ("DG103", "x = torch.ops.profiler._record_function_enter('x')\nreturn (x,)"),
    "set-rng-state": ("DG103", "torch.set_rng_state(L_x_)\nreturn (L_x_,)"),
    "manual-seed": ("DG103", "torch.manual_seed(0)\nreturn (L_x_,)"),
    "c-module": ("DG103", "torch._C._jit_set_profiling_mode(False)\nreturn (L_x_,)"),
    "method-set": ("DG103", "L_x_.set_(L_x_)\nreturn (L_x_,)"),
    "method-data-ptr": ("DG103", "x = L_x_.data_ptr()\nreturn (x,)"),
    "method-numpy": ("DG103", "x = L_x_.numpy()\nreturn (x,)"),
    "method-apply": ("DG103", "x = L_x_.apply_(abs)\nreturn (x,)"),
    "method-map": ("DG103", "x = L_x_.map_(L_x_, abs)\nreturn (x,)"),
    "method-hook": ("DG103", "L_x_.register_hook(print)\nreturn (L_x_,)"),
    "method-storage": ("DG103", "x = L_x_.untyped_storage()\nreturn (x,)"),
    "method-share": ("DG103", "L_x_.share_memory_()\nreturn (L_x_,)"),
    "method-backward": ("DG103", "L_x_.backward()\nreturn (L_x_,)"),
    "method-as-subclass": ("DG103", "x = L_x_.as_subclass(torch.Tensor)\nreturn (x,)"),
    "operator-methodcaller": ("DG103", "x = operator.methodcaller('numpy')\nreturn (x,)"),
    "operator-attrgetter": ("DG103", "x = operator.attrgetter('__class__')\nreturn (x,)"),
    # forms
    "format-string": ("DG103", "x = f'{L_x_.__class__}'\nreturn (x,)"),
    "format-method": ("DG103", "x = '{0.__class__}'.format(L_x_)\nreturn (x,)"),
    "percent-format": ("DG103", "x = '%s' % L_x_\nreturn (x,)"),
    "operator-format": ("DG103", "x = operator.mod('%s', L_x_)\nreturn (x,)"),
    "bytes": ("DG103", "x = torch.tensor(b'x')\nreturn (x,)"),
    "lambda": ("DG103", f"x = (lambda: {TOUCH})()\nreturn (x,)"),
    "comprehension": ("DG103", f"x = [{TOUCH} for i in range(3)]\nreturn (x,)"),
    "generator": ("DG103", "x = torch.stack(L_x_ for i in range(3))\nreturn (x,)"),
    "walrus": ("DG103", "x = (y := L_x_)\nreturn (x,)"),
    "conditional": ("DG103", "x = L_x_ if L_x_ else None\nreturn (x,)"),
    "if": ("DG103", f"if True:\n    {TOUCH}\nreturn (L_x_,)"),
    "loop": ("DG103", "for i in range(10**10):\n    L_x_ += 1\nreturn (L_x_,)"),
    "while": ("DG103", "while True:\n    pass\nreturn (L_x_,)"),
    "with": ("DG103", "with torch.no_grad():\n    x = L_x_ + 1\nreturn (x,)"),
    "try": ("DG103", "try:\n    x = L_x_\nexcept Exception:\n    pass\nreturn (x,)"),
    "inner-import": ("DG103", "import os\nreturn (L_x_,)"),
    "inner-function": ("DG103", "def f():\n    pass\nreturn (L_x_,)"),
    "inner-class": ("DG103", "class A:\n    pass\nreturn (L_x_,)"),
    "yield": ("DG103", "x = yield L_x_\nreturn (x,)"),
    "global": ("DG103", "global x\nreturn (L_x_,)"),
    "raise": ("DG103", "raise SystemExit\nreturn (L_x_,)"),
    "assert": ("DG103", f"assert {TOUCH}\nreturn (L_x_,)"),
    "attribute-write": ("DG103", "L_x_.data = L_x_\nreturn (L_x_,)"),
    "module-write": ("DG103", "torch.sin = L_x_\nreturn (L_x_,)"),
    "torch-rebound": ("DG103", "torch = L_x_\nreturn (L_x_,)"),
    "dunder-rebound": ("DG103", "__builtins__ = L_x_\nreturn (L_x_,)"),
    "annotated-call": ("DG103", f"x: {TOUCH} = L_x_\nreturn (x,)"),
    # known to nobody
    "unknown-op": ("DG104", "x = torch.no_such_op(L_x_)\nreturn (x,)"),
    "unknown-module": ("DG104", "x = torch.no_such_module.op(L_x_)\nreturn (x,)"),
    "unknown-name-of-no-length": ("DG104", "x = torch." + "x" * 5000 + "(L_x_)\nreturn (x,)"),
    "unknown-aten": ("DG104", "x = torch.ops.aten.no_such_op(L_x_)\nreturn (x,)"),
    "unknown-overload": ("DG104", "x = torch.ops.aten.add.NoSuch(L_x_, 1)\nreturn (x,)"),
    "unknown-library": ("DG104", "x = torch.ops.no_such_library.op(L_x_)\nreturn (x,)"),
    "unknown-method": ("DG104", "x = L_x_.no_such_method()\nreturn (x,)"),
    "unknown-attribute": ("DG104", "x = L_x_.no_such_attribute\nreturn (x,)"),
    "delete": ("DG104", "del L_x_\nreturn (None,)"),
    "pass": ("DG104", "pass\nreturn (L_x_,)"),
    "boolean": ("DG104", "x = L_x_ and L_x_\nreturn (x,)"),
    "chained-comparison": ("DG104", "x = 0 < L_x_ < 1\nreturn (x,)"),
    "unpacked-argument": ("DG104", "x = torch.stack(*L_x_)\nreturn (x,)"),
    "unpacked-keywords": ("DG104", "x = torch.stack(**L_x_)\nreturn (x,)"),
    "power-bomb": ("DG104", "x = L_x_ + 10 ** 10 ** 10\nreturn (x,)"),
    "repetition-bomb": ("DG104", "x = torch.tensor([0] * 10000000000)\nreturn (x,)"),
    "shift-bomb": ("DG104", "x = 1 << 10000000000\nreturn (x,)"),
    "function-value": ("DG104", "x = L_x_.to(torch.relu)\nreturn (x,)"),
    "after-return": ("DG104", f"return (L_x_,)\n{TOUCH}"),
    # cut off
    "no-return": ("DG102", "x = L_x_ + 1"),
    "unassigned": ("DG102", "return (y,)"),
    "cut-off": ("DG102", "x = torch.cat([L_x_"),
}

MODULES: dict[str, tuple[str, str]] = {
    "empty": ("DG102", ""),
    "import-os": ("DG103", "import os\n" + MODEL),
    "import-alias": ("DG103", "import torch as math\n" + MODEL),
    "import-star": ("DG103", "from torch import *\n" + MODEL),
    "import-load": ("DG103", "from torch import load\n" + MODEL),
    "import-relative": ("DG103", "from . import torch\n" + MODEL),
    "import-submodule": ("DG103", "import torch.utils.cpp_extension\n" + MODEL),
    "top-level-call": ("DG103", MODEL + f"\n{TOUCH}\n"),
    "top-level-assignment": ("DG103", f"x = {TOUCH}\n" + MODEL),
    "top-level-main": ("DG103", MODEL + f"\nif __name__ == '__main__':\n    {TOUCH}\n"),
    "second-class": ("DG103", MODEL + "\n\nclass Other:\n    pass\n"),
    "second-function": ("DG103", MODEL + "\n    def __init__(self):\n        super().__init__()\n"),
    "top-level-function": ("DG103", MODEL + "\n\ndef f():\n    pass\n"),
    "class-decorator": ("DG103", MODEL.replace("class GraphModule", f"@{TOUCH}\nclass GraphModule")),
    "class-keyword": ("DG103", MODEL.replace("torch.nn.Module)", "torch.nn.Module, metaclass=M)")),
    "class-base-call": ("DG103", MODEL.replace("(torch.nn.Module)", f"({TOUCH})")),
    "class-other-base": ("DG103", MODEL.replace("(torch.nn.Module)", "(torch.utils.data.Dataset)")),
    "class-body-call": ("DG103", MODEL.replace("    def forward", f"    {TOUCH}\n\n    def forward")),
    "class-body-value": ("DG103", MODEL.replace("    def forward", "    x = 1\n\n    def forward")),
    "class-name": ("DG102", MODEL.replace("GraphModule", "Other")),
    "method-decorator": ("DG103", MODEL.replace("    def forward", f"    @{TOUCH}\n    def forward")),
    "method-async": ("DG103", MODEL.replace("    def forward", "    async def forward")),
    "default-call": ("DG103", model("return (L_x_,)", f"L_x_={TOUCH}")),
    "keyword-default": ("DG103", model("return (L_x_,)", f"*, L_x_={TOUCH}")),
    "variable-arguments": ("DG104", model("return (L_x_,)", "*L_x_")),
    "annotation-call": ("DG103", model("return (L_x_,)", f"L_x_: {TOUCH}")),
    "return-annotation": ("DG103", MODEL.replace("    ):", f"    ) -> {TOUCH}:")),
    "parameter-torch": ("DG103", model("return (torch,)", "torch")),
    "parameter-twice": ("DG102", model("return (L_x_,)", "L_x_, L_x_")),
    "no-self": ("DG102", MODEL.replace("        self,\n", "")),
    "deep-parentheses": ("DG102", model("x = " + "(" * 150 + "L_x_" + ")" * 150 + "\nreturn (" * 150)),
    "deep-lists": ("DG102", model("x = " + "[" * 90 + "L_x_" + "]" * 90 + "\nreturn (x,)")),
    "deep-minus": ("DG102", model("x = " + "-" * 100_000 + "L_x_\nreturn (x,)")),
    "deep-not": ("DG102", model("x = " + "not " * 3000 + "L_x_\nreturn (x,)")),
    "deep-sum": ("DG102", model("x = " + "+".join(["L_x_"] * 20_000) + "\nreturn (x,)")),
    "deep-attributes": ("DG102", model("x = L_x_" + ".T" * 20_000 + "\nreturn (x,)")),
    "deep-calls": ("DG102", model("x = L_x_" + ".sin()" * 5000 + "\nreturn (x,)")),
    "deep-blocks": ("DG102", "\n".join(" " * i + "if 1:" for i in range(200))),
    "huge-number": ("DG102", model("x = L_x_ + " + "9" * 100_000 + "\nreturn (x,)")),
    "nul": ("DG102", MODEL.replace("l_x_ = L_x_", "l_x_ = L_x_\0")),
    "json": ("DG103", INFO),
    "text": ("DG102", "This is not code at all."),
    "tabs-and-spaces": ("DG102", MODEL.replace("        l_x_ = L_x_", "\tl_x_ = L_x_")),
}  # fmt: skip

METAS: dict[str, tuple[str, str]] = {
    "empty": ("DG102", ""),
    "cut-off": ("DG102", WEIGHT_META[:300]),
    "cut-off-at-a-class": ("DG102", WEIGHT_META[: WEIGHT_META.rindex("class")]),
    "parameter-without-meta": ("DG102", WEIGHT_META.replace('"s1"', '"s2"')),
    "twice": ("DG102", WEIGHT_META + "\n\n" + tensor("L_x_")),
    "import": ("DG103", "import os\n" + WEIGHT_META),
    "call": ("DG103", TOUCH + "\n" + WEIGHT_META),
    "value-call": ("DG103", WEIGHT_META.replace("data = [4]", f"data = {TOUCH}")),
    "value-in-list": ("DG103", WEIGHT_META.replace("data = [4]", f"data = [{TOUCH}]")),
    "value-arithmetic": ("DG103", WEIGHT_META.replace("[1, 4]", "[10**6, 10**6]")),
    "value-repetition": ("DG103", WEIGHT_META.replace("data = [4]", "data = [4] * 10**9")),
    "value-comprehension": ("DG103", WEIGHT_META.replace("data = [4]", "data = [i for i in range(10**9)]")),
    "value-lambda": ("DG103", WEIGHT_META.replace("data = [4]", "data = lambda: 4")),
    "mean-that-is-no-float": ("DG102", re.sub(r"mean = .*", f"mean = {'9' * 401}", WEIGHT_META, count=1)),
    "least-that-is-no-float": ("DG102", WEIGHT_META.replace("data = [4]", f"data = [4]\n    min_val = -{'9' * 401}")),
    "data-that-is-no-float": ("DG102", re.sub(r"data = None", f"data = [{'9' * 401}]", WEIGHT_META, count=1)),
    "std-negative": ("DG102", re.sub(r"std = .*", "std = -1.0", WEIGHT_META, count=1)),
    "value-name": ("DG103", WEIGHT_META.replace("data = [4]", "data = name")),
    "value-format": ("DG103", WEIGHT_META.replace('"s1"', 'f"s{1}"')),
    "float-of-text": ("DG103", WEIGHT_META.replace("float('nan')", f"float({TOUCH})")),
    "float-of-number": ("DG103", WEIGHT_META.replace("float('nan')", "float('1e999')")),
    "class-base": ("DG103", WEIGHT_META.replace("_s1:", f"_s1({TOUCH}):")),
    "class-decorator": ("DG103", WEIGHT_META + f"\n\n@{TOUCH}\nclass A:\n    name = 'x'\n"),
    "class-body-call": ("DG103", WEIGHT_META + f"    {TOUCH}\n"),
    "class-body-function": ("DG103", WEIGHT_META + "    def f(self):\n        pass\n"),
    "class-body-loop": ("DG103", WEIGHT_META + "    for i in range(10**9):\n        pass\n"),
    "class-in-class": ("DG103", WEIGHT_META + "    class A:\n        pass\n"),
    "no-shape": ("DG102", WEIGHT_META.replace("    shape = [1, 4]\n", "")),
    "no-name": ("DG102", WEIGHT_META.replace('    name = "s1"\n', "")),
    "no-dtype": ("DG102", WEIGHT_META.replace('    dtype = "torch.int64"\n', "")),
    "negative-size": ("DG102", WEIGHT_META.replace("[1, 4]", "[-1, 4]")),
    "float-size": ("DG102", WEIGHT_META.replace("[1, 4]", "[1.0, 4]")),
    "bool-size": ("DG102", WEIGHT_META.replace("[1, 4]", "[True, 4]")),
    "text-size": ("DG102", WEIGHT_META.replace("[1, 4]", '["1", 4]')),
    "shape-bomb": ("DG102", WEIGHT_META.replace("[1, 4]", "[1000000, 1000000]")),
    "shape-bomb-empty": ("DG102", WEIGHT_META.replace("[1, 4]", "[0, 1000000000000000000]")),
    "shape-too-long": ("DG102", WEIGHT_META.replace("[1, 4]", str([1] * 100))),
    "shape-none": ("DG102", WEIGHT_META.replace("[1, 4]", "None")),
    "dtype-unknown": ("DG102", WEIGHT_META.replace("torch.int64", "torch.int65")),
    "dtype-code": ("DG102", WEIGHT_META.replace("torch.int64", "torch.nn.Module")),
    "data-too-long": ("DG102", WEIGHT_META.replace("data = [4]", "data = [4, 5]")),
    "data-too-short": ("DG102", WEIGHT_META.replace("data = [4]", "data = []")),
    "data-text": ("DG102", WEIGHT_META.replace("data = [4]", 'data = ["4"]')),
    "data-nested": ("DG102", WEIGHT_META.replace("data = [4]", "data = [[4]]")),
    "data-fraction": ("DG102", WEIGHT_META.replace("data = [4]", "data = [4.5]")),
    "data-out-of-range": ("DG102", WEIGHT_META.replace("data = [4]", "data = [9223372036854775808]")),
    "data-infinite-integer": ("DG102", WEIGHT_META.replace("data = [4]", "data = [float('inf')]")),
    "mean-text": ("DG102", WEIGHT_META.replace("mean = 0.225", 'mean = "0.225"')),
    "range-reversed": ("DG102", WEIGHT_META.replace("min_val = -3", "min_val = 3")),
    "device-number": ("DG102", WEIGHT_META.replace('device = "cpu"', "device = 0")),
    "deep-lists": ("DG102", WEIGHT_META.replace("data = [4]", "data = " + "[" * 90 + "4" + "]" * 90)),
    "deep-minus": ("DG102", WEIGHT_META.replace("data = [4]", "data = " + "-" * 100_000 + "4")),
    "huge-number": ("DG102", WEIGHT_META.replace("data = [4]", "data = [" + "9" * 100_000 + "]")),
    "nul": ("DG102", WEIGHT_META.replace("0.225", "0.225\0")),
}

BYTES: dict[str, tuple[str, str, bytes]] = {
    "model-latin-1": ("DG102", "model_py", MODEL.replace("import torch", "# é\nimport torch", 1).encode("latin-1")),
    "model-utf-16": ("DG102", "model_py", MODEL.encode("utf-16")),
    "model-utf-7-cookie": (
        "DG102", "model_py", b"# -*- coding: utf-7 -*-\n" + MODEL.encode() + b"+AAoAX19pbXBvcnRfXw-\n",
    ),
    "model-binary": ("DG102", "model_py", bytes(range(256)) * 16),
    "model-zip": ("DG102", "model_py", b"PK\x03\x04\x14\0\0\0"),
    "weight-latin-1": ("DG102", "weight_meta_py", WEIGHT_META.replace("L_x_", "Lé").encode("latin-1")),
    "info-not-json": ("DG102", "graph_net_json", b"{"),
    "info-list": ("DG102", "graph_net_json", b"[]"),
    "info-deep": ("DG102", "graph_net_json", b"[" * 100_000),
    "info-big-number": ("DG102", "graph_net_json", b'{"a": ' + b"9" * 100_000 + b"}"),
}  # fmt: skip


class Audit:
    """Counts what the interpreter does while it is on: code run, processes started, files opened for writing."""

    _WATCHED = ("exec", "os.system", "os.posix_spawn", "os.exec", "os.fork", "subprocess.Popen", "ctypes.dlopen",
                "socket.connect", "pty.spawn", "os.remove", "os.rename", "shutil.rmtree")  # fmt: skip

    def __init__(self) -> None:
        self.on = False
        self.seen: list[str] = []
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on:
            return
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if event in self._WATCHED or writes:
            self.seen.append(f"{event} {arguments!r:.80}")


_AUDIT = Audit()


def refused(sample: Path) -> DtypegenError:
    """The error with which a sample is refused, after checking that nothing of it ran and that it took no time."""
    marker = sample / "MARKER"
    for path in sample.glob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"MARKER", str(marker).encode()))
    _AUDIT.seen.clear()
    start = time.perf_counter()
    _AUDIT.on = True
    try:
        with pytest.raises(DtypegenError) as caught:
            read_sample(sample)
    finally:
        _AUDIT.on = False
    assert _AUDIT.seen == []
    assert not marker.exists()
    assert time.perf_counter() - start < 5
    return caught.value


def check(error: DtypegenError, code: str, file: str) -> None:
    message = str(error)
    assert (error.failure.code, error.failure.stage) == (code, "load"), message
    assert file in message
    assert "\n" not in message
    assert len(message) < 600


@pytest.fixture(scope="module", autouse=True)
def _tables_are_warm(tmp_path_factory: pytest.TempPathFactory) -> None:
    """torch's own lazy work (op tables) is done before anything is watched."""
    read_sample(write(tmp_path_factory.mktemp("warm")))
    with pytest.raises(DtypegenError):
        read_sample(write(tmp_path_factory.mktemp("cold"), model_py=model("return (torch.ops.aten.nothing(L_x_),)")))


def test_the_watch_sees_what_it_is_for(tmp_path: Path) -> None:
    """The audit hook and the marker would both tell if anything ran."""
    marker = tmp_path / "MARKER"
    _AUDIT.seen.clear()
    _AUDIT.on = True
    try:
        exec(TOUCH.replace("MARKER", str(marker)))
    finally:
        _AUDIT.on = False
    assert marker.exists()
    assert any(event.startswith("exec") for event in _AUDIT.seen)
    assert any(event.startswith("open") for event in _AUDIT.seen)


def test_the_texts_are_valid_before_they_are_made_hostile(tmp_path: Path) -> None:
    assert len(read_sample(write(tmp_path)).tensors) == 4
    assert len(BODIES) + len(MODULES) + len(METAS) + len(BYTES) >= 40


@pytest.mark.parametrize("name", BODIES)
def test_body(tmp_path: Path, name: str) -> None:
    code, body = BODIES[name]
    error = refused(write(tmp_path, model_py=model(body), weight_meta_py=tensor()))
    check(error, code, "model.py")


@pytest.mark.parametrize("name", MODULES)
def test_module(tmp_path: Path, name: str) -> None:
    code, text = MODULES[name]
    check(refused(write(tmp_path, model_py=text)), code, "model.py")


@pytest.mark.parametrize("name", METAS)
def test_meta(tmp_path: Path, name: str) -> None:
    code, text = METAS[name]
    assert text != WEIGHT_META
    check(refused(write(tmp_path, weight_meta_py=text)), code, "weight_meta.py")


@pytest.mark.parametrize("name", METAS)
def test_input_meta(tmp_path: Path, name: str) -> None:
    """The same texts in the other meta file, where an empty one is usual."""
    code, text = METAS[name]
    if name in ("empty", "cut-off-at-a-class", "parameter-without-meta"):
        read_sample(write(tmp_path, input_meta_py=text))
    else:
        check(refused(write(tmp_path, input_meta_py=text)), code, "input_meta.py")


@pytest.mark.parametrize("name", BYTES)
def test_bytes(tmp_path: Path, name: str) -> None:
    code, file, content = BYTES[name]
    check(refused(write(tmp_path, **{file: content})), code, ".".join(file.rsplit("_", 1)))


def test_lines_are_named(tmp_path: Path) -> None:
    error = refused(
        write(tmp_path, model_py=model("x = L_x_ + 1\nx = x.numpy()\nreturn (x,)"), weight_meta_py=tensor())
    )
    assert error.failure.line == 7
    assert "model.py:7: method .numpy()" in str(error)
