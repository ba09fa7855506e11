"""Choices inside an effect: one thing, several, members of a value; stopping where a person must choose."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import attrs

from dsl.meaning import nodes as n

from .emit import Writer
from .env import CannotCompile, Env
from .layout import PLAYER_WORDS, walk
from .rivals import RIVAL, his_who_has_it
from .standing import StandingEffects

MANY = 1 << 30


def chosen_named(node: Any, env: Env) -> Any:
    """The same with the names of what was chosen instead of the words that single it out."""
    if isinstance(node, tuple):
        return tuple([chosen_named(part, env) for part in node])
    if isinstance(node, n.Text) or not attrs.has(type(node)):
        return node
    if isinstance(node, n.Select) and node.pick is n.Pick.TARGET and node.bind in env.names:
        return n.Var(node.bind, span=node.span)
    changed = {}
    for part in type(node).__attrs_attrs__:
        old = getattr(node, part.name)
        if part.name != "span" and (new := chosen_named(old, env)) is not old and new != old:
            changed[part.name] = new
    return attrs.evolve(node, **changed) if changed else node


TARGET = "#target"  # with its number: the name of a target that the sentence does not recall


def targets_named(node: Any, names: Iterator[int]) -> Any:
    """The same with a name for each target that has none."""
    if isinstance(node, tuple):
        return tuple([targets_named(part, names) for part in node])
    if isinstance(node, n.Text) or not attrs.has(type(node)):
        return node
    parts = [part.name for part in type(node).__attrs_attrs__ if part.name != "span"]
    changed = {name: targets_named(getattr(node, name), names) for name in parts}
    node = attrs.evolve(node, **changed)
    if isinstance(node, n.Select) and node.pick is n.Pick.TARGET and node.bind is None:
        return attrs.evolve(node, bind=f"{TARGET}{next(names)}")
    return node


class Choices(StandingEffects):
    """The part of the compiler that writes choices."""

    # what the whole compiler knows of verbs, words and prompts

    def prompt(self, node: Any, env: Env | None = None) -> int:
        raise NotImplementedError

    def word(self, text: str) -> int:
        raise NotImplementedError

    def words_of(self, node: n.Do) -> str:
        raise NotImplementedError

    def event_program(self, frame: str) -> int:
        raise NotImplementedError

    def ancestors(self, frame: str) -> list[str]:
        raise NotImplementedError

    def do_foreach(self, node: n.ForEach, w: Writer, env: Env) -> Env | None:
        raise NotImplementedError

    def may_be_forbidden(self, frame: str) -> bool:
        raise NotImplementedError

    def one_moment(self, w: Writer) -> int:
        raise NotImplementedError

    def moment_over(self, saved: int, w: Writer) -> None:
        raise NotImplementedError

    # -- choices -----------------------------------------------------------------------------------------------

    def choices_of_condition(self, condition: Any, w: Writer, env: Env) -> tuple[Any, Env]:
        """«Se il bersaglio …»: a thing that the condition singles out is chosen before it is looked at; then that one is meant."""
        condition = targets_named(condition, count(1 + sum(name.startswith(TARGET) for name in env.names)))
        for node in walk(condition):
            if isinstance(node, n.Select) and node.pick is n.Pick.TARGET and node.bind and node.bind not in env.names:
                env = self.choose(node, w, env, env.you or "fr[3]", None)[1]
        return chosen_named(condition, env), env

    def targets_now(self, effect: Any, w: Writer, env: Env) -> tuple[Any, Env]:
        """The targets of what will be done later, chosen when its text is used."""
        return self.choices_of_condition(effect, w, env)

    def whose_place(self, place: n.Place | n.Var, w: Writer, env: Env, who: str) -> tuple[n.Place | n.Var, Env]:
        """«in un Armadio», «nell'Armadio di un giocatore»: the player is chosen."""
        of = place.of if isinstance(place, n.Place) else None
        if not isinstance(place, n.Place) or not isinstance(of, n.Select) or not self.needs_choice(of):
            return place, env
        bind = of.bind or "#whose"
        env = self.choose(attrs.evolve(of, bind=bind), w, env, who, None)[1]
        return attrs.evolve(place, of=n.Var(bind)), env

    def needs_choice(self, node: Any) -> bool:
        return isinstance(node, n.Select) and node.quantity is not n.Quantity.ALL

    def choosing(self, node: Any) -> bool:
        """Whether a group has members that somebody must choose."""
        return isinstance(node, n.Group) and any(isinstance(m, n.Select) for m in node.members)

    def naming_members(self, group: n.Group, code: str, env: Env) -> Env:
        """«a un giocatore o una Lana bersaglio. Il suo controllore …»: the Lana is the one chosen, if it is no player."""
        for member in group.members:
            if isinstance(member, n.Select) and member.bind is not None:
                kind = "player" if member.noun in PLAYER_WORDS else "card"
                such = f"{code} < 0" if kind == "player" else f"{code} >= 0"
                env = env.naming(**{member.bind: (f"({code} if {code} is not None and {such} else None)", kind)})
        return env

    def choose_group(self, group: n.Group, w: Writer, env: Env, who: str, test: str | None) -> tuple[str, Env, str]:
        """«una Lana o un'Erba»: one of all those; «una Lana e un'Erba»: one and one."""
        singles = all(not self.kind(m, env).endswith("s") for m in group.members)
        if group.either and singles:
            parts = [
                self.listed(m, env) if isinstance(m, n.Select) else f"({self.term(m, env)},)" for m in group.members
            ]
            listed = f"flat({', '.join(parts)})"
            if any(isinstance(m, n.Select) and m.pick is n.Pick.TARGET for m in group.members):
                listed = self.allowed_targets(listed, env)
            if test is not None:
                listed = f"[x for x in {listed} if {test}]"
            slot = w.local()
            first = next(m for m in group.members if isinstance(m, n.Select))
            self.choose_one(first, w, env, who, listed, slot)
            kind = "player" if first.noun in PLAYER_WORDS else "card"
            if group.bind:
                env = env.naming(**{group.bind: (f"fr[{slot}]", kind)})
            env = self.naming_members(group, f"fr[{slot}]", env)
            if any(isinstance(m, n.Select) and m.pick is n.Pick.TARGET for m in group.members):
                self.note_targets(w, f"fr[{slot}]", env)
            return f"fr[{slot}]", env, kind
        if group.either:
            raise CannotCompile("di più cose insieme si dice con due frasi: «scegli uno: …; oppure …»", group)
        codes = []
        for member in group.members:
            if isinstance(member, n.Select):
                code, env, _ = self.choose(member, w, env, who, test)
                codes.append(code)
            else:
                codes.append(self.term(member, env))
        return f"flat({', '.join(codes)})", env, "cards"

    def do_choose(self, node: n.Choose, w: Writer, env: Env) -> Env:
        if isinstance(node.what, n.Var):  # chosen when it was played
            return env
        return self.choose(node.what, w, env, self.as_player(node.who, env), None)[1]

    def choose(self, node: n.Select, w: Writer, env: Env, agent: str, test: str | None) -> tuple[str, Env, str]:
        """Write the choice of a selection; gives the code of what was chosen, the names, and its kind.

        ``test`` is a further condition on the candidate, written with the name «x»."""
        single = node.quantity is n.Quantity.EXACTLY and node.number in (None, n.Num(1))
        host = self.host_to_choose(node, env)
        there = ""
        if host is not None and not (single and host.pick is not n.Pick.TARGET):
            node, env, there = self.on_one_host(node, host, w, env, agent)
        listed = self.listed(node, env)
        if there:  # where there is none, nothing lies on it
            listed = f"({listed} if {there} is not None else ())"
        if node.pick is n.Pick.TARGET:
            listed = self.allowed_targets(listed, env)
        if test is not None:
            listed = f"[x for x in {listed} if {test}]"
        if agent.startswith("controller("):  # of a thing that may not have been found: then nobody chooses
            listed = f"({listed} if {agent} is not None else ())"
        one = self.one_of(node)
        slot = w.local()
        if single and self.tokens_only(node):
            listed = f"alike(s, {listed})"
        if node.quantity is n.Quantity.ALL:
            w.line(f"fr[{slot}] = tuple({listed})")
            kind = one + "s"
        elif self.right_then and self.all_alike(node):  # so many of them: there is nothing to choose
            number = self.number(node.number, env) if node.number is not None else "1"
            w.line(f"fr[{slot}] = tuple({listed})[: max({number}, 0)]")
            kind = one + "s"
        elif node.quantity is n.Quantity.EXACTLY and (node.number is None or node.number == n.Num(1)):
            self.choose_one(node, w, env, agent, listed, slot)
            kind = one
        else:
            self.choose_many(node, w, env, agent, listed, slot)
            kind = one + "s"
        if node.pick is n.Pick.TARGET:
            self.note_targets(w, f"fr[{slot}]", env)
        if node.bind:
            env = env.naming(**{node.bind: (f"fr[{slot}]", kind)})
        if self.L.players > 2 and RIVAL not in env.names and kind == "card" and his_who_has_it(node) is not None:
            env = env.naming(**{RIVAL: (f"controller(s, fr[{slot}])", "player")})
        if kind == one == "card":
            env = self.whose_pile(node.place, f"fr[{slot}]", w, env)
        for condition in node.where:  # «una Lanterna di un giocatore»: whose it turned out to be
            if (
                isinstance(condition, n.ControlledBy)
                and isinstance(condition.by, n.Select)
                and condition.by.bind
                and kind == one == "card"
            ):
                env = env.naming(**{condition.by.bind: (f"controller(s, fr[{slot}])", "player")})
        return f"fr[{slot}]", env, kind

    def host_to_choose(self, node: n.Select, env: Env) -> n.Select | None:
        """«i Gettoni su una tua Lana»: the one card on which they lie, if it is not known yet."""
        of = node.place.of if node.place is not None else None
        if not isinstance(of, n.Select) or of.pick is n.Pick.NAMED or (of.bind is not None and of.bind in env.names):
            return None
        one = of.quantity is n.Quantity.EXACTLY and of.number in (None, n.Num(1))
        zone = self.game.zones.get(node.place.zone) if node.place is not None else None
        return of if one and zone is not None and zone.owner == "card" and of.noun not in PLAYER_WORDS else None

    def on_one_host(self, node: n.Select, host: n.Select, w: Writer, env: Env, agent: str) -> tuple[n.Select, Env, str]:
        """What lies on one card that is chosen first: a target, or one on which there is such a thing. Also its code."""
        assert node.place is not None
        bind = host.bind or "#host"
        there = attrs.evolve(node, place=attrs.evolve(node.place, of=n.Var("#there")))
        some = self.listed(there, env.naming(**{"#there": ("x", "card")})) if host.pick is not n.Pick.TARGET else None
        code, env, _ = self.choose(attrs.evolve(host, bind=bind), w, env, agent, some)
        return attrs.evolve(node, place=attrs.evolve(node.place, of=n.Var(bind))), env, code

    def whose_pile(self, place: n.Place | None, chosen: str, w: Writer, env: Env) -> Env:
        """«un Seme da una tua Lanterna a un'altra»: on which of them it lay, or whose pile, before anything is done with it."""
        of = place.of if place is not None else None
        if place is None or not isinstance(of, n.Select) or of.bind is None or of.bind in env.names:
            return env
        kind, at = self.one_of(of), f"s[{self.L['zone']} + {chosen}]"
        if kind == "card" and place.zone not in self.game.zones:  # several zones: which of them is not known here
            return env
        slot = w.local()
        whose = f"PO[{at}]" if kind == "player" else f"{at} - {self.L['zone ' + place.zone]}"
        w.line(f"fr[{slot}] = {whose} if {chosen} is not None else None")
        return env.naming(**{of.bind: (f"fr[{slot}]", kind)})

    def asked(self, node: n.Select) -> str:
        """The kind of the decision by which a thing is chosen."""
        return "lasting" if node.noun in self.game.lasting else "card"

    def all_alike(self, node: n.Select) -> bool:
        """«due Gettoni» from where they lie that are not in use: nobody can tell one from another."""
        token = self.game.tokens.get(self.noun(node.noun))
        plain = not node.where and node.among is None and node.extreme is None and node.distinct is None
        taken = token is not None and (node.place is None or node.place.zone == token.start)
        told_apart = any(value.owner == self.noun(node.noun) for value in self.game.values.values())
        return taken and plain and node.quantity is n.Quantity.EXACTLY and node.pick is n.Pick.AGENT and not told_apart

    def tokens_only(self, node: n.Select) -> bool:
        """Whether a selection is of tokens: nobody can tell those of one place apart."""
        return self.noun(node.noun) in self.game.tokens

    def chooser(self, node: n.Select, env: Env, agent: str) -> str:
        if node.pick is n.Pick.OPPONENT:
            return self.rival(n.Opponent(n.You(), span=node.span), env if env.you else attrs.evolve(env, you=agent))
        if node.pick in (n.Pick.TARGET, n.Pick.USER):
            return env.you or agent
        return agent

    def choose_one(self, node: n.Select, w: Writer, env: Env, agent: str, listed: str, slot: int) -> None:
        w.line(f"o = tuple({listed})")
        if self.may_fail(node):
            w.line("o = o and (*o, None)")
        if node.pick is n.Pick.RANDOM:
            w.line(f"fr[{slot}] = (o[below(s, {self.L['rng']}, len(o))] if len(o) > 1 else o[0]) if o else None")
            self.mark_missing(w, f"fr[{slot}] is not None")
            return
        resume, after = w.label(), w.label()
        w.line("if len(o) > 1:")
        w.line(f"fr[1] = {resume}", 1)
        w.line(
            f"return ask(m, s, fr, {self.chooser(node, env, agent)}, {self.asked(node)!r}, o, {self.prompt(node, env)})",
            1,
        )
        w.line(f"fr[{slot}] = o[0] if o else None")
        w.jump(after)
        w.place(resume)
        w.line(f"fr[{slot}] = m.pick")
        w.place(after)
        self.mark_missing(w, f"fr[{slot}] is not None")

    def may_fail(self, node: n.Select) -> bool:
        """Whether what is looked for may not be found although it is there: it has a quality, and nobody else sees it."""
        if node.place is None or node.place.end is not None:
            return False
        zone = self.game.zones.get(node.place.zone)
        described = self.noun(node.noun) != self.game.implied_noun or bool(node.where)
        by_will = node.pick is not n.Pick.RANDOM and node.quantity is not n.Quantity.ALL
        return zone is not None and zone.may_fail and described and by_will

    def mark_missing(self, w: Writer, test: str) -> None:
        """A cost is not paid in full when a thing to pay with is missing."""
        if w.full is not None:
            w.line(f"if not ({test}): fr[{w.full}] = 0")

    def choose_many(self, node: n.Select, w: Writer, env: Env, agent: str, listed: str, slot: int) -> None:
        number = self.number(node.number, env) if node.number is not None else "1"
        Q = n.Quantity
        if node.pick is n.Pick.RANDOM:
            w.line(f"fr[{slot}] = sample(s, tuple({listed}), {number})")
            return
        least, most = {
            Q.EXACTLY: (number, number),
            Q.UP_TO: ("0", number),
            Q.AT_LEAST: (number, str(MANY)),
            Q.ANY: ("0", str(MANY)),
        }[node.quantity]
        if self.may_fail(node):
            least = "0"
        who = self.chooser(node, env, agent)
        w.line(f"fr[{slot}] = ()")
        again, resume, end = w.label(), w.label(), w.label()
        w.place(again)
        w.line(f"z = fr[{slot}]")
        w.line(f"o = [x for x in {listed} if x not in z]" if node.distinct is None else self.distinct(node, listed))
        w.unless("o" if most == str(MANY) else f"(o and len(z) < {most})", end)
        if least != "0":  # else there are enough
            w.line(f"if len(z) + len(o) <= {least}:")
            w.line(f"fr[{slot}] = z + tuple(o)", 1)
            w.line(f"pc = {end}", 1)
            w.line("continue", 1)
        if self.tokens_only(node):
            w.line("o = alike(s, o)")
            w.line(f"if len(o) == 1 and len(z) < {least}:")
            w.line(f"fr[{slot}] = z + (o[0],)", 1)
            w.line(f"pc = {again}", 1)
            w.line("continue", 1)
        w.line("o.append(None)" if least == "0" else f"if len(z) >= {least}: o.append(None)")
        w.ask(resume, f"ask(m, s, fr, {who}, {self.asked(node)!r}, tuple(o), {self.prompt(node, env)})")
        w.unless("m.pick is not None", end)
        w.line(f"fr[{slot}] += (m.pick,)")
        w.jump(again)
        w.place(end)
        self.mark_missing(w, f"len(fr[{slot}]) >= {least}")

    def distinct(self, node: n.Select, listed: str) -> str:
        f = self.value_function(str(node.distinct))
        return f"o = [x for x in {listed} if x not in z and not any([{f}(s, x) & {f}(s, y) for y in z])]"
