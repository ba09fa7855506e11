"""Of which kind each function, each local name and each expression is: a number or a truth needs no object.

Kinds: ``o`` an object, ``i`` a whole number, ``b`` a truth, ``n`` a number or nothing, ``v`` nothing, ``?`` not known yet.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from attrs import frozen

from ..shortened.shapes import walk
from .functions import STATE, Source, Sources

GIVEN = "return"  # no name: what a function gives back
NUMERIC = (ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor, ast.RShift, ast.LShift, ast.Mod, ast.FloorDiv)

STORING = (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign, ast.For, ast.comprehension, ast.Return)


class Unsupported(ValueError):
    """A construct that has no translation: its function stays as it is."""


@frozen
class V:
    """The value of an expression: its kind, C that reads it, the variable that owns it; loose: it may vanish when code runs."""

    kind: str
    code: str
    owner: str | None = None
    loose: bool = False


def join(kinds: list[str]) -> str:
    seen = set(kinds) - {"?"}
    if seen == {"n", "i"}:
        return "n"
    return "?" if not seen else seen.pop() if len(seen) == 1 else "o"


def nothing(node: tuple[int, str]) -> bool:
    """Before it is known which names are numbers."""
    return False


class Kinds:
    """The kinds of all functions together: what one gives depends on what others give."""

    def __init__(
        self,
        sources: Sources,
        constant: Callable[[Source, ast.expr], Any],
        column: Callable[[Source, ast.expr], list[Any] | None],
    ) -> None:
        self.sources = sources
        self.constant = constant
        self.column = column
        self.stores: dict[int, list[ast.AST]] = {}
        self.is_number: Callable[[tuple[int, str]], bool] = nothing
        self.source: Source = next(iter(sources.found.values()))

    def settle(self) -> None:
        self.is_number = nothing
        for source in self.sources.found.values():
            source.kind, source.locals = "?", {}
        for _ in range(40):
            changed = False
            for source in self.sources.found.values():
                changed |= self.function(source)
            if not changed:
                break
        for source in self.sources.found.values():
            source.kind = "o" if source.kind == "?" else source.kind
            source.locals = {k: "o" if v in "?v" else v for k, v in source.locals.items()}

    def function(self, source: Source) -> bool:
        self.source = source
        before = (source.kind, dict(source.locals))
        if not source.locals:
            source.locals = dict.fromkeys(sorted(source.own - set(source.params)), "?")
        for name, kind in self.stored(source).items():
            source.locals[name] = kind
        source.kind = self.given(source)
        return (source.kind, source.locals) != before

    def of_in(self, source: Source, node: ast.expr) -> str:
        self.source = source
        return self.of(node)

    def binary_in(self, source: Source, left: ast.expr, op: ast.operator, right: ast.expr) -> str:
        self.source = source
        return self.binary(left, op, right)

    def given(self, source: Source) -> str:
        returns = (x for x in self.relevant(source) if isinstance(x, ast.Return))
        kinds = ["v" if x.value is None else self.of(x.value) for x in returns]
        if not leaves(source.node.body):
            kinds.append("v")
        return join(kinds)

    def relevant(self, source: Source) -> list[ast.AST]:
        """What stores or returns."""
        found = self.stores.get(id(source))
        if found is None:
            found = self.stores[id(source)] = [x for x in source.nodes if isinstance(x, STORING)]
        return found

    def stored(self, source: Source) -> dict[str, str]:
        """The kind of each local name, from all that is stored in it."""
        found: dict[str, list[str]] = {}

        def store(target: ast.expr, kind: str) -> None:
            for x in walk(target):
                if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store):
                    found.setdefault(x.id, []).append(kind if x is target else "o")

        for x in self.relevant(source):
            if isinstance(x, ast.Assign):
                for target in x.targets:
                    store(target, self.of(x.value))
            elif isinstance(x, (ast.AnnAssign, ast.NamedExpr)):
                if x.value is not None:
                    store(x.target, self.of(x.value))
            elif isinstance(x, ast.AugAssign):
                if isinstance(x.target, ast.Name):
                    store(x.target, self.binary(ast.Name(x.target.id, ast.Load()), x.op, x.value))
            elif isinstance(x, (ast.For, ast.comprehension)):
                store(x.target, "i" if self.counts(x.iter) else "o")
        return {name: join(kinds) for name, kinds in found.items() if name not in source.params}

    def counts(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and self.builtin(node.func) is range

    def builtin(self, node: ast.expr) -> Any:
        return self.constant(self.source, node)

    # -- expressions -------------------------------------------------------------------------------------------

    def of(self, node: ast.expr) -> str:
        value = self.constant(self.source, node)
        if isinstance(value, bool):
            return "b"
        if isinstance(value, int):
            return "i" if abs(value) < 1 << 60 else "o"
        handler = getattr(self, "of_" + type(node).__name__.lower(), None)
        return handler(node) if handler is not None else "o"

    def of_name(self, node: ast.Name) -> str:
        return self.source.locals.get(node.id) or self.source.given.get(node.id, "o")

    def of_subscript(self, node: ast.Subscript) -> str:
        table = self.constant(self.source, node.value)
        return kind_of_row(table) if self.sources.is_row(table) and not isinstance(node.slice, ast.Slice) else "o"

    def of_attribute(self, node: ast.Attribute) -> str:
        column = self.column(self.source, node)
        return kind_of_row(column) if column is not None and self.sources.is_row(column) else "o"

    def of_compare(self, node: ast.Compare) -> str:
        return "b"

    def of_unaryop(self, node: ast.UnaryOp) -> str:
        return "b" if isinstance(node.op, ast.Not) else "i"

    def of_boolop(self, node: ast.BoolOp) -> str:
        return join([self.of(x) for x in node.values])

    def of_ifexp(self, node: ast.IfExp) -> str:
        return join([self.of(node.body), self.of(node.orelse)])

    def of_namedexpr(self, node: ast.NamedExpr) -> str:
        return self.of(node.value)

    def of_binop(self, node: ast.BinOp) -> str:
        return self.binary(node.left, node.op, node.right)

    def binary(self, left: ast.expr, op: ast.operator, right: ast.expr) -> str:
        if isinstance(op, ast.Mult) and any(isinstance(x, (ast.List, ast.Tuple)) for x in (left, right)):
            return "o"
        if self.is_set(left) or self.is_set(right):
            return "o"
        if isinstance(op, NUMERIC):
            return "i"
        kinds = {self.of(left), self.of(right)}
        if isinstance(op, ast.Add) and kinds & {"i", "b", "n"}:
            return "i"
        return "?" if "?" in kinds else "o"

    def is_set(self, node: ast.expr) -> bool:
        """Whether it is a set: of those «-» and «&» make others."""
        if isinstance(node, ast.Call):
            return self.constant(self.source, node.func) in (set, frozenset)
        return isinstance(self.constant(self.source, node), (set, frozenset))

    def of_call(self, node: ast.Call) -> str:
        value = self.constant(self.source, node.func)
        if value in (len, sum, int):
            return "i"
        if value in (bool, any, all, isinstance):
            return "b"
        if value in (max, min) and len(node.args) == 2:
            return "i"
        source = self.sources.of(value)
        if source is not None:
            return source.kind
        if isinstance(node.func, ast.Attribute) and (node.func.attr, len(node.args)) in (("index", 1), ("count", 1)):
            return "i"
        if isinstance(node.func, ast.Subscript):
            table = called_table(self.sources, self.source, node.func, self.constant)
            if table is not None:
                return self.of_table(table, len(node.args))
        return "o"

    def of_table(self, table: Any, given: int) -> str:
        found = [self.sources.of(x) for x in table]
        fit = [x for x in found if x is not None and len(x.params) == given]
        kinds = {x.kind for x in fit} - {"?"}
        return "n" if len(kinds) > 1 and self.is_number((id(fit[0]), GIVEN)) else join(list(kinds))


def kind_of_row(row: Any) -> str:
    """The kind of what stands in a row of numbers, of truths, or of numbers and nothing."""
    types = {type(x) for x in row}
    return "b" if types == {bool} else "i" if types == {int} else "n"


def is_table(table: Any, sources: Sources) -> bool:
    """A list of functions that never changes."""
    if not isinstance(table, (list, tuple)) or id(table) in sources.changed:
        return False
    return any(sources.of(x) is not None for x in table) and all(x is None or callable(x) for x in table)


def is_group(sources: Sources, source: Source, x: ast.expr, constant: Callable[[Source, ast.expr], Any]) -> bool:
    """Whether it is a slot of the state that holds a group of things from the start."""
    if not (isinstance(x, ast.Subscript) and isinstance(x.value, ast.Name) and x.value.id == STATE):
        return False
    first = x.slice.left if isinstance(x.slice, ast.BinOp) and isinstance(x.slice.op, ast.Add) else x.slice
    at = constant(source, first)
    return type(at) is int and 0 <= at < len(sources.initial) and isinstance(sources.initial[at], tuple)


def called_table(
    sources: Sources, source: Source, node: ast.expr, constant: Callable[[Source, ast.expr], Any]
) -> Any | None:
    """The table of «table[i](…)», or of «rows[i][j](…)» all rows together."""
    if not isinstance(node, ast.Subscript):
        return None
    table = constant(source, node.value)
    if is_table(table, sources):
        return table
    if not isinstance(node.value, ast.Subscript) or isinstance(node.value.slice, ast.Slice):
        return None
    return sources.flat(constant(source, node.value.value))


def leaves(body: list[ast.stmt]) -> bool:
    """Whether the last of these statements surely leaves the function."""
    last = body[-1]
    if isinstance(last, (ast.Return, ast.Raise)):
        return True
    if isinstance(last, ast.If):
        return bool(last.orelse) and leaves(last.body) and leaves(last.orelse)
    if isinstance(last, ast.While):
        endless = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return endless and not breaks(last.body)
    return False


def breaks(body: list[ast.stmt]) -> bool:
    for stmt in body:
        if isinstance(stmt, ast.Break):
            return True
        if isinstance(stmt, ast.If) and (breaks(stmt.body) or breaks(stmt.orelse)):
            return True
    return False
