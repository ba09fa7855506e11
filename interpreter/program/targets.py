"""What may be made a target, and by what."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.targeting import ABILITIES, ABILITY, PLAYED, TARGETING

from .conditions import Conditions
from .env import Env
from .layout import FIRST


class Targets(Conditions):
    """The part of the compiler that asks whether a thing may be aimed at."""

    aiming = PLAYED  # what the choice that is being written is for: a card that is played, or an ability

    def targeting(self, event: n.Event) -> n.Event:
        """A permission to be a target with what aims as a number; both kinds together are no condition."""
        by = next((role.value for role in event.roles if role.name == "by"), None)
        if event.verb != TARGETING or by is None:
            return event
        kinds = {self.kind_of_aim(each) for each in (by.members if isinstance(by, n.Group) else (by,))}
        rest = tuple(role for role in event.roles if role.name != "by")
        known = (n.Role("by", n.Num(kinds.pop())),) if len(kinds) == 1 else ()
        such = self.of_some_cards(by)
        cause = n.Select(self.game.implied_noun, among=such) if such is not None else event.by
        return evolve(event, roles=(*rest, *known), by=cause)

    def of_some_cards(self, by: Any) -> n.Select | None:
        """«dei Canti», where other cards are played too: by such a one alone; None where all that are played are meant."""
        value = self.value_of_member(by.noun) if isinstance(by, n.Select) else None
        if value is None or not isinstance(by, n.Select):
            return None
        whole = n.HasMember(n.Candidate(), value, by.noun)
        return n.Select(self.game.implied_noun, where=(whole, *by.where))

    def kind_of_aim(self, value: Any) -> int:
        return ABILITY if isinstance(value, n.Select) and value.noun == ABILITIES else PLAYED

    def may_be_target(self, env: Env) -> str | None:
        """The test that a candidate «aim» may be aimed at; None where nothing in the game forbids it."""
        if TARGETING not in self.game.frames:
            return None
        who = env.you or "fr[3]"
        places = [who, "aim", str(self.aiming)]
        order = {"agent": 0, "object": 1, "by": 2}
        told = [places[order[role]] for role in self.roles[TARGETING]]
        assert FIRST == 4
        cause = env.me if self.aiming == PLAYED and env.me is not None else None
        event = f"[0, 0, {cause}, {who}, {', '.join(told)}, None, 0]"
        return f"(aim < 0 or ok{self.number_of(self.game.frames, TARGETING)}(s, {event}))"

    def allowed_targets(self, listed: str, env: Env) -> str:
        """Of the things that a target may be, those that may be aimed at."""
        test = self.may_be_target(env)
        return listed if test is None else f"tuple([aim for aim in {listed} if {test}])"


__all__ = ["Targets"]
