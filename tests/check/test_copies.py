"""No look at a tensor makes copies of it as large as the tensor: attention maps and large weights are of gigabytes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

#: What a look at a tensor takes on top, of the tensor in float32: some pieces, and of two quantized outputs the bytes
#: that they are made of.
LIMIT = 0.6

CHILD = """
import json, math
from pathlib import Path
import torch
from torch import fx
from pytest_dtypegen.check import blame, compare, control, judge, literals, norms, probe, reference, scale

torch.set_num_threads(1)
scale.PIECE = 1 << 17
MIB = 1 << 20


def peak(work):
    Path("/proc/self/clear_refs").write_text("5")
    status = lambda name: int(Path("/proc/self/status").read_text().split(name + ":")[1].split()[0]) * 1024
    before = status("VmRSS")
    work()
    return (status("VmHWM") - before) / size


def flat(kind):
    # [heads, queries, keys]: a causal mask's fills in two of three numbers, or none; as it lies, or transposed
    x = torch.empty(16, 1024, 1024)
    x.normal_(generator=torch.Generator().manual_seed(0))
    if "fills" in kind:
        x[:, :, 300:] = torch.finfo(torch.float32).min
    return x.transpose(0, 2) if "transposed" in kind else x


def rounding(x):
    graph = fx.Graph()
    graph.output(node := graph.call_function(torch.relu, (graph.placeholder("x"),)))
    original, control.call_node = control.call_node, lambda node, args, kwargs: x
    control._rounding(torch.float16, ())(node, (), {})
    control.call_node = original


node = fx.Graph().placeholder("x")
found = {}
for kind in ("plain", "plain fills", "transposed", "transposed fills"):
    one = flat(kind)
    size = one.numel() * 4
    other = one.clone()  # keeps the strides
    other.mul_(1 + 2e-6)
    other.clamp_(min=torch.finfo(torch.float32).min)
    same, told = one.clone(), {}
    looks = {
        "value_range": lambda: probe.value_range(one),
        "snr_db": lambda: probe.snr_db(one, other),
        "_score_floats": lambda: compare._score_floats("", None, one, other, 1.0, torch.float16),
        "_constant": lambda: reference._constant(one),
        "_same": lambda: reference._same(one, other),
        "_mostly_finite": lambda: reference._mostly_finite(one),
        "_same_bits": lambda: judge._same_bits(one, other),
        "channel_statistics": lambda: scale.channel_statistics(one),
        "root_mean_square": lambda: scale.root_mean_square(one),
        "largest_magnitude": lambda: scale.largest_magnitude(one),
        "all_finite": lambda: scale.all_finite(one),
        "_rounding": lambda: rounding(same),
    }
    for name, look in looks.items():
        found[f"{name}, {kind}"] = peak(look)
    del one, other, same
numbers = torch.arange(16 << 20).view(1024, 1024, 16)
size = numbers.numel() * 8
again = numbers + 1
found["_score_others, int64"] = peak(
    lambda: compare._score_others("", None, numbers, again, 1.0, {})
)
found["_constant, int64"] = peak(lambda: reference._constant(numbers.T))
quantized = torch.quantize_per_tensor(numbers.float(), 1e5, 0, torch.quint8)
size = quantized.numel() * 4
again = quantized.clone()
found["_score_quantized"] = peak(lambda: compare._score_quantized("", None, quantized, again))
print(json.dumps(found))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's own high-water mark is Linux's")
def test_no_look_at_a_tensor_copies_it() -> None:
    done = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shares: dict[str, float] = json.loads(done.stdout)
    assert len(shares) == 4 * 12 + 3
    assert {name: share for name, share in shares.items() if share > LIMIT} == {}
