"""«attingi una carta in più»: one besides whatever else is done."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.lexer import ANY, Sense
from ... import nodes as n
from ...game import counted_by
from .surcharges import Surcharges

_OTHER: Final = Sense("OTHER", "other", ANY, ANY)


class Besides(Surcharges):
    """The part of the reader that reads what is done besides."""

    def besides(self, clause: s.Clause) -> s.Clause:
        """«attingi una carta in più» as «attingi una carta»: nothing that would be done anyhow is less for it. Of a verb that only
        counts cards, or after the same of any («smorza una Lana. Se …, smorza una Lana in più»: another one)."""
        said = more_of_it(clause)
        verb = clause.group.verb.name
        frames = self.vocabulary.frames_of(verb)
        if said is None or not frames:
            return clause
        counts = any(frame.counted and counted_by(frame) == self.vocabulary.implied_noun for frame in frames)
        again = self._done_first(verb) and not any(frame.counted and self.of_an_amount(frame) for frame in frames)
        if not counts and not again:
            return clause
        self._by_whom_besides(clause, again)
        when = self._when_event
        same = isinstance(when, n.Event) and when.verb.partition("#")[0] == verb and not self._only_would
        if same and not self.once_only:
            what = self.quoted(clause.start, clause.end)
            message = f"«{what}», quando ciò accade: anche ognuna di quelle in più farebbe accadere la frase"
            hint = "di ognuna: «se stai per … una carta, … invece 2 carte»; una sola volta: «la prima volta che …»"
            raise self.fail(clause.start, message, "S034", hint, end=clause.end)
        return without_more_of_it(clause, another=not counts)

    def _by_whom_besides(self, clause: s.Clause, again: bool) -> None:
        """Refuses «il rivale scarta una carta. Se hai due Lane, scarta una carta in più»: he, or you?"""
        told = clause.group.form == "order" and clause.subject is None and clause.group.verb.sense.third
        if again and told and not isinstance(self.said.last_doer, n.You | None):
            what = self.quoted(clause.start, clause.end)
            hint = "dì chi lo fa: «quel giocatore …», «l'avversario …»"
            raise self.fail(clause.start, f"«{what}»: chi?", "S037", hint, end=clause.end)

    def spoken_of_again(self, clause: s.Clause) -> None:
        """«spezza una Lana. Se hai due Tele, spezzane un'altra»: of what was broken, whatever was counted since."""
        of_them = any(clitic.name == "of_them" for clitic in clause.group.clitics)
        other = any(isinstance(c.value, s.NounPhrase) and c.value.has("other") for c in clause.complements)
        deed = self.said.last_deed
        if not of_them or not other or deed is None or deed.event.verb.partition("#")[0] != clause.group.verb.name:
            return
        done_to = [role.value for role in deed.event.roles if role.name == "object"]
        names = {n.Var(x.bind) for x in done_to if isinstance(x, n.Select) and x.bind is not None}
        at = next((i for i, m in enumerate(self.said.mentions) if m.recall in names), None)
        if at is not None:
            self.said.mentions = self.said.mentions[: at + 1]

    def _done_first(self, verb: str) -> bool:
        """Whether the last thing done is done with a verb."""
        deed = self.said.last_deed
        return isinstance(deed, n.Do) and deed.event.verb.partition("#")[0] == verb

    once_only = False  # whether what sets them off does so once: «la prima volta che …»


def more_of_it(clause: s.Clause) -> s.Complement | None:
    """«una carta in più», as what is done to or so much; None of what may be done, or is not done."""
    group = clause.group
    if group.modal is not None or group.negated or group.perfect or group.passive:
        return None
    objects = [c for c in clause.complements if c.kind == "c_object" and isinstance(c.value, s.NounPhrase)]
    said = next((c for c in objects if _more(c.value) is not None), None)
    return said or next(
        (c for c in objects if any(t.name == "of_them" for t in group.clitics) and _others(c.value)), None
    )


def without_more_of_it(clause: s.Clause, *, another: bool = False) -> s.Clause:
    """The same without «in più»; ``another``: as «un'altra»."""
    return evolve(clause, complements=tuple(_plain(each, another) for each in clause.complements))


def says_besides(body: s.Body) -> bool:
    """Whether something is done besides."""
    return any(isinstance(step, s.Step) and more_of_it(step.clause) is not None for step in body.steps)


def _others(np: object) -> bool:
    """«altri 100»."""
    return isinstance(np, s.NounPhrase) and np.noun is None and {d.terminal for d in np.determiners} == {"OTHER", "NUM"}


def _more(np: object) -> s.Modifier | None:
    modifiers = np.modifiers if isinstance(np, s.NounPhrase) else ()
    return next((m for m in modifiers if _is_more(m)), None)


def _is_more(modifier: s.Modifier) -> bool:
    token = modifier.tokens[0] if modifier.kind == "adjective" and len(modifier.tokens) == 1 else None
    return token is not None and token.terminal == "ADDITIONAL" and token.name in ("more", "additional")


def _plain(complement: s.Complement, another: bool) -> s.Complement:
    np = complement.value
    more = _more(np) if complement.kind == "c_object" else None
    if more is None or not isinstance(np, s.NounPhrase):
        return complement
    word = evolve(more.tokens[0], sense=_OTHER)
    said = (*np.determiners, word) if another and not np.has("other") else np.determiners
    rest = tuple(m for m in np.modifiers if m is not more)
    return evolve(complement, value=evolve(np, determiners=said, modifiers=rest))
