"""The shapes of generated expressions: a slot, a block, a mask, a count, nothing; copies of them, and names put in for others."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar, cast


class Renamed(ast.NodeTransformer):
    """Names replaced by expressions; the places of a list written out by its elements."""

    def __init__(self, values: dict[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.values:
            return copied(self.values[node.id])
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        value = self.values.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(value, ast.List) and isinstance(node.slice, ast.Constant):
            return copied(element(value, whole(node.slice)))
        return self.generic_visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        inner = {k: v for k, v in self.values.items() if k not in {a.arg for a in node.args.args}}
        node.body = Renamed(inner).visit(node.body)
        return node


def element(known: ast.expr, at: int) -> ast.expr:
    """What stands at a place of a list, if it is written out or made of stretches of others («[*ev[:4], who, *ev[5:]]»)."""
    if not isinstance(known, ast.List):
        return ast.Subscript(known, ast.Constant(at), ast.Load())
    for each in known.elts:
        part = each.value if isinstance(each, ast.Starred) else None
        if isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Slice):
            first, end = part.slice.lower, part.slice.upper
            begins = whole(first) if first is not None else 0
            many = whole(end) - begins if end is not None else at + 1
            if at < many:
                return element(part.value, begins + at)
        else:
            many = 1
            if at == 0:
                return each
        at -= many
    raise IndexError(at)


def clash(guard: ast.AST, event: ast.expr) -> bool:
    """Whether a name of the event would be taken for one that the test binds itself."""
    bound = {x.target.id for x in walk(guard) if isinstance(x, ast.comprehension) and isinstance(x.target, ast.Name)}
    return any(isinstance(x, ast.Name) and x.id in bound for x in walk(event))


def refusals(body: list[ast.stmt], names: dict[str, ast.expr]) -> Iterator[ast.expr]:
    """The tests that refuse an event, from the statements of a guard: «if …: return False», nested as they may be."""
    names = dict(names)
    for stmt in body:
        if isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name):
            names[stmt.targets[0].id] = Renamed(names).visit(copied(stmt.value))
        elif isinstance(stmt, ast.If):
            test = Renamed(names).visit(copied(stmt.test))
            if isinstance(stmt.body[0], ast.Return):
                yield test
                continue
            for inner in refusals(stmt.body, names):
                yield ast.BoolOp(ast.And(), [copied(test), inner])


def constant(node: ast.expr) -> bool | None:
    """The truth of what needs no asking; None of what does."""
    if isinstance(node, ast.Constant):
        return bool(node.value)
    if isinstance(node, (ast.Tuple, ast.List)):
        return bool(node.elts)
    return None


def is_topmost(node: ast.expr) -> bool:
    """«top(pile, 1)»."""
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "top"
    return called and isinstance(node.args[1], ast.Constant) and node.args[1].value == 1  # type: ignore[attr-defined]


def counts_one(node: ast.Compare) -> bool:
    """«len([…]) >= 1»: whether there is any."""
    left, right = node.left, node.comparators[0]
    counted = isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "len"
    return counted and isinstance(right, ast.Constant) and right.value == 1 and isinstance(node.ops[0], ast.GtE)


def is_nothing(node: ast.expr) -> bool:
    return isinstance(node, (ast.Tuple, ast.List)) and not node.elts


def walk(node: ast.AST | Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of a tree or of several."""
    waiting: list[ast.AST] = [node] if isinstance(node, ast.AST) else list(node)
    while waiting:
        each = waiting.pop()
        yield each
        for field in each._fields:
            value = getattr(each, field, None)
            if isinstance(value, ast.AST):
                waiting.append(value)
            elif type(value) is list:
                waiting += [x for x in value if isinstance(x, ast.AST)]


T = TypeVar("T")


def renamed(node: Any, names: dict[str, str]) -> Any:
    """A copy of a tree (or of a list of trees) in which names are others."""
    kind = type(node)
    if kind is list:
        return [renamed(x, names) for x in node]
    if kind is ast.Name:
        return ast.Name(names.get(node.id, node.id), node.ctx)
    if kind is ast.Constant:
        return ast.Constant(node.value)
    if kind is ast.arg:
        return ast.arg(names.get(node.arg, node.arg))
    if not isinstance(node, ast.AST):
        return node
    made = kind()
    for field in node._fields:
        setattr(made, field, renamed(getattr(node, field, None), names))
    return made


def copied(node: T) -> T:
    """A tree, or a list of trees, of its own."""
    return cast(T, renamed(node, {}))


def whole(node: ast.expr | None) -> int:
    """The number that a constant is."""
    assert isinstance(node, ast.Constant) and isinstance(node.value, int)
    return node.value


def is_mask(node: ast.Compare) -> bool:
    """«x & 2 != 0»: as a test it says no more than «x & 2»."""
    masked = isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.BitAnd)
    against = node.comparators[0]
    return masked and isinstance(node.ops[0], ast.NotEq) and isinstance(against, ast.Constant) and against.value == 0


def slot_of(node: ast.expr) -> int | None:
    """The slot of «s[12]»."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "s":
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
            return node.slice.value
    return None


def block_of(node: ast.Subscript) -> tuple[int | None, str | None]:
    """Base and name of «s[26 + x]»; the name is None when it is something longer."""
    at = node.slice
    if isinstance(node.value, ast.Name) and node.value.id == "s" and isinstance(at, ast.BinOp):
        if isinstance(at.op, ast.Add) and isinstance(at.left, ast.Constant) and isinstance(at.left.value, int):
            return at.left.value, at.right.id if isinstance(at.right, ast.Name) else None
    return None, None


def block(base: int, of: ast.expr) -> ast.expr:
    """«s[base + of]»."""
    return ast.Subscript(ast.Name("s", ast.Load()), ast.BinOp(ast.Constant(base), ast.Add(), of), ast.Load())


def numbers(node: ast.expr) -> frozenset[int] | None:
    """The numbers of «3» or «(3, 4)»."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return frozenset({node.value})
    if isinstance(node, ast.Tuple) and all(isinstance(x, ast.Constant) for x in node.elts):
        return frozenset(x.value for x in node.elts)  # type: ignore[attr-defined]
    return None


def compare(left: Any, op: ast.cmpop, right: Any) -> bool | None:
    """A comparison of two constants."""
    if isinstance(op, ast.Is):
        return left is right
    if isinstance(op, ast.IsNot):
        return left is not right
    if isinstance(op, ast.Eq):
        return bool(left == right)
    if isinstance(op, ast.NotEq):
        return bool(left != right)
    if left is None or right is None:
        return None
    if isinstance(op, ast.Lt):
        return bool(left < right)
    if isinstance(op, ast.LtE):
        return bool(left <= right)
    if isinstance(op, ast.Gt):
        return bool(left > right)
    return bool(left >= right) if isinstance(op, ast.GtE) else None
