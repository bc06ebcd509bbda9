"""Lists, roots, shards and the ids of cases."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from pytest_dtypegen.cases import (
    LARGEST_LIST,
    Case,
    expand,
    find_root,
    folder_entries,
    in_shard,
    list_entries,
    marker_name,
    parse_id,
    read_list,
    source_of,
)
from pytest_dtypegen.options import OptionError, RunSettings, Shard

pytest_plugins = ["pytester"]


def test_what_a_list_may_hold(tmp_path):
    path = tmp_path / "list.txt"
    path.write_bytes(
        b"\xef\xbb\xbf# a comment\r\n\r\nsamples/a\r\n  samples/b/  # why\r\n"
        b"\tsamples/a\r\n./samples/c\n#samples/d\nsamples/e#1\n"
    )
    assert read_list(path) == [("samples/a", 3), ("samples/b", 4), ("samples/c", 6), ("samples/e#1", 8)]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "holds no sample; write one sample path a line"),
        (b"# nothing\n\n", "holds no sample"),
        (b"samples/\xff\n", "is not UTF-8 text (byte 8); save the list as UTF-8"),
        (b"a\n" + b"x" * 5000 + b"\n", "list.txt:2: the path xxxxx"),
        (b"a\n" + b"x" * 5000 + b"\n", "... is longer than 4096 bytes; take the line out"),
        (b"samples/a\x00b\n", "list.txt:1: the path 'samples/a\\x00b' holds a control character"),
    ],
)
def test_a_list_that_cannot_be_used(tmp_path, data, says):
    path = tmp_path / "list.txt"
    path.write_bytes(data)
    with pytest.raises(OptionError) as error:
        read_list(path)
    assert str(path) in str(error.value)
    assert says in str(error.value)


def test_a_pipe_or_device_as_list_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    reading, writing = os.pipe()
    for path in (tmp_path / "fifo", Path("/dev/zero"), Path(f"/dev/fd/{reading}")):
        with pytest.raises(OptionError, match=f"{path}: is no regular file; .*: write it to a file"):
            read_list(path)
    os.close(reading)
    os.close(writing)


def test_a_list_beyond_any_size(tmp_path):
    with (tmp_path / "list.txt").open("wb") as stream:
        stream.truncate(LARGEST_LIST + 1)
    with pytest.raises(OptionError, match=r"list\.txt: is larger than 256 MiB"):
        read_list(tmp_path / "list.txt")


def test_a_list_that_is_no_file(tmp_path):
    with pytest.raises(OptionError, match="no such list; check the path given to --dtypegen-list"):
        read_list(tmp_path / "none.txt")
    with pytest.raises(OptionError, match=f"dtypegen list {tmp_path}"):
        read_list(tmp_path)


class TestRoot:
    """The nearest folder at or above the list, then the working folder, in which the first sample exists."""

    @pytest.fixture
    def path(self, tmp_path) -> Path:
        path = tmp_path / "repo" / "lists" / "list.txt"
        path.parent.mkdir(parents=True)
        return path

    def make(self, *folders: Path) -> None:
        for folder in folders:
            folder.mkdir(parents=True)

    def test_the_lists_own_folder_before_those_above(self, path, tmp_path):
        self.make(path.parent / "samples/a", tmp_path / "repo/samples/a", tmp_path / "samples/a")
        assert find_root(path, ["samples/a"], tmp_path) == path.parent

    def test_a_folder_above_before_the_working_folder(self, path, tmp_path):
        self.make(tmp_path / "repo/samples/a", tmp_path / "work/samples/a")
        assert find_root(path, ["samples/a"], tmp_path / "work") == tmp_path / "repo"

    def test_the_working_folder(self, path, tmp_path):
        self.make(tmp_path / "work/samples/a")
        assert find_root(path, ["samples/a"], tmp_path / "work") == tmp_path / "work"

    def test_a_first_sample_that_is_missing_leaves_it_to_the_second(self, path, tmp_path):
        self.make(tmp_path / "work/samples/b")
        assert find_root(path, ["samples/a", "samples/b"], tmp_path / "work") == tmp_path / "work"

    def test_where_nothing_exists(self, path, tmp_path):
        assert find_root(path, ["samples/a"], tmp_path) == path.parent

    def test_absolute_paths_need_no_root(self, path, tmp_path):
        sample = tmp_path / "elsewhere"
        sample.mkdir()
        path.write_text(f"{sample}\n")
        assert list_entries(path, RunSettings(), tmp_path)[0].path == str(sample)


def test_shards_part_the_samples_and_agree():
    samples = [f"samples/{i}" for i in range(200)]
    shares = [[s for s in samples if in_shard(s, Shard(i, 3))] for i in (1, 2, 3)]
    assert sorted(chain(*shares)) == sorted(samples)
    assert min(map(len, shares)) > 40
    assert in_shard("samples/timm/resnet18", Shard(1, 2)) != in_shard("samples/timm/resnet18", Shard(2, 2))


def test_the_cases_of_a_sample_follow_each_other_dtypes_innermost(tmp_path):
    (tmp_path / "list.txt").write_text("x/a\nx/b\n")
    settings = RunSettings(devices=("cpu", "cuda"), passes=("autocast", "mine"))
    ids = [case.id for case, _ in expand(list_entries(tmp_path / "list.txt", settings, tmp_path), settings)]
    assert ids[:5] == [
        "x/a[float16-cpu]",
        "x/a[bfloat16-cpu]",
        "x/a[float16-cpu-mine]",
        "x/a[bfloat16-cpu-mine]",
        "x/a[float16-cuda]",
    ]
    assert ids[8] == "x/b[float16-cpu]"


@pytest.mark.parametrize(
    "case",
    [
        Case("samples/timm/resnet18", "", "float16", "cpu", source="timm"),
        Case("samples/a-b/c[1]", "", "bfloat16", "cuda:1", "my-pass", "a-b"),
    ],
)
def test_an_id_is_read_back(case):
    assert parse_id(case.id) == case
    assert parse_id(f"lists/full.txt::{case.id}") == case


def test_other_ids_are_no_cases():
    assert parse_id("test_a.py::test_b") is None
    assert parse_id("test_a.py::test_b[3]") is None


@pytest.mark.parametrize(
    ("sample", "source"),
    [
        ("samples/timm/resnet18", "timm"),
        ("samples/transformers-auto-model/google/bert", "transformers-auto-model"),
        ("corpus/convnet/residual", "convnet"),
        ("timm/a", "timm"),
        ("a", "(top)"),
        ("/data/models/timm/a", "timm"),
        ("../other/samples/timm/a", "timm"),
    ],
)
def test_source(sample, source):
    assert source_of(sample) == source


def test_marker_names_can_be_selected():
    assert marker_name("transformers-auto-model") == "transformers_auto_model"
    assert marker_name("cuda:0") == "cuda_0"
    assert marker_name("not") == "not_"
    assert marker_name("skip") == "skip_"
    assert marker_name("3d") == "x3d"
    assert marker_name("模型") == "x"


def test_samples_of_a_folder(tmp_path):
    for name in ("b/two", "a/one", "a/one/inner", ".hidden/x", "a/none"):
        (tmp_path / name).mkdir(parents=True)
        if name != "a/none":
            (tmp_path / name / "model.py").touch()
    assert [entry.sample for entry in folder_entries(tmp_path, "corpus")] == ["corpus/a/one", "corpus/b/two"]


def test_a_list_is_found_from_an_ini_file_and_relative_to_it(project):
    project.list("samples/x/a", file="lists/list.txt")
    project.pytester.makeini("[pytest]\ndtypegen_list = lists/list.txt\ndtypegen_dtypes = bfloat16\n")
    assert project.ids() == ["lists/list.txt::samples/x/a[bfloat16-cpu]"]


def test_a_list_outside_of_pytests_root_has_an_absolute_id_that_runs_again(project, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "samples/x/a").mkdir(parents=True)
    (elsewhere / "list.txt").write_text("samples/x/a\n")
    ids = project.ids(f"--dtypegen-list={elsewhere}/list.txt")
    assert ids == [f"{elsewhere}/list.txt::samples/x/a[{dtype}-cpu]" for dtype in ("float16", "bfloat16")]
    again = project.ids(ids[1])  # pytest's root folder follows its arguments, so the id is shorter now
    assert len(again) == 1
    assert ids[1].endswith(again[0])


def test_several_lists_and_a_sample_in_both(project):
    project.list("samples/x/a", "samples/x/b", file="one.txt")
    project.list("samples/x/b", "samples/x/c", file="two.txt")
    both = ["--dtypegen-list=one.txt", "--dtypegen-list=two.txt", "--dtypegen-dtypes=float16"]
    assert project.ids(*both) == [
        "one.txt::samples/x/a[float16-cpu]",
        "one.txt::samples/x/b[float16-cpu]",
        "two.txt::samples/x/c[float16-cpu]",
    ]
    assert project.ids(*both, "two.txt::samples/x/b[float16-cpu]") == ["two.txt::samples/x/b[float16-cpu]"]


def test_one_name_for_two_samples_is_refused(project, usage_error: Callable[..., str]):
    project.list("samples/x/a", file="list.txt")
    project.samples("other/samples/x/a")
    project.list("samples/x/a", file="other/list.txt", make=False)
    said = usage_error("--dtypegen-list=list.txt", "--dtypegen-list=other/list.txt")
    assert "samples/x/a is another sample than in" in said
    assert "--dtypegen-report" in said


def test_root_is_taken_from_the_option(project):
    project.samples("far/away/samples/x/a")
    project.list("samples/x/a", make=False)
    result = project.run("--dtypegen-list=list.txt", "--dtypegen-root=far/away")
    result.assert_outcomes(passed=2)


def test_a_sample_that_does_not_exist_fails_alone(project):
    project.list("samples/x/a", "samples/x/b")
    project.list("samples/x/a", "samples/x/gone", "samples/x/b", make=False)
    result = project.run("--dtypegen-list=list.txt")
    result.assert_outcomes(passed=4, failed=2)
    result.stdout.fnmatch_lines(
        ["DG101 sample-not-found: *", "  message   */samples/x/gone: there is no directory here"]
    )
