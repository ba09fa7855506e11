"""The statements of one function worked out, with the functions that it calls written into it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from ..native.functions import Source
from ..shortened.shapes import copied, renamed, walk
from .folding import Known, is_based
from .others import OtherFunctions
from .places import Needed, Places
from .shapes import SMALL, TooTangled, body_with, if_else, unused
from .trees import (
    Block,
    Names,
    Put,
    cheap,
    constant,
    ends,
    is_not,
    jumps,
    leaves,
    narrows,
    negated,
    only_reads,
    simple,
    size,
    stored,
)  # fmt: skip

TRIES = 3  # as often a list that is needed as one is found; then all are left lists
MANY = 1000
FEW = 6  # turns of a loop over a table that are written one after the other


class Statements(Places):
    """The rewriting of one function."""

    def __init__(self, inliner: OtherFunctions, source: Source, chosen: dict[str, int] | None = None) -> None:
        """``chosen``: names that are these numbers, in a function that is written for each of them."""
        super().__init__(inliner.sources, source, inliner.still)
        self.inliner, self.spans = inliner, inliner.spans
        self.chosen = chosen or {}
        self.needed: set[int] = set()  # the lists that are asked for as lists

    def function(self) -> ast.FunctionDef:
        for _ in range(TRIES):
            try:
                return self.attempt()
            except Needed as reason:
                self.needed.add(reason.number)
        self.needed.update(range(MANY))
        return self.attempt()

    def attempt(self) -> ast.FunctionDef:
        self.forget_lists()
        self.tail: ast.expr | None = None  # the call whose value is given back
        node: ast.FunctionDef = copied(self.source.node)
        node.decorator_list, node.returns = [], None
        for arg in node.args.args:
            arg.annotation = None
        names = Names(node)
        self.own, self.once, self.loose = names.own, names.once, names.loose
        node.body = self.block(node.body, Known())[0]
        unused(node)
        return node

    # -- one after the other -----------------------------------------------------------------------------------

    def block(self, body: Block, known: Known) -> tuple[Block, Known]:
        out: Block = []
        waiting = body[::-1]
        while waiting:
            stmt = waiting.pop()
            made = self.statement(stmt, known, waiting)
            out += made
            if made and ends(made):
                break
        return out or [ast.Pass()], known

    def statement(self, stmt: ast.stmt, known: Known, rest: Block) -> Block:
        """What a statement becomes; ``rest``: what comes after it, the next one last."""
        made = self.made(stmt, known, rest)
        if self.lists:
            for each in made:
                self.whole_lists(each, rest, known)
        return made

    def made(self, stmt: ast.stmt, known: Known, rest: Block) -> Block:
        kind = type(stmt)
        if kind is ast.If:
            return self.choice(stmt, known, rest)  # type: ignore[arg-type]
        if kind is ast.Assign:
            return self.assigned(stmt, known, rest)  # type: ignore[arg-type]
        if kind is ast.Expr:
            return self.done(stmt, known, rest)  # type: ignore[arg-type]
        if kind is ast.Return:
            return self.returned(stmt, known, rest)  # type: ignore[arg-type]
        if kind is ast.For:
            return self.loop(stmt, known, rest)  # type: ignore[arg-type]
        if kind is ast.While:
            return self.repeated(stmt, known)  # type: ignore[arg-type]
        if kind is ast.AnnAssign:
            if stmt.value is None:  # type: ignore[attr-defined]
                return []
            rest.append(ast.Assign([stmt.target], stmt.value))  # type: ignore[attr-defined]
            return []
        if kind is ast.AugAssign:
            stmt.value = self.fold(stmt.value, known)  # type: ignore[attr-defined]
            stmt.target = self.target(stmt.target, known)  # type: ignore[attr-defined]
            if type(stmt.target) is ast.Name and stmt.target.id in self.lists:  # type: ignore[attr-defined]
                raise Needed(self.lists[stmt.target.id][0])  # type: ignore[attr-defined]
            known.forget(stored(stmt.target))  # type: ignore[attr-defined]
            return [stmt]
        if kind in (ast.Pass, ast.Assert):
            return []
        if kind is ast.Raise:
            stmt.exc = self.fold(stmt.exc, known)  # type: ignore[attr-defined]
        return [stmt]

    def target(self, node: ast.expr, known: Known) -> ast.expr:
        if isinstance(node, ast.Subscript):
            node.value, node.slice = self.fold(node.value, known), self.fold(node.slice, known)
            name = self.place(node)
            if name is not None:
                return ast.Name(name, ast.Store())
        elif isinstance(node, ast.Attribute):
            node.value = self.fold(node.value, known)
        elif isinstance(node, ast.Tuple):
            node.elts = [self.target(x, known) for x in node.elts]
        return node

    def assigned(self, stmt: ast.Assign, known: Known, rest: Block) -> Block:
        stmt.value = self.fold(stmt.value, known)
        if type(stmt.value) is ast.Tuple and not stmt.value.elts:
            stmt.value = constant(())
        stmt.targets = [self.target(x, known) for x in stmt.targets]
        target = stmt.targets[0]
        if type(target) is ast.Name and target.id in self.chosen and type(stmt.value) is ast.Subscript:
            stmt.value = ast.Constant(self.chosen[target.id])
        if (
            type(target) is ast.Name
            and len(stmt.targets) == 1
            and target.id in self.once
            and self.in_places(target.id, stmt.value, rest)
        ):
            return []
        if (
            type(target) is ast.Tuple
            and type(stmt.value) is ast.Tuple
            and self.one_by_one(target.elts, stmt.value.elts, rest)
        ):
            return []
        if self.stays(target, stmt.value):
            return []
        if len(stmt.targets) > 1 or type(target) is not ast.Name:
            known.forget({name for x in stmt.targets for name in stored(x)})
            return [stmt]
        if self.expand(stmt.value, rest, lambda value: [ast.Assign([copied(target)], value)], False):
            return []
        chosen = stmt.value
        if isinstance(chosen, ast.IfExp) and any(self.written(x) is not None for x in (chosen.body, chosen.orelse)):
            ways: list[Block] = [[ast.Assign([copied(target)], x)] for x in (chosen.body, chosen.orelse)]
            rest.append(ast.If(chosen.test, *ways))
            return []
        known.forget({target.id})
        value: Any = stmt.value
        if is_based(value, self.spans) and {target.id, value.right.id} <= self.once:
            self.based[target.id] = value
        ability = self.abilities(stmt.value)
        if ability and target.id in self.once:
            self.numbers[target.id] = ability
        if target.id not in self.loose:
            if type(value) is ast.Constant or (
                type(value) is ast.Name and value.id != target.id and value.id not in self.loose
            ):
                known.same[target.id] = value
            if not (type(value) is ast.Constant and value.value is None) and self.is_there(value, known):
                known.there.add(target.id)
        return [stmt]

    def stays(self, target: ast.expr, value: ast.expr) -> bool:
        """Whether an assignment puts in a slot that never changes what is there."""
        if not (type(target) is ast.Subscript and type(target.value) is ast.Name and target.value.id == "s"):
            return False
        at: Any = target.slice.value if type(target.slice) is ast.Constant else None
        given = self.settled(value)
        return at in self.still and type(given) is type(self.still[at]) and bool(given == self.still[at])

    def one_by_one(self, targets: list[ast.expr], values: list[ast.expr], rest: Block) -> bool:
        """«a, b = x, y» as two assignments, when the second does not ask for what the first sets."""
        if len(targets) != len(values) or any(type(x) is ast.Starred for x in [*targets, *values]):
            return False
        set_ = {x.id for x in targets if type(x) is ast.Name}
        asked = {x.id for value in values for x in walk(value) if type(x) is ast.Name}
        if (
            set_ & asked
            or any(type(x) is not ast.Name for x in targets[:-1])
            or not all(only_reads(x) for x in values[1:])
        ):
            return False
        rest += [ast.Assign([x], value) for x, value in zip(targets, values, strict=True)][::-1]
        return True

    def is_there(self, value: ast.expr, known: Known) -> bool:
        if type(value) is ast.Name:
            return value.id in known.there
        return isinstance(value, (ast.Constant, ast.Tuple, ast.List, ast.BinOp, ast.Compare, ast.ListComp))

    def done(self, stmt: ast.Expr, known: Known, rest: Block) -> Block:
        stmt.value = self.fold(stmt.value, known)
        if only_reads(stmt.value):
            return []
        if self.expand(stmt.value, rest, lambda value: [] if only_reads(value) else [ast.Expr(value)], False):
            return []
        return [stmt]

    def returned(self, stmt: ast.Return, known: Known, rest: Block) -> Block:
        if stmt.value is None:
            return [stmt]
        self.tail = stmt.value if isinstance(stmt.value, ast.Call) else None
        stmt.value = self.fold(stmt.value, known)
        found = self.written(stmt.value)
        if (
            found is not None
            and size(found[0].body) <= SMALL
            and self.expand(stmt.value, rest, lambda value: [ast.Return(value)], True)
        ):
            return []
        return [stmt]

    # -- ifs ---------------------------------------------------------------------------------------------------

    def choice(self, stmt: ast.If, known: Known, rest: Block) -> Block:
        stmt.test = self.condition(stmt.test, known)
        truth = self.truth(stmt.test)
        if truth is not None:
            rest += (stmt.body if truth else stmt.orelse)[::-1]
            return []
        if self.parted(stmt, rest) or self.tested(stmt, rest):
            return []
        yes, no = self.way(stmt.test, known, True), self.way(stmt.test, known, False)
        body, orelse = self.block(stmt.body, yes)[0], self.block(stmt.orelse, no)[0] if stmt.orelse else []
        while rest and isinstance(rest[-1], ast.If) and not ends(body) and not ends(orelse):
            truths = [self.truth(self.fold(copied(rest[-1].test), each)) for each in (yes, no)]
            if None in truths or (truths[0] == truths[1]):
                break
            following: Any = rest.pop()
            body += self.block(copied(following.body if truths[0] else following.orelse), yes)[0]
            orelse += self.block(copied(following.body if truths[1] else following.orelse), no)[0]
        self.joined(known, [(each, way) for each, way in ((body, yes), (orelse, no)) if not ends(each)])
        return if_else(stmt.test, body, orelse)

    def way(self, test: ast.expr, known: Known, holds: bool) -> Known:
        found = self.passed(test, known, holds).copy()
        if (
            type(test) is ast.Compare
            and len(test.ops) == 1
            and type(test.left) is ast.Name
            and type(test.comparators[0]) is ast.Constant
        ):
            if (
                isinstance(test.ops[0], (ast.Eq, ast.Is) if holds else (ast.NotEq, ast.IsNot))
                and test.left.id not in self.loose
            ):
                value = test.comparators[0].value
                if value is None or type(value) is int:
                    found.same[test.left.id] = test.comparators[0]
        return found

    def joined(self, known: Known, ways: list[tuple[Block, Known]]) -> None:
        """What is known where several ways come together."""
        if not ways:
            return
        first = ways[0][1]
        for _, other in ways[1:]:
            first.both(other)
        known.same, known.there = first.same, first.there

    def parted(self, stmt: ast.If, rest: Block) -> bool:
        """«if a and f(…): …» as «if a: if f(…): …», when f can be written out."""
        test = stmt.test
        if not (type(test) is ast.BoolOp and isinstance(test.op, ast.And)) or stmt.orelse:
            return False
        at = next(
            (i for i, x in enumerate(test.values) if self.written(negated(x) if is_not(x) else x) is not None), None
        )
        if at is None:
            return False
        body = stmt.body
        for part in (
            ([test.values[at + 1 :]] if at + 1 < len(test.values) else [])
            + [[test.values[at]]]
            + ([test.values[:at]] if at else [])
        ):
            body = [ast.If(part[0] if len(part) == 1 else ast.BoolOp(ast.And(), part), body, [])]
        rest += body
        return True

    def tested(self, stmt: ast.If, rest: Block) -> bool:
        """«if f(…): …» with f written out."""
        holds = not is_not(stmt.test)
        call = stmt.test if holds else negated(stmt.test)
        yes, no = (stmt.body, stmt.orelse) if holds else (stmt.orelse, stmt.body)
        used = [0, 0]

        def leaf(value: ast.expr) -> Block:
            truth = self.truth(value)
            if truth is not None:
                used[truth] += 1
                return copied(yes if truth else no)
            used[0], used[1] = used[0] + 1, used[1] + 1
            return if_else(copied(value), copied(yes) or [ast.Pass()], copied(no))

        kept = len(rest)
        if not self.expand(call, rest, leaf, bool(stmt.body) and leaves(stmt.body) and not stmt.orelse):
            return False
        if (used[1] > 1 and size(yes) > SMALL) or (used[0] > 1 and size(no) > SMALL):
            del rest[kept:]
            return False
        return True

    # -- loops -------------------------------------------------------------------------------------------------

    def loop(self, stmt: ast.For, known: Known, rest: Block) -> Block:
        stmt.iter = self.fold(stmt.iter, known)
        if self.truth(stmt.iter) is False:
            return []
        pile = self.settled(stmt.iter)
        if isinstance(pile, (tuple, list)) and len(pile) <= FEW and not jumps(stmt.body) and not stmt.orelse:
            turns: Block = []
            for each in pile:
                turns += [ast.Assign([copied(stmt.target)], ast.Constant(each)), *copied(stmt.body)]
            if size(turns) < 40 * SMALL:
                rest += turns[::-1]
                return []
        known.forget(self.changing(stmt))
        self.entry(stmt)
        stmt.body = self.block(stmt.body, known.copy())[0]
        return [stmt]

    def entry(self, stmt: ast.For) -> None:
        """«for e in s[12]»: of what e can be an entry."""
        pile, target = stmt.iter, stmt.target
        if type(target) is not ast.Name or target.id not in self.once or type(pile) is not ast.Subscript:
            return
        if type(pile.value) is ast.Name and pile.value.id == "s" and type(pile.slice) is ast.Constant:
            slot: Any = pile.slice.value
            found = self.inliner.filled.get(slot)
            if found:
                self.entries[target.id] = found

    def repeated(self, stmt: ast.While, known: Known) -> Block:
        known.forget(self.changing(stmt))
        stmt.test = self.condition(stmt.test, known)
        if self.truth(stmt.test) is False:
            return []
        stmt.body = self.block(stmt.body, known.copy())[0]
        return [stmt]

    # -- calls -------------------------------------------------------------------------------------------------

    def written(self, call: ast.expr) -> tuple[ast.FunctionDef, list[ast.expr]] | None:
        """The function of a call and what it is given, when it can be written where it is called."""
        if type(call) is not ast.Call or type(call.func) is not ast.Constant or call.keywords:
            return None
        if any(type(x) is ast.Starred for x in call.args):
            return None
        function = self.inliner.small(call.func.value)
        return (function, call.args) if function is not None and len(function.args.args) == len(call.args) else None

    def called(self, node: ast.Call, function: Any, known: Known) -> ast.expr:
        """A call of a function that is one expression, as that expression."""
        if not isinstance(function, FunctionType) or any(type(x) is ast.Starred for x in node.args):
            return node
        for i, arg in enumerate(node.args):
            if type(arg) is ast.Name and arg.id in self.lists:
                if self.inliner.changes(function, i):
                    continue
                arg = self.places(arg.id)
                arg.elts = [self.fold(x, known) for x in arg.elts]
            if type(arg) is ast.List and node is not self.tail and not any(type(x) is ast.Starred for x in arg.elts):
                other = self.inliner.with_places(function, node.args, i, arg.elts)
                if other is not None:
                    return other
        totals = [self.total(x) for x in node.args]
        if any(totals) or any(type(x) is ast.Constant for x in node.args):
            args = [total or x for x, total in zip(node.args, totals, strict=True)]
            narrow = self.inliner.narrowed(function, args)
            if narrow is not None:
                function = narrow
                given = [total.right if total else x for x, total in zip(args, totals, strict=True) if not narrows(x)]
                node = ast.Call(constant(narrow), given, [])
        found = self.inliner.expression(function)
        if found is None or node.keywords or any(type(x) is ast.Starred for x in node.args):
            return node
        params, body, uses, inside = found
        if len(params) != len(node.args):
            return node
        values: dict[str, ast.expr] = {}
        for name, arg in zip(params, node.args, strict=True):
            if (
                simple(arg)
                or (uses[name] <= 2 and cheap(arg) and name not in inside)
                or (uses[name] <= 1 and only_reads(arg) and name not in inside)
            ):
                values[name] = arg
            else:
                return node
        if any(type(x) is ast.Name and x.id in self.loose for x in node.args):
            return node
        return self.fold(Put(values, self.fresh_names(body, params)).put(body), known)

    def fresh_names(self, body: ast.AST, params: list[str]) -> dict[str, str]:
        own = stored(body) | {x.arg for x in walk(body) if type(x) is ast.arg}
        names = self.inliner.fresh(own - set(params))
        self.own |= set(names.values())
        return names

    def expand(self, call: ast.expr, rest: Block, leaf: Callable[[ast.expr], Block], leaving: bool) -> bool:
        """Put the statements of a called function before the rest; ``leaf``: what becomes of the value that it returns,
        ``leaving``: that it leaves the function too."""
        found = self.written(call)
        if found is None:
            return False
        function, args = found
        summary = self.inliner.summary(function)
        names = self.inliner.fresh(summary.own)
        body: Block = renamed(function.body, names)
        try:
            made = body_with(body, leaf, leaving)
        except TooTangled:
            return False
        self.own.update(names.values())
        self.once.update(names[x] for x in summary.once)
        self.loose.update(names[x] for x in summary.loose)
        given: Block = []
        for param, arg in zip(function.args.args, args, strict=True):
            given.append(ast.Assign([ast.Name(names[param.arg], ast.Store())], arg))
        rest += [*given, *made][::-1]
        return True
