"""What generated expressions become once it is known which slots stay empty and what a name can stand for.

The compiler writes every test in full: whether the thing is there, whether it is a card, where it lies, what cards could say of
it. Most of it is settled beforehand: no card of this match ever puts anything in a slot, a loop runs over the cards of one zone.
Here such tests are worked out, on Python's own syntax trees; all expressions are free of side effects.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from attrs import define, evolve, field, frozen

from ..program.declared import attached_zones
from ..program.layout import Layout
from .shapes import (
    Renamed,
    block,
    block_of,
    clash,
    compare,
    constant,
    copied,
    counts_one,
    is_mask,
    is_nothing,
    is_topmost,
    numbers,
    refusals,
    slot_of,
    whole,
)

TRUE, FALSE, NOTHING = ast.Constant(True), ast.Constant(False), ast.Tuple([], ast.Load())
UNTOUCHED = {"lifted": False, "cards_allow": True, "is_free": False}  # what they say when no card says anything


@frozen
class Fact:
    """What is known of a name: a card or a player that is there; in which zones it lies; the very pile, as text."""

    kind: str
    zones: frozenset[int] | None = None
    pile: str | None = None


@frozen
class Known:
    """What holds where an expression stands: facts of names, terms that are only other words, tests passed on the way."""

    facts: dict[str, Fact] = {}
    same: dict[str, ast.expr] = {}
    equal: dict[str, ast.expr] = {}  # terms, written out, that are a name
    true: frozenset[str] = frozenset()

    def having(self, name: str, fact: Fact | None) -> Known:
        facts = {k: v for k, v in self.facts.items() if k != name}
        if fact is not None:
            facts[name] = fact
        return evolve(self, facts=facts, same={k: v for k, v in self.same.items() if k != name})

    def meaning(self, name: str, value: ast.expr) -> Known:
        return evolve(self, same={**self.same, name: value})

    def passed(self, tests: list[ast.expr]) -> Known:
        if not tests:
            return self
        equal = dict(self.equal)
        for test in tests:
            if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq) and len(test.ops) == 1:
                left, right = test.left, test.comparators[0]
                if isinstance(left, ast.Subscript) and isinstance(right, ast.Name) and right.id in self.facts:
                    equal[ast.dump(left)] = right
        return evolve(self, true=self.true | {ast.dump(x) for x in tests}, equal=equal)

    def forgetting(self) -> Known:
        """After a change of the state: what tests have shown of it counts no more."""
        return evolve(self, true=frozenset(), equal={}) if self.true or self.equal else self

    def equating(self, slot: int, of: ast.expr) -> Known:
        """The thing in a slot is the one of this name."""
        at = ast.Subscript(ast.Name("s", ast.Load()), ast.Constant(slot), ast.Load())
        return evolve(self, equal={**self.equal, ast.dump(at): of})

    def fact(self, node: ast.expr) -> Fact | None:
        """What is known of a term: a name, or the other player of a known one."""
        if isinstance(node, ast.Name):
            return self.facts.get(node.id)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and isinstance(node.right, ast.Name):
            fact = self.facts.get(node.right.id)
            return fact if fact is not None and fact.kind == "player" else None
        return None


@define
class Simplifier:
    """The rewriting of expressions for one game with its cards."""

    layout: Layout
    dead: frozenset[int]
    in_play: frozenset[int]
    guards: dict[str, ast.FunctionDef] = field(factory=dict)  # tests of events, written out where they are asked
    plain: dict[str, ast.expr] = field(factory=dict)  # functions of (s, c) that are one expression
    trial: Callable[[ast.Call, Known], ast.expr | None] | None = None  # a trial that is answered on the spot
    told: dict[str, ast.FunctionDef] = field(factory=dict)  # what permissions say, where that is one expression
    liftable: frozenset[int] | None = None  # the rules that some card's permission speaks against
    direct: dict[str, int] = field(factory=dict)  # programs that have a plain form, and what their frames begin with
    silent: dict[str, int] = field(factory=dict)  # functions that say nothing while a slot is empty

    def expr(self, node: ast.expr, known: Known, cond: bool = False) -> ast.expr:
        """The expression worked out; ``cond``: only whether it is true matters."""
        handler = getattr(self, "on_" + type(node).__name__.lower(), None)
        if handler is not None:
            found: ast.expr = handler(node, known, cond)
            return found
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, name, self.expr(value, known))
            elif isinstance(value, list):
                setattr(node, name, [self.expr(x, known) if isinstance(x, ast.expr) else x for x in value])
        return node

    # -- leaves ------------------------------------------------------------------------------------------------

    def on_constant(self, node: ast.Constant, known: Known, cond: bool) -> ast.expr:
        return node

    def on_name(self, node: ast.Name, known: Known, cond: bool) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in known.same:
            return copied(known.same[node.id])
        return node

    def on_subscript(self, node: ast.Subscript, known: Known, cond: bool) -> ast.expr:
        node.slice = self.expr(node.slice, known)
        node.value = self.expr(node.value, known)
        if isinstance(node.ctx, ast.Load) and slot_of(node) in self.dead:
            return copied(NOTHING)
        if isinstance(node.ctx, ast.Load) and slot_of(node.value) == self.layout["snap"]:
            at = node.slice.value if isinstance(node.slice, ast.Constant) else None
            if isinstance(at, int) and at + self.layout.index_triggers in self.dead:
                return copied(NOTHING)
        if known.equal and isinstance(node.ctx, ast.Load):
            named = known.equal.get(ast.dump(node))
            if named is not None:
                return copied(named)
        if isinstance(node.value, (ast.List, ast.Tuple)) and isinstance(node.slice, ast.Constant):
            at = node.slice.value
            if isinstance(at, int) and at < len(node.value.elts):
                return node.value.elts[at]
        return node

    def on_lambda(self, node: ast.Lambda, known: Known, cond: bool) -> ast.expr:
        for arg in node.args.args:
            if arg.arg != "s":
                known = known.having(arg.arg, None)
        node.body = self.expr(node.body, known)
        return node

    # -- and, or, not, if --------------------------------------------------------------------------------------

    def on_boolop(self, node: ast.BoolOp, known: Known, cond: bool) -> ast.expr:
        conj = isinstance(node.op, ast.And)
        values: list[ast.expr] = []
        for i, value in enumerate(node.values):
            last = i == len(node.values) - 1
            if conj and known.true and ast.dump(value) in known.true:
                continue
            got = self.expr(value, known, cond or not last)
            parts = got.values if isinstance(got, ast.BoolOp) and type(got.op) is type(node.op) else [got]
            for part in parts:
                truth = constant(part)
                if truth is None:
                    if conj and known.true and ast.dump(part) in known.true:
                        continue
                    values.append(part)
                    if conj:
                        known = known.passed([part])
                elif truth != conj:  # False in an «and», True in an «or»: what follows is never asked
                    return part if cond or not values else ast.BoolOp(node.op, [*values, part])
                elif last and not cond and not values:
                    return part
                elif last and not cond and not (isinstance(part, ast.Constant) and isinstance(part.value, bool)):
                    values.append(part)  # «x or 0»: its value is used, not only whether it is true
        if not values:
            return copied(TRUE if conj else FALSE)
        if not conj and self.covers(values, known):
            return copied(TRUE)
        return values[0] if len(values) == 1 else ast.BoolOp(node.op, values)

    def covers(self, tests: list[ast.expr], known: Known) -> bool:
        """«in this zone or in that», of a card that can be nowhere else."""
        wanted: set[int] = set()
        for test in tests:
            if not (isinstance(test, ast.Compare) and isinstance(test.left, ast.Subscript) and len(test.ops) == 1):
                return False
            at = numbers(test.comparators[0])
            if ast.dump(test.left) != ast.dump(tests[0].left) or at is None:  # type: ignore[attr-defined]
                return False
            wanted |= at
        left: Any = tests[0].left  # type: ignore[attr-defined]
        if not (isinstance(left.value, ast.Name) and left.value.id == "KO"):
            return False
        fact = self.where(left.slice, known)
        return fact is not None and fact.zones is not None and fact.zones <= wanted

    def on_unaryop(self, node: ast.UnaryOp, known: Known, cond: bool) -> ast.expr:
        if not isinstance(node.op, ast.Not):
            node.operand = self.expr(node.operand, known)
            return node
        node.operand = self.expr(node.operand, known, True)
        truth = constant(node.operand)
        if truth is not None:
            return ast.Constant(not truth)
        if known.true and ast.dump(node.operand) in known.true:
            return copied(FALSE)
        if cond and isinstance(node.operand, ast.UnaryOp) and isinstance(node.operand.op, ast.Not):
            return node.operand.operand
        return node

    def on_ifexp(self, node: ast.IfExp, known: Known, cond: bool) -> ast.expr:
        test = self.expr(node.test, known, True)
        truth = True if known.true and ast.dump(test) in known.true else constant(test)
        if truth is not None:
            return self.expr(node.body if truth else node.orelse, known, cond)
        node.test = test
        node.body = self.expr(node.body, known, cond)
        node.orelse = self.expr(node.orelse, known, cond)
        if cond and constant(node.body) is True and constant(node.orelse) is False:
            return node.test
        small = isinstance(node.body, (ast.Constant, ast.Tuple, ast.Name))
        return node.body if small and ast.dump(node.body) == ast.dump(node.orelse) else node

    # -- comparisons -------------------------------------------------------------------------------------------

    def on_compare(self, node: ast.Compare, known: Known, cond: bool) -> ast.expr:
        node.left = self.expr(node.left, known)
        node.comparators = [self.expr(x, known) for x in node.comparators]
        if len(node.ops) == 1:
            if self.counts_many(node):
                pile = copied(node.left.args[0].generators[0].iter)  # type: ignore[attr-defined]
                size = ast.Call(ast.Name("len", ast.Load()), [pile], [])
                few = ast.Compare(size, node.ops, copied(node.comparators))
                return ast.BoolOp(ast.And(), [few, node])
            if cond and is_mask(node):
                return node.left
            if cond and counts_one(node):
                return node.left.args[0]  # type: ignore[attr-defined,no-any-return]
            truth = self.settled(node.left, node.ops[0], node.comparators[0], known)
            if truth is not None:
                return ast.Constant(truth)
        return node

    def counts_many(self, node: ast.Compare) -> bool:
        """«len([c for c in pile if …]) > 4»: never with a pile that is not that long."""
        left, right = node.left, node.comparators[0]
        counted = isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "len"
        if not (counted and isinstance(node.ops[0], ast.Gt) and isinstance(right, ast.Constant)):
            return False
        pile = left.args[0]  # type: ignore[attr-defined]
        return isinstance(pile, ast.ListComp) and len(pile.generators) == 1 and bool(pile.generators[0].ifs)

    def settled(self, left: ast.expr, op: ast.cmpop, right: ast.expr, known: Known) -> bool | None:
        """The answer of a comparison, when it is known beforehand."""
        same = isinstance(op, (ast.Eq, ast.Is, ast.LtE, ast.GtE))
        if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
            return compare(left.value, op, right.value)
        if isinstance(right, ast.Constant) and right.value is None and isinstance(op, (ast.Is, ast.IsNot)):
            return isinstance(op, ast.IsNot) if self.is_there(left, known) else None
        if isinstance(left, ast.Name) and isinstance(right, ast.Name) and left.id == right.id:
            return same if isinstance(op, (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)) else None
        fact, other = known.fact(left), known.fact(right)
        if fact is not None and isinstance(right, ast.Constant) and right.value == 0:
            if isinstance(op, ast.GtE):
                return fact.kind == "card"
            if isinstance(op, ast.Lt):
                return fact.kind == "player"
        if fact is not None and other is not None and fact.kind != other.kind and isinstance(op, (ast.Eq, ast.NotEq)):
            return isinstance(op, ast.NotEq)
        return self.settled_place(left, op, right, known)

    def is_there(self, node: ast.expr, known: Known) -> bool:
        """Whether a term is something: a known name, a number, the other player of a known one."""
        if isinstance(node, ast.Name):
            return node.id in known.facts
        if isinstance(node, ast.Constant):
            return node.value is not None
        return isinstance(node, ast.BinOp)

    def settled_place(self, left: ast.expr, op: ast.cmpop, right: ast.expr, known: Known) -> bool | None:
        """«KO[s[ZONE + x]] == 3», «s[ZONE + x] == 26 + p» of a card that a loop found in a zone."""
        if isinstance(left, ast.Subscript) and isinstance(left.value, ast.Name) and left.value.id == "KO":
            fact = self.where(left.slice, known)
            if fact is None or fact.zones is None:
                return None
            wanted = numbers(right)
            if wanted is None or not isinstance(op, (ast.Eq, ast.In)):
                return None
            if fact.zones <= wanted:
                return True
            return False if not fact.zones & wanted else None
        fact = self.where(left, known)
        if fact is not None and fact.pile is not None and isinstance(op, ast.Eq):
            return True if ast.unparse(right) == fact.pile else None
        return None

    def where(self, node: ast.expr, known: Known) -> Fact | None:
        """The fact of ``x`` in «s[ZONE + x]»."""
        if isinstance(node, ast.Subscript):
            base, name = block_of(node)
            if base == self.layout["zone"] and name is not None:
                return known.facts.get(name)
        return None

    # -- calls -------------------------------------------------------------------------------------------------

    def on_call(self, node: ast.Call, known: Known, cond: bool) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        node.args = [self.expr(x, known) for x in node.args]
        args = node.args
        if name == "bool" and len(args) == 1 and constant(args[0]) is not None:
            return ast.Constant(constant(args[0]))
        if name == "bool" and cond:
            return self.expr(args[0], known, True)
        if name in ("any", "len", "tuple") and len(args) == 1 and constant(args[0]) is False:
            return {"any": ast.Constant(False), "len": ast.Constant(0), "tuple": ast.Tuple([], ast.Load())}[name]
        if name in ("max", "min") and len(args) > 1 and all(type(getattr(x, "value", None)) is int for x in args):
            return ast.Constant((max if name == "max" else min)(whole(x) for x in args))
        if name in UNTOUCHED and len(args) > 1 and constant(args[1]) is False:
            return ast.Constant(UNTOUCHED[name])
        if name == "lifted" and self.liftable is not None and whole(args[3]) not in self.liftable:
            return ast.Constant(False)
        if name == "fitting" and constant(args[1]) is False:
            return copied(NOTHING)
        if name == "first" and is_topmost(args[0]):
            pile = args[0].args[0]  # type: ignore[attr-defined]
            last = ast.Subscript(copied(pile), ast.Constant(-1), ast.Load())
            return ast.IfExp(pile, last, ast.Constant(None))
        if name == "every" and cond and self.member(args[0]) is not None:
            return self.every(args[0], args[1], known)
        if name == "price_of" and constant(args[1]) is False:
            return ast.Call(ast.Name("max", ast.Load()), [ast.Constant(0), args[4]], [])
        if name == "limit_of":
            if constant(args[1]) is False:
                return args[3]
            return ast.IfExp(copied(args[1]), node, copied(args[3]))
        if name in self.guards and len(args) == 2 and not clash(self.guards[name], args[1]):
            return self.expr(self.allowed(name, args[1]), known, True)
        if name in self.direct and isinstance(args[2], ast.List) and constant(args[2].elts[1]) is False:
            first, frame = self.direct[name], args[2].elts
            return ast.Call(ast.Name(f"q_{name}", ast.Load()), [*args[:2], *frame[2:first]], [])
        if name == "would" and self.trial is not None:
            return self.trial(node, known) or node
        if name in self.silent:
            slot = self.silent[name]
            there = ast.Subscript(ast.Name("s", ast.Load()), ast.Constant(slot), ast.Load())
            return ast.Constant(0) if slot in self.dead else ast.IfExp(there, node, ast.Constant(0))
        if name in self.told and isinstance(args[1], ast.Tuple) and isinstance(args[2], ast.List):
            return self.said_of(self.told[name], args[1], args[2], node, known, cond)
        if len(args) == 1 and name in self.plain:
            return copied(self.plain[name])
        if len(args) == 2 and isinstance(args[1], ast.Name):
            return self.of_thing(name, args[1], node, known, cond)
        return node

    def said_of(
        self, told: ast.FunctionDef, entry: ast.Tuple, event: ast.List, node: ast.Call, known: Known, cond: bool
    ) -> ast.expr:
        """What a permission says of an event that is written out."""
        first = told.body[0]
        assert isinstance(first, ast.Return) and first.value is not None
        if clash(told, event) or clash(told, entry):
            return node
        given = dict(zip((x.arg for x in told.args.args[1:]), (entry, event), strict=True))
        return self.expr(Renamed(given).visit(copied(first.value)), known, cond)

    def every(self, pile: ast.expr, test: Any, known: Known) -> ast.expr:
        """«every(pile, lambda c: …)» of a pile of cards, in which nothing is missing."""
        each = test.args.args[0].arg
        whole_: ast.expr = ast.Call(
            ast.Name("all", ast.Load()),
            [ast.GeneratorExp(test.body, [ast.comprehension(ast.Name(each, ast.Store()), copied(pile), [], 0)])],
            [],
        )
        if dict(self.layout.game.orders.get("doubt_order", ())).get("all of none") != "true":
            whole_ = ast.BoolOp(ast.And(), [pile, whole_])
        return self.expr(whole_, known, True)

    def of_thing(self, name: str, of: ast.Name, node: ast.Call, known: Known, cond: bool) -> ast.expr:
        """What is asked of one thing of which something is known."""
        fact = known.facts.get(of.id)
        if fact is None:
            return node
        L = self.layout
        if name == "controller":
            return of if fact.kind == "player" else block(L["ctrl"], of)
        stays = fact.zones is not None and fact.zones <= self.in_play
        if name == "under" and stays and len(self.under) == 1:
            return block(self.under[0], of)
        if name.startswith("l") and name[1:2] in "vk" and stays:
            node.func = ast.Name(name[1:], ast.Load())
            name = name[1:]
        if name in self.plain:
            return self.expr(Renamed({"c": of}).visit(copied(self.plain[name])), known, cond)
        return node

    @property
    def under(self) -> list[int]:
        return [self.layout["zone " + z.name] for z in attached_zones(self.layout.game)]

    def allowed(self, name: str, event: ast.expr) -> ast.expr:
        """The test of an event, written out for this one."""
        tests = list(refusals(self.guards[name].body, {"ev": event}))
        if not tests:
            return copied(TRUE)
        return ast.UnaryOp(ast.Not(), tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests))

    # -- sums of piles, lists ----------------------------------------------------------------------------------

    def on_binop(self, node: ast.BinOp, known: Known, cond: bool) -> ast.expr:
        node.left, node.right = self.expr(node.left, known), self.expr(node.right, known)
        if isinstance(node.op, ast.Add):
            if is_nothing(node.left):
                return node.right
            if is_nothing(node.right):
                return node.left
        return node

    def on_listcomp(self, node: ast.ListComp, known: Known, cond: bool) -> ast.expr:
        known = self.generators(node.generators, known)
        first = node.generators[0]
        if any(is_nothing(comp.iter) or any(constant(x) is False for x in comp.ifs) for comp in node.generators):
            return ast.List([], ast.Load())
        for comp in node.generators:
            comp.ifs = [x for x in comp.ifs if constant(x) is None]
        node.elt = self.expr(node.elt, known)
        return first.iter if cond and len(node.generators) == 1 and not first.ifs else node

    def on_generatorexp(self, node: ast.GeneratorExp, known: Known, cond: bool) -> ast.expr:
        node.elt = self.expr(node.elt, self.generators(node.generators, known), True)
        return node

    def generators(self, generators: list[ast.comprehension], known: Known) -> Known:
        """The piles and tests of a comprehension worked out; what is known inside it."""
        for comp in generators:
            comp.iter = self.expr(comp.iter, known)
            if isinstance(comp.target, ast.Name):
                known = known.having(comp.target.id, self.member(comp.iter))
            comp.ifs = [self.expr(x, known, True) for x in comp.ifs]
            known = known.passed([x for x in comp.ifs if constant(x) is None])
        return known

    def member(self, pile: ast.expr) -> Fact | None:
        """What is known of each thing of a pile."""
        if isinstance(pile, ast.Name) and pile.id == "PLAYERS":
            return Fact("player")
        if isinstance(pile, (ast.ListComp, ast.GeneratorExp)) and len(pile.generators) == 1:
            same = isinstance(pile.elt, ast.Name) and isinstance(pile.generators[0].target, ast.Name)
            if same and pile.elt.id == pile.generators[0].target.id:  # type: ignore[attr-defined]
                return self.member(pile.generators[0].iter)
        if isinstance(pile, ast.BinOp) and isinstance(pile.op, ast.Add):
            left, right = self.member(pile.left), self.member(pile.right)
            if left is None or right is None or left.kind != right.kind:
                return None
            zones = left.zones | right.zones if left.zones is not None and right.zones is not None else None
            return Fact(left.kind, zones)
        if isinstance(pile, ast.Subscript):
            return self.member_of_slot(pile)
        return None

    def member_of_slot(self, pile: ast.Subscript) -> Fact | None:
        L = self.layout
        slot = slot_of(pile)
        if slot is not None:
            if slot in L.kind_of:
                return Fact("card", frozenset({L.kind_of[slot]}), str(slot))
            for name, zone in L.game.zones.items():
                if zone.owner == "card" and slot == L["all " + name]:
                    return Fact("card", frozenset({L.kind_index[name]}))
            return None
        base, _ = block_of(pile)
        for name, zone in L.game.zones.items():
            if zone.owner != "shared" and base == L["zone " + name]:
                return Fact("card", frozenset({L.kind_index[name]}), ast.unparse(pile.slice))
        return None
