"""All linked functions of a game rewritten together and put in the place of those that were."""

from __future__ import annotations

import ast
import builtins
import sys
from collections import Counter
from collections.abc import Callable
from types import FunctionType
from typing import Any

from attrs import define

from ..machine import Machine
from ..native.build import FOR_PAIRS, WRITTEN_OUT, replaced
from ..native.functions import COMPREHENSIONS, Source, Sources, forget_trees, functions_in
from ..program.compiled import Compiled
from ..shortened.shapes import copied, walk
from ..shortened.still import filled, still_slots
from .asked import Asked
from .folding import is_based
from .loops import Loops
from .pairs import Pairs
from .reuse import Ranges, Reuse
from .statements import Statements
from .trees import LITERAL, Expression, Names, constant, narrows, size

EXPRESSION = 40  # nodes of an expression that is written wherever it is asked
BODY = 500  # nodes of a function that is written wherever it is called
LOOP = 120  # … of one that goes through a pile: there a call more is little
SHORTER = 0.8  # of its size: then a function is written once more for what it is given
DEEP = 20_000  # each function is rewritten inside the one that calls it
MOST = 24  # ways in which one function is written


BUILTINS = {id(value): name for name, value in vars(builtins).items() if callable(value)}


class Wanted(Sources):
    """Without the blocks that have a plain form: they only go on with what stopped."""

    def tree(self, function: FunctionType) -> ast.FunctionDef | None:
        if function.__globals__ is self.names and f"q_{function.__name__}" in self.names:
            return None
        return super().tree(function)


@define(eq=False)
class Version:
    """A function written for some of what it is given."""

    name: str
    node: ast.FunctionDef


