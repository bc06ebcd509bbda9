"""One case from its directory to its record."""

from __future__ import annotations

import copy
import gc
import hashlib
import json
import os
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
import torch
from making import EVERYTHING, ByHand, everything, node, run, sample, written

from pytest_dtypegen.check import original, pipeline, reference, stages
from pytest_dtypegen.check.compare import Judgement, Outputs
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.execute import budget
from pytest_dtypegen.execute.budget import Budget
from pytest_dtypegen.passes.protocol import PassContext, Rewrite
from pytest_dtypegen.records import STAGES, Record
from pytest_dtypegen.samples.read import read_sample

LINEAR = ("L_x_: torch.Tensor, L_w_: torch.nn.parameter.Parameter", """
    linear = torch._C._nn.linear(L_x_, L_w_, None)
    relu = torch.nn.functional.relu(linear)
    return (relu,)
""", """
    L_x_: float32[3, 8]
    L_w_: float32[5, 8]
""")  # fmt: skip


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """What an earlier test left in the process is no part of this one."""
    original._cache.clear()
    reference._kept.clear()


@pytest.fixture
def linear(tmp_path: Path) -> Path:
    return written(sample(*LINEAR), tmp_path / "linear")


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_a_good_case(linear: Path, dtype: str) -> None:
    record = run(linear, dtype)
    assert (record.outcome, record.failure) == ("passed", None)
    assert tuple(record.stages) == STAGES
    assert record.metrics["lowered_share"] == 1.0 and record.metrics["parameter_share"] == 1.0
    assert record.metrics["snr_db"] > record.metrics["bound_db"] and record.sample_hash


@pytest.mark.parametrize("spectrum", ["torch.fft.ihfft(L_x_)", "torch.fft.fft(L_x_).conj()", "torch.fft.ifft(L_x_)"])
def test_complex_outputs_whose_conjugation_is_put_off(tmp_path: Path, spectrum: str) -> None:
    body = f"y = {spectrum}\nreturn (y,)"
    record = run(written(sample("L_x_: torch.Tensor", body, "L_x_: float32[3, 8]"), tmp_path / "spectrum"))
    assert (record.outcome, record.failure) == ("passed", None)


@pytest.mark.parametrize("body", [
    "y = torch.dot(L_a_, L_b_)", "y = torch.sum(L_a_)", "y = torch.norm(L_a_)", "y = torch.sort(L_a_)[0]",
])  # fmt: skip
def test_what_does_not_see_its_inputs_order_depends_on_them(tmp_path: Path, body: str) -> None:
    recorded = "L_a_: float32[4] = 1.0, -2.0, 3.0, 0.5\nL_b_: float32[4] = 2.0, 1.0, 0.25, -1.0"
    made = sample("L_a_: torch.Tensor, L_b_: torch.Tensor", f"{body}\nreturn (y,)", recorded)
    record = run(written(made, tmp_path / "order"))
    assert (record.outcome, record.failure) == ("passed", None)


@pytest.mark.parametrize(("body", "op"), [
    ("a = torch.empty_like(L_x_)\nb = L_x_ + a\nreturn (b,)", "empty_like"),
    ("m = L_x_.masked_fill(L_x_ > 0, float('-inf'))\na = m - m\nreturn (a,)", "sub"),
    ("a = torch.log(L_x_)\nb = a + 1\nreturn (b,)", "log"),
    ("e = L_x_.new_empty(3, 8)\nb = torch.addmm(e, L_x_, torch.eye(8), beta=0)\na = b.log()\nreturn (a,)", "log"),
])  # fmt: skip
def test_a_reference_that_leaves_the_numbers_says_where(tmp_path: Path, body: str, op: str) -> None:
    record = run(written(sample("L_x_: torch.Tensor", body, "L_x_: float32[3, 8]"), tmp_path / "nan"))
    assert record.failure is not None
    assert (record.failure.code, record.failure.op) == ("DG202", op) and record.failure.line


STEER = ("L_x_: torch.Tensor, L_s_: torch.Tensor, L_n_: torch.Tensor", """
    y = torch.cos(L_s_)
    n = L_n_.item()
    z = torch.add(L_x_, n)
    w = z * y
    return (w, y)
""", """
    L_x_: float32[3, 8]
    L_s_: float32[] = -8.478374
    L_n_: float32[] = 0.1234567
""")  # fmt: skip


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_a_recorded_number_is_rounded_for_both_unless_it_steers_the_graph(tmp_path: Path, dtype: str) -> None:
    record = run(written(sample(*STEER), tmp_path / "steer"), dtype)
    assert (record.outcome, record.failure) == ("passed", None)
    made = read_sample(tmp_path / "steer")
    assert reference.steering_names(made.graph) == {"L_n_"}
    data = reference._kept["reference"].data
    assert float(data.value("L_n_")) == pytest.approx(0.1234567, rel=1e-7)
    assert float(data.value("L_s_")) == float(torch.tensor(-8.478374).bfloat16())


