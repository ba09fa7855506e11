"""What a test has shown is not asked again on the same way.

Functions that are written into each other ask the same of the state one after the other: whether triggers wait, whether a period must
end. Where nothing that came between can have changed it, the second test goes, and with it the way that it would have opened.
"""

from __future__ import annotations

import ast
import operator
from typing import Any

from ..shortened.shapes import copied, walk
from .reuse import Held, Known, Reuse, Span, met
from .shapes import if_else
from .trees import Block, ends, negated, size

TWICE = 300  # nodes of what may be written twice
COMPARED = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
PARTS = (ast.Subscript, ast.BinOp, ast.Compare, ast.Constant, ast.Name, ast.operator, ast.cmpop, ast.expr_context)


class Asked(Reuse):
    """The rewriting of one function: of each test that was asked what came out, in the place of what was read."""

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.begin(node)
        self.block(node.body, {})
        return node

    # -- statements --------------------------------------------------------------------------------------------

    def block(self, body: Block, known: Known) -> Known:
        waiting, body[:] = body[::-1], []
        while waiting and not ends(body):
            stmt = waiting.pop()
            if isinstance(stmt, ast.If):
                stmt.test = self.simpler(stmt.test, known)
                truth = self.truth(stmt.test)
                if truth is not None:
                    waiting += (stmt.body if truth else stmt.orelse)[::-1]
                    continue
                known = self.choice(stmt, known, waiting)
            else:
                known = self.statement(stmt, known)
            body += if_else(stmt.test, stmt.body, stmt.orelse) if isinstance(stmt, ast.If) else [stmt]
        if not body:
            body.append(ast.Pass())
        return known

    def statement(self, stmt: ast.stmt, known: Known) -> Known:
        if isinstance(stmt, (ast.For, ast.While)):
            known = self.after_all(stmt, known)
            self.block(stmt.body, dict(known))
            if stmt.orelse:
                self.block(stmt.orelse, dict(known))
            return known
        if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 and isinstance(stmt.value, ast.Constant):
            known = self.after_all(stmt, known)
            return self.is_now(stmt.targets[0], stmt.value.value, known)
        return {} if isinstance(stmt, ast.Delete) else self.after_all(stmt, known)

    def choice(self, stmt: ast.If, known: Known, waiting: Block) -> Known:
        """«if a: …» with what follows it, as far as that asks what is known at the end of one way: it goes into the other."""
        yes, no = self.ways(stmt.test, known)
        yes = self.block(stmt.body, yes)
        if stmt.orelse:
            no = self.block(stmt.orelse, no)
        while not ends(stmt.body) and not ends(stmt.orelse):
            following = waiting[-1] if waiting else None
            if not isinstance(following, ast.If):
                return met(yes, no)
            truths = [self.truth(self.simpler(copied(following.test), each)) for each in (yes, no)]
            if truths[0] is truths[1] is not None:  # the same on both ways
                waiting[-1:] = (following.body if truths[0] else following.orelse)[::-1]
                continue
            if truths[0] is truths[1]:
                return met(yes, no)
            parts: list[Block] = [
                [following] if x is None else following.body if x else following.orelse for x in truths
            ]
            there, here = parts
            if None in truths:
                twice = here if truths[0] is None else there
                if size(twice) > TWICE:
                    return met(yes, no)
                if truths[0] is None:
                    here = copied(twice)
                else:
                    there = copied(twice)
            waiting.pop()
            yes, no = self.added(stmt.body, there, yes), self.added(stmt.orelse, here, no)
        return no if ends(stmt.body) else yes

    def added(self, body: Block, more: Block, known: Known) -> Known:
        """What is done at the end of one way."""
        if more:
            known = self.block(more, known)
            body += more
        return known

    def is_now(self, target: ast.expr, value: Any, known: Known) -> Known:
        """«x = None»: what a test of it would show."""
        if not isinstance(target, (ast.Name, ast.Subscript)):
            return known
        place: Any = ast.Name(target.id) if isinstance(target, ast.Name) else ast.Subscript(target.value, target.slice)
        place.ctx = ast.Load()
        if isinstance(target, ast.Name) and target.id not in self.shared:
            known = {**known, f"={target.id}": Held(ast.Constant(value), frozenset({target.id}), (), False, 0)}
        known = self.shown(place, bool(value), known)
        return self.shown(ast.Compare(place, [ast.Is()], [ast.Constant(None)]), value is None, known)

    # -- tests -------------------------------------------------------------------------------------------------

    def truth(self, test: ast.expr) -> bool | None:
        return bool(test.value) if isinstance(test, ast.Constant) else None

    def simpler(self, test: ast.expr, known: Known) -> ast.expr:
        """A test without the parts that are known."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self.simpler(test.operand, known)
            truth = self.truth(inner)
            return negated(inner) if truth is None else ast.Constant(not truth)
        settled = self.compared(test, known)
        if settled is not None:
            return settled
        asked, holds = plain(test)
        held: Any = known.get(ast.dump(asked))
        if held is not None:
            return ast.Constant(held.value.value is holds)
        if not isinstance(test, ast.BoolOp):
            return test
        conj, parts = isinstance(test.op, ast.And), []
        for each in test.values:
            made = self.simpler(each, known)
            truth = self.truth(made)
            if truth is None:
                parts.append(made)
            elif truth is not conj:
                if not parts:
                    return made
                parts.append(made)
                break
            known = self.ways(made, known)[0 if conj else 1]
        if not parts:
            return ast.Constant(conj)
        return parts[0] if len(parts) == 1 else ast.BoolOp(test.op, parts)

    def compared(self, test: ast.expr, known: Known) -> ast.expr | None:
        """«x >= 2» where it is known which number x is."""
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, ast.Name)):
            return None
        against = test.comparators[0]
        held: Any = known.get(f"={test.left.id}")
        if held is None or not isinstance(against, ast.Constant):
            return None
        one, other = held.value.value, against.value
        compare = COMPARED.get(type(test.ops[0]))
        if compare is None or type(one) is not int or type(other) is not int:
            return None
        return ast.Constant(compare(one, other))

    def ways(self, test: ast.expr, known: Known) -> tuple[Known, Known]:
        """What is known where a test holds, and where it does not."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            yes, no = self.ways(test.operand, known)
            return no, yes
        if not isinstance(test, ast.BoolOp):
            known = self.after_all(test, known)
            return self.shown(test, True, known), self.shown(test, False, known)
        conj = isinstance(test.op, ast.And)
        through, left = known, None
        for each in test.values:
            yes, no = self.ways(each, through)
            through, out = (yes, no) if conj else (no, yes)
            left = out if left is None else met(left, out)
        left = self.shown(test, not conj, left or {})
        return (through, left) if conj else (left, through)

    def shown(self, test: ast.expr, truth: bool, known: Known) -> Known:
        test, holds = plain(test)
        read = self.read(test)
        if read is None:
            return known
        read.value = ast.Constant(truth is holds)
        return {**known, ast.dump(test): read}

    def read(self, test: ast.expr) -> Held | None:
        """What a test depends on, when it only reads."""
        names: set[str] = set()
        spans: list[Span] = []
        lists = False
        for x in walk(test):
            if isinstance(x, ast.Name):
                names.add(x.id)
            elif isinstance(x, ast.Subscript):
                if not isinstance(x.value, ast.Name) or isinstance(x.slice, ast.Slice):
                    return None
                if x.value.id == "s":
                    spans.append(self.ranges.of(x.slice))
                elif x.value.id in self.own or not self.settled(x.value.id):
                    lists = True
            elif not isinstance(x, (*PARTS, ast.BoolOp, ast.boolop, ast.UnaryOp, ast.unaryop)):
                return None
        return None if names & self.shared - {"s"} else Held(test, frozenset(names), tuple(spans), lists, 0)


def plain(test: ast.expr) -> tuple[ast.expr, bool]:
    """«x is not None» as the opposite of «x is None»."""
    if (
        isinstance(test, ast.Compare)
        and len(test.ops) == 1
        and isinstance(test.ops[0], (ast.IsNot, ast.NotEq, ast.NotIn))
    ):
        return negated(test), False
    return test, True
