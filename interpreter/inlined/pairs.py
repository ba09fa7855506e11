"""Trials of all pairs of two piles: what each thing brings alone is asked once, and a pair is only compared.

«for x in pile: for y in other: if would…(s, p, x, y, x): continue» asks the value of x for each y, and that of y for each x.
Where the program has found what a thing brings that no trial can change («alone…», «judged…»), it is kept in two names; the
trial itself is only asked of a pair for which one of them is missing, or when something reacts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from ..shortened.shapes import copied, walk
from .trees import Block, Put, negated

ONE, ALL, OTHER, BASES, AWAKE = "one_", "all_", "other_", "bases_", "awake_"


class Pairs:
    """The rewriting of one function; ``judged``: by the name of a trial how two things are compared, if it can be told."""

    def __init__(self, judged: dict[str, ast.FunctionDef]) -> None:
        self.judged = judged

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if self.judged and only_gathers(node):
            node.body = self.block(node.body)
        return node

    def block(self, body: Block) -> Block:
        made: Block = []
        for stmt in body:
            if isinstance(stmt, ast.For) and isinstance(stmt.target, ast.Name) and self.nested(stmt, stmt.target.id):
                made.append(set_to(ALL, ast.Constant(None)))
            elif isinstance(stmt, (ast.If, ast.For)):
                stmt.body, stmt.orelse = self.block(stmt.body), self.block(stmt.orelse)
            made.append(stmt)
        return made

    def nested(self, outer: ast.For, one: str) -> bool:
        """Whether a loop goes through another pile for each thing of its own and tries pairs there; then it is rewritten."""
        found = False

        def inside(body: Block) -> Block:
            nonlocal found
            made: Block = []
            for stmt in body:
                if isinstance(stmt, ast.If):
                    stmt.body, stmt.orelse = inside(stmt.body), inside(stmt.orelse)
                elif isinstance(stmt, ast.For) and isinstance(stmt.target, ast.Name):
                    before = self.tried(stmt, one, stmt.target.id)
                    found = found or bool(before)
                    made += before
                made.append(stmt)
            return made

        outer.body = inside(outer.body)
        return found

    def tried(self, loop: ast.For, one: str, other: str) -> Block:
        """What is to be asked before the inner loop, whose trials are made comparisons; nothing when it has none of the kind."""
        if any(isinstance(x, ast.Name) and x.id == one for x in walk(loop.iter)):
            return []
        calls: list[Any] = [x for x in walk(loop.body) if self.is_trial(x, one, other)]
        if len({x.func.id for x in calls}) != 1:
            return []
        trial = calls[0].func.id
        at = 0 if calls[0].args[2].id == one else 1
        loop.body = [Tried(self, one, other).visit(x) for x in loop.body]
        places = [f"alone{0 if f'alone1_{trial}' not in self.judged else i}_{trial}" for i in (at, 1 - at)]
        each = ast.For(
            ast.Name(other, ast.Store()),
            copied(loop.iter),
            [ast.Assign([ast.Subscript(name(ALL), name(other), ast.Store())], called(places[1], other))],
            [],
        )
        kept = [ALL, BASES] if f"met_{trial}" in self.judged else [ALL]
        empty = ast.Compare(name(ALL), [ast.Is()], [ast.Constant(None)])
        awake = (
            ast.Call(name(f"awake_{trial}"), [name("s")], [])
            if f"awake_{trial}" in self.judged
            else ast.Tuple([], ast.Load())
        )
        first = ast.If(empty, [*(set_to(x, ast.Dict([], [])) for x in kept), set_to(AWAKE, awake), each], [])
        asked: Block = [set_to(ONE, called(places[0], one)), first]
        when = list(wanting(loop.body))
        return [ast.If(when[0] if len(when) == 1 else ast.BoolOp(ast.Or(), when), asked, [])] if when else asked

    def is_trial(self, node: Any, one: str, other: str) -> bool:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.judged):
            return False
        return len(node.args) == 5 and {getattr(x, "id", None) for x in node.args[2:4]} == {one, other}


class Tried(ast.NodeTransformer):
    """«would…(s, p, x, y, x)» as «the trial itself where one of them says nothing or something reacts, else the comparison»."""

    def __init__(self, pairs: Pairs, one: str, other: str) -> None:
        self.pairs, self.one, self.other = pairs, one, other

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not self.pairs.is_trial(node, self.one, self.other):
            return node
        function = self.pairs.judged[node.func.id]  # type: ignore[attr-defined]
        at = 0 if node.args[2].id == self.one else 1  # type: ignore[attr-defined]
        kept = [name(ONE), name(OTHER)]
        given = [*node.args, kept[at], kept[1 - at]]
        values = {param.arg: arg for param, arg in zip(function.args.args, given, strict=True)}
        result = function.body[0]
        assert isinstance(result, ast.Return) and isinstance(result.value, ast.IfExp)
        reacts, outcome = (Put(values, {}).put(x) for x in (result.value.test, result.value.orelse))
        looked_up = ast.NamedExpr(ast.Name(OTHER, ast.Store()), ast.Subscript(name(ALL), name(self.other), ast.Load()))
        missing: list[ast.expr] = [ast.Compare(x, [ast.Is()], [ast.Constant(None)]) for x in (looked_up, name(ONE))]
        if isinstance(reacts, ast.BoolOp):  # what could react, sorted once, and whether it does
            missing.append(ast.BoolOp(ast.And(), [name(AWAKE), reacts.values[-1]]))
        met = f"met_{node.func.id}"  # type: ignore[attr-defined]
        if met in self.pairs.judged:
            node = ast.Call(name(met), [*given, name(BASES), name(AWAKE)], [])
        return ast.IfExp(ast.BoolOp(ast.Or(), missing), node, as_test(outcome))


def wanting(body: Block) -> Iterator[ast.expr]:
    """The names on which it depends whether the comparisons of a loop are asked at all; none when one always is."""
    found: dict[str, ast.expr] = {}
    for stmt in body:
        if not any(isinstance(x, ast.Name) and x.id == ONE for x in walk(stmt)):
            continue
        test = stmt.test if isinstance(stmt, ast.If) else None
        first = test.values[0] if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else None
        if not isinstance(first, ast.Name):
            return
        found[first.id] = copied(first)
    yield from found.values()


def as_test(node: ast.expr) -> ast.expr:
    """What chooses between True and False, as a test."""
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq):
        same = ast.dump(node.left) == ast.dump(node.comparators[0])
        return ast.Constant(True) if same else node
    if not isinstance(node, ast.IfExp):
        return node
    test, yes, no = (as_test(x) for x in (node.test, node.body, node.orelse))
    if isinstance(test, ast.Constant):
        return yes if test.value else no
    if isinstance(yes, ast.Constant) and isinstance(no, ast.Constant):
        return yes if yes.value == no.value else test if yes.value else negated(test)
    if isinstance(yes, ast.Constant):
        return ast.BoolOp(ast.Or(), [test, no]) if yes.value else ast.BoolOp(ast.And(), [negated(test), no])
    if isinstance(no, ast.Constant):
        return ast.BoolOp(ast.Or(), [negated(test), yes]) if no.value else ast.BoolOp(ast.And(), [test, yes])
    return ast.IfExp(test, yes, no)


def only_gathers(function: ast.FunctionDef) -> bool:
    """Whether a function changes nothing but a list that it is given."""
    for x in walk(function.body):
        if isinstance(x, (ast.Subscript, ast.Attribute)) and not isinstance(x.ctx, ast.Load):
            return False
        if isinstance(x, ast.Expr) and not (
            isinstance(x.value, ast.Call) and isinstance(x.value.func, ast.Attribute) and x.value.func.attr == "append"
        ):
            return False
    return True


def name(text: str) -> ast.expr:
    return ast.Name(text, ast.Load())


def set_to(text: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(text, ast.Store())], value)


def called(function: str, of: str) -> ast.expr:
    return ast.Call(name(function), [name("s"), name(of)], [])
