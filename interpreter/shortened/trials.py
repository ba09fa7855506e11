"""The trials that programs ask for («would …»), each written as a function of its own: short where nothing reacts on the way."""

from __future__ import annotations

import ast
import re
from functools import cached_property, partial

from attrs import frozen

from ..program.compiled import Compiled
from .alone import Alone
from .reactions import Reactions
from .shapes import copied, slot_of, walk, whole
from .shortcut import Shortcut, find_shortcuts
from .simplify import Fact, Known, Simplifier
from .statements import Statements

CARRIED_OUT = re.compile(r"(per|opts|try)\d")


@frozen
class Trial:
    """A question to a trial that can be answered on the spot: whether ``verb`` would leave in a history a record with a given
    thing in one place; ``open_``: whether the trial surely gets to the part that decides."""

    verb: int
    history: int
    place: int
    open_: bool

    @property
    def name(self) -> str:
        return f"would{self.verb}_{self.history}_{self.place}{'o' if self.open_ else ''}"


class Trials:
    """The trials of a game that are answered on the spot."""

    def __init__(self, compiled: Compiled, simplifier: Simplifier) -> None:
        self.compiled = compiled
        self.simplifier = simplifier
        self.shortcuts = find_shortcuts(compiled)
        self.wanted: dict[str, Trial] = {}
        decide = compiled.functions.get("decide")
        self.decide = ast.parse(decide).body[0] if decide is not None else None

    def asked(self, node: ast.Call, known: Known) -> ast.expr | None:
        """«would(s, verb, event, lambda s: any([1 for h in s[H] if h[k] == x]))» as a call of one function."""
        _, verb, event, check = node.args
        if not (isinstance(verb, ast.Constant) and isinstance(event, ast.List) and isinstance(check, ast.Lambda)):
            return None
        short = self.shortcuts[whole(verb)]
        found = _one_place(check.body)
        if short is None or not short.decides or self.decide is None or found is None:
            return None
        history, place, thing = found
        open_ = short.ends is None or self.surely_open(short, event, known)
        trial = Trial(whole(verb), history, place, open_)
        if history not in short.histories:
            return None
        self.wanted[trial.name] = trial
        args = [node.args[0], *event.elts[3 : 4 + len(self.roles(trial.verb))], thing]
        return ast.Call(ast.Name(trial.name, ast.Load()), copied(args), [])

    def roles(self, verb: int) -> tuple[str, ...]:
        return self.compiled.roles[list(self.compiled.event_programs)[verb]]

    def surely_open(self, short: Shortcut, event: ast.List, known: Known) -> bool:
        """Whether what would end the period at once cannot hold of these participants."""
        assert short.ends is not None
        body = ast.parse(self.compiled.functions[short.ends]).body[0]
        assert isinstance(body, ast.FunctionDef) and isinstance(body.body[-1], ast.Return)
        for at, index in short.participants:
            known = known.equating(at, event.elts[index])
        value = body.body[-1].value
        assert value is not None
        got = self.simplifier.expr(value, known, True)
        return isinstance(got, ast.Constant) and not got.value

    def sources(self, functions: dict[str, str]) -> dict[str, str]:
        """The functions of all that were asked, by name; ``functions``: all the others of the game."""
        self.reactions = Reactions(self.compiled, functions)
        found = {f"woken{verb}": self.woken(verb) for verb in {x.verb for x in self.wanted.values()}}
        found["IDLE"] = f"IDLE = {self.reactions.idle()!r}\n"
        alone = Alone(self.compiled, self.simplifier, functions, self.reactions)
        for name, trial in self.wanted.items():
            short, woken = self.shortcuts[trial.verb], found[f"woken{trial.verb}"]
            assert short is not None
            found[name] = self.source(trial)
            if trial.open_ and len(self.roles(trial.verb)) == 2:
                found |= alone.sources(name, short, self.heard(short), woken, partial(self.judgement, trial, short))
        return found

    def heard(self, short: Shortcut) -> list[int]:
        """The slots of what could react on the way."""
        idle = self.reactions.idle()
        keywords = (slot for _, slot, _, ability, _ in short.keywords if not idle[ability])
        listening = dict.fromkeys((*(x for x, _ in short.waking), *keywords))
        return [slot for slot in listening if slot not in self.simplifier.dead]

    def woken(self, verb: int) -> str:
        """Whether something would react on the way of a verb, once the trial stands open; what may be declined is, there."""
        short, dead = self.shortcuts[verb], self.simplifier.dead
        assert short is not None
        lines = [f"def woken{verb}(s, event):"]
        for slot, is_event in short.waking:
            if slot not in dead:
                lines.append(f"    for e in s[{slot}]:")
                lines.append(
                    f"        if not IDLE[e[0]] and FN[e[0]](s, e, {'event' if is_event else None}): return True"
                )
        for _, slot, k, ability, is_event in short.keywords:
            if slot not in dead and not self.reactions.idle()[ability]:
                test = self.reacts(short, ability, is_event)
                lines.append(f"    if s[{slot}]:")
                lines.append(f"        for c in may_bear(s, {slot}):")
                lines.append(f"            if {test} and k{k}(s, c): return True")
        return "\n".join([*lines, "    return False"]) + "\n"

    def reacts(self, short: Shortcut, ability: int, is_event: bool) -> str:
        """Whether a keyword's text reacts for ``c``; who takes part is whom the event names."""
        entry = f"({ability}, c, None, 0, None, c, None)"
        function = ast.parse(self.compiled.functions[f"a{ability}"]).body[0]
        assert isinstance(function, ast.FunctionDef)
        first = function.body[0]
        if len(function.body) > 1 or not isinstance(first, ast.Return) or first.value is None:
            return f"FN[{ability}](s, {entry}, {'event' if is_event else None})"
        _, e, event = (x.arg for x in function.args.args)
        known = Known().meaning(e, ast.parse(entry, mode="eval").body)
        known = known.meaning(event, ast.parse("event" if is_event else "None", mode="eval").body)
        for at, index in short.participants:
            known = known.equating(at, ast.parse(f"event[{index}]", mode="eval").body)
        return f"({ast.unparse(self.simplifier.expr(first.value, known, True))})"

    def source(self, trial: Trial) -> str:
        """What the trial would set is set, asked, and put back; when something stands on the way it goes the longer way."""
        short = self.shortcuts[trial.verb]
        assert short is not None
        names = ["you", *(f"r{i}" for i in range(len(self.roles(trial.verb))))]
        event = f"[0, 0, None, {', '.join(names)}, None, None, 0]"
        dead = self.simplifier.dead
        silent = [f"s[{slot}]" for slot in dict.fromkeys(short.silent) if slot not in dead]
        heard = [f"s[{slot}]" for slot in self.heard(short)]
        tried = self.compiled.layout["trial"]
        opened, histories = (tuple(filter(self.is_asked, slots)) for slots in (short.opened, short.histories))
        kept = (*(at for at, _ in short.participants), *opened, *histories)
        check = f"lambda s: any([1 for h in s[{trial.history}] if h[{trial.place}] == x])"
        lines = [
            f"def {trial.name}(s, {', '.join(names)}, x):",
            f"    if {' or '.join([f's[{tried}] is not None', *silent])}:",
            f"        return would(s, {trial.verb}, {event}, {check})",
            *(f"    k{i} = s[{at}]" for i, at in enumerate(kept)),
            *(f"    s[{at}] = {names[index - 3]}" for at, index in short.participants),
            *(f"    s[{at}] += 1" for at in opened),
            *(f"    s[{slot}] = ()" for slot in histories),
        ]
        seen = [names[index - 3] for _, index in short.participants]
        call = f"{trial.name}_(s, {', '.join(seen)}, x)"
        found = f"r = {call}" if trial.open_ else f"r = not {short.ends}(s) and {call}"
        if heard:
            lines += [
                f"    if ({' or '.join(heard)}) and woken{trial.verb}(s, {event}):",
                "        r = None",
                "    else:",
                f"        {found}",
            ]
        else:
            lines.append("    " + found)
        lines += [f"    s[{at}] = k{i}" for i, at in enumerate(kept)]
        full = f"would_in_full(s, {trial.verb}, {event}, {check})"
        lines.append(f"    return {full} if r is None else r" if heard else "    return r")
        return "\n".join(lines) + "\n" + self.judgement(trial, short)

    def is_asked(self, slot: int) -> bool:
        """Whether anything that can be asked during a trial asks for a slot; what is put there for nobody need not be."""
        return any(f"s[{slot}]" in text for text in self.askable)

    @cached_property
    def askable(self) -> list[str]:
        """The functions of values, tests and claims: all that carry nothing out and give no options."""
        found = self.compiled.functions.items()
        return [text for name, text in found if not CARRIED_OUT.match(name) and f"def {name}(m," not in text]

    def judgement(self, trial: Trial, short: Shortcut) -> str:
        """What decides, asked only whether it would leave the record; the participants are names."""
        seen = [f"r{index - 4}" for _, index in short.participants]
        node = copied(self.decide)
        assert isinstance(node, ast.FunctionDef)
        node = _Asking(trial).visit(node)
        node.name = f"{trial.name}_"
        node.args = ast.parse(f"def f(s, {', '.join(seen)}, x): pass").body[0].args  # type: ignore[attr-defined]
        known = Known(facts={name: Fact("card", self.zones_of(short)) for name in seen})
        for name, (at, _) in zip(seen, short.participants, strict=True):
            known = known.equating(at, ast.Name(name, ast.Load()))
        Statements(self.simplifier, known).function(node)
        return ast.unparse(ast.fix_missing_locations(node)) + "\n"

    def zones_of(self, short: Shortcut) -> frozenset[int] | None:
        """Where participants surely are while the period goes on: what is not there ends it."""
        if short.ends is None:
            return None
        found = None
        for test in walk(ast.parse(self.compiled.functions[short.ends])):
            if isinstance(test, ast.UnaryOp) and isinstance(test.operand, ast.Compare):
                left, right = test.operand.left, test.operand.comparators[0]
                of_zone = isinstance(left, ast.Subscript) and isinstance(left.value, ast.Name) and left.value.id == "KO"
                if of_zone and isinstance(right, ast.Constant):
                    found = frozenset({whole(right)})
        return found


