"""The hash of a user's own pass: of its module's source and of what that imports."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from pytest_dtypegen.report.code import code_of

FILES = {
    "of_pass/__init__.py": "",
    "of_pass/main.py": "import json\nfrom . import near\nfrom .deep import far\nclass Pass:\n    pass\n",
    "of_pass/near.py": "import of_pass_helper\n",
    "of_pass/deep/__init__.py": "",
    "of_pass/deep/far.py": "from ..table import VALUE\n",
    "of_pass/table.py": "VALUE = 1\n",
    "of_pass/other.py": "",
    "of_pass_helper.py": "import of_pass.main\n",
}


@pytest.fixture
def hashed(tmp_path, monkeypatch):
    """The hash after a file was changed, the modules loaded anew."""
    monkeypatch.syspath_prepend(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    def forget():
        for name in [name for name in sys.modules if name.startswith("of_pass")]:
            del sys.modules[name]

    def call(changed: str = "") -> str:
        forget()
        importlib.invalidate_caches()
        if changed:
            (tmp_path / changed).write_text(FILES[changed] + "# changed\n")
        code = code_of({"mine": importlib.import_module("of_pass.main").Pass()})["mine"]
        if changed:
            (tmp_path / changed).write_text(FILES[changed])
        return code

    yield call
    forget()


@pytest.mark.parametrize(
    ("changed", "seen"),
    [
        ("of_pass/main.py", True),
        ("of_pass/near.py", True),
        ("of_pass_helper.py", True),
        ("of_pass/deep/far.py", True),
        ("of_pass/table.py", True),
        ("of_pass/other.py", False),
    ],
)
def test_a_change_anywhere_in_what_a_pass_imports(hashed, changed, seen):
    before = hashed()
    assert hashed() == before
    assert (hashed(changed) != before) == seen


def test_a_pass_without_a_source_has_a_hash_all_the_same():
    made = type("Made", (), {"__module__": "nowhere"})()
    assert len(code_of({"made": made, "builtin": 1})["made"]) == 64


def test_of_two_conftest_files_the_one_of_the_pass_counts(tmp_path):
    file = tmp_path / "conftest.py"

    def code() -> str:
        names = {"__name__": "conftest"}
        exec(compile(file.read_text(), str(file), "exec"), names)
        return code_of({"mine": names["Pass"]()})["mine"]

    file.write_text("class Pass:\n    def rewrite(self, graph, context):\n        return graph\n")
    before = code()
    assert code() == before
    file.write_text(file.read_text() + "SHARE = 2\n")
    assert code() != before


def test_the_file_that_registers_a_pass_counts_without_what_it_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pass's parameters stand there."""
    (tmp_path / "other_pass.py").write_text("SHARE = 1\n")
    conftest = tmp_path / "conftest_of_it.py"
    conftest.write_text("from other_pass import SHARE\npasses = [Pass(0.1)]\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("other_pass")
    before = code_of({"mine": object()}, [str(conftest)])
    (tmp_path / "other_pass.py").write_text("SHARE = 2\n")
    assert code_of({"mine": object()}, [str(conftest), str(tmp_path / "gone.py")]) == before
    conftest.write_text("from other_pass import SHARE\npasses = [Pass(0.9)]\n")
    assert code_of({"mine": object()}, [str(conftest)]) != before
