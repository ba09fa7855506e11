"""Expressions in C: numbers and truths in registers, objects with or without a reference of their own."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from ..shortened.shapes import walk
from .functions import MISSING, STATE
from .kinds import Unsupported, V, is_table, kind_of_row
from .writing import Writing, c_text, is_literal, is_small, lasting

LISTED = ("fr", "ev", "stack", "rest")  # names of what is a list, mostly
KNOWN_AGAIN = 128  # so many numbers, from -8 on: of tuples of those it is remembered that they were made
SHIFTED = 8
COMPARED = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
TURNED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
COUNTED = {
    ast.Add: "plus", ast.Sub: "minus", ast.Mult: "product", ast.LShift: "left", ast.Mod: "modulo", ast.FloorDiv: "quotient",
}  # fmt: skip
BITS = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
NUMBERS_OF_PYTHON = {
    ast.Add: "PyNumber_Add",
    ast.Mult: "PyNumber_Multiply",
    ast.BitOr: "PyNumber_Or",
    ast.Sub: "PyNumber_Subtract",
}


class Expressions(Writing):
    """The writing of one function's expressions."""

    # -- leaves ------------------------------------------------------------------------------------------------

    def expr(self, node: ast.expr, wanted: str = "") -> V:
        """``wanted``: the kind that is made of it, where it can be of several."""
        value = self.module.constant(self.source, node)
        if value is not MISSING:
            return self.constant(value)
        if isinstance(node, (ast.IfExp, ast.BoolOp)):
            kind = self.module.kinds.of_in(self.source, node)
            kind = kind if kind in "ibn" else wanted or "o"
            return self.on_ifexp(node, kind) if isinstance(node, ast.IfExp) else self.on_boolop(node, kind)
        handler = getattr(self, "on_" + type(node).__name__.lower(), None)
        if handler is None:
            raise Unsupported(type(node).__name__)
        found: V = handler(node)
        return found

    def obj(self, node: ast.expr) -> V:
        return self.object(self.expr(node))

    def constant(self, value: Any) -> V:
        if value is None:
            return V("o", "Py_None")
        if isinstance(value, bool):
            return V("b", str(int(value)))
        if type(value) is int and abs(value) < 1 << 60:
            return V("i", str(value))
        return V("o", self.module.keep(value))

    def on_name(self, node: ast.Name) -> V:
        if node.id not in self.names:  # as in Python: a fault only if it comes to it
            self.line(f"PyErr_SetString(PyExc_NameError, {c_text(node.id)}); goto err;")
            return V("o", "Py_None")
        code, kind = self.names[node.id]
        if kind == "o" and code.startswith("v_") and not node.id.endswith("_"):  # what a comprehension binds is there
            self.line(f"BOUND({code});")
            self.unbound = True
        return V(kind, code)

    def on_namedexpr(self, node: ast.NamedExpr) -> V:
        assert isinstance(node.target, ast.Name)
        v = self.expr(node.value, self.kind_of_name(node.target))
        self.store_name(node.target.id, v)
        return self.on_name(ast.Name(node.target.id, ast.Load()))

    def kind_of_name(self, node: ast.expr) -> str:
        return self.names[node.id][1] if isinstance(node, ast.Name) and node.id in self.names else ""

    def store_name(self, name: str, v: V) -> None:
        code, kind = self.names[name]
        if kind == "o":
            self.line(f"{code} = {v.code};" if code in self.borrowed else f"put(&{code}, {self.moved(v)});")
            if code in self.numbered:
                self.line(f"{self.numbered[code]} = COUNTED({code});")
        else:
            self.line(f"{code} = {self.to(v, kind).code};")

    def on_attribute(self, node: ast.Attribute) -> V:
        slot = self.module.slot_of_match(node)
        if slot is not None:
            code, _ = self.names[node.value.id]  # type: ignore[attr-defined]
            name = self.fresh("a")
            self.line(f"O {name} = *field_at({code}, OFF_{slot});")
            self.line(
                f"if (UNLIKELY({name} == NULL)) {{ PyErr_SetString(PyExc_AttributeError, {c_text(slot)}); goto err; }}"
            )
            return V("o", name, loose=True)
        column = self.module.column(self.source, node)
        if column is not None:
            assert isinstance(node.value, ast.Subscript)
            if self.module.sources.is_row(column):
                return self.in_row(column, node.value.slice)
            i = self.number(self.expr(node.value.slice))
            name = self.fresh("p")
            self.line(f"O {name} = of({self.module.keep(column)}, {i.code}); NEED({name});")
            return V("o", name)
        v = self.obj(node.value)
        found = self.let(f"PyObject_GetAttr({v.code}, {self.module.keep(node.attr)})")
        self.drop(v)
        return found

    def on_joinedstr(self, node: ast.JoinedStr) -> V:
        parts = [self.piece(x) for x in node.values]
        whole = parts[0]
        for part in parts[1:]:
            made = self.let(f"PyUnicode_Concat({whole.code}, {part.code})")
            self.drop(whole, part)
            whole = made
        return whole

    def piece(self, node: ast.expr) -> V:
        if isinstance(node, ast.FormattedValue):
            if node.conversion != -1 or node.format_spec is not None:
                raise Unsupported("format")
            v = self.obj(node.value)
            found = self.let(f"text_of({v.code})")
            self.drop(v)
            return found
        return self.expr(node)

    # -- several operands --------------------------------------------------------------------------------------

    def operands(self, nodes: list[ast.expr], wanted: Sequence[str] = ()) -> list[V]:
        """Each evaluated in its order; what a later one could make vanish is kept."""
        out: list[V] = []
        runs = [may_run(x) for x in nodes]
        for i, node in enumerate(nodes):
            v = self.expr(node, wanted[i] if i < len(wanted) and wanted[i] != "o" else "")
            if any(runs[i + 1 :]):
                v = self.kept(v) if v.kind == "o" else self.fixed(v)
            out.append(v)
        return out

    # -- and, or, not, if --------------------------------------------------------------------------------------

    def jump(self, node: ast.expr, label: str, when: bool, way: str = "") -> None:
        """Go to a label when the test is as said; otherwise go on. ``way``: LIKELY or UNLIKELY that it goes there."""
        value = self.module.constant(self.source, node)
        if value is not MISSING:
            if bool(value) == when:
                self.line(f"goto {label};")
            return
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.jump(node.operand, label, not when, way)
            return
        if isinstance(node, ast.BoolOp):
            if isinstance(node.op, ast.Or) == when:
                for x in node.values:
                    self.jump(x, label, when, way if way == "UNLIKELY" else "")
                return
            past = self.fresh("L")
            for x in node.values[:-1]:
                self.jump(x, past, not when, "LIKELY" if way == "UNLIKELY" and len(node.values) == 2 else "")
            self.jump(node.values[-1], label, when, way)
            self.place(past)
            return
        self.line(f"if ({way}({'' if when else '!'}({self.test(node)}))) goto {label};")

    def test(self, node: ast.expr) -> str:
        """C that is true or false, with nothing left to release."""
        if isinstance(node, ast.ListComp):
            return self.any_of(node, ast.Constant(True)).code
        v = self.expr(node)
        if v.kind == "o" and self.module.is_group(self.source, node):
            found = self.truth_of(f"truth_of_tuple({v.code})")
            self.drop(v)
            return found.code
        if v.kind == "o" and getattr(node, "attr", getattr(node, "id", "")) in LISTED:
            found = self.truth_of(f"truth_of_list({v.code})")
            self.drop(v)
            return found.code
        return self.truth(v)

    def on_boolop(self, node: ast.BoolOp, kind: str) -> V:
        if kind == "b":
            name, end = self.fresh("b"), self.fresh("L")
            conj = isinstance(node.op, ast.And)
            self.line(f"int {name} = {int(not conj)};")
            for x in node.values:
                self.jump(x, end, not conj)
            self.line(f"{name} = {int(conj)};")
            self.place(end)
            return V("b", name)
        end = self.fresh("L")
        name = self.result(kind)
        for i, x in enumerate(node.values):
            self.give(name, kind, self.expr(x, kind))
            if i < len(node.values) - 1:
                test = self.truth_of(f"truth({name})").code if kind == "o" else self.truth(V(kind, name))
                self.line(f"if ({'!' if isinstance(node.op, ast.And) else ''}{test}) goto {end};")
        self.place(end)
        return V(kind, name, name if kind == "o" else None)

    def result(self, kind: str) -> str:
        """A variable that several ways set."""
        if kind == "o":
            return self.temp()
        name = self.fresh("r")
        self.line(f"long {name} = 0;")
        return name

    def give(self, name: str, kind: str, v: V) -> None:
        if kind == "o":
            self.line(f"put(&{name}, {self.moved(v)});")
        else:
            self.line(f"{name} = {self.to(v, kind).code};")

    def on_ifexp(self, node: ast.IfExp, kind: str) -> V:
        value = self.module.constant(self.source, node.test)
        if value is not MISSING:
            return self.expr(node.body if value else node.orelse, kind)
        name, other, end = self.result(kind), self.fresh("L"), self.fresh("L")
        self.jump(node.test, other, False)
        self.give(name, kind, self.expr(node.body, kind))
        self.line(f"goto {end};")
        self.place(other)
        self.give(name, kind, self.expr(node.orelse, kind))
        self.place(end)
        return V(kind, name, name if kind == "o" else None)

    def on_unaryop(self, node: ast.UnaryOp) -> V:
        if isinstance(node.op, ast.Not):
            return V("b", f"(!({self.test(node.operand)}))")
        v = self.number(self.expr(node.operand))
        sign = {"USub": "-", "Invert": "~", "UAdd": "+"}[type(node.op).__name__]
        return V("i", f"({sign}{v.code})")

    # -- comparisons -------------------------------------------------------------------------------------------

    def on_compare(self, node: ast.Compare) -> V:
        if len(node.ops) == 1:
            return self.compared(node.left, node.ops[0], node.comparators[0])
        if len(node.ops) != 2 or may_run(node.comparators[0]):
            raise Unsupported("chain of comparisons")
        middle = node.comparators[0]
        both = ast.BoolOp(
            ast.And(),
            [
                ast.Compare(node.left, [node.ops[0]], [middle]),
                ast.Compare(middle, [node.ops[1]], [node.comparators[1]]),
            ],
        )
        return self.on_boolop(both, "b")

    def compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> V:
        if isinstance(op, (ast.In, ast.NotIn)):
            return self.contained(left, right, isinstance(op, ast.NotIn))
        settled = self.settled_compare(left, op, right)
        if settled is not None:
            return settled
        a, b = self.operands([left, right])
        if isinstance(op, (ast.Is, ast.IsNot)) and "n" in (a.kind, b.kind) and {a.kind, b.kind} <= {"n", "i"}:
            found = self.truth_of(f"{a.code} {'==' if isinstance(op, ast.Is) else '!='} {b.code}", False)
        elif isinstance(op, (ast.Is, ast.IsNot)) and "n" in (a.kind, b.kind) and "Py_None" in (a.code, b.code):
            given = a if a.kind == "n" else b
            found = self.truth_of(f"{given.code} {'==' if isinstance(op, ast.Is) else '!='} NONE", False)
        elif isinstance(op, (ast.Is, ast.IsNot)):
            a, b = self.object(a), self.object(b)
            found = self.truth_of(f"{a.code} {'==' if isinstance(op, ast.Is) else '!='} {b.code}", False)
        elif isinstance(op, (ast.Eq, ast.NotEq)):
            found = self.truth_of(*self.equal(a, b))
            found = V("b", f"(!{found.code})") if isinstance(op, ast.NotEq) else found
        else:
            found = self.truth_of(*self.ordered(a, b, op))
        self.drop(a, b)
        return found

    def settled_compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> V | None:
        """«table[i].field == "…"»: of each thing in the table, whether it is so."""
        column, value = self.module.column(self.source, left), self.module.constant(self.source, right)
        if (
            column is None
            or not isinstance(op, (ast.Eq, ast.NotEq))
            or not {type(x) for x in (*column, value)} <= {str}
        ):
            return None
        assert isinstance(left, ast.Attribute) and isinstance(left.value, ast.Subscript)
        return self.in_row([(x == value) == isinstance(op, ast.Eq) for x in column], left.value.slice)

    def equal(self, a: V, b: V) -> tuple[str, bool]:
        if a.kind != "o" and b.kind != "o":
            return f"{a.code} == {b.code}", False
        if "n" in (a.kind, b.kind):
            a, b = (b, a) if a.kind == "n" else (a, b)
            return f"eq_on({a.code}, {b.code})", False
        if a.kind == "o" and b.kind == "o":
            return f"eq_oo({a.code}, {b.code})", True
        if a.kind != "o":
            a, b = b, a
        name = "eq_os" if is_small(b.code) else "eq_oi"
        return f"{name}({a.code}, {b.code})", False

    def ordered(self, a: V, b: V, op: ast.cmpop) -> tuple[str, bool]:
        a, b = (self.number(v) if v.kind == "n" else v for v in (a, b))
        if a.kind in "ib" and b.kind in "ib":
            return f"{a.code} {SIGNS[type(op)]} {b.code}", False
        name = COMPARED[type(op)]
        if a.kind == "o" and b.kind == "o":
            return f"{name}_oo({a.code}, {b.code})", True
        if a.kind == "o":
            return f"{name}_oi({a.code}, {b.code})", True
        return f"{TURNED[name]}_oi({b.code}, {a.code})", True

    def contained(self, left: ast.expr, right: ast.expr, negated: bool) -> V:
        pile = self.module.constant(self.source, right)
        few = isinstance(pile, tuple) and len(pile) <= 8 and all(type(x) is int for x in pile)
        few = few or (isinstance(right, ast.Tuple) and len(right.elts) <= 4 and not any(may_run(x) for x in right.elts))
        if few:
            return self.one_of(left, right, pile, negated)
        row = self.module.members(pile)
        if row is not None and self.module.kinds.of_in(self.source, left) in ("i", "n"):
            n = self.fixed(self.expr(left))
            name = self.module.row(row)
            found = V("b", f"((size_t){n.code} < {len(row)} && {name}[{n.code}])")
            return V("b", f"(!{found.code})") if negated else found
        a, b = self.operands([left, right])
        b = self.object(b)
        found = self.truth_of(
            f"contains{'' if a.kind in 'ob' else '_n'}({b.code}, {self.object(a).code if a.kind == 'b' else a.code})"
        )
        self.drop(a, b)
        return V("b", f"(!{found.code})") if negated else found

    def one_of(self, left: ast.expr, right: ast.expr, pile: Any, negated: bool) -> V:
        v = self.expr(left)
        name = self.fresh("b")
        self.line(f"int {name} = 0;")
        things = [V("i", str(x)) for x in pile] if isinstance(pile, tuple) else [self.expr(x) for x in right.elts]  # type: ignore[attr-defined]
        for each in things:
            self.line(f"{name} = {name} || {self.equal(v, each)[0]};")
        self.drop(v, *things)
        return V("b", f"(!{name})" if negated else name)

    # -- arithmetic --------------------------------------------------------------------------------------------

    def on_binop(self, node: ast.BinOp) -> V:
        made = self.of_piles(node)
        if made is not None:
            return made
        a, b = self.operands([node.left, node.right])
        kind = self.module.kinds.binary_in(self.source, node.left, node.op, node.right)
        return self.arithmetic(a, node.op, b, kind)

    def of_piles(self, node: ast.BinOp) -> V | None:
        """«a + (x,)», «(x,) + a», «t[:i] + t[i + 1:]», «[x] * n»: at once what they come to."""
        a, b = node.left, node.right
        if isinstance(node.op, ast.Mult) and isinstance(a, ast.List) and len(a.elts) == 1 and not may_run(a):
            if isinstance(a.elts[0], ast.Starred):
                return None
            n, x = self.number(self.expr(b)), self.obj(a.elts[0])
            found = self.let(f"repeated({x.code}, {n.code})")
            self.drop(x)
            return found
        if not isinstance(node.op, ast.Add):
            return None
        if one_thing(b):
            pile, x = (self.object(v) for v in self.operands([a, b.elts[0]]))  # type: ignore[attr-defined]
            return self.with_one(f"added({pile.code}, {self.moved(x)})", pile)
        if one_thing(a):
            x, pile = (self.object(v) for v in self.operands([a.elts[0], b]))  # type: ignore[attr-defined]
            return self.with_one(f"before({self.moved(x)}, {pile.code})", pile)
        at = left_out(a, b)
        if at is not None:
            pile, i = self.operands([a.value, at])  # type: ignore[attr-defined]
            pile, i = self.object(pile), self.number(i)
            return self.with_one(f"without({pile.code}, {i.code})", pile)
        return None

    def with_one(self, code: str, pile: V) -> V:
        found = self.let(code)
        self.drop(pile)
        return found

    def arithmetic(self, a: V, op: ast.operator, b: V, kind: str, inplace: bool = False) -> V:
        if kind != "i":
            a, b = self.object(a), self.object(b)
            name = NUMBERS_OF_PYTHON.get(type(op))
            if name is None:
                raise Unsupported(type(op).__name__)
            if isinstance(op, ast.Add):
                name = "iadd" if inplace else "add"
            found = self.let(f"{name}({a.code}, {b.code})")
            self.drop(a, b)
            return found
        a, b = self.number(a), self.number(b)
        if type(op) in BITS:
            return self.number_of(f"{a.code} {BITS[type(op)]} {b.code}", False)
        if isinstance(op, ast.RShift):
            return self.number_of(f"right({a.code}, {b.code})", False)
        if isinstance(op, (ast.Add, ast.Sub)) and any(x.code.lstrip("-").isdigit() for x in (a, b)):
            return self.number_of(f"{a.code} {'+' if isinstance(op, ast.Add) else '-'} {b.code}", False)
        if type(op) not in COUNTED:
            raise Unsupported(type(op).__name__)
        return self.number_of(f"{COUNTED[type(op)]}({a.code}, {b.code})")

    # -- places ------------------------------------------------------------------------------------------------

    def on_subscript(self, node: ast.Subscript) -> V:
        if isinstance(node.slice, ast.Slice):
            return self.sliced(node.value, node.slice)
        table = self.module.constant(self.source, node.value)
        if self.module.sources.is_row(table):
            return self.in_row(table, node.slice)
        is_pile = self.is_pile(node.value) or isinstance(table, (list, tuple))
        pile, i = self.operands([node.value, as_number(node.slice) if is_pile else node.slice])
        if not is_pile:
            pile, i = self.object(pile), self.object(i)
            found = self.let(f"get({pile.code}, {i.code})")
            self.drop(pile, i)
            return found
        i = self.number(i)
        name = self.fresh("p")
        if self.is_state(node.value):
            self.line(f"O {name} = S[{self.in_state(i)}];")
            return V("o", name, loose=True)
        way = "of" if isinstance(table, list) or getattr(node.value, "id", "") in LISTED else "at"
        self.line(f"O {name} = {way}({pile.code}, {i.code}); NEED({name});")
        if pile.owner is None:
            return V("o", name, loose=True)
        kept = self.temp()
        self.line(f"{kept} = own({name});")
        self.drop(pile)
        return V("o", kept, kept)

    def in_row(self, table: Sequence[int | None], at: ast.expr) -> V:
        """What stands at a place of a row of numbers or truths."""
        i = self.number(self.expr(at))
        name = self.module.row(table)
        checked = self.fresh("n")
        self.line(f"long {checked} = {i.code}; if ({checked} < 0) {checked} += {len(table)};")
        self.line(f"if (UNLIKELY((size_t){checked} >= {len(table)})) goto outside_;")
        return V(kind_of_row(table), f"{name}[{checked}]")

    def is_state(self, node: ast.expr) -> bool:
        """Whether a thing is the state that the function was given."""
        return isinstance(node, ast.Name) and node.id == STATE and self.source.given_state

    def in_state(self, i: V) -> str:
        """The place of a number in the state, checked."""
        size = self.module.size
        if i.code.isdigit() and int(i.code) < size:
            return i.code
        name = self.fresh("n")
        self.line(f"long {name} = {i.code}; if (UNLIKELY((size_t){name} >= {size})) goto outside_;")
        return name

    def is_pile(self, node: ast.expr) -> bool:
        """Whether a thing is surely a list or a tuple."""
        if isinstance(node, ast.Name):
            return node.id in self.names and node.id not in self.module.maps(self.source)
        if isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Slice):
                return True
            return self.is_pile(node.value) and isinstance(node.value, (ast.Name, ast.Subscript))
        if isinstance(node, ast.Attribute):
            return self.module.slot_of_match(node) is not None
        return isinstance(node, (ast.Tuple, ast.List, ast.ListComp))

    def sliced(self, value: ast.expr, at: ast.Slice, way: str = "slice") -> V:
        pile = self.kept(self.obj(value))
        if at.step is not None:
            bounds = [self.obj(x) if x is not None else V("o", "Py_None") for x in (at.lower, at.upper, at.step)]
            found = self.let(f"stepped({pile.code}, {', '.join(x.code for x in bounds)})")
            self.drop(pile, *bounds)
            return found
        low = self.number(self.expr(at.lower)).code if at.lower is not None else "0"
        high = self.number(self.expr(at.upper)).code if at.upper is not None else "LONG_MAX"
        found = self.let(f"{way}({pile.code}, {low}, {high})")
        self.drop(pile)
        return found

    # -- displays ----------------------------------------------------------------------------------------------

    def on_tuple(self, node: ast.Tuple) -> V:
        elts = spread(node.elts)
        if any(isinstance(x, ast.Starred) for x in elts):
            listed = self.listed(elts)
            return self.let(f"tuple_of_list({self.moved(listed)})")
        return self.filled("tuple", elts) if elts else self.constant(())

    def on_list(self, node: ast.List) -> V:
        elts = spread(node.elts)
        return self.listed(elts) if any(isinstance(x, ast.Starred) for x in elts) else self.filled("list", elts)

    def filled(self, kind: str, elts: list[ast.expr]) -> V:
        values = self.operands(elts)
        if kind == "tuple" and not self.seldom:
            known = self.known_again(values)
            if known is not None:
                return known
        found = self.let(f"new_{kind}({len(elts)})")
        name = {"tuple": "PyTuple_SET_ITEM", "list": "PyList_SET_ITEM"}[kind]
        for i, v in enumerate(values):
            self.line(f"{name}({found.code}, {i}, {self.moved(v)});")
        return found

    def known_again(self, values: list[V]) -> V | None:
        """A tuple of numbers of which one or two differ from time to time: made once and kept."""
        numbers = {v.code for v in values if v.kind in "in" and not is_literal(v.code) and v.code != "NONE"}
        fixed = [self.object(v).code for v in values if v.kind not in "in" or v.code not in numbers]
        if not 0 < len(numbers) <= 2 or len(values) < 2 or not all(lasting(x) and "?" not in x for x in fixed):
            return None
        at = sorted(numbers)
        table = self.module.known_tuples(KNOWN_AGAIN ** len(at))
        near = " && ".join(f"(size_t)({x} + {SHIFTED}) < {KNOWN_AGAIN}" for x in at)
        place = f" * {KNOWN_AGAIN} + ".join(f"({x} + {SHIFTED})" for x in at)
        name, found = self.fresh("w"), self.temp()
        self.line(f"O *{name} = LIKELY({near}) ? &{table}[{place}] : NULL;")
        self.line(f"if (LIKELY({name} != NULL && *{name} != NULL)) {found} = KNOWN(*{name});")
        self.line(f"else {{ {found} = new_tuple({len(values)}); NEED({found});")
        for i, v in enumerate(values):
            self.line(f"PyTuple_SET_ITEM({found}, {i}, {self.moved(v)});")
        self.line(f"if ({name} != NULL) *{name} = keep_known({found}); }}")
        return V("o", found, found)

    def listed(self, elts: list[ast.expr]) -> V:
        found = self.let("new_list(0)")
        for x in elts:
            if isinstance(x, ast.Starred):
                low = beginning(x.value)
                v = self.kept(self.obj(x.value if low is None else x.value.value))  # type: ignore[attr-defined]
                way = (
                    f"extended({found.code}, {v.code})"
                    if low is None
                    else f"extended_from({found.code}, {v.code}, {low})"
                )
                self.line(f"{found.code} = {way}; NEED({found.code});")
                self.drop(v)
            else:
                self.line(f"if (push({found.code}, {self.moved(self.obj(x))}) < 0) goto err;")
        return found

    def on_dict(self, node: ast.Dict) -> V:
        found = self.let("PyDict_New()")
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                raise Unsupported("**")
            k, v = (self.object(x) for x in self.operands([key, value]))
            self.line(f"if (PyDict_SetItem({found.code}, {k.code}, {v.code}) < 0) goto err;")
            self.drop(k, v)
        return found

    # -- comprehensions ----------------------------------------------------------------------------------------

    def on_listcomp(self, node: ast.ListComp) -> V:
        found = self.let("new_list(0)")

        def each() -> None:
            self.line(f"if (push({found.code}, {self.moved(self.obj(node.elt))}) < 0) goto err;")

        self.generators(node.generators, each, not may_run(node))
        return found

    def gathered(self, node: ast.ListComp | ast.GeneratorExp) -> V:
        """A tuple of what a comprehension gives."""
        found = self.let("EMPTY")

        def each() -> None:
            self.line(f"if (gather(&{found.code}, {self.moved(self.obj(node.elt))}) < 0) goto err;")

        self.generators(node.generators, each, not may_run(node))
        return found

    def on_generatorexp(self, node: ast.GeneratorExp) -> V:
        return self.on_listcomp(ast.ListComp(node.elt, node.generators))

    def on_dictcomp(self, node: ast.DictComp) -> V:
        found = self.let("PyDict_New()")

        def each() -> None:
            k, v = (self.object(x) for x in self.operands([node.key, node.value]))
            self.line(f"if (PyDict_SetItem({found.code}, {k.code}, {v.code}) < 0) goto err;")
            self.drop(k, v)

        self.generators(node.generators, each)
        return found

    def generators(self, generators: list[ast.comprehension], each: Any, quiet: bool = False) -> list[str]:
        """The loops of a comprehension around what is done for each; gives the iterators that are open inside."""
        comp = generators[0]
        it, again, end = self.iterate(comp.iter, quiet)
        self.place(again)
        self.step(it, comp.target, end)
        for test in comp.ifs:
            self.jump(test, again, False)
        if generators[1:]:
            self.generators(generators[1:], each, quiet)
        else:
            each()
        self.line(f"goto {again};")
        self.place(end)
        self.finish(it)
        return [it]

    def any_of(self, node: ast.ListComp | ast.GeneratorExp, asked: ast.expr, wanted: bool = True) -> V:
        """Whether one of them is as asked; it stops at the first."""
        name, found = self.fresh("b"), self.fresh("L")
        self.line(f"int {name} = 1;")
        opened: list[str] = []
        kept = self.open_iterators()
        self.generators(node.generators, lambda: self.jump(asked, found, wanted), not (may_run(node) or may_run(asked)))
        opened += [x for x in self.iterators if x not in kept]
        self.line(f"{name} = 0;")
        self.place(found)
        for it in opened:
            self.line(f"END({it});")
        return V("b", name)

    def open_iterators(self) -> list[str]:
        return list(self.iterators)

    def count_of(self, node: ast.ListComp | ast.GeneratorExp) -> V:
        name = self.fresh("n")
        self.line(f"long {name} = 0;")
        self.generators(node.generators, lambda: self.line(f"{name}++;"), not may_run(node))
        return V("i", name)

    def sum_of(self, node: ast.ListComp | ast.GeneratorExp) -> V:
        name = self.fresh("n")
        self.line(f"long {name} = 0;")

        def each() -> None:
            v = self.number(self.expr(node.elt))
            self.line(f"{name} = plus({name}, {v.code}); if (UNLIKELY({name} == ERR)) goto err;")

        self.generators(node.generators, each, not may_run(node))
        return V("i", name)

    # -- loops -------------------------------------------------------------------------------------------------

    def iterate(self, node: ast.expr, quiet: bool = False) -> tuple[str, str, str]:
        """Begin to go through a pile: the iterator, where the next is taken, where it ends; ``quiet``: nothing changes before
        the end."""
        again, end = self.fresh("L"), self.fresh("L")
        named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        called = self.module.constant(self.source, node.func) if isinstance(node, ast.Call) and named else None
        args = node.args if isinstance(node, ast.Call) else []
        if called is range and len(args) <= 2:
            bounds = [self.number(x).code for x in self.operands(args)]
            name = self.fresh("i")
            self.line(f"long {name} = {bounds[0] if len(bounds) == 2 else '0'} - 1, {name}e = {bounds[-1]};")
            return f"range {name}", again, end
        it = self.fresh("I")
        self.iterators.append(it)
        if called is enumerate and len(args) == 1 and isinstance(node, ast.Call) and not node.keywords:
            self.begin(it, self.obj(args[0]))
            name = self.fresh("i")
            self.line(f"long {name} = -1;")
            return f"enumerate {name} {it}", again, end
        if called is zip and len(args) == 2:
            other = self.fresh("I")
            self.iterators.append(other)
            for name, pile in zip((it, other), [self.kept(self.object(v)) for v in self.operands(args)], strict=True):
                self.begin(name, pile)
            return f"zip {other} {it}", again, end
        if isinstance(node, ast.GeneratorExp):
            node = ast.ListComp(node.elt, node.generators)
        parts = summands(node)
        if 2 <= len(parts) <= 3:
            values = [self.object(v) for v in self.operands(parts)]
            codes = ", ".join([*[v.code for v in values], *["NULL"] * (3 - len(values))])
            if quiet and all(v.owner is None for v in values):
                self.several.add(it)
                self.line(f"if (begin_lent_all(&{it}, {codes}, {ends_of(it)}, x_{it}) < 0) goto err;")
                return it, again, end
            self.line(f"if (begin_all(&{it}, {codes}, {ends_of(it)}) < 0) goto err;")
            self.drop(*values)
            return it, again, end
        self.begin(it, self.obj(node), quiet)
        return it, again, end

    def begin(self, it: str, pile: V, lent: bool = False) -> None:
        """Go through a pile; ``lent``: nothing takes it away meanwhile."""
        if lent and pile.owner is None:
            self.line(f"if (begin_lent(&{it}, {pile.code}, {ends_of(it)}) < 0) goto err;")
        else:
            self.line(f"if (begin(&{it}, {self.moved(pile)}, {ends_of(it)}) < 0) goto err;")

    def step(self, it: str, target: ast.expr, end: str) -> None:
        """Take the next, or go to the end."""
        parts = it.split()
        if parts[0] == "range":
            name = parts[1]
            self.line(f"if (++{name} >= {name}e) goto {end};")
            self.assign(target, V("i", name))
            return
        if it in self.several:
            self.line(f"while (a_{it} == e_{it} && x_{it}[0] != NULL) next_pile({ends_of(it)}, x_{it});")
        if parts[0] not in ("zip", "enumerate") and self.kind_of_name(target) in ("n", "i"):
            assert isinstance(target, ast.Name)
            code, kind = self.names[target.id]
            got = self.fresh("g")
            self.line(f"int {got} = following_number(&{parts[-1]}, {ends_of(parts[-1])}, &{code});")
            self.line(f"if ({got} <= 0) {{ if (UNLIKELY({got} < 0)) goto err; goto {end}; }}")
            if kind == "i":
                self.number(V("n", code))
            return
        taken = self.taken(parts[-1], end)
        if parts[0] == "zip":
            other = self.taken(parts[1], end)
            assert isinstance(target, ast.Tuple)
            self.assign(target.elts[0], V("o", taken))
            self.assign(target.elts[1], V("o", other))
            return
        if parts[0] == "enumerate":
            assert isinstance(target, ast.Tuple)
            self.line(f"++{parts[1]};")
            self.assign(target.elts[0], V("i", parts[1]))
            target = target.elts[1]
        self.assign(target, V("o", taken))

    def taken(self, it: str, end: str) -> str:
        """The next, lent by the pile, or to the end."""
        name = self.fresh("g")
        self.line(f"O {name} = following(&{it}, {ends_of(it)});")
        self.line(
            f"if ({name} == NULL) {{ if (UNLIKELY({it}.how == PYTHON) && PyErr_Occurred()) goto err; goto {end}; }}"
        )
        return name

    def finish(self, it: str) -> None:
        for name in it.split():
            if name in self.iterators:
                self.line(f"END({name});")

    def assign(self, target: ast.expr, v: V) -> None:
        raise NotImplementedError

    def fixed(self, v: V) -> V:
        raise NotImplementedError

    # -- lambdas -----------------------------------------------------------------------------------------------

    def on_lambda(self, node: ast.Lambda) -> V:
        return self.module.closure(self, node)


