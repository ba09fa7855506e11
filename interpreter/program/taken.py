"""«gioca una carta dal tuo Fosso senza pagarne il costo»: an effect that takes an action.

A verb that only says that a card is played (what comes of it, an action says) is carried out by one of the actions that play
so. The card lies where the sentence says; without a place, where those actions take it from. Of an action that takes from
a place of its own («solleva dal Nascondiglio») only that place will do. What is chosen is chosen as in the action, whose
conditions hold too; when and how often it may be taken does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import ActionDecl

from .deferred import Deferred, is_set
from .emit import Writer
from .env import CannotCompile, Env
from .layout import walk

LYING = "#lying"  # the name of the cards among which one is played


class Taken(Deferred):
    """The part of the compiler that writes effects which take an action."""

    in_action: bool = False  # whether what is written now is an action itself
    # of the actions that may play what lies where they take nothing from, by the number of their options
    from_elsewhere: Mapping[int, tuple[int, ActionDecl]] = MappingProxyType({})

    def do_do(self, node: n.Do, w: Writer, env: Env) -> Env:
        if not self.is_taken(node):
            return super().do_do(node, w, env)
        if node.ignoring:
            return self.do_ignoring(node, w, env)
        played = self.played(node)
        who = self.player_of(node, env)
        end = w.label()
        if isinstance(played, n.Select) and is_set(played):
            raise CannotCompile("si gioca una carta alla volta", node.event)
        numbers, played = self.by_actions(node, played)
        taken, card = w.local(), w.local()
        w.line(f"fr[{card}] = None")
        w.line(f"fr[{taken}] = {self.options_of(node, numbers, played, env, who)}")
        w.unless(f"fr[{taken}]", end)
        w.ask(w.label(), f"ask(m, s, fr, {who}, 'action', fr[{taken}], 0)")
        at = {i: 2 + self.lies(self.action_at(i)) for i in numbers}
        w.line(f"fr[{taken}] = m.pick")
        w.line(f"fr[{card}] = fr[{taken}][{at}[fr[{taken}][0]]]")
        w.call(w.label(), f"play_now(m, s, {who}, fr[{taken}], {int(node.free)})")
        w.line(f"s[{self.L['did']}] = 1")
        w.place(end)
        if node.bind:
            done = w.local()
            w.line(f"fr[{done}] = s[{self.L['did']}]")
            env = env.naming(**{node.bind: (f"fr[{done}]", "number")})
        named = isinstance(played, n.Select) and played.bind
        return env.naming(**{played.bind: (f"fr[{card}]", "card")}) if named else env

    def feasible_event(self, node: n.Do, env: Env) -> str:
        if not self.is_taken(node):
            return super().feasible_event(node, env)
        if node.ignoring:  # what they forbid is known only when it is done
            return "True"
        numbers, played = self.by_actions(node, self.played(node))
        return f"bool({self.options_of(node, numbers, played, env, self.player_of(node, env))})"

    def is_taken(self, node: n.Do) -> bool:
        """Whether an event is done by taking an action."""
        named = {r.name for r in node.event.roles}
        return (
            not self.in_action
            and "object" in named
            and named <= {"agent", "object", "from"}
            and self.told_as_play(self.frame_of(node.event))
        )

    def played(self, node: n.Do) -> Any:
        """What is played, with the place from which it is."""
        by_name = {r.name: r.value for r in node.event.roles}
        what, place = by_name["object"], by_name.get("from")
        return evolve(what, place=place) if isinstance(what, n.Select) and isinstance(place, n.Place) else what

    def player_of(self, node: n.Do, env: Env) -> str:
        who = next((r.value for r in node.event.roles if r.name == "agent"), None)
        return self.as_player(who, env) if who is not None else (env.you or "fr[3]")

    def action_at(self, i: int) -> ActionDecl:
        return list(self.game.actions.values())[i]

    def lies(self, decl: ActionDecl) -> int:
        """Which choice of an action is the card that it plays."""
        verbs = (x.event for x in walk((*decl.pay, decl.effect)) if isinstance(x, n.Do))
        names = [
            r.value.name
            for event in verbs
            if self.told_as_play(self.frame_of(event))
            for r in event.roles
            if r.name == "object" and isinstance(r.value, n.Var)
        ]
        return next((k for k, c in enumerate(decl.choices) if c.what is not None and c.what.bind in names), -1)

    def by_actions(self, node: n.Do, played: Any) -> tuple[tuple[int, ...], Any]:
        """The actions by which something can be played, and it with the place where it is looked for."""
        frame = self.frame_of(node.event)
        places: dict[int, n.Place] = {}
        for i, decl in enumerate(self.game.actions.values()):
            at, done = self.lies(decl), [x.event for x in walk((*decl.pay, decl.effect)) if isinstance(x, n.Do)]
            what = decl.choices[at].what if at >= 0 else None
            if what is not None and what.place is not None:
                if any(frame in self.ancestors(self.frame_of(event)) for event in done):
                    places[i] = what.place
        if not places:
            raise CannotCompile("nessuna azione lo fa", node.event)
        usual = next(iter(places.values()))
        said = played.place if isinstance(played, n.Select) else None
        own = said is not None and said.zone != usual.zone and any(p.zone == said.zone for p in places.values())
        zone = said.zone if said is not None and own else usual.zone
        if isinstance(played, n.Select) and said is None and played.pick is not n.Pick.NAMED:
            played = evolve(played, place=usual)
        return tuple(i for i, place in places.items() if place.zone == zone), played

    def options_of(self, node: n.Do, numbers: tuple[int, ...], played: Any, env: Env, who: str) -> str:
        """Code for the options of the actions by which it can be played."""
        number = self.plays.setdefault((numbers, node.free), len(self.plays))
        if isinstance(played, n.Select):
            lying = self.listed(evolve(played, quantity=n.Quantity.ALL), env)
        else:
            code = self.term(played, env)
            lying = (
                f"tuple({code})"
                if self.kind(played, env).endswith("s")
                else f"(({code},) if {code} is not None else ())"
            )
            said = next((r.value for r in node.event.roles if r.name == "from"), None)
            if isinstance(said, n.Place):  # «puoi giocarla dal Fosso»: if it lies there
                there = self.listed(n.Select(self.game.implied_noun, quantity=n.Quantity.ALL, place=said), env)
                lying = f"tuple([x for x in {lying} if x in {there}])"
        return f"plays{number}(s, {who}, {lying})"

    def plays_from_a_hand(self, frame: str) -> bool:
        return any(self.plays_as(i, frame) for i in range(len(self.game.actions)))

    def plays_as(self, i: int, frame: str) -> bool:
        """Whether an action plays with that verb, or one of its kind, a card from where the first such action takes it."""
        usual = None
        for number, decl in enumerate(self.game.actions.values()):
            at, done = self.lies(decl), [x.event for x in walk((*decl.pay, decl.effect)) if isinstance(x, n.Do)]
            what = decl.choices[at].what if at >= 0 else None
            if what is None or what.place is None:
                continue
            if any(frame in self.ancestors(self.frame_of(event)) for event in done):
                usual = usual or what.place.zone
                if number == i:
                    return what.place.zone == usual
        return False

    def opened(self, number: int, i: int, decl: ActionDecl) -> list[str]:
        """«puoi giocare questa carta dal Fosso»: of an action, the options with what lies there and may be played; ``number``: of
        the options in whose function they are asked."""
        events = [x.event for x in walk((*decl.pay, decl.effect)) if isinstance(x, n.Do)]
        verb = next((self.frame_of(x) for x in events if self.told_as_play(self.frame_of(x))), None)
        if verb is None:
            return []
        family = self.ancestors(verb)
        lines: list[str] = []
        for allow in self.said(n.Allow):
            places = [p for p in self.opened_zones(allow) if p.zone in self.game.zones]
            places = [p for p in places if self.game.zones[p.zone].owner == "player"]
            if (
                not places
                or self.frame_of(allow.event) not in family
                or not self.plays_as(i, self.frame_of(allow.event))
            ):
                continue
            parts = {"agent": "p", "object": "c"}
            event = f"[0, 0, None, p, {', '.join(parts.get(role, 'None') for role in self.roles[verb])}, None, None, 0]"
            slots = " + ".join(f"s[{self.L['allow ' + f]}]" for f in family)
            whose = None if self.opened_zone(allow) is None else n.You()
            for place in places:
                everything = n.Select(self.game.implied_noun, quantity=n.Quantity.ALL, place=n.Place(place.zone, whose))
                pile, kind = self.listed(everything, Env(you="p")), list(self.game.zones).index(place.zone)
                line = f"    lying = tuple([c for c in {pile} if lets_from(s, {slots}, {kind}, {event}, c)])"
                if line not in lines:
                    lines += [line, f"    if lying: paying{number}(s, p, out, lying)"]
        if lines:
            self.from_elsewhere = {**self.from_elsewhere, number: (i, decl)}
        return lines

    def write_plays(self, write: Callable[[int, ActionDecl, bool, int], None]) -> None:
        """The functions of the options, when all effects are written; ``write`` writes those of one action."""
        done: set[tuple[int, bool]] = {(i, False) for i in self.from_elsewhere}
        for number, (i, decl) in sorted(self.from_elsewhere.items(), key=lambda each: each[0]):
            write(i, decl, False, number)
        for (numbers, free), number in self.plays.items():
            lines = [f"def plays{number}(s, p, lying):", "    out = []"]
            for i in numbers:
                if (i, free) not in done:
                    done.add((i, free))
                    write(i, self.action_at(i), free, i)
                lines.append(f"    {'freely' if free else 'paying'}{i}(s, p, out, lying)")
            self.functions[f"plays{number}"] = "\n".join([*lines, "    return tuple(out)"]) + "\n"


__all__ = ["LYING", "Taken"]
