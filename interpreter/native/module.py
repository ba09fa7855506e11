"""The C module of one game: its functions, the tables by which they call each other, the objects of Python that they name."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from types import FunctionType, ModuleType
from typing import Any

import attrs

from ..frames import ORDER
from .expressions import Unsupported, V
from .functions import FOLDED, MISSING, STATE, Source, Sources
from .kinds import Kinds, is_group
from .matches import MATCH, TOLD
from .numbers import Numbers
from .prelude import PRELUDE, SELDOM
from .statements import Function, counted, head

MANY_MEMBERS = 1024
PLAIN = (bool, int, str, type(None))
MAKES_MAPS = frozenset({"dict", "fromkeys", "get", "setdefault", "vars"})


class Module:
    """The writing of a module. What cannot be written is left to Python, and called there."""

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
                names = (y for target in targets for y in ast.walk(target) if isinstance(y, ast.Name))
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

    def closure(self, writer: Any, node: ast.Lambda) -> V:
        """A lambda: a function of what it captures and of its arguments."""
        bound = {a.arg for a in node.args.args}
        inside = {x.id for x in ast.walk(node.body) if isinstance(x, ast.Name)}
        captured = sorted(x for x in inside if x in writer.names and x not in bound and x not in stored(node))
        params = [*captured, *[a.arg for a in node.args.args]]
        name = f"lambda_{len(self.closures)}"
        body = ast.FunctionDef(name, node.args, [ast.Return(node.body)], [])
        source = Source(name, body, writer.source.python, params, "o")
        source.locals = {k: v for k, v in writer.source.locals.items() if k in stored(node)}
        self.closures.append("")
        at = len(self.closures) - 1
        function = Function(self, source)
        text = counted(function.text(), True)
        taken = [f"PyTuple_GET_ITEM(self, {i})" for i in range(len(captured))]
        given = [f"a[{i}]" for i in range(len(node.args.args))]
        self.closures[at] = (
            f"{function.head()};\n{text}\n"
            f"static O W_{name}(O self, O const *a, Py_ssize_t n) {{\n"
            f'    if (n != {len(given)}) {{ PyErr_SetString(PyExc_TypeError, "arguments"); return NULL; }}\n'
            f"    return F_{name}({', '.join(taken + given)});\n}}\n"
            f'static PyMethodDef D_{name} = {{"{name}", (PyCFunction)(void *)W_{name}, METH_FASTCALL, NULL}};\n'
        )
        values = [writer.object(writer.on_name(ast.Name(x, ast.Load()))) for x in captured]
        held = writer.let(f"PyTuple_New({len(values)})")
        for i, v in enumerate(values):
            writer.line(f"PyTuple_SET_ITEM({held.code}, {i}, {writer.moved(v)});")
        found: V = writer.let(f"PyCFunction_New(&D_{name}, {held.code})")
        writer.drop(held)
        return found

    # -- the whole ---------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The C of all that can be written."""
        while True:
            self.kinds.settle()
            numbers = Numbers(self.sources, self.kinds, self.constant)
            numbers.settle()
            self.kinds.is_number = numbers.is_number
            self.clear()
            written: dict[int, Function] = {}
            texts: dict[int, str] = {}
            failed = []
            for at, source in self.sources.found.items():
                own, locals_ = set(source.own), dict(source.locals)
                try:
                    written[at] = Function(self, source)
                    texts[at] = written[at].text()
                except Unsupported as reason:
                    failed.append(at)
                    self.unsupported[source.python.__qualname__] = str(reason)
                source.own, source.locals = own, locals_
            if not failed:
                break
            for at in failed:
                del self.sources.found[at]
        deep = rounds({at: None if x.strangers else x.called for at, x in written.items()})
        return self.whole([counted(text, at in deep) for at, text in texts.items()])

    def whole(self, written: list[str]) -> str:
        sources = list(self.sources.found.values())
        heads = [f"{head(x)};" for x in sources]
        doors = [door(x, self.keep(x.python.__defaults__) if x.python.__defaults__ else None) for x in sources]
        defs = ",\n".join(
            f'    {{"{x.python.__name__}", (PyCFunction)(void *)W_{x.name}, METH_FASTCALL, NULL}}' for x in sources
        )
        # fields lie in the order of their names after the head of an object; it is looked whether they do
        offsets = [
            f"enum {{ OFF_{x} = sizeof(PyObject) + {i} * sizeof(O) }};" for i, x in enumerate(sorted(self.slots))
        ]
        fields = "\n".join(f'    if (offset_of(match, "{x}") != OFF_{x}) return elsewhere();' for x in self.slots)
        often = [x for x in written if not x.startswith("BLOCKS")]
        seldom = [x for x in written if x.startswith("BLOCKS")]
        size = "#define STATE(x) (PyList_CheckExact(x) && Py_SIZE(x) == SIZE)"
        kept = f"static O C[{len(self.kept) + 1}];"
        parts = [
            f"#define SIZE {self.size}",
            PRELUDE,
            kept,
            size,
            TOLD,
            *offsets,
            f"enum {{ MANY_FIELDS = {len(self.slots)} }};",
            *heads,
            *self.before,
            *self.closures,
            *often,
            self.way_of_matches(),
            SELDOM,
            *seldom,
            *doors,
        ]
        parts.append(f"static PyMethodDef DOORS[] = {{\n{defs}\n}};\nenum {{ MANY = {len(sources)} }};")
        parts.append(ENDING.replace("FIELDS", fields))
        return "\n".join(parts)

    def way_of_matches(self) -> str:
        """A choice and what follows from it, without Python between."""
        run = self.sources.of(self.sources.names["run"])
        assert run is not None
        failed = "NULL" if run.kind == "o" else "ERR"
        return MATCH.replace("RUN", f"F_{run.name}").replace("FAILED", failed).replace("CHOSEN", str(ORDER))


