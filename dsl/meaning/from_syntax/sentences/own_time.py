"""«all'inizio del suo turno, ogni giocatore …», «… alla fine del suo turno»: of whom a time is, where a player does something."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...mapped import replace_term
from ..effects.effects import Effects


class OwnTime(Effects):
    """The part of the reader that finds whose the time is in which a player does something."""

    def who_has_the_time(self, body: s.Body) -> n.Term | None:
        """The player of whom «del suo turno» is said, before the steps or after them: who does the first of them."""
        first = body.steps[0] if body.steps else None
        fronts = tuple(front.value for front in body.fronts)
        return self.doer_in_his_time(first.clause, *fronts) if isinstance(first, s.Step) else None

    def doer_in_his_time(self, clause: s.Clause, *times: object) -> n.Term | None:
        """«l'avversario scarta una carta alla fine del suo turno»: he, where the clause or what stands before it says so."""
        np = clause.subject
        said = (*times, *(c.value for c in clause.complements))
        if not isinstance(np, s.NounPhrase) or not any(_of_its_own(each) for each in said):
            return None
        known = [*self.said.mentions]
        who = self.term(np)
        self.said.mentions = known
        before = self._when_subject
        if isinstance(who, n.Select) and isinstance(before, n.Select) and evolve(who, bind=before.bind) == before:
            return before  # found already
        rival = n.Opponent(anyone=self.vocabulary.most_players > 2), n.Opponent()
        if isinstance(who, n.Select) and any(n.ControlledBy(n.Candidate(), each) in who.where for each in rival):
            return n.Opponent()  # «le Lane dell'avversario … nel suo turno»: his
        several = isinstance(who, n.Select) and bool(np.number & 2) and self.sort(who) == "card"
        if several and not any(isinstance(each, n.ControlledBy) for each in who.where):  # type: ignore[union-attr]
            whose = f"«{self.quoted(np.start, np.end)}» sono di più giocatori: il turno di chi?"
            raise self.fail(np.start, whose, "S025", "dì «le tue …» e «… dell'avversario», ciascuna nel suo", np.end)
        return who if self.sort(who) == "player" and not isinstance(who, n.You) else None

    def each_in_his_own(
        self, when: n.Event | n.Moment, effect: n.Effect, who: n.Term | None
    ) -> tuple[n.Event | n.Moment, n.Effect]:
        """What «ogni giocatore» does in his own time is done by the one whose time it is."""
        if not isinstance(when, n.Moment) or who is None:
            return when, effect
        if isinstance(who, n.Opponent) and when.of == who:
            return when, replace_term(effect, who, self.whose_it_is(when.period)) if who.each else effect
        if not isinstance(who, n.Select) or who.bind is None or not isinstance(effect, n.ForEach):
            return when, effect
        his = n.Var(who.bind)
        if when.of not in (his, n.Var(effect.bind)):
            return when, effect
        return evolve(when, of=who), replace_term(effect.effect, n.Var(effect.bind), his)

    def in_force_from_then(
        self, effect: n.Effect, condition: n.Condition | None, span: n.Span | None
    ) -> n.Ability | None:
        """«pesca una carta all'inizio del tuo turno», as a sentence of a text in force: each time."""
        if isinstance(effect, n.ForEach) and isinstance(
            effect.effect, n.Watch
        ):  # «ogni giocatore … alla fine del suo turno»
            effect = evolve(effect.effect, effect=evolve(effect, effect=effect.effect.effect))
        if not isinstance(effect, n.Watch) or not isinstance(effect.when, n.Moment) or effect.duration is not None:
            return None
        if not effect.once or effect.condition is not None or effect.when.next or effect.when.every:
            return None
        when, done = self.each_in_his_own(evolve(effect.when, every=True), effect.effect, self._when_subject)
        return n.Triggered(when, done, condition, span=span)


def _of_its_own(said: object) -> bool:
    """«all'inizio del suo turno», «nel suo prossimo turno»."""
    np = said.np if isinstance(said, s.Prepositional) else None
    whole = isinstance(said, s.Prepositional) and said.preposition.terminal in ("IN", "DURING", "FOR")
    if whole and isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD":
        return any(d.terminal == "POSSESSIVE" and d.name in ("its", "own", "their") for d in np.determiners)
    edge = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal in ("N_START", "N_END")
    inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None) if edge else None  # type: ignore[union-attr]
    if not isinstance(inner, s.NounPhrase):
        return False
    return any(d.terminal == "POSSESSIVE" and d.name in ("its", "own", "their") for d in inner.determiners)


__all__ = ["OwnTime"]
