"""The head of a field as a card prints it: the name of a text, and after it words and numbers of the card's values.

«Soffio Lana (lento), Ardore 4: …» says of the card what a line of values would, where the text stands. What is neither
is a sentence in little («appoggiabile a una Lana», «solo durante il tuo turno»): it says when and on what the card may
be played (``from_syntax/sentences/heads.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from attrs import frozen

from ..vocabulary.inflection import Gender, Number, conjugate
from ..vocabulary.lexer import lexer_of
from ..vocabulary.spelling import fold, keys_of, words_of
from ..vocabulary.vocabulary import Kind, Vocabulary
from .from_blocks.answers import number_of
from .game import GameMeaning, TextSlot, ValueDecl

#: What stands between the parts of a head; a part may be between quotation marks, as a requirement is.
_BETWEEN = ',;()[]«»"“”'
_NUMBER = re.compile(r"\((\d+)\)")
_BELOW_NOTHING = re.compile(r"[-−–](\d+)")
#: What may stand between a participle and the word that it brings: «munita di Fauci», «associato a un Oggetto».
_BEFORE_A_WORD = frozenset(("di", "a", "ad", "un", "una", "uno"))
_GENDERS: tuple[Gender, ...] = ("m", "f")
_NUMBERS: tuple[Number, ...] = ("s", "p")
_JOINING = frozenset(("con", "e"))

Printed = dict[str, int | tuple[str, ...]]


@frozen
class Phrase:
    """A piece of a head that is a sentence in little («associabile a una Lana»), and where it begins in the head."""

    text: str
    start: int


@frozen
class Head:
    """The text that a head names, the values that it prints, and the pieces that are neither: ``phrases`` stand between
    marks of their own, ``unread`` right after the name."""

    slot: TextSlot
    values: tuple[tuple[str, int | tuple[str, ...]], ...]
    phrases: tuple[Phrase, ...] = ()
    unread: tuple[str, ...] = ()
    prompt: int | None = None  # where in the text the sentence of a prompt begins («[Innesco] Quando …»)


def head_of(text: str, game: GameMeaning, vocabulary: Vocabulary) -> Head | None:
    """A head read whole; None when it does not begin with the name of a text."""
    whole = text
    text, prompt = _prompted(text, game)
    text = _NUMBER.sub(r" \1 ", text)  # «Colpi (3)»
    text = text.replace("]", " ")  # «[Prezzo] {F}{2}»: what is in brackets names what follows
    for mark in _BETWEEN:
        text = text.replace(mark, ",")
    keys = [fold(word) for part in text.split(",") for word in words_of(part)]
    named = [(slot, keys_of(name)) for slot in game.texts.values() for name in (slot.name, *slot.also)]
    fitting = [(slot, name) for slot, name in named if name == tuple(keys[: len(name)])]
    if not fitting:
        return None
    slot, name = max(fitting, key=lambda each: len(each[1]))
    values: Printed = {}
    phrases: list[Phrase] = []
    unread: list[str] = []
    for segment, phrase in _segments(text, len(name)):
        if _printed(segment, game, vocabulary, values):
            continue
        if phrase is not None:
            phrases.append(phrase)
        else:
            unread.append(" ".join(segment))
    other = prompt is not None and whole[prompt] == "/"
    if prompt is not None and not other and all(each.prompts != slot.name for each in game.texts.values()):
        return None
    return Head(slot, tuple(values.items()), tuple(phrases), tuple(unread), prompt)


@frozen
class Back:
    """Where in a wording the other face of a card is printed: the bar, its text, the values that it prints."""

    bar: int
    begin: int
    slot: TextSlot
    values: tuple[tuple[str, int | tuple[str, ...]], ...]


def periods_of_two(phrases: Sequence[Phrase], vocabulary: Vocabulary) -> tuple[str, ...]:
    """«durante una gara»: the periods of those who take part in them that pieces of a head name, unless they exclude them."""
    found: dict[str, None] = {}
    for words in (lexer_of(vocabulary).words(phrase.text, {}) for phrase in phrases):
        if any(sense.terminal == "NOT" for word in words for sense in word.senses):
            continue
        named = (sense.name for word in words for sense in word.senses if sense.terminal == "N_PERIOD")
        found |= dict.fromkeys(name for name in named if vocabulary.periods[name].participants)
    return tuple(found)


def other_face(text: str, game: GameMeaning, vocabulary: Vocabulary) -> Back | None:
    """«… / G 400/200 Quando attacca, …»: a bar, the word of a text, printed values, its sentences."""
    marks = {fold(slot.after_bar): slot for slot in game.texts.values() if slot.after_bar is not None}
    bar = text.find("/ ") if marks else -1
    while bar >= 0:
        alone = not text[:bar].strip() or text[bar - 1].isspace()  # at the beginning where this face has no sentence
        word, at = _next_word(text, bar + 2) if alone else ("", bar)
        if fold(word) in marks:
            found: Printed = {}
            after, then = _next_word(text, at)
            while after and _printed([fold(after.rstrip(":"))], game, vocabulary, found):
                at = then - (len(after) - len(after.rstrip(":")))
                after, then = _next_word(text, at)
            at += text[at:].lstrip().startswith(":") and text[at:].index(":") + 1  # «/ G 400/200: Volare.»
            begin = at + len(text[at:]) - len(text[at:].lstrip())
            return Back(bar, begin, marks[fold(word)], tuple(found.items()))
        bar = text.find("/ ", bar + 1)
    return None


def _next_word(text: str, at: int) -> tuple[str, int]:
    """The word at a place, and where it ends."""
    rest = text[at:].lstrip()
    word = rest.split(maxsplit=1)[0] if rest else ""
    return word, len(text) - len(rest) + len(word)


def _prompted(text: str, game: GameMeaning) -> tuple[str, int | None]:
    """A head without the prompt at its end, and where the sentence of that begins; or without the other face of its card
    («Guida {F} / G 400/200 Alba: …»), and where that does."""
    folded = text.casefold()
    for mark in (slot.after_bar.casefold() for slot in game.texts.values() if slot.after_bar is not None):
        bar = folded.find(f" / {mark} ")
        if bar >= 0:
            return text[:bar].rstrip(" ,;"), bar + 1
    for name in (slot.name.casefold() for slot in game.texts.values() if slot.prompts is not None):
        before, mark, after = folded.partition(f"[{name}]")
        if mark:
            return text[: len(before)].rstrip(" ,;"), len(text) - len(after.lstrip())
    return text, None


def _segments(text: str, skipped: int) -> Iterator[tuple[list[str], Phrase | None]]:
    """The words of a head after its text's name, between its marks, and the same as a phrase when a mark stands before."""
    words = at = 0
    for part in text.split(","):
        segment = [fold(word) for word in words_of(part)]
        new, before, words = segment[max(0, skipped - words) :], words, words + len(segment)
        if new:
            whole = before >= skipped
            yield new, Phrase(part.strip(), at + len(part) - len(part.lstrip())) if whole else None
        at += len(part) + 1