def rounds(called: dict[int, set[int] | None]) -> set[int]:
    """Of functions and what each calls (None: anybody), those of which one at least is in every round of calls."""
    found = {at for at, others in called.items() if others is None}
    left = {at: others & called.keys() - found for at, others in called.items() if others is not None}
    while True:
        ends = {at for at, others in left.items() if not others}
        if not ends:
            break
        left = {at: others - ends for at, others in left.items() if at not in ends}
    return found | left.keys()


def frozen(kind: Any) -> bool:
    """Whether things of a class never change."""
    return attrs.has(kind) and kind.__setattr__ is not object.__setattr__


def as_object(source: Source, args: str) -> str:
    """The result of a function as an object."""
    call = f"F_{source.name}({args})"
    if source.kind == "o":
        return call
    return f"object_{source.kind}({call})"


def door(source: Source, defaults: str | None) -> str:
    """The way from Python into a function."""
    many = len(source.params)
    least = many - len(source.python.__defaults__ or ())
    lines = [f"static O W_{source.name}(O self, O const *a, Py_ssize_t n) {{"]
    lines.append(f"    if (n < {least} || n > {many}) {{")
    lines.append(f'        PyErr_SetString(PyExc_TypeError, "{source.python.__name__}: arguments"); return NULL; }}')
    if STATE in source.params[:least]:
        lines.append(f"    if (!STATE(a[{source.params.index(STATE)}])) {{ no_state(); return NULL; }}")
    if defaults is not None:
        lines.append(f"    O b[{many}];")
        lines.append(
            f"    for (int i = 0; i < {many}; i++) b[i] = i < n ? a[i] : PyTuple_GET_ITEM({defaults}, i - {least});"
        )
    args = []
    for i, name in enumerate(source.params):
        args.append(f"{'a' if defaults is None else 'b'}[{i}]")
        if source.given.get(name, "o") == "n":
            lines.append(f"    long n{i} = decode({args[-1]}); if (n{i} == ERR) return NULL;")
            args[-1] = f"n{i}"
    return "\n".join([*lines, f"    return {as_object(source, ', '.join(args))};", "}"])


def stored(node: ast.AST) -> set[str]:
    return {x.id for x in ast.walk(node) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}


ENDING = r"""
static O doors(O self, O nothing) {
    O all = PyList_New(MANY);
    if (all == NULL) return NULL;
    for (int i = 0; i < MANY; i++) PyList_SET_ITEM(all, i, PyCFunction_New(&DOORS[i], NULL));
    return all;
}
static Py_ssize_t offset_of(O type, const char *name) {
    O member = PyObject_GetAttrString(type, name);
    if (member == NULL) return -1;
    Py_ssize_t at_ = ((PyMemberDescrObject *)member)->d_member->offset;
    drop(member);
    return at_;
}
static void lasting(void) { /* those who last for ever, and where they all lie */
    O others[] = {Py_None, Py_True, Py_False, EMPTY};
    char *high = K + MANY_SMALL * STEP;
    LOW = K;
    SPAN = high - LOW;
#if PY_VERSION_HEX < 0x030C0000
    for (int i = 0; i < 4; i++) if (Py_REFCNT(others[i]) < FOREVER) others[i]->ob_refcnt += FOREVER;
    for (int i = 0; i < MANY_SMALL; i++) if (Py_REFCNT(SMALL(FEWEST + i)) < FOREVER) SMALL(FEWEST + i)->ob_refcnt += FOREVER;
#endif
    char *low = K;
    for (int i = 0; i < 4; i++) {
        if ((char *)others[i] < low) low = (char *)others[i];
        if ((char *)others[i] >= high) high = (char *)others[i] + 1;
    }
    O made = PyList_New(0); /* among them lies only what Python's library holds itself, nothing made since */
    if (high - low < 1 << 24 && !((char *)made >= low && (char *)made < high)) { LOW = low; SPAN = high - low; }
    Py_DECREF(made);
}
static O elsewhere(void) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ImportError, "the fields of a match lie elsewhere");
    return NULL;
}
static O fill(O self, O const *a, Py_ssize_t n) {
    if (n != 2) { PyErr_SetString(PyExc_TypeError, "fill"); return NULL; }
    O match = a[1];
    Py_ssize_t many = PyList_GET_SIZE(a[0]);
    if (many != (Py_ssize_t)(sizeof(C) / sizeof(O)) - 1) { PyErr_SetString(PyExc_ImportError, "not of this game"); return NULL; }
    if (PyType_Ready(&Told_Type) < 0) return NULL;
    for (Py_ssize_t i = 0; i < many; i++) C[i] = own(PyList_GET_ITEM(a[0], i));
    K = (char *)PyLong_FromLong(FEWEST);
    EMPTY = PyTuple_New(0);
    for (int i = 0; i < MANY_SMALL; i++)
        if (PyLong_FromLong(FEWEST + i) != SMALL(FEWEST + i)) {
            PyErr_SetString(PyExc_ImportError, "small numbers do not lie side by side");
            return NULL;
        }
    lasting();
FIELDS
    return Py_None;
}
static O copied(O self, O state) { return STATE(state) ? copied_state(state) : PySequence_List(state); }
static PyMethodDef METHODS[] = {
    {"copied", copied, METH_O, NULL},
    {"doors", doors, METH_NOARGS, NULL},
    {"way_of", (PyCFunction)(void *)way_of, METH_FASTCALL, NULL},
    {"fill", (PyCFunction)(void *)fill, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL}
};
static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "native_game", NULL, -1, METHODS, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit_native_game(void) { return PyModule_Create(&MODULE); }
"""

__all__ = ["Module", "FunctionType"]
