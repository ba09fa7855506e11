"""What cards say of what may be done, sorted before all options are gone through: what lifts a rule, what raises a limit, what judges.

Each option asks the same entries again, and most of them say something else. Which abilities can lift which rule is known when the
game is compiled; so the entries are looked through once, and an option asks only those that can change its answer.
"""

from __future__ import annotations

import ast
import re

from ..program.compiled import Compiled
from .shapes import slot_of, walk

OWN = re.compile(r"ev\[(\d+)\] == e\[1\]")
ASKING = frozenset({"lifted", "limit_of", "cards_allow"})


def sorted_first(source: str, compiled: Compiled) -> str:
    """The options of an action with the entries that they ask sorted before their loops."""
    module = ast.parse(source)
    for function in module.body:
        if isinstance(function, ast.FunctionDef):
            sorting = Sorting(compiled, piles(function))
            at = next((i for i, x in enumerate(function.body) if isinstance(x, ast.For)), None)
            if at is not None:
                after = [sorting.visit(x) for x in function.body[at:]]
                function.body[at:] = [*sorting.kept(vain(after)), *after]
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"


class Sorting(ast.NodeTransformer):
    """The rewriting of one function: what is asked of which entries, and under which name these are kept."""

    def __init__(self, compiled: Compiled, piles: dict[str, str]) -> None:
        self.abilities = [x for x in compiled.abilities if x.kind == "allow"]
        self.own = {x.number: at for x in self.abilities if (at := own_place(compiled, x.number)) is not None}
        self.piles = piles
        self.names: dict[str, str] = {}

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Name) and node.func.id in ASKING and of_slots(node.args[1])):
            return node
        asked = node.func.id
        numbers, those = self.wanted(asked, node.args[3:])
        if not numbers:
            return node.args[3] if asked == "limit_of" else node
        pile = (
            self.name(ast.unparse(node.args[1])) if isinstance(node.args[1], ast.BinOp) else ast.unparse(node.args[1])
        )
        which = [f"e[0] {'in' if those else 'not in'} {numbers!r}", *self.nowhere(node.args[2], numbers, those)]
        name = ast.Name(self.name(f"tuple([e for e in {pile} if {' and '.join(which)}])"), ast.Load())
        node.args[1] = name
        if asked == "lifted":
            return ast.BoolOp(ast.And(), [name, node])
        if asked == "limit_of":
            return ast.IfExp(name, node, node.args[3])
        return ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), name), node])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """«not (not some or …)» as «some and not …»."""
        self.generic_visit(node)
        inner = node.operand
        if isinstance(node.op, ast.Not) and isinstance(inner, ast.BoolOp) and isinstance(inner.op, ast.Or):
            none, rest = inner.values[0], inner.values[-1]
            if len(inner.values) == 2 and isinstance(none, ast.UnaryOp) and isinstance(none.op, ast.Not):
                return ast.BoolOp(ast.And(), [none.operand, ast.UnaryOp(ast.Not(), rest)])
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """«(limit_of(…) if some else 1) if all else 1»: where there are none at all there are not some."""
        all_ = of_slots(node.test)
        self.generic_visit(node)
        inner = node.body
        if all_ and isinstance(inner, ast.IfExp) and ast.dump(inner.orelse) == ast.dump(node.orelse):
            return inner
        return node

    def wanted(self, asked: str, given: list[ast.expr]) -> tuple[tuple[int, ...], bool]:
        """The abilities that a question concerns, or those that it does not."""
        if asked == "lifted":
            rule = given[0]
            assert isinstance(rule, ast.Constant)
            return tuple(x.number for x in self.abilities if rule.value in x.beats), True
        if asked == "limit_of":
            return tuple(x.number for x in self.abilities if x.limit and x.allowed), True
        return tuple(x.number for x in self.abilities if x.limit), False

    def nowhere(self, event: ast.expr, numbers: tuple[int, ...], those: bool) -> list[str]:
        """What is left of what speaks only of its own card: that which lies where the options come from."""
        found = []
        for at in sorted({*self.own.values()}):
            thing = event.elts[at] if isinstance(event, ast.List) else None
            pile = self.piles.get(thing.id) if isinstance(thing, ast.Name) else None
            about = tuple(x for x, place in self.own.items() if place == at and (x in numbers) is those)
            if pile is not None and about:
                found.append(f"(e[0] not in {about!r} or e[1] in {pile})")
        return found

    def name(self, text: str) -> str:
        return self.names.setdefault(text, f"said{len(self.names)}_")

    def kept(self, vain: dict[str, str]) -> list[ast.stmt]:
        """What is sorted, first that without which all is in vain."""
        lines = {name: f"{name} = {text}" for text, name in self.names.items()}
        first = [lines.pop(x) for x in list(lines) if x in vain or self.sums(lines[x])]
        return ast.parse("\n".join([*first, *vain.values(), *lines.values()])).body

    def sums(self, line: str) -> bool:
        return "tuple(" not in line


def piles(function: ast.FunctionDef) -> dict[str, str]:
    """The things that a function goes through, each with its pile, when that is the same whatever the others are."""
    loops = [x for x in walk(function) if isinstance(x, ast.For)]
    changing = {y.id for x in loops for y in walk(x) if isinstance(y, ast.Name) and isinstance(y.ctx, ast.Store)}
    return {
        x.target.id: ast.unparse(x.iter)
        for x in loops
        if isinstance(x.target, ast.Name) and not changing & {y.id for y in walk(x.iter) if isinstance(y, ast.Name)}
    }


def own_place(compiled: Compiled, number: int) -> int | None:
    """Where in an event the card itself must stand for which a permission speaks («ev[4] == e[1]»); None when it need not."""
    body = ast.parse(compiled.functions[f"a{number}"]).body[0].body  # type: ignore[attr-defined]
    said = body[0].value if isinstance(body[0], ast.Return) else None
    if isinstance(said, ast.IfExp) and isinstance(said.orelse, ast.Constant) and not said.orelse.value:
        said = said.test
    for part in said.values if isinstance(said, ast.BoolOp) and isinstance(said.op, ast.And) else [said]:
        match = OWN.fullmatch(ast.unparse(part)) if part is not None else None
        if match:
            return int(match[1])
    return None


def vain(loops: list[ast.stmt]) -> dict[str, str]:
    """«for x in pile: if full and not (some and …): continue»: with «full» and none of them nothing comes of the loop."""
    loop = loops[0]
    found: dict[str, str] = {}
    if len(loops) > 1 or not isinstance(loop, ast.For):
        return found
    changing = {x.id for x in walk(loop) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
    for stmt in loop.body:
        test = stmt.test if isinstance(stmt, ast.If) and isinstance(stmt.body[0], ast.Continue) else None
        if not (isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and len(test.values) == 2):
            continue
        full, rest = test.values
        some = rest.operand if isinstance(rest, ast.UnaryOp) and isinstance(rest.op, ast.Not) else None
        if isinstance(full, ast.Name) and isinstance(some, ast.BoolOp) and isinstance(some.op, ast.And):
            none = some.values[0]
            if isinstance(none, ast.Name) and not {full.id, none.id} & changing:
                found[none.id] = f"if {full.id} and not {none.id}: return"
    return found


def of_slots(node: ast.expr) -> bool:
    """Whether an expression is made of slots that no option changes."""
    if isinstance(node, ast.BinOp):
        return of_slots(node.left) and of_slots(node.right)
    return slot_of(node) is not None


__all__ = ["sorted_first"]
