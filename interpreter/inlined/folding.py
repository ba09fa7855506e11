"""Expressions worked out: what is settled once a game is linked, and what is known where the expression stands."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from types import FunctionType
from typing import Any

import attrs

from ..native.functions import COMPREHENSIONS, FOLDED, MISSING, Source, Sources
from ..shortened.shapes import copied
from .trees import LITERAL, constant, negated, only_reads

OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq, ast.NotEq: operator.ne,
    ast.Is: operator.is_, ast.IsNot: operator.is_not, ast.In: lambda x, t: x in t, ast.NotIn: lambda x, t: x not in t,
}  # fmt: skip
TABLES = (tuple, list, dict, frozenset, set, range)
BUILTINS = (len, bool, tuple, min, max, sum, any, all)
THERE = (ast.Tuple, ast.List, ast.BinOp, ast.Compare, ast.ListComp, ast.GeneratorExp, ast.JoinedStr)


class Known:
    """What is known at a point of a function: names that are constants or other names, names that are not None."""

    __slots__ = ("same", "there")

    def __init__(self, same: dict[str, ast.expr] | None = None, there: set[str] | None = None) -> None:
        self.same = same if same is not None else {}
        self.there = there if there is not None else set()

    def copy(self) -> Known:
        return Known(dict(self.same), set(self.there))

    def forget(self, names: set[str]) -> None:
        """Names that are set anew."""
        for name in names:
            self.same.pop(name, None)
            self.there.discard(name)
        if self.same:
            for name, value in list(self.same.items()):
                if type(value) is ast.Name and value.id in names:
                    del self.same[name]

    def both(self, other: Known) -> None:
        """Only what is known on another way too."""
        for name, value in list(self.same.items()):
            if not alike(value, other.same.get(name)):
                del self.same[name]
        self.there &= other.there


def alike(one: ast.expr | None, other: ast.expr | None) -> bool:
    if type(one) is ast.Name and type(other) is ast.Name:
        return one.id == other.id
    if type(one) is ast.Constant and type(other) is ast.Constant:
        return one.value is other.value or (type(one.value) is type(other.value) and one.value == other.value)
    return False


class Folding:
    """The expressions of one function."""

    def __init__(self, sources: Sources, source: Source, still: dict[int, Any]) -> None:
        """``still``: the slots of the state that never change, and what is in them."""
        self.sources = sources
        self.still = still
        self.source = source
        self.own: set[str] = set()
        self.once: set[str] = set()  # names that are set once
        self.entries: dict[str, frozenset[int]] = {}  # names of entries, with the abilities that they can be of
        self.numbers: dict[str, frozenset[int]] = {}  # … of the numbers of these abilities
        self.spans: dict[int, tuple[int, int]] = {}  # which slots «36 + p» can be
        self.based: dict[str, ast.BinOp] = {}  # names that are such a sum
        self.handlers: dict[type, Callable[[Any, Known], ast.expr]] = {}

    # -- constants ---------------------------------------------------------------------------------------------

    def settled(self, node: ast.expr) -> Any:
        """The value of a constant that stays what it is; MISSING for all else."""
        if type(node) is ast.Constant:
            value: Any = node.value
            return MISSING if value is self.sources.names or id(value) in self.sources.changed else value
        return () if type(node) is ast.Tuple and not node.elts else MISSING

    def is_names(self, node: ast.expr) -> bool:
        """Whether an expression is the namespace of the game."""
        value: Any = getattr(node, "value", None)
        return type(node) is ast.Constant and value is self.sources.names

    def truth(self, node: ast.expr) -> bool | None:
        if type(node) in (ast.Tuple, ast.List):
            return bool(node.elts)  # type: ignore[attr-defined]
        value = self.settled(node)
        return bool(value) if isinstance(value, (*LITERAL, *TABLES, FunctionType)) else None

    def fold(self, node: ast.expr, known: Known) -> ast.expr:
        kind = type(node)
        if kind is ast.Constant:
            return node
        if kind is ast.Name:
            return self.name(node, known)  # type: ignore[arg-type]
        handler = self.handlers.get(kind)
        if handler is None:
            handler = self.handlers[kind] = getattr(self, "on_" + kind.__name__.lower(), self.others)
        return handler(node, known)

    def others(self, node: ast.expr, known: Known) -> ast.expr:
        for name in node._fields:
            value = getattr(node, name)
            if isinstance(value, ast.expr):
                setattr(node, name, self.fold(value, known))
            elif type(value) is list:
                setattr(node, name, [self.fold(x, known) if isinstance(x, ast.expr) else x for x in value])
        return node

    def name(self, node: ast.Name, known: Known) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            return node
        found = known.same.get(node.id)
        if found is not None:
            return ast.Constant(found.value) if type(found) is ast.Constant else copied(found)
        if node.id in self.own:
            return node
        value = self.source.meaning(node.id)
        return node if value is MISSING else ast.Constant(value)

    def on_attribute(self, node: ast.Attribute, known: Known) -> ast.expr:
        node.value = self.fold(node.value, known)
        of = self.settled(node.value)
        if isinstance(of, FOLDED) or (attrs.has(type(of)) and of is not MISSING):
            return ast.Constant(getattr(of, node.attr))
        return node

    def on_subscript(self, node: ast.Subscript, known: Known) -> ast.expr:
        node.value, node.slice = self.fold(node.value, known), self.fold(node.slice, known)
        if not isinstance(node.ctx, ast.Load):
            return node
        if type(node.slice) is not ast.Constant:
            return self.everywhere(node)
        at: Any = node.slice.value
        if self.is_names(node.value):
            found = self.sources.names.get(at, MISSING)
            return constant(found) if isinstance(found, FunctionType) else node
        if type(node.value) in (ast.Tuple, ast.List) and type(at) is int:
            elts: list[ast.expr] = node.value.elts  # type: ignore[attr-defined]
            if -len(elts) <= at < len(elts) and all(only_reads(x) for x in elts):
                return elts[at]
        if type(node.value) is ast.Name and node.value.id == "s" and at in self.still:
            return ast.Constant(self.still[at])
        table = self.settled(node.value)
        if isinstance(table, (tuple, list, dict)) or type(table).__name__ == "Layout":
            try:
                return ast.Constant(table[at])
            except (LookupError, TypeError):
                return node
        return node

    def everywhere(self, node: ast.Subscript) -> ast.expr:
        """A place of a table that is the same at every place."""
        table = self.settled(node.value)
        if (
            not isinstance(table, (tuple, list))
            or not table
            or isinstance(node.slice, ast.Slice)
            or not only_reads(node.slice)
        ):
            return node
        places = self.abilities(node.slice)
        if places:
            table = [table[i] for i in places if i < len(table)]
        total = self.total(node.slice)
        if total is not None:
            base: Any = total.left.value  # type: ignore[attr-defined]
            span = range(*self.spans[base])
            if span.stop > len(table):
                return node
            if all(type(table[i]) is int and table[i] == i - base for i in span):
                return copied(total.right)
            table = [table[i] for i in span]
        first = table[0]
        if not isinstance(first, (*LITERAL, tuple, list, dict, frozenset)):
            return node
        if any(type(x) is not type(first) or id(x) in self.sources.changed or x != first for x in table):
            return node
        return constant(first)

    def total(self, node: ast.expr) -> ast.BinOp | None:
        """«36 + p», or a name that is this, when it is known which slots that can be."""
        found = self.based.get(node.id) if type(node) is ast.Name else node
        return found if is_based(found, self.spans) else None  # type: ignore[return-value]

    def abilities(self, node: ast.expr) -> frozenset[int] | None:
        """The abilities that a number can be: the first place of an entry of a slot of which it is known what fills it."""
        if type(node) is ast.Subscript and type(node.value) is ast.Name and type(node.slice) is ast.Constant:
            return self.entries.get(node.value.id) if node.slice.value == 0 else None
        return self.numbers.get(node.id) if type(node) is ast.Name else None

    def on_list(self, node: ast.List, known: Known) -> ast.expr:
        node.elts = [self.fold(x, known) for x in node.elts]
        node.elts = [x for x in node.elts if not (type(x) is ast.Starred and self.settled(x.value) == ())]
        return node

    # -- operators ---------------------------------------------------------------------------------------------

    def on_binop(self, node: ast.BinOp, known: Known) -> ast.expr:
        node.left, node.right = self.fold(node.left, known), self.fold(node.right, known)
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if type(one) is ast.Constant and type(one.value) is int and one.value == 0:
                if isinstance(node.op, (ast.Mult, ast.BitAnd)) and only_reads(other):
                    return ast.Constant(0)
                if isinstance(node.op, (ast.Add, ast.BitOr)) and type(other) is not ast.Constant:
                    return other
        return self.reckoned(node, node.left, node.op, node.right)

    def reckoned(self, node: ast.expr, left: ast.expr, op: ast.AST, right: ast.expr) -> ast.expr:
        one, other = self.settled(left), self.settled(right)
        if one is MISSING or other is MISSING or type(op) not in OPERATORS:
            return node
        if isinstance(one, (*LITERAL, FunctionType)) and isinstance(other, (*LITERAL, *TABLES, FunctionType)):
            try:
                found = OPERATORS[type(op)](one, other)
            except (TypeError, ValueError):
                return node
            return ast.Constant(found) if isinstance(found, LITERAL) else node
        return node

    def on_unaryop(self, node: ast.UnaryOp, known: Known) -> ast.expr:
        node.operand = (
            self.condition(node.operand, known) if isinstance(node.op, ast.Not) else self.fold(node.operand, known)
        )
        if isinstance(node.op, ast.Not):
            truth = self.truth(node.operand)
            return node if truth is None else ast.Constant(not truth)
        value = self.settled(node.operand)
        if type(value) is int and isinstance(node.op, ast.USub):
            return ast.Constant(-value)
        if type(value) is int and isinstance(node.op, ast.Invert):
            return ast.Constant(~value)
        return node

    def on_compare(self, node: ast.Compare, known: Known) -> ast.expr:
        node.left = self.fold(node.left, known)
        node.comparators = [self.fold(x, known) for x in node.comparators]
        if len(node.ops) > 1:
            return node
        right, op = node.comparators[0], node.ops[0]
        if isinstance(op, (ast.Is, ast.IsNot)) and type(right) is ast.Constant and right.value is None:
            if type(node.left) in THERE or (type(node.left) is ast.Name and node.left.id in known.there):
                return ast.Constant(isinstance(op, ast.IsNot))
        table = self.settled(right)
        if isinstance(op, (ast.In, ast.NotIn)) and isinstance(table, TABLES) and not table and only_reads(node.left):
            return ast.Constant(isinstance(op, ast.NotIn))
        return self.reckoned(node, node.left, op, right)

    def on_boolop(self, node: ast.BoolOp, known: Known) -> ast.expr:
        conj = isinstance(node.op, ast.And)
        out: list[ast.expr] = []
        for i, value in enumerate(node.values):
            got = self.fold(value, known)
            truth = self.truth(got)
            last = i == len(node.values) - 1
            if truth is None or last:
                out.append(got)
            elif truth != conj:
                out.append(got)
                break
            if conj:
                known = self.passed(got, known)
        if len(out) > 1 and self.truth(out[-1]) is conj and type(out[-1]) is ast.Constant and out[-1].value is conj:
            if is_test(out[-2]):
                out.pop()
        return out[0] if len(out) == 1 else ast.BoolOp(node.op, out)

    def condition(self, node: ast.expr, known: Known) -> ast.expr:
        """An expression of which only the truth counts."""
        return self.bare(self.fold(node, known))

    def bare(self, node: ast.expr) -> ast.expr:
        """A test without the parts that settle nothing."""
        if type(node) is ast.UnaryOp and isinstance(node.op, ast.Not):
            inner = self.bare(node.operand)
            truth = self.truth(inner)
            return ast.Constant(not truth) if truth is not None else negated(inner)
        if type(node) is not ast.BoolOp:
            return node
        conj = isinstance(node.op, ast.And)
        out: list[ast.expr] = []
        for each in map(self.bare, node.values):
            truth = self.truth(each)
            if truth is None:
                out += each.values if type(each) is ast.BoolOp and isinstance(each.op, ast.And) is conj else [each]
            elif truth != conj:
                if all(only_reads(x) for x in out):
                    return ast.Constant(truth)
                out.append(each)
                break
        if not out:
            return ast.Constant(conj)
        return out[0] if len(out) == 1 else ast.BoolOp(node.op, out)

    def passed(self, test: ast.expr, known: Known, yes: bool = True) -> Known:
        """What is known besides where a test holds (or does not)."""
        found: set[str] = set()
        self.shows(test, yes, found)
        if not found - known.there:
            return known
        return Known(known.same, known.there | found)

    def shows(self, test: ast.expr, yes: bool, found: set[str]) -> None:
        """The names of which a test shows that they are not None."""
        if type(test) is ast.UnaryOp and isinstance(test.op, ast.Not):
            self.shows(test.operand, not yes, found)
        elif type(test) is ast.BoolOp and isinstance(test.op, ast.And) is yes:
            for x in test.values:
                self.shows(x, yes, found)
        elif type(test) is ast.Name and yes:
            found.add(test.id)
        elif type(test) is ast.Compare and len(test.ops) == 1 and type(test.left) is ast.Name:
            right = test.comparators[0]
            none = type(right) is ast.Constant and right.value is None
            if none and isinstance(test.ops[0], ast.IsNot if yes else ast.Is):
                found.add(test.left.id)

    def on_ifexp(self, node: ast.IfExp, known: Known) -> ast.expr:
        node.test = self.condition(node.test, known)
        truth = self.truth(node.test)
        if truth is not None:
            return self.fold(node.body if truth else node.orelse, known)
        node.body = self.fold(node.body, self.passed(node.test, known))
        node.orelse = self.fold(node.orelse, self.passed(node.test, known, False))
        return node

    # -- comprehensions, calls ---------------------------------------------------------------------------------

    def generators(self, node: Any, known: Known, whole: bool = False) -> bool:
        """The piles and tests of a comprehension; False when it goes over nothing."""
        for comp in node.generators:
            comp.iter = self.fold(comp.iter, known)
            if self.truth(comp.iter) is False and not whole:
                return False
            comp.ifs = [self.condition(x, known) for x in comp.ifs]
            if whole:
                continue
            if any(self.truth(x) is False for x in comp.ifs):
                return False
            comp.ifs = [x for x in comp.ifs if self.truth(x) is None]
        return True

    def on_listcomp(self, node: ast.ListComp, known: Known) -> ast.expr:
        if not self.generators(node, known):
            return ast.List([], ast.Load())
        node.elt = self.fold(node.elt, known)
        return node

    def on_generatorexp(self, node: ast.GeneratorExp, known: Known) -> ast.expr:
        if not self.generators(node, known):
            return constant(())
        node.elt = self.fold(node.elt, known)
        return node

    def on_setcomp(self, node: ast.SetComp, known: Known) -> ast.expr:
        self.generators(node, known, whole=True)
        node.elt = self.fold(node.elt, known)
        return node

    def on_dictcomp(self, node: ast.DictComp, known: Known) -> ast.expr:
        self.generators(node, known, whole=True)
        node.key, node.value = self.fold(node.key, known), self.fold(node.value, known)
        return node

    def on_lambda(self, node: ast.Lambda, known: Known) -> ast.expr:
        """It is asked later: of names that change only their meaning of then counts."""
        later = Known(
            {
                k: v
                for k, v in known.same.items()
                if k in self.once and (type(v) is ast.Constant or getattr(v, "id", "") in self.once)
            }
        )
        node.body = self.fold(node.body, later)
        return node

    def on_joinedstr(self, node: ast.JoinedStr, known: Known) -> ast.expr:
        values: list[Any] = []
        for x in node.values:
            if isinstance(x, ast.FormattedValue):
                x.value = self.fold(x.value, known)
                values.append(self.settled(x.value) if x.conversion == -1 and x.format_spec is None else MISSING)
            else:
                values.append(self.settled(x))
        return ast.Constant("".join(map(str, values))) if all(isinstance(x, (int, str)) for x in values) else node

    def on_call(self, node: ast.Call, known: Known) -> ast.expr:
        node.args = [self.fold(x, known) for x in node.args]
        for each in node.keywords:
            each.value = self.fold(each.value, known)
        if type(node.func) is ast.Attribute:
            node.func.value = self.fold(node.func.value, known)
            return self.method(node, node.func)
        asked, node.func = node.func, self.fold(node.func, known)
        if type(node.func) is not ast.Constant:
            return node
        if node.func.value is None:  # of a table of which no entry is a function: nobody comes here
            node.func = asked
            return node
        called: Any = node.func.value
        if called is zip and any(self.truth(x) is False for x in node.args):
            return constant(())
        values = [self.settled(x) for x in node.args]
        if called in BUILTINS and not node.keywords and len(values) == 1:
            if type(node.args[0]) is ast.List and not node.args[0].elts:
                values = [()]
            if isinstance(values[0], (*TABLES, *LITERAL)):
                try:
                    found = called(values[0])
                except TypeError:
                    return node
                if isinstance(found, LITERAL) or found == ():
                    return ast.Constant(found)
        return self.called(node, called, known)

    def called(self, node: ast.Call, function: Any, known: Known) -> ast.expr:
        return node

    def method(self, node: ast.Call, func: ast.Attribute) -> ast.expr:
        table, args = self.settled(func.value), [self.settled(x) for x in node.args]
        if (
            func.attr == "get"
            and table == {}
            and isinstance(table, dict)
            and len(args) == 2
            and all(map(only_reads, node.args))
        ):
            return node.args[1]
        if func.attr == "get" and MISSING not in args:
            if self.is_names(func.value):
                found = self.sources.names.get(*args)
                return constant(found) if found is None or isinstance(found, FunctionType) else node
            if isinstance(table, dict):
                return ast.Constant(table.get(*args))
        return node


def is_based(node: Any, spans: dict[int, tuple[int, int]]) -> bool:
    """Whether an expression is a slot of a known block: «36 + p»."""
    return (
        type(node) is ast.BinOp
        and isinstance(node.op, ast.Add)
        and type(node.left) is ast.Constant
        and node.left.value in spans
        and type(node.right) is ast.Name
    )


def is_test(node: ast.expr) -> bool:
    """Whether an expression gives True or False."""
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


__all__ = ["COMPREHENSIONS", "Folding", "Known", "alike", "negated"]
