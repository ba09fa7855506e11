"""What is chosen when something is played and looked at again when it is resolved: targets and ways of a choice.

An effect that waits has two programs. The first makes the choices, in the order of the words, and leaves them in the state; the
second gets them back, drops those that are no longer legal, and does the effect with the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeGuard

import attrs
from attrs import define, evolve, field, frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import Frame, NounDecl
from dsl.meaning.mapped import mapped
from dsl.meaning.targeting import ABILITY

from .compiled import Compiled
from .effects import Effects
from .emit import Writer
from .env import Env
from .layout import PLAYER_WORDS, walk
from .standing import Ability

WAY = -1000  # the first way of a choice, among what was chosen: no card and no player


@frozen
class Aim:
    """One choice: its name, the selection (or group) it is made of, or the ways of a choice; under which way it is made."""

    name: str
    what: Any
    guard: tuple[tuple[str, int], ...] = ()  # a name, and what it must be

    @property
    def is_mode(self) -> bool:
        return isinstance(self.what, n.ChooseOne)

    @property
    def many_modes(self) -> bool:
        return isinstance(self.what, n.ChooseOne) and (self.what.number > 1 or self.what.least is not None)

    @property
    def plural(self) -> bool:
        what = self.what
        one = what.quantity is n.Quantity.EXACTLY and what.number in (None, n.Num(1)) if is_select(what) else True
        return not one


def is_select(node: Any) -> TypeGuard[n.Select]:
    return isinstance(node, n.Select)


def targeted(node: Any) -> bool:
    """Whether a selection, or a choice among several, is a target."""
    if isinstance(node, n.Group):
        return node.either and any(targeted(m) for m in node.members)
    return isinstance(node, n.Select) and node.pick is n.Pick.TARGET


def is_one(node: Any) -> bool:
    """«un canto»: one, whichever the player picks."""
    one = isinstance(node, n.Select) and node.quantity is n.Quantity.EXACTLY and node.number in (None, n.Num(1))
    return one and node.pick is n.Pick.AGENT and node.among is None and node.extreme is None


def needed(effect: Any) -> tuple[Aim, ...]:
    """The targets without which an effect cannot do all that it orders: not those of a part that may not be done."""
    if isinstance(effect, _PERHAPS) or not attrs.has(type(effect)):
        return ()
    if targeted(effect):
        return (Aim(getattr(effect, "bind", None) or f"#{id(effect)}", effect),)
    parts = [getattr(effect, part.name) for part in type(effect).__attrs_attrs__ if part.name != "span"]
    inside = [x for part in parts for x in (part if isinstance(part, tuple) else (part,))]
    return tuple([aim for x in inside for aim in needed(x)])


_PERHAPS = (n.If, n.FirstTrue, n.May, n.Parted, n.ChooseOne, n.ForEach, n.Until, n.Unless, n.Text)


@frozen
class CanBe:
    """Of what waits: that it can be copied, or has a target to change."""

    of: Any
    how: str


@define
class Aiming:
    """Takes the choices out of an effect: in their place stand the names of what was chosen."""

    frames: Mapping[str, Frame] = field(factory=dict)
    nouns: Mapping[str, NounDecl] = field(factory=dict)
    aims: list[Aim] = field(factory=list)
    guard: tuple[tuple[str, int], ...] = ()
    waits_on: str | None = None  # the zone on top of which what is played waits

    def without(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple([self.without(x) for x in node])
        if isinstance(node, n.Text) or not attrs.has(type(node)):
            return node
        if isinstance(node, n.Event):
            node = self.where_the_verb_takes(node)
        if targeted(node):
            name = getattr(node, "bind", None) or f"#aim{len(self.aims)}"
            self.aims.append(Aim(name, node, self.guard))
            return n.Var(name, span=node.span)
        if isinstance(node, n.ChooseOne) and isinstance(node.who, n.You):
            return self.mode(node)
        changed = {}
        for part in type(node).__attrs_attrs__:
            if part.name != "span":
                old = getattr(node, part.name)
                new = self.without(old)
                if new is not old and new != old:
                    changed[part.name] = new
        return evolve(node, **changed) if changed else node

    def where_the_verb_takes(self, event: n.Event) -> n.Event:
        """A target that is not said to be anywhere is where the verb takes its object from."""
        frame = self.frames.get(event.verb)
        if frame is None or frame.place is None:
            return event
        own = frame.place
        such = (CanBe(n.Candidate(), frame.waiting),) if frame.waiting is not None else ()
        if own.of == n.Var("agent"):
            doer: Any = next((r.value for r in event.roles if r.name == "agent"), n.You())
            own = evolve(own, of=doer)

        def placed(value: Any) -> Any:
            if own.zone == self.waits_on and is_one(value):  # «annulla un canto»: which one is said when that is played
                value = evolve(value, pick=n.Pick.TARGET)
            if isinstance(value, n.Group):
                return evolve(value, members=tuple(placed(each) for each in value.members))
            if not targeted(value) or value.place is not None or self.lies_elsewhere(value.noun, frame):
                return value
            said = any(isinstance(each, n.ControlledBy) for each in value.where)  # «una Lana avversaria bersaglio»
            there = evolve(own, of=None) if said and frame.also_from else own
            return evolve(value, place=there, where=(*value.where, *such))

        roles = tuple(evolve(r, value=placed(r.value)) if r.name == "object" else r for r in event.roles)
        return evolve(event, roles=roles)

    def lies_elsewhere(self, noun: str, frame: Frame) -> bool:
        """Whether a noun means things of a place from which a verb takes too: «un ornamento» may lie under a Lanterna."""
        declared = self.nouns.get(noun)
        said = (x.place.zone for x in walk(declared.condition) if isinstance(x, n.IsIn)) if declared is not None else ()
        return any(zone in frame.also_from for zone in said)

    def placed_event(self, node: Any) -> Any:
        return self.where_the_verb_takes(node) if isinstance(node, n.Event) else node

    def mode(self, node: n.ChooseOne) -> n.FirstTrue | n.Sequence:
        name = f"#way{len(self.aims)}"
        # which ways are open is asked of the ways as they stand: their targets too lie where their verbs take from
        there = tuple(mapped(option, self.placed_event) for option in node.options)
        aim = Aim(name, evolve(node, options=there), self.guard)
        self.aims.append(aim)
        around, lines = self.guard, []
        for i, option in enumerate(node.options):
            chosen = (way_of(name, i), 1) if aim.many_modes else (name, WAY - i)
            self.guard = (*around, chosen)
            lines.append(n.If(n.Compare(n.Var(chosen[0]), "==", n.Num(chosen[1])), self.without(option)))
        self.guard = around
        made = n.Sequence if aim.many_modes else n.FirstTrue
        return made(tuple(lines), span=node.span)


def way_of(name: str, i: int) -> str:
    """The name of whether one way, of several that may be chosen, was."""
    return f"{name}.{i}"


class Announced(Effects):
    """The part of the compiler that writes the choices of what waits."""

    out: Compiled

    def aims_of(self, effect: Any) -> tuple[tuple[Aim, ...], Any]:
        """The choices made when an effect is played, and the effect without them."""
        aiming = Aiming(self.game.frames, self.game.nouns, waits_on=self.L.stack_zone)
        rest = aiming.without(effect)
        return tuple(aiming.aims), rest

    def triggered_later(self, node: n.Triggered, ability: Ability, first: int, env: Env) -> None:
        aims, effect = self.aims_of(node.effect)
        if not aims:
            return
        self.aiming, outer = ABILITY, self.aiming
        w = Writer(first)
        _, slots = self.announce(aims, w, env, itself=False)
        w.line(f"s[{self.L['aimed']}] = ({''.join(f'fr[{x}], ' for x in slots)}s[{self.L['clock']}],)")
        ability.announced = self.program(f"n{ability.number}", w, cause=node)
        w = Writer(first)
        slots = [w.local() for _ in aims]
        clock = w.local()
        w.first = w.locals
        self.effect(effect, w, self.recheck(aims, slots, clock, w, env))
        ability.resolved = self.program(f"resolve{ability.number}", w, cause=node)
        self.keep_candidates(ability.resolved, aims, slots, env)
        self.aiming = outer

    def aim_kind(self, aim: Aim, env: Env) -> str:
        if aim.is_mode:
            return "number"
        members = aim.what.members if isinstance(aim.what, n.Group) else (aim.what,)
        first = next((m.noun for m in members if is_select(m)), "")
        one = "player" if first in PLAYER_WORDS else "card"
        return one + "s" if aim.plural else one

    def aim_names(self, aims: tuple[Aim, ...], slots: list[int], env: Env) -> Env:
        for aim, at in zip(aims, slots, strict=True):
            env = env.naming(**{aim.name: (f"fr[{at}]", self.aim_kind(aim, env))})
            if isinstance(aim.what, n.Group):
                env = self.naming_members(aim.what, f"fr[{at}]", env)
            if aim.many_modes:
                ways = range(len(aim.what.options))
                env = env.naming(**{way_of(aim.name, i): (f"({WAY - i} in (fr[{at}] or ()))", "number") for i in ways})
        return env

    def announce(self, aims: tuple[Aim, ...], w: Writer, env: Env, itself: bool) -> tuple[Env, list[int]]:
        """Write the choices. What cannot be chosen leaves nothing in «aimed», and the play is over."""
        slots = [w.local() for _ in aims]
        for aim, at in zip(aims, slots, strict=True):
            after = w.label()
            for way, chosen in aim.guard:
                w.unless(f"{env.names[way][0]} == {chosen}", after)
            w.line(f"fr[{at}] = None")
            if aim.is_mode:
                self.aimed_by_itself, outer = not itself, self.aimed_by_itself
                self.announce_mode(aim, at, w, env)
                self.aimed_by_itself = outer
            else:
                self.announce_target(aim, at, w, env, itself)
            w.place(after)
            env = self.aim_names((aim,), [at], env)
        return env, slots

    def announce_mode(self, aim: Aim, at: int, w: Writer, env: Env) -> None:
        if aim.many_modes:
            self.choose_ways(aim.what, w, env, env.you or "fr[3]", at)
            if aim.what.least != 0:
                self.give_up_unless(f"fr[{at}]", w)
            w.line(f"fr[{at}] = tuple([{WAY} - i for i in fr[{at}]])")
            return
        w.line(f"o = tuple({self.ways_open(aim.what, env)})")
        self.give_up_unless("o", w)
        resume = w.label()
        w.ask(resume, f"ask(m, s, fr, {env.you}, 'mode', o, {self.prompt(aim.what)})")
        w.line(f"fr[{at}] = {WAY} - m.pick")

    def announce_target(self, aim: Aim, at: int, w: Writer, env: Env, itself: bool) -> None:
        test = "x != fr[2]" if itself else None
        who = env.you or "fr[3]"
        outer, self.announcing = self.announcing, True
        if isinstance(aim.what, n.Group):
            code = self.choose_group(aim.what, w, env, who, test)[0]
        else:
            code = self.choose(aim.what, w, env, who, test)[0]
        self.announcing = outer
        w.line(f"fr[{at}] = {code}")
        if aim.plural:
            least = self.least(aim.what, env)
            if least != "0":
                self.give_up_unless(f"len(fr[{at}]) >= {least}", w)
        else:
            self.give_up_unless(f"fr[{at}] is not None", w)

    def give_up_unless(self, test: str, w: Writer) -> None:
        w.line(f"if not ({test}):")
        w.line(f"s[{self.L['aimed']}] = None", 1)
        w.line("return 1", 1)

    def least(self, what: n.Select, env: Env) -> str:
        if what.quantity in (n.Quantity.UP_TO, n.Quantity.ANY, n.Quantity.ALL):
            return "0"
        return self.number(what.number, env) if what.number is not None else "1"

    def all_listed(self, what: Any, env: Env) -> str:
        """All that a target might be."""
        if isinstance(what, n.Group):
            parts = []
            for m in what.members:
                if isinstance(m, n.Select):
                    parts.append(self.listed(evolve(m, quantity=n.Quantity.ALL), env))
                else:
                    parts.append(f"({self.term(m, env)},)")
            return self.allowed_targets(f"flat({', '.join(parts)})", env)
        return self.allowed_targets(self.listed(evolve(what, quantity=n.Quantity.ALL), env), env)

    def recheck(self, aims: tuple[Aim, ...], slots: list[int], clock: int, w: Writer, env: Env) -> Env:
        """Drop what is no longer legal; when nothing of what was chosen is, the effect does nothing."""
        targets = [(a, at) for a, at in zip(aims, slots, strict=True) if not a.is_mode]
        env = self.aim_names(aims, slots, env)
        if not targets:
            return env
        chosen = " or ".join(f"fr[{at}] not in (None, ())" for _, at in targets)
        held = w.local()
        w.line(f"fr[{held}] = {chosen}")
        time = self.L["time"]
        for aim, at in targets:
            same = f"(x < 0 or s[{time} + x] <= fr[{clock}])"
            named = {x.name for x in walk(aim.what) if isinstance(x, n.Var) and x.name in {a.name for a in aims}}
            known = "".join(f" and {env.names[name][0]} is not None" for name in sorted(named - {aim.name}))
            if aim.plural:
                w.line(f"if fr[{at}]{known}:")
                w.line(f"o = {self.all_listed(aim.what, env)}", 1)
                w.line(f"fr[{at}] = tuple([x for x in fr[{at}] if {same} and x in o])", 1)
            else:
                w.line(f"if fr[{at}] is not None{known}:")
                w.line(f"x = fr[{at}]", 1)
                w.line(f"o = {self.all_listed(aim.what, env)}", 1)
                w.line(f"if not ({same} and x in o): fr[{at}] = None", 1)
        w.line(f"if fr[{held}] and not ({chosen}): return 1")
        return env

    @cached_property
    def aimed_anew(self) -> bool:
        """Whether some sentence changes at what something that waits is aimed, or copies it."""
        deeds = (self.game.frames.get(x.event.verb) for x in self.nodes if isinstance(x, n.Do))
        return any(frame is not None and frame.waiting is not None for frame in deeds)

    def keep_candidates(
        self, pid: int, aims: tuple[Aim, ...], slots: list[int], env: Env, itself: bool = False
    ) -> None:
        """What each target of a resolution may be, for who changes it while it waits."""
        if not self.aimed_anew:
            return
        env, rows = self.aim_names(aims, slots, env), []
        for aim, at in zip(aims, slots, strict=True):
            if not aim.is_mode:
                name, listed = f"legal{pid}_{at}", self.all_listed(aim.what, env)
                listed = f"[x for x in {listed} if x != fr[2]]" if itself else listed
                self.functions[name] = f"def {name}(s, fr):\n    return tuple({listed})\n"
                rows.append((at, aim.plural, name))
        self.out.candidates[pid] = tuple(rows)

    def aimable(self, aims: tuple[Aim, ...], env: Env) -> str:
        """Whether what is needed can be chosen now; «True» when nothing is needed."""
        names = {a.name for a in aims}
        tests = []
        for aim in aims:
            before = ({x.name for x in walk(aim.what) if isinstance(x, n.Var)} & names) - {aim.name}
            if aim.guard or before:
                if not aim.guard and len(before) == 1:
                    tests += self.aimable_after(aim, next(a for a in aims if a.name in before), env)
                continue
            if aim.is_mode:
                feasible = [self.feasible(option, evolve(env, part=True)) for option in aim.what.options]
                if "True" not in feasible:
                    tests.append("(" + " or ".join(feasible) + ")")
                continue
            least = self.least(aim.what, env) if is_select(aim.what) else "1"
            if least != "0":
                tests.append(f"len({self.all_listed(aim.what, env)}) >= {least}")
        return " and ".join(f"({t})" for t in tests) or "True"

    def aimable_after(self, aim: Aim, first: Aim, env: Env) -> list[str]:
        """«a un'altra Lana bersaglio»: some of what may be chosen first leaves enough for what is chosen after it."""
        plain = is_select(first.what) and not first.plural and not first.guard and is_select(aim.what)
        if not plain or any(isinstance(x, n.Var) for x in walk(first.what)):
            return []
        known = env.naming(**{first.name: ("a1", self.one_of(first.what))})
        enough = f"len({self.all_listed(aim.what, known)}) >= {self.least(aim.what, known)}"
        return [f"any([{enough} for a1 in {self.all_listed(first.what, env)}])"]


__all__ = ["WAY", "Aim", "Announced", "targeted"]
