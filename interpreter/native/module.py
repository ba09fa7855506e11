"""The C module of one game: its functions, the tables by which they call each other, the objects of Python that they name."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from ..frames import ORDER
from ..shortened.shapes import walk
from .functions import STATE, Source
from .kept import Kept, as_object
from .kinds import Unsupported, V
from .matches import MATCH, TOLD
from .numbers import Numbers
from .prelude import PRELUDE, SELDOM
from .statements import Function, counted, head


class Module(Kept):
    """The writing of a module. What cannot be written is left to Python, and called there."""

    def closure(self, writer: Any, node: ast.Lambda) -> V:
        """A lambda: a function of what it captures and of its arguments."""
        bound = {a.arg for a in node.args.args}
        inside = {x.id for x in walk(node.body) if isinstance(x, ast.Name)}
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
    return {x.id for x in walk(node) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}


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
