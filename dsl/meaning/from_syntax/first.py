"""«il tuo primo lancio di ogni turno costa 1 in meno», «la prima crepa che subisci in ogni turno è meno grave»: what holds as
long as there was none in that time."""

from __future__ import annotations

from attrs import evolve

from ...syntax import nodes as s
from .. import nodes as n
from ..joined import effects_of
from .complements import Parts
from .next import Nexts, nouns_of, with_noun
from .ordinals import its_time


class Firsts(Nexts):
    """The part of the reader that reads what is said of the first thing of a kind in each period."""

    def of_the_first(self, clause: s.Clause) -> n.Effect | None:
        """A clause about the first of some things, in a text in force; None when it is about nothing such."""
        written = next(
            (each for each in nouns_of(clause) if any(d.terminal == "FIRST" for d in each.determiners)), None
        )
        if written is None or written.number != 1 or not self.said.continuous:
            return None
        np, time = its_time(written)
        if time is None:
            return None
        rest = tuple(d for d in np.determiners if d.terminal != "FIRST")
        plain = with_noun(clause, written, evolve(np, determiners=rest, number=2))
        effect = self._effect(plain, self.parts(plain))
        said = effects_of(effect)
        period, _ = self.period(time)
        done = [self._as_long_as_none(part, period) for part in said]
        if any(part is None for part in done):
            raise self.fail(written.start, f"di «{self.quoted(written.start, written.end)}» si dice solo quanto vale")
        return done[0] if len(done) == 1 else n.Sequence(tuple(done), span=effect.span)  # type: ignore[arg-type]

    def _effect(self, clause: s.Clause, parts: Parts) -> n.Effect:
        raise NotImplementedError

    def _as_long_as_none(self, part: n.Effect, period: str) -> n.Modify | None:
        target = part.target if isinstance(part, n.Modify) else None
        if not isinstance(part, n.Modify) or not isinstance(target, n.Select) or part.duration is not None:
            return None
        event = self._of_which(target, part.value)
        if event is None:
            return None
        any_player = next(
            (r for r in event.roles if isinstance(r.value, n.Select) and self.sort(r.value) == "player"), None
        )
        if any_player is not None:
            return self._the_first_of_each(part, target, any_player, n.Happened(event, period))
        none_yet = n.Not(n.Happened(event, period))
        return evolve(part, duration=n.Duration(n.Stretch.WHILE, condition=none_yet))

    def _the_first_of_each(
        self, part: n.Modify, target: n.Select, of_player: n.Role, past: n.Happened
    ) -> n.Modify | None:
        """«il primo lancio che un giocatore fa in ogni turno»: the first of each, so of those of a player who did none."""
        player = of_player.value
        whose = next((x for x in target.where if isinstance(x, n.ControlledBy) and x.by == player), None)
        if whose is None or not isinstance(player, n.Select):
            return None
        his = tuple(evolve(r, value=n.Candidate()) if r is of_player else r for r in past.event.roles)
        none_yet = n.Not(evolve(past, event=evolve(past.event, roles=his)))
        such = evolve(whose, by=evolve(player, where=(*player.where, none_yet)))
        return evolve(part, target=evolve(target, where=tuple(such if x is whose else x for x in target.where)))

    def _of_which(self, target: n.Select, value: str) -> n.Event | None:
        """What happens to the first of them: what is said of it, else with what its value ends."""
        one = evolve(target, quantity=n.Quantity.EXACTLY, number=n.Num(1), place=None, bind=None)
        told = next((x for x in target.where if isinstance(x, n.Happened) and x.now is not None), None)
        if told is not None:
            one = evolve(one, where=tuple(x for x in one.where if x is not told))
            return evolve(told.event, roles=tuple(_of(r, n.Candidate(), one) for r in told.event.roles), span=None)
        usual = self.vocabulary.values[value].ends_next
        whose = next((x for x in target.where if isinstance(x, n.ControlledBy)), None)
        if usual is None or whose is None:
            return None
        by = any(
            r.name == "agent" for f in self.vocabulary.frames_of(usual.verb) for form in f.forms for r in form.roles
        )
        if by:  # «giocato da te»
            one = evolve(one, where=tuple(x for x in one.where if x is not whose))
        roles = tuple(_of(r, n.Self(), one) for r in usual.roles)
        return evolve(usual, roles=(n.Role("agent", whose.by), *roles) if by else roles, span=None)


def _of(role: n.Role, old: n.Term, new: n.Term) -> n.Role:
    return evolve(role, value=new) if role.value == old else role
