"""What the functions of one C module share: the constants and tables that they name, the objects of Python that it keeps."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from types import FunctionType, ModuleType
from typing import Any

import attrs

from ..shortened.shapes import walk
from .functions import FOLDED, MISSING, Source, Sources
from .kinds import Kinds, V, is_group

MANY_MEMBERS = 1024
PLAIN = (bool, int, str, type(None))
MAKES_MAPS = frozenset({"dict", "fromkeys", "get", "setdefault", "vars"})


class Kept(ABC):
    """What the functions of one module share: constants, tables, objects of Python, what a name means."""

    def __init__(self, sources: Sources, slots: Iterable[str]) -> None:
        self.sources = sources
        self.slots = tuple(slots)  # the fields of a match
        self.size = len(sources.initial)  # of a state
        self.unsupported: dict[str, str] = {}
        self.clear()
        self.kinds = Kinds(sources, self.constant, self.column)

    def clear(self) -> None:
        self.kept: list[Any] = []
        self.places: dict[int, int] = {}
        self.rows: dict[str, str] = {}
        self.tables: dict[tuple[int, int], str] = {}
        self.before: list[str] = []  # tables and adapters
        self.closures: list[str] = []
        self.listed: dict[int, list[list[Any]]] = {}
        self.known_maps: dict[int, set[str]] = {}
        self.columns: dict[tuple[int, str], list[Any] | None] = {}

    # -- what a name means -------------------------------------------------------------------------------------

    def constant(self, source: Source, node: ast.expr) -> Any:
        """The value of an expression that never changes once the game is linked; MISSING for all others."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return MISSING if node.id in source.own else source.meaning(node.id)
        if isinstance(node, ast.Attribute):
            of = self.constant(source, node.value)
            return getattr(of, node.attr, MISSING) if isinstance(of, (*FOLDED, ModuleType)) else MISSING
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            table = self.constant(source, node.value)
            if table is self.sources.names:
                return self.sources.names.get(node.slice.value, MISSING)
            return self.at_place(table, node.slice.value)
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq)) and len(node.ops) == 1:
            one, other = self.constant(source, node.left), self.constant(source, node.comparators[0])
            if type(one) in PLAIN and type(other) in PLAIN:
                return (one == other) == isinstance(node.ops[0], ast.Eq)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
            value = self.constant(source, node.operand)
            if isinstance(node.op, ast.Not):
                return MISSING if value is MISSING else not value
            return -value if type(value) is int else MISSING
        return MISSING

    def at_place(self, table: Any, i: Any) -> Any:
        """What stands in a table that never changes, if it is plain."""
        if type(table) not in (list, tuple) or id(table) in self.sources.changed or type(i) is not int:
            return MISSING
        found = table[i] if -len(table) <= i < len(table) else MISSING
        return found if type(found) in (*PLAIN, FunctionType) else MISSING

    def column(self, source: Source, node: ast.expr) -> list[Any] | None:
        """Of «table[i].field», the fields of all things in a table that never changes, where they never change either."""
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Subscript)):
            return None
        table = self.constant(source, node.value.value)
        if type(table) not in (list, tuple) or not table or id(table) in self.sources.changed:
            return None
        key = id(table), node.attr
        if key not in self.columns:
            settled = all(frozen(type(x)) for x in table)
            self.columns[key] = [getattr(x, node.attr) for x in table] if settled else None
        return self.columns[key]

    def can(self, source: Source) -> bool:
        return self.sources.found.get(id(source.python)) is source

    def slot_of_match(self, node: ast.Attribute) -> str | None:
        """The field of «m.told»."""
        return (
            node.attr if isinstance(node.value, ast.Name) and node.value.id == "m" and node.attr in self.slots else None
        )

    def is_group(self, source: Source, x: ast.expr) -> bool:
        return is_group(self.sources, source, x, self.constant)

    def maps(self, source: Source) -> set[str]:
        """The local names that may stand for something else than a pile."""
        found = self.known_maps.get(id(source))
        if found is None:
            found = self.known_maps[id(source)] = set(self.find_maps(source))
        return found

    def find_maps(self, source: Source) -> Iterable[str]:
        for arg in source.node.args.args:
            if arg.annotation is not None and "ict[" in ast.unparse(arg.annotation):
                yield arg.arg
        for x in source.nodes:
            targets = (
                x.targets
                if isinstance(x, ast.Assign)
                else [x.target]
                if isinstance(x, (ast.AnnAssign, ast.NamedExpr))
                else []
            )
            value = getattr(x, "value", None)
            if targets and value is not None and self.is_map(source, value):
                names = (y for target in targets for y in walk(target) if isinstance(y, ast.Name))
                yield from (y.id for y in names if isinstance(y.ctx, ast.Store))

    def is_map(self, source: Source, value: ast.expr) -> bool:
        if isinstance(value, (ast.Dict, ast.DictComp)):
            return True
        if isinstance(value, ast.Call):
            name = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
            return name in MAKES_MAPS
        if isinstance(value, ast.Subscript):
            table = self.constant(source, value.value)
            return isinstance(table, dict) or (
                isinstance(table, (list, tuple)) and any(isinstance(x, dict) for x in table)
            )
        return isinstance(value, ast.Name) and self.constant(source, value) is not MISSING

    # -- objects and tables ------------------------------------------------------------------------------------

    def keep(self, value: Any) -> str:
        """C for an object of Python."""
        at = self.places.get(id(value))
        if at is None:
            if type(value) in (str, int):
                at = next((i for i, x in enumerate(self.kept) if type(x) is type(value) and x == value), None)
            if at is None:
                at = len(self.kept)
                self.kept.append(value)
                self.places[id(value)] = at
        return f"C[{at}]"

    def known_tuples(self, many: int) -> str:
        """A table of tuples that are made once and kept."""
        name = f"M{len(self.before)}"
        self.before.append(f"static O {name}[{many}];")
        return name

    def members(self, pile: Any) -> list[int] | None:
        """Of a set or a map of small numbers that never changes, for each number whether it is in it."""
        if type(pile) not in (dict, set, frozenset) or id(pile) in self.sources.changed:
            return None
        if not all(type(x) is int and 0 <= x < MANY_MEMBERS for x in pile):
            return None
        return [int(x in pile) for x in range(max(pile, default=0) + 1)]

    def listed_tables(self, tables: Any, gap: Any) -> list[list[Any]] | None:
        """Tables by small numbers that never change, as lists."""
        if type(tables) not in (list, tuple) or not tables or id(tables) in self.sources.changed:
            return None
        if not all(type(x) is dict and self.members(x) is not None for x in tables):
            return None
        if id(tables) not in self.listed:
            self.listed[id(tables)] = [[x.get(n, gap) for n in range(max(x, default=-1) + 1)] for x in tables]
        return self.listed[id(tables)]

    def row(self, row: Sequence[int | None]) -> str:
        numbers = ", ".join("NONE" if x is None else str(int(x)) for x in row)
        if numbers not in self.rows:
            name = self.rows[numbers] = f"N{len(self.rows)}"
            self.before.append(f"static const int {name}[] = {{{numbers}}};")
        return self.rows[numbers]

    def table(self, table: Any, given: int) -> tuple[str, str]:
        """The functions of a list as pointers, for calls with so many arguments."""
        kind = self.kinds.of_table(table, given)
        kind = "o" if kind == "?" else kind
        key = (id(table), given)
        if key not in self.tables:
            name = self.tables[key] = f"P{len(self.tables)}"
            entries = [self.entry(x, given, kind) for x in table]
            returned = "O" if kind == "o" else "long"
            params = ", ".join(["O"] * given)
            self.before.append(f"static {returned} (*{name}[])({params}) = {{{', '.join(entries)}}};")
        return self.tables[key], kind

    def entry(self, function: Any, given: int, kind: str) -> str:
        source = self.sources.of(function)
        if function is None or (source is not None and len(source.params) != given):
            return "NULL"
        same = source is not None and (source.kind == kind or (kind == "n" and source.kind in "ib"))
        if source is not None and same and "n" not in source.given.values():
            return f"F_{source.name}"
        return self.adapter(function, source, given, kind)

    def adapter(self, function: Any, source: Source | None, given: int, kind: str) -> str:
        """A function of another kind, or of Python, as one of the table's kind."""
        name = f"A{len(self.before)}"
        params = ", ".join(f"O x{i}" for i in range(given))
        args = ", ".join(f"x{i}" for i in range(given))
        if source is not None:
            failed = "NULL" if kind == "o" else "ERR"
            first = []
            for i, each in enumerate(source.params):
                if source.given.get(each) == "n":
                    first.append(f"long n{i} = decode(x{i}); if (UNLIKELY(n{i} == ERR)) return {failed};")
            parts = (f"{'n' if source.given.get(x) == 'n' else 'x'}{i}" for i, x in enumerate(source.params))
            args = ", ".join(parts)
            called = f"F_{source.name}({args})"
            returned = "O" if kind == "o" else "long"
            if source.kind == kind or (kind == "n" and source.kind in "ib"):
                whole = f"return {called};"
            elif kind == "n" and source.kind == "v":
                whole = f"return {called} == ERR ? ERR : NONE;"
            else:
                whole = ""
            if whole:
                self.before.append(f"static {returned} {name}({params}) {{ {' '.join(first)} {whole} }}")
                return name
            call = f"{' '.join(first)} O r = {as_object(source, args)};"
        else:
            call = f"O a[] = {{{args}}}; O r = PyObject_Vectorcall({self.keep(function)}, a, {given}, NULL);"
        returned = "O" if kind == "o" else "long"
        if kind == "o":
            end = "return r;"
        else:
            way = "decode(r)" if kind == "n" else "r == Py_None ? 0 : number(r)"
            end = f"if (r == NULL) return ERR; long n = {way}; drop(r); return n;"
        self.before.append(f"static {returned} {name}({params}) {{ {call} {end} }}")
        return name

    @abstractmethod
    def closure(self, writer: Any, node: ast.Lambda) -> V:
        """A lambda, written for the function that makes it."""


def as_object(source: Source, args: str) -> str:
    """The result of a function as an object."""
    call = f"F_{source.name}({args})"
    if source.kind == "o":
        return call
    return f"object_{source.kind}({call})"


def frozen(kind: Any) -> bool:
    """Whether things of a class never change."""
    return attrs.has(kind) and kind.__setattr__ is not object.__setattr__
