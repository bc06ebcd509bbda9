"""Options: each is checked, each may stand in an ini file, and what cannot be used is said in one line."""

from __future__ import annotations

import importlib

import pytest

from pytest_dtypegen.options import (
    OptionError,
    Shard,
    parse_devices,
    parse_dtypes,
    parse_passes,
    parse_seconds,
    parse_shard,
    parse_size,
    settings_from,
)
from pytest_dtypegen.plugin import _OPTIONS

pytest_plugins = ["pytester"]


def here(monkeypatch, *devices):
    """Have the runs of this test find these devices. The module is the one that they will import: pytester takes
    modules out again that a run was the first to import, while their package still holds them."""
    monkeypatch.setattr(importlib.import_module("pytest_dtypegen.devices"), "available_devices", lambda: devices)


def test_values():
    assert parse_dtypes(["float16, torch.bfloat16", "float16"]) == ("float16", "bfloat16")
    assert parse_devices(["cpu,cuda:1"]) == ("cpu", "cuda:1")
    assert parse_devices(["auto"]) == ()
    assert parse_devices(["npu"], extra=["npu"]) == ("npu",)
    assert parse_shard("2/8") == Shard(2, 8)
    assert [parse_size(text) for text in ("8GiB", "8g", "500MB", "1.5k", "12")] == [
        8 << 30,
        8 << 30,
        500 << 20,
        1536,
        12,
    ]
    assert [parse_seconds(text) for text in ("600", "90s", "1.5m", "2h")] == [600, 90, 90, 7200]


def test_own_passes_are_asked_for_only_where_a_name_is_not_built_in():
    def own():
        raise AssertionError("asked")

    assert parse_passes(["autocast,fold_group_norm"], own) == ("autocast", "fold_group_norm")
    assert parse_passes(["mine"], lambda: ["mine"]) == ("mine",)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("dtypes", [","], "--dtypegen-dtypes: no dtype given (known: float16"),
        ("devices", ["cuda:x"], "--dtypegen-devices: 'cuda:x' is no device; write it as torch does"),
        ("devices", ["auto,cpu"], "'auto' stands alone"),
        ("shard", "3/2", "--dtypegen-shard: '3/2' is no share; write I/N"),
        ("shard", "0/2", "'0/2' is no share"),
        ("memory", "lots", "--dtypegen-memory: 'lots' is no size; write it as 8GiB"),
        ("memory", "0", "'0' is no size"),
        ("memory", "8", "--dtypegen-memory: '8' has room for no case; write at least 16MiB"),
        ("timeout", "-5", "--dtypegen-timeout: '-5' is no time limit"),
        ("level", "rum", "--dtypegen-level: unknown 'rum'; did you mean run?"),
        ("data", "x", "--dtypegen-data: unknown 'x' (known: conditioned, recorded)"),
        ("exec", "x", "--dtypegen-exec: unknown 'x' (known: auto, kernels, emulate)"),
        ("seed", "x", "--dtypegen-seed: 'x' is no whole number"),
        ("retries", "-1", "--dtypegen-retries: '-1' is no whole number from 0 to 100"),
        ("retries", "999999999", "--dtypegen-retries: '999999999' is no whole number from 0 to 100"),
        ("shard", "1/999999999999", "'1/999999999999' is of too many shares; there may be 10,000 at most"),
        ("shard", "1/" + "9" * 5000, "is no share; write I/N"),
        ("memory", "99999999TiB", "'99999999TiB' is more than any machine has; write at most 1024TiB"),
        ("memory", "9" * 400, "is no size; write it as 8GiB"),
        ("timeout", "9999999h", "--dtypegen-timeout: '9999999h' is longer than a year; write at most 8784h"),
        ("timeout", "9" * 400, "is no time limit"),
        ("root", "nowhere", "nowhere is no folder"),
        ("rules", "none.toml", "none.toml does not exist"),
        ("update_baseline", True, "give --dtypegen-baseline=FILE too"),
    ],
)
def test_values_that_cannot_be_used(tmp_path, name, value, says):
    with pytest.raises(OptionError) as error:
        settings_from({name: value}.get, lambda name: tmp_path)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("--dtypegen-dtypes=flaot16", "--dtypegen-dtypes: unknown 'flaot16'; did you mean float16?"),
        ("--dtypegen-devices=gpu", "--dtypegen-devices: unknown 'gpu'"),
        ("--dtypegen-pass=autocats", "--dtypegen-pass: unknown 'autocats'; did you mean autocast?"),
        ("--dtypegen-baseline=none.txt", "none.txt does not exist; add --dtypegen-update-baseline"),
        ("--dtypegen-report=list.txt", "list.txt is a file; give a folder"),
        ("--dtypegen-list=none.txt", "none.txt: no such list"),
        ("--dtypegen-source=nope", "unknown 'nope'"),
    ],
)
def test_a_run_that_cannot_be_done_ends_with_one_line(listed, usage_error, option, says):
    said = usage_error("--dtypegen-list=list.txt", option)
    assert says in said


