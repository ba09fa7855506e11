"""What is asked of syntax trees: copies under other names, whether an expression only reads, where statements end."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..shortened.shapes import copied, walk

LITERAL = (int, str, bool, type(None))
READS = (
    ast.Name, ast.Constant, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Tuple, ast.List,
    ast.Attribute, ast.Slice,
)  # fmt: skip
HARMLESS = ("index", "count")
ASKING = (len, bool, tuple)
Block = list[ast.stmt]
Expression = tuple[
    list[str], ast.expr, Counter[str], set[str]
]  # its parameters, itself, the names that it asks, those of its own loops


def constant(value: Any) -> ast.expr:
    """A constant of any kind; those that Python has no sign for get a name when all is written."""
    return ast.Constant(value)


class Put:
    """A copy of an expression with others in the place of names."""

    def __init__(self, values: dict[str, ast.expr], names: dict[str, str]) -> None:
        self.values, self.names = values, names

    def put(self, node: Any) -> Any:
        kind = type(node)
        if kind is list:
            return [self.put(x) for x in node]
        if kind is ast.Name:
            found = self.values.get(node.id)
            return copied(found) if found is not None else ast.Name(self.names.get(node.id, node.id), node.ctx)
        if kind is ast.Constant:
            return ast.Constant(node.value)
        if kind is ast.arg:
            return ast.arg(self.names.get(node.arg, node.arg))
        if not isinstance(node, ast.AST):
            return node
        made = kind()
        for field in node._fields:
            setattr(made, field, self.put(getattr(node, field, None)))
        return made


def size(nodes: ast.AST | Iterable[ast.AST]) -> int:
    return sum(1 for _ in walk(nodes))


def stored(nodes: ast.AST | Iterable[ast.AST]) -> set[str]:
    """The names that are set somewhere in a tree."""
    return {x.id for x in walk(nodes) if type(x) is ast.Name and not isinstance(x.ctx, ast.Load)}


class Names:
    """The names that a function binds: all, those that it sets once, those that are set inside an expression."""

    def __init__(self, function: ast.FunctionDef) -> None:
        sets: Counter[str] = Counter()
        self.loose: set[str] = set()
        for x in walk(function):
            if type(x) is ast.Name:
                if not isinstance(x.ctx, ast.Load):
                    sets[x.id] += 1
            elif type(x) is ast.arg:
                sets[x.arg] += 1
            elif type(x) is ast.NamedExpr:
                self.loose.add(x.target.id)
        self.own = set(sets)
        self.once = {name for name, many in sets.items() if many == 1}


def only_reads(node: ast.AST) -> bool:
    """Whether an expression changes nothing and calls nothing that could."""
    if type(node) is ast.Name or type(node) is ast.Constant:
        return True
    if type(node) is ast.Call:
        if isinstance(node.func, ast.Attribute):
            harmless = node.func.attr in HARMLESS and only_reads(node.func.value)
        else:
            called: Any = getattr(node.func, "value", None)
            harmless = isinstance(node.func, ast.Constant) and called in ASKING
        return harmless and not node.keywords and all(only_reads(x) for x in node.args)
    if not isinstance(node, READS):
        return False
    for field in node._fields:
        value = getattr(node, field)
        if isinstance(value, (ast.expr, ast.Slice)) and not only_reads(value):
            return False
        if type(value) is list and not all(only_reads(x) for x in value if isinstance(x, ast.expr)):
            return False
    return True


def simple(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Constant))


def cheap(node: ast.expr) -> bool:
    """A name, a constant, or one slot of the state."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        at = node.slice
        return simple(at) or (isinstance(at, ast.BinOp) and simple(at.left) and simple(at.right))
    return simple(node)


def ends(body: Block) -> bool:
    """Whether control never comes past these statements."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
        return True
    return isinstance(last, ast.If) and ends(last.body) and ends(last.orelse)


def leaves(body: Block) -> bool:
    """Whether the last of these statements surely leaves the function."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return leaves(last.body) and leaves(last.orelse)
    return isinstance(last, (ast.Return, ast.Raise))


def returns(nodes: ast.AST | Iterable[ast.AST]) -> bool:
    return any(isinstance(x, ast.Return) for x in walk(nodes))


def jumps(body: Block) -> bool:
    """Whether a «continue» or «break» of these statements belongs to a loop around them."""
    for stmt in body:
        if isinstance(stmt, (ast.Continue, ast.Break)):
            return True
        if isinstance(stmt, ast.If) and (jumps(stmt.body) or jumps(stmt.orelse)):
            return True
        if isinstance(stmt, (ast.For, ast.While)) and jumps(stmt.orelse):
            return True
    return False


def negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in OPPOSITE:
        return ast.Compare(test.left, [OPPOSITE[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


def narrows(arg: ast.expr) -> bool:
    """Whether something that is given is a constant that a function can be written for."""
    return type(arg) is ast.Constant and isinstance(arg.value, LITERAL)


def is_not(test: ast.expr) -> bool:
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