def test_a_factory_reads_its_numbers(tmp_path: Path) -> None:
    body = "a = torch.arange(L_end_)\ni = a.long()\ne = L_x_[i]\nc = e.reshape(1001, 8)\nreturn (c,)"
    made = sample(
        "L_end_: torch.Tensor, L_x_: torch.Tensor", body, "L_end_: float32[] = 1001.0\nL_x_: float32[1001, 8]"
    )
    assert reference.steering_names(made.graph) == {"L_end_"}
    record = run(written(made, tmp_path / "s"))
    assert (record.outcome, record.failure) == ("passed", None)


def test_a_size_does_not_depend_on_values() -> None:
    body = "a = L_x_ * L_s_\nn = a.size(-1)\nt = torch.tensor(n)\nm = t.item()\nb = a.reshape(m, 3)\nreturn (b,)"
    made = sample("L_x_: torch.Tensor, L_s_: torch.Tensor", body, "L_x_: float32[3, 8]\nL_s_: float32[] = 0.3")
    assert reference.steering_names(made.graph) == set()


def test_static_runs_no_kernel_on_data(linear: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_data(*args: Any, **kwargs: Any) -> None:
        raise AssertionError("a tensor was made")

    monkeypatch.setattr("pytest_dtypegen.check.data.make_tensor", no_data)
    record = run(linear, level="static")
    assert record.outcome == "passed"
    assert tuple(record.stages) == ("load", "rewrite", "verify", "roundtrip")


def test_a_record_is_json(linear: Path) -> None:
    for level in ("static", "run"):
        record = run(linear, level=level)
        assert Record.from_json(json.loads(json.dumps(record.to_json(), allow_nan=False))) == replace(
            record, stages=dict(record.stages), metrics=dict(record.metrics)
        )


def test_the_second_dtype_loads_and_references_nothing_again(linear: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    read, attempt = original.read_sample, reference._attempt
    monkeypatch.setattr(original, "read_sample", lambda *a, **k: calls.append("load") or read(*a, **k))
    monkeypatch.setattr(reference, "_attempt", lambda *a, **k: calls.append("reference") or attempt(*a, **k))
    assert run(linear, "float16").outcome == run(linear, "bfloat16").outcome == "passed"
    assert calls == ["load", "reference"]
    text = (linear / "model.py").read_text()
    (linear / "model.py").write_text(text.replace("torch.nn.functional.relu", "torch.sigmoid"))
    assert run(linear, "float16").outcome == "passed"
    assert calls == ["load", "reference"] * 2


def test_a_failed_reference_is_kept_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = sample("L_x_: torch.Tensor", "mul = L_x_ * 0.0\nreturn (mul,)", "L_x_: float32[4, 4]")
    path = written(made, tmp_path / "zero")
    first = run(path, "float16")
    monkeypatch.setattr(reference, "_attempt", lambda *a, **k: pytest.fail("ran again"))
    second = run(path, "bfloat16")
    assert first.code == second.code == "DG202"
    assert first.failure == second.failure


@pytest.mark.parametrize("indent", [None, 2, 4])
def test_the_hash_is_the_same_once_a_case_is_recorded(
    linear: Path, monkeypatch: pytest.MonkeyPatch, indent: int | None
) -> None:
    """So one reference serves both dtypes, and a journal's records are resumed by it."""
    info = linear / "graph_net.json"
    text = json.dumps({"framework": "torch", "name": "é"}, indent=indent)
    info.write_text(text)
    files = ("model.py", "weight_meta.py", "input_meta.py", "graph_net.json")
    contents = [(name, (linear / name).read_bytes()) for name in files]
    first = run(linear, "float16", record=True)
    assert info.read_text() != text
    monkeypatch.setattr(reference, "_run", lambda *a, **k: pytest.fail("the reference ran again"))
    second = run(linear, "bfloat16", record=True)
    assert (first.outcome, second.outcome) == ("passed", "passed")
    assert first.sample_hash == second.sample_hash == run(linear, level="static").sample_hash
    digest = hashlib.sha256(b"".join(f"{name}:{len(text)}\n".encode() + text for name, text in contents))
    assert first.sample_hash == digest.hexdigest(), "journals were written with this"
    info.write_text(info.read_text().replace("torch", "other"))
    assert original.sample_hash(str(linear)) != first.sample_hash


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b"[1]",
        b"\xff\xfe",
        b'{"n": ' + b"9" * 5000 + b"}",
        b'{"\xc3\xa9": "\\ud800"}',
        b" " * (2 << 20),
    ],
)
def test_any_info_is_hashed(linear: Path, content: bytes) -> None:
    before = original.sample_hash(str(linear))
    (linear / "graph_net.json").write_bytes(content)
    assert original.sample_hash(str(linear)) not in ("", before)


