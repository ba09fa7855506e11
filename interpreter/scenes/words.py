"""What the words of a scene name in the game, and what is wrong when they name nothing that fits."""

from __future__ import annotations

from dsl.meaning.game import GameMeaning
from dsl.meaning.nodes import IsIn
from dsl.scenes.nodes import Heap, Spot, Thing, Where, Word
from dsl.source import Span
from dsl.suggest import nearest
from dsl.vocabulary.spelling import keys_of
from dsl.vocabulary.vocabulary import Kind, Lexeme, Vocabulary

from ..program.layout import walk


class SceneError(Exception):
    """What stops a scene: a word that names nothing that fits, a choice not offered, an expectation not met."""

    def __init__(self, message: str, span: Span, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.span, self.hint = message, span, hint


class WordingError(Exception):
    """A wording of an invented card that is not understood; ``at``: where in it, and how much of it."""

    def __init__(self, message: str, hint: str = "", at: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.at = message, hint, at


#: What each kind of word is called in a message.
_CALLED = {
    Kind.ZONE: "una zona", Kind.PLACE: "un luogo", Kind.STATUS: "uno stato", Kind.VALUE: "un valore",
    Kind.NOUN: "un nome", Kind.MEMBER: "una parola di un valore", Kind.MEMBER_SET: "una parola di un valore",
    Kind.KEYWORD: "una parola chiave", Kind.TEXT: "un testo delle carte", Kind.ATTACHED: "come si dice chi è legato",
    Kind.PERIOD: "un tempo", Kind.LABEL: "un'etichetta",
}  # fmt: skip


class Words:
    """The declared things behind the words of a scene."""

    def __init__(self, meaning: GameMeaning, vocabulary: Vocabulary) -> None:
        self.meaning = meaning
        self.vocabulary = vocabulary

    def find(self, word: Word, *kinds: Kind) -> Lexeme | None:
        """The lexeme that a word is a form of, of the first of the kinds that has one."""
        analyses = self.vocabulary.analyses(*keys_of(word.text))
        for kind in kinds:
            for analysis in analyses:
                if analysis.lexeme.kind is kind:
                    return analysis.lexeme
        return None

    def lexeme(self, word: Word, *kinds: Kind) -> Lexeme:
        """As ``find``; a word that is of none of the kinds is an error that says what was wanted."""
        found = self.find(word, *kinds)
        if found is not None:
            return found
        wanted = " o ".join(dict.fromkeys(_CALLED.get(kind, kind.value) for kind in kinds))
        known = nearest(word.text, (name for kind in kinds for name in self.vocabulary.named(kind)))
        raise SceneError(f"«{word.text}» non è {wanted}", word.span, f"forse intendevi «{known[0]}»" if known else "")

    def name(self, word: Word, *kinds: Kind) -> str:
        """The canonical name of a word."""
        return self.lexeme(word, *kinds).name

    def statuses(self, words: tuple[Word, ...]) -> dict[str, bool]:
        """Statuses by name and whether they are on: the opposite of a status is that status off."""
        found = (self.lexeme(word, Kind.STATUS) for word in words)
        return {lexeme.name: not lexeme.negated for lexeme in found}

    def members(self, word: Word) -> tuple[str, tuple[str, ...]]:
        """A value and the members of it that a word stands for: one, or those of a set."""
        lexeme = self.lexeme(word, Kind.MEMBER_SET, Kind.MEMBER)
        if lexeme.kind is Kind.MEMBER_SET:
            group = self.meaning.member_sets[lexeme.name]
            return group.value, group.members
        if lexeme.of is None:
            raise SceneError(f"«{word.text}» non è di alcun valore", word.span)
        return lexeme.of, (lexeme.name,)

    def of_player(self, word: Word, *more: Word) -> tuple[str, str | None] | None:
        """«Volontà», «Volontà Fuoco», «Fuoco», «TESCHI»: a value of a player, and which word of it."""
        value = self.find(word, Kind.VALUE)
        words = (*more,) if value is not None else (word, *more)
        member = self.find(words[0], Kind.MEMBER) if len(words) == 1 else None
        if len(words) > 1 or (words and member is None):
            return None
        known = (
            each for each in self.meaning.values.values() if each.owner == "player" and each.kind in ("pool", "bag")
        )
        if value is not None:
            known = (
                each for each in self.meaning.values.values() if each.owner == "player" and each.name == value.name
            )
        named = member.name if member is not None else None
        return next(((each.name, named) for each in known if named is None or named in each.members), None)

    def token(self, heap: Heap) -> str:
        """The kind of tokens that are said."""
        word = heap.word
        lexeme = self.find(word, Kind.NOUN) if word is not None else None
        if word is not None and (lexeme is None or lexeme.name not in self.meaning.tokens):
            known = ", ".join(self.meaning.tokens)
            hint = f"i segnalini sono: {known}" if known else "in questo gioco non ce ne sono"
            raise SceneError(f"«{word.text}» non sono segnalini", heap.span, hint)
        assert lexeme is not None
        return lexeme.name

    def qualities(self, heap: Heap) -> tuple[tuple[str, str], ...]:
        """The words that are said of tokens, each with its value."""
        found = []
        for word in heap.qualities:
            lexeme = self.lexeme(word, Kind.MEMBER)
            if lexeme.of is None or self.meaning.values[lexeme.of].owner != self.token(heap):
                raise SceneError(f"«{word.text}» non si dice di {heap.word.text if heap.word else ''}", word.span)
            found.append((lexeme.of, lexeme.name))
        return tuple(found)

    def zone(self, where: Where) -> str:
        """The zone of which a place is said, where only a zone will do."""
        return self.name(where.zone, Kind.ZONE)

    def seat_of(self, spot: Spot) -> int | None:
        """Whose a declared place is; of a zone of the players a scene must say it."""
        if spot.seat is None and self.meaning.zones[spot.zone].owner == "player":
            raise SceneError(f"«{spot}» è di un giocatore: di quale?", spot.span, f"{spot} di A")
        return spot.seat

    def zones(self, where: Where) -> tuple[str, ...]:
        """The zones that a place is: itself, or those of a group."""
        if where.spot is not None:
            return (where.spot.zone,)
        lexeme = self.lexeme(where.zone, Kind.ZONE, Kind.PLACE)
        return (lexeme.name,) if lexeme.kind is Kind.ZONE else self.meaning.places[lexeme.name].zones

    def zone_of_noun(self, word: Word, among: tuple[str, ...]) -> str:
        """The zone, of those of a place, in which a card is what a noun says."""
        noun = self.name(word, Kind.NOUN)
        condition = self.meaning.nouns[noun].condition if noun in self.meaning.nouns else None
        for node in walk(condition) if condition is not None else ():
            zone = node.place.zone if isinstance(node, IsIn) else None
            if zone is not None and zone in among and self.meaning.zones[zone].owner != "card":
                return zone
        raise SceneError(f"una carta non sta lì come «{word.text}»", word.span)

    def attached_zone(self, span: Span) -> str:
        """The zone of what lies attached to a card."""
        for name, zone in self.meaning.zones.items():
            if zone.owner == "card":
                return name
        raise SceneError("in questo gioco nessuna carta si lega a un'altra", span)

    def hand(self) -> str | None:
        """The zone that only its player sees and from which an action takes a card."""
        for action in self.meaning.actions.values():
            for choice in action.choices:
                place = choice.what.place if choice.what else None
                zone = self.meaning.zones.get(place.zone) if place else None
                if zone is not None and zone.owner == "player" and zone.seen_by == "owner":
                    return zone.name
        return None

    def printed_numbers(self) -> tuple[str, ...]:
        """The values of which a card prints a number, in the order of declaration."""
        numbers = (value for value in self.meaning.values.values() if value.kind == "number")
        return tuple(value.name for value in numbers if value.owner == "card" and value.printed)


def said(thing: Thing) -> str:
    """A thing as its scene names it."""
    return str(thing)
