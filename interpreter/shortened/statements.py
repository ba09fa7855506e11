"""The statements of a generated function, with its settled tests left out and the tests of its loops asked before them."""

from __future__ import annotations

import ast
import re
from collections import Counter

from .shapes import Renamed, constant, copied, is_nothing, walk
from .simplify import Known, Simplifier

VALUE = re.compile(r"known|(l?[vk]|st|cl)\d+")  # functions that only read, and never say None
SCOPES = (ast.ListComp, ast.GeneratorExp, ast.Lambda)
TOTAL = frozenset({"len", "bool", "any", "tuple", "KO"})  # calls that cannot fail on what is there


class Statements:
    """The rewriting of one function."""

    def __init__(self, simplifier: Simplifier, known: Known) -> None:
        self.simplifier = simplifier
        self.known = known
        self.fresh = 0

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.stores = Counter(x.id for x in walk(node) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store))
        self.stores.update(x.arg for x in node.args.args)  # what it is given is set once already
        body, _ = self.block(node.body, self.known)
        node.body = without_pass(body)
        return node

    def block(self, body: list[ast.stmt], known: Known) -> tuple[list[ast.stmt], Known]:
        out: list[ast.stmt] = []
        for stmt in body:
            made, known = self.statement(stmt, known)
            out += made
            if any(map(changes, made)):
                known = known.forgetting()
            for each in made:
                if (
                    isinstance(each, ast.If)
                    and not each.orelse
                    and isinstance(each.body[-1], (ast.Return, ast.Continue))
                ):
                    known = known.passed(opposite(each.test))
            if made and isinstance(made[-1], (ast.Return, ast.Continue)):
                break
        return out, known

    def statement(self, stmt: ast.stmt, known: Known) -> tuple[list[ast.stmt], Known]:
        expr = self.simplifier.expr
        if isinstance(stmt, ast.If):
            return self.choice(stmt, known), known
        if isinstance(stmt, ast.For):
            return self.loop(stmt, known), known
        if isinstance(stmt, ast.While):
            stmt.test = expr(stmt.test, known, True)
            stmt.body = self.block(stmt.body, known)[0]
            return [stmt], known
        if isinstance(stmt, ast.Assign):
            return self.assigned(stmt, known)
        if isinstance(stmt, (ast.AugAssign, ast.Expr)) or (isinstance(stmt, ast.Return) and stmt.value is not None):
            assert stmt.value is not None
            stmt.value = expr(stmt.value, known)
            if isinstance(stmt, ast.Expr) and isinstance(stmt.value, (ast.Constant, ast.Tuple, ast.List)):
                return [], known
        return [stmt], known

    def assigned(self, stmt: ast.Assign, known: Known) -> tuple[list[ast.stmt], Known]:
        """An assignment; one to a name that is never set again, of what stays the same, is only another word for it."""
        stmt.value = self.simplifier.expr(stmt.value, known)
        target = stmt.targets[0]
        if isinstance(target, ast.Subscript):
            stmt.targets[0] = self.simplifier.expr(target, known)
            return [stmt], known
        if not isinstance(target, ast.Name):
            return [stmt], known
        stays = isinstance(stmt.value, ast.Constant) or (isinstance(stmt.value, ast.Tuple) and not stmt.value.elts)
        stays = stays or (isinstance(stmt.value, ast.Name) and self.stores[stmt.value.id] <= 1)
        if stays and self.stores[target.id] == 1:
            return [], known.meaning(target.id, stmt.value)
        return [stmt], known.having(target.id, None)

    def choice(self, stmt: ast.If, known: Known) -> list[ast.stmt]:
        stmt.test = self.simplifier.expr(stmt.test, known, True)
        truth = constant(stmt.test)
        if truth is not None:
            return self.block(stmt.body if truth else stmt.orelse, known)[0]
        if not stmt.orelse and len(stmt.body) == 1 and isinstance(stmt.body[0], (ast.Continue, ast.Return)):
            body = self.block(stmt.body, known.passed(conjuncts(stmt.test)))[0]
            return [ast.If(test, copied(body), []) for test in alternatives(stmt.test)]
        stmt.body = self.block(stmt.body, known.passed(conjuncts(stmt.test)))[0]
        stmt.orelse = self.block(stmt.orelse, known)[0]
        if not stmt.body and not stmt.orelse:
            return []
        stmt.body, stmt.orelse = without_pass(stmt.body), without_pass(stmt.orelse) if stmt.orelse else []
        return [stmt]

    # -- loops -------------------------------------------------------------------------------------------------

    def loop(self, stmt: ast.For, known: Known) -> list[ast.stmt]:
        stmt.iter = self.simplifier.expr(stmt.iter, known)
        if is_nothing(stmt.iter):
            return []
        self.spread(stmt)
        if isinstance(stmt.target, ast.Name):
            if self.unrolls(stmt):
                return self.unrolled(stmt, known)
            inner = known.having(stmt.target.id, self.simplifier.member(stmt.iter))
        else:
            inner = known
        stmt.body = self.block(stmt.body, inner)[0] or [ast.Pass()]
        return self.hoisted(stmt, inner)

    def spread(self, stmt: ast.For) -> None:
        """«for x in [c for c in pile if test]» asks each in its turn: «for x in pile: if not test: continue»."""
        pile = stmt.iter
        if not (isinstance(pile, ast.ListComp) and len(pile.generators) == 1 and isinstance(stmt.target, ast.Name)):
            return
        comp = pile.generators[0]
        if not (isinstance(pile.elt, ast.Name) and isinstance(comp.target, ast.Name) and pile.elt.id == comp.target.id):
            return
        renamed = Renamed({comp.target.id: ast.Name(stmt.target.id, ast.Load())})
        stmt.iter = comp.iter
        tests = [ast.If(ast.UnaryOp(ast.Not(), renamed.visit(test)), [ast.Continue()], []) for test in comp.ifs]
        stmt.body = [*tests, *stmt.body]

    def unrolls(self, stmt: ast.For) -> bool:
        """A loop over a few constants whose body never goes on to the next by itself."""
        few = isinstance(stmt.iter, ast.Tuple) and len(stmt.iter.elts) <= 4
        return few and all(isinstance(x, ast.Constant) for x in stmt.iter.elts) and not goes_on(stmt.body)  # type: ignore[attr-defined]

    def unrolled(self, stmt: ast.For, known: Known) -> list[ast.stmt]:
        assert isinstance(stmt.iter, ast.Tuple) and isinstance(stmt.target, ast.Name)
        out: list[ast.stmt] = []
        for value in stmt.iter.elts:
            body = copied(stmt.body)
            out += self.block(body, known.meaning(stmt.target.id, value))[0]
        return out

    def hoisted(self, stmt: ast.For, known: Known) -> list[ast.stmt]:
        """What a «if …: continue» asks and does not depend on the loop is asked before it."""
        changing = {x.id for x in walk(stmt) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
        before: list[ast.stmt] = []
        never: list[ast.expr] = []
        body: list[ast.stmt] = []
        for part in stmt.body:
            if not (isinstance(part, ast.If) and isinstance(part.body[0], ast.Continue) and not part.orelse):
                body.append(part)
                continue
            first: list[ast.expr] = []
            later: list[ast.expr] = []
            for test in conjuncts(part.test):
                free = {x.id for x in walk(test) if isinstance(x, ast.Name)} - bound_in(test)
                (first if not free & changing and self.cannot_fail(test, known) else later).append(test)
            if first:
                once = self.simplifier.expr(copied(joined(first)), known, True)
                if isinstance(once, ast.Constant) and not once.value:
                    continue
                first = conjuncts(once)
            if first and not later:
                never.append(joined(first))
                continue
            if first and any(costs(x) for x in first):
                name = f"h{self.fresh}"
                self.fresh += 1
                if looks_through(joined(first)) and not any(looks_through(x) for x in later):
                    before.append(ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None), lineno=0))
                    part.test = joined([*later, asked_late(name, joined(first))])
                else:
                    before.append(ast.Assign([ast.Name(name, ast.Store())], joined(first), lineno=0))
                    part.test = joined([ast.Name(name, ast.Load()), *later])
            body.append(part)
        stmt.body = body
        before += self.asked_once(stmt, changing)
        if not never:
            return [*before, stmt]
        return [ast.If(joined([ast.UnaryOp(ast.Not(), test) for test in never]), [*before, stmt], [])]

    def asked_once(self, stmt: ast.For, changing: set[str]) -> list[ast.stmt]:
        """What the tests of a loop that changes nothing call with the same things each time is asked when it first comes to it."""
        if not all(harmless(part) for part in stmt.body):
            return []
        once = Once(changing, self.fresh)
        for part in stmt.body:
            if isinstance(part, ast.If):
                part.test = once.visit(part.test)
        self.fresh += len(once.names)
        return [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None), lineno=0) for name in once.names]

    def cannot_fail(self, test: ast.expr, known: Known) -> bool:
        """Whether a test can be asked at any time: it reads only what is surely there."""
        bound = bound_in(test)
        for x in walk(test):
            if isinstance(x, ast.Call) and not (isinstance(x.func, ast.Name) and x.func.id in TOTAL):
                return False
            if isinstance(x, ast.Name) and x.id not in bound | {"s", "True"} | TOTAL and x.id not in known.facts:
                if not x.id.startswith(("PRINTED", "h")):
                    return False
        return True