def test_an_empty_list(project, usage_error):
    project.write("list.txt", "# nothing yet\n")
    assert "list.txt: the list holds no sample" in usage_error("--dtypegen-list=list.txt")


def test_a_device_that_is_not_here_is_refused_at_run_and_taken_at_static(listed, usage_error, monkeypatch):
    here(monkeypatch, "cpu")
    said = usage_error("--dtypegen-list=list.txt", "--dtypegen-devices=cpu,cuda")
    assert "torch cannot run on cuda here" in said
    assert "--dtypegen-level=static" in said
    ids = listed.ids("--dtypegen-list=list.txt", "--dtypegen-devices=cpu,cuda", "--dtypegen-level=static")
    assert len(ids) == 16


def test_auto_is_what_is_here(listed, monkeypatch):
    here(monkeypatch, "cpu", "cuda")
    assert {name.rsplit("-", 1)[-1] for name in listed.ids("--dtypegen-list=list.txt")} == {"cpu]", "cuda]"}


def test_every_option_is_an_ini_option_and_the_command_line_comes_first(listed):
    listed.pytester.makeini(
        """
        [pytest]
        dtypegen_list =
            list.txt
        dtypegen_dtypes = float32,float64
        dtypegen_level = static
        dtypegen_calibrate = false
        dtypegen_timeout = 10m
        dtypegen_memory = 2GiB
        dtypegen_seed = 7
        dtypegen_report = out/report
        dtypegen_exec = kernels
        """
    )
    listed.add_to_conftest(
        """
def pytest_dtypegen_executor(config, options):
    print("options:", options)
    return Fake(options)
"""
    )
    result = listed.run("-s", "--dtypegen-dtypes=bfloat16", "-k", "plain")
    result.assert_outcomes(passed=1, deselected=3)
    line = next(line for line in result.outlines if "options:" in line)
    for part in ("level='static'", "calibrate=False", "timeout=600.0", f"memory={2 << 30}", "seed=7", "exec='kernels'"):
        assert part in line
    assert (listed.path / "out/report/index.html").exists()
    known = {f"dtypegen_{option.name.replace('-', '_')}" for option in _OPTIONS}
    shown = listed.run("--help").stdout.str()
    assert all(name in shown for name in known)


def test_calibrate_can_be_said_both_ways(listed):
    listed.add_to_conftest(
        """
def pytest_dtypegen_executor(config, options):
    print("calibrate:", options.calibrate)
    return Fake(options)
"""
    )
    one = ["-s", "-k", "plain and bfloat16", "--dtypegen-list=list.txt"]
    listed.run(*one, "--no-dtypegen-calibrate").stdout.fnmatch_lines(["*calibrate: False"])
    listed.run(*one).stdout.fnmatch_lines(["*calibrate: True"])


def test_lists_from_an_ini_file_stand_back_where_paths_are_given(listed):
    listed.pytester.makeini("[pytest]\ndtypegen_list = list.txt\n")
    listed.pytester.makepyfile(test_own="def test_mine(): pass")
    assert len(listed.ids()) == 8
    listed.run("test_own.py").assert_outcomes(passed=1)


def test_a_bad_value_raises_option_error_outside_of_pytest():
    with pytest.raises(OptionError):
        parse_seconds("nan")


def test_the_report_is_where_the_run_is_unless_the_ini_file_says_otherwise(listed, monkeypatch):
    listed.pytester.makeini("[pytest]\n")
    below = listed.path / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    listed.run("--dtypegen-list=../list.txt")
    assert (below / "dtypegen-report" / "journal.jsonl").is_file() and not listed.report.exists()
    listed.pytester.makeini("[pytest]\ndtypegen_report = there\n")
    listed.run("--dtypegen-list=../list.txt")
    assert (listed.path / "there" / "journal.jsonl").is_file()
