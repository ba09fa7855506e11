"""What a function has read and nothing has changed since is not read again.

A last look at each function: a place of the state, of a table or of a frame that is asked twice on one way is kept under a name the
first time, and so is what was just put there. What counts as a change is decided by where a slot lies, see ``Ranges``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

from attrs import define, field

from ..native.functions import COMPREHENSIONS
from ..program.layout import Layout
from ..shortened.shapes import copied, walk
from .trees import Block, ends

# functions that only read: values, claims, tests of events, limits, options, what a trial would bring
READING = re.compile(
    r"(l?[vkw]|st|cl|lim|opts|noun|next|ends|tried)\d+_?|would\d\w*|opts\d+_paid|known|controller|under|total|last_known|given|flagged"
    r"|layered|members|fitting|replacing|claimed\w*|suppressed|silenced"
)
QUIET = frozenset(
    {"len", "bool", "tuple", "int", "min", "max", "sum", "any", "all", "isinstance", "frozenset", "range"}
)
ASKING = frozenset({"index", "count", "get"})
OF_LISTS = frozenset({"append", "clear", "pop"})  # they change lists, never the state
FRAME, TESTS = "fr", "FN"  # the parameter for a program's frame; the table of what entries say
KEEPING = 2  # instructions that it takes to keep a value under a name
Span = tuple[int, int]
ANYWHERE: Span = (0, 1 << 60)


class Ranges:
    """Which slots «s[77 + x]» can be: the cards' or players' places of the block that begins there."""

    def __init__(self, layout: Layout) -> None:
        self.spans = layout.spans

    def of(self, index: ast.expr) -> Span:
        if type(index) is ast.Constant and type(index.value) is int:
            return index.value, index.value + 1
        if type(index) is ast.BinOp and isinstance(index.op, ast.Add) and type(index.left) is ast.Constant:
            return self.spans.get(index.left.value, ANYWHERE)  # type: ignore[arg-type]
        return ANYWHERE


@define(eq=False)
class Held:
    """A value that is at hand: its name (or the constant that it is), what it depends on, how often that was of use."""

    value: ast.expr
    names: frozenset[str]
    spans: tuple[Span, ...]  # slots of the state
    lists: bool  # whether it lies in a list of the function
    gain: int  # instructions that one use saves
    made: bool = False  # a name of our own, to be kept only when it is worth it
    uses: int = 0


Known = dict[str, Held]


def met(one: Known, other: Known) -> Known:
    """What is known on both ways."""
    return {key: held for key, held in one.items() if other.get(key) is held}


@define
class Reuse:
    """One function."""

    ranges: Ranges
    settled: Callable[[str], bool]  # whether a name is a table that never changes
    own: set[str] = field(factory=set)
    shared: set[str] = field(factory=set)
    frames: set[str] = field(factory=set)  # names of lists that are surely not the state
    count: int = 0
    may_name: bool = True  # whether what is read here may get a name
    originals: dict[int, tuple[ast.expr, ast.expr]] = field(factory=dict)  # each name that we put, what it stands for
    kept: dict[str, Held] = field(factory=dict)

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.begin(node)
        self.block(node.body, {})
        return Undone(self).function(node)

    def begin(self, node: ast.FunctionDef) -> None:
        self.own = {x.id for x in walk(node) if type(x) is ast.Name and not isinstance(x.ctx, ast.Load)}
        self.own |= {x.arg for x in node.args.args}
        scopes = [x for x in walk(node) if isinstance(x, (*COMPREHENSIONS, ast.Lambda))]
        within = [y for x in scopes for y in walk(x)]
        self.shared = {y.arg for y in within if type(y) is ast.arg}  # names that nested scopes bind: left alone
        self.shared |= {y.id for y in within if type(y) is ast.Name and not isinstance(y.ctx, ast.Load)}
        self.frames = {x.arg for x in node.args.args if x.arg == FRAME} | lists_made(node)

    # -- statements --------------------------------------------------------------------------------------------

    def block(self, body: Block, known: Known) -> Known:
        for i, stmt in enumerate(body):
            if type(stmt) is ast.AugAssign:
                stmt = body[i] = self.plain(stmt, known)
            known = self.statement(stmt, known)
        return known

    def plain(self, stmt: ast.AugAssign, known: Known) -> ast.stmt:
        """«s[3] += 1» as «s[3] = s[3] + 1», which is shorter for one slot, or when what is there is at hand."""
        target = stmt.target
        if type(target) is ast.Attribute and type(target.value) is ast.Name and type(stmt.value) is ast.Constant:
            now = ast.Attribute(copied(target.value), target.attr, ast.Load())
            return ast.Assign([target], ast.BinOp(now, stmt.op, stmt.value))
        if not (type(target) is ast.Subscript and type(target.value) is ast.Name and target.value.id == "s"):
            return stmt
        place = ast.Subscript(copied(target.value), copied(target.slice), ast.Load())
        if type(target.slice) is not ast.Constant and ast.dump(place) not in known:
            return stmt
        return ast.Assign([target], ast.BinOp(place, stmt.op, stmt.value))

    def statement(self, stmt: ast.stmt, known: Known) -> Known:
        if isinstance(stmt, ast.If):
            stmt.test, yes, no = self.test(stmt.test, known)
            yes, no = self.block(stmt.body, yes), self.block(stmt.orelse, no)
            if ends(stmt.body):
                return no
            return yes if stmt.orelse and ends(stmt.orelse) else met(yes, no)
        if isinstance(stmt, (ast.For, ast.While)):
            return self.loop(stmt, known)
        if isinstance(stmt, ast.Assign):
            return self.assigned(stmt, known)
        if isinstance(stmt, ast.AugAssign):
            stmt.value, known = self.expr(stmt.value, known)
            return self.stored(stmt.target, known)
        if isinstance(stmt, ast.Delete):
            return {}
        if isinstance(stmt, (ast.Return, ast.Expr)) and stmt.value is not None:
            stmt.value, known = self.expr(stmt.value, known)
        return known

    def loop(self, stmt: ast.For | ast.While, known: Known) -> Known:
        if isinstance(stmt, ast.For):
            stmt.iter, known = self.expr(stmt.iter, known)
        known = self.after_all(stmt, known)
        if isinstance(stmt, ast.For):
            self.block(stmt.body, dict(known))
        else:
            stmt.test, yes, _ = self.test(stmt.test, known)
            self.block(stmt.body, yes)
        if stmt.orelse:
            return met(known, self.block(stmt.orelse, dict(known)))
        return dict(known)

    def after_all(self, nodes: ast.AST, known: Known) -> Known:
        """What is still known after all that stands somewhere in a loop or a comprehension."""
        for x in walk(nodes):
            if type(x) is ast.Call:
                known = self.called(x, known)
            elif isinstance(x, (ast.Subscript, ast.Name)) and not isinstance(x.ctx, ast.Load):
                known = self.stored(x, known)
        return known

    def assigned(self, stmt: ast.Assign, known: Known) -> Known:
        stmt.value, known = self.expr(stmt.value, known)
        target = stmt.targets[0]
        if len(stmt.targets) == 1 and type(target) is ast.Subscript:
            return self.put(stmt, target, known)
        for each in stmt.targets:
            known = self.stored(each, known)
        if len(stmt.targets) > 1:
            return known
        if type(target) is ast.Name:
            source = self.originals[id(stmt.value)][1] if id(stmt.value) in self.originals else stmt.value
            if type(stmt.value) is ast.List:
                self.heads(target.id, stmt.value, known)
            held = self.place(source, copied(ast.Name(target.id, ast.Load())))
            if held is not None and target.id not in held.names and target.id not in self.shared:
                known[ast.dump(source)] = held
        return known

    def heads(self, name: str, value: ast.List, known: Known) -> None:
        """«fr = [4, 0, x, …]»: what its places are."""
        for i, each in enumerate(value.elts):
            if not isinstance(each, (ast.Name, ast.Constant)) or (type(each) is ast.Name and each.id in self.shared):
                break
            place = ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(i), ast.Load())
            names = frozenset({name, each.id} if type(each) is ast.Name else {name})
            known[ast.dump(place)] = Held(each, names, (), True, 2)

    def put(self, stmt: ast.Assign, target: ast.Subscript, known: Known) -> Known:
        """«s[3] = x»: what is there is known."""
        place = ast.Subscript(copied(target.value), copied(target.slice), ast.Load())
        value = stmt.value
        if type(value) is ast.NamedExpr and value.target.id in self.kept:  # a name for the place is as good
            known.pop(ast.dump(self.originals[id(value)][1]), None)
            value = stmt.value = value.value
        known = self.stored(target, known)
        if type(value) is ast.NamedExpr or (type(value) is ast.Name and value.id in self.shared):
            return known
        simple = isinstance(value, (ast.Name, ast.Constant)) or (type(value) is ast.Tuple and not value.elts)
        held = self.place(place, value if simple else ast.Name(self.fresh(), ast.Load()))
        if held is None:
            return known
        if type(value) is ast.Name:
            held.names |= {value.id}
            if value.id in self.kept:
                self.kept[value.id].uses += 1
                held.value = value
        if not simple:
            held.made = True
            name: Any = held.value
            self.kept[name.id] = held
            stmt.targets.append(ast.Name(name.id, ast.Store()))
        known[ast.dump(place)] = held
        return known

    def stored(self, target: ast.expr, known: Known) -> Known:
        """What is still known when something is put somewhere."""
        if type(target) is ast.Name:
            return {
                k: v
                for k, v in known.items()
                if target.id not in v.names and not (type(v.value) is ast.Name and v.value.id == target.id)
            }
        if isinstance(target, ast.Tuple):
            for each in target.elts:
                known = self.stored(each, known)
            return known
        if type(target) is ast.Subscript and type(target.value) is ast.Name:
            if target.value.id == "s":
                low, high = self.ranges.of(target.slice)
                return {k: v for k, v in known.items() if not any(low < y and x < high for x, y in v.spans)}
            if target.value.id in self.frames:
                return {k: v for k, v in known.items() if not v.lists}
        if isinstance(target, ast.Attribute):
            return known
        return {}

    def called(self, node: ast.Call, known: Known) -> Known:
        """What is still known after a call."""
        func = node.func
        if type(func) is ast.Name:
            if func.id in QUIET or READING.fullmatch(func.id):
                return known
        elif type(func) is ast.Subscript:
            if type(func.value) is ast.Name and func.value.id == TESTS:
                return known
        elif type(func) is ast.Attribute:
            if func.attr in ASKING:
                return known
            if func.attr in OF_LISTS:
                return {k: v for k, v in known.items() if not v.lists}
        return {k: v for k, v in known.items() if not v.spans and not v.lists}

    # -- expressions -------------------------------------------------------------------------------------------

    def test(self, node: ast.expr, known: Known) -> tuple[ast.expr, Known, Known]:
        """A test, and what is known where it holds and where it does not."""
        if type(node) is ast.UnaryOp and isinstance(node.op, ast.Not):
            node.operand, yes, no = self.test(node.operand, known)
            return node, no, yes
        if type(node) is not ast.BoolOp:
            node, known = self.expr(node, known)
            return node, dict(known), dict(known)
        conj = isinstance(node.op, ast.And)
        left: Known | None = None  # what is known where it was settled before the last part
        for i, value in enumerate(node.values):
            node.values[i], yes, no = self.test(value, known)
            known, out = (yes, no) if conj else (no, yes)
            left = out if left is None else met(left, out)
        assert left is not None
        return (node, known, dict(left)) if conj else (node, dict(left), known)

    def expr(self, node: ast.expr, known: Known) -> tuple[ast.expr, Known]:
        held = known.get(ast.dump(node)) if isinstance(node, (ast.Subscript, ast.BinOp)) else None
        if held is not None:
            return self.used(held, node), known
        if type(node) is ast.BoolOp or (type(node) is ast.UnaryOp and isinstance(node.op, ast.Not)):
            node, yes, no = self.test(node, known)
            return node, met(yes, no)
        if isinstance(node, ast.IfExp):
            node.test, yes, no = self.test(node.test, known)
            node.body, yes = self.expr(node.body, yes)
            node.orelse, no = self.expr(node.orelse, no)
            return node, met(yes, no)
        if isinstance(node, COMPREHENSIONS):
            first: Any = node
            outer, self.may_name = self.may_name, False  # Python names nothing where a comprehension takes from
            first.generators[0].iter, known = self.expr(first.generators[0].iter, known)
            self.may_name = outer
            return node, self.after_all(node, known)
        if isinstance(node, (ast.Lambda, ast.Name, ast.Constant)):
            return node, known
        place = self.place(node) if self.may_name and isinstance(node, (ast.Subscript, ast.BinOp)) else None
        before = copied(node) if place is not None else None
        known = self.parts(node, known)
        if type(node) is ast.Call:
            known = self.called(node, known)
        if type(node) is ast.NamedExpr:
            known = self.stored(node.target, known)
        if place is None or before is None:
            return node, known
        name = self.fresh()
        place.value, place.made = ast.Name(name, ast.Load()), True
        self.kept[name] = place
        known = {**known, ast.dump(before): place}
        kept = ast.NamedExpr(ast.Name(name, ast.Store()), node)
        self.originals[id(kept)] = kept, before
        return kept, known

    def parts(self, node: ast.expr, known: Known) -> Known:
        """The parts of an expression in the order in which they are worked out."""
        for name in node._fields:
            value = getattr(node, name)
            if isinstance(value, ast.expr):
                made, known = self.expr(value, known)
                setattr(node, name, made)
            elif type(value) is list:
                for i, each in enumerate(value):
                    if isinstance(each, ast.expr):
                        value[i], known = self.expr(each, known)
                    elif isinstance(each, ast.keyword):
                        each.value, known = self.expr(each.value, known)
            elif isinstance(value, ast.Slice):
                known = self.parts(value, known)
        return known

    def used(self, held: Held, node: ast.expr) -> ast.expr:
        held.uses += 1
        made = copied(held.value)
        self.originals[id(made)] = made, node
        return made

    def place(self, node: ast.expr, value: ast.expr | None = None) -> Held | None:
        """What an expression depends on, when it only reads places of the state, of tables and of frames."""
        if not isinstance(node, (ast.Subscript, ast.BinOp)):
            return None
        names: set[str] = set()
        spans: list[Span] = []
        lists, cost, reads = False, 0, False
        for x in walk(node):
            kind = type(x)
            if kind is ast.Name:
                names.add(x.id)  # type: ignore[attr-defined]
                cost += 1
            elif kind is ast.Subscript:
                reads, cost = True, cost + 1
                of: Any = x.value  # type: ignore[attr-defined]
                if type(of) is not ast.Name or isinstance(x.slice, ast.Slice):  # type: ignore[attr-defined]
                    return None
                if of.id == "s":
                    spans.append(self.ranges.of(x.slice))  # type: ignore[attr-defined]
                elif of.id in self.own or not self.settled(of.id):
                    lists = True
            elif kind is ast.BinOp or kind is ast.Constant:
                cost += 1
            elif not isinstance(x, (ast.operator, ast.expr_context)):
                return None
        if not reads or names & self.shared - {"s"}:
            return None
        return Held(value or node, frozenset(names), tuple(spans), lists, cost - 1)

    def fresh(self) -> str:
        self.count += 1
        return f"t{self.count}_"


@define
class Undone:
    """Names that turned out not to be worth it go again."""

    reuse: Reuse

    def worth(self, name: str) -> bool:
        held = self.reuse.kept[name]
        return held.uses * held.gain > KEEPING

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = self.undone(node.body)
        return node

    def undone(self, node: Any) -> Any:
        kind = type(node)
        if kind is list:
            return [self.undone(x) for x in node]
        if kind is ast.Name and node.id in self.reuse.kept and not self.worth(node.id):
            return self.undone(self.reuse.originals[id(node)][1])
        if kind is ast.NamedExpr and node.target.id in self.reuse.kept and not self.worth(node.target.id):
            return self.undone(node.value)
        if not isinstance(node, ast.AST):
            return node
        if isinstance(node, ast.Assign) and len(node.targets) == 2:
            name = getattr(node.targets[1], "id", "")
            if name in self.reuse.kept and not self.worth(name):
                node.targets.pop()
        for field_ in node._fields:
            value = getattr(node, field_, None)
            if isinstance(value, ast.AST) or type(value) is list:
                setattr(node, field_, self.undone(value))
        return node


def lists_made(node: ast.FunctionDef) -> set[str]:
    """The names that are only ever lists made here."""
    made: dict[str, bool] = {}
    for x in walk(node):
        if type(x) is ast.Assign:
            for target in x.targets:
                if type(target) is ast.Name:
                    made[target.id] = made.get(target.id, True) and isinstance(x.value, (ast.List, ast.ListComp))
    return {name for name, yes in made.items() if yes} - {x.arg for x in node.args.args}