class Inliner:
    """The rewriting of all functions of a game."""

    def __init__(self, sources: Sources, compiled: Compiled) -> None:
        self.sources = sources
        self.still = still_slots(compiled)
        self.spans = compiled.layout.spans
        self.filled = filled(compiled)
        self.made: dict[int, ast.FunctionDef] = {}
        self.doing: set[int] = set()
        self.expressions: dict[int, Expression | None] = {}
        self.summaries: dict[int, Names] = {}
        self.narrow: dict[Any, Version | None] = {}
        self.fit: dict[int, bool] = {}
        self.count = 0
        self.versions: dict[Any, Version] = {}
        self.whole: set[tuple[int, int]] = set()  # functions that need a list as a list

    def fresh(self, names: set[str]) -> dict[str, str]:
        """Names that no other function has."""
        found: dict[str, str] = {}
        for name in sorted(names):
            stem = name.split("__")[0]
            if not found or f"{stem}__{self.count}" in found.values():
                self.count += 1
            found[name] = f"{stem}__{self.count}"
        return found

    def rewritten(self, source: Source) -> ast.FunctionDef | None:
        """A function worked out; None while it is at it."""
        at = id(source.python)
        if at in self.made:
            return self.made[at]
        if at in self.doing:
            return None
        self.doing.add(at)
        made = Statements(self, source).function()
        found = split_by(made, source)
        if found is not None:
            made = self.split(source, made, *found)
        self.doing.remove(at)
        self.made[at] = made
        return made

    def split(self, source: Source, node: ast.FunctionDef, name: str, asked: ast.expr, many: int) -> ast.FunctionDef:
        """A function written for each number that a place of its frame can be, and the choice between them."""
        table = tuple(
            Version(f"{source.name}_{i}_", Statements(self, source, {name: i}).function()) for i in range(many)
        )
        args: list[ast.expr] = [ast.Name(x, ast.Load()) for x in source.params]
        call = ast.Call(ast.Subscript(constant(table), asked, ast.Load()), args, [])
        return ast.FunctionDef(node.name, node.args, [ast.Return(call)], [])

    def of(self, function: Any) -> ast.FunctionDef | None:
        if isinstance(function, Version):
            return function.node
        source = self.sources.of(function)
        return self.rewritten(source) if source is not None else None

    def summary(self, function: ast.FunctionDef) -> Names:
        """The names of a rewritten function."""
        found = self.summaries.get(id(function))
        if found is None:
            found = self.summaries[id(function)] = Names(function)
        return found

    def small(self, function: Any) -> ast.FunctionDef | None:
        """A function that is written where it is called."""
        node = self.of(function)
        if node is None:
            return None
        found = self.fit.get(id(function))
        if found is None:
            found = self.fit[id(function)] = fits(node)
        return node if found else None

    def narrowed(self, function: Any, args: list[ast.expr]) -> Version | None:
        """A function written for the constants that it is given, when that makes it much shorter."""
        source = self.sources.of(function)
        if source is None or len(source.params) != len(args) or id(function) in self.doing:
            return None
        if source.python.__globals__ is self.sources.names:  # a generated one is written for what it does already
            return None
        pattern = tuple(self.given(x) for x in args)
        key = id(function), pattern
        general = self.rewritten(source)
        if general is None:
            return None
        if key not in self.narrow:
            node: ast.FunctionDef = copied(source.node)
            set_, params = [], []
            for param, arg, known in zip(node.args.args, args, pattern, strict=True):
                value = copied(arg)
                if known is not ... and not narrows(arg):
                    value.right = ast.Name(f"{param.arg}_of_", ast.Load())  # type: ignore[attr-defined]
                if known is not ...:
                    set_.append(ast.Assign([ast.Name(param.arg, ast.Store())], value))
                if not narrows(arg):
                    params.append(param if known is ... else ast.arg(f"{param.arg}_of_"))
            node.args.args, node.args.defaults = params, []
            node.body = [*set_, *node.body]
            self.doing.add(id(function))
            made = Statements(self, Source(source.name, node, source.python, [x.arg for x in params])).function()
            self.doing.remove(id(function))
            short = size(made.body) < SHORTER * size(general.body)
            self.narrow[key] = Version(f"{source.name}_n{len(self.narrow)}_", made) if short else None
        return self.narrow[key]

    def given(self, arg: ast.expr) -> Any:
        """For what a function can be written: a constant, or the block in which a slot lies."""
        if narrows(arg):
            return arg.value  # type: ignore[attr-defined]
        return ("+", arg.left.value) if is_based(arg, self.spans) else ...  # type: ignore[attr-defined]

    def with_places(
        self, function: FunctionType, args: list[ast.expr], at: int, places: list[ast.expr]
    ) -> ast.expr | None:
        """The call of a function with a list written out, as that of one that is given the places of it."""
        direct = self.sources.names.get(f"q_{function.__name__}")
        if direct is not None and function is self.sources.names.get(function.__name__):
            begun = at == 2 and type(places[1]) is ast.Constant and places[1].value == 0
            many = direct.__code__.co_argcount - 2
            return ast.Call(ast.Constant(direct), [*args[:2], *places[2 : 2 + many]], []) if begun else None
        source = self.sources.of(function)
        if source is None or len(source.params) != len(args) or (id(function), at) in self.whole:
            return None
        if source.params[at] not in {
            x.value.id for x in source.nodes if type(x) is ast.Subscript and type(x.value) is ast.Name
        }:
            return None
        pattern = tuple(x.value if type(x) is ast.Constant and isinstance(x.value, LITERAL) else ... for x in places)
        key = id(function), at, pattern
        if key not in self.versions:
            made = self.version(source, at, pattern)
            if made is None:
                self.whole.add((id(function), at))
                return None
            self.versions[key] = made
        given = [x for x, each in zip(places, pattern, strict=True) if each is ...]
        return ast.Call(constant(self.versions[key]), [*args[:at], *args[at + 1 :], *given], [])

    def changes(self, function: FunctionType, at: int) -> bool:
        """Whether a function may change a list that it is given."""
        source = self.sources.of(function)
        if source is None or at >= len(source.params):
            return f"q_{function.__name__}" not in self.sources.names
        asked = [
            x
            for x in source.nodes
            if type(x) is ast.Subscript and type(x.value) is ast.Name and x.value.id == source.params[at]
        ]
        named = sum(1 for x in source.nodes if type(x) is ast.Name and x.id == source.params[at])
        return named != len(asked) or any(not isinstance(x.ctx, ast.Load) for x in asked)

    def version(self, source: Source, at: int, pattern: tuple[Any, ...]) -> Version | None:
        """A function for a list of which these places are known; None when it needs the list."""
        if id(source.python) in self.doing:
            return None
        node: ast.FunctionDef = copied(source.node)
        param = node.args.args.pop(at)
        names = [f"{param.arg}_{i}_" for i in range(len(pattern))]
        known: list[ast.expr] = [
            ast.Name(name, ast.Load()) if value is ... else ast.Constant(value)
            for name, value in zip(names, pattern, strict=True)
        ]
        node.args.args += [ast.arg(name) for name, value in zip(names, pattern, strict=True) if value is ...]
        node.body.insert(0, ast.Assign([ast.Name(param.arg, ast.Store())], ast.List(known, ast.Load())))
        node.args.defaults = []
        statements = Statements(self, Source(source.name, node, source.python, [x.arg for x in node.args.args]))
        self.doing.add(id(source.python))
        made = statements.function()
        self.doing.remove(id(source.python))
        if 1 in statements.needed:
            return None
        return Version(f"{source.name}_v{len(self.versions)}_", made)

    def expression(self, function: Any) -> Expression | None:
        """Of a function that is one expression: its parameters, the expression, how often and where it names them."""
        at = id(function)
        if at not in self.expressions:
            node = self.of(function)
            if node is None:
                return None
            self.expressions[at] = as_expression(node)
        return self.expressions[at]