class Once(ast.NodeTransformer):
    """Calls for values of things that a loop does not change, each kept under a name."""

    def __init__(self, changing: set[str], first: int) -> None:
        self.changing, self.first = changing, first
        self.names: dict[str, str] = {}

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        named = {x.id for x in walk(node) if isinstance(x, ast.Name)}
        if not VALUE.fullmatch(name) or named & self.changing or any(isinstance(x, SCOPES) for x in walk(node)):
            self.generic_visit(node)
            return node
        text = ast.dump(node)
        kept = next((k for k, v in self.names.items() if v == text), None)
        if kept is None:
            kept = f"h{self.first + len(self.names)}"
            self.names[kept] = text
        known = ast.Compare(ast.Name(kept, ast.Load()), [ast.IsNot()], [ast.Constant(None)])
        return ast.IfExp(known, ast.Name(kept, ast.Load()), ast.NamedExpr(ast.Name(kept, ast.Store()), node))

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return node

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        return node


def harmless(part: ast.stmt) -> bool:
    """Whether a statement of a loop only tests, goes on, or puts down what it found."""
    if isinstance(part, ast.If):
        return all(map(harmless, part.body)) and all(map(harmless, part.orelse))
    if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call) and isinstance(part.value.func, ast.Attribute):
        return part.value.func.attr == "append"
    return isinstance(part, (ast.Continue, ast.Break, ast.Pass))


