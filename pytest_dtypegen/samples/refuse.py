"""How the two parsers say no: one line with file and line, what is there, and the class (DG102, DG103, DG104)."""

from __future__ import annotations

import ast
import contextlib
import gc
import re
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from pytest_dtypegen.errors import DtypegenError

MAX_TEXT = 8 * 1024 * 1024
"""Bytes of a sample's source file. The largest in GraphNet has 3.0 MB; a syntax tree takes up to 100 times its text."""

MAX_TOKENS = 1 << 20
"""Words and signs of a text that a syntax tree is made of, 0.5 KB each. GraphNet's largest graph has 110,266, its
largest meta file 882,526."""

MAX_WORD = 1000
"""Characters of a name. GraphNet's longest has 221; a printed graph repeats it wherever the value is used."""

MAX_BITS = 128
"""Of a whole number, written or computed. GraphNet's largest takes 18, and no dtype holds more than 64."""

MAX_DEPTH = 64
"""Nesting of expressions; printed graphs need less than 10."""

_FORBIDDEN: dict[type[ast.AST], str] = {
    ast.Import: "an import", ast.ImportFrom: "an import", ast.FunctionDef: "a function definition",
    ast.AsyncFunctionDef: "an async function", ast.ClassDef: "a class definition", ast.With: "a with block",
    ast.AsyncWith: "a with block", ast.For: "a loop", ast.AsyncFor: "a loop", ast.While: "a loop",
    ast.If: "a branch", ast.IfExp: "a conditional expression", ast.Try: "a try block", ast.Raise: "a raise",
    ast.Assert: "an assert", ast.Global: "a global declaration", ast.Nonlocal: "a nonlocal declaration",
    ast.Lambda: "a lambda", ast.ListComp: "a comprehension", ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension", ast.GeneratorExp: "a generator", ast.NamedExpr: "an assignment expression",
    ast.JoinedStr: "a format string", ast.FormattedValue: "a format string", ast.Yield: "a yield",
    ast.YieldFrom: "a yield", ast.Await: "an await", ast.Call: "a call", ast.Attribute: "an attribute",
    ast.Name: "a name", ast.BinOp: "an expression", ast.Subscript: "a subscript", ast.Expr: "a bare expression",
    ast.Assign: "an assignment", ast.AugAssign: "an assignment", ast.Match: "a match",
}  # fmt: skip
"""Constructs that are known and no graph code (DG103). Every other one that a parser does not read is DG104."""


_QUOTED = 500
"""Nodes of a syntax tree from which on a construct is named and not quoted."""

_TOKEN = re.compile(r"\w+|[^\w\s]")


def refusal(code: str, filename: str, line: int | None, what: str) -> DtypegenError:
    where = f"{filename}:{line}" if line else filename
    return DtypegenError(code, f"{where}: {_one_line(what)}", stage="load", line=line, file=Path(filename).name)


def _one_line(text: str) -> str:
    """A message that quotes a sample's text: printable, on one line, of bounded length."""
    text = " ".join(text[:1000].encode("utf-8", "backslashreplace").decode().split())
    return text if len(text) <= 240 else text[:237] + "..."


def dotted(e: ast.expr) -> str | None:
    """``a.b.c`` as text where the expression is a chain of at most eight names; else None."""
    parts: list[str] = []
    while isinstance(e, ast.Attribute) and len(parts) < 8:
        parts.append(e.attr)
        e = e.value
    return ".".join([e.id, *reversed(parts)]) if isinstance(e, ast.Name) else None


def line_of(node: ast.AST) -> int | None:
    return getattr(node, "lineno", None)


def construct(node: ast.AST) -> str:
    """What a construct is called in a message, with the start of its text."""
    kind = _FORBIDDEN.get(type(node), f"a {type(node).__name__}")
    if sum(1 for _ in islice(ast.walk(node), _QUOTED)) == _QUOTED:  # unparse would make the whole text
        return kind
    try:
        text = " ".join(ast.unparse(node).split())
    except (RecursionError, ValueError, AttributeError):
        return kind
    return f"{kind} ({text[:57] + '...' if len(text) > 60 else text})"


def not_graph_code(filename: str, node: ast.AST, where: str = "") -> DtypegenError:
    """The refusal of a construct: DG103 if it is known to be code, DG104 if the loader does not know it."""
    code = "DG103" if type(node) in _FORBIDDEN or "Try" in type(node).__name__ else "DG104"
    verdict = "is not graph code" if code == "DG103" else "is a form that the loader does not read"
    return refusal(code, filename, line_of(node), f"{construct(node)}{where} {verdict}")


def syntax_tree(text: str, filename: str) -> ast.Module:
    """``ast.parse`` with every way it can fail turned into DG102; nothing is compiled or run."""
    if len(text) > MAX_TEXT:
        raise refusal("DG102", filename, None, f"larger than {MAX_TEXT >> 20} MiB: not a printed graph")
    if "\0" in text:
        raise refusal("DG102", filename, text.count("\n", 0, text.index("\0")) + 1, "a NUL byte: not a text file")
    if next(islice(_TOKEN.finditer(text), MAX_TOKENS, None), None) is not None:
        raise refusal("DG102", filename, None, f"more than {MAX_TOKENS} words and signs: not a printed graph")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        raise refusal("DG102", filename, error.lineno, f"cut off or damaged: {error.msg}") from None
    except (RecursionError, MemoryError):  # the second also from a parser that is deep
        raise refusal("DG102", filename, None, "nested too deeply to be a sample, or no memory to read it") from None
    except (ValueError, OverflowError) as error:
        raise refusal("DG102", filename, None, f"cannot be parsed: {error}") from None


@contextlib.contextmanager
def memory_guarded(filename: str) -> Iterator[None]:
    """Memory that runs out inside is a refusal as any other. A text within the limits takes about 1 GB at most, so
    it is the process's own limit that is too tight: DG803."""
    try:
        yield
    except MemoryError:
        pass  # raised below, when all that was built has been let go
    else:
        return
    raise refusal("DG803", filename, None, "there is not enough memory to read it")


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """No garbage collection inside: a syntax tree is hundreds of thousands of objects that all stay until it is read,
    and going over torch's heap again and again while they are made doubles the time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
