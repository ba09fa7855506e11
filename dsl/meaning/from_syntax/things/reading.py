"""What every part of the reader stands on: the words, what was said of them so far, how it fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ....syntax import nodes as s
from ....syntax.reading import Start
from ....vocabulary.lexer import Word
from ....vocabulary.vocabulary import Vocabulary
from ... import nodes as n
from ...scope import Discourse, Unreadable

#: Why «infliggi a ogni Lana danni pari al suo Ardore» is refused, and what can be written.
OF_EACH_HIS_OWN: Final = "quanto, a ciascuno? qui ognuno ne avrebbe un numero suo"
OF_EACH_HINT: Final = "dillo di uno solo, o di chi lo subisce: «ogni giocatore perde …», «le tue … hanno …»"
PLAYER: Final = "giocatore"  # the sort of those who sit at the table
EFFECT: Final = "effetto"  # what a verb gives, by the word of its form
NUMBER: Final = "numero"  # how much a verb is done with, by the word of its form


def number_said(token: s.Token) -> n.Num | n.Var:
    """«3», «tre», «una»; «X», which was paid."""
    if token.name == "X":
        return n.Var("X")
    return n.Num(int(token.name) if token.terminal == "NUM" else 1)


class Reading:
    """A sentence under way. ``words`` are its words, for what a word may also be; the hooks are read further up."""

    vocabulary: Vocabulary
    words: list[Word]
    pending: list[n.Condition]  # what a clause says on the way, to become a condition of its sentence
    said: Discourse
    awaits = False  # whether something sets the sentence off, wherever that is said
    _when_event: n.Event | None = None  # what sets the sentence off, to be spoken of in it
    _last_done_then: str | None = None  # what was done last when that was said
    _when_subject: n.Term | None = None  # the subject of its clause, if one is said
    _done_to: n.Term | None = None  # what the step just read does something to
    _said_first: n.Term | None = None  # to whom the clause does so much, where that is said before how much
    _said_before_it: n.Term | None = None  # … and what was spoken of before that
    _foes: list[s.NounPhrase]  # «uno scontro contro una Doppia», to become a condition of the event
    of_some_to_come = False  # what is said is not of those that are there («la prossima crepa è grave»)
    _for_each_of = False  # «per ogni …» is read: what it says of a player is of the one of whom so much is said
    _plural_candidate = False  # several are chosen: «della stessa Forma» is then of one another
    _player_tested: str | None = (
        None  # the name of the player who is described: «ogni giocatore con più Punti del suo avversario»
    )
    _candidate_bind: str | None = None  # the name of the thing under test, for what inside it speaks of it

    def fail(
        self, at: int, message: str, code: str = "S020", hint: str | Callable[[], str] = "", end: int | None = None
    ) -> Unreadable:
        return Unreadable(code, message, at, end, hint)

    def only_given(self, at: int, end: int, word: s.Token) -> Unreadable:
        """«le tue Lane sono vulnerabili a …», «se il rivale è vulnerabile a …»: players become so, and nobody asks it."""
        said = f"«{self.quoted(at, end)}»: «{word.text} a …» lo diventa un giocatore; non si chiede, e non si nega"
        wrong = self.fail(at, said, "S025", end=end)
        wrong.meant = True
        return wrong

    def span(self, start: int, end: int) -> n.Span | None:
        source = self.said.context.source
        if source is None or not self.words or end <= start:
            return None
        return source.span(
            self.said.context.offset + self.words[start].start, self.said.context.offset + self.words[end - 1].end
        )

    def may_be(self, at: int, terminal: str) -> bool:
        return any(sense.terminal == terminal for sense in self.words[at].senses)

    def nothing_more(self, np: s.NounPhrase, *, than: Callable[[s.Modifier], bool], articles: frozenset[str]) -> None:
        """Refuse a phrase that says more than what is read of it: «+1 Ardore di una carta», «Corazza di questa Lanterna»."""
        more = next((m for m in np.modifiers if not than(m)), None)
        if more is not None:
            end = more.end or np.end
            raise self.fail(more.start, f"«{self.quoted(more.start, end)}» qui non si intende", end=end)
        article = next((d for d in np.determiners if d.terminal not in articles), None)
        if article is not None:
            raise self.fail(article.at, f"«{article.text}» qui non si intende", end=article.at + 1)

    def quoted(self, start: int, end: int) -> str:
        """The words as they were written, for messages; what was cut from a word is in its text."""
        said = ""
        for before, word in zip((None, *self.words[start : end - 1]), self.words[start:end], strict=True):
            joined = before is not None and before.end == word.start
            if joined and before is not None and len(before.text) > before.end - before.start:
                continue
            said += word.text if joined or not said else f" {word.text}"
        return said

    def host_of_text(self) -> n.Related:
        """The card to which the one that bears the text is attached, by the noun that the game has for it."""
        nouns = self.vocabulary.nouns.items()
        return n.Related(next((name for name, noun in nouns if noun.relation == "host"), "host"), n.Self())

    def speaks_of_its_host(self) -> bool:
        """Whether a text in force speaks of the card to which its own is attached."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        return slot is not None and slot.of_host and self.said.context.start is Start.CARD_CONTINUOUS

    def one_left_out(self, clause: s.Clause, subject: n.Term) -> n.Term:
        """The subject that is not said; when it is a single card, the verb is in the third person singular."""
        finite = clause.group.finite
        if finite is None or not isinstance(subject, n.Self):
            return subject
        written = self.words[finite.at]
        if all(each.terminal != "HAVE_FIN" for each in written.senses) and finite.terminal == "HAVE_FIN":
            return subject  # «+3 Ardore se è desta»: «ha» is not written
        senses = [each for each in written.senses if each.name == finite.name and each.person == 3]
        subjunctive = finite.terminal.endswith("_SUBJ") and finite.sense.number & 1
        if subjunctive or any(each.number & 1 for each in senses):
            return subject
        wrong = "al plurale" if senses else "in seconda persona"
        raise self.fail(finite.at, f"«{written.text}» è {wrong}, e qui chi agisce è la carta sola", "S051")

    def several_left_out(self, clause: s.Clause) -> n.Term | None:
        """«recupera due Lana. Non possono attaccare»: those, where only several can be meant; «quando le Lane avversarie sfidano le
        tue Lane, …»: who does it."""
        finite = clause.group.finite
        senses = self.words[finite.at].senses if finite is not None and clause.subject is None else ()
        known = [each for each in senses if finite is not None and each.name == finite.name and each.person == 3]
        if not known or any(each.number & 1 for each in known):
            return None
        several = self.said.recall("card", 3, 2)
        if several is not None and not several.number & 1:
            alike = [m for m in self.said.mentions if m.clause == several.clause and m.sort == "card" and m.number == 2]
            return alike[0].recall if self.said.bound_event else several.recall
        if finite is not None and self.said.topic is not None:
            said = self.words[finite.at].text
            raise self.fail(finite.at, f"«{said}» è al plurale, e prima si parla di una cosa sola", "S051")
        return None

    def term(self, np: s.Noun, *, pattern: bool = False, agent: n.Term | None = None) -> n.Term:
        """Hook: a noun phrase as a term. In a ``pattern`` a selection means "one that fits"."""
        raise NotImplementedError

    def number(self, np: s.Noun | s.Calculation, of: n.Term | None = None) -> n.Number:
        """Hook: a number that is said."""
        raise NotImplementedError

    def of_the_outcome(self, when: n.Event) -> str | None:
        """Hook: the period of two that an event begins."""
        raise NotImplementedError

    def sort(self, term: object) -> str:
        """Hook: of which sort a term is."""
        raise NotImplementedError

    def where_aimed_at(self, what: n.Select) -> n.Select:
        """Hook: what waits to be played and is aimed at, where it waits."""
        raise NotImplementedError

    def spoken_of_before(self) -> n.Term | None:
        """Hook: the card of which a clause, or what was said before it, speaks."""
        raise NotImplementedError

    def player_spoken_of(self) -> n.Term | None:
        """Hook: the player who was spoken of last, other than the one to whom the text speaks."""
        raise NotImplementedError

    def possessor(self, token: s.Token, at: int) -> n.Term:
        """Hook: whose, by a possessive."""
        raise NotImplementedError

    def not_the_host_of_the_bearer(self, card: n.Term, start: int, end: int) -> None:
        """Hook: in a text that is lent, who has it lies under nothing."""
        raise NotImplementedError

    def _select(
        self, np: s.NounPhrase, noun: str, head: s.Token | None, pattern: bool, agent: n.Term | None
    ) -> n.Select:
        """Hook: a noun phrase as a selection."""
        raise NotImplementedError

    def _quantity(self, np: s.NounPhrase) -> tuple[n.Quantity, n.Number | None]:
        """Hook: how many a noun phrase means."""
        raise NotImplementedError

    def lies_anywhere_in(self, noun: str, np: s.Noun) -> bool:
        """Hook: whether a part of the field is named, where what lies there is anybody's."""
        raise NotImplementedError

    def member_value(self, noun: str) -> str | None:
        """Hook: the value that a noun is a member of."""
        raise NotImplementedError

    def is_what_this_is(self, noun: str) -> bool:
        """«se l'attacco ferisce», in a text of which such a card is one, where no other was spoken of."""
        declared, slot = self.vocabulary.nouns.get(noun), self.said.context.slot
        kind = declared.condition if declared is not None else None
        return isinstance(kind, n.HasText) and kind.text == slot

    def each_time_of_this(self, np: s.Noun) -> bool:
        """«ogni raggio brucia …», «ciascuno dei due raggi …», in a text that is done once for each: its card, each time."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        if slot is None or not isinstance(np, s.NounPhrase):
            return False
        said = {each.terminal for each in np.determiners}
        all_of_them = np.number == 2 and "DEF" in said and said <= {"DEF", "NUM"}
        whole = np.modifiers[0] if np.noun is None and len(np.modifiers) == 1 else None
        those = whole.value if whole is not None and whole.kind == "mod_of" else np
        if not isinstance(those, s.NounPhrase) or those.noun is None or those.modifiers:
            return False
        plain = all(each.terminal in ("EACH", "DEF", "NUM") for each in those.determiners)
        return plain and (all_of_them or np.has("each")) and those.noun.name in slot.times_called