def _printed(keys: Sequence[str], game: GameMeaning, vocabulary: Vocabulary, values: Printed) -> bool:
    """Take the values of a run of words, all of it or nothing."""
    found: Printed = {}
    at = 0
    while at < len(keys):
        taken = _one(keys, at, game, vocabulary, found)
        if not taken:
            return False
        at += taken
    for name, value in found.items():
        before = values.get(name)
        values[name] = (*before, *value) if isinstance(before, tuple) and isinstance(value, tuple) else value
    return True


def _one(keys: Sequence[str], at: int, game: GameMeaning, vocabulary: Vocabulary, found: Printed) -> int:
    """How many words from a place are a value of the card: «Ardore 4», «4 Ardore», «Lana», «con Filo Lana», «{F}{2}»,
    «4/2»."""
    signed = _signs(keys, at, game, vocabulary, found) or _pair(keys[at], game, found)
    if signed:
        return signed
    number = number_of(keys[at]) if keys[at].isdigit() else None
    named = _value_at(keys, at + (number is not None), game, vocabulary)
    if number is not None:
        if named is None:
            return _so_many(keys, at, number, game, vocabulary, found)
        found[named[1]] = number
        return 1 + named[0]
    if named is not None and at + named[0] < len(keys) and keys[at + named[0]].isdigit():
        if game.values[named[1]].kind == "bag":  # «Semi 2 Lane»
            words = _so_many(keys, at + named[0], int(keys[at + named[0]]), game, vocabulary, found)
            return named[0] + words if words else 0
        found[named[1]] = int(keys[at + named[0]])
        return named[0] + 1
    if named is not None and at + named[0] < len(keys) and game.values[named[1]].minimum is None:
        below = _BELOW_NOTHING.fullmatch(keys[at + named[0]])
        if below is not None and game.values[named[1]].kind == "number":  # «Ardore -2»
            found[named[1]] = -int(below[1])
            return named[0] + 1
    after = at + named[0] if named is not None else at
    if named is not None and after < len(keys) and game.values[named[1]].members:  # «danni fisici»: of that value
        taken = _word(keys, after, vocabulary, game.values[named[1]].members)
        if taken is not None:
            found[named[1]] = _and(found.get(named[1]), (taken[1],))
            return named[0] + taken[0]
    for length, analyses in vocabulary.starting(keys, at):
        for analysis in analyses:
            lexeme = analysis.lexeme
            value = _bearer(game, lexeme.of or "", lexeme.name)
            if lexeme.kind in (Kind.MEMBER, Kind.MEMBER_SET) and value is not None:
                group = game.member_sets.get(lexeme.name) if lexeme.kind is Kind.MEMBER_SET else None
                members = group.members if group is not None else (lexeme.name,)
                found[value.name] = _and(found.get(value.name), members)
                return length
    if (
        named is not None and game.values[named[1]].members
    ):  # «requisito munita di Fauci»; a number's name says nothing alone
        return named[0]
    said = _says_a_value(keys[at], game)
    if said is not None:  # «munita di Fauci», «associato a un Oggetto»
        after = at + 1
        while after < len(keys) and keys[after] in _BEFORE_A_WORD:
            after += 1
        taken = _word(keys, after, vocabulary, said.members) if after < len(keys) else None
        if taken is not None:
            found[said.name] = _and(found.get(said.name), (taken[1],))
            return after - at + taken[0]
    return 1 if keys[at] in _JOINING else 0


