"""Nothing that torch does by itself counts as left behind: the process would be replaced after every case."""

from __future__ import annotations

import subprocess
import sys

QUIET = """
import torch, json
import pytest_dtypegen.check.pipeline
from pytest_dtypegen.execute.switches import Switches
before = Switches()
import torch._inductor.compile_fx, torch._inductor.lowering
import torch._dynamo, torch._inductor, torch.export, torch.onnx, torch.ao.quantization, torch.distributed
torch.fx.symbolic_trace(torch.nn.Linear(2, 2))
torch.export.export(torch.nn.Linear(2, 2), (torch.ones(1, 2),))
torch.func.vmap(torch.sin)(torch.ones(2))
assert before.left() == [], before.left()
torch.nn.functional.relu = torch.sin
torch.fx.Graph.lint = None
torch.Tensor.item = torch.sin  # which it has from its base
json.dumps = None
del torch.sin
torch.ops.aten.add._op = None
pytest_dtypegen.check.pipeline.len = None
pytest_dtypegen.check.apply.len = id
pytest_dtypegen.records.Record.to_json = None
pytest_dtypegen.records._cache = 1
kernel = torch.library.Library("aten", "IMPL")
kernel.impl("relu", lambda x: x, "CPU")
own = torch.library.Library("their_own", "DEF")
own.define("op(Tensor x) -> Tensor")
own.impl("op", lambda x: x, "CPU")
assert sorted(before.left()) == [
    "json.dumps", "kernel aten/relu/CPU", "pytest_dtypegen.check.apply.len", "pytest_dtypegen.check.pipeline.len",
    "pytest_dtypegen.records.Record.to_json", "torch.Tensor.item", "torch.fx.Graph.lint", "torch.nn.functional.relu",
    "torch.ops.aten.add._op", "torch.sin",
], before.left()
"""


def test_what_torch_does_by_itself_is_not_left_behind() -> None:
    done = subprocess.run([sys.executable, "-c", QUIET], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
