"""What comes of those who react to a trial, without carrying it all out: nothing, or effects that only come to stand."""

from __future__ import annotations

import ast
import re

from ..program.compiled import Compiled
from .shapes import walk
from .shortcut import Shortcut

SLOT = re.compile(r"\bs\[(\d+)[\] ]")


class Reactions:
    """The programs of triggers, as far as a trial needs them. ``functions``: all that was made short, by name."""

    def __init__(self, compiled: Compiled, functions: dict[str, str]) -> None:
        self.compiled = compiled
        self.plain: list[ast.FunctionDef | None] = []
        for ability in compiled.abilities:
            name = compiled.programs[ability.program].name if ability.program else ""
            module = ast.parse(functions.get(name, ""))
            found = (x for x in module.body if isinstance(x, ast.FunctionDef) and x.name == f"q_{name}")
            self.plain.append(next(found, None))

    def idle(self) -> tuple[bool, ...]:
        """By ability whether it does nothing in a trial: there nobody chooses, so what may be declined is, and what begins with
        a choice is given up before it has done anything."""
        return tuple(
            ability.declined or (node is not None and getattr(ability.node, "limit", None) is None and asks_first(node))
            for ability, node in zip(self.compiled.abilities, self.plain, strict=True)
        )

    def standing(self, short: Shortcut, places: int) -> dict[int, str]:
        """The triggers of an event whose whole effect is that something stands, not bound to the trial: their plain programs,
        which are given so many ``places``."""
        found = {}
        for ability, node in zip(self.compiled.abilities, self.plain, strict=True):
            limited = ability.limit or getattr(ability.node, "limit", None) is not None
            ordinary = not (ability.at_once or limited or ability.what or ability.left or ability.recursive)
            if ability.kind != "trigger" or not ordinary or node is None or len(node.args.args) != 2 + places:
                continue
            if self.only_stands(node, short):
                found[ability.number] = node.name
        return found

    def only_stands(self, node: ast.FunctionDef, short: Shortcut) -> bool:
        L = self.compiled.layout
        bound = {*short.kept, *(L[f"serial {name}"] for name in short.periods)}
        bound |= {at for name, at in L.slots.items() if name.startswith("history ")}
        if {int(x) for x in SLOT.findall(ast.unparse(node))} & bound:
            return False
        calls = [x for x in walk(node) if isinstance(x, ast.Call)]
        stands = all(isinstance(x.func, ast.Name) and x.func.id == "stand" for x in calls)
        plain = (ast.FunctionDef, ast.Assign, ast.Expr, ast.If, ast.Return, ast.Pass)
        return bool(calls) and stands and all(isinstance(x, plain) for x in walk(node) if isinstance(x, ast.stmt))


def asks_first(node: ast.FunctionDef) -> bool:
    """Whether a program does nothing before it asks somebody."""
    for stmt in node.body:
        if isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.Constant):
            continue
        if not (isinstance(stmt, ast.If) and isinstance(stmt.test, ast.UnaryOp) and isinstance(stmt.test.op, ast.Not)):
            return False
        call = stmt.test.operand
        return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "ask"
    return False