def changes(stmt: ast.stmt) -> bool:
    """Whether a statement may change the state: it puts something in a place, or does what a function does."""
    if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Name):
        return True
    for x in walk(stmt):
        if isinstance(x, ast.Subscript) and isinstance(x.ctx, ast.Store):
            return True
        if isinstance(x, ast.Call) and x.args and isinstance(x.args[0], ast.Name) and x.args[0].id == "m":
            return True
    return False


def goes_on(body: list[ast.stmt]) -> bool:
    """Whether a «continue» of these statements belongs to the loop around them."""
    for stmt in body:
        if isinstance(stmt, (ast.Continue, ast.Break)):
            return True
        if isinstance(stmt, ast.If) and (goes_on(stmt.body) or goes_on(stmt.orelse)):
            return True
    return False


def without_pass(body: list[ast.stmt]) -> list[ast.stmt]:
    return [x for x in body if not isinstance(x, ast.Pass)] or [ast.Pass()]


def bound_in(test: ast.expr) -> set[str]:
    """The names that the comprehensions of an expression bind."""
    return {x.target.id for x in walk(test) if isinstance(x, ast.comprehension) and isinstance(x.target, ast.Name)}


def opposite(test: ast.expr) -> list[ast.expr]:
    """What holds when a test does not."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return conjuncts(test.operand)
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]
    return [ast.UnaryOp(ast.Not(), x) for x in parts]


def alternatives(test: ast.expr) -> list[ast.expr]:
    """A test as several of which one is enough: «a or b», and «a and not (cards and b)», where cards seldom say anything."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        return [y for x in test.values for y in alternatives(x)]
    parts = conjuncts(test)
    for i, part in enumerate(parts):
        if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not) and isinstance(part.operand, ast.BoolOp):
            inner = part.operand
            if isinstance(inner.op, ast.And) and isinstance(inner.values[0], (ast.Subscript, ast.BinOp)):
                rest = parts[:i] + parts[i + 1 :]
                silent = ast.UnaryOp(ast.Not(), copied(inner.values[0]))
                spoken = ast.UnaryOp(ast.Not(), joined(inner.values[1:]))
                return [
                    joined([silent, *copied(rest)]),
                    joined([copied(inner.values[0]), *rest, spoken]),
                ]
    return [test]


def conjuncts(test: ast.expr) -> list[ast.expr]:
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]


def joined(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def looks_through(test: ast.expr) -> bool:
    """Whether a test goes through a whole pile."""
    return any(isinstance(x, (ast.ListComp, ast.GeneratorExp, ast.Call)) for x in walk(test))


def asked_late(name: str, test: ast.expr) -> ast.expr:
    """A test that is asked when it is first needed: «(h if h is not None else (h := bool(test)))»."""
    asked = ast.NamedExpr(ast.Name(name, ast.Store()), ast.Call(ast.Name("bool", ast.Load()), [test], []))
    known = ast.Compare(ast.Name(name, ast.Load()), [ast.IsNot()], [ast.Constant(None)])
    return ast.IfExp(known, ast.Name(name, ast.Load()), asked)


def costs(test: ast.expr) -> bool:
    return any(isinstance(x, (ast.Call, ast.ListComp, ast.Subscript)) for x in walk(test))
