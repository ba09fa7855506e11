"""Comprehensions written as loops, as one writes them where each call counts.

In this Python a comprehension is a function that is made and called; what it asks of the function around it, that one must keep
apart for it. «if not [c for c in pile if test]» is a loop with a «break» and an «else», which asks no more than it must.
"""

from __future__ import annotations

import ast
from typing import Any

from attrs import define

from ..shortened.shapes import copied, renamed, walk
from .shapes import if_else
from .trees import Block, ends, jumps, negated, size, stored

LISTS = (ast.ListComp, ast.GeneratorExp)
SMALL = 24  # nodes of what may be written twice


def goes_through(node: ast.AST) -> bool:
    """Whether an expression has a comprehension that could be a loop."""
    return any(isinstance(x, LISTS) for x in walk(node))


@define
class Loops:
    """The rewriting of one function."""

    count: int = 0

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = self.block(node.body)
        return node

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}_"

    def block(self, body: Block) -> Block:
        body = [made for stmt in body for made in self.statement(stmt)]
        followed = zip(body, [*body[1:], None], strict=False)
        return [made for stmt, following in followed for made in poured(stmt, following)]

    def statement(self, stmt: ast.stmt) -> Block:
        if isinstance(stmt, (ast.If, ast.For, ast.While)):
            stmt.body, stmt.orelse = self.block(stmt.body), self.block(stmt.orelse)
            if isinstance(stmt, ast.If) and goes_through(stmt.test):
                return self.choice(stmt.test, stmt.body, stmt.orelse)
        elif isinstance(stmt, (ast.Assign, ast.Return)) and stmt.value is not None and goes_through(stmt.value):
            return self.value(stmt)
        return [stmt]

    def value(self, stmt: ast.Assign | ast.Return) -> Block:
        """«x = tuple([…])», «return not […]»."""
        value = stmt.value
        assert value is not None
        if is_truth(value):
            true, false = ast.Constant(True), ast.Constant(False)
            return self.choice(value, [self.with_value(stmt, true)], [self.with_value(stmt, false)])
        if isinstance(value, ast.IfExp) and not goes_through(value.body) and not goes_through(value.orelse):
            return self.choice(value.test, [self.with_value(stmt, value.body)], [self.with_value(stmt, value.orelse)])
        comp = only(value, tuple) or value
        if isinstance(comp, ast.ListComp) and plain(comp):
            name = self.fresh("o")
            made: ast.expr = ast.Name(name, ast.Load())
            stmt.value = ast.Call(value.func, [made], []) if isinstance(value, ast.Call) else made
            return [*self.collected(comp, name), stmt]
        return [stmt]

    def with_value(self, stmt: ast.Assign | ast.Return, value: ast.expr) -> ast.stmt:
        made: Any = copied(stmt)
        made.value = value
        return made  # type: ignore[no-any-return]

    # -- tests -------------------------------------------------------------------------------------------------

    def choice(self, test: ast.expr, yes: Block, no: Block) -> Block:
        """«if test: yes, else: no»."""
        if not goes_through(test):
            return if_else(test, yes, no)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self.choice(test.operand, no, yes)
        if isinstance(test, ast.BoolOp):
            return (
                self.both(test.values, yes, no) if isinstance(test.op, ast.And) else self.either(test.values, yes, no)
            )
        if isinstance(test, ast.IfExp):
            return self.asked_late(test, yes, no)
        inner = only(test, bool)
        if inner is not None:
            return self.choice(inner, yes, no)
        comp = only(test, any)
        if isinstance(comp, LISTS) and plain(comp) and len(comp.generators) == 1:
            if isinstance(comp.elt, ast.Constant) and not comp.elt.value:
                return no
            return self.exists(comp, None if isinstance(comp.elt, ast.Constant) else comp.elt, yes, no)
        comp = only(test, all)
        if isinstance(comp, LISTS) and plain(comp) and len(comp.generators) == 1:
            return self.exists(comp, ast.UnaryOp(ast.Not(), comp.elt), no, yes)
        if isinstance(test, ast.ListComp) and plain(test) and len(test.generators) == 1:
            return self.exists(test, None, yes, no)
        if isinstance(test, ast.Compare):
            return self.counted(test, yes, no)
        return if_else(test, yes, no)

    def both(self, values: list[ast.expr], yes: Block, no: Block) -> Block:
        """«if a and b»: one inside the other; what is done when not is written once."""
        if no:
            name = self.fresh("f")
            inner = self.both(values, [set_to(name, True)], [])
            return [set_to(name, False), *inner, *if_else(ast.Name(name, ast.Load()), yes, no)]
        at = next(i for i, x in enumerate(values) if goes_through(x))
        if not at:
            rest = self.joined(ast.And(), values[1:], yes, [])
            return self.choice(values[0], rest, [])
        first = values[0] if at == 1 else ast.BoolOp(ast.And(), values[:at])
        return if_else(first, self.joined(ast.And(), values[at:], yes, []), [])

    def joined(self, op: ast.boolop, values: list[ast.expr], yes: Block, no: Block) -> Block:
        if not values:
            return yes
        return self.choice(values[0] if len(values) == 1 else ast.BoolOp(op, values), yes, no)

    def either(self, values: list[ast.expr], yes: Block, no: Block) -> Block:
        """«if a or b: return»: one after the other."""
        if ends(yes) and size(yes) <= SMALL:
            return [*(made for x in values for made in self.choice(x, copied(yes), [])), *no]
        name = self.fresh("f")
        inner = self.both([negated(x) for x in values], [set_to(name, False)], [])
        return [set_to(name, True), *inner, *if_else(ast.Name(name, ast.Load()), yes, no)]

    def asked_late(self, test: ast.IfExp, yes: Block, no: Block) -> Block:
        """«h if h is not None else (h := …)»: asked when it is first needed."""
        late = test.orelse
        if not (isinstance(late, ast.NamedExpr) and isinstance(test.body, ast.Name) and is_truth(late.value)):
            return if_else(test, yes, no)
        name = late.target.id
        asked = self.choice(late.value, [set_to(name, True)], [set_to(name, False)])
        first = ast.If(negated(test.test), asked, [])
        return [first, *if_else(ast.Name(name, ast.Load()), yes, no)]

    # -- loops -------------------------------------------------------------------------------------------------

    def exists(self, comp: Any, holds: ast.expr | None, yes: Block, no: Block) -> Block:
        """Whether there is one for which the tests hold."""
        target, pile, tests, holds = self.turn(comp, holds)
        if holds is not None:
            tests = [*tests, holds]
        before: Block = []
        after: Block = []
        found = yes or [ast.Pass()]
        if jumps(yes):
            name = self.fresh("f")
            before, after = [set_to(name, False)], if_else(ast.Name(name, ast.Load()), yes, no)
            found, no = [set_to(name, True)], []
        body = self.joined(ast.And(), tests, found if ends(found) else [*found, ast.Break()], [])
        return [*before, ast.For(target, pile, body, no), *after]

    def turn(self, comp: Any, elt: ast.expr | None) -> tuple[ast.expr, ast.expr, list[ast.expr], ast.expr | None]:
        """The target, the pile, the tests and the value of a comprehension over one pile, under names of their own."""
        part = comp.generators[0]
        names = {name: self.fresh(name.split("_")[0] + "_") for name in stored(part.target)}
        return renamed(part.target, names), part.iter, renamed(part.ifs, names), renamed(elt, names) if elt else None

    def counted(self, test: ast.Compare, yes: Block, no: Block) -> Block:
        """«len([…]) > 2»."""
        comp = only(test.left, len)
        if not (isinstance(comp, ast.ListComp) and plain(comp)) or any(map(goes_through, test.comparators)):
            return if_else(test, yes, no)
        name = self.fresh("n")
        more = ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), ast.Constant(1))
        test.left = ast.Name(name, ast.Load())
        return [set_to(name, 0), *self.each(comp, [more], None), *if_else(test, yes, no)]

    def collected(self, comp: ast.ListComp, name: str) -> Block:
        start = ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load()))
        return [start, *self.each(comp, [], name)]

    def each(self, comp: ast.ListComp, done: Block, name: str | None) -> Block:
        """A loop over all that a comprehension gives; with a ``name`` they are put into that list."""
        comp = copied(comp)
        names = {x: self.fresh(x.split("_")[0] + "_") for part in comp.generators for x in stored(part.target)}
        parts, elt = renamed(comp.generators, names), renamed(comp.elt, names)
        if name is not None:
            put = ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load())
            done = [ast.Expr(ast.Call(put, [elt], []))]
        for part in reversed(parts):
            done = [ast.For(part.target, part.iter, self.joined(ast.And(), part.ifs, done, []), [])]
        return done


