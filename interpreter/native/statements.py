"""Statements in C, and the whole of a function: its variables, its way out, its door to Python."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from attrs import frozen

from ..shortened.shapes import walk
from .calls import Calls
from .expressions import may_run, one_thing, spread
from .functions import COMPREHENSIONS, MISSING, Source
from .kept import Kept
from .kinds import Unsupported, V
from .writing import is_literal, lasting

TIMES_PILE, TIMES_AT = 6, 3  # how often the names of «take out» stand in it

FAULTS = ("outside", "no_number", "no_state")  # what may be wrong at many places of a function
ENTER, LEAVE = "    ENTER;\n", "    LEAVE;\n"  # where a function that may go too deep counts
DEEPER = 'if (UNLIKELY(++deep > 1000)) { PyErr_SetString(PyExc_RecursionError, "too deep"); goto err; }'
MOST_THINGS = 56  # in one entry of a log
LOG = "told"  # the field of a match that holds its log


class Function(Calls):
    """The writing of one function."""

    def __init__(self, module: Kept, source: Source) -> None:
        super().__init__(module, source)
        self.kind = source.kind
        self.loops: list[tuple[str, str]] = []  # of each loop around: where it goes on, where it ends
        self.extra: list[tuple[str, str]] = []
        self.walks: list[str] = []  # the walks through piles of the loops around

    # -- the whole ---------------------------------------------------------------------------------------------

    def head(self) -> str:
        return head(self.source)

    def text(self) -> str:
        source = self.source
        stored = {x.id for x in source.nodes if isinstance(x, ast.Name) and not isinstance(x.ctx, ast.Load)}
        start = []
        for name in source.params:
            kind = source.given.get(name, "o")
            self.names[name] = (f"p_{name}", kind)
            if name in stored:
                code = self.declared(kind)
                self.names[name] = (code, kind)
                start.append(f"    {code} = {'own' if kind == 'o' else ''}(p_{name});")
        lent = loops_only(source.node)
        for name, kind in source.locals.items():
            code = self.declared(kind)
            self.names[name] = (code, kind)
            if kind == "o" and name in lent:
                self.borrowed.add(code)
        self.count_by_number(stored)
        self.seldom = goes_by_blocks(source.node)
        self.body(source.node.body)
        out = [("BLOCKS " if self.seldom else "") + self.head() + " {"]
        out += [
            f"    {'O' if kind == 'o' else 'long'} {code} = {'NULL' if kind == 'o' else '0'};"
            for code, kind in self.extra
        ]
        out += [f"    O {name} = NULL;" for name in self.owned]
        out += [
            f"    Iter {name}; {name}.pile = NULL; O *a_{name} = NULL, *e_{name} = NULL;" for name in self.iterators
        ]
        out += [f"    O x_{name}[2] = {{NULL, NULL}};" for name in self.iterators if name in self.several]
        nothing = {"o": "NULL", "n": "NONE"}.get(self.kind, "0")
        out.append(f"    {'O' if self.kind == 'o' else 'long'} R = {nothing};")
        if self.calls:
            out.append(ENTER[:-1])
        out += start
        if self.source.given_state:
            out.append("    O *const S = ((PyListObject *)p_s)->ob_item;")
        out += [
            f"    long {u} = {f'COUNTED({code})' if code[0] == 'p' else 'ERR'};" for code, u in self.numbered.items()
        ]
        out += self.lines
        if self.kind == "o":
            out.append("    R = Py_None;")
        if self.kind == "n":
            out.append("    R = NONE;")
        out.append("    goto done;")
        if self.unbound:
            out.append('unbound:; PyErr_SetString(PyExc_UnboundLocalError, "a name that was never set");')
        for fault in FAULTS:
            if any(f"goto {fault}_;" in line for line in self.lines):
                out.append(f"{fault}_:; {fault}(); goto err;")
        out.append("err:;")
        out.append("    R = NULL;" if self.kind == "o" else "    R = ERR;")
        out += [f"    xdrop({name});" for name in self.owned]
        out += [f"    END({name});" for name in self.iterators]
        out.append("done:;")
        out += [f"    xdrop({code});" for code, kind in self.extra if kind == "o" and code not in self.borrowed]
        out += [LEAVE[:-1]] * self.calls + ["    return R;", "}"]
        return "\n".join(out)

    def count_by_number(self, stored: set[str]) -> None:
        """Names that are often used as numbers have their number kept besides."""
        used: Counter[str] = Counter()
        for x in self.source.nodes:
            if isinstance(x, ast.BinOp) and isinstance(x.op, (ast.Add, ast.Sub)):
                used.update(y.id for y in (x.left, x.right) if isinstance(y, ast.Name))
        for name, times in used.items():
            code, kind = self.names.get(name, ("", ""))
            steady = name in self.source.params and name not in stored
            if times > 1 and kind == "o" and (steady or name.endswith("_")):
                self.numbered[code] = f"u_{code}"

    def declared(self, kind: str) -> str:
        code = f"v_{len(self.extra)}"
        self.extra.append((code, kind))
        return code

    def body(self, body: list[ast.stmt]) -> None:
        at = 0
        while at < len(body):
            self.later = body[at + 1 :]
            at += 2 if self.taken_out(body[at : at + 2]) else self.statement(body[at])

    def statement(self, stmt: ast.stmt) -> int:
        """One statement."""
        handler = getattr(self, "do_" + type(stmt).__name__.lower(), None)
        if handler is None:
            raise Unsupported(type(stmt).__name__)
        handler(stmt)
        return 1

    # -- one by one --------------------------------------------------------------------------------------------

    def do_pass(self, stmt: ast.Pass) -> None:
        pass

    def do_expr(self, stmt: ast.Expr) -> None:
        if not isinstance(stmt.value, ast.Constant):
            self.drop(self.expr(stmt.value))

    def do_return(self, stmt: ast.Return) -> None:
        if stmt.value is None:
            if self.kind == "o":
                self.line("R = Py_None;")
            if self.kind == "n":
                self.line("R = NONE;")
        else:
            v = self.expr(stmt.value, self.kind if self.kind in "ibn" else "")
            if self.kind == "o":
                self.line(f"R = {self.moved(v)};")
            elif self.kind == "v":
                self.drop(v)
            else:
                self.line(f"R = {self.to(v, self.kind).code};")
        for it in self.walks:
            self.finish(it)
        self.line("goto done;")

    def do_if(self, stmt: ast.If) -> None:
        value = self.module.constant(self.source, stmt.test)
        if value is not MISSING:
            self.body(stmt.body if value else stmt.orelse)
            return
        other = self.fresh("L")
        self.jump(stmt.test, other, False, "LIKELY" if stops(stmt.body) else "")
        self.body(stmt.body)
        if stmt.orelse:
            end = self.fresh("L")
            self.line(f"goto {end};")
            self.place(other)
            self.body(stmt.orelse)
            self.place(end)
        else:
            self.place(other)

    def do_while(self, stmt: ast.While) -> None:
        if stmt.orelse:
            raise Unsupported("while else")
        again, end = self.fresh("L"), self.fresh("L")
        self.place(again)
        self.jump(stmt.test, end, False)
        self.loops.append((again, end))
        self.body(stmt.body)
        self.loops.pop()
        self.line(f"goto {again};")
        self.place(end)

    def do_for(self, stmt: ast.For) -> None:
        if stmt.orelse:
            raise Unsupported("for else")
        it, again, end = self.iterate(stmt.iter, not any(changes_things(x) for x in stmt.body))
        self.place(again)
        self.step(it, stmt.target, end)
        self.loops.append((again, end))
        self.walks.append(it)
        self.body(stmt.body)
        self.walks.pop()
        self.loops.pop()
        self.line(f"goto {again};")
        self.place(end)
        self.finish(it)

    def do_continue(self, stmt: ast.Continue) -> None:
        self.line(f"goto {self.loops[-1][0]};")

    def do_break(self, stmt: ast.Break) -> None:
        self.line(f"goto {self.loops[-1][1]};")

    def do_raise(self, stmt: ast.Raise) -> None:
        call = stmt.exc
        kind = call.func if isinstance(call, ast.Call) else call
        if not isinstance(kind, ast.Name):
            raise Unsupported("raise")
        self.line(f"PyErr_SetString({self.obj(kind).code}, {self.quoted(stmt)}); goto err;")

    def quoted(self, stmt: ast.stmt) -> str:
        return f'"{self.source.python.__name__}"'

    def do_assert(self, stmt: ast.Assert) -> None:
        right = self.fresh("L")
        self.jump(stmt.test, right, True)
        self.line(f"PyErr_SetString(PyExc_AssertionError, {self.quoted(stmt)}); goto err;")
        self.place(right)

    def do_delete(self, stmt: ast.Delete) -> None:
        for target in stmt.targets:
            if not isinstance(target, ast.Subscript):
                raise Unsupported("del")
            pile = self.kept(self.obj(target.value))
            if isinstance(target.slice, ast.Slice):
                at = target.slice
                bounds = [self.obj(x) if x is not None else V("o", "Py_None") for x in (at.lower, at.upper, at.step)]
                key = self.let(f"PySlice_New({', '.join(x.code for x in bounds)})")
                self.drop(*bounds)
            else:
                key = self.obj(target.slice)
            self.line(f"if (PyObject_DelItem({pile.code}, {key.code}) < 0) goto err;")
            self.drop(pile, key)

    # -- assignments -------------------------------------------------------------------------------------------

    def do_annassign(self, stmt: ast.AnnAssign) -> None:
        if stmt.value is not None:
            self.assign(stmt.target, self.expr(stmt.value))

    def do_assign(self, stmt: ast.Assign) -> None:
        target = stmt.targets[0]
        if len(stmt.targets) == 1 and (self.tells(target, stmt.value) or self.lengthened(target, stmt.value)):
            return
        if len(stmt.targets) == 1 and isinstance(target, ast.Tuple) and isinstance(stmt.value, ast.Tuple):
            if len(target.elts) == len(stmt.value.elts):
                values = [self.fixed(v) for v in self.operands(stmt.value.elts)]
                for part, v in zip(target.elts, values, strict=True):
                    self.assign(part, v)
                return
        v = self.expr(stmt.value, self.kind_of_name(stmt.targets[0]) if len(stmt.targets) == 1 else "")
        if len(stmt.targets) > 1:
            v = self.fixed(v)
        for target in stmt.targets[:-1]:
            self.assign(target, V(v.kind, v.code))
        self.assign(stmt.targets[-1], v)

    def lengthened(self, target: ast.expr, value: ast.expr) -> bool:
        """«s[z] = s[z] + (c,)»: one more thing in a pile, where it lies if nobody else has it."""
        if not (isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and one_thing(value.right)):
            return False
        thing = value.right.elts[0]  # type: ignore[attr-defined]
        if may_run(thing) or may_run(target) or not same_place(value.left, target):
            return False
        return self.more(target, thing)

    def more(self, target: ast.expr, thing: ast.expr) -> bool:
        """One more thing at the end of a pile that lies in a place or has a name."""
        if isinstance(target, ast.Name):
            code, kind = self.names[target.id]
            if kind != "o" or not code.startswith("v_") or code in self.borrowed:
                return False
            self.line(f"BOUND({code}); if (lengthen(&{code}, {self.moved(self.kept(self.obj(thing)))}) < 0) goto err;")
            self.unbound = True
            return True
        if (
            not isinstance(target, ast.Subscript)
            or isinstance(target.slice, ast.Slice)
            or not self.is_pile(target.value)
        ):
            return False
        x = self.kept(self.obj(thing))
        pile = self.kept(self.obj(target.value))
        i = self.number(self.expr(target.slice))
        if self.is_state(target.value):
            self.line(f"if (lengthen(&S[{self.in_state(i)}], {self.moved(x)}) < 0) goto err;")
        else:
            self.line(f"if (lengthen_in({pile.code}, {i.code}, {self.moved(x)}) < 0) goto err;")
        self.drop(pile)
        return True

    def taken_out(self, body: list[ast.stmt]) -> bool:
        """«t = s[z]; if t[-1] == c: s[z] = t[:-1] else: i = t.index(c); s[z] = t[:i] + t[i + 1:]» at once."""
        found = thing_taken_out(body)
        if found is None or not self.is_state(found.place.value):
            return False
        used = Counter(x.id for x in self.source.nodes if isinstance(x, ast.Name))
        if used[found.pile] != TIMES_PILE or used[found.at] != TIMES_AT:
            return False
        x = self.number_or_none(self.expr(found.thing))
        i = self.number(self.expr(found.place.slice))
        self.line(f"if (take_out(&S[{self.in_state(i)}], {x.code}) < 0) goto err;")
        return True

    def tells(self, target: ast.expr, value: ast.expr) -> bool:
        """«m.told = (entry, m.told)»: an entry more in the log."""
        if not (isinstance(target, ast.Attribute) and self.module.slot_of_match(target) == LOG):
            return False
        if not (isinstance(value, ast.Tuple) and len(value.elts) == 2 and same_place(value.elts[1], target)):
            return False
        code, entry = self.names[target.value.id][0], value.elts[0]  # type: ignore[attr-defined]
        elts = spread(entry.elts) if isinstance(entry, ast.Tuple) else []
        if not elts or any(isinstance(x, ast.Starred) for x in elts):
            if not isinstance(entry, ast.Tuple):
                return False
            self.line(f"if (tell_tuple(field_at({code}, OFF_{LOG}), {self.moved(self.obj(entry))}) < 0) goto err;")
            return True
        if len(elts) > MOST_THINGS:
            raise Unsupported("too much to tell")
        values = self.operands(elts)
        things, page = self.fresh("t"), self.fresh("t")
        self.line(f"O *{things} = tell(field_at({code}, OFF_{LOG}), {len(values)}); NEED({things});")
        self.line(f"Page *{page} = PAGE(*field_at({code}, OFF_{LOG}));")
        for i, v in enumerate(values):
            if v.kind in "in" and not is_literal(v.code) and v.code != "NONE":
                self.line(f"{things}[{i}] = told_number({v.code}, {page});")
                continue
            v = self.object(v)
            if lasting(v.code):
                self.line(f"{things}[{i}] = {v.code};")
            elif v.owner is not None:
                self.line(f"{things}[{i}] = told_given({self.moved(v)}, {page});")
            else:
                self.line(f"{things}[{i}] = told_thing({v.code}, {page});")
        self.line(f"{things}[{len(values)}] = WORD({len(values)});")
        return True

    def fixed(self, v: V) -> V:
        """A value that stays what it is while others are stored."""
        if v.kind != "o":
            name = self.fresh("n")
            self.line(f"long {name} = {v.code};")
            return V(v.kind, name)
        if v.owner is not None:
            return v
        name = self.temp()
        self.line(f"{name} = own({v.code});")
        return V("o", name, name)

    def assign(self, target: ast.expr, v: V) -> None:
        if isinstance(target, ast.Name):
            self.store_name(target.id, v)
        elif isinstance(target, ast.Subscript):
            self.store_place(target, v)
        elif isinstance(target, ast.Attribute):
            self.store_field(target, v)
        elif isinstance(target, ast.Tuple):
            self.unpacked(target, v)
        else:
            raise Unsupported("target")

    def store_place(self, target: ast.Subscript, v: V) -> None:
        if isinstance(target.slice, ast.Slice):
            raise Unsupported("slice as a target")
        v = self.kept(v) if not isinstance(target.slice, ast.Constant) else v
        pile = self.kept(self.obj(target.value))
        if self.is_pile(target.value):
            i = self.number(self.expr(target.slice))
            if self.is_state(target.value) and v.kind == "i":
                self.line(f"if (UNLIKELY(set_number(&S[{self.in_state(i)}], {v.code}) < 0)) goto err;")
            elif self.is_state(target.value):
                self.line(f"put_there(&S[{self.in_state(i)}], {self.moved(v)});")
            else:
                self.line(f"if (set({pile.code}, {i.code}, {self.moved(v)}) < 0) goto err;")
        else:
            key, v = self.kept(self.obj(target.slice)), self.object(v)
            self.line(f"if (PyObject_SetItem({pile.code}, {key.code}, {v.code}) < 0) goto err;")
            self.drop(key, v)
        self.drop(pile)

    def store_field(self, target: ast.Attribute, v: V) -> None:
        slot = self.module.slot_of_match(target)
        if slot is not None:
            code, _ = self.names[target.value.id]  # type: ignore[attr-defined]
            if v.kind == "i":
                self.line(f"if (UNLIKELY(set_number(field_at({code}, OFF_{slot}), {v.code}) < 0)) goto err;")
                return
            self.line(f"put(field_at({code}, OFF_{slot}), {self.moved(v)});")
            return
        of, v = self.kept(self.obj(target.value)), self.object(v)
        self.line(f"if (PyObject_SetAttr({of.code}, {self.module.keep(target.attr)}, {v.code}) < 0) goto err;")
        self.drop(of, v)

    def unpacked(self, target: ast.Tuple, v: V) -> None:
        if any(isinstance(x, ast.Starred) for x in target.elts):
            raise Unsupported("starred target")
        v = self.object(v)
        array, many = self.fresh("u"), len(target.elts)
        temps = [self.temp() for _ in target.elts]
        v = self.fixed(v) if v.code.startswith("v_") else self.kept(v)
        self.line(f"O {array}[{many}]; if (LIKELY(PyTuple_CheckExact({v.code}) && Py_SIZE({v.code}) == {many})) {{")
        for i in range(many):
            self.line(f"{array}[{i}] = PyTuple_GET_ITEM({v.code}, {i});")
        self.line(f"}} else {{ if (unpack({v.code}, {many}, {array}) < 0) goto err;")
        for i, name in enumerate(temps):
            self.line(f"{name} = {array}[{i}];")
        self.line("}")
        for i, part in enumerate(target.elts):
            self.assign(part, V("o", f"{array}[{i}]"))
        for name in temps:
            self.line(f"if (UNLIKELY({name} != NULL)) CLR({name});")
            self.free.append(name)
        self.drop(v)

    def do_augassign(self, stmt: ast.AugAssign) -> None:
        target = stmt.target
        if isinstance(stmt.op, ast.Add) and one_thing(stmt.value):
            thing = stmt.value.elts[0]  # type: ignore[attr-defined]
            if not (may_run(thing) or may_run(target)) and self.more(target, thing):
                return
        if isinstance(stmt.op, ast.Add) and isinstance(target, (ast.Name, ast.Attribute)) and backwards(stmt.value):
            pile, more = (self.kept(self.object(v)) for v in self.operands([as_read(target), stmt.value.value]))  # type: ignore[attr-defined]
            self.assign(target, self.let(f"more_backwards({pile.code}, {more.code})"))
            self.drop(pile, more)
            return
        if isinstance(stmt.op, ast.Sub) and isinstance(target, ast.Attribute) and self.counted_down(target, stmt.value):
            return
        if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Constant):
            stmt = self.settled(stmt)
            target = stmt.target
        read = ast.parse(ast.unparse(target), mode="eval").body
        kind = self.module.kinds.binary_in(self.source, read, stmt.op, stmt.value)
        now, more = self.operands([read, stmt.value])
        self.assign(target, self.arithmetic(now, stmt.op, more, kind, True))

    def counted_down(self, target: ast.Attribute, by: ast.expr) -> bool:
        """«m.field -= 1»: in place as long as it is large."""
        slot = self.module.slot_of_match(target)
        if slot is None or not (isinstance(by, ast.Constant) and type(by.value) is int and 0 < by.value < 256):
            return False
        code, _ = self.names[target.value.id]  # type: ignore[attr-defined]
        self.line(f"if (UNLIKELY(count_down(field_at({code}, OFF_{slot}), {by.value}) < 0)) goto err;")
        return True

    def settled(self, stmt: ast.AugAssign) -> ast.AugAssign:
        """The place of a target worked out once."""
        assert isinstance(stmt.target, ast.Subscript)
        i = self.expr(stmt.target.slice)
        name = f"at__{len(self.extra)}"
        kind = "i" if i.kind in "ibn" else "o"
        self.names[name] = (self.declared(kind), kind)
        self.source.own.add(name)
        self.source.locals[name] = kind
        self.store_name(name, i)
        place = ast.Subscript(stmt.target.value, ast.Name(name, ast.Load()), ast.Store())
        return ast.AugAssign(place, stmt.op, stmt.value)


@frozen
class TakenOut:
    """What is taken out of which pile, and the names that are used for it."""

    place: ast.Subscript
    pile: str
    at: str
    thing: ast.expr


def thing_taken_out(body: list[ast.stmt]) -> TakenOut | None:
    """Whether two statements take a thing out of a pile, the last if it lies at the end."""
    if len(body) != 2:
        return None
    first, test = body
    if not (isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Name) and isinstance(test, ast.If)):
        return None
    place, pile = first.value, first.targets[0].id
    if not (isinstance(place, ast.Subscript) and isinstance(place.slice, (ast.Name, ast.Constant))):
        return None
    if not (isinstance(test.test, ast.Compare) and len(test.test.ops) == 1 and len(test.orelse) == 2):
        return None
    thing, index = test.test.comparators[0], test.orelse[0]
    if not isinstance(thing, ast.Name) or not (
        isinstance(index, ast.Assign) and isinstance(index.targets[0], ast.Name)
    ):
        return None
    at, where = index.targets[0].id, ast.unparse(place)
    right = f"""if {pile}[-1] == {thing.id}:
    {where} = {pile}[:-1]
