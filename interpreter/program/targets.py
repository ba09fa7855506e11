"""What may be made a target, and by what."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.targeting import ABILITIES, ABILITY, PLAYED, TARGETING

from .conditions import Conditions
from .emit import Writer
from .env import Env
from .layout import FIRST


class Targets(Conditions):
    """The part of the compiler that asks whether a thing may be aimed at."""

    announcing = False  # whether what is written are the choices of what will wait
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

    def made_target(self, event: n.Event) -> n.Event:
        """«quando diventa bersaglio di una magia»: of which kind what aims is, and what it is where that is told or spoken of."""
        by = next((role.value for role in event.roles if role.name == "by"), None)
        if event.verb != TARGETING or by is None:
            return event
        members = [each for each in (by.members if isinstance(by, n.Group) else (by,)) if isinstance(each, n.Select)]
        kinds = {self.kind_of_aim(each) for each in members}
        roles = [role for role in event.roles if role.name != "by"]
        if len(kinds) == 1:
            roles.append(n.Role("by", n.Num(kinds.pop())))
        named = isinstance(by, n.Group) and by.bind is not None
        if named or any(each.bind is not None or self.of_some_cards(each) is not None for each in members):
            roles.append(n.Role("source", by))
        return evolve(event, roles=tuple(roles))

    @cached_property
    def watched_targets(self) -> bool:
        """Whether some sentence waits for a thing to become a target."""
        waits = (x.when for x in self.nodes if isinstance(x, n.Triggered | n.Watch | n.Prompted))
        return any(isinstance(when, n.Event) and when.verb == TARGETING for when in waits)

    @property
    def nodes(self) -> list[Any]:
        """Hook: every node that is said anywhere."""
        raise NotImplementedError

    def note_targets(self, w: Writer, chosen: str, env: Env) -> None:
        """What is chosen as a target right when it is done becomes one then; what waits tells of its own when it waits."""
        if self.watched_targets and not self.announcing:
            who, cause = env.you or "fr[3]", env.me if env.me is not None else "None"
            w.line(f"made_targets(m, s, {cause}, {who}, flat({chosen}), {self.aiming})")

    def of_some_cards(self, by: Any) -> n.Select | None:
        """«dei Canti», where other cards are played too: by such a one alone; None where all that are played are meant."""
        value = self.value_of_member(by.noun) if isinstance(by, n.Select) else None
        if value is None or not isinstance(by, n.Select):
            return None
        whole = n.HasMember(n.Candidate(), value, by.noun)
        return n.Select(self.game.implied_noun, where=(whole, *by.where))

    def on_canbe(self, node: Any, env: Env) -> str:
        """Whether what waits can be copied, or aimed at something else."""
        return f"is_{node.how}(s, {self.term(node.of, env)})"

    def kind_of_aim(self, value: Any) -> int:
        return ABILITY if isinstance(value, n.Select) and value.noun == ABILITIES else PLAYED

    def may_be_target(self, env: Env) -> str | None:
        """The test that a candidate «aim» may be aimed at; None where nothing in the game forbids it."""
        if TARGETING not in self.game.frames:
            return None
        who = env.you or "fr[3]"
        cause = env.me if self.aiming == PLAYED and env.me is not None else None
        places = [who, "aim", str(self.aiming), str(cause)]
        order = {"agent": 0, "object": 1, "by": 2, "source": 3}
        told = [places[order[role]] for role in self.roles[TARGETING]]
        assert FIRST == 4
        event = f"[0, 0, {cause}, {who}, {', '.join(told)}, None, 0]"
        return f"(aim < 0 or ok{self.number_of(self.game.frames, TARGETING)}(s, {event}))"

    def allowed_targets(self, listed: str, env: Env) -> str:
        """Of the things that a target may be, those that may be aimed at."""
        test = self.may_be_target(env)
        return listed if test is None else f"tuple([aim for aim in {listed} if {test}])"


__all__ = ["Targets"]
