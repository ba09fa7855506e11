"""A program without its counter: the same steps as plain nested Python, for when it runs from its beginning.

A generated program is a sequence of numbered blocks, so that it can go on from any of them after a stop. Most of the time it is
carried out from the start to the end: then its jumps are ifs and loops, and the places of its frame are variables. Only when
something inside stops is the frame made, as the blocks would have it. What does not fit this shape keeps its blocks alone.
"""

from __future__ import annotations

import ast

from attrs import define, field

from .shapes import copied, walk, whole

ASKING = frozenset({"collect", "fitting", "pend", "replacing", "next_replacing"})  # of a frame, what an event was given


class NotStructured(ValueError):
    """A program whose jumps are no ifs and loops."""


@define
class Region:
    """Where control goes from a stretch of blocks: past its end, or back to the head of the loop that it is in."""

    end: int
    loop: int | None = None
    leave: int | None = None  # where the loop ends


@define
class Structure:
    """The blocks of one program, and the writing of its plain form."""

    name: str
    pid: int
    first: int
    places: int
    blocks: list[list[ast.stmt]] = field(factory=list)
    labels: list[int] = field(factory=list)
    known_goals: dict[int, frozenset[int | None]] = field(factory=dict)

    def read(self, function: ast.FunctionDef) -> None:
        """Take the numbered blocks of a program; one without numbers is one block."""
        body = function.body
        if not (len(body) > 1 and isinstance(body[1], ast.While)):
            self.labels, self.blocks = [0], [copied(body)]
            return
        for part in body[1].body:
            if isinstance(part, ast.If) and isinstance(part.test, ast.Compare):
                number = part.test.comparators[0]
                self.labels.append(whole(number))
                self.blocks.append(copied(part.body))

    def index(self, label: int) -> int:
        return self.labels.index(label)

    # -- jumps -------------------------------------------------------------------------------------------------

    def target(self, body: list[ast.stmt]) -> int | None:
        """The index to which a list of statements jumps at its end."""
        if len(body) >= 2 and isinstance(body[-1], ast.Continue):
            label = set_label(body[-2])
            if label is not None:
                return self.index(label)
        return None

    def falls(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """A block without the «pc = next» by which it falls into the next one."""
        return body[:-1] if body and set_label(body[-1]) is not None else body

    def whole(self, label: int = 0) -> list[ast.stmt]:
        return self.region(self.index(label), 0, Region(len(self.blocks)))

    def rest(self, i: int) -> list[ast.stmt]:
        """The statements from block ``i`` to the end; from the middle of a loop, its first turn is what is left of one."""
        end = len(self.blocks)
        around = [(h, last) for h in range(i) if (last := self.loop_end(h, end)) is not None and i < last]
        if not around:
            return self.region(i, 0, Region(end))
        if len(around) > 1:
            raise NotStructured(self.name)
        head, last = around[0]
        inner = Region(last, head, last)
        turn = ast.If(
            ast.Name("on", ast.Load()), [set_to("on", 0), *self.region(i, 0, inner)], self.region(head, 0, inner)
        )
        loop = ast.While(ast.Constant(1), [turn], [])
        return [set_to("on", 1), loop, *self.region(last, 0, Region(end))]

    def region(self, i: int, at: int, around: Region) -> list[ast.stmt]:
        """The statements from block ``i``, statement ``at``, to the end of the region."""
        out: list[ast.stmt] = []
        while i < around.end:
            last = self.loop_end(i, around.end) if at == 0 and i != around.loop else None
            if last is not None:
                out.append(ast.While(ast.Constant(1), self.region(i, 0, Region(last, i, last)), []))
                i = last
                continue
            body = self.falls(self.blocks[i])
            jump = self.target(body)
            stop = len(body) - 2 if jump is not None else len(body)
            here = i
            while at < stop and i == here:
                made, i, at = self.statement(body[at], i, at, around)
                out += made
            if i != here:
                continue
            at = 0
            if out and isinstance(out[-1], ast.Return):
                return out
            if jump is None:
                i += 1
            elif i < jump < around.end:
                i = jump
            else:
                return out + self.going(jump, around)
        if around.end == around.leave and not (out and ends(out[-1])):
            out.append(ast.Break())
        return out

    def going(self, jump: int, around: Region) -> list[ast.stmt]:
        """How a stretch ends that goes on to ``jump``."""
        if jump == around.leave:
            return [ast.Break()]
        if jump == around.loop:
            return [ast.Continue()]
        if jump == around.end:
            return []
        raise NotStructured(self.name)

    def statement(self, stmt: ast.stmt, i: int, at: int, around: Region) -> tuple[list[ast.stmt], int, int]:
        """A statement of block ``i``, and where to go on: «if test: go to goal» takes what lies between with it."""
        if isinstance(stmt, ast.If) and replaces(stmt):
            return [self.longer_way(stmt, self.labels[i])], i, at + 1
        goal = self.target(stmt.body) if isinstance(stmt, ast.If) and not stmt.orelse else None
        if goal is None or not isinstance(stmt, ast.If):
            forbid_jumps(stmt)
            return [stmt], i, at + 1
        then = stmt.body[:-2]
        for part in then:
            forbid_jumps(part)
        if goal in (around.leave, around.loop):
            return [ast.If(stmt.test, then + self.going(goal, around), [])], i, at + 1
        if not i < goal <= around.end:
            raise NotStructured(self.name)
        far = self.farthest(goal, around)
        if far == goal:
            inner = self.region(i, at + 1, Region(goal, around.loop, around.leave))
            return [opposed(stmt.test, inner, then)], goal, 0
        inner = self.between(i, at + 1, goal, far, around)
        other = self.region(goal, 0, Region(far, around.loop, around.leave))
        return [opposed(stmt.test, inner, then + other)], far, 0

    def between(self, i: int, at: int, goal: int, far: int, around: Region) -> list[ast.stmt]:
        """The stretch before ``goal`` that ends by going on to ``far``."""
        kept = self.blocks[goal - 1]
        self.blocks[goal - 1] = self.falls(kept)[:-2]
        self.known_goals.pop(goal - 1, None)
        made = self.region(i, at, Region(goal, around.loop, around.leave))
        self.blocks[goal - 1] = kept
        self.known_goals.pop(goal - 1, None)
        return made

    def farthest(self, goal: int, around: Region) -> int:
        """How far beyond ``goal`` the stretch before it jumps at its very end."""
        end = self.target(self.falls(self.blocks[goal - 1]))
        if end is None or end == around.leave or not goal < end <= around.end:
            return goal
        return end

    def loop_end(self, i: int, end: int) -> int | None:
        """The index after the last block that goes back to block ``i``."""
        return next((j + 1 for j in range(end - 1, i - 1, -1) if i in self.goals(j)), None)

    def goals(self, j: int) -> frozenset[int | None]:
        """The indices to which a block jumps, at its end or at that of one of its ifs."""
        found = self.known_goals.get(j)
        if found is None:
            ifs = [x.body for part in self.blocks[j] for x in walk(part) if isinstance(x, ast.If)]
            found = self.known_goals[j] = frozenset(map(self.target, [self.blocks[j], *ifs]))
        return found

    def longer_way(self, stmt: ast.If, label: int) -> ast.stmt:
        """When something takes the place of an event, that is left to the blocks: they go on from here."""
        call = f"{self.name}(m, s, fr)"
        asked = next(x for x in walk(stmt) if isinstance(x, ast.Call) and is_name(x.func, "replacing"))
        found = ast.Compare(copied(asked), [ast.IsNot()], [ast.Constant(None)])
        back = ast.parse(f"fr[1] = {label}\nreturn {call}").body
        return ast.If(ast.BoolOp(ast.And(), [stmt.test, found]), back, [])


def set_to(name: str, value: int) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], ast.Constant(value), lineno=0)


