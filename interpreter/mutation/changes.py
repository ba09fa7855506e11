"""The changes that one word of a wording may undergo, from what the word may be: nothing here knows a game.

A declared word gives way to others of its kind (a status to a status, a keyword to a keyword, a verb to a verb in the
same mood), a number to its neighbours, a function word to its rivals; and every word may be left out. Whether what
results is still a wording, and means something else, is for the reader to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from dsl.deck_words import Change
from dsl.vocabulary.forms import Forms
from dsl.vocabulary.inflection import Gender, Number, contracted, indefinite, joined, number_word
from dsl.vocabulary.lexer import Sense, Word
from dsl.vocabulary.vocabulary import Vocabulary

#: Function words that can stand for each other, by the terminals of the grammar, and what the change is of.
_RIVALS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    ("quantity", frozenset(("INDEF", "ONE", "ALL", "EACH", "EACH_ONE", "BOTH", "NO", "ANY"))),
    ("quantity", frozenset(("DEF", "INDEF", "ALL"))),
    ("comparison", frozenset(("GREATER", "HIGH"))),
    ("comparison", frozenset(("MORE",))),
    ("comparison", frozenset(("AT_LEAST", "EXACTLY", "AT_MOST"))),
    ("comparison", frozenset(("EVEN", "EQUAL"))),
    ("comparison", frozenset(("SAME", "DIFFERENT", "OPPOSITE"))),
    ("whose", frozenset(("POSSESSIVE", "OPPOSING"))),
    ("duration", frozenset(("THIS", "NEXT"))),
    ("order", frozenset(("FIRST", "SECOND", "LAST"))),
    ("order", frozenset(("TOP", "BOTTOM"))),
    ("link", frozenset(("AND", "OR"))),
    ("link", frozenset(("IF", "WHEN", "WHILE"))),
    ("whose", frozenset(("N_OPPONENT", "N_PLAYER"))),
    ("preposition", frozenset(("FROM", "IN", "TO", "ON", "WITH", "AGAINST"))),
)
#: What a change of a declared word is of, by the kind of the word.
_KINDS: Final = {
    "member": "member", "member_set": "member", "status": "status", "keyword": "keyword", "value": "value", "zone": "place",
    "place": "place", "noun": "noun", "relation": "noun", "text": "field", "period": "period", "window": "period",
    "label": "trigger", "verb": "verb", "claim": "verb", "language": "verb", "table": "member", "attached": "status",
}  # fmt: skip
#: Kinds whose words may stand for each other, beside those of the same kind.
_CLOSE: Final = (
    {"member", "member_set"},
    {"verb", "claim", "language"},
    {"noun", "member", "member_set"},
    {"zone", "place"},
)
_LIMITS: Final = frozenset(("UNTIL_P", "FOR", "DURING"))
_LONGEST_DURATION: Final = 8
#: Words that are nothing to leave out or to change.
_MARKS: Final = frozenset(("COMMA", "COLON", "SEMICOLON", "SLASH", "OPEN", "CLOSE"))


@frozen
class Attempt:
    """A change to be tried, what it is of («number», «status», «left out» …), and the word that it is of."""

    kind: str
    change: Change
    word: str


@frozen
class _Rival:
    sense: Sense
    text: str


class Rivals:
    """What could be written in the place of a word, in an order that is always the same."""

    def __init__(self, forms: Forms, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        found: dict[str, dict[_Rival, None]] = {}
        for group in forms.by_class.values():
            for form in group:
                if len(form.words) == 1:
                    for sense in form.words[0].senses:
                        found.setdefault(sense.terminal, {})[_Rival(sense, form.text)] = None
        self._by_terminal = {terminal: tuple(rivals) for terminal, rivals in found.items()}

    def attempts(self, words: Sequence[Word], at: int) -> Iterator[Attempt]:
        """The changes of the word at a place of a wording, those of one kind one after the other."""
        word = words[at]
        if not word.senses or any(sense.terminal in _MARKS for sense in word.senses):
            return
        written = _written(word)
        if _is_contracted(word):
            yield from self._prepositions(words, at)
            return
        place = (word.start, word.end)
        yield from (Attempt("number", Change(*place, text), written) for text in self._numbers(word))
        yield from (Attempt("quantity", Change(*place, text), written) for text in _amounts(word))
        for kind, text in self._others(word):
            yield Attempt(kind, Change(*place, _cased(text, word, kind)), written)
            if kind == "whose":
                yield from _moved(words, at, text)
                yield from self._any_such(words, at, text)
        duration = _duration(words, at)
        if duration is not None:
            yield Attempt("duration", Change(word.start, duration, ""), written)
        if not (at and _is_contracted(words[at - 1])):
            yield Attempt("left out", _without(words, at), written)

    def _others(self, word: Word) -> Iterator[tuple[str, str]]:
        """Other words of the same kind, with the kind; each word in the form that fits best, once."""
        for sense in word.senses:
            for kind, rivals in self._rivals(sense):
                best: dict[tuple[str, str], tuple[int, str]] = {}
                for rival in rivals:
                    key = (rival.sense.terminal, rival.sense.name)
                    fit = _fit(sense, rival.sense)
                    if fit >= 0 and (key not in best or fit > best[key][0]):
                        best[key] = (fit, rival.text)
                yield from ((kind, text) for _, text in _turned(list(best.items()), sense) if text != word.text)

    def _prepositions(self, words: Sequence[Word], at: int) -> Iterator[Attempt]:
        """Other prepositions with the same article."""
        word, article = words[at], words[at + 1]
        sense = next((sense for sense in article.senses if sense.terminal == "DEF"), None)
        own = {sense.terminal for sense in word.senses}
        if sense is None or "OF" in own or at + 2 >= len(words):
            return
        gender: Gender = "m" if sense.gender & 1 else "f"
        number: Number = "s" if sense.number & 1 else "p"
        for terminal in sorted(_PREPOSITIONS - own - {"OF"}):
            text = contracted(self._by_terminal[terminal][0].text, gender, number, words[at + 2].text)
            yield Attempt("preposition", Change(word.start, article.end, _cased(text, word)), word.text)

    def _any_such(self, words: Sequence[Word], at: int, text: str) -> Iterator[Attempt]:
        """Anybody in the place of the one opponent: «the player» is one that was spoken of, so the article changes too."""
        word, article = words[at], words[at - 1] if at else None
        of_one = any(sense.terminal == "N_OPPONENT" and sense.number & 1 for sense in word.senses)
        if article is None or not of_one or not any(sense.terminal == "DEF" for sense in article.senses):
            return
        gender: Gender = "m" if article.senses[0].gender & 1 else "f"
        anybody, start = joined(indefinite(gender, text), text), article.start
        if at > 1 and _is_contracted(words[at - 2]):
            preposition = words[at - 2].senses[0].terminal
            anybody, start = f"{self._by_terminal[preposition][0].text} {anybody}", words[at - 2].start
        yield Attempt("whose", Change(start, word.end, _cased(anybody, article)), word.text)

    def _numbers(self, word: Word) -> Iterator[str]:
        """A number's neighbours, written as it is; a change of a value also with the other sign."""
        for sense in word.senses:
            if not sense.name.lstrip("+-").isdecimal():
                continue
            value = int(sense.name)
            if sense.terminal == "SIGNED":
                yield from (f"{other:+d}" for other in (value + 1, value - 1, -value) if other)
            elif sense.terminal == "NUM" and word.text.isdecimal():
                yield from (str(other) for other in (value + 1, value - 1) if other >= 0)
            elif sense.terminal == "NUM":
                yield number_word(value + 1)
                ones = (rival.text for rival in self._by_terminal["INDEF"] if rival.text.isalpha())
                yield from ones if value == 2 else (number_word(value - 1),)

    def _are_close(self, sense: Sense, other: Sense) -> bool:
        """Whether two declared words of one terminal may stand for each other: of one kind, or of kinds read alike."""
        if _is_same(sense, other) or other.kind not in _KINDS:
            return False
        if sense.kind == other.kind == "value":
            value, instead = self._vocabulary.values.get(sense.name), self._vocabulary.values.get(other.name)
            return (
                value is not None and instead is not None and (value.owner, value.kind) == (instead.owner, instead.kind)
            )
        if sense.kind == other.kind:
            return sense.kind != "member" or sense.of == other.of
        return any({sense.kind, other.kind} <= close for close in _CLOSE)

    def _rivals(self, sense: Sense) -> Iterator[tuple[str, list[_Rival]]]:
        if sense.kind in _KINDS:
            alike = self._by_terminal.get(sense.terminal, ())
            yield _KINDS[sense.kind], [rival for rival in alike if self._are_close(sense, rival.sense)]
            return
        for kind, terminals in _RIVALS:
            if sense.terminal in terminals:
                rivals = (rival for terminal in sorted(terminals) for rival in self._by_terminal.get(terminal, ()))
                yield kind, [rival for rival in rivals if _is_rival(sense, rival.sense)]