else:
    {at} = {pile}.index({thing.id})
    {where} = {pile}[:{at}] + {pile}[{at} + 1:]"""
    return TakenOut(place, pile, at, thing) if ast.unparse(ast.fix_missing_locations(test)) == right else None


def backwards(node: ast.expr) -> bool:
    """«pile[::-1]»."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)):
        return False
    at = node.slice
    return at.lower is None and at.upper is None and at.step is not None and ast.unparse(at.step) == "-1"


def as_read(node: ast.Name | ast.Attribute) -> ast.expr:
    """A target as it is read."""
    if isinstance(node, ast.Name):
        return ast.Name(node.id, ast.Load())
    return ast.Attribute(node.value, node.attr, ast.Load())


def counted(text: str, counts: bool) -> str:
    """The C of a function that counts how deep it is called, or need not."""
    way = (f"    {DEEPER}\n", "    deep--;\n") if counts else ("", "")
    return text.replace(ENTER, way[0]).replace(LEAVE, way[1])


def stops(body: list[ast.stmt]) -> bool:
    """Whether here a program puts its frame aside and stops: that is long and seldom, best kept apart from the rest."""
    if not isinstance(body[-1], (ast.Return, ast.Raise)):
        return False
    return any(isinstance(x, ast.Attribute) and x.attr == "rest" for stmt in body for x in walk(stmt)) or (
        isinstance(body[-1], ast.Raise)
    )


