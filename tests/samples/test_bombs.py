"""Small texts that would become large values: refused by class within bounded time and memory, by the parsers alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sample_texts import MODEL, WEIGHT_META, model, tensor, write

from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.samples.meta import parse_meta
from pytest_dtypegen.samples.printer import print_graph
from pytest_dtypegen.samples.read import read_sample
from pytest_dtypegen.samples.source import parse_graph

HERE = Path(__file__).parent

SECONDS = 10
"""Of the processor, for one text. Most take a tenth of a second; a parser without the limit takes minutes."""

ROOM = 900 << 20
"""Bytes that a parser may take beyond what the process has when it starts."""

_BLOCK = '    shape = []\n    dtype = "torch.int8"\n    device = "cpu"\n    mean = None\n    std = None\n'
_LONG = "b=(" + "0," * 5000 + ")\n"


def _doubled(first: str, again: str) -> str:
    return model(f"a = {first}\n" + f"a = {again}\n" * 40 + "return (a,)")


BOMBS: dict[str, tuple[str, str, Callable[[], str]]] = {
    # name: (class, which parser, text)
    "tuple-doubled": ("DG102", "model", lambda: _doubled("(L_x_, L_x_)", "(a, a)")),
    "list-doubled": ("DG102", "model", lambda: _doubled("[0]", "[a, a]")),
    "dict-doubled": ("DG102", "model", lambda: _doubled("{'a': L_x_}", "{'a': a, 'b': a}")),
    "slice-doubled": ("DG102", "model", lambda: _doubled("slice(L_x_)", "slice(a, a, a)")),
    "slice-display-doubled": (
        "DG102", "model", lambda: model("a = L_x_[0:1]\na = (a,)\n" + "a = (a, [a])\n" * 60 + "return (a,)"),
    ),
    "doubled-in-calls": (
        "DG102", "model", lambda: model("a = (1,)\n" + "a = (a, a)\nx = torch.add(L_x_, a)\n" * 40 + "return (x,)"),
    ),
    "nested-by-name": ("DG102", "model", lambda: model("a = (L_x_,)\n" + "a = (a,)\n" * 10_000 + "return (a,)")),
    "constant-used-again": (
        "DG102", "model", lambda: model(_LONG + "x = torch.add(L_x_, b)\n" * 20_000 + "return (x,)"),
    ),
    "constant-stored-again": ("DG102", "model", lambda: model(_LONG + "L_x_[0] = " * 20_000 + "b\nreturn (L_x_,)")),
    "text-used-again": (
        "DG102", "model",
        lambda: model(f"b = '{'x ' * 50_000}'\n" + "x = torch.add(L_x_, b)\n" * 20_000 + "return (x,)"),
    ),
    "integer-squared": ("DG102", "model", lambda: _doubled("3", "a * a")),
    "integer-squared-in-place": ("DG102", "model", lambda: model("a = 3\n" + "a *= a\n" * 40 + "return (a,)")),
    "integer-of-float": ("DG102", "model", lambda: model("a = int(1e308)\nreturn (a,)")),
    "integer-hexadecimal": ("DG102", "model", lambda: model(f"a = 0x{'f' * 4_000_000}\nreturn (a,)")),
    "float-squared": ("DG102", "model", lambda: _doubled("3.0", "a * a / (a - a)")),
    "operator-power": ("DG104", "model", lambda: model("x = operator.pow(10, 10 * 1000000000)\nreturn (x,)")),
    "operator-shift": ("DG104", "model", lambda: model("x = operator.lshift(1, 10000000000)\nreturn (x,)")),
    "operator-repetition": ("DG104", "model", lambda: model("x = operator.mul([0], 10000000000)\nreturn (x,)")),
    "repetition-of-values": ("DG104", "model", lambda: model("x = [L_x_] * 10000000000\nreturn (x,)")),
    "long-name-used-again": (
        "DG102", "model",
        lambda: model("\n".join(f"{'b' * 10_000}{i} = L_x_.T" for i in range(200)) + "\nreturn (L_x_,)"),
    ),
    "long-parameter": (
        "DG102", "model", lambda: model("return (L_x_,)", f"L_x_: torch.Tensor, {'p' * 100_000}: torch.Tensor"),
    ),
    "too-many-values": ("DG102", "model", lambda: model(("x=L_x_" + ".T" * 50 + "\n") * 1500 + "return (x,)")),
    "too-many-parameters": (
        "DG102", "model",
        lambda: model("return (L_x_,)", "L_x_: torch.Tensor, " + ",".join(f"p{i}" for i in range(40_000))),
    ),
    "too-many-words": (
        "DG102", "model", lambda: model("x = torch.add(L_x_, (" + "0," * 4_000_000 + "))\nreturn (x,)"),
    ),
    "quoted-construct": ("DG104", "model", lambda: model("x = [" + "0," * 300_000 + "] * 3\nreturn (x,)")),
    "values-without-end": ("DG102", "meta", lambda: tensor(shape="[4]", data="[" + "0," * (8 << 20) + "]")),
    "values-of-another-shape": ("DG102", "meta", lambda: tensor(shape="[4]", data="[" + "0, " * 100_000 + "]")),
    "values-cut-off": ("DG102", "meta", lambda: tensor(shape="[4]", data="[" + "0, " * (2 << 20))),
    "values-of-a-strange-form": ("DG102", "meta", lambda: tensor(shape="[4]", data="[+0" + ", 0" * (2 << 20) + "]")),
    "sizes-without-end": ("DG102", "meta", lambda: tensor(shape="[" + "1," * (2 << 20) + "]")),
    "digits-without-end": ("DG102", "meta", lambda: tensor(shape="[4]", data="[" + "9" * (32 << 20) + "]")),
    "newlines-without-end": ("DG102", "meta", lambda: "\n" * (32 << 20) + "x"),
    "size-hexadecimal": ("DG102", "meta", lambda: tensor(shape=f"[-0x{'f' * 1_000_000}]")),
    "name-of-words": (
        "DG102", "meta", lambda: tensor().replace('"L_x_"', '"' + "x " * (24 << 20) + '"').replace("[1, 4]", "[-1]"),
    ),
    "too-many-tensors": (
        "DG102", "meta", lambda: "".join(f'class Program_a:\n    name = "{i}"\n{_BLOCK}' for i in range(100_000)),
    ),
}  # fmt: skip

_CHILD = """
import json, resource, sys, time
sys.path.insert(0, sys.argv[1])
import test_bombs
test_bombs.limited(sys.argv[2])
"""


def limited(only: str) -> None:
    """In a process of its own: every text of ``only`` ("model" or "meta"), with no more room than ``ROOM``."""
    import resource
    import time

    parse_graph(MODEL)
    parse_meta(WEIGHT_META, "warm")
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + ROOM
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    for name, (_, parser, text) in BOMBS.items():
        if parser != only:
            continue
        made = text()
        start = time.process_time()
        try:
            parse_graph(made) if parser == "model" else parse_meta(made, "weight_meta.py")
            found = "read"
        except DtypegenError as error:
            found = f"{error.failure.code} {error}"
        print(json.dumps([name, found, time.process_time() - start]), flush=True)


@pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_AS is Linux's")
@pytest.mark.parametrize("parser", ["model", "meta"])
def test_bombs_are_refused_in_bounded_time_and_memory(parser: str) -> None:
    command = [sys.executable, "-c", _CHILD, str(HERE), parser]
    child = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    found = {name: (said, seconds) for name, said, seconds in map(json.loads, child.stdout.splitlines())}
    wanted = {name: code for name, (code, which, _) in BOMBS.items() if which == parser}
    assert {name: found.get(name, ("not reached", 0))[0].split(" ")[0] for name in wanted} == wanted, child.stderr[
        -500:
    ]
    assert {name: seconds for name, (_, seconds) in found.items() if seconds > SECONDS} == {}
    assert all(len(said) < 600 and "\n" not in said for said, _ in found.values())


def test_names_that_count_down_take_no_quadratic_time() -> None:
    """Each lower number sends fx back to look for a free one from there; 1.5 s, and 30 without the limit."""
    import time

    first = "\n".join(f"x_{i} = L_x_.T" for i in range(10_000, 20_000))
    back = "\n".join(f"x_{9_999 - i} = L_x_.T\nx_10000 = L_x_.T" for i in range(6_000))
    start = time.process_time()
    graph = parse_graph(model(f"{first}\n{back}\nreturn (x_10000,)"))
    assert time.process_time() - start < SECONDS
    assert len({node.name for node in graph.nodes}) == len(graph.nodes) == 22_002


def test_what_samples_hold_is_within_the_limits() -> None:
    body = "\n".join([
        f"a = ({'0, ' * 2000})", "x = torch.add(L_x_, a)", "y = torch.add(L_x_, a)",
        "z = torch.add(L_x_, 9223372036854775807)", "z = torch.add(L_x_, -3.4028234663852886e+38)",
        "z = torch.add(L_x_, 9223372036854775807 * 9223372036854775807)", "return (a, x, y, z)",
    ])  # fmt: skip
    graph = parse_graph(model(body))
    assert [node.args[1] for node in graph.nodes if node.op == "call_function"][-1] == (2**63 - 1) ** 2
    assert parse_graph(print_graph(graph))
    meta = parse_meta(tensor(shape="[100000]", data="[" + "0.5, " * 100_000 + "]"), "weight_meta.py")["L_x_"]
    assert meta.data == (0.5,) * 100_000


@pytest.mark.parametrize(
    ("values", "count"),
    [("[]", 0), ("[1,]", 1), ("[1, 2]", 2), ("[1,\n    2]", 2), ("[True, float('inf'), -1.5e-3]", 3)],
)
def test_lists_are_read_alike_on_both_ways(values: str, count: int) -> None:
    text = tensor(shape=f"[{count}]", data=values)
    assert parse_meta(text, "f") == parse_meta(text + "    pass\n", "f")


@pytest.mark.parametrize(
    "values", ["[1 2]", "[01, 2]", "[1,, 2]", "[,]", "[1, x]", "[1, float('x')]", "[1, 2", "[1, (2)]]"]
)
def test_lists_that_are_none_are_refused(values: str) -> None:
    with pytest.raises(DtypegenError):
        parse_meta(tensor(shape="[2]", data=values), "f")


def test_memory_that_runs_out_has_a_class(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none(*_: object) -> None:
        raise MemoryError

    sample = write(tmp_path)
    for where in ("source._forward", "meta._printed", "read.json.loads"):
        with monkeypatch.context() as patch:
            patch.setattr(f"pytest_dtypegen.samples.{where}", none)
            with pytest.raises(DtypegenError, match="not enough memory") as caught:
                read_sample(sample)
        assert (caught.value.failure.code, caught.value.failure.stage) == ("DG803", "load")


def test_a_large_information_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DtypegenError, match="larger than 1 MiB") as caught:
        read_sample(write(tmp_path, graph_net_json="[" + "[]," * 1_000_000 + "[]]"))
    assert caught.value.failure.code == "DG102"
