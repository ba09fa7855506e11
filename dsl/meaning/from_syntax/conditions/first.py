"""«il tuo primo lancio di ogni turno costa 1 in meno», «la prima crepa che subisci in ogni turno è meno grave»: what holds as
long as there was none in that time."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...joined import effects_of
from ..things.complements import Parts
from .next import Nexts, nouns_of, with_noun
from .ordinals import its_time


class Firsts(Nexts):
    """The part of the reader that reads what is said of the first thing of a kind in each period."""

    def of_the_first(self, clause: s.Clause) -> n.Effect | None:
        """A clause about the first of some things, in a text in force; None when it is about nothing such."""
        written = next(
            (each for each in nouns_of(clause) if any(d.terminal == "FIRST" for d in each.determiners)), None
        )
        if written is None or written.number != 1:
            return None
        np, time = its_time(written)
        if time is None or written.noun is None:
            return None
        if not self.said.continuous or self.said.bound_event:
            return self._next_if_none_yet(clause, written, np, time) if time.has("this") else None
        rest = tuple(d for d in np.determiners if d.terminal != "FIRST")
        plain = with_noun(clause, written, evolve(np, determiners=rest, number=2))
        effect = self._effect(plain, self.parts(plain))
        said = effects_of(effect)
        period, _ = self.period(time)
        done = [self._as_long_as_none(part, np, period) for part in said]
        self.said.mentions = [evolve(m, first=m.first or m.noun == written.noun.name) for m in self.said.mentions]
        if any(part is None for part in done):
            raise self.fail(written.start, f"di «{self.quoted(written.start, written.end)}» si dice solo quanto vale")
        return done[0] if len(done) == 1 else n.Sequence(tuple(done), span=effect.span)  # type: ignore[arg-type]

    def _next_if_none_yet(
        self, clause: s.Clause, written: s.NounPhrase, np: s.NounPhrase, time: s.NounPhrase
    ) -> n.Effect:
        """«la prima crepa che subisci in questo turno è meno grave», where it is done: if there was none yet, the next one."""
        plain = evolve(np, determiners=tuple(d for d in np.determiners if d.terminal != "FIRST"), number=2)
        outer, self.of_some_to_come = self.of_some_to_come, True
        said = effects_of(self._effect(of_them := with_noun(clause, written, plain), self.parts(of_them)))
        self.of_some_to_come = outer
        period, _ = self.period(time)
        (event, *others) = {self._of_which(part, np) for part in said}
        if event is None or others:
            raise self.fail(written.start, f"di «{self.quoted(written.start, written.end)}» si dice solo quanto vale")
        words = (
            evolve(d, sense=evolve(d.sense, terminal="NEXT")) if d.terminal == "FIRST" else d
            for d in written.determiners
        )
        following = self.of_the_next(with_noun(clause, written, evolve(written, determiners=tuple(words))))
        assert following is not None
        return n.If(n.Not(n.Happened(event, period)), following, span=self.span(clause.start, clause.end))

    def _effect(self, clause: s.Clause, parts: Parts) -> n.Effect:
        raise NotImplementedError

    def _as_long_as_none(self, part: n.Effect, np: s.NounPhrase, period: str) -> n.Modify | n.Allow | None:
        if not isinstance(part, n.Modify | n.Allow) or part.duration is not None:
            return None
        event = self._of_which(part, np)
        if event is None:
            return None
        any_player = next(
            (r for r in event.roles if isinstance(r.value, n.Select) and self.sort(r.value) == "player"), None
        )
        if any_player is not None:
            return self._the_first_of_each(part, any_player, n.Happened(event, period))
        none_yet = n.Not(n.Happened(event, period))
        return evolve(part, duration=n.Duration(n.Stretch.WHILE, condition=none_yet))

    def _the_first_of_each(self, part: n.Modify | n.Allow, of_player: n.Role, past: n.Happened) -> n.Modify | None:
        """«il primo lancio che un giocatore fa in ogni turno»: the first of each, so of those of a player who did none."""
        player, target = of_player.value, part.target if isinstance(part, n.Modify) else None
        if not isinstance(part, n.Modify) or not isinstance(target, n.Select):
            return None
        whose = next((x for x in target.where if isinstance(x, n.ControlledBy) and x.by == player), None)
        if whose is None or not isinstance(player, n.Select):
            return None
        his = tuple(evolve(r, value=n.Candidate()) if r is of_player else r for r in past.event.roles)
        none_yet = n.Not(evolve(past, event=evolve(past.event, roles=his)))
        such = evolve(whose, by=evolve(player, where=(*player.where, none_yet)))
        return evolve(part, target=evolve(target, where=tuple(such if x is whose else x for x in target.where)))

    def _told_of(self, part: n.Effect, np: s.NounPhrase) -> tuple[n.Select | None, n.Event | None]:
        """Of which things a part is, and with what that ends of the next one: as its value declares, or its noun."""
        if isinstance(part, n.Modify) and isinstance(part.target, n.Select):
            return part.target, self.vocabulary.values[part.value].ends_next
        declared = self.vocabulary.nouns.get(np.noun.name) if np.noun is not None else None
        roles = part.event.roles if isinstance(part, n.Allow) else ()
        held = [r.value for r in roles if isinstance(r.value, n.Select) and np.noun and r.value.noun == np.noun.name]
        return (held[0], declared.ends_next) if len(held) == 1 and declared is not None else (None, None)

    def _of_which(self, part: n.Effect, np: s.NounPhrase) -> n.Event | None:
        """What happens to the first of them: what is said of it, else with what is said of the next one ends."""
        target, usual = self._told_of(part, np)
        if target is None:
            return None
        one = evolve(target, quantity=n.Quantity.EXACTLY, number=n.Num(1), place=None, bind=None)
        told = next((x for x in target.where if isinstance(x, n.Happened) and x.now is not None), None)
        if told is not None:
            one = evolve(one, where=tuple(x for x in one.where if x is not told))
            return evolve(told.event, roles=tuple(_of(r, n.Candidate(), one) for r in told.event.roles), span=None)
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
