"""The fixture ``dtypegen_case``: users' own tests over the same cases."""

from __future__ import annotations

import pytest
import torch  # noqa: F401 - here, for pytester would load it again in each run, which it does not survive

pytest_plugins = ["pytester"]

LIST = "--dtypegen-list=list.txt"
OWN = "def test_own(dtypegen_case):\n    assert dtypegen_case.case.dtype != 'float16'\n"

NAIVE = """
from dataclasses import replace

class All:
    name = "all"
    def rewrite(self, graph, context):
        import copy
        from pytest_dtypegen.passes.protocol import Rewrite
        low = str(context.dtype).removeprefix("torch.")
        tensors = {k: replace(v, dtype=low) if v.dtype == "float32" else v for k, v in context.tensors.items()}
        return Rewrite(copy.deepcopy(graph), tensors)

def pytest_dtypegen_passes(config):
    return [All()]
"""


@pytest.fixture
def own(listed):
    """A project with a list in its ini file, whose cases are not collected where tests are asked for by path."""
    listed.pytester.makeini("[pytest]\ndtypegen_list = list.txt\n")
    listed.pytester.makepyfile(test_own=OWN)
    return listed


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_a_test_runs_once_for_each_case_and_alone(own, workers):
    result = own.run("test_own.py", *workers)
    result.assert_outcomes(passed=4, failed=4)
    assert "dtypegen:" not in result.stdout.str()
    assert own.ran == []
    assert not own.report.exists()


def test_cases_have_their_ids_and_markers(own):
    ids = own.ids("test_own.py", "-m", "nlp and bfloat16")
    assert ids == [f"test_own.py::test_own[samples/nlp/{name}[bfloat16-cpu]]" for name in ("overflow", "int_only")]
    own.run(ids[0]).assert_outcomes(passed=1)


def test_beside_the_cases_themselves(own):
    own.run(LIST, "test_own.py", "-k", "plain").assert_outcomes(passed=3, failed=1)
    assert own.ran == ["samples/timm/plain[bfloat16-cpu]", "samples/timm/plain[float16-cpu]"]
    assert own.ids("--collect-only", "list.txt::samples/timm/plain", "test_own.py", "-k", "test_own and plain") == [
        f"test_own.py::test_own[samples/timm/plain[{dtype}-cpu]]" for dtype in ("float16", "bfloat16")
    ]


def test_selected_and_sharded_as_the_cases_are(own):
    own.add_to_conftest("\ndef pytest_dtypegen_select_cases(cases):\n    del cases[2:]\n")
    assert len(own.ids("test_own.py")) == 2
    shares = [own.ids("test_own.py", f"--dtypegen-shard={i}/2") for i in (1, 2)]
    assert all(len(share) == 2 for share in shares)
    assert not set(shares[0]) & set(shares[1])


def test_without_cases_a_test_is_skipped(project):
    project.pytester.makepyfile(test_own=OWN)
    result = project.run("test_own.py", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED * no conformance cases: give --dtypegen-list=FILE, *"])


def test_a_list_that_cannot_be_used_is_one_line(own):
    own.write("list.txt", "")
    result = own.run("test_own.py")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert [line for line in result.outlines if "holds no sample" in line]
    assert "Traceback" not in result.stdout.str()


def test_collecting_needs_no_torch(own):
    own.add_to_conftest("\ndef pytest_collection_finish():\n    print('torch:', 'torch' in sys.modules)\n")
    own.run("test_own.py", "--collect-only", "-s", subprocess=True).stdout.fnmatch_lines(["*torch: False"])


CORPUS = """
[pytest]
dtypegen = true
dtypegen_dtypes = float16
dtypegen_devices = cpu
"""

STAGES = """
import torch
import pytest
import torch  # noqa: F401 - here, for pytester would load it again in each run, which it does not survive
from pytest_dtypegen.execute import budget

def test_stages(dtypegen_case):
    assert dtypegen_case.dtype is torch.float16
    assert set(dtypegen_case.sample.tensors) == {n.target for n in dtypegen_case.graph.nodes if n.op == "placeholder"}
    values = dtypegen_case.verify().values
    assert set(values) == set(dtypegen_case.graph.nodes)
    reference, result = dtypegen_case.reference().outputs, dtypegen_case.run().outputs
    assert [t.shape for t in reference] == [t.shape for t in result]
    assert dtypegen_case.run() is dtypegen_case.run()
    assert dtypegen_case.compare()["snr_db"] > 40
    assert dtypegen_case.metrics["exec"] in ("kernels", "emulated")
    assert len(dtypegen_case.roundtrip().nodes) == len(dtypegen_case.graph.nodes)
    assert budget._current.size == 3 << 30
    assert dtypegen_case.load().hash and dtypegen_case.context().ranges
"""


@pytest.fixture
def corpus(pytester):
    """A project over a part of the built-in corpus, with a naive pass."""
    pytester.makeini(CORPUS)
    pytester.makeconftest(NAIVE)
    return pytester


def test_the_stages_as_calls(corpus):
    corpus.makepyfile(test_own=STAGES)
    corpus.runpytest_subprocess("test_own.py", "-k", "shared_encoder", "--dtypegen-memory=3GiB").assert_outcomes(
        passed=1
    )


def test_a_failed_stage_is_shown_at_the_tests_line_and_expected_by_its_op(corpus):
    corpus.makepyfile(
        test_own="""
        import pytest
        def test_fails(dtypegen_case):
            dtypegen_case.compare()
        @pytest.mark.dtypegen_xfail("not yet", op="masked_fill")
        def test_expected(dtypegen_case):
            dtypegen_case.verify()
        """
    )
    result = corpus.runpytest_subprocess(
        "test_own.py", "--dtypegen-pass=all", "-k", "masked_fill_scores or integer_only"
    )
    result.assert_outcomes(failed=1, xfailed=1, skipped=2)
    result.stdout.fnmatch_lines(
        [
            ">*dtypegen_case.compare()",
            "E  *StageFailed: DG404 literal-overflow: *",
            "E *  stage     verify",
            "E *  op        masked_fill",
            "*test_own.py:3: StageFailed",
        ]
    )
    assert "stages.py" not in result.stdout.str()


ROOM = """
import pytest
from pytest_dtypegen.execute import budget

class Budget(budget.Budget):
    def reserve(self, need):
        told.append("taken")
        return super().reserve(need)

told = []

@pytest.fixture(autouse=True)
def own_budget(tmp_path):
    told.clear()
    budget.use(Budget(SIZE, folder=tmp_path, told=lambda size: told.append(size > 0)))
    yield
    budget.use(None)
    print("told:", told)

def test_runs(own_budget, dtypegen_case):
    dtypegen_case.verify()
    dtypegen_case.reference()
    dtypegen_case.run()
    assert told == ["taken", True]
"""


def test_a_case_takes_its_room_once_and_lets_it_go_at_its_end(corpus):
    corpus.makepyfile(test_own=ROOM.replace("SIZE", "8 << 30"))
    result = corpus.runpytest_subprocess("test_own.py", "-s", "-k", "shared_encoder")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*told: ?'taken', True, False?"])


def test_a_case_that_can_never_fit_is_skipped(corpus):
    corpus.makepyfile(test_own=ROOM.replace("SIZE", "1000"))
    result = corpus.runpytest_subprocess("test_own.py", "-rs", "-k", "shared_encoder")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED * DG804 over-budget: *"])