def poured(stmt: ast.stmt, following: ast.stmt | None) -> Block:
    """«a += b[::-1]; b.clear()»: what is emptied right after is itself turned round first, and no other list is made."""
    if not (isinstance(stmt, ast.AugAssign) and isinstance(stmt.value, ast.Subscript) and following is not None):
        return [stmt]
    pile = ast.unparse(stmt.value.value)
    if ast.unparse(stmt.value.slice) != "::-1" or ast.unparse(following) != f"{pile}.clear()":
        return [stmt]
    return [*ast.parse(f"{pile}.reverse()").body, ast.AugAssign(stmt.target, stmt.op, stmt.value.value)]


def plain(comp: Any) -> bool:
    """Whether a comprehension goes over piles that are there, and is none inside others but in its tests."""
    return not goes_through(comp.elt) and not any(goes_through(x.iter) for x in comp.generators)


def only(node: ast.expr, function: Any) -> ast.expr | None:
    """What a function is given alone: «any(x)»."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
        if isinstance(node.func, ast.Name) and node.func.id == function.__name__:
            return node.args[0]
    return None


def is_truth(node: ast.expr) -> bool:
    """Whether an expression gives True or False."""
    if isinstance(node, ast.BoolOp):
        return all(map(is_truth, node.values))
    if isinstance(node, ast.Call):
        return any(only(node, x) is not None for x in (bool, any, all))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def set_to(name: str, value: Any) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], ast.Constant(value))