def loops_only(node: ast.FunctionDef) -> set[str]:
    """Names that only loops set and that are read only inside them: what they name lies in the pile that is gone through."""
    whole = Counter(x.id for x in walk(node) if isinstance(x, ast.Name))
    inside: Counter[str] = Counter()
    for x in walk(node):
        if isinstance(x, (ast.For, *COMPREHENSIONS)):
            first = x if isinstance(x, ast.For) else x.generators[0]
            loops = [x] if isinstance(x, ast.For) else x.generators
            names = [name for loop in loops for name in walked(loop.target)]
            seen = Counter(y.id for y in walk(x) if isinstance(y, ast.Name))
            before = Counter(y.id for y in walk(first.iter) if isinstance(y, ast.Name))
            for name in names:
                inside[name] += seen[name] - before[name] if names.count(name) == 1 else 0
    set_twice = {
        x.id for each in walk(node) if not isinstance(each, (ast.For, ast.comprehension))
        for x in stored_by(each)
    }  # fmt: skip
    captured = {
        x.id for each in walk(node) if isinstance(each, ast.Lambda) for x in walk(each) if isinstance(x, ast.Name)
    }
    return {name for name, times in inside.items() if times == whole[name]} - set_twice - captured


def walked(target: ast.expr) -> list[str]:
    """The names that a loop sets to what lies in its pile."""
    if isinstance(target, ast.Name):
        return [target.id]
    return []