def _so_many(
    keys: Sequence[str], at: int, number: int, game: GameMeaning, vocabulary: Vocabulary, found: Printed
) -> int:
    """«2 Lane»: a word of a bag, so often."""
    for value in game.values.values() if at + 1 < len(keys) else ():
        taken = _word(keys, at + 1, vocabulary, value.members)
        if taken is not None and value.kind == "bag" and value.printed and value.owner == "card":
            found[value.name] = _and(found.get(value.name), (taken[1],) * number)
            return 1 + taken[0]
    return 0


def _says_a_value(key: str, game: GameMeaning) -> ValueDecl | None:
    """The printed value that a word says, a participle of the verb that the game has for it."""
    for value in game.values.values():
        if value.verb is not None and value.printed and value.members and key in _participles(value.verb):
            return value
    return None


@cache
def _participles(verb: str) -> frozenset[str]:
    known = conjugate(verb)
    return frozenset(fold(known.past(gender, number)) for gender in _GENDERS for number in _NUMBERS)


def _and(before: int | tuple[str, ...] | None, members: tuple[str, ...]) -> tuple[str, ...]:
    return (*before, *members) if isinstance(before, tuple) else members


def _word(keys: Sequence[str], at: int, vocabulary: Vocabulary, members: tuple[str, ...]) -> tuple[int, str] | None:
    """One of some words at a place: its length and its name."""
    for length, analyses in vocabulary.starting(keys, at):
        for analysis in analyses:
            if analysis.lexeme.kind is Kind.MEMBER and analysis.lexeme.name in members:
                return length, analysis.lexeme.name
    return None


def _bearer(game: GameMeaning, value: str, member: str) -> ValueDecl | None:
    """The printed value of a card to which a word belongs: its own, or another that has the words of that one."""
    own = game.values.get(value)
    if own is None or (own.printed and own.owner == "card"):
        return own
    others = (each for each in game.values.values() if each.printed and each.owner == "card" and each.members)
    return next((each for each in others if member in each.members and each.members == own.members), None)


def _signs(keys: Sequence[str], at: int, game: GameMeaning, vocabulary: Vocabulary, found: Printed) -> int:
    """«{F}{F}{2}», «Prezzo {F}»: a printed cost; without a name the one that is declared first."""
    named = _value_at(keys, at, game, vocabulary)
    skipped, costs = 0, [value.name for value in game.values.values() if value.kind == "cost" and value.printed]
    if named is not None and game.values[named[1]].kind == "cost":
        skipped, costs = named[0], [named[1]]
    if at + skipped >= len(keys) or not costs:
        return 0
    read = lexer_of(vocabulary).words(keys[at + skipped])
    signs = tuple(sense.name for word in read for sense in word.senses[:1] if sense.terminal == "SIGN")
    if not signs or len(signs) < len(read):
        return 0
    found[costs[0]] = signs
    return skipped + 1


def _pair(key: str, game: GameMeaning, found: Printed) -> int:
    """«400/200»: two values that are written together."""
    first, slash, second = key.partition("/")
    together = next((v for v in game.values.values() if v.written_with is not None and v.printed), None)
    if not slash or together is None or together.written_with is None or not (first.isdigit() and second.isdigit()):
        return 0
    found |= {together.name: int(first), together.written_with: int(second)}
    return 1


def _value_at(keys: Sequence[str], at: int, game: GameMeaning, vocabulary: Vocabulary) -> tuple[int, str] | None:
    """The name of a printed value at a place: its length and its canonical name."""
    if at >= len(keys):
        return None
    for length, analyses in vocabulary.starting(keys, at):
        for analysis in analyses:
            value = game.values.get(analysis.lexeme.name) if analysis.lexeme.kind is Kind.VALUE else None
            if value is not None and value.printed and value.owner == "card":
                return length, value.name
    return None


def unread_of(text: str, game: GameMeaning, vocabulary: Vocabulary) -> str | None:
    """The words right after a text's name that say nothing of a card: «non morta» in «Soffio Lana non morta»."""
    head = head_of(text, game, vocabulary)
    return head.unread[0] if head is not None and head.unread else None