def _is_same(sense: Sense, other: Sense) -> bool:
    return (sense.terminal, sense.name, sense.negated) == (other.terminal, other.name, other.negated)


def _is_rival(sense: Sense, other: Sense) -> bool:
    """Whether a function word may stand for another; «your» gives way to the opponent's, not to «its», and back."""
    if other.kind or _is_same(sense, other):
        return False
    possessive = {sense.terminal, other.terminal} & {"POSSESSIVE"}
    return not possessive or (sense.terminal != other.terminal and "your" in (sense.name, other.name))


def _fit(sense: Sense, other: Sense) -> int:
    """How well a form stands in the place of another: the mood must be the same, the more of the rest the better."""
    if (sense.mood, sense.person) != (other.mood, other.person) and sense.mood and other.mood:
        return -1
    return 2 * bool(sense.number & other.number) + bool(sense.gender & other.gender)


def _turned(best: list[tuple[tuple[str, str], tuple[int, str]]], sense: Sense) -> Iterator[tuple[str, str]]:
    """The rivals from the one after the word itself on, so that each word has others of its own to be tried with."""
    names = [name for (_, name), _ in best]
    start = next((at for at, name in enumerate(names) if name > sense.name), 0)
    for (_, name), (_, text) in best[start:] + best[:start]:
        yield name, text


