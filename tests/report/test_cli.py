"""The console command ``dtypegen``."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_dtypegen.cases import read_list
from pytest_dtypegen.cli import _is_of_output, main
from pytest_dtypegen.errors import ERROR_CLASSES
from pytest_dtypegen.gate.key import CaseKey
from pytest_dtypegen.report import folder
from pytest_dtypegen.report.journal import Journal, read_entries, write_entries


@pytest.fixture
def run(capsys):
    """Run a command: exit code, standard output, standard error."""

    def call(*args: object) -> tuple[int, str, str]:
        code = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def failing(run):
    """Run a command that cannot be done, and give the one line that says why."""

    def call(*args: object) -> str:
        code, _, err = run(*args)
        assert code == 2
        assert err.startswith("dtypegen: ")
        assert err.count("\n") == 1
        return err.removeprefix("dtypegen: ").rstrip("\n")

    return call


@pytest.fixture
def journal(tmp_path, data):
    """Write a journal of entries into a report folder of its own."""

    def write(name, entries=None, planned=None, exitstatus=0, selected=None, **meta):
        folder = tmp_path / name
        rows = data.entries if entries is None else entries
        known = {} if selected is None else {"of_whole_lists": exitstatus is not None, "selected": frozenset(selected)}
        write_entries(folder / "journal.jsonl", {**data.meta, **meta}, rows, planned, exitstatus, **known)
        return folder

    return write


def test_list(run, failing, tmp_path, monkeypatch):
    for name in ("samples/timm/b", "samples/timm/a", "samples/nlp/c"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "model.py").touch()
    monkeypatch.chdir(tmp_path)
    assert run("list", "samples") == (0, "samples/nlp/c\nsamples/timm/a\nsamples/timm/b\n", "")
    code, out, _ = run("list", "samples", "-o", "lists/full.txt")
    assert (code, "3 samples; now: pytest --dtypegen-list=lists/full.txt" in out) == (0, True)
    assert read_list(tmp_path / "lists/full.txt")[0] == ("../samples/nlp/c", 1)
    assert run("list", "samples/timm", "--relative-to", "samples")[1] == "timm/a\ntimm/b\n"
    assert failing("list", "nowhere") == "nowhere: is no folder; give the one that holds the samples"
    assert "holds no sample (a directory with a model.py)" in failing("list", "lists")


def test_list_names_the_folders_that_it_cannot_enter(run, tmp_path, monkeypatch):
    for name in ("samples/a", "samples/b"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "model.py").touch()
    scan = os.scandir

    def refuse(path):
        if str(path).endswith("b"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return scan(path)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "scandir", refuse)
    said = "dtypegen: left out: 'samples/b' cannot be read (Permission denied)\n"
    assert run("list", "samples") == (0, "samples/a\n", said)


def test_explain(run, failing):
    code, out, _ = run("explain")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(ERROR_CLASSES)
    for name in ("DG402", "dg402", "attention-mask-dtype", "attention_mask_dtype"):
        assert run("explain", name)[1].startswith("# DG402 attention-mask-dtype")
    assert failing("explain", "DG000") == "DG000: no such error class; 'dtypegen explain' lists them"


def test_report(run, failing, journal, tmp_path):
    folder = journal("one", planned=8)
    code, out, _ = run("report", folder)
    assert code == 0
    assert "DG402 attention-mask-dtype  scaled_dot_product_attention 2" in out
    assert (folder / "index.html").exists()
    run("report", folder / "journal.jsonl", "-o", tmp_path / "elsewhere")
    assert (tmp_path / "elsewhere/results.json").exists()
    assert run("report", folder, "--markdown")[1].startswith("## dtypegen: 3 of 6 cases passed")
    assert "cannot be read (No such file or directory)" in failing("report", tmp_path / "none")


class TestMerge:
    def test_shards(self, run, journal, data, tmp_path):
        one = journal("one", data.entries[:4], planned=5, shard="1/2", exitstatus=1)
        two = journal("two", data.entries[4:], planned=4, shard="2/2")
        code, out, _ = run("merge", one, two, "-o", tmp_path / "both")
        assert code == 0
        merged = read_entries(tmp_path / "both/journal.jsonl")
        assert merged.entries == data.entries
        assert (merged.planned, merged.exitstatus, merged.meta["shard"]) == (9, 1, "1/1")
        assert (tmp_path / "both/index.html").exists()
        assert "cases without a verdict: 1 of 9" in out

    def test_a_missing_share_is_said_and_is_no_success(self, run, journal, data, tmp_path):
        one = journal("one", data.entries[:4], shard="1/3")
        two = journal("two", data.entries[4:], shard="3/3")
        code, out, _ = run("merge", one, two, "-o", tmp_path / "both")
        assert code == 1
        assert "missing: share 2/3" in out

    @pytest.mark.parametrize(
        ("meta", "says"),
        [
            (
                {"versions": {"pytest-dtypegen": "0.1.0", "torch": "2.12.0"}},
                "version of torch is '2.12.0', but '2.13.0' in",
            ),
            ({"options": {"level": "static", "seed": 0}}, "level is 'static', but 'run' in"),
            ({"shard": "1/3"}, "the shares do not fit together"),
        ],
    )
    def test_other_options_or_versions_are_refused(self, failing, journal, data, tmp_path, meta, says):
        one = journal("one", data.entries[:4], shard="1/2")
        two = journal("two", data.entries[4:], **{"shard": "2/2", **meta})
        said = failing("merge", one, two, "-o", tmp_path / "both")
        assert says in said
        assert str(two) in said
        assert not (tmp_path / "both").exists()

    def test_limits_and_the_python_version_may_differ(self, run, journal, data, tmp_path):
        one = journal("one", data.entries[:4])
        options = {**data.meta["options"], "timeout": 5.0, "memory": 1}
        two = journal("two", data.entries[4:], options=options, versions={**data.meta["versions"], "python": "3.12.1"})
        assert run("merge", one, two, "-o", tmp_path / "both")[0] == 0

    @pytest.mark.parametrize("changed", [{"out": "/b/out"}, {"record": True}, {"root": "/b"}])
    def test_where_a_run_writes_and_reads_may_differ(self, run, journal, data, tmp_path, changed):
        options = {**data.meta["options"], "out": "/a/out", "record": False, "root": "/a"}
        one = journal("one", data.entries[:4], shard="1/2", options=options)
        two = journal("two", data.entries[4:], shard="2/2", options={**options, **changed})
        assert run("merge", one, two, "-o", tmp_path / "both")[0] == 0

    def test_two_verdicts_of_a_case_are_flaky_and_the_later_counts(self, run, journal, entry, tmp_path):
        one = journal("one", [entry("samples/x/a", code="DG802", at=5), entry("samples/x/b", at=1)])
        two = journal("two", [entry("samples/x/a", at=3), entry("samples/x/b", at=2)])
        _, out, _ = run("merge", one, two, "-o", tmp_path / "both")
        assert "flaky: samples/x/a[float16-cpu]: passed, DG802" in out
        found = {e.record.sample: e.record for e in read_entries(tmp_path / "both/journal.jsonl").entries}
        assert found["samples/x/a"].code == "DG802"
        assert found["samples/x/b"].outcome == "passed"

    def test_never_over_one_of_its_own(self, failing, journal):
        one = journal("one")
        assert "is one of the reports to merge" in failing("merge", one, "-o", one)

    def test_a_full_disk_is_named_by_its_folder(self, failing, journal, tmp_path, monkeypatch):
        def full(self, row):
            raise OSError(28, "No space left on device")

        one = journal("one")
        monkeypatch.setattr(Journal, "write", full)
        said = failing("merge", one, "-o", tmp_path / "full")
        assert f"{tmp_path / 'full'}: cannot be written (No space left on device); give another with -o" in said


SAMPLES = tuple(f"s/{number}" for number in range(10))


def keys(numbers, dtype="float16"):
    return [CaseKey(SAMPLES[number], dtype, "cpu") for number in numbers]


TOGETHER = {
    "interrupted, and run again": ([(range(10), range(5), None), (range(10), range(10), 0)], 10, 0, True),
    "interrupted twice": ([(range(10), range(5), None), (range(10), range(4, 7), None)], 10, 3, False),
    "stopped early, the rest by -k": ([(range(10), range(5), 1), (range(5, 10), range(5, 10), 0)], 10, 0, True),
    "some run again": ([(range(10), range(10), 1), ((2, 3), (2, 3), 0)], 10, 0, True),
    "two lists that overlap": ([(range(6), range(6), 0), (range(4, 10), range(4, 9), 0)], 10, 1, False),
}
"""Runs, each with what it was to do, what it did and its exit status; how many cases, how many lacking, complete."""


class TestPlannedOfMerged:
    @pytest.mark.parametrize("name", TOGETHER)
    def test_cases_are_counted_once(self, run, journal, entry, tmp_path, name):
        runs, planned, lacking, complete = TOGETHER[name]
        folders = [
            journal(str(i), [entry(SAMPLES[n]) for n in did], len(asked), status, keys(asked))
            for i, (asked, did, status) in enumerate(runs)
        ]
        assert run("merge", *folders, "-o", tmp_path / "both")[0] == 0
        merged = read_entries(tmp_path / "both" / "journal.jsonl")
        assert (merged.planned, merged.lacking, merged.complete) == (planned, lacking, complete)

    def test_shards_and_dtypes_add_up(self, run, journal, entry, tmp_path):
        def part(name, numbers, dtype, shard):
            rows = [entry(SAMPLES[n], dtype) for n in numbers]
            return journal(name, rows, len(rows), 0, keys(numbers, dtype), shard=shard, dtypes=[dtype])

        kinds = [(dtype, shard) for dtype in ("float16", "bfloat16") for shard in (1, 2)]
        parts = [part(f"{d}{s}", range(5 * s - 5, 5 * s), d, f"{s}/2") for d, s in kinds]
        for given, planned, whole in ((parts, 20, True), (parts[:3], 15, False)):
            assert run("merge", *given, "-o", tmp_path / "all")[0] == 0
            merged = read_entries(tmp_path / "all" / "journal.jsonl")
            assert (merged.planned, merged.complete, merged.of_whole_lists) == (planned, True, whole)

    def test_runs_of_other_lists_and_dtypes_are_no_whole_run_together(self, run, journal, entry, tmp_path):
        """Else a baseline would lose what neither was to do."""
        one = journal("1", [entry(SAMPLES[0])], 1, 0, keys([0]), sets=["a.txt"], dtypes=["float16"])
        two = journal("2", [entry(SAMPLES[1], "bfloat16")], 1, 0, keys([1], "bfloat16"), sets=["/x/b.txt"],
                      dtypes=["bfloat16"])  # fmt: skip
        again = journal("3", [entry(SAMPLES[0])], 1, 0, keys([0]), sets=["/y/a.txt"], dtypes=["float16"])
        for given, whole in (([one, two], False), ([one, again], True)):
            run("merge", *given, "-o", tmp_path / "all")
            assert read_entries(tmp_path / "all" / "journal.jsonl").of_whole_lists is whole

    def test_numbers_alone_tell_it_only_of_runs_that_share_no_case(self, run, journal, entry, tmp_path):
        one = journal("1", [entry(SAMPLES[0])], 10, None)
        two = journal("2", [entry(SAMPLES[0])], 10, 0)
        _, out, _ = run("merge", one, two, "-o", tmp_path / "both")
        assert "how many cases there should be is not known: journals of an older version" in out
        merged = read_entries(tmp_path / "both" / "journal.jsonl")
        assert (merged.planned, merged.complete) == (None, False)


class TestCodeOfMerged:
    def part(self, journal, entry, name, meta, pass_name="mine"):
        return journal(name, [entry(f"s/{name}", pass_name=pass_name)], 1, passes=[pass_name], **meta)

    @pytest.mark.parametrize("kind", ["pass_code", "comparer_code"])
    def test_two_versions_are_refused(self, failing, journal, entry, tmp_path, kind):
        one, two = (self.part(journal, entry, name, {kind: {"mine": name * 4}}) for name in "AB")
        said = failing("merge", one, two, "-o", tmp_path / "both")
        what = "the pass mine" if kind == "pass_code" else "the comparer mine"
        assert said == (
            f"{two}: {what} is other code than in {one}; of two versions comes no one report: run again what is of the "
            "old one"
        )
        assert not (tmp_path / "both").exists()

    def test_other_passes_and_the_same_version_go_together(self, run, journal, entry, tmp_path):
        codes = {"mine": "AAAA"}, {"mine": "AAAA", "other": "BBBB"}, {"other": "BBBB"}
        names = "mine", "other", "other"
        parts = [self.part(journal, entry, str(i), {"pass_code": codes[i]}, names[i]) for i in range(3)]
        assert run("merge", *parts, "-o", tmp_path / "both")[0] == 0
        assert read_entries(tmp_path / "both" / "journal.jsonl").meta["pass_code"] == codes[1]

    def test_a_resumed_run_has_the_code_that_it_went_on_with(self, run, journal, entry, tmp_path):
        one = self.part(journal, entry, "A", {"pass_code": {"mine": "AAAA"}})
        resumed = Journal.open(one / "journal.jsonl", {}, append=True)
        resumed.terms({"timeout": 600.0, "memory": None, "pass_code": {"mine": "BBBB"}})
        resumed.append(entry("s/A", pass_name="mine").record)
        resumed.end(0)
        resumed.close()
        two = self.part(journal, entry, "B", {"pass_code": {"mine": "BBBB"}})
        assert run("merge", one, two, "-o", tmp_path / "both")[0] == 0


class TestDiff:
    def test_no_change(self, run, journal):
        assert run("diff", journal("a"), journal("b")) == (0, "no change\n", "")

    def test_each_kind(self, run, journal, entry):
        before = [
            entry("s/x/worse"),
            entry("s/x/other", code="DG402"),
            entry("s/x/gone"),
            entry("s/x/better", code="DG404"),
        ]
        after = [
            entry("s/x/worse", code="DG601"),
            entry("s/x/other", code="DG401"),
            entry("s/x/better"),
            entry("s/x/new"),
        ]
        code, out, _ = run("diff", journal("a", before), journal("b", after))
        assert code == 1
        assert out.splitlines() == [
            "new failure: 1",
            "  s/x/worse[float16-cpu]: passed -> DG601 non-finite",
            "changed class: 1",
            "  s/x/other[float16-cpu]: DG402 attention-mask-dtype -> DG401 operand-dtype-mismatch",
            "missing: 1",
            "  s/x/gone[float16-cpu]: passed -> not there",
            "fixed: 1",
            "  s/x/better[float16-cpu]: DG404 literal-overflow -> passed",
            "new case: 1",
            "  s/x/new[float16-cpu]: not there -> passed",
        ]

    def test_what_only_got_better_is_good_news(self, run, journal, entry):
        before, after = [entry("s/x/a", code="DG402")], [entry("s/x/a"), entry("s/x/b")]
        assert run("diff", journal("a", before), journal("b", after))[0] == 0

    def test_the_first_few_of_a_kind_or_all(self, run, journal, entry):
        before = [entry(f"s/x/{i:02}") for i in range(30)]
        after = [entry(f"s/x/{i:02}", code="DG402") for i in range(30)]
        a, b = journal("a", before), journal("b", after)
        assert "and 10 more (--all)" in run("diff", a, b)[1]
        assert len(run("diff", a, b, "--all")[1].splitlines()) == 31


def test_capture(run, failing, tmp_path, monkeypatch):
    (tmp_path / "my_models.py").write_text(
        "import torch\ndef small():\n    return torch.nn.Linear(2, 3), (torch.ones(1, 2),)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    code, out, _ = run("capture", "my_models:small", "-o", "samples/mine/small")
    assert (code, out) == (0, "samples/mine/small: captured from my_models:small\n")
    names = {path.name for path in (tmp_path / "samples/mine/small").iterdir()}
    assert {"model.py", "weight_meta.py", "graph_net.json"} <= names
    assert "is there already" in failing("capture", "my_models:small", "-o", "samples/mine/small")
    assert "nothing" in failing("capture", "my_models:nothing", "-o", "other")


def test_an_input_that_is_missing_is_not_taken_for_the_output(failing, tmp_path, monkeypatch):
    def missing(folder, **how):
        return Path("samples/gone.txt").read_text()

    monkeypatch.chdir(tmp_path)
    (tmp_path / "samples").mkdir()
    monkeypatch.setattr("pytest_dtypegen.cli.folder_entries", missing)
    for output in ("out.txt", "lists/out.txt", "samples/out.txt"):
        assert failing("list", "samples", "-o", output) == "samples/gone.txt: No such file or directory"


def test_an_output_that_cannot_be_written_is_said(failing, tmp_path, monkeypatch):
    (tmp_path / "s" / "x").mkdir(parents=True)
    (tmp_path / "s" / "x" / "model.py").touch()
    (tmp_path / "file").touch()
    (tmp_path / "folder" / "in").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    for output in ("file/out.txt", "file/deep/out.txt", "folder"):
        assert "cannot be written" in failing("list", "s", "-o", output)


@pytest.mark.parametrize(
    ("path", "is_of"),
    [
        ("out", True), ("out/a/b", True), (".out.123", True), (".out.x/new/model.py", True),
        ("in", False), (".", False), ("outer", False), (".outer.1", False), ("../x", False), ("nowhere/out", False),
    ],
)  # fmt: skip
def test_what_belongs_to_an_output(tmp_path, monkeypatch, path, is_of):
    monkeypatch.chdir(tmp_path)
    assert _is_of_output(Path(path), Path("out")) is is_of
    assert _is_of_output(Path(path).absolute(), Path("out")) is is_of
    assert _is_of_output(Path(path), Path("out").absolute()) is is_of


def test_a_folder_that_cannot_be_made_belongs_to_its_output(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert _is_of_output(Path("deep"), Path("deep/out"))
    (tmp_path / "deep").mkdir()
    assert not _is_of_output(Path("deep"), Path("deep/out"))


def test_minimize_needs_a_case_that_is_there(failing, tmp_path):
    assert "is no case; write it as in the report" in failing("minimize", "samples/x", "-o", tmp_path / "out")
    assert "there is no sample here" in failing("minimize", "samples/x[float16-cpu]", "-o", tmp_path / "out")


def test_it_is_installed_and_loads_no_torch(tmp_path):
    code = "import sys; from pytest_dtypegen.cli import main; main(['explain']); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=tmp_path).returncode == 0


def test_a_reader_that_leaves_is_no_error(tmp_path):
    command = f"{sys.executable} -m pytest_dtypegen.cli explain | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.startswith("DG101")
    assert done.stderr == ""


def test_usage(capsys):
    with pytest.raises(SystemExit) as exit_:
        main([])
    assert exit_.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_merging_reads_what_a_run_is_writing_but_does_not_write_there(run, failing, tmp_path, data):
    for name in ("live", "out"):
        write_entries(tmp_path / name / "journal.jsonl", data.meta, data.entries, 9, None)
    before = (tmp_path / "out" / "journal.jsonl").read_bytes()
    held = [folder.lock(tmp_path / name) for name in ("live", "out")]
    said = failing("merge", tmp_path / "live", "-o", tmp_path / "out")
    assert said == f"{tmp_path}/out: a run is writing to it; give another folder with -o"
    assert (tmp_path / "out" / "journal.jsonl").read_bytes() == before
    held[1].release()
    assert run("merge", tmp_path / "live", "-o", tmp_path / "out")[0] == 0
    assert len(read_entries(tmp_path / "out" / "journal.jsonl").entries) == 8
    folder.lock(tmp_path / "out").release()
    held[0].release()
