"""«gioca con la mano scoperta», «la mano del rivale è scoperta»: as long as it is so, everybody sees what lies there."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...game import StatusDecl
from ..events.open_words import is_open_word, open_phrase, says_open
from ..things.complements import Parts
from .another_amount import AnotherAmount


class OpenZones(AnotherAmount):
    """The part of the reader that reads for how long a zone is open: it is a status of its player, which the game declares."""

    time_said_before = False  # «fino alla fine del turno, …», before what is said now

    def lies_open(self, clause: s.Clause, parts: Parts) -> n.Effect | None:
        """That a zone lies open, however it is said; None where nothing of the kind is."""
        return self.plays_open(clause, parts) or self.zone_is_open(clause, parts)

    def plays_open(self, clause: s.Clause, parts: Parts) -> n.Effect | None:
        """«l'avversario gioca con la mano scoperta», «gioca a carte scoperte»; None where nothing of the kind is said."""
        said = self._open_said(clause, parts)
        return None if said is None else self._is_open(clause, parts, said, self._who_plays(clause))

    def is_open(self, clause: s.Clause) -> n.Condition | None:
        """«se l'avversario gioca con la mano scoperta», «se la tua mano è scoperta»."""
        if clause.predicate is not None:
            subject = self._open_subject(clause)
            if subject is None:
                return None
            (np, who), span = subject, self.span(clause.start, clause.end)
            return n.IsStatus(who, self._status_of(np).name, span=span)
        if clause.group.verb.name != "giocare":
            return None
        parts = self.parts(clause)
        said = self._open_said(clause, parts)
        if said is None:
            return None
        self.nothing_left(parts, clause)
        subject_said = self.subject_of(clause)
        who = subject_said if subject_said is not None else n.You()
        return n.IsStatus(who, self._status_of(said).name, span=self.span(clause.start, clause.end))

    def zone_is_open(self, clause: s.Clause, parts: Parts) -> n.Effect | None:
        """«la tua mano è scoperta», «le mani degli avversari sono scoperte»."""
        said = self._open_subject(clause)
        return None if said is None else self._is_open(clause, parts, *said)

    def _open_said(self, clause: s.Clause, parts: Parts) -> s.NounPhrase | None:
        """«con la mano scoperta», «a carte scoperte», taken out of what a clause says of playing."""
        group = clause.group
        if group.verb.name != "giocare" or group.modal is not None or group.passive:
            return None
        if group.form not in ("present", "order") or parts.objects:
            return None
        apart = [each for each in parts.statuses if is_open_word(each)]  # «scoperta», beside «con la mano»
        phrase = next((each for each in parts.prepositions if open_phrase(each, bool(apart))), None)
        if phrase is None or not isinstance(phrase.np, s.NounPhrase):
            return None
        parts.prepositions.remove(phrase)
        parts.statuses = [each for each in parts.statuses if each not in apart]
        return phrase.np

    def _open_subject(self, clause: s.Clause) -> tuple[s.NounPhrase, n.Term] | None:
        """«la tua mano», of which a clause says that it is open, and whose it is."""
        np, predicate = clause.subject, clause.predicate
        said = predicate.value if predicate is not None and predicate.kind == "predicate_adjectives" else None
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_ZONE":
            return None
        if not isinstance(said, s.Modifier) or not says_open(said):
            return None
        place = self.of_you_unsaid(np, self.place(np))
        of = self.of_any_player(np, np.noun.name) if place.of is None else place.of
        return None if of is None else (np, of)

    def _who_plays(self, clause: s.Clause) -> n.Term:
        last = self.said.last_subject
        if clause.subject is not None:
            who = self.term(clause.subject)
        elif self._third_too(clause) and last is not None and self.sort(last) == "player":
            who = last  # «scegli un giocatore: gioca …»
        elif clause.group.form == "order" or not self._third(clause):
            who = n.You()
        else:
            who = self.player_spoken_of() or n.You()
        if self.sort(who) != "player":
            said = f"«{self.quoted(clause.start, clause.end)}»: chi? lo fa un giocatore"
            raise self.fail(clause.start, said, "S025", end=clause.end)
        return who

    def _third_too(self, clause: s.Clause) -> bool:
        group = clause.group
        return self._third(clause) or (group.form == "order" and group.verb.sense.third)

    def _is_open(self, clause: s.Clause, parts: Parts, np: s.NounPhrase, who: n.Term) -> n.Effect:
        """That a player's zone is open, for the time that is said."""
        span = self.span(clause.start, clause.end)
        status = self._status_of(np)
        self.nothing_left(
            parts, clause, "duration", "during",
            adverbs=("ALWAYS", "ALSO"),
        )  # fmt: skip
        whose = self._whose_open(np, who)
        timeless = parts.duration is None and not self.time_said_before
        if timeless and (not self.said.continuous or self.said.bound_event):
            said = f"«{self.quoted(clause.start, clause.end)}»: per quanto?"
            hint = "dillo: «… fino alla fine del turno»; una volta sola è «rivela la …»"
            raise self.fail(clause.start, said, "S024", hint, clause.end)
        return n.BecomesStatus(
            whose, status.name, None, clause.group.negated, parts.has("ALWAYS"), parts.duration, span=span
        )

    def _whose_open(self, np: s.NounPhrase, who: n.Term) -> n.Term:
        """«con la mano dell'avversario scoperta»: his; «con la (sua) mano scoperta»: of who plays."""
        plain = evolve(np, modifiers=tuple(m for m in np.modifiers if not says_open(m)))
        own = any(d.terminal == "POSSESSIVE" for d in plain.determiners)
        if own or not plain.modifiers or plain.noun is None or plain.noun.terminal != "N_ZONE":
            return who
        return self.place(plain).of or who

    def _status_of(self, np: s.NounPhrase) -> StatusDecl:
        """The status by which a game says that a zone is open; of «carte» that of the only one that there is."""
        head = np.noun.name if np.noun is not None and np.noun.terminal == "N_ZONE" else None
        known = [each for each in self.vocabulary.statuses.values() if each.shows_zone is not None]
        fitting = [each for each in known if head is None or each.shows_zone == head]
        if len(fitting) == 1:
            return fitting[0]
        said = f"«{self.quoted(np.start, np.end)}»: nessuno stato di questo gioco mostra a tutti ciò che vi sta"
        hint = "si dichiara: «stato a mano scoperta / di: un giocatore / mostra: la …»; una volta sola è «rivela la …»"
        raise self.fail(np.start, said, "S022", hint, np.end)