def test_a_failed_attempt_leaves_no_tensor_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for the next attempt, with other inputs, nor beside the failure that is kept for the next dtype."""
    made = sample(
        "L_x_: torch.Tensor, L_m_: torch.Tensor", "a = L_x_ * L_m_\nmul = a * 0.0\nreturn (mul,)",
        "L_x_: float32[4, 4]\nL_m_: float32[4, 4]",
    )  # fmt: skip
    constant = {
        meta.name: replace(meta, mean=mean, std=0.0)
        for meta, mean in zip(made.tensors.values(), (0.5, 1.0), strict=True)
    }
    made = replace(made, tensors=constant)
    outputs: list[weakref.ref[torch.Tensor]] = []
    alive: list[int] = []
    check = reference.check_provable

    def watched(found: Any, *args: Any) -> tuple[str, ...]:
        alive.append(sum(ref() is not None for ref in outputs))
        outputs.append(weakref.ref(found[0]))
        return check(found, *args)

    monkeypatch.setattr(reference, "check_provable", watched)
    gc.disable()
    try:
        record = run(written(made, tmp_path / "zero"))
        assert record.code == "DG202"
        assert alive == [0, 0]
        assert all(ref() is None for ref in outputs)
    finally:
        gc.enable()


@pytest.fixture
def little_memory() -> Iterator[None]:
    budget.use(Budget(1000))
    yield
    budget.use(None)


def test_what_can_never_fit_is_skipped_and_checked_as_far_as_no_data_is_needed(
    linear: Path, tmp_path: Path, little_memory: None
) -> None:
    record = run(linear, out=str(tmp_path / "out"))
    assert (record.outcome, record.code, record.level) == ("skipped", "DG804", "run")
    assert record.failure is not None and record.failure.stage == "reference", "where it was refused"
    assert tuple(record.stages) == ("load", "rewrite", "verify", "roundtrip")
    assert record.metrics["lowered_share"] == 1.0
    assert not (tmp_path / "out").exists(), "nothing is kept that was not proven"
    record = run(linear, pass_=ByHand(lambda graph, context: Rewrite(graph, context.tensors)))
    assert (record.outcome, record.code) == ("failed", "DG302")


@pytest.mark.parametrize("fails", [False, True])
def test_room_is_let_go_after_the_tensors(
    linear: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """Those of the rewritten graph's run, and those in the frames of what it raised."""
    tensors: list[weakref.ref[torch.Tensor]] = []
    alive: list[int] = []

    def told(size: int) -> None:
        if not size:
            alive.append(sum(ref() is not None for ref in tensors))

    def check_structure(before: Any, outputs: Any, target: torch.dtype) -> None:
        tensors.append(weakref.ref(outputs[0]))
        if fails:
            raise DtypegenError("DG408", "its frame holds the outputs")

    monkeypatch.setattr("pytest_dtypegen.check.judge.check_structure", check_structure)
    budget.use(Budget(8 << 30, folder=tmp_path / "ledger", told=told))
    gc.disable()
    try:
        assert run(linear).outcome == ("failed" if fails else "passed")
    finally:
        gc.enable()
        budget.use(None)
    assert len(tensors) == 1 and alive == [0]


def test_numbers_for_the_report(linear: Path) -> None:
    record = run(linear)
    assert record.metrics["elements"] == 3 * 8 + 5 * 8
    assert 0 < record.metrics["reference_seconds"] <= record.stages["reference"]
    assert run(linear, "bfloat16").metrics["reference_seconds"] == record.metrics["reference_seconds"]
    assert "reference_seconds" not in run(linear, level="static").metrics


