"""The field's naive passes on the built-in corpus: each breaks its sample in its class, at a node that is named."""

from __future__ import annotations

import pytest
from making import CORPUS, run
from naive import BREAKS, NAIVE, Break

# What the whole pipeline says beyond what the kernels' outputs alone show: an infinity on the way to finite outputs.
MORE_EXACT = {("precision/square_overflow", "all", "float16"): "DG601"}


@pytest.mark.filterwarnings("ignore:Casting complex values to real")
@pytest.mark.parametrize("broken", BREAKS, ids=lambda b: f"{b.code}-{b.sample}-{b.naive}-{b.dtype}")
def test_in_its_class_at_its_node(broken: Break) -> None:
    key = (broken.sample, broken.naive, broken.dtype)
    record = run(CORPUS / broken.sample, broken.dtype, pass_=NAIVE[broken.naive], calibrate=False)
    assert record.code == MORE_EXACT.get(key, broken.code)
    failure = record.failure
    assert failure is not None and failure.node and failure.line and failure.message and failure.remedy
    assert failure.stage == ("compare" if failure.code.startswith("DG6") else "verify")
    if failure.code in ("DG601", "DG602"):
        assert failure.origin and failure.node in failure.origin
