"""``read_sample``: what it gives, and how it refuses directories and files that are not a sample's."""

from __future__ import annotations

import errno
import math
import os
import shutil
import time
from pathlib import Path

import pytest
import torch
from sample_texts import CONSTRAINTS, MODEL, WEIGHT_META, model, tensor, write

from pytest_dtypegen.cases import CORPUS
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.records import Record
from pytest_dtypegen.report.text import failure_lines
from pytest_dtypegen.samples.model import TensorMeta
from pytest_dtypegen.samples.read import read_sample


def refusal(path: Path, root: Path | None = None) -> tuple[str, str]:
    with pytest.raises(DtypegenError) as caught:
        read_sample(path, root=root)
    assert caught.value.failure.stage == "load"
    return caught.value.failure.code, str(caught.value)


def test_a_sample_is_read_whole(tmp_path: Path) -> None:
    sample = read_sample(write(tmp_path))
    assert sample.path == str(tmp_path)
    assert sample.info["source"] == "timm"
    assert sample.extra_files == {"input_tensor_constraints.py": CONSTRAINTS}
    assert list(sample.tensors) == ["L_x_", "L_self_modules_fc_parameters_weight_", "L_self_modules_norm_eps", "s1"]
    assert sample.tensors["L_self_modules_norm_eps"] == TensorMeta(
        "L_self_modules_norm_eps", (), "float64", "cpu", 0.0, 0.0, (1e-12,)
    )
    weight = sample.tensors["L_self_modules_fc_parameters_weight_"]
    assert weight.std is not None
    assert math.isnan(weight.std)
    assert (weight.min_val, weight.max_val, weight.device) == (-3, 2.5, "cuda:0")
    assert [str(n.target) for n in sample.graph.nodes if n.op == "placeholder"] == list(sample.tensors)


def test_input_meta_describes_what_weight_meta_does_not(tmp_path: Path) -> None:
    text = WEIGHT_META[WEIGHT_META.index("class Program_weight_tensor_meta_L_self") :]
    sample = read_sample(write(tmp_path, weight_meta_py=text, input_meta_py=tensor("L_x_")))
    assert {name for name, meta in sample.tensors.items() if meta.is_input} == {"L_x_"}


def test_the_file_that_graphnet_runs_with_comes_first(tmp_path: Path) -> None:
    sample = read_sample(write(tmp_path, input_meta_py=tensor("L_x_", shape="[7]")))
    assert sample.tensors["L_x_"].shape == (1, 4)


def test_optional_files_may_be_missing(tmp_path: Path) -> None:
    sample = read_sample(
        write(tmp_path, input_meta_py=None, graph_net_json=None, input_tensor_constraints_py=None, graph_hash_txt=None)
    )
    assert (sample.info, sample.extra_files) == ({}, {})


def test_no_directory(tmp_path: Path) -> None:
    code, message = refusal(tmp_path / "missing")
    assert code == "DG101"
    assert "--dtypegen-root" in message


def test_a_file_for_a_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert refusal(tmp_path / "file")[0] == "DG101"
    assert refusal(tmp_path / "file" / "below")[0] == "DG101"


def test_names_that_no_system_takes(tmp_path: Path) -> None:
    assert refusal(tmp_path / "a\0b")[0] == "DG101"
    assert refusal(tmp_path / ("x" * 5000))[0] == "DG101"


@pytest.mark.parametrize("missing", ["model_py", "weight_meta_py"])
def test_a_missing_file_is_named(tmp_path: Path, missing: str) -> None:
    code, message = refusal(write(tmp_path, **{missing: None}))
    assert code == "DG102"
    assert missing.replace("_py", ".py") in message
    assert "extract" in message


def test_a_directory_for_a_file(tmp_path: Path) -> None:
    write(tmp_path, model_py=None)
    (tmp_path / "model.py").mkdir()
    assert refusal(tmp_path)[0] == "DG102"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_for_a_file_does_not_block(tmp_path: Path) -> None:
    write(tmp_path, weight_meta_py=None)
    os.mkfifo(tmp_path / "weight_meta.py")
    code, message = refusal(tmp_path)
    assert code == "DG102"
    assert "regular file" in message


