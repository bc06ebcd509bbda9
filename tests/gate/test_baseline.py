"""The baseline as a file: what is read is what was written, and an update changes no other line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_dtypegen.errors import ERROR_CLASSES, Failure
from pytest_dtypegen.gate.baseline import (
    Baseline,
    Coverage,
    Known,
    format_baseline,
    parse_baseline,
    read_baseline,
    update,
)
from pytest_dtypegen.gate.key import CaseKey, key_of
from pytest_dtypegen.options import OptionError
from pytest_dtypegen.records import Record

TEXT = """\
# Known failures of the nightly run.
# lists: full.txt

samples/a float16 cpu DG402 attention-mask-dtype
# BERT: issue 123
# (two lines)
samples/b bfloat16 cpu DG602 precision-loss  # on AVX2 only
samples/b float16 cuda:1 DG802 crash pass=mine
# the end
"""


def record(sample: str, code: str | None = None, dtype: str = "float16", **changes: object) -> Record:
    outcome = "passed" if code is None else "skipped" if ERROR_CLASSES[code].skip else "failed"
    failure = None if code is None else Failure(code, "run", "a message", op="matmul")
    values: dict[str, object] = {"device": "cpu", "pass_name": "autocast", **changes}
    return Record(sample=sample, dtype=dtype, level="run", outcome=outcome, failure=failure, **values)  # type: ignore[arg-type]


def test_a_file_is_read_and_written_back_unchanged() -> None:
    baseline = parse_baseline(TEXT)
    assert format_baseline(baseline) == TEXT
    assert baseline.lists == {"full.txt"}
    assert list(baseline.known) == [
        CaseKey("samples/a", "float16", "cpu"),
        CaseKey("samples/b", "bfloat16", "cpu"),
        CaseKey("samples/b", "float16", "cuda:1", "mine"),
    ]
    row = baseline.known[CaseKey("samples/b", "bfloat16", "cpu")]
    assert (row.code, row.comment, row.number) == ("DG602", "on AVX2 only", 7)
    assert row.above == ("# BERT: issue 123", "# (two lines)")
    assert baseline.tail == ("# the end",)


def test_an_update_that_learns_nothing_writes_the_same_bytes() -> None:
    baseline = parse_baseline(TEXT)
    same = [record("samples/a", "DG402"), record("samples/b", "DG602", "bfloat16"), record("samples/z")]
    assert format_baseline(update(baseline, same, Coverage())) == TEXT


def test_an_update_changes_only_the_lines_of_what_the_run_covered() -> None:
    records = [
        record("samples/a"),  # passes now
        record("samples/b", "DG601", "bfloat16"),  # another class
        record("samples/aa", "DG404"),  # new
    ]
    updated = format_baseline(update(parse_baseline(TEXT), records, Coverage()))
    assert (
        updated
        == """\
# Known failures of the nightly run.
# lists: full.txt