def split_by(node: ast.FunctionDef, source: Source) -> tuple[str, ast.expr, int] | None:
    """The name that a function begins with, a place of its frame, by which it asks only tables of one length."""
    first = node.body[0]
    if (
        source.params != ["m", "s", "fr"]
        or not isinstance(first, ast.Assign)
        or not isinstance(first.value, ast.Subscript)
    ):
        return None
    target = first.targets[0]
    if not (isinstance(target, ast.Name) and isinstance(first.value.value, ast.Name) and first.value.value.id == "fr"):
        return None
    lengths: set[int] = set()
    for x in walk(node):
        if type(x) is ast.Subscript and type(x.slice) is ast.Name and x.slice.id == target.id:
            table: Any = getattr(x.value, "value", None)
            if type(x.value) is ast.Constant and isinstance(table, (list, tuple)):
                lengths.add(len(table))
    many = min(lengths, default=0)
    return (target.id, first.value, many) if len(lengths) == 1 and 1 <= many <= MOST else None


def fits(node: ast.FunctionDef) -> bool:
    """Whether a function is short enough to be written where it is called."""
    return size(node.body) <= (LOOP if loops(node) else BODY)


def loops(node: ast.FunctionDef) -> bool:
    return any(isinstance(x, (ast.For, ast.While, *COMPREHENSIONS)) for x in walk(node))


def given_back(body: list[ast.stmt]) -> ast.expr | None:
    """What statements give back, as one expression: «return x», «if a: return x» before it."""
    first = body[0]
    if isinstance(first, ast.Return) and len(body) == 1:
        return first.value
    if not isinstance(first, ast.If) or len(body) + bool(first.orelse) != 2:
        return None
    yes, no = given_back(first.body), given_back(first.orelse or body[1:])
    return ast.IfExp(first.test, yes, no) if yes is not None and no is not None else None


def as_expression(node: ast.FunctionDef) -> Expression | None:
    value = given_back(node.body)
    if value is None:
        return None
    if size(value) > EXPRESSION or any(isinstance(x, ast.NamedExpr) for x in walk(value)):
        return None
    params = [x.arg for x in node.args.args]
    uses = Counter(x.id for x in walk(value) if isinstance(x, ast.Name))
    scopes = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp, ast.Lambda)
    inside = {y.id for x in walk(value) if isinstance(x, scopes) for y in walk(x) if isinstance(y, ast.Name)}
    return params, value, uses, inside


class Lowering:
    """Constants that Python has no sign for, as names of the namespace in which the functions run."""

    def __init__(self, sources: Sources, names: dict[str, Any], functions: dict[int, str]) -> None:
        self.sources = sources
        self.names = names
        self.functions = functions
        self.places: dict[int, str] = {id(v): k for k, v in names.items() if not isinstance(v, LITERAL)}
        self.kept: list[Any] = []
        self.kept_names: list[str] = []
        self.asked: list[Any] = []  # the functions that were met
        self.ways: dict[str, tuple[Version, ...]] = {}  # tables of functions that are made here

    def lower(self, node: Any) -> Any:
        kind = type(node)
        if kind is ast.Constant:
            return self.constant(node)
        if kind is list:
            return [self.lower(x) for x in node]
        if isinstance(node, ast.AST) and kind is not ast.Name:
            for field in node._fields:
                value = getattr(node, field, None)
                if type(value) is list or isinstance(value, ast.AST):
                    setattr(node, field, self.lower(value))
        return node

    def constant(self, node: ast.Constant) -> ast.expr:
        value: Any = node.value
        if isinstance(value, LITERAL) or value == ():
            return node
        if type(value) is tuple and value and isinstance(value[0], Version):
            self.asked += value
            if id(value) not in self.places:
                self.places[id(value)] = f"K{len(self.kept)}_"
                self.kept.append(value)
                self.kept_names.append(self.places[id(value)])
                self.ways[self.places[id(value)]] = value
            return ast.Name(self.places[id(value)], ast.Load())
        if type(value) is tuple and len(value) <= 8 and all(isinstance(x, LITERAL) for x in value):
            return node
        if isinstance(value, Version) or id(value) in self.functions:
            self.asked.append(value)
        for each in functions_in(value):
            if id(each) in self.functions:
                self.asked.append(each)
        name = (
            value.name
            if isinstance(value, Version)
            else self.functions.get(id(value)) or self.places.get(id(value)) or BUILTINS.get(id(value))
        )
        if name is None:
            name = f"K{len(self.kept)}_"
            self.places[id(value)] = name
            self.kept.append(value)
            self.kept_names.append(name)
            self.names[name] = value
        return ast.Name(name, ast.Load())


