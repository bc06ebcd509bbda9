"""Nothing that torch does by itself counts as left behind: the process would be replaced after every case."""

from __future__ import annotations

import subprocess
import sys

QUIET = """
import torch
from pytest_dtypegen.execute.switches import Switches
before = Switches()
import torch._dynamo, torch._inductor, torch.export, torch.onnx, torch.ao.quantization, torch.distributed
torch.fx.symbolic_trace(torch.nn.Linear(2, 2))
torch.export.export(torch.nn.Linear(2, 2), (torch.ones(1, 2),))
torch.func.vmap(torch.sin)(torch.ones(2))
assert before.left() == [], before.left()
torch.nn.functional.relu = torch.sin
torch.fx.Graph.lint = None
assert before.left() == ["torch.fx.Graph.lint", "torch.nn.functional.relu"], before.left()
"""


def test_what_torch_does_by_itself_is_not_left_behind() -> None:
    done = subprocess.run([sys.executable, "-c", QUIET], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