class _Asking(ast.NodeTransformer):
    """«out.append((H, record))» becomes «if the record's place is x: return True»; other records do not matter."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
        return None if isinstance(node.value, ast.List) else node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return ast.Return(ast.Constant(False))

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        call = node.value
        if not (isinstance(call, ast.Call) and isinstance(call.args[0], ast.Tuple)):
            return node
        slot, record = call.args[0].elts
        if not (isinstance(slot, ast.Constant) and slot.value == self.trial.history and isinstance(record, ast.Tuple)):
            return ast.Pass()
        test = ast.Compare(record.elts[self.trial.place], [ast.Eq()], [ast.Name("x", ast.Load())])
        return ast.If(test, [ast.Return(ast.Constant(True))], [])


def _one_place(body: ast.expr) -> tuple[int, int, ast.expr] | None:
    """History, place and thing of «any([1 for h in s[H] if h[k] == x])»."""
    if not (isinstance(body, ast.Call) and isinstance(body.func, ast.Name) and body.func.id == "any"):
        return None
    comp = body.args[0]
    if not isinstance(comp, ast.ListComp) or len(comp.generators) != 1 or len(comp.generators[0].ifs) != 1:
        return None
    slot, test = slot_of(comp.generators[0].iter), comp.generators[0].ifs[0]
    if slot is None or not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Eq):
        return None
    left, right = test.left, test.comparators[0]
    if not (isinstance(left, ast.Subscript) and isinstance(left.slice, ast.Constant) and isinstance(right, ast.Name)):
        return None
    return slot, whole(left.slice), right
