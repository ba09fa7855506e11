"""What is translated: the generated functions of a game and the fixed ones that they call, each as a syntax tree with what its names mean.

A fixed function is a closure made for one game. Its free names never change once the game is linked, so here they are constants:
numbers of slots, tables, and other functions.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from attrs import define, field

from .. import random as chance
from ..machine import Machine
from ..program.layout import Layout
from ..shortened.shapes import copied, walk

MISSING = object()
FOLDED = (Machine, Layout)  # their attributes are settled when a game is linked
STATE = "s"  # what the state is called wherever it is given
INLINED = "inlined"  # the file of functions that were written into each other
CHANGING = frozenset({"append", "extend", "insert", "pop", "clear", "remove", "update", "setdefault", "add"})


@define(eq=False)
class Source:
    """A function to translate: its name in C, its tree, and the Python function that it is."""

    name: str
    node: ast.FunctionDef
    python: Any
    params: list[str]
    kind: str = "?"  # what it gives: o object, i number, b truth, v nothing
    locals: dict[str, str] = field(factory=dict)
    own: set[str] = field(factory=set)  # the names that it binds, parameters too
    given: dict[str, str] = field(factory=dict)  # of each parameter: o object, n number or nothing

    nodes: list[ast.AST] = field(init=False)  # all of its tree
    given_state: bool = field(init=False)  # whether it is given the state, under its own name

    def __attrs_post_init__(self) -> None:
        self.nodes = list(ast.walk(self.node))
        stored = {x.id for x in self.nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
        self.own |= set(self.params) | stored
        self.given_state = STATE in self.params and STATE not in stored

    def meaning(self, name: str) -> Any:
        """What a name that is not its own means; MISSING when nothing is known."""
        code = self.python.__code__
        if name in code.co_freevars:
            cell = (self.python.__closure__ or ())[code.co_freevars.index(name)]
            try:
                return cell.cell_contents
            except ValueError:
                return MISSING
        if name in self.python.__globals__:
            return self.python.__globals__[name]
        return getattr(builtins, name, MISSING)


@define(eq=False)
class Sources:
    """All functions to translate, by the Python function that each is."""

    names: dict[str, Any]
    texts: dict[str, str]
    trees: dict[str, ast.FunctionDef] = field(factory=dict)  # of those that were written into each other
    initial: list[Any] = field(factory=list)  # the state before anything
    found: dict[int, Source] = field(factory=dict)
    flats: dict[int, tuple[Any, list[Any] | None]] = field(factory=dict)
    changed: set[int] = field(factory=set)  # tables that some function changes: no constants

    def take(self, functions: Iterator[Any]) -> None:
        """These, and all that they name."""
        waiting = [f for f in functions if isinstance(f, FunctionType)]
        while waiting:
            function = waiting.pop()
            if id(function) in self.found:
                continue
            node = self.tree(function)
            if node is None or not simple(node):
                continue
            node = as_methods(Unique().visit(node))
            params = [a.arg for a in node.args.args]
            name = f"{function.__name__}_{len(self.found)}"
            source = self.found[id(function)] = Source(name, node, function, params)
            waiting += self.named(source)

    def tree(self, function: FunctionType) -> ast.FunctionDef | None:
        if function.__globals__ is self.names:
            home = function.__code__.co_filename[1:-1]
            if home == INLINED:
                return self.trees.get(function.__name__)
            tree = _generated(self.texts[home]) if home in self.texts else {}
            return tree.get(function.__name__)
        module = inspect.getmodule(function)
        if module is None or not module.__name__.startswith("interpreter.") or module is chance:
            return None
        return _module(module.__file__ or "").get((function.__name__, function.__code__.co_firstlineno))

    def named(self, source: Source) -> list[FunctionType]:
        """The functions that a function names, alone or in a table."""
        out: list[FunctionType] = []
        for x in source.nodes:
            if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load):
                out += functions_in(source.meaning(x.id))
            if isinstance(x, ast.Subscript) and isinstance(x.slice, ast.Constant) and isinstance(x.value, ast.Name):
                if source.meaning(x.value.id) is self.names:
                    out += functions_in(self.names.get(x.slice.value))
        self.changed |= set(changes(source))
        return out

    def is_row(self, table: Any) -> bool:
        """Whether it is a row of small numbers, of truths, or of numbers and nothing, that never changes."""
        if not (isinstance(table, (list, tuple)) and table) or id(table) in self.changed:
            return False
        types = {type(x) for x in table}
        right = types <= {int, type(None)} if bool not in types else types == {bool}
        return right and types != {type(None)} and all(x is None or abs(x) < 1 << 30 for x in table)

    def flat(self, rows: Any) -> list[Any] | None:
        """The functions of a table of tables that never changes, one row after the other."""
        if id(rows) not in self.flats:
            pile = (list, tuple)
            right = type(rows) in pile and bool(rows) and all(type(x) in pile for x in rows)
            right = right and not {id(rows), *map(id, rows)} & self.changed
            flat = [f for row in rows for f in row] if right else []
            self.flats[id(rows)] = rows, flat if flat and all(f is None or callable(f) for f in flat) else None
        return self.flats[id(rows)][1]

    def of(self, value: Any) -> Source | None:
        return self.found.get(id(value)) if isinstance(value, FunctionType) else None


def functions_in(value: Any, depth: int = 0) -> list[FunctionType]:
    if isinstance(value, FunctionType):
        return [value]
    if isinstance(value, (list, tuple)) and depth < 2:
        return [f for x in value for f in functions_in(x, depth + 1)]
    return []


def changes(source: Source) -> Iterator[int]:
    """The tables that a function changes, among those that are not its own."""
    for x in source.nodes:
        target: ast.expr | None = None
        if isinstance(x, ast.Call) and isinstance(x.func, ast.Attribute) and x.func.attr in CHANGING:
            target = x.func.value
        elif isinstance(x, ast.Subscript) and not isinstance(x.ctx, ast.Load):
            target = x.value
        while isinstance(target, ast.Subscript):  # a table in a table
            target = target.value
        if isinstance(target, ast.Name):
            yield id(source.meaning(target.id))


def as_methods(node: ast.FunctionDef) -> ast.FunctionDef:
    """«last = stack.pop … last()» as «stack.pop()», where neither name becomes anything else; only lists have such methods."""
    stored: Counter[str] = Counter()
    named: Counter[str] = Counter()
    called: Counter[str] = Counter()
    more: Counter[str] = Counter()  # «stack += …» leaves a list what it is
    calls: list[ast.Call] = []
    for each in walk(node):
        if isinstance(each, ast.Name):
            (named if isinstance(each.ctx, ast.Load) else stored)[each.id] += 1
        elif isinstance(each, ast.Call) and isinstance(each.func, ast.Name):
            called[each.func.id] += 1
            calls.append(each)
        elif isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
            more[each.target.id] += 1
    methods: dict[str, ast.Attribute] = {}
    for x in node.body:
        if not (
            isinstance(x, ast.Assign) and isinstance(x.value, ast.Attribute) and isinstance(x.targets[0], ast.Name)
        ):
            continue
        name, of = x.targets[0].id, x.value.value
        if (
            isinstance(of, ast.Name)
            and stored[name] == stored[of.id] - more[of.id] == 1
            and named[name] == called[name] > 0
        ):
            methods[name] = x.value
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in methods:
            call.func = methods[call.func.id]
    node.body = [x for x in node.body if not (isinstance(x, ast.Assign) and x.value in methods.values())]
    return node


def simple(node: ast.FunctionDef) -> bool:
    """Whether its parameters are plain ones."""
    a = node.args
    return not (a.vararg or a.kwarg or a.kwonlyargs or a.posonlyargs or node.decorator_list)


@cache
def _generated(text: str) -> dict[str, ast.FunctionDef]:
    return {x.name: x for x in ast.parse(text).body if isinstance(x, ast.FunctionDef)}


@cache
def _module(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    tree = ast.parse(Path(file).read_text("utf-8"))
    return {(x.name, x.lineno): x for x in walk(tree) if isinstance(x, ast.FunctionDef)}


def forget_trees() -> None:
    """Trees are many objects: what is written needs them no longer."""
    _generated.cache_clear()
    _module.cache_clear()


COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)


class Unique(ast.NodeTransformer):
    """Every name of a function one thing only: what a comprehension or a lambda binds gets a name of its own."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.count = 0

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.FunctionDef) and not self.count:
            self.count = 1
            node = copied(node)
        if isinstance(node, COMPREHENSIONS):
            return self.comprehension(node)
        if isinstance(node, ast.Lambda):
            return self.function(node)
        if isinstance(node, ast.Name) and node.id in self.names:
            return ast.Name(self.names[node.id], node.ctx)
        return self.generic_visit(node)

    def fresh(self, name: str) -> str:
        self.count += 1
        return f"{name}_{self.count}_"

    def comprehension(self, node: Any) -> Any:
        kept = dict(self.names)
        for comp in node.generators:
            comp.iter = self.visit(comp.iter)
            for x in walk(comp.target):
                if isinstance(x, ast.Name):
                    self.names[x.id] = self.fresh(x.id)
            comp.target = self.visit(comp.target)
            comp.ifs = [self.visit(x) for x in comp.ifs]
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(node, part, self.visit(getattr(node, part)))
        self.names = kept
        return node

    def function(self, node: ast.Lambda) -> Any:
        kept = dict(self.names)
        for arg in node.args.args:
            self.names[arg.arg] = self.fresh(arg.arg)
            arg.arg = self.names[arg.arg]
        node.body = self.visit(node.body)
        self.names = kept
        return node