def is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def set_label(stmt: ast.stmt) -> int | None:
    """The number of «pc = 3»."""
    if isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name) and stmt.targets[0].id == "pc":
        return whole(stmt.value)
    return None


def replaces(stmt: ast.If) -> bool:
    return any(isinstance(x, ast.Name) and is_name(x, "replacing") for x in walk(stmt))


def forbid_jumps(stmt: ast.stmt) -> None:
    for x in walk(stmt):
        if isinstance(x, ast.Continue) or (isinstance(x, ast.stmt) and set_label(x) is not None):
            raise NotStructured


def ends(stmt: ast.stmt) -> bool:
    return isinstance(stmt, (ast.Return, ast.Continue, ast.Break))


def opposed(test: ast.expr, between: list[ast.stmt], then: list[ast.stmt]) -> ast.stmt:
    """«if test: then, else: between», the other way round when there is no «then»."""
    if then:
        return ast.If(test, then, between)
    negated = (
        test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else ast.UnaryOp(ast.Not(), test)
    )
    return ast.If(negated, between or [ast.Pass()], [])


class Variables(ast.NodeTransformer):
    """The places of the frame as variables; the frame itself, where it is asked for, as a list of them."""

    def __init__(self, pid: int, first: int, places: int) -> None:
        self.pid, self.first, self.places = pid, first, places
        self.stored: set[int] = set()
        self.label = 0

    def frame(self) -> ast.expr:
        known: list[ast.expr] = [
            ast.Name(f"f{k}", ast.Load()) if k < self.first or k in self.stored else ast.Constant(None)
            for k in range(2, self.places)
        ]
        return ast.List([ast.Constant(self.pid), ast.Constant(self.label), *known], ast.Load())

    def given(self) -> ast.expr:
        """What the frame begins with."""
        known: list[ast.expr] = [ast.Name(f"f{k}", ast.Load()) for k in range(2, self.first)]
        return ast.List([ast.Constant(self.pid), ast.Constant(0), *known], ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id in ASKING:
            node.args = [self.given() if isinstance(x, ast.Name) and x.id == "fr" else self.visit(x) for x in node.args]
            return node
        self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == "fr":
            if not isinstance(node.slice, ast.Constant):
                raise NotStructured
            at = whole(node.slice)
            return ast.Constant(self.pid) if at == 0 else ast.Name(f"f{at}", node.ctx)
        self.generic_visit(node)
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.expr:
        raise NotStructured

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        elts: list[ast.expr] = []
        for x in node.elts:
            part = x.value if isinstance(x, ast.Starred) else None
            if isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Slice):
                low, high = part.slice.lower, part.slice.upper
                elts += [ast.Name(f"f{k}", ast.Load()) for k in range(whole(low), whole(high))]
            else:
                elts.append(self.visit(x))
        node.elts = elts
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.frame() if node.id == "fr" else node

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Statement by statement: «fr[1] = 7» is only kept in mind for the frame that is made next."""
        out: list[ast.stmt] = []
        for stmt in body:
            if is_counter(stmt):
                assert isinstance(stmt, ast.Assign)
                self.label = whole(stmt.value)
                continue
            out.append(self.compound(stmt))
        return out or [ast.Pass()]

    def compound(self, stmt: ast.stmt) -> ast.stmt:
        if isinstance(stmt, (ast.If, ast.While)):
            label = self.label
            stmt.test = self.visit(stmt.test)
            stmt.body = self.statements(stmt.body)
            self.label = label
            stmt.orelse = self.statements(stmt.orelse) if stmt.orelse else []
            self.label = label
            return stmt
        if isinstance(stmt, ast.For):
            stmt.iter = self.visit(stmt.iter)
            stmt.body = self.statements(stmt.body)
            return stmt
        made = self.visit(stmt)
        assert isinstance(made, ast.stmt)
        if isinstance(stmt, (ast.Return, ast.Expr)):
            self.label = 0
        return made


def is_counter(stmt: ast.stmt) -> bool:
    if not (isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Subscript)):
        return False
    target = stmt.targets[0]
    of_frame = isinstance(target.value, ast.Name) and target.value.id == "fr"
    return of_frame and isinstance(target.slice, ast.Constant) and target.slice.value == 1


def plain_form(
    name: str, function: ast.FunctionDef, pid: int, first: int, places: int, label: int = 0
) -> ast.FunctionDef | None:
    """The program as a function of what its frame begins with; None when its jumps do not allow it.

    ``label``: the block with which it begins."""
    structure = Structure(name, pid, first, places)
    structure.read(function)
    variables = Variables(pid, first, places)
    try:
        body = structure.whole(label)
        stored = {
            x.slice.value
            for stmt in body
            for x in walk(stmt)
            if isinstance(x, ast.Subscript)
            and isinstance(x.ctx, ast.Store)
            and isinstance(x.value, ast.Name)
            and x.value.id == "fr"
            and isinstance(x.slice, ast.Constant)
        }
        variables.stored = {k for k in stored if isinstance(k, int) and k != 1}
        body = variables.statements(body)
    except NotStructured:
        return None
    late = sorted(k for k in variables.stored if k >= first)
    read = {x.id for stmt in body for x in walk(stmt) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)}
    never = [f"f{k}" for k in range(first, places) if f"f{k}" in read and k not in variables.stored]
    names = [f"f{k}" for k in late if f"f{k}" in read and not set_first(f"f{k}", body)] + never
    start = [ast.Assign([ast.Name(x, ast.Store())], ast.Constant(None), lineno=0) for x in names]
    args = ", ".join(f"f{k}" for k in range(2, first))
    new = ast.parse(f"def q_{name}(m, s, {args}): pass").body[0]
    assert isinstance(new, ast.FunctionDef)
    new.body = [*start, *body]
    if not ends(new.body[-1]):
        new.body.append(ast.Return(ast.Constant(1)))
    return new


def set_first(name: str, body: list[ast.stmt]) -> bool:
    """Whether the first statement that speaks of a variable is the one that sets it, whatever happens."""
    for stmt in body:
        here = [x for x in walk(stmt) if isinstance(x, ast.Name) and x.id == name]
        if here:
            return isinstance(stmt, ast.Assign) and len(here) == 1 and stmt.targets[0] is here[0]
    return False


def resumed_forms(name: str, function: ast.FunctionDef, tried: bool) -> dict[int, list[ast.stmt]]:
    """By the number from which a program goes on where it stopped: the rest of it, without its counter."""
    structure = Structure(name, 0, 0, 0)
    structure.read(function)
    stopped = {whole(x.value) for block in structure.blocks for part in block for x in walk(part) if is_counter(x)}  # type: ignore[attr-defined,arg-type]
    found = {}
    if tried:
        stopped.add(1)
    for label in sorted(stopped & set(structure.labels)):
        try:
            found[label] = structure.rest(structure.index(label))
        except NotStructured:
            continue
    return found


__all__ = ["NotStructured", "plain_form", "resumed_forms"]