def inline(machine: Machine, texts: dict[str, str], for_c: bool = False) -> ast.Module:
    """Put rewritten functions in the place of those of a linked machine, wherever it names them; all of them as one tree.

    ``for_c``: they will be translated: what only Python is the quicker for is left as it is."""
    names = machine.names
    sources = wanted(machine, texts, for_c)
    inliner = rewriting(sources, machine)
    known = {id(value): name for name, value in names.items() if isinstance(value, FunctionType)}
    functions = {at: known.get(at) or f"{source.name}_" for at, source in sources.found.items()}
    lowering = Lowering(sources, names, functions)
    last_look = None if for_c else last_looks(machine, sources)
    module = ast.Module([], [])
    tables = (machine.functions, machine.programs, machine.beyond)
    named = {at for at in functions if at in known} | {id(x) for table in tables for x in table}
    waiting = [(functions[at], inliner.made[at]) for at in functions if at in named]
    written = {name for name, _ in waiting}
    while waiting:
        name, node = waiting.pop()
        node.name = name
        lowered = lowering.lower(node)
        module.body.append(lowered if last_look is None else last_look(lowered))
        for at in lowering.asked:
            if isinstance(at, Version):
                if at.name not in written:
                    written.add(at.name)
                    waiting.append((at.name, at.node))
            elif functions[id(at)] not in written:
                written.add(functions[id(at)])
                waiting.append((functions[id(at)], inliner.made[id(at)]))
        lowering.asked.clear()
    ast.fix_missing_locations(module)
    exec(compile(module, "<inlined>", "exec"), names)
    put_in_place(machine, lowering, {at: name for at, name in functions.items() if name in written})
    forget_trees()
    return module


def wanted(machine: Machine, texts: dict[str, str], for_c: bool) -> Wanted:
    """The sources of all that a match can call."""
    names = machine.names
    sources = Wanted(names, texts)
    generated = [
        value
        for name, value in names.items()
        if getattr(value, "__globals__", None) is names
        and not WRITTEN_OUT.fullmatch(name)
        and not (for_c and FOR_PAIRS.fullmatch(name))
    ]
    sources.take(iter([names["run"], *generated, *machine.functions, *machine.programs]))
    return sources


def rewriting(sources: Wanted, machine: Machine) -> Inliner:
    """Every function with those that it calls written into it; what runs them last, so that all that it calls is at hand."""
    run = machine.names["run"]
    inliner = Inliner(sources, machine.compiled)
    deep = sys.getrecursionlimit()
    sys.setrecursionlimit(max(deep, DEEP))
    try:
        source_of_run = sources.of(run)
        inliner.doing.add(id(run))
        for source in list(sources.found.values()):
            inliner.rewritten(source)
        inliner.doing.remove(id(run))
        if source_of_run is not None:
            inliner.rewritten(source_of_run)
    finally:
        sys.setrecursionlimit(deep)
    return inliner


def last_looks(machine: Machine, sources: Wanted) -> Callable[[ast.FunctionDef], ast.FunctionDef]:
    """What is done to a written function that only Python is the quicker for."""
    names = machine.names
    ranges = Ranges(machine.L)
    pairs = Pairs(
        {
            name.removeprefix("judged_"): sources.found[id(value)].node
            for name, value in names.items()
            if FOR_PAIRS.fullmatch(name)
        }
    )

    def settled(name: str) -> bool:
        table = names.get(name)
        return isinstance(table, (tuple, list)) and id(table) not in sources.changed

    def last_look(node: ast.FunctionDef) -> ast.FunctionDef:
        made = Loops().function(pairs.function(node))
        return Reuse(ranges, settled).function(Asked(ranges, settled).function(made))

    return last_look


def put_in_place(machine: Machine, lowering: Lowering, written: dict[int, str]) -> None:
    """The written functions take the place of those that were, in the names, in what they hold and in the tables."""
    names = machine.names
    for name, ways in lowering.ways.items():
        names[name] = tuple([names[x.name] for x in ways])
    new = {at: names[name] for at, name in written.items()}
    for value, name in zip(lowering.kept, lowering.kept_names, strict=True):
        if name not in lowering.ways:
            names[name] = replaced(value, new, lowering.sources.changed)
    for table in (machine.functions, machine.programs, machine.beyond):
        table[:] = [new.get(id(x), x) for x in table]
    for name, value in list(names.items()):
        if id(value) in new:
            names[name] = new[id(value)]