def test_progress_is_told_stage_op_and_node(linear: Path) -> None:
    told: list[str] = []
    run(linear, progress=told.append)
    assert [text for text in told if " " not in text] == list(STAGES)
    assert {"reference linear linear", "run linear linear", "run relu relu"} <= set(told)


def test_a_fault_of_ours_is_named_with_its_place(linear: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> None:
        raise KeyError("missing")

    monkeypatch.setattr(stages, "verify", broken)
    failure = run(linear).failure
    assert failure is not None
    assert (failure.code, failure.stage) == ("DG999", "verify")
    assert failure.message.startswith("KeyError: 'missing' (test_pipeline.py:")


def test_a_pass_that_does_not_exist_is_said_so(linear: Path) -> None:
    record = run(linear, pass_=replace(EVERYTHING, name="nowhere"), level="static")
    assert record.outcome == "passed"
    case = pipeline.Case("x", str(linear), "float16", "cpu", "nowhere")
    assert "nowhere" in str(pipeline.run_case(case, pipeline.Options(level="static"), {}).failure)


def test_an_interrupt_is_no_verdict(linear: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(stages, "verify", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(linear)


class Says:
    def __init__(self, judgement: Judgement | None) -> None:
        self.judgement = judgement
        self.asked: list[Outputs] = []

    def compare(self, outputs: Outputs) -> Judgement | None:
        self.asked.append(outputs)
        return self.judgement


def test_the_first_comparer_with_a_judgement_decides(linear: Path) -> None:
    silent, strict, unasked = Says(None), Says(Judgement(False, "too far for me")), Says(Judgement(True))
    record = run(linear, comparers=[silent, strict, unasked])
    assert record.failure is not None
    assert (record.code, record.failure.message, record.failure.stage) == ("DG602", "too far for me", "compare")
    assert "snr_db" in record.metrics and not unasked.asked
    ((place, one, other),) = silent.asked[0].pairs
    assert (place, one.dtype, other.dtype) == ("[0]", torch.float32, torch.float16)


class Raises:
    def __init__(self, raised: BaseException) -> None:
        self.raised = raised

    def compare(self, outputs: Outputs) -> Judgement | None:
        raise self.raised


@pytest.mark.parametrize(
    ("comparer", "says"),
    [
        (Raises(ValueError("no such column")), "the comparer Raises raised ValueError: no such column ("),
        (Raises(BaseException("x")), "the comparer Raises raised BaseException: x ("),
        (Raises(KeyboardInterrupt()), "the comparer Raises raised KeyboardInterrupt ("),
        (Says(cast("Any", 5)), "the comparer Says returned int, not a Judgement or None"),
        (Says(Judgement(False, code="DG998")), "the comparer Says judged with 'DG998', which is no error class"),
    ],
    ids=lambda value: "" if isinstance(value, str) else None,
)
def test_what_goes_wrong_in_a_comparer_is_its_own_fault(linear: Path, comparer: Any, says: str) -> None:
    record = run(linear, comparers=[comparer])
    assert record.failure is not None
    assert (record.code, record.failure.stage) == ("DG301", "compare")
    assert record.failure.message.startswith(says)
    assert record.failure.remedy == "fix the comparer; the exception is quoted in the failure"


def test_a_comparer_may_be_more_tolerant(linear: Path) -> None:
    def doubled(graph: Any, context: Any) -> Any:
        relu = node(graph, "relu")
        with graph.inserting_after(relu):
            mul = graph.call_function(torch.mul, (relu, 2))
        relu.replace_all_uses_with(mul, delete_user_cb=lambda user: user is not mul)
        return everything(graph, context)

    pass_ = ByHand(lambda graph, context: doubled(graph, context) if "mul" not in str(graph) else graph)
    assert run(linear, pass_=pass_).code in ("DG602", "DG304")
    relaxed = run(linear, pass_=ByHand(doubled_once), comparers=[Says(Judgement(True))])
    assert relaxed.outcome == "passed"


def doubled_once(graph: Any, context: Any) -> Any:
    """Doubles the result, and finds nothing to do in a graph that is doubled."""
    relu = node(graph, "relu")
    if not any(user.op == "output" for user in relu.users):
        return everything(graph, context)
    with graph.inserting_after(relu):
        mul = graph.call_function(torch.mul, (relu, 2))
    relu.replace_all_uses_with(mul, delete_user_cb=lambda user: user is not mul)
    return everything(graph, context)


def test_generated_samples_are_laid_out_by_dtype(tmp_path: Path, linear: Path) -> None:
    out = tmp_path / "out"
    for dtype in ("float16", "bfloat16"):
        assert run(linear, dtype, level="static", out=str(out)).outcome == "passed"
    assert sorted(p.relative_to(out).as_posix() for p in out.glob("*/*")) == [
        "bfloat16/linear", "float16/linear", "float32/linear",
    ]  # fmt: skip
    for path in linear.iterdir():
        assert (out / "float32/linear" / path.name).read_bytes() == path.read_bytes()
    generated = read_sample(out / "float16/linear")
    assert {meta.dtype for meta in generated.tensors.values()} == {"float16"}
    assert generated.info["dtype_generalization_target_dtype"] == "float16"
    assert generated.info["dtype_generalization_precision"] == "float16"
    assert generated.info["dtype_generalization_generated"] is True
    assert generated.info["framework"] == "torch"


def test_nothing_is_written_for_a_case_that_failed(tmp_path: Path, linear: Path) -> None:
    record = run(linear, pass_=ByHand(lambda graph, context: graph), out=str(tmp_path / "out"))
    assert record.code == "DG302"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["../linear", "a/../../linear", "..", "/"])
def test_nothing_is_written_outside(tmp_path: Path, linear: Path, name: str) -> None:
    case = pipeline.Case(name, str(linear), "float16", "cpu")
    out = tmp_path / "deep" / "out"
    record = pipeline.run_case(case, pipeline.Options(level="static", out=str(out)), {})
    assert record.code == "DG102" and name in str(record.failure)
    assert not out.exists()


def test_success_is_recorded_in_the_sample(linear: Path) -> None:
    for _ in range(2):
        for dtype in ("float16", "bfloat16"):
            run(linear, dtype, level="static", record=True)
    info = json.loads((linear / "graph_net.json").read_text())
    assert info["data_type_generalization_passes"] == [
        "dtype_generalization_pass_float16", "dtype_generalization_pass_bfloat16",
    ]  # fmt: skip


def test_a_sample_that_is_missing_is_a_verdict(tmp_path: Path) -> None:
    record = run(tmp_path / "nowhere")
    assert (record.code, record.outcome) == ("DG101", "failed")
    assert "nowhere" in str(record.failure)


@pytest.mark.parametrize("body", [
    "a = L_x_.double()\ny = torch.matmul(a, L_w_)\nreturn (y,)",
    "a = L_x_.double()\ny = torch.cdist(a, L_w_)\nreturn (y,)",
    "a = L_x_.half()\ny = torch._C._nn.linear(a, L_w_, None)\nreturn (y,)",
])  # fmt: skip
@pytest.mark.parametrize("level", ["static", "run"])
def test_what_no_kernel_takes_of_the_original_is_not_the_pass_s(tmp_path: Path, body: str, level: str) -> None:
    made = sample("L_x_: torch.Tensor, L_w_: torch.Tensor", body, "L_x_: float32[8, 8]\nL_w_: float32[8, 8]")

    def as_it_is(graph: torch.fx.Graph, context: PassContext) -> Rewrite:
        tensors = {name: replace(meta, dtype="float16") for name, meta in context.tensors.items()}
        return Rewrite(copy.deepcopy(graph), {**tensors, "L_w_": context.tensors["L_w_"]})

    record = run(written(made, tmp_path / "s"), "float16", pass_=ByHand(as_it_is), level=level)
    assert record.failure is not None
    assert (record.failure.code, record.failure.stage) == ("DG201", "reference")


def test_what_is_kept_for_a_sample_s_next_case_can_be_forgotten(tmp_path: Path) -> None:
    """``pipeline:run_case`` is what the child runs; it finds ``forget`` beside it."""
    assert run(written(sample(*STEER), tmp_path / "s")).outcome == "passed"
    assert original._cache and reference._kept
    pipeline.forget()
    assert not original._cache and not reference._kept


def test_a_hash_reads_no_file_that_the_sample_may_not_name(tmp_path: Path) -> None:
    whole = original.sample_hash(str(tmp_path))
    (tmp_path / "s").mkdir()
    (tmp_path / "outside.py").write_text("secret")
    (tmp_path / "s/model.py").symlink_to(tmp_path / "outside.py")
    os.mkfifo(tmp_path / "s/weight_meta.py")
    (tmp_path / "s/input_meta.py").symlink_to("/proc/kmsg")  # waits for the kernel's next message
    assert original.sample_hash(str(tmp_path / "s")) == whole
    (tmp_path / "s/graph_net.json").write_text("{}")
    assert original.sample_hash(str(tmp_path / "s")) != whole