def _written(word: Word) -> str:
    """The word as it stands in the text: of a verb with a pronoun joined to it, the verb alone."""
    return word.text[: word.end - word.start]


def _cased(text: str, word: Word, kind: str = "") -> str:
    """A form with a capital where the word has one; an adjective without, where it has none."""
    if word.text[:1].isupper():
        return text[:1].upper() + text[1:]
    return text[:1].lower() + text[1:] if kind == "status" else text


def _moved(words: Sequence[Word], at: int, text: str) -> Iterator[Attempt]:
    """Whose a thing is, said on the other side of its noun: the possessive stands before it, the other adjective after."""
    before, after = (words[at + step] if 0 <= at + step < len(words) else None for step in (-1, 1))
    word = words[at]
    if after is not None and _is_noun(after):
        yield Attempt("whose", Change(word.start, after.end, f"{after.text} {text}"), word.text)
    if before is not None and _is_noun(before):
        yield Attempt("whose", Change(before.start, word.end, f"{text} {before.text}"), word.text)


def _is_noun(word: Word) -> bool:
    return any(sense.terminal == "N_CARD" for sense in word.senses)


def _is_contracted(word: Word) -> bool:
    """Whether a word is the preposition of one that holds an article too («nella»); its text is the whole."""
    return len(word.text) > word.end - word.start and any(sense.terminal in _PREPOSITIONS for sense in word.senses)


#: The prepositions that are written as one word with an article; that of possession has no rival.
_PREPOSITIONS: Final = frozenset(("OF", "TO", "FROM", "IN", "ON"))


def _amounts(word: Word) -> Iterator[str]:
    """One as two, two as one; all as two."""
    terminals = {sense.terminal for sense in word.senses}
    if terminals & {"INDEF", "ONE", "ALL", "EACH"}:
        yield _cased(number_word(2), word) + (" " if word.text.endswith("'") else "")


def _duration(words: Sequence[Word], at: int) -> int | None:
    """The end of a duration that begins with this word, or None."""
    if not any(sense.terminal in _LIMITS for sense in words[at].senses):
        return None
    for word in words[at + 1 : at + _LONGEST_DURATION]:
        if any(sense.terminal == "N_PERIOD" for sense in word.senses):
            return word.end
    return None


def _without(words: Sequence[Word], at: int) -> Change:
    """The text without a word and the blank after it, or before it at the end."""
    word = words[at]
    following = words[at + 1] if at + 1 < len(words) else None
    if following is not None and following.start > word.end and following.senses:
        return Change(word.start, following.start, "")
    if at and words[at - 1].end < word.start:
        return Change(words[at - 1].end, word.end, "")
    return Change(word.start, word.end, "")