def as_number(node: ast.expr) -> ast.expr:
    """A sum that says a place: of numbers only."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and not isinstance(node.left, ast.Constant):
        return ast.BinOp(node.left, ast.Sub(), ast.UnaryOp(ast.USub(), node.right))
    return node


def beginning(node: ast.expr) -> int | None:
    """The number n of «pile[n:]»."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)):
        return None
    low = node.slice.lower
    if node.slice.upper is not None or node.slice.step is not None or not isinstance(low, ast.Constant):
        return None
    return low.value if type(low.value) is int and low.value >= 0 else None


def ends_of(it: str) -> str:
    """C for the places where a walk is and where it ends."""
    return f"&a_{it}, &e_{it}"


def summands(node: ast.expr) -> list[ast.expr]:
    """«a + b + c»."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*summands(node.left), node.right]
    return [node]


def one_thing(node: ast.expr) -> bool:
    """«(x,)»."""
    return isinstance(node, ast.Tuple) and len(node.elts) == 1 and not isinstance(node.elts[0], ast.Starred)


def left_out(a: ast.expr, b: ast.expr) -> ast.expr | None:
    """The i of «t[:i] + t[i + 1:]»."""
    if not (isinstance(a, ast.Subscript) and isinstance(b, ast.Subscript)):
        return None
    first, last = a.slice, b.slice
    if not (isinstance(first, ast.Slice) and isinstance(last, ast.Slice) and isinstance(a.value, ast.Name)):
        return None
    if first.lower or first.step or last.upper or last.step or first.upper is None or last.lower is None:
        return None
    at = first.upper
    past = ast.BinOp(at, ast.Add(), ast.Constant(1))
    same = ast.dump(a.value) == ast.dump(b.value) and ast.dump(past) == ast.dump(last.lower)
    return at if same and isinstance(at, ast.Name) else None


def may_run(node: ast.expr) -> bool:
    """Whether evaluating it could change what lies in the state."""
    return any(isinstance(x, (ast.Call, ast.NamedExpr)) for x in walk(node))


def spread(elts: list[ast.expr]) -> list[ast.expr]:
    """The elements of a display: «*fr[2:6]» one by one."""
    out: list[ast.expr] = []
    for x in elts:
        bounds = plain_bounds(x)
        if bounds is None:
            out.append(x)
            continue
        assert isinstance(x, ast.Starred) and isinstance(x.value, ast.Subscript)
        out += [ast.Subscript(x.value.value, ast.Constant(i), ast.Load()) for i in range(*bounds)]
    return out


def plain_bounds(node: ast.expr) -> tuple[int, int] | None:
    """The bounds of «*fr[2:6]»."""
    if not (isinstance(node, ast.Starred) and isinstance(node.value, ast.Subscript)):
        return None
    at = node.value.slice
    if not (isinstance(at, ast.Slice) and at.step is None and isinstance(node.value.value, ast.Name)):
        return None
    low, high = at.lower, at.upper
    if not (isinstance(low, ast.Constant) and isinstance(high, ast.Constant)):
        return None
    first, last = low.value, high.value
    return (first, last) if isinstance(first, int) and isinstance(last, int) and min(first, last) >= 0 else None


__all__ = ["Expressions", "Unsupported", "V", "c_text", "is_table", "may_run"]
