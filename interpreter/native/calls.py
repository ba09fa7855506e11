"""Calls in C: directly, by a number in a table, a few functions of Python written out, and all else as Python would."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from .. import random as chance
from ..shortened.shapes import walk
from .expressions import Expressions, as_number, beginning, plain_bounds, spread, summands
from .functions import MISSING, STATE, Source
from .kinds import Unsupported, V, called_table
from .writing import is_small

LOOPS = (ast.ListComp, ast.GeneratorExp)


class Calls(Expressions):
    """The writing of one function's calls."""

    def on_call(self, node: ast.Call) -> V:
        args = spread(node.args)
        called = self.module.constant(self.source, node.func)
        if not node.keywords and not any(isinstance(x, ast.Starred) for x in args):
            written = WRITTEN.get(called) if called is not MISSING and callable(called) else None
            if written is not None:
                found = getattr(self, written)(args)
                if found is not None:
                    return found  # type: ignore[no-any-return]
            source = self.module.sources.of(called)
            if source is not None and self.module.can(source):
                return self.direct(source, args)
            if isinstance(node.func, ast.Subscript) and called is MISSING:
                table = called_table(self.module.sources, self.source, node.func, self.module.constant)
                if table is not None:
                    return self.by_number(table, self.place_of(node.func, table), args)
        if isinstance(node.func, ast.Attribute) and called is MISSING:
            return self.method(node.func, args, node.keywords)
        return self.general(node.func, args, node.keywords)

    def held(self, nodes: list[ast.expr]) -> list[V]:
        """Arguments: each stays while the call lasts."""
        return [self.kept(self.object(v)) for v in self.operands(nodes)]

    def handed(self, source: Source, nodes: list[ast.expr]) -> list[V]:
        """Arguments of the kinds that a function takes."""
        if len(nodes) > len(source.params):
            raise Unsupported(f"arguments of {source.name}")
        kinds = [source.given.get(name, "o") for name in source.params]
        values = self.operands(nodes, kinds)
        made = zip(values, kinds, strict=False)
        return [self.lent(v) if kind == "o" else self.to(v, kind) for v, kind in made]

    def lent(self, v: V) -> V:
        """An object for a call: a small number needs no reference of its own."""
        if v.kind not in "in" or is_small(v.code) or v.code == "NONE":
            return self.kept(self.object(v))
        name, code = self.temp(), self.fresh("l")
        self.line(f"O {code} = LENT({v.code}, {name}); NEED({code});")
        return V("lent", code, name)

    def given_back(self, values: list[V]) -> None:
        for v in values:
            if v.kind == "lent" and v.owner is not None:
                self.line(f"if (UNLIKELY({v.owner} != NULL)) CLR({v.owner});")
                self.free.append(v.owner)
            else:
                self.drop(v)

    def given(self, code: str, kind: str) -> V:
        if kind == "o":
            return self.let(code)
        name = self.fresh("n")
        self.line(f"long {name} = {code}; if (UNLIKELY({name} == ERR)) goto err;")
        return V("o", "Py_None") if kind == "v" else V(kind, name)

    def direct(self, source: Source, nodes: list[ast.expr]) -> V:
        self.calls = True
        self.called.add(id(source.python))
        values = self.handed(source, nodes)
        codes = [x.code for x in values]
        self.checked_state(source.params, nodes, codes)
        missing = len(source.params) - len(codes)
        if missing:
            defaults = source.python.__defaults__ or ()
            if not 0 < missing <= len(defaults):
                raise Unsupported(f"arguments of {source.name}")
            rest = zip(source.params[-missing:], defaults[-missing:], strict=True)
            codes += [self.to(self.constant(x), source.given.get(name, "o")).code for name, x in rest]
        found = self.given(f"F_{source.name}({', '.join(codes)})", source.kind)
        self.given_back(values)
        return found

    def checked_state(self, params: Sequence[str], nodes: list[ast.expr], codes: list[str]) -> None:
        """What is given as the state is one; what was given so to this function is."""
        at = params.index(STATE) if STATE in params else len(nodes)
        if at < len(nodes) and not self.is_state(nodes[at]):
            self.line(f"if (UNLIKELY(!STATE({codes[at]}))) goto no_state_;")

    def place_of(self, func: ast.Subscript, table: Any) -> V:
        """The place in a table, or of «rows[i][j]» in all rows together."""
        if self.module.constant(self.source, func.value) is table:
            return self.fixed(self.number(self.expr(func.slice)))
        assert isinstance(func.value, ast.Subscript)
        rows = self.module.constant(self.source, func.value.value)
        sizes = [len(row) for row in rows]
        starts = [sum(sizes[:i]) for i in range(len(rows))]
        i, j = (self.number(v) for v in self.operands([func.value.slice, as_number(func.slice)]))
        row, at = self.fresh("n"), self.fresh("n")
        self.line(f"long {row} = {i.code}; if ({row} < 0) {row} += {len(rows)};")
        self.line(f"if (UNLIKELY((size_t){row} >= {len(rows)})) goto outside_;")
        many = f"{self.module.row(sizes)}[{row}]"
        self.line(f"long {at} = {j.code}; if ({at} < 0) {at} += {many};")
        self.line(f"if (UNLIKELY((size_t){at} >= {many})) goto outside_;")
        return V("i", f"({self.module.row(starts)}[{row}] + {at})")

    def by_number(self, table: Any, i: V, nodes: list[ast.expr]) -> V:
        self.calls = True
        self.strangers = self.strangers or any(x is not None and self.module.sources.of(x) is None for x in table)
        known = [x for x in map(self.module.sources.of, table) if x is not None and len(x.params) == len(nodes)]
        self.called |= {id(x.python) for x in known}
        values = [self.lent(v) for v in self.operands(nodes)]
        for params in {tuple(x.params) for x in known}:
            self.checked_state(params, nodes, [x.code for x in values])
        name, kind = self.module.table(table, len(nodes))
        found = self.fresh("n")
        self.line(f"long {found} = {i.code}; if ({found} < 0) {found} += {len(table)};")
        self.line(f"if (UNLIKELY((size_t){found} >= {len(table)} || {name}[{found}] == NULL)) goto outside_;")
        got = self.given(f"{name}[{found}]({', '.join(x.code for x in values)})", kind)
        self.given_back(values)
        return got

    # -- as Python would ---------------------------------------------------------------------------------------

    def general(self, func: ast.expr, args: list[ast.expr], keywords: list[ast.keyword]) -> V:
        self.calls = self.strangers = True
        f = self.kept(self.obj(func))
        if any(isinstance(x, ast.Starred) for x in args):
            if keywords:
                raise Unsupported("keywords")
            if not any(isinstance(x, ast.Starred) for x in args[:-1]):
                return self.with_rest(f, args)
            given = self.on_tuple(ast.Tuple(args, ast.Load()))
            found = self.let(f"PyObject_Call({f.code}, {given.code}, NULL)")
            self.drop(f, given)
            return found
        values = self.held([*args, *[x.value for x in keywords]])
        names = self.module.keep(tuple(x.arg for x in keywords)) if keywords else "NULL"
        array = self.array(values)
        found = self.let(f"PyObject_Vectorcall({f.code}, {array}, {len(args)}, {names})")
        self.drop(f, *values)
        return found

    def with_rest(self, f: V, args: list[ast.expr]) -> V:
        """«f(a, b, *rest)»."""
        last = args[-1]
        assert isinstance(last, ast.Starred)
        low = beginning(last.value)
        rest = last.value if low is None else last.value.value  # type: ignore[attr-defined]
        values = self.held([*args[:-1], rest])
        array = self.array(values[:-1])
        found = self.let(f"call_with({f.code}, {array}, {len(values) - 1}, {values[-1].code}, {low or 0})")
        self.drop(f, *values)
        return found

    def array(self, values: list[V]) -> str:
        name = self.fresh("x")
        self.line(f"O {name}[] = {{{', '.join(x.code for x in values) or 'NULL'}}};")
        return name

    def method(self, func: ast.Attribute, args: list[ast.expr], keywords: list[ast.keyword]) -> V:
        if keywords or any(isinstance(x, ast.Starred) for x in args):
            return self.general(func, args, keywords)
        if func.attr == "append" and len(args) == 1:
            pile, x = self.operands([func.value, args[0]])
            pile, x = self.object(pile), self.object(x)
            self.line(f"if (append({pile.code}, {self.moved(x)}) < 0) goto err;")
            self.drop(pile)
            return V("o", "Py_None")
        if func.attr == "__new__" and len(args) == 1 and ast.dump(args[0]) == ast.dump(func.value):
            kind = self.kept(self.obj(args[0]))
            made = self.let(f"blank({kind.code})")
            self.drop(kind)
            return made
        known = self.known_method(func, args)
        if known is not None:
            return known
        self.calls = self.strangers = True
        values = self.held([func.value, *args])
        array = self.array(values)
        found = self.let(f"PyObject_VectorcallMethod({self.module.keep(func.attr)}, {array}, {len(values)}, NULL)")
        self.drop(*values)
        return found

    def known_method(self, func: ast.Attribute, args: list[ast.expr]) -> V | None:
        """What lists, tuples and tables do, without asking them how."""
        many = (func.attr, len(args))
        if many not in METHODS:
            return None
        if func.attr == "get":
            looked_up = self.looked_up(func.value, args)
            if looked_up is not None:
                return looked_up
        values = [self.object(v) for v in self.operands([func.value, *args])]
        codes = [v.code for v in values]
        name = METHODS[many]
        if name == "emptied":
            self.line(f"if (emptied({codes[0]}) < 0) goto err;")
            found = V("o", "Py_None")
        elif name in ("place_in", "times_in"):
            found = self.number_of(f"{name}({', '.join(codes)})")
        else:
            found = self.let(f"{name}({', '.join([*codes, *['Py_None'] * (many == ('get', 1))])})")
        self.drop(*values)
        return found

    def looked_up(self, func: ast.expr, args: list[ast.expr]) -> V | None:
        """«tables[i].get(n, ())» where no table ever changes: each as a list from 0 on, with what is given else in the gaps."""
        tables = self.module.constant(self.source, func.value) if isinstance(func, ast.Subscript) else MISSING
        other = self.module.constant(self.source, args[1]) if len(args) > 1 else None
        other = () if len(args) > 1 and isinstance(args[1], ast.Tuple) and not args[1].elts else other
        rows = self.module.listed_tables(tables, other) if other is None or other == () else None
        if rows is None or self.module.kinds.of_in(self.source, args[0]) not in ("i", "n"):
            return None
        assert isinstance(func, ast.Subscript)
        i, key = self.operands([func.slice, args[0]])
        at, key = self.number(i), self.to(key, "n")
        row, name = self.fresh("p"), self.fresh("p")
        self.line(f"O {row} = of({self.module.keep(rows)}, {at.code}); NEED({row});")
        gap = "Py_None" if other is None else "EMPTY"
        self.line(
            f"O {name} = (size_t){key.code} < (size_t)Py_SIZE({row}) ? PyList_GET_ITEM({row}, {key.code}) : {gap};"
        )
        return V("o", name)

    # -- written out -------------------------------------------------------------------------------------------

    def on_len(self, args: list[ast.expr]) -> V | None:
        if isinstance(args[0], LOOPS):
            return self.count_of(args[0])
        parts = summands(args[0])
        if 2 <= len(parts) <= 3:
            values = [self.object(v) for v in self.operands(parts)]
            found = self.number_of(f"lengths({', '.join([*[v.code for v in values], *['NULL'] * (3 - len(values))])})")
            self.drop(*values)
            return found
        v = self.obj(args[0])
        found = self.number_of(f"length({v.code})", True)
        self.drop(v)
        return found

    def on_bool(self, args: list[ast.expr]) -> V | None:
        return V("b", self.test(args[0]))

    def on_any(self, args: list[ast.expr]) -> V | None:
        return self.any_of(args[0], args[0].elt) if isinstance(args[0], LOOPS) else self.one(args[0], True)

    def on_all(self, args: list[ast.expr]) -> V | None:
        found = self.any_of(args[0], args[0].elt, False) if isinstance(args[0], LOOPS) else self.one(args[0], False)
        return V("b", f"(!{found.code})")

    def one(self, pile: ast.expr, wanted: bool) -> V:
        name = "x__"
        self.names[name] = (self.declared("o"), "o")
        self.source.own.add(name)
        target = ast.Name(name, ast.Store())
        loop = ast.GeneratorExp(ast.Constant(1), [ast.comprehension(target, pile, [], 0)])
        return self.any_of(loop, ast.Name(name, ast.Load()), wanted)

    def declared(self, kind: str) -> str:
        raise NotImplementedError

    def on_tuple_of(self, args: list[ast.expr]) -> V | None:
        if not args:
            return self.constant(())
        if isinstance(args[0], LOOPS):
            return self.gathered(args[0])
        if isinstance(args[0], ast.Subscript) and isinstance(args[0].slice, ast.Slice) and args[0].slice.step is None:
            return self.sliced(args[0].value, args[0].slice, "tuple_of_part")
        v = self.obj(args[0])
        way = "tuple_of_last" if self.is_last(args[0], v.code) else "tuple_from"
        found = self.let(f"{way}({v.code})")
        self.drop(v)
        return found

    def is_last(self, node: ast.expr, code: str) -> bool:
        """Whether a name of its own is not read again after this statement."""
        if not (isinstance(node, ast.Name) and code.startswith("v_") and code not in self.borrowed):
            return False
        if not (self.later and isinstance(self.later[-1], ast.Return)):
            return False
        return all(not isinstance(y, ast.Name) or y.id != node.id for x in self.later for y in walk(x))

    def on_list_of(self, args: list[ast.expr]) -> V | None:
        if not args:
            return self.let("new_list(0)")
        v = self.obj(args[0])
        if isinstance(args[0], LOOPS):
            return v
        found = self.let(f"list_from({v.code})")
        self.drop(v)
        return found

    def on_int(self, args: list[ast.expr]) -> V | None:
        v = self.expr(args[0])
        return v if v.kind == "i" else self.number(v)

    def on_sum(self, args: list[ast.expr]) -> V | None:
        if len(args) != 1:
            raise Unsupported("sum")
        if isinstance(args[0], LOOPS):
            return self.sum_of(args[0])
        v = self.obj(args[0])
        made = self.let(f"total({v.code})")
        self.drop(v)
        return self.number(made)

    def on_max(self, args: list[ast.expr]) -> V | None:
        return self.extreme(args, ">")

    def on_min(self, args: list[ast.expr]) -> V | None:
        return self.extreme(args, "<")

    def extreme(self, args: list[ast.expr], sign: str) -> V | None:
        if len(args) != 2:
            return None
        a, b = (self.number(v) for v in self.operands(args))
        return self.number_of(f"{b.code} {sign} {a.code} ? {b.code} : {a.code}", False)

    def on_below(self, args: list[ast.expr]) -> V | None:
        values = self.held(args)
        found = self.number_of(f"n_below({', '.join(x.code for x in values)})")
        self.drop(*values)
        return self.object(found)

    def on_shuffled(self, args: list[ast.expr]) -> V | None:
        values = self.held(args)
        found = self.let(f"n_shuffled({', '.join(x.code for x in values)})")
        self.drop(*values)
        return found

    def on_next(self, args: list[ast.expr]) -> V | None:
        """«next(x for … )», with what is given when there is none."""
        if not (args and isinstance(args[0], ast.GeneratorExp)):
            return None
        found, loop = self.temp(), args[0]
        got = self.fresh("L")
        kept = self.open_iterators()

        def each() -> None:
            self.give(found, "o", self.expr(loop.elt))
            self.line(f"goto {got};")

        self.generators(loop.generators, each)
        if len(args) > 1:
            self.give(found, "o", self.expr(args[1]))
        else:
            self.line("PyErr_SetNone(PyExc_StopIteration); goto err;")
        self.place(got)
        for it in [x for x in self.iterators if x not in kept]:
            self.line(f"END({it});")
        return V("o", found, found)


METHODS = {
    ("pop", 0): "popped", ("get", 1): "found_in", ("get", 2): "found_in", ("index", 1): "place_in", ("count", 1): "times_in",
    ("clear", 0): "emptied",
}  # fmt: skip

WRITTEN: dict[Any, str] = {
    len: "on_len", bool: "on_bool", any: "on_any", all: "on_all", tuple: "on_tuple_of", list: "on_list_of", int: "on_int", sum: "on_sum",
    max: "on_max", min: "on_min", next: "on_next", chance.below: "on_below", chance.shuffled: "on_shuffled",
}  # fmt: skip

__all__ = ["Calls", "plain_bounds"]