samples/aa float16 cpu DG404 literal-overflow
# BERT: issue 123
# (two lines)
samples/b bfloat16 cpu DG601 non-finite  # on AVX2 only
samples/b float16 cuda:1 DG802 crash pass=mine
# the end
"""
    )


def test_the_comment_above_a_case_that_leaves_goes_to_the_next_case() -> None:
    text = "# group one\nsamples/a float16 cpu DG402\nsamples/b float16 cpu DG402\n"
    updated = update(parse_baseline(text), [record("samples/a")], Coverage())
    assert format_baseline(updated) == "# group one\nsamples/b float16 cpu DG402\n"
    nothing = update(updated, [record("samples/b")], Coverage())
    assert format_baseline(nothing) == "# group one\n"


def test_skipped_and_flaky_cases_keep_their_lines() -> None:
    records = [
        record("samples/a", "DG804"),
        record("samples/b", None, "bfloat16", metrics={"flaky": ["DG602", "passed"]}),
    ]
    assert format_baseline(update(parse_baseline(TEXT), records, Coverage())) == TEXT


def test_a_case_whose_sample_left_the_list_goes_only_in_a_run_of_the_whole_list() -> None:
    baseline = parse_baseline(TEXT)
    whole = Coverage(
        frozenset({CaseKey("samples/b", "bfloat16", "cpu")}),
        whole=True,
        lists=frozenset({"full.txt"}),
        dtypes=frozenset({"float16", "bfloat16"}),
        devices=frozenset({"cpu"}),
    )
    gone = set(baseline.known) - set(update(baseline, [], whole).known)
    assert gone == {CaseKey("samples/a", "float16", "cpu")}  # the one on cuda:1 is another device's
    for part in (
        Coverage(whole.selected, False, whole.lists, whole.dtypes, whole.devices),
        Coverage(whole.selected, True, frozenset({"small.txt"}), whole.dtypes, whole.devices),
        Coverage(whole.selected, True, whole.lists, frozenset({"bfloat16"}), whole.devices),
    ):
        assert update(baseline, [], part).known == baseline.known


def test_cases_that_a_rule_expects_get_no_line() -> None:
    records = [record("samples/new", "DG501"), record("samples/other", "DG501")]
    updated = update(Baseline(), records, Coverage(), ruled=frozenset({key_of(records[0])}))
    assert [key.sample for key in updated.known] == ["samples/other"]


def test_a_new_file_names_its_lists_and_a_further_list_is_added() -> None:
    first = update(Baseline(), [record("samples/a", "DG402")], Coverage(lists=frozenset({"full.txt"})))
    assert format_baseline(first) == "# lists: full.txt\n\nsamples/a float16 cpu DG402 attention-mask-dtype\n"
    second = update(first, [record("samples/c", "DG402")], Coverage(lists=frozenset({"small.txt"})))
    assert format_baseline(second).splitlines()[0] == "# lists: full.txt small.txt"
    assert update(first, [record("samples/c")], Coverage(lists=frozenset({"small.txt"}))).head == first.head


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("samples/a float16", "is no known failure; write SAMPLE DTYPE DEVICE CODE NAME"),
        ("samples/a float16 cpu", "is no known failure"),
        ("samples/a b c float16 cpu DG402", "is no known failure"),
        ("samples/a float16 cpu DG999x", "there is no class 'DG999x'"),
        ("samples/a float16 cpu attention-mask-dtype", "there is no class 'attention-mask-dtype'"),
        ("samples/a float16 cpu DG402 precision-loss", "DG402 is attention-mask-dtype, not precision-loss"),
        ("samples/x float16 cpu DG402", "stands in line 1 already"),
        ('"samples/\\x" float16 cpu DG402', "is no JSON string"),
    ],
)
def test_a_bad_line_is_one_error_that_names_file_and_line(line: str, says: str) -> None:
    text = f"samples/x float16 cpu DG402\n# a comment\n{line}\n"
    with pytest.raises(OptionError) as caught:
        parse_baseline(text, "ci/baseline.txt")
    message = str(caught.value)
    assert message.startswith("ci/baseline.txt:3: ")
    assert says in message
    assert "\n" not in message


def test_a_file_that_cannot_be_read_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    missing = tmp_path / "baseline.txt"
    with pytest.raises(OptionError, match="--dtypegen-update-baseline"):
        read_baseline(missing)
    assert read_baseline(missing, missing_ok=True).known == {}
    missing.write_bytes(b"\xff\xfe")
    with pytest.raises(OptionError, match="is not UTF-8"):
        read_baseline(missing)
    with pytest.raises(OptionError, match="cannot be read"):
        read_baseline(tmp_path)


def test_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "baseline.txt"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert format_baseline(read_baseline(path)) == TEXT


NAMES = st.text(min_size=1, max_size=12).map(lambda text: text.encode("utf-8", "replace").decode())
KEYS = st.builds(
    CaseKey,
    NAMES,
    st.sampled_from(["float16", "bfloat16"]),
    st.sampled_from(["cpu", "cuda:0", "mydevice"]),
    st.sampled_from(["autocast", "mine", "fold_group_norm"]),
)


@given(st.dictionaries(KEYS, st.sampled_from(sorted(ERROR_CLASSES)), max_size=8))
def test_any_sample_name_survives_being_written(cases: dict[CaseKey, str]) -> None:
    baseline = Baseline(known={key: Known(key, code) for key, code in cases.items()})
    text = format_baseline(baseline)
    again = parse_baseline(text)
    assert {key: row.code for key, row in again.known.items()} == cases
    assert format_baseline(again) == text
    assert [row.key for row in again.known.values()] == sorted(cases)
