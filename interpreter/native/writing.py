"""The writing of C for one function: its lines, its temporary variables, and what kind of value each of them is."""

from __future__ import annotations

import ast

from .functions import Source
from .kept import Kept
from .kinds import V


class Writing:
    """The lines of one function, its variables, and the changes from one kind to another."""

    def __init__(self, module: Kept, source: Source) -> None:
        self.module = module
        self.source = source
        self.lines: list[str] = []
        self.free: list[str] = []
        self.owned: list[str] = []
        self.iterators: list[str] = []
        self.several: set[str] = set()  # those that go through several piles, which stay meanwhile
        self.labels = 0
        self.seldom = False  # whether it is seldom run
        self.later: list[ast.stmt] = []  # the statements after this one in its block
        self.unbound = False
        self.calls = False  # whether it calls other functions: those may go too deep
        self.called: set[int] = set()  # those that it surely or perhaps calls, as their Python functions are known
        self.strangers = False  # whether it calls what it does not know
        self.numbered: dict[str, str] = {}  # variables of objects whose number is at hand besides
        self.borrowed: set[str] = set()  # variables that hold what a pile lends them
        self.names: dict[str, tuple[str, str]] = {}  # own names: the variable in C and its kind

    # -- writing -----------------------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        self.lines.append("    " + text)

    def fresh(self, prefix: str) -> str:
        self.labels += 1
        return f"{prefix}{self.labels}"

    def place(self, label: str) -> None:
        self.line(f"{label}:;")

    def temp(self) -> str:
        if self.free:
            return self.free.pop()
        name = f"T{len(self.owned)}"
        self.owned.append(name)
        return name

    def let(self, code: str) -> V:
        """A new object, checked."""
        name = self.temp()
        self.line(f"{name} = {code}; NEED({name});")
        return V("o", name, name)

    def number_of(self, code: str, checked: bool = True) -> V:
        name = self.fresh("n")
        self.line(f"long {name} = {code};" + (f" if (UNLIKELY({name} == ERR)) goto err;" if checked else ""))
        return V("i", name)

    def truth_of(self, code: str, checked: bool = True) -> V:
        name = self.fresh("b")
        self.line(f"int {name} = {code};" + (f" if (UNLIKELY({name} < 0)) goto err;" if checked else ""))
        return V("b", name)

    def drop(self, *values: V) -> None:
        for v in values:
            if v.owner is not None:
                self.line(f"CLR({v.owner});")
                self.free.append(v.owner)

    def moved(self, v: V) -> str:
        """C for a reference that is given away."""
        if v.kind in "in" and not is_small(v.code) and v.code != "NONE" and not is_literal(v.code):
            return f"{'box_n' if v.kind == 'n' else 'box'}({v.code})"
        v = self.object(v)
        if v.owner is None:
            return v.code if lasting(v.code) else f"own({v.code})"
        self.free.append(v.owner)
        return f"take(&{v.owner})"

    def kept(self, v: V) -> V:
        """The same with a reference of its own, if it could vanish."""
        if not v.loose:
            return v
        name = self.temp()
        self.line(f"{name} = own({v.code});")
        return V("o", name, name)

    # -- kinds -------------------------------------------------------------------------------------------------

    def object(self, v: V) -> V:
        if v.kind == "o":
            return v
        if v.kind == "b":
            return V("o", {"1": "Py_True", "0": "Py_False"}.get(v.code, f"({v.code} ? Py_True : Py_False)"))
        if is_small(v.code):
            return V("o", f"SMALL({v.code})")
        if v.code == "NONE":
            return V("o", "Py_None")
        if is_literal(v.code):
            return V("o", self.module.keep(int(v.code)))
        return self.let(f"{'box_n' if v.kind == 'n' else 'box'}({v.code})")

    def number(self, v: V) -> V:
        if v.kind in "ib":
            return V("i", v.code)
        if v.kind == "n":
            self.line(f"if (UNLIKELY({v.code} == NONE)) goto no_number_;")
            return V("i", v.code)
        known = self.numbered.get(v.code)
        code = f"number({v.code})" if known is None else f"LIKELY({known} != ERR) ? {known} : number_({v.code})"
        found = self.number_of(code)
        self.drop(v)
        return found

    def truth(self, v: V) -> str:
        if v.kind in "ib":
            return v.code
        if v.kind == "n":
            return f"({v.code} != 0 && {v.code} != NONE)"
        found = self.truth_of(f"truth({v.code})")
        self.drop(v)
        return found.code

    def to(self, v: V, kind: str) -> V:
        if kind == "o":
            return self.object(v)
        if kind == "n":
            return self.number_or_none(v)
        return self.number(v) if kind == "i" else V("b", self.truth(v))

    def number_or_none(self, v: V) -> V:
        if v.kind != "o":
            return V("n", v.code)
        if v.code == "Py_None":
            return V("n", "NONE")
        found = self.number_of(f"decode({v.code})")
        self.drop(v)
        return V("n", found.code)


def is_literal(code: str) -> bool:
    """Whether C is a number written out."""
    return code.lstrip("-").isdigit()


def is_small(code: str) -> bool:
    """Whether C is a number that is always the same object."""
    return code.lstrip("-").isdigit() and -5 <= int(code) < 257


def lasting(code: str) -> bool:
    """Whether C is an object that is never freed: nobody counts who holds it."""
    return code.startswith(("SMALL(", "Py_None", "Py_True", "Py_False")) or code.endswith("? Py_True : Py_False)")


def c_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
