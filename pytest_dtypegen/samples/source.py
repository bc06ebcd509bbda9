"""``model.py`` to an ``fx.Graph``, without executing any of it: text to ``ast``, ``ast`` to nodes.

The code is a printed graph: imports, one class, one ``forward`` of straight-line statements, one return. Which names
it may use is in ``allow``; what it may not be made of is in ``refuse``.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from typing import Any

from torch import fx

from pytest_dtypegen.samples import allow, refuse
from pytest_dtypegen.samples.expression import MODULES, Expressions

_IN_PLACE: dict[type[ast.operator], Callable[..., Any]] = {
    ast.Add: operator.iadd, ast.Sub: operator.isub, ast.Mult: operator.imul, ast.Div: operator.itruediv,
    ast.FloorDiv: operator.ifloordiv, ast.Mod: operator.imod, ast.Pow: operator.ipow, ast.MatMult: operator.imatmul,
    ast.BitAnd: operator.iand, ast.BitOr: operator.ior, ast.BitXor: operator.ixor, ast.LShift: operator.ilshift,
    ast.RShift: operator.irshift,
}  # fmt: skip
_CLASS = "GraphModule"
_BASE = "torch.nn.Module"
_CAMEL = re.compile(r"(?<=[a-z])([A-Z])")
"""Where fx puts an underscore when it makes a node's name of a parameter's."""


def parse_graph(source: str, device: str = "cpu", filename: str = "model.py") -> fx.Graph:
    """The graph that a sample's ``model.py`` prints.

    Args:
        source: the file's text.
        device: where every device that is baked into the code is moved.
        filename: how messages name the file.

    Returns:
        Placeholders (``target``: the parameter's name as in the meta files; ``type``: its annotation), then
        call_function and call_method nodes in source order, dead ones included, then the output. Every node's
        ``meta["line"]`` is its 1-based line.

    Raises:
        DtypegenError: DG102 (cut off, damaged, too large or too deep), DG103 (not graph code), DG104 (an op or
            statement that the loader does not know), each naming file, line and construct; DG803 (no memory).
    """
    with refuse.memory_guarded(filename), refuse.collector_paused():
        return _graph(source, device, filename)


def _graph(source: str, device: str, filename: str) -> fx.Graph:
    forward = _forward(refuse.syntax_tree(source, filename), filename)
    graph = fx.Graph()
    expressions = Expressions(graph, device, filename)
    _placeholders(forward, graph, expressions, filename)
    _statements(forward, expressions)
    return graph


def _forward(tree: ast.Module, filename: str) -> ast.FunctionDef:
    """The one function of the one class, after everything around it has been checked."""
    found: ast.ClassDef | None = None
    for statement in tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            _check_import(statement, filename)
        elif isinstance(statement, ast.ClassDef) and found is None:
            found = statement
        elif not _is_docstring(statement):
            raise refuse.not_graph_code(filename, statement, " beside the graph's class")
    if found is None:
        raise refuse.refusal("DG102", filename, None, f"no class {_CLASS}: cut off, or not a sample's model.py")
    for extra in (*found.decorator_list, *found.keywords):
        raise refuse.refusal(
            "DG103", filename, refuse.line_of(extra), "a decorator or keyword of a class is not graph code"
        )
    if [refuse.dotted(base) for base in found.bases] != [_BASE]:
        raise refuse.refusal("DG103", filename, found.lineno, f"a class that is not derived from {_BASE} alone")
    if found.name != _CLASS:
        raise refuse.refusal("DG102", filename, found.lineno, f"the class is called {found.name}, not {_CLASS}")
    if getattr(found, "type_params", None):
        raise refuse.refusal("DG103", filename, found.lineno, "a generic class is not graph code")
    body = [statement for statement in found.body if not _is_docstring(statement)]
    for statement in body:
        if not isinstance(statement, ast.FunctionDef) or statement.name != "forward":
            raise refuse.not_graph_code(filename, statement, " in the class body")
    if len(body) != 1:
        raise refuse.refusal("DG103", filename, found.lineno, f"a class with {len(body)} forward methods, not one")
    assert isinstance(body[0], ast.FunctionDef)
    return body[0]


def _check_import(statement: ast.Import | ast.ImportFrom, filename: str) -> None:
    for alias in statement.names:
        if isinstance(statement, ast.Import):
            allowed = alias.name in allow.IMPORTS
        else:
            names = allow.IMPORTS.get(statement.module or "", frozenset()) if not statement.level else frozenset()
            allowed = alias.name in names
        if not allowed or alias.asname not in (None, alias.name):
            raise refuse.not_graph_code(filename, statement)


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _placeholders(forward: ast.FunctionDef, graph: fx.Graph, expressions: Expressions, filename: str) -> None:
    arguments = forward.args
    for extra in (*forward.decorator_list, *arguments.defaults, *[d for d in arguments.kw_defaults if d is not None]):
        raise refuse.refusal(
            "DG103", filename, refuse.line_of(extra), "a decorator or default argument is not graph code"
        )
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
        raise refuse.refusal("DG104", filename, forward.lineno, "forward takes one plain parameter a tensor")
    if not arguments.args or arguments.args[0].arg != "self" or arguments.args[0].annotation:
        raise refuse.refusal("DG102", filename, forward.lineno, "forward does not start with self")
    if getattr(forward, "type_params", None):
        raise refuse.refusal("DG103", filename, forward.lineno, "a generic function is not graph code")
    _annotation(forward.returns, filename)
    aliases = _first_aliases(forward)
    for argument in arguments.args[1:]:
        name = argument.arg
        if name in expressions.names:
            raise refuse.refusal("DG102", filename, argument.lineno, f"forward has two parameters {name}")
        if _reserved(name):
            raise refuse.refusal("DG103", filename, argument.lineno, f"the name {name} is not graph code")
        expressions.line = argument.lineno
        kind = _annotation(argument.annotation, filename)
        hint = aliases.get(name) or _CAMEL.sub(r"_\1", name).lower()
        node = graph.create_node("placeholder", name, (), {}, expressions.named(hint), kind)
        node.meta["line"] = argument.lineno
        expressions.names[name] = node


def _first_aliases(forward: ast.FunctionDef) -> dict[str, str]:
    """What the code calls its parameters: it starts with ``l_x_ = L_x_`` for each."""
    aliases: dict[str, str] = {}
    for statement in forward.body:
        if not (isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name)):
            break
        if isinstance(statement.targets[0], ast.Name):
            aliases.setdefault(statement.value.id, statement.targets[0].id)
    return aliases


def _annotation(annotation: ast.expr | None, filename: str) -> Any:
    """The type that an annotation names; text (``"f32[1, 3]"``) says nothing that the meta files do not."""
    if annotation is None or (isinstance(annotation, ast.Constant) and isinstance(annotation.value, str)):
        return None
    text = refuse.dotted(annotation)
    if text not in allow.ANNOTATIONS:
        what = f"the annotation {refuse.construct(annotation)} is not graph code"
        raise refuse.refusal("DG103", filename, annotation.lineno, what)
    return allow.ANNOTATIONS[text]


def _statements(forward: ast.FunctionDef, expressions: Expressions) -> None:
    names = expressions.names
    done = False
    for number, statement in enumerate(forward.body):
        expressions.line = statement.lineno
        if done:
            raise expressions.refuse("DG104", "a statement after the return")
        if isinstance(statement, ast.Assign):
            _assign(statement, expressions, names)
        elif isinstance(statement, ast.Return):
            result = None if statement.value is None else expressions.value(statement.value)
            expressions.graph.output(result).meta["line"] = statement.lineno
            done = True
        elif isinstance(statement, ast.AugAssign):
            _aug_assign(statement, expressions)
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            _annotated_assign(statement, expressions)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            expressions.value(statement.value)
        elif not (number == 0 and _is_docstring(statement)):
            raise refuse.not_graph_code(expressions.filename, statement)
    if not done:
        raise expressions.refuse("DG102", "forward has no return: cut off")


def _assign(statement: ast.Assign, expressions: Expressions, names: dict[str, Any]) -> None:
    targets = statement.targets
    first = targets[0]
    hint = first.id if isinstance(first, ast.Name) else None
    value = expressions.value(statement.value, hint)
    for number, target in enumerate(targets):
        if number:
            expressions.share(value)
        if isinstance(target, ast.Name) and not _reserved(target.id):
            names[target.id] = value
        else:
            _store(target, value, expressions)


def _reserved(name: str) -> bool:
    """Names that a graph's values may not take: they mean something else, to us or to Python."""
    return name in _RESERVED or (name.startswith("__") and name.endswith("__"))


_RESERVED = frozenset({*MODULES, "self"})


def _store(target: ast.expr, value: Any, expressions: Expressions) -> None:
    """``target = value`` for a name, a subscript, or a tuple of targets."""
    if isinstance(target, ast.Name):
        if _reserved(target.id):
            raise expressions.refuse("DG103", f"an assignment to {target.id} is not graph code")
        expressions.names[target.id] = value
    elif isinstance(target, ast.Subscript):
        base, index = expressions.value(target.value), expressions.value(target.slice)
        if not isinstance(base, fx.Node):
            raise expressions.refuse("DG103", "a write into a constant is not graph code")
        expressions.emit(operator.setitem, (base, index, value), {})
    elif isinstance(target, (ast.Tuple, ast.List)):
        if not isinstance(value, fx.Node) and not (isinstance(value, (tuple, list)) and len(value) == len(target.elts)):
            raise expressions.refuse("DG102", "a constant is unpacked into another number of names")
        for number, element in enumerate(target.elts):
            hint = element.id if isinstance(element, ast.Name) else None
            _store(element, expressions.item(value, number, hint), expressions)
    elif isinstance(target, ast.Attribute):
        raise expressions.refuse("DG103", f"a write to the attribute .{target.attr} is not graph code")
    else:
        raise refuse.not_graph_code(expressions.filename, target)


def _aug_assign(statement: ast.AugAssign, expressions: Expressions) -> None:
    """``x += y`` makes ``x`` the name of the result; ``x[i] += y`` reads, adds in place, and writes back."""
    target = statement.target
    if isinstance(target, ast.Name):
        old = expressions.value(target)
        new = expressions.binary(statement, _IN_PLACE, old, expressions.value(statement.value), None)
        _store(target, new, expressions)
    elif isinstance(target, ast.Subscript):
        base, index = expressions.value(target.value), expressions.value(target.slice)
        old = expressions.item(base, index)
        new = expressions.binary(statement, _IN_PLACE, old, expressions.value(statement.value), None)
        if not isinstance(base, fx.Node):
            raise expressions.refuse("DG103", "a write into a constant is not graph code")
        expressions.emit(operator.setitem, (base, index, new), {})
    else:
        _store(target, None, expressions)


def _annotated_assign(statement: ast.AnnAssign, expressions: Expressions) -> None:
    kind = _annotation(statement.annotation, expressions.filename)
    hint = statement.target.id if isinstance(statement.target, ast.Name) else None
    value = expressions.value(statement.value, hint) if statement.value is not None else None
    if isinstance(value, fx.Node) and value.type is None:
        value.type = kind
    _store(statement.target, value, expressions)
