"""``--pdb`` stops where the case went wrong: in the pass's own frame, not in ours."""

from __future__ import annotations

import shutil
import sys

from pytest_dtypegen.cases import CORPUS

pytest_plugins = ["pytester"]

CONFTEST = """
class Broken:
    name = "broken"

    def rewrite(self, graph, context):
        chosen = "the name in the pass"
        raise ValueError("stop here")

def pytest_dtypegen_passes(config):
    return [Broken()]
"""


def test_pdb_stops_in_the_pass(pytester):
    pytester.makeconftest(CONFTEST)
    shutil.copytree(CORPUS / "norm/item_eps", pytester.path / "samples/item_eps")
    pytester.makefile(".txt", list="samples/item_eps\n")
    args = (
        "--dtypegen-list=list.txt",
        "--dtypegen-pass=broken",
        "--dtypegen-dtypes=float16",
        "--dtypegen-level=static",
    )
    result = pytester.run(sys.executable, "-m", "pytest", *args, "--pdb", stdin=b"p chosen.upper()\nq\n", timeout=120)
    result.stdout.fnmatch_lines(["*entering PDB*", "*conftest.py(6)rewrite()", "*THE NAME IN THE PASS*"])
    assert "DG301" in result.stdout.str() and "INTERNALERROR" not in result.stdout.str()