def test_a_link_that_loops(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert refusal(tmp_path / "a")[0] == "DG101"
    sample = write(tmp_path / "sample", model_py=None)
    (sample / "model.py").symlink_to(sample / "model.py")
    assert refusal(sample)[0] == "DG102"


def test_a_link_to_nothing(tmp_path: Path) -> None:
    sample = write(tmp_path / "sample", input_meta_py=None)
    (sample / "input_meta.py").symlink_to(sample / "missing.py")
    assert refusal(sample)[0] == "DG102"


def test_a_link_that_leaves_the_sample(tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text(MODEL)
    sample = write(tmp_path / "sample", model_py=None)
    (sample / "model.py").symlink_to(tmp_path / "outside.py")
    code, message = refusal(sample)
    assert code == "DG102"
    assert "leads out" in message
    assert len(read_sample(sample, root=tmp_path).tensors) == 4


def test_a_link_inside_the_sample_is_followed(tmp_path: Path) -> None:
    sample = write(tmp_path / "sample", model_py=None)
    (sample / "real.py").write_text(MODEL)
    (sample / "model.py").symlink_to("real.py")
    assert len(read_sample(sample).tensors) == 4


def test_a_sample_outside_the_root(tmp_path: Path) -> None:
    write(tmp_path / "outside")
    root = tmp_path / "root"
    root.mkdir()
    assert refusal(root / ".." / "outside", root)[0] == "DG101"
    (root / "link").symlink_to(tmp_path / "outside")
    assert refusal(root / "link", root)[0] == "DG101"
    assert len(read_sample(root / "link").tensors) == 4  # where no root is given, the user's own link is theirs


def test_a_device_for_a_file(tmp_path: Path) -> None:
    sample = write(tmp_path, model_py=None)
    (sample / "model.py").symlink_to("/dev/zero")
    assert refusal(sample, Path("/"))[0] == "DG102"


@pytest.mark.parametrize("file", ["model.py", "weight_meta.py", "graph_net.json"])
def test_a_hundred_megabytes(tmp_path: Path, file: str) -> None:
    """Refused by size: not read into memory, let alone parsed."""
    sample = write(tmp_path)
    with (sample / file).open("r+b") as handle:
        handle.truncate(100 * 1024 * 1024)
    start = time.perf_counter()
    code, message = refusal(sample)
    assert code == "DG102"
    assert "MiB" in message
    assert time.perf_counter() - start < 2


def test_a_model_of_the_largest_size_is_parsed_in_time(tmp_path: Path) -> None:
    body = "".join(f"x_{i} = torch.sin(L_x_)\nx_{i} = None\n" for i in range(20_000))
    start = time.perf_counter()
    sample = read_sample(write(tmp_path, model_py=model(body + "return (L_x_,)"), weight_meta_py=tensor()))
    assert len(sample.graph.nodes) == 20_002
    assert time.perf_counter() - start < 20


def test_a_byte_order_mark_is_no_harm(tmp_path: Path) -> None:
    assert len(read_sample(write(tmp_path, model_py=b"\xef\xbb\xbf" + MODEL.encode())).tensors) == 4


def test_windows_line_ends(tmp_path: Path) -> None:
    lines = {"model_py": MODEL, "weight_meta_py": WEIGHT_META}
    sample = read_sample(write(tmp_path, **{k: v.replace("\n", "\r\n").encode() for k, v in lines.items()}))
    assert len(sample.tensors) == 4


def test_devices_move_to_the_case(tmp_path: Path) -> None:
    sample = read_sample(write(tmp_path), "cuda")
    devices = {v for n in sample.graph.nodes for v in n.kwargs.values() if isinstance(v, torch.device)}
    assert devices == {torch.device("cuda")}
    assert sample.tensors["L_x_"].device == "cuda:0"


@pytest.mark.parametrize(
    ("name", "old", "new", "line"),
    [
        ("weight_meta.py", "shape = [", "shape = [-1, ", 1),
        ("weight_meta.py", 'dtype = "torch.float32"', "dtype = open", 4),
        ("model.py", "torch.", "import os; torch.", None),
    ],
)
def test_an_error_names_the_file_that_it_is_in(tmp_path: Path, name: str, old: str, new: str, line: int | None) -> None:
    shutil.copytree(CORPUS / "norm/item_eps", tmp_path / "x")
    path = tmp_path / "x" / name
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(DtypegenError) as caught:
        read_sample(tmp_path / "x")
    failure = caught.value.failure
    assert failure.file == name and failure.line is not None
    assert f"{name}:{failure.line}: " in failure.message
    assert line in (None, failure.line)
    record = Record("x", "float16", "cpu", "autocast", "run", "failed", failure)
    assert f"  at        /a/x/{name}:{failure.line}" in failure_lines(record, "/a/x")


@pytest.mark.parametrize(
    ("number", "code", "remedy"),
    [
        (errno.EMFILE, "DG803", "raise the limit of open files"),
        (errno.ENFILE, "DG803", "raise the limit of open files"),
        (errno.ENOMEM, "DG803", "raise --dtypegen-memory"),
        (errno.EACCES, "DG102", "extract the sample again"),
    ],
    ids=["EMFILE", "ENFILE", "ENOMEM", "EACCES"],
)
def test_what_the_process_ran_out_of_is_not_the_samples_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str, remedy: str
) -> None:
    write(tmp_path)

    def refuse(*args: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(DtypegenError) as caught:
        read_sample(tmp_path)
    failure = caught.value.failure
    assert (failure.code, failure.stage) == (code, "load")
    assert failure.message == f"{tmp_path}/model.py: cannot be read: {os.strerror(number)}"
    assert failure.remedy.startswith(remedy)
