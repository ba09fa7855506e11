"""Which names are a number or nothing, found from what is done with them: those need no object.

What is moved from one name to another (an argument, what a function gives back) is of one kind in both. A group of such
names is numeric when one of them is reckoned with or says a place, and none is ever a pile.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from .expressions import spread
from .functions import MISSING, Source, Sources
from .kinds import GIVEN, NUMERIC, Kinds, called_table, is_group

Node = tuple[int, str]
PILES = (tuple, list, sorted, set, frozenset, dict, len, sum, any, all, enumerate, zip, reversed, min, max)
MAKE_PILES = (tuple, list, sorted, set, frozenset, dict, enumerate, zip, reversed, range, str)
KEEP = ("get", "index", "count")
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class Numbers:
    """The groups of names of all functions together."""

    def __init__(self, sources: Sources, kinds: Kinds, constant: Callable[[Source, ast.expr], Any]) -> None:
        self.sources, self.kinds, self.constant = sources, kinds, constant
        self.parent: dict[Node, Node] = {}
        self.numeric: set[Node] = set()
        self.pile: set[Node] = set()
        for self.source in sources.found.values():
            for x in self.source.nodes:
                self.stored(x)
                self.used(x)
        self.counted = {self.root(x) for x in self.numeric} - {self.root(x) for x in self.pile}

    def settle(self) -> None:
        """Say so of each name and function."""
        for source in self.sources.found.values():
            for name, kind in source.locals.items():
                if kind == "o" and self.is_number((id(source), name)):
                    source.locals[name] = "n"
            source.given = {x: "n" if self.is_number((id(source), x)) else "o" for x in source.params}
            if source.kind == "o" and self.is_number((id(source), GIVEN)):
                source.kind = "n"

    def is_number(self, node: Node) -> bool:
        return self.root(node) in self.counted

    # -- groups ------------------------------------------------------------------------------------------------

    def root(self, node: Node) -> Node:
        while node in self.parent:
            node = self.parent[node]
        return node

    def join(self, one: Node, other: Node) -> None:
        a, b = self.root(one), self.root(other)
        if a != b:
            self.parent[a] = b

    def of(self, node: ast.expr) -> Node | None:
        """The node of a name that is the function's own."""
        return (id(self.source), node.id) if isinstance(node, ast.Name) and node.id in self.source.own else None

    def is_counted(self, node: ast.expr) -> None:
        for x in ends(node):
            at = self.of(x)
            if at is not None:
                self.numeric.add(at)
            for given in self.callee(x):
                self.numeric.add((id(given), GIVEN))

    def is_pile(self, node: ast.expr) -> None:
        for x in ends(node):
            at = self.of(x)
            if at is not None:
                self.pile.add(at)
            for given in self.callee(x):
                self.pile.add((id(given), GIVEN))

    # -- what is stored ----------------------------------------------------------------------------------------

    def stored(self, x: ast.AST) -> None:
        if isinstance(x, ast.Assign):
            for target in x.targets:
                self.moved(x.value, target)
        elif isinstance(x, (ast.AnnAssign, ast.NamedExpr)) and x.value is not None:
            self.moved(x.value, x.target)
        elif isinstance(x, ast.AugAssign):
            self.moved(ast.BinOp(as_read(x.target), x.op, x.value), x.target)
        elif isinstance(x, ast.Return) and x.value is not None:
            self.into(x.value, (id(self.source), GIVEN))

    def moved(self, value: ast.expr, target: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
                for part, each in zip(target.elts, value.elts, strict=True):
                    self.moved(each, part)
            else:
                self.is_pile(value)
            return
        at = self.of(target)
        if at is not None:
            self.into(value, at)

    def into(self, value: ast.expr, node: Node) -> None:
        """A value that comes to be in a node."""
        for x in ends(value):
            at = self.of(x)
            called = list(self.callee(x))
            if at is not None:
                self.join(at, node)
            elif called:
                for source in called:
                    self.join((id(source), GIVEN), node)
            else:
                kind = self.kinds.of_in(self.source, x)
                if kind in ("i", "b", "n"):
                    self.numeric.add(node)
                elif not self.is_open(x):
                    self.pile.add(node)

    def is_open(self, x: ast.expr) -> bool:
        """Whether an expression could be a number or nothing, for all that it says."""
        value = self.constant(self.source, x)
        if value is not MISSING:
            return value is None
        if isinstance(x, ast.Subscript):
            return not isinstance(x.slice, ast.Slice) and not is_group(self.sources, self.source, x, self.constant)
        if isinstance(x, ast.Call):
            if isinstance(x.func, ast.Attribute) and self.constant(self.source, x.func) is MISSING:
                return x.func.attr in KEEP
            return self.constant(self.source, x.func) not in MAKE_PILES
        return isinstance(x, ast.Attribute)

    def callee(self, x: ast.expr) -> Iterator[Source]:
        """The functions that a call may mean."""
        if not isinstance(x, ast.Call):
            return
        value = self.constant(self.source, x.func)
        known = self.sources.of(value)
        if known is not None:
            yield known
        elif value is MISSING:
            table = called_table(self.sources, self.source, x.func, self.constant)
            if table is not None:
                found = [self.sources.of(each) for each in table]
                yield from (each for each in found if each is not None and len(each.params) == len(x.args))

    # -- what is done with it ----------------------------------------------------------------------------------

    def used(self, x: ast.AST) -> None:
        way = getattr(self, "used_" + type(x).__name__.lower(), None)
        if way is not None:
            way(x)

    def used_subscript(self, x: ast.Subscript) -> None:
        self.is_pile(x.value)
        if not isinstance(x.slice, ast.Slice):
            if not isinstance(self.constant(self.source, x.value), dict):
                self.is_counted(x.slice)
            return
        for bound in (x.slice.lower, x.slice.upper, x.slice.step):
            if bound is not None:
                self.is_counted(bound)

    def used_attribute(self, x: ast.Attribute) -> None:
        self.is_pile(x.value)

    def used_starred(self, x: ast.Starred) -> None:
        self.is_pile(x.value)

    def used_for(self, x: ast.For | ast.comprehension) -> None:
        self.is_pile(x.iter)
        if isinstance(x.iter, ast.Call) and self.constant(self.source, x.iter.func) is range:
            self.is_counted(x.target)

    used_comprehension = used_for

    def used_binop(self, x: ast.BinOp) -> None:
        if isinstance(x.op, ast.Mult) and isinstance(x.left, (ast.List, ast.Tuple)):
            self.is_counted(x.right)
        elif self.kinds.is_set(x.left) or self.kinds.is_set(x.right):
            return
        elif isinstance(x.op, NUMERIC):
            self.is_counted(x.left)
            self.is_counted(x.right)
        elif isinstance(x.op, ast.Add):
            for one, other in ((x.left, x.right), (x.right, x.left)):
                kind = self.kinds.of_in(self.source, one)
                if kind in ("i", "b"):
                    self.is_counted(other)
                elif kind == "o" and self.of(one) is None and not self.is_open(one):
                    self.is_pile(other)

    def used_augassign(self, x: ast.AugAssign) -> None:
        self.used_binop(ast.BinOp(as_read(x.target), x.op, x.value))

    def used_unaryop(self, x: ast.UnaryOp) -> None:
        if not isinstance(x.op, ast.Not):
            self.is_counted(x.operand)

    def used_compare(self, x: ast.Compare) -> None:
        sides = [x.left, *x.comparators]
        for op, one, other in zip(x.ops, sides, sides[1:], strict=False):
            if isinstance(op, (ast.In, ast.NotIn)):
                self.is_pile(other)
            elif isinstance(op, (*ORDERS, ast.Eq, ast.NotEq)):
                for a, b in ((one, other), (other, one)):
                    if self.kinds.of_in(self.source, a) in ("i", "b"):
                        self.is_counted(b)

    def used_call(self, x: ast.Call) -> None:
        value = self.constant(self.source, x.func)
        called = list(self.callee(x))
        args = spread(x.args)
        starred = any(isinstance(each, ast.Starred) for each in args)
        if self.sources.of(value) is None:  # of a table: objects are given, and one kind comes back
            for source in called[1:]:
                self.join((id(called[0]), GIVEN), (id(source), GIVEN))
            called = []
        for source in called:
            if starred or x.keywords:
                self.pile |= {(id(source), name) for name in source.params}
            for name, arg in zip(source.params, args, strict=False):
                self.into(arg, (id(source), name))
        if value in PILES:
            for arg in x.args[: 1 if len(x.args) > 1 and value in (min, max) else None]:
                if not (value in (min, max) and len(x.args) > 1):
                    self.is_pile(arg)
        if value in (min, max) and len(x.args) > 1:
            for arg in x.args:
                self.is_counted(arg)
        if isinstance(x.func, ast.Name):
            self.is_pile(x.func)

    def used_lambda(self, x: ast.Lambda) -> None:
        """What a lambda captures it is given as an object."""


def ends(node: ast.expr) -> Iterator[ast.expr]:
    """The expressions of which one is the value."""
    if isinstance(node, ast.IfExp):
        yield from ends(node.body)
        yield from ends(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for x in node.values:
            yield from ends(x)
    elif isinstance(node, ast.NamedExpr):
        yield ast.Name(node.target.id, ast.Load())
    else:
        yield node


def as_read(node: ast.expr) -> ast.expr:
    """A target as it is read."""
    if isinstance(node, ast.Name):
        return ast.Name(node.id, ast.Load())
    assert isinstance(node, (ast.Subscript, ast.Attribute))
    return ast.Subscript(node.value, node.slice, ast.Load()) if isinstance(node, ast.Subscript) else node


__all__ = ["Numbers"]