def stored_by(node: ast.AST) -> Iterator[ast.Name]:
    """The names that a statement or an expression sets itself."""
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.NamedExpr)):
        targets = [node.target]
    else:
        return
    for target in targets:
        yield from (x for x in walk(target) if isinstance(x, ast.Name))


def changes_things(node: ast.stmt) -> bool:
    """Whether a statement could change what lies in the state, or a name."""
    kinds = (ast.Call, ast.NamedExpr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete)
    return any(isinstance(x, kinds) for x in walk(node))


def head(source: Source) -> str:
    """The C in which a function is called."""
    params = ", ".join(f"{'O' if source.given.get(x, 'o') == 'o' else 'long'} p_{x}" for x in source.params) or "void"
    return f"static {'O' if source.kind == 'o' else 'long'} F_{source.name}({params})"


def same_place(one: ast.expr, other: ast.expr) -> bool:
    """Whether two expressions name the same field."""
    return ast.unparse(one) == ast.unparse(other)


def goes_by_blocks(node: ast.FunctionDef) -> bool:
    """Whether it is a program that goes on after a stop: seldom run, and long."""
    return any(isinstance(x, ast.While) for x in node.body) and any(
        isinstance(x, ast.Assign) and isinstance(x.targets[0], ast.Name) and x.targets[0].id == "pc" for x in node.body
    )


__all__ = ["Function", "head"]
